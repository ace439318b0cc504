"""Personal tokens: kept hashed, ended by their account, and never more than a handful of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction
from knox.models import AuthToken

from games.errors import GameError

SCHEME = "Token"
MOST = 20


def new(user: User) -> tuple[str, datetime | None]:
    """Return a new token and when it ends; raise `GameError` where the account has too many."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if AuthToken.objects.filter(user=user).count() >= MOST:
            raise GameError("too_many_tokens", most=MOST)
        stored, token = AuthToken.objects.create(user=user)
    return token, stored.expiry


def end(user: User, token: Any) -> int:
    """End a token, or without one all of the account's; return how many there were."""
    own = AuthToken.objects.filter(user=user)
    if isinstance(token, AuthToken):
        own = own.filter(pk=token.pk)
    count, _ = own.delete()
    return int(count)


def has_confirmed_address(user: User) -> bool:
    """Say whether the account has confirmed an e-mail address."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())
