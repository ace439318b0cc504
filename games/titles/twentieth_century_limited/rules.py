"""The rules of play: set-up, what each move does, who acts, how it stands."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import BANK
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import COLOURS, Board
from games.titles.twentieth_century_limited.bonuses import award_reached, claim
from games.titles.twentieth_century_limited.cards import score_company, score_regional
from games.titles.twentieth_century_limited.decks import exchange, reset, skip
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Chart,
    Company,
    EndTurn,
    Exchange,
    Finish,
    Move,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
)
from games.titles.twentieth_century_limited.state import (
    HAND,
    STARTING_ERAS,
    Player,
    Setup,
    Shown,
    State,
    company_of,
    start_waivers,
)
from games.titles.twentieth_century_limited.turns import (
    chart,
    end_turn,
    finish,
    in_turn,
    pick_up,
    place,
)
from scoring.tables.twentieth_century_limited import PLAYERS

HARD_CODES = frozenset(
    {
        "AWARDS_DUE",
        "AWARDS_NOT_DUE",
        "BONUS_TAKEN",
        "CARD_CITIES",
        "CARD_DIFFERS",
        "CARD_ERA",
        "CARD_GONE",
        "CARD_UNKNOWN",
        "CARD_VALUE",
        "CHART_COMPLETE",
        "CHART_FULL",
        "COMPANIES_DONE",
        "DECK_SHORT",
        "ERA_NOT_HELD",
        "FIRST_PLAYER",
        "GAME_OVER",
        "LINE_OCCUPIED",
        "NOT_A_CITY",
        "NOT_OPPONENT_TRACK",
        "NOT_YOURS",
        "NOT_YOUR_TURN",
        "NO_COMPANY_CARD",
        "NO_FACE_UP",
        "NO_SUCH_LINE",
        "NO_SUPPLY",
        "NO_WAIVER",
        "PLAYERS",
        "PROOF_NOT_HELD",
        "UNKNOWN_BONUS",
        "UNKNOWN_SEAT",
    }
)
"""Refusals no table can overrule: the state could not hold the result."""


def setup(table: Table, told: Setup) -> State:
    """Return the state before the first turn, or raise `IllegalMove`. Rules TCL-01 to TCL-11."""
    seats, count = table.seats, len(table.seats)
    low, high = PLAYERS
    if not low <= count <= high:
        raise IllegalMove("PLAYERS", "TCL-01", players=count)
    if told.first not in seats:
        raise IllegalMove("FIRST_PLAYER", "TCL-11", first=told.first, seats=tuple(seats))
    start = seats.index(told.first)
    order = seats[start:] + seats[:start]
    supply = told.supply or None
    deck = told.companies - HAND * (count + 1) if told.companies else -1
    if told.companies and deck < 0:
        raise IllegalMove("DECK_SHORT", "TCL-05", cards=told.companies, needed=HAND * (count + 1))
    faces = (told.face_1, told.face_2, told.face_3, told.face_4)
    return State(
        order=order,
        active=order[0],
        money={BANK: 0} | dict.fromkeys(seats, start_waivers(count)),
        players={seat: Player(STARTING_ERAS, supply=supply) for seat in seats},
        bonus={colour: _shown(table.board, told, colour) for colour in COLOURS},
        face_up=tuple(_face(table, name) for name in faces),
        deck=deck,
    )


def _face(table: Table, name: str) -> str:
    known = company_of(table, name)
    return known.id if known else name


def _shown(board: Board, told: Setup, colour: str) -> Shown:
    """Return the Bonus card of a colour as the table tells it. Rule TCL-04."""
    key = getattr(told, colour)
    if not key:
        return Shown("", getattr(told, f"{colour}_when"), getattr(told, f"{colour}_value"))
    card = board.bonuses.get(key)
    if card is None or card.colour != colour:
        raise IllegalMove("UNKNOWN_BONUS", "TCL-04", card=key, colour=colour)
    return Shown(card.id, card.when, card.value)


def apply(
    table: Table, state: State, seat: str, move: Move, waive: frozenset[str] = frozenset()
) -> Step:
    """Return the step a move makes, or raise `Refusal`; the state given is never changed.

    `waive` holds codes the table has overruled; the state after it remembers those it needed.
    """
    referee = Referee(waive, HARD_CODES)
    if state.phase == "over":
        referee.refuse("GAME_OVER", "TCL-59", trigger=state.trigger)
    step = _apply(table, state, seat, move, referee)
    after: State = step.state
    if isinstance(move, (Regional, Company, Exchange, Reset, Skip)):
        given = award_reached(table, after, seat)
        after, step = given.state, replace(step, notes=(*step.notes, *given.notes))
    if after.trigger and not state.trigger:
        note = Note(f"triggered_{after.trigger_by}", {"seat": after.trigger})
        step = replace(step, notes=(*step.notes, note))
    if referee.overruled:
        after = replace(after, ruled=tuple(sorted({*state.ruled, *referee.overruled})))
    return replace(step, state=after)


def _apply(table: Table, state: State, seat: str, move: Move, referee: Referee) -> Step:
    if isinstance(move, Chart):
        return chart(table, state, move, referee)
    if isinstance(move, Finish):
        return finish(table, state, referee)
    if isinstance(move, Bonus) and state.phase == "awards" and seat in list(state.order):
        return claim(table, state, seat, move, referee)
    in_turn(table, state, seat, referee)
    match move:
        case Place():
            return place(table, state, seat, move, referee)
        case PickUp():
            return pick_up(table, state, seat, move, referee)
        case EndTurn():
            return end_turn(table, state, seat, referee)
        case _:
            return _card_action(table, state, seat, move, referee)


def _card_action(
    table: Table,
    state: State,
    seat: str,
    move: Regional | Company | Exchange | Skip | Reset | Bonus,
    referee: Referee,
) -> Step:
    match move:
        case Regional():
            return score_regional(table, state, seat, move, referee)
        case Company():
            return score_company(table, state, seat, move, referee)
        case Exchange():
            return exchange(table, state, seat, move, referee)
        case Skip():
            return skip(table, state, seat, move, referee)
        case Reset():
            return reset(table, state, seat, move, referee)
        case Bonus():
            return claim(table, state, seat, move, referee)
        case _:
            assert_never(move)


def actor(table: Table, state: State) -> str | None:
    """Return the seat expected to act, "" for the table (awards), None after the end. Rule TCL-13."""
    if state.phase == "over":
        return None
    return state.active if state.phase == "play" else ""


def turn_key(table: Table, state: State) -> str:
    """Return what stays the same within one seat's turn."""
    return f"{state.round}/{state.phase}/{actor(table, state) or ''}"


def end(table: Table, state: State) -> str | None:
    """Return by what the game ended: "regionals" or "companies". Rule TCL-58."""
    return (state.trigger_by or "companies") if state.phase == "over" else None
