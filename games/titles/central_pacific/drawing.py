"""The board as a drawing, the tiles and trains on it, open ends, and what trimming takes off."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.drawing import Drawing, Layer, Legend, Piece, Place, Standing, Text, Tile
from games.engine.title import Table
from games.titles.central_pacific.artwork import HALF, SYMBOLS, symbol_of
from games.titles.central_pacific.helpers import LineInfo, lines
from games.titles.central_pacific.state import State, sides
from games.titles.central_pacific.tiles import (
    ALL_SIDES,
    CITY,
    COLUMNS,
    INDEX,
    KINDS,
    ROWS,
    SIDE_NAMES,
    SIDES,
    SQUARES,
    TERRAIN,
    sides_of,
)
from games.titles.central_pacific.tiles import Tile as LaidTile

SIDE = 2 * HALF
REACH = 49
"""From the middle of a square to its corners, in units."""

MARGIN = 30
"""Room for the letters and numbers around the board."""

_LABEL_SIZE = 22
_RIM_AT = 24
"""How far from the middle of a home city its owner's disc stands, towards the rim."""

OPEN = ("empty", "terrain")
"""What an end that can be built on faces. Rule CP-60, decision Q16."""

_OFF = ((0, -1), (1, 0), (0, 1), (-1, 0))


def drawing(table: Table, state: State) -> Drawing:
    """Return the printed board: 10 columns A to J, 10 rows, named along all four edges."""
    width = SIDE * len(COLUMNS) + 2 * MARGIN
    return Drawing(
        width,
        SIDE * ROWS + 2 * MARGIN,
        REACH,
        tuple(_place(index, square) for index, square in enumerate(SQUARES)),
        legend=_LEGEND,
        symbols=SYMBOLS,
        layers=(
            Layer("open", "open ends, and lines that are safe"),
            Layer("trim", "track that trimming would take up now"),
        ),
        note="Track in a colour and pattern is a player's line; a disc is the train on it.",
    )


_LEGEND = (
    *(Legend(name, "tile", symbol=kind) for kind, name in KINDS.items() if kind != CITY),
    Legend("city: its number and points", "tile", symbol="city-7"),
    Legend("home city", "tile", symbol="home"),
    Legend("the Golden Spike, at its holder's home", "tile", symbol="spike"),
    Legend("an open end", "tile", symbol="end"),
    Legend("a line without open ends: safe for now", "tile", symbol="safe"),
    Legend("taken up at the end", "tile", symbol="off"),
)


def middle(index: int) -> tuple[int, int]:
    """Return the middle of a square, in units."""
    column, row = divmod(index, ROWS)
    return MARGIN + SIDE * column + HALF, MARGIN + SIDE * row + HALF


def _place(index: int, square: str) -> Place:
    x, y = middle(index)
    corners = (
        (x - HALF, y - HALF),
        (x + HALF, y - HALF),
        (x + HALF, y + HALF),
        (x - HALF, y + HALF),
    )
    return Place(square, square, (x, y), square, corners, 0, ("cp-square",), _labels(index))


def _labels(index: int) -> tuple[Text, ...]:
    """Return the letter or number that stands beside a square of the rim."""
    column, row = divmod(index, ROWS)
    (x, y), low = middle(index), _LABEL_SIZE // 3
    found = []
    if row in (0, ROWS - 1):
        away = -HALF - 8 if not row else HALF + _LABEL_SIZE
        found.append(Text(COLUMNS[column], x, y + away, _LABEL_SIZE, "label"))
    if column in (0, len(COLUMNS) - 1):
        away = HALF + MARGIN // 2
        at = x - away if not column else x + away
        found.append(Text(str(row + 1), at, y + low, _LABEL_SIZE, "label"))
    return tuple(found)


# What lies there


def pieces(table: Table, state: State) -> tuple[Standing, ...]:
    """Return the tiles, tinted and patterned by the owner of their line, the trains, and what is told.

    After the end of the game it shows what was taken off before the count. Rules CP-66 to CP-69.
    """
    found = lines(table, state)
    line_of = {rail: info for info in found for rail in info.line.rails}
    off = dict.fromkeys(taken_off(state, found)) if state.ended else {}
    tiles = [
        _tile(table, index, tile, line_of.get(index), is_off=index in off)
        for index, tile in sorted(state.grid.tiles.items())
    ]
    return (
        *tiles,
        *(Tile(SQUARES[index], "off") for index in off),
        *_told(state, found),
        *_discs(table, state),
    )


def pattern_of(table: Table, owner: str) -> int:
    """Return the dashes and hatching of a side beside its colour."""
    own = sides(table)
    return own.index(owner) if owner in own else 0


def taken_off(state: State, found: tuple[LineInfo, ...]) -> list[int]:
    """Return the squares whose tiles are taken off before the count: terrain, loose track, needless track.

    Rules CP-66 to CP-69; lines that nobody claimed stay, as nobody's opponents.
    """
    loose = [rail for each in state.grid.stretches if not each.is_line for rail in each.rails]
    terrain = [index for index, tile in state.grid.tiles.items() if tile.kind in TERRAIN]
    needless = [rail for info in found if info.owner for rail in info.spare]
    return sorted({*loose, *terrain, *needless})


def tile_at(square: str, tile: LaidTile, *classes: str) -> Tile:
    """Return a tile as it would lie on a square, nobody's yet."""
    symbol, turn = symbol_of(tile)
    text = str(tile.number) if tile.kind == CITY else ""
    return Tile(square, symbol, turn, text=text, classes=classes)


def _tile(table: Table, index: int, tile: LaidTile, info: LineInfo | None, *, is_off: bool) -> Tile:
    symbol, turn = symbol_of(tile)
    owner = tile.home or (info.owner if info is not None else "")
    return Tile(
        SQUARES[index],
        symbol,
        turn,
        owner,
        pattern_of(table, owner) if owner else 0,
        str(tile.number) if tile.kind == CITY else "",
        ", ".join(_said(index, tile, info, is_off=is_off)),
        ("taken-up",) if is_off else (),
    )


def spoken(tile: LaidTile) -> str:
    """Return what a tile is and where its rails lead: "curve north-east", "city 3 north-east-south"."""
    name = {CITY: f"home city {tile.number}" if tile.home else f"city {tile.number}"}
    ends = "-".join(SIDE_NAMES[side] for side in sides_of(tile.ends))
    if tile.ends in (0, ALL_SIDES) and tile.kind != CITY:
        ends = ""
    return f"{name.get(tile.kind, KINDS[tile.kind])} {ends}".strip()


def _said(index: int, tile: LaidTile, info: LineInfo | None, *, is_off: bool) -> Iterator[str]:
    yield spoken(tile)
    if info is not None:
        yield f"line {info.line.name}"
        ends = [
            SIDE_NAMES[SIDES[e.side]]
            for e in info.open_ends
            if e.square == index and e.faces in OPEN
        ]
        if ends:
            yield f"open to the {' and '.join(ends)}"
    if is_off:
        yield "taken up at the end"


def _told(state: State, found: tuple[LineInfo, ...]) -> Iterator[Tile]:
    """Yield what is drawn over tiles where it is asked for: open ends, safe lines, needless track."""
    open_class, trim_class = ("layer-open",), ("layer-trim",)
    for stretch in state.grid.stretches:
        for end in state.grid.open_ends(stretch):
            if end.faces in OPEN:
                yield Tile(SQUARES[end.square], "end", end.side, classes=open_class)
    for info in found:
        if info.owner and info.safe:
            yield Tile(info.line.first, "safe", classes=open_class)
        if info.owner and not state.ended:
            yield from (Tile(SQUARES[rail], "off", classes=trim_class) for rail in info.spare)


def _discs(table: Table, state: State) -> Iterator[Standing]:
    """Yield home cities' owners, trains on lines, and the Golden Spike at its holder's home."""
    for side, home in state.grid.homes.items():
        blank = next((number for number in range(4) if not state.grid.ends[home] >> number & 1), 0)
        dx, dy = (_RIM_AT * step for step in _OFF[blank])
        yield Piece(SQUARES[home], side, side, pattern_of(table, side), dx, dy, said="home")
        if state.spike == side:
            yield Tile(SQUARES[home], "spike", classes=("golden",), said="the Golden Spike")
    for square in sorted(state.trains, key=INDEX.__getitem__):
        owner = state.trains[square]
        yield Piece(square, owner, owner, pattern_of(table, owner), 0, 0, said="train")
