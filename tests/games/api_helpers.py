"""Speaking to the API as one of the cast: by session, guest's cookie, seat token or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client

from games.models import Game, Participant
from games.services.people import token_for
from scoring.guests import COOKIE
from tests.game_factories import Person, fresh

START = {"kind": "start", "railroad": "red", "at": "M1", "issued": 5, "value": 20}
START_TEXT = "A: start red at=M1 iss=5 val=20"


@pytest.fixture(autouse=True)
def _no_counts() -> Iterator[None]:
    """Begin every test with nothing counted by the throttles."""
    cache.clear()
    yield
    cache.clear()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status, and the body read from its JSON."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        """Return the code of a refusal."""
        return str(self.body["code"])


@dataclass(slots=True)
class Api:
    """A browser or program that speaks to the API."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=False))
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Reply:
        """Ask for something."""
        return self.send("GET", path)

    def post(self, path: str, data: Any = None, **headers: str) -> Reply:
        """Send a body."""
        return self.send("POST", path, data, **headers)

    def patch(self, path: str, data: Any) -> Reply:
        """Send a change."""
        return self.send("PATCH", path, data)

    def send(self, method: str, path: str, data: Any = None, **headers: str) -> Reply:
        """Send anything: bytes go as they are, other data as JSON."""
        raw = data if isinstance(data, bytes) else json.dumps({} if data is None else data).encode()
        response = self.client.generic(
            method,
            f"/api/{path}",
            raw if method != "GET" else b"",
            content_type="application/json",
            headers={**self.headers, **headers},
        )
        body = json.loads(response.content) if response.content else None
        return Reply(response.status_code, body, response.headers)


def nobody() -> Api:
    """Return someone unknown."""
    return Api()


def browser(person: Person, *, csrf: bool = False) -> Api:
    """Return the browser of one of the cast: logged in, or with the guest's cookie."""
    client = Client(enforce_csrf_checks=csrf)
    if person.user is not None:
        client.force_login(person.user)
    else:
        assert person.identity.guest is not None
        signer = signing.TimestampSigner(salt="scoring.guests")
        client.cookies[COOKIE] = signer.sign(person.identity.guest.hex)
    return Api(client)


def device(game: Game, person: Person) -> Api:
    """Return a device that holds the seat token of one of the cast."""
    return Api(headers={"Authorization": f"Seat {token_of(game, person)}"})


def token_of(game: Game, person: Person) -> str:
    """Return the seat token of one of the cast."""
    identity = person.identity
    own = {"user_id": identity.user_id} if identity.user_id else {"guest": identity.guest}
    return token_for(Participant.objects.get(game=game, **own))


def moves(game: Game) -> str:
    """Return where moves are sent."""
    return f"games/{game.code}/moves/"


def entry(game: Game, **fields: Any) -> dict[str, Any]:
    """Return the body of an entry whose sender has seen everything."""
    return {"seen": fresh(game).last, **fields}
