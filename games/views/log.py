"""The log: everything that was entered, newest first, all of it or what one looks for."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games import queries
from games.models import Event
from games.views.base import open_table, page
from games.views.worded import Wording

KINDS: dict[str, tuple[str, Q]] = {
    "moves": (
        "moves and positions",
        Q(kind__in=(Event.Kind.MOVE, Event.Kind.RULED, Event.Kind.POSITION)),
    ),
    "notes": ("notes", Q(kind=Event.Kind.NOTE) | ~Q(note="")),
    "ruled": ("ruled by the table", Q(kind=Event.Kind.RULED)),
    "proxy": ("entered for someone else", Q(proxy=True)),
    "back": (
        "undo, redo, corrections",
        Q(kind__in=(Event.Kind.UNDO, Event.Kind.REDO, Event.Kind.CORRECT)),
    ),
    "table": ("seats and the state of the game", Q(kind=Event.Kind.STATUS)),
}


@require_safe
@page
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show the log, newest first, fifty entries to a page; of one seat or one kind if asked for."""
    view = open_table(request, code)
    before = _number(request.GET.get("before", ""))
    kind, seat = request.GET.get("kind", ""), request.GET.get("seat", "")
    kind = kind if kind in KINDS else ""
    seat = seat if any(one.letter == seat for one in view.seats) else ""
    found = queries.log_page(view, before, only=_only(kind, seat))
    chosen = {name: value for name, value in (("seat", seat), ("kind", kind)) if value}
    older = found[-1].number if found and found[-1].number > 1 else None
    context = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "words": Wording(view),
        "log": found,
        "kinds": [(name, label) for name, (label, _) in KINDS.items()],
        "kind": kind,
        "seat": seat,
        "newest": urlencode(chosen),
        "older": urlencode({**chosen, "before": str(older)}) if older is not None else "",
        "is_newest": before is None,
    }
    return render(request, "games/log.html", context)


def _only(kind: str, seat: str) -> Q | None:
    if not kind and not seat:
        return None
    only = KINDS[kind][1] if kind else Q()
    return only & Q(seat=seat) if seat else only


def _number(text: str) -> int | None:
    """Return the number in an address, None where there is none."""
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 10 else None
