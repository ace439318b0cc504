"""The people of a club's history, and what of it belongs to whom."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Club, Member, Player
from scoring.names import clean_name, same_name
from scoring.people import NOBODY, Who
from scoring.signals import guest_claimed

_RANKS = (Member.Role.MEMBER, Member.Role.ORGANISER, Member.Role.OWNER)


@transaction.atomic
def get_or_create_player(club: Club, name: str, who: Who = NOBODY) -> Player:
    """Return the club's active player of that name, made now if there is none.

    With `who`, their own player is preferred, and one that belongs to nobody becomes theirs; one
    of the same name that is someone else's is left alone, since two Anns may well sit at a table.
    Raises `ValidationError` for an unfit name.
    """
    name = clean_name(name)
    # Creating players of one club takes turns, so that two phones do not make the same one.
    Club.objects.select_for_update().get(pk=club.pk)
    same = list(
        Player.objects.select_for_update().filter(club=club, active=True, sought=same_name(name))
    )
    if not who.is_known:
        return same[0] if same else _create(club, name, who)
    own = next((player for player in same if _is_of(player, who)), None)
    if own is not None:
        return own
    free = next((p for p in same if p.user_id is None and p.guest is None), None)
    if free is None:
        return _create(club, name, who)
    free.user_id, free.guest = who.user_id, None if who.user_id is not None else who.guest
    free.save(update_fields=["user", "guest"])
    return free


@transaction.atomic
def claim_guest(user: User, guest: UUID) -> None:
    """Hand all that a guest has in scoring to an account: memberships and players.

    Where the account is in the club already, it keeps the higher of the two roles.
    """
    taken = {m.club_id: m for m in Member.objects.select_for_update().filter(user=user)}
    for member in Member.objects.select_for_update().filter(guest=guest):
        known = taken.get(member.club_id)
        if known is None:
            member.user, member.guest = user, None
            member.save(update_fields=["user", "guest"])
            continue
        known.role = max(known.role, member.role, key=_rank)
        known.save(update_fields=["role"])
        member.delete()
    Player.objects.filter(guest=guest).update(user=user, guest=None)
    guest_claimed.send(sender=User, user=user, guest=guest)


def _rank(role: str) -> int:
    return _RANKS.index(Member.Role(role))


def _create(club: Club, name: str, who: Who) -> Player:
    return Player.objects.create(club=club, name=name, sought=same_name(name), **who.key)


def _is_of(player: Player, who: Who) -> bool:
    if who.user_id is not None:
        return player.user_id == who.user_id
    return player.guest == who.guest
