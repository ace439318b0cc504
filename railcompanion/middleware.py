"""Headers that every answer carries, beside those of Django and django-csp."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from railcompanion.live_address import live_origin as origin_for

View = Callable[[HttpRequest], HttpResponse]


def policies(get_response: View) -> View:
    """Say which powers of the browser the pages may use."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return middleware


def live_origin(get_response: View) -> View:
    """Let pages connect to the live stream where that is another origin."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if live := origin_for(request):
            # django-csp reads this attribute when it writes the header.
            setattr(response, "_csp_update", {"connect-src": [live]})  # noqa: B010 - not declared
        return response

    return middleware
