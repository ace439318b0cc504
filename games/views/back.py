"""Going back: undo, redo, undo to here, take back a turn, correct an earlier entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from games import lines, queries
from games.engine.codec import decode
from games.engine.errors import ChoiceNeeded, Fault, Refusal
from games.engine.title import Form
from games.errors import BadInput, NotAllowed, Stale
from games.forms.moves import (
    BoundForm,
    bind,
    charted_places,
    default_typed,
    hidden_of,
    prefilled,
    read_move,
    typed_of,
)
from games.forms.small import Envelope
from games.identity import claims_of
from games.lines import Entered
from games.models import Event
from games.queries import View
from games.services import corrections, people, undo
from games.services.corrections import Change
from games.services.entries import Answer
from games.views import show
from games.views.base import open_table, page
from games.views.slip import (
    Ask,
    missing_places,
    news_since,
    preview_of,
    refused,
    slip_for,
    with_charting,
)
from games.views.worded import Wording

Act = Callable[[View, Envelope], Answer]

BUTTONS = {
    "undo": gettext_noop("Undo it"),
    "undo_to": gettext_noop("Undo back to there"),
    "take_back": gettext_noop("Take back the turn"),
}


@require_POST
@page
def undo_one(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the newest entry."""
    return _act(
        request,
        code,
        "undo",
        lambda view, sent: undo.undo(view.game.pk, claims_of(request), sent.request()),
    )


@require_POST
@page
def redo(request: HttpRequest, code: str) -> HttpResponse:
    """Bring back what the newest undo took."""
    return _act(
        request,
        code,
        "redo",
        lambda view, sent: undo.redo(view.game.pk, claims_of(request), sent.request()),
    )


@require_POST
@page
def undo_to(request: HttpRequest, code: str) -> HttpResponse:
    """Take back everything after one entry."""

    def act(view: View, sent: Envelope) -> Answer:
        target = sent.cleaned_data["target"]
        if target is None:
            raise BadInput("target", "not_on_line", number="?")
        return undo.undo_to(view.game.pk, claims_of(request), target, sent.request())

    return _act(request, code, "undo_to", act)


@require_POST
@page
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back all entries of the newest turn."""
    return _act(
        request,
        code,
        "take_back",
        lambda view, sent: undo.take_back_turn(view.game.pk, claims_of(request), sent.request()),
    )


def _act(request: HttpRequest, code: str, name: str, act: Act) -> HttpResponse:
    """Do it and say so; ask first where it touches what others entered, or the log has moved on."""
    view = open_table(request, code)
    if not people.require(view.who).may_enter:
        raise NotAllowed("watching_only")
    sent = Envelope(request.POST)
    if not sent.is_valid():
        raise BadInput(next(iter(sent.errors)), "bad_envelope")
    try:
        answer = act(view, sent)
    except ChoiceNeeded as needed:
        slip = slip_for(view)
        target = sent.cleaned_data["target"]
        hidden = (("confirm", "1"), *((("target", str(target)),) if target is not None else ()))
        action = reverse(f"games:{name}", args=[view.game.code])
        slip.ask = Ask(view.speaker.refuse(needed), action, gettext(gettext(BUTTONS[name])), hidden)
        return show.show_table(request, view, slip, 409)
    except Stale as stale:
        fresh = open_table(request, code)
        return show.moved_on(request, fresh, slip_for(fresh), stale.seen)
    return show.entered(request, view, answer)


# Corrections


@dataclass(frozen=True, slots=True)
class Target:
    """An earlier entry under correction: its event, its move, and the forms it can be entered by."""

    view: View
    event: Event
    move: Any
    forms: tuple[Form, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@page
def correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct an earlier entry: change it or take it out, after seeing what falls."""
    view = open_table(request, code)
    people.require(view.who)
    target = _target(view, number)
    if request.method != "POST":
        return _show(request, target, 200, forms=_prefilled(target))
    sent = Envelope(request.POST)
    if not sent.is_valid():
        raise BadInput(next(iter(sent.errors)), "bad_envelope")
    if sent.cleaned_data["kind"] == "remove":
        return _change(request, target, sent, Change(number, "remove"), None)
    form = next((form for form in target.forms if form.kind == sent.cleaned_data["kind"]), None)
    if form is None:
        raise BadInput("kind", "not_offered")
    form = with_charting(view, form, charted_places(request.POST))
    typed = typed_of(form, request.POST)
    try:
        if sent.cleaned_data["step"] == "back":
            raise Fault(())
        move = read_move(view.title, form, typed)
    except Fault as fault:
        forms = (bind(form, typed, fault.problems, is_open=True),)
        return _show(request, target, 400 if fault.problems else 200, forms=forms)
    change = Change(number, "replace", move)
    return _change(request, target, sent, change, form)


def _change(
    request: HttpRequest, target: Target, sent: Envelope, change: Change, form: Form | None
) -> HttpResponse:
    """Show what the change brings and what falls; save it once that was seen and accepted."""
    view, claims = target.view, claims_of(request)
    saving = sent.cleaned_data["step"] == "enter"
    typed = typed_of(form, request.POST) if form is not None else {}
    if saving:
        accept = tuple(
            int(n) for n in request.POST.getlist("accept")[:500] if n.isdecimal() and len(n) < 10
        )
        change = Change(change.target, change.action, change.move, accept)
    try:
        answer = corrections.correct(view.game.pk, claims, change, sent.request(dry_run=not saving))
    except (ChoiceNeeded, Stale) as error:
        return _again(request, target, sent, change, form, error)
    except Refusal as refusal:
        forms: tuple[BoundForm, ...] = ()
        if form is not None:
            form = with_charting(view, form, missing_places(view, refusal))
            forms = (bind(form, {**default_typed(form), **typed}, is_open=True),)
        return _show(request, target, 422, forms=forms, refused=refused(view, refusal))
    if saving:
        messages.success(
            request, view.speaker.say(answer.said) if answer.said else gettext("Corrected.")
        )
        return redirect("games:table", view.game.code)
    return _show_preview(request, target, form, typed, answer, 200)


def _again(
    request: HttpRequest,
    target: Target,
    sent: Envelope,
    change: Change,
    form: Form | None,
    error: ChoiceNeeded | Stale,
) -> HttpResponse:
    """Show the consequences anew: others fall than had been accepted, or the game has moved on."""
    view = open_table(request, target.view.game.code)
    fresh = Target(view, target.event, target.move, target.forms)
    typed = typed_of(form, request.POST) if form is not None else {}
    try:
        answer = corrections.correct(
            view.game.pk, claims_of(request), change, sent.request(dry_run=True)
        )
    except Refusal as refusal:
        return _show(request, fresh, 422, forms=_prefilled(fresh), refused=refused(view, refusal))
    news = news_since(view, error.seen) if isinstance(error, Stale) else ()
    return _show_preview(request, fresh, form, typed, answer, 409, changes=news)


def _show_preview(
    request: HttpRequest,
    target: Target,
    form: Form | None,
    typed: Any,
    answer: Answer,
    status: int,
    **more: Any,
) -> HttpResponse:
    words = Wording(target.view)
    falling = [
        (int(str(note.facts["number"])), target.view.speaker.say(note)) for note in answer.dropped
    ]
    return _show(
        request,
        target,
        status,
        preview=preview_of(
            target.view,
            form or Form("remove", gettext("Take it out"), gettext("Take it out")),
            answer,
        ),
        hidden=hidden_of(form, typed) if form is not None else (),
        kind=form.kind if form is not None else "remove",
        falling=falling,
        effects=words.changes(answer.effects),
        **more,
    )


def _show(request: HttpRequest, target: Target, status: int, **more: Any) -> HttpResponse:
    view = target.view
    line = queries.log_page(view, target.event.number + 1, limit=1)
    context: dict[str, Any] = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "words": Wording(view),
        "number": target.event.number,
        "line": line[0] if line else None,
        "slip": slip_for(view),
        "forms": (),
        **more,
    }
    return render(request, "games/correct.html", context, status=status)


def _target(view: View, number: int) -> Target:
    """Return the entry to correct, or raise 404 where there is no move with that number."""
    event = queries.event_at(view.game, number)
    if event is None or event.kind not in (Event.Kind.MOVE, Event.Kind.RULED):
        raise Http404(gettext("There is no move with that number in this game."))
    is_secret = not view.sees(event.seat) and not view.sees_all
    if is_secret and event.seat:
        raise NotAllowed("not_your_entry", number=number)
    move = decode(event.data, Entered).move
    before = lines.state_at(view.game, event.parent)
    forms = tuple(view.title.forms(view.table, before, event.seat))
    return Target(view, event, move, forms)


def _prefilled(target: Target) -> tuple[Any, ...]:
    """Return the entry's own form first, filled with what it says, then the others."""
    kind = target.move.get("kind") if isinstance(target.move, dict) else None
    charted = [entry["place"] for entry in target.move.get("charted", ())] if kind else []
    own = [with_charting(target.view, form, charted) for form in target.forms if form.kind == kind]
    others = [form for form in target.forms if form.kind != kind and form.blocked is None]
    return (
        *(bind(form, prefilled(form, target.move), is_open=True) for form in own),
        *(bind(form, default_typed(form)) for form in others),
    )
