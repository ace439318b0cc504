"""Plans for the table page: the best ways of a cube, and what each major line still takes.

Pure functions; nothing is entered by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.engine.title import Table
from games.titles.railways_east_west.board import RAW, Board, link_ends, link_name
from games.titles.railways_east_west.building import price_of
from games.titles.railways_east_west.delivering import Way, hops, link_gains
from games.titles.railways_east_west.lines import LINES, MajorLine, ends_of, reference
from games.titles.railways_east_west.moves import Link
from games.titles.railways_east_west.network import Path, front, own_tracks
from games.titles.railways_east_west.routes import (
    MOST_STEPS,
    SETTLER,
    Order,
    best_way,
    brings_most,
    gives_least,
    ground,
    is_short,
)
from games.titles.railways_east_west.state import State, place_of

ORDERS: Mapping[str, Order] = {
    "best": brings_most,
    "shortest": is_short,
    "cheapest": gives_least,
}
"""What ways are looked for: most for the deliverer, fewest links, least for others."""

MOST_LINKS = 12
"""Links of a planned line where nothing limits them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal way of a cube: why it is offered, its route, and what each owner has for his links."""

    why: str
    way: Way
    route: tuple[str, ...]
    gains: Mapping[str, tuple[int, int]]
    complete: bool
    """The search has looked at every way that could be better."""


def cubes_at(state: State, city: str) -> tuple[str, ...]:
    """Return the different cubes that can leave a city: goods, "n" raw materials, "s" settlers."""
    place = place_of(state, city)
    return (*dict.fromkeys(place.goods), *([SETTLER] if place.waiting else []))


def offers(
    table: Table, state: State, seat: str, city: str, cube: str, most_steps: int = MOST_STEPS
) -> tuple[Offer, ...]:
    """Return the best, the shortest and the cheapest legal way of a cube, each once; none if it has none.

    Rules RB-11 to RB-15, REW-23 to REW-26, REW-37, REW-45 and REW-48.
    """
    exact = state.phase == 1 or cube in (RAW, SETTLER)
    found: list[Offer] = []
    place = ground(table, state, seat, cube)
    for why, order in ORDERS.items():
        if why == "cheapest" and found and set(found[0].way.owners) == {seat}:
            # The best way gives nothing to others: none can be cheaper.
            break
        result = best_way(table, state, seat, city, cube, order, most_steps, place)
        way = result.way
        if way is None:
            return ()
        if any(offer.way == way for offer in found):
            continue
        gains = link_gains(table, state, seat, way.links_of(), exact=exact)
        found.append(Offer(why, way, hops(way, seat), gains, result.complete))
    return tuple(found)


# Major lines


@dataclass(frozen=True, slots=True)
class Chance:
    """A major line that can still be paid to a seat, and the figures a shorter one must keep within.

    `limit` says the links and pieces that must not be passed, and one of them not reached; it is None
    where nobody holds the line yet. `own` are the lengths of the seat's paths.
    """

    line: MajorLine
    seat: str
    points: int
    limit: Path | None
    own: tuple[Path, ...]


def chances(table: Table, state: State, seat: str) -> tuple[Chance, ...]:
    """Return every major line that can still be paid to a seat: whole, or half for a shorter one."""
    tracks = own_tracks(state, seat)
    found = []
    for line in LINES:
        claims = state.lines.get(line.key, ())
        if any(claim.seat == seat for claim in claims):
            continue
        limit = reference(table, claims) if claims else None
        points = line.half if claims else line.value
        own = front(tracks, *ends_of(table, state, line))
        found.append(Chance(line, seat, points, limit, own))
    return tuple(found)


def half_chances(table: Table, state: State) -> tuple[Chance, ...]:
    """Return who could still take half of which major line, and what it needs. Rules REW-59 and REW-60."""
    if not state.lines:
        return ()
    return tuple(
        chance
        for seat in table.seats
        for chance in chances(table, state, seat)
        if chance.limit is not None
    )


@dataclass(frozen=True, slots=True)
class Build:
    """The links still to be built for a line, and what they cost by the suggestions of the board."""

    links: tuple[str, ...]
    cost: int


def cheapest_build(table: Table, state: State, chance: Chance) -> Build | None:
    """Return the cheapest way to a major line for a seat, None where the board suggests none.

    Own links cost nothing; of lines already held only shorter ones count. Rules REW-58 to REW-60.
    """
    steps = _steps(table, state, chance.seat)
    return _cheapest(steps, ends_of(table, state, chance.line), chance.limit)


Steps = Mapping[str, tuple[tuple[str, int, int], ...]]
"""From each city: where a link leads or could lead, its pieces, what it would cost (0 if it is there)."""


def _steps(table: Table, state: State, seat: str) -> Steps:
    board: Board = table.board
    found: dict[str, list[tuple[str, int, int]]] = {}
    for city, leaving in own_tracks(state, seat).items():
        found[city] = [(other, pieces, 0) for other, pieces in leaving]
    own = state.links.get(seat, {})
    for name, pieces in board.suggested.items():
        if name not in own:
            a, b = link_ends(name)
            cost = price_of(table, state, seat, Link(a, b, pieces)).pieces
            found.setdefault(a, []).append((b, len(pieces), cost))
            found.setdefault(b, []).append((a, len(pieces), cost))
    return {city: tuple(leaving) for city, leaving in found.items()}


Label = tuple[int, tuple[str, ...]]
"""What a path costs, and the links it builds."""


def _cheapest(
    steps: Steps, ends: tuple[tuple[str, ...], tuple[str, ...]], than: Path | None
) -> Build | None:
    """Return the links to build and their cost for a cheapest path, shorter than another where one is given."""
    most_links, most_pieces = than or (MOST_LINKS, 1 << 20)
    starts, goals = ends
    layer: dict[tuple[str, int], Label] = {(city, 0): (0, ()) for city in starts if city in steps}
    best: Label | None = None
    seen: dict[str, list[tuple[int, int]]] = {}
    for links in range(1, most_links + 1):
        layer = dict(_longer(steps, layer, most_pieces, seen))
        for (city, pieces), label in layer.items():
            is_better = best is None or label < best
            if city in goals and is_better and (links, pieces) != than:
                best = label
    return Build(best[1], best[0]) if best else None


def _longer(
    steps: Steps,
    layer: Mapping[tuple[str, int], Label],
    most_pieces: int,
    seen: dict[str, list[tuple[int, int]]],
) -> Iterator[tuple[tuple[str, int], Label]]:
    """Yield the cheapest paths that are one link longer, but for those beaten by shorter ones."""
    found: dict[tuple[str, int], Label] = {}
    for (here, pieces), (cost, built) in layer.items():
        for city, more, price in steps[here]:
            total = pieces + more
            if total > most_pieces:
                continue
            key = (city, total)
            name = link_name(here, city)
            new = built if not price or name in built else (*built, name)
            label = (cost + (price if new is not built else 0), new)
            if key not in found or label < found[key]:
                found[key] = label
    for (city, pieces), label in sorted(found.items(), key=lambda item: item[1]):
        known = seen.setdefault(city, [])
        if not any(other <= pieces and cost <= label[0] for other, cost in known):
            known.append((pieces, label[0]))
            yield (city, pieces), label
