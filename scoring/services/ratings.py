"""Ratings kept up to date: forward from where they are, and back to whatever changed.

A pool (a club in one title, or over all titles) holds a mark: every rated play up to it, in the order
(day, id), is counted. A new play moves the mark forward; a play that was edited, back-dated or withdrawn
takes the pool back to before it, from the steps kept of every play, and forward again. A pool is
locked while it moves and each stretch is one transaction, so a worker that dies leaves a pool at some
mark, right up to there, and whoever comes next goes on.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from django.db import connection, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from scoring import ratings
from scoring.models import Play, Rating, RatingPool, RatingStep, Score
from scoring.ratings import NEWCOMER, Seat, Skill
from scoring.registry import SCORE_TABLES

STRETCH = 2000
"""Plays counted in one transaction."""

Position = tuple[datetime.date, int]
_COLUMNS = (
    "pool_id",
    "play_id",
    "player_id",
    "played_on",
    "rank",
    "seats",
    "side",
    "mu",
    "sigma",
    "plays",
)
_Row = tuple[int, int, int, datetime.date, int, int, int, float, float, int]


@dataclass(frozen=True, slots=True)
class _Sat:
    player: int | None
    rank: int | None
    side: int


class _Partners(msgspec.Struct):
    partners: dict[str, str] = {}


def count_play(play_id: int) -> None:
    """Bring every pool that a play touches, or touched before it changed, up to date.

    Doing it again changes nothing. Each pool is a transaction of its own.
    """
    play = Play.objects.filter(pk=play_id).first()
    touched = set(
        RatingPool.objects.filter(steps__play=play_id).values_list("club_id", "title").distinct()
    )
    if play is not None and _is_rated(play):
        touched |= {(play.club_id, ""), (play.club_id, play.title)}
    for club_id, title in sorted(touched):
        _bring_up(club_id, title, play_id)


def count_pool(club_id: int, title: str = "") -> None:
    """Count whatever waits in a pool, stretch by stretch."""
    while _go_on(club_id, title):
        pass


def recount(club_id: int, title: str = "", since: datetime.date | None = None) -> None:
    """Count a pool anew from a day on; from its first play if none is given."""
    with transaction.atomic():
        pool = _locked(club_id, title)
        _rewind(pool, (since, 0) if since is not None else None)
        more = _stretch(pool)
    if more:
        count_pool(club_id, title)


def rated_plays(club_id: int, title: str = "") -> QuerySet[Play]:
    """Return the plays that count for a pool, in no order: tallied, in the history, and rated."""
    plays = Play.objects.filter(
        club_id=club_id, rated=True, tally_state=Play.TallyState.DONE, withdrawn_at=None
    )
    return plays.filter(title=title) if title else plays


def _bring_up(club_id: int, title: str, play_id: int) -> None:
    with transaction.atomic():
        pool = _locked(club_id, title)
        since = _changed_from(pool, play_id)
        if since is not None:
            _rewind(pool, since)
        more = _stretch(pool)
    if more:
        count_pool(club_id, title)


def _go_on(club_id: int, title: str) -> bool:
    with transaction.atomic():
        return _stretch(_locked(club_id, title))


def _locked(club_id: int, title: str) -> RatingPool:
    RatingPool.objects.get_or_create(club_id=club_id, title=title)
    return RatingPool.objects.select_for_update().get(club_id=club_id, title=title)


def _changed_from(pool: RatingPool, play_id: int) -> Position | None:
    """Return where the pool has to go back to for a play; None if its steps say what it says."""
    steps = list(RatingStep.objects.filter(pool=pool, play_id=play_id))
    play = rated_plays(pool.club_id, pool.title).filter(pk=play_id).first()
    seats = _seats_of([play_id], pool.title)[play_id] if play is not None else []
    if play is None or not _rateable(seats):
        return min(((step.played_on, play_id) for step in steps), default=None)
    here = (play.played_on, play_id)
    if not steps:
        return here if _is_past(pool, here) else None
    now = {(s.player or 0, s.rank, s.side, here[0], len(seats)) for s in seats}
    then = {(s.player_id, s.rank, s.side, s.played_on, s.seats) for s in steps}
    # Seats of unknown people leave no step, so that such a play is always counted anew.
    return None if now == then else min(here, (steps[0].played_on, play_id))


def _is_past(pool: RatingPool, position: Position) -> bool:
    return pool.counted_on is not None and position <= (pool.counted_on, pool.counted_play)


def _rewind(pool: RatingPool, since: Position | None) -> None:
    """Take back all steps from a position on; every rating is again that of its last step left."""
    steps = RatingStep.objects.filter(pool=pool)
    if since is None:
        steps.delete()
        Rating.objects.filter(pool=pool).delete()
        pool.counted_on, pool.counted_play = None, 0
    else:
        gone = steps.filter(_from(since))
        players = list(gone.values_list("player_id", flat=True).distinct())
        gone.delete()
        _restore(pool, players)
        pool.counted_on, pool.counted_play = since[0], since[1] - 1
    pool.behind = True
    pool.save(update_fields=["counted_on", "counted_play", "behind"])


def _restore(pool: RatingPool, players: Sequence[int]) -> None:
    last = (
        RatingStep.objects.filter(pool=pool, player=OuterRef("player"))
        .order_by("-played_on", "-play_id")
        .values("pk")[:1]
    )
    held = Rating.objects.filter(pool=pool, player__in=players)
    steps = RatingStep.objects.in_bulk(
        [pk for pk in held.annotate(last=Subquery(last)).values_list("last", flat=True) if pk]
    )
    kept = {step.player_id for step in steps.values()}
    held.exclude(player__in=kept).delete()
    _write_ratings(
        [
            Rating(
                pool=pool,
                player_id=step.player_id,
                mu=step.mu,
                sigma=step.sigma,
                plays=step.plays,
                last_on=step.played_on,
            )
            for step in steps.values()
        ]
    )


def _stretch(pool: RatingPool) -> bool:
    """Count the next plays after the mark; return whether there may be more."""
    waiting = rated_plays(pool.club_id, pool.title)
    if pool.counted_on is not None:
        waiting = waiting.filter(_after((pool.counted_on, pool.counted_play)))
    # Both columns in the direction of the history's indexes, read backwards.
    plays = list(waiting.order_by("played_on", "pk").values_list("pk", "played_on")[:STRETCH])
    if plays:
        _count(pool, plays)
        pool.counted_play, pool.counted_on = plays[-1]
    more = len(plays) == STRETCH
    if plays or pool.behind != more:
        pool.behind = more
        pool.save(update_fields=["counted_on", "counted_play", "behind"])
    return more


def _count(pool: RatingPool, plays: Sequence[tuple[int, datetime.date]]) -> None:
    seats = _seats_of([play_id for play_id, _ in plays], pool.title)
    players = {seat.player for own in seats.values() for seat in own if seat.player is not None}
    held: dict[int, tuple[Skill, int]] = {
        player: (Skill(mu, sigma), count)
        for player, mu, sigma, count in Rating.objects.filter(
            pool=pool, player__in=players
        ).values_list("player_id", "mu", "sigma", "plays")
    }
    last_on: dict[int, datetime.date] = {}
    rows: list[_Row] = []
    for play_id, played_on in plays:
        own = seats.get(play_id, [])
        if not _rateable(own):
            continue
        before = [held.get(s.player or 0, (NEWCOMER, 0))[0] for s in own]
        after = ratings.after(
            [Seat(skill, s.rank or 0, s.side) for skill, s in zip(before, own, strict=True)]
        )
        for s, skill in zip(own, after, strict=True):
            if s.player is None:  # an unknown opponent is a newcomer each time
                continue
            count = held.get(s.player, (NEWCOMER, 0))[1] + 1
            held[s.player], last_on[s.player] = (skill, count), played_on
            rows.append(
                (
                    *(pool.pk, play_id, s.player, played_on, s.rank or 0, len(own), s.side),
                    *(skill.mu, skill.sigma, count),
                )
            )
    _write_steps(rows)
    _write_ratings(
        [
            Rating(
                pool=pool,
                player_id=player,
                mu=held[player][0].mu,
                sigma=held[player][0].sigma,
                plays=held[player][1],
                last_on=day,
            )
            for player, day in last_on.items()
        ]
    )


def _write_steps(rows: Sequence[_Row]) -> None:
    if connection.vendor == "postgresql" and len(rows) > 100:
        # A rebuild writes millions of these; COPY takes a fifth of the time of inserts.
        table, columns = RatingStep._meta.db_table, ", ".join(_COLUMNS)
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as into,
        ):
            for row in rows:
                into.write_row(row)
        return
    RatingStep.objects.bulk_create(
        [RatingStep(**dict(zip(_COLUMNS, row, strict=True))) for row in rows], batch_size=500
    )


def _write_ratings(rows: Sequence[Rating]) -> None:
    Rating.objects.bulk_create(
        sorted(rows, key=lambda row: row.player_id),
        batch_size=500,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["mu", "sigma", "plays", "last_on"],
    )


def _seats_of(play_ids: Sequence[int], title: str) -> dict[int, list[_Sat]]:
    teams = _teams_of(play_ids, title)
    seats: dict[int, list[_Sat]] = defaultdict(list)
    scores = Score.objects.filter(play__in=play_ids).order_by("play_id", "order", "pk")
    for play_id, seat, player, rank in scores.values_list("play_id", "seat", "player_id", "rank"):
        seats[play_id].append(_Sat(player, rank, teams.get((play_id, seat), 0)))
    return seats


def _teams_of(play_ids: Sequence[int], title: str) -> dict[tuple[int, str], int]:
    """Return the number of the team of each seat that plays in one, by the sheets that name partners."""
    titles = [key for key, table in SCORE_TABLES.items() if _has_partners(table.sheet_type)]
    if title and title not in titles:
        return {}
    with_teams = Play.objects.filter(
        pk__in=play_ids, title__in=titles, sheet__contains='"partners":{"'
    )
    teams: dict[tuple[int, str], int] = {}
    for play_id, sheet in with_teams.values_list("pk", "sheet"):
        partners = msgspec.json.decode(sheet, type=_Partners).partners
        numbers = {side: number for number, side in enumerate(sorted(set(partners.values())), 1)}
        for seat, side in partners.items():
            teams[play_id, seat] = teams[play_id, side] = numbers[side]
    return teams


def _has_partners(sheet_type: type) -> bool:
    return "partners" in getattr(sheet_type, "__struct_fields__", ())


def _rateable(seats: Sequence[_Sat]) -> bool:
    players = [seat.player for seat in seats if seat.player is not None]
    # Who sits twice, or plays only unknown people's game, says nothing about anyone's strength.
    return (
        bool(players)
        and len(set(players)) == len(players)
        and ratings.is_rateable([seat.rank for seat in seats], [seat.side for seat in seats])
    )


def _is_rated(play: Play) -> bool:
    return play.rated and play.is_counted


def _after(position: Position) -> Q:
    day, play_id = position
    return Q(played_on__gte=day) & (Q(played_on__gt=day) | Q(pk__gt=play_id))


def _from(position: Position) -> Q:
    day, play_id = position
    return Q(played_on__gte=day) & (Q(played_on__gt=day) | Q(play_id__gte=play_id))


def pools_of(club_ids: Iterable[int] | None = None) -> list[tuple[int, str]]:
    """Return every (club, title) that has plays or ratings, with "" for all titles; of all clubs if None."""
    plays, pools = Play.objects.order_by(), RatingPool.objects.order_by()
    if club_ids is not None:
        plays, pools = plays.filter(club__in=club_ids), pools.filter(club__in=club_ids)
    own = set(plays.values_list("club_id", "title").distinct())
    own |= set(pools.values_list("club_id", "title"))
    return sorted(own | {(club_id, "") for club_id, _ in own})
