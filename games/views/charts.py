"""Charts: the boards one can play on, drawn and as tables, out as JSON and in again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games import lines, queries
from games.engine.errors import Fault
from games.engine.title import Title
from games.errors import BadInput
from games.forms.moves import plain
from games.forms.small import ChartForm
from games.models import ChartVersion
from games.registry import TITLES
from games.services import charts as service
from games.views.base import page
from games.views.hexes import draw
from games.wording import error_words
from scoring.guests import who_of
from scoring.models import Club
from scoring.queries import my_clubs


@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """List the boards that ship with titles and those of one's clubs."""
    own = list(my_clubs(who_of(request))[:50])
    for title in TITLES.values():
        service.shipped_version(title)
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
    version, is_member = _version(request, chart_id)
    form = ChartForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        if not is_member:
            raise PermissionDenied("Only members of its club can change this chart.")
        board = _read(form, TITLES[version.chart.title])
        if board is not None:
            why = form.cleaned_data["why"] or "changed"
            service.revise_chart(version.chart_id, board, why, _name(request))
            messages.success(request, "Saved as a new version. Games under way keep theirs.")
            return redirect("games:chart", chart_id)
    title = TITLES[version.chart.title]
    board = lines.board_of(title, version.pk)
    context = {
        "chart": version.chart,
        "version": version,
        "versions": queries.versions_of(version.chart),
        "title": title.meta,
        "drawing": draw(board),
        "board": board,
        "is_member": is_member,
        "form": form,
    }
    return render(request, "games/chart.html", context, status=400 if form.errors else 200)


@require_safe
@page
def download(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Send a board as a JSON file."""
    version, _ = _version(request, chart_id)
    response = HttpResponse(version.data, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{version.chart.title}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@page
def upload(request: HttpRequest, title: str) -> HttpResponse:
    """Keep a board as a new chart of one of one's clubs."""
    found = TITLES.get(title)
    if found is None:
        raise Http404("There is no such title here.")
    own = {club.public_id: club for club in my_clubs(who_of(request))[:50]}
    form = ChartForm(request.POST or None, request.FILES or None)
    _offer_clubs(form, own)
    if request.method == "POST":
        version = _keep(request, form, found, own)
        if version is not None:
            return redirect("games:chart", version.chart.public_id)
    context = {"title": found.meta, "form": form, "clubs": own}
    return render(request, "games/chart_new.html", context, status=400 if form.errors else 200)


def _offer_clubs(form: ChartForm, own: dict[str, Club]) -> None:
    field: Any = form.fields["club"]
    field.choices = [(club.public_id, club.name) for club in own.values()]
    field.required = form.fields["name"].required = True


def _keep(
    request: HttpRequest, form: ChartForm, title: Title, own: dict[str, Club]
) -> ChartVersion | None:
    board = _read(form, title)
    if board is None:
        return None
    club = own[form.cleaned_data["club"]]
    name = form.cleaned_data["name"]
    try:
        return service.create_chart(club.pk, title.meta.key, name, board, _name(request))
    except BadInput as error:
        form.add_error("name", error_words(error.code, error.facts))
        return None


def _read(form: ChartForm, title: Title) -> Any:
    """Return the board sent, or None with the problems at the form's fields."""
    if not form.is_valid():
        return None
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file is None and not text:
        form.add_error("file", "Choose a file, or paste the board below.")
        return None
    field = "file" if file is not None else "text"
    if file is not None and file.size > service.MOST_BYTES:
        form.add_error(field, f"The file is larger than {service.MOST_BYTES // 1000} KB.")
        return None
    try:
        return service.read_board_text(title, file.read().decode() if file is not None else text)
    except UnicodeError:
        form.add_error(field, "This is not a text file.")
    except Fault as fault:
        for path, message in fault.problems[:20]:
            form.add_error(field, f"{path}: {plain(message)}" if path else plain(message))
    return None


def _version(request: HttpRequest, chart_id: str) -> tuple[ChartVersion, bool]:
    """Return a chart's version as far as one may see it, and whether one may add to it."""
    wished = request.GET.get("version", "")
    number = int(wished) if wished.isascii() and wished.isdigit() and len(wished) < 8 else None
    found = queries.chart_by_id(chart_id)
    version = queries.chart_version(found, number or 0) if found is not None else None
    if found is None or version is None or found.title not in TITLES:
        raise Http404("There is no such chart.")
    club = found.club
    if club is None:
        return version, False
    is_member = my_clubs(who_of(request)).filter(pk=club.pk).exists()
    if club.visibility == Club.Visibility.PRIVATE and not is_member:
        raise Http404("There is no such chart.")
    return version, is_member


def _name(request: HttpRequest) -> str:
    user = request.user
    return user.get_short_name()[:60] if user.is_authenticated else ""
