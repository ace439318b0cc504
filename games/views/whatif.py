"""The calculator of a table: what something would bring, worked out from the figures as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.engine.codec import convert
from games.engine.errors import Fault, Refusal
from games.engine.title import Calculator, Form
from games.forms.moves import BoundForm, Typed, bind, default_typed, plain, read_data, typed_of
from games.queries import View
from games.views.base import is_htmx, open_table, page
from games.views.worded import Change, Wording


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The calculator as it is shown: its form, and the answer if something was asked."""

    bound: BoundForm
    changes: tuple[Change, ...] = ()
    refusal: str = ""
    is_asked: bool = False


def what_if_of(view: View, seat: str, data: QueryDict | None = None) -> WhatIf | None:
    """Return the calculator with what was asked; None where the title has none or nothing to ask."""
    tool = view.title.what_if
    if tool is None or view.state is None:
        return None
    fields = tool.fields(view.table, view.state, seat)
    if not fields:
        return None
    form = Form("what_if", tool.label, tool.button, fields, tool.rule)
    if data is None or not any(name.startswith("f-") for name in data):
        return WhatIf(bind(form, default_typed(form)))
    return _asked(view, tool, form, data)


def _asked(view: View, tool: Calculator, form: Form, data: QueryDict) -> WhatIf:
    typed = typed_of(form, data)
    words = Wording(view)
    try:
        question = _read(tool, form, typed)
        found = tool.answer(view.table, view.state, question)
    except Fault as fault:
        problems = [(path, plain(message)) for path, message in fault.problems]
        return WhatIf(bind(form, typed, problems), is_asked=True)
    except Refusal as refusal:
        return WhatIf(bind(form, typed), refusal=view.speaker.refuse(refusal), is_asked=True)
    return WhatIf(bind(form, typed), words.changes(found), is_asked=True)


def _read(tool: Calculator, form: Form, typed: Typed) -> Any:
    return convert(read_data(form.fields, typed), tool.question_type, strict=False)


@require_safe
@page
def what_if(request: HttpRequest, code: str) -> HttpResponse:
    """Answer what was asked: the calculator alone for htmx, else a page of its own."""
    view = open_table(request, code)
    found = what_if_of(view, view.seat, request.GET)
    if found is None:
        raise Http404(gettext("There is nothing to work out here."))
    context: dict[str, Any] = {
        "view": view,
        "game": view.game,
        "title": view.title.meta,
        "what_if": found,
    }
    template = "games/_what_if.html" if is_htmx(request) else "games/what_if.html"
    asked_badly = any(one.error for one in found.bound.inputs) or found.refusal
    return render(request, template, context, status=400 if asked_badly else 200)
