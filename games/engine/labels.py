"""Where names stand in a drawing: beside their place, clear of other places, lines and each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from games.engine.drawing import Point, Text, fitted

NAME_SIZE = 17
LEAST_SIZE = 12
NAME_ROOM = 150
MARK_SIZE = 38
LEAST_MARK = 24
MARK_ROOM = 100

Box = tuple[int, int, int, int]
_GAP = 5


def marks(called: Mapping[str, str], spots: Mapping[str, Point]) -> dict[str, Text]:
    """Return the short mark of every place, which stands over it as seen from afar."""
    found: dict[str, Text] = {}
    for key, mark in called.items():
        text, size = fitted(mark, MARK_ROOM, MARK_SIZE, LEAST_MARK)
        x, y = spots[key]
        found[key] = Text(text, x, y + size * 3 // 8, size, "mark")
    return found


def names(
    called: Mapping[str, str],
    spots: Mapping[str, Point],
    radii: Mapping[str, int],
    courses: Iterable[Sequence[Point]],
) -> dict[str, Text]:
    """Return the name of every place called on the side where it meets the least, in the order given.

    `radii` says how far every place reaches around its spot.
    """
    taken = [_around(spots[key], radii[key]) for key in spots]
    lines = [(a, b) for course in courses for a, b in pairwise(course)]
    found: dict[str, Text] = {}
    for key, name in called.items():
        text, size = fitted(name, NAME_ROOM, NAME_SIZE, LEAST_SIZE)
        sides = _sides(spots[key], radii[key], text, size)
        tried = [Text(text, x, y, size, "name") for x, y in sides]
        best = min(tried, key=lambda one: (_met(one.box, taken, lines), tried.index(one)))
        taken.append(best.box)
        found[key] = best
    return found


def _around(spot: Point, radius: int) -> Box:
    return spot[0] - radius, spot[1] - radius, spot[0] + radius, spot[1] + radius


def _sides(spot: Point, radius: int, text: str, size: int) -> list[Point]:
    """Return where a name could be centred: below, above, right, left, and at the four corners."""
    x, y = spot
    half = Text(text, 0, 0, size, "name").box[2]
    high = size * 3 // 4
    below, above, level = y + radius + _GAP + high, y - radius - _GAP, y + high // 2
    right, left = x + radius + _GAP + half, x - radius - _GAP - half
    corners = ((right - 8, below - 10), (right - 8, above + 10), (left + 8, below - 10))
    return [(x, below), (x, above), (right, level), (left, level), *corners, (left + 8, above + 10)]


def _met(box: Box, taken: Iterable[Box], lines: Iterable[tuple[Point, Point]]) -> int:
    """Return how bad a spot is: another name or a place counts for more than a line."""
    left, top, right, bottom = box
    hits = sum(40 for a, b, c, d in taken if left < c and a < right and top < d and b < bottom)
    return hits + sum(_crosses(box, a, b) for a, b in lines)


def _crosses(box: Box, a: Point, b: Point) -> bool:
    """Say whether a piece of a line runs through a box."""
    left, top, right, bottom = box
    if max(a[0], b[0]) < left or min(a[0], b[0]) > right:
        return False
    if max(a[1], b[1]) < top or min(a[1], b[1]) > bottom:
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    signs = {(dx * (y - a[1]) - dy * (x - a[0])) > 0 for x in (left, right) for y in (top, bottom)}
    return len(signs) == 2
