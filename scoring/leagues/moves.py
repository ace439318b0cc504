"""Who goes up and who goes down when a season ends. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from scoring.leagues.standings import Row

Outcome = Literal["up", "stays", "down", "gone"]


class TieAtLine(Exception):
    """Nothing tells which of these entrants crosses a line between divisions."""

    def __init__(self, entrants: Sequence[int]) -> None:
        self.entrants = tuple(entrants)
        super().__init__(f"level at the line: {self.entrants}")


def outcomes(tables: Sequence[Sequence[Row]], moves: int) -> dict[int, Outcome]:
    """Return what becomes of every entrant; tables are the divisions from the highest down.

    Between neighbours as many go up as go down: `moves`, or fewer where fewer have a place below.
    Who has no place never goes up, and goes down before those who have one. Who has withdrawn is gone.
    Raises `TieAtLine` where a shared place, or equal want of one, straddles the line.
    """
    found: dict[int, Outcome] = {row.entrant: "stays" for rows in tables for row in rows}
    found |= {row.entrant: "gone" for rows in tables for row in rows if row.withdrawn}
    for upper, lower in pairwise(tables):
        stayers = [row for row in upper if found[row.entrant] == "stays"]
        climbers = [row for row in lower if not row.withdrawn and row.place is not None]
        count = min(moves, len(stayers), len(climbers))
        for row in _cut(climbers, count):
            found[row.entrant] = "up"
        for row in _cut(stayers[::-1], count):
            found[row.entrant] = "down"
    return found


def _cut(rows: Sequence[Row], count: int) -> Sequence[Row]:
    """Return the first so many rows, or raise `TieAtLine` if the next one is level with the last."""
    if 0 < count < len(rows) and _level(rows[count - 1]) == _level(rows[count]):
        raise TieAtLine([row.entrant for row in rows if _level(row) == _level(rows[count])])
    return rows[:count]


def _level(row: Row) -> tuple[int, int, int]:
    if row.place is not None:
        return (row.place, 0, 0)
    return (0, row.played, row.points)
