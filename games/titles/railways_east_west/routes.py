"""The best legal ways of a cube: a search over simple paths that leaves out what cannot be better.

The ways asked for are the one that brings its deliverer most, the shortest one, and the one that gives
least to others. Where the search takes too long it stops with the best found and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.engine.title import Table
from games.titles.railways_east_west.board import RAW, link_ends
from games.titles.railways_east_west.delivering import Way, link_gains, takes_raw
from games.titles.railways_east_west.state import (
    State,
    accepts,
    colours,
    is_west,
    options_of,
    place_of,
    room_of,
)

SETTLER = "s"
"""Stands for a settler where a cube is asked for."""

MOST_STEPS = 2_000
"""Steps of one search; it takes some hundredths of a second then."""

FEW = 5
"""Links left for which it does not pay to look at what can still be reached."""

_FAR = 1 << 20
Value = tuple[int, int]
"""Points and cash of the deliverer for the links of a way."""

Rank = tuple[int, ...]
"""What makes one way better than another: the first figure that differs decides, higher is better."""

Order = Callable[[Value, int, int], Rank]
"""The rank of a way by what it brings, the links of others on it, and all its links."""


def brings_most(value: Value, others: int, links: int) -> Rank:
    """Rank by what the deliverer gets, then by few links of others, then by few links."""
    return (*value, -others, -links)


def is_short(value: Value, others: int, links: int) -> Rank:
    """Rank by few links, then by what the deliverer gets."""
    return (-links, *value, -others)


def gives_least(value: Value, others: int, links: int) -> Rank:
    """Rank by few links of others, then by what the deliverer gets, then by few links."""
    return (-others, *value, -links)


@dataclass(frozen=True, slots=True)
class Found:
    """A way that was found, and whether the search has looked at all that could be better."""

    way: Way | None
    complete: bool


Arcs = Mapping[str, tuple[tuple[str, str], ...]]
"""The links that leave each city: where to, and whose."""


@dataclass(frozen=True)
class Ground:
    """Where a cube may go: the links that leave each city, and what each city means for it.

    `arcs` name the next city and the owner whose link is used: the deliverer's own before others',
    among others the one who is least ahead. `ends` are cities where it may end, `halts` those it may
    not run through, `marks` those it may run through only on the way to one of `far`.
    """

    arcs: Arcs
    ends: frozenset[str]
    halts: frozenset[str]
    marks: frozenset[str] = frozenset()
    far: frozenset[str] = frozenset()

    @cached_property
    def near(self) -> Mapping[str, int]:
        """Return for each city how many links the nearest end is away, running through anything."""
        return distances(self.arcs, self.ends)

    def own(self, seat: str) -> frozenset[str]:
        """Return the cities that a link of a seat leaves."""
        return frozenset(
            city
            for city, leaving in self.arcs.items()
            if any(owner == seat for _, owner in leaving)
        )


def arcs_for(state: State, seat: str) -> Arcs:
    """Return the links that leave each city, one for each city they lead to."""
    owners: dict[str, str] = {}
    ahead = sorted(
        (owner for owner in state.links if owner != seat),
        key=lambda owner: state.players[owner].score,
        reverse=True,
    )
    for owner in (*ahead, seat):
        owners |= dict.fromkeys(state.links.get(owner, {}), owner)
    found: dict[str, list[tuple[str, str]]] = {}
    for name, owner in owners.items():
        a, b = link_ends(name)
        found.setdefault(a, []).append((b, owner))
        found.setdefault(b, []).append((a, owner))
    own_first = {
        city: tuple(sorted(leaving, key=lambda arc: (arc[1] != seat, arc[0])))
        for city, leaving in found.items()
    }
    return own_first


def ground(table: Table, state: State, seat: str, cube: str, arcs: Arcs | None = None) -> Ground:
    """Return where a cube may go: a coloured one, "n" a raw material, "s" a settler.

    Rules RB-13, REW-23 to REW-26, REW-37, REW-48, decision A18.
    """
    arcs = arcs_for(state, seat) if arcs is None else arcs
    if cube == RAW:
        ends = frozenset(code for code in arcs if takes_raw(table, state, code))
        stops = options_of(table).raw_stop == "stop"
        return Ground(arcs, ends, ends if stops else frozenset())
    now = colours(table, state)
    west = {code for code in arcs if is_west(table, state, code)}
    if cube == SETTLER:
        settled = {code: place_of(state, code).settled for code in west}
        ends = frozenset(code for code in west if now[code] and settled[code] < room_of(now[code]))
        halts = frozenset(code for code in west if not settled[code] and now[code] != "grey")
        return Ground(arcs, ends, halts)
    ends = frozenset(code for code in arcs if accepts(now.get(code), cube))
    if state.phase == 1:
        return Ground(arcs, ends, ends)
    return Ground(arcs, ends, ends - west, ends & west, ends - west)


def value_of(table: Table, state: State, seat: str, cube: str) -> Callable[[int, int], Value]:
    """Return what a way brings its deliverer by the number of his links and of all links."""
    exact = state.phase == 1 or cube in (RAW, SETTLER)
    own_only = options_of(table).split == "own"

    def value(own: int, links: int) -> Value:
        if exact:
            return own, 0
        counts = {seat: own if own_only else links}
        return link_gains(table, state, seat, counts, exact=False)[seat]

    return value


def best_way(
    table: Table,
    state: State,
    seat: str,
    start: str,
    cube: str,
    order: Order = brings_most,
    most_steps: int = MOST_STEPS,
    place: Ground | None = None,
) -> Found:
    """Return the best legal way of a cube from a city, by the order asked for. Rules RB-11 to RB-15.

    Ways that pass a city twice are not looked for, also where the table allows them.
    """
    place = ground(table, state, seat, cube) if place is None else place
    engine, value = state.players[seat].engine, value_of(table, state, seat, cube)
    if order is not is_short:
        return _Search(place, seat, engine, value, order, most_steps).run(start)
    # A short way is found by allowing one link more at a time.
    found = Found(None, complete=True)
    for links in range(1, min(engine, len(place.arcs)) + 1):
        found = _Search(place, seat, links, value, order, most_steps).run(start)
        if found.way is not None or not found.complete:
            break
    return found


def distances(arcs: Arcs, ends: Iterable[str]) -> dict[str, int]:
    """Return for each city how many links the nearest of some ends is away."""
    found = dict.fromkeys(ends, 0)
    layer: Iterable[str] = list(found)
    steps = 0
    while layer:
        steps += 1
        reached = []
        for city in layer:
            for other, _ in arcs.get(city, ()):
                if other not in found:
                    found[other] = steps
                    reached.append(other)
        layer = reached
    return found


@dataclass(slots=True)
class _Search:
    """One search for a way: depth first, leaving what cannot be better than the best found."""

    place: Ground
    seat: str
    engine: int
    value: Callable[[int, int], Value]
    order: Order
    steps: int
    best: Rank | None = None
    found: Way | None = None
    cities: list[str] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    far: Mapping[str, int] = field(default_factory=dict)
    own_left: int = 0
    left: int = 0
    has_own: frozenset[str] = frozenset()
    bits: Mapping[str, int] = field(default_factory=dict)
    around: Mapping[int, int] = field(default_factory=dict)
    taken: int = 0

    def run(self, start: str) -> Found:
        """Return the best way from a city."""
        arcs = self.place.arcs
        self.far = self.place.near
        self.has_own = self.place.own(self.seat)
        self.own_left = len(self.has_own - {start})
        self.left = len(arcs) - 1
        self.cities = [start]
        # Cities as bits of a number, so that what can still be reached is found quickly.
        self.bits = {city: 1 << place for place, city in enumerate(arcs)}
        self.around = {
            self.bits[city]: sum(self.bits[other] for other, _ in leaving)
            for city, leaving in arcs.items()
        }
        self.taken = self.bits.get(start, 0)
        for city, owner in arcs.get(start, ()):
            if owner == self.seat:
                self._step(city, owner, 0, 0, False)
        return Found(self.found, self.steps > 0)

    def _step(self, city: str, owner: str, own: int, others: int, marked: bool) -> None:
        """Go over a link into a city that is not on the way yet, and on from there."""
        self.steps -= 1
        if self.steps <= 0:
            return
        mine = owner == self.seat
        own, others = own + mine, others + (not mine)
        links = own + others
        if links + self.far.get(city, _FAR) > self.engine or self._is_hopeless(city, own, others):
            return
        self.cities.append(city)
        self.owners.append(owner)
        counts_own = city in self.has_own
        self.own_left -= counts_own
        self.left -= 1
        self.taken ^= self.bits[city]
        place = self.place
        if city in place.ends and not (marked and city not in place.far):
            self._note(own, others)
        if city not in place.halts and links < self.engine:
            marked = marked or city in place.marks
            for other, its_owner in place.arcs[city]:
                if other not in self.cities:
                    self._step(other, its_owner, own, others, marked)
        self.taken ^= self.bits[city]
        self.left += 1
        self.own_left += counts_own
        self.owners.pop()
        self.cities.pop()

    def _is_hopeless(self, city: str, own: int, others: int) -> bool:
        """Say whether no way on from here can be better than the best found."""
        if self.best is None:
            return False
        links = own + others
        least = links + self.far.get(city, 0)
        more = min(self.engine - links, self.left)
        value = self.value(own + min(more, self.own_left), links + more)
        if self.order(value, others, least) <= self.best:
            return True
        if more <= FEW:
            return False
        more = min(more, self._open(city))
        value = self.value(own + min(more, self.own_left), links + more)
        return self.order(value, others, least) <= self.best

    def _open(self, city: str) -> int:
        """Return how many cities a way on from here could still pass: those it can reach at all.

        Of cities that have one way in among them, a way passes only one, its last.
        """
        free = ~self.taken
        here = self.bits[city]
        found = new = self.around[here] & free & ~here
        around = self.around
        while new:
            bit = new & -new
            new ^= bit
            more = around[bit] & free & ~found & ~here
            found |= more
            new |= more
        ends, rest, region = 0, found, found | here
        while rest:
            bit = rest & -rest
            rest ^= bit
            inside = around[bit] & region
            ends += not inside & (inside - 1)
        return found.bit_count() - max(0, ends - 1)

    def _note(self, own: int, others: int) -> None:
        rank = self.order(self.value(own, own + others), others, own + others)
        if self.best is None or rank > self.best:
            self.best = rank
            self.found = Way(tuple(self.cities), tuple(self.owners))
