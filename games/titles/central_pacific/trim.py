"""Trimming at the end: what is left of each line when all needless track is taken up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from games.engine.graph import reachable
from games.engine.steiner import MOST_TERMINALS, Edge, minimum_trees
from games.engine.title import Table
from games.titles.central_pacific.grid import Grid, Stretch
from games.titles.central_pacific.meta import Options

Joints = tuple[tuple[int, int], ...]


def kept_rails(table: Table, grid: Grid, line: Stretch) -> tuple[int, ...]:
    """Return the squares of a line's track that stay on the board.

    The fewest rails that join all its cities: apart from its cities, which are then leaves of the
    tree, or through them where the table says so. Rules CP-67 to CP-69, decision Q24.
    """
    options: Options = table.options
    if options.auto_trim == "off":
        return line.rails
    rails = set(line.rails)
    between = tuple(
        (rail, near)
        for rail in line.rails
        for near in sorted(grid.joined[rail])
        if rail < near and near in rails
    )
    return _fewest(between, tuple(sorted(line.joints)), options.trim_through_cities == "on")


@lru_cache(maxsize=4096)
def _fewest(between: Joints, joints: Joints, through: bool) -> tuple[int, ...]:
    """Return the rails of a smallest tree, given the joints of rails and those of (city, rail)."""
    stretch = _Graph(between, joints, through)
    needed = stretch.needed_rails()
    joined = _Joined(stretch, needed)
    terminals = joined.terminals()
    if len(terminals) > MOST_TERMINALS:
        return stretch.irreducible()
    ends = joined.ends()
    edges = [Edge(one, other) for one, other in ends]
    closed = set() if through else stretch.cities
    trees = minimum_trees(edges, sorted(terminals), leaves=closed)
    if trees is None:
        raise ValueError("the track of a line hangs together")
    chosen = {end for position in trees.first for end in ends[position]}
    return tuple(sorted((needed | chosen) - stretch.cities))


class _Graph:
    """A line's rails and cities; cities conduct only with `through`."""

    def __init__(self, between: Joints, joints: Joints, through: bool) -> None:
        self.through = through
        self.pairs: Joints = (*between, *joints)
        self.cities = {city for city, _ in joints}
        self.near: dict[int, list[int]] = {end: [] for pair in self.pairs for end in pair}
        for one, other in self.pairs:
            self.near[one].append(other)
            self.near[other].append(one)
        self.rails = set(self.near) - self.cities

    def joins_all(self, rails: set[int]) -> bool:
        """Say whether these rails alone join all cities."""
        left = set(rails)
        while left:
            start = min(left)
            found = reachable([start], lambda end: self._onward(end, rails))
            if found >= self.cities:
                return True
            left -= found
        return False

    def _onward(self, end: int, rails: set[int]) -> Iterable[int]:
        if end in self.cities and not self.through:
            return ()
        return [near for near in self.near[end] if near in rails or near in self.cities]

    def needed_rails(self) -> set[int]:
        """Return the rails without which the cities fall apart: every solution has them."""
        return {rail for rail in self.rails if not self.joins_all(self.rails - {rail})}

    def irreducible(self) -> tuple[int, ...]:
        """Return rails of which none can be spared, taken off from the last square on.

        Only for lines of more cities than can be tried; no set of 81 tiles has the branches for one.
        """
        rails = set(self.rails)
        for rail in sorted(rails, reverse=True):
            if self.joins_all(rails - {rail}):
                rails.remove(rail)
        return tuple(sorted(rails))


class _Joined:
    """The graph with needed rails that touch drawn together into one, as is what they join for free."""

    def __init__(self, graph: _Graph, needed: set[int]) -> None:
        self.graph, self.needed = graph, needed
        self.head: dict[int, int] = {}
        merged = needed | graph.cities if graph.through else needed
        for start in sorted(merged):
            if start not in self.head:
                for end in reachable([start], lambda end: self._touching(end, merged)):
                    self.head[end] = start

    def _touching(self, end: int, merged: set[int]) -> Iterator[int]:
        return (near for near in self.graph.near[end] if near in merged)

    def terminals(self) -> set[int]:
        """Return what is still to be joined: groups of needed rails, and cities that touch none."""
        groups = {self.head[rail] for rail in self.needed}
        if self.graph.through:
            return groups | {self.head[city] for city in self.graph.cities}
        return groups | {city for city in self.graph.cities if not self._is_served(city)}

    def _is_served(self, city: int) -> bool:
        return any(near in self.needed for near in self.graph.near[city])

    def ends(self) -> Joints:
        """Return the joints between what is drawn together, each once.

        All terminals are in the tree, so that fewest edges are fewest rails.
        """
        served = {city for city in self.graph.cities if self._is_served(city)}
        if self.graph.through:
            served = set()
        heads: Mapping[int, int] = self.head
        ends = [
            (heads.get(one, one), heads.get(other, other))
            for one, other in self.graph.pairs
            if one not in served and other not in served
        ]
        return tuple(pair for pair in dict.fromkeys(ends) if pair[0] != pair[1])
