"""Charts: the boards one can play on, drawn and as tables, out as JSON and in again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games import queries
from games.chart_history import running_on
from games.chart_words import completeness_words
from games.engine.errors import Fault
from games.engine.title import Title
from games.errors import BadInput
from games.forms.charts import BlankForm, DrawForm
from games.forms.moves import plain
from games.forms.small import ChartForm
from games.models import ChartVersion
from games.registry import TITLES
from games.services import charts as service
from games.views.base import page
from games.views.chart_access import (
    Opened,
    chart_picture,
    member_name,
    offer_clubs,
    open_chart,
    own_clubs,
    picture_address,
)
from games.wording import error_words
from scoring.guests import who_of
from scoring.models import Club
from scoring.queries import my_clubs


@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """List the boards that ship with titles and those of one's clubs."""
    own = list(my_clubs(who_of(request))[:50])
    for title in TITLES.values():
        service.shipped_versions(title)
    context = {
        "charts": queries.charts_of([club.pk for club in own]),
        "clubs": own,
        "titles": [title.meta for title in TITLES.values()],
    }
    return render(request, "games/charts.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def chart(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Show a board drawn and as a table; its club's members can add a version."""
    found = open_chart(request, chart_id)
    form = ChartForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        if not found.is_member:
            raise PermissionDenied(gettext("Only members of its club can change this chart."))
        board = _read(form, found.title)
        if board is not None:
            why = form.cleaned_data["why"] or "changed"
            service.revise_chart(found.chart.pk, board, why, found.name)
            messages.success(
                request, gettext("Saved as a new version. Games under way keep theirs.")
            )
            return redirect("games:chart", chart_id)
    context = _shown(request, found) | {"form": form}
    return render(request, "games/chart.html", context, status=400 if form.errors else 200)


def _shown(request: HttpRequest, found: Opened) -> dict[str, Any]:
    """Return what the page of a chart shows beside its form."""
    picture, complete = chart_picture(found), found.title.completeness
    known = complete(found.board) if complete is not None else None
    places = picture.drawing.places if picture is not None else ()
    return {
        "found": found,
        "chart": found.chart,
        "version": found.version,
        "versions": queries.versions_of(found.chart),
        "title": found.title.meta,
        "address": picture_address(found),
        "heads": picture.drawing.heads if picture is not None else (),
        "places": [place for place in places if "spare" not in place.classes],
        "complete": completeness_words(known) if known is not None else "",
        "is_complete": known is not None and known.complete,
        "is_member": found.is_member,
        "has_editor": found.title.editor is not None,
        "has_table": found.title.editor is not None and found.title.editor.write_csv is not None,
        "clubs": own_clubs(request),
        "running": running_on(found.chart) if found.is_member else (),
    }


@require_safe
@page
def download(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Send a board as a JSON file."""
    version = open_chart(request, chart_id).version
    response = HttpResponse(version.data, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{version.chart.title}.json"'
    return response


@require_safe
@page
def download_csv(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Send a board as a table, where its title has one."""
    found = open_chart(request, chart_id)
    if found.title.editor is None or found.title.editor.write_csv is None:
        raise Http404(gettext("This board is no table."))
    text = found.title.editor.write_csv(found.board)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.chart.title}.csv"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@page
def upload(request: HttpRequest, title: str) -> HttpResponse:
    """Keep a board as a new chart of one of one's clubs."""
    found = TITLES.get(title)
    if found is None:
        raise Http404(gettext("There is no such title here."))
    own = own_clubs(request)
    form = ChartForm(request.POST or None, request.FILES or None)
    offer_clubs(form, own)
    form.fields["club"].required = form.fields["name"].required = True
    drawn = None
    if found.editor is not None and (found.editor.empty or found.editor.blank):
        kind = DrawForm if found.editor.empty else BlankForm
        drawn = kind(auto_id="draw_%s")
    if drawn is not None:
        offer_clubs(drawn, own)
    if request.method == "POST":
        version = _keep(request, form, found, own)
        if version is not None:
            return redirect("games:chart", version.chart.public_id)
    context = {"title": found.meta, "form": form, "clubs": own, "draw": drawn}
    return render(request, "games/chart_new.html", context, status=400 if form.errors else 200)


def _keep(
    request: HttpRequest, form: ChartForm, title: Title, own: dict[str, Club]
) -> ChartVersion | None:
    board = _read(form, title)
    if board is None:
        return None
    club = own[form.cleaned_data["club"]]
    name = form.cleaned_data["name"]
    try:
        return service.create_chart(
            club.pk, title.meta.key, name, board, member_name(request, club)
        )
    except BadInput as error:
        form.add_error("name", error_words(error.code, error.facts))
        return None


def _read(form: ChartForm, title: Title) -> Any:
    """Return the board sent, or None with the problems at the form's fields."""
    if not form.is_valid():
        return None
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file is None and not text:
        form.add_error("file", gettext("Choose a file, or paste the board below."))
        return None
    field = "file" if file is not None else "text"
    if file is not None and file.size > service.MOST_BYTES:
        form.add_error(
            field,
            gettext("The file is larger than {most} KB.").format(most=service.MOST_BYTES // 1000),
        )
        return None
    try:
        sent = file.read().decode() if file is not None else text
        return service.read_board_text(title, sent, form.cleaned_data["name"])
    except UnicodeError:
        form.add_error(field, gettext("This is not a text file."))
    except Fault as fault:
        for path, message in fault.problems[:20]:
            form.add_error(field, f"{path}: {plain(message)}" if path else plain(message))
    return None
