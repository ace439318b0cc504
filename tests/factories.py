"""Factories for what scoring keeps; those of games are beside them in `game_factories`."""

# The declarations of factory-boy are calls without types.
# mypy: disallow-untyped-calls=False

from __future__ import annotations

import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from factory.declarations import LazyAttribute, LazyFunction, SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory, Password

from scoring.models import Club, Member, Play, Player, Score
from scoring.names import same_name

PASSWORD = "a long enough password"


class UserFactory(DjangoModelFactory[User]):
    """An account with the password `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = Sequence(lambda n: f"user{n}")
    email = LazyAttribute(lambda user: f"{user.username}@example.org")
    password = Password(PASSWORD)


class ClubFactory(DjangoModelFactory[Club]):
    """A club open to whoever has its link, without members."""

    class Meta:
        model = Club

    name = Sequence(lambda n: f"Club {n}")


class MemberFactory(DjangoModelFactory[Member]):
    """A member with an account; give `user=None, guest=...` for a guest."""

    class Meta:
        model = Member

    club = SubFactory(ClubFactory)
    user = SubFactory(UserFactory)
    name = Sequence(lambda n: f"Member {n}")


class PlayerFactory(DjangoModelFactory[Player]):
    """A player who belongs to nobody's account."""

    class Meta:
        model = Player

    club = SubFactory(ClubFactory)
    name = Sequence(lambda n: f"Player {n}")
    sought = LazyAttribute(lambda player: same_name(player.name))


class PlayFactory(DjangoModelFactory[Play]):
    """A tallied, tracked play of Continental Divide without seats."""

    class Meta:
        model = Play

    club = SubFactory(ClubFactory)
    title = "continental_divide"
    played_on = datetime.date(2026, 3, 14)
    source = Play.Source.TRACKED
    source_ref = LazyFunction(lambda: uuid4().hex)
    tally_state = Play.TallyState.DONE
    minutes = 125


class ScoreFactory(DjangoModelFactory[Score]):
    """A tallied seat of a play, with a player of the play's club."""

    class Meta:
        model = Score

    play = SubFactory(PlayFactory)
    seat = Sequence(lambda n: "ABCDEF"[n % 6])
    order = LazyAttribute(lambda score: "ABCDEF".index(score.seat) + 1)
    player = SubFactory(PlayerFactory, club=SelfAttribute("..play.club"))
    name = LazyAttribute(lambda score: score.player.name if score.player else "Nobody")
    total = 7
    rank = 1
    winner = LazyAttribute(lambda score: score.rank == 1)


def play_with_scores(club: Club, *results: tuple[str, int, int], **fields: Any) -> Play:
    """Return a tallied play whose seats are (name, total, rank), in seat order."""
    winners = sum(rank == 1 for _, _, rank in results)
    play = PlayFactory.create(club=club, size=len(results), winners=winners, **fields)
    for order, (name, total, rank) in enumerate(results):
        ScoreFactory(play=play, seat="ABCDEF"[order], player__name=name, total=total, rank=rank)
    return play
