"""Where mileposts lie in the drawing, and the outlines of what they make up: land, countries, areas.

On a lattice every milepost stands for the hexagon around it, so that whatever holds of mileposts has
an outline, and whatever lies between two of them runs along the side they share. Whole units only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise

from games.engine.drawing import Point
from games.titles.empire_builder.board import STEPS, Board, Milepost

ACROSS, DOWN = 35, 20
"""Units of a column and of a half row: neighbours on a lattice lie 40 apart."""

FREE_ACROSS, FREE_DOWN = 18, 10
"""The same where the layout is free, drawn closer together."""

MARGIN = 60

_CORNERS: tuple[Point, ...] = ((-12, -20), (12, -20), (23, 0), (12, 20), (-12, 20), (-23, 0))
"""The corners of a hexagon; the side from each to the next faces the step of the same number."""

Side = tuple[Point, Point]
Cells = Mapping[tuple[int, int], str]


class Layout:
    """Where the mileposts of a board lie in its drawing."""

    def __init__(self, board: Board) -> None:
        dots = board.mileposts
        self.is_lattice = board.layout == "lattice"
        self.across, self.down = (ACROSS, DOWN) if self.is_lattice else (FREE_ACROSS, FREE_DOWN)
        self._left = min((dot.x for dot in dots), default=0)
        self._top = min((dot.y for dot in dots), default=0)
        right = max((dot.x for dot in dots), default=0)
        bottom = max((dot.y for dot in dots), default=0)
        self.width = (right - self._left) * self.across + 2 * MARGIN
        self.height = (bottom - self._top) * self.down + 2 * MARGIN
        self.dots = board.dots
        self._at = {(dot.x, dot.y): dot.id for dot in dots}

    def centre(self, dot: Milepost) -> Point:
        """Return where a milepost is drawn."""
        return (
            (dot.x - self._left) * self.across + MARGIN,
            (dot.y - self._top) * self.down + MARGIN,
        )

    def centre_of(self, place: str) -> Point:
        """Return where the milepost of that name is drawn."""
        return self.centre(self.dots[place])

    def side(self, dot: Milepost, step: int) -> Side:
        """Return the side of a milepost's hexagon that faces a step, clockwise."""
        x, y = self.centre(dot)
        (ax, ay), (bx, by) = _CORNERS[step], _CORNERS[(step + 1) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def between(self, a: str, b: str) -> Side | None:
        """Return the side that two neighbours on a lattice share."""
        first, second = self.dots[a], self.dots[b]
        step = (second.x - first.x, second.y - first.y)
        if not self.is_lattice or step not in STEPS:
            return None
        return self.side(first, STEPS.index(step))

    def outline(self, places: Collection[str]) -> list[tuple[Point, ...]]:
        """Return the closed lines around mileposts, on a lattice: where another one is missing."""
        wanted = set(places)
        return chained(
            self.side(self.dots[place], number)
            for place in places
            for number, other in enumerate(self._around(place))
            if other not in wanted
        )

    def border(self, differ: Callable[[Milepost, Milepost], bool]) -> list[tuple[Point, ...]]:
        """Return the lines between neighbours on a lattice that differ."""
        found = []
        for dot in self.dots.values():
            for number, other in enumerate(self._around(dot.id)[:3]):
                if other is not None and differ(dot, self.dots[other]):
                    found.append(self.side(dot, number))
        return chained(found)

    def _around(self, place: str) -> list[str | None]:
        dot = self.dots[place]
        return [self._at.get((dot.x + across, dot.y + down)) for across, down in STEPS]


def chained(sides: Iterable[Side]) -> list[tuple[Point, ...]]:
    """Return sides joined into as few lines as can be; a closed one ends where it begins."""
    joined: dict[Point, list[Point]] = {}
    for a, b in sides:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    found: list[tuple[Point, ...]] = []
    # Open lines first, from their ends: what is left then are rings.
    for start in sorted(joined, key=lambda point: (len(joined[point]) % 2 == 0, point)):
        while joined[start]:
            found.append(_walk(joined, start))
    return found


def _walk(joined: dict[Point, list[Point]], start: Point) -> tuple[Point, ...]:
    line = [start]
    while joined[line[-1]]:
        here = line[-1]
        there = joined[here].pop()
        joined[there].remove(here)
        line.append(there)
        if there == start:
            break
    return tuple(line)


def smooth(line: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a line through the middles of its sides: corners cut off, ends kept."""
    middles = [((x + x2) // 2, (y + y2) // 2) for (x, y), (x2, y2) in pairwise(line)]
    if line[0] == line[-1]:
        return (*middles, middles[0])
    return (line[0], *middles, line[-1])
