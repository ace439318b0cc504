"""The map as a drawing, the cubes on it, and what a seat can tap there."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.engine.drawing import (
    PATTERNS,
    Anchor,
    Drawing,
    End,
    Legend,
    Piece,
    Place,
    Targets,
    Text,
    Way,
    Works,
    fitted,
    letters,
)
from games.engine.hexdrawing import HALF, SIDE, borders, centre, corners, frame
from games.engine.hexgrid import Hex, direction_between, format_hex, neighbours, parse_hex
from games.engine.title import Note, Table
from games.titles.continental_divide.board import REGIONS, Board, HexData, Sketch, name_of
from games.titles.continental_divide.rules import actor
from games.titles.continental_divide.state import State, known_hexes
from games.titles.continental_divide.stock import open_starts
from games.titles.continental_divide.track import Crew, surveys

UNKNOWN_RING = 2
"""How far beyond the charted hexes the drawing of an incomplete map goes."""

_NAMES = (-24, -13)
"""Where the two lines of a name stand; pieces are below them, figures below those."""

PIECE_AT = 1
PIECE_SIZE = 20
_FIGURES = 23
_PIECE_PLACES: Mapping[int, tuple[int, ...]] = {1: (0,), 2: (-12, 12), 3: (-22, 0, 22)}
_HILL, _PEAK = 5, 8
"""Costs from which ground is drawn darker."""


def drawing(table: Table, state: State) -> Drawing:
    """Return the drawing of the map with all that is charted; what may lie around it is unknown."""
    board: Board = table.board
    known = {parse_hex(data.place): data for data in known_hexes(table, state)}
    cells: dict[Hex, HexData | Sketch] = {parse_hex(data.place): data for data in board.sketch}
    return map_drawing({**cells, **known}, () if board.complete else _around(known))


def map_drawing(cells: Mapping[Hex, HexData | Sketch], unknown: Collection[Hex]) -> Drawing:
    """Return the drawing of these hexes with unknown ones around them."""
    everywhere = sorted({*cells, *unknown}, key=lambda at: (at.r, at.q))
    origin, width, height = frame(everywhere or [Hex(0, 0)], margin=12)
    sided = {at: data for at, data in cells.items() if data.region}
    return Drawing(
        width,
        height,
        SIDE,
        tuple(_place(at, cells.get(at), origin) for at in everywhere),
        (
            *borders("region", sided, origin, lambda data: data.region),
            *borders("divide", sided, origin, lambda data: data.west_of_divide),
        ),
        _legend(unknown=len(everywhere) > sum(_is_known(data) for data in cells.values())),
        ("Cost", "Income", "Region", "West of the Divide"),
        note="In each place: cost · income.",
    )


def _around(cells: Mapping[Hex, HexData]) -> set[Hex]:
    """Return the hexes near those that are charted: a track may lead there."""
    found = set(cells) or {Hex(0, 0)}
    for _ in range(UNKNOWN_RING):
        found |= {beside for at in found for beside in neighbours(at)}
    return {at for at in found if at not in cells and max(abs(at.q), abs(at.r)) <= 99}


def _is_known(data: HexData | Sketch | None) -> bool:
    return isinstance(data, HexData)


def _place(at: Hex, data: HexData | Sketch | None, origin: tuple[int, int]) -> Place:
    middle, key = centre(at, origin), format_hex(at)
    outline = corners(middle)
    if data is None:
        mark = Text("?", middle[0], _FIGURES + middle[1], 14, "figure")
        spoken = f"Hex {key}, not charted"
        return Place(
            key, f"Hex {key}", middle, spoken, outline, 0, ("unknown",), (mark,), ("–",) * 4
        )
    name, cost, income = name_of(data), _figure(data.cost), _figure(data.income)
    region = REGIONS.get(data.region, "")
    west = ", west of the Divide" if data.west_of_divide else ""
    spoken = (
        f"{name or 'Hex ' + key}, cost {cost}, income {income}, "
        f"{region + ' Region' if region else 'region not known'}{west}"
    )
    return Place(
        key,
        name or f"Hex {key}",
        middle,
        spoken,
        outline,
        0,
        (_ground(data), *(("west",) if data.west_of_divide else ())),
        _texts(data, middle),
        (cost, income, region or "?", "yes" if data.west_of_divide else "–"),
    )


def _figure(value: int | None) -> str:
    return "?" if value is None else str(value)


def _ground(data: HexData | Sketch) -> str:
    if not isinstance(data, HexData):
        return "unknown"
    if data.start:
        return "city"
    if data.port:
        return "port"
    if data.cost >= _PEAK:
        return "peak"
    return "hill" if data.cost >= _HILL else "flat"


def _texts(data: HexData | Sketch, middle: tuple[int, int]) -> tuple[Text, ...]:
    x, y = middle
    found = [Text(f"{_figure(data.cost)} · {_figure(data.income)}", x, y + _FIGURES, 14, "figure")]
    for line, low in zip(_name_lines(name_of(data)), _NAMES, strict=False):
        text, size = fitted(line, 2 * HALF - 4, 12, 8)
        found.append(Text(text, x, y + low, size, "name"))
    mark = data.start or _short(data.port)
    if mark:
        found.append(Text(mark, x, y - 6, 24, "mark"))
    return tuple(found)


def _name_lines(name: str) -> tuple[str, ...]:
    """Return a name in at most two lines; a short one stands on the lower line."""
    if len(name) <= 9:
        return ("", name) if name else ()
    first, _, rest = name.partition(" ")
    if rest and len(name) > 12 and " " in rest:
        middle = name.rfind(" ")
        return name[:middle], name[middle + 1 :]
    return (first, rest) if rest else ("", name)


def _short(port: str) -> str:
    """Return the signs a port is marked with from afar."""
    words = port.split()
    return "".join(word[0] for word in words) if len(words) > 1 else port[:3].upper()


def _legend(*, unknown: bool) -> tuple[Legend, ...]:
    found = [
        Legend("cost to 4", "place", ("flat",)),
        Legend("cost 5 to 7", "place", ("hill",)),
        Legend("cost 8 and more", "place", ("peak",)),
        Legend("starting city", "place", ("city",)),
        Legend("port", "place", ("port",)),
        Legend("border of a region", "line", ("region",)),
        Legend("the Divide", "line", ("divide",)),
    ]
    if unknown:
        found.append(Legend("not charted yet", "place", ("unknown",)))
    return tuple(found)


def pieces(table: Table, state: State) -> tuple[Piece, ...]:
    """Return every cube on the map, in the order it was built; no more than three share a hex."""
    keys = table.board.railroads
    letter = letters(keys)
    standing: dict[str, list[str]] = {}
    for key, railroad in state.railroads.items():
        for place in (railroad.at, *railroad.track):
            standing.setdefault(place, []).append(key)
    return tuple(
        Piece(
            place, key, letter[key], keys.index(key) % PATTERNS, dx, PIECE_AT, len(companies) == 1
        )
        for place, companies in standing.items()
        if "," in place
        for key, dx in zip(companies, _offsets(len(companies)), strict=True)
    )


def _offsets(count: int) -> tuple[int, ...]:
    """Return how far beside the middle each of so many cubes stands. Rule CD-31 has three at most."""
    known = _PIECE_PLACES.get(count)
    return known or tuple(-22 + 44 * number // (count - 1) for number in range(count))


def targets(table: Table, state: State, seat: str) -> Targets:
    """Return what a seat can tap now: start hexes, and the lines of each railroad it may build for.

    Rules CD-11 (start hexes) and CD-24 to CD-43 (track).
    """
    if not seat or seat != actor(table, state) or state.phase != "play":
        return Targets({})
    buys = not (state.lines or state.opened or state.bought)
    starts = {"start": open_starts(table, state)} if buys else {}
    return Targets(starts, _works(table, state, seat))


def _works(table: Table, state: State, seat: str) -> tuple[Works, ...]:
    ways: dict[str, dict[str, dict[str, list[End]]]] = {}
    paths: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for line, crew in surveys(table, state, seat):
        anchor, key = line.path[0], line.railroad
        heading = direction_between(parse_hex(anchor), parse_hex(line.path[1])) or ""
        ends = ways.setdefault(key, {}).setdefault(anchor, {}).setdefault(heading, [])
        ends.append(_end(state, key, line.path[-1], crew))
        paths[key, anchor, heading] = line.path[1:]
    return tuple(
        Works(
            key,
            state.money[key],
            state.railroads[key].income,
            tuple(
                Anchor(
                    anchor,
                    tuple(
                        Way(paths[key, anchor, heading], tuple(ends))
                        for heading, ends in headings.items()
                    ),
                )
                for anchor, headings in anchors.items()
            ),
        )
        for key, anchors in ways.items()
    )


def _end(state: State, key: str, place: str, crew: Crew) -> End:
    """Return the figures of a line that ends here, as its builders have them."""
    before = state.railroads[key]
    brings = [
        Note(f"brings_{flag}")
        for flag in ("central", "western", "divide")
        if getattr(crew, flag) and not getattr(before, flag)
    ]
    if crew.port and not before.port:
        brings.append(Note("brings_port", {"port": crew.port}))
    return End(place, crew.cost, crew.income, crew.treasury, tuple(brings))
