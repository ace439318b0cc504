"""Short ways to say a position and its moves on the test cities."""

from __future__ import annotations

from typing import Any

from games.engine.errors import Refusal
from games.engine.title import Step, Table
from games.registry import TITLES
from tests.rules.boards import table_for

TITLE = TITLES["railways_east_west"]
TEST: Table = table_for(TITLE, 2, "test", few="none")


def on_test_map(players: int = 2, **options: str) -> Table:
    """Return a table on the test cities with options that differ from the defaults, no cube fewer."""
    return table_for(TITLE, players, "test", **{"few": "none", **options})


def position(text: str, table: Table = TEST) -> tuple[Table, Any]:
    """Return the table and state of a position in the notation."""
    return TITLE.parse_position(table, text)


def enter(
    text: str, *moves: str, table: Table = TEST, waive: frozenset[str] = frozenset()
) -> tuple[Table, Step]:
    """Return the table and the step of the last of some moves from a position."""
    table, state = position(text, table)
    step = Step(state)
    for line in moves:
        seat, move = TITLE.parse_move(table, step.state, line)
        step = TITLE.apply(table, step.state, seat, move, waive)
    return table, step


def after(text: str, *moves: str, table: Table = TEST) -> Any:
    """Return the state after some moves."""
    return enter(text, *moves, table=table)[1].state


def refused(
    text: str, *moves: str, table: Table = TEST, waive: frozenset[str] = frozenset()
) -> Refusal:
    """Return what refuses the last of some moves; those before it must be legal."""
    table, step = enter(text, *moves[:-1], table=table)
    seat, move = TITLE.parse_move(table, step.state, moves[-1])
    try:
        TITLE.apply(table, step.state, seat, move, waive)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{moves[-1]} was not refused")
