"""Who you are, and personal tokens for programs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import catalogue, tokens
from games.api.auth import SeatToken
from games.api.bodies import NewToken, body
from games.api.endpoint import Endpoint, done
from games.api.schema import describe
from games.api.throttles import AddressThrottle
from scoring.guests import guest_of, who_of
from scoring.queries import my_clubs

TAG = "you"
MOST_CLUBS = 100


class Me(Endpoint):
    """Who the server takes you for."""

    @describe("Who am I?", TAG, catalogue.Me)
    def get(self, request: Request) -> Response:
        """Return the account or guest that you are, and your clubs."""
        clubs = (
            () if isinstance(request.auth, SeatToken) else my_clubs(who_of(request))[:MOST_CLUBS]
        )
        return done(
            catalogue.Me(
                account=request.user.email if request.user.is_authenticated else None,
                guest=guest_of(request) is not None,
                seat_token=isinstance(request.auth, SeatToken),
                clubs=tuple(catalogue.ClubLine(club.public_id, club.name) for club in clubs),
            )
        )


class Tokens(Endpoint):
    """Personal tokens."""

    throttle_classes = (AddressThrottle,)
    throttle_scope = "login"

    @describe(
        "Make a personal token", TAG, catalogue.Token, body=NewToken, status=(201,), refuses=(409,)
    )
    def post(self, request: Request) -> Response:
        """Make a token for the account that is logged in, or whose address and password are sent."""
        sent = body(request, NewToken)
        user = _by_password(request, sent) if sent.password else request.user
        if not user.is_authenticated:
            raise NotAuthenticated("Send an account's email and password.")
        token, expires_at = tokens.new(user)
        return done(catalogue.Token(tokens.SCHEME, token, expires_at), 201)

    @describe("End personal tokens", TAG, catalogue.Gone)
    def delete(self, request: Request) -> Response:
        """End the token that this request is made with; with a session, all of the account's."""
        if not request.user.is_authenticated:
            raise NotAuthenticated("There is no token to end.")
        return done(catalogue.Gone(tokens.end(request.user, request.auth)))


def _by_password(request: Request, sent: NewToken) -> User:
    found: Any = authenticate(request._request, email=sent.email, password=sent.password)
    if found is None or not _may_log_in(found):
        raise AuthenticationFailed("There is no account with this address and password.")
    user: User = found
    return user


def _may_log_in(user: User) -> bool:
    """Say whether a log-in page would let this account in, which may ask for a confirmed address."""
    if settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory":
        return True
    return tokens.has_confirmed_address(user)
