"""The map: what is printed in each hex, from a board file or charted during play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from games.engine.charts import Completeness
from games.engine.codec import Value
from games.engine.errors import Fault, NotationError
from scoring.tables.continental_divide import PORT_POINTS, Port

START_CITIES: Mapping[str, tuple[str, ...]] = {
    "Chicago": ("C1", "C2", "C3"),
    "Memphis": ("M1", "M2", "M3"),
    "New Orleans": ("N1", "N2", "N3"),
}
"""The three hexes of each starting city. Rules CD-11 and CD-34: Starting Cities."""

START_HEXES = tuple(name for names in START_CITIES.values() for name in names)
CITY_OF: Mapping[str, str] = {name: city for city, names in START_CITIES.items() for name in names}

REGIONS: Mapping[str, str] = {"E": "Eastern", "C": "Central", "W": "Western"}

DIVIDE_BONUS = 10
"""What crossing the Divide adds to a railroad's income, once. Rule CD-43, decision A4."""

RAILROADS = ("red", "blue", "green", "tan", "gray", "yellow", "orange", "purple")
"""The colours of the eight railroads, unless the board names its own. Rule CD-02."""

MOST_HEXES = 2000
MOST_TERRAINS = 50

_COORDINATE = r"(0|-?[1-9][0-9]?)"
HEX = rf"^{_COORDINATE},{_COORDINATE}(?![\s\S])"
PLACE = rf"^({_COORDINATE},{_COORDINATE}|[CMN][123])(?![\s\S])"
NAME = r"^[A-Za-zÀ-ɏ0-9 .'’()-]{0,40}(?![\s\S])"

Coordinate = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Dollars = Annotated[int, msgspec.Meta(ge=0, le=99)]
Region = Literal["E", "C", "W"]
StartHex = Literal["", "C1", "C2", "C3", "M1", "M2", "M3", "N1", "N2", "N3"]
HexKey = Annotated[str, msgspec.Meta(pattern=HEX, description="a hex as q,r")]
Place = Annotated[str, msgspec.Meta(pattern=PLACE, description="a hex as q,r, or a start hex")]
Name = Annotated[str, msgspec.Meta(pattern=NAME)]
Words = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,12}(?![\s\S])")]
TerrainName = Annotated[str, msgspec.Meta(pattern=r"^[\w ’'-]{1,30}(?![\s\S])")]
Extra = Annotated[dict[str, Any], msgspec.Meta(max_length=50)]


class Terrain(Value, frozen=True):
    """What the club's map prints in plain ground of one kind, in dollars, to type it only once."""

    cost: Dollars
    income: Dollars


class HexData(Value, frozen=True, omit_defaults=True):
    """One hex: cost (paid once) and income (a turn) in dollars, region, side of the Divide, what lies in it."""

    q: Coordinate
    r: Coordinate
    cost: Dollars
    income: Dollars
    region: Region
    west_of_divide: bool = False
    name: Name = ""
    start: StartHex = ""
    port: Port = ""
    terrain: Annotated[str, msgspec.Meta(max_length=30)] = ""

    @property
    def place(self) -> str:
        """Return the hex as `q,r`."""
        return f"{self.q},{self.r}"


class Sketch(Value, frozen=True, omit_defaults=True):
    """A hex that is on the map but not fully known: what of it has been read off so far."""

    q: Coordinate
    r: Coordinate
    cost: Dollars | None = None
    income: Dollars | None = None
    region: Literal["", "E", "C", "W"] = ""
    west_of_divide: bool = False
    name: Name = ""
    start: StartHex = ""
    port: Port = ""
    terrain: Annotated[str, msgspec.Meta(max_length=30)] = ""

    @property
    def place(self) -> str:
        """Return the hex as `q,r`."""
        return f"{self.q},{self.r}"


class Printed(Value, frozen=True, omit_defaults=True):
    """What is printed in one hex, as a table enters it. Rules CD-29, CD-34, CD-36, CD-39, CD-43."""

    place: HexKey
    cost: Dollars
    income: Dollars
    region: Region
    west_of_divide: bool = False
    name: Name = ""
    start: StartHex = ""
    port: Port = ""


class Board(Value, frozen=True, dict=True):
    """A board file. Where it is not `complete`, hexes it lacks are charted when they are built.

    `sketch` holds hexes of the map that are not fully known; for play they are unknown.
    """

    format: Literal[1]
    title: Literal["continental_divide"]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}(?![\s\S])")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    hexes: Annotated[tuple[HexData, ...], msgspec.Meta(max_length=MOST_HEXES)] = ()
    sketch: Annotated[tuple[Sketch, ...], msgspec.Meta(max_length=MOST_HEXES)] = ()
    complete: bool = False
    origin: Annotated[str, msgspec.Meta(max_length=500)] = ""
    railroads: Annotated[tuple[Key, ...], msgspec.Meta(min_length=8, max_length=8)] = RAILROADS
    divide_bonus: int = DIVIDE_BONUS
    start_cities: dict[str, tuple[str, ...]] = msgspec.field(
        default_factory=lambda: dict(START_CITIES)
    )
    ports: dict[Port, int] = msgspec.field(default_factory=lambda: dict(PORT_POINTS))
    regions: dict[Region, Words] = msgspec.field(default_factory=dict)
    units: Extra = msgspec.field(default_factory=dict)
    layout: Extra = msgspec.field(default_factory=dict)
    terrains: Annotated[dict[TerrainName, Terrain], msgspec.Meta(max_length=MOST_TERRAINS)] = (
        msgspec.field(default_factory=dict)
    )

    @cached_property
    def grid(self) -> Mapping[str, HexData]:
        """Return the hexes by `q,r`."""
        return {data.place: data for data in self.hexes}

    @cached_property
    def sketched(self) -> Mapping[str, Sketch]:
        """Return the hexes that are not fully known by `q,r`."""
        return {data.place: data for data in self.sketch}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Return the hexes by name, where only one has it: start hexes, ports, towns."""
        return names_of(self.hexes)


def name_of(data: HexData | Sketch) -> str:
    """Return what a hex is called: "Memphis M2", "Seattle", "Denver", or nothing."""
    if data.start:
        return f"{data.name or CITY_OF[data.start]} {data.start}"
    return data.name or data.port


def names_of(hexes: Iterable[HexData]) -> dict[str, str]:
    """Return `q,r` by the names that single hexes have, with `_` for a space."""
    found: dict[str, set[str]] = {}
    for data in hexes:
        for name in {data.start, data.port, data.name} - {""}:
            found.setdefault(underscored(name), set()).add(data.place)
    return {name: min(places) for name, places in found.items() if len(places) == 1}


def underscored(name: str) -> str:
    """Return a name as the notation writes it, in one word."""
    return name.replace(" ", "_")


def check_board(board: Board) -> None:
    """Raise `Fault` for what a board has wrong: strays, duplicates, holes, figures the rules forbid.

    Rules CD-11, CD-35, CD-39 (start hexes), CD-36 and CD-55 (ports), CD-43 (the Divide).
    """
    problems = [*_fixed(board), *_doubled(board), *_misplaced(board), *_missing(board)]
    if problems:
        raise Fault(tuple(problems))


def _fixed(board: Board) -> Iterable[tuple[str, str]]:
    """The figures that the rules fix and a board file may only repeat."""
    if board.divide_bonus != DIVIDE_BONUS:
        yield "divide_bonus", f"The rules fix {DIVIDE_BONUS} (CD-43)."
    if board.start_cities != START_CITIES:
        yield "start_cities", "The rules fix Chicago, Memphis and New Orleans (CD-11)."
    if board.ports != PORT_POINTS:
        yield "ports", "The rules fix the five ports and their points (CD-55)."
    if len(set(board.railroads)) != len(board.railroads):
        yield "railroads", "Every railroad needs its own key."


def cells_of(board: Board) -> Iterable[tuple[str, HexData | Sketch]]:
    """Every hex of the file with its path."""
    for number, data in enumerate(board.hexes):
        yield f"hexes[{number}]", data
    for number, sketched in enumerate(board.sketch):
        yield f"sketch[{number}]", sketched


def _doubled(board: Board) -> Iterable[tuple[str, str]]:
    seen: dict[str, str] = {}
    for path, data in cells_of(board):
        for what in (data.place, data.start, data.port):
            if what and what in seen:
                yield path, f"{what} is already {seen[what]}."
            seen.setdefault(what, path)


def _misplaced(board: Board) -> Iterable[tuple[str, str]]:
    for path, data in cells_of(board):
        for problem in misprints(data):
            yield path, problem
    for number, data in enumerate(board.sketch):
        if data.cost is not None and data.income is not None and data.region:
            yield f"sketch[{number}]", "All of this hex is known: it belongs to the hexes."


def misprints(data: HexData | Sketch) -> Iterable[str]:
    """Yield what the rules forbid in a hex. Rules CD-34 to CD-36 and CD-39."""
    if data.start and data.port:
        yield "A hex is a start hex or a port, not both."
    if data.start and (data.income or data.region not in ("E", "")):
        yield "A start hex lies in the Eastern Region and gives no income (CD-35, CD-39)."


def _missing(board: Board) -> Iterable[tuple[str, str]]:
    if len(board.hexes) + len(board.sketch) > MOST_HEXES:
        yield "sketch", f"A board has at most {MOST_HEXES} hexes."
    if board.complete:
        known = {what for data in board.hexes for what in (data.start, data.port)}
        for what in (*START_HEXES, *PORT_POINTS):
            if what not in known:
                yield "hexes", f"A complete board has a hex for {what}."
        if board.sketch:
            yield (
                "sketch",
                "Of a complete board every hex is known: fill them in, or take back that it is.",
            )


def completeness(board: Board) -> Completeness:
    """Return how much of the map is known: hexes, start hexes, ports, regions, the Divide.

    Rules CD-11 (start hexes), CD-36 (ports), CD-39 to CD-42 (regions), CD-43 (the Divide).
    """
    cells = [data for _, data in cells_of(board)]
    marks = {what for data in cells for what in (data.start, data.port)}
    regions = {data.region for data in cells}
    missing = [what for what in (*PORT_POINTS, *START_HEXES) if what not in marks]
    missing += [f"{name} Region" for region, name in REGIONS.items() if region not in regions]
    if not any(data.west_of_divide for data in cells):
        missing.append("the Divide")
    places = tuple(data.place for data in board.sketch)
    return Completeness(len(board.hexes), len(cells), tuple(missing), places, board.complete)


def with_hexes(board: Board, hexes: Iterable[HexData]) -> Board:
    """Return the board with these hexes known, the sketch without them and their marks."""
    known = tuple(hexes)
    places = {data.place for data in known}
    marks = {what for data in known for what in (data.start, data.port)}
    sketch = tuple(
        replace(
            data,
            start="" if data.start in marks else data.start,
            port="" if data.port in marks else data.port,
        )
        for data in board.sketch
        if data.place not in places
    )
    return replace(board, hexes=known, sketch=sketch)


# Charted hexes are kept and written as one word each, `4/3/E` or `8/5/Wd/San_Francisco~Name`:
# cost, income, region (d: west of the Divide), start hex or port, name.


def hex_text(data: HexData | Printed) -> str:
    """Return what is printed in a hex as one word."""
    side = "d" if data.west_of_divide else ""
    mark = data.start or underscored(data.port)
    name = underscored(data.name)
    return (
        f"{data.cost}/{data.income}/{data.region}{side}"
        + (f"/{mark}" if mark else "")
        + (f"~{name}" if name else "")
    )


@lru_cache(maxsize=8192)
def read_hex(place: str, text: str) -> HexData:
    """Return the hex written as one word, or raise `NotationError`."""
    figures, _, name = text.partition("~")
    cost, income, region, mark = (*figures.split("/"), "", "", "", "")[:4]
    mark = mark.replace("_", " ")
    data: dict[str, Any] = {
        "cost": int(cost) if cost.isdecimal() else cost,
        "income": int(income) if income.isdecimal() else income,
        "region": region[:1],
        "west_of_divide": region[1:] == "d",
        "name": name.replace("_", " "),
        "start": mark if mark in CITY_OF else "",
        "port": mark if mark in PORT_POINTS else "",
    }
    try:
        q, r = place.split(",")
        found = msgspec.convert(data | {"q": int(q), "r": int(r)}, HexData)
    except ValueError:  # msgspec.ValidationError is one too
        found = None
    if found is None or hex_text(found) != text or found.place != place:
        raise NotationError(f"{place}={text}"[:60], "a hex such as -3,0=4/3/E")
    return found


def printed(data: HexData) -> Printed:
    """Return a hex as a table enters it."""
    return Printed(
        data.place,
        data.cost,
        data.income,
        data.region,
        data.west_of_divide,
        data.name,
        data.start,
        data.port,
    )
