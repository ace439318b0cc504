"""Joined or not: groups of cities over own and borrowed segments, and what must come off the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.steiner import Edge, minimum_trees
from games.titles.twentieth_century_limited.board import line_ends

Ends = tuple[str, str]
Track = Mapping[str, Ends]
"""Lines with their two nodes."""

MOST_SETS = 1000
"""Minimum sets that are counted."""


def ends_of(lines: Iterable[str]) -> dict[str, Ends]:
    """Return the two nodes of each line."""
    return {line: line_ends(line) for line in lines}


class Groups:
    """Nodes joined by lines, as sets that grow together."""

    __slots__ = ("_up",)

    def __init__(self, lines: Iterable[Ends] = ()) -> None:
        self._up: dict[str, str] = {}
        for a, b in lines:
            self.join(a, b)

    def find(self, node: str) -> str:
        """Return the node that stands for the group of a node."""
        up = self._up
        while (above := up.get(node, node)) != node:
            up[node] = up.get(above, above)
            node = above
        return node

    def join(self, a: str, b: str) -> bool:
        """Put the groups of two nodes together; say whether they were apart."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self._up[max(a, b)] = min(a, b)
        return True

    def together(self, nodes: Iterable[str]) -> bool:
        """Say whether all nodes are in one group."""
        return len({self.find(node) for node in nodes}) <= 1

    def parts(self, nodes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Return the nodes by group, in the order given."""
        found: dict[str, list[str]] = {}
        for node in nodes:
            found.setdefault(self.find(node), []).append(node)
        return tuple(map(tuple, found.values()))


def joins(lines: Iterable[Ends], cities: Iterable[str]) -> bool:
    """Say whether lines join all cities in one contiguous group. Rules TCL-30, TCL-36 and TCL-37."""
    return Groups(lines).together(cities)


HUB = "@"
"""No node's name: where every city is joined to every other."""


def on_the_way(lines: Track, cities: Iterable[str]) -> set[str]:
    """Return the lines that lie on some way between two cities that passes no node twice.

    No other line is ever part of a route. They are the block of a hub joined to each city, found by a
    walk that notes how far back each node reaches.
    """
    near: dict[str, list[tuple[str, str]]] = {HUB: []}
    for line, (a, b) in {**lines, **{HUB + city: (HUB, city) for city in cities}}.items():
        near.setdefault(a, []).append((b, line))
        near.setdefault(b, []).append((a, line))
    order, low, passed, found = {HUB: 0}, {HUB: 0}, list[str](), set[str]()
    walk = [(HUB, "", iter(near[HUB]))]
    while walk:
        node, via, arms = walk[-1]
        for other, line in arms:
            if other not in order:
                order[other] = low[other] = len(order)
                passed.append(line)
                walk.append((other, line, iter(near[other])))
                break
            if line != via and order[other] < order[node]:
                passed.append(line)
                low[node] = min(low[node], order[other])
        else:
            walk.pop()
            if walk:
                back = walk[-1][0]
                low[back] = min(low[back], low[node])
                if low[node] >= order[back]:
                    found |= _hub_block(passed, via)
    return found.intersection(lines)


def _hub_block(passed: list[str], via: str) -> set[str]:
    """Take the lines passed since `via` off the list; return them if the hub is among their ends."""
    start = passed.index(via)
    block = set(passed[start:])
    del passed[start:]
    return block if any(line.startswith(HUB) for line in block) else set()


@dataclass(frozen=True, slots=True)
class Removal:
    """The minimum sets of own segments; `complete` says whether these are all there are.

    `borrowed` is how many of the opponents' segments elected the route then needs.
    """

    size: int
    sets: tuple[tuple[str, ...], ...]
    complete: bool
    borrowed: int


def removal(
    own: Track, used: Track, cities: Sequence[str], most: int = 2, *, total: bool = False
) -> Removal | None:
    """Return up to `most` of the smallest sets of own segments that join the cities with those used.

    None where even all of them do not. With `total` the whole route is as short as possible first,
    and then takes few own segments. Rules TCL-35 and TCL-55, decisions Q01 and Q02.
    """
    return _shortest(own, used, cities, most) if total else _fewest(own, used, cities, most)


def _fewest(own: Track, used: Track, cities: Sequence[str], most: int) -> Removal | None:
    """Segments used cost nothing: their ends are one node."""
    groups = Groups(used.values())
    lines = list(own)
    edges = [Edge(groups.find(a), groups.find(b)) for a, b in own.values()]
    trees = minimum_trees(edges, dict.fromkeys(map(groups.find, cities)), most)
    if trees is None:
        return None
    sets = tuple(tuple(lines[place] for place in tree) for tree in trees.sets)
    return Removal(trees.weight, sets, trees.complete, len(used))


def _shortest(own: Track, used: Track, cities: Sequence[str], most: int) -> Removal | None:
    """A segment counts for many, an own one for one more: the fewest in all, then the fewest own."""
    many = len(own) + 1
    lines = [*own, *used]
    edges = [Edge(a, b, many + 1) for a, b in own.values()]
    edges += [Edge(a, b, many) for a, b in used.values()]
    # Different routes may take the same own segments: more are listed than are wanted.
    trees = minimum_trees(edges, cities, MOST_SETS if most > 1 else 1)
    if trees is None:
        return None
    found = {
        tuple(lines[place] for place in tree if place < len(own)): len(tree) for tree in trees.sets
    }
    sets = tuple(found)[:most]
    size = len(sets[0])
    complete = trees.complete and len(found) <= most
    return Removal(size, sets, complete, found[sets[0]] - size)


def needless(own: Iterable[Ends], used: Track, cities: Collection[str]) -> tuple[str, ...]:
    """Return the segments used without which the own ones and the others still join the cities.

    Rule TCL-53, decision Q03.
    """
    kept = list(own)
    return tuple(
        line
        for line in used
        if joins([*kept, *(ends for other, ends in used.items() if other != line)], cities)
    )


def needed_by_some(own: Track, used: Track, cities: Sequence[str]) -> bool:
    """Say whether some smallest set of own segments needs all segments used. Decisions Q02 and Q03.

    Segments used must be a forest each end of which is a city of the card or met by an own segment:
    each such segment is tried in turn, as long as the set stays a smallest one.
    """
    groups = Groups()
    if not all(groups.join(a, b) for a, b in used.values()):
        return False
    plan = _fewest(own, used, cities, 1)
    return plan is not None and _met(own, used, cities, (), plan.size)


def _loose_end(used: Track, chosen: Iterable[Ends], cities: Collection[str]) -> str | None:
    """Return a node where segments used end and nothing goes on."""
    degree: dict[str, int] = {}
    for ends in used.values():
        for node in ends:
            degree[node] = degree.get(node, 0) + 1
    met = {node for ends in chosen for node in ends}
    loose = (node for node, count in degree.items() if count == 1)
    return next((node for node in loose if node not in met and node not in cities), None)


def _met(
    own: Track, used: Track, cities: Sequence[str], chosen: tuple[str, ...], left: int
) -> bool:
    """Say whether the chosen own segments grow to a smallest set that leaves no loose end.

    `left` is how many more segments that set may take.
    """
    node = _loose_end(used, (own[line] for line in chosen), cities)
    if node is None:
        return True
    fixed = Groups([*used.values(), *(own[line] for line in chosen)])
    for line, ends in own.items():
        if node not in ends or line in chosen or fixed.together(ends):
            continue
        free = {**used, **{other: own[other] for other in (*chosen, line)}}
        rest = _fewest(own, free, cities, 1)
        if (
            rest is not None
            and rest.size == left - 1
            and _met(own, used, cities, (*chosen, line), left - 1)
        ):
            return True
    return False
