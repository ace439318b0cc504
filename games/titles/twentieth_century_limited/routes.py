"""The cheapest routes over others' track: which segments to pay for, and what goes to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from games.engine.steiner import Edge, minimum_trees
from games.titles.twentieth_century_limited.network import Groups, Track, joins, on_the_way

MOST_OF_ONE = 5
"""Segments of one player that may be used in a turn. Rule TCL-54: Entry Waivers."""

MOST_TREES = 24
"""Trees that are looked at on each step of the search."""

MOST_WAIVERS = 20
"""Entry Waivers a route can cost: five for each of four opponents. Rules TCL-01 and TCL-54."""

MOST_STEPS = 60
"""Steps of the search before it gives up and says so."""

Used = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """Opponents' segments that make a route together with own ones, and what each owner gets for it."""

    used: Used
    paid: Mapping[str, int]

    @property
    def cost(self) -> int:
        """Return the Entry Waivers to pay: one for each segment. Rule TCL-53."""
        return len(self.used)


@dataclass(frozen=True, slots=True)
class Routes:
    """Cheapest routes, all of one cost. Without any, `searched` says whether there is none at all."""

    routes: tuple[Route, ...]
    searched: bool


def paid_for(owners: Mapping[str, str], used: Sequence[str]) -> dict[str, int]:
    """Return the Entry Waivers each owner gets: one for each segment used. Rule TCL-53."""
    paid: dict[str, int] = {}
    for line in used:
        paid[owners[line]] = paid.get(owners[line], 0) + 1
    return paid


def cheapest_routes(
    own: Track,
    others: Track,
    owners: Mapping[str, str],
    cities: Sequence[str],
    most: int = MOST_WAIVERS,
    fits: Callable[[Used], bool] = lambda used: True,
) -> Routes:
    """Return routes that pay the fewest Entry Waivers, within the rules; `fits` may bar some.

    If the shortest way is not lawful, dearer ones are looked for up to `most` Entry Waivers.

    Own segments cost nothing, so own track is drawn together; what is left is a minimum tree over the
    opponents' segments. A tree that breaks a rule (six of one player, no own segment needed) shows
    lines one of which every lawful route leaves out: each is left out in turn, cheapest first.
    Rules TCL-50 to TCL-56, decision Q27.
    """
    kept = on_the_way({**own, **others}, cities)
    own = {line: ends for line, ends in own.items() if line in kept}
    others = {line: ends for line, ends in others.items() if line in kept}
    if not own:
        return Routes((), True)

    def broken(used: Used) -> Used:
        """Return the lines that break a rule together, none if the route is lawful."""
        for owner, count in paid_for(owners, used).items():
            if count > MOST_OF_ONE:
                return tuple(line for line in used if owners[line] == owner)
        lawful = not joins((others[line] for line in used), cities) and fits(used)
        return () if lawful else used

    limit = min(most, MOST_OF_ONE * len({owners[line] for line in others}))
    search = _Search(own, others, cities, limit)
    for sets in search.steps(broken):
        found = [Route(used, paid_for(owners, used)) for used in sets if not broken(used)]
        if found:
            return Routes(tuple(found), True)
    return Routes((), search.exhausted)


class _Search:
    """Minimum trees over others' segments, cheapest first, with ever more lines left out."""

    __slots__ = ("exhausted", "find", "goals", "limit", "lines", "others", "queue", "seen")

    def __init__(self, own: Track, others: Track, cities: Sequence[str], limit: int) -> None:
        self.limit = limit
        self.find = Groups(own.values()).find
        self.goals = list(dict.fromkeys(map(self.find, cities)))
        self.others, self.lines = others, tuple(others)
        self.queue: list[tuple[int, int, frozenset[str], list[Used]]] = []
        self.seen: set[frozenset[str]] = set()
        self.exhausted = False

    def steps(self, broken: Callable[[Used], Used]) -> Iterator[list[Used]]:
        """Yield the minimum trees with the same lines left out, then leave out those that are broken."""
        self._try(frozenset())
        for _ in range(MOST_STEPS):
            if not self.queue:
                break
            _, _, out, sets = heappop(self.queue)
            yield sets
            for line in broken(sets[0]):
                self._try(out | {line})
        self.exhausted = not self.queue

    def _try(self, out: frozenset[str]) -> None:
        if out in self.seen:
            return
        self.seen.add(out)
        find = self.find
        # A line left out becomes a loop, which no tree uses: the positions stay what they are.
        edges = [
            Edge(find(a), find(a if line in out else b)) for line, (a, b) in self.others.items()
        ]
        trees = minimum_trees(edges, self.goals, MOST_TREES)
        if trees is not None and (not out or trees.weight <= self.limit):
            sets = [tuple(self.lines[place] for place in tree) for tree in trees.sets]
            heappush(self.queue, (trees.weight, len(self.seen), out, sets))
