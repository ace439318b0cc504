"""How often one caller may ask: counts in the cache, one for each caller and minute."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games.api.auth import SeatToken

_MINUTE = 60

OUTAGES = (RedisError, OSError)
"""A cache that does not answer: nobody is counted then, and nobody is turned away."""


def count(scope: str, caller: object) -> bool:
    """Count a request, and say whether the caller is still within the scope's rate."""
    key = f"throttle:{scope}:{caller}:{int(time.time()) // _MINUTE}"
    try:
        return int(cache.incr(key)) <= _rate(scope)
    except ValueError:
        # The first of this minute; where another thread is as quick, one request more is let pass.
        with suppress(*OUTAGES):
            cache.add(key, 1, _MINUTE)
        return True
    except OUTAGES:
        return True


def spent(scope: str, caller: object) -> bool:
    """Say whether the caller has used up the scope's rate, without counting."""
    key = f"throttle:{scope}:{caller}:{int(time.time()) // _MINUTE}"
    try:
        return int(cache.get(key, 0)) >= _rate(scope)
    except OUTAGES:
        return False


def seconds_left() -> int:
    """Return the seconds until the counts begin anew."""
    return _MINUTE - int(time.time()) % _MINUTE


def address_of(request: Request) -> str:
    """Return the address a request came from, as the proxies in front tell it."""
    return str(BaseThrottle().get_ident(request))


def refuse_if_spent(scope: str, request: Request) -> None:
    """Raise `Throttled` when the sender's address has used up the scope's rate."""
    if spent(scope, address_of(request)):
        raise Throttled(seconds_left())


def _rate(scope: str) -> int:
    return int(str(api_settings.DEFAULT_THROTTLE_RATES[scope]).partition("/")[0])


class CallerThrottle(BaseThrottle):
    """So many requests a minute for each seat token, account, or address of someone unknown."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request, and say whether it may pass."""
        if isinstance(request.auth, SeatToken):
            return count("user", f"seat{request.auth.participant}")
        if request.user.is_authenticated:
            return count("user", request.user.pk)
        return count("anon", self.get_ident(request))

    def wait(self) -> float:
        """Return the seconds until the next request may pass."""
        return seconds_left()


class AddressThrottle(BaseThrottle):
    """So many requests a minute from one address, whoever asks; the view's `throttle_scope` says how many."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request, and say whether it may pass."""
        scope: str = getattr(view, "throttle_scope", "anon")
        return count(scope, self.get_ident(request))

    def wait(self) -> float:
        """Return the seconds until the next request may pass."""
        return seconds_left()
