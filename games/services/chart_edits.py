"""Editing a club's chart: only what one changed is sent, and two people at once lose nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import chart_words, lines
from games.engine.charts import Cells, Difference, Edit, clashes, differences, merged, real_changes
from games.engine.codec import encode
from games.engine.errors import Fault
from games.engine.title import Title
from games.errors import BadInput, GameError
from games.models import Chart, ChartVersion
from games.registry import TITLES
from games.services import charts

_BACK = "back to version {number}"
_BACK_TO = re.compile(r"back to version (\d{1,9})")


class ChartMoved(GameError):
    """Someone has saved a version since the one that was edited; nothing was saved.

    `edit` is what the sender really changed; `news` is what the versions since have changed;
    `both` are the places that both have changed, to different values.
    """

    def __init__(
        self,
        newest: ChartVersion,
        edit: Edit,
        news: tuple[Difference, ...],
        both: tuple[str, ...],
    ) -> None:
        super().__init__("chart_moved", number=newest.number, name=newest.by_name or "?")
        self.newest = newest
        self.edit = edit
        self.news = news
        self.both = both


@dataclass(frozen=True, slots=True)
class Saved:
    """The version after a save, and what it changed: nothing if all was as before."""

    version: ChartVersion
    changes: tuple[Difference, ...]


def save(chart_id: int, seen: int, edit: Edit, by_name: str = "") -> Saved:
    """Add a version with an edit of the version `seen`.

    Raises `ChartMoved` where that is no longer the newest, and `Fault` with the places of what
    cannot be. An edit that changes nothing adds no version.
    """
    with transaction.atomic():
        chart = _locked(chart_id)
        title, newest = TITLES[chart.title], _newest(chart)
        base = newest if seen == newest.number else _numbered(chart, seen)
        cells = cells_of(title, base)
        real = real_changes(cells, edit)
        if base.number != newest.number:
            now = cells_of(title, newest)
            raise ChartMoved(newest, real, differences(cells, now), clashes(cells, now, real))
        editor = editor_of(title)
        board = lines.board_of(title, newest.pk)
        changed = editor.write(board, merged(cells, real)) if real else board
        found = differences(cells, editor.read(changed))
        if not found:
            return Saved(newest, ())
        return Saved(_add(chart, changed, chart_words.summary(editor, found), by_name), found)


def back_to(chart_id: int, seen: int, number: int, by_name: str = "") -> ChartVersion:
    """Add a version that is what version `number` was. Raises `ChartMoved` as `save` does."""
    with transaction.atomic():
        chart = _locked(chart_id)
        newest = _newest(chart)
        if newest.number != seen:
            title = TITLES[chart.title]
            before, now = cells_of(title, _numbered(chart, seen)), cells_of(title, newest)
            raise ChartMoved(newest, {}, differences(before, now), ())
        found = _numbered(chart, number)
        if found.data == newest.data:
            return newest
        return charts.add_version(chart, found.data, _BACK.format(number=number), by_name)


def undo_target(chart: Chart) -> int | None:
    """Return the version that undoing the last save goes back to, None where there is none.

    A version that itself went back to an earlier one is undone to what was before that.
    """
    newest = _newest(chart)
    number = newest.number
    found = _BACK_TO.fullmatch(newest.why)
    if found is not None:
        earlier = chart.versions.filter(number=int(found[1])).first()
        if earlier is not None and earlier.data == newest.data:
            number = earlier.number
    before = chart.versions.filter(number__lt=number).order_by("-number")
    return before.values_list("number", flat=True).first()


def copy_chart(version: ChartVersion, club_id: int, by_name: str = "") -> ChartVersion:
    """Keep a board as a new chart of a club, with its name."""
    title = TITLES[version.chart.title]
    board = lines.board_of(title, version.pk)
    return charts.create_chart(club_id, title.meta.key, version.chart.name, board, by_name)


def editor_of(title: Title) -> Any:
    """Return the editor of a title's boards, or raise `BadInput` where they have none."""
    if title.editor is None:
        raise BadInput("title", "no_editor")
    return title.editor


def cells_of(title: Title, version: ChartVersion) -> Cells:
    """Return the values of a version's board."""
    cells: Cells = editor_of(title).read(lines.board_of(title, version.pk))
    return cells


def _locked(chart_id: int) -> Chart:
    chart = Chart.objects.select_for_update().get(pk=chart_id)
    if chart.club_id is None:
        raise BadInput("chart", "shipped_chart")
    return chart


def _newest(chart: Chart) -> ChartVersion:
    return chart.versions.order_by("-number")[:1].get()


def _numbered(chart: Chart, number: int) -> ChartVersion:
    found = chart.versions.filter(number=number).first()
    if found is None:
        raise BadInput("seen", "no_such_version", number=number)
    return found


def _add(chart: Chart, board: Any, why: str, by_name: str) -> ChartVersion:
    data = encode(board)
    if len(data.encode()) > charts.MOST_BYTES:
        raise Fault.one("", f"The chart would be larger than {charts.MOST_BYTES // 1000} KB.")
    return charts.add_version(chart, data, why, by_name)
