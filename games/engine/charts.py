"""Charts as an editor sees them: what is printed in each place as text, and what has changed.

Pure and without rules: a title says in its `ChartEditor` what its places hold. They are hexes unless
it says how else they are written, grouped in rows and reached by a brush.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from games.engine.codec import Value
from games.engine.hexgrid import Hex, format_hex, parse_hex

if TYPE_CHECKING:
    from games.engine.drawing import Drawing
    from games.engine.title import Choice, Field

Values = Mapping[str, str]
Cells = Mapping[str, Values]
"""What is known of each place, as text by field; what nobody has typed yet is empty.

Under `WHOLE` stand the values of the chart itself: its name, whether it is complete, its terrains.
"""

Edit = Mapping[str, Values | None]
"""Values that change, by place; None takes it off the chart, a new place adds one."""

WHOLE = ""
MOST_COORDINATE = 99
MOST_SIDE = 99
_HEX = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")

Reach = Literal["hex", "row", "row_west", "row_east", "west", "east", "all"]
REACHES: Mapping[Reach, str] = {
    "hex": "only this one",
    "row_west": "it and what is west of it in its row",
    "row_east": "it and what is east of it in its row",
    "row": "its whole row",
    "west": "it and everything west of it",
    "east": "it and everything east of it",
    "all": "the whole board",
}
"""How far one stroke of the brush goes from the hex it is set on."""


class Completeness(Value, frozen=True):
    """How much of a board is known: its hexes, and what it still lacks, by name.

    `places` are hexes that are on the map but not fully known; `complete` says that the club has
    declared the map finished.
    """

    known: int
    total: int
    missing: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    complete: bool = False


def find_hex(text: str) -> str:
    """Return a hex as charts write it, empty where the text is none."""
    tidy = text.replace("−", "-").replace(" ", "")
    return tidy if _HEX.fullmatch(tidy) else ""


def split_path(path: str, cells: Cells) -> tuple[str, str]:
    """Return the place and the field that a problem's path names: `-3,0.cost` or a place alone."""
    if path in cells:
        return path, ""
    place, _, name = path.rpartition(".")
    return (place, name) if place in cells else ("", path)


@dataclass(frozen=True, slots=True)
class ChartEditor:
    """What the chart editor needs of a title's board; with the first nine alone, one made of hexes."""

    fields: tuple[Field, ...]
    """What is printed in places; the names are the keys of their values."""
    typed: tuple[str, ...]
    """The fields that are typed along a row."""
    painted: tuple[str, ...]
    """The fields that a brush can set, in order; each has choices, is a flag, or is the terrain."""
    terrain: str
    """The field whose values are the chart's own terrains, empty for none."""
    read: Callable[[Any], Cells]
    """Return the values of every place of a board, in the board's order, and of the board itself."""
    write: Callable[[Any, Cells], Any]
    """`write(board, cells)`: return the board with these values, or raise `Fault` with the places."""
    empty: Callable[[str, Iterable[Hex]], Any] | None
    """`empty(name, hexes)`: return a board on which nothing is known of these hexes."""
    brings: Callable[[Any], Mapping[tuple[str, str], Values]]
    """What a value brings with it when it is painted: (field, value) to further values."""
    drawing: Callable[[Any], Drawing]
    """The board for editing: places not yet known, and those where one could be added."""
    find: Callable[[str], str] = find_hex
    """Return a place as charts write it, empty where the text is none."""
    rows: Callable[[Cells], Mapping[int, tuple[str, ...]]] = lambda cells: rows_of(cells)
    """The places that are typed one after the other, by number of their row."""
    heads: tuple[str, ...] = ()
    """What the rows are called, where they are no rows of a map."""
    reaches: Mapping[Reach, str] = field(default_factory=lambda: REACHES)
    """How far the brush can go."""
    reached: Callable[[Cells, str, Reach], tuple[str, ...]] = lambda *stroke: reached(*stroke)
    """The places that a stroke covers; see `reached`."""
    fields_of: Callable[[str], tuple[str, ...]] | None = None
    """The names of the fields that a place has, where not every place has all."""
    near: Callable[[Any, str], tuple[tuple[str, str], ...]] | None = None
    """`near(board, place)`: places that belong to one and hardly can be tapped, with their labels."""
    choices_of: Callable[[Any, str], tuple[Choice, ...]] | None = None
    """`choices_of(board, field)`: what a brush can set, where it depends on the board."""
    blank: Callable[[str], Any] | None = None
    """`blank(name)`: return a board with nothing on it, on which places are put and joined in pairs."""
    read_csv: Callable[[str, str], Any] | None = None
    """`read_csv(text, name)`: return the board read from a table of text, or raise `Fault`."""
    write_csv: Callable[[Any], str] | None = None
    """Return a board as a table of text."""
    example: str = "-3,0"
    """A place as people write it."""

    def fields_at(self, place: str) -> tuple[Field, ...]:
        """Return the fields of a place."""
        names = None if self.fields_of is None else self.fields_of(place)
        return tuple(one for one in self.fields if names is None or one.name in names)

    def row_of(self, cells: Cells, place: str) -> int | None:
        """Return the row in which a place is typed, None if in none."""
        return next((row for row, places in self.rows(cells).items() if place in places), None)

    def stroke(self, cells: Cells, start: str, reach: Reach, values: Values | None) -> Edit:
        """Return the edit of one stroke: values set where places have such fields, or places off."""
        covered = self.reached(cells, start, reach)
        if values is None:
            return dict.fromkeys((place for place in covered if place in cells), None)
        if self.fields_of is None:
            return {place: dict(values) for place in covered}
        own = {place: self._own(place, values) for place in covered}
        return {place: found for place, found in own.items() if found or place not in cells}

    def _own(self, place: str, values: Values) -> Values:
        names = [one.name for one in self.fields_at(place)]
        return {name: value for name, value in values.items() if name in names}


@dataclass(frozen=True, slots=True)
class Difference:
    """What has become of one place, or with the place `WHOLE` of the chart itself."""

    place: str
    kind: Literal["added", "removed", "changed"]
    values: tuple[tuple[str, str, str], ...] = ()
    """(field, old, new) of what changed."""


def differences(old: Cells, new: Cells) -> tuple[Difference, ...]:
    """Return what differs between two charts: the chart itself, hexes row by row, others as listed."""
    found: list[Difference] = []
    for place in sorted(dict.fromkeys((*old, *new)), key=_order):
        before, after = old.get(place), new.get(place)
        if before is None or after is None:
            found.append(_whole_place(place, before, after))
            continue
        changed = _changed(before, after)
        if changed:
            found.append(Difference(place, "changed", changed))
    return tuple(found)


def _order(place: str) -> tuple[int, int, int]:
    if place == WHOLE:
        return (0, 0, 0)
    if not _HEX.fullmatch(place):
        return (2, 0, 0)
    at = parse_hex(place)
    return (1, at.r, at.q)


def _whole_place(place: str, before: Values | None, after: Values | None) -> Difference:
    if after is None:
        return Difference(place, "removed", _changed(before or {}, {}))
    return Difference(place, "added", _changed({}, after))


def _changed(before: Values, after: Values) -> tuple[tuple[str, str, str], ...]:
    names = dict.fromkeys((*before, *after))
    values = ((name, before.get(name, ""), after.get(name, "")) for name in names)
    return tuple(value for value in values if value[1] != value[2])


def real_changes(cells: Cells, sent: Edit) -> Edit:
    """Return only what an edit really changes of these cells."""
    found: dict[str, Values | None] = {}
    for place, values in sent.items():
        known = cells.get(place)
        if values is None:
            if known is not None:
                found[place] = None
        elif known is None:
            found[place] = dict(values)
        else:
            own = {name: value for name, value in values.items() if known.get(name, "") != value}
            if own:
                found[place] = own
    return found


def merged(cells: Cells, edit: Edit) -> Cells:
    """Return the cells under an edit; the order of those that stay is kept, new ones follow."""
    found = {place: values for place, values in cells.items() if edit.get(place, "") is not None}
    for place, values in edit.items():
        if values is not None:
            found[place] = {**found.get(place, {}), **values}
    return found


def clashes(base: Cells, newest: Cells, edit: Edit) -> tuple[str, ...]:
    """Return the places where an edit of `base` touches what has since become different."""
    found = []
    for place, values in edit.items():
        before, now = base.get(place), newest.get(place)
        if before == now:
            continue
        gone = values is None or before is None or now is None
        if gone or any(_differ(name, values, before, now) for name in values or ()):
            found.append(place)
    return tuple(found)


def _differ(name: str, own: Values | None, before: Values | None, now: Values | None) -> bool:
    """Say whether a value has been changed since, and to something else than what is wished."""
    was, found = (before or {}).get(name, ""), (now or {}).get(name, "")
    return was != found and found != (own or {}).get(name, "")


def reached(places: Iterable[str], start: str, reach: Reach) -> tuple[str, ...]:
    """Return the hexes that a stroke from `start` covers, `start` among them even where it is new."""
    at = parse_hex(start)
    found = [place for place in places if place != WHOLE and _covers(at, parse_hex(place), reach)]
    return tuple(dict.fromkeys((start, *found)))


def _covers(start: Hex, at: Hex, reach: Reach) -> bool:
    east = 2 * (at.q - start.q) + at.r - start.r
    same_row = at.r == start.r
    return {
        "hex": at == start,
        "row": same_row,
        "row_west": same_row and east <= 0,
        "row_east": same_row and east >= 0,
        "west": east <= 0,
        "east": east >= 0,
        "all": True,
    }[reach]


def laid_out(width: int, height: int, *, first_row_out: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of a board of so many columns and rows, each second row shifted to the east.

    With `first_row_out` the first row is the one that is shifted.
    """
    side = -1 if first_row_out else 1
    return tuple(
        Hex(column + (side * (row & 1) - row) // 2, row)
        for row in range(height)
        for column in range(width)
    )


def rows_of(cells: Cells) -> dict[int, tuple[str, ...]]:
    """Return the hexes by row from north to south, each row from west to east."""
    found: dict[int, list[Hex]] = {}
    for place in cells:
        if place != WHOLE:
            at = parse_hex(place)
            found.setdefault(at.r, []).append(at)
    return {row: tuple(map(format_hex, sorted(found[row]))) for row in sorted(found)}
