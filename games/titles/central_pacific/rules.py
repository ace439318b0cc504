"""The rules of play: special tokens, discards, the end of a turn and of the game.

Set-up is in `opening`, laying in `placing`, claims are in `claims`, the count in `counting`, legal
moves in `listing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.central_pacific.board import Board
from games.titles.central_pacific.claims import Settlement, settle
from games.titles.central_pacific.grid import Stretch
from games.titles.central_pacific.moves import (
    Agree,
    Clear,
    Discard,
    EndTurn,
    LandGrant,
    Lay,
    Move,
    Place,
    Sacrifice,
    StockMarket,
    Stuck,
)
from games.titles.central_pacific.placing import lay, layings
from games.titles.central_pacific.state import (
    HAND,
    State,
    side_of,
    sides,
)
from games.titles.central_pacific.stuck import stuck

HARD_CODES = frozenset(
    {
        "BAD_COUNT",
        "BAD_HAND",
        "BAD_SHAPE",
        "CLAIM_ORDER",
        "GAME_OVER",
        "KEEPER",
        "NOTHING_TO_CLEAR",
        "NOT_CLAIMABLE",
        "NOT_IN_HAND",
        "NO_CITY",
        "NO_TILE_TO_TAKE",
        "OCCUPIED",
        "OFF_BOARD",
        "OTHER_ORDER",
        "SACRIFICE_LAST_TRAIN",
        "SACRIFICE_USED",
        "SETUP_FIRST",
        "SETUP_MULLIGANS",
        "SETUP_NUMBERS",
        "SETUP_SEATS",
        "SPECIAL_ALREADY_USED",
        "SPIKE_OR_STEAL",
        "STUCK_NOT_AT_START",
        "TURN_OPEN",
        "UNKNOWN_SEAT",
    }
)
"""Refusals no table can overrule: the state could not hold the result."""

TOKENS = {"stock": "Stock Market", "grant": "Land Grant"}


# Moves


def apply(
    table: Table, state: State, seat: str, move: Move, waive: frozenset[str] = frozenset()
) -> Step:
    """Return the step a move makes, or raise `IllegalMove`; the state given is never changed.

    `waive` holds codes the table has overruled; the state after it remembers those it needed.
    Raises `ChoiceNeeded` where the rules leave the player a choice. Rules CP-14 to CP-65.
    """
    referee = Referee(waive, HARD_CODES)
    if state.ended:
        referee.refuse("GAME_OVER", "CP-64")
    step = _apply(table, state, seat, move, referee)
    if not referee.overruled:
        return step
    ruled = tuple(sorted({*state.ruled, *referee.overruled}))
    return replace(step, state=replace(step.state, ruled=ruled))


def _apply(table: Table, state: State, seat: str, move: Move, referee: Referee) -> Step:
    if isinstance(move, Agree):
        return _agree(state, referee)
    state = _in_turn(table, state, seat, referee)
    match move:
        case Place() | Clear() | Lay():
            after = lay(table, state, seat, move, referee)
            if isinstance(move, Lay) and move.end:
                return _end_turn(table, after, seat, EndTurn(), referee)
            return Step(after)
        case StockMarket():
            return Step(_stock(table, state, seat, referee))
        case LandGrant():
            return Step(_grant(table, state, seat, move, referee))
        case Sacrifice():
            return Step(_sacrifice(table, state, seat, referee))
        case Discard():
            return _discard(state, seat, move, referee)
        case EndTurn():
            return _end_turn(table, state, seat, move, referee)
        case Stuck():
            return stuck(table, state, seat, move, referee)
        case _:
            assert_never(move)


def _in_turn(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Return the state with the seat's turn on; one ruled out of order goes before the others. CP-13."""
    if seat not in table.seats or not seat:
        referee.refuse("UNKNOWN_SEAT", "CP-13", seat=seat, seats=table.seats)
    if seat == state.active:
        return state
    referee.refuse("NOT_YOUR_TURN", "CP-13", seat=seat, active=state.active)
    if not state.fresh or state.special:
        referee.refuse("TURN_OPEN", "CP-14", active=state.active)
    return replace(state, active=seat)


# Special tokens


def _may_play_token(table: Table, state: State, seat: str, token: str, referee: Referee) -> str:
    """Return the seat's side, or refuse its token. Rules CP-34, CP-36 and CP-39; digest 2.3."""
    side = side_of(table, seat)
    unused = state.stock if token == "stock" else state.grant
    if not state.fresh:
        referee.refuse("SPECIAL_NOT_AT_START", "CP-34" if token == "stock" else "CP-36", seat=seat)
    if side not in unused:
        referee.refuse("SPECIAL_ALREADY_USED", "CP-34", seat=seat, token=TOKENS[token])
    if state.special:
        referee.refuse("BOTH_SPECIALS", "CP-39", seat=seat)
    return side


def _stock(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Take two tiles, or what the pool has. Rules CP-34 and CP-35, decision Q19."""
    side = _may_play_token(table, state, seat, "stock", referee)
    if not state.pool:
        referee.refuse("POOL_EMPTY", "CP-34", seat=seat)
    drawn = min(2, state.pool)
    return replace(
        state,
        pool=state.pool - drawn,
        hands={**state.hands, seat: state.hands[seat] + drawn},
        stock=state.stock.replace(side, ""),
        special="stock",
    )


def _grant(table: Table, state: State, seat: str, move: LandGrant, referee: Referee) -> State:
    """Take a tile of an opponent. Rules CP-36 to CP-38, decision Q28."""
    side, victim = _may_play_token(table, state, seat, "grant", referee), move.victim
    why = ""
    if victim not in table.seats:
        why = "is not at this table"
    elif side_of(table, victim) == side:
        why = "is no opponent"
    elif not state.hands[victim]:
        why = "has no tile"
    if why:
        referee.refuse("NO_TILE_TO_TAKE", "CP-36", seat=seat, victim=victim, why=why)
    hands = {**state.hands, victim: state.hands[victim] - 1}
    hands[seat] += 1
    return replace(state, hands=hands, grant=state.grant.replace(side, ""), special="grant")


# Discards


def _sacrifice(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Give up a train for a turn with both. Rule CP-41, decisions Q17 and Q20."""
    side = side_of(table, seat)
    if side in state.sacrificed:
        referee.refuse("SACRIFICE_USED", "CP-41", seat=seat)
    if state.in_hand[side] < 2:
        referee.refuse("SACRIFICE_LAST_TRAIN", "CP-41", seat=seat, trains=state.in_hand[side])
    if state.drained:
        referee.refuse("POOL_EMPTY", "CP-42", seat=seat)
    if state.laid:
        # The discard that must follow would come too late.
        referee.refuse("DISCARD_AFTER_PLACE", "CP-41", seat=seat, laid=state.laid_tiles)
    return replace(
        state,
        in_hand={**state.in_hand, side: state.in_hand[side] - 1},
        sacrificed="".join(s for s in sides(table) if s in (*state.sacrificed, side)),
        sacrificing=True,
    )


def _discard(state: State, seat: str, move: Discard, referee: Referee) -> Step:
    """Put tiles back, then draw to five. Rules CP-40 to CP-42, decision Q20."""
    hand, count = state.hands[seat], move.count
    if state.drained:
        referee.refuse("POOL_EMPTY", "CP-42", seat=seat)
    if not 1 <= count <= min(HAND, hand):
        referee.refuse("BAD_COUNT", "CP-40", seat=seat, count=count, hand=hand)
    if state.laid and not state.sacrificing:
        referee.refuse("PLACE_AND_DISCARD", "CP-40", seat=seat, laid=state.laid_tiles)
    if state.laid:
        referee.refuse("DISCARD_AFTER_PLACE", "CP-41", seat=seat, laid=state.laid_tiles)
    if state.discarded:
        referee.refuse("ALREADY_DISCARDED", "CP-40", seat=seat, discarded=state.discarded)
    if hand - count > HAND and not state.sacrificing:
        # Nothing may be laid after it, so the turn could not end.
        referee.refuse(
            "HAND_OVER_5", "CP-35", seat=seat, hand=hand - count, over=hand - count - HAND
        )
    after = replace(
        state,
        pool=state.pool + count,
        hands={**state.hands, seat: hand - count},
        discarded=state.discarded + count,
    )
    after, drawn = _refilled(after, seat)
    return Step(after, notes=(Note("drawn", {"seat": seat, "count": drawn}),) if drawn else ())


def refill(state: State, seat: str) -> int:
    """Return how many tiles a seat draws to fill its hand. Rules CP-61 to CP-63, decision Q19."""
    return min(state.pool, max(0, HAND - state.hands[seat]))


def _refilled(state: State, seat: str) -> tuple[State, int]:
    drawn = refill(state, seat)
    hands = {**state.hands, seat: state.hands[seat] + drawn}
    return replace(state, pool=state.pool - drawn, hands=hands), drawn


# The end of a turn


def _end_turn(table: Table, state: State, seat: str, move: EndTurn, referee: Referee) -> Step:
    """Claim, then end the game or refill and pass the turn on. Rules CP-43 to CP-64; digest 2.5."""
    done = bool(state.laid), bool(state.discarded)
    if not any(done) or (state.sacrificing and not all(done)):
        missing = "lay" if done[1] else "discard" if done[0] else "lay or discard"
        referee.refuse("MUST_PLACE_OR_DISCARD", "CP-14", seat=seat, missing=missing)
    settlement = settle(table, state, seat, move, referee)
    side = side_of(table, seat)
    notes = [*_claim_notes(seat, side, settlement)]
    after = replace(
        state,
        trains=settlement.trains,
        in_hand=settlement.in_hand,
        spike=settlement.spike or state.spike,
    )
    if settlement.placed and not settlement.in_hand[side]:
        notes.append(Note("last_train_placed", {"seat": seat}))
        return Step(replace(_closed(after), ended="last_train"), notes=tuple(notes))
    after, returned = _hand_in_order(table, after, seat, referee)
    if returned:
        notes.append(Note("surplus_returned", {"seat": seat, "count": returned}))
    after, drawn = _refilled(after, seat)
    if drawn:
        notes.append(Note("drawn", {"seat": seat, "count": drawn}))
    return Step(_passed_on(table, after), notes=tuple(notes))


def _hand_in_order(table: Table, state: State, seat: str, referee: Referee) -> tuple[State, int]:
    """Refuse to end with more than five tiles; where no tile can be laid, the surplus goes back. CP-35."""
    hand = state.hands[seat]
    if hand <= HAND:
        return state, 0
    if next(layings(table, state, seat), None) is not None:
        referee.refuse("HAND_OVER_5", "CP-35", seat=seat, hand=hand, over=hand - HAND)
        return state, 0
    over = hand - HAND
    return replace(state, pool=state.pool + over, hands={**state.hands, seat: HAND}), over


def _closed(state: State) -> State:
    """Return the state with nothing of a turn under way."""
    return replace(state, laid=(), discarded=0, special="", sacrificing=False)


def _passed_on(table: Table, state: State) -> State:
    """Return the state at the start of the next seat's turn. Rule CP-13."""
    order = table.seats
    following = order[(order.index(state.active) + 1) % len(order)]
    return replace(_closed(state), active=following, turn=state.turn + 1, drained=state.pool == 0)


def _claim_notes(seat: str, side: str, settlement: Settlement) -> Iterator[Note]:
    """Yield what the end of a turn did, line by line."""
    for change in settlement.changes:
        owners = tuple(sorted({part.owner for part in change.parts} - {side}))
        facts: dict[str, Fact] = {**_line_facts(change.line), "seat": seat, "owners": owners}
        if change.kind == "kept":
            facts["owner"] = next(
                settlement.trains[part.train]
                for part in change.parts
                if part.train in settlement.trains
            )
        yield Note(f"line_{change.kind}", facts)
    for line in settlement.unclaimed:
        yield Note("line_unclaimed", {**_line_facts(line), "seat": seat})
    for owner, count in sorted(settlement.returned.items()):
        yield Note("trains_returned", {"owner": owner, "count": count})
    if settlement.spike:
        yield Note("spike_claimed", {"seat": seat})


def _line_facts(line: Stretch) -> dict[str, Fact]:
    return {"line": line.name, "rails": len(line.rails), "squares": line.squares}


def _agree(state: State, referee: Referee) -> Step:
    """End the game between two turns. Decision Q31."""
    if not state.fresh:
        referee.refuse("TURN_OPEN", "CP-14", active=state.active)
    return Step(replace(_closed(state), ended="agreement"))


# What may be done, by whom, and how it stands


def actor(table: Table, state: State) -> str | None:
    """Return the seat whose turn it is, None after the end. Rule CP-13."""
    return None if state.ended else state.active


def turn_key(table: Table, state: State) -> str:
    """Return what stays the same within one seat's turn."""
    return f"{state.turn}/{state.active}"


def end(table: Table, state: State) -> str | None:
    """Return the key of the end condition met, or None. Rules CP-64 and CP-65, decision Q31."""
    return state.ended or None


def merged_board(table: Table, state: State) -> Board:
    """Return the table's tile set: nothing of it is charted during a game."""
    board: Board = table.board
    return board
