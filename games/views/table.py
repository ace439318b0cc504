"""The table: as it stands, as it was, its log, its position, its tally."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games import queries
from games.identity import claims_of
from games.models import Event, Game
from games.queries import View
from games.views.base import open_table, page
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
    etag = f'"{view.game.last}.{view.game.status}.{known}.{seat}"'
    response = get_conditional_response(request, etag=etag)
    if not isinstance(response, HttpResponseNotModified):
        response = show_all(request, view, slip_for(view, seat))
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@page
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show the log, newest first, fifty entries to a page."""
    view = open_table(request, code)
    before = _number(request.GET.get("before", ""))
    lines = queries.log_page(view, before)
    context = _base(view) | {
        "log": lines,
        "older": lines[-1].number if lines and lines[-1].number > 1 else None,
        "is_newest": before is None,
    }
    return render(request, "games/log.html", context)


@require_safe
@page
def at(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the position as it was after an entry, to read only; 0 is the opening."""
    game = queries.game_by_code(code)
    event = queries.event_at(game, number) if number else None
    if number > game.last or (number and event is None) or game.status == Game.Status.LOBBY:
        raise Http404("There is no such entry in this game.")
    view = queries.view_at(game, event.head if event is not None else 0, *claims_of(request))
    lines = queries.log_page(view, number + 1, limit=1) if number else ()
    words = Wording(view)
    context = _base(view) | {
        "number": number,
        "line": lines[0] if lines else None,
        "is_entry": event is not None and event.kind in Event.NODES,
        "is_head": event is not None and event.head == game.head,
        "status": view.speaker.say(view.title.status(view.table, view.state))
        if view.state is not None
        else "",
        "panels": words.panels(),
        "notation": notation_of(view),
        "key": uuid4(),
        "before": number - 1 if number else None,
        "after": number + 1 if number < game.last else None,
    }
    return render(request, "games/at.html", context)


@require_safe
@page
def tally(request: HttpRequest, code: str) -> HttpResponse:
    """Show the points as if the game ended now."""
    view = open_table(request, code)
    lines = [f"scoring/titles/{view.game.title}/_lines.html", "scoring/_lines.html"]
    context = _base(view) | {"tally": None, "line_templates": lines}
    found = queries.if_ended_now(view)
    if found is not None:
        by_place = sorted(found.seats, key=lambda seat: (seat.rank, seat.seat))
        context["tally"] = [(seat, view.speaker.seat(seat.seat)) for seat in by_place]
        context["tie_break"] = found.tie_break
    return render(request, "games/tally.html", context)


def notation_of(view: View) -> str:
    """Return the position in the title's notation, empty where there is none."""
    if view.state is None:
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


def _number(text: str) -> int | None:
    """Return the number in an address, None where there is none."""
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 10 else None
