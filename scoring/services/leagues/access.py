"""Who may do what in a league: shared by its services. Everything is looked up under lock."""

from __future__ import annotations

from django.db.models import Q

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Award, Club, Member, Result, Season
from scoring.people import Who

Draft, Open, Closed = Season.State.DRAFT, Season.State.OPEN, Season.State.CLOSED
_REFUSALS = {Draft: "season_not_draft", Open: "season_not_open", Closed: "season_not_closed"}


def organises(club: Club, who: Who) -> Member | None:
    """Return the membership of an organiser of the club, or None."""
    if not who.is_known:
        return None
    return Member.objects.filter(who.owns(), club=club).exclude(role=Member.Role.MEMBER).first()


def demand_organiser(club: Club, who: Who) -> Member:
    """Return the organiser that `who` is, or raise `NotAllowed`."""
    member = organises(club, who)
    if member is None:
        raise NotAllowed("organisers_only", club=club.name)
    return member


def locked_season(season_id: int, who: Who, *states: Season.State) -> Season:
    """Return a season for its organiser to change, in one of the states, locked.

    Raises `NotFound`, `NotAllowed`, or `ScoringError` where it is in another state.
    """
    season = (
        Season.objects.select_for_update(of=("self",))
        .select_related("league__club")
        .filter(pk=season_id)
        .first()
    )
    if season is None:
        raise NotFound("no_season")
    demand_organiser(season.league.club, who)
    if states and season.state not in states:
        raise ScoringError(_REFUSALS[states[0]], season=season.name)
    return season


def sat_in(result: Result, who: Who) -> str:
    """Return the name of who asks as a player of the result, empty if they did not sit in it."""
    if not who.is_known:
        return ""
    awards = Award.objects.filter(result=result).select_related("entrant__player__merged_into")
    for award in awards:
        player = award.entrant.player.merged_into or award.entrant.player
        if (who.user_id is not None and player.user_id == who.user_id) or (
            who.user_id is None and player.guest == who.guest
        ):
            return player.name
    if result.play is None:
        return ""
    score = result.play.scores.filter(_is(who)).first()
    return score.name if score is not None else ""


def _is(who: Who) -> Q:
    if who.user_id is not None:
        return Q(player__user_id=who.user_id)
    return Q(player__guest=who.guest)
