"""Cheapest ways: to build from one place to another, and to run over track that exists."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, pairwise

from games.engine.codec import Value
from games.engine.errors import IllegalMove
from games.engine.paths import Arc, Arcs, cheapest_path, patched
from games.engine.referee import Referee
from games.engine.title import Table
from games.titles.empire_builder.board import ends_of, section
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.moves import Build
from games.titles.empire_builder.running import Conductor
from games.titles.empire_builder.state import (
    FEE,
    TURN_SPEND,
    State,
    flooded,
    grid,
)
from games.titles.empire_builder.track import Gang

MOST_TRIES = 12
"""How often a way is looked for again around what forbids it."""

MOST_KEPT = 64
"""Boards worked out for builders that are kept at hand."""

NOTHING: frozenset[str] = frozenset()


class BuildWay(Value, frozen=True):
    """A cheapest way to build: what is new of it, its price, and how much of it this turn pays for.

    `now` counts the sections that the rest of the turn's money and the cash pay for.
    """

    paths: tuple[tuple[str, ...], ...]
    cost: int
    now: int
    left: int
    """Millions the seat may still spend this turn."""

    @property
    def move(self) -> Build | None:
        """Return the build of it all, None where everything stands already."""
        return Build(self.paths[0], self.paths[1:]) if self.paths else None


class RunWay(Value, frozen=True):
    """A way to run: the mileposts, the movement it takes, and to whom fees are due."""

    path: tuple[str, ...]
    steps: int
    owners: str
    within: bool
    """Whether the train can do it in the rest of this turn."""

    @property
    def fees(self) -> int:
        """Return the use fees in millions. Rule EB-57."""
        return FEE * len(self.owners)


# Building


def build_arcs(table: Table, state: State, seat: str, closed: frozenset[str] = NOTHING) -> Arcs:
    """Return what a seat may build, section by section: own track free, closed what the rules forbid.

    `closed` names sections not to be built either. Rules EB-14, EB-34, EB-35, EB-38 to EB-42, EB-50.
    """
    places = grid(table, state)
    key = (seat, table.seats, table.options, tuple(state.ways.items()), state.lines, flooded(state))
    arcs = places.kept.get(key)
    if arcs is None:
        wet = {key for river in flooded(state) for key in places.crossed.get(river, ())}
        shut = wet | _shut(table, state, seat)
        arcs = _patched(places, state.track, seat, places.arcs, state.track, shut)
        if len(places.kept) >= MOST_KEPT:
            places.kept.clear()
        places.kept[key] = arcs
    if not closed:
        return arcs
    return _patched(places, state.track, seat, arcs, closed, closed)


def _patched(
    places: Grid,
    track: Mapping[str, str],
    seat: str,
    arcs: Arcs,
    changed: Iterable[str],
    shut: Collection[str],
) -> Arcs:
    """Return the arcs without sections that are shut or others', own ones free, where those changed."""
    numbers, names = places.numbers, places.names
    touched = {end for key in (*changed, *shut) for end in ends_of(key)}
    changes: dict[int, list[Arc]] = {}
    for place in touched:
        links = places.links[place]
        own: list[Arc] = []
        for to, price in arcs[numbers[place]]:
            link = links[names[to]]
            owner = track.get(link.key, "")[:1]
            if owner == seat:
                own.append((to, 0))
            elif not owner and link.key not in shut:
                own.append((to, price))
        changes[numbers[place]] = own
    return patched(arcs, changes)


def _shut(table: Table, state: State, seat: str) -> set[str]:
    """Return the free sections at cities where this seat may not add one. Rules EB-38 to EB-41."""
    gang = Gang(table, state, seat, Referee(frozenset(), frozenset()))
    places, track = gang.places, gang.track
    found: set[str] = set()
    for key, exits in places.exits.items():
        free = [name for name in exits if name not in track]
        if not free or len(free) == len(exits) > len(table.seats):
            continue
        track[free[0]] = f"{seat}>"
        try:
            gang.check_city(places.sites[key][0])
        except IllegalMove:
            found.update(free)
        del track[free[0]]
    return found


def cheapest_build(table: Table, state: State, seat: str, start: str, goal: str) -> BuildWay | None:
    """Return a cheapest legal way to join two places with own track, or None.

    A city stands for its milepost, a major one for all its outer mileposts. A way that a city's
    limits or the two major-city mileposts of a turn forbid is looked for again around them.
    Rules EB-34 to EB-43.
    """
    return cheapest_join(table, state, seat, (start,), goal)


def cheapest_join(
    table: Table, state: State, seat: str, starts: Iterable[str], goal: str
) -> BuildWay | None:
    """Return a cheapest legal way from any of some places to one, as `cheapest_build` does."""
    places = grid(table, state)
    sources = [number for start in starts for number in _numbers(places, start)]
    goals = frozenset(_numbers(places, goal))
    left = max(0, min(TURN_SPEND - state.turn.spent, state.money[seat]))
    closed = NOTHING
    for _ in range(MOST_TRIES):
        found = cheapest_path(build_arcs(table, state, seat, closed), sources, goals)
        if found is None:
            return None
        paths = tuple(_new_paths(state, [places.names[node] for node in found[1]]))
        hindrance = _hindrance(table, state, seat, paths)
        if hindrance is None:
            return BuildWay(paths, found[0], _affordable(places, paths, left), left)
        closed |= hindrance
    return None


def _hindrance(
    table: Table, state: State, seat: str, paths: tuple[tuple[str, ...], ...]
) -> frozenset[str] | None:
    """Return the sections at which a way breaks a rule, None where it is legal but for its price."""
    gang = Gang(table, state, seat, Referee(frozenset(), frozenset()))
    for path in paths:
        for a, b in pairwise(path):
            try:
                gang.lay(a, b)
            except IllegalMove as refusal:
                if refusal.code == "no_start":
                    gang.live.add(a)
                    continue
                key = str(refusal.facts.get("city", ""))
                shut = gang.places.exits.get(key, ())
                return frozenset((section(a, b), *(name for name in shut if name in gang.laid)))
    return None


def _numbers(places: Grid, place: str) -> list[int]:
    sites = places.sites.get(place, (place,))
    city = places.city_at.get(place)
    if city is not None and places.dots[place].centre:
        sites = places.sites[city.key]
    return [places.numbers[site] for site in sites if site in places.numbers]


def _new_paths(state: State, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the stretches of a way that are not built yet."""
    path: list[str] = []
    for a, b in pairwise(names):
        if section(a, b) in state.track:
            if path:
                yield tuple(path)
            path = []
        else:
            path = [*path, b] if path else [a, b]
    if path:
        yield tuple(path)


def _affordable(places: Grid, paths: Iterable[tuple[str, ...]], left: int) -> int:
    count = 0
    for path in paths:
        for a, b in pairwise(path):
            left -= places.links[a][b].price
            if left < 0:
                return count
            count += 1
    return count


# Running


def runs(table: Table, state: State, seat: str, number: int, goal: str) -> tuple[RunWay, ...]:
    """Return ways for a train to a place: the shortest for every set of owners worth paying.

    Cheapest first; a way that is neither shorter nor cheaper than another is left out. Nothing is
    said of the strikes and closed bridges the train would meet in later turns.
    """
    places = grid(table, state)
    target = frozenset(places.sites.get(goal, (goal,)))
    city = places.city_at.get(goal)
    if city is not None and places.dots[goal].centre:
        target = frozenset(places.sites[city.key])
    others = sorted(set(state.ways) - {seat})
    shortest = _run(table, state, seat, number, target, frozenset((seat, *others)))
    if shortest is None:
        return ()
    found: list[RunWay] = []
    for count in range(len(others) + 1):
        if found and found[-1].steps == shortest.steps:
            break
        for allowed in combinations(others, count):
            way = _run(table, state, seat, number, target, frozenset((seat, *allowed)))
            if way is not None and all(
                way.steps < other.steps or len(way.owners) < len(other.owners) for other in found
            ):
                found.append(way)
    return tuple(found)


def _run(
    table: Table,
    state: State,
    seat: str,
    number: int,
    target: frozenset[str],
    owners: frozenset[str],
) -> RunWay | None:
    """Search breadth first over (milepost, milepost before): turning needs a city. Rule EB-55."""
    places = grid(table, state)
    conductor = Conductor(table, state, seat, number, Referee(frozenset(), frozenset()))
    track = state.track
    start = (conductor.at, conductor.came)
    before: dict[tuple[str, str], tuple[str, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here[0] in target:
            return _way(table, state, seat, number, _back(before, here))
        for to in _next(places, track, here, owners):
            step = (to, here[0])
            if step not in before:
                before[step] = here
                queue.append(step)
    return None


def _next(
    places: Grid, track: Mapping[str, str], here: tuple[str, str], owners: frozenset[str]
) -> Iterator[str]:
    at, came = here
    turning = at in places.city_at
    for to, link in places.links[at].items():
        if (link.grey or track.get(link.key, " ")[0] in owners) and (turning or to != came):
            yield to


def _back(
    before: Mapping[tuple[str, str], tuple[str, str] | None], last: tuple[str, str]
) -> tuple[str, ...]:
    path: list[str] = []
    here: tuple[str, str] | None = last
    while here is not None:
        path.append(here[0])
        here = before[here]
    return tuple(reversed(path))


def _way(table: Table, state: State, seat: str, number: int, path: tuple[str, ...]) -> RunWay:
    keys = [section(a, b) for a, b in pairwise(path)]
    owners = {state.track[key][0] for key in keys if key in state.track} - {seat}
    conductor = Conductor(table, state, seat, number, Referee(frozenset(), frozenset()))
    try:
        for to in path[1:]:
            conductor.step(to)
        within = True
    except IllegalMove:
        within = False
    return RunWay(path, len(path) - 1, "".join(sorted(owners)), within)


def reach(table: Table, state: State, seat: str, number: int) -> dict[str, tuple[str, ...]]:
    """Return every milepost a train can reach this turn, with a shortest way to it.

    Rules EB-12 to EB-16 and EB-49 to EB-58, as far as the cash pays for fees.
    """
    first = Conductor(table, state, seat, number, Referee(frozenset(), frozenset()))
    rich = first.cash >= FEE * len(state.ways)
    found: dict[str, tuple[str, ...]] = {}
    seen: dict[tuple[str, str], list[set[str]]] = {(first.at, first.came): [set()]}
    queue: deque[tuple[Conductor, tuple[str, ...]]] = deque([(first, ())])
    while queue:
        here, path = queue.popleft()
        for to, link in here.places.links[here.at].items():
            known = rich and (to, here.at) in seen
            if known or not (link.grey or link.key in first.track):
                continue
            ahead = here.fork()
            try:
                ahead.step(to)
            except IllegalMove:
                continue
            paid = set() if rich else set(ahead.fees)
            before = seen.setdefault((ahead.at, ahead.came), [])
            if not any(fees <= paid for fees in before):
                before.append(paid)
                found.setdefault(to, (*path, to))
                queue.append((ahead, (*path, to)))
    return found
