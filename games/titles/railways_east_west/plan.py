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
from games.titles.railways_east_west.network import Path, Tracks, front, own_tracks
from games.titles.railways_east_west.routes import (
    MOST_STEPS,
    SETTLER,
    Order,
    best_way,
    brings_most,
    gives_least,
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
    for why, order in ORDERS.items():
        result = best_way(table, state, seat, city, cube, order, most_steps)
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
    """What a seat still needs for a major line: the limits of a shorter one, and the cheapest way to it.

    `links` and `pieces` are None where nobody holds the line yet, `own` are the lengths of the seat's
    paths. `build` names the links still to be built and `cost` their price by the suggestions of the
    board, None where these give no such way.
    """

    line: MajorLine
    seat: str
    points: int
    links: int | None
    pieces: int | None
    own: tuple[Path, ...]
    build: tuple[str, ...] | None
    cost: int | None


def chances(table: Table, state: State, seat: str) -> tuple[Chance, ...]:
    """Return every major line that can still be paid to a seat: whole, or half for a shorter one."""
    tracks = own_tracks(state, seat)
    steps = _steps(table, state, seat, tracks)
    return tuple(
        _chance(table, state, seat, line, (tracks, steps))
        for line in LINES
        if not any(claim.seat == seat for claim in state.lines.get(line.key, ()))
    )


def half_chances(table: Table, state: State) -> tuple[Chance, ...]:
    """Return who could still take half of which major line, and what it needs. Rules REW-59 and REW-60."""
    return tuple(
        chance
        for seat in table.seats
        for chance in chances(table, state, seat)
        if chance.links is not None
    )


Steps = Mapping[str, tuple[tuple[str, int, int], ...]]
"""From each city: where a link leads or could lead, its pieces, what it would cost (0 if it is there)."""


def _steps(table: Table, state: State, seat: str, tracks: Tracks) -> Steps:
    board: Board = table.board
    found: dict[str, list[tuple[str, int, int]]] = {}
    for city, leaving in tracks.items():
        found[city] = [(other, pieces, 0) for other, pieces in leaving]
    own = state.links.get(seat, {})
    for name, pieces in board.suggested.items():
        if name not in own:
            a, b = link_ends(name)
            cost = price_of(table, state, seat, Link(a, b, pieces)).pieces
            found.setdefault(a, []).append((b, len(pieces), cost))
            found.setdefault(b, []).append((a, len(pieces), cost))
    return {city: tuple(leaving) for city, leaving in found.items()}


def _chance(
    table: Table, state: State, seat: str, line: MajorLine, graphs: tuple[Tracks, Steps]
) -> Chance:
    tracks, steps = graphs
    claims = state.lines.get(line.key, ())
    ends = ends_of(table, state, line)
    than = reference(table, claims) if claims else None
    cheapest = _cheapest(steps, ends, than)
    build, cost = cheapest if cheapest else (None, None)
    links, pieces = than or (None, None)
    points = line.half if claims else line.value
    return Chance(line, seat, points, links, pieces, front(tracks, *ends), build, cost)


Label = tuple[int, tuple[str, ...]]
"""What a path costs, and the links it builds."""


def _cheapest(
    steps: Steps, ends: tuple[tuple[str, ...], tuple[str, ...]], than: Path | None
) -> tuple[tuple[str, ...], int] | None:
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
    return (best[1], best[0]) if best else None


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
