"""The rules of play: set-up, what each move does, who acts, how it stands, what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import BANK
from games.engine.referee import Referee
from games.engine.title import Step, Table
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
from games.titles.continental_divide.state import Setup, State
from games.titles.continental_divide.stock import buy, existing, legal_buys, legal_starts, start
from games.titles.continental_divide.track import build, build_attested, legal_lines, may_build
from games.titles.continental_divide.turns import (
    done,
    draft,
    free_cards,
    in_turn,
    pay_dividends,
    pick,
)
from scoring.tables.continental_divide import START_CASH, RailroadScore, Sheet

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
            return start(table, in_turn(table, state, seat, referee), seat, move, referee)
        case Buy():
            return buy(table, in_turn(table, state, seat, referee), seat, move, referee)
        case Build() | BuildAttested():
            return _build(table, in_turn(table, state, seat, referee), seat, move, referee)
        case Done():
            return done(in_turn(table, state, seat, referee))
        case Dividends():
            return pay_dividends(state, referee)
        case Pick():
            return Step(pick(table, state, seat, move.card, referee))
        case Draft():
            return Step(draft(table, state, move, referee))
        case Chart():
            return Step(chart_hexes(table, state, (move,), referee))
        case _:
            assert_never(move)


def _build(
    table: Table, state: State, seat: str, move: Build | BuildAttested, referee: Referee
) -> Step:
    existing(table, state, move.railroad, referee)
    may_build(table, state, seat, move.railroad, referee)
    if isinstance(move, Build):
        return build(table, state, move, referee)
    return build_attested(table, state, move, referee)


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
        yield from legal_buys(state, seat)
        if not state.bought:
            yield from legal_starts(table, state, seat)
