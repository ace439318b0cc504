"""Players' figures by title, kept up to date: what a play touches is marked, and counted up again.

Marking happens in the transaction that changes a play, counting after it. A row is counted from its
plays, never from its old self, so that doing it twice, late, or after a crash gives the same; the
mark stays until the count is committed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

from scoring.models import Play, PlayerStat, Score

CHUNK = 100
"""Rows counted in one transaction."""

_FIGURES = (
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
    "first_on",
    "last_on",
    "items",
    "stale",
)
_KNOWN = {"best", "least", "first_on", "last_on"}
"""Figures that may be unknown; all others are 0 then."""


def mark_play(play: Play) -> None:
    """Mark the figures of everybody who sits in a play, as it is stored now."""
    players = play.scores.filter(player__isnull=False).values_list("player_id", flat=True)
    mark(play.club_id, play.title, players)


def mark(club_id: int, title: str, player_ids: Iterable[int]) -> None:
    """Mark the figures of players in a title, making their rows where there are none."""
    # In order, so that two plays of the same people do not wait for each other.
    rows = [
        PlayerStat(club_id=club_id, player_id=player_id, title=title, stale=True)
        for player_id in sorted(set(player_ids))
    ]
    if rows:
        PlayerStat.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["player", "title"],
            update_fields=["stale"],
        )


def mark_club(club_id: int) -> tuple[str, ...]:
    """Mark every figure of a club, and return the titles it has played or has figures of."""
    pairs = (
        Score.objects.filter(play__club_id=club_id, player__isnull=False)
        .values_list("play__title", "player_id")
        .distinct()
    )
    by_title: dict[str, list[int]] = defaultdict(list)
    for title, player_id in pairs.iterator():
        if player_id is not None:
            by_title[title].append(player_id)
    PlayerStat.objects.filter(club_id=club_id).update(stale=True)
    for title, player_ids in by_title.items():
        mark(club_id, title, player_ids)
    known = PlayerStat.objects.filter(club_id=club_id).order_by().values_list("title", flat=True)
    return tuple(sorted(set(known.distinct()) | set(by_title)))


def refresh_play(play_id: int) -> None:
    """Count up what the change of a play has marked; nothing happens if the play is no more."""
    play = Play.objects.filter(pk=play_id).values_list("club_id", "title").first()
    if play is not None:
        refresh(*play)


def refresh(club_id: int, title: str) -> int:
    """Count up every marked figure of a club in a title, in parts; return how many rows that were."""
    done = 0
    while count := _refresh_some(club_id, title):
        done += count
    return done


@transaction.atomic
def _refresh_some(club_id: int, title: str) -> int:
    rows = list(
        PlayerStat.objects.select_for_update()
        .filter(club_id=club_id, title=title, stale=True)
        .order_by("player_id")[:CHUNK]
    )
    if not rows:
        return 0
    ids = [row.player_id for row in rows]
    figures, items = _figures(club_id, ids, title), _items(club_id, ids, title)
    gone = [row.pk for row in rows if row.player_id not in figures]
    kept = [row for row in rows if row.player_id in figures]
    for row in kept:
        for name, value in figures[row.player_id].items():
            setattr(row, name, value if name in _KNOWN else value or 0)
        row.items, row.stale, row.pk = items.get(row.player_id, {}), False, None
    # An upsert of rows that are there: Django writes it ten times quicker than a `bulk_update`.
    PlayerStat.objects.bulk_create(
        kept, update_conflicts=True, unique_fields=["player", "title"], update_fields=_FIGURES
    )
    PlayerStat.objects.filter(pk__in=gone).delete()
    return len(rows)


def _counted(club_id: int, player_ids: list[int], title: str) -> QuerySet[Score]:
    # Their plays are all the club's; said so, PostgreSQL looks at no others.
    return Score.objects.filter(
        play__club_id=club_id,
        player_id__in=player_ids,
        rank__isnull=False,
        play__title=title,
        play__withdrawn_at=None,
        play__tally_state=Play.TallyState.DONE,
    ).order_by()


def _figures(club_id: int, player_ids: list[int], title: str) -> dict[int, dict[str, Any]]:
    rows = (
        _counted(club_id, player_ids, title)
        .values("player_id")
        .annotate(
            the_plays=Count("id"),
            the_wins=Count("id", filter=Q(winner=True)),
            the_shared=Count("id", filter=Q(winner=True, play__winners__gt=1)),
            the_ranks=Sum("rank"),
            the_seats=Sum("play__size"),
            the_scored=Count("total"),
            the_points=Sum("total"),
            the_best=Max("total"),
            the_least=Min("total"),
            the_timed=Count("play__minutes"),
            the_minutes=Sum("play__minutes"),
            # Time counts only where the turns it was spent on are known too.
            the_seconds=Sum("seconds", filter=Q(turns__gt=0)),
            the_turns=Sum("turns", filter=Q(seconds__gt=0)),
            the_first_on=Min(F("play__played_on")),
            the_last_on=Max(F("play__played_on")),
        )
    )
    # Names of their own, since a sum may not be called what it is made of.
    return {
        row["player_id"]: {
            name.removeprefix("the_"): value for name, value in row.items() if name != "player_id"
        }
        for row in rows
    }


def _items(club_id: int, player_ids: list[int], title: str) -> dict[int, dict[str, list[int]]]:
    """Return by player and item of the sheet: in how many plays, how many, for how many points."""
    found: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for player_id, lines in _counted(club_id, player_ids, title).values_list("player_id", "lines"):
        seen = set()
        for line in lines:
            item = found[player_id or 0].setdefault(line["item"], [0, 0, 0])
            item[0] += line["item"] not in seen
            item[1] += line["count"]
            item[2] += line["points"]
            seen.add(line["item"])
    return found
