"""Joining, seats and roles: who holds which seat, and how it changes hands."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import lines
from games.engine.title import Note
from games.errors import BadInput, GameError
from games.models import Event, Game, Participant, Seat, SeatRequest
from games.services import entries, people
from games.services.entries import Locked
from games.services.people import Claim, named
from games.services.tables import Identity, new_participant

MOST_PARTICIPANTS = 60


def join(game_id: int, who: Identity, letter: str = "") -> tuple[Participant, SeatRequest | None]:
    """Bring someone to a game: to a free seat, to a seat that is asked for, or to watch.

    Returns the participant, and the request if the seat is held by someone else and the host has
    to consent. Joining again with the same account or browser finds the same participant.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        participant = _known(game, who) or _newcomer(game, who, letter)
        if not letter:
            return participant, None
        seat = _seat(game, letter)
        if seat.holder_id == participant.pk:
            return participant, None
        if seat.holder_id is not None:
            request, _ = SeatRequest.objects.update_or_create(
                game=game, seat=seat, participant=participant, defaults={"name": participant.name}
            )
            _tell(game, participant, "seat_asked", letter)
            return participant, request
        _sit(game, seat, participant)
        return participant, None


def answer_request(
    game_id: int, claims: tuple[Claim, ...], request_id: int, *, consent: bool
) -> None:
    """Give an asked-for seat to the one who asked, or refuse. Host only.

    The former holder's tokens end when they hold no other seat and do not host.
    """
    with transaction.atomic():
        held = _as_host(game_id, claims)
        request = (
            SeatRequest.objects.select_related("seat", "participant")
            .filter(pk=request_id, game_id=game_id)
            .first()
        )
        if request is None:
            raise BadInput("request", "no_such_request")
        request.delete()
        if consent:
            _hand_over(held.game, request.seat, request.participant)


def give_seat(
    game_id: int, claims: tuple[Claim, ...], letter: str, participant_id: int | None
) -> None:
    """Let another participant (or nobody) hold a seat. Host only."""
    with transaction.atomic():
        held = _as_host(game_id, claims)
        seat = _seat(held.game, letter)
        if participant_id is None:
            _vacate(held.game, seat)
            return
        participant = _participant(held.game, participant_id)
        _hand_over(held.game, seat, participant)


def leave(game_id: int, claims: tuple[Claim, ...]) -> None:
    """Leave a game: seats become free, tokens end. A host must hand the game on first."""
    with transaction.atomic():
        held = entries.lock(game_id, claims)
        if held.who.is_host:
            raise GameError("host_cannot_leave")
        Seat.objects.filter(game_id=game_id, holder_id=held.who.participant).update(holder=None)
        _end(held.who.participant)
        _log(held, "left", "")


def set_role(game_id: int, claims: tuple[Claim, ...], participant_id: int, role: str) -> None:
    """Make a participant player, scorekeeper or watcher. Host only."""
    if role not in Participant.Role.values:
        raise BadInput("role", "no_such_role")
    with transaction.atomic():
        held = _as_host(game_id, claims)
        participant = _participant(held.game, participant_id)
        participant.role = role
        participant.save(update_fields=["role"])
        _log(held, f"role_{role}", "", name=participant.name)


def hand_on_hosting(game_id: int, claims: tuple[Claim, ...], participant_id: int) -> None:
    """Make another participant the host. Host only."""
    with transaction.atomic():
        held = _as_host(game_id, claims)
        participant = _participant(held.game, participant_id)
        Participant.objects.filter(game_id=game_id, is_host=True).update(is_host=False)
        participant.is_host = True
        participant.save(update_fields=["is_host"])
        _log(held, "host", "", name=participant.name)


def edit_seat(
    game_id: int,
    claims: tuple[Claim, ...],
    letter: str,
    *,
    name: str | None = None,
    colour: str | None = None,
) -> None:
    """Rename a seat or change its colour: its holder or the host. Raises `BadInput` at the field."""
    with transaction.atomic():
        held = entries.lock(game_id, claims)
        if letter not in held.who.seats:
            people.require_host(held.who)
        seat = _seat(held.game, letter)
        if colour is not None:
            _check_colour(held.game, seat, colour)
            seat.colour = colour
        if name is not None:
            seat.name = named("name", name)
        seat.save(update_fields=["name", "colour"])
        _log(held, "seat_changed", letter)


def _check_colour(game: Game, seat: Seat, colour: str) -> None:
    if colour not in {choice.value for choice in lines.title_of(game).meta.colours}:
        raise BadInput("colour", "no_such_colour", colour=colour[:20])
    if Seat.objects.filter(game=game, colour=colour).exclude(pk=seat.pk).exists():
        raise BadInput("colour", "colour_taken", colour=colour)


def identity_behind(game_id: int, claim: Claim) -> Identity | None:
    """Return the account or guest that a seat token of this game was given to, with the name there."""
    who = people.find(game_id, claim)
    if who is None:
        return None
    participant = Participant.objects.get(pk=who.participant)
    return Identity(participant.name, participant.user_id, participant.guest)


def come_back(game_id: int, token: str, who: Identity) -> None:
    """Let another browser or account act as the one a token was made for; that token then ends.

    Someone who was at the table already brings their seats along; a host hands the game on first.
    """
    with transaction.atomic():
        held = entries.lock(game_id, (Claim(token=token),))
        own = {"user_id": who.user_id} if who.user_id is not None else {"guest": who.guest}
        other = Participant.objects.filter(game_id=game_id, **own).first()
        if other is not None and other.pk != held.who.participant:
            if other.is_host:
                raise GameError("host_cannot_leave")
            Seat.objects.filter(holder=other).update(holder=held.who.participant)
            _end(other.pk)
            Participant.objects.filter(pk=other.pk).update(user=None, guest=None)
        Participant.objects.filter(pk=held.who.participant).update(
            user_id=who.user_id,
            guest=who.guest if who.user_id is None else None,
            token_version=F("token_version") + 1,
        )
        _log(held, "back", "")


def claim_guest(user_id: int, guest: UUID) -> None:
    """Let an account take over what its browser was at every game, unless it is there itself."""
    with transaction.atomic():
        there = Participant.objects.filter(user_id=user_id).values("game")
        guests = Participant.objects.filter(guest=guest).exclude(
            game__in=list(there.values_list("game", flat=True))
        )
        guests.update(user_id=user_id, guest=None)


def _known(game: Game, who: Identity) -> Participant | None:
    own = {"user_id": who.user_id} if who.user_id is not None else {"guest": who.guest}
    if own == {"guest": None}:
        return None
    participant = Participant.objects.filter(game=game, **own).first()
    if participant is not None and participant.left_at is not None:
        participant.left_at = None
        participant.save(update_fields=["left_at"])
    return participant


def _newcomer(game: Game, who: Identity, letter: str) -> Participant:
    if Participant.objects.filter(game=game).count() >= MOST_PARTICIPANTS:
        raise GameError("table_full", most=MOST_PARTICIPANTS)
    role = Participant.Role.PLAYER if letter else Participant.Role.WATCHER
    return new_participant(game, who, role)


def _sit(game: Game, seat: Seat, participant: Participant) -> None:
    seat.holder = participant
    seat.name = seat.name or participant.name
    seat.save(update_fields=["holder", "name"])
    if participant.role == Participant.Role.WATCHER:
        participant.role = Participant.Role.PLAYER
        participant.save(update_fields=["role"])
    _tell(game, participant, "seat_taken", seat.letter)


def _hand_over(game: Game, seat: Seat, participant: Participant) -> None:
    former = seat.holder
    seat.name = participant.name
    SeatRequest.objects.filter(seat=seat, participant=participant).delete()
    _sit(game, seat, participant)
    if former is None or former.is_host or former.pk == participant.pk:
        return
    if not Seat.objects.filter(game=game, holder=former).exists():
        _end(former.pk)


def _vacate(game: Game, seat: Seat) -> None:
    former = seat.holder
    seat.holder = None
    seat.save(update_fields=["holder"])
    if former is not None:
        _tell(game, former, "seat_left", seat.letter)


def _end(participant_id: int) -> None:
    Participant.objects.filter(pk=participant_id).update(
        token_version=F("token_version") + 1, left_at=timezone.now()
    )


def _seat(game: Game, letter: str) -> Seat:
    # Seats are letters; PostgreSQL would not even look for some of what an address can name.
    known = len(letter) == 1 and letter.isascii() and letter.isalpha()
    seats = Seat.objects.select_related("holder").filter(game=game, letter=letter)
    seat = seats.first() if known else None
    if seat is None:
        raise BadInput("seat", "no_such_seat", seat=letter[:10])
    return seat


def _participant(game: Game, participant_id: int) -> Participant:
    found = Participant.objects.filter(game=game, pk=participant_id, left_at__isnull=True).first()
    if found is None:
        raise BadInput("participant", "no_such_participant")
    return found


def _as_host(game_id: int, claims: tuple[Claim, ...]) -> Locked:
    held = entries.lock(game_id, claims)
    people.require_host(held.who)
    return held


def _tell(game: Game, participant: Participant, what: str, letter: str) -> None:
    who = people.Who(participant.pk, participant.name, participant.role, False, frozenset())
    _log(Locked(game, who), what, letter)


def _log(held: Locked, what: str, letter: str, **facts: str) -> None:
    said = Note(f"status_{what}", {"name": held.who.name, "seat": letter, **facts})
    entries.append(held, Event.Kind.STATUS, uuid4(), said=said, seat=letter)
    held.game.save(update_fields=["last", "touched_at"])
    entries.announce(held.game)
