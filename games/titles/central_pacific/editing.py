"""The tile set as the chart editor sees it: how many tiles there are of each face, kind by kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from games.engine.charts import WHOLE, Cells, ChartEditor, Reach, Values
from games.engine.codec import convert
from games.engine.drawing import Drawing, Place, Text
from games.engine.errors import Fault
from games.engine.title import Field
from games.titles.central_pacific.board import Board, TileCount, check_board
from games.titles.central_pacific.tiles import CITY, KINDS, SHAPES, ends_of, shape, sides_of

NAMES: Mapping[str, str] = {
    **{kind: name for kind, name in KINDS.items() if kind != CITY},
    "start": "start city",
    "spike": "Golden Spike",
}
"""Faces that carry no number, and the start city, whose number is its own field."""

SIDES: Mapping[str, str] = {
    "S": "NS",
    "C": "NE",
    "T": "NES",
    "X": "NESW",
    "U": "NS",
    "start": "NES",
}
HEADS = ("Rail, terrain, start cities and spike", "Cities")
MOST = 200
_CITY = re.compile(r"@([1-9]):([NESW]{1,4})(?![\s\S])")
_SHAPES = tuple(dict.fromkeys(sides_of(shape(ends)) for ends in sorted(SHAPES[CITY])))
"""The sides of a city's rail ends, each in its least rotation."""

FIELDS = (
    Field("count", "Tiles", "int", least=0, most=MOST),
    Field("number", "Number on it", "int", least=1, most=9),
)
_ACROSS, _SIZE, _GAP = 5, 90, 14


def face_key(kind: str, number: int, sides: str) -> str:
    """Return a face as the editor writes it: `S`, `start`, `@3:NES`."""
    return f"{CITY}{number}:{sides_of(shape(ends_of(sides)))}" if kind == CITY else kind


def read(board: Board) -> Cells:
    """Return how many tiles there are of each face, cities that the set lacks included.

    Cities are listed with every number that occurs, 2 to 4 at least.
    """
    cells: dict[str, Values] = {
        WHOLE: {"name": board.name, "complete": "true" if board.tiles else ""}
    }
    counts = {face_key(one.kind, one.number, one.sides): one.count for one in board.tiles}
    for key in NAMES:
        cells[key] = {"name": NAMES[key], "count": str(counts[key]) if key in counts else ""}
    cells["start"] = {**cells["start"], "number": str(board.start_number)}
    numbers = {one.number for one in board.tiles if one.kind == CITY} | {2, 3, 4}
    for number in sorted(numbers):
        for sides in _SHAPES:
            key = f"{CITY}{number}:{sides}"
            cells[key] = {"count": str(counts[key]) if key in counts else ""}
    return cells


def find(text: str) -> str:
    """Return a face as the editor writes it, empty where the text is none."""
    tidy = text.strip()
    city = _CITY.fullmatch(tidy.upper())
    if city:
        sides = sides_of(shape(ends_of(city[2])))
        return f"{CITY}{city[1]}:{sides}" if sides in _SHAPES else ""
    return next((key for key in NAMES if tidy.lower() == key.lower()), "")


def rows(cells: Cells) -> Mapping[int, tuple[str, ...]]:
    """Return what is typed: tiles without a number, then cities."""
    named = [place for place in cells if place != WHOLE]
    return {
        0: tuple(place for place in named if place in NAMES),
        1: tuple(place for place in named if place not in NAMES),
    }


def fields_of(place: str) -> tuple[str, ...]:
    """Return the names of the fields that a face has."""
    return ("count", "number") if place == "start" else ("count",)


def reached(cells: Cells, start: str, reach: Reach) -> tuple[str, ...]:
    """Return the face alone: there is no brush."""
    return (start,)


def write(board: Board, cells: Cells) -> Board:
    """Return the set with these counts, or raise `Fault` with the faces at fault. Rules CP-02 to CP-09."""
    known = read(board)
    problems: list[tuple[str, str]] = [
        (place, "A face stays in the list; with a count of 0 the set has none.")
        for place in known
        if place not in cells
    ]
    tiles: list[TileCount] = []
    for place, values in cells.items():
        if place == WHOLE:
            continue
        try:
            tiles += _tiles(board, place, values)
        except Fault as fault:
            problems += fault.problems
    name = cells.get(WHOLE, {}).get("name", board.name)
    if not 1 <= len(name) <= 100:
        problems.append(("name", "A name has 1 to 100 characters."))
    if problems:
        raise Fault(tuple(problems))
    found = replace(board, name=name, tiles=tuple(tiles))
    try:
        check_board(found)
    except Fault as fault:
        raise Fault(tuple(("", message) for _, message in fault.problems)) from None
    return found


def _tiles(board: Board, place: str, values: Values) -> Iterable[TileCount]:
    if find(place) != place:
        raise Fault.one(place, f"There is no tile {place[:20]}.")
    text = values.get("count", "")
    if not text:
        return ()
    count = _number(f"{place}.count", text, 0, MOST)
    names = {face_key(one.kind, one.number, one.sides): one.name for one in board.tiles}
    city = _CITY.fullmatch(place)
    if city:
        return (TileCount("@", count, city[2], int(city[1]), names.get(place, "city")),)
    number = 0
    if place == "start":
        number = _number(f"{place}.number", values.get("number", ""), 1, 9)
    data = {"kind": place, "count": count, "sides": SIDES.get(place, ""), "number": number}
    return (convert(data | {"name": names.get(place, NAMES[place])}, TileCount),)


def _number(path: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not least <= int(text) <= most:
        raise Fault.one(path, f"Enter a whole number from {least} to {most}.")
    return int(text)


def drawing(board: Board) -> Drawing:
    """Return the set as a sheet of faces, each with its count."""
    cells = read(board)
    places = [place for place in cells if place != WHOLE]
    step = _SIZE + _GAP
    high = -(-len(places) // _ACROSS) * step + _GAP
    return Drawing(
        _ACROSS * step + _GAP,
        high,
        _SIZE // 2,
        tuple(
            _place(place, cells[place].get("count") or "–", number % _ACROSS, number // _ACROSS)
            for number, place in enumerate(places)
        ),
        heads=("Tiles",),
    )


def _place(key: str, count: str, column: int, row: int) -> Place:
    x = _GAP + column * (_SIZE + _GAP) + _SIZE // 2
    y = _GAP + row * (_SIZE + _GAP) + _SIZE // 2
    half = _SIZE // 2
    name = NAMES.get(key, key)
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    texts = (
        Text(name[:12], x, y - 12, 14, "label"),
        Text(count, x, y + 22, 26, "label"),
    )
    return Place(key, name, (x, y), f"{name}, {count}", corners, 0, (), texts, (count,))


EDITOR = ChartEditor(
    fields=FIELDS,
    typed=("count", "number"),
    painted=(),
    terrain="",
    read=read,
    write=write,
    empty=None,
    brings=lambda board: {},
    drawing=drawing,
    find=find,
    rows=rows,
    heads=HEADS,
    reached=reached,
    fields_of=fields_of,
    example="@3:NES",
)
"""How a tile set is edited."""
