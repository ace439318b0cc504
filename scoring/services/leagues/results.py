"""Results confirmed by who sat in them, disputed, and settled by an organiser."""

from __future__ import annotations

from django.db import transaction

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.leagues.rules import rules_of
from scoring.models import Division, Result, Season
from scoring.people import Who
from scoring.services.leagues.access import demand_organiser, organises, sat_in
from scoring.services.leagues.standings import recount
from scoring.services.leagues.sync import note, weigh

MOST_WORDS = 500
State = Result.State


@transaction.atomic
def confirm(result_id: int, who: Who) -> Result:
    """Confirm a reported result; one that is disputed or struck out takes an organiser.

    Raises `NotFound`, `NotAllowed` to all who neither sat in it nor organise, `ScoringError`.
    """
    result, name, is_organiser = _entered(result_id, who)
    if result.state == State.CONFIRMED:
        return result
    if result.state != State.REPORTED and not is_organiser:
        raise _settled(result)
    return _become(result, State.CONFIRMED, name, "confirmed")


@transaction.atomic
def dispute(result_id: int, who: Who, why: str) -> Result:
    """Say that a result is wrong, and why; it does not count until an organiser settles it.

    Raises as `confirm` does. Disputing again adds to what was said.
    """
    result, name, is_organiser = _entered(result_id, who)
    if result.state == State.VOID and not is_organiser:
        raise _settled(result)
    return _become(result, State.DISPUTED, name, "disputed", why[:MOST_WORDS])


@transaction.atomic
def settle(result_id: int, who: Who, state: Result.State, why: str = "") -> Result:
    """Confirm a result or strike it out, whatever was said; raise `NotAllowed` to all but organisers."""
    result = _locked(result_id)
    member = demand_organiser(result.division.season.league.club, who)
    what = "struck_out" if state == State.VOID else "settled"
    return _become(result, state, member.name, what, why[:MOST_WORDS])


def _entered(result_id: int, who: Who) -> tuple[Result, str, bool]:
    result = _locked(result_id)
    club = result.division.season.league.club
    member = organises(club, who)
    name = sat_in(result, who) or (member.name if member is not None else "")
    if not name:
        raise NotAllowed("not_at_table", club=club.name)
    return result, name, member is not None


def _locked(result_id: int) -> Result:
    """Return a result of an open season, its division locked as for every change of its points."""
    division = Division.objects.filter(results=result_id).values_list("pk", flat=True).first()
    if division is None:
        raise NotFound("no_result")
    Division.objects.select_for_update().get(pk=division)
    result = (
        Result.objects.select_related("play", "division__season__league__club")
        .filter(pk=result_id)
        .first()
    )
    if result is None:
        raise NotFound("no_result")
    season = result.division.season
    if season.state != Season.State.OPEN:
        raise ScoringError("season_not_open", season=season.name)
    return result


def _become(result: Result, state: str, by: str, what: str, text: str = "") -> Result:
    result.state = state
    note(result, by, what, text)
    weigh(result, rules_of(result.division.season.rules))
    recount(result.division_id)
    return result


def _settled(result: Result) -> ScoringError:
    return ScoringError("result_settled", state=State(result.state).label.lower())
