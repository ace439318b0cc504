"""The people of a club's history, and what of it belongs to whom."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Club, Member, Player
from scoring.names import clean_name, same_name
from scoring.people import Who
from scoring.signals import guest_claimed

_MOST_MERGES = 20  # of one player into the next; a loop cannot be made, but would not hang either
_RANKS = (Member.Role.MEMBER, Member.Role.ORGANISER, Member.Role.OWNER)


@transaction.atomic
def get_or_create_player(
    club_id: int, name: str, *, user_id: int | None = None, guest: UUID | None = None
) -> Player:
    """Return the club's active player of that name, made now if there is none.

    A player who belongs to nobody becomes theirs who is named. Two accounts never share one, since
    two Anns may well sit at a table; a guest of the same name is taken for the same person, since
    browsers forget. Raises `ValidationError` for an unfit name.
    """
    name, who = clean_name(name), Who(user_id, guest)
    # Making players of one club takes turns, so that two phones do not make the same one.
    Club.objects.select_for_update().get(pk=club_id)
    same = list(Player.objects.filter(club_id=club_id, active=True, sought=same_name(name)))
    found = _fitting(same, who)
    if found is None and not who.is_known:
        found = _once_called(club_id, name)
    if found is None:
        return Player.objects.create(club_id=club_id, name=name, sought=same_name(name), **who.key)
    if who.is_known and found.user_id is None and found.guest is None:
        found.user_id, found.guest = user_id, guest if user_id is None else None
        found.save(update_fields=["user", "guest"])
    return found


def _once_called(club_id: int, name: str) -> Player | None:
    """Return whom a player of that name was merged into, as lists keep the old spelling."""
    gone = Player.objects.filter(
        club_id=club_id, sought=same_name(name), merged_into__isnull=False
    ).first()
    kept = kept_player(gone) if gone is not None else None
    return kept if kept is not None and kept.active else None


def kept_player(player: Player) -> Player:
    """Return whom a player was merged into, through all merges; the player themself if there was none."""
    for _ in range(_MOST_MERGES):
        if player.merged_into is None:
            return player
        player = player.merged_into
    return player


def _fitting(same: list[Player], who: Who) -> Player | None:
    """Return whom of the players of one name is meant: their own, then nobody's, then a guest's."""

    def distance(player: Player) -> int:
        if who.is_known and (player.user_id, player.guest) == (
            who.key["user_id"],
            who.key["guest"],
        ):
            return 0
        if player.user_id is None:
            return 1 if player.guest is None else 2
        return 3

    fitting = [player for player in same if who.user_id is None or distance(player) < 3]
    return min(fitting, key=distance, default=None)


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
