"""Around the chart editor: drawing a board from a size, copying, history, going back, the picture."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games import chart_history
from games.engine.charts import laid_out
from games.errors import BadInput
from games.forms.charts import BlankForm, CopyForm, DrawForm
from games.forms.small import MOST_NUMBER, ChartForm
from games.registry import TITLES
from games.services import chart_edits, charts
from games.views.base import page
from games.views.chart_access import (
    chart_picture,
    member_name,
    offer_clubs,
    open_as_member,
    open_chart,
    own_clubs,
)
from games.wording import error_words

FOREVER = "private, max-age=31536000, immutable"


@require_POST
@page
def draw(request: HttpRequest, title: str) -> HttpResponse:
    """Keep a board with nothing on it, or of so many rows and columns, as a club's chart."""
    found = TITLES.get(title)
    editor = found.editor if found is not None else None
    if found is None or editor is None or not (editor.empty or editor.blank):
        raise Http404(gettext("There is no such title here."))
    own = own_clubs(request)
    form: forms.Form = (DrawForm if editor.empty else BlankForm)(request.POST, auto_id="draw_%s")
    offer_clubs(form, own)
    if form.is_valid():
        data = form.cleaned_data
        club = own[data["club"]]
        board = editor.blank(data["name"]) if editor.blank is not None else None
        if editor.empty is not None:
            out = data["shifted"] == "first"
            hexes = laid_out(data["width"], data["height"], first_row_out=out)
            board = editor.empty(data["name"], hexes)
        version = charts.create_chart(
            club.pk, found.meta.key, data["name"], board, member_name(request, club)
        )
        return redirect("games:chart_edit", version.chart.public_id)
    upload = ChartForm()
    offer_clubs(upload, own)
    context = {"title": found.meta, "form": upload, "clubs": own, "draw": form}
    return render(request, "games/chart_new.html", context, status=400)


@require_POST
@page
def copy(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Keep a board that one can see as a new chart of one of one's clubs."""
    found = open_chart(request, chart_id)
    own = own_clubs(request)
    form = CopyForm(request.POST)
    offer_clubs(form, own)
    if not form.is_valid():
        raise PermissionDenied(gettext("A chart is copied to a club that you belong to."))
    club = own[form.cleaned_data["club"]]
    version = chart_edits.copy_chart(found.version, club.pk, member_name(request, club))
    messages.success(request, gettext("{club} has a chart of its own now.").format(club=club.name))
    return redirect("games:chart", version.chart.public_id)


@require_POST
@page
def back(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Make an earlier version the newest again, as a new version."""
    found = open_as_member(request, chart_id)
    seen, number = (_number(request.POST.get(name, "")) for name in ("seen", "number"))
    if seen is None or number is None:
        raise BadInput("number", "bad_envelope")
    try:
        chart_edits.back_to(found.chart.pk, seen, number, found.name)
    except chart_edits.ChartMoved as moved:
        messages.warning(request, error_words(moved.code, moved.facts))
        return redirect("games:chart_history", chart_id)
    messages.success(
        request, gettext("The chart is as it was in version {number}.").format(number=number)
    )
    return redirect("games:chart_edit", chart_id)


@require_safe
@page
def history(request: HttpRequest, chart_id: str) -> HttpResponse:
    """List who changed what in a chart, newest first."""
    found = open_chart(request, chart_id)
    before = _number(request.GET.get("before", ""))
    shown = chart_history.history(found.title, found.chart, before)
    context = {
        "found": found,
        "chart": found.chart,
        "title": found.title.meta,
        "newest": found.version.number,
        "history": shown,
        "older": shown[-1].version.number if shown and shown[-1].version.number > 1 else None,
        "running": chart_history.running_on(found.chart) if found.is_member else (),
        "has_editor": found.title.editor is not None,
    }
    return render(request, "games/chart_history.html", context)


@require_safe
@gzip_page
@page
def picture(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Answer a chart as SVG; under its print it never changes, so browsers keep it."""
    found = chart_picture(open_chart(request, chart_id))
    if found is None:
        raise Http404(gettext("This chart has no picture."))
    etag = f'"{found.print}"'
    answer = get_conditional_response(
        request, etag=etag, response=HttpResponse(found.text, content_type="image/svg+xml")
    )
    assert answer is not None
    answer.headers["ETag"] = etag
    current = request.GET.get("v") == found.print
    answer.headers["Cache-Control"] = FOREVER if current else "private, no-cache"
    return answer


def _number(text: str) -> int | None:
    fits = text.isascii() and text.isdigit() and int(text[:10]) <= MOST_NUMBER
    return int(text[:10]) if fits and text else None
