"""How the API knows who asks: sessions, guests, seat tokens, personal tokens, and CSRF."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from games.models import Game
from tests.factories import PASSWORD
from tests.game_factories import Cast, Person
from tests.games.api_helpers import (
    START,
    Api,
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    device,
    entry,
    moves,
    nobody,
    token_of,
)


def csrf_of(api: Api) -> str:
    """Return the CSRF token that a page gave this browser."""
    page = api.client.get("/accounts/login/")
    assert page.status_code in (200, 302)
    secret = "a" * 32
    api.client.cookies[configured.CSRF_COOKIE_NAME] = secret
    return secret


@pytest.mark.parametrize("who", ["ada", "ben"])
def test_cookies_need_the_csrf_token(game: Game, cast: Cast, who: str) -> None:
    """Ada is known by her session, Ben by his guest's cookie."""
    person: Person = getattr(cast, who)
    api = browser(person, csrf=True)
    refused = api.post(f"games/{game.code}/token/")
    assert (refused.status, refused.code) == (403, "permission_denied")
    assert "CSRF" in refused.body["message"]
    token = csrf_of(api)
    assert api.post(f"games/{game.code}/token/", **{"X-CSRFToken": token}).status == 200
    assert api.get(f"games/{game.code}/").body["you"]["name"] == person.name


def test_tokens_need_no_csrf_token_even_with_cookies(game: Game, cast: Cast) -> None:
    ada = browser(cast.ada, csrf=True)
    ada.headers["Authorization"] = f"Seat {token_of(game, cast.ada)}"
    assert ada.post(moves(game), entry(game, move=START)).status == 201


def test_someone_new_needs_no_csrf_token(game: Game) -> None:
    api = Api(Client(enforce_csrf_checks=True))
    joined = api.post("games/join/", {"code": game.code, "name": "Zed"})
    assert joined.status == 201
    assert "railcompanion_guest" in api.client.cookies


@pytest.mark.parametrize(
    "header",
    [
        "Seat",
        "Seat ",
        "Seat nonsense",
        "Seat 1.1:forged",
        "seat " + "x" * 5000,
        "Token",
        "Token nonsense",
        "Token a b",
        "Token \xff\xfe",
        "Token " + "0" * 64,
    ],
)
def test_a_false_token_is_refused(game: Game, header: str) -> None:
    reply = Api(headers={"Authorization": header}).get(f"games/{game.code}/")
    assert (reply.status, reply.code) == (401, "authentication_failed")
    assert reply.headers["WWW-Authenticate"] == "Seat"


def test_other_schemes_are_not_looked_at(game: Game) -> None:
    reply = Api(headers={"Authorization": "Basic QWRhOnB3"}).get(f"games/{game.code}/")
    assert (reply.status, reply.body["you"]) == (200, None)


def made_by_password(person: Person, password: str = PASSWORD) -> Any:
    """Ask for a personal token by address and password."""
    return nobody().post("tokens/", {"email": person.user.email, "password": password})


def test_a_personal_token_acts_for_its_account(game: Game, cast: Cast) -> None:
    made = made_by_password(cast.ada)
    assert made.status == 201, made.body
    script = Api(headers={"Authorization": f"{made.body['scheme']} {made.body['token']}"})
    assert script.post(moves(game), entry(game, move=START)).status == 201
    assert script.get("me/").body["account"] == cast.ada.user.email
    assert AuthToken.objects.get().digest not in made.body["token"]


def test_a_personal_token_is_made_in_a_session_too(cast: Cast) -> None:
    assert browser(cast.ada).post("tokens/").status == 201
    nameless = nobody().post("tokens/")
    assert (nameless.status, nameless.code) == (401, "not_authenticated")
    guest = browser(cast.ben).post("tokens/")
    assert (guest.status, guest.code) == (401, "not_authenticated")


def test_a_wrong_password_makes_no_token(cast: Cast) -> None:
    wrong = made_by_password(cast.ada, "not it")
    assert (wrong.status, wrong.code) == (401, "authentication_failed")
    unknown = nobody().post("tokens/", {"email": "zed@example.org", "password": PASSWORD})
    assert (unknown.status, unknown.body) == (wrong.status, wrong.body)
    assert not AuthToken.objects.exists()


def test_passwords_are_not_tried_for_long(cast: Cast) -> None:
    statuses = [made_by_password(cast.ada, "not it").status for _ in range(11)]
    assert statuses == [401] * 10 + [429]
    assert made_by_password(cast.ada).status == 429


def test_an_unconfirmed_address_makes_no_token_where_that_is_demanded(
    cast: Cast, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert made_by_password(cast.ada).status == 401
    cast.ada.user.emailaddress_set.create(email=cast.ada.user.email, verified=True)
    assert made_by_password(cast.ada).status == 201


def test_a_personal_token_ends_itself_and_a_session_ends_all(cast: Cast) -> None:
    scripts = [
        Api(headers={"Authorization": f"Token {made_by_password(cast.ada).body['token']}"})
        for _ in range(3)
    ]
    assert scripts[0].send("DELETE", "tokens/").body == {"ended": 1}
    assert scripts[0].get("me/").status == 401
    assert scripts[1].get("me/").status == 200
    assert browser(cast.ada).send("DELETE", "tokens/").body == {"ended": 2}
    assert scripts[1].get("me/").status == 401
    assert nobody().send("DELETE", "tokens/").status == 401


def test_a_personal_token_runs_out(cast: Cast) -> None:
    script = Api(headers={"Authorization": f"Token {made_by_password(cast.ada).body['token']}"})
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert script.get("me/").status == 401


def test_an_account_has_a_handful_of_tokens(cast: Cast) -> None:
    for _ in range(20):
        AuthToken.objects.create(user=cast.ada.user)
    reply = made_by_password(cast.ada)
    assert (reply.status, reply.code) == (409, "too_many_tokens")


def test_me_tells_who_one_is(game: Game, cast: Cast) -> None:
    ada = browser(cast.ada).get("me/").body
    assert (ada["account"], ada["guest"], ada["seat_token"]) == (cast.ada.user.email, False, False)
    ben = browser(cast.ben).get("me/").body
    assert (ben["account"], ben["guest"], ben["clubs"]) == (None, True, [])
    assert device(game, cast.cho).get("me/").body["seat_token"] is True
    assert nobody().get("me/").body == {
        "account": None,
        "guest": False,
        "seat_token": False,
        "clubs": [],
    }


def test_seat_tokens_are_throttled_each_for_itself(
    game: Game, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rest_framework.settings import api_settings

    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "user": "3/min"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    ben, cho = device(game, cast.ben), device(game, cast.cho)
    assert [ben.get("me/").status for _ in range(4)] == [200, 200, 200, 429]
    assert cho.get("me/").status == 200
