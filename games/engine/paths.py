"""Cheapest paths over numbered nodes: a ring of buckets for small whole costs, a heap for any."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

Arc = tuple[int, int]
"""Where an arc leads, and its cost: a whole number, zero or more."""

Arcs = Sequence[Sequence[Arc]]
"""The arcs that leave each node, by node number."""

WIDEST = 31
"""The dearest arc that the ring of buckets can hold: one less than a power of two."""

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

    Paths dearer than `most` are not looked for. No arc may cost more than `WIDEST`: a ring of
    buckets holds the nodes by cost; `heap_path` serves arcs of any cost. Of equal paths the one
    found first stands, so the answer depends only on the order of the sources and arcs.
    """
    best, ring = _begun(arcs, sources)
    before = [-1] * len(arcs)
    cost = empty = 0
    mask = WIDEST
    while empty <= mask and cost <= most:
        bucket = ring[cost & mask]
        empty += 1
        # Arcs that cost nothing add to the bucket that is being read.
        for here in bucket:
            if best[here] != cost:
                continue
            if here in goals:
                return cost, _walk_back(before, here)
            empty = 0
            for node, price in arcs[here]:
                total = cost + price
                if total < best[node]:
                    best[node] = total
                    before[node] = here
                    ring[total & mask].append(node)
        bucket.clear()
        cost += 1
    return None


def costs_from(arcs: Arcs, sources: Iterable[int], most: int = _FAR) -> list[int | None]:
    """Return what it costs to get from the sources to each node, None where nothing leads there.

    No arc may cost more than `WIDEST`.
    """
    best, ring = _begun(arcs, sources)
    cost = empty = 0
    mask = WIDEST
    while empty <= mask and cost <= most:
        bucket = ring[cost & mask]
        empty += 1
        for here in bucket:
            if best[here] != cost:
                continue
            empty = 0
            for node, price in arcs[here]:
                total = cost + price
                if total < best[node]:
                    best[node] = total
                    ring[total & mask].append(node)
        bucket.clear()
        cost += 1
    return [total if total <= most and total < _FAR else None for total in best]


def _begun(arcs: Arcs, sources: Iterable[int]) -> tuple[list[int], list[list[int]]]:
    """Return the costs known at the start, and the ring of buckets with the sources in the first."""
    best = [_FAR] * len(arcs)
    ring: list[list[int]] = [[] for _ in range(WIDEST + 1)]
    ring[0] += dict.fromkeys(sources)
    for node in ring[0]:
        best[node] = 0
    return best, ring


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
