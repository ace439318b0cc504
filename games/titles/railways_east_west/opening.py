"""The state before the first turn, as the table tells it."""

from __future__ import annotations

import re

from msgspec.structs import replace

from games.engine.codec import convert
from games.engine.errors import Fault, IllegalMove
from games.engine.ledger import BANK
from games.engine.referee import Referee
from games.engine.title import Table
from games.titles.railways_east_west.board import GOODS, code_of
from games.titles.railways_east_west.cards import UNNAMED, shown
from games.titles.railways_east_west.cubes import check_house_rule, due_at_start, placed
from games.titles.railways_east_west.moves import Card
from games.titles.railways_east_west.state import (
    CARDS_A_ROUND,
    START_CARDS,
    Player,
    Setup,
    State,
    all_cities,
    filled_with,
    is_west,
    options_of,
)
from scoring.tables.railways_east_west import PLAYERS


def setup(table: Table, told: Setup) -> State:
    """Return the state before the first turn, or raise `IllegalMove`. Rules REW-03, REW-07, RB-03, RB-24.

    The West is empty; eastern cities whose goods were not told wait for them.
    """
    low, high = PLAYERS
    seats = table.seats
    if not low <= len(seats) <= high:
        raise IllegalMove("players", "RB-26", players=len(seats))
    first = told.first or seats[:1]
    if first not in tuple(seats):
        raise IllegalMove("setup_first", "REW-10", first=first, seats=tuple(seats))
    state = opening_state(table, first)
    for code, cubes in _goods(table, told.goods).items():
        state = _dealt(table, state, code, cubes)
    for city in all_cities(table, state):
        if city.region == "E" and city.code not in state.cities:
            state = due_at_start(table, state, city.code)
    count = START_CARDS + CARDS_A_ROUND * len(seats)
    cards = _cards(table, told.cards) or (UNNAMED,) * count
    deck = told.deck - CARDS_A_ROUND * len(seats) if told.deck else -1
    if told.deck and deck < 0:
        raise IllegalMove("deck_short", "RB-24", deck=told.deck, needed=CARDS_A_ROUND * len(seats))
    acts = options_of(table).drawn == "coming"
    laid: State = shown(table, replace(state, stage="play", deck=deck), cards, acts=acts).state
    return laid


def opening_state(table: Table, first: str) -> State:
    """Return the state with no money, level 1 engines, no tracks and no goods. Rule RB-03."""
    return State(
        first=first,
        active=first,
        money={BANK: 0} | dict.fromkeys(table.seats, 0),
        players={seat: Player() for seat in table.seats},
    )


def _goods(table: Table, text: str) -> dict[str, str]:
    """Read `NYC rbky; CHI yp`, or raise `IllegalMove`."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[;,\n]", text))):
        name, _, cubes = part.rpartition(" ")
        code = code_of(table.board, name.strip())
        if code is None or code in found or not set(cubes) <= set(GOODS):
            raise IllegalMove("setup_goods", "REW-03", part=part[:40])
        found[code] = cubes
    return found


def _dealt(table: Table, state: State, code: str, cubes: str) -> State:
    """Return the state with an eastern city's goods. Rules REW-03, REW-04, REW-07 and RB-04."""
    if is_west(table, state, code):
        raise IllegalMove("setup_east", "REW-07", city=code)
    count = filled_with(table, state, code)
    if count is not None and len(cubes) != count:
        raise IllegalMove("cube_count", "RB-04", city=code, count=count, told=len(cubes))
    referee = Referee(frozenset(), frozenset())
    check_house_rule(table, state, code, cubes, referee)
    return placed(table, state, code, cubes, referee)


def _cards(table: Table, text: str) -> tuple[str, ...]:
    """Read the cards on display, or raise `IllegalMove`."""
    words = tuple(re.split(r"[\s;,]+", text.strip())) if text.strip() else ()
    for word in words:
        try:
            convert(word, Card)
        except Fault:
            raise IllegalMove("setup_cards", "RB-24", card=word[:40]) from None
        city = word.partition(":")[2]
        if city and code_of(table.board, city) != city:
            raise IllegalMove("setup_cards", "RB-24", card=word[:40])
    return words
