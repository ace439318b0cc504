"""A year, or a season, told on one page to pass on."""

from __future__ import annotations

import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from scoring import cards, queries
from scoring.errors import NotFound
from scoring.guests import who_of
from scoring.models import Club, Season
from scoring.queries import club_stats
from scoring.queries import recaps as told
from scoring.queries.measures import Filter
from scoring.queries.stats import player_report
from scoring.views.base import page
from scoring.views.stats import months_plot

_FIRST_YEAR = 1900
_LEADERS = 5


@require_GET
@page
def club(request: HttpRequest, club_id: str, year: int) -> HttpResponse:
    """Show what a club played in a year, or in a season of one of its leagues."""
    access = queries.club_access(club_id, who_of(request))
    wish, name = _wish(request, access.club, year)
    recap = told.club_recap(access.club, wish)
    context = _context(access, year, name) | {
        "recap": recap,
        "leaders": club_stats.leaders(access.club, wish)[:_LEADERS],
        "months": months_plot(club_stats.months(access.club, wish)),
        "link_preview": cards.preview_of_recap(access.club, name, recap.plays, recap.hours),
    }
    return render(request, "scoring/recap_club.html", context)


@require_GET
@page
def player(request: HttpRequest, player_id: str, year: int) -> HttpResponse:
    """Show what a player played in a year, or in a season."""
    found, access = queries.player_page(player_id, who_of(request))
    wish, name = _wish(request, access.club, year)
    report = player_report(found, wish)
    context = _context(access, year, name) | {
        "player": found,
        "report": report,
        "months": months_plot(told.player_months(found, wish)),
        "link_preview": cards.preview_of_player(found, report.total.plays, report.total.wins, name),
    }
    return render(request, "scoring/recap_player.html", context)


def _wish(request: HttpRequest, club: Club, year: int) -> tuple[Filter, str]:
    """Return the filter of a year, or of the season asked for, and what it is called."""
    if not _FIRST_YEAR <= year <= datetime.MAXYEAR - 1:
        raise NotFound("no_year")
    asked = request.GET.get("season", "")
    if asked:
        season = Season.objects.select_related("league").filter(
            public_id=asked.replace("\x00", ""), league__club=club
        )
        found = season.first()
        if found is None:
            raise NotFound("no_year")
        return Filter(season=found.pk), f"{found.league.name}: {found.name}"
    day = datetime.date(year, 1, 1)
    return Filter(since=day, until=datetime.date(year, 12, 31)), str(year)


def _context(access: queries.Access, year: int, name: str) -> dict[str, Any]:
    is_year = name == str(year)
    return {
        "access": access,
        "club": access.club,
        "year": year,
        "name": name,
        "before": year - 1 if is_year and year > _FIRST_YEAR else 0,
        "after": year + 1 if is_year and year < datetime.datetime.now(tz=datetime.UTC).year else 0,
        "headline": gettext("{name} in review").format(name=name),
    }
