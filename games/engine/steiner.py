"""Exact minimum trees: the lightest sets of edges that join given nodes (Steiner trees).

Dreyfus and Wagner's dynamic programme over (set of terminals, node). The costs of one set at every
node lie side by side in lanes of one big integer, so that two sets are joined at all nodes by one
addition. Whole weights, no chance: the same edges in the same order give the same answer.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

MOST_TERMINALS = 14
"""Terminals that are taken on at all; the work trebles with each."""

MOST_WEIGHT = (1 << 30) - 1
"""What all edges together may weigh."""


class Edge(NamedTuple):
    """An edge between two nodes with a whole weight of one or more; parallel edges are fine."""

    a: Hashable
    b: Hashable
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Trees:
    """The lightest sets of edges that join the terminals, as positions in the sequence of edges given.

    `sets` is sorted; `complete` says whether these are all there are.
    """

    weight: int
    sets: tuple[tuple[int, ...], ...]
    complete: bool

    @property
    def first(self) -> tuple[int, ...]:
        """Return one lightest set."""
        return self.sets[0]


def minimum_trees(
    edges: Sequence[Edge],
    terminals: Iterable[Hashable],
    most: int = 1,
    leaves: Collection[Hashable] = (),
) -> Trees | None:
    """Return up to `most` of the lightest trees that join the terminals, or None where none does.

    No way leads through a terminal that is one of `leaves`: it is a leaf of the tree (an edge
    between two of them is not used). With `most=1` one tree is found and `complete` is not worked out (it
    is False unless nothing has to be joined). Raises `ValueError` on a weight below one, or on more
    than `MOST_TERMINALS` terminals or `MOST_WEIGHT` in all.
    """
    wanted = list(dict.fromkeys(terminals))
    _check(edges, len(wanted))
    if len(wanted) < 2:
        return Trees(0, ((),), True)
    table = _Table(_graph(edges, wanted), [terminal in leaves for terminal in wanted])
    if not table.joined:
        return None
    listing = _Listing(table, most + 1 if most > 1 else 1)
    sets = sorted(_positions(tree) for tree in listing.trees())
    return Trees(table.weight, tuple(sets[:most]), 1 < most >= len(sets))


def _check(edges: Sequence[Edge], terminals: int) -> None:
    if terminals > MOST_TERMINALS:
        raise ValueError(f"{terminals} terminals; at most {MOST_TERMINALS}")
    if any(edge.weight < 1 for edge in edges):
        raise ValueError("an edge weighs less than one")
    if sum(edge.weight for edge in edges) > MOST_WEIGHT:
        raise ValueError(f"the edges weigh more than {MOST_WEIGHT}")


def _positions(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


@dataclass(slots=True)
class _Graph:
    """What is left of the edges: nodes as numbers, the terminals first.

    `near[v]` gives each neighbour's weight; `between[v, w]` holds the edges of that weight as bits.
    """

    near: list[dict[int, int]]
    between: dict[tuple[int, int], list[int]]


def _graph(edges: Sequence[Edge], wanted: list[Hashable]) -> _Graph:
    """Number the nodes, and drop heavier parallels, loops and dead ends: no lightest tree uses them."""
    number = {node: index for index, node in enumerate(wanted)}
    near: list[dict[int, int]] = [{} for _ in wanted]
    between: dict[tuple[int, int], list[int]] = {}
    for position, (a, b, weight) in enumerate(edges):
        v, w = number.setdefault(a, len(number)), number.setdefault(b, len(number))
        while len(near) < len(number):
            near.append({})
        known = near[v].get(w, weight)
        if v == w or known < weight:
            continue
        if known > weight or w not in near[v]:
            near[v][w] = near[w][v] = weight
            between[v, w] = between[w, v] = []
        between[v, w].append(1 << position)
    _prune(near, len(wanted))
    return _Graph(near, between)


def _prune(near: list[dict[int, int]], terminals: int) -> None:
    ends = [v for v in range(terminals, len(near)) if len(near[v]) == 1]
    while ends:
        v = ends.pop()
        for w in near[v]:
            del near[w][v]
            if w >= terminals and len(near[w]) == 1:
                ends.append(w)
        near[v].clear()


class _Lanes:
    """Lists of costs as one integer, a lane of bits for each, the top bit of a lane kept free.

    No cost exceeds `far`, so a sum of two stays clear of the top bit, which then serves to compare
    all lanes at once.
    """

    __slots__ = ("bytes", "far", "fill", "guard", "letter", "top")

    def __init__(self, count: int, heaviest: int) -> None:
        width, self.letter = (2, "H") if heaviest < 1 << 14 else (4, "I")
        self.bytes = count * width
        self.top = width * 8 - 1
        self.far = (1 << self.top - 1) - 1
        ones = self._ones(count, width * 8)
        self.fill = ones * self.far
        self.guard = ones << self.top

    @staticmethod
    def _ones(count: int, width: int) -> int:
        return ((1 << count * width) - 1) // ((1 << width) - 1)

    def pack(self, costs: Sequence[int]) -> int:
        """Return the costs as one integer."""
        return int.from_bytes(array(self.letter, costs).tobytes(), sys.byteorder)

    def unpack(self, packed: int) -> list[int]:
        """Return the costs of one integer."""
        return array(self.letter, packed.to_bytes(self.bytes, sys.byteorder)).tolist()


class _Table:
    """The cost of the lightest tree joining a set of terminals and a node, for every set and node.

    A set is a number of bits without the last terminal, the root, which is joined at the end. A
    terminal enters the graph at itself, or, as a leaf, over one of its edges.
    """

    __slots__ = ("arcs", "costs", "doors", "full", "graph", "lanes", "weight")

    def __init__(self, graph: _Graph, leaves: list[bool]) -> None:
        """Take the graph, and of each terminal whether it is a leaf."""
        self.graph = graph
        self.full = (1 << len(leaves) - 1) - 1
        near = graph.near
        lightest = sum(sum(weights.values()) for weights in near) // 2
        self.lanes = _Lanes(len(near), lightest)
        closed = {terminal for terminal, leaf in enumerate(leaves) if leaf}
        self.doors = [
            [(v, weight) for v, weight in near[t].items() if v not in closed] if leaf else [(t, 0)]
            for t, leaf in enumerate(leaves)
        ]
        self.arcs = [
            [(w, weight) for w, weight in weights.items() if w not in closed]
            if v not in closed
            else []
            for v, weights in enumerate(near)
        ]
        self.costs: list[list[int]] = []
        self._fill()
        self.weight = min(
            (self.costs[self.full][v] + weight for v, weight in self.doors[-1]),
            default=self.lanes.far,
        )

    @property
    def joined(self) -> bool:
        """Say whether the terminals hang together."""
        return self.weight < self.lanes.far

    def _fill(self) -> None:
        """Work out every set after all its parts."""
        lanes, count = self.lanes, len(self.graph.near)
        fill, guard, top = lanes.fill, lanes.guard, lanes.top
        packed = [fill]
        self.costs.append([lanes.far] * count)
        for subset in range(1, self.full + 1):
            best = fill
            half = (subset - 1) & subset
            while half > subset ^ half:
                # One set's costs and the other's, added at every node; then the lesser of both.
                joined = packed[half] + packed[subset ^ half]
                over = ((best | guard) - joined) & guard
                best ^= (best ^ joined) & (over - (over >> top))
                half = (half - 1) & subset
            costs = lanes.unpack(best)
            if not subset & subset - 1:
                for v, weight in self.doors[subset.bit_length() - 1]:
                    costs[v] = weight
            self._spread(costs)
            self.costs.append(costs)
            packed.append(lanes.pack(costs))

    def _spread(self, costs: list[int]) -> None:
        """Lower each node's cost to what it takes from a neighbour, cheapest first."""
        arcs, far = self.arcs, self.lanes.far
        layers: dict[int, list[int]] = {}
        for v, cost in enumerate(costs):
            if cost < far:
                if cost in layers:
                    layers[cost].append(v)
                else:
                    layers[cost] = [v]
        order = list(layers)
        heapify(order)
        while order:
            cost = heappop(order)
            for v in layers[cost]:
                if costs[v] != cost:
                    continue
                for w, weight in arcs[v]:
                    if costs[w] > cost + weight:
                        costs[w] = cost + weight
                        if cost + weight in layers:
                            layers[cost + weight].append(w)
                        else:
                            layers[cost + weight] = [w]
                            heappush(order, cost + weight)


Label = tuple[int, int]
"""A set of terminals and a node."""

Way = tuple[Label, Label | None, list[int]]
"""How a tree comes about: a smaller tree, with another one at the same node or one of some edges."""


class _Listing:
    """Lists lightest trees as bits, never more than `enough`.

    The parts of a lightest tree share no edge, so different trees of a part make different trees of
    the whole: a part that is cut short makes the whole long enough.
    """

    def __init__(self, table: _Table, enough: int) -> None:
        self.table = table
        self.enough = enough
        self.known: dict[Label, list[int]] = {}

    def trees(self) -> list[int]:
        """Return the lightest trees that join all terminals."""
        table, found = self.table, dict[int, None]()
        root = len(table.doors) - 1
        for v, weight in table.doors[root]:
            if table.costs[table.full][v] + weight == table.weight:
                for tree in self._at((table.full, v)):
                    for edge in self._door(root, v, weight):
                        found[tree | edge] = None
        return list(found)[: self.enough]

    def _door(self, terminal: int, v: int, weight: int) -> list[int]:
        return self.table.graph.between[terminal, v] if weight else [0]

    def _at(self, goal: Label) -> list[int]:
        """Return the trees of a label, working out those it is made of first."""
        stack = [goal]
        while stack:
            label = stack[-1]
            ways = list(self._ways(label))
            parts = [part for one, other, _ in ways for part in (one, other) if part]
            missing = [part for part in parts if part not in self.known]
            if missing:
                stack += missing[:1] if self.enough == 1 else missing
                continue
            stack.pop()
            if label not in self.known:
                self.known[label] = self._combined(label, ways)
        return self.known[goal]

    def _combined(self, label: Label, ways: list[Way]) -> list[int]:
        found = dict.fromkeys(self._entered(label))
        for one, other, edges in ways:
            for tree in self.known[one]:
                for join in edges if other is None else self.known[other]:
                    found[tree | join] = None
                    if len(found) >= self.enough:
                        return list(found)
        return list(found)

    def _entered(self, label: Label) -> Iterator[int]:
        """Yield the trees of a single terminal at a node where it enters the graph."""
        subset, node = label
        if not subset & subset - 1:
            terminal = subset.bit_length() - 1
            for v, weight in self.table.doors[terminal]:
                if v == node and weight == self.table.costs[subset][node]:
                    yield from self._door(terminal, v, weight)

    def _ways(self, label: Label) -> Iterator[Way]:
        """Yield how a label's cost comes about; where one tree is enough, a single way."""
        subset, v = label
        costs = self.table.costs
        cost = costs[subset][v]
        if self.enough == 1 and next(self._entered(label), None) is not None:
            return
        for w, weight in self.table.arcs[v]:
            if costs[subset][w] + weight == cost:
                yield (subset, w), None, self.table.graph.between[v, w]
                if self.enough == 1:
                    return
        half = (subset - 1) & subset
        while half > subset ^ half:
            if costs[half][v] + costs[subset ^ half][v] == cost:
                yield (half, v), (subset ^ half, v), []
                if self.enough == 1:
                    return
            half = (half - 1) & subset
