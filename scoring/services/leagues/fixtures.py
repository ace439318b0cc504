"""A schedule's games: who stayed away, who sits in for whom, and plays that were there before."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils import timezone

from scoring.errors import NotFound, ScoringError
from scoring.leagues.points import GameSeat
from scoring.leagues.rules import rules_of
from scoring.models import Division, Fixture, FixtureSeat, Play, Player, Result, Score, Season
from scoring.people import Who
from scoring.services.leagues.access import demand_organiser
from scoring.services.leagues.standings import recount
from scoring.services.leagues.sync import follow_play, note, write_awards


@transaction.atomic
def set_seats(
    fixture_id: int, who: Who, away: Collection[int], substitutes: Mapping[int, int]
) -> Fixture:
    """Say which entrants stay away from a fixture, and which players sit in for which entrants.

    With one or nobody left the fixture is decided at once; else it waits for the play of those left.
    Raises `NotFound`, `NotAllowed` to all but organisers, and `ScoringError` where the season is not
    under way, the game has been played, or someone may not sit in.
    """
    fixture, season = _locked(fixture_id)
    demand_organiser(season.league.club, who)
    if season.state != Season.State.OPEN:
        raise ScoringError("season_not_open", season=season.name)
    result = Result.objects.filter(fixture=fixture).first()
    if result is not None and result.play_id is not None:
        raise ScoringError("fixture_played")
    seats = list(fixture.seats.select_related("entrant__player"))
    _check_substitutes(season, seats, substitutes)
    for seat in seats:
        seat.forfeited = seat.entrant_id in away
        seat.substitute_id = substitutes.get(seat.entrant_id)
        seat.save(update_fields=["forfeited", "substitute"])
    _decide(fixture, season, seats, result)
    return fixture


def match_fixtures(fixture_id: int) -> None:
    """Look for a play of just who is left in a fixture, that was played before it was set so."""
    seats = FixtureSeat.objects.filter(fixture=fixture_id, forfeited=False)
    players = {
        substitute or merged or player
        for substitute, merged, player in seats.values_list(
            "substitute", "entrant__player__merged_into", "entrant__player"
        )
    }
    fixture = Fixture.objects.select_related("division__season").filter(pk=fixture_id).first()
    if fixture is None or len(players) < 2:
        return
    season = fixture.division.season
    plays = Play.objects.filter(
        withdrawn_at=None,
        rated=True,
        size=len(players),
        played_on__range=(season.starts_on, season.ends_on),
    )
    for player in players:
        plays = plays.filter(pk__in=Score.objects.filter(player=player).values("play"))
    for play_id in plays.order_by("played_on", "pk").values_list("pk", flat=True)[:50]:
        follow_play(play_id)


def _locked(fixture_id: int) -> tuple[Fixture, Season]:
    division = Division.objects.filter(fixtures=fixture_id).values_list("pk", flat=True).first()
    if division is None:
        raise NotFound("no_fixture")
    Division.objects.select_for_update().get(pk=division)
    fixture = Fixture.objects.select_related("division__season__league__club").get(pk=fixture_id)
    return fixture, fixture.division.season


def _check_substitutes(
    season: Season, seats: Collection[FixtureSeat], substitutes: Mapping[int, int]
) -> None:
    if not substitutes:
        return
    if rules_of(season.rules).substitutes == "forbidden":
        raise ScoringError("no_substitutes", season=season.name)
    own = {seat.entrant.player_id for seat in seats}
    known = {
        player.pk: player
        for player in Player.objects.filter(
            club_id=season.league.club_id, active=True, pk__in=substitutes.values()
        )
    }
    for pk in substitutes.values():
        if pk not in known:
            raise NotFound("no_player")
        if pk in own or list(substitutes.values()).count(pk) > 1:
            raise ScoringError("sits_already", name=known[pk].name)


def _decide(
    fixture: Fixture, season: Season, seats: Collection[FixtureSeat], result: Result | None
) -> None:
    left = [seat for seat in seats if not seat.forfeited]
    if len(left) > 1:
        if result is not None:
            result.delete()
            recount(fixture.division_id)
        return
    if result is None:
        result = Result.objects.create(
            division=fixture.division,
            fixture=fixture,
            on=min(max(timezone.localdate(), season.starts_on), season.ends_on),
        )
    result.state = Result.State.CONFIRMED
    note(result, "", "forfeited")
    write_awards(
        result,
        rules_of(season.rules),
        fixture.title,
        [GameSeat(seat.entrant_id, None, forfeited=seat.forfeited) for seat in seats],
        {},
    )
    recount(fixture.division_id)
