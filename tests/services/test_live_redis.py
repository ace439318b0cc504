"""The live stream woken by Redis, and what becomes of it when Redis or the process ends."""

from __future__ import annotations

import time

import pytest
from redis import Redis

from games.live_hub import SLOW_TICK
from games.live_redis import channel_of
from games.models import Game
from games.services import undo
from tests.game_factories import Cast, enter, fresh, new_cast, request, started
from tests.servers import Stream, wait_until
from tests.services.conftest import LiveProcess, OwnRedis

pytestmark = [pytest.mark.redis, pytest.mark.postgres]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada, Ben, Cho and Dee, in a database that other processes see."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game just started, Ada to act."""
    return started(cast)


def next_event(game: Game, cast: Cast, stream: Stream, *, undone: bool = False) -> float:
    """Enter something, and return the seconds from the commit until the phone hears of it."""
    if undone:
        last = undo.undo(game.pk, cast.ada.claims, request(game, confirm=True)).last
    else:
        last = enter(game, cast.ada, "A: done").last
    return stream.until(f"id: {last}\n".encode())


def subscribers(redis: OwnRedis) -> int:
    """Return how many live processes listen."""
    with Redis.from_url(redis.url) as client:
        return int(dict(client.pubsub_numsub(channel_of("own")))[channel_of("own").encode()])


def test_redis_wakes_the_stream_long_before_the_tick(
    live: LiveProcess, own_redis: OwnRedis, game: Game, cast: Cast
) -> None:
    stream = Stream(live.port, game.code, game.last)
    stream.until(b": open")
    wait_until(lambda: subscribers(own_redis) == 1)
    waits = [next_event(game, cast, stream, undone=bool(turn % 2)) for turn in range(8)]
    assert sorted(waits)[4] < SLOW_TICK / 4
    stream.close()


def test_redis_killed_in_mid_stream_slows_no_move_and_loses_no_phone(
    live: LiveProcess, own_redis: OwnRedis, game: Game, cast: Cast
) -> None:
    stream = Stream(live.port, game.code, game.last)
    stream.until(b": open")
    wait_until(lambda: subscribers(own_redis) == 1)
    next_event(game, cast, stream)
    own_redis.kill()
    for undone in (True, False, True):
        began = time.monotonic()
        waited = next_event(game, cast, stream, undone=undone)
        assert time.monotonic() - began - waited < 2.0
        assert waited < SLOW_TICK + 2.0
    own_redis.start()
    wait_until(lambda: subscribers(own_redis) == 1)
    newcomer = Stream(live.port, game.code, 0)
    newcomer.until(f"id: {fresh(game).last}\n".encode())
    next_event(game, cast, stream)
    stream.close()
    newcomer.close()


def test_live_process_ends_its_streams_whole_and_at_once(live: LiveProcess, game: Game) -> None:
    streams = [Stream(live.port, game.code, 0) for _ in range(20)]
    for stream in streams:
        stream.until(b"event: game")
    began = time.monotonic()
    live.process.terminate()
    assert all(stream.ended() for stream in streams)
    live.process.wait(timeout=10)
    assert time.monotonic() - began < 5
    assert live.log.read_text() == ""
    for stream in streams:
        stream.close()
