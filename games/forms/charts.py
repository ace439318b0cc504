"""What the chart editor sends: values of places in one of several ways, read into one edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.charts import (
    MOST_COORDINATE,
    MOST_SIDE,
    WHOLE,
    Cells,
    ChartEditor,
    Edit,
    Values,
)
from games.engine.codec import decode
from games.engine.errors import Fault
from games.forms.small import MOST_NUMBER
from games.services.charts import MOST_BYTES
from scoring.forms import NameField

MOST_HEXES = 2000
LONGEST_VALUE = 60
REMOVE = "remove"
"""The brush that takes places off."""

ADD = "add"
"""The brush that adds places of which nothing is known."""

JOIN = "join"
"""The brush that adds what joins two places that are tapped one after the other."""

CELL = "c."
"""Before the names of fields along a row: `c.-3,0.cost`."""

VALUE = "v."
"""Before the names of the fields of one place."""

ACTS = ("row", "hex", "paint", "changes", "chart", "terrain")
LONGEST_PLACE = 81


class SentForm(forms.Form):
    """What every way of editing sends: which, on which version, and what to show afterwards."""

    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    seen = forms.IntegerField(min_value=1, max_value=MOST_NUMBER)
    row = forms.IntegerField(min_value=-MOST_COORDINATE, max_value=MOST_COORDINATE, required=False)
    then = forms.CharField(max_length=10, required=False)


class DrawForm(forms.Form):
    """A board drawn from a size."""

    name = NameField(label=_("Name of the chart"))
    club = forms.ChoiceField(label=_("Club"))
    width = forms.IntegerField(label=_("Hexes in a row"), min_value=1, max_value=MOST_SIDE)
    height = forms.IntegerField(label=_("Rows"), min_value=1, max_value=MOST_SIDE)
    shifted = forms.ChoiceField(
        label=_("Rows set off by half a hex to the right"),
        choices=[("second", "the second, fourth, …"), ("first", "the first, third, …")],
        widget=forms.RadioSelect,
        initial="second",
    )

    def clean(self) -> dict[str, Any]:
        """Check that the board is not larger than a board can be."""
        data = super().clean() or {}
        hexes = data.get("width", 0) * data.get("height", 0)
        if hexes > MOST_HEXES:
            self.add_error(
                "height",
                gettext("That would be {count} hexes; a board has at most {most}.").format(
                    count=hexes, most=MOST_HEXES
                ),
            )
        return data


class BlankForm(forms.Form):
    """A board with nothing on it."""

    name = NameField(label=_("Name of the chart"))
    club = forms.ChoiceField(label=_("Club"))


class CopyForm(forms.Form):
    """Which of one's clubs gets the copy."""

    club = forms.ChoiceField(label=_("Club"))


def edit_of(act: str, editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    """Return the edit that was sent in one of the ways of `ACTS`, or raise `Fault` at its field."""
    read = {
        "row": _of_row,
        "hex": _of_hex,
        "paint": _of_brush,
        "changes": _of_changes,
        "chart": _of_chart,
        "terrain": _of_terrain,
    }[act]
    return read(editor, board, data)


def place_of(editor: ChartEditor, text: str) -> str:
    """Return a place as charts write it, or raise `Fault`."""
    found = editor.find(text[:LONGEST_PLACE])
    if not found:
        raise Fault.one("place", gettext("Name a place as the board does."))
    return found


def brush_values(editor: ChartEditor, board: Any, brush: str) -> Values | None:
    """Return what a brush sets; None for the one that takes places off. Raise `Fault` for no brush."""
    if brush == REMOVE:
        return None
    if brush in (ADD, JOIN):
        return {}
    name, _, value = brush.partition("=")
    if name not in editor.painted or len(value) > LONGEST_VALUE:
        raise Fault.one("brush", gettext("Choose what to paint."))
    return {**editor.brings(board).get((name, value), {}), name: value}


def _of_row(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    found: dict[str, dict[str, str]] = {}
    for key in data:
        if key.startswith(CELL):
            place, _, name = key.removeprefix(CELL).rpartition(".")
            if name in editor.typed:
                found.setdefault(place_of(editor, place), {})[name] = str(data[key])
    return _tidy(editor, found)


def _of_hex(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    place = place_of(editor, data.get("place", ""))
    names = [field.name for field in editor.fields_at(place)]
    values = {name: str(data[VALUE + name]) for name in names if VALUE + name in data}
    return _tidy(editor, {place: values})


def _of_brush(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    wished = data.get("reach", "hex")
    reach = next((one for one in editor.reaches if one == wished), None)
    if reach is None:
        raise Fault.one("reach", gettext("Choose how far the brush goes."))
    values = brush_values(editor, board, data.get("brush", ""))
    cells: Cells = editor.read(board)
    return editor.stroke(cells, place_of(editor, data.get("place", "")), reach, values)


def _of_changes(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    text = data.get("changes", "")
    if len(text) > MOST_BYTES:
        raise Fault.one("changes", gettext("That is too much at once."))
    found: dict[str, dict[str, str] | None] = decode(text, dict[str, dict[str, str] | None])
    whole = found.pop(WHOLE, None)
    edit = dict(_tidy(editor, {place_of(editor, place): values for place, values in found.items()}))
    if whole is not None:
        edit[WHOLE] = {key[:LONGEST_VALUE]: value[:100] for key, value in whole.items()}
    return edit


def _of_chart(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    return {
        WHOLE: {
            "name": data.get("name", "").strip()[:101],
            "complete": "true" if data.get("complete") else "",
        }
    }


def _of_terrain(editor: ChartEditor, board: Any, data: QueryDict) -> Edit:
    name, cost, income = (data.get(key, "").strip() for key in ("terrain", "cost", "income"))
    if not name:
        raise Fault.one("terrain", gettext("Name the terrain."))
    return {WHOLE: {f"{editor.terrain} {name[:31]}": f"{cost} {income}".strip()[:20]}}


def _tidy(editor: ChartEditor, found: Mapping[str, Mapping[str, str] | None]) -> Edit:
    """Return the values as charts keep them: blanks off, figures without zeros in front."""
    kinds = {field.name: field.kind for field in editor.fields}
    problems: list[tuple[str, str]] = []
    edit: dict[str, Values | None] = {}
    for place, values in found.items():
        if values is None:
            edit[place] = None
            continue
        own = {field.name for field in editor.fields_at(place)}
        tidy: dict[str, str] = {}
        for name, value in values.items():
            if name not in kinds:
                problems.append((f"{place}.{name[:40]}", gettext("There is no such field.")))
            elif name not in own:
                continue  # a wide brush also touches places that have no such field
            elif len(value) > LONGEST_VALUE or "\x00" in value:
                problems.append(
                    (f"{place}.{name}", gettext("At most {0} characters.").format(LONGEST_VALUE))
                )
            else:
                text = " ".join(value.split())
                is_figure = kinds[name] == "int" and text.isascii() and text.isdecimal()
                tidy[name] = str(int(text)) if is_figure else text
        if tidy or not values:
            edit[place] = tidy
    if problems:
        raise Fault(tuple(problems[:20]))
    return edit
