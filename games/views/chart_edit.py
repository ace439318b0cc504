"""The chart editor: a row of figures, one place, a brush; what is at fault is said at its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import chart_history, chart_words, lines
from games.engine.charts import (
    WHOLE,
    Cells,
    ChartEditor,
    Edit,
    Values,
    differences,
    merged,
    real_changes,
    split_path,
)
from games.engine.codec import encode
from games.engine.errors import Fault
from games.engine.title import Field
from games.errors import BadInput
from games.forms import charts as forms
from games.forms.moves import plain
from games.queries import chart_version
from games.services import chart_edits as service
from games.views.base import page
from games.views.chart_access import (
    Opened,
    chart_picture,
    open_as_member,
    open_chart,
    picture_address,
)

MOST_SAID = 12
"""Changes that are said line by line."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One input of a place: its field, what it holds, what is wrong with it."""

    field: Field
    name: str
    id: str
    value: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One place of a row: its place, what it is called, its inputs."""

    place: str
    name: str
    slots: tuple[Slot, ...]
    error: str = ""
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class RowLink:
    """One row of the board: its number or name, and how many of its places are known."""

    number: int
    head: str
    known: int
    total: int


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing to paint: what is sent, its words, and the values it sets for the page's script.

    `on` says whether only lines of the board or only places have such a value; empty for all.
    """

    value: str
    label: str
    sets: str
    on: str = ""


@dataclass(slots=True)
class Wish:
    """What came with the request besides the chart: what was sent, what was wrong with it."""

    act: str = ""
    edit: Edit = field(default_factory=dict)
    problems: tuple[tuple[str, str], ...] = ()
    row: int | None = None
    place: str = ""
    moved: service.ChartMoved | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def edit(request: HttpRequest, chart_id: str) -> HttpResponse:
    """Show the editor of a club's chart, or keep what was sent as a new version."""
    found = open_chart(request, chart_id)
    if found.chart.club_id is None and request.method != "POST":
        messages.info(
            request, gettext("This board ships with its title. Copy it to your club to edit it.")
        )
        return redirect(reverse("games:chart", args=[chart_id]) + "#copy")
    found = open_as_member(request, chart_id)
    service.editor_of(found.title)
    if request.method == "POST":
        return _save(request, found)
    wish = Wish(
        row=_number(request.GET.get("row", "")),
        place=request.GET.get("hex", "")[: forms.LONGEST_PLACE],
    )
    return _show(request, found, wish)


def _save(request: HttpRequest, found: Opened) -> HttpResponse:
    sent = forms.SentForm(request.POST)
    if not sent.is_valid():
        raise BadInput(next(iter(sent.errors)), "bad_envelope")
    data = sent.cleaned_data
    wish = Wish(
        act=data["act"], row=data["row"], place=request.POST.get("place", "")[: forms.LONGEST_PLACE]
    )
    seen = chart_version(found.chart, data["seen"])
    if seen is None:
        raise BadInput("seen", "no_such_version", number=data["seen"])
    board = lines.board_of(found.title, seen.pk)
    try:
        wish.edit = forms.edit_of(wish.act, service.editor_of(found.title), board, request.POST)
        saved = service.save(found.chart.pk, seen.number, wish.edit, found.name)
    except Fault as fault:
        wish.problems = tuple((path, plain(message)) for path, message in fault.problems[:30])
        return _show(request, found, wish, 400)
    except service.ChartMoved as moved:
        wish.moved, wish.edit = moved, moved.edit
        return _show(request, open_as_member(request, found.chart.public_id), wish, 409)
    if saved.changes:
        editor = service.editor_of(found.title)
        messages.success(request, chart_words.summary(editor, saved.changes, 200))
    else:
        messages.info(request, gettext("Nothing had changed."))
    return redirect(_after(found, wish, data["then"]))


def _after(found: Opened, wish: Wish, then: str) -> str:
    """Return where to go on: the first input of the same row or the next, or the same hex."""
    editor: ChartEditor = service.editor_of(found.title)
    rows = editor.rows(editor.read(found.board))
    row = wish.row
    if then == "next" and row is not None:
        row = next((one for one in rows if one > row), row)
    query: dict[str, Any] = {"row": row} if row is not None else {}
    anchor = ""
    if wish.act == "hex":
        query["hex"], anchor = wish.place, "#hex"
    elif wish.act == "row" and editor.typed and rows.get(row if row is not None else 0):
        anchor = "#" + _id("c", rows[row or 0][0], editor.typed[0])
    address = reverse("games:chart_edit", args=[found.chart.public_id])
    return f"{address}{'?' + urlencode(query) if query else ''}{anchor}"


def _id(mark: str, place: str, name: str) -> str:
    """Return the id of an input; a browser led to it by its address puts the cursor there."""
    return f"{mark}-{place}-{name}".replace(",", "_")


def _show(request: HttpRequest, found: Opened, wish: Wish, status: int = 200) -> HttpResponse:
    editor: ChartEditor = service.editor_of(found.title)
    cells = editor.read(found.board)
    shown = merged(cells, _typed(editor, cells, wish))
    rows = editor.rows(shown)
    place = _place(editor, shown, wish)
    row = wish.row if wish.row in rows else editor.row_of(shown, place) if place else None
    if row is None:
        row = next(iter(rows), None)
    errors = {split_path(path, shown): words for path, words in wish.problems}
    known = {one for one in shown if one != WHOLE} - set(_unknown(found))
    numbers = list(rows)
    at = numbers.index(row) if row is not None else 0
    picture = chart_picture(found)
    context: dict[str, Any] = {
        "found": found,
        "chart": found.chart,
        "version": found.version,
        "title": found.title.meta,
        "drawing": picture.drawing if picture is not None else None,
        "address": picture_address(found),
        "complete": _completeness(found),
        "whole": _whole(editor, shown[WHOLE]),
        "rows": [
            RowLink(
                number,
                editor.heads[number] if editor.heads else str(number),
                sum(one in known for one in rows[number]),
                len(rows[number]),
            )
            for number in numbers
        ],
        "row": row,
        "row_head": editor.heads[row] if editor.heads and row is not None else "",
        "previous_row": numbers[at - 1] if at else None,
        "next_row": numbers[at + 1] if at + 1 < len(numbers) else None,
        "row_lines": [
            _line(editor, one, shown[one], errors, forms.CELL + one + ".", one in known)
            for one in rows.get(row if row is not None else 0, ())
        ],
        "hex": _line(editor, place, shown[place], errors, forms.VALUE, place in known, every=True)
        if place
        else None,
        "near": editor.near(found.board, place) if place and editor.near is not None else (),
        "can_remove": editor.empty is not None,
        "example": editor.example,
        "terrain_field": editor.terrain,
        "terrains": _terrains(editor, shown[WHOLE]),
        "brushes": _brushes(editor, found),
        "reaches": editor.reaches,
        "typed_heads": [one for one in editor.fields if one.name in editor.typed],
        "wish": wish,
        "problems": _loose_problems(
            editor, shown, wish, rows.get(row if row is not None else 0, ()), place
        ),
        "pending": _pending(cells, wish),
        "pending_said": _said(editor, cells, wish.edit),
        "news": chart_words.said(editor, wish.moved.news)[:MOST_SAID] if wish.moved else (),
        "undo_to": service.undo_target(found.chart),
        "running": chart_history.running_on(found.chart),
        "history": chart_history.history(found.title, found.chart, limit=3),
    }
    return render(request, "games/chart_edit.html", context, status=status)


def _typed(editor: ChartEditor, cells: Cells, wish: Wish) -> Edit:
    """Return what was typed as far as inputs show it; what was painted waits beside them."""
    if wish.moved is not None or wish.act not in ("row", "hex", "chart", "terrain"):
        return {}
    return wish.edit


def _place(editor: ChartEditor, shown: Cells, wish: Wish) -> str:
    """Return the place that is shown by itself; one that is none yet where the editor knows of it."""
    place = wish.place and editor.find(wish.place)
    return place if place in shown and place != WHOLE else ""


def _pending(cells: Cells, wish: Wish) -> str:
    """Return what waits to be saved as JSON, empty if nothing does."""
    is_painted = wish.act in ("paint", "changes") and wish.problems
    if not wish.edit or not (is_painted or wish.moved is not None):
        return ""
    return encode(real_changes(cells, wish.edit))


def _said(editor: ChartEditor, cells: Cells, edit: Edit) -> tuple[str, ...]:
    real = real_changes(cells, edit)
    found = differences(cells, merged(cells, real)) if real else ()
    return chart_words.said(editor, found)[:MOST_SAID]


def _loose_problems(
    editor: ChartEditor, shown: Cells, wish: Wish, row: tuple[str, ...], place: str
) -> tuple[tuple[str, int | None, str], ...]:
    """Return (place, row, words) of the problems that no input of the page shows."""
    at_input = {"row": row, "hex": (place,)}.get(wish.act, ())
    found: list[tuple[str, int | None, str]] = []
    for path, words in wish.problems:
        at, _ = split_path(path, shown)
        if at not in at_input or not at:
            found.append((at, editor.row_of(shown, at) if at else None, words))
    return tuple(found)


def _line(
    editor: ChartEditor,
    place: str,
    values: Values,
    errors: Mapping[tuple[str, str], str],
    prefix: str,
    is_known: bool,
    *,
    every: bool = False,
) -> PlaceLine:
    names = [one for one in editor.fields_at(place) if every or one.name in editor.typed]
    mark = "h" if every else "c"
    slots = tuple(
        Slot(
            one,
            prefix + one.name,
            _id(mark, place, one.name),
            values.get(one.name, ""),
            errors.get((place, one.name), ""),
        )
        for one in names
    )
    shown = {one.name for one in names}
    other = " ".join(
        words for (at, name), words in errors.items() if at == place and name not in shown
    )
    called = values.get("name") or values.get("port") or values.get("start") or ""
    return PlaceLine(place, called, slots, other, is_known)


def _unknown(found: Opened) -> tuple[str, ...]:
    complete = found.title.completeness
    return complete(found.board).places if complete is not None else ()


def _completeness(found: Opened) -> Any:
    complete = found.title.completeness
    if complete is None:
        return None
    known = complete(found.board)
    editor: ChartEditor = service.editor_of(found.title)
    rest = [(place, editor.row_of(editor.read(found.board), place)) for place in known.places[:1]]
    return {
        "words": chart_words.completeness_words(known),
        "known": known.known,
        "total": max(known.total, 1),
        "next": rest[0] if rest else None,
        "is_whole": not known.missing and not known.places,
        "declared": known.complete,
    }


def _whole(editor: ChartEditor, values: Values) -> dict[str, str]:
    return {"name": values.get("name", ""), "complete": values.get("complete", "")}


def _terrains(editor: ChartEditor, values: Values) -> list[tuple[str, str, str]]:
    """Return (name, cost, income) of the chart's own terrains."""
    prefix = f"{editor.terrain} "
    found = []
    for key, text in values.items():
        if editor.terrain and key.startswith(prefix) and text:
            cost, _, income = text.partition(" ")
            found.append((key.removeprefix(prefix), cost, income))
    return found


def _brushes(editor: ChartEditor, found: Opened) -> list[tuple[str, list[Brush]]]:
    """Return what can be painted, by field."""
    groups: list[tuple[str, list[Brush]]] = []
    names = {one.name: one for one in editor.fields}
    for name in editor.painted:
        offered = names[name].choices
        if editor.choices_of is not None:
            offered = editor.choices_of(found.board, name)
        choices = [(choice.value, choice.label) for choice in offered]
        if name == editor.terrain:
            terrains = _terrains(editor, editor.read(found.board)[WHOLE])
            choices = [(one, f"{one} ({cost} · {income})") for one, cost, income in terrains]
        brushes = [
            _brush(editor, found, f"{name}={value}", label) for value, label in choices if label
        ]
        if brushes:
            groups.append((names[name].label, brushes))
    hexes = [
        _brush(editor, found, forms.ADD, "add it to the board"),
        _brush(editor, found, forms.REMOVE, "take it off the board"),
    ]
    if editor.blank is not None:
        hexes.insert(1, _brush(editor, found, forms.JOIN, "join two: tap one, then the other"))
    can_add = editor.empty is not None or editor.blank is not None
    return [*groups, (gettext("Place"), hexes)] if can_add else groups


def _brush(editor: ChartEditor, found: Opened, value: str, label: str) -> Brush:
    sets = encode(forms.brush_values(editor, found.board, value))
    return Brush(value, label, sets, _on(editor, found, value.partition("=")[0]))


def _on(editor: ChartEditor, found: Opened, name: str) -> str:
    """Return what a field's brush can paint where places and lines hold different fields."""
    picture = chart_picture(found)
    if editor.fields_of is None or picture is None:
        return ""
    line = next((one.key for one in picture.drawing.lines if one.key), "")
    return "line" if line and name in editor.fields_of(line) else "place"


def _number(text: str) -> int | None:
    tidy = text.removeprefix("-")
    return int(text) if tidy.isascii() and tidy.isdigit() and len(tidy) < 4 else None
