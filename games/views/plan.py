"""Entering by tapping, for moves that a list of targets cannot hold: what the taps come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.engine.drawing import Mark, Plan, Wish
from games.engine.errors import Fault, Refusal
from games.engine.title import Note
from games.forms.moves import PREFIX
from games.models import Game
from games.queries import View
from games.views.base import open_table, page
from games.views.board import FOREVER
from games.views.slip import refused, seat_of
from games.views.standing import row_of

MOST_TAPS = 200
LONGEST_KEY = 60
MOST_FIELDS = 60
LONGEST_FIELD = 2000


@require_safe
@gzip_page
@page
def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Answer what the taps on the board come to: what to fill in, to mark, to say, to offer."""
    view = open_table(request, code)
    seat = request.GET.get("seat", "")[:1]
    answer = JsonResponse(
        _data(view, seat, wish_of(request)),
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
    # What could be planned after an entry never changes, so the answer for that entry may be kept.
    current = request.GET.get("at") == str(view.game.head)
    answer.headers["Cache-Control"] = FOREVER if current else "private, no-store"
    return answer


def wish_of(request: HttpRequest) -> Wish:
    """Return what was tapped, cut to what a finger could have done."""
    taps = [tap for tap in request.GET.get("taps", "").split(";") if 0 < len(tap) <= LONGEST_KEY]
    fields = {
        name.removeprefix(PREFIX): str(value)[:LONGEST_FIELD]
        for name, value in list(request.GET.items())[:MOST_FIELDS]
        if name.startswith(PREFIX)
    }
    return Wish(tuple(taps[:MOST_TAPS]), request.GET.get("form", "")[:LONGEST_KEY], fields)


def _data(view: View, seat: str, wish: Wish) -> dict[str, Any]:
    find = view.title.plan
    playing = view.game.status == Game.Status.PLAYING
    if find is None or view.state is None or not playing or not seat or seat_of(view, seat) != seat:
        return data_of(view, Plan())
    try:
        return data_of(view, find(view.table, view.state, seat, wish))
    except Refusal as refusal:
        why = refused(view, refusal)
        last = wish.taps[-1:]
        marks = [[key, "refused", why.message] for key in last]
        kept = data_of(view, Plan(form=wish.form, taps=wish.taps[:-1]))
        return kept | {"refused": {"message": why.message, "rule": why.rule}, "marks": marks}
    except Fault:
        # What the form holds is not whole yet, or not well: its own checks will say so.
        return data_of(view, Plan(form=wish.form, taps=wish.taps))


def data_of(view: View, found: Plan) -> dict[str, Any]:
    """Return a plan in words, as plain data for the script."""
    return {
        "form": found.form,
        "fields": found.fields,
        "taps": found.taps,
        "marks": _marks(view, found.marks),
        "routes": found.routes,
        "said": _said(view, found.said),
        "offers": [
            {
                "label": view.speaker.say(offer.label),
                "fields": offer.fields,
                "marks": _marks(view, offer.marks),
                "routes": offer.routes,
                "taps": offer.taps,
                "tile": row_of(offer.tile) if offer.tile is not None else None,
            }
            for offer in found.offers
        ],
        "ask": found.ask,
        "tiles": [row_of(tile) for tile in found.tiles],
    }


def _marks(view: View, marks: Iterable[Mark]) -> list[list[str]]:
    return [
        [mark.key, mark.look, view.speaker.say(mark.said) if mark.said is not None else ""]
        for mark in marks
    ]


def _said(view: View, notes: Iterable[Note]) -> str:
    return " ".join(view.speaker.say(note) for note in notes)
