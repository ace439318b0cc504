"""Drawing a board of hexes: a plain SVG picture and the same as rows of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.hexgrid import Hex, neighbours

SIDE = 20.0
WIDE = SIDE * 3**0.5
"""Across the flats of a pointy-top hex."""

_CORNERS = ((0, -1.0), (0.5, -0.5), (0.5, 0.5), (0, 1.0), (-0.5, 0.5), (-0.5, -0.5))
_EDGES = {Hex(1, 0): (1, 2), Hex(0, 1): (2, 3), Hex(-1, 1): (3, 4)}
"""The corners of the edge shared with the neighbour to the east, south-east and south-west."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One hex of the picture."""

    place: str
    points: str
    x: str
    y: str
    low: str
    css: str
    mark: str
    cost: int
    income: int
    region: str
    west: bool
    name: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole board: hexes, and the edges where the region or the side of the Divide changes."""

    width: str
    height: str
    hexes: tuple[Drawn, ...]
    regions: tuple[str, ...]
    divide: tuple[str, ...]


def draw(board: Any) -> Drawing | None:
    """Return the drawing of a board that has hexes, None for any other."""
    hexes: Iterable[Any] = getattr(board, "hexes", ())
    cells = {Hex(one.q, one.r): one for one in hexes}
    if not cells:
        return None
    left = min(_x(at) for at in cells) - WIDE
    top = min(_y(at) for at in cells) - SIDE * 1.5
    right = max(_x(at) for at in cells) + WIDE
    bottom = max(_y(at) for at in cells) + SIDE * 1.5
    ordered = sorted(cells, key=lambda at: (at.r, at.q))
    regions, divide = _borders(cells, left, top)
    return Drawing(
        _number(right - left),
        _number(bottom - top),
        tuple(_drawn(at, cells[at], left, top) for at in ordered),
        regions,
        divide,
    )


def _x(at: Hex) -> float:
    return WIDE * (at.q + at.r / 2)


def _y(at: Hex) -> float:
    return SIDE * 1.5 * at.r


def _number(value: float) -> str:
    return f"{value:.1f}"


def _corner(at: Hex, number: int, left: float, top: float) -> str:
    x, y = _CORNERS[number]
    return f"{_number(_x(at) + x * WIDE - left)},{_number(_y(at) + y * SIDE - top)}"


def _drawn(at: Hex, cell: Any, left: float, top: float) -> Drawn:
    x, y = _x(at) - left, _y(at) - top
    mark = cell.start or cell.port or ""
    kind = "city" if cell.start else "port" if cell.port else _ground(cell.cost)
    return Drawn(
        place=f"{at.q},{at.r}",
        points=" ".join(_corner(at, number, left, top) for number in range(6)),
        x=_number(x),
        y=_number(y - 2 if mark else y + 3),
        low=_number(y + 11),
        css=kind,
        mark=mark
        if len(mark) <= 3
        else "".join(word[0] for word in mark.split()) + mark[1:3] * (" " not in mark),
        cost=cell.cost,
        income=cell.income,
        region=cell.region,
        west=cell.west_of_divide,
        name=cell.name or mark,
    )


def _ground(cost: int) -> str:
    """Return the class of plain ground by its cost: the dearer, the darker."""
    if cost >= 8:
        return "peak"
    return "hill" if cost >= 5 else ""


def _borders(
    cells: dict[Hex, Any], left: float, top: float
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the edges between regions, and those along the Divide."""
    regions: list[str] = []
    divide: list[str] = []
    for at, cell in cells.items():
        for beside in neighbours(at):
            edge = _EDGES.get(Hex(beside.q - at.q, beside.r - at.r))
            other = cells.get(beside)
            if edge is None or other is None:
                continue
            line = " ".join(_corner(at, number, left, top) for number in edge)
            if cell.region != other.region:
                regions.append(line)
            if cell.west_of_divide != other.west_of_divide:
                divide.append(line)
    return tuple(regions), tuple(divide)
