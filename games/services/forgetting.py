"""Taking a person's name out of the games they sat in; moves and results stay as they are."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from games.engine.codec import decode, encode
from games.engine.title import Note
from games.models import Event, Participant, Seat


@transaction.atomic
def forget(player_ids: Iterable[int], name: str) -> None:
    """Call the seats of some players, and whoever held them under that name, by another name.

    What the log says of them by name says the new one; what was entered does not change.
    """
    for seat in Seat.objects.filter(player__in=list(player_ids)).select_related("holder"):
        old, holder = seat.name, seat.holder
        Seat.objects.filter(pk=seat.pk).update(name=name)
        # One phone may hold several seats; only the seat that bears its owner's name is theirs.
        if holder is not None and holder.name == old:
            Participant.objects.filter(pk=holder.pk).update(name=name, user=None, guest=None)
            Event.objects.filter(by=holder).update(by_name=name)
        if old:
            _reword(seat.game_id, old, name)


def _reword(game_id: int, old: str, name: str) -> None:
    for event in Event.objects.filter(game_id=game_id, kind=Event.Kind.STATUS).exclude(said=""):
        note = decode(event.said, Note)
        if old in note.facts.values():
            facts = {key: name if fact == old else fact for key, fact in note.facts.items()}
            # The log is append-only for what happened; a name is not what happened.
            Event.objects.filter(pk=event.pk).update(said=encode(Note(note.code, facts)))
