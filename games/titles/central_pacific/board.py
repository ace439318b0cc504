"""The set of tiles a table plays with, from a board file; the board itself is fixed by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fault
from games.titles.central_pacific.tiles import (
    CITY,
    COLUMNS,
    INDEX,
    INWARD,
    ROWS,
    SHAPES,
    TRACK,
    Sides,
    Tile,
    ends_of,
    shape,
    sides_of,
)

START_SQUARES: Mapping[int, tuple[str, ...]] = {
    2: ("E1", "F10"),
    3: ("E1", "J7", "A8"),
    4: ("E1", "J5", "F10", "A6"),
}
"""Where start cities lie by the number of sides, clockwise. Rules CP-04, CP-05, CP-06."""

TILES = 81
"""Tiles of the printed set, the Golden Spike among them. Rule CP-02."""

TRAINS = 7
"""Train tokens of a colour, where the set does not say: nine less the two special ones. Decision Q29."""

START_NUMBER = 2
"""The number on a start city, where the set does not say. Decision Q29."""

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]
Words = Annotated[str, msgspec.Meta(max_length=500)]
Extra = Annotated[dict[str, Any], msgspec.Meta(max_length=50)]


class TileCount(Value, frozen=True, omit_defaults=True):
    """One face of the set in any of its rotations, and how many tiles have it."""

    kind: Literal["S", "C", "T", "X", "U", "F", "M", "@", "start", "spike"]
    count: Count
    sides: Sides = ""
    number: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Tokens(Value, frozen=True):
    """The tokens of one colour. Rule CP-02."""

    train: Annotated[int, msgspec.Meta(ge=1, le=20)] = TRAINS
    stock_market: Literal[1] = 1
    land_grant: Literal[1] = 1


class Squares(Value, frozen=True):
    """The printed board: 10 columns A to J, 10 rows. Digest 2.1."""

    columns: str = COLUMNS
    rows: int = ROWS


Face = tuple[str, int, int]
"""What tells tiles apart: kind, number, and a city's rail ends in their least rotation."""


class Board(Value, frozen=True, dict=True):
    """A board file: the tile set. Without `tiles` nothing is known of the mix but the total of 81."""

    format: Literal[1]
    title: Literal["central_pacific"]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}(?![\s\S])")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    tiles: Annotated[tuple[TileCount, ...], msgspec.Meta(max_length=100)] = ()
    tokens_per_colour: Tokens = Tokens()
    start_hand: int = 5
    origin: Words = ""
    units: Extra = msgspec.field(default_factory=dict)
    board: Squares = Squares()
    start_squares: dict[str, tuple[str, ...]] = msgspec.field(
        default_factory=lambda: {str(count): squares for count, squares in START_SQUARES.items()}
    )

    @cached_property
    def total(self) -> int:
        """Return the number of tiles without the Golden Spike. Rules CP-02 and CP-08."""
        if not self.tiles:
            return TILES - 1
        return sum(entry.count for entry in self.tiles if entry.kind != "spike")

    @cached_property
    def copies(self) -> Mapping[Face, int]:
        """Return how many tiles of each face the set holds; start cities count as cities. Rule CP-09."""
        found: dict[Face, int] = {}
        for entry in self.tiles:
            if entry.kind != "spike":
                kind = CITY if entry.kind == "start" else entry.kind
                face = face_of(Tile(kind, ends_of(entry.sides), entry.number))
                found[face] = found.get(face, 0) + entry.count
        return found

    @cached_property
    def start_number(self) -> int:
        """Return the number on the start cities."""
        numbers = [entry.number for entry in self.tiles if entry.kind == "start"]
        return numbers[0] if numbers else START_NUMBER


def face_of(tile: Tile) -> Face:
    """Return what tells a tile apart from others of the set, however it lies."""
    return tile.kind, tile.number, shape(tile.ends) if tile.kind == CITY else 0


def face_name(face: Face) -> str:
    """Return a face as one word: `S`, `@3:NES`."""
    kind, number, ends = face
    return f"{kind}{number}:{sides_of(ends)}" if kind == CITY else kind


def start_ends(square: str) -> int:
    """Return how a start city lies: its three rail ends into the board, its blank side to the rim."""
    return INWARD[INDEX[square]]


def check_board(board: Board) -> None:
    """Raise `Fault` for what a tile set has wrong: squares, shapes, counts. Rules CP-02 to CP-09."""
    problems = [*_fixed(board), *_misshapen(board), *_doubled(board)]
    if board.tiles and not problems:
        problems += _short(board)
    if problems:
        raise Fault(tuple(problems))


def _fixed(board: Board) -> Iterable[tuple[str, str]]:
    """The figures that the rules fix and a board file may only repeat."""
    if board.board != Squares():
        yield "board", "The board has columns A to J and 10 rows."
    if board.start_squares != {str(count): squares for count, squares in START_SQUARES.items()}:
        yield "start_squares", "The rules fix where start cities lie (CP-04 to CP-06)."
    if board.start_hand != 5:
        yield "start_hand", "Each player draws five tiles (CP-10)."


def _misshapen(board: Board) -> Iterable[tuple[str, str]]:
    for number, entry in enumerate(board.tiles):
        path, ends = f"tiles[{number}]", ends_of(entry.sides)
        kind = CITY if entry.kind == "start" else entry.kind
        if len(set(entry.sides)) != len(entry.sides):
            yield path, "Each side is named once."
        elif kind != "spike" and ends not in SHAPES[kind]:
            yield path, "These are not the sides of such a tile."
        if entry.kind == "start" and shape(ends) != shape(7):
            yield path, "A start city has three rail connections (CP-04)."
        if (kind == CITY) != bool(entry.number):
            yield path, "Cities carry a number from 1 to 9, other tiles none (CP-20)."


def _doubled(board: Board) -> Iterable[tuple[str, str]]:
    seen: dict[tuple[str, Face], int] = {}
    for number, entry in enumerate(board.tiles):
        kind = CITY if entry.kind == "start" else entry.kind
        key = (entry.kind, face_of(Tile(kind, ends_of(entry.sides), entry.number)))
        if key in seen:
            yield f"tiles[{number}]", f"The same face as tiles[{seen[key]}]."
        seen.setdefault(key, number)


def _short(board: Board) -> Iterable[tuple[str, str]]:
    starts = [entry for entry in board.tiles if entry.kind == "start"]
    if sum(entry.count for entry in starts) < 4 or len(starts) != 1:
        yield "tiles", "The set has four start cities of one number (CP-03, CP-06)."
    if sum(entry.count for entry in board.tiles if entry.kind == "spike") > 1:
        yield "tiles", "There is one Golden Spike (CP-08)."
    if board.total < 4 + 4 * board.start_hand:
        yield "tiles", "Four players need four start cities and twenty tiles (CP-10)."
    if not any(entry.count for entry in board.tiles if entry.kind in TRACK):
        yield "tiles", "A set without rail cannot be played."
