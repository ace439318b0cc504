"""Guests: browsers without an account, known by a random number in a signed cookie."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from scoring.people import Who

COOKIE = "railcompanion_guest"
_SALT = "scoring.guests"
_DAY = 24 * 60 * 60
_KEPT = 400 * _DAY  # browsers keep no cookie longer
_FRESH = 30 * _DAY  # an older cookie is written anew, so that a regular guest never expires
_FOUND = "railcompanion.guest"
_TO_WRITE = "railcompanion.guest.write"

AnyRequest = HttpRequest | Request
_View = Callable[[HttpRequest], HttpResponse]


def guest_of(request: AnyRequest) -> UUID | None:
    """Return the guest this browser is, or None if it carries no cookie that we signed."""
    if _FOUND not in request.META:
        request.META[_FOUND] = _read(request)
    found: UUID | None = request.META[_FOUND]
    return found


def ensure_guest(request: AnyRequest) -> UUID:
    """Return the guest this browser is, making it one if need be; the answer carries the cookie."""
    guest = guest_of(request)
    if guest is None:
        guest = uuid4()
        request.META[_FOUND] = guest
        request.META[_TO_WRITE] = True
    return guest


def who_of(request: AnyRequest) -> Who:
    """Return who asks: the account that is logged in, else the guest, else nobody."""
    user = request.user
    if user.is_authenticated:
        return Who(user_id=user.pk)
    return Who(guest=guest_of(request))


def ensure_who(request: AnyRequest) -> Who:
    """Return who asks, making the browser a guest if it is nobody yet."""
    if not request.user.is_authenticated:
        ensure_guest(request)
    return who_of(request)


class GuestMiddleware:
    """Writes the guest's cookie where `ensure_guest` made one, and anew where it has grown old."""

    def __init__(self, get_response: _View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with the cookie if it has to change."""
        response = self.get_response(request)
        if _FOUND not in request.META:
            return response
        patch_vary_headers(response, ("Cookie",))
        if request.META.get(_TO_WRITE):
            _write(response, request.META[_FOUND])
        return response


def _write(response: HttpResponse, guest: UUID | None) -> None:
    if guest is None:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        signing.TimestampSigner(salt=_SALT).sign(guest.hex),
        max_age=_KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: AnyRequest) -> UUID | None:
    value = request.COOKIES.get(COOKIE, "")
    if not value:
        return None
    signer = signing.TimestampSigner(salt=_SALT)
    try:
        guest = UUID(hex=signer.unsign(value, max_age=_KEPT))
    except (signing.BadSignature, ValueError):
        return None
    try:
        signer.unsign(value, max_age=_FRESH)
    except signing.SignatureExpired:
        request.META[_TO_WRITE] = True
    return guest


@receiver(user_logged_out)
def forget_guest(request: HttpRequest, **_: object) -> None:
    """Begin anew after logging out: the guest's things are the account's, the phone may be shared."""
    request.META[_FOUND] = None
    request.META[_TO_WRITE] = True
