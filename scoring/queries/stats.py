"""Statistics: figures of a player, or of all seats at a club's tables, in few queries."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import ExtractYear

from scoring.figures import Bin, Rate, Streaks, bins, is_nemesis, rate, streaks
from scoring.models import Club, Player, Score
from scoring.queries.measures import SUMS, Figures, Filter, Split, split

MOST_RIVALS = 200


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met at the table: how often, and who finished ahead."""

    player_id: int
    public_id: str
    name: str
    plays: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """Return how often both had the same place."""
        return self.plays - self.ahead - self.behind

    @property
    def rate(self) -> Rate | None:
        """Return how often one finished before them."""
        return rate(self.ahead, self.plays)


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a player, or of everybody at a club's tables."""

    total: Figures
    by_title: Split
    by_order: Split
    by_colour: Split
    by_size: Split
    rivals: tuple[Rival, ...] = ()
    streaks: Streaks | None = None
    scores: tuple[Bin, ...] = ()
    years: tuple[tuple[int, int, int], ...] = ()
    records: tuple[Score, ...] = field(default=())

    @property
    def nemesis(self) -> Rival | None:
        """Return who finishes ahead most often, if somebody does more often than not."""
        found = [one for one in self.rivals if is_nemesis(one.behind, one.plays)]
        return max(found, key=lambda one: (one.behind / one.plays, one.plays), default=None)

    @property
    def favourite(self) -> Rival | None:
        """Return whom one finishes ahead of most often, if of somebody more often than not."""
        found = [one for one in self.rivals if is_nemesis(one.ahead, one.plays)]
        return max(found, key=lambda one: (one.ahead / one.plays, one.plays), default=None)


def player_report(player: Player, wish: Filter) -> Report:
    """Return a player's figures, in six queries."""
    # Their plays are all the club's; said so, PostgreSQL looks at no others.
    own = Score.objects.filter(
        wish.of_plays("play__"), play__club=player.club_id, player=player, rank__isnull=False
    )
    wins = own.order_by("play__played_on", "play_id").values_list("winner", flat=True)
    report = _report(own)
    return Report(
        report.total,
        report.by_title,
        report.by_order,
        report.by_colour,
        report.by_size,
        rivals=rivals(player, wish),
        streaks=streaks(wins.iterator()),
        scores=distribution(own) if wish.title else (),
        years=_years(own),
        records=_records(own, wish.title),
    )


def club_report(club: Club, wish: Filter) -> Report:
    """Return the figures of all seats at a club's tables, in two or three queries."""
    seats = Score.objects.filter(wish.of_plays("play__"), play__club=club, rank__isnull=False)
    report = _report(seats)
    return Report(
        report.total,
        report.by_title,
        report.by_order,
        report.by_colour,
        report.by_size,
        scores=distribution(seats) if wish.title else (),
        records=_records(seats, wish.title),
    )


def _report(seats: QuerySet[Score]) -> Report:
    cells = list(
        seats.order_by()
        .values("play__title", "play__size", "order", "colour")
        .annotate(**SUMS)
        .values("play__title", "play__size", "order", "colour", *SUMS)
    )
    rows = [{name.removeprefix("the_"): value for name, value in cell.items()} for cell in cells]
    total = Figures()
    for row in rows:
        total.add(row)
    return Report(
        total,
        split(rows, "play__title", lambda figures: -figures.plays),
        split(rows, "order"),
        split([row for row in rows if row["colour"]], "colour", lambda figures: -figures.plays),
        split(rows, "play__size"),
    )


def rivals(player: Player, wish: Filter) -> tuple[Rival, ...]:
    """Return whom a player met, most often met first, 200 at most."""
    rows = (
        Score.objects.filter(
            wish.of_plays("play__"),
            play__club=player.club_id,
            play__scores__player=player,
            rank__isnull=False,
        )
        .exclude(player=player)
        .exclude(player=None)
        .order_by()
        .values("player_id", "player__public_id", "player__name")
        .annotate(
            met=Count("id"),
            ahead=Count("id", filter=Q(rank__gt=F("play__scores__rank"))),
            behind=Count("id", filter=Q(rank__lt=F("play__scores__rank"))),
        )
        .order_by("-met", "player__name", "player_id")[:MOST_RIVALS]
    )
    return tuple(
        Rival(
            row["player_id"],
            row["player__public_id"],
            row["player__name"],
            row["met"],
            row["ahead"],
            row["behind"],
        )
        for row in rows
    )


def distribution(seats: QuerySet[Score]) -> tuple[Bin, ...]:
    """Return how often which scores came about."""
    rows = (
        seats.filter(total__isnull=False)
        .order_by()
        .values("total")
        .annotate(count=Count("id"))
        .values_list("total", "count")
    )
    return bins([(total, count) for total, count in rows.iterator() if total is not None])


def _years(own: QuerySet[Score]) -> tuple[tuple[int, int, int], ...]:
    rows = (
        own.order_by()
        .annotate(year=ExtractYear("play__played_on"))
        .values("year")
        .annotate(count=Count("id"), won=Count("id", filter=Q(winner=True)))
        .order_by("year")
        .values_list("year", "count", "won")
    )
    return tuple(rows)


def _records(seats: QuerySet[Score], title: str, most: int = 5) -> tuple[Score, ...]:
    """Return the highest scores of a title, or the newest wins over all titles."""
    wanted = seats.filter(total__isnull=False) if title else seats.filter(winner=True)
    order = ("-total", "play__played_on", "id") if title else ("-play__played_on", "-play_id")
    return tuple(wanted.select_related("play", "player").order_by(*order)[:most])
