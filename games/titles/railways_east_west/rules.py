"""The rules of play: set-up, what each move does, who acts, how it stands."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west import cards, delivering, improving, money, turns
from games.titles.railways_east_west.building import build
from games.titles.railways_east_west.charting import chart
from games.titles.railways_east_west.cubes import fill
from games.titles.railways_east_west.moves import (
    Barons,
    Buyback,
    ChartBounty,
    ChartCity,
    ChartFigure,
    ChartIncome,
    Deal,
    Deliver,
    Fill,
    Finish,
    Income,
    Increase,
    Link,
    Move,
    Pass,
    PlayEvent,
    Raw,
    Settle,
    Settler,
    Skip,
    Take,
    Transition,
    Upgrade,
    Urbanize,
)
from games.titles.railways_east_west.opening import setup
from games.titles.railways_east_west.state import (
    Player,
    State,
    income_at,
    options_of,
    with_player,
)

__all__ = ["HARD_CODES", "actor", "apply", "end", "perform", "setup", "turn_key"]

HARD_CODES = frozenset(
    {
        "baron_cashed",
        "barons_later",
        "bond_figure",
        "bonds_too_few",
        "bounty_stays",
        "buyback_cash",
        "buyback_most",
        "buyback_none",
        "card_unnamed",
        "cards_shown",
        "change_done",
        "chart_fixed",
        "chart_full",
        "choose_owner",
        "city_name",
        "city_unknown",
        "coal_not_held",
        "deck_short",
        "discard_most",
        "event_not_taken",
        "event_when",
        "finish_later",
        "game_over",
        "grant_not_held",
        "hotel_taken",
        "house_rule",
        "income_paid",
        "income_unknown",
        "increase_off",
        "last_engine",
        "next_engine",
        "no_cube",
        "no_link",
        "no_pieces",
        "no_raw",
        "no_settler",
        "no_skip",
        "no_such_tile",
        "not_now",
        "not_your_turn",
        "nothing_due",
        "players",
        "raw_bonus",
        "raw_in_east_bag",
        "raw_not_first",
        "raw_out",
        "repay_cash",
        "repay_later",
        "repay_most",
        "repay_nothing",
        "second_track",
        "settler_west",
        "setup_cards",
        "setup_east",
        "setup_first",
        "setup_goods",
        "skips",
        "too_many_cubes",
        "tunnel_not_held",
        "two_cities",
        "unknown_city",
        "unknown_seat",
    }
)
"""Refusals no table can overrule: the state could not hold the result."""


def apply(
    table: Table, state: State, seat: str, move: Move, waive: frozenset[str] = frozenset()
) -> Step:
    """Return the step a move makes, or raise `Refusal`; the state given is never changed.

    `waive` holds codes the table has overruled; the state after it remembers those it needed.
    """
    referee = Referee(waive, HARD_CODES)
    if state.stage == "over":
        referee.refuse("game_over", "REW-53", ended=state.ended)
    step = perform(table, state, seat, move, referee)
    on = _carried_on(table, state, step.state, move)
    after: State = on.state
    if referee.overruled:
        after = replace(after, ruled=tuple(sorted({*state.ruled, *referee.overruled})))
    return replace(step, state=after, notes=(*step.notes, *on.notes))


def _carried_on(table: Table, before: State, state: State, move: Move) -> Step:
    """Return the step to what follows a move: the next seat, round or phase, or the end."""
    if _is_over_at_once(table, before, state):
        return Step(turns.ended_at_once(state), (), (Note("leader_ends"),))
    if state.stage == "play" and state.actions <= 0:
        return turns.passed_on(table, state)
    if isinstance(move, Income) and not state.waiting:
        return turns.income_over(table, state)
    if isinstance(move, Transition) and not state.waiting:
        return turns.change_over(table, state)
    return Step(state)


def _is_over_at_once(table: Table, before: State, state: State) -> bool:
    """Say whether the player in first place has just joined the oceans. Rule REW-54, decision A27."""
    options = options_of(table)
    if options.instant == "no" or len(state.ocean) == len(before.ocean):
        return False
    seat = state.ocean[-1]
    scores = {each: player.score for each, player in state.players.items()}
    if options.lead.startswith("before"):
        joined, had = state.players[seat].gains, before.players[seat].gains
        scores[seat] -= joined.get("ocean", 0) - had.get("ocean", 0)
    others = max(score for each, score in scores.items() if each != seat)
    return scores[seat] > others or (scores[seat] == others and options.lead.endswith("shared"))


def perform(table: Table, state: State, seat: str, move: Move, referee: Referee) -> Step:
    """Return the step of a move alone, without passing the turn on, or raise `Refusal`."""
    match move:
        case Deal() | PlayEvent() | Fill() | Finish():
            return _of_table(table, state, move, referee)
        case ChartCity() | ChartIncome() | ChartBounty() | ChartFigure():
            return chart(table, state, move, referee)
        case Income():
            _in_stage(state, "income", seat, referee)
            return money.pay_income(table, state, seat, move, referee)
        case Transition():
            _in_stage(state, "change", seat, referee)
            return money.transition(table, state, seat, move, referee)
        case Barons():
            return turns.told_barons(table, state, seat, move, referee)
        case Increase():
            _in_stage(state, "play", seat, referee)
            return cards.increase(table, state, seat, move, referee)
        case Skip():
            return _skip(state, seat, referee)
        case _:
            turns.in_turn(table, state, seat, referee)
            return _own_move(table, state, seat, move, referee)


def _of_table(
    table: Table, state: State, move: Deal | PlayEvent | Fill | Finish, referee: Referee
) -> Step:
    match move:
        case Deal():
            return cards.deal(table, state, move, referee)
        case PlayEvent():
            return cards.play_event(table, state, move, referee)
        case Fill():
            return fill(table, state, move, referee)
        case Finish():
            return turns.finished(state, referee)
        case _:
            assert_never(move)


def _in_stage(state: State, stage: str, seat: str, referee: Referee) -> None:
    if state.stage != stage:
        told = turns.STAGES[state.stage]
        referee.refuse("not_now", "RB-01", seat=seat or "table", stage=told, round=state.round)


Action = Link | Upgrade | Deliver | Settler | Raw | Urbanize | Take
Own = Action | Pass | Buyback | Settle


def _own_move(table: Table, state: State, seat: str, move: Own, referee: Referee) -> Step:
    match move:
        case Buyback():
            return money.buy_back(table, state, seat, move, referee)
        case Settle():
            return money.settle(table, state, seat, move, referee)
        case Pass():
            return Step(replace(state, actions=state.actions - 1))
        case _:
            return _action(table, state, seat, move, referee)


def _action(table: Table, state: State, seat: str, move: Action, referee: Referee) -> Step:
    match move:
        case Link():
            return build(table, state, seat, move, referee)
        case Upgrade():
            return improving.upgrade(table, state, seat, move, referee)
        case Deliver():
            return delivering.deliver(table, state, seat, move, referee)
        case Settler():
            return delivering.settle_west(table, state, seat, move, referee)
        case Raw():
            return delivering.deliver_raw(table, state, seat, move, referee)
        case Urbanize():
            return improving.urbanize(table, state, seat, move, referee)
        case Take():
            return cards.take(table, state, seat, move, referee)
        case _:
            assert_never(move)


def _skip(state: State, seat: str, referee: Referee) -> Step:
    """Return the step that skips a turn; in play this happens by itself. Rule REW-14."""
    player: Player | None = state.players.get(seat)
    if player is None or not player.skip or seat != state.active or state.stage != "play":
        referee.refuse("no_skip", "REW-14", seat=seat or "nobody", turn=state.turn)
        return Step(state)
    return Step(with_player(replace(state, actions=0), seat, replace(player, skip=False)))


def actor(table: Table, state: State) -> str | None:
    """Return the seat expected to act, "" for the table, None after the end. Rules RB-01 and RB-27."""
    if state.stage == "over":
        return None
    if state.stage == "play":
        return state.active
    if state.stage == "change":
        return state.waiting[:1]
    if state.stage == "income":
        return next((seat for seat in state.waiting if _income_unknown(table, state, seat)), "")
    return ""


def _income_unknown(table: Table, state: State, seat: str) -> bool:
    return income_at(table, state, state.players[seat].score) is None


def turn_key(table: Table, state: State) -> str:
    """Return what stays the same within one seat's turn."""
    return f"{state.round}/{state.turn}/{state.stage}/{actor(table, state) or ''}"


def end(table: Table, state: State) -> str | None:
    """Return by what the game ended: "second_line" or "leader". Rules REW-52 and REW-54."""
    return (state.ended or "second_line") if state.stage == "over" else None
