"""The pages of ratings: a club's list, a player's course, a play's changes, and how it is worked out."""

from __future__ import annotations

import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET

from scoring import queries, ratings
from scoring.guests import who_of
from scoring.models import Player
from scoring.plots import Plot, Series, line_plot
from scoring.queries import ratings as rating_queries
from scoring.registry import SCORE_TABLES
from scoring.views.base import page, page_number

WHY_UNRATED = {
    "withdrawn": gettext_noop("It was taken out of the history."),
    "failed": gettext_noop("It could not be counted."),
    "house_rules": gettext_noop("It was played by house rules."),
    "unrated": gettext_noop("It was entered as not rated."),
    "unranked": gettext_noop("Not everyone’s place is known."),
    "twice": gettext_noop("Someone sits in it twice."),
    "alone": gettext_noop("It needs two people at least whose club this is."),
    "crowd": gettext_noop("Too many people sat in it."),
}


@require_GET
@page
def club_ratings(request: HttpRequest, club_id: str) -> HttpResponse:
    """List a club's players by rating, in one title or over all."""
    access = queries.club_access(club_id, who_of(request))
    title, number = _title(request), page_number(request.GET.get("page", ""))
    listing = rating_queries.listing(access.club, title, timezone.localdate(), number)
    context = {
        "access": access,
        "club": access.club,
        "listing": listing,
        "title": title,
        "titles": SCORE_TABLES.values(),
        "number": number,
        "least": ratings.LISTED_AFTER,
    }
    return render(request, "scoring/ratings/club.html", context)


@require_GET
@page
def player_ratings(request: HttpRequest, player_id: str) -> HttpResponse:
    """Show a player's ratings, the course of one of them, and what each play changed."""
    player, access = queries.player_page(player_id, who_of(request))
    title, number = _title(request), page_number(request.GET.get("page", ""))
    changes, has_more = rating_queries.changes(player, title, number)
    context = {
        "access": access,
        "club": access.club,
        "player": player,
        "title": title,
        "ratings": rating_queries.ratings_of(player),
        "changes": changes,
        "plot": _plot(player, title) if number == 1 else None,
        "number": number,
        "has_more": has_more,
        "least": ratings.LISTED_AFTER,
    }
    return render(request, "scoring/ratings/player.html", context)


@require_GET
@page
def play_ratings(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show what a play made of the ratings of all who sat in it, or why it is not rated."""
    play, access = queries.play_sheet(play_id, who_of(request))
    changes = rating_queries.changes_by_play(play)
    why = "" if changes else rating_queries.why_unrated(play)
    context: dict[str, Any] = {
        "access": access,
        "club": access.club,
        "play": play,
        "changes": changes.items(),
        "why": gettext(WHY_UNRATED[why]) if why else "",
    }
    return render(request, "scoring/ratings/play.html", context)


@require_GET
def how(request: HttpRequest) -> HttpResponse:
    """Explain how ratings are worked out."""
    context = {
        "base": ratings.NEWCOMER.shown,
        "doubt": ratings.NEWCOMER.doubt,
        "least": ratings.LISTED_AFTER,
        "most": ratings.MOST_SEATS,
    }
    return render(request, "scoring/ratings/how.html", context)


def _title(request: HttpRequest) -> str:
    title = request.GET.get("title", "")
    return title if title in SCORE_TABLES else ""


def _plot(player: Player, title: str) -> Plot | None:
    steps = rating_queries.course(player, title)
    if len(steps) < 2:
        return None
    # Short, so that seven of them fit below the chart of a phone.
    long = steps[-1].played_on - steps[0].played_on > datetime.timedelta(days=300)
    labels = [date_format(step.played_on, "m/y" if long else "M j") for step in steps]
    held = [ratings.Skill(step.mu, step.sigma) for step in steps]
    lines = (
        (gettext("At most"), "+", "c-tan", [skill.shown + skill.doubt for skill in held]),
        (gettext("Rating"), "R", "c-blue", [skill.shown for skill in held]),
        (gettext("At least"), "−", "c-tan", [skill.shown - skill.doubt for skill in held]),
    )
    series = [Series(name, letter, css, tuple(values)) for name, letter, css, values in lines]
    caption = gettext_noop("Rating after each play, with its doubt")
    return line_plot("rating", caption, labels, series, from_zero=False)
