"""Leaving for good: a person's name and account go, what others played with them stays."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from scoring.errors import NotFound, ScoringError
from scoring.models import Club, Member, Play, Player, PlayerMerge, PlayRevision, Score
from scoring.names import same_name
from scoring.people import Who
from scoring.services.clubs import leave_club, organiser_of
from scoring.services.merges import owns
from scoring.signals import player_forgotten


@transaction.atomic
def forget_player(club: Club, who: Who, player_id: int) -> Player:
    """Take a player's name and person out of a club; plays stay, with a name that says nothing.

    Raises `NotAllowed` to all but the player themself and organisers, `NotFound`.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    player = Player.objects.select_for_update().filter(club=club, pk=player_id, active=True).first()
    if player is None:
        raise NotFound("no_player")
    if not owns(player, who):
        organiser_of(club, who)
    _forget(player)
    return player


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account: its players are forgotten, its clubs go to others, shared plays stay.

    A club without any other member is deleted if nobody else's account played there, and else
    stays, belonging to nobody.
    """
    who = Who(user_id=user.pk)
    for player in Player.objects.select_for_update().filter(user=user):
        _forget(player)
    for club in Club.objects.filter(members__user=user):
        _unsign(club, set(club.members.filter(user=user).values_list("name", flat=True)))
        try:
            leave_club(club, who)
        except ScoringError:
            Member.objects.filter(club=club, user=user).delete()
            if not club.players.filter(user__isnull=False).exists():
                club.delete()
    user.delete()


def _forget(player: Player) -> None:
    """Make a player, and all who were merged into them, nobody."""
    everyone = [player]
    for one in everyone:  # grows while it is walked through: merges of merges
        everyone += Player.objects.select_for_update().filter(merged_into=one)
    ids = [one.pk for one in everyone]
    names = {one.name for one in everyone}
    names |= set(Score.objects.filter(player__in=ids).values_list("name", flat=True))
    number = Player.objects.filter(club=player.club_id, forgotten=True).count() + 1
    nobody = gettext("Former player {number}").format(number=number)
    for one in everyone:
        one.name, one.sought = nobody, same_name(nobody)
        one.user, one.guest, one.active, one.forgotten = None, None, False, True
        one.save(update_fields=["name", "sought", "user", "guest", "active", "forgotten"])
    Score.objects.filter(player__in=ids).update(name=nobody)
    _clean_revisions(player.club, ids, nobody)
    _unsign(player.club, names)
    PlayerMerge.objects.filter(kept__in=ids).update(before={})
    player_forgotten.send(sender=Player, player_ids=tuple(ids), name=nobody)


def _clean_revisions(club: Club, player_ids: list[int], nobody: str) -> None:
    """Replace the name in every earlier form of the club's plays, whoever sits in them now."""
    gone = set(player_ids)
    for revision in PlayRevision.objects.filter(play__club=club).iterator(chunk_size=500):
        draft: dict[str, Any] = revision.draft
        theirs = [seat for seat in draft["seats"] if seat["player_id"] in gone]
        for seat in theirs:
            seat["name"] = nobody
        if theirs:
            revision.save(update_fields=["draft"])


def _unsign(club: Club, names: set[str]) -> None:
    """Take names off what their bearers entered in a club."""
    Play.objects.filter(club=club, entered_by_name__in=names).update(entered_by_name="")
    PlayRevision.objects.filter(play__club=club, by_name__in=names).update(by_name="")
    PlayerMerge.objects.filter(club=club, by_name__in=names).update(by_name="")
