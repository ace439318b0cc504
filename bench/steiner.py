"""Times exact minimum trees beside networkx's approximation and an exact integer programme.

Run `python bench/steiner.py`. Graphs are drawn with a fixed seed; every answer is compared.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import highspy
import networkx as nx
from _setup import ROOT
from networkx.algorithms.approximation import steiner_tree

sys.path.insert(0, str(ROOT))

from games.engine.steiner import Edge, minimum_trees

Graph = tuple[list[Edge], list[int], list[int]]
"""Edges, terminals, and those of them that are leaves."""


def network(rng: random.Random, terminals: int) -> Graph:
    """Return 60 nodes near each other in the plane, joined by 120 lines, a few of them parallel."""
    spots = [(rng.random(), rng.random()) for _ in range(60)]
    pairs = sorted(
        ((a, b) for a in range(60) for b in range(a)),
        key=lambda pair: sum(
            (p - q) ** 2 for p, q in zip(*map(spots.__getitem__, pair), strict=True)
        ),
    )
    joined = nx.Graph()
    joined.add_weighted_edges_from((a, b, rank) for rank, (a, b) in enumerate(pairs))
    tree = [(max(pair), min(pair)) for pair in nx.minimum_spanning_edges(joined, data=False)]
    chosen = list(dict.fromkeys((*sorted(tree), *pairs)))[:110]
    edges = [Edge(a, b) for a, b in chosen + rng.sample(chosen, 10)]
    return edges, rng.sample(range(60), terminals), []


def rails(rng: random.Random, terminals: int) -> Graph:
    """Return rails that fill a board of 10 by 8 with a few gaps, and cities as leaves upon them."""
    squares = [(x, y) for x in range(10) for y in range(8) if rng.random() < 0.9]
    kept = set(squares)
    edges = [
        Edge(square, other)
        for square in squares
        for other in ((square[0] + 1, square[1]), (square[0], square[1] + 1))
        if other in kept
    ]
    for terminal in range(terminals):
        edges += [Edge(terminal, square) for square in rng.sample(squares, 2)]
    return edges, list(range(terminals)), list(range(terminals))


def approximated(graph: Graph) -> int:
    """Return the weight that networkx's approximation finds (by Mehlhorn)."""
    edges, terminals, _ = graph
    simple = nx.Graph()
    simple.add_weighted_edges_from(edges)
    simple = simple.subgraph(nx.node_connected_component(simple, terminals[0]))
    tree = steiner_tree(simple, terminals, method="mehlhorn")
    return int(sum(data["weight"] for _, _, data in tree.edges(data=True)))


def programmed(graph: Graph) -> int:
    """Return the weight an integer programme finds: one unit of flow from the root to each terminal."""
    edges, terminals, _ = graph
    arcs = [(a, b, n) for n, (a, b, _) in enumerate(edges)]
    arcs += [(b, a, n) for n, (a, b, _) in enumerate(edges)]
    nodes = {node for edge in edges for node in (edge.a, edge.b)}
    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # the package has no types
    model.silent()
    use = [model.addBinary(obj=edge.weight) for edge in edges]
    for sink in terminals[1:]:
        flow = [model.addVariable(0, 1) for _ in arcs]
        for node in nodes:
            into = sum(flow[n] for n, arc in enumerate(arcs) if arc[1] == node)
            out = sum(flow[n] for n, arc in enumerate(arcs) if arc[0] == node)
            model.addConstr(into - out == (node == sink) - (node == terminals[0]))
        for n, (_, _, edge) in enumerate(arcs):
            model.addConstr(flow[n] <= use[edge])
    model.run()
    weight: float = model.getInfo().objective_function_value
    return round(weight)


def exact(graph: Graph) -> int:
    """Return the weight of one exact minimum tree."""
    found = minimum_trees(graph[0], graph[1], leaves=graph[2])
    if found is None:
        raise ValueError("the terminals are apart")
    return found.weight


def listed(graph: Graph) -> int:
    """Return the weight, with up to 100 minimum trees listed."""
    found = minimum_trees(graph[0], graph[1], 100, leaves=graph[2])
    if found is None:
        raise ValueError("the terminals are apart")
    return found.weight


def timed(run: Callable[[Graph], int], graphs: Sequence[Graph]) -> tuple[list[int], list[float]]:
    """Return each graph's weight and its milliseconds."""
    weights, times = [], []
    for graph in graphs:
        start = time.process_time()
        weights.append(run(graph))
        times.append((time.process_time() - start) * 1000)
    return weights, times


def drawn(draw: Callable[[random.Random, int], Graph], terminals: int, count: int) -> list[Graph]:
    """Return graphs whose terminals hang together."""
    rng = random.Random(terminals)
    found: list[Graph] = []
    while len(found) < count:
        graph = draw(rng, terminals)
        if minimum_trees(graph[0], graph[1], leaves=graph[2]) is not None:
            found.append(graph)
    return found


def report(name: str, graphs: list[Graph]) -> None:
    """Print the times of every way on the same graphs, as ratios to ours, and what they miss."""
    ours, base = timed(exact, graphs)
    middle = statistics.median(base)
    print(f"\n{name}: {len(graphs)} graphs")
    print(f"  one exact tree        median {middle:8.2f} ms, slowest {max(base):8.2f} ms")
    others: list[tuple[str, Any, list[Graph]]] = [("up to 100 exact trees", listed, graphs)]
    if not graphs[0][2]:  # the others know no leaves
        others.append(("networkx approximation", approximated, graphs))
        others.append(("integer programme", programmed, graphs[:3]))
    for label, run, some in others:
        weights, times = timed(run, some)
        worse = sum(a != b for a, b in zip(weights, ours, strict=False))
        ratio = statistics.median(times) / middle
        print(
            f"  {label:22}median {statistics.median(times):8.2f} ms ({ratio:6.1f} x), "
            f"slowest {max(times):8.2f} ms, {worse} of {len(some)} heavier"
        )


def main() -> None:
    """Print every table."""
    for terminals in (3, 5, 6, 8):
        report(f"60 nodes, 120 lines, {terminals} terminals", drawn(network, terminals, 60))
    for terminals in (4, 7, 10):
        report(f"rails over a full board, {terminals} cities", drawn(rails, terminals, 25))


if __name__ == "__main__":
    main()
