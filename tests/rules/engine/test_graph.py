"""Graph searches against a library's answers."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from games.engine.graph import cheapest, hops, reachable

EDGES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 9)), max_size=20)
Edges = list[tuple[int, int, int]]


def graph(edges: Edges) -> nx.Graph:
    found = nx.Graph()
    found.add_nodes_from(range(9))
    for a, b, cost in edges:
        before = found.get_edge_data(a, b, {"cost": cost})["cost"]
        found.add_edge(a, b, cost=min(cost, before))
    return found


@given(EDGES)
def test_reachable_is_the_component(edges: Edges) -> None:
    g = graph(edges)
    assert reachable([0], g.neighbors) == nx.node_connected_component(g, 0)
    assert reachable([], g.neighbors) == set()


@given(EDGES, st.integers(0, 8))
def test_hops_is_a_shortest_path(edges: Edges, goal: int) -> None:
    g = graph(edges)
    path = hops(0, goal, g.neighbors)
    if not nx.has_path(g, 0, goal):
        assert path is None
        return
    assert path is not None
    assert (path[0], path[-1]) == (0, goal)
    assert len(path) == nx.shortest_path_length(g, 0, goal) + 1
    assert nx.is_path(g, path)


@given(EDGES, st.integers(0, 8))
def test_cheapest_is_a_cheapest_path(edges: Edges, goal: int) -> None:
    g = graph(edges)
    found = cheapest(0, goal, lambda node: [(b, g[node][b]["cost"]) for b in g.neighbors(node)])
    if not nx.has_path(g, 0, goal):
        assert found is None
        return
    assert found is not None
    cost, path = found
    assert cost == nx.dijkstra_path_length(g, 0, goal, weight="cost")
    assert cost == nx.path_weight(g, list(path), "cost")
