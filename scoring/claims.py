"""When an account logs in or is new: what its browser had as a guest becomes the account's."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from scoring import services
from scoring.guests import guest_of


@receiver(user_logged_in)
def claim_on_login(request: HttpRequest, user: User, **_: object) -> None:
    """Claim the browser's guest; signing up logs in too, so this serves both."""
    guest = guest_of(request)
    if guest is not None:
        services.claim_guest(user, guest)
