"""The pages of leagues for organisers: founding, preparing, opening, closing, who stays away."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import queries
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms.leagues import DatesForm, LeagueForm, SeasonForm, initial_of
from scoring.guests import who_of
from scoring.leagues.rules import SeasonRules
from scoring.models import Club
from scoring.people import Who
from scoring.queries import leagues as league_queries
from scoring.queries.leagues import Found
from scoring.registry import SCORE_TABLES
from scoring.services import leagues
from scoring.views.base import page

_MOST_LOT = 999


@require_http_methods(["GET", "HEAD", "POST"])
@page
def league_new(request: HttpRequest, club_id: str) -> HttpResponse:
    """Found a league with its first season."""
    access = queries.organiser_access(club_id, who_of(request))
    first = timezone.localdate()
    form = LeagueForm(
        request.POST or None,
        pars=_pars(access.club) if request.method != "POST" else None,
        initial=initial_of(SeasonRules())
        | {
            "name": str(first.year),
            "starts_on": first,
            "ends_on": datetime.date(first.year + (first.month > 6), 12, 31),
        },
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with transaction.atomic():
            season = leagues.create_league(
                access.club,
                who_of(request),
                data["league"],
                form.rules(),
                data["starts_on"],
                data["ends_on"],
            )
            leagues.set_season(
                season.pk, who_of(request), data["name"], data["starts_on"], data["ends_on"]
            )
        return redirect("scoring:season_manage", season.public_id)
    context = {"access": access, "club": access.club, "form": form}
    status = 400 if form.is_bound else 200
    return render(request, "scoring/leagues/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def season_edit(request: HttpRequest, season_id: str) -> HttpResponse:
    """Set a season's name and dates, and its rules while it is a draft."""
    found = league_queries.organised_season(season_id, who_of(request))
    season = found.season
    initial: dict[str, Any] = {
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
    }
    form: SeasonForm | DatesForm
    if found.is_draft:
        form = SeasonForm(request.POST or None, initial=initial | initial_of(found.rules))
    else:
        form = DatesForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        rules = form.rules() if isinstance(form, SeasonForm) else None

        def save(who: Who) -> None:
            leagues.set_season(
                season.pk, who, data["name"], data["starts_on"], data["ends_on"], rules
            )

        return _do(request, found, save, gettext("Saved."))
    context = _context(found) | {"form": form}
    status = 400 if form.is_bound else 200
    return render(request, "scoring/leagues/edit.html", context, status=status)


@require_GET
@page
def season_manage(request: HttpRequest, season_id: str) -> HttpResponse:
    """Show what an organiser may do with a season: divisions, entrants, opening, closing."""
    found = league_queries.organised_season(season_id, who_of(request))
    context = _context(found) | {
        "divisions": list(league_queries.divisions(found.season)),
        "candidates": list(league_queries.candidates(found.season)[:500]),
        "may_enter": found.is_draft or (found.is_open and found.rules.play == "free"),
    }
    return render(request, "scoring/leagues/manage.html", context)


@require_POST
@page
def division_add(request: HttpRequest, season_id: str) -> HttpResponse:
    """Add a division below the others."""
    found = league_queries.organised_season(season_id, who_of(request))
    name = request.POST.get("name", "")
    return _do(request, found, lambda who: leagues.add_division(found.season.pk, who, name))


@require_POST
@page
def division_remove(request: HttpRequest, season_id: str, division_id: int) -> HttpResponse:
    """Take out a division."""
    found = league_queries.organised_season(season_id, who_of(request))
    return _do(
        request, found, lambda who: leagues.remove_division(found.season.pk, who, division_id)
    )


@require_POST
@page
def entrants_add(request: HttpRequest, season_id: str, division_id: int) -> HttpResponse:
    """Enter the ticked players into a division."""
    found = league_queries.organised_season(season_id, who_of(request))
    chosen = [_whole(text) for text in request.POST.getlist("player")]
    return _do(
        request,
        found,
        lambda who: leagues.add_entrants(found.season.pk, who, division_id, set(chosen)),
    )


@require_POST
@page
def entrant_remove(request: HttpRequest, season_id: str, entrant_id: int) -> HttpResponse:
    """Take someone out of a draft; in an open season, mark that they play no more, or again."""
    found = league_queries.organised_season(season_id, who_of(request))
    back = "back" in request.POST

    def act(who: Who) -> None:
        if found.is_draft:
            leagues.remove_entrant(found.season.pk, who, entrant_id)
        else:
            leagues.withdraw_entrant(found.season.pk, who, entrant_id, not back)

    return _do(request, found, act)


@require_POST
@page
def lots(request: HttpRequest, season_id: str) -> HttpResponse:
    """Keep the lots that were drawn."""
    found = league_queries.organised_season(season_id, who_of(request))
    drawn = {
        _whole(key.removeprefix("lot-")): min(_whole(text), _MOST_LOT)
        for key, text in request.POST.items()
        if key.startswith("lot-") and isinstance(text, str)
    }
    return _do(
        request,
        found,
        lambda who: leagues.draw_lots(found.season.pk, who, drawn),
        gettext("Saved."),
    )


@require_POST
@page
def season_open(request: HttpRequest, season_id: str) -> HttpResponse:
    """Begin a season."""
    found = league_queries.organised_season(season_id, who_of(request))
    done = gettext("The season is under way.")
    return _do(request, found, lambda who: leagues.open_season(found.season.pk, who), done)


@require_POST
@page
def season_close(request: HttpRequest, season_id: str) -> HttpResponse:
    """End a season."""
    found = league_queries.organised_season(season_id, who_of(request))
    done = gettext("The season is closed; its table is final.")
    return _do(request, found, lambda who: leagues.close_season(found.season.pk, who), done)


@require_POST
@page
def season_next(request: HttpRequest, season_id: str) -> HttpResponse:
    """Prepare the season after a closed one."""
    found = league_queries.organised_season(season_id, who_of(request))
    try:
        following = leagues.next_season(found.season.pk, who_of(request))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
        return redirect("scoring:season_manage", season_id)
    return redirect("scoring:season_manage", following.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def fixture(request: HttpRequest, season_id: str, fixture_id: int) -> HttpResponse:
    """Say who stays away from a game of the schedule, and who sits in for whom."""
    found = league_queries.organised_season(season_id, who_of(request))
    shown = league_queries.fixture_of(found.season, fixture_id)
    if request.method == "POST":
        sitting: list[Any] = vars(shown)["sitting"]
        away = {seat.entrant_id for seat in sitting if f"away-{seat.entrant_id}" in request.POST}
        chosen = {
            seat.entrant_id: _whole(request.POST.get(f"for-{seat.entrant_id}", ""))
            for seat in sitting
            if request.POST.get(f"for-{seat.entrant_id}", "") and seat.entrant_id not in away
        }

        def act(who: Who) -> None:
            leagues.set_seats(shown.pk, who, away, chosen)
            leagues.match_fixtures(shown.pk)

        return _do(request, found, act, gettext("Saved."), to="scoring:fixtures")
    context = _context(found) | {
        "fixture": shown,
        "players": list(queries.club_players(found.club)[:500]),
    }
    return render(request, "scoring/leagues/fixture.html", context)


def _do(
    request: HttpRequest,
    found: Found,
    act: Callable[[Who], object],
    done: str = "",
    to: str = "scoring:season_manage",
) -> HttpResponse:
    """Do it and go back; a refusal of the services is said there."""
    try:
        act(who_of(request))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        if done:
            messages.success(request, done)
    return redirect(to, found.season.public_id)


def _context(found: Found) -> dict[str, Any]:
    return {
        "found": found,
        "access": found.access,
        "club": found.club,
        "season": found.season,
        "league": found.season.league,
        "has_rounds": found.rules.play == "rounds",
    }


def _pars(club: Club) -> dict[str, int]:
    return {title: league_queries.usual_score(club, title) for title in SCORE_TABLES}


def _whole(text: str) -> int:
    """Return a small whole number from a form; 0, which no row has, for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0
