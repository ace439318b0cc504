"""The rules pages: each title's digest as numbered rules that refusals link to."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.registry import TITLES

STATUS = {
    "checked": "checked here",
    "board": "checked where the board is known",
    "table": "the table watches this",
    "info": "to know",
    "decision": "decided here",
}


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """List the titles whose rules are kept here."""
    return render(request, "games/rules.html", {"titles": [t.meta for t in TITLES.values()]})


@require_safe
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """Show a title's rules by section, each with an anchor of its number."""
    found = TITLES.get(title)
    if found is None:
        raise Http404(gettext("There are no rules of such a title here."))
    sections = [
        (name, [(rule, STATUS[rule.status]) for rule in group])
        for name, group in groupby(found.rulebook, key=lambda rule: rule.section)
    ]
    context = {"title": found.meta, "sections": sections, "options": found.meta.options}
    return render(request, "games/rules_title.html", context)
