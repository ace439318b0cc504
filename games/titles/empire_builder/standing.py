"""What stands on the map: every seat's track, trains with their loads, floods, strikes, half rate."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.drawing import PATTERNS, Piece, Point, Standing, Stroke, Tile
from games.engine.title import Table
from games.titles.empire_builder.board import COASTS
from games.titles.empire_builder.contours import Layout, smooth
from games.titles.empire_builder.drawing import layout_of, stretches
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.narrate import event_name
from games.titles.empire_builder.state import InForce, State, grid
from games.titles.empire_builder.wording import TYPES

_SIGNS = {
    "flood": "Flood",
    "strike": "Strike",
    "half_rate": "Half rate",
    "embargo": "Embargo",
}
_BESIDE = 22
"""How far apart trains stand that share a milepost, in units."""


def pieces(table: Table, state: State) -> tuple[Standing, ...]:
    """Return track as one stroke for each seat, what is in force, and trains with what they carry."""
    places = grid(table, state)
    layout = layout_of(places.board)
    return (
        *_track(table, state, layout),
        *(one for event in state.events for one in _event(event, places, layout)),
        *_trains(table, state),
    )


def _track(table: Table, state: State, layout: Layout) -> Iterator[Stroke]:
    for number, seat in enumerate(table.seats):
        ways = state.ways.get(seat)
        if ways:
            lines = tuple(tuple(map(layout.centre_of, way.split(">"))) for way in ways.split(";"))
            yield Stroke(seat, lines, number % PATTERNS)


def _trains(table: Table, state: State) -> Iterator[Piece]:
    """Yield every train that is placed; `{owner}` stands for whose it is. Rules EB-21 and EB-48."""
    standing: dict[str, list[str]] = {}
    for key, train in state.trains.items():
        if train.at:
            standing.setdefault(train.at, []).append(key)
    for place, keys in standing.items():
        left = -_BESIDE * (len(keys) - 1) // 2
        for number, key in enumerate(keys):
            train, pattern = state.trains[key], table.seats.index(key[0]) % PATTERNS
            loads = ", ".join(good.replace("_", " ") for good in train.loads)
            said = "{owner}: " + f"{TYPES[train.type]}, {'carrying ' + loads if loads else 'empty'}"
            dx = left + _BESIDE * number
            yield Piece(place, key[0], key[0], pattern, dx, 0, len(keys) == 1, said, loads)


def _event(one: InForce, places: Grid, layout: Layout) -> Iterator[Standing]:
    """Yield where an event holds: the river in flood, or the outline of its area. Rule EB-09."""
    card = one.event
    if card.effect == "flood":
        keys = places.crossed.get(card.river, ())
        if keys:
            yield Stroke("", stretches(layout, places, card.river), 0, "flood")
            yield _sign(one, keys[len(keys) // 2].partition("-")[0])
    elif card.effect in _SIGNS and (card.country or card.near):
        area = places.area(card.country, card.near, card.within)
        if area:
            lines = tuple(map(smooth, layout.outline(area))) if layout.is_lattice else ()
            if lines:
                yield Stroke("", lines, 0, card.effect)
            yield _sign(one, _middle(card.near, area, places, layout))


def _sign(one: InForce, place: str) -> Tile:
    effect = one.event.effect
    text, said = _SIGNS[effect], event_name(one)
    return Tile(place, "sign", text=text, said=said, classes=("sign", effect))


def _middle(near: tuple[str, ...], area: frozenset[str], places: Grid, layout: Layout) -> str:
    """Return the milepost at which an area's sign stands: what it lies around, or its middle."""
    for name in near:
        if name not in COASTS.values() and places.locate(name) in area:
            return places.locate(name)
    spots = {place: layout.centre_of(place) for place in sorted(area)}
    middle = _mean(list(spots.values()))
    return min(spots, key=lambda place: _away(spots[place], middle))


def _mean(spots: list[Point]) -> Point:
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def _away(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
