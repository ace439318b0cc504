"""Pointy-top hexes in axial coordinates, written `q,r`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine.errors import NotationError

HEX_PATTERN = r"^-?[0-9]{1,3},-?[0-9]{1,3}$"


class Hex(NamedTuple):
    """An axial coordinate: `q` grows to the east, `r` to the south-east."""

    q: int
    r: int


DIRECTIONS: dict[str, Hex] = {
    "W": Hex(-1, 0),
    "E": Hex(1, 0),
    "NW": Hex(0, -1),
    "SE": Hex(0, 1),
    "NE": Hex(1, -1),
    "SW": Hex(-1, 1),
}
NAMES: dict[Hex, str] = {step: name for name, step in DIRECTIONS.items()}


@lru_cache(maxsize=65536)
def parse_hex(text: str) -> Hex:
    """Return the coordinate written as `q,r`, or raise `NotationError`."""
    try:
        q, r = text.split(",")
        return Hex(int(q), int(r))
    except ValueError:
        raise NotationError(text[:40], "a hex such as -3,2") from None


@lru_cache(maxsize=65536)
def format_hex(place: Hex) -> str:
    """Return `q,r`."""
    return f"{place.q},{place.r}"


def step(place: Hex, direction: Hex, count: int = 1) -> Hex:
    """Return the hex `count` steps away in a direction."""
    return Hex(place.q + direction.q * count, place.r + direction.r * count)


def direction_between(start: Hex, end: Hex) -> str | None:
    """Return the name of the direction if the two hexes are neighbours, else None."""
    return NAMES.get(Hex(end.q - start.q, end.r - start.r))


def straight_line(start: Hex, end: Hex) -> tuple[Hex, ...] | None:
    """Return the hexes from `start` to `end`, both included, if they lie in one straight line."""
    dq, dr = end.q - start.q, end.r - start.r
    length = max(abs(dq), abs(dr), abs(dq + dr))
    if length == 0 or dq % length or dr % length:
        return None
    direction = Hex(dq // length, dr // length)
    if direction not in NAMES:
        return None
    return tuple(step(start, direction, count) for count in range(length + 1))


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around one, in the order of `DIRECTIONS`."""
    return tuple(step(place, direction) for direction in DIRECTIONS.values())


def distance(start: Hex, end: Hex) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = end.q - start.q, end.r - start.r
    return max(abs(dq), abs(dr), abs(dq + dr))
