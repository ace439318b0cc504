"""What taps on the map come to: segments to place or pick up, or the cities and the route of a card."""

from __future__ import annotations

from games.engine.drawing import Mark, Plan, Wish
from games.engine.errors import Fault, IllegalMove
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.cardplan import card_plan
from games.titles.twentieth_century_limited.cardtaps import toggled
from games.titles.twentieth_century_limited.moves import PickUp, Place
from games.titles.twentieth_century_limited.rules import actor, apply
from games.titles.twentieth_century_limited.state import (
    MOST_MOVED,
    State,
    all_lines,
    known_ends,
    segments_of,
)
from games.titles.twentieth_century_limited.turns import nothing_to_move


def plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Return what a seat's taps come to, or raise `Refusal` where the last one can lead to nothing.

    Before the track action they are lines, after it the cities and lines of a card. Rules TCL-14 to
    TCL-18. Raises `Fault` for a tap that is no place of the map.
    """
    if state.phase != "play" or not seat or seat != actor(table, state):
        return Plan()
    for tap in wish.taps:
        if known_ends(table, state, tap) is None and not _is_node(table, state, tap):
            raise Fault.one("taps", f"{tap[:20]} is not on the map.")
    if state.track or nothing_to_move(table, state, seat):
        return card_plan(table, state, seat, wish)
    return _track_plan(table, state, seat, wish)


def _is_node(table: Table, state: State, key: str) -> bool:
    return key in table.board.node or any(
        key in line.partition("#")[0].split("-") for line in state.chart
    )


def _track_plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Lines tapped are placed on if the first is empty, picked up if it is one's own; once more undoes it."""
    taps = toggled(wish.taps)
    if not taps:
        return Plan(marks=_beginnings(table, state, seat, wish.form))
    if any(known_ends(table, state, tap) is None for tap in taps):
        raise IllegalMove("TRACK_FIRST", "TCL-16", seat=seat)
    picks = wish.form == "pickup" or state.owners.get(taps[0]) == seat
    step: Step = apply(table, state, seat, PickUp(taps) if picks else Place(taps))
    done, code = ("pickup", "plan_pickup") if picks else ("place", "plan_place")
    more = MOST_MOVED - len(taps)
    left = step.state.players[seat].supply
    if not picks and left is not None:
        more = min(more, left)
    marks = [Mark(tap, "chosen", Note(code)) for tap in taps]
    if more:
        others = segments_of(state, seat) if picks else _empty(table, state)
        marks += [Mark(line, "legal", Note(f"{code}_legal")) for line in others if line not in taps]
    return Plan(
        form=done,
        fields={"lines": " ".join(taps)},
        taps=taps,
        marks=tuple(marks),
        said=(Note(f"{code}_said", {"count": len(taps), "more": more}),),
        ask=True,
    )


def _beginnings(table: Table, state: State, seat: str, form: str) -> tuple[Mark, ...]:
    """Mark where the track action can begin: empty lines, and own segments, as the open form has it."""
    own = segments_of(state, seat)
    if form == "pickup":
        return tuple(Mark(line, "legal", Note("plan_pickup_legal")) for line in own)
    empty = () if state.players[seat].supply == 0 else _empty(table, state)
    return (
        *(Mark(line, "legal", Note("plan_place_legal")) for line in empty),
        *(Mark(line, "anchor", Note("plan_pickup_legal")) for line in own),
    )


def _empty(table: Table, state: State) -> tuple[str, ...]:
    return tuple(line for line in all_lines(table, state) if line not in state.owners)
