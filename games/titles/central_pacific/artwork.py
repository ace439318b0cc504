"""How tiles look: our own small pictures of each kind, as paths around the middle of a square.

Each is drawn in one rotation and turned where it lies; a tile's ground hides what lies beneath it.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.drawing import Shape, Symbol
from games.titles.central_pacific.tiles import CITY, TERRAIN, Tile, rotations, shape

HALF = 35
"""Half a square's side, in units."""

_GROUND = Shape("M-34-34h68v68h-68z", ("cp-ground",))
_ARMS: Mapping[int, str] = {
    1: "M0 0V-35",
    3: "M0-35Q0 0 35 0",
    5: "M0-35V35",
    7: "M0-35V35M0 0H35",
    15: "M0-35V35M-35 0H35",
}
"""Track by the rail ends it joins, in the least of its rotations."""

_CITY_ARMS: Mapping[int, str] = {**_ARMS, 3: "M0-35V0H35"}
_DISC = "M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0z"
_PLATE = "M-19-23h38q4 0 4 4v38q0 4-4 4h-38q-4 0-4-4v-38q0-4 4-4z"
_TREES = (
    "M-16-24l12 22h-5l9 17h-32l9-17h-5zM14-13l12 20h-5l8 16h-30l8-16h-5z",
    "M-18 15h5v9h-5zM12 23h5v6h-5z",
)
_PEAKS = ("M-30 24l22-44 12 22 8-13 20 35z", "M-8-20l7 13-6 4-4-4-5 4-4 1zM12-11l7 12-6-2-5 3-4-3z")
_HILL = "M-22-20q22-9 44 0v40q-22 9-44 0z"
_PORTALS = "M-15-21q15-7 30 0M-15 21q15 7 30 0"
_CHEVRON = "M-9-22L0-32 9-22"
_CROSS = "M-20-20L20 20M20-20L-20 20"
_SHIELD = ("M13-31q7 2 14 0v9q0 7-7 10q-7-3-7-10z", "M16-23l3 3 5-6")
_STAR = "M0-33l4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1z"


def _track(path: str) -> tuple[Shape, ...]:
    return Shape(path, ("cp-bed",)), Shape(path, ("cp-line",))


def _city(ends: int) -> Symbol:
    return Symbol(
        f"city-{ends}",
        (_GROUND, *_track(_CITY_ARMS[ends]), Shape(_DISC, ("cp-city",))),
    )


SYMBOLS: tuple[Symbol, ...] = (
    Symbol("S", (_GROUND, *_track(_ARMS[5]))),
    Symbol("C", (_GROUND, *_track(_ARMS[3]))),
    Symbol("T", (_GROUND, *_track(_ARMS[7]))),
    Symbol("X", (_GROUND, *_track(_ARMS[15]))),
    Symbol(
        "U",
        (_GROUND, *_track(_ARMS[5]), Shape(_HILL, ("cp-hill",)), Shape(_PORTALS, ("cp-portal",))),
    ),
    Symbol("F", (_GROUND, Shape(_TREES[1], ("cp-trunk",)), Shape(_TREES[0], ("cp-tree",)))),
    Symbol("M", (_GROUND, Shape(_PEAKS[0], ("cp-peak",)), Shape(_PEAKS[1], ("cp-snow",)))),
    *(_city(ends) for ends in _CITY_ARMS),
    Symbol("home", (_GROUND, *_track(_ARMS[7]), Shape(_PLATE, ("cp-home",)))),
    Symbol("end", (Shape(_CHEVRON, ("cp-end-ground",)), Shape(_CHEVRON, ("cp-end",)))),
    Symbol("off", (Shape(_CROSS, ("cp-off-ground",)), Shape(_CROSS, ("cp-off",)))),
    Symbol("safe", (Shape(_SHIELD[0], ("cp-safe",)), Shape(_SHIELD[1], ("cp-tick",)))),
    Symbol("spike", (Shape(_STAR, ("cp-spike",)),)),
)
"""Every picture: the kinds of tile, then what is drawn over tiles."""


def symbol_of(tile: Tile) -> tuple[str, int]:
    """Return the picture of a tile and by how many quarter turns to the right it is turned."""
    if tile.kind in TERRAIN:
        return tile.kind, 0
    least = shape(tile.ends)
    turn = rotations(least).index(tile.ends)
    if tile.kind == CITY:
        return ("home" if tile.home else f"city-{least}"), turn
    return tile.kind, turn
