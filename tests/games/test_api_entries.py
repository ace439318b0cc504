"""Entering through the API: what is answered, what is written, and what a second sending gets."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Event, Game
from tests.game_factories import Cast, enter, fresh, idle_turn, rows
from tests.games.api_helpers import (
    START,
    START_TEXT,
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    device,
    entry,
    moves,
)


def test_a_move_is_entered_and_answered_in_words(game: Game, cast: Cast) -> None:
    reply = device(game, cast.ada).post(moves(game), entry(game, move=START))
    assert reply.status == 201
    now = fresh(game)
    assert (reply.body["number"], reply.body["last"], reply.body["head"]) == (now.last,) * 3
    assert reply.body["said"].startswith("Ada starts Red in ")
    assert (reply.body["actor"], reply.body["status"], reply.body["end"]) == ("A", "playing", "")
    cash = next(effect for effect in reply.body["effects"] if effect["label"] == "Ada's cash")
    assert (cash["old"], cash["new"], cash["good"]) == (80, 60, False)


def test_a_move_may_be_written_in_notation(game: Game, cast: Cast) -> None:
    reply = browser(cast.ada).post(moves(game), entry(game, text=START_TEXT))
    assert reply.status == 201
    assert Event.objects.get(game=game, number=reply.body["number"]).seat == "A"


def test_a_dry_run_tells_the_same_and_writes_nothing(game: Game, cast: Cast) -> None:
    before = rows(game)
    told = device(game, cast.ada).post(moves(game), entry(game, move=START, dry_run=True))
    assert told.status == 200
    assert rows(game) == before
    entered = device(game, cast.ada).post(moves(game), entry(game, move=START))
    same = ("said", "effects", "notes", "unchecked", "actor", "status", "end", "number")
    assert {name: told.body[name] for name in same} == {name: entered.body[name] for name in same}
    assert (told.body["dry_run"], entered.body["dry_run"]) == (True, False)


def test_a_repeated_key_gets_the_first_answer_again(game: Game, cast: Cast) -> None:
    sent = entry(game, move=START, key=str(uuid4()))
    first = device(game, cast.ada).post(moves(game), sent)
    stored = rows(game)
    again = device(game, cast.ada).post(moves(game), sent)
    assert (first.status, again.status) == (201, 200)
    assert again.body == {**first.body, "repeated": True}
    assert rows(game) == stored


def test_a_repeated_key_does_not_move_twice_when_its_sender_has_caught_up(
    game: Game, cast: Cast
) -> None:
    key = str(uuid4())
    chart = {"kind": "done"}
    first = device(game, cast.ada).post(moves(game), entry(game, move=chart, key=key, seat="A"))
    again = device(game, cast.ada).post(moves(game), entry(game, move=chart, key=key, seat="B"))
    assert (first.status, again.status) == (201, 200)
    assert again.body["number"] == first.body["number"]
    assert fresh(game).last == first.body["number"]


def test_a_stale_entry_is_told_what_changed(game: Game, cast: Cast) -> None:
    seen = game.last
    enter(game, cast.ada, START_TEXT)
    enter(game, cast.ada, "A: done")
    before = rows(game)
    reply = browser(cast.ben).post(moves(game), {"move": {"kind": "done"}, "seen": seen})
    assert (reply.status, reply.code, reply.body["last"]) == (409, "stale", fresh(game).last)
    assert len(reply.body["events"]) == 2
    assert reply.body["events"][1] == "Ada ends the turn."
    assert rows(game) == before


def test_an_entry_from_the_future_is_stale_too(game: Game, cast: Cast) -> None:
    reply = browser(cast.ada).post(moves(game), {"move": START, "seen": game.last + 1})
    assert (reply.status, reply.code, reply.body["events"]) == (409, "stale", [])


def test_a_refusal_names_the_rule_and_its_facts(game: Game, cast: Cast) -> None:
    before = rows(game)
    reply = device(game, cast.ada).post(moves(game), entry(game, move={**START, "value": 9}))
    assert reply.status == 422
    assert (reply.code, reply.body["rule"]) == ("value_range", "CD-16")
    assert reply.body["message"] == "The stock value must be 10 to 50 (entered: 9)."
    assert reply.body["facts"]["value"] == 9
    assert reply.body["rule_url"].endswith("#CD-16")
    assert "ask" not in reply.body
    assert rows(game) == before


def test_the_table_rules_with_a_note_in_data_or_notation(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    without = ada.post(moves(game), entry(game, move={**START, "value": 55}, ruled=True))
    assert (without.status, without.body["fields"][0]["path"]) == (400, "note")
    text = START_TEXT.replace("20", "55")
    reply = ada.post(moves(game), entry(game, text=text, ruled=True, note="House rule"))
    assert (reply.status, reply.body["waived"]) == (201, ["value_range"])
    assert fresh(game).ruled


def test_undo_redo_and_take_back_are_entries_too(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    start = fresh(game).head
    ada.post(moves(game), entry(game, move=START))
    entered = fresh(game).head
    undone = ada.post(f"games/{game.code}/undo/", entry(game))
    assert (undone.status, undone.body["head"]) == (201, start)
    redone = ada.post(f"games/{game.code}/redo/", entry(game))
    assert (redone.status, redone.body["head"]) == (201, entered)
    taken = ada.post(f"games/{game.code}/take-back/", entry(game))
    assert (taken.status, taken.body["head"]) == (201, start)
    nothing = ada.post(f"games/{game.code}/undo/", entry(game))
    assert (nothing.status, nothing.code) == (409, "nothing_to_undo")


def test_undoing_others_asks_first(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    enter(game, cast.ada, "A: done")
    ben = device(game, cast.ben)
    asked = ben.post(f"games/{game.code}/undo/", entry(game))
    assert (asked.status, asked.code) == (422, "undo_other_turn")
    assert (asked.body["ask"], asked.body["choices"]) == (True, ["confirm"])
    assert "Ada" in asked.body["message"]
    assert ben.post(f"games/{game.code}/undo/", entry(game, confirm=True)).status == 201


def test_undo_to_here_takes_back_all_after(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    here = fresh(game).head
    enter(game, cast.ada, "A: done")
    enter(game, cast.ada, "B: done", seat="B")
    ada = device(game, cast.ada)
    reply = ada.post(f"games/{game.code}/undo-to/", entry(game, target=here, confirm=True))
    assert (reply.status, reply.body["head"]) == (201, here)
    missing = ada.post(f"games/{game.code}/undo-to/", entry(game, target=9999))
    assert (missing.status, missing.body["fields"][0]["path"]) == (400, "target")


def test_a_correction_says_what_falls_before_it_is_saved(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    target = fresh(game).head
    enter(game, cast.ada, "A: done")
    enter(game, cast.ben, "B: buy red n=1 pay=20")
    falling = fresh(game).head
    ada, path = device(game, cast.ada), f"games/{game.code}/corrections/"
    wish = {"target": target, "action": "remove"}
    before = rows(game)
    dry = ada.post(path, entry(game, **wish, dry_run=True))
    assert (dry.status, len(dry.body["dropped"])) == (200, 1)
    asked = ada.post(path, entry(game, **wish))
    assert (asked.status, asked.code, asked.body["choices"]) == (
        422,
        "later_entries_fall",
        [str(falling)],
    )
    assert rows(game) == before
    done = ada.post(path, entry(game, **wish, accept=[falling]))
    assert (done.status, len(done.body["dropped"])) == (201, 1)


def test_a_correction_replaces_a_move(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    target = fresh(game).head
    ada, path = device(game, cast.ada), f"games/{game.code}/corrections/"
    reply = ada.post(path, entry(game, target=target, move={**START, "value": 30}))
    assert reply.status == 201
    wrong = ada.post(path, entry(game, target=target, move={**START, "value": "30"}))
    assert (wrong.status, wrong.body["fields"][0]["path"]) == (400, "move.value")
    neither = ada.post(path, entry(game, target=target))
    assert (neither.status, neither.body["fields"][0]["path"]) == (400, "move")


def test_a_note_makes_nobody_stale(game: Game, cast: Cast) -> None:
    seen = fresh(game).last
    key = str(uuid4())
    cho = device(game, cast.cho)
    noted = cho.post(f"games/{game.code}/notes/", {"text": "Pizza is here", "key": key})
    assert noted.status == 201
    assert cho.post(f"games/{game.code}/notes/", {"text": "again", "key": key}).status == 200
    assert device(game, cast.ada).post(moves(game), {"move": START, "seen": seen}).status == 201


def test_the_position_is_read_and_set(game: Game, cast: Cast) -> None:
    ada, path = device(game, cast.ada), f"games/{game.code}/position/"
    enter(game, cast.ada, START_TEXT)
    now = ada.get(path)
    opening = ada.get(f"{path}?at=0")
    assert (now.status, opening.status) == (200, 200)
    assert now.body["position"] != opening.body["position"]
    assert ada.get(f"{path}?at=1").status == 404  # the start of the game is no entry
    sent = {"position": opening.body["position"], "note": "The cat walked over the board"}
    dry = ada.post(path, entry(game, **sent, dry_run=True))
    assert dry.status == 200
    assert ada.post(path, entry(game, **sent)).status == 201
    assert ada.get(path).body["position"] == opening.body["position"]
    broken = ada.post(path, entry(game, position="CD", note="broken"))
    assert (broken.status, broken.body["fields"][0]["path"].split(".")[0]) == (400, "position")


def test_a_finished_game_takes_no_entry(game: Game, cast: Cast) -> None:
    for _ in range(8):
        if fresh(game).status == Game.Status.PLAYING:
            idle_to_end(game, cast)
    reply = device(game, cast.ada).post(moves(game), entry(game, move={"kind": "done"}))
    assert (reply.status, reply.code) == (409, "game_over")


def idle_to_end(game: Game, cast: Cast) -> None:
    """Let a turn pass in which nobody does anything; the last one has no new order."""
    now = fresh(game)
    turns = Event.objects.filter(game=game, data__contains="dividends").count()
    if turns < 7:
        idle_turn(now, cast)
        return
    ada = browser(cast.ada)
    for kind in ("done", "done", "done", "dividends"):
        seat = fresh(game).actor
        assert ada.post(moves(game), entry(game, move={"kind": kind}, seat=seat)).status == 201


@pytest.mark.django_db(transaction=True)
def test_a_move_takes_four_statements(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    assert ada.post(moves(game), entry(game, move=START)).status == 201
    sent = entry(game, move={"kind": "done"})
    with CaptureQueriesContext(connection) as captured:
        assert ada.post(moves(game), sent).status == 201
    kinds = [query["sql"].split()[0] for query in captured]
    expected = ["BEGIN", "SELECT", "SELECT", "INSERT", "UPDATE", "COMMIT"]
    assert kinds == expected, captured.captured_queries


@pytest.mark.parametrize("what", ["undo", "redo", "take-back"])
def test_undo_and_its_kin_know_stale_senders(game: Game, cast: Cast, what: str) -> None:
    enter(game, cast.ada, START_TEXT)
    reply = device(game, cast.ada).post(f"games/{game.code}/{what}/", {"seen": 0})
    assert (reply.status, reply.code) == (409, "stale")
