"""What score sheets need to know: who plays here, how it was last time, and how a play changed."""

from __future__ import annotations

from django.db.models import Prefetch

from scoring.models import Club, Play, Player, PlayRevision, Score

MOST_NAMES = 300
MOST_REVISIONS = 50


def names_to_offer(club: Club) -> list[str]:
    """Return the names of the club's players, for a list to choose from; 300 at most."""
    names = Player.objects.filter(club=club, active=True).order_by("sought", "id")
    return list(names.values_list("name", flat=True)[:MOST_NAMES])


def last_line_up(club: Club, title: str) -> list[Score]:
    """Return the seats of the club's newest play of a title, of any title if there is none yet."""
    plays = Play.objects.filter(club=club, withdrawn_at=None).order_by("-played_on", "-id")
    play = plays.filter(title=title).first() or plays.first()
    return list(play.scores.order_by("order", "id")) if play is not None else []


def typed_play(club: Club, source_ref: str) -> Play | None:
    """Return the play that a form with this key has already made in the club, if it has."""
    return Play.objects.filter(
        club=club, source=Play.Source.TYPED, source_ref=source_ref, withdrawn_at=None
    ).first()


def is_taken(source_ref: str) -> bool:
    """Say whether a key belongs to a play already, wherever that is."""
    return Play.objects.filter(source=Play.Source.TYPED, source_ref=source_ref).exists()


def revisions_of(play: Play) -> list[PlayRevision]:
    """Return the last 50 revisions of a play, newest first."""
    return list(play.revisions.order_by("-number")[:MOST_REVISIONS])


def play_to_edit(play_id: int) -> Play:
    """Return a play with its seats in order."""
    seats = Score.objects.select_related("player").order_by("order", "id")
    return Play.objects.prefetch_related(Prefetch("scores", seats)).get(pk=play_id)
