"""Two players that are one person: brought together, and parted again as they were."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Club, Play, Player, PlayerMerge, Score
from scoring.names import clean_name, same_name
from scoring.people import Who
from scoring.registry import SCORE_TABLES
from scoring.services.clubs import organiser_of
from scoring.services.stats import mark
from scoring.signals import players_changed


@transaction.atomic
def merge_players(club: Club, who: Who, kept_id: int, gone_id: int) -> PlayerMerge:
    """Make one player of two: all that `gone` played is `kept`'s from now on; return what undoes it.

    Raises `NotAllowed` to all but organisers, `NotFound`, and `ScoringError` for one and the same
    player ("same_player"), for two accounts ("two_accounts"), and where they met in a play ("met").
    """
    by = organiser_of(club, who)
    kept, gone = _two(club, kept_id, gone_id)
    _check_apart(kept, gone)
    before = {"kept": _owner(kept), "gone": _owner(gone)}
    held = _moved(Score.objects.filter(player=gone), gone, kept)
    known = [one for one in (kept, gone) if one.user_id is not None]
    known += [one for one in (kept, gone) if one.guest is not None]
    if known:
        kept.user_id, kept.guest = known[0].user_id, known[0].guest
    gone.user, gone.guest, gone.active, gone.merged_into = None, None, False, kept
    gone.save(update_fields=["user", "guest", "active", "merged_into"])
    kept.save(update_fields=["user", "guest"])
    merge = PlayerMerge.objects.create(
        club=club,
        kept=kept,
        gone=gone,
        by_name=by.name,
        scores=held,
        before=before | {"after": _owner(kept)},
    )
    _tell(kept, gone, held)
    return merge


@transaction.atomic
def undo_merge(club: Club, who: Who, merge_id: int) -> PlayerMerge:
    """Part two players again: each has what it had; what `kept` played since stays with it.

    Raises `NotAllowed` to all but organisers, `NotFound`, and `ScoringError` where one of them was
    merged on since ("merged_on").
    """
    organiser_of(club, who)
    Club.objects.select_for_update().get(pk=club.pk)
    merge = PlayerMerge.objects.select_for_update().filter(club=club, pk=merge_id).first()
    if merge is None or merge.undone_at is not None:
        raise NotFound("no_merge")
    kept = Player.objects.select_for_update().get(pk=merge.kept_id)
    gone = Player.objects.select_for_update().get(pk=merge.gone_id)
    if kept.forgotten or gone.forgotten:
        raise NotFound("no_merge")
    if kept.merged_into_id is not None or gone.merged_into_id != kept.pk:
        raise ScoringError("merged_on", name=kept.name)
    moved = _moved(Score.objects.filter(pk__in=merge.scores, player=kept), kept, gone)
    if _owner(kept) == merge.before["after"]:
        _own(kept, merge.before["kept"])
        kept.save(update_fields=["user", "guest"])
    if not _is_taken(kept, merge.before["gone"]):
        _own(gone, merge.before["gone"])
    gone.active, gone.merged_into = True, None
    gone.save(update_fields=["user", "guest", "active", "merged_into"])
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    _tell(kept, gone, moved)
    return merge


@transaction.atomic
def rename_player(club: Club, who: Who, player_id: int, name: str) -> Player:
    """Give a player another name, in what they played too; raise `NotAllowed` but to them and organisers.

    Raises `NotFound`, and `ValidationError` for an unfit name.
    """
    player = Player.objects.select_for_update().filter(club=club, pk=player_id, active=True).first()
    if player is None:
        raise NotFound("no_player")
    if not owns(player, who):
        organiser_of(club, who)
    old, player.name = player.name, clean_name(name)
    player.sought = same_name(player.name)
    player.save(update_fields=["name", "sought"])
    Score.objects.filter(player=player, name=old).update(name=player.name)
    return player


@transaction.atomic
def claim_player(club: Club, who: Who, player_id: int) -> Player:
    """Make a player that belongs to nobody the one who asks, a member; return the player.

    Raises `NotAllowed` to others than members, `NotFound`, and `ScoringError` for a player who is
    somebody's ("claimed") and for someone who has a player here already ("has_player").
    """
    if not club.members.filter(who.owns()).exists():
        raise NotAllowed("members_only", club=club.name)
    Club.objects.select_for_update().get(pk=club.pk)
    player = Player.objects.select_for_update().filter(club=club, pk=player_id, active=True).first()
    if player is None:
        raise NotFound("no_player")
    if owns(player, who):
        return player
    if player.user_id is not None or player.guest is not None:
        raise ScoringError("claimed", name=player.name)
    own = Player.objects.filter(who.owns(), club=club, active=True).first()
    if own is not None:
        raise ScoringError("has_player", name=own.name, other=player.name)
    _own(player, dict(who.key))
    player.save(update_fields=["user", "guest"])
    return player


@transaction.atomic
def release_player(club: Club, who: Who, player_id: int) -> Player:
    """Make a player nobody's again; raise `NotAllowed` but to them and organisers, `NotFound`."""
    player = Player.objects.select_for_update().filter(club=club, pk=player_id, active=True).first()
    if player is None:
        raise NotFound("no_player")
    if not owns(player, who):
        organiser_of(club, who)
    player.user, player.guest = None, None
    player.save(update_fields=["user", "guest"])
    return player


def owns(player: Player, who: Who) -> bool:
    """Say whether a player is the one who asks."""
    return who.is_known and (player.user_id, player.guest) == (who.key["user_id"], who.key["guest"])


def _two(club: Club, kept_id: int, gone_id: int) -> tuple[Player, Player]:
    Club.objects.select_for_update().get(pk=club.pk)
    found = {
        player.pk: player
        for player in Player.objects.select_for_update()
        .filter(club=club, active=True, pk__in=(kept_id, gone_id))
        .order_by("pk")
    }
    if kept_id not in found or gone_id not in found:
        raise NotFound("no_player")
    return found[kept_id], found[gone_id]


def _check_apart(kept: Player, gone: Player) -> None:
    if kept.pk == gone.pk:
        raise ScoringError("same_player", name=kept.name)
    if kept.user_id is not None and gone.user_id is not None:
        raise ScoringError("two_accounts", name=kept.name, other=gone.name)
    play = first_meeting(kept, gone)
    if play is not None:
        table = SCORE_TABLES.get(play.title)
        raise ScoringError(
            "met",
            name=kept.name,
            other=gone.name,
            title=table.name if table is not None else play.title,
            day=date_format(play.played_on, "DATE_FORMAT"),
            play=play.public_id,
        )


def first_meeting(one: Player, other: Player) -> Play | None:
    """Return a play in which both sat, withdrawn or not; None if they never met."""
    seats = Score.objects.filter(player=other).values("play")
    return Play.objects.filter(scores__player=one, pk__in=seats).order_by("played_on", "id").first()


def _moved(scores: Iterable[Score], old: Player, new: Player) -> list[int]:
    ids = [score.pk for score in scores]
    Score.objects.filter(pk__in=ids, player=old).update(player=new)
    return sorted(ids)


def _owner(player: Player) -> dict[str, object]:
    guest = str(player.guest) if player.guest is not None else None
    return {"user_id": player.user_id, "guest": guest}


def _own(player: Player, owner: dict[str, object]) -> None:
    player.user_id, player.guest = owner["user_id"], owner["guest"]  # type: ignore[assignment] # a stored UUID may be text


def _is_taken(kept: Player, owner: dict[str, object]) -> bool:
    """Say whether the kept player still is that owner's, who cannot be both."""
    return owner != {"user_id": None, "guest": None} and _owner(kept) == owner


def _tell(kept: Player, gone: Player, score_ids: list[int]) -> None:
    plays = Play.objects.filter(scores__in=score_ids)
    for title in set(plays.values_list("title", flat=True)):
        mark(kept.club_id, title, (kept.pk, gone.pk))
    ordered = plays.order_by("played_on", "id").values_list("pk", flat=True)
    players_changed.send(sender=Player, club_id=kept.club_id, play_ids=tuple(ordered))
