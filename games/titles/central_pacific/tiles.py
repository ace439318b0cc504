"""Squares and tiles: what may lie on the board, its rail ends, its rotations, and its one-word text.

Words: a *side* is N, E, S or W; a *rail end* is a side on which a tile has a connecting rail, kept as
a bit of a number (N is 1, E 2, S 4, W 8); *rail* is a straight, curve, tee or four-way, *track* is rail
or tunnel, *terrain* is forest or mountain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from games.engine.errors import NotationError

COLUMNS = "ABCDEFGHIJ"
ROWS = 10
SQUARES = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1))
"""The squares by column, west to east, and in it by row, north to south."""

INDEX: Mapping[str, int] = {square: index for index, square in enumerate(SQUARES)}
OFF = -1
"""Where the board has no square."""

SIDES = "NESW"
SIDE_NAMES: Mapping[str, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}
BITS: Mapping[str, int] = {side: 1 << number for number, side in enumerate(SIDES)}
ALL_SIDES = 15


def _neighbour(index: int, side: int) -> int:
    column, row = divmod(index, ROWS)
    column += (0, 1, 0, -1)[side]
    row += (-1, 0, 1, 0)[side]
    inside = 0 <= column < len(COLUMNS) and 0 <= row < ROWS
    return column * ROWS + row if inside else OFF


NEIGHBOURS = tuple(
    tuple(_neighbour(index, side) for side in range(len(SIDES))) for index in range(len(SQUARES))
)
"""The squares to the N, E, S and W of each, or `OFF`."""

INWARD = tuple(
    sum(1 << side for side, near in enumerate(around) if near != OFF) for around in NEIGHBOURS
)
"""The sides of each square that face into the board."""

Kind = Literal["S", "C", "T", "X", "U", "F", "M", "@"]

RAILS = "SCTX"
TRACK = "SCTXU"
TERRAIN = "FM"
CITY = "@"

KINDS: Mapping[str, str] = {
    "S": "straight",
    "C": "curve",
    "T": "tee",
    "X": "four-way",
    "U": "tunnel",
    "F": "forest",
    "M": "mountain",
    "@": "city",
}
"""The kinds of tile, as the notation writes and as the words speak them. Rule CP-02."""

SHAPES: Mapping[str, tuple[int, ...]] = {
    "S": (5, 10),
    "C": (3, 6, 12, 9),
    "T": (7, 14, 13, 11),
    "X": (15,),
    "U": (5, 10),
    "F": (0,),
    "M": (0,),
    "@": tuple(range(1, 16)),
}
"""The rail ends that each kind may have, rotation by rotation."""

LEAST_NUMBER = 1
MOST_NUMBER = 9
NUMBERS = (2, 3, 4)
"""The numbers that cities are known to carry. Rule CP-20, decision Q29."""

Square = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](0|[1-9][0-9]?)(?![\s\S])")]
Sides = Annotated[str, msgspec.Meta(pattern=r"^[NESW]{0,4}(?![\s\S])")]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)]


def ends_of(sides: str) -> int:
    """Return sides such as "NS" as bits; a side named twice counts once."""
    return sum(BITS[side] for side in set(sides))


def sides_of(ends: int) -> str:
    """Return bits as sides in the order N, E, S, W."""
    return _SIDES_OF[ends]


_SIDES_OF = tuple(
    "".join(side for number, side in enumerate(SIDES) if ends >> number & 1)
    for ends in range(ALL_SIDES + 1)
)


def turned(ends: int) -> int:
    """Return rail ends after a quarter turn to the right."""
    return (ends << 1 | ends >> 3) & ALL_SIDES


def rotations(ends: int) -> tuple[int, ...]:
    """Return rail ends in every rotation, each once, as given first."""
    found = [ends]
    while (ends := turned(ends)) not in found:
        found.append(ends)
    return tuple(found)


def shape(ends: int) -> int:
    """Return what is the same for all rotations: the least of them."""
    return min(rotations(ends))


class Tile(NamedTuple):
    """One tile as it lies: its kind, rail ends, a city's number, and whose home city it is."""

    kind: str
    ends: int
    number: int = 0
    home: str = ""

    @property
    def word(self) -> str:
        """Return the tile as one word: `S:NS`, `@2:NESW`, `R@2:ESW`, `F`."""
        if self.kind in TERRAIN:
            return self.kind
        number = str(self.number) if self.kind == CITY else ""
        return f"{self.home}{self.kind}{number}:{sides_of(self.ends)}"

    @property
    def is_track(self) -> bool:
        """Say whether it is rail or a tunnel."""
        return self.kind in TRACK


_WORD = re.compile(r"(?:([SCTXUFM])|([A-Z]?)@([1-9]))(?::([NESW]{1,4}))?")


@lru_cache(maxsize=8192)
def read_tile(word: str) -> Tile:
    """Return the tile of a word, or raise `NotationError`; a four-way and terrain need no sides."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise NotationError(word[:20], "a tile such as S:NS, @2:NESW, R@2:ESW or F")
    kind, home, number, sides = match.groups()
    ends = ends_of(sides or ("NESW" if kind == "X" else ""))
    tile = Tile(kind or CITY, ends, int(number or 0), home or "")
    if ends not in SHAPES[tile.kind] or len(set(sides or "")) != len(sides or ""):
        raise NotationError(word, f"the sides of a {KINDS[tile.kind]}")
    return tile


# Every tile that can be laid, in the order in which they are listed: rail first, cities last.


def faces(numbers: tuple[int, ...] = NUMBERS) -> tuple[Tile, ...]:
    """Return every tile in every rotation, cities with each of the numbers."""
    plain = [Tile(kind, ends) for kind in (*TRACK, *TERRAIN) for ends in SHAPES[kind]]
    return (*plain, *(Tile(CITY, ends, number) for number in numbers for ends in SHAPES[CITY]))
