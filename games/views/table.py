"""The table: as it stands, what of it changes, its position, its tally."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games import queries
from games.models import Game
from games.queries import View
from games.views.base import open_table, page, query_of_page
from games.views.show import show_all, show_table
from games.views.slip import filled_in, seat_of, slip_for
from games.views.worded import Wording


@require_safe
@page
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table; `?seat=B` shows the forms of another seat one enters for.

    `?form=start&f-at=1,-1` opens a form and fills in what the address says.
    """
    view = open_table(request, code)
    wished, opened = request.GET.get("seat", ""), request.GET.get("form", "")
    typed = filled_in(view, seat_of(view, wished), opened, request.GET)
    return show_table(request, view, slip_for(view, wished, opened=opened, typed=typed))


@require_safe
@page
def part(request: HttpRequest, code: str) -> HttpResponse:
    """Answer everything of the table that changes, or 304 while nothing has."""
    view = open_table(request, code)
    seat = request.GET.get("seat", "")[:1]
    who = view.who
    known = f"{who.participant}.{who.role}.{who.is_host}" if who is not None else "-"
    listed = _print_of_list(query_of_page(request))
    etag = f'"{view.game.last}.{view.game.status}.{known}.{seat}{listed}"'
    response = get_conditional_response(request, etag=etag)
    if not isinstance(response, HttpResponseNotModified):
        response = show_all(request, view, slip_for(view, seat))
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _print_of_list(query: QueryDict) -> str:
    """Return what tells one list of the board from another, empty for the picture."""
    if query.get("view") != "list":
        return ""
    chosen = (query.get("company", ""), query.get("from", ""))
    return "." + hashlib.sha256("/".join(chosen).encode(errors="replace")).hexdigest()[:12]


@require_safe
@page
def tally(request: HttpRequest, code: str) -> HttpResponse:
    """Show the points as if the game ended now."""
    view = open_table(request, code)
    lines = [f"scoring/titles/{view.game.title}/_lines.html", "scoring/_lines.html"]
    context = _base(view) | {"tally": None, "line_templates": lines, "hidden": view.secrets.points}
    found = queries.if_ended_now(view)
    if found is not None:
        by_place = sorted(found.seats, key=lambda seat: (seat.rank, seat.seat))
        context["tally"] = [(seat, view.speaker.seat(seat.seat)) for seat in by_place]
        context["tie_break"] = found.tie_break
    return render(request, "games/tally.html", context)


def notation_of(view: View) -> str:
    """Return the position in the title's notation, empty where there is none or the table hides it."""
    if view.state is None or not view.sees_all:
        return ""
    return view.title.format_position(view.table, view.state)


def _base(view: View) -> dict[str, Any]:
    who = view.who
    return {
        "view": view,
        "game": view.game,
        "who": who,
        "title": view.title.meta,
        "words": Wording(view),
        "may_enter": who is not None and who.may_enter,
        "may_rule": who is not None and who.may_enter_for_others,
        "is_playing": view.game.status == Game.Status.PLAYING,
    }
