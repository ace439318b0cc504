"""The big screen at the table: the game without controls, the same for everyone, and no login."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import queries, timing
from games.models import Game
from games.queries import View
from games.views import board
from games.views.base import page
from games.views.show import status_of, turn_of
from games.views.worded import Wording
from scoring.models import Play
from scoring.queries import play_of

LINES = 3


@require_safe
@page
def display(request: HttpRequest, code: str) -> HttpResponse:
    """Show a game as a watcher sees it, whoever is logged in on the screen."""
    view = queries.view(queries.game_by_code(code))
    answer = render(request, "games/display.html", _context(request, view))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _context(request: HttpRequest, view: View) -> dict[str, Any]:
    game, words = view.game, Wording(view)
    join = reverse("games:join_game", args=[game.code])
    is_over = game.status == Game.Status.OVER
    return {
        "view": view,
        "game": game,
        "title": view.title.meta,
        "words": words,
        "turn": turn_of(view),
        "status": status_of(view),
        "actor": words.seat_token(game.actor) if game.actor and view.state is not None else None,
        "seats": [
            (seat, words.figures(seat.letter) if view.sees(seat.letter) else ())
            for seat in view.seats
        ],
        "clock": timing.reading_of(game),
        "board": board.shown(request, view, ""),
        "log": queries.log_page(view, limit=LINES),
        "join_address": request.build_absolute_uri(join),
        "play": play_of(Play.Source.TRACKED, game.code) if is_over else None,
    }
