"""Where the names of cities stand in a drawing: beside their city, clear of nodes, lines and each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from games.engine.drawing import Point, Text, fitted
from games.titles.twentieth_century_limited.layout import CITY, JUNCTION

NAME_SIZE = 17
LEAST_SIZE = 12
NAME_ROOM = 150
MARK_SIZE = 38
LEAST_MARK = 24
MARK_ROOM = 100

Box = tuple[int, int, int, int]
_GAP = 5


def marks(cities: Iterable[str], spots: Mapping[str, Point]) -> dict[str, Text]:
    """Return the short mark of every city, which stands over it as seen from afar."""
    found: dict[str, Text] = {}
    for city in cities:
        text, size = fitted(city, MARK_ROOM, MARK_SIZE, LEAST_MARK)
        x, y = spots[city]
        found[city] = Text(text, x, y + size * 3 // 8, size, "mark")
    return found


def names(
    called: Mapping[str, str], spots: Mapping[str, Point], courses: Iterable[Sequence[Point]]
) -> dict[str, Text]:
    """Return the name of every city on the side where it meets the least, in the order given."""
    taken = [_around(spots[node], CITY if node[:1].isupper() else JUNCTION) for node in spots]
    lines = [(a, b) for course in courses for a, b in pairwise(course)]
    found: dict[str, Text] = {}
    for city, name in called.items():
        text, size = fitted(name, NAME_ROOM, NAME_SIZE, LEAST_SIZE)
        tried = [Text(text, x, y, size, "name") for x, y in _sides(spots[city], text, size)]
        best = min(tried, key=lambda one: (_met(one.box, taken, lines), tried.index(one)))
        taken.append(best.box)
        found[city] = best
    return found


def _around(spot: Point, radius: int) -> Box:
    return spot[0] - radius, spot[1] - radius, spot[0] + radius, spot[1] + radius


def _sides(spot: Point, text: str, size: int) -> list[Point]:
    """Return where a name could be centred: below, above, right, left, and at the four corners."""
    x, y = spot
    half = Text(text, 0, 0, size, "name").box[2]
    high = size * 3 // 4
    below, above, level = y + CITY + _GAP + high, y - CITY - _GAP, y + high // 2
    right, left = x + CITY + _GAP + half, x - CITY - _GAP - half
    corners = ((right - 8, below - 10), (right - 8, above + 10), (left + 8, below - 10))
    return [(x, below), (x, above), (right, level), (left, level), *corners, (left + 8, above + 10)]


def _met(box: Box, taken: Iterable[Box], lines: Iterable[tuple[Point, Point]]) -> int:
    """Return how bad a spot is: another name or a node counts for more than a line."""
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
