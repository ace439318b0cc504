"""The read side of ratings: a club's lists, a player's history, what a play changed and why it did not."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from scoring import ratings
from scoring.models import Club, Play, Player, Rating, RatingPool, RatingStep
from scoring.queries import PAGE
from scoring.ratings import NEWCOMER

CHARTED = 60
"""Plays that the chart of a history shows, the latest."""

MOST_UNLISTED = 100


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a club's ratings in a pool, and on the first page those who are not on the list."""

    ratings: tuple[Rating, ...]
    has_more: bool
    unlisted: tuple[Rating, ...]
    behind_since: datetime.date | None
    is_behind: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What one play made of a rating: from, to, and how sure it was after."""

    step: RatingStep
    before: int
    after: int
    doubt: int

    @property
    def by(self) -> int:
        """Return the points won, below zero if lost."""
        return self.after - self.before


def listing(club: Club, title: str, today: datetime.date, page: int = 1) -> Listing:
    """Return a page of 25 ratings with their `place` (ties shared), the best first.

    On the list is who has played often enough, and within a year. At most four queries.
    """
    pool = RatingPool.objects.filter(club=club, title=title).first()
    if pool is None:
        return Listing((), False, (), None, False)
    held = Rating.objects.filter(pool=pool, player__active=True).select_related("player")
    fresh = today - datetime.timedelta(days=ratings.LISTED_FOR_DAYS)
    on_it = Q(plays__gte=ratings.LISTED_AFTER, last_on__gte=fresh)
    start = (max(page, 1) - 1) * PAGE
    listed = list(
        held.filter(on_it)
        .annotate(place=Window(Rank(), order_by=F("mu").desc()))
        .order_by("-mu", "player__sought", "pk")[start : start + PAGE + 1]
    )
    unlisted = held.exclude(on_it).order_by("-plays", "player__sought", "pk")[:MOST_UNLISTED]
    return Listing(
        tuple(listed[:PAGE]),
        len(listed) > PAGE,
        tuple(unlisted) if page <= 1 else (),
        pool.counted_on,
        pool.behind,
    )


def ratings_of(player: Player) -> tuple[Rating, ...]:
    """Return all ratings of a player, that over all titles first. One query."""
    held = Rating.objects.filter(player=player).select_related("pool").order_by("pool__title")
    return tuple(held)


def changes(player: Player, title: str, page: int = 1) -> tuple[tuple[Change, ...], bool]:
    """Return a page of what plays made of a player's rating, newest first, and whether there are more."""
    start = (max(page, 1) - 1) * PAGE
    steps = list(_steps(player, title).select_related("play")[start : start + PAGE + 1])
    befores = [*(step.mu for step in steps[1:]), NEWCOMER.mu]
    found = [_change(step, before) for step, before in zip(steps, befores, strict=False)]
    return tuple(found[:PAGE]), len(steps) > PAGE


def course(player: Player, title: str) -> tuple[RatingStep, ...]:
    """Return a player's last 60 steps, oldest first. One query."""
    return tuple(reversed(_steps(player, title)[:CHARTED]))


def changes_by_play(play: Play) -> dict[str, tuple[Change, ...]]:
    """Return what a play made of everyone's ratings, by title ("" over all), in order of place.

    Three queries at the most, whatever the number of seats.
    """
    steps = list(
        RatingStep.objects.filter(play=play)
        .select_related("pool", "player")
        .order_by("-pool__title", "rank", "player__sought")
    )
    if not steps:
        return {}
    day, players = steps[0].played_on, {step.player_id for step in steps}
    earlier = RatingStep.objects.filter(
        Q(played_on__lt=day) | Q(played_on=day, play_id__lt=play.pk),
        pool__in={step.pool_id for step in steps},
        player__in=players,
    ).annotate(
        back=Window(
            Rank(),
            partition_by=[F("pool"), F("player")],
            order_by=[F("played_on").desc(), F("play_id").desc()],
        )
    )
    before = {(step.pool_id, step.player_id): step.mu for step in earlier.filter(back=1)}
    found: dict[str, list[Change]] = {}
    for step in steps:
        was = before.get((step.pool_id, step.player_id), NEWCOMER.mu)
        found.setdefault(step.pool.title, []).append(_change(step, was))
    return {title: tuple(own) for title, own in found.items()}


def why_unrated(play: Play) -> str:
    """Return a key for why a play has no ratings; empty if it has, or soon will have."""
    if play.withdrawn_at is not None:
        return "withdrawn"
    if play.tally_state == Play.TallyState.FAILED:
        return "failed"
    if not play.rated:
        return "house_rules" if play.house_rules else "unrated"
    seats = list(play.scores.all())
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    if play.tally_state == Play.TallyState.DONE and any(seat.rank is None for seat in seats):
        return "unranked"
    if len(set(players)) < len(players):
        return "twice"
    if len(seats) < 2 or not players:
        return "alone"
    return "crowd" if len(seats) > ratings.MOST_SEATS else ""


def _steps(player: Player, title: str) -> QuerySet[RatingStep]:
    # By the pool's id, so that the index of the history serves.
    pool = RatingPool.objects.filter(club=player.club_id, title=title).values("pk")[:1]
    return RatingStep.objects.filter(player=player, pool=pool).order_by("-played_on", "-play_id")


def _change(step: RatingStep, before: float) -> Change:
    return Change(step, ratings.shown(before), ratings.shown(step.mu), ratings.doubt(step.sigma))
