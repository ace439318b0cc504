"""What may be entered now, listed: the moves the rules allow, in a stable order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.errors import Refusal
from games.engine.title import Table
from games.titles.empire_builder.cards import due
from games.titles.empire_builder.moves import (
    Claim,
    Deliver,
    Draw,
    Drop,
    EndTurn,
    Go,
    Load,
    Lose,
    Move,
    NewHand,
    Place,
    Upgrade,
)
from games.titles.empire_builder.routes import reach
from games.titles.empire_builder.rules import apply
from games.titles.empire_builder.state import (
    NEXT_TYPE,
    State,
    grid,
    is_opening,
    train_key,
    train_numbers,
)
from games.titles.empire_builder.track import legal_sections
from games.titles.empire_builder.winning import may_claim

SAMPLE = 24
"""Demand cards listed where the deck is not known: what a card says is the table's to tell."""


def legal_moves(table: Table, state: State) -> Iterator[tuple[str, Move]]:
    """Yield (seat, move) in a stable order, for the seat whose turn it is.

    One way stands for all that lead to a milepost, single sections for longer builds. Not listed
    is what the table alone can tell or agree (events, charting, counts, trades), nor what other
    seats may do out of turn (claims, loads lost to an event).
    """
    if state.phase == "over":
        return
    seat = state.active
    if may_claim(table, state, seat):
        yield seat, Claim()
    losses = [
        Lose(good, int(key[1:]))
        for key, owed in state.owed.items()
        if key[0] == seat
        for good in dict.fromkeys(owed.loads)
    ]
    if due(state, seat):
        yield from ((seat, card) for card in _checked(table, state, seat, draws(table, state)))
    elif losses:
        yield from ((seat, move) for move in losses)
    else:
        yield from ((seat, move) for move in _turn_moves(table, state, seat))


def _turn_moves(table: Table, state: State, seat: str) -> Iterator[Move]:
    yield from _checked(table, state, seat, [EndTurn(), NewHand()])
    for number in train_numbers(table):
        yield from _checked(table, state, seat, _train_moves(table, state, seat, number))
        if may_move(table, state) and state.trains[train_key(seat, number)].at:
            yield from (Go(path, number) for path in reach(table, state, seat, number).values())
    turn = state.turn
    if not (turn.new_hand or turn.traded or turn.upgraded or seat in state.barred):
        yield from legal_sections(table, state, seat)


def _checked(table: Table, state: State, seat: str, moves: Iterable[Move]) -> Iterator[Move]:
    for move in moves:
        try:
            apply(table, state, seat, move)
        except Refusal:
            continue
        yield move


def _train_moves(table: Table, state: State, seat: str, number: int) -> Iterator[Move]:
    train = state.trains[train_key(seat, number)]
    places = grid(table, state)
    if train.type in NEXT_TYPE:
        yield Upgrade(NEXT_TYPE[train.type], number)
    if not train.at:
        yield from (Place(sites[0], number) for sites in places.sites.values())
        return
    city = places.city_at.get(train.at)
    if city is None:
        return
    goods = dict.fromkeys((*city.goods, *state.left.get(city.key, ())))
    yield from (Load(good, number) for good in goods)
    for good in dict.fromkeys(train.loads):
        yield Drop(good, number)
        yield from (Deliver(good, card.number, number) for card in state.hands[seat])


def may_move(table: Table, state: State) -> bool:
    """Say whether trains may run in the turn as it stands. Rules EB-32, EB-33 and EB-60."""
    turn = state.turn
    done = turn.built or turn.upgraded or turn.traded or turn.new_hand
    return not (done or is_opening(table, state))


def draws(table: Table, state: State) -> Iterator[Draw]:
    """Yield demand cards that may be drawn: the deck's, else some of the least payoff."""
    board = grid(table, state).board
    if board.deck:
        yield from (Draw(number) for number in board.deck)
        return
    wants = [
        (good, city.key) for good in board.goods for city in board.cities if good not in city.goods
    ]
    for first in range(min(SAMPLE, len(wants))):
        lines = [wants[(first * 7 + other * 11) % len(wants)] for other in range(3)]
        words = [word for good, city in lines for word in (good, city, 1)]
        yield Draw(0, *words)  # type: ignore[arg-type]  # three lines of good, city and payoff
