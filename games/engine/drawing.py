"""What a board looks like, as data: places, lines, pieces, and what can be tapped. Whole units only.

A drawing is what stays: the printed board. Pieces are what stands on it, targets what a seat can do
there now. Whoever paints them needs no rule of any title: a place has a key, texts and a spoken
description, its look is a set of class names that the style sheet knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.engine.codec import Value
from games.engine.title import Note

Point = tuple[int, int]

PATTERNS = 8
"""Hatchings that tell companies apart beside letter and colour; pattern 0 is plain."""

WIDTH_OF_SIGN = 62
"""How wide a sign of text is at most on average, in hundredths of the text's size."""


class Text(Value, frozen=True):
    """A word at a place: centred on `x`, standing on `y`, `size` units high.

    `role` decides when it is shown: a `mark` from afar, the others once they can be read.
    """

    text: str
    x: int
    y: int
    size: int
    role: Literal["name", "figure", "mark"]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the room it needs."""
        half = (len(self.text) * self.size * WIDTH_OF_SIGN + 199) // 200
        return self.x - half, self.y - self.size * 3 // 4, self.x + half, self.y


class Place(Value, frozen=True):
    """One place of the board: its outline as corners, or a circle around its centre if it has none.

    `spoken` says in one phrase what is printed there.
    """

    key: str
    name: str
    centre: Point
    spoken: str
    corners: tuple[Point, ...] = ()
    radius: int = 0
    classes: tuple[str, ...] = ()
    texts: tuple[Text, ...] = ()
    columns: tuple[str, ...] = ()
    """What the list of places says of it, under the heads of `Drawing.heads`."""


class Line(Value, frozen=True):
    """A line over the board, such as a border; its look is its class."""

    kind: str
    points: tuple[Point, ...]


class Legend(Value, frozen=True):
    """What a look means: `shape` is how its sample is drawn, `classes` its look."""

    label: str
    shape: Literal["place", "line"]
    classes: tuple[str, ...] = ()


class Drawing(Value, frozen=True):
    """A whole board. `reach` is the distance from a place's centre to its corners."""

    width: int
    height: int
    reach: int
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    legend: tuple[Legend, ...] = ()
    heads: tuple[str, ...] = ()


class Piece(Value, frozen=True):
    """A company's piece at a place, `dx`, `dy` off its centre; `alone` if nothing else stands there."""

    place: str
    company: str
    letter: str
    pattern: int
    dx: int
    dy: int
    alone: bool = False


class End(Value, frozen=True):
    """Where a line may end: what it costs, the income after it, what is left, what it brings."""

    place: str
    cost: int
    income: int
    left: int
    brings: tuple[Note, ...] = ()


class Way(Value, frozen=True):
    """The lines in one direction from an anchor: places in order, and the ends among them.

    The last end is the longest line that can be built now.
    """

    places: tuple[str, ...]
    ends: tuple[End, ...]


class Anchor(Value, frozen=True):
    """A place that a company's line may begin at."""

    place: str
    ways: tuple[Way, ...]


class Works(Value, frozen=True):
    """What a company can build now: from which treasury and income, and from where."""

    company: str
    treasury: int
    income: int
    anchors: tuple[Anchor, ...]


class Targets(Value, frozen=True):
    """What a seat can do on the board: places for a form's field, and lines to build.

    `places` maps the kind of a form to the places that can be tapped for its field `at`.
    """

    places: dict[str, tuple[str, ...]]
    works: tuple[Works, ...] = ()


def letters(keys: Iterable[str]) -> dict[str, str]:
    """Return a letter for each company; two where the first letter is another's too."""
    names = list(keys)
    firsts = [key[:1] for key in names]
    return {
        key: key[:1].upper() if firsts.count(key[:1]) == 1 else f"{key[0].upper()}{key[-1]}"
        for key in names
    }


def fitted(text: str, room: int, largest: int, least: int) -> tuple[str, int]:
    """Return a text and its size so that it fits a width; what is too long even small is cut off."""
    size = min(largest, room * 100 // (WIDTH_OF_SIGN * max(len(text), 1)))
    if size >= least:
        return text, size
    signs = room * 100 // (WIDTH_OF_SIGN * least)
    return text[: max(1, signs - 1)] + "…", least
