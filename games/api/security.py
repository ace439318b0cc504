"""What the OpenAPI document says of each way to be known; importing this tells drf-spectacular."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from games.api.auth import (
    BrowserAuthentication,
    PersonalTokenAuthentication,
    SeatTokenAuthentication,
)


class _SeatTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as its package
    target_class = SeatTokenAuthentication
    name = "seatToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "A seat token, given on joining a game: `Seat <token>`.",
        }


class _PersonalTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    target_class = PersonalTokenAuthentication
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "An account's personal token: `Token <token>`.",
        }


class _BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    target_class = BrowserAuthentication
    name = "browser"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "railcompanion_session",
            "description": "The cookie of an account's session, or of a guest's browser; "
            "requests that change something need the CSRF token as `X-CSRFToken`.",
        }
