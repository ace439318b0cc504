"""The map as a drawing: land and water, borders and rivers, mileposts by their kind, cities by size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.dots import path_of
from games.engine.drawing import Drawing, Legend, Place, Point, Shape, Symbol, Text
from games.engine.title import Table
from games.titles.empire_builder.board import INLET, Board, City, Milepost, chart_board
from games.titles.empire_builder.contours import Layout, Side, chained, smooth
from games.titles.empire_builder.grid import Grid, grid_of
from games.titles.empire_builder.state import State

RADIUS = 12
"""How large a mark around a milepost is, in units."""

SYMBOLS = (
    Symbol("clear", (Shape("m0 0h0", ("dot",)),)),
    Symbol("rough", (Shape("m-7 5h14l-7-12z", ("dot",)),)),
    Symbol("small", (Shape("m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", ("dot",)),)),
    Symbol("medium", (Shape("m-9-9h18v18h-18z", ("dot",)),)),
    Symbol("outer", (Shape("m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", ("dot",)),)),
    Symbol("sign", (Shape("m0 0"),)),
    Symbol("centre", (Shape("m0-15l5 10 11 1-8 8 2 11-10-6-10 6 2-11-8-8 11-1z", ("dot",)),)),
)
"""What mileposts are drawn as: dots, mountains, and cities by size; a major one is a star."""

COUNTRIES = {"US": "United States", "CA": "Canada", "MX": "Mexico"}
_COASTS = {"A": "on the Atlantic", "G": "on the Gulf", "P": "on the Pacific"}
_RANK = {"major": 1, "medium": 2, "small": 3}
_GOODS_RANK = 4
_RIVER_RANK = 3


def drawing(table: Table, state: State) -> Drawing:
    """Return the drawing of the map with all that is charted."""
    return map_drawing(chart_board(table.board, state.chart))


def map_drawing(board: Board) -> Drawing:
    """Return the drawing of a board."""
    layout, places = layout_of(board), grid_of(board)
    return Drawing(
        max(layout.width, 200),
        max(layout.height, 200),
        18,
        tuple(_place(layout, places, dot) for dot in board.mileposts),
        legend=_legend(),
        heads=("Kind", "Country", "Goods"),
        symbols=SYMBOLS,
        note="A section costs by the milepost built to: 1, mountains 2, small and medium cities 3, "
        "major cities 5; a river 2 more, an inlet 3 more.",
        ground=tuple(_ground(layout, places)),
        texts=tuple(_rivers(layout, places)),
    )


def layout_of(board: Board) -> Layout:
    """Return where a board's mileposts lie, worked out once and kept with it."""
    found = board.__dict__.get("layout_of")
    if not isinstance(found, Layout):
        found = board.__dict__["layout_of"] = Layout(board)
    return found


# Mileposts


def _place(layout: Layout, places: Grid, dot: Milepost) -> Place:
    city = places.city_at.get(dot.id)
    at = layout.centre(dot)
    if city is None:
        name = "{}" if dot.name else "Milepost {}"
        kind = "mountain" if dot.terrain == "rough" else "clear"
        spoken = ", ".join((name.format(dot.id), kind, COUNTRIES[dot.country], *_coasts(dot)))
        classes = (dot.terrain,)
        named = name.format(dot.id)
        return Place(dot.id, named, at, spoken, (), RADIUS, classes, symbol=dot.terrain)
    if city.size == "major" and not dot.centre:
        spoken = f"{city.title}, milepost {dot.id}, edge of a major city"
        name = f"{city.title} {dot.id}"
        return Place(dot.id, name, at, spoken, (), RADIUS, ("outer",), symbol="outer")
    return _city(dot, city, at)


def _city(dot: Milepost, city: City, at: Point) -> Place:
    size = "centre" if city.size == "major" else city.size
    goods = ", ".join(good.replace("_", " ") for good in city.goods)
    country = COUNTRIES[dot.country]
    spoken = ", ".join((city.title, f"{city.size} city", country, *_coasts(dot)))
    x, y = at
    texts = [Text(city.title, x, y + 10, 12, "name", _RANK[city.size], 1)]
    if goods:
        texts.append(Text(goods, x, y + 10, 10, "figure", _GOODS_RANK, 2))
    return Place(
        dot.id,
        city.title,
        at,
        f"{spoken}; {goods or 'no goods'}",
        (),
        RADIUS + 3,
        ("city", city.size),
        tuple(texts),
        (f"{city.size} city", country, goods or "–"),
        symbol=size,
    )


def _coasts(dot: Milepost) -> Iterator[str]:
    return (_COASTS[letter] for letter in dot.coast)


# What lies beneath


def _ground(layout: Layout, places: Grid) -> Iterator[Shape]:
    """Yield land, the grey areas of major cities, borders, and all that crosses sections."""
    board = places.board
    if layout.is_lattice:
        yield _shape("land", map(smooth, layout.outline(list(board.dots))), closed=True)
    else:
        yield _shape("link", _links(layout, places))
    cities = (
        [layout.outline(places.sites[key]) for key in places.majors] if layout.is_lattice else []
    )
    yield _shape("grey", (line for lines in cities for line in lines), closed=True)
    borders = layout.border(lambda one, other: one.country != other.country)
    yield _shape("border", map(smooth, borders if layout.is_lattice else ()))
    over: dict[str, list[Side]] = {"river": [], "inlet": [], "lake": []}
    for crossing in board.crossings:
        side = across(layout, crossing.a, crossing.b)
        if any(name != INLET for name in crossing.over):
            over["river"].append(side)
        if INLET in crossing.over:
            over["inlet"].append(side)
    over["lake"] += [across(layout, a, b) for a, b in board.water]
    for kind, sides in over.items():
        yield _shape(kind, map(smooth, chained(sides)))


def _shape(kind: str, lines: Iterable[tuple[Point, ...]], *, closed: bool = False) -> Shape:
    path = path_of(lines)
    if closed:
        path = path.replace("M", "zM")[1:] + "z" if path else ""
    return Shape(path, (kind,))


def _links(layout: Layout, places: Grid) -> Iterator[tuple[Point, ...]]:
    """Yield every section of a free layout as a line; on a lattice the dots alone tell them."""
    for a, links in places.links.items():
        for b, link in links.items():
            if link.onward:
                yield layout.centre_of(a), layout.centre_of(b)


def across(layout: Layout, a: str, b: str) -> Side:
    """Return the side between two mileposts; in a free layout a short line across their section."""
    found = layout.between(a, b)
    if found is not None:
        return found
    (x, y), (x2, y2) = layout.centre_of(a), layout.centre_of(b)
    long = max(abs(x2 - x) + abs(y2 - y), 1)
    dx, dy = (y - y2) * 14 // long, (x2 - x) * 14 // long
    middle = (x + x2) // 2, (y + y2) // 2
    return (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)


def _rivers(layout: Layout, places: Grid) -> Iterator[Text]:
    """Yield the name of each river once, at the middle of its longest stretch."""
    for river, keys in places.crossed.items():
        sides = [across(layout, *key.split("-")) for key in keys]
        stretches = chained(sides)
        if stretches:
            longest = max(stretches, key=len)
            x, y = longest[len(longest) // 2]
            yield Text(river.replace("_", " "), x, y, 11, "river", _RIVER_RANK, 1)


def stretches(layout: Layout, places: Grid, river: str) -> tuple[tuple[Point, ...], ...]:
    """Return where a river runs, as lines."""
    keys = places.crossed.get(river, ())
    return tuple(map(smooth, chained(across(layout, *key.split("-")) for key in keys)))


def _legend() -> tuple[Legend, ...]:
    return (
        Legend("clear milepost", "tile", ("milepost", "clear"), "clear"),
        Legend("mountain", "tile", ("milepost", "rough"), "rough"),
        Legend("small city", "tile", ("milepost", "small"), "small"),
        Legend("medium city", "tile", ("milepost", "medium"), "medium"),
        Legend("major city", "tile", ("milepost", "major"), "centre"),
        Legend("river", "line", ("river",)),
        Legend("inlet of the sea", "line", ("inlet",)),
        Legend("water: nothing is built across", "line", ("lake",)),
        Legend("border of a country", "line", ("border",)),
        Legend("flood", "line", ("flood",)),
        Legend("area of a strike or embargo", "line", ("strike",)),
        Legend("area of half rate", "line", ("half_rate",)),
    )
