"""Cheapest paths over numbered nodes: a bucket queue for small whole costs, a heap for any."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

Arc = tuple[int, int]
"""Where an arc leads, and its cost: a whole number, zero or more."""

Arcs = Sequence[Sequence[Arc]]
"""The arcs that leave each node, by node number."""

_FAR = 1 << 60


def patched(arcs: Arcs, changes: Mapping[int, Sequence[Arc]]) -> Arcs:
    """Return the arcs with those of some nodes exchanged; what stays is shared, not copied."""
    found = list(arcs)
    for node, own in changes.items():
        found[node] = own
    return found


def cheapest_path(
    arcs: Arcs, sources: Iterable[int], goals: Collection[int], most: int = _FAR
) -> tuple[int, list[int]] | None:
    """Return (cost, nodes from a source to a goal, both included) of a cheapest path, or None.

    Paths dearer than `most` are not looked for. One bucket a cost: meant for costs up to a few
    dozen a step; `heap_path` serves any. Of equal paths the one found first stands, so the
    answer depends only on the order of the sources and arcs.
    """
    best = [_FAR] * len(arcs)
    before = [-1] * len(arcs)
    first = list(dict.fromkeys(sources))
    for node in first:
        best[node] = 0
    buckets: list[list[int]] = [first]
    cost = 0
    while cost < len(buckets) and cost <= most:
        # Arcs that cost nothing add to the bucket that is being read.
        for here in buckets[cost]:
            if best[here] != cost:
                continue
            if here in goals:
                return cost, _walk_back(before, here)
            for node, price in arcs[here]:
                total = cost + price
                if total < best[node]:
                    best[node] = total
                    before[node] = here
                    while total >= len(buckets):
                        buckets.append([])
                    buckets[total].append(node)
        cost += 1
    return None


def costs_from(arcs: Arcs, sources: Iterable[int], most: int = _FAR) -> list[int | None]:
    """Return what it costs to get from the sources to each node, None where nothing leads there."""
    best = [_FAR] * len(arcs)
    first = list(dict.fromkeys(sources))
    for node in first:
        best[node] = 0
    buckets: list[list[int]] = [first]
    cost = 0
    while cost < len(buckets) and cost <= most:
        for here in buckets[cost]:
            if best[here] != cost:
                continue
            for node, price in arcs[here]:
                total = cost + price
                if total < best[node]:
                    best[node] = total
                    while total >= len(buckets):
                        buckets.append([])
                    buckets[total].append(node)
        cost += 1
    return [total if total <= most and total < _FAR else None for total in best]


def heap_path(
    arcs: Arcs, sources: Iterable[int], goals: Collection[int], most: int = _FAR
) -> tuple[int, list[int]] | None:
    """Return what `cheapest_path` returns, for costs of any size."""
    best: dict[int, int] = {}
    before = [-1] * len(arcs)
    queue = []
    for node in dict.fromkeys(sources):
        best[node] = 0
        queue.append((0, node))
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > most:
            break
        if here in goals:
            return cost, _walk_back(before, here)
        if cost > best[here]:
            continue
        for node, price in arcs[here]:
            total = cost + price
            if total < best.get(node, _FAR):
                best[node] = total
                before[node] = here
                heapq.heappush(queue, (total, node))
    return None


def steps_from(
    neighbours: Mapping[str, Iterable[str]], sources: Iterable[str], most: int = _FAR
) -> dict[str, int]:
    """Return how many steps every node within `most` steps of the sources is away from them."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        steps = found[here] + 1
        if steps > most:
            break
        for node in neighbours.get(here, ()):
            if node not in found:
                found[node] = steps
                queue.append(node)
    return found


def _walk_back(before: Sequence[int], goal: int) -> list[int]:
    path = [goal]
    while before[path[-1]] >= 0:
        path.append(before[path[-1]])
    path.reverse()
    return path
