"""What must always hold of a state: the invariants of the digest."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.errors import Fault
from games.engine.ledger import BANK
from games.engine.title import Table
from games.titles.empire_builder.board import COASTS, ends_of
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.network import at_city
from games.titles.empire_builder.state import (
    ALLOWANCE,
    CAPACITY,
    HAND,
    PLAYERS_AT,
    TRACKS_AT,
    State,
    Train,
    grid,
    train_key,
    train_numbers,
)
from games.titles.empire_builder.ways import sections_of, ways_text


def check_state(table: Table, state: State) -> None:
    """Raise `Fault` where a state breaks an invariant that the table has not overruled.

    Money comes from the bank alone, trains stand on mileposts (EB-48, EB-49) and carry what they may
    (EB-46), hands hold three cards (EB-27) with known cities and goods, a section has one owner
    (EB-42), cities hold so many players and tracks (EB-39, EB-40). Exits of major cities are not
    looked at: a position may be given that has too few (digest 4.1).
    """
    problems = [
        *_turn_problems(table, state),
        *_money_problems(table, state),
        *_train_problems(table, state),
        *_card_problems(table, state),
        *_track_problems(table, state),
        *_event_problems(table, state),
    ]
    if not problems:
        problems = [*_city_problems(table, state)]
    if problems:
        raise Fault(tuple(problems[:100]))


def _turn_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    seats = tuple(table.seats)
    for name in ("active", "first"):
        if getattr(state, name) not in seats:
            yield name, f"{getattr(state, name)} is not a seat of this game."
    if state.round < 1:
        yield "round", "Rounds are counted from 1."
    if (state.phase == "over") != bool(state.ended):
        yield "phase", "A game that is over says how it ended."
    if state.claimed and state.claimed not in seats:
        yield "claimed", "Only a seat claims the win."
    if not set(state.deal) <= set(seats) or max(state.deal.values(), default=0) > HAND:
        yield "deal", "Each seat is dealt three cards (EB-27)."
    for where, named in (("barred", state.barred), ("debts", state.turn.debts)):
        if not set(named) <= set(seats):
            yield where, "The seats named are of this game."
    if set(state.stats) - set(seats):
        yield "stats", "Figures are kept of the seats of this game."


def _money_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    if state.money.keys() ^ {BANK, *table.seats}:
        yield "money", "The accounts are the bank and each seat."
    for account, balance in state.money.items():
        if account != BANK and balance < 0:
            yield f"money.{account}", "Cash may not be below zero (EB-43)."
    if sum(state.money.values()):
        yield "money", "Money comes from the bank alone: the accounts must sum to zero."


def _train_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    keys = {train_key(seat, number) for seat in table.seats for number in train_numbers(table)}
    if state.trains.keys() ^ keys:
        yield "trains", "Each seat has the trains of this game (EB-22, EB-69)."
    places = grid(table, state)
    goods = places.board.goods
    overfull = "train_full" in state.ruled
    for key, train in state.trains.items():
        path = f"trains.{key}"
        for place in (train.at, train.came):
            if place and place not in places.dots:
                yield path, f"There is no milepost {place}."
        yield from ((path, text) for text in _load_problems(train, set(goods), overfull=overfull))
    yield from _counter_problems(table, state)


def _counter_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    board = grid(table, state).board
    goods = board.goods
    for key, owed in state.owed.items():
        if key not in state.trains or not owed.count or not owed.loads:
            yield f"owed.{key}", "A train owes loads that it carries (EB-17)."
    for key, loads in state.left.items():
        if key not in board.towns or not set(loads) <= set(goods) or not loads:
            yield f"left.{key}", "Loads lie in cities."
    for good in state.supply:
        if good not in goods:
            yield f"supply.{good}", "The counters are of the map's goods (EB-20)."


def _load_problems(train: Train, goods: set[str], *, overfull: bool) -> Iterable[str]:
    if len(train.loads) > CAPACITY[train.type] and not overfull:
        yield f"It carries at most {CAPACITY[train.type]} loads (EB-46)."
    for good in train.loads:
        if good not in goods:
            yield f"{good} is not among the map's goods."
    if train.slow_at is not None and not 0 <= train.slow_at <= max(ALLOWANCE.values()):
        yield "Its movement when half rate began is one of this turn (EB-12)."


def _card_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    board = grid(table, state).board
    numbers = [card.number for hand in state.hands.values() for card in hand]
    if state.hands.keys() ^ set(table.seats):
        yield "hands", "Each seat has a hand."
    if len(set(numbers)) != len(numbers):
        yield "hands", "A card is in one hand only (EB-07)."
    for seat, hand in state.hands.items():
        if len(hand) > HAND:
            yield f"hands.{seat}", "A hand has three demand cards (EB-27)."
        for demand in (demand for card in hand for demand in card.demands):
            if demand.city not in board.towns:
                yield f"hands.{seat}", f"There is no city {demand.city}."
            if demand.good not in board.goods:
                yield f"hands.{seat}", f"{demand.good} is not among the map's goods."
        if any(len(card.demands) != HAND for card in hand):
            yield f"hands.{seat}", "A card shows three demands (EB-07)."


def _track_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    places = grid(table, state)
    seats = set(table.seats)
    for seat, text in state.ways.items():
        if seat not in seats:
            yield f"ways.{seat}", "Track belongs to a seat of this game."
        if ways_text(sections_of(seat, text).items()) != text:
            yield f"ways.{seat}", "A seat's paths are written in their one order."
    if sum(len(sections_of(*own)) for own in state.ways.items()) != len(state.track):
        yield "ways", "Only one section of track joins two mileposts (EB-42)."
    for key in state.track:
        link = places.link(*ends_of(key))
        if link is None or link.grey:
            yield "ways", f"Track joins neighbouring mileposts, in no grey area, not {key} (EB-34)."
    for line in state.lines:
        if line.seat not in seats or not set(line.joins) <= set(places.board.towns):
            yield "lines", "A line belongs to a seat and joins cities of the map."


def _event_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    places = grid(table, state)
    for number, one in enumerate(state.events):
        path, card = f"events[{number}]", one.event
        if one.drawer and one.drawer not in tuple(table.seats):
            yield path, f"{one.drawer} is not a seat of this game."
        if card.effect == "flood" and card.river not in places.board.rivers:
            yield path, f"There is no river {card.river} (EB-13)."
        for place in card.near:
            if places.locate(place) not in places.dots and place not in COASTS.values():
                yield path, f"{place} is neither a milepost nor a city nor a coast (EB-10)."


def _city_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    """Look at the cities with track. Rules EB-39 and EB-40."""
    options: Options = table.options
    if options.bought == "free":
        return
    places = grid(table, state)
    inbound = options.tracks == "inbound"
    for city in places.board.cities:
        if city.size == "major":
            continue
        owners = at_city(places, state.track, state.lines, city.key)
        if len(owners) > PLAYERS_AT[city.size] and "city_full" not in state.ruled:
            yield "track", f"{city.title} takes {PLAYERS_AT[city.size]} players (EB-39)."
        own = at_city(places, state.track, state.lines, city.key, inbound) if inbound else owners
        if max(own.values(), default=0) > TRACKS_AT and "city_tracks" not in state.ruled:
            yield "track", f"A player has at most three tracks at {city.title} (EB-40)."
