"""Who asks: a seat token, an account's personal token, or a browser by its cookies.

Tokens are sent in a header that no other site can make a browser send, so they need no CSRF check;
whatever cookies vouch for, an account or a guest, does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from knox.auth import TokenAuthentication
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.identity import SCHEME
from games.services.people import read_token
from scoring.guests import guest_of


@dataclass(frozen=True, slots=True)
class SeatToken:
    """What `request.auth` is for a request with a genuine seat token; whether it has ended shows later."""

    participant: int


class SeatTokenAuthentication(BaseAuthentication):
    """`Authorization: Seat <token>`: someone at one game, without an account."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, SeatToken] | None:
        """Return nobody's account with the token, or raise `AuthenticationFailed` on a false one."""
        header = request.META.get("HTTP_AUTHORIZATION", "")
        if f"{header} "[: len(SCHEME)].lower() != SCHEME:
            return None
        read = read_token(header[len(SCHEME) :].strip())
        if read is None:
            raise AuthenticationFailed("This seat token is not genuine.")
        return AnonymousUser(), SeatToken(read[0])

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme that a 401 asks for."""
        return "Seat"


class PersonalTokenAuthentication(TokenAuthentication):  # type: ignore[misc]  # knox is untyped
    """`Authorization: Token <token>`: an account, for scripts and programs."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """Return the account, or raise `AuthenticationFailed`; a token is ASCII and nothing else."""
        if not token.isalnum():
            raise AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)

    def _cleanup_token(self, auth_token: Any) -> bool:
        # Knox would look through all tokens of the account each time; the one sent is enough.
        return bool(auth_token.expiry is not None and super()._cleanup_token(auth_token))


class BrowserAuthentication(SessionAuthentication):
    """The session of an account, or the signed cookie of a guest; both with Django's CSRF check."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Return the account or nobody's, or raise `PermissionDenied` where the CSRF check fails."""
        user = request._request.user
        known = user.is_authenticated and user.is_active
        if not known and guest_of(request) is None:
            return None
        # Django's own request: the framework's would parse the body to look for a form's token.
        self.enforce_csrf(request._request)  # type: ignore[arg-type]  # passed on to Django's check
        return (user if known else AnonymousUser()), None
