"""The rules of play: set-up, whose turn it is, upgrades, claims, the end. The acts are beside it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Step, Table
from games.titles.empire_builder import cards, charting, loads, running, track, trading, winning
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import (
    Build,
    BuildAttested,
    BuyTrack,
    ChartCity,
    ChartGood,
    ChartMilepost,
    ChartSection,
    Claim,
    Deliver,
    Draw,
    Drop,
    EndTurn,
    Event,
    EventOver,
    Go,
    GoAttested,
    Load,
    Lose,
    Move,
    NewHand,
    Place,
    SwapTrack,
    Upgrade,
)
from games.titles.empire_builder.state import (
    HAND,
    NEXT_TYPE,
    TURN_SPEND,
    Setup,
    State,
    Stats,
    Train,
    Turn,
    is_opening,
    next_seat,
    opening_rounds,
    start_cash,
    train_key,
    train_numbers,
)
from scoring.tables.empire_builder import PLAYERS, winners

HARD_CODES = frozenset(
    {
        "card_held",
        "chart_fixed",
        "chart_full",
        "claim_cash",
        "claim_cities",
        "claim_off",
        "counters_in_use",
        "deck_empty",
        "deck_out",
        "fee_short",
        "game_over",
        "grey_area",
        "hands",
        "misprint",
        "no_city_to_deliver",
        "no_city_to_drop",
        "no_city_to_load",
        "no_counter",
        "no_credit",
        "no_draw",
        "no_section",
        "no_such_card",
        "no_such_train",
        "no_track",
        "no_whereabouts",
        "not_a_city",
        "not_carried",
        "not_demanded",
        "not_in_force",
        "not_neighbours",
        "not_placed",
        "not_theirs",
        "off_map",
        "own_track",
        "players",
        "section_taken",
        "setup_first",
        "three_demands",
        "unknown_area",
        "unknown_card",
        "unknown_city",
        "unknown_good",
        "unknown_river",
        "unknown_seat",
    }
)
"""Refusals no table can overrule: the state could not hold the result."""


def setup(table: Table, dealt: Setup) -> State:
    """Return the state before the first turn, or raise `IllegalMove`. Rules EB-22, EB-25 to EB-29.

    Hands that were not told are entered card by card before each seat's first turn.
    """
    low, high = PLAYERS
    if not low <= len(table.seats) <= high:
        raise IllegalMove("players", "EB-03", players=len(table.seats))
    first = dealt.first or table.seats[:1]
    if first not in tuple(table.seats):
        raise IllegalMove("setup_first", "EB-26", first=first, seats=table.seats)
    state = opening_state(table, first)
    for seat, numbers in _hands(table, dealt.hands).items():
        for number in numbers:
            referee = Referee(frozenset(), HARD_CODES)
            state = cards.draw(table, state, seat, Draw(number), referee).state
    return state


def opening_state(table: Table, first: str) -> State:
    """Return the state before the first turn, no hand dealt. Rules EB-22, EB-25 and EB-69."""
    money = {seat: start_cash(table) for seat in table.seats}
    return State(
        round=1,
        active=first,
        first=first,
        money={BANK: -sum(money.values())} | money,
        trains={
            train_key(seat, number): Train("freight" if number == 1 else "fast")
            for seat in table.seats
            for number in train_numbers(table)
        },
        hands=dict.fromkeys(table.seats, ()),
        supply={good: count for good, count in table.board.goods.items() if count},
        deal=dict.fromkeys(table.seats, HAND),
        stats={seat: Stats() for seat in table.seats},
    )


def _hands(table: Table, text: str) -> dict[str, list[int]]:
    """Read `A 12,45,99; B 3,4,5`, or raise `IllegalMove`. Rule EB-27."""
    found: dict[str, list[int]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        seat, rest = part[:1], part[1:].replace(",", " ").split()
        if seat not in table.seats or seat in found or len(rest) > HAND:
            raise IllegalMove("hands", "EB-27", text=part[:40])
        if not all(word.isdecimal() and len(word) <= 4 for word in rest):
            raise IllegalMove("hands", "EB-27", text=part[:40])
        found[seat] = [int(word) for word in rest]
    return found


def apply(
    table: Table, state: State, seat: str, move: Move, waive: frozenset[str] = frozenset()
) -> Step:
    """Return the step a move makes, or raise `Refusal`; the state given is never changed.

    `waive` holds codes the table has overruled; the state after it remembers those it needed.
    Rules EB-08 to EB-70.
    """
    referee = Referee(waive, HARD_CODES)
    if state.phase == "over":
        referee.refuse("game_over", "EB-61")
    step = _apply(table, state, seat, move, referee)
    if not referee.overruled:
        return step
    ruled = tuple(sorted({*state.ruled, *referee.overruled}))
    return replace(step, state=replace(step.state, ruled=ruled))


def _apply(table: Table, state: State, seat: str, move: Move, referee: Referee) -> Step:
    """Judge what may be entered at any time; everything else belongs to the seat's turn."""
    match move:
        case Draw():
            return cards.draw(table, state, seat, move, referee)
        case Event():
            return cards.event(table, state, seat, move, referee)
        case EventOver():
            return cards.event_over(table, state, move, referee)
        case Lose():
            _check_seat(table, seat, referee)
            return loads.lose(table, state, seat, move, referee)
        case Claim():
            _check_seat(table, seat, referee)
            return winning.claim(table, state, seat, referee)
        case ChartMilepost() | ChartSection() | ChartCity() | ChartGood():
            return charting.chart(table, state, move, referee)
        case BuyTrack() | SwapTrack():
            return _trade(table, state, seat, move, referee)
        case _:
            return _in_turn(table, _turn_of(table, state, seat, referee), seat, move, referee)


TurnMove = (
    Place
    | Go
    | GoAttested
    | Load
    | Drop
    | Deliver
    | Build
    | BuildAttested
    | Upgrade
    | NewHand
    | EndTurn
)


def _in_turn(table: Table, state: State, seat: str, move: TurnMove, referee: Referee) -> Step:
    match move:
        case Place() | Go() | GoAttested():
            return _run(table, state, seat, move, referee)
        case Load() | Drop() | Deliver():
            return _handle(table, state, seat, move, referee)
        case Build() | BuildAttested():
            _may_spend(state, seat, "build", referee)
            if isinstance(move, Build):
                return track.build(table, state, seat, move, referee)
            return track.build_attested(table, state, seat, move, referee)
        case Upgrade():
            return _upgrade(table, state, seat, move, referee)
        case NewHand():
            _check_opening_act(table, state, referee)
            return cards.new_hand(table, state, seat, referee)
        case EndTurn():
            return _end_turn(table, state, seat, referee)
        case _:
            assert_never(move)


def _run(
    table: Table, state: State, seat: str, move: Place | Go | GoAttested, referee: Referee
) -> Step:
    match move:
        case Place():
            return running.place(table, state, seat, move, referee)
        case Go():
            return running.go(table, state, seat, move, referee)
        case GoAttested():
            return running.go_attested(table, state, seat, move, referee)


def _handle(
    table: Table, state: State, seat: str, move: Load | Drop | Deliver, referee: Referee
) -> Step:
    match move:
        case Load():
            return loads.load(table, state, seat, move, referee)
        case Drop():
            return loads.drop(table, state, seat, move, referee)
        case Deliver():
            return loads.deliver(table, state, seat, move, referee)


# Turns


def _check_seat(table: Table, seat: str, referee: Referee) -> None:
    if seat not in tuple(table.seats):
        referee.refuse("unknown_seat", "EB-30", seat=seat, seats=table.seats)


def _turn_of(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Return the state with the seat's turn on, cards drawn and losses taken. Rules EB-17, EB-30, EB-59."""
    _check_seat(table, seat, referee)
    if seat != state.active:
        referee.refuse("wrong_seat", "EB-30", seat=seat, active=state.active)
        state = replace(state, active=seat, turn=Turn())
    due = cards.due(state, seat)
    if due:
        referee.refuse("draw_due", "EB-27" if state.deal.get(seat) else "EB-59", seat=seat, due=due)
    owing = next((key for key in state.owed if key[0] == seat), "")
    if owing:
        referee.refuse("loss_due", "EB-17", seat=seat, loads=state.owed[owing].loads)
    return state


def _trade(
    table: Table, state: State, seat: str, move: BuyTrack | SwapTrack, referee: Referee
) -> Step:
    """Judge a trade; out of turn it breaks the rule of trading, not that of turns. Digest 4.1."""
    _check_seat(table, seat, referee)
    if seat == state.active:
        state = _turn_of(table, state, seat, referee)
        if state.turn.new_hand:
            referee.refuse("hand_replaces", "EB-32", seat=seat)
    if isinstance(move, BuyTrack):
        return trading.buy_track(table, state, seat, move, referee)
    return trading.swap_track(table, state, seat, move, referee)


def _may_spend(state: State, seat: str, act: str, referee: Referee) -> None:
    """Refuse to build or upgrade where the turn so far rules it out. Rules EB-31, EB-32, EB-65, EB-66."""
    if state.turn.new_hand:
        referee.refuse("hand_replaces", "EB-32", seat=seat)
    if state.turn.traded:
        referee.refuse("trade_or_build", "EB-65", seat=seat)
    if seat in state.barred:
        referee.refuse("swap_barred", "EB-66", seat=seat)
    if state.turn.upgraded or (state.turn.built and act == "upgrade"):
        referee.refuse("build_or_upgrade", "EB-31", seat=seat)


def _check_opening_act(table: Table, state: State, referee: Referee) -> None:
    """Refuse an upgrade or new hand in an opening turn, where the table says so. Decision A4."""
    options: Options = table.options
    if options.opening_acts == "refused" and is_opening(table, state):
        referee.refuse("opening_turn", "EB-33", turn=state.round, of=opening_rounds(table))


def _upgrade(table: Table, state: State, seat: str, move: Upgrade, referee: Referee) -> Step:
    """Pay for the next better train. Rule EB-23, decisions A4 and A37."""
    _check_opening_act(table, state, referee)
    _may_spend(state, seat, "upgrade", referee)
    train = running.train_of(table, state, seat, move.train, placed=False)
    if NEXT_TYPE.get(train.type) != move.to:
        referee.refuse("upgrade_order", "EB-23", type=train.type, to=move.to)
    cash = state.money[seat]
    if cash < TURN_SPEND:
        referee.refuse("no_credit", "EB-43", seat=seat, cost=TURN_SPEND, cash=cash)
    postings = (Posting(seat, BANK, TURN_SPEND, "upgrade"),)
    after = running.with_train(state, seat, move.train, replace(train, type=move.to))
    turn = replace(state.turn, upgraded=True)
    return Step(replace(after, money=post(state.money, postings), turn=turn), postings)


def _end_turn(table: Table, state: State, seat: str, referee: Referee) -> Step:
    """Pass the turn on; events, debts, and games that end with a turn. Rules EB-09, EB-30, EB-67."""
    if state.turn.debts:
        referee.refuse(
            "fee_unpaid",
            "EB-58",
            seat=seat,
            owners=tuple(state.turn.debts),
            cash=state.money[seat],
        )
    after, notes = cards.expire(state, seat)
    after = replace(
        after,
        turn=Turn(),
        trains={
            key: replace(train, used=0, slow_at=None) if key[0] == seat else train
            for key, train in state.trains.items()
        },
        barred=after.barred.replace(seat, ""),
    )
    if state.last_card:
        return Step(replace(after, phase="over", ended="sudden_death"), notes=notes)
    following = next_seat(table, seat)
    if following != state.first:
        return Step(replace(after, active=following), notes=notes)
    return Step(_next_round(table, replace(after, active=following)), notes=notes)


def _next_round(table: Table, state: State) -> State:
    """Begin a new round, unless a claim waited for the end of this one. Decision A29."""
    if state.claimed and winners(winning.sheet(table, state)):
        return replace(state, phase="over", ended=winning.won_by(table))
    return replace(state, round=state.round + 1, claimed="")


# How it stands


def actor(table: Table, state: State) -> str | None:
    """Return the seat expected to act, None after the end. Rule EB-30."""
    return None if state.phase == "over" else state.active


def turn_key(table: Table, state: State) -> str:
    """Return what stays the same within one seat's turn."""
    return f"{state.round}/{state.active}"


def end(table: Table, state: State) -> str | None:
    """Return how the game ended, or None. Rules EB-61, EB-63 and EB-67."""
    return state.ended if state.phase == "over" else None
