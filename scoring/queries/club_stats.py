"""Statistics of a club: its table, its titles, its months, and what its sheets hold."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Sum
from django.db.models.functions import Coalesce, TruncMonth

from scoring.models import Club, Play, Player, PlayerStat, Score
from scoring.queries.measures import SUMS, Figures, Filter

MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line in a club's table."""

    public_id: str
    name: str
    figures: Figures


_STORED = (
    "plays",
    "wins",
    "shared",
    "ranks",
    "seats",
    "scored",
    "points",
    "best",
    "least",
    "timed",
    "minutes",
    "seconds",
    "turns",
)


def leaders(club: Club, wish: Filter) -> tuple[Ranked, ...]:
    """Return a club's players by wins, then by plays; 100 at most, in one query.

    From the stored figures unless the filter asks for more than a title.
    """
    rows = _stored(club, wish.title) if wish.is_plain else _counted(club, wish)
    found: dict[tuple[str, str], Figures] = defaultdict(Figures)
    for row in rows:
        found[row["player__public_id"], row["player__name"]].add(row)
    ranked = [Ranked(key, name, figures) for (key, name), figures in found.items()]
    ranked.sort(key=lambda one: (-one.figures.wins, -one.figures.plays, one.name))
    return tuple(ranked[:MOST_ROWS])


def regulars(club: Club, most: int = 12) -> tuple[list[Player], int]:
    """Return who played most in a club, each with `played`, their plays; and how many players there are.

    From the stored figures, in two queries.
    """
    players = Player.objects.filter(club=club, active=True)
    found = players.annotate(played=Coalesce(Sum("stats__plays"), 0))
    return list(found.order_by("-played", "sought", "id")[:most]), players.count()


def _stored(club: Club, title: str) -> Iterable[dict[str, Any]]:
    stats = PlayerStat.objects.filter(club=club, plays__gt=0)
    if title:
        stats = stats.filter(title=title)
    found: Iterable[dict[str, Any]] = stats.order_by().values(
        "player__public_id", "player__name", *_STORED
    )
    return found


def _counted(club: Club, wish: Filter) -> Iterable[dict[str, Any]]:
    rows = (
        Score.objects.filter(
            wish.of_plays("play__"), play__club=club, rank__isnull=False, player__isnull=False
        )
        .order_by()
        .values("player__public_id", "player__name")
        .annotate(**SUMS)
        .values("player__public_id", "player__name", *SUMS)
    )
    return ({name.removeprefix("the_"): value for name, value in row.items()} for row in rows)


@dataclass(frozen=True, slots=True)
class TitleRow:
    """What a club played of a title."""

    title: str
    plays: int
    minutes: int | None
    last_on: datetime.date


def titles_played(club: Club, wish: Filter) -> tuple[TitleRow, ...]:
    """Return the titles of a club, most played first, with their average length."""
    rows = (
        Play.objects.filter(wish.of_plays(), club=club)
        .order_by()
        .values("title")
        .annotate(
            count=Count("id"), timed=Count("minutes"), sum=Sum("minutes"), last=Max("played_on")
        )
        .order_by("-count", "title")
    )
    return tuple(
        TitleRow(
            row["title"],
            row["count"],
            row["sum"] // row["timed"] if row["timed"] else None,
            row["last"],
        )
        for row in rows
    )


def months(club: Club, wish: Filter, most: int = 24) -> tuple[tuple[datetime.date, int], ...]:
    """Return the plays of each of the last months in which something was played, oldest first."""
    rows = (
        Play.objects.filter(wish.of_plays(), club=club)
        .order_by()
        .annotate(month=TruncMonth("played_on"))
        .values("month")
        .annotate(count=Count("id"))
        .order_by("-month")
        .values_list("month", "count")[:most]
    )
    return tuple((month, count) for month, count in reversed(list(rows)) if month is not None)


def title_items(club: Club, title: str, player: Player | None = None) -> dict[str, list[int]]:
    """Return by item of a title's sheet: in how many seats it counted, how many, for how many points.

    From the stored figures of a player, or of everybody.
    """
    stats = PlayerStat.objects.filter(club=club, title=title)
    if player is not None:
        stats = stats.filter(player=player)
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for items in stats.order_by().values_list("items", flat=True)[:5000]:
        for item, sums in items.items():
            found[item] = [old + new for old, new in zip(found[item], sums, strict=True)]
    return dict(sorted(found.items()))


def variants_of(club: Club) -> list[str]:
    """Return the variants a club has played, by name; 50 at most."""
    rows = Play.objects.filter(club=club, withdrawn_at=None).exclude(variant="")
    return list(rows.order_by("variant").values_list("variant", flat=True).distinct()[:50])
