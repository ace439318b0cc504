"""Charts worked out to whole drawing units, for a small SVG template; each has its table.

A kept chart library was passed over: those that draw SVG bring inline styles and scripts, which a
strict Content-Security-Policy refuses, and their own colours, which do not follow light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 10, 26
MOST_TICKS = 5
MOST_LABELS = 7


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name, the letter and colour class it is drawn with, a value for each label."""

    name: str
    letter: str
    css: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A series with its path and the points on it, in drawing units."""

    series: Series
    dash: int
    path: str
    points: tuple[tuple[int, int, int], ...]
    end_y: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart ready to draw: lines, ticks (position, value), labels (position, text), and its table."""

    key: str
    caption: str
    kind: str
    labels: tuple[str, ...]
    lines: tuple[Line, ...]
    ticks: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM

    @property
    def rows(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the table behind the chart: a row for each label, a column for each series."""
        return tuple(
            (label, tuple(line.series.values[index] for line in self.lines))
            for index, label in enumerate(self.labels)
        )


def line_plot(
    key: str,
    caption: str,
    labels: Sequence[str],
    series: Sequence[Series],
    kind: str = "figure",
    *,
    from_zero: bool = True,
) -> Plot:
    """Return a chart of the series over the labels.

    Each series needs a value for every label, else `ValueError`. The scale begins at zero unless a
    value lies below, or `from_zero` is not wanted, as where only differences mean anything.
    """
    if any(len(one.values) != len(labels) for one in series):
        raise ValueError("every series has a value for each label")
    values = [value for one in series for value in one.values] or [0]
    ends = (min(0, *values), max(1, *values)) if from_zero else (min(values), max(values))
    ticks = nice_ticks(ends[0], max(ends[1], ends[0] + 1))
    low, high = ticks[0], ticks[-1]

    def y_of(value: int) -> int:
        room = HEIGHT - TOP - BOTTOM
        return TOP + room - (value - low) * room // (high - low)

    def x_of(index: int) -> int:
        return LEFT + index * (WIDTH - LEFT - RIGHT) // max(1, len(labels) - 1)

    every = -(-len(labels) // MOST_LABELS) or 1
    return Plot(
        key,
        caption,
        kind,
        tuple(labels),
        tuple(_line(one, number % 6, x_of, y_of) for number, one in enumerate(series)),
        tuple((y_of(tick), tick) for tick in ticks),
        tuple((x_of(index), label) for index, label in enumerate(labels) if index % every == 0),
    )


def _line(
    series: Series, dash: int, x_of: Callable[[int], int], y_of: Callable[[int], int]
) -> Line:
    points = tuple((x_of(i), y_of(value), value) for i, value in enumerate(series.values))
    path = " ".join(f"{'L' if i else 'M'}{x} {y}" for i, (x, y, _) in enumerate(points))
    return Line(series, dash, path, points, points[-1][1] if points else 0)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar in drawing units; `part` is the height of what of it is marked, such as wins of plays."""

    label: str
    value: int
    of_it: int
    x: int
    y: int
    width: int
    height: int
    part: int


@dataclass(frozen=True, slots=True)
class BarPlot:
    """A chart of bars ready to draw, with its table: a row for each label."""

    key: str
    caption: str
    head: str
    value_head: str
    part_head: str
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def bar_plot(
    key: str,
    caption: str,
    rows: Sequence[tuple[str, int, int]],
    heads: tuple[str, str, str],
) -> BarPlot:
    """Return bars over (label, value, what of it is marked), none below zero, else `ValueError`.

    `heads` are those of the table: of the labels, the values, and what is marked (empty if nothing is).
    """
    if any(not 0 <= part <= value for _, value, part in rows):
        raise ValueError("what is marked is part of the value")
    ticks = nice_ticks(0, max([1, *(value for _, value, _ in rows)]))
    room, top = HEIGHT - TOP - BOTTOM, ticks[-1]
    step = (WIDTH - LEFT - RIGHT) / max(1, len(rows))
    every = -(-len(rows) // MOST_LABELS) or 1
    bars = []
    for index, (label, value, part) in enumerate(rows):
        height = value * room // top
        width = max(2, int(step * 0.7))
        x = LEFT + int(index * step + (step - width) / 2)
        bars.append(
            Bar(label, value, part, x, TOP + room - height, width, height, part * room // top)
        )
    return BarPlot(
        key,
        caption,
        *heads,
        tuple(bars),
        tuple((TOP + room - tick * room // top, tick) for tick in ticks),
        tuple(
            (bar.x + bar.width // 2, bar.label)
            for index, bar in enumerate(bars)
            if index % every == 0
        ),
    )


ROW, NAMES, EDGE = 26, 96, 24
"""Drawing units of a line of a range chart, of the names beside it, and of the room for "100 %"."""


@dataclass(frozen=True, slots=True)
class Range:
    """A share with the range it lies in, in drawing units."""

    label: str
    y: int
    middle: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class RangePlot:
    """Shares in per cent, each as a point on the range it lies in."""

    key: str
    caption: str
    ranges: tuple[Range, ...]
    marks: tuple[tuple[int, int], ...]
    height: int
    width: int = WIDTH
    left: int = NAMES


def range_plot(key: str, caption: str, rows: Sequence[tuple[str, int, int, int]]) -> RangePlot:
    """Return the chart of (label, per cent, least, most), a line for each."""

    def x_of(percent: int) -> int:
        return NAMES + percent * (WIDTH - EDGE - NAMES) // 100

    ranges = tuple(
        Range(label, TOP + index * ROW + ROW // 2, x_of(middle), x_of(low), x_of(high))
        for index, (label, middle, low, high) in enumerate(rows)
    )
    marks = tuple((x_of(percent), percent) for percent in (0, 25, 50, 75, 100))
    return RangePlot(key, caption, ranges, marks, TOP + len(rows) * ROW + BOTTOM)


def nice_ticks(low: int, high: int) -> tuple[int, ...]:
    """Return evenly spaced whole ticks that enclose both values, steps of 1, 2 or 5 times a power of ten."""
    step, power = 1, 1
    while high - low > step * (MOST_TICKS - 1):
        step = next((power * one for one in (1, 2, 5, 10) if power * one > step), power * 10)
        if step == power * 10:
            power *= 10
    first, last = low // step * step, -(-high // step) * step
    return tuple(range(first, last + step, step))
