"""The legal moves of a state, in a stable order."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Table
from games.titles.central_pacific.moves import (
    Agree,
    Discard,
    EndTurn,
    LandGrant,
    Move,
    Sacrifice,
    StockMarket,
    Stuck,
)
from games.titles.central_pacific.placing import layings, tile_cap
from games.titles.central_pacific.rules import apply
from games.titles.central_pacific.state import HAND, State

PLAIN_END = EndTurn()


def legal_moves(table: Table, state: State) -> Iterator[tuple[str, Move]]:
    """Yield (seat, move) in a stable order: the turn's end, tokens, discards, then every laying.

    Hands are hidden, so every tile of the set is offered. Where the turn's end leaves a choice, each
    first choice is one move. `Stuck` and `Agree` are listed where nothing could be laid whatever the
    hand holds: else the table would discard for ever (decision Q31).
    """
    if state.ended:
        return
    for move in _turn_moves(table, state, state.active):
        yield state.active, move


def _turn_moves(table: Table, state: State, seat: str) -> Iterator[Move]:
    yield from _endings(table, state, seat)
    possible = list(layings(table, state, seat, most=room(table, state, seat)))
    tried: list[Move] = [StockMarket()]
    tried += [LandGrant(victim) for victim in table.seats if victim != seat]
    tried += [Discard(count) for count in range(1, HAND + 1)]
    if possible:
        tried.append(Sacrifice())
    elif state.fresh:
        tried += [Stuck(" ".join("F" * state.hands[seat])), Agree()]
    for move in tried:
        if _is_legal(table, state, seat, move):
            yield move
    yield from possible


def _is_legal(table: Table, state: State, seat: str, move: Move) -> bool:
    try:
        apply(table, state, seat, move)
    except IllegalMove:
        return False
    return True


def _endings(table: Table, state: State, seat: str, move: EndTurn = PLAIN_END) -> Iterator[EndTurn]:
    """Yield the ends of the turn, one for each choice the rules leave."""
    try:
        apply(table, state, seat, move)
    except ChoiceNeeded as needed:
        for choice in needed.choices:
            yield from _endings(table, state, seat, chosen(move, needed.code, choice))
    except IllegalMove:
        return
    else:
        yield move


def chosen(move: EndTurn, code: str, choice: str) -> EndTurn:
    """Return the end of a turn with one more choice made, as `ChoiceNeeded` asks for it."""
    if code == "SPIKE_OR_STEAL":
        return replace(move, take="steal" if choice == "steal" else "spike")
    if code == "CLAIM_ORDER":
        return replace(move, claims=(*move.claims, choice))
    return replace(move, keepers=(*move.keepers, choice))


def room(table: Table, state: State, seat: str) -> int:
    """Return how many tiles the seat may still lay, as far as a whole turn is still possible."""
    may_lay = bool(state.discarded) if state.sacrificing else not state.discarded
    hand = state.hands[seat]
    return min(hand, tile_cap(table, state, hand) - state.laid_tiles) if may_lay else 0
