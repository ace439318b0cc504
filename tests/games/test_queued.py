"""Entries that waited: each counts once, in the order sent, and every refusal says why."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Event, Game
from games.services import tables
from games.services.undo import undo
from tests.game_factories import Cast, enter, fresh, request, rows
from tests.games.pages import address, browser, move


def send(client: Client, game: Game, kind: str = "done", **fields: Any) -> Any:
    """Send a kept entry."""
    return client.post(address(game, "queued"), move(game, kind, "enter", **fields))


def test_kept_entry_is_entered(game: Game, cast: Cast) -> None:
    answer = send(browser(cast.ada), game, seat="A")
    assert answer.status_code == 200
    told = answer.json()
    assert told["number"] == told["last"] == fresh(game).last
    assert "Ada" in told["said"]
    assert fresh(game).actor == "B"


def test_same_key_counts_once_whatever_came_in_between(game: Game, cast: Cast) -> None:
    ada, key, seen = browser(cast.ada), str(uuid4()), fresh(game).last
    first = send(ada, game, seat="A", key=key, seen=seen)
    enter(game, cast.ben, "B: done")
    before = rows(game)
    again = send(ada, game, seat="A", key=key, seen=seen)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["number"] == first.json()["number"]
    assert rows(game) == before


def test_same_key_counts_once_even_when_the_game_is_paused_meanwhile(
    game: Game, cast: Cast
) -> None:
    ada, key = browser(cast.ada), str(uuid4())
    first = send(ada, game, seat="A", key=key)
    tables.set_status(game.pk, cast.ada.claims, "pause")
    assert send(ada, game, seat="A", key=key).json()["number"] == first.json()["number"]


def test_same_key_counts_once_even_when_it_was_undone(game: Game, cast: Cast) -> None:
    ada, key = browser(cast.ada), str(uuid4())
    send(ada, game, seat="A", key=key)
    undo(game.pk, cast.ada.claims, request(game))
    before = rows(game)
    assert send(ada, game, seat="A", key=key).status_code == 200
    assert rows(game) == before


def test_moved_on_game_tells_what_came_in_and_enters_nothing(game: Game, cast: Cast) -> None:
    seen = fresh(game).last
    enter(game, cast.ada, "A: done")
    before = rows(game)
    answer = send(browser(cast.ben), game, seat="B", seen=seen)
    told = answer.json()
    assert (answer.status_code, told["code"], told["last"]) == (409, "stale", fresh(game).last)
    assert any("Ada" in line for line in told["events"])
    assert rows(game) == before
    assert send(browser(cast.ben), game, seat="B", seen=told["last"]).status_code == 200


def test_refused_entry_says_why_with_the_rule(game: Game, cast: Cast) -> None:
    answer = send(browser(cast.ben), game, seat="B")
    told = answer.json()
    assert answer.status_code in (409, 422)
    assert told["message"]
    answer = send(
        browser(cast.ada),
        game,
        "start",
        seat="A",
        railroad="red",
        at="99,99",
        issued=3,
        value=20,
        buy=1,
        pay=20,
    )
    told = answer.json()
    assert answer.status_code == 422, told
    assert told["rule"].startswith("CD")
    assert told["rule_url"].endswith(f"#{told['rule']}")


def test_malformed_entry_names_the_field(game: Game, cast: Cast) -> None:
    answer = send(browser(cast.ada), game, "start", seat="A", at="", issued="many", value="20")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "issued" in answer.json()["message"]


@pytest.mark.parametrize("who", ["cho", "dee"])
def test_whoever_may_not_enter_is_told_so(game: Game, cast: Cast, who: str) -> None:
    before = rows(game)
    answer = send(browser(getattr(cast, who)), game, seat="A")
    assert answer.status_code == 403
    assert answer.json()["code"] in ("not_in_game", "not_your_seat", "watching_only")
    assert rows(game) == before


@pytest.mark.parametrize("fields", [{}, {"key": "x"}, {"seen": "-1", "key": str(uuid4())}])
def test_broken_envelope_is_400(game: Game, cast: Cast, fields: dict[str, str]) -> None:
    answer = browser(cast.ada).post(address(game, "queued"), fields)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_envelope")
    assert Event.objects.filter(game=game).count() == fresh(game).last


def test_fresh_token_is_given_to_the_page_that_asks(game: Game, cast: Cast) -> None:
    ada = browser(cast.ada)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ada.cookies
    fields = move(game, "done", "enter", seat="A")
    assert strict.post(address(game, "queued"), fields).status_code == 403
    told = strict.get(address(game, "queued")).json()
    assert told["known"] is True
    answer = strict.post(address(game, "queued"), fields, headers={"X-CSRFToken": told["token"]})
    assert answer.status_code == 200


def test_stranger_is_told_to_be_one(game: Game, cast: Cast) -> None:
    assert browser(cast.dee).get(address(game, "queued")).json()["known"] is False


@pytest.mark.django_db
def test_unknown_game_is_404(client: Client) -> None:
    assert client.get("/g/ZZZZZZ/queued/").status_code == 404
