"""What statistics are made of: which plays are looked at, and the sums over their seats."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Count, Max, Min, Q, Sum

from scoring.figures import Rate, mean, rate
from scoring.models import Play, Result

_LCM = 27720  # divisible by every number of seats up to 12


@dataclass(frozen=True, slots=True)
class Filter:
    """What of the history is looked at; an empty filter is all of it.

    `variant` is as `Play.variant`, "-" for the game without any; `season` is a season's key.
    """

    title: str = ""
    size: int = 0
    since: datetime.date | None = None
    until: datetime.date | None = None
    variant: str = ""
    season: int = 0

    @property
    def is_plain(self) -> bool:
        """Say whether at most the title is chosen, so that stored figures answer."""
        return self == Filter(title=self.title)

    def of_plays(self, prefix: str = "") -> Q:
        """Return the condition on plays that count, from a relation that leads to them."""
        wanted: dict[str, Any] = {"withdrawn_at": None, "tally_state": Play.TallyState.DONE}
        wanted |= {"title": self.title} if self.title else {}
        wanted |= {"size": self.size} if self.size else {}
        wanted |= {"played_on__gte": self.since} if self.since else {}
        wanted |= {"played_on__lte": self.until} if self.until else {}
        wanted |= {"variant": "" if self.variant == "-" else self.variant} if self.variant else {}
        found = Q(**{f"{prefix}{name}": value for name, value in wanted.items()})
        if self.season:
            results = Result.objects.filter(division__season=self.season).values("play")
            found &= Q(**{f"{prefix}pk__in": results})
        return found


@dataclass(slots=True)
class Figures:
    """Sums over seats: what averages, rates and shares are made of."""

    plays: int = 0
    wins: int = 0
    shared: int = 0
    ranks: int = 0
    seats: int = 0
    scored: int = 0
    points: int = 0
    timed: int = 0
    minutes: int = 0
    seconds: int = 0
    turns: int = 0
    chance: int = 0
    """Wins that chance alone would give, in 27720ths."""
    best: int | None = None
    least: int | None = None

    def add(self, row: dict[str, Any]) -> None:
        """Add a row of sums."""
        for one in fields(self):
            if one.name in ("best", "least", "chance"):
                continue
            setattr(self, one.name, getattr(self, one.name) + (row.get(one.name) or 0))
        self.best = _extreme(max, self.best, row.get("best"))
        self.least = _extreme(min, self.least, row.get("least"))
        if row.get("play__size"):
            self.chance += row["plays"] * _LCM // row["play__size"]

    @property
    def win_rate(self) -> Rate | None:
        """Return how often it was won, a shared win counting as one."""
        return rate(self.wins, self.plays)

    @property
    def expected(self) -> int | None:
        """Return the per cent of wins that chance alone would give at these tables."""
        return (
            round(100 * self.chance / (_LCM * self.plays)) if self.plays and self.chance else None
        )

    @property
    def mean_rank(self) -> str:
        """Return the average place."""
        return mean(self.ranks, self.plays)

    @property
    def mean_points(self) -> str:
        """Return the average score."""
        return mean(self.points, self.scored)

    @property
    def mean_minutes(self) -> int | None:
        """Return the average length in minutes."""
        return self.minutes // self.timed if self.timed else None

    @property
    def turn_seconds(self) -> int | None:
        """Return the average seconds of a turn in games that were tracked."""
        return self.seconds // self.turns if self.turns else None


@dataclass(frozen=True, slots=True)
class Split:
    """Figures by one thing: title, seat, colour, number of players."""

    rows: tuple[tuple[Any, Figures], ...]


# Names of their own, since a sum may not be called what it is made of.
SUMS: dict[str, Any] = {
    "the_plays": Count("id"),
    "the_wins": Count("id", filter=Q(winner=True)),
    "the_shared": Count("id", filter=Q(winner=True, play__winners__gt=1)),
    "the_ranks": Sum("rank"),
    "the_seats": Sum("play__size"),
    "the_scored": Count("total"),
    "the_points": Sum("total"),
    "the_best": Max("total"),
    "the_least": Min("total"),
    "the_timed": Count("play__minutes"),
    "the_minutes": Sum("play__minutes"),
    "the_seconds": Sum("seconds", filter=Q(turns__gt=0)),
    "the_turns": Sum("turns", filter=Q(seconds__gt=0)),
}


def split(
    rows: Iterable[dict[str, Any]], by: str, key: Callable[[Figures], int] | None = None
) -> Split:
    """Return the figures of rows by one of their columns, in its order or that of `key`."""
    found: dict[Any, Figures] = defaultdict(Figures)
    for row in rows:
        found[row[by]].add(row)
    if key is None:
        return Split(tuple(sorted(found.items())))
    return Split(tuple(sorted(found.items(), key=lambda item: (key(item[1]), item[0]))))


def _extreme(of: Callable[[int, int], int], known: int | None, value: int | None) -> int | None:
    if known is None or value is None:
        return value if known is None else known
    return of(known, value)
