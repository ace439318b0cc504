"""Where the browser of a request finds the live stream."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest


def live_origin(request: HttpRequest) -> str:
    """Return the origin of the live stream, or an empty text if it is the site itself.

    LIVE_URL may name a port alone (":8001"): phones reach the embedded server by whatever
    name or number they know it, so the host is the one they asked for.
    """
    live: str = settings.LIVE_URL
    if not live.startswith(":"):
        return live.rstrip("/")
    try:
        asked = request.get_host()
    except DisallowedHost:
        return ""  # refused elsewhere; what it called itself must not be echoed
    host = urlsplit(f"//{asked}").hostname or "localhost"
    return f"{request.scheme}://{f'[{host}]' if ':' in host else host}{live}"
