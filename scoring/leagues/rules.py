"""The rules of a season, as an organiser sets them; fixed once the season is open. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from scoring.leagues.units import MOST_POINTS

System = Literal["place", "table", "share", "normalised", "wins"]
Total = Literal["sum", "mean"]
Substitutes = Literal["full", "half", "none", "forbidden"]
Play = Literal["free", "rounds"]
TieBreak = Literal["wins", "head_to_head", "best_game"]

MOST_ROUNDS = 30
MOST_GAMES = 200
MOST_MOVES = 20
SEATS = (2, 6)

Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Par = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Games = Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)]


class SeasonRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What decides a season. Points here are whole; those awarded are in sixtieths (`units`)."""

    titles: tuple[str, ...] = ()
    """Titles that count; all if empty."""

    points: System = "place"
    table: Annotated[tuple[Points, ...], msgspec.Meta(max_length=12)] = (10, 6, 3, 1)
    """For "table": points of each place; 0 beyond its end."""

    pars: dict[str, Par] = {}
    """For "normalised": the score of each title that is worth 100."""

    total: Total = "sum"
    best: Games = 0
    """Only so many best games count; 0 for all."""

    least: Games = 0
    """Who played fewer games has no place."""

    forfeit: Points = 0
    """Points of a game that an entrant stayed away from."""

    substitutes: Substitutes = "full"
    play: Play = "free"
    seats: Annotated[int, msgspec.Meta(ge=SEATS[0], le=SEATS[1])] = 4
    """For "rounds": how many sit at a table."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 5
    """For "rounds": how many rounds are held."""

    confirm: bool = False
    """A result counts only once someone who sat in it, or an organiser, has confirmed it."""

    ties: tuple[TieBreak, ...] = ("head_to_head", "wins", "best_game")
    """What parts equal points, in this order; what is still level shares its place."""

    moves: Annotated[int, msgspec.Meta(ge=0, le=MOST_MOVES)] = 0
    """How many go up and down between neighbouring divisions at the end."""

    def counts_title(self, title: str) -> bool:
        """Say whether plays of a title count."""
        return not self.titles or title in self.titles

    @property
    def needs_scores(self) -> bool:
        """Say whether places alone do not tell the points."""
        return self.points in ("share", "normalised")


def rules_of(stored: dict[str, object]) -> SeasonRules:
    """Return the rules from their stored form."""
    return msgspec.convert(stored, SeasonRules)


def stored(rules: SeasonRules) -> dict[str, object]:
    """Return the form in which rules are stored: plain values for JSON."""
    plain: dict[str, object] = msgspec.to_builtins(rules)
    return plain
