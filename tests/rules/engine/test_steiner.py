"""Exact minimum trees against trying every set of edges, and in the shapes the titles use."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.steiner import MOST_TERMINALS, Edge, Trees, minimum_trees

NODES = 6


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Edge], list[int]]:
    node = st.integers(0, NODES - 1)
    edges = draw(st.lists(st.builds(Edge, node, node, st.integers(1, 3)), max_size=10))
    terminals = draw(st.lists(node, min_size=1, max_size=5))
    return edges, terminals


def joins(edges: list[Edge], chosen: tuple[int, ...], terminals: list[int]) -> bool:
    seen: set[Hashable] = {terminals[0]}
    for _ in edges:
        for position in chosen:
            a, b, _ = edges[position]
            if a in seen or b in seen:
                seen |= {a, b}
    return seen.issuperset(terminals)


def tried(edges: list[Edge], terminals: list[int]) -> tuple[int, set[tuple[int, ...]]] | None:
    """Return weight and sets of the lightest joining sets, by trying them all."""
    best: tuple[int, set[tuple[int, ...]]] | None = None
    for count in range(len(edges) + 1):
        for chosen in combinations(range(len(edges)), count):
            weight = sum(edges[position].weight for position in chosen)
            if (best is None or weight <= best[0]) and joins(edges, chosen, terminals):
                same = best[1] if best is not None and weight == best[0] else set()
                best = weight, same | {chosen}
    return best


@given(graphs())
def test_minimum_trees_are_all_the_lightest_sets(graph: tuple[list[Edge], list[int]]) -> None:
    edges, terminals = graph
    expected = tried(edges, terminals)
    found = minimum_trees(edges, terminals, most=500)
    if expected is None:
        assert found is None
        return
    assert found is not None
    assert (found.weight, set(found.sets), found.complete) == (*expected, True)
    assert list(found.sets) == sorted(found.sets)


@given(graphs(), st.integers(1, 4))
def test_minimum_trees_are_cut_at_the_number_asked_for(
    graph: tuple[list[Edge], list[int]], most: int
) -> None:
    edges, terminals = graph
    expected, found = tried(edges, terminals), minimum_trees(edges, terminals, most=most)
    if expected is None or found is None:
        assert expected is None
        assert found is None
        return
    weight, sets = expected
    assert found.weight == weight
    assert set(found.sets) <= sets
    assert len(found.sets) == min(most, len(sets))
    if most > 1:
        assert found.complete == (len(sets) <= most)


@given(graphs())
def test_minimum_trees_do_not_depend_on_the_order_of_terminals(
    graph: tuple[list[Edge], list[int]],
) -> None:
    edges, terminals = graph
    assert minimum_trees(edges, terminals, 500) == minimum_trees(edges, terminals[::-1], 500)


def leaved(edges: list[Edge], chosen: tuple[int, ...], leaves: set[int]) -> bool:
    """Say whether every leaf hangs on one edge, with a node at its other end that is no leaf."""
    ends = [node for position in chosen for node in edges[position][:2]]
    inner = all({edges[position].a, edges[position].b} - leaves for position in chosen)
    return inner and all(ends.count(leaf) == 1 for leaf in leaves)


@given(graphs(), st.integers(0, 5))
def test_minimum_trees_keep_leaves_at_their_ends(
    graph: tuple[list[Edge], list[int]], count: int
) -> None:
    edges, terminals = graph
    leaves = set(terminals[:count])
    trees = [
        chosen
        for size in range(len(edges) + 1)
        for chosen in combinations(range(len(edges)), size)
        if joins(edges, chosen, terminals) and leaved(edges, chosen, leaves)
    ]
    found = minimum_trees(edges, terminals, 500, leaves)
    if len(set(terminals)) > 1:
        weights = [sum(edges[position].weight for position in chosen) for chosen in trees]
        best = {tree for tree, weight in zip(trees, weights, strict=True) if weight == min(weights)}
        assert (set(found.sets) if found else set()) == best


def grid(width: int, height: int) -> list[Edge]:
    edges = [Edge((x, y), (x + 1, y)) for x in range(width - 1) for y in range(height)]
    return edges + [Edge((x, y), (x, y + 1)) for x in range(width) for y in range(height - 1)]


def test_minimum_trees_count_every_shortest_way_over_a_grid() -> None:
    """Four steps right and four down: 70 ways."""
    found = minimum_trees(grid(5, 5), [(0, 0), (4, 4)], most=100)
    assert found is not None
    assert (found.weight, len(found.sets), found.complete) == (8, 70, True)


def test_minimum_trees_meet_between_the_terminals() -> None:
    """The corners of a square of side 2 are joined by 6 steps through its middle line."""
    found = minimum_trees(grid(3, 3), [(0, 0), (2, 0), (0, 2), (2, 2)], most=100)
    assert found is not None
    assert found.weight == 6


def test_minimum_trees_choose_among_parallel_edges() -> None:
    edges = [Edge("a", "b", 2), Edge("a", "b", 1), Edge("b", "a", 1), Edge("b", "c", 1)]
    found = minimum_trees(edges, ["a", "c"], most=10)
    assert found == Trees(2, ((1, 3), (2, 3)), True)


def test_minimum_trees_of_one_terminal_need_nothing() -> None:
    assert minimum_trees([], ["a"], most=3) == Trees(0, ((),), True)
    assert minimum_trees([Edge("a", "b")], ["b", "b"]) == Trees(0, ((),), True)


def test_minimum_trees_of_terminals_apart_are_none() -> None:
    assert minimum_trees([Edge("a", "b"), Edge("c", "d")], ["a", "d"], most=3) is None


def test_minimum_trees_refuse_what_they_cannot_do() -> None:
    with pytest.raises(ValueError, match="less than one"):
        minimum_trees([Edge("a", "b", 0)], ["a", "b"])
    with pytest.raises(ValueError, match="terminals"):
        minimum_trees([], range(MOST_TERMINALS + 1))
