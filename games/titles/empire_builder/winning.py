"""Winning: claims, and the score sheet as if the game ended now."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.state import State, Stats, Turn
from scoring.tables.empire_builder import SeatScore, Sheet


def won_by(table: Table) -> str:
    """Return which end condition a claim meets. Rules EB-61 and EB-63."""
    return "network" if table.options.mode == "eb" else "cash"


def claim(table: Table, state: State, seat: str, referee: Referee) -> Step:
    """Claim the win. Rules EB-61 and EB-63, decisions A28, A29 and A33."""
    options: Options = table.options
    board = table.board
    if options.mode == "sudden" and options.sudden_goal == "no":
        referee.refuse("claim_off", "EB-67")
    if options.claims == "own_turn" and seat != state.active:
        referee.refuse("claim_turn", "EB-61", seat=seat, active=state.active)
        state = replace(state, active=seat, turn=Turn())
    if state.money[seat] < board.goal:
        referee.refuse("claim_cash", "EB-61", seat=seat, cash=state.money[seat], goal=board.goal)
    joined = joined_majors(table, state, seat) if options.mode == "eb" else ()
    if options.mode == "eb" and len(joined) < board.majors:
        referee.refuse(
            "claim_cities",
            "EB-63",
            seat=seat,
            count=len(joined),
            joined=joined,
            needed=board.majors,
        )
    if options.equal_turns == "yes":
        if state.claimed:
            referee.refuse("claimed_already", "EB-61", seat=state.claimed)
        note = Note("claim_waits", {"seat": seat, "last": table.seats[_last(table, state)]})
        return Step(replace(state, claimed=seat), notes=(note,))
    return Step(replace(state, phase="over", ended=won_by(table)))


def _last(table: Table, state: State) -> int:
    """Return which seat plays last in a round."""
    return (table.seats.index(state.first) - 1) % len(table.seats)


def may_claim(table: Table, state: State, seat: str) -> bool:
    """Say whether a claim of the win would hold now. Rules EB-61 and EB-63."""
    if state.money.get(seat, 0) < table.board.goal:
        return False
    try:
        claim(table, state, seat, Referee(frozenset(), frozenset()))
    except IllegalMove:
        return False
    return True


def sheet(table: Table, state: State) -> Sheet:
    """Return the score sheet as if the game ended now. Rules EB-61 to EB-63 and EB-67."""
    options: Options = table.options
    mode = options.mode
    richest = max(state.money[seat] for seat in table.seats)
    if mode == "sudden" and options.sudden_goal == "yes" and state.ended != "sudden_death":
        mode = "basic" if richest >= table.board.goal else mode
    waiting = options.claims == "own_turn"
    return Sheet(
        {
            seat: _score(table, state, seat, waiting=waiting and seat != state.active)
            for seat in table.seats
        },
        mode,
        table.board.goal,
        table.board.majors,
        richest=options.equal_turns == "yes",
    )


def _score(table: Table, state: State, seat: str, *, waiting: bool) -> SeatScore:
    stats = state.stats.get(seat, Stats())
    return SeatScore(
        cash=state.money[seat],
        cities=len(joined_majors(table, state, seat)),
        deliveries=stats.deliveries,
        payoffs=stats.payoffs,
        sections=stats.built,
        fees=stats.earned,
        waiting=waiting,
    )
