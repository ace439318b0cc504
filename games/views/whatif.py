"""The calculators of a table: what something would bring, worked out from the state as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.engine.codec import convert
from games.engine.errors import Fault, Refusal
from games.engine.title import Calculator, Effect, Form, Note, Panel
from games.forms.moves import BoundForm, Typed, bind, default_typed, plain, read_data, typed_of
from games.queries import View
from games.views.base import is_htmx, open_table, page
from games.views.worded import Change, WordedPanel, Wording


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A calculator as it is shown: its form, and the answer if something was asked."""

    key: str
    bound: BoundForm
    help: str = ""
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    panels: tuple[WordedPanel, ...] = ()
    refusal: str = ""
    is_asked: bool = False


def what_if_of(view: View, seat: str) -> tuple[WhatIf, ...]:
    """Return the calculators that have something to ask now."""
    found = []
    for tool in view.title.what_if:
        form = _form(view, tool, seat)
        if form is not None:
            found.append(WhatIf(tool.key, bind(form, default_typed(form))))
    return tuple(found)


def _form(view: View, tool: Calculator, seat: str) -> Form | None:
    fields = tool.fields(view.table, view.state, seat) if view.state is not None else ()
    if not fields:
        return None
    return Form(f"what_if-{tool.key}", tool.label, tool.button, fields, tool.rule)


def _asked(view: View, seat: str, data: QueryDict) -> WhatIf | None:
    """Return the calculator that is named, with what was asked of it; the first if none is named."""
    key = data.get("ask", "")
    tool = next((one for one in view.title.what_if if key in ("", one.key)), None)
    form = _form(view, tool, seat) if tool is not None else None
    if tool is None or form is None:
        return None
    if not any(name.startswith("f-") for name in data):
        return WhatIf(tool.key, bind(form, default_typed(form)))
    return _answered(view, tool, form, typed_of(form, data))


def _answered(view: View, tool: Calculator, form: Form, typed: Typed) -> WhatIf:
    words = Wording(view)
    try:
        found = tool.answer(view.table, view.state, _read(tool, form, typed))
    except Fault as fault:
        problems = [(path, plain(message)) for path, message in fault.problems]
        return WhatIf(tool.key, bind(form, typed, problems), is_asked=True)
    except Refusal as refusal:
        refused = view.speaker.refuse(refusal)
        return WhatIf(tool.key, bind(form, typed), refusal=refused, is_asked=True)
    return WhatIf(
        tool.key,
        bind(form, typed),
        tool.help,
        words.changes(one for one in found if isinstance(one, Effect)),
        words.notes(one for one in found if isinstance(one, Note)),
        tuple(words.panel(one) for one in found if isinstance(one, Panel)),
        is_asked=True,
    )


def _read(tool: Calculator, form: Form, typed: Typed) -> Any:
    return convert(read_data(form.fields, typed), tool.question_type, strict=False)


@require_safe
@page
def what_if(request: HttpRequest, code: str) -> HttpResponse:
    """Answer what was asked of the calculator `ask`: alone for htmx, else on a page of its own."""
    view = open_table(request, code)
    found = _asked(view, view.seat, request.GET)
    if found is None:
        raise Http404(gettext("There is nothing to work out here."))
    context: dict[str, Any] = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "tool": found,
    }
    template = "games/_what_if.html" if is_htmx(request) else "games/what_if.html"
    asked_badly = any(one.error for one in found.bound.inputs) or found.refusal
    return render(request, template, context, status=400 if asked_badly else 200)
