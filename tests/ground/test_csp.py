"""The Content-Security-Policy is strict, and no public page needs it to be otherwise."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django.fixtures import Settings

from tests.ground.inline import inline_parts

STRICT = {
    "default-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
}
# Django's admin and the framework's pages are not ours, and are checked by their makers.
FOREIGN = ("admin/", "api/")


def plain_addresses(
    patterns: list[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> list[str]:
    """Return every address of the site that holds no parameter."""
    found: list[str] = []
    for each in get_resolver().url_patterns if patterns is None else patterns:
        address = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            found += plain_addresses(each.url_patterns, address)
        elif not set("<(^$*") & set(address):
            found.append(address)
    return [address for address in found if not address.startswith(FOREIGN)]


def policy(client: Client, address: str, **headers: str) -> set[str]:
    """Return the directives of the policy that comes with a page."""
    header = client.get(address, headers=headers).headers["Content-Security-Policy"]
    return {directive.strip() for directive in header.split(";")}


@pytest.mark.django_db
@pytest.mark.parametrize("address", plain_addresses())
@pytest.mark.parametrize("signed_in", [False, True], ids=["guest", "account"])
def test_page_holds_nothing_inline(client: Client, address: str, signed_in: bool) -> None:
    if signed_in:
        client.force_login(User.objects.create_user("ada", "ada@example.org"))
    answer = client.get(f"/{address}")
    assert answer.status_code < 500
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        assert inline_parts(answer.content.decode()) == []


@pytest.mark.parametrize("address", ["/accounts/login/", "/no-such-page", "/healthz"])
@pytest.mark.django_db
def test_policy_is_strict(client: Client, address: str) -> None:
    assert policy(client, address) == STRICT


@pytest.mark.django_db
def test_api_docs_hold_nothing_inline(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200
    assert inline_parts(page.content.decode()) == []


def test_other_policies_come_along(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("live", "host", "allowed"),
    [
        (":8001", "192.168.1.20:8000", "http://192.168.1.20:8001"),
        (":8001", "table.local", "http://table.local:8001"),
        (":8001", "[fe80::1]:8000", "http://[fe80::1]:8001"),
        ("https://live.example.org/", "site.example.org", "https://live.example.org"),
    ],
)
def test_policy_lets_pages_reach_the_live_stream(
    client: Client, settings: Settings, live: str, host: str, allowed: str
) -> None:
    settings.LIVE_URL = live
    settings.ALLOWED_HOSTS = ["*"]
    assert f"connect-src 'self' {allowed}" in policy(client, "/healthz", host=host)


def test_host_that_is_not_allowed_is_not_echoed(client: Client, settings: Settings) -> None:
    settings.LIVE_URL = ":8001"
    settings.ALLOWED_HOSTS = ["rail.example.org"]
    answer = client.get("/accounts/login/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.headers["Content-Security-Policy"]
