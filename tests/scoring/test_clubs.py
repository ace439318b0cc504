"""Clubs: founding, joining, leaving, roles, and who may do what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from scoring import queries, services
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Club, Member
from scoring.people import Who
from tests.cast import Person
from tests.factories import ClubFactory

Role = Member.Role


def _roles(club: Club) -> dict[str, str]:
    return dict(club.members.values_list("name", "role"))


def test_founder_with_account_owns_the_club(dee: Person) -> None:
    club = services.create_club(" Friday  Rails ", dee.who, "Dee")
    assert (club.name, club.visibility) == ("Friday Rails", "link")
    assert _roles(club) == {"Dee": "owner"}


def test_guest_founds_a_club_without_account(cho: Person) -> None:
    club = services.create_club("Friday Rails", cho.who, "Cho")
    member = club.members.get()
    assert (member.user, member.guest, member.role) == (None, cho.guest, "owner")


def test_nobody_cannot_found_a_club(db: None) -> None:
    with pytest.raises(ScoringError) as refused:
        services.create_club("Friday Rails", Who(), "Nobody")
    assert refused.value.code == "no_person"
    assert not Club.objects.exists()


def test_unfit_display_name_stores_no_club(dee: Person) -> None:
    with pytest.raises(ValidationError):
        services.create_club("Friday Rails", dee.who, "\u202e")
    assert not Club.objects.exists()


def test_joining_twice_is_one_membership(club: Club, ada: Person, cho: Person) -> None:
    first = services.join_club(club, cho.who, "Cho")
    second = services.join_club(club, cho.who, "Another")
    assert (first.pk, second.name) == (second.pk, "Cho")


def test_member_is_an_account_or_a_guest_never_both(club: Club, ben: Person) -> None:
    for fields in ({"user": None, "guest": None}, {"user": ben.user, "guest": "0" * 32}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Member.objects.create(club=ClubFactory.create(), name="x", **fields)


def test_leaving_owner_hands_over_to_an_organiser_first(
    club: Club, ada: Person, ben: Person, eve: Person
) -> None:
    eve_id = club.members.get(guest=eve.guest).pk
    services.set_role(club, ada.who, eve_id, Role.ORGANISER)
    services.leave_club(club, ada.who)
    assert _roles(club) == {"Ben": "member", "Eve": "owner"}


def test_last_member_cannot_leave(club: Club, ada: Person) -> None:
    with pytest.raises(ScoringError) as refused:
        services.leave_club(club, ada.who)
    assert refused.value.code == "last_member"
    assert _roles(club) == {"Ada": "owner"}


def test_new_owner_makes_the_old_one_an_organiser(club: Club, ada: Person, ben: Person) -> None:
    services.set_role(club, ada.who, club.members.get(name="Ben").pk, Role.OWNER)
    assert _roles(club) == {"Ada": "organiser", "Ben": "owner"}


def test_owner_cannot_step_down_or_be_removed(club: Club, ada: Person, ben: Person) -> None:
    ada_id, ben_id = (club.members.get(name=name).pk for name in ("Ada", "Ben"))
    with pytest.raises(ScoringError) as refused:
        services.set_role(club, ada.who, ada_id, Role.MEMBER)
    assert refused.value.code == "owner_stays"
    services.set_role(club, ada.who, ben_id, Role.ORGANISER)
    with pytest.raises(ScoringError) as refused:
        services.remove_member(club, ben.who, ada_id)
    assert refused.value.code == "owner_stays"


def test_organiser_removes_a_member(club: Club, ada: Person, ben: Person) -> None:
    services.remove_member(club, ada.who, club.members.get(name="Ben").pk)
    assert _roles(club) == {"Ada": "owner"}


def test_member_of_another_club_is_not_found(club: Club, ada: Person, dee: Person) -> None:
    other = services.create_club("Other", dee.who, "Dee").members.get()
    with pytest.raises(NotFound):
        services.remove_member(club, ada.who, other.pk)


_ORGANISERS_ONLY: list[Callable[[Club, Who], object]] = [
    lambda club, who: services.rename_club(club, who, "Mine"),
    lambda club, who: services.set_visibility(club, who, Club.Visibility.PUBLIC),
    lambda club, who: services.renew_invite(club, who),
    lambda club, who: services.remove_member(club, who, club.members.get(name="Ada").pk),
    lambda club, who: services.set_role(club, who, club.members.get(name="Ben").pk, Role.ORGANISER),
]


@pytest.mark.parametrize("act", _ORGANISERS_ONLY)
@pytest.mark.parametrize("name", ["ben", "cho", "dee", "eve"])
def test_only_organisers_look_after_a_club(
    act: Callable[[Club, Who], object],
    name: str,
    club: Club,
    ada: Person,
    ben: Person,
    request: pytest.FixtureRequest,
) -> None:
    someone: Person = request.getfixturevalue(name)
    with pytest.raises(NotAllowed):
        act(club, someone.who)
    club.refresh_from_db()
    assert (club.name, club.visibility) == ("Thursday Rails", "link")


@pytest.mark.parametrize("visibility", list(Club.Visibility))
def test_private_club_is_for_members_and_others_for_everyone(
    visibility: Club.Visibility, club: Club, ada: Person, eve: Person, cho: Person, dee: Person
) -> None:
    services.set_visibility(club, ada.who, visibility)
    for member in (ada, eve):
        assert queries.club_access(club.public_id, member.who).is_member
    for stranger in (cho.who, dee.who, Who()):
        if visibility == Club.Visibility.PRIVATE:
            with pytest.raises(NotFound):
                queries.club_access(club.public_id, stranger)
        else:
            assert not queries.club_access(club.public_id, stranger).is_member


def test_only_public_clubs_are_listed(club: Club, ada: Person) -> None:
    assert list(queries.public_clubs()) == []
    services.set_visibility(club, ada.who, Club.Visibility.PUBLIC)
    assert list(queries.public_clubs()) == [club]


def test_my_clubs_are_those_i_belong_to(club: Club, ada: Person, eve: Person, dee: Person) -> None:
    assert [list(queries.my_clubs(someone.who)) for someone in (ada, eve, dee)] == [
        [club],
        [club],
        [],
    ]
    assert list(queries.my_clubs(Who())) == []


def test_renewed_invitation_ends_the_old_one(club: Club, ada: Person, cho: Person) -> None:
    old = club.invite
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    assert queries.club_by_invite(old, cho.who).club == club
    services.renew_invite(club, ada.who)
    with pytest.raises(NotFound):
        queries.club_by_invite(old, cho.who)
