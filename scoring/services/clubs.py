"""Founding clubs, belonging to them, and looking after them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Case, When

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Club, Member
from scoring.names import clean_name
from scoring.people import Who
from scoring.slugs import new_slug

Role = Member.Role


@transaction.atomic
def create_club(name: str, who: Who, display_name: str) -> Club:
    """Return a new club that `who`, called `display_name` there, owns.

    Raises `ValidationError` for an unfit name and `ScoringError` if nobody is known to own it.
    """
    club = Club.objects.create(name=clean_name(name))
    _add(club, who, display_name, Role.OWNER)
    return club


@transaction.atomic
def rename_club(club: Club, who: Who, name: str) -> Club:
    """Give the club another name; raise `NotAllowed` to all but organisers, `ValidationError`."""
    organiser_of(club, who)
    club.name = clean_name(name)
    club.save(update_fields=["name"])
    return club


@transaction.atomic
def set_visibility(club: Club, who: Who, visibility: Club.Visibility) -> Club:
    """Say who may see the club; raise `NotAllowed` to all but organisers."""
    organiser_of(club, who)
    club.visibility = visibility
    club.save(update_fields=["visibility"])
    return club


@transaction.atomic
def renew_invite(club: Club, who: Who) -> Club:
    """End the invitation link and make another; raise `NotAllowed` to all but organisers."""
    organiser_of(club, who)
    club.invite = new_slug()
    club.save(update_fields=["invite"])
    return club


@transaction.atomic
def join_club(club: Club, who: Who, name: str) -> Member:
    """Return the membership of `who`, made now if there is none; an old one keeps its name.

    Whether they may join is for the caller to know: they hold the invitation, or a seat in a game.
    Raises `ValidationError` for an unfit name and `ScoringError` if nobody is known.
    """
    found = _membership(club, who)
    return found if found is not None else _add(club, who, name, Role.MEMBER)


@transaction.atomic
def leave_club(club: Club, who: Who) -> None:
    """End a membership. A leaving owner's club goes to the longest-standing organiser, else member.

    Raises `NotAllowed` if they are no member, `ScoringError` ("last_member") if nobody would be left.
    """
    leaving = _member(club, who)
    if leaving.role == Role.OWNER:
        heir = (
            Member.objects.select_for_update()
            .filter(club=club)
            .exclude(pk=leaving.pk)
            .order_by(Case(When(role=Role.ORGANISER, then=0), default=1), "joined_at", "id")
            .first()
        )
        if heir is None:
            raise ScoringError("last_member", name=leaving.name, club=club.name)
        _become(heir, Role.OWNER)
    leaving.delete()


@transaction.atomic
def remove_member(club: Club, who: Who, member_id: int) -> None:
    """End someone else's membership; their players and plays stay.

    Raises `NotAllowed` to all but organisers, `NotFound`, `ScoringError` ("owner_stays").
    """
    organiser_of(club, who)
    member = _other(club, member_id)
    if member.role == Role.OWNER:
        raise ScoringError("owner_stays", name=member.name, club=club.name)
    member.delete()


@transaction.atomic
def set_role(club: Club, who: Who, member_id: int, role: Member.Role) -> Member:
    """Give a member a role; making someone the owner makes the old owner an organiser.

    Raises `NotAllowed` to all but the owner, `NotFound`, `ScoringError` ("owner_stays").
    """
    owner = _member(club, who)
    if owner.role != Role.OWNER:
        raise NotAllowed("owner_only", club=club.name)
    member = _other(club, member_id)
    if member.pk == owner.pk:
        if role != Role.OWNER:
            raise ScoringError("owner_stays", name=owner.name, club=club.name)
        return member
    if role == Role.OWNER:
        _become(owner, Role.ORGANISER)
    return _become(member, role)


def _add(club: Club, who: Who, name: str, role: Member.Role) -> Member:
    if not who.is_known:
        raise ScoringError("no_person")
    member, _ = Member.objects.get_or_create(
        club=club, **who.key, defaults={"name": clean_name(name), "role": role}
    )
    return member


def _become(member: Member, role: Member.Role) -> Member:
    member.role = role
    member.save(update_fields=["role"])
    return member


def _membership(club: Club, who: Who) -> Member | None:
    return Member.objects.select_for_update().filter(who.owns(), club=club).first()


def _member(club: Club, who: Who) -> Member:
    member = _membership(club, who)
    if member is None:
        raise NotAllowed("members_only", club=club.name)
    return member


def organiser_of(club: Club, who: Who) -> Member:
    """Return the membership of `who`, who must be an organiser; raise `NotAllowed`."""
    member = _membership(club, who)
    if member is None or member.role == Role.MEMBER:
        raise NotAllowed("organisers_only", club=club.name)
    return member


def _other(club: Club, member_id: int) -> Member:
    member = Member.objects.select_for_update().filter(club=club, pk=member_id).first()
    if member is None:
        raise NotFound("no_member")
    return member
