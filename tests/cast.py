"""The cast, so that tests of who may do what read as sentences.

Ada owns the club and hosts its games, Ben is a member with a seat, Cho watches as a guest with the
link, Dee is a stranger with an account, Eve is a guest who belongs to the club. A `conftest.py`
that imports the fixtures by name makes them available to the tests beside and below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from scoring.guests import COOKIE
from scoring.models import Club, Member
from scoring.people import Who
from tests.factories import ClubFactory, MemberFactory, UserFactory

__all__ = ["Person", "ada", "ben", "cho", "club", "dee", "eve", "person"]


@dataclass(frozen=True, slots=True)
class Person:
    """One of the cast: their browser, and the account or guest that it is."""

    name: str
    client: Client
    user: User | None = None
    guest: UUID | None = None

    @property
    def who(self) -> Who:
        """Return them as services know them."""
        return Who(self.user.pk if self.user is not None else None, self.guest)


def person(name: str, *, guest: bool = False) -> Person:
    """Return someone with a browser of their own that is logged in, or a guest's."""
    client = Client()
    if guest:
        number = uuid4()
        client.cookies[COOKIE] = signing.TimestampSigner(salt="scoring.guests").sign(number.hex)
        return Person(name, client, guest=number)
    user = UserFactory.create(username=name.lower())
    client.force_login(user)
    return Person(name, client, user=user)


@pytest.fixture
def club(db: None) -> Club:
    """Return the cast's club, seen by whoever has its link."""
    return ClubFactory.create(name="Thursday Rails")


@pytest.fixture
def ada(club: Club) -> Person:
    """Return Ada, who owns the club."""
    ada = person("Ada")
    MemberFactory.create(club=club, user=ada.user, name="Ada", role=Member.Role.OWNER)
    return ada


@pytest.fixture
def ben(club: Club) -> Person:
    """Return Ben, who is a member."""
    ben = person("Ben")
    MemberFactory.create(club=club, user=ben.user, name="Ben")
    return ben


@pytest.fixture
def cho(db: None) -> Person:
    """Return Cho, a guest who belongs to no club."""
    return person("Cho", guest=True)


@pytest.fixture
def dee(db: None) -> Person:
    """Return Dee, who has an account and belongs to no club."""
    return person("Dee")


@pytest.fixture
def eve(club: Club) -> Person:
    """Return Eve, a guest who is a member of the club."""
    eve = person("Eve", guest=True)
    MemberFactory.create(club=club, user=None, guest=eve.guest, name="Eve")
    return eve
