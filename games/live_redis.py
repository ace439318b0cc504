"""Hearing through Redis that a game changed, for as long as there is a Redis to hear."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 10.0
"""Seconds before Redis is tried again; doubled each time, and spread so that processes differ."""

QUIET = 10.0
"""Seconds of silence after which Redis is asked whether it is still there."""

CONNECT_SECONDS = 2.0


def channel_of(prefix: str) -> str:
    """Return the one channel on which changed games are announced."""
    return f"{prefix}:live"


async def listen(
    url: str, channel: str, heard: Callable[[int], None], connected: Callable[[bool], None]
) -> None:
    """Call `heard(game_id)` for each notice, reconnecting for ever; `connected` tells of both turns."""
    pause = FIRST_PAUSE
    while True:
        try:
            async with _client(url) as client, client.pubsub() as subscription:
                await subscription.subscribe(channel)
                connected(True)
                pause = FIRST_PAUSE
                await _hear(subscription, heard)
        except (RedisError, OSError) as error:
            logger.warning("No notices from Redis, looking at the tick instead: %s", error)
        finally:
            connected(False)
        await asyncio.sleep(pause * random.uniform(0.7, 1.3))
        pause = min(pause * 2, LONGEST_PAUSE)


def _client(url: str) -> Redis:
    # The pauses are ours: the client's own retries would hide that notices are being missed.
    retry = Retry(NoBackoff(), 0)
    return Redis.from_url(url, retry=retry, socket_connect_timeout=CONNECT_SECONDS)


async def _hear(subscription: PubSub, heard: Callable[[int], None]) -> None:
    asked = False
    while True:
        message = await subscription.get_message(timeout=QUIET)
        if message is None:
            if asked:
                raise TimeoutError(f"no answer within {QUIET:.0f} seconds")
            await subscription.ping()
            asked = True
            continue
        asked = False
        if message["type"] == "message" and (game_id := _read(message["data"])) is not None:
            heard(game_id)


def _read(data: bytes) -> int | None:
    number = data.decode("ascii", "replace")
    return int(number) if number.isascii() and number.isdigit() else None
