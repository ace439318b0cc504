"""A chart as one person finds it: its version, what they may do there, and its picture."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from games import lines, queries
from games.engine.drawing import Drawing
from games.engine.title import Title
from games.models import Chart, ChartVersion
from games.registry import TITLES
from scoring.guests import who_of
from scoring.models import Club
from scoring.queries import my_clubs


@dataclass(frozen=True, slots=True)
class Opened:
    """A chart that was asked for, in one version; `name` is how its club knows who asks."""

    chart: Chart
    version: ChartVersion
    title: Title
    is_member: bool
    name: str

    @property
    def board(self) -> Any:
        """Return the decoded board."""
        return lines.board_of(self.title, self.version.pk)


def open_chart(request: HttpRequest, chart_id: str) -> Opened:
    """Return a chart as far as one may see it, in the version wished; raise 404 where there is none."""
    wished = request.GET.get("version", "")
    number = int(wished) if wished.isascii() and wished.isdigit() and len(wished) < 8 else 0
    chart = queries.chart_by_id(chart_id)
    version = queries.chart_version(chart, number) if chart is not None else None
    if chart is None or version is None or chart.title not in TITLES:
        raise Http404(gettext("There is no such chart."))
    title = TITLES[chart.title]
    if chart.club is None:
        return Opened(chart, version, title, False, "")
    member = chart.club.members.filter(who_of(request).owns()).first()
    if member is None and chart.club.visibility == Club.Visibility.PRIVATE:
        raise Http404(gettext("There is no such chart."))
    return Opened(chart, version, title, member is not None, member.name if member else "")


def open_as_member(request: HttpRequest, chart_id: str) -> Opened:
    """Return a chart that one may edit, in its newest version; raise `PermissionDenied` otherwise."""
    found = open_chart(request, chart_id)
    if not found.is_member:
        raise PermissionDenied(
            gettext("Only members of its club can change this chart.")
            if found.chart.club_id
            else gettext(
                "A board that ships with a title is not changed; copy it to your club first."
            )
        )
    return found


def own_clubs(request: HttpRequest) -> dict[str, Club]:
    """Return the clubs of whoever asks by their public ids."""
    return {club.public_id: club for club in my_clubs(who_of(request))[:50]}


def offer_clubs(form: Any, own: dict[str, Club]) -> None:
    """Let a form choose among one's clubs."""
    form.fields["club"].choices = [(club.public_id, club.name) for club in own.values()]


def member_name(request: HttpRequest, club: Club) -> str:
    """Return how a club knows whoever asks, empty if they are no member."""
    member = club.members.filter(who_of(request).owns()).first()
    return member.name if member is not None else ""


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart as SVG text, with the print of that text."""

    drawing: Drawing
    text: str
    print: str


_pictures: lines.Cache[ChartPicture] = lines.Cache(32)


def chart_picture(found: Opened) -> ChartPicture | None:
    """Return the picture of a chart for editing; None where its title has no editor."""
    editor = found.title.editor
    if editor is None:
        return None
    known = _pictures.get(found.version.pk)
    if known is not None:
        return known
    drawing = editor.drawing(found.board)
    text = render_to_string("games/_picture.html", {"drawing": drawing})
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    return _pictures.put(found.version.pk, ChartPicture(drawing, text, mark))


def picture_address(found: Opened) -> str:
    """Return where the picture of a chart's version is, empty where there is none."""
    picture = chart_picture(found)
    if picture is None:
        return ""
    address = reverse("games:chart_picture", args=[found.chart.public_id])
    return f"{address}?version={found.version.number}&v={picture.print}"
