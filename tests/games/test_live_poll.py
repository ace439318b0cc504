"""What the live updates read and announce: one query each, and never in the way of a move."""

from __future__ import annotations

import logging
import time

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games import live_notice
from games.live_notice import Notices
from games.live_rows import Rows
from games.models import Game
from tests.game_factories import Cast, enter, fresh, new_cast, started

NOWHERE = "redis://127.0.0.1:1/0"


def test_poll_answers_the_newest_number_in_one_query(
    client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        answer = client.get(reverse("games:poll", args=[game.code]))
    assert answer.json() == {"last": game.last}
    assert answer["ETag"] == f'"{game.last}"'
    assert "no-cache" in answer["Cache-Control"]


def test_poll_answers_304_until_something_is_entered(
    client: Client,
    game: Game,
    cast: Cast,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = reverse("games:poll", args=[game.code])
    seen = client.get(address)["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(address, headers={"If-None-Match": seen})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == seen
    enter(game, cast.ada, "A: done")
    answer = client.get(address, headers={"If-None-Match": seen})
    assert answer.json() == {"last": fresh(game).last}


@pytest.mark.django_db
def test_poll_of_an_unknown_code_is_404_and_writing_is_405(client: Client) -> None:
    address = reverse("games:poll", args=["ZZZZZZ"])
    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 405


def test_rows_of_all_watched_games_are_one_query(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = Rows()
    with django_assert_num_queries(2):
        assert rows.find(game.code) == (game.pk, game.last)
        assert rows.lasts([game.pk, game.pk + 1]) == {game.pk: game.last}


@pytest.mark.django_db
def test_rows_know_no_game_by_a_wrong_code() -> None:
    assert Rows().find("ZZZZZZ") is None


@pytest.mark.django_db(transaction=True)
def test_rows_read_again_after_the_connection_was_given_up() -> None:
    rows = Rows()
    rows.recover()
    assert rows.lasts([1]) == {}
    connection.close()


def test_silent_redis_fails_no_move_and_is_left_alone_for_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    notices = Notices(NOWHERE, "test:live")
    with caplog.at_level(logging.WARNING):
        assert not notices.announce(1)
    assert "Redis was not told" in caplog.text
    began = time.perf_counter()
    assert not any(notices.announce(1) for _ in range(1000))
    assert time.perf_counter() - began < live_notice.PATIENCE


def test_deaf_redis_costs_a_move_no_more_than_the_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_notice, "PATIENCE", 0.05)
    # An address that is set aside for documentation: nothing answers, or the system says so at once.
    notices = Notices("redis://192.0.2.1:6379/0", "test:live")
    began = time.perf_counter()
    assert not notices.announce(1)
    assert time.perf_counter() - began < 1.0


def test_move_is_entered_while_redis_is_gone(
    settings: Settings, transactional_db: None, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL, settings.REDIS_PREFIX = NOWHERE, "nowhere"
    cast = new_cast()
    game = started(cast)
    answer = enter(game, cast.ada, "A: done")
    assert fresh(game).last == answer.last
    assert "Redis was not told" in caplog.text
