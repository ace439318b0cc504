"""Charts of hexes as an editor sees them: what is printed in each hex as text, and what has changed.

Pure and without rules: a title says in its `HexEditor` what its hexes hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from games.engine.codec import Value
from games.engine.hexgrid import Hex, format_hex, parse_hex

if TYPE_CHECKING:
    from games.engine.drawing import Drawing
    from games.engine.title import Field

Values = Mapping[str, str]
Cells = Mapping[str, Values]
"""What is known of each hex, as text by field, by place; what nobody has typed yet is empty.

Under `WHOLE` stand the values of the chart itself: its name, whether it is complete, its terrains.
"""

Edit = Mapping[str, Values | None]
"""Values that change, by place; None takes a hex off the chart, a new place adds one."""

WHOLE = ""
MOST_COORDINATE = 99
MOST_SIDE = 99

Reach = Literal["hex", "row", "row_west", "row_east", "west", "east", "all"]
REACHES: Mapping[Reach, str] = {
    "hex": "this hex",
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


@dataclass(frozen=True, slots=True)
class HexEditor:
    """What the chart editor needs of a title whose board is made of hexes."""

    fields: tuple[Field, ...]
    """What is printed in a hex; the names are the keys of its values."""
    typed: tuple[str, ...]
    """The fields that are typed along a row."""
    painted: tuple[str, ...]
    """The fields that a brush can set, in order; each has choices, is a flag, or is the terrain."""
    terrain: str
    """The field whose values are the chart's own terrains, empty for none."""
    read: Callable[[Any], Cells]
    """Return the values of every hex of a board, in the board's order, and of the board itself."""
    write: Callable[[Any, Cells], Any]
    """`write(board, cells)`: return the board with these values, or raise `Fault` with the places."""
    empty: Callable[[str, Iterable[Hex]], Any]
    """`empty(name, hexes)`: return a board on which nothing is known of these hexes."""
    brings: Callable[[Any], Mapping[tuple[str, str], Values]]
    """What a value brings with it when it is painted: (field, value) to further values."""
    drawing: Callable[[Any], Drawing]
    """The board for editing: hexes not yet known, and the places where one could be added."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What has become of one hex, or with the place `WHOLE` of the chart itself."""

    place: str
    kind: Literal["added", "removed", "changed"]
    values: tuple[tuple[str, str, str], ...] = ()
    """(field, old, new) of what changed."""


def differences(old: Cells, new: Cells) -> tuple[Difference, ...]:
    """Return what differs between two charts: the chart itself, then hexes row by row."""
    found: list[Difference] = []
    for place in sorted({*old, *new}, key=_order):
        before, after = old.get(place), new.get(place)
        if before is None or after is None:
            found.append(_whole_hex(place, before, after))
            continue
        changed = _changed(before, after)
        if changed:
            found.append(Difference(place, "changed", changed))
    return tuple(found)


def _order(place: str) -> tuple[int, int, int]:
    if place == WHOLE:
        return (0, 0, 0)
    at = parse_hex(place)
    return (1, at.r, at.q)


def _whole_hex(place: str, before: Values | None, after: Values | None) -> Difference:
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


def painted(cells: Cells, start: str, reach: Reach, values: Values | None) -> Edit:
    """Return the edit of one stroke: values set, or hexes taken off, as far as the stroke reaches."""
    covered = reached(cells, start, reach)
    if values is None:
        return dict.fromkeys((place for place in covered if place in cells), None)
    return {place: dict(values) for place in covered}


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
