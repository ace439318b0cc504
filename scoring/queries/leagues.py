"""The read side of leagues, for whoever may see the club, in a bounded number of queries."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.errors import NotAllowed, NotFound
from scoring.leagues.rules import SeasonRules, rules_of
from scoring.models import (
    Award,
    Club,
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    League,
    Player,
    Result,
    Score,
    Season,
    Standing,
)
from scoring.people import Who
from scoring.queries import PAGE, Access, access_to

RECENT = 5
_MEASURED = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A season as one person finds it."""

    season: Season
    access: Access
    rules: SeasonRules

    @property
    def club(self) -> Club:
        """Return the club whose league it is."""
        return self.access.club

    @property
    def is_draft(self) -> bool:
        """Say whether it is still being prepared."""
        return self.season.state == Season.State.DRAFT

    @property
    def is_open(self) -> bool:
        """Say whether it is under way."""
        return self.season.state == Season.State.OPEN


def leagues_of(access: Access) -> QuerySet[League]:
    """Return the club's leagues with their seasons, the latest first; drafts for organisers alone."""
    seasons = Season.objects.order_by("-number")
    if not access.is_organiser:
        seasons = seasons.exclude(state=Season.State.DRAFT)
    return League.objects.filter(club=access.club).prefetch_related(
        Prefetch("seasons", seasons, to_attr="shown")
    )


def season_of(public_id: str, who: Who) -> Found:
    """Return a season, or raise `NotFound`; one that is a draft only organisers find. Two queries."""
    season = Season.objects.filter(public_id=public_id).select_related("league__club").first()
    if season is None:
        raise NotFound("no_season")
    try:
        access = access_to(season.league.club, who)
    except NotFound:
        raise NotFound("no_season") from None
    if season.state == Season.State.DRAFT and not access.is_organiser:
        raise NotFound("no_season")
    return Found(season, access, rules_of(season.rules))


def organised_season(public_id: str, who: Who) -> Found:
    """Return a season for one who organises it; raise `NotFound` or `NotAllowed`."""
    found = season_of(public_id, who)
    if not found.access.is_organiser:
        raise NotAllowed("organisers_only", club=found.club.name)
    return found


def tables(season: Season) -> QuerySet[Division]:
    """Return the divisions with their standings in order, each with its entrant and player."""
    rows = Standing.objects.select_related("entrant__player").order_by("line")
    return season.divisions.order_by("tier").prefetch_related(
        Prefetch("standings", rows, to_attr="rows")
    )


def divisions(season: Season) -> QuerySet[Division]:
    """Return the divisions with their entrants by name."""
    entrants = Entrant.objects.select_related("player").order_by("player__sought", "pk")
    return season.divisions.order_by("tier").prefetch_related(
        Prefetch("entrants", entrants, to_attr="members")
    )


def results(
    season: Season, page: int = 1, size: int = PAGE, waiting: bool = False
) -> tuple[tuple[Result, ...], bool]:
    """Return a page of results, newest first, with awards in order of place; and whether there are more."""
    start = (max(page, 1) - 1) * size
    held = all_results(season)
    if waiting:
        held = held.filter(state__in=[Result.State.REPORTED, Result.State.DISPUTED])
    found = list(held[start : start + size + 1])
    return tuple(found[:size]), len(found) > size


def all_results(season: Season) -> QuerySet[Result]:
    """Return a season's results, newest first, with awards in order of place."""
    return _results().filter(division__season=season).order_by("-on", "-pk")


def result_of(public_id: str, who: Who) -> tuple[Result, Found]:
    """Return a result with its season, or raise `NotFound`."""
    result = _results().filter(public_id=public_id).first()
    if result is None:
        raise NotFound("no_result")
    try:
        return result, season_of(result.division.season.public_id, who)
    except NotFound:
        raise NotFound("no_result") from None


def entrant_of(season: Season, entrant_id: int) -> Entrant:
    """Return an entrant with their standing, or raise `NotFound`."""
    entrant = (
        season.entrants.filter(pk=entrant_id)
        .select_related("player", "division", "standing")
        .first()
    )
    if entrant is None:
        raise NotFound("no_entrant")
    return entrant


def awards_of(entrant: Entrant) -> list[Award]:
    """Return all that an entrant was given, first to last, with results and plays."""
    return list(
        Award.objects.filter(entrant=entrant)
        .select_related("result__play", "entrant__player")
        .order_by("result__on", "result_id")
    )


def fixtures_of(season: Season, round_number: int) -> tuple[list[Fixture], list[int]]:
    """Return the fixtures of one round by division, and the numbers of all rounds."""
    rounds = sorted(
        Fixture.objects.filter(division__season=season)
        .order_by()
        .values_list("round", flat=True)
        .distinct()
    )
    seats = FixtureSeat.objects.select_related("entrant__player", "substitute").order_by("order")
    fixtures = (
        Fixture.objects.filter(division__season=season, round=round_number)
        .select_related("division", "result")
        .prefetch_related(Prefetch("seats", seats, to_attr="sitting"))
        .order_by("division__tier", "number")
    )
    return list(fixtures), rounds


def next_round(season: Season) -> int:
    """Return the first round with a game that is still to be played, else the last; 1 if there is none."""
    fixtures = Fixture.objects.filter(division__season=season).order_by("round")
    waiting = fixtures.filter(result=None).values_list("round", flat=True).first()
    if waiting is not None:
        return waiting
    return fixtures.values_list("round", flat=True).last() or 1


def fixture_of(season: Season, fixture_id: int) -> Fixture:
    """Return a fixture with its seats, or raise `NotFound`."""
    seats = FixtureSeat.objects.select_related("entrant__player", "substitute").order_by("order")
    fixture = (
        Fixture.objects.filter(division__season=season, pk=fixture_id)
        .select_related("division", "result")
        .prefetch_related(Prefetch("seats", seats, to_attr="sitting"))
        .first()
    )
    if fixture is None:
        raise NotFound("no_fixture")
    return fixture


def candidates(season: Season) -> QuerySet[Player]:
    """Return the club's active players who are not in the season yet, by name."""
    return (
        Player.objects.filter(club=season.league.club, active=True)
        .exclude(entries__season=season)
        .order_by("sought", "pk")
    )


def usual_score(club: Club, title: str) -> int:
    """Return what winners of the club's last hundred plays of a title usually had; 100 if unknown."""
    won = Score.objects.filter(
        play__club=club, play__title=title, play__withdrawn_at=None, winner=True, total__gt=0
    ).order_by("-play__played_on", "-play_id")
    totals = [total for total in won.values_list("total", flat=True)[:_MEASURED] if total]
    return statistics.median_low(totals) if totals else 100


def open_questions(season: Season) -> int:
    """Return how many results are disputed."""
    return Result.objects.filter(division__season=season, state=Result.State.DISPUTED).count()


def _results() -> QuerySet[Result]:
    awards = Award.objects.select_related("entrant__player", "result").order_by("place", "pk")
    return Result.objects.select_related("play", "fixture", "division__season").prefetch_related(
        Prefetch("awards", awards, to_attr="given")
    )
