"""The slip: what someone can enter now, its preview before it counts, or why it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from games import queries
from games.engine.errors import ChoiceNeeded, Refusal
from games.engine.title import Form
from games.forms.moves import BoundForm, Typed, bind, default_typed, hidden_of
from games.models import Game, Seat
from games.queries import LogLine, View
from games.services.entries import Answer
from games.views.worded import Change, Wording

Problems = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do, before it counts."""

    form: Form
    said: str
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    unchecked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a move cannot be: in figures, with its rule, and what would complete it."""

    message: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    may_rule: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question before something is done that touches others: said, and one button that does it."""

    message: str
    action: str
    button: str
    hidden: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Slip:
    """Everything the slip's template needs; at most one of preview, refused and ask is there."""

    seat: str
    seats: tuple[Seat, ...]
    seen: int
    key: UUID = field(default_factory=uuid4)
    forms: tuple[BoundForm, ...] = ()
    blocked: tuple[tuple[str, str, str], ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    preview: Preview | None = None
    refused: Refused | None = None
    ask: Ask | None = None
    problem: str = ""
    done: str = ""
    unchecked: tuple[str, ...] = ()
    changes: tuple[LogLine, ...] = ()


def enterable(view: View) -> tuple[Seat, ...]:
    """Return the seats that this person enters for."""
    if view.who is None or view.game.status != Game.Status.PLAYING:
        return ()
    if view.who.may_enter_for_others:
        return view.seats
    return tuple(seat for seat in view.seats if seat.letter in view.who.seats)


def seat_of(view: View, wish: str = "") -> str:
    """Return the seat to show forms for: the one wished, if this person may enter for it."""
    if wish in {seat.letter for seat in enterable(view)}:
        return wish
    return view.seat


def forms_of(view: View, seat: str) -> tuple[Form, ...]:
    """Return what a seat can enter now, as far as this person may."""
    if view.state is None or not enterable(view):
        return ()
    return view.title.forms(view.table, view.state, seat)


def slip_for(
    view: View,
    seat: str = "",
    *,
    opened: str = "",
    typed: Typed | None = None,
    problems: Problems = (),
) -> Slip:
    """Return the slip with the forms of a seat; the one named `opened` holds what was typed."""
    seat = seat_of(view, seat)
    offered = forms_of(view, seat)
    free = [form for form in offered if form.blocked is None or form.kind == opened]
    bound = tuple(
        bind(form, typed or default_typed(form), problems, is_open=True)
        if form.kind == opened
        else bind(form, default_typed(form), is_open=not opened and form is free[0])
        for form in free
    )
    blocked = tuple(
        (form.label, view.speaker.say(form.blocked), form.rule)
        for form in offered
        if form.blocked is not None and form.kind != opened
    )
    slip = Slip(seat, enterable(view), view.game.last, forms=bound, blocked=blocked)
    if opened and all(form.kind != opened for form in offered):
        slip.problem = "This cannot be entered any more as the game stands now."
    return slip


def held(view: View, seat: str, form: Form, typed: Typed) -> Slip:
    """Return a slip that holds a move for confirmation or change, without the other forms."""
    return Slip(
        seat, enterable(view), view.game.last, hidden=hidden_of(form, typed), kind=form.kind
    )


def preview_of(view: View, form: Form, answer: Answer) -> Preview:
    """Return a dry run's answer in words."""
    words = Wording(view)
    return Preview(
        form,
        view.speaker.say(answer.said) if answer.said is not None else form.label,
        words.changes(answer.effects),
        words.notes(answer.notes),
        words.notes(answer.unchecked),
    )


def refused(view: View, refusal: Refusal) -> Refused:
    """Return the referee's refusal in words."""
    who = view.who
    choices = refusal.choices if isinstance(refusal, ChoiceNeeded) else ()
    may_rule = (
        who is not None
        and who.may_enter_for_others
        and refusal.code not in view.title.hard_codes
        and not choices
    )
    return Refused(view.speaker.refuse(refusal), refusal.rule, choices, may_rule)


def news_since(view: View, seen: int) -> tuple[LogLine, ...]:
    """Return what was entered since, newest first: for whoever has not seen it."""
    if seen >= view.game.last:
        return ()
    return tuple(line for line in queries.log_page(view) if line.number > seen)


def offered_form(view: View, seat: str, kind: str, seen: int) -> Form | None:
    """Return the form of a kind that the seat has now, or had at the entry this person had seen."""
    for form in forms_of(view, seat):
        if form.kind == kind:
            return form
    earlier = queries.state_seen(view, seen) if enterable(view) else None
    if earlier is None:
        return None
    found = (form for form in view.title.forms(view.table, earlier, seat) if form.kind == kind)
    return next(found, None)
