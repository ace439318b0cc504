"""Every move that is legal now, in a stable order, as far as it can be listed."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.title import Table
from games.titles.railways_east_west.board import (
    GOODS,
    RAW,
    TILES,
    Board,
    Colour,
    link_ends,
)
from games.titles.railways_east_west.building import IN_A_TURN, WITH_CARD, is_open_terrain
from games.titles.railways_east_west.cards import AT_ONCE, EVENTS, HELD, MILL_CITY, UNNAMED
from games.titles.railways_east_west.delivering import hops
from games.titles.railways_east_west.improving import next_level, others_higher, tiles_left
from games.titles.railways_east_west.money import BUYBACK, REPAY
from games.titles.railways_east_west.moves import (
    Barons,
    Buyback,
    Deal,
    Deliver,
    Fill,
    Finish,
    Income,
    Increase,
    Link,
    Move,
    Pass,
    Raw,
    Settle,
    Settler,
    Skip,
    Take,
    Transition,
    Upgrade,
    Urbanize,
)
from games.titles.railways_east_west.network import network
from games.titles.railways_east_west.plan import cubes_at
from games.titles.railways_east_west.routes import (
    SETTLER,
    Ground,
    arcs_for,
    best_way,
    brings_most,
    ground,
)
from games.titles.railways_east_west.state import (
    State,
    all_cities,
    bounty_of,
    city_of,
    colours,
    income_at,
    options_of,
    place_of,
)

LISTING_STEPS = 400
"""Steps of each search for a way while moves are listed: quick, and good enough to be a move."""

MOST_GROWN = 8
"""Cities listed for a card that adds cubes to any city."""

Entry = tuple[str, Move]


def legal_moves(table: Table, state: State) -> Iterator[Entry]:
    """Yield (seat, move) in a stable order.

    Links are those the board suggests, whole; of the ways of a cube one good one is listed; cubes that
    are drawn stand for any others.
    """
    if state.stage == "over":
        return
    if state.stage != "final":
        for code, due in state.due.items():
            yield "", Fill(code, _drawn(state, code, due.count))
    if state.stage == "play":
        yield from _in_play(table, state)
    elif state.stage == "cards":
        count = state.draws if state.deck < 0 else min(state.draws, state.deck)
        yield "", Deal((UNNAMED,) * count)
    elif state.stage == "income":
        yield from _incomes(table, state)
    elif state.stage == "change":
        yield from _transitions(state)
    else:
        for seat in table.seats:
            yield seat, Barons()
        yield "", Finish()


def _drawn(state: State, code: str, count: int) -> str:
    """Return cubes that could be drawn for a city; which colours, is left to its name."""
    letters = "".join(GOODS)
    start = sum(map(ord, code))
    return "".join(letters[(start + place) % len(letters)] for place in range(count))


def _incomes(table: Table, state: State) -> Iterator[Entry]:
    unknown = [
        seat for seat in state.waiting if income_at(table, state, state.players[seat].score) is None
    ]
    for seat in unknown:
        yield seat, Income(0)
    if not unknown:
        yield "", Income()


def _transitions(state: State) -> Iterator[Entry]:
    for seat in state.waiting:
        bonds, cash = state.players[seat].bonds, state.money[seat]
        for repay in range(min(bonds, cash // REPAY) + 1):
            for discard in dict.fromkeys((0, min(2, bonds - repay), bonds - repay)):
                yield seat, Transition(repay, discard)


def _in_play(table: Table, state: State) -> Iterator[Entry]:
    seat = state.active
    if state.players[seat].skip:
        yield seat, Skip()
        return
    for maker in (_links, _deliveries, _upgrades, _tiles, _cards, _free):
        for move in maker(table, state, seat):
            yield seat, move
    for other in state.increase:
        for code in _grown(table, state)[:3]:
            yield other, Increase(code, _drawn(state, code, 1))
    yield seat, Pass()


# Track


def _links(table: Table, state: State, seat: str) -> Iterator[Move]:
    board: Board = table.board
    own, opened = state.links.get(seat, {}), state.open.get(seat, {})
    for name, pieces in board.suggested.items():
        a, b = link_ends(name)
        if name in own or city_of(table, state, a) is None or city_of(table, state, b) is None:
            continue
        if name in opened:
            left = pieces[opened[name] :] or pieces[:1]
            if opened[name] + len(left) <= 2 * IN_A_TURN:
                yield Link(a, b, left[:IN_A_TURN])
            continue
        move = _whole(table, state, seat, Link(a, b, pieces))
        if move is not None:
            yield move


def _whole(table: Table, state: State, seat: str, move: Link) -> Link | None:
    """Return a link as it can be built now: in one turn, with the card, over two turns, or not at all."""
    count, player, options = len(move.pieces), state.players[seat], options_of(table)
    bonus = "landrush" in state.events and is_open_terrain(move)
    if count <= (WITH_CARD if bonus else IN_A_TURN):
        return move
    if count <= WITH_CARD and player.perfect > player.perfect_used:
        return Link(move.a, move.b, move.pieces, perfect=True)
    last = state.turn >= state.turns or (state.turn >= 3 and options.late == "banned")
    both = options.executive == "long" and state.actions >= 2
    fits = count <= 2 * IN_A_TURN or options.long_limit == "unlimited"
    if fits and (both or not last):
        return Link(move.a, move.b, move.pieces, two_turns=True)
    return None


# Deliveries


def _deliveries(table: Table, state: State, seat: str) -> Iterator[Move]:
    arcs, grounds = arcs_for(state, seat), dict[str, Ground]()
    for city in sorted(network(state, seat)):
        for cube in cubes_at(state, city):
            if cube not in grounds:
                grounds[cube] = ground(table, state, seat, cube, arcs)
            place = grounds[cube]
            found = best_way(table, state, seat, city, cube, brings_most, LISTING_STEPS, place)
            if found.way is None:
                continue
            goal = found.way.goal
            if f"bounty:{goal}" in state.display and bounty_of(table, state, goal) is None:
                continue
            route = hops(found.way, seat)
            if cube == SETTLER:
                yield Settler(route)
            elif cube == RAW:
                yield Raw(route, "" if state.raw_gone else "pts")
            else:
                yield Deliver(cube, route)


# Engines, tiles, cards


def _upgrades(table: Table, state: State, seat: str) -> Iterator[Move]:
    player = state.players[seat]
    if next_level(player.engine) is None:
        return
    used = "used" in state.events and others_higher(table, state, seat)
    yield Upgrade(used=used)
    if player.coal > state.fresh.count("coal"):
        yield Upgrade(coal=True, used=used)


def _greys(table: Table, state: State) -> list[str]:
    return [code for code, colour in colours(table, state).items() if colour == "grey"]


def _tile_colours(state: State) -> list[Colour]:
    return [colour for colour in TILES if tiles_left(state, colour)]


def _tiles(table: Table, state: State, seat: str) -> Iterator[Move]:
    tiles = _tile_colours(state)
    for code in _greys(table, state):
        for colour in tiles:
            yield Urbanize(code, colour)


def _grown(table: Table, state: State) -> list[str]:
    """Return the cities with fewest goods first."""
    cities = sorted(
        all_cities(table, state), key=lambda city: len(place_of(state, city.code).goods)
    )
    return [city.code for city in cities][:MOST_GROWN]


def _cards(table: Table, state: State, seat: str) -> Iterator[Move]:
    yield from dict.fromkeys(_takes(table, state))


def _takes(table: Table, state: State) -> Iterator[Move]:
    for card in dict.fromkeys(state.display):
        name, _, city = card.partition(":")
        if name == "bounty" or card in EVENTS:
            continue
        if card == UNNAMED:
            yield from map(Take, HELD)
        elif name == "hotel":
            if city not in state.hotels:
                yield Take(card)
        elif name in AT_ONCE:
            yield from _at_once(table, state, card)
        else:
            yield Take(card)


def _at_once(table: Table, state: State, card: str) -> Iterator[Move]:
    if card == "growth":
        for code in _grown(table, state):
            yield Take(card, code)
    elif card in ("industry", "boomtown"):
        colours_left = _tile_colours(state)[:1]
        for code in _greys(table, state):
            for colour in colours_left:
                yield Take(card, code, colour)
    elif card != "sutter" or city_of(table, state, MILL_CITY) is not None:
        yield Take(card)


def _free(table: Table, state: State, seat: str) -> Iterator[Move]:
    """Yield what takes no action."""
    player, cash = state.players[seat], state.money[seat]
    if "buyback" in state.events and player.bonds:
        done = player.bought_back
        if done + 1 < len(BUYBACK) and BUYBACK[done + 1] - BUYBACK[done] <= cash:
            yield Buyback(1)
    if options_of(table).repaying == "any" and state.phase == 2 and player.bonds:
        yield Settle(discard=1)
        if cash >= REPAY:
            yield Settle(repay=1)
