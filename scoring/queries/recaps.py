"""What a year held, for a page to pass on."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Min, OuterRef, Subquery, Sum
from django.db.models.functions import TruncMonth

from scoring.models import Club, Play, Player, Score
from scoring.queries.club_stats import TitleRow, titles_played
from scoring.queries.measures import Filter


@dataclass(frozen=True, slots=True)
class Recap:
    """A club's year in figures; what did not happen is None."""

    plays: int
    minutes: int
    days: int
    people: int
    newcomers: int
    titles: tuple[TitleRow, ...]
    longest: Play | None
    bests: tuple[Score, ...]
    busiest: Player | None
    busiest_plays: int

    @property
    def hours(self) -> int:
        """Return the hours played, rounded."""
        return (self.minutes + 30) // 60


def club_recap(club: Club, wish: Filter) -> Recap:
    """Return a club's figures of a year or season, in seven queries."""
    plays = Play.objects.filter(wish.of_plays(), club=club).order_by()
    sums = plays.aggregate(
        count=Count("id"), minutes=Sum("minutes"), days=Count("played_on", distinct=True)
    )
    seats = Score.objects.filter(wish.of_plays("play__"), play__club=club, rank__isnull=False)
    people = list(
        seats.filter(player__isnull=False)
        .order_by()
        .values("player_id")
        .annotate(count=Count("id"))
        .order_by("-count", "player_id")
        .values_list("player_id", "count")
    )
    busiest = Player.objects.filter(pk=people[0][0]).first() if people else None
    return Recap(
        sums["count"],
        sums["minutes"] or 0,
        sums["days"],
        len(people),
        _newcomers(club, wish, [player for player, _ in people]),
        titles_played(club, wish),
        plays.filter(minutes__isnull=False).order_by("-minutes", "id").first(),
        _bests(club, wish),
        busiest,
        people[0][1] if people else 0,
    )


def _newcomers(club: Club, wish: Filter, player_ids: Sequence[int | None]) -> int:
    """Return how many of some players had never played here before."""
    if wish.since is None or not player_ids:
        return 0
    firsts = (
        Score.objects.filter(Filter().of_plays("play__"), play__club=club, player__in=player_ids)
        .order_by()
        .values("player_id")
        .annotate(first=Min("play__played_on"))
        .filter(first__gte=wish.since)
    )
    return firsts.count()


def _bests(club: Club, wish: Filter) -> tuple[Score, ...]:
    """Return the highest score of each title, the first to reach it where several did."""
    ranked = Score.objects.filter(
        wish.of_plays("play__"),
        play__club=club,
        play__title=OuterRef("play__title"),
        total__isnull=False,
    ).order_by("-total", "play__played_on", "id")
    tops = (
        Score.objects.filter(wish.of_plays("play__"), play__club=club)
        .order_by()
        .values("play__title")
        .annotate(top=Subquery(ranked.values("pk")[:1]))
        .values_list("top", flat=True)
        .distinct()
    )
    found = Score.objects.filter(pk__in=[top for top in tops if top is not None])
    return tuple(found.select_related("play", "player").order_by("play__title"))


def player_months(player: Player, wish: Filter) -> tuple[tuple[datetime.date, int], ...]:
    """Return a player's plays by month, oldest first; 24 months at most."""
    rows = (
        Score.objects.filter(
            wish.of_plays("play__"), play__club=player.club_id, player=player, rank__isnull=False
        )
        .order_by()
        .annotate(month=TruncMonth("play__played_on"))
        .values("month")
        .annotate(count=Count("id"))
        .order_by("-month")
        .values_list("month", "count")[:24]
    )
    return tuple((month, count) for month, count in reversed(list(rows)) if month is not None)
