"""The course of a game: whose turn it is, skips, the end of a round, the phase change, the last round."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.board import link_ends
from games.titles.railways_east_west.cubes import west_filled
from games.titles.railways_east_west.lines import LAST_TURNS
from games.titles.railways_east_west.moves import Barons
from games.titles.railways_east_west.state import (
    CARDS_A_ROUND,
    SETTLERS_TO_WEST,
    TURNS,
    WEST_DECK,
    State,
    options_of,
    order,
    with_player,
)


def in_turn(table: Table, state: State, seat: str, referee: Referee) -> None:
    """Refuse a seat that has no action now. Rules RB-01, RB-27, REW-10 and REW-14."""
    if seat not in state.players:
        referee.refuse("unknown_seat", "RB-26", seat=seat or "nobody", seats=tuple(table.seats))
    if state.stage != "play":
        referee.refuse("not_now", "RB-01", seat=seat, stage=STAGES[state.stage], round=state.round)
    if state.players[seat].skip:
        referee.refuse("skips", "REW-14", seat=seat, turn=state.turn)
    if seat != state.active:
        referee.refuse(
            "not_your_turn", "RB-01", active=state.active, turn=state.turn, round=state.round
        )


STAGES = {
    "cards": "the new cards are shown",
    "play": "turns are taken",
    "income": "income is paid",
    "change": "the phase changes",
    "final": "the game is counted",
    "over": "the game is over",
}


# Passing on


def passed_on(table: Table, state: State) -> Step:
    """Return the step to the next seat with an action, or to what follows the last turn. Rule RB-01."""
    notes: list[Note] = []
    seats = order(table, state)
    state = replace(state, actions=1, fresh=())
    while True:
        at = seats.index(state.active) + 1
        if at == len(seats):
            if state.turn >= state.turns:
                step = round_over(table, state)
                return replace(step, notes=(*notes, *step.notes))
            if _is_paid_twice(table, state):
                waiting = order(table, state)
                return Step(replace(state, stage="income", waiting=waiting), (), tuple(notes))
            state = replace(state, turn=state.turn + 1)
        state = replace(state, active=seats[at % len(seats)])
        player = state.players[state.active]
        if not player.skip:
            return Step(state, (), tuple(notes))
        state = with_player(state, state.active, replace(player, skip=False))
        notes.append(Note("skipped", {"seat": state.active, "turn": state.turn}))


def _is_paid_twice(table: Table, state: State) -> bool:
    """Say whether income is paid between turns 3 and 4. Decision A26."""
    twice = options_of(table).last_income == "twice"
    return twice and state.turn == TURNS and state.turns == LAST_TURNS


def round_over(table: Table, state: State) -> Step:
    """Return the step after the last turn of a round. Rules RB-01, RB-07, REW-29, decisions A13, A26."""
    notes = tuple(
        Note("track_removed", {"seat": seat, "a": a, "b": b, "pieces": pieces})
        for seat, own in state.open.items()
        for (a, b), pieces in ((link_ends(link), pieces) for link, pieces in own.items())
    )
    state = replace(state, open={})
    options, waiting = options_of(table), order(table, state)
    if is_last(state):
        if options.last_income == "none":
            return Step(_counted(state, "second_line"), (), notes)
    elif _changes(state) and options.change == "income_last":
        return Step(replace(state, stage="change", waiting=waiting), (), notes)
    return Step(replace(state, stage="income", waiting=waiting), (), notes)


def is_last(state: State) -> bool:
    """Say whether this is the round with a fourth turn, after which the game ends. Rule REW-53."""
    return state.turns == LAST_TURNS


def _changes(state: State) -> bool:
    """Say whether phase 2 follows this round. Rule REW-29."""
    return state.phase == 1 and state.delivered >= SETTLERS_TO_WEST


def _counted(state: State, ended: str) -> State:
    return replace(state, stage="final", waiting="", ended=ended)


def ended_at_once(state: State) -> State:
    """Return the state in which the leader has joined the oceans. Rule REW-54."""
    return _counted(state, "leader")


def income_over(table: Table, state: State) -> Step:
    """Return the step after income was paid to all. Rules RB-01, REW-29, REW-53, decision A13."""
    if state.turn < state.turns:
        state = replace(state, stage="play", turn=state.turn + 1, active=state.first)
        player = state.players[state.first]
        if player.skip:
            # The seat before the first one has had its last turn: go on from there.
            state = with_player(state, state.first, replace(player, skip=False))
            step = passed_on(table, state)
            note = Note("skipped", {"seat": state.first, "turn": state.turn})
            return replace(step, notes=(note, *step.notes))
        return Step(state)
    if is_last(state):
        return Step(_counted(state, "second_line"))
    if _changes(state):
        return Step(replace(state, stage="change", waiting=order(table, state)))
    return Step(next_round(table, state))


def change_over(table: Table, state: State) -> Step:
    """Return the step into phase 2. Rules REW-35, REW-41 and REW-42, decisions A13, A16, A25, A46."""
    stays = options_of(table).display == "stays"
    state = replace(
        state,
        phase=2,
        display=state.display if stays else (),
        deck=WEST_DECK if state.deck >= 0 else -1,
        draws=CARDS_A_ROUND * len(table.seats),
    )
    state = west_filled(table, state)
    notes = (Note("phase_two"),)
    if options_of(table).change == "income_last":
        return Step(replace(state, stage="income", waiting=order(table, state)), (), notes)
    return Step(next_round(table, state), (), notes)


def next_round(table: Table, state: State) -> State:
    """Return the state at the start of the next round. Rules REW-10, REW-11, REW-35 and REW-75."""
    seats = table.seats
    first = seats[(seats.index(state.first) + 1) % len(seats)]
    for seat, player in state.players.items():
        if player.perfect_used or player.bought_back:
            player = replace(player, perfect_used=0, bought_back=0)
            state = with_player(state, seat, player)
    shown = state.deck != 0
    return replace(
        state,
        round=state.round + 1,
        turn=1,
        turns=LAST_TURNS if state.phase == 2 and state.postponed else TURNS,
        postponed=state.postponed and state.phase == 1,
        first=first,
        active=first,
        actions=1,
        events=(),
        increase="",
        draws=(state.draws or CARDS_A_ROUND) if shown else 0,
        stage="cards" if shown else "play",
    )


# The end


def told_barons(table: Table, state: State, seat: str, move: Barons, referee: Referee) -> Step:
    """Return the step that tells a seat's barons. Rules REW-31 and REW-55, decision A43."""
    if state.stage != "final":
        referee.refuse("barons_later", "REW-55", stage=STAGES[state.stage])
    if seat not in state.players:
        referee.refuse("unknown_seat", "RB-26", seat=seat or "nobody", seats=tuple(table.seats))
    player = state.players[seat]
    if move.east and player.cashed:
        referee.refuse("baron_cashed", "REW-31", seat=seat)
    return Step(with_player(state, seat, replace(player, west=move.west, east=move.east)))


def finished(state: State, referee: Referee) -> Step:
    """Return the step that closes the game. Rule REW-55."""
    if state.stage != "final":
        referee.refuse("finish_later", "REW-52", stage=STAGES[state.stage])
    return Step(replace(state, stage="over"))
