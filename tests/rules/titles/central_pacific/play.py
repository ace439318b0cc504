"""Short ways to say a position and the moves of a turn, with a set of unknown tiles."""

from __future__ import annotations

from typing import Any

from games.engine.errors import Refusal
from games.engine.title import Step, Table
from games.registry import TITLES
from tests.rules.boards import table_for

TITLE = TITLES["central_pacific"]
TWO: Table = table_for(TITLE, 2, "test")
HOMES = "E1=A@2:ESW F10=B@2:NEW"


def table(players: int = 2, board: str = "test", **options: str) -> Table:
    """Return a table whose options differ from the defaults as told."""
    return table_for(TITLE, players, board, **options)


def position(text: str, at: Table = TWO) -> tuple[Table, Any]:
    """Return the table and state of a position in the notation."""
    return TITLE.parse_position(at, text)


def enter(
    text: str, *moves: str, at: Table = TWO, waive: frozenset[str] = frozenset()
) -> tuple[Table, Step]:
    """Return the table and the step of the last of some moves from a position."""
    here, state = position(text, at)
    step = Step(state)
    for line in moves:
        seat, move = TITLE.parse_move(here, step.state, line)
        step = TITLE.apply(here, step.state, seat, move, waive)
    return here, step


def after(text: str, *moves: str, at: Table = TWO) -> Any:
    """Return the state after some moves."""
    return enter(text, *moves, at=at)[1].state


def refused(
    text: str, *moves: str, at: Table = TWO, waive: frozenset[str] = frozenset()
) -> Refusal:
    """Return what refuses the last of some moves; those before it must be legal."""
    here, step = enter(text, *moves[:-1], at=at)
    seat, move = TITLE.parse_move(here, step.state, moves[-1])
    try:
        TITLE.apply(here, step.state, seat, move, waive)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{moves[-1]} was not refused")


def notes(text: str, *moves: str, at: Table = TWO) -> dict[str, dict[str, Any]]:
    """Return the facts of what the last move did, by the code of each note."""
    return {note.code: dict(note.facts) for note in enter(text, *moves, at=at)[1].notes}
