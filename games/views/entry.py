"""Entering: a move in two steps (what it would do, then doing it), rulings, notes, positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games import queries
from games.engine.codec import to_data
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.title import Form
from games.errors import BadInput, GameError, NotAllowed, Stale
from games.forms.moves import (
    Typed,
    charted_places,
    default_typed,
    hidden_of,
    read_move,
    typed_of,
)
from games.forms.small import Envelope, NoteForm, PositionForm
from games.identity import claims_of
from games.models import Game
from games.queries import View
from games.services import entries, people, tables
from games.services.entries import Answer
from games.views import show
from games.views.base import open_table, page
from games.views.slip import (
    Slip,
    held,
    missing_places,
    news_since,
    offered_form,
    preview_of,
    refused,
    seat_of,
    slip_for,
    with_charting,
)
from games.views.table import notation_of
from games.wording import error_words


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry on its way: who sends it, what comes with it, and what was typed into which form."""

    request: HttpRequest
    view: View
    envelope: Envelope
    form: Form
    typed: Typed
    charted: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        """Return the seat it is for, empty if none was named."""
        return str(self.envelope.cleaned_data["seat"])

    @property
    def seen(self) -> int:
        """Return the newest event its sender had seen."""
        return int(self.envelope.cleaned_data["seen"])

    def play(self, move: Any, *, dry_run: bool = False) -> Answer:
        """Enter the move, or see what it would do."""
        sent = self.envelope.request(dry_run=dry_run)
        return entries.play(self.view.game.pk, claims_of(self.request), move, sent)

    def open_slip(self, problems: Sequence[tuple[str, str]] = ()) -> Slip:
        """Return the slip with the form open and what was typed in it."""
        found = slip_for(
            self.view,
            self.seat,
            opened=self.form.kind,
            typed=self.typed,
            problems=problems,
            charted=self.charted,
        )
        found.hidden, found.kind = hidden_of(self.form, self.typed), self.form.kind
        return found

    def held_slip(self, view: View) -> Slip:
        """Return the slip with the move alone, to be confirmed."""
        return held(view, self.seat, self.form, self.typed)


@require_POST
@page
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Preview a move, enter it, or go back to change it; what was entered before is not entered again."""
    view = open_table(request, code)
    first = first_answer_of(request, view) if request.POST.get("step") == "enter" else None
    if first is not None:
        return show.entered(request, view, first)
    draft = read_draft(request, view)
    if draft.envelope.cleaned_data["step"] == "back":
        return show.show_table(request, draft.view, draft.open_slip())
    try:
        move = read_move(draft.view.title, draft.form, draft.typed)
    except Fault as fault:
        return show.show_table(request, draft.view, draft.open_slip(fault.problems), 400)
    try:
        if draft.envelope.cleaned_data["step"] != "enter":
            return _preview(draft, move)
        return show.entered(request, draft.view, draft.play(move), draft.seat)
    except Stale as stale:
        return _stale(draft, move, stale)
    except Refusal as refusal:
        return _refusal(draft, refusal)


@require_POST
@page
def ruled(request: HttpRequest, code: str) -> HttpResponse:
    """Record a refused move as ruled by the table, with the reason."""
    view = open_table(request, code)
    first = first_answer_of(request, view)
    if first is not None:
        return show.entered(request, view, first)
    draft = read_draft(request, view)
    try:
        move = read_move(draft.view.title, draft.form, draft.typed)
    except Fault as fault:
        return show.show_table(request, draft.view, draft.open_slip(fault.problems), 400)
    try:
        sent = draft.envelope.request()
        answer = entries.rule_by_table(draft.view.game.pk, claims_of(request), to_data(move), sent)
    except Stale as stale:
        return _stale(draft, move, stale)
    except BadInput as error:
        return _unexplained(draft, move, error)
    except Refusal as refusal:
        return _refusal(draft, refusal)
    return show.entered(request, draft.view, answer)


@require_POST
@page
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Add a note to the log."""
    view = open_table(request, code)
    people.require(view.who)
    envelope = Envelope(request.POST)
    form = NoteForm(request.POST)
    if not envelope.is_valid() or not form.is_valid():
        slip = slip_for(view)
        slip.problem = " ".join(
            str(one) for one in form.errors.get("note", [gettext("This note could not be read.")])
        )
        return show.show_table(request, view, slip, 400)
    entries.add_note(
        view.game.pk, claims_of(request), form.cleaned_data["note"], envelope.request()
    )
    messages.success(request, gettext("Noted."))
    return redirect("games:table", view.game.code)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def position(request: HttpRequest, code: str) -> HttpResponse:
    """Show the position to copy; whoever may rule can set it to what stands on the table."""
    view = open_table(request, code)
    may_rule = view.who is not None and view.who.may_enter_for_others
    form = PositionForm(request.POST or None, initial={"position": notation_of(view)})
    if request.method == "POST":
        if not may_rule:
            raise NotAllowed("ruling_rights")
        answer = _set_position(request, view, form)
        if answer is not None:
            messages.success(request, gettext("The position was set."))
            return redirect("games:table", view.game.code)
    context = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "notation": notation_of(view),
        "form": form,
        "may_rule": may_rule,
        "envelope": slip_for(view),
        "hidden": not view.sees_all,
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "games/position.html", context, status=status)


def _set_position(request: HttpRequest, view: View, form: PositionForm) -> Any:
    """Return the service's answer, or None with what is wrong at the form's fields."""
    envelope = Envelope(request.POST)
    if not form.is_valid() or not envelope.is_valid():
        form.add_error(None, gettext("Look through the fields."))
        return None
    text = form.cleaned_data["position"]
    try:
        return entries.set_position(view.game.pk, claims_of(request), text, envelope.request())
    except NotationError as error:
        form.add_error("position", str(error))
    except Fault as fault:
        for path, message in fault.problems:
            form.add_error("position", f"{path}: {message}" if path else message)
    except BadInput as error:
        form.add_error(error.field, error_words(error.code, error.facts))
    except Stale as error:
        form.add_error(None, error_words(error.code, error.facts))
    return None


@require_POST
@page
def status(request: HttpRequest, code: str) -> HttpResponse:
    """Pause, resume, abandon or reopen the game."""
    view = open_table(request, code)
    tables.set_status(view.game.pk, claims_of(request), request.POST.get("wish", "")[:20])
    return redirect("games:table", view.game.code)


@require_POST
@page
def finish(request: HttpRequest, code: str) -> HttpResponse:
    """Close a reopened game that is at its end."""
    view = open_table(request, code)
    tables.finish(view.game.pk, claims_of(request))
    return redirect("games:table", view.game.code)


# The ways an entry can go


def first_answer_of(request: HttpRequest, view: View) -> Answer | None:
    """Return the answer that what was sent got before, however the game stands now; None if never sent."""
    envelope = Envelope(request.POST)
    if not envelope.is_valid() or not queries.is_entered(view.game, envelope.cleaned_data["key"]):
        return None
    return entries.first_answer(view.game.pk, claims_of(request), envelope.cleaned_data["key"])


def read_draft(request: HttpRequest, view: View) -> Draft:
    """Return the entry that was sent, or raise `BadInput`, `NotAllowed` or `GameError`."""
    people.require(view.who)
    envelope = Envelope(request.POST)
    if not envelope.is_valid():
        raise BadInput(next(iter(envelope.errors)), "bad_envelope")
    data = envelope.cleaned_data
    seat = data["seat"]
    if seat and view.game.status == Game.Status.PLAYING and seat != seat_of(view, seat):
        raise NotAllowed("not_your_seat", seat=seat)
    form = offered_form(view, seat or view.seat, data["kind"], data["seen"])
    if form is None:
        playing = view.game.status == Game.Status.PLAYING
        raise GameError("not_offered" if playing else f"game_{view.game.status}")
    charted = charted_places(request.POST)
    form = with_charting(view, form, charted)
    return Draft(request, view, envelope, form, typed_of(form, request.POST), charted)


def _preview(draft: Draft, move: Any) -> HttpResponse:
    """Show what the move would do, and what has come in since its sender looked."""
    answer = draft.play(move, dry_run=True)
    slip = draft.held_slip(draft.view)
    slip.preview = preview_of(draft.view, draft.form, answer)
    slip.changes = news_since(draft.view, draft.seen)
    return show.show_table(draft.request, draft.view, slip)


def _refusal(draft: Draft, refusal: Refusal) -> HttpResponse:
    """Show the referee's refusal in the slip, with what was typed ready to be changed.

    Where the chart lacks places, the slip asks for what is printed there as well.
    """
    missing = missing_places(draft.view, refusal)
    if missing:
        form = with_charting(draft.view, draft.form, missing)
        typed = {**default_typed(form), **draft.typed}
        draft = replace(draft, form=form, typed=typed, charted=(*draft.charted, *missing))
    slip = draft.open_slip()
    slip.refused = refused(draft.view, refusal)
    slip.changes = news_since(draft.view, draft.seen)
    return show.show_table(draft.request, draft.view, slip, 422)


def _unexplained(draft: Draft, move: Any, error: BadInput) -> HttpResponse:
    """Show the refusal once more, with what its ruling lacks."""
    try:
        return _preview(draft, move)
    except Refusal as refusal:
        slip = draft.open_slip()
        slip.refused = refused(draft.view, refusal)
        slip.problem = error_words(error.code, error.facts)
        return show.show_table(draft.request, draft.view, slip, 400)


def _stale(draft: Draft, move: Any, stale: Stale) -> HttpResponse:
    """Show what came in, and what the same move would do or why it cannot be any more."""
    fresh = open_table(draft.request, draft.view.game.code)
    slip = draft.held_slip(fresh)
    try:
        slip.preview = preview_of(fresh, draft.form, draft.play(move, dry_run=True))
    except Refusal as refusal:
        slip = replace(draft, view=fresh).open_slip()
        slip.refused = refused(fresh, refusal)
    return show.moved_on(draft.request, fresh, slip, stale.seen)
