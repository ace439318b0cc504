"""Several phones at once: one entry wins, the log has no gaps, and its replay is the state."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from rest_framework.settings import api_settings

from games import lines
from games.models import Event, Game
from tests.game_factories import Cast, fresh
from tests.games.api_helpers import (
    START,
    Api,
    Reply,
    _no_counts,  # noqa: F401  a fixture that works by itself
    device,
    entry,
    moves,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
WRITERS = 8


@pytest.fixture(autouse=True)
def _many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    many = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES, "1000000/min")
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", many)


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """Return what each of eight threads comes to, all let go at the same moment."""
    barrier = Barrier(WRITERS)

    def run(number: int) -> Any:
        try:
            barrier.wait(timeout=30)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, range(WRITERS)))


def test_of_entries_at_once_exactly_one_wins(game: Game, cast: Cast) -> None:
    phones = [device(game, cast.ada) for _ in range(WRITERS)]
    sent = entry(game, move=START)
    replies: list[Reply] = at_once(lambda number: phones[number].post(moves(game), sent))
    assert sorted(reply.status for reply in replies) == [201] + [409] * (WRITERS - 1)
    for reply in replies:
        if reply.status == 409:
            assert (reply.code, reply.body["last"]) == ("stale", sent["seen"] + 1)
            assert len(reply.body["events"]) == 1
    assert fresh(game).last == sent["seen"] + 1


def test_one_entry_sent_many_times_at_once_is_entered_once(game: Game, cast: Cast) -> None:
    phones = [device(game, cast.ada) for _ in range(WRITERS)]
    sent = entry(game, move=START, key=str(uuid4()))
    replies: list[Reply] = at_once(lambda number: phones[number].post(moves(game), sent))
    assert sorted(reply.status for reply in replies) == [200] * (WRITERS - 1) + [201]
    assert {reply.body["number"] for reply in replies} == {sent["seen"] + 1}
    assert fresh(game).last == sent["seen"] + 1


def test_eight_writers_leave_a_log_without_gaps_that_replays_to_the_state(
    game: Game, cast: Cast
) -> None:
    """Each writer enters, takes back, notes and charts, catching up whenever it is told to."""
    people = (cast.ada, cast.ben)
    phones = [device(game, people[number % 2]) for number in range(WRITERS)]
    won = sum(at_once(lambda number: _write(phones[number], game, number)))
    game = fresh(game)
    numbers = list(
        Event.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    )
    assert numbers == list(range(1, game.last + 1))
    assert won >= WRITERS
    kept = lines.state_at(game, game.head)
    lines.forget()
    assert lines.state_at(game, game.head) == kept
    assert lines.refold(game, game.head) == kept


def _write(phone: Api, game: Game, number: int) -> int:
    """Send fifteen entries, each with what this phone has seen last; return how many were entered."""
    won, seen = 0, 0
    for turn in range(15):
        listed = phone.get(f"games/{game.code}/legal-moves/?limit=60").body["moves"]
        seen = phone.get(f"games/{game.code}/").body["last"]
        chosen = listed[(7 * turn + number) % len(listed)]
        path, sent = moves(game), {"move": chosen["move"], "seat": chosen["seat"]}
        if turn % 5 == 3:
            path, sent = f"games/{game.code}/undo/", {"confirm": True}
        reply = phone.post(path, {**sent, "seen": seen, "key": str(uuid4())})
        assert reply.status in (201, 403, 409, 422), reply.body
        won += reply.status == 201
    return won
