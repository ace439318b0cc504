"""Players: one per person and club, and what an account claims of its guest."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from scoring import services
from scoring.models import Club, Member, Player
from scoring.services import get_or_create_player
from scoring.signals import guest_claimed
from tests.cast import Person
from tests.factories import ClubFactory, MemberFactory, PlayerFactory, UserFactory


def test_player_is_found_whatever_the_case(club: Club) -> None:
    ann = get_or_create_player(club.pk, "Ann")
    assert get_or_create_player(club.pk, " ANN ") == ann
    assert Player.objects.get() == ann


def test_player_of_another_club_is_another_person(club: Club) -> None:
    ann = get_or_create_player(club.pk, "Ann")
    assert get_or_create_player(ClubFactory.create().pk, "Ann") != ann


def test_merged_player_is_not_found_by_name(club: Club) -> None:
    old = PlayerFactory.create(club=club, name="Ann", active=False)
    assert get_or_create_player(club.pk, "Ann") != old


def test_unowned_player_becomes_theirs_who_is_named(club: Club, ben: Person) -> None:
    ben_id = get_or_create_player(club.pk, "Ben").pk
    player = get_or_create_player(club.pk, "Ben", user_id=ben.who.user_id)
    assert (player.pk, player.user) == (ben_id, ben.user)


def test_two_accounts_of_one_name_are_two_players(club: Club, ben: Person, dee: Person) -> None:
    first = get_or_create_player(club.pk, "Ann", user_id=ben.who.user_id)
    second = get_or_create_player(club.pk, "Ann", user_id=dee.who.user_id)
    assert first != second
    assert get_or_create_player(club.pk, "Ann", user_id=dee.who.user_id) == second


def test_guest_whose_browser_forgot_is_the_same_player(club: Club) -> None:
    first = get_or_create_player(club.pk, "Ann", guest=uuid4())
    assert get_or_create_player(club.pk, "Ann", guest=uuid4()) == first
    first_guest = first.guest
    first.refresh_from_db()
    assert first.guest == first_guest


def test_unfit_player_name_is_refused(club: Club) -> None:
    with pytest.raises(ValidationError):
        get_or_create_player(club.pk, "x" * 61)
    assert not Player.objects.exists()


def test_claiming_hands_over_memberships_and_players(club: Club, eve: Person) -> None:
    assert eve.guest is not None
    player = get_or_create_player(club.pk, "Eve", guest=eve.guest)
    user = UserFactory.create()
    heard: list[object] = []

    def listen(**news: object) -> None:
        heard.append((news["user"], news["guest"]))

    guest_claimed.connect(listen)
    try:
        services.claim_guest(user, eve.guest)
    finally:
        guest_claimed.disconnect(listen)
    player.refresh_from_db()
    assert (player.user, player.guest) == (user, None)
    member = club.members.get()
    assert (member.user, member.guest) == (user, None)
    assert heard == [(user, eve.guest)]


def test_claiming_keeps_the_higher_of_two_roles(club: Club, ben: Person) -> None:
    guest = uuid4()
    MemberFactory.create(club=club, user=None, guest=guest, role=Member.Role.OWNER)
    assert ben.user is not None
    services.claim_guest(ben.user, guest)
    assert [(m.user, m.role) for m in club.members.all()] == [(ben.user, "owner")]


def test_logging_in_claims_what_the_browser_had(club: Club, eve: Person) -> None:
    user = UserFactory.create()
    eve.client.post("/accounts/login/", {"login": user.email, "password": "a long enough password"})
    assert club.members.get().user == user


def test_signing_up_claims_what_the_browser_had(club: Club, eve: Person) -> None:
    answer = eve.client.post(
        "/accounts/signup/",
        {"email": "eve@example.org", "password1": "rail-44-tie", "password2": "rail-44-tie"},
    )
    assert answer.status_code == 302
    member = club.members.get()
    assert member.guest is None
    assert member.user is not None
    assert member.user.email == "eve@example.org"


def test_logging_out_makes_the_browser_a_new_guest(club: Club, eve: Person) -> None:
    eve.client.force_login(UserFactory.create())
    answer = eve.client.post("/accounts/logout/")
    assert answer.cookies["railcompanion_guest"]["max-age"] == 0
