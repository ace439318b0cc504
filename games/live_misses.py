"""Counting wrong codes by address, so that the stream is no way to find games by guessing."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_MISSES = 20
"""Wrong codes an address may ask for within `WINDOW`."""

WINDOW = 60.0
"""Seconds."""

MOST_ADDRESSES = 10_000


class Misses:
    """A bounded count of wrong codes; the oldest address is forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def too_many(self, address: str) -> bool:
        """Say whether an address has to wait."""
        began, count = self._counts.get(address, (0.0, 0))
        return count >= MOST_MISSES and self._clock() - began < WINDOW

    def add(self, address: str) -> None:
        """Count a wrong code."""
        began, count = self._counts.pop(address, (self._clock(), 0))
        if self._clock() - began >= WINDOW:
            began, count = self._clock(), 0
        self._counts[address] = (began, count + 1)
        if len(self._counts) > MOST_ADDRESSES:
            self._counts.popitem(last=False)
