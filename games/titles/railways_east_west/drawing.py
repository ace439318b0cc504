"""The map as a drawing, and what stands on it: links, cubes, settlers, hotels, new city tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.drawing import (
    Drawing,
    Legend,
    Line,
    Place,
    Point,
    Shape,
    Standing,
    Stroke,
    Symbol,
    Text,
    Tile,
)
from games.engine.labels import marks, names
from games.engine.title import Table
from games.titles.railways_east_west.board import GOODS, LETTER, RAW, Board, City, link_ends
from games.titles.railways_east_west.state import Place as CityState
from games.titles.railways_east_west.state import State, merged_board

REACH = 36
"""Half of what a finger needs, in units."""

RADIUS = 21
MARGIN = 70
STRANGER_GAP = 130
"""Between cities that were charted in play and have no place on the map."""

CUBE = 14
"""Between cubes of a row."""

ROW = 5
"""Cubes in a row below a city."""

BESIDE = 9
"""Between tracks of several owners that join the same cities."""

COLOURS = {"E": "East", "W": "West"}
_SQUARE = "M-7-7h14v14h-14z"
_ROUND = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"
_HOUSE = "M-10 9v-12l10-8 10 8v12z"
_DISC = "M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0z"
SYMBOLS = (
    Symbol("cube", (Shape(_SQUARE, ("cube",)),)),
    Symbol("settler", (Shape(_ROUND, ("settler",)),)),
    Symbol("hotel", (Shape(_HOUSE, ("hotel",)),)),
    Symbol("newcity", (Shape(_DISC, ("newcity",)),)),
)


def drawing(table: Table, state: State) -> Drawing:
    """Return the drawing of the map with all cities charted; the links that it suggests are faint."""
    return map_drawing(merged_board(table, state))


def map_drawing(board: Board) -> Drawing:
    """Return the drawing of a map: its cities, and the links it suggests."""
    spots, width, height = places(board)
    lines = [(spots[link.a], spots[link.b]) for link in board.links]
    radii = dict.fromkeys(spots, RADIUS)
    near = names({city.code: city.name for city in board.cities}, spots, radii, lines)
    far = marks({city.code: city.code for city in board.cities}, spots)
    return Drawing(
        width,
        height,
        REACH,
        tuple(
            _city(city, spots[city.code], (near[city.code], far[city.code]))
            for city in board.cities
        ),
        tuple(Line("suggested", points) for points in lines),
        _legend(),
        ("Colour", "Number", "Board"),
        SYMBOLS,
        note="In each city: the letter of its colour and its printed number; cubes stand below it.",
    )


def places(board: Board) -> tuple[Mapping[str, Point], int, int]:
    """Return where each city lies, and the width and height; cities without a place stand below."""
    known = {
        city.code: (city.x, city.y)
        for city in board.cities
        if city.x is not None and city.y is not None
    }
    left = min((x for x, _ in known.values()), default=0) - MARGIN
    top = min((y for _, y in known.values()), default=0) - MARGIN
    width = max((x for x, _ in known.values()), default=6 * STRANGER_GAP) - left + MARGIN
    height = max((y for _, y in known.values()), default=0) - top + MARGIN
    spots = {code: (x - left, y - top) for code, (x, y) in known.items()}
    strangers = [city.code for city in board.cities if city.code not in spots]
    fit = max(1, width // STRANGER_GAP)
    for number, code in enumerate(strangers):
        row, column = divmod(number, fit)
        spots[code] = (column * STRANGER_GAP + MARGIN, height + row * 100)
    if strangers:
        height += (len(strangers) - 1) // fit * 100 + MARGIN
    return spots, width, height


def _city(city: City, spot: Point, texts: tuple[Text, ...]) -> Place:
    colour, value = city.colour or "colour not known", city.value
    figure = "number not known" if value is None else f"number {value}"
    coast = f", on the {COLOURS[city.coast]} Coast" if city.coast else ""
    spoken = f"{city.name}, {colour}, {figure}, in the {COLOURS[city.region]}{coast}"
    sign = sign_of(city.colour) if city.colour else "?"
    text = Text(f"{sign}{value or ''}", spot[0], spot[1] + 7, 19, "figure")
    hue = f"hue-{city.colour}" if city.colour else "unknown"
    columns = (colour, "?" if value is None else str(value), COLOURS[city.region])
    return Place(
        city.code, city.name, spot, spoken, (), RADIUS, ("stop", hue), (text, *texts), columns
    )


def sign_of(colour: str) -> str:
    """Return the letter that stands for a colour beside it; grey has none."""
    return LETTER[colour].upper() if colour in LETTER else ""


def _legend() -> tuple[Legend, ...]:
    hues = tuple(
        Legend(f"{colour} city, {sign_of(colour)}", "dot", ("stop", f"hue-{colour}"))
        for colour in GOODS.values()
    )
    return (
        *hues,
        Legend("grey city", "dot", ("stop", "hue-grey")),
        Legend("link that the map suggests", "line", ("suggested",)),
        Legend("cube, with the letter of its colour; N raw material", "tile", (), "cube"),
        Legend("settlers waiting, or settled in the West", "tile", (), "settler"),
        Legend("hotel", "tile", (), "hotel"),
    )


# What stands on it


def pieces(table: Table, state: State) -> tuple[Standing, ...]:
    """Return links in their owners' look, cubes, settlers, hotels and new city tiles."""
    spots, _, _ = places(merged_board(table, state))
    return (*_tracks(table, state, spots), *_standing(table, state, spots))


def _tracks(table: Table, state: State, spots: Mapping[str, Point]) -> Iterator[Stroke]:
    sharing: dict[str, list[str]] = {}
    for seat in table.seats:
        for name in (*state.links.get(seat, {}), *state.open.get(seat, {})):
            sharing.setdefault(name, []).append(seat)
    for number, seat in enumerate(table.seats):
        for laid, kind in ((state.links, "track"), (state.open, "track unfinished")):
            lines = tuple(
                _beside(spots, name, sharing[name].index(seat), len(sharing[name]))
                for name in laid.get(seat, {})
            )
            if lines:
                yield Stroke(seat, lines, number, kind)


def _beside(spots: Mapping[str, Point], name: str, index: int, count: int) -> tuple[Point, ...]:
    """Return a track between two cities, moved aside where several run there."""
    (x, y), (x2, y2) = (spots[code] for code in link_ends(name))
    long = max(1, abs(x2 - x) + abs(y2 - y))
    off = (2 * index - count + 1) * BESIDE
    dx, dy = -(y2 - y) * off // long, (x2 - x) * off // long
    return (x + dx, y + dy), (x2 + dx, y2 + dy)


def _standing(table: Table, state: State, spots: Mapping[str, Point]) -> Iterator[Tile]:
    for code, here in state.cities.items():
        if code in spots:
            yield from _at_city(code, here)
    for code, seat in state.hotels.items():
        if code in spots:
            number = table.seats.index(seat)
            yield Tile(
                code, "hotel", 0, seat, number, seat, "hotel of {owner}", (), -RADIUS - 4, -RADIUS
            )


def _at_city(code: str, here: CityState) -> Iterator[Tile]:
    if here.colour is not None:
        said = f"now {here.colour}, a new city tile"
        sign = sign_of(here.colour)
        yield Tile(code, "newcity", 0, "", 0, sign, said, (f"hue-{here.colour}",))
    for number, cube in enumerate(here.goods):
        row, column = divmod(number, ROW)
        wide = min(ROW, len(here.goods) - row * ROW)
        x = (2 * column - wide + 1) * CUBE // 2
        said = f"cubes {_spoken(here.goods)}" if number == 0 else ""
        hue = f"cube-{cube}"
        yield Tile(
            code, "cube", 0, "", 0, cube.upper(), said, (hue,), x, RADIUS + 9 + row * (CUBE + 1)
        )
    for count, words, x in (
        (here.waiting, "waiting", RADIUS + 8),
        (here.settled, "settled", RADIUS + 8),
    ):
        if count:
            noun = "settler" if count == 1 else "settlers"
            yield Tile(
                code, "settler", 0, "", 0, str(count), f"{count} {noun} {words}", (words,), x, -12
            )


def _spoken(goods: str) -> str:
    names_of = {**GOODS, RAW: "raw material"}
    return ", ".join(names_of[cube] for cube in goods)
