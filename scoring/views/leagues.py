"""The pages of leagues for everyone: tables, rules, fixtures, results, and where each point comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from scoring import league_words, queries
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms.leagues import WordsForm
from scoring.guests import who_of
from scoring.models import Result, Season
from scoring.queries import leagues as league_queries
from scoring.queries.leagues import Found
from scoring.services import leagues
from scoring.services.leagues.access import sat_in
from scoring.views.base import page, page_number


@require_GET
@page
def club_leagues(request: HttpRequest, club_id: str) -> HttpResponse:
    """List a club's leagues with their seasons."""
    access = queries.club_access(club_id, who_of(request))
    shown = list(league_queries.leagues_of(access)[:100])
    context = {"access": access, "club": access.club, "leagues": shown}
    return render(request, "scoring/leagues/list.html", context)


@require_GET
@page
def season(request: HttpRequest, season_id: str) -> HttpResponse:
    """Show a season: its tables, the round that is on, and the last results."""
    found = league_queries.season_of(season_id, who_of(request))
    if found.is_draft:
        return redirect("scoring:season_manage", season_id)
    last, _ = league_queries.results(found.season, size=league_queries.RECENT)
    context = _context(found) | {
        "divisions": list(league_queries.tables(found.season)),
        "results": last,
        "disputed": league_queries.open_questions(found.season) if found.is_open else 0,
    }
    return render(request, "scoring/leagues/season.html", context)


@require_GET
@page
def rules(request: HttpRequest, season_id: str) -> HttpResponse:
    """Say how a season is counted, from its settings."""
    found = league_queries.season_of(season_id, who_of(request))
    chapters = league_words.chapters(found.rules, found.season.divisions.count())
    context = _context(found) | {"chapters": chapters}
    return render(request, "scoring/leagues/rules.html", context)


@require_GET
@page
def entrant(request: HttpRequest, season_id: str, entrant_id: int) -> HttpResponse:
    """Show where every point of an entrant comes from."""
    found = league_queries.season_of(season_id, who_of(request))
    shown = league_queries.entrant_of(found.season, entrant_id)
    parted = shown.standing.parted_by if hasattr(shown, "standing") else ""
    context = _context(found) | {
        "entrant": shown,
        "awards": league_queries.awards_of(shown),
        "parted_by": league_words.TIE_BREAKS[parted]() if parted else "",
    }
    return render(request, "scoring/leagues/entrant.html", context)


@require_GET
@page
def fixtures(request: HttpRequest, season_id: str) -> HttpResponse:
    """Show one round of a schedule, at first the one that is on."""
    found = league_queries.season_of(season_id, who_of(request))
    asked = request.GET.get("round", "")
    number = page_number(asked) if asked else league_queries.next_round(found.season)
    shown, rounds = league_queries.fixtures_of(found.season, min(number, 10_000))
    context = _context(found) | {"fixtures": shown, "rounds": rounds, "number": number}
    return render(request, "scoring/leagues/fixtures.html", context)


@require_GET
@page
def results(request: HttpRequest, season_id: str) -> HttpResponse:
    """List a season's results, newest first; only those that wait to be settled if asked."""
    found = league_queries.season_of(season_id, who_of(request))
    number, waiting = page_number(request.GET.get("page", "")), "waiting" in request.GET
    shown, has_more = league_queries.results(found.season, number, waiting=waiting)
    context = _context(found) | {
        "results": shown,
        "number": number,
        "has_more": has_more,
        "waiting": waiting,
    }
    return render(request, "scoring/leagues/results.html", context)


@require_GET
@page
def result(request: HttpRequest, result_id: str) -> HttpResponse:
    """Show what a result gave to whom and why, what was said about it, and what one may do."""
    shown, found = league_queries.result_of(result_id, who_of(request))
    return render(request, "scoring/leagues/result.html", _result_context(request, shown, found))


def _result_context(request: HttpRequest, shown: Result, found: Found) -> dict[str, Any]:
    is_organiser = found.access.is_organiser
    may = found.is_open and (is_organiser or bool(sat_in(shown, who_of(request))))
    state = Result.State(shown.state)
    return _context(found) | {
        "result": shown,
        "may_confirm": may and (state == "reported" or (is_organiser and state != "confirmed")),
        "may_dispute": may and (state != "void" or is_organiser),
        "may_settle": found.is_open and is_organiser,
        "form": WordsForm(),
    }


@require_POST
@page
def confirm(request: HttpRequest, result_id: str) -> HttpResponse:
    """Confirm a result as one who sat in it."""
    return _act(
        request,
        result_id,
        lambda shown, who, _: leagues.confirm(shown.pk, who),
        gettext("Confirmed."),
    )


@require_POST
@page
def dispute(request: HttpRequest, result_id: str) -> HttpResponse:
    """Say that a result is wrong."""
    return _act(
        request,
        result_id,
        lambda shown, who, why: leagues.dispute(shown.pk, who, why),
        gettext("Disputed: it counts again once an organiser has settled it."),
    )


@require_POST
@page
def settle(request: HttpRequest, result_id: str) -> HttpResponse:
    """Confirm a result or strike it out as an organiser."""
    state = Result.State.VOID if request.POST.get("state") == "void" else Result.State.CONFIRMED
    return _act(
        request,
        result_id,
        lambda shown, who, why: leagues.settle(shown.pk, who, state, why),
        gettext("Struck out.") if state == Result.State.VOID else gettext("Confirmed."),
    )


def _act(
    request: HttpRequest, result_id: str, act: Callable[[Result, Any, str], object], done: str
) -> HttpResponse:
    shown, _ = league_queries.result_of(result_id, who_of(request))
    form = WordsForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Say it in 500 characters."))
        return redirect("scoring:result", shown.public_id)
    try:
        act(shown, who_of(request), form.cleaned_data["why"])
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("scoring:result", shown.public_id)


def _context(found: Found) -> dict[str, Any]:
    return {
        "found": found,
        "access": found.access,
        "club": found.club,
        "season": found.season,
        "league": found.season.league,
        "has_rounds": found.rules.play == "rounds",
        "is_closed": found.season.state == Season.State.CLOSED,
    }
