"""What every template knows."""

from __future__ import annotations

from django.http import HttpRequest

from railcompanion.live_address import live_origin


def site(request: HttpRequest) -> dict[str, str]:
    """Return the origin of the live stream as `live_origin`; empty means the site itself."""
    return {"live_origin": live_origin(request)}
