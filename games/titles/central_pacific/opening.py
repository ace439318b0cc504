"""Setting the table up: home cities, hands, pool, and what the table tells of them."""

from __future__ import annotations

import re

from games.engine.errors import IllegalMove
from games.engine.title import Table
from games.titles.central_pacific.board import START_SQUARES, Board, start_ends
from games.titles.central_pacific.state import HAND, Setup, State, sides, train_count
from games.titles.central_pacific.tiles import CITY, Tile

_NUMBERS = re.compile(r"[1-9](?:[ ,]+[1-9])*")
_MULLIGANS = re.compile(r"(?:[A-Z][1-9][0-9]?(?:[ ,]+(?=[A-Z])|$))*")


def setup(table: Table, told: Setup) -> State:
    """Return the state before the first turn, or raise `IllegalMove`. Rules CP-01 to CP-12."""
    board: Board = table.board
    own = sides(table)
    if len(table.seats) not in START_SQUARES:
        raise IllegalMove("SETUP_SEATS", "CP-01", players=len(table.seats))
    if told.first not in table.seats:
        raise IllegalMove("SETUP_FIRST", "CP-12", first=told.first, seats=table.seats)
    if not told.cities:
        raise IllegalMove("NO_CITY", "CP-11")
    homes = zip(START_SQUARES[len(own)], own, _numbers(table, told.numbers), strict=True)
    tiles = {
        square: Tile(CITY, start_ends(square), number, side).word for square, side, number in homes
    }
    return State(
        active=told.first,
        turn=1,
        pool=board.total - len(own) - HAND * len(table.seats),
        hands=dict.fromkeys(table.seats, HAND),
        tiles=tiles,
        in_hand=dict.fromkeys(own, train_count(table)),
        stock=own,
        grant=own,
        mulligans=_mulligans(table, told.mulligans),
    )


def _numbers(table: Table, text: str) -> list[int]:
    """Return the number on each side's start city. Decision Q29."""
    own, text = sides(table), text.strip()
    if not text:
        return [table.board.start_number] * len(own)
    numbers = (
        [int(word) for word in text.replace(",", " ").split()] if _NUMBERS.fullmatch(text) else []
    )
    if len(numbers) not in (1, len(own)):
        raise IllegalMove("SETUP_NUMBERS", "CP-03", text=text[:40], sides=len(own))
    return numbers * len(own) if len(numbers) == 1 else numbers


def _mulligans(table: Table, text: str) -> dict[str, int]:
    """Return how often each seat drew a new first hand. Rule CP-11, decision Q21."""
    text = text.strip()
    words = text.replace(",", " ").split() if _MULLIGANS.fullmatch(text) else [""]
    found = {word[:1]: int(word[1:] or "0") for word in words}
    if len(found) != len(words) or not set(found) <= set(table.seats):
        raise IllegalMove("SETUP_MULLIGANS", "CP-11", text=text[:40], seats=table.seats)
    return found
