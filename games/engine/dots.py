"""Places that are many: drawn together as a few paths, and listed for the script in few signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from games.engine.drawing import Drawing, Place, Point, Shape

BLOCK = 400
"""How wide and high the blocks are in which places are drawn together, in units."""


def path_of(lines: Iterable[tuple[Point, ...]]) -> str:
    """Return lines of points as one path: each begins where it lies, and goes on by differences."""
    parts: list[str] = []
    for line in lines:
        x, y = line[0]
        steps = [f"{x2 - x1} {y2 - y1}" for (x1, y1), (x2, y2) in pairwise(line)]
        parts.append(f"M{x} {y}l{' '.join(steps)}")
    return "".join(parts).replace(" -", "-")


def dots(drawing: Drawing) -> Iterator[Shape]:
    """Yield what is drawn of all places with a symbol: a path for every part, look and block of the map.

    A symbol's paths begin at its middle and go on by differences. A browser that draws a part of the
    board skips the blocks beside it.
    """
    symbols = {symbol.key: symbol for symbol in drawing.symbols}
    groups: dict[tuple[str, tuple[str, ...], Point], list[Point]] = {}
    for place in drawing.places:
        if place.symbol:
            block = place.centre[0] // BLOCK, place.centre[1] // BLOCK
            groups.setdefault((place.symbol, place.classes, block), []).append(place.centre)
    for (key, classes, _), centres in groups.items():
        for shape in symbols[key].shapes:
            path = "".join(f"M{x} {y}{shape.path}" for x, y in centres)
            yield Shape(path, (*shape.classes, *classes))


def index(drawing: Drawing) -> str:
    """Return the places with a symbol as lines of `classes, radius, name, spoken, places`, with tabs.

    The places of a line stand as `key,x,y` with blanks between them; `{key}` stands for the key of
    each in its name and in what is spoken of it.
    """
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for place in drawing.places:
        if place.symbol:
            x, y = place.centre
            groups.setdefault(_same(place), []).append(f"{place.key},{x},{y}")
    return "\n".join("\t".join((*head, " ".join(places))) for head, places in groups.items())


def _same(place: Place) -> tuple[str, str, str, str]:
    name, spoken = (
        " ".join(text.replace(place.key, "{key}").split()) for text in (place.name, place.spoken)
    )
    return " ".join(place.classes), str(place.radius), name, spoken
