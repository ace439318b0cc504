"""Guests: the signed cookie that a browser without an account is known by."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from scoring.guests import COOKIE, GuestMiddleware, ensure_guest, guest_of, who_of
from scoring.people import Who


def _request(cookie: str = "") -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    if cookie:
        request.COOKIES[COOKIE] = cookie
    return request


def _signed(text: str) -> str:
    return signing.TimestampSigner(salt="scoring.guests").sign(text)


def test_browser_without_cookie_is_nobody() -> None:
    assert guest_of(_request()) is None
    assert who_of(_request()) == Who()


@pytest.mark.parametrize(
    "cookie",
    ["x", uuid4().hex, _signed("not a number"), "é:1:2"],
    ids=["short", "unsigned", "no number", "not ascii"],
)
def test_cookie_that_we_did_not_write_is_ignored(cookie: str) -> None:
    assert guest_of(_request(cookie)) is None


def test_cookie_signed_for_something_else_is_ignored() -> None:
    assert guest_of(_request(signing.TimestampSigner(salt="other").sign(uuid4().hex))) is None


def test_guest_is_known_again_by_the_cookie_written() -> None:
    made: list[UUID] = []

    def view(request: HttpRequest) -> HttpResponse:
        made.append(ensure_guest(request))
        made.append(ensure_guest(request))
        return HttpResponse()

    response = GuestMiddleware(view)(_request())
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "Cookie" in response["Vary"]
    assert [guest_of(_request(cookie.value))] * 2 == made


@pytest.mark.parametrize("https", [True, False])
def test_cookie_is_secure_where_the_site_is(https: bool, settings: pytest.FixtureRequest) -> None:
    setattr(settings, "SESSION_COOKIE_SECURE", https)  # noqa: B010 - the fixture takes any setting

    def view(request: HttpRequest) -> HttpResponse:
        ensure_guest(request)
        return HttpResponse()

    cookie = GuestMiddleware(view)(_request()).cookies[COOKIE]
    assert bool(cookie["secure"]) is https


def _looked_at(cookie: str) -> HttpResponse:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(guest_of(request)))

    return GuestMiddleware(view)(_request(cookie))


def test_fresh_cookie_is_left_alone() -> None:
    assert COOKIE not in _looked_at(_signed(uuid4().hex)).cookies


def test_old_cookie_is_written_anew_for_the_same_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = uuid4()
    now = 1_800_000_000.0
    monkeypatch.setattr("django.core.signing.time.time", lambda: now)
    old = _signed(guest.hex)
    now += 31 * 24 * 60 * 60
    response = _looked_at(old)
    assert guest_of(_request(response.cookies[COOKIE].value)) == guest


def test_expired_cookie_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr("django.core.signing.time.time", lambda: now)
    old = _signed(uuid4().hex)
    now += 401 * 24 * 60 * 60
    assert guest_of(_request(old)) is None
