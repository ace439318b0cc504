"""Where pointy-top hexes and the borders between them lie, in whole units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from games.engine.drawing import Line, Point
from games.engine.hexgrid import Hex, neighbours

HALF = 35
"""Half the width of a hex: its sides are upright."""

SIDE = 40
"""The length of a side. The true width would be 69.28; whole units make it 70."""

CORNERS: tuple[Point, ...] = (
    (0, -SIDE),
    (HALF, -20),
    (HALF, 20),
    (0, SIDE),
    (-HALF, 20),
    (-HALF, -20),
)
_EDGES = {Hex(1, 0): (1, 2), Hex(0, 1): (2, 3), Hex(-1, 1): (3, 4)}
"""The corners of the edge shared with the neighbour to the east, south-east and south-west."""

T = TypeVar("T")


def centre(at: Hex, origin: Point = (0, 0)) -> Point:
    """Return the middle of a hex, seen from an origin."""
    return HALF * (2 * at.q + at.r) - origin[0], SIDE * 3 // 2 * at.r - origin[1]


def corners(middle: Point) -> tuple[Point, ...]:
    """Return the corners of the hex around a middle, clockwise from the top."""
    return tuple((middle[0] + x, middle[1] + y) for x, y in CORNERS)


def frame(cells: Iterable[Hex], margin: int) -> tuple[Point, int, int]:
    """Return (origin, width, height) of a drawing that holds these hexes."""
    middles = [centre(at) for at in cells]
    left = min(x for x, _ in middles) - HALF - margin
    top = min(y for _, y in middles) - SIDE - margin
    right = max(x for x, _ in middles) + HALF + margin
    bottom = max(y for _, y in middles) + SIDE + margin
    return (left, top), right - left, bottom - top


def borders(
    kind: str, cells: Mapping[Hex, T], origin: Point, side_of: Callable[[T], object]
) -> tuple[Line, ...]:
    """Return the edges between neighbours that lie on different sides, joined into long lines."""
    edges: list[tuple[Point, Point]] = []
    for at, cell in cells.items():
        for beside in neighbours(at):
            edge = _EDGES.get(Hex(beside.q - at.q, beside.r - at.r))
            other = cells.get(beside)
            if edge is not None and other is not None and side_of(cell) != side_of(other):
                points = corners(centre(at, origin))
                edges.append((points[edge[0]], points[edge[1]]))
    return tuple(Line(kind, points) for points in joined(edges))


def joined(edges: Iterable[tuple[Point, Point]]) -> tuple[tuple[Point, ...], ...]:
    """Return the same edges as few long lines, in a stable order."""
    at: dict[Point, list[Point]] = {}
    for start, end in edges:
        at.setdefault(start, []).append(end)
        at.setdefault(end, []).append(start)
    found: list[tuple[Point, ...]] = []
    while True:
        left = [point for point, others in at.items() if others]
        if not left:
            return tuple(found)
        # A line that is no ring begins where only one of its edges does.
        point = next((one for one in left if len(at[one]) == 1), left[0])
        line = [point]
        while at[point]:
            following = at[point].pop(0)
            at[following].remove(point)
            line.append(following)
            point = following
        found.append(tuple(line))
