"""Cheapest paths: the bucket queue, the heap, and a naive relaxation agree."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.engine.paths import Arcs, cheapest_path, costs_from, heap_path, patched, steps_from

GRAPHS = st.integers(1, 9).flatmap(
    lambda size: st.lists(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, 6)), max_size=4),
        min_size=size,
        max_size=size,
    )
)


def relaxed(arcs: Arcs, source: int) -> list[int | None]:
    """Return all costs from a source by relaxing every arc as often as there are nodes."""
    costs: list[int | None] = [None] * len(arcs)
    costs[source] = 0
    for _ in arcs:
        for node, own in enumerate(arcs):
            here = costs[node]
            for to, price in own if here is not None else ():
                assert here is not None
                known = costs[to]
                if known is None or here + price < known:
                    costs[to] = here + price
    return costs


def price_of(arcs: Arcs, path: list[int]) -> int:
    """Return what a path costs, each arc at its cheapest."""
    return sum(min(price for to, price in arcs[a] if to == b) for a, b in pairwise(path))


@given(GRAPHS)
def test_all_searches_find_the_least_cost(arcs: Arcs) -> None:
    wanted = relaxed(arcs, 0)
    assert costs_from(arcs, [0]) == wanted
    for goal, cost in enumerate(wanted):
        for search in (cheapest_path, heap_path):
            found = search(arcs, [0], {goal})
            if cost is None:
                assert found is None
                continue
            assert found is not None
            assert found[0] == cost == price_of(arcs, found[1])
            assert (found[1][0], found[1][-1]) == (0, goal)


@given(GRAPHS, st.integers(0, 6))
def test_paths_dearer_than_the_most_are_not_found(arcs: Arcs, most: int) -> None:
    wanted = relaxed(arcs, 0)
    limited = [cost if cost is not None and cost <= most else None for cost in wanted]
    assert costs_from(arcs, [0], most) == limited
    for goal, cost in enumerate(limited):
        for search in (cheapest_path, heap_path):
            assert (search(arcs, [0], {goal}, most) is None) == (cost is None)


def test_nearest_of_several_sources_and_goals_is_taken() -> None:
    arcs: Arcs = [[(1, 5)], [(2, 1)], [], [(2, 1)], []]
    assert cheapest_path(arcs, [0, 1, 3], {2, 4}) == (1, [1, 2])
    assert cheapest_path(arcs, [3, 1], {2}) == (1, [3, 2])
    assert cheapest_path(arcs, [4], {4}) == (0, [4])
    assert cheapest_path(arcs, [], {1}) is None


def test_patched_arcs_leave_the_others_as_they_were() -> None:
    arcs: Arcs = (((1, 1),), ((0, 1),))
    other = patched(arcs, {0: ((1, 9),)})
    assert cheapest_path(other, [0], {1}) == (9, [0, 1])
    assert cheapest_path(arcs, [0], {1}) == (1, [0, 1])


def test_steps_are_counted_breadth_first() -> None:
    line = {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"]}
    assert steps_from(line, ["a"]) == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert steps_from(line, ["a"], 2) == {"a": 0, "b": 1, "c": 2}
    assert steps_from(line, ["a", "d"], 1) == {"a": 0, "d": 0, "b": 1, "c": 1}
