"""The rules of play: set-up, stock, dividends, order cards, and who acts. Track is in `track`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from games.engine.errors import Fact, IllegalMove
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.continental_divide.board import CITY_OF
from games.titles.continental_divide.charting import chart_hexes
from games.titles.continental_divide.moves import (
    Build,
    BuildAttested,
    Buy,
    Chart,
    Dividends,
    Done,
    Draft,
    Move,
    Pick,
    Start,
)
from games.titles.continental_divide.state import (
    FEWEST_SHARES,
    LEAST_VALUE,
    MOST_RAILROADS,
    MOST_SHARES,
    MOST_VALUE,
    TURNS,
    Phase,
    Railroad,
    Setup,
    State,
    hex_at,
    known_hexes,
    locate,
    start_name,
)
from games.titles.continental_divide.track import build, build_attested, legal_lines, may_build
from scoring.tables.continental_divide import START_CASH, RailroadScore, Sheet, remainder

HARD_CODES = frozenset(
    {
        "already_picked",
        "already_started",
        "card_not_in_use",
        "card_taken",
        "cash_short",
        "chart_fixed",
        "chart_full",
        "cubes_short",
        "game_over",
        "issue_range",
        "dividends_due",
        "mark_elsewhere",
        "mark_fixed",
        "misprint",
        "no_cube",
        "no_hexes",
        "not_enough_unsold",
        "not_started",
        "off_map",
        "order_due",
        "own_cube",
        "players",
        "second_port",
        "setup_order",
        "treasury_below_total",
        "treasury_short",
        "turns_left",
        "uncharted",
        "unknown_railroad",
        "unknown_seat",
        "value_above_cash",
    }
)
"""Refusals no table can overrule: the state could not hold the result."""


def setup(table: Table, dealt: Setup) -> State:
    """Return the state before the first turn, or raise `IllegalMove`. Rules CD-01 and CD-03 to CD-06."""
    count = len(table.seats)
    if count not in START_CASH:
        raise IllegalMove("players", "CD-01", players=count)
    if sorted(dealt.order) != sorted(table.seats):
        raise IllegalMove("setup_order", "CD-06", order=dealt.order, seats=table.seats)
    money = dict.fromkeys(table.seats, START_CASH[count])
    return State(
        turn=1,
        phase="play",
        order=dealt.order,
        queue=dealt.order,
        money={BANK: -sum(money.values())} | money,
    )


def apply(
    table: Table, state: State, seat: str, move: Move, waive: frozenset[str] = frozenset()
) -> Step:
    """Return the step a move makes, or raise `IllegalMove`; the state given is never changed.

    `waive` holds codes the table has overruled; the state after it remembers those it needed.
    Rules CD-07 to CD-53: Sequence of Play.
    """
    referee = Referee(waive, HARD_CODES)
    if state.phase == "over":
        referee.refuse("game_over", "CD-49", turn=state.turn)
    step = _apply(table, state, seat, move, referee)
    if not referee.overruled:
        return step
    ruled = tuple(sorted({*state.ruled, *referee.overruled}))
    return replace(step, state=replace(step.state, ruled=ruled))


def _apply(table: Table, state: State, seat: str, move: Move, referee: Referee) -> Step:
    match move:
        case Start():
            return _start(table, _in_turn(table, state, seat, referee), seat, move, referee)
        case Buy():
            return _buy(table, _in_turn(table, state, seat, referee), seat, move, referee)
        case Build() | BuildAttested():
            return _build(table, _in_turn(table, state, seat, referee), seat, move, referee)
        case Done():
            return _done(_in_turn(table, state, seat, referee))
        case Dividends():
            return _dividends(state, referee)
        case Pick():
            return Step(_pick(table, state, seat, move.card, referee))
        case Draft():
            return Step(_draft(table, state, move, referee))
        case Chart():
            return Step(chart_hexes(table, state, (move,), referee))
        case _:
            assert_never(move)


# Turns


def _expect(state: State, phase: Phase, referee: Referee) -> None:
    if state.phase == phase:
        return
    if state.phase == "play":
        referee.refuse("turns_left", "CD-08", active=state.queue[0], queue=tuple(state.queue))
    if state.phase == "dividends":
        referee.refuse("dividends_due", "CD-08", turn=state.turn)
    referee.refuse("order_due", "CD-08", picker=state.picker, turn=state.turn)


def _in_turn(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Return the state with the seat's turn on; one ruled out of order goes before the others.

    Rule CD-07: Sequence of Play.
    """
    _expect(state, "play", referee)
    if seat not in table.seats or not seat:
        referee.refuse("unknown_seat", "CD-07", seat=seat, seats=table.seats)
    active = state.queue[0]
    if seat == active:
        return state
    card = state.order.index(active) + 1
    referee.refuse("wrong_seat", "CD-07", seat=seat, active=active, card=card)
    return replace(
        state, queue=seat + state.queue.replace(seat, ""), opened="", bought="", lines=()
    )


def _done(state: State) -> Step:
    """End a turn; when all have acted, dividends are due. Rules CD-07 and CD-08."""
    queue = state.queue[1:]
    phase: Phase = "play" if queue else "dividends"
    return Step(replace(state, phase=phase, queue=queue, opened="", bought="", lines=()))


def _known(table: Table, key: str, referee: Referee) -> None:
    if key not in table.board.railroads:
        referee.refuse("unknown_railroad", "CD-02", railroad=key, railroads=table.board.railroads)


def _existing(table: Table, state: State, key: str, referee: Referee) -> Railroad:
    _known(table, key, referee)
    if key not in state.railroads:
        referee.refuse("not_started", "CD-10", railroad=key)
    return state.railroads[key]


# Stock


def _may_buy(state: State, seat: str, key: str, kind: str, referee: Referee) -> None:
    """Refuse a purchase that the seat's turn so far rules out. Rules CD-07, CD-09 and CD-14."""
    if state.lines:
        referee.refuse("stock_after_track", "CD-07", seat=seat, railroad=state.lines[-1])
    if kind == "buy" and key == state.opened:
        referee.refuse("second_share", "CD-14", seat=seat, railroad=key)
    elif state.opened or state.bought not in ("", key):
        referee.refuse("second_railroad", "CD-09", seat=seat, railroad=state.opened or state.bought)


def _start(table: Table, state: State, seat: str, move: Start, referee: Referee) -> Step:
    """Start a railroad with its first share. Rules CD-11 to CD-19, decisions A7 and A9."""
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


def _buy(table: Table, state: State, seat: str, move: Buy, referee: Referee) -> Step:
    """Buy shares of an existing railroad. Rules CD-20 to CD-23, decisions A6 and A8."""
    key, cash = move.railroad, state.money[seat]
    _known(table, key, referee)
    _may_buy(state, seat, key, "buy", referee)
    railroad = _existing(table, state, key, referee)
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


# Track


def _build(
    table: Table, state: State, seat: str, move: Build | BuildAttested, referee: Referee
) -> Step:
    _existing(table, state, move.railroad, referee)
    may_build(table, state, seat, move.railroad, referee)
    if isinstance(move, Build):
        return build(table, state, move, referee)
    return build_attested(table, state, move, referee)


# Between the turns


def _dividends(state: State, referee: Referee) -> Step:
    """Pay every dividend, then end the game or open the choice of order cards. Rules CD-44 to CD-50."""
    _expect(state, "dividends", referee)
    postings: list[Posting] = []
    notes: list[Note] = []
    for key, railroad in state.railroads.items():
        each = railroad.dividend
        kept = remainder(railroad.income, railroad.issued, railroad.sold)
        paid = [
            Posting(BANK, seat, each * count, f"dividend:{key}")
            for seat, count in railroad.held.items()
        ]
        paid.append(Posting(BANK, key, kept, "remainder"))
        postings += [posting for posting in paid if posting.amount]
        facts: dict[str, Fact] = {"railroad": key, "income": railroad.income}
        notes.append(
            Note("dividend_paid", facts | {"issued": railroad.issued, "each": each, "kept": kept})
        )
    money = post(state.money, postings)
    if state.turn == TURNS:
        after = replace(state, money=money, phase="over")
    else:
        after = replace(state, money=money, phase="order", turn=state.turn + 1)
    return Step(after, tuple(postings), tuple(notes))


def _pick(table: Table, state: State, seat: str, card: int, referee: Referee) -> State:
    """Take an order card; the last one falls to who went first. Rules CD-05, CD-51 to CD-53."""
    _expect(state, "order", referee)
    if seat not in table.seats or not seat:
        referee.refuse("unknown_seat", "CD-07", seat=seat, seats=table.seats)
    if seat in state.picks:
        referee.refuse("already_picked", "CD-53", seat=seat, card=state.picks[seat])
    if not 1 <= card <= len(state.order):
        referee.refuse("card_not_in_use", "CD-05", card=card, cards=len(state.order))
    if seat != state.picker:
        current = state.order.index(state.picker) + 1
        referee.refuse("not_your_pick", "CD-53", seat=seat, picker=state.picker, current=current)
    for holder, taken in state.picks.items():
        if taken == card:
            free = tuple(str(left) for left in free_cards(state))
            referee.refuse("card_taken", "CD-53", card=card, holder=holder, free=free)
    picks = {**state.picks, seat: card}
    if len(picks) < len(state.order) - 1:
        return replace(state, picks=picks)
    cards = {taken: holder for holder, taken in picks.items()}
    last = next(holder for holder in state.order if holder not in picks)
    order = "".join(cards.get(number, last) for number in range(1, len(state.order) + 1))
    return replace(state, phase="play", order=order, queue=order, picks={})


def _draft(table: Table, state: State, move: Draft, referee: Referee) -> State:
    """Take the order cards of several seats; a last card that is entered must be the one left."""
    _expect(state, "order", referee)
    for seat, card in move.picks:
        if state.phase == "order":
            state = _pick(table, state, seat, card, referee)
        elif not 1 <= card <= len(state.order):
            referee.refuse("card_not_in_use", "CD-05", card=card, cards=len(state.order))
        elif state.order[card - 1] != seat:
            left = state.order.find(seat) + 1
            referee.refuse(
                "card_taken", "CD-53", card=card, holder=state.order[card - 1], free=(str(left),)
            )
    return state


def free_cards(state: State) -> tuple[int, ...]:
    """Return the cards of the other deck that nobody has taken. Rules CD-05 and CD-53."""
    taken = set(state.picks.values())
    return tuple(card for card in range(1, len(state.order) + 1) if card not in taken)


# What may be done, by whom, and how it stands


def actor(table: Table, state: State) -> str | None:
    """Return the seat expected to act, "" for an act of the table, None after the end. Rule CD-07."""
    if state.phase == "over":
        return None
    if state.phase == "dividends":
        return ""
    return state.queue[0] if state.phase == "play" else state.picker


def turn_key(table: Table, state: State) -> str:
    """Return what stays the same within one seat's turn or choice of card."""
    return f"{state.turn}/{state.phase}/{actor(table, state) or ''}"


def end(table: Table, state: State) -> str | None:
    """Return "turn_8" once turn 8 and its dividends are over. Rule CD-49."""
    return "turn_8" if state.phase == "over" else None


def sheet(table: Table, state: State) -> Sheet:
    """Return the score sheet as if the game ended now. Rules CD-54 to CD-57."""
    return Sheet(
        {
            key: RailroadScore(
                railroad.central,
                railroad.western,
                railroad.divide,
                railroad.port,
                railroad.unsold,
            )
            for key, railroad in state.railroads.items()
        },
        {
            seat: {
                key: railroad.held[seat]
                for key, railroad in state.railroads.items()
                if seat in railroad.held
            }
            for seat in table.seats
        },
    )


def legal_moves(table: Table, state: State) -> Iterator[tuple[str, Move]]:
    """Yield (seat, move) in a stable order; shares at their least price, every value for a start.

    What the table reads off its own map is not listed: charting, attested lines, uncharted hexes.
    """
    seat = actor(table, state)
    if state.phase == "play" and seat:
        for move in _turn_moves(table, state, seat):
            yield seat, move
    elif state.phase == "dividends":
        yield "", Dividends()
    elif state.phase == "order" and seat:
        for card in free_cards(state):
            yield seat, Pick(card)


def _turn_moves(table: Table, state: State, seat: str) -> Iterator[Move]:
    yield Done()
    yield from legal_lines(table, state, seat)
    if not state.lines and not state.opened:
        yield from _legal_buys(state, seat)
        if not state.bought:
            yield from _legal_starts(table, state, seat)


def _legal_buys(state: State, seat: str) -> Iterator[Buy]:
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


def _legal_starts(table: Table, state: State, seat: str) -> Iterator[Start]:
    places, values = open_starts(table, state), open_values(state, seat)
    for key in table.board.railroads:
        if key not in state.railroads:
            for place in places:
                for issued in range(FEWEST_SHARES, MOST_SHARES + 1):
                    for value in values:
                        yield Start(key, place, issued, value)
