"""Points of leagues in sixtieths, so that two to six who tie share any whole number exactly. Pure."""

from __future__ import annotations

UNIT = 60
"""The least number that two, three, four, five and six divide."""

MOST_POINTS = 100_000


def rounded(above: int, below: int) -> int:
    """Return a quotient as a whole number, halves away from zero. `below` is positive."""
    return (2 * abs(above) + below) // (2 * below) * (1 if above >= 0 else -1)


def hundredths(points: int) -> int:
    """Return sixtieths of a point in hundredths, for showing."""
    return rounded(points * 100, UNIT)
