"""Showing the table: the whole page, the slip alone, or all that changes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games import queries, timing
from games.engine.title import Form, Note
from games.forms.moves import bind, default_typed
from games.forms.small import NoteForm
from games.identity import claims_of
from games.models import Game
from games.queries import View
from games.services import finishing
from games.services.entries import Answer
from games.views import board
from games.views.base import is_htmx, query_of_page
from games.views.slip import Slip, news_since, slip_for
from games.views.whatif import what_if_of
from games.views.worded import Wording
from scoring.models import Club, Play
from scoring.queries import play_of

LINES = 12
"""Lines of the log on the table page; the rest has pages of its own."""


def table_context(request: HttpRequest, view: View, slip: Slip) -> dict[str, Any]:
    """Return everything the table page shows."""
    game, who = view.game, view.who
    words = Wording(view)
    is_host = who is not None and who.is_host
    return {
        "view": view,
        "game": game,
        "who": who,
        "title": view.title.meta,
        "words": words,
        "slip": slip,
        "turn": turn_of(view),
        "status": status_of(view),
        "actor": words.seat_token(game.actor) if game.actor and view.state is not None else None,
        "actor_mine": who is not None and game.actor in who.seats,
        "figures": words.figures(slip.seat or game.actor),
        "panels": words.panels(),
        "board": board.shown(request, view, slip.seat),
        "log": queries.log_page(view, limit=LINES),
        "asked": len(queries.seat_requests(game)) if is_host else 0,
        "play": _result(game),
        "is_host": is_host,
        "may_enter": who is not None and who.may_enter,
        "may_rule": who is not None and who.may_enter_for_others,
        "note_form": NoteForm(),
        "clock": timing.reading_of(game),
        "link_preview": link_preview(view),
        "what_if": what_if_of(view, slip.seat),
        **lobby_context(request, view, is_host=is_host),
    }


def _result(game: Game) -> Play | None:
    """Return the play of a finished game; where there is none yet, see to it that there will be."""
    if game.status != Game.Status.OVER:
        return None
    found = play_of(Play.Source.TRACKED, game.code)
    if found is None:
        finishing.remind(game)
    return found


def link_preview(view: View) -> dict[str, str] | None:
    """Return what a preview of the game's link says; None where its club is for members only.

    No names: whoever passes the link on decides who reads them.
    """
    game = view.game
    if game.club.visibility == Club.Visibility.PRIVATE:
        return None
    running = turn_of(view) if game.status == Game.Status.PLAYING else status_of(view)
    text = gettext("{how_it_stands}. Look on, or take a seat.").format(how_it_stands=running)
    return {"title": view.title.meta.name, "text": text}


def lobby_context(request: HttpRequest, view: View, *, is_host: bool) -> dict[str, Any]:
    """Return what the lobby shows beside: the address to join at, and what the host must tell."""
    address = request.build_absolute_uri(reverse("games:join_game", args=[view.game.code]))
    found: dict[str, Any] = {"join_address": address}
    if is_host and view.game.status == Game.Status.LOBBY and not view.game.position:
        form = setup_form(view)
        found["setup"] = bind(form, default_typed(form))
    return found


def setup_form(view: View) -> Form:
    """Return what the table tells at set-up, as a form."""
    return Form(
        "setup", gettext("Set-up"), gettext("Start the game"), view.title.setup_fields(view.table)
    )


def turn_of(view: View) -> str:
    """Return the turn as the title's status says it, for the bar."""
    if view.state is None:
        return ""
    found = view.title.figures(view.table, view.state, "")
    turn = next((figure.value for figure in found if figure.label == "Turn"), "")
    return gettext("Turn {turn}").format(turn=turn) if turn else ""


def status_of(view: View) -> str:
    """Return what is expected now."""
    game = view.game
    if view.unreplayable is not None:
        return view.speaker.say(Note(view.unreplayable.code, dict(view.unreplayable.facts)))
    if game.status == Game.Status.PLAYING and view.state is not None:
        return view.speaker.say(view.title.status(view.table, view.state))
    words = {
        Game.Status.LOBBY: gettext("Players are taking their seats"),
        Game.Status.PAUSED: gettext("The game is paused"),
        Game.Status.OVER: gettext("The game is over"),
        Game.Status.ABANDONED: gettext("The game was abandoned"),
    }
    return words.get(Game.Status(game.status), "")


def show_table(request: HttpRequest, view: View, slip: Slip, status: int = 200) -> HttpResponse:
    """Answer with the slip: alone for htmx, else inside the whole page."""
    context = table_context(request, view, slip)
    template = "games/_slip.html" if is_htmx(request) else "games/table.html"
    return render(request, template, context, status=status)


def show_all(request: HttpRequest, view: View, slip: Slip, status: int = 200) -> HttpResponse:
    """Answer htmx with the slip and everything else that changed, the board as the page has it."""
    request.GET = query_of_page(request)  # type: ignore[assignment]  # as immutable as it was
    context = table_context(request, view, slip) | {"oob": True}
    return render(request, "games/_part.html", context, status=status)


def entered(request: HttpRequest, view: View, answer: Answer, seat: str = "") -> HttpResponse:
    """Say what was entered: with everything that changed for htmx, else on the page it leads to."""
    said = view.speaker.say(answer.said) if answer.said is not None else gettext("Entered.")
    unchecked = Wording(view).notes(answer.unchecked)
    if not is_htmx(request):
        messages.success(request, said)
        for note in unchecked:
            messages.warning(request, note)
        return redirect("games:table", view.game.code)
    fresh = queries.view(queries.game_by_code(view.game.code), *claims_of(request))
    slip = slip_for(fresh, seat if seat == fresh.game.actor else "")
    slip.done, slip.unchecked = said, unchecked
    return show_all(request, fresh, slip)


def moved_on(request: HttpRequest, view: View, slip: Slip, seen: int) -> HttpResponse:
    """Say that the game has moved on, what came in, and keep what the slip holds."""
    slip.changes = news_since(view, seen)
    if is_htmx(request):
        return show_all(request, view, slip, 409)
    return show_table(request, view, slip, 409)
