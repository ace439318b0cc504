"""What must always hold of a state, and the faults of one that breaks it."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.errors import Fault
from games.engine.ledger import BANK
from games.engine.title import Table
from games.titles.twentieth_century_limited.board import COLOURS, ERAS, line_id
from games.titles.twentieth_century_limited.state import (
    FOLLOWUPS,
    HAND,
    STARTING_ERAS,
    TRACK,
    Player,
    State,
    known_ends,
    start_waivers,
)
from scoring.tables.twentieth_century_limited import MOST_CARDS, PLAYERS

Problems = Iterable[tuple[str, str]]
FIRST_OUT_OF_ORDER = (1, 3)
"""Eras in hand after Era 2 was done first, with four or five players. Rule TCL-39, decision Q11."""


def check_state(table: Table, state: State) -> None:
    """Raise `Fault` where a state breaks an invariant that the table has not overruled. Digest 2.7.

    Waivers come from the start alone, each line has one segment, Eras in hand are the lowest open ones,
    trackers stay within eight.
    """
    problems = [*_seat_problems(table, state)]
    if not problems:
        problems = [
            *_waiver_problems(table, state),
            *_board_problems(table, state),
            *_course_problems(state),
            *_card_problems(state),
        ]
        for seat, player in state.players.items():
            problems += [(f"players.{seat}", text) for text in _player_problems(state, player)]
    if problems:
        raise Fault(tuple(problems))


def _seat_problems(table: Table, state: State) -> Problems:
    seats = set(table.seats)
    low, high = PLAYERS
    if not low <= len(seats) <= high:
        yield "order", f"{low} to {high} players (TCL-01)."
    if len(state.order) != len(seats) or set(state.order) != seats:
        yield "order", f"The order names each of {table.seats} once (TCL-13)."
    if state.active not in list(table.seats):
        yield "active", f"The seats are {table.seats}."
    if set(state.players) != seats:
        yield "players", f"The players are {table.seats}."


def _waiver_problems(table: Table, state: State) -> Problems:
    if set(state.money) != {BANK, *table.seats}:
        yield "money", "Waivers are with the bank and the seats."
    total = len(state.order) * start_waivers(len(state.order))
    if sum(state.money.values()) != total or min(state.money.values()) < 0:
        yield "money", f"There are {total} Entry Waivers in all (TCL-03); none can be owed."


def _board_problems(table: Table, state: State) -> Problems:
    for line, owner in state.owners.items():
        if known_ends(table, state, line) is None:
            yield f"owners.{line}", "There is no such connection line (TCL-29)."
        if owner not in list(table.seats):
            yield f"owners.{line}", f"Segments belong to {table.seats}."
    for line in state.chart:
        if line_id(line) != line or state.chart.count(line) > 1:
            yield "chart", f"{line} is not a line named after its ends in order, once."
        if table.board.complete and line not in table.board.ends:
            yield "chart", f"{line} is not on this map, which is complete."


def _course_problems(state: State) -> Problems:
    if state.round < 1:
        yield "round", "Rounds count from 1."
    track = [deed for deed in state.did if deed in TRACK]
    follow = [deed for deed in state.did if deed in FOLLOWUPS]
    if len(set(state.did)) != len(state.did):
        yield "did", "Each action is named once."
    if len(track) > 1 and "ONE_TRACK_ACTION" not in state.ruled:
        yield "did", "Either segments are placed or picked up in a turn (TCL-15)."
    if len(follow) > 1 and "ONE_FOLLOWUP" not in state.ruled:
        yield "did", "One follow-up action in a turn (TCL-16)."
    if state.phase != "play" and (state.did or not state.trigger):
        yield "phase", "The game ends after a round in which somebody triggered it (TCL-59)."
    if bool(state.trigger) != bool(state.trigger_by):
        yield "trigger", "The end is triggered by regionals or companies (TCL-58)."


def _card_problems(state: State) -> Problems:
    if not set(state.bonus) <= set(COLOURS):
        yield "bonus", "There is a Bonus card of each of blue, green and red (TCL-04)."
    for colour, shown in state.bonus.items():
        if not set(shown.taken) <= set(state.order) or len(set(shown.taken)) != len(shown.taken):
            yield f"bonus.{colour}", f"Bonus cards go to {state.order}, once each (TCL-48)."
        if len(shown.taken) > 1 and shown.when == "during":
            yield f"bonus.{colour}", "The first to reach it has it alone (TCL-48)."
    if len(state.face_up) > HAND:
        yield "face_up", "Four Company cards lie face up (TCL-06)."


def _player_problems(state: State, player: Player) -> Iterable[str]:
    if player.regionals > MOST_CARDS or player.companies > MOST_CARDS:
        yield "Nobody passes eight Regionals or eight Companies (TCL-58, Q16)."
    if player.cards > HAND:
        yield "A hand has four Company cards (TCL-05)."
    for kind, done in (("regional", player.regionals), ("company", player.companies)):
        if sum(card.kind == kind for card in player.stack) > done:
            yield f"The stack has more cards than the tracker says ({kind})."
    if player.eras and not {"ERA_ORDER", "SKIP_LOWEST"}.intersection(state.ruled):
        yield from _era_problems(state, player)


def _era_problems(state: State, player: Player) -> Iterable[str]:
    """What holds of the Eras in hand and of those done or skipped before. Digest 2.7."""
    eras, highest = player.eras, player.eras[-1]
    if (
        eras[0] < 1
        or highest > ERAS
        or len(set(eras)) != len(eras)
        or len(eras) > len(STARTING_ERAS)
    ):
        yield "Regional cards in hand: at most two, of different Eras 1 to 8 (TCL-08)."
    elif len(eras) == 1 and highest != ERAS:
        yield f"With Era {highest} in hand there is another one below Era {ERAS} (TCL-42)."
    elif eras[0] + 1 < highest and (eras != FIRST_OUT_OF_ORDER or len(state.order) < 4):
        yield "The two Eras in hand follow each other (TCL-38, Q11)."
    gone = highest - len(eras) - player.regionals
    if gone < 0 or (gone > 0) != player.skipped:
        yield f"{player.regionals} Regionals done, {len(eras)} in hand, Era {highest} drawn: {gone} skipped."
