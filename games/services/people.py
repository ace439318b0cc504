"""Who acts at a game, with what rights; the tokens a phone carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import connection

from games.errors import BadInput, NotAllowed
from games.models import Game, Participant, Seat
from scoring.names import clean_name

_SIGNER = signing.Signer(salt="games.seat-token")


@dataclass(frozen=True, slots=True)
class Who:
    """A participant as services need it: id, name, rights, and the seats entered for.

    `names` tells how all seats of the game are called, for wording what is answered.
    """

    participant: int
    name: str
    role: str
    is_host: bool
    seats: frozenset[str]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def may_enter_for_others(self) -> bool:
        """Say whether this person may enter for seats that others hold."""
        return self.is_host or self.role == Participant.Role.SCOREKEEPER

    @property
    def may_enter(self) -> bool:
        """Say whether this person enters moves at all, or only watches."""
        return bool(self.seats) or self.may_enter_for_others


@dataclass(frozen=True, slots=True)
class Claim:
    """How someone says who they are: an account, a guest's browser, or a seat token."""

    user_id: int | None = None
    guest: UUID | None = None
    token: str = ""


def token_for(participant: Participant) -> str:
    """Return the signed token that lets a phone act as this participant."""
    return _SIGNER.sign(f"{participant.pk}.{participant.token_version}")


def fresh_token(game_id: int, *claims: Claim) -> str:
    """Return a token for whoever the first known claim stands for; raise `NotAllowed` for a stranger."""
    who = require(find_either(game_id, *claims))
    return token_for(Participant.objects.only("token_version").get(pk=who.participant))


def read_token(token: str) -> tuple[int, int] | None:
    """Return (participant id, token version) of a genuine token, else None."""
    try:
        participant, version = _SIGNER.unsign(token[:200]).split(".")
        return int(participant), int(version)
    except (signing.BadSignature, ValueError):
        return None


def find(game_id: int, claim: Claim) -> Who | None:
    """Return who a claim stands for at a game, or None for a stranger. One query."""
    if claim.token:
        read = read_token(claim.token)
        found = _look_up(game_id, "id = %s AND p.token_version = %s", *read) if read else []
    elif claim.user_id is not None:
        found = _look_up(game_id, "user_id = %s", claim.user_id)
    elif claim.guest is not None:
        guest = _GUEST.get_db_prep_value(claim.guest, connection)
        found = _look_up(game_id, "guest = %s", guest)
    else:
        return None
    if not found:
        return None
    pk, name, role, is_host = found[0][:4]
    laid = [row[4:] for row in found if row[4]]
    seats = frozenset(letter for letter, _, holder in laid if holder == pk)
    names = {letter: called for letter, called, _ in laid}
    return Who(pk, name, role, bool(is_host), seats, names)


def _look_up(game_id: int, known: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the participant with each seat of the game in a row: letter, name, holder.

    In SQL, because every move asks this and having it composed costs more than running it.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"{_LOOK_UP}{known}", (game_id, *values))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


_GUEST = Participant._meta.get_field("guest")
_LOOK_UP = (
    "SELECT p.id, p.name, p.role, p.is_host, s.letter, s.name, s.holder_id "
    f"FROM {Participant._meta.db_table} p LEFT JOIN {Seat._meta.db_table} s ON s.game_id = p.game_id "
    "WHERE p.game_id = %s AND p.left_at IS NULL AND p."
)


def find_either(game_id: int, *claims: Claim) -> Who | None:
    """Return who the first claim that is known at the game stands for."""
    for claim in claims:
        who = find(game_id, claim)
        if who is not None:
            return who
    return None


def require(who: Who | None) -> Who:
    """Return the participant, or raise `NotAllowed` for a stranger."""
    if who is None:
        raise NotAllowed("not_in_game")
    return who


def require_host(who: Who | None) -> Who:
    """Return the participant if they host the game, else raise `NotAllowed`."""
    if not require(who).is_host:
        raise NotAllowed("host_only")
    return require(who)


def seat_for(who: Who, seat: str, game: Game) -> str:
    """Return the seat an entry is for, or raise `NotAllowed`.

    An entry that names no seat is for the seat to act when this person holds it, else for their
    only seat; whoever may enter for others defaults to the seat to act.
    """
    if not who.may_enter:
        raise NotAllowed("watching_only")
    if not seat:
        if game.actor in who.seats or (who.may_enter_for_others and not who.seats):
            return game.actor
        if len(who.seats) == 1:
            return next(iter(who.seats))
        return game.actor if who.may_enter_for_others else sorted(who.seats)[0]
    if seat not in game.seat_letters:
        raise NotAllowed("no_such_seat", seat=seat)
    if seat not in who.seats and not who.may_enter_for_others:
        raise NotAllowed("not_your_seat", seat=seat)
    return seat


def named(field: str, text: str) -> str:
    """Return a cleaned name, or raise `BadInput` at the field."""
    try:
        return clean_name(text)
    except ValidationError as error:
        raise BadInput(field, "name_refused", message=str(error.message)) from None
