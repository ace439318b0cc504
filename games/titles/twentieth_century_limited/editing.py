"""The map and the cards as the chart editor sees them: nodes, lines, catalogue, and back to a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.engine.charts import WHOLE, Cells, ChartEditor, Reach, Values
from games.engine.codec import convert
from games.engine.drawing import Drawing, Place
from games.engine.errors import Fault
from games.engine.title import Choice, Field
from games.titles.twentieth_century_limited.board import (
    NODE_TEXT,
    Board,
    CompanyCard,
    Line,
    Node,
    RegionalCard,
    check_board,
    is_city,
    line_ends,
    line_id,
)
from games.titles.twentieth_century_limited.csvtext import read_csv, write_csv
from games.titles.twentieth_century_limited.drawing import map_drawing
from games.titles.twentieth_century_limited.layout import MARGIN, NEAR, framed

COMPANY, REGIONAL = "company:", "regional:"
"""Before the keys of cards, so that none is taken for a node."""

SPOT = re.compile(r"@(-?[0-9]{1,4}),(-?[0-9]{1,4})")
"""A spot of the canvas in the map's own units, where a node can be placed."""

MOST_SPOTS = 400
ROOM = MARGIN + 2 * NEAR
"""Around the map, for nodes that are still to be placed."""

_CARD = re.compile(rf"({COMPANY}|{REGIONAL})[A-Za-z0-9][A-Za-z0-9 .'’&-]{{0,60}}")
_QUARTERS = (
    Choice("", "none"),
    Choice("NE", "north-east"),
    Choice("SE", "south-east"),
    Choice("NW", "north-west"),
    Choice("SW", "south-west"),
)
FIELDS = (
    Field("key", "Key", "text", help="A city's begins with a capital, a junction's does not."),
    Field("name", "Name", "text", required=False, most=40),
    Field("quarter", "Quarter", "choice", _QUARTERS),
    Field("x", "Across", "int", required=False, least=-9999, most=9999),
    Field("y", "Down", "int", required=False, least=-9999, most=9999),
    Field("cities", "Cities of the card", "text", required=False),
    Field("value", "Points", "int", least=0, most=99),
    Field("era", "Era", "int", least=1, most=8),
)
_NODE, _COMPANY, _REGIONAL = (
    ("key", "name", "quarter", "x", "y"),
    ("name", "cities", "value"),
    ("name", "cities", "era"),
)


def read(board: Board) -> Cells:
    """Return the values of nodes, lines and cards in the board's order, and of the chart itself."""
    whole = {"name": board.name, "complete": "true" if board.complete else ""}
    cells: dict[str, Values] = {WHOLE: whole}
    for node in board.nodes:
        cells[node.id] = {
            "key": node.id,
            "name": node.name,
            "quarter": node.quarter,
            "x": "" if node.x is None else str(node.x),
            "y": "" if node.y is None else str(node.y),
        }
    cells |= {line.id: {} for line in board.lines}
    for company in board.companies.values():
        cells[COMPANY + company.id] = _card(company) | {"value": str(company.value)}
    for regional in board.regionals.values():
        cells[REGIONAL + regional.id] = _card(regional) | {"era": str(regional.era)}
    return cells


def _card(card: CompanyCard | RegionalCard) -> dict[str, str]:
    return {"name": card.name, "cities": " ".join(card.cities)}


def fields_of(place: str) -> tuple[str, ...]:
    """Return the names of the fields that a place has: a line has none, it is there or not."""
    if place.startswith(COMPANY):
        return _COMPANY
    if place.startswith(REGIONAL):
        return _REGIONAL
    return () if line_id(place) is not None else _NODE


def find(text: str) -> str:
    """Return a node, spot, line or card as charts write it, empty where the text is none."""
    tidy = text.strip()
    if _CARD.fullmatch(tidy) or SPOT.fullmatch(tidy) or NODE_TEXT.fullmatch(tidy):
        return tidy
    return line_id(tidy) or ""


def rows(cells: Cells) -> Mapping[int, tuple[str, ...]]:
    """Return what is typed along a row: cities, then the two kinds of cards."""
    places = [place for place in cells if place != WHOLE]
    return {
        0: tuple(place for place in places if is_city(place) and line_id(place) is None),
        1: tuple(place for place in places if place.startswith(COMPANY)),
        2: tuple(place for place in places if place.startswith(REGIONAL)),
    }


def reached(cells: Cells, start: str, reach: Reach) -> tuple[str, ...]:
    """Return what a stroke of the brush covers: a map of lines has no rows."""
    return (start,)


def blank(name: str) -> Board:
    """Return a board with nothing on it."""
    return Board(1, "twentieth_century_limited", "chart", name)


# Writing


def write(board: Board, cells: Cells) -> Board:
    """Return the board with these values, or raise `Fault` with the places (`CHI.name`) at fault.

    A node whose key changes keeps its lines and stays on its cards; a node taken off takes its lines
    along, and cards that name it have to be changed first.
    """
    whole = cells.get(WHOLE, {})
    if not 1 <= len(whole.get("name", "")) <= 100:
        raise Fault.one("name", "A name has 1 to 100 characters.")
    renamed = _keys(cells)
    nodes = {place: _node(place, renamed[place], cells[place]) for place in renamed}
    kept = set(cells)
    lines = [line for line in board.lines if line.id in kept and {line.a, line.b} <= set(nodes)]
    drawn = [place for place in cells if line_id(place) is not None and place not in board.ends]
    lines += [Line(place, *line_ends(place)) for place in drawn]
    found = replace(
        board,
        name=whole["name"],
        complete=bool(whole.get("complete")),
        nodes=tuple(convert(node, Node) for node in nodes.values()),
        lines=_renamed(lines, renamed),
        **_decks(board, cells, renamed),
    )
    check_board(found)
    return found


def _keys(cells: Cells) -> dict[str, str]:
    """Return the key that every node has from now on; a spot tapped becomes the next free junction."""
    places = [place for place in cells if place != WHOLE and fields_of(place) == _NODE]
    found = {
        place: cells[place].get("key", place) or place
        for place in places
        if not SPOT.fullmatch(place)
    }
    for place, key in found.items():
        if not NODE_TEXT.fullmatch(key):
            raise Fault.one(f"{place}.key", "A key has up to 12 letters, digits and underscores.")
        if list(found.values()).count(key) > 1:
            raise Fault.one(f"{place}.key", f"{key} is there twice.")
    taken = {*found, *found.values()}
    free = (f"{letter}{number or ''}" for number in range(100) for letter in LETTERS)
    for place in places:
        if place not in found:
            found[place] = next(key for key in free if key not in taken)
    return found


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _node(place: str, key: str, values: Values) -> dict[str, Any]:
    data: dict[str, Any] = {"id": key, "kind": "city" if is_city(key) else "junction"}
    spot = SPOT.fullmatch(place)
    if spot is not None:
        return data | {"x": int(spot[1]), "y": int(spot[2])}
    for name in ("x", "y"):
        text = values.get(name, "").replace("−", "-")
        if text and not re.fullmatch(r"-?[0-9]{1,4}", text):
            raise Fault.one(f"{place}.{name}", "Enter a whole number from -9999 to 9999.")
        data[name] = int(text) if text else None
    if values.get("quarter", "") not in {one.value for one in _QUARTERS}:
        raise Fault.one(f"{place}.quarter", "This is not one of the choices.")
    if len(values.get("name", "")) > 40:
        raise Fault.one(f"{place}.name", "A name has at most 40 characters.")
    return data | {"name": values.get("name", ""), "quarter": values.get("quarter", "")}


def _renamed(lines: Iterable[Line], keys: Mapping[str, str]) -> tuple[Line, ...]:
    found: list[Line] = []
    for line in lines:
        for end in (line.a, line.b):
            if end not in keys:
                raise Fault.one(line.id, f"{end} is not on the map; place it first.")
        a, b = keys[line.a], keys[line.b]
        number = line.id.partition("#")[2]
        name = line_id(f"{a}-{b}" + (f"#{number}" if number else ""))
        if name is None:
            raise Fault.one(line.id, "A line joins two different nodes.")
        found.append(Line(name, *line_ends(name)))
    return tuple(found)


def _decks(board: Board, cells: Cells, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the four decks of the catalogue; a card that is new belongs to those of every game."""
    found: dict[str, Any] = {}
    kinds: tuple[tuple[str, str, Any], ...] = (
        (COMPANY, "company_cards", CompanyCard),
        (REGIONAL, "regional_cards", RegionalCard),
    )
    for prefix, deck, kind in kinds:
        extra = {card.id for card in getattr(board, f"{deck}_extra")}
        cards = [
            convert(_card_data(place, cells[place], prefix, keys), kind)
            for place in cells
            if place.startswith(prefix)
        ]
        found[deck] = tuple(card for card in cards if card.id not in extra)
        found[f"{deck}_extra"] = tuple(card for card in cards if card.id in extra)
    return found


def _card_data(place: str, values: Values, prefix: str, keys: Mapping[str, str]) -> dict[str, Any]:
    cities = [
        keys.get(city, city) for city in re.split(r"[\s,;]+", values.get("cities", "")) if city
    ]
    if not 2 <= len(cities) <= 12 or not all(map(NODE_TEXT.fullmatch, cities)):
        raise Fault.one(
            f"{place}.cities", "Name 2 to 12 cities by their keys, with blanks between."
        )
    name, most = ("value", 99) if prefix == COMPANY else ("era", 8)
    text = values.get(name, "")
    if not re.fullmatch("[0-9]{1,2}", text) or not (name == "value") <= int(text) + 1 <= most + 1:
        raise Fault.one(f"{place}.{name}", f"Enter a whole number up to {most}.")
    if name == "era" and int(text) < 1:
        raise Fault.one(f"{place}.era", "Eras are 1 to 8.")
    key = place.removeprefix(prefix)
    return {"id": key, "cities": cities, name: int(text), "name": values.get("name", "")[:60]}


# The canvas


def edit_drawing(board: Board) -> Drawing:
    """Return the map with spots between its nodes that a new node can be placed on."""
    frame = framed(board, ROOM)
    found = map_drawing(board, ROOM)
    taken = [place.centre for place in found.places]
    step = NEAR
    while (found.width // step + 1) * (found.height // step + 1) > MOST_SPOTS:
        step += NEAR // 4
    spots = [
        (x, y)
        for y in range(step // 2, found.height, step)
        for x in range(step // 2, found.width, step)
        if all(abs(x - other) + abs(y - down) >= NEAR * 3 // 4 for other, down in taken)
    ]
    spare: list[Place] = []
    for spot in spots:
        x, y = frame.own(spot)
        if max(abs(x), abs(y)) <= 9999:
            key = f"@{x},{y}"
            spare.append(Place(key, "free spot", spot, f"free spot {x}, {y}", (), 7, ("spare",)))
    return replace(found, places=(*found.places, *spare))


EDITOR = ChartEditor(
    fields=FIELDS,
    typed=("name", "cities", "value", "era"),
    painted=(),
    terrain="",
    read=read,
    write=write,
    empty=None,
    brings=lambda board: {},
    drawing=edit_drawing,
    find=find,
    rows=rows,
    heads=("Cities", "Company cards", "Regional cards"),
    reaches={"hex": "only this one"},
    reached=reached,
    fields_of=fields_of,
    example="CHI-a",
    blank=blank,
    read_csv=read_csv,
    write_csv=write_csv,
)
