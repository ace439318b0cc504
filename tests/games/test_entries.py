"""Entering moves: what is kept, what is refused, who may, and what a repeated entry gets."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games import lines
from games.engine.codec import encode
from games.engine.errors import Fault, IllegalMove, NotationError
from games.errors import BadInput, GameError, NotAllowed, Stale
from games.models import Event, Game, Snapshot
from games.services import entries, seats, tables
from games.services.entries import Request
from tests.game_factories import Cast, enter, fresh, idle_turn, request, rows, started

START = {"kind": "start", "railroad": "red", "at": "M1", "issued": 5, "value": 20}


def test_move_appends_one_event_and_moves_the_head(game: Game, cast: Cast) -> None:
    before = game.last
    answer = entries.play(game.pk, cast.ada.claims, START, request(game))
    game = fresh(game)
    assert (answer.number, game.last, game.head) == (before + 1, before + 1, before + 1)
    event = Event.objects.get(game=game, number=game.last)
    assert (event.seat, event.by_name, event.proxy, event.kind) == ("A", "Ada", False, "move")
    assert lines.state_at(game, game.head).money["A"] == 60


def test_refused_move_leaves_no_trace(game: Game, cast: Cast) -> None:
    before = rows(game)
    with pytest.raises(IllegalMove) as refusal:
        entries.play(game.pk, cast.ada.claims, {**START, "value": 9}, request(game))
    assert refusal.value.rule == "CD-16"
    assert rows(game) == before


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        "buy",
        {},
        {"kind": "nonsense"},
        {**START, "value": -1},
        {**START, "value": 10**30},
        {**START, "value": 20.5},
        {**START, "value": "20"},
        {**START, "extra": 1},
        {**START, "at": "M1\x00"},
    ],
)
def test_malformed_move_is_a_fault_and_leaves_no_trace(
    game: Game, cast: Cast, move: object
) -> None:
    before = rows(game)
    with pytest.raises(Fault):
        entries.play(game.pk, cast.ada.claims, move, request(game))
    assert rows(game) == before


def test_dry_run_tells_effects_and_writes_nothing(game: Game, cast: Cast) -> None:
    before = rows(game)
    answer = entries.play(game.pk, cast.ada.claims, START, request(game, dry_run=True))
    assert answer.dry_run
    assert answer.effects
    assert rows(game) == before


def test_seated_player_may_not_enter_for_another_seat(game: Game, cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        entries.play(game.pk, cast.ben.claims, START, request(game, seat="A"))


def test_watcher_may_not_enter(game: Game, cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        entries.play(game.pk, cast.cho.claims, START, request(game))


def test_stranger_may_not_enter(game: Game, cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        entries.play(game.pk, cast.dee.claims, START, request(game))


def test_host_enters_for_an_absent_seat_and_it_is_recorded_so(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    enter(game, cast.ben, "B: done")
    answer = enter(game, cast.ada, "C: start red at=M1 iss=5 val=20")
    event = Event.objects.get(game=game, number=answer.number)
    assert (event.seat, event.by_name, event.proxy) == ("C", "Ada", True)


def test_repeated_key_gets_the_first_answer_and_no_second_move(game: Game, cast: Cast) -> None:
    key = uuid4()
    asked = Request(seen=game.last, key=key)
    first = entries.play(game.pk, cast.ada.claims, START, asked)
    again = entries.play(game.pk, cast.ada.claims, START, asked)
    assert again.repeated
    assert again.number == first.number
    assert fresh(game).last == first.last


def test_stale_entry_is_told_where_the_game_is(game: Game, cast: Cast) -> None:
    seen = game.last
    enter(game, cast.ada, "A: done")
    with pytest.raises(Stale) as stale:
        enter(game, cast.ben, "B: done", seen=seen)
    assert stale.value.last == fresh(game).last


def test_entry_ahead_of_the_game_is_stale_too(game: Game, cast: Cast) -> None:
    with pytest.raises(Stale):
        enter(game, cast.ada, "A: done", seen=game.last + 5)


def test_note_makes_nobodys_entry_stale(game: Game, cast: Cast) -> None:
    seen = game.last
    entries.add_note(game.pk, cast.cho.claims, "Pizza at eight", request(game))
    enter(game, cast.ada, "A: done", seen=seen)
    assert fresh(game).actor == "B"


def test_newcomer_makes_nobodys_entry_stale(game: Game, cast: Cast) -> None:
    seen = fresh(game).last
    seats.join(game.pk, cast.dee.identity, "C")
    assert fresh(game).last > seen
    enter(game, cast.ada, "A: done", seen=seen)
    assert fresh(game).actor == "B"


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_note_has_bounds(game: Game, cast: Cast, text: str) -> None:
    with pytest.raises(BadInput):
        entries.add_note(game.pk, cast.ada.claims, text, request(game))


def test_text_that_is_no_move_is_a_notation_error(game: Game, cast: Cast) -> None:
    with pytest.raises((NotationError, Fault)):
        enter(game, cast.ada, "A: conquer the west")


def test_paused_game_takes_no_moves(game: Game, cast: Cast) -> None:
    tables.set_status(game.pk, cast.ada.claims, "pause")
    with pytest.raises(GameError) as refused:
        enter(game, cast.ada, "A: done")
    assert refused.value.code == "game_paused"


def test_ruling_needs_a_note(game: Game, cast: Cast) -> None:
    with pytest.raises(BadInput):
        entries.rule_by_table(game.pk, cast.ada.claims, {**START, "value": 9}, request(game))


def test_ruling_waives_the_refusal_and_marks_the_game(game: Game, cast: Cast) -> None:
    asked = request(game, note="We misread the track and let it stand.")
    answer = entries.rule_by_table(game.pk, cast.ada.claims, {**START, "value": 9}, asked)
    game = fresh(game)
    assert answer.waived
    assert game.ruled
    assert lines.state_at(game, game.head).railroads["red"].value == 9
    lines.forget()
    assert lines.refold(game, game.head).railroads["red"].value == 9


def test_ruling_is_for_the_host_or_a_scorekeeper(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    with pytest.raises(NotAllowed):
        entries.rule_by_table(
            game.pk, cast.ben.claims, {**START, "value": 9}, request(game, note="We said so.")
        )


def test_what_no_state_can_hold_is_refused_even_to_the_table(game: Game, cast: Cast) -> None:
    before = rows(game)
    with pytest.raises(IllegalMove):
        entries.rule_by_table(
            game.pk, cast.ada.claims, {**START, "issued": 99}, request(game, note="Please.")
        )
    assert rows(game) == before


def test_position_set_by_the_table_is_what_counts(game: Game, cast: Cast) -> None:
    text = "n=3 turn=4 active=B | A=10 B=20 C=30 | red{iss=5 val=20 hold=A1,B1 tre=7 at=M1}"
    entries.set_position(game.pk, cast.ada.claims, text, request(game, note="Found the old sheet."))
    game = fresh(game)
    state = lines.state_at(game, game.head)
    assert (state.turn, game.actor, state.money["C"], game.ruled) == (4, "B", 30, True)


@pytest.mark.parametrize(
    "text",
    ["", "n=3 turn=99", "n=4", "n=3 | A=-5", "x" * 30_000, "n=3 | red{iss=5 val=20 hold=A9 at=M1}"],
)
def test_position_that_breaks_an_invariant_is_refused(game: Game, cast: Cast, text: str) -> None:
    before = rows(game)
    with pytest.raises((Fault, NotationError, BadInput, IllegalMove)):
        entries.set_position(game.pk, cast.ada.claims, text, request(game, note="Trying."))
    assert rows(game) == before


def test_states_load_the_same_with_and_without_snapshots(game: Game, cast: Cast) -> None:
    for _ in range(4):
        idle_turn(game, cast)
    game = fresh(game)
    assert Snapshot.objects.filter(game=game).count() >= 2
    nodes = Event.objects.filter(game=game, kind__in=Event.NODES).values_list("number", flat=True)
    for node in (0, *nodes):
        lines.forget()
        assert encode(lines.state_at(game, node)) == encode(lines.refold(game, node))


def test_game_can_start_from_a_position(cast: Cast) -> None:
    text = "n=3 turn=7 active=C | A=1 B=2 C=3 | red{iss=5 val=20 hold=A1,B1 tre=7 at=M1}"
    game = started(cast, position=text)
    state = lines.state_at(game, 0)
    assert (state.turn, game.actor, state.money["B"]) == (7, "C", 2)
