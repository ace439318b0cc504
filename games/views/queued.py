"""Entries that waited on a phone for the network: sent one by one, answered as data.

What is sent is what the entry form sends, so there is one reading of it. Whether something waits,
in which order it goes, and what is asked when the game has moved on, is the page's (queue.js).
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games import queries
from games.engine.errors import Fault, Refusal
from games.errors import GameError, Stale
from games.forms.moves import read_move
from games.queries import View
from games.services.entries import Answer
from games.views.base import open_table, page
from games.views.entry import first_answer_of, read_draft
from games.wording import error_words


@require_http_methods(["GET", "HEAD", "POST"])
@page
def queued(request: HttpRequest, code: str) -> HttpResponse:
    """Enter a kept form and answer what became of it; a GET answers a fresh token to send with it.

    The answers are those of the API: 200 with `last`, 409 with the `events` that came in, 422 with
    the referee's refusal, 403 for whoever is not at the table (any more).
    """
    view = open_table(request, code)
    if request.method != "POST":
        return _answer({"token": get_token(request), "known": view.who is not None})
    try:
        answer = _enter(request, view)
    except Stale as stale:
        said = queries.said_since(view.game.pk, stale.seen)
        words = error_words(stale.code, stale.facts)
        return _answer({"code": "stale", "message": words, "last": stale.last, "events": said}, 409)
    except Refusal as refusal:
        rule = f"{reverse('games:rules', args=[view.game.title])}#{refusal.rule}"
        told = {"code": refusal.code, "message": view.speaker.refuse(refusal)}
        if refusal.rule:
            told |= {"rule": refusal.rule, "rule_url": rule}
        return _answer(told, 422)
    except Fault as fault:
        problems = (f"{path}: {message}" if path else message for path, message in fault.problems)
        return _answer({"code": "malformed", "message": " ".join(problems)}, 400)
    except GameError as error:
        words = error_words(error.code, error.facts)
        return _answer({"code": error.code, "message": words}, error.status)
    said_now = view.speaker.say(answer.said) if answer.said is not None else ""
    return _answer({"last": answer.last, "number": answer.number, "said": said_now})


def _enter(request: HttpRequest, view: View) -> Answer:
    """Enter what was kept; what was entered before gets its first answer, however the game stands now."""
    first = first_answer_of(request, view)
    if first is not None:
        return first
    draft = read_draft(request, view)
    return draft.play(read_move(view.title, draft.form, draft.typed))


def _answer(data: dict[str, Any], status: int = 200) -> HttpResponse:
    answer = JsonResponse(data, status=status, json_dumps_params={"ensure_ascii": False})
    answer.headers["Cache-Control"] = "no-store"
    return answer
