"""Players in lists, the merges of a club, and all that belongs to one person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.errors import NotFound
from scoring.models import Club, Member, Play, Player, PlayerMerge, PlayerStat, Score
from scoring.names import same_name
from scoring.people import Who

PAGE = 50
MOST_MERGES = 20
MOST_OTHERS = 500


def players_page(club: Club, page: int = 1, sought: str = "") -> tuple[list[Player], bool]:
    """Return 50 active players by name, each with `counts` (plays, wins), and whether there are more."""
    players = Player.objects.filter(club=club, active=True)
    if sought:
        players = players.filter(sought__contains=same_name(sought))
    start = (page - 1) * PAGE
    stats = PlayerStat.objects.order_by("title")
    found = list(
        players.order_by("sought", "id").prefetch_related(Prefetch("stats", stats))[
            start : start + PAGE + 1
        ]
    )
    return found[:PAGE], len(found) > PAGE


def merges_of(club: Club) -> list[PlayerMerge]:
    """Return the last 20 merges of a club that still stand, newest first."""
    merges = PlayerMerge.objects.filter(
        club=club, undone_at=None, kept__forgotten=False
    ).select_related("kept", "gone")
    return list(merges.order_by("-made_at", "-id")[:MOST_MERGES])


def possible_twins(player: Player) -> list[Player]:
    """Return the club's players who never met this one in a play, the likeliest names first."""
    own = Score.objects.filter(player=player).values("play")
    met = Score.objects.filter(player=OuterRef("pk"), play__in=own)
    others = (
        Player.objects.filter(~Exists(met), club=player.club_id, active=True)
        .exclude(pk=player.pk)
        .order_by("sought", "id")
    )
    if player.user_id is not None:
        others = others.filter(user=None)
    return sorted(others[:MOST_OTHERS], key=lambda other: -_likeness(player, other))


def _likeness(one: Player, other: Player) -> int:
    """Return how many letters two names begin alike with."""
    count = 0
    for a, b in zip(one.sought, other.sought, strict=False):
        if a != b:
            break
        count += 1
    return count


def own_player(club: Club, who: Who) -> Player | None:
    """Return the player that the one who asks is in a club, if any."""
    if not who.is_known:
        return None
    return Player.objects.filter(who.owns(), club=club, active=True).first()


def player_of_club(club: Club, public_id: str) -> Player:
    """Return an active player of a club, or raise `NotFound`."""
    player = Player.objects.filter(club=club, public_id=public_id, active=True).first()
    if player is None:
        raise NotFound("no_player")
    return player


def own_records(who: Who) -> dict[str, Any]:
    """Return what belongs to someone but for their plays: clubs with roles, players."""
    members = Member.objects.filter(who.owns()).select_related("club").order_by("id")
    players = Player.objects.filter(who.owns()).select_related("club").order_by("id")
    return {
        "clubs": [
            {
                "id": member.club.public_id,
                "name": member.club.name,
                "called": member.name,
                "role": member.role,
                "joined_at": member.joined_at,
            }
            for member in members
        ],
        "players": [
            {"id": player.public_id, "name": player.name, "club": player.club.public_id}
            for player in players
        ],
    }


def own_plays(who: Who) -> Iterator[dict[str, Any]]:
    """Yield every play someone sat in, oldest first, with all seats: they were at the table."""
    seats = Score.objects.select_related("player").order_by("order", "id")
    for play in _own(who).prefetch_related(Prefetch("scores", seats)).iterator(chunk_size=200):
        yield {
            "id": play.public_id,
            "club": play.club.public_id,
            "title": play.title,
            "played_on": play.played_on,
            "minutes": play.minutes,
            "place": play.place,
            "board": play.board,
            "options": play.options,
            "house_rules": play.house_rules,
            "notes": play.notes,
            "source": play.source,
            "seats": [_seat(score, who) for score in play.scores.all()],
        }


def _own(who: Who) -> QuerySet[Play]:
    own = Score.objects.filter(player__in=Player.objects.filter(who.owns()), play=OuterRef("pk"))
    return (
        Play.objects.filter(Exists(own), withdrawn_at=None)
        .select_related("club")
        .order_by("played_on", "id")
    )


def _seat(score: Score, who: Who) -> dict[str, Any]:
    player = score.player
    own = player is not None and bool(
        (player.user_id is not None and player.user_id == who.user_id)
        or (player.guest is not None and player.guest == who.guest)
    )
    return {
        "seat": score.seat,
        "name": score.name,
        "you": own,
        "colour": score.colour,
        "total": score.total,
        "place": score.rank,
        "winner": score.winner,
        "lines": score.lines if own else [],
    }
