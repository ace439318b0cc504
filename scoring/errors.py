"""Typed refusals of scoring's services and queries: a stable code, the facts, and the sentence."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

WORDS: Final = {
    "no_club": "There is no such club, or it is not open to you.",
    "no_play": "There is no such play, or it is not open to you.",
    "no_player": "There is no such player, or they are not open to you.",
    "no_member": "There is no such member in this club.",
    "no_person": "A club needs someone to own it.",
    "members_only": "Only members of {club} can do this.",
    "organisers_only": "Only organisers of {club} can do this.",
    "owner_only": "Only the owner of {club} can do this.",
    "last_member": "{name} is the last member of {club}; the club would belong to nobody.",
    "owner_stays": "{name} owns {club}; make someone else the owner first.",
    "unknown_title": "There is no title called {title}.",
    "seat_twice": "Seat {seat} is named twice.",
    "withdrawn": "This play was taken out of the history; bring it back first.",
    "no_revision": "There is no such earlier form of this play.",
    "no_seats": "A play needs at least one seat.",
    "other_club": "Seat {seat} names a player of another club.",
}


class ScoringError(Exception):
    """Something scoring will not do; `code` is stable, `str()` is a sentence for people."""

    status = 409

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(gettext(WORDS[code]).format_map(facts))


class NotFound(ScoringError):
    """There is nothing there, or nothing that the one who asks may know of."""

    status = 404


class NotAllowed(ScoringError):
    """It is there and may be known, but this person may not do that with it."""

    status = 403
