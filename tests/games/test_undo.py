"""Undo, redo, undo to here, take back my turn: the head moves, nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import lines
from games.engine.codec import encode
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.errors import BadInput, GameError, NotAllowed
from games.models import Event, Game
from games.services import entries, undo
from tests.game_factories import Cast, enter, fresh, guest, idle_turn, request, rows, started


def state_text(game: Game) -> str:
    """Return the state that counts, folded without any snapshot or cache."""
    game = fresh(game)
    return encode(lines.refold(game, game.head))


def test_undo_brings_back_the_state_and_the_actor(game: Game, cast: Cast) -> None:
    before = state_text(game)
    enter(game, cast.ada, "A: done")
    answer = undo.undo(game.pk, cast.ada.claims, request(game))
    assert state_text(game) == before
    assert answer.actor == "A"


def test_undo_then_redo_is_identity(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    after = state_text(game)
    undo.undo(game.pk, cast.ada.claims, request(game))
    undo.redo(game.pk, cast.ada.claims, request(game))
    assert state_text(game) == after
    assert fresh(game).redo == ""


def test_undo_frees_the_stock_value(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    undo.undo(game.pk, cast.ada.claims, request(game))
    enter(game, cast.ada, "A: start blue at=M1 iss=5 val=20")
    assert "red" not in lines.state_at(fresh(game), fresh(game).head).railroads


def test_nothing_to_undo_is_said(game: Game, cast: Cast) -> None:
    with pytest.raises(GameError) as refused:
        undo.undo(game.pk, cast.ada.claims, request(game))
    assert refused.value.code == "nothing_to_undo"


def test_new_entry_ends_redo(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    undo.undo(game.pk, cast.ada.claims, request(game))
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    with pytest.raises(GameError) as refused:
        undo.redo(game.pk, cast.ada.claims, request(game))
    assert refused.value.code == "nothing_to_redo"


def test_undoing_into_another_players_turn_asks_first(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    before = rows(game)
    with pytest.raises(ChoiceNeeded) as asked:
        undo.undo(game.pk, cast.ben.claims, request(game))
    assert asked.value.facts["names"] == ("Ada",)
    assert rows(game) == before
    undo.undo(game.pk, cast.ben.claims, request(game, confirm=True))
    assert fresh(game).actor == "A"


def test_watcher_may_not_undo(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    with pytest.raises(NotAllowed):
        undo.undo(game.pk, cast.cho.claims, request(game, confirm=True))


def test_take_back_turn_takes_all_of_it_and_no_more(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: done")
    before = state_text(game)
    enter(game, cast.ben, "B: start red at=M1 iss=5 val=20")
    enter(game, cast.ben, "B: build red from=M1 dir=W len=1")
    undo.take_back_turn(game.pk, cast.ben.claims, request(game))
    assert state_text(game) == before


def test_undo_to_here_over_many_entries(game: Game, cast: Cast) -> None:
    idle_turn(game, cast)
    target = fresh(game).head
    there = state_text(game)
    for _ in range(5):
        idle_turn(game, cast)
    undo.undo_to(game.pk, cast.ada.claims, target, request(game))
    assert state_text(game) == there
    assert fresh(game).head == target


def test_undo_to_the_beginning(game: Game, cast: Cast) -> None:
    before = state_text(game)
    idle_turn(game, cast)
    undo.undo_to(game.pk, cast.ada.claims, 0, request(game))
    assert state_text(game) == before
    assert fresh(game).actor == "A"


@pytest.mark.parametrize("target", [99, -1, 10**9])
def test_undo_to_what_does_not_count_is_refused(game: Game, cast: Cast, target: int) -> None:
    enter(game, cast.ada, "A: done")
    with pytest.raises(BadInput):
        undo.undo_to(game.pk, cast.ada.claims, target, request(game))


def test_undo_to_an_undone_entry_is_refused(game: Game, cast: Cast) -> None:
    gone = enter(game, cast.ada, "A: done").number
    undo.undo(game.pk, cast.ada.claims, request(game))
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    enter(game, cast.ada, "A: done")
    with pytest.raises(BadInput):
        undo.undo_to(game.pk, cast.ada.claims, gone, request(game))


def test_undone_events_stay_in_the_log(game: Game, cast: Cast) -> None:
    number = enter(game, cast.ada, "A: done").number
    undo.undo(game.pk, cast.ada.claims, request(game))
    assert Event.objects.filter(game=game, number=number).exists()


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(["move", "undo", "redo", "here", "turn"]), max_size=25), st.data())
def test_any_mix_leaves_a_log_whose_fold_is_the_state(
    db: None, steps: list[str], data: st.DataObject
) -> None:
    """A model beside it: a list of states and a stack of what redo brings back."""
    cast = Cast(guest("Ada"), guest("Ben"), guest("Cho"), guest("Dee"))
    game = started(cast)
    line: list[tuple[int, str]] = [(0, state_text(game))]
    undone: list[list[tuple[int, str]]] = []
    for step in steps:
        line, undone = _try(step, game, cast, line, undone, data)
        now = fresh(game)
        assert (now.head, state_text(game)) == line[-1]
        lines.forget()
        assert encode(lines.state_at(now, now.head)) == line[-1][1]
        title = lines.title_of(now)
        actor = title.actor(lines.table_of(now), lines.state_at(now, now.head)) or ""
        assert now.actor == actor


Line = list[tuple[int, str]]


def _try(
    step: str, game: Game, cast: Cast, line: Line, undone: list[Line], data: st.DataObject
) -> tuple[Line, list[Line]]:
    claims = cast.ada.claims
    if step == "move":
        number = _some_move(game, cast)
        return [*line, (number, state_text(game))], []
    if step == "redo":
        if not undone:
            with pytest.raises(GameError):
                undo.redo(game.pk, claims, request(game))
            return line, undone
        undo.redo(game.pk, claims, request(game))
        return undone[-1], undone[:-1]
    if len(line) == 1:
        with pytest.raises((GameError, BadInput)):
            undo.undo(game.pk, claims, request(game))
        return line, undone
    if step == "undo":
        undo.undo(game.pk, claims, request(game))
        return line[:-1], [*undone, line]
    if step == "here":
        keep = data.draw(st.integers(1, len(line) - 1))
        undo.undo_to(game.pk, claims, line[keep - 1][0], request(game))
        return line[:keep], [*undone, line]
    turn = Event.objects.get(game=game, number=line[-1][0]).turn
    undo.take_back_turn(game.pk, claims, request(game))
    shorter = line
    while shorter[-1][0] and Event.objects.get(game=game, number=shorter[-1][0]).turn == turn:
        shorter = shorter[:-1]
    return shorter, [*undone, line]


def _some_move(game: Game, cast: Cast) -> int:
    now = fresh(game)
    title, table = lines.title_of(now), lines.table_of(now)
    state = lines.state_at(now, now.head)
    for seat, move in title.legal_moves(table, state):
        try:
            return entries.play(
                game.pk, cast.ada.claims, move, request(game, seat=seat or now.actor)
            ).number
        except IllegalMove:
            continue
    raise AssertionError("no legal move")
