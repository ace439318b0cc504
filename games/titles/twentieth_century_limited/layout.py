"""Where the nodes of a map lie in its drawing, and how its lines run between them. Whole units only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot, isqrt

from games.engine.drawing import Point
from games.titles.twentieth_century_limited.board import Board, is_city

NEAR = 104
"""How far two nodes are apart at least, but for the few that the map has closest together."""

MARGIN = 64
MOST_WIDE = 5200
"""Units across a drawing at most: a map with a stray node far off is drawn smaller."""

CITY, JUNCTION = 17, 8
"""The radius of what a node is drawn as."""

BOW = 26
"""How far apart parallel lines run at their middles, from one to the next."""

_CURVE = (1, 2, 3, 4)
"""Fifths of a bowed line where it bends."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where every node is drawn, and how the drawing's units follow from those of the map."""

    spots: Mapping[str, Point]
    width: int
    height: int
    scale: int
    left: int
    top: int

    def own(self, spot: Point) -> Point:
        """Return a spot of the drawing in the map's own units."""
        scale = self.scale
        return round((spot[0] + self.left) * 100 / scale), round((spot[1] + self.top) * 100 / scale)


def framed(board: Board, margin: int = MARGIN) -> Frame:
    """Return where the nodes of a board are drawn, with a margin around them.

    Nodes without a place of their own are put on a free spot beside those they are joined to, in the
    order of the lines, so that a line that is added moves nobody.
    """
    found = {
        node.id: (node.x, node.y)
        for node in board.nodes
        if node.x is not None and node.y is not None
    }
    scale = _scale(list(found.values()))
    spots = {node: (x * scale // 100, y * scale // 100) for node, (x, y) in found.items()}
    for node, beside in _unplaced(board, spots):
        spots[node] = _free_spot(spots, beside)
    if not spots:
        return Frame({}, 10 * NEAR, 8 * NEAR, 100, 0, 0)
    left = min(x for x, _ in spots.values()) - margin
    top = min(y for _, y in spots.values()) - margin
    width = max(x for x, _ in spots.values()) + margin - left
    height = max(y for _, y in spots.values()) + margin - top
    moved = {node: (x - left, y - top) for node, (x, y) in spots.items()}
    return Frame(moved, max(width, 6 * NEAR), max(height, 4 * NEAR), scale, left, top)


def _scale(spots: list[Point]) -> int:
    """Return by how many hundredths the map's own units are multiplied."""
    nearest = sorted(
        min(isqrt((x - x2) ** 2 + (y - y2) ** 2) for x2, y2 in spots if (x2, y2) != (x, y))
        for x, y in spots
        if any(other != (x, y) for other in spots)
    )
    if not nearest:
        return 100
    wide = max(
        max(x for x, _ in spots) - min(x for x, _ in spots),
        max(y for _, y in spots) - min(y for _, y in spots),
    )
    usual = nearest[len(nearest) // 10]
    return max(1, min(100 * NEAR // max(usual, 1), 100 * MOST_WIDE // max(wide, 1)))


def _unplaced(board: Board, spots: Mapping[str, Point]) -> Iterator[tuple[str, str]]:
    """Yield the nodes that have no place, each with a neighbour that has one by then, if any."""
    waiting = dict.fromkeys(node.id for node in board.nodes if node.id not in spots)
    for line in board.lines:
        for node, beside in ((line.a, line.b), (line.b, line.a)):
            if node in waiting:
                del waiting[node]
                yield node, beside
    for node in waiting:
        yield node, ""


def _free_spot(spots: Mapping[str, Point], beside: str) -> Point:
    """Return the free spot of a wide grid that is nearest to a node, away from the others."""
    step = 2 * NEAR
    taken = {(round(x / step), round(y / step)) for x, y in spots.values()}
    middle = _middle(spots.values())
    x, y = spots.get(beside, middle)
    at = (round(x / step), round(y / step))
    # A ring of the grid after the other; on a ring the spot farthest from the middle of the map.
    for ring in range(len(taken) + 2):
        free = [spot for spot in _ring(at, ring) if spot not in taken]
        if free:
            away = [
                (-hypot(sx * step - middle[0], sy * step - middle[1]), (sx, sy)) for sx, sy in free
            ]
            sx, sy = min(away)[1]
            return sx * step, sy * step
    return x, y


def _middle(spots: Iterable[Point]) -> Point:
    every = list(spots)
    count = max(len(every), 1)
    return sum(x for x, _ in every) // count, sum(y for _, y in every) // count


def _ring(at: Point, size: int) -> Iterator[Point]:
    for dx in range(-size, size + 1):
        for dy in range(-size, size + 1):
            if max(abs(dx), abs(dy)) == size:
                yield at[0] + dx, at[1] + dy


def courses(board: Board, spots: Mapping[str, Point], gap: int = 0) -> dict[str, tuple[Point, ...]]:
    """Return the points of every line from near the rim of one node to that of the other.

    Lines between the same two nodes are bowed apart. Before a city there is a gap, as wide as told.
    """
    bundles: dict[tuple[str, str], list[str]] = {}
    for line in board.lines:
        if line.a in spots and line.b in spots:
            first, second = sorted((line.a, line.b))
            bundles.setdefault((first, second), []).append(line.id)
    found: dict[str, tuple[Point, ...]] = {}
    for (first, second), lines in bundles.items():
        start, end = spots[first], spots[second]
        rims = _radius(first, gap), _radius(second, gap)
        for number, key in enumerate(lines):
            bow = BOW * (2 * number - len(lines) + 1) // 2
            found[key] = _course(start, end, bow, rims)
    return {line.id: found[line.id] for line in board.lines if line.id in found}


def _radius(node: str, gap: int) -> int:
    return CITY + gap if is_city(node) else JUNCTION


def _course(start: Point, end: Point, bow: int, rims: tuple[int, int]) -> tuple[Point, ...]:
    (x, y), (x2, y2) = start, end
    long = hypot(x2 - x, y2 - y) or 1.0
    along, aside = ((x2 - x) / long, (y2 - y) / long), ((y - y2) / long, (x2 - x) / long)
    # A bowed line leaves its nodes at an angle: as seen from there it begins a little aside.
    lean = bow / 3
    points = [(rims[0], lean), *_bends(long, bow), (long - rims[1], lean)]
    return tuple(
        (
            round(x + along[0] * far + aside[0] * off),
            round(y + along[1] * far + aside[1] * off),
        )
        for far, off in points
    )


def _bends(long: float, bow: int) -> list[tuple[float, float]]:
    """Return the bends of a bowed line as (along, aside); a straight line has none."""
    if not bow:
        return []
    return [(long * fifth / 5, bow * (25 - (2 * fifth - 5) ** 2) / 24) for fifth in _CURVE]
