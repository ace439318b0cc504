"""Stock: starting a railroad, buying shares, and what may be started or bought."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.engine.ledger import Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.continental_divide.board import CITY_OF
from games.titles.continental_divide.charting import chart_hexes
from games.titles.continental_divide.moves import Buy, Start
from games.titles.continental_divide.state import (
    FEWEST_SHARES,
    LEAST_VALUE,
    MOST_RAILROADS,
    MOST_SHARES,
    MOST_VALUE,
    Railroad,
    State,
    hex_at,
    known_hexes,
    locate,
    start_name,
)


def _known(table: Table, key: str, referee: Referee) -> None:
    if key not in table.board.railroads:
        referee.refuse("unknown_railroad", "CD-02", railroad=key, railroads=table.board.railroads)


def existing(table: Table, state: State, key: str, referee: Referee) -> Railroad:
    """Return a started railroad, or raise `IllegalMove`. Rule CD-10."""
    _known(table, key, referee)
    if key not in state.railroads:
        referee.refuse("not_started", "CD-10", railroad=key)
    return state.railroads[key]


def _may_buy(state: State, seat: str, key: str, kind: str, referee: Referee) -> None:
    """Refuse a purchase that the seat's turn so far rules out. Rules CD-07, CD-09 and CD-14."""
    if state.lines:
        referee.refuse("stock_after_track", "CD-07", seat=seat, railroad=state.lines[-1])
    if kind == "buy" and key == state.opened:
        referee.refuse("second_share", "CD-14", seat=seat, railroad=key)
    elif state.opened or state.bought not in ("", key):
        referee.refuse("second_railroad", "CD-09", seat=seat, railroad=state.opened or state.bought)


def start(table: Table, state: State, seat: str, move: Start, referee: Referee) -> Step:
    """Start a railroad with its first share, or raise `IllegalMove`. Rules CD-11 to CD-19, decisions A7 and A9."""
    key = move.railroad
    _known(table, key, referee)
    _may_buy(state, seat, key, "start", referee)
    if key in state.railroads:
        referee.refuse("already_started", "CD-10", railroad=key, unsold=state.railroads[key].unsold)
    state = chart_hexes(table, state, move.charted, referee)
    place = _start_place(table, state, move.at, referee)
    if not FEWEST_SHARES <= move.issued <= MOST_SHARES:
        referee.refuse("issue_range", "CD-13", issued=move.issued)
    _check_value(state, seat, move.value, referee)
    postings = (Posting(seat, key, move.value, "first_share"),)
    railroad = Railroad(place, move.issued, move.value, {seat: 1})
    after = replace(
        state,
        money=post(state.money, postings),
        railroads={**state.railroads, key: railroad},
        opened=key,
    )
    unchecked = () if hex_at(table, state, place) else (Note("unchecked_start", {"hex": place}),)
    return Step(after, postings, unchecked=unchecked)


def _start_place(table: Table, state: State, at: str, referee: Referee) -> str:
    """Return the start hex, or refuse it. Rules CD-11 and CD-31 (decision A9)."""
    place = locate(table, state, at)
    if hex_at(table, state, place) is None:
        if place not in CITY_OF and table.board.complete:
            referee.refuse("off_map", "CD-30", hex=place)
        if place not in CITY_OF or table.options.attested == "refused":
            referee.refuse("uncharted", "CD-29", hexes=(place,))
    if not start_name(table, state, place):
        referee.refuse("not_start_hex", "CD-11", hex=place)
    others = tuple(key for key, railroad in state.railroads.items() if railroad.has(place))
    if len(others) >= MOST_RAILROADS:
        referee.refuse("hex_full", "CD-31", hex=place, railroads=others, before=0)
    return place


def _check_value(state: State, seat: str, value: int, referee: Referee) -> None:
    """Refuse a stock value out of range, above the cash, or taken. Rules CD-16 and CD-17."""
    if not LEAST_VALUE <= value <= MOST_VALUE:
        referee.refuse("value_range", "CD-16", value=value)
    if state.money[seat] < value:
        referee.refuse("value_above_cash", "CD-16", seat=seat, cash=state.money[seat], value=value)
    for other, railroad in state.railroads.items():
        if railroad.value == value:
            referee.refuse("value_taken", "CD-17", value=value, holder=other)


def buy(table: Table, state: State, seat: str, move: Buy, referee: Referee) -> Step:
    """Buy shares of an existing railroad, or raise `IllegalMove`. Rules CD-20 to CD-23, decisions A6 and A8."""
    key, cash = move.railroad, state.money[seat]
    _known(table, key, referee)
    _may_buy(state, seat, key, "buy", referee)
    railroad = existing(table, state, key, referee)
    if not 1 <= move.shares <= railroad.unsold:
        referee.refuse(
            "not_enough_unsold",
            "CD-20",
            railroad=key,
            unsold=railroad.unsold,
            shares=move.shares,
        )
    if cash < move.pay:
        referee.refuse("cash_short", "CD-21", seat=seat, cash=cash, pay=move.pay)
    if move.pay < move.shares * railroad.price:
        referee.refuse(
            "below_minimum",
            "CD-22",
            railroad=key,
            price=railroad.price,
            value=railroad.value,
            dividend=railroad.dividend,
            shares=move.shares,
            least=move.shares * railroad.price,
            pay=move.pay,
        )
    postings = (Posting(seat, key, move.pay, "shares"),)
    held = {**railroad.held, seat: railroad.held.get(seat, 0) + move.shares}
    after = replace(
        state,
        money=post(state.money, postings),
        railroads={**state.railroads, key: replace(railroad, held=held)},
        bought=key,
    )
    return Step(after, postings)


def legal_buys(state: State, seat: str) -> Iterator[Buy]:
    """Yield every purchase at its least price. Rules CD-20 to CD-22."""
    for key, railroad in state.railroads.items():
        if state.bought in ("", key):
            most = min(railroad.unsold, state.money[seat] // railroad.price)
            for shares in range(1, most + 1):
                yield Buy(key, shares, shares * railroad.price)


def open_starts(table: Table, state: State) -> tuple[str, ...]:
    """Return the start hexes that a railroad may start in. Rules CD-11 and CD-31."""
    places: dict[str, str] = {
        data.start: data.place for data in known_hexes(table, state) if data.start
    }
    names = CITY_OF if table.options.attested == "allowed" else sorted(places)
    crowd = [railroad.at for railroad in state.railroads.values()]
    crowd += [place for railroad in state.railroads.values() for place in railroad.track]
    wanted = [places.get(name, name) for name in names]
    return tuple(place for place in wanted if crowd.count(place) < MOST_RAILROADS)


def open_values(state: State, seat: str) -> tuple[int, ...]:
    """Return the stock values a seat may set. Rules CD-16 and CD-17."""
    taken = {railroad.value for railroad in state.railroads.values()}
    most = min(MOST_VALUE, state.money[seat])
    return tuple(value for value in range(LEAST_VALUE, most + 1) if value not in taken)


def legal_starts(table: Table, state: State, seat: str) -> Iterator[Start]:
    """Yield every start: railroad, hex, shares, value. Rules CD-11 to CD-17."""
    places, values = open_starts(table, state), open_values(state, seat)
    for key in table.board.railroads:
        if key not in state.railroads:
            for place in places:
                for issued in range(FEWEST_SHARES, MOST_SHARES + 1):
                    for value in values:
                        yield Start(key, place, issued, value)
