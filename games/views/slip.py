"""The slip: what someone can enter now, its preview before it counts, or why it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.http import QueryDict
from django.utils.translation import gettext
from msgspec import structs

from games import queries
from games.engine.errors import ChoiceNeeded, Refusal
from games.engine.title import Form
from games.forms.moves import (
    BoundForm,
    Typed,
    bind,
    default_typed,
    hidden_of,
    typed_of,
)
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
    button: str
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
    blocked: tuple[tuple[Form, str], ...] = ()
    """Forms that cannot be entered now, each with why."""
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
    charted: Sequence[str] = (),
) -> Slip:
    """Return the slip with the forms of a seat; the one named `opened` holds what was typed.

    It asks for what is printed in the places `charted` too.
    """
    seat = seat_of(view, seat)
    offered = forms_of(view, seat)
    free = [form for form in offered if form.blocked is None or form.kind == opened]
    bound = tuple(
        _opened(with_charting(view, form, charted), typed, problems)
        if form.kind == opened
        else bind(form, default_typed(form), is_open=not opened and form is free[0])
        for form in free
    )
    blocked = tuple(
        (form, view.speaker.say(form.blocked))
        for form in offered
        if form.blocked is not None and form.kind != opened
    )
    slip = Slip(seat, enterable(view), view.game.last, forms=bound, blocked=blocked)
    if opened and all(form.kind != opened for form in offered):
        slip.problem = gettext("This cannot be entered any more as the game stands now.")
    return slip


def _opened(form: Form, typed: Typed | None, problems: Problems) -> BoundForm:
    return bind(form, typed or default_typed(form), problems, is_open=True)


def with_charting(view: View, form: Form, places: Sequence[str]) -> Form:
    """Return the form with the fields that chart these places together with the move."""
    charting = view.title.charting
    if charting is None or not places:
        return form
    fields = {field.name: field for field in form.fields}
    for place in dict.fromkeys(places):
        fields |= {field.name: field for field in charting(view.table, place)}
    return structs.replace(form, fields=tuple(fields.values()))


def missing_places(view: View, refusal: Refusal) -> tuple[str, ...]:
    """Return the places that the chart lacks for a move, where they can be charted with it."""
    places = refusal.facts.get("hexes")
    if refusal.code != "uncharted" or view.title.charting is None or not isinstance(places, tuple):
        return ()
    return places


def filled_in(view: View, seat: str, kind: str, data: QueryDict) -> Typed | None:
    """Return what an address fills into a form of the seat, over its defaults; None if nothing."""
    form = next((form for form in forms_of(view, seat) if form.kind == kind), None)
    if form is None:
        return None
    given = {name: values for name, values in typed_of(form, data).items() if values}
    return {**default_typed(form), **given} if given else None


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
        view.speaker.button(form.kind, answer.said) or gettext(form.button),
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
