"""How strong players are held to be, from places alone. Pure: no tables, no clock.

The arithmetic is that of Weng and Lin (2011) as the openskill library has it, in its form that sets
every pair of a game against each other (`BradleyTerryFull`). The library's default, `PlackettLuce`,
would leave a fourth place exactly level with two who share the second; this one keeps every order, and
gives equals who tie the same. Places go in, never points or money: how far someone was ahead is
a matter of the title, not of strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

MOST_SEATS = 12
"""A play of more seats is not rated: every pair is set against each other."""

LISTED_AFTER = 5
"""So many plays in a pool put a player on its list."""

LISTED_FOR_DAYS = 365
"""Who has not played for so long leaves the list until the next play."""

BASE, SCALE = 1500, 24
"""A newcomer is shown at 1,500; one point of the library's scale is 24 of ours."""

_MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength on the library's scale, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """Return the rating as pages show it."""
        return shown(self.mu)

    @property
    def doubt(self) -> int:
        """Return how far the true strength may well lie away: two standard deviations, as shown."""
        return doubt(self.sigma)


NEWCOMER = Skill(25.0, 25.0 / 3)


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a game to rate: its strength before, its place, its side (0 plays alone)."""

    skill: Skill
    rank: int
    side: int = 0


def shown(mu: float) -> int:
    """Return a strength as a rating: 1,500 for a newcomer."""
    return round(BASE + SCALE * (mu - NEWCOMER.mu))


def doubt(sigma: float) -> int:
    """Return two standard deviations on the scale of `shown`: 19 in 20 lie within."""
    return round(2 * SCALE * sigma)


def is_rateable(ranks: Sequence[int | None], sides: Sequence[int]) -> bool:
    """Say whether places tell anything of strength: everyone has one, two sides at least, not too many."""
    if len(ranks) > MOST_SEATS or any(rank is None for rank in ranks):
        return False
    alone = sum(1 for side in sides if side == 0)
    return alone + len(set(sides) - {0}) >= 2


def after(seats: Sequence[Seat]) -> list[Skill]:
    """Return the strengths of all seats after their game, in the order given.

    Those of one side win or lose together and share its best place. Raises `ValueError` for fewer
    than two sides.
    """
    sides: dict[tuple[int, int], list[int]] = {}
    for number, seat in enumerate(seats):
        sides.setdefault((seat.side, 0) if seat.side else (0, number), []).append(number)
    if len(sides) < 2:
        raise ValueError("a game to rate has two sides at least")
    teams = [
        [_MODEL.rating(seats[number].skill.mu, seats[number].skill.sigma) for number in numbers]
        for numbers in sides.values()
    ]
    ranks = [float(min(seats[number].rank for number in numbers)) for numbers in sides.values()]
    rated = _MODEL.rate(teams, ranks=ranks)
    skills = {
        number: Skill(one.mu, one.sigma)
        for numbers, team in zip(sides.values(), rated, strict=True)
        for number, one in zip(numbers, team, strict=True)
    }
    return [skills[number] for number in range(len(seats))]
