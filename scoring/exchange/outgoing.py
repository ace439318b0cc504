"""A play as the writers of other programs' files need it."""

from __future__ import annotations

import uuid

import msgspec

_SPACE = uuid.UUID("5f0f3a52-0d0c-4f0a-9c67-6f1d8a2f4b11")


def uuid_of(*parts: str) -> str:
    """Return a uuid that is the same whenever the parts are, so that another export is no second play."""
    return str(uuid.uuid5(_SPACE, "/".join(parts)))


class OutSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat; `person` is the same for the same person, `score` is what was written down."""

    person: str
    name: str
    order: int
    score: str
    total: int | None
    rank: int | None
    winner: bool
    colour: str

    @property
    def uuid(self) -> str:
        """Return what the person is called in files of BG Stats."""
        return uuid_of("player", self.person)


class OutPlay(msgspec.Struct, frozen=True, kw_only=True):
    """One play; `ref` names it for ever, dates are as texts, `bgg_id` is 0 where it is not known."""

    ref: str
    title: str
    title_name: str
    bgg_id: int
    day: str
    entered: str
    changed: str
    minutes: int | None
    board: str
    place: str
    notes: str
    seats: tuple[OutSeat, ...]

    @property
    def uuid(self) -> str:
        """Return what the play is called in files of BG Stats."""
        return uuid_of("play", self.ref)

    @property
    def game_uuid(self) -> str:
        """Return what the title is called in files of BG Stats."""
        return uuid_of("game", self.title)
