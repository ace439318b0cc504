"""The map as the chart editor sees it: what a hex holds, what a brush sets, and back to a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.engine.charts import MOST_COORDINATE, WHOLE, Cells, ChartEditor, Values
from games.engine.codec import Value, convert
from games.engine.drawing import Drawing
from games.engine.errors import Fault
from games.engine.hexgrid import Hex, format_hex, neighbours, parse_hex
from games.engine.title import Choice, Field
from games.titles.continental_divide.board import (
    CITY_OF,
    MOST_TERRAINS,
    REGIONS,
    START_HEXES,
    Board,
    HexData,
    Sketch,
    Terrain,
    TerrainName,
    cells_of,
    check_board,
)
from games.titles.continental_divide.drawing import map_drawing
from scoring.tables.continental_divide import PORT_POINTS

TERRAIN = "terrain "
"""Before the name of a terrain among the values of the chart itself."""

_REGIONS = tuple(Choice(region, f"{name} Region") for region, name in REGIONS.items())
_SIDES = (Choice("true", "west of the Divide"), Choice("", "not west of it"))
_STARTS = (Choice("", "none"), *(Choice(one, f"{CITY_OF[one]} {one}") for one in START_HEXES))
_PORTS = (Choice("", "none"), *(Choice(port, port) for port in PORT_POINTS))

FIELDS = (
    Field("cost", "Cost", "int", least=0, most=99),
    Field("income", "Income", "int", least=0, most=99),
    Field("region", "Region", "choice", (Choice("", "not known"), *_REGIONS)),
    Field("west_of_divide", "The Divide", "choice", _SIDES),
    Field("terrain", "Terrain", "text", required=False),
    Field("port", "Port", "choice", _PORTS),
    Field("start", "Start hex", "choice", _STARTS),
    Field("name", "Name", "text", required=False, most=40),
)
_FIGURES = ("cost", "income")


def read(board: Board) -> Cells:
    """Return the values of every hex in the board's order, and under `WHOLE` those of the chart."""
    cells: dict[str, Values] = {WHOLE: _whole(board)}
    for _, data in cells_of(board):
        cells[data.place] = {field.name: _text(getattr(data, field.name)) for field in FIELDS}
    return cells


def _whole(board: Board) -> Values:
    values = {"name": board.name, "complete": _text(board.complete)}
    for name, figures in board.terrains.items():
        values[TERRAIN + name] = f"{figures.cost} {figures.income}"
    return values


def _text(value: Any) -> str:
    if value is None or value is False:
        return ""
    return "true" if value is True else str(value)


def write(board: Board, cells: Cells) -> Board:
    """Return the board with these values, or raise `Fault` with the hexes (`-3,0.cost`) at fault."""
    problems: list[tuple[str, str]] = []
    known: list[HexData] = []
    sketch: list[Sketch] = []
    for place, values in cells.items():
        if place == WHOLE:
            continue
        try:
            data = _cell(place, values)
        except Fault as fault:
            problems += fault.problems
            continue
        if isinstance(data, HexData):
            known.append(data)
        else:
            sketch.append(data)
    if problems:
        raise Fault(tuple(problems))
    changed = _with_whole(
        replace(board, hexes=tuple(known), sketch=tuple(sketch)), cells.get(WHOLE, {})
    )
    _check(changed)
    return changed


def _cell(place: str, values: Values) -> HexData | Sketch:
    at = parse_hex(place)
    data: dict[str, Any] = {"q": at.q, "r": at.r}
    for name in ("region", "terrain", "port", "start", "name"):
        data[name] = values.get(name, "")
    data["west_of_divide"] = bool(values.get("west_of_divide"))
    for name in _FIGURES:
        text = values.get(name, "")
        if text and not re.fullmatch("[0-9]{1,2}", text):
            raise Fault.one(f"{place}.{name}", "Enter a whole number from 0 to 99.")
        if text:
            data[name] = int(text)
    whole = {*_FIGURES, "region"} <= {name for name, value in data.items() if value != ""}
    try:
        found: HexData | Sketch = convert(data, HexData if whole else Sketch)
    except Fault as fault:
        raise Fault(tuple(_said(place, path, why) for path, why in fault.problems)) from None
    return found


def _said(place: str, path: str, why: str) -> tuple[str, str]:
    words = {
        "name": "Letters, digits, blanks and . ’ ( ) - only; at most 40 of them.",
        "terrain": "A terrain has at most 30 letters.",
    }
    return f"{place}.{path}" if path else place, words.get(path, why)


class _Terrains(Value, frozen=True):
    """The terrains of a board, by its own schema."""

    terrains: Annotated[dict[TerrainName, Terrain], msgspec.Meta(max_length=MOST_TERRAINS)]


def _with_whole(board: Board, values: Values) -> Board:
    """Return the board with the values of the chart itself; a terrain left empty is taken off."""
    kept = {
        key.removeprefix(TERRAIN): text
        for key, text in values.items()
        if key.startswith(TERRAIN) and text
    }
    name = values.get("name", board.name)
    if not 1 <= len(name) <= 100:
        raise Fault.one("name", "A name has 1 to 100 characters.")
    try:
        terrains = {name: _terrain(text) for name, text in kept.items()}
        whole = convert({"terrains": terrains}, _Terrains).terrains
    except (Fault, ValueError):
        raise Fault.one(
            "terrain",
            f"A terrain has a short name and, in dollars, a cost and an income from 0 to 99; "
            f"a chart has at most {MOST_TERRAINS}.",
        ) from None
    return replace(board, name=name, complete=bool(values.get("complete")), terrains=whole)


def _terrain(text: str) -> dict[str, int]:
    cost, income = text.split()
    return {"cost": int(cost), "income": int(income)}


_INDEX = re.compile(r"(hexes|sketch)\[(\d+)\]")


def _check(board: Board) -> None:
    """Check the board whole; what the check names by its number in the file is said by place."""
    try:
        check_board(board)
    except Fault as fault:

        def place(found: re.Match[str]) -> str:
            data: HexData | Sketch = getattr(board, found[1])[int(found[2])]
            return data.place

        raise Fault(
            tuple((_INDEX.sub(place, path), _INDEX.sub(place, why)) for path, why in fault.problems)
        ) from None


def empty(name: str, hexes: Iterable[Hex]) -> Board:
    """Return a map on which nothing is known of these hexes."""
    return Board(
        1,
        "continental_divide",
        "chart",
        name,
        sketch=tuple(Sketch(at.q, at.r) for at in hexes),
        origin="Drawn by a club from its own map.",
    )


def brings(board: Board) -> Mapping[tuple[str, str], Values]:
    """Return what painted values bring: a terrain its figures, a start hex what the rules fix.

    Rules CD-35 and CD-39: a start hex gives no income and lies in the Eastern Region.
    """
    found: dict[tuple[str, str], Values] = {
        ("start", name): {"income": "0", "region": "E", "west_of_divide": "", "port": ""}
        for name in START_HEXES
    }
    for port in PORT_POINTS:
        found["port", port] = {"start": ""}
    for name, figures in board.terrains.items():
        found["terrain", name] = {"cost": str(figures.cost), "income": str(figures.income)}
    return found


def drawing(board: Board) -> Drawing:
    """Return the map for editing: with the hexes around it that could be added."""
    cells: dict[Hex, HexData | Sketch] = {
        parse_hex(data.place): data for _, data in cells_of(board)
    }
    ring = {beside for at in cells for beside in neighbours(at)} or {Hex(0, 0)}
    most = MOST_COORDINATE
    spare = {at for at in ring - cells.keys() if max(abs(at.q), abs(at.r)) <= most}
    drawn = map_drawing(cells, spare)
    keys = {format_hex(at) for at in spare}
    places = tuple(
        replace(
            place, classes=("spare",), texts=(), spoken=f"{place.key}, not a hex of the board yet"
        )
        if place.key in keys
        else place
        for place in drawn.places
    )
    return replace(drawn, places=places)


EDITOR = ChartEditor(
    fields=FIELDS,
    typed=_FIGURES,
    painted=("region", "west_of_divide", "terrain", "port", "start"),
    terrain="terrain",
    read=read,
    write=write,
    empty=empty,
    brings=brings,
    drawing=drawing,
)
