"""The arithmetic of statistics: rates with their uncertainty, streaks, H-index, ranges of scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)

NEMESIS_WINS = 3
"""Times a rival must have finished ahead, and in more than half of all meetings, to be a nemesis."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share in per cent, with the range in which its true value lies at 95 % (Wilson's score)."""

    percent: int
    low: int
    high: int


def rate(count: int, of: int) -> Rate | None:
    """Return how often something came about; None if there was no occasion.

    Wilson's interval, which stays sensible for few plays and for none or all of them won.
    """
    if of <= 0:
        return None
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Rate(
        round(100 * share),
        max(0, round(100 * (middle - half))),
        min(100, round(100 * (middle + half))),
    )


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row: the longest run, and the run that lasts; plays since the last win."""

    longest: int
    current: int
    without: int


def streaks(wins: Iterable[bool]) -> Streaks:
    """Return the streaks of results given oldest first."""
    longest = current = without = 0
    for won in wins:
        current = current + 1 if won else 0
        without = 0 if won else without + 1
        longest = max(longest, current)
    return Streaks(longest, current, without)


def h_index(counts: Iterable[int]) -> int:
    """Return the most h such that h of the counts are h or more."""
    ordered = sorted(counts, reverse=True)
    return sum(count >= place for place, count in enumerate(ordered, 1))


@dataclass(frozen=True, slots=True)
class Bin:
    """A range of scores, both ends in it, and how many fell there."""

    low: int
    high: int
    count: int


MOST_BINS = 10
_STEPS = (1, 2, 5, 10, 20, 25, 50)


def bins(counts: Sequence[tuple[int, int]]) -> tuple[Bin, ...]:
    """Return up to about ten ranges of equal width over (value, count), empty ones between included."""
    if not counts:
        return ()
    low, high = min(value for value, _ in counts), max(value for value, _ in counts)
    width = _width(high - low + 1)
    first = low // width * width
    found = [0] * ((high - first) // width + 1)
    for value, count in counts:
        found[(value - first) // width] += count
    return tuple(
        Bin(first + index * width, first + (index + 1) * width - 1, count)
        for index, count in enumerate(found)
    )


def _width(span: int) -> int:
    power = 1
    while True:
        for step in _STEPS:
            if step * power * MOST_BINS >= span:
                return step * power
        power *= 100


def is_nemesis(ahead: int, meetings: int) -> bool:
    """Say whether a rival who finished ahead so often is a nemesis."""
    return ahead >= NEMESIS_WINS and 2 * ahead > meetings


def mean(total: int, count: int) -> str:
    """Return a mean with one decimal place, half up; a dash if there is nothing to average."""
    if count <= 0:
        return "–"
    tenths = (abs(total) * 20 + count) // (2 * count)
    sign = "−" if total < 0 and tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"
