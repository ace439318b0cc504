"""The course of a turn: whose it is, the track action, and passing the turn on to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import line_ends, line_id, named
from games.titles.twentieth_century_limited.bonuses import award_known, awards_due
from games.titles.twentieth_century_limited.moves import Chart, PickUp, Place
from games.titles.twentieth_century_limited.state import (
    MOST_MOVED,
    State,
    all_lines,
    known_ends,
    segments_of,
    with_deed,
    with_player,
)

MOST_CHARTED = 300
"""Lines that can be charted during one game; a larger map is entered as a board."""


def in_turn(table: Table, state: State, seat: str, referee: Referee) -> None:
    """Refuse a seat that is not in its turn. Rules TCL-12 and TCL-13."""
    if state.phase == "awards":
        referee.refuse("AWARDS_DUE", "TCL-60", seat=seat)
    if seat not in state.order or not seat:
        referee.refuse("UNKNOWN_SEAT", "TCL-01", seat=seat, seats=tuple(state.order))
    if seat != state.active:
        referee.refuse("NOT_YOUR_TURN", "TCL-13", active=state.active, seat=seat)


def may_follow(table: Table, state: State, seat: str, referee: Referee) -> None:
    """Refuse a follow-up action before the track action, or after another. Rules TCL-14 and TCL-16."""
    if not state.track and not nothing_to_move(table, state, seat):
        referee.refuse("TRACK_FIRST", "TCL-16", seat=seat)
    if state.followup:
        referee.refuse("ONE_FOLLOWUP", "TCL-16", seat=seat, done=state.followup)


def nothing_to_move(table: Table, state: State, seat: str) -> bool:
    """Say whether a seat can neither place nor pick up anything. Decision Q17."""
    if next(segments_of(state, seat), None) is not None:
        return False
    if state.players[seat].supply == 0:
        return True
    full = len(state.owners) == sum(1 for _ in all_lines(table, state))
    return bool(table.board.complete) and full


# The track action


def _check_action(state: State, lines: Sequence[str], referee: Referee) -> None:
    if state.track:
        referee.refuse("ONE_TRACK_ACTION", "TCL-15", done=state.did[0])
    if not 1 <= len(lines) <= MOST_MOVED:
        referee.refuse("TRACK_COUNT", "TCL-15", count=len(lines))


def place(table: Table, state: State, seat: str, move: Place, referee: Referee) -> Step:
    """Return the step that places segments, one after the other. Rules TCL-15 and TCL-25 to TCL-29."""
    _check_action(state, move.lines, referee)
    owners, player = dict(state.owners), state.players[seat]
    supply = player.supply
    for line in (line_id(text) or text for text in move.lines):
        if known_ends(table, state, line) is None:
            referee.refuse(
                "NO_SUCH_LINE", "TCL-29", line=line, a=line_ends(line)[0], b=line_ends(line)[1]
            )
        if line in owners:
            referee.refuse("LINE_OCCUPIED", "TCL-26", line=line, owner=owners[line])
        if supply == 0:
            referee.refuse("NO_SUPPLY", "Q06", seat=seat, left=player.supply)
        owners[line] = seat
        supply = None if supply is None else supply - 1
    state = with_player(state, seat, replace(player, supply=supply))
    return Step(with_deed(replace(state, owners=owners), "place"))


def pick_up(table: Table, state: State, seat: str, move: PickUp, referee: Referee) -> Step:
    """Return the step that picks up segments, one after the other. Rules TCL-15 and TCL-27."""
    _check_action(state, move.lines, referee)
    owners, player = dict(state.owners), state.players[seat]
    supply = player.supply
    for line in (line_id(text) or text for text in move.lines):
        if known_ends(table, state, line) is None:
            referee.refuse(
                "NO_SUCH_LINE", "TCL-29", line=line, a=line_ends(line)[0], b=line_ends(line)[1]
            )
        if owners.get(line) != seat:
            referee.refuse("NOT_YOURS", "TCL-27", line=line, owner=owners.get(line, "nobody"))
        del owners[line]
        supply = None if supply is None else supply + 1
    state = with_player(state, seat, replace(player, supply=supply))
    return Step(with_deed(replace(state, owners=owners), "pickup"))


def chart(table: Table, state: State, move: Chart, referee: Referee) -> Step:
    """Return the step that enters lines of the printed map; known ones change nothing. Decision Q15."""
    if table.board.complete:
        referee.refuse("CHART_COMPLETE", "Q15", board=table.board.name)
    new = [line for line in named(move.lines) if known_ends(table, state, line) is None]
    if len(state.chart) + len(new) > MOST_CHARTED:
        referee.refuse("CHART_FULL", "Q15", most=MOST_CHARTED)
    return Step(replace(state, chart=(*state.chart, *new)))


# Passing on


def end_turn(table: Table, state: State, seat: str, referee: Referee) -> Step:
    """Return the step that ends the turn; after the last turn of the last round, the game.

    Rules TCL-12 to TCL-15 and TCL-58 to TCL-60, decisions Q08 and Q17.
    """
    notes: tuple[Note, ...] = ()
    if not state.track:
        if not nothing_to_move(table, state, seat):
            referee.refuse("TRACK_FIRST", "TCL-15", seat=seat)
        notes = (Note("nothing_moved", {"seat": seat}),)
    place = state.order.index(seat) + 1
    state = replace(state, did=())
    if place < len(state.order):
        return Step(replace(state, active=state.order[place]), (), notes)
    if not state.trigger:
        return Step(replace(state, active=state.order[0], round=state.round + 1), (), notes)
    if awards_due(table, state):
        return Step(replace(state, phase="awards"), (), notes)
    step = award_known(table, state)
    return Step(replace(step.state, phase="over"), (), (*notes, *step.notes))


def finish(table: Table, state: State, referee: Referee) -> Step:
    """Return the step that ends the game after the awards. Rules TCL-60 and TCL-61."""
    if state.phase != "awards":
        referee.refuse("AWARDS_NOT_DUE", "TCL-60", active=state.active)
    step = award_known(table, state)
    return Step(replace(step.state, phase="over"), (), step.notes)
