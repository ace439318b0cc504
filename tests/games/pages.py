"""Browsers for the cast at a table, and the fields that a table's forms send."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

from django.core import signing
from django.http import HttpResponse
from django.test import Client

from games.models import Game
from scoring.guests import COOKIE
from tests.game_factories import Person, fresh

TURN_8 = (
    "n=3 turn=8 active=A | A=60 B=30 C=25 | red{iss=5 val=20 inc=6 tre=40 hold=A2,B1 at=M1} "
    "| blue{iss=4 val=25 inc=3 tre=9 hold=C1 at=C1}"
)
"""Three players in the last turn, A to act; A is the largest holder of red."""


def browser(person: Person) -> Client:
    """Return a browser that is this person's: logged in, or with the guest's cookie."""
    client = Client()
    if person.user is not None:
        client.force_login(person.user)
    elif person.identity.guest is not None:
        client.cookies[COOKIE] = guest_cookie(person.identity.guest)
    return client


def guest_cookie(guest: UUID) -> str:
    """Return the cookie by which a guest's browser is known."""
    return signing.TimestampSigner(salt="scoring.guests").sign(guest.hex)


def address(game: Game, *parts: object) -> str:
    """Return an address at a table: `address(game, "at", 3)`."""
    return "/".join(["/g", game.code, *map(str, parts), ""])


def sent(game: Game, **fields: Any) -> dict[str, Any]:
    """Return what a form sends beside the move: everything seen, a key of its own."""
    return {"seen": fresh(game).last, "key": str(uuid4()), "seat": "", **fields}


def move(game: Game, kind: str, step: str = "preview", **fields: Any) -> dict[str, Any]:
    """Return what an entry form sends; the move's own fields are given without their prefix."""
    envelope = {name: fields.pop(name) for name in ("seen", "key", "seat") if name in fields}
    own = {f"f-{name}": value for name, value in fields.items()}
    return sent(game, kind=kind, step=step, **envelope) | own


def text_of(response: Any) -> str:
    """Return a page as text, without tags, blanks run together."""
    assert isinstance(response, HttpResponse)
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def value_of(response: Any, name: str) -> str:
    """Return the value of the first field of that name in a page."""
    html = response.content.decode()
    tag = re.search(rf'<(?:input|textarea)[^>]*name="{re.escape(name)}"[^>]*>([^<]*)', html)
    assert tag is not None, name
    value = re.search(r'value="([^"]*)"', tag[0].partition(">")[0])
    return value[1] if value else tag[1]
