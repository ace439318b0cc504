"""What a board looks like, as data: places, lines, pieces, and what can be tapped. Whole units only.

A drawing is what stays: the printed board. Pieces are what stands on it, targets what a seat can do
there now. Whoever paints them needs no rule of any title: a place has a key, texts and a spoken
description, its look is a set of class names that the style sheet knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from games.engine.codec import Value
from games.engine.title import Note

Point = tuple[int, int]

PATTERNS = 8
"""Hatchings that tell companies apart beside letter and colour; pattern 0 is plain."""

WIDTH_OF_SIGN = 62
"""How wide a sign of text is at most on average, in hundredths of the text's size."""


class Text(Value, frozen=True):
    """A word at a place: centred on `x`, standing on `y`, `size` units high.

    `role` decides when it is shown: a `label` always, a `mark` from afar, the others once they can
    be read. With a `rank` it keeps its size on the screen instead, whatever its `size`, is shown
    from some enlargement on (1 always to 4 nearest), and hangs below its point as line `line`.
    """

    text: str
    x: int
    y: int
    size: int
    role: Literal["name", "figure", "mark", "label", "river"]
    rank: int = 0
    line: int = 1

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the room it needs."""
        half = (len(self.text) * self.size * WIDTH_OF_SIGN + 199) // 200
        return self.x - half, self.y - self.size * 3 // 4, self.x + half, self.y


class Place(Value, frozen=True):
    """One place of the board: its outline as corners, or a circle around its centre if it has none.

    `spoken` says in one phrase what is printed there. A place with a `symbol` is one of so many that
    they are drawn together, as the paths of that symbol, and known to the script by a list alone.
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
    """What the list of places says of it, under the heads of `Drawing.heads`; nothing, not listed."""
    symbol: str = ""


class Line(Value, frozen=True):
    """A line over the board, such as a border or a printed connection; its look is its class.

    A line with a key can be tapped, as a place can; keys of lines and of places never meet. The
    list of places names it too, where `columns` say what is printed on it.
    """

    kind: str
    points: tuple[Point, ...]
    key: str = ""
    name: str = ""
    spoken: str = ""
    columns: tuple[str, ...] = ()

    @property
    def middle(self) -> Point:
        """Return a point half way along the middle one of its pieces."""
        first = (len(self.points) - 1) // 2
        (x, y), (x2, y2) = self.points[first], self.points[min(first + 1, len(self.points) - 1)]
        return (x + x2) // 2, (y + y2) // 2


class Shape(Value, frozen=True):
    """A part of a symbol: a path of whole units around (0, 0) as SVG has it, and its look."""

    path: str
    classes: tuple[str, ...] = ()


class Symbol(Value, frozen=True):
    """A small picture that stands on places, such as a tile's rails, named by its key."""

    key: str
    shapes: tuple[Shape, ...]


class Legend(Value, frozen=True):
    """What a look means: `shape` is how its sample is drawn, `classes` its look, `symbol` a tile's."""

    label: str
    shape: Literal["place", "line", "dot", "tile"]
    classes: tuple[str, ...] = ()
    symbol: str = ""


class Layer(Value, frozen=True):
    """Tiles that are shown only where somebody asks for them: those of the class `layer-<key>`."""

    key: str
    label: str


class Drawing(Value, frozen=True):
    """A whole board. `reach` is the distance from a place's centre to its corners.

    `note` says below the legend how to read it.
    """

    width: int
    height: int
    reach: int
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    legend: tuple[Legend, ...] = ()
    heads: tuple[str, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    layers: tuple[Layer, ...] = ()
    note: str = ""
    ground: tuple[Shape, ...] = ()
    """What lies under the places, such as land and rivers, as paths over the whole board."""
    texts: tuple[Text, ...] = ()
    """Words that belong to no place."""


class Piece(Value, frozen=True):
    """A piece at a place, `dx`, `dy` off its centre; `alone` if nothing else stands there.

    `owner` is a company's key or a seat's letter, whose colour it has. `said` adds to what is said
    of the place, where the owner's name alone is not enough; `{owner}` in it is that name. `tag` is
    written below it.
    """

    place: str
    owner: str
    letter: str
    pattern: int
    dx: int
    dy: int
    alone: bool = False
    said: str = ""
    tag: str = ""


class Stroke(Value, frozen=True):
    """Track that an owner laid over the board: lines of points, in the owner's colour and dashes.

    Without an owner it is something else that holds there for a while; its look is its kind.
    """

    owner: str
    lines: tuple[tuple[Point, ...], ...]
    pattern: int
    kind: str = "track"


class Tile(Value, frozen=True):
    """A symbol standing on a place, `dx`, `dy` off its centre, turned by quarter turns; tinted if owned.

    `text` stands upright in its middle. `said` is what is said of the place then.
    """

    place: str
    symbol: str
    turn: int = 0
    owner: str = ""
    pattern: int = 0
    text: str = ""
    said: str = ""
    classes: tuple[str, ...] = ()
    dx: int = 0
    dy: int = 0


Standing = Piece | Stroke | Tile
"""What can stand on a board."""


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


class Wish(Value, frozen=True):
    """What was tapped on the board so far, in order, for which form, and what that form holds."""

    taps: tuple[str, ...]
    form: str = ""
    fields: dict[str, str] = msgspec.field(default_factory=dict)


class Mark(Value, frozen=True):
    """A place or line that is marked, with what is said of it: see `LOOKS`."""

    key: str
    look: str
    said: Note | None = None


LOOKS = ("anchor", "from", "legal", "longest", "chosen", "other", "refused")
"""Can be begun at, begins here, can be chosen, the best of these, is chosen, is another's, cannot be."""


class Offer(Value, frozen=True):
    """One of several ways to go on, as a button: what it fills in, and what it would mark.

    With `taps` it fills nothing in: these are the taps that count then, and are planned anew. `tile`
    is pictured on the button.
    """

    label: Note
    fields: dict[str, str] = msgspec.field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    routes: tuple[tuple[str, ...], ...] = ()
    taps: tuple[str, ...] = ()
    tile: Tile | None = None


class Plan(Value, frozen=True):
    """What taps on the board come to: a form and what is filled in, marks, routes, and what is said.

    `taps` are those that still count; an answer without taps marks where one can begin. With `ask`
    the move is whole, and what it would do is shown at once. `tiles` would lie there then; a tap
    that no place has the key of is one that an offer made.
    """

    form: str = ""
    fields: dict[str, str] = msgspec.field(default_factory=dict)
    taps: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    routes: tuple[tuple[str, ...], ...] = ()
    said: tuple[Note, ...] = ()
    offers: tuple[Offer, ...] = ()
    ask: bool = False
    tiles: tuple[Tile, ...] = ()


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
