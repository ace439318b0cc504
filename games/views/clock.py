"""The clock of a game: switched by a form, and told as numbers to pages that come back to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games import queries, timing
from games.clock import MOST_MINUTES
from games.errors import BadInput
from games.identity import claims_of
from games.services import clocks
from games.views.base import page


@require_http_methods(["GET", "HEAD", "POST"])
@page
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """Answer every seat's clock in seconds, or do what a form wishes of it."""
    game = queries.game_by_code(code)
    if request.method == "POST":
        wish = request.POST.get("wish", "")[:20]
        clocks.set_clock(game.pk, claims_of(request), wish, _minutes(request))
        return redirect("games:table", game.code)
    reading = timing.reading_of(game)
    seats: dict[str, dict[str, Any]] = {}
    if reading is not None:
        for letter in game.seat_letters:
            face = reading.face(letter)
            seats[letter] = {
                "used": face.used,
                "since": face.since,
                "limit": face.limit,
                "running": face.is_running,
            }
    answer = JsonResponse({"seats": seats})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _minutes(request: HttpRequest) -> int:
    """Return the minutes a form names, 0 where it names none, or raise `BadInput`."""
    text = request.POST.get("minutes", "").strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadInput("minutes", "clock_minutes", most=MOST_MINUTES)
    return int(text)
