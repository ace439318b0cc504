"""Loads: picking up, putting down, losing, and delivering against demand cards."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.board import City
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.moves import Deliver, Drop, Load, Lose
from games.titles.empire_builder.running import (
    in_force,
    may_run,
    train_of,
    with_fees,
    with_train,
)
from games.titles.empire_builder.state import (
    CAPACITY,
    FEE,
    Card,
    State,
    Stats,
    Train,
    demands_left,
    grid,
    train_key,
)


def load(table: Table, state: State, seat: str, move: Load, referee: Referee) -> Step:
    """Pick up a load. Rules EB-20, EB-45, EB-46."""
    may_run(table, state, seat, referee)
    train = train_of(table, state, seat, move.train)
    places = grid(table, state)
    city = places.city_at.get(train.at)
    if city is None:
        raise IllegalMove("no_city_to_load", "EB-45", place=train.at)
    _check_embargo(state, places, seat, train, referee)
    lying = move.good in state.left.get(city.key, ())
    if not lying and move.good not in city.goods:
        referee.refuse("not_available", "EB-45", good=move.good, city=city.key)
    if len(train.loads) >= CAPACITY[train.type]:
        referee.refuse(
            "train_full", "EB-46", type=train.type, most=CAPACITY[train.type], loads=train.loads
        )
    after = _taken(state, city, move.good, referee, lying=lying)
    train = replace(train, loads=(*train.loads, move.good))
    after = replace(after, turn=replace(state.turn, acted=True))
    unchecked: tuple[Note, ...] = ()
    if not lying and move.good not in state.supply:
        unchecked = (Note("unchecked_supply", {"good": move.good}),)
    return Step(with_train(after, seat, move.train, train), unchecked=unchecked)


def _taken(state: State, city: City, good: str, referee: Referee, *, lying: bool) -> State:
    """Return the state with a counter taken, from the city or the supply. Rule EB-20, decision A23."""
    if lying:
        rest = list(state.left[city.key])
        rest.remove(good)
        left = {key: loads for key, loads in state.left.items() if key != city.key}
        return replace(state, left=left | ({city.key: tuple(rest)} if rest else {}))
    if good not in state.supply:
        return state
    if state.supply[good] < 1:
        users = tuple(key for key, train in state.trains.items() if good in train.loads)
        referee.refuse("no_counter", "EB-20", good=good, trains=users)
    return replace(state, supply={**state.supply, good: state.supply[good] - 1})


def _check_embargo(state: State, places: Grid, seat: str, train: Train, referee: Referee) -> None:
    for one in in_force(state, "embargo", seat):
        if train.at in places.area(one.event.country, one.event.near, one.event.within):
            referee.refuse("embargo", "EB-09", place=train.at)


def _put_back(state: State, good: str) -> State:
    """Return the state with a counter back by the board. Rule EB-19."""
    if good not in state.supply:
        return state
    return replace(state, supply={**state.supply, good: state.supply[good] + 1})


def _without(train: Train, good: str, code_rule: str) -> Train:
    if good not in train.loads:
        raise IllegalMove("not_carried", code_rule, good=good, loads=train.loads)
    loads = list(train.loads)
    loads.remove(good)
    return replace(train, loads=tuple(loads))


def drop(table: Table, state: State, seat: str, move: Drop, referee: Referee) -> Step:
    """Put a load down in a city. Rule EB-47, decision A23."""
    may_run(table, state, seat, referee)
    train = train_of(table, state, seat, move.train)
    places = grid(table, state)
    city = places.city_at.get(train.at)
    if city is None:
        raise IllegalMove("no_city_to_drop", "EB-47", place=train.at)
    _check_embargo(state, places, seat, train, referee)
    train = _without(train, move.good, "EB-47")
    if table.options.dropped == "stays":
        here = (*state.left.get(city.key, ()), move.good)
        after = replace(state, left={**state.left, city.key: here})
    else:
        after = _put_back(state, move.good)
    after = replace(after, turn=replace(state.turn, acted=True))
    return Step(with_train(after, seat, move.train, train))


def lose(table: Table, state: State, seat: str, move: Lose, referee: Referee) -> Step:
    """Give a load up to an event; out of the loads carried when it was drawn. Rule EB-17."""
    train = train_of(table, state, seat, move.train, placed=False)
    after = _put_back(state, move.good)
    train = _without(train, move.good, "EB-17")
    key = train_key(seat, move.train)
    owed = state.owed.get(key)
    if owed is None:
        note = Note("unchecked_loss", {"seat": seat})
        return Step(with_train(after, seat, move.train, train), unchecked=(note,))
    if move.good not in owed.loads:
        referee.refuse("later_load", "EB-17", good=move.good, loads=owed.loads)
    loads = list(owed.loads)
    if move.good in loads:
        loads.remove(move.good)
    rest = {other: debt for other, debt in state.owed.items() if other != key}
    if owed.count > 1 and loads:
        rest[key] = replace(owed, count=owed.count - 1, loads=tuple(loads))
    return Step(with_train(replace(after, owed=rest), seat, move.train, train))


def deliver(table: Table, state: State, seat: str, move: Deliver, referee: Referee) -> Step:
    """Deliver a load against a card; a new card is due. Rule EB-59, decisions A15 and A25."""
    may_run(table, state, seat, referee)
    train = train_of(table, state, seat, move.train)
    places = grid(table, state)
    city = places.city_at.get(train.at)
    if city is None:
        raise IllegalMove("no_city_to_deliver", "EB-59", place=train.at)
    _check_embargo(state, places, seat, train, referee)
    card = _card(state, seat, move.card)
    payoff = _payoff(card, move.good, city.key)
    if payoff is None:
        raise IllegalMove("not_demanded", "EB-59", card=move.card, good=move.good, city=city.key)
    train = _without(train, move.good, "EB-59")
    after = with_train(_put_back(state, move.good), seat, move.train, train)
    hand = tuple(held for held in state.hands[seat] if held is not card)
    postings = (Posting(BANK, seat, payoff, "delivery"),) if payoff else ()
    after = replace(
        after,
        money=post(state.money, postings),
        hands={**state.hands, seat: hand},
        discarded=state.discarded + 1,
        turn=replace(state.turn, acted=True),
        stats={**state.stats, seat: _credited(state.stats.get(seat, Stats()), payoff)},
    )
    if not (table.options.mode == "sudden" and demands_left(table, after) < 1):
        after = replace(after, turn=replace(after.turn, draws=after.turn.draws + 1))
    after, settled = settle_debts(after, seat)
    return Step(after, postings + settled)


def _card(state: State, seat: str, number: int) -> Card:
    for card in state.hands.get(seat, ()):
        if card.number == number:
            return card
    raise IllegalMove("no_such_card", "EB-59", seat=seat, card=number)


def _payoff(card: Card, good: str, city: str) -> int | None:
    found = [
        demand.payoff for demand in card.demands if demand.good == good and demand.city == city
    ]
    return max(found, default=None)


def _credited(stats: Stats, payoff: int) -> Stats:
    return replace(
        stats,
        deliveries=stats.deliveries + 1,
        payoffs=stats.payoffs + payoff,
        best=max(stats.best, payoff),
    )


def settle_debts(state: State, seat: str) -> tuple[State, tuple[Posting, ...]]:
    """Return the state with use fees paid that were owed, as far as the cash goes. Decision A15."""
    paid: tuple[Posting, ...] = ()
    cash, debts = state.money[seat], state.turn.debts
    while debts and cash >= FEE:
        paid += (Posting(seat, debts[0], FEE, "use_fee"),)
        cash, debts = cash - FEE, debts[1:]
    return with_fees(replace(state, turn=replace(state.turn, debts=debts)), paid), paid
