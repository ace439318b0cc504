"""Telling the live processes through Redis that a game changed; never more than a courtesy."""

from __future__ import annotations

import logging
import time
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.retry import Retry

from games.live_redis import channel_of
from games.signals import game_changed

logger = logging.getLogger(__name__)

PATIENCE = 0.2
"""Most seconds that a move waits for Redis."""

PAUSE = 5.0
"""Seconds in which no move waits for Redis again, once it did not answer."""


class Notices:
    """Announces changed games. Without an answer from Redis it is silent for a while."""

    def __init__(self, url: str, channel: str) -> None:
        self._channel = channel
        self._silent_until = 0.0
        self._client = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            # Once more at once, for a connection that a restarted Redis has dropped.
            retry=Retry(NoBackoff(), 1, supported_errors=(NotConnected,)),
        )

    def announce(self, game_id: int) -> bool:
        """Announce a changed game and say whether that could be done. Raises nothing."""
        if time.monotonic() < self._silent_until:
            return False
        try:
            self._client.publish(self._channel, str(game_id))
        except (RedisError, OSError) as error:
            self._silent_until = time.monotonic() + PAUSE
            logger.warning("Redis was not told of a changed game: %s", error)
            return False
        return True


@lru_cache(maxsize=4)
def notices(url: str, prefix: str) -> Notices:
    """Return the process's announcer for a Redis."""
    return Notices(url, channel_of(prefix))


@receiver(game_changed, dispatch_uid="games.live_notice")
def announce_change(game_id: int, **_: Any) -> None:
    """Wake the live processes, where there is a Redis to do it by."""
    if settings.REDIS_URL:
        notices(settings.REDIS_URL, settings.REDIS_PREFIX).announce(game_id)
