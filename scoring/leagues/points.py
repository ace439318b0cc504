"""The points of one game, by the system that a season has chosen, each with why. Pure.

Ties share: who hold a place together get the mean of the points of the places they fill, so a game
gives the same points in all however it ends. Points are in sixtieths (`units`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from scoring.leagues.rules import SeasonRules
from scoring.leagues.units import UNIT, rounded

HUNDRED = 100 * UNIT
_SUBSTITUTE = {"full": 100, "half": 50, "none": 0}


class GameSeat(msgspec.Struct, frozen=True):
    """An entrant in a game: place and score, or that they stayed away; someone may have sat in."""

    entrant: int
    place: int | None
    score: int | None = None
    substitute: bool = False
    forfeited: bool = False


class Points(msgspec.Struct, frozen=True):
    """An entrant's points for a game in sixtieths, a key that says why, and the figures behind it."""

    entrant: int
    points: int
    why: str
    facts: Mapping[str, int] = {}


def award(rules: SeasonRules, title: str, seats: Sequence[GameSeat]) -> list[Points]:
    """Return the points of every seat of a game.

    Who stayed away counts as a seat: those who came do not lose by it. Who came alone gets what a
    win is worth. Raises `ValueError` where a system needs scores and one is missing.
    """
    present = [seat for seat in seats if not seat.forfeited]
    if rules.needs_scores and len(present) > 1 and any(seat.score is None for seat in present):
        raise ValueError("this system of points needs the score of every seat")
    return [_award(rules, title, seats, present, seat) for seat in seats]


def _award(
    rules: SeasonRules,
    title: str,
    seats: Sequence[GameSeat],
    present: Sequence[GameSeat],
    seat: GameSeat,
) -> Points:
    if seat.forfeited:
        return Points(seat.entrant, rules.forfeit * UNIT, "forfeit")
    if len(present) == 1:
        own = Points(seat.entrant, _of_places(rules, (1,), len(seats)), "walkover")
    elif rules.points == "share":
        own = _share(seat, present)
    elif rules.points == "normalised":
        own = _normalised(rules, title, seat)
    else:
        own = _by_place(rules, seat, present, len(seats))
    percent = _SUBSTITUTE.get(rules.substitutes, 100)
    if not seat.substitute or percent == 100:
        return own
    facts = {**own.facts, "percent": percent, "full": own.points}
    return Points(seat.entrant, rounded(own.points * percent, 100), own.why, facts)


def _by_place(rules: SeasonRules, seat: GameSeat, present: Sequence[GameSeat], size: int) -> Points:
    place = seat.place or size
    sharing = sum(1 for other in present if other.place == seat.place)
    held = tuple(range(place, place + sharing))
    total = sum(_of_place(rules, each, size) for each in held)
    facts = {"place": place, "seats": size, "sharing": sharing, "total": total}
    why = f"{rules.points}_shared" if sharing > 1 else rules.points
    return Points(seat.entrant, rounded(total * UNIT, sharing), why, facts)


def _of_places(rules: SeasonRules, places: Sequence[int], size: int) -> int:
    if rules.needs_scores:
        return HUNDRED
    return sum(_of_place(rules, place, size) for place in places) * UNIT


def _of_place(rules: SeasonRules, place: int, size: int) -> int:
    """Return the whole points of a place that nobody shares."""
    if rules.points == "table":
        return rules.table[place - 1] if place <= len(rules.table) else 0
    if rules.points == "wins":
        return 1 if place == 1 else 0
    return size + 1 - place


def _share(seat: GameSeat, present: Sequence[GameSeat]) -> Points:
    best = max(other.score or 0 for other in present if other.place == 1)
    own = seat.score or 0
    facts = {"score": own, "best": best}
    if seat.place == 1:
        return Points(seat.entrant, HUNDRED, "share", facts)
    if best <= 0 or own <= 0:
        return Points(seat.entrant, 0, "share_nothing", facts)
    return Points(seat.entrant, min(HUNDRED, rounded(own * HUNDRED, best)), "share", facts)


def _normalised(rules: SeasonRules, title: str, seat: GameSeat) -> Points:
    par, own = rules.pars.get(title, 100), seat.score or 0
    facts = {"score": own, "par": par}
    points = min(2 * HUNDRED, max(0, rounded(own * HUNDRED, par)))
    return Points(seat.entrant, points, "normalised", facts)
