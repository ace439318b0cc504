"""Small graph searches the titles share; graphs are given as a neighbours function or mapping."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def reachable(starts: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return every node that can be reached from the starts, the starts included."""
    seen = set(starts)
    queue = deque(seen)
    while queue:
        for node in neighbours(queue.popleft()):
            if node not in seen:
                seen.add(node)
                queue.append(node)
    return seen


def hops(
    start: Node, goal: Node, neighbours: Callable[[Node], Iterable[Node]]
) -> tuple[Node, ...] | None:
    """Return a shortest path by number of steps, both ends included, or None."""
    before: dict[Node, Node | None] = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            return _walk_back(before, goal)
        for node in neighbours(here):
            if node not in before:
                before[node] = here
                queue.append(node)
    return None


def cheapest(
    start: Node, goal: Node, arcs: Callable[[Node], Iterable[tuple[Node, int]]]
) -> tuple[int, tuple[Node, ...]] | None:
    """Return (cost, path) of a cheapest path over arcs with whole costs of zero or more, or None."""
    best: dict[Node, int] = {start: 0}
    before: dict[Node, Node | None] = {start: None}
    queue: list[tuple[int, int, Node]] = [(0, 0, start)]
    ticket = 0
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here == goal:
            return cost, _walk_back(before, goal)
        if cost > best[here]:
            continue
        for node, price in arcs(here):
            total = cost + price
            if total < best.get(node, total + 1):
                best[node], before[node] = total, here
                ticket += 1
                heapq.heappush(queue, (total, ticket, node))
    return None


def _walk_back(before: dict[Node, Node | None], goal: Node) -> tuple[Node, ...]:
    path: list[Node] = []
    node: Node | None = goal
    while node is not None:
        path.append(node)
        node = before[node]
    return tuple(reversed(path))
