"""Games ready for tests: built through the services, since a game is more than its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from games import lines
from games.models import Event, Game, Participant
from games.registry import TITLES
from games.services import entries, seats, tables
from games.services.entries import Answer, Request
from games.services.people import Claim
from games.services.tables import Identity, Plan, SeatSpec
from scoring.models import Club
from tests.factories import ClubFactory, UserFactory

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


@dataclass(slots=True)
class Person:
    """Someone of the cast: how they are known, and where they sit."""

    name: str
    identity: Identity
    user: Any = None

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return how this person is known to services."""
        return (self.identity.claim,)


def member(name: str) -> Person:
    """Return a person with an account."""
    user = UserFactory.create(username=name.lower())
    return Person(name, Identity(name, user_id=user.pk), user)


def guest(name: str) -> Person:
    """Return a person without account."""
    return Person(name, Identity(name, guest=uuid4()))


@dataclass(slots=True)
class Cast:
    """Ada hosts and sits at A, Ben sits at B, Cho watches, Dee is a stranger."""

    ada: Person
    ben: Person
    cho: Person
    dee: Person


def new_cast() -> Cast:
    """Return the cast, not yet at any table: Ada with an account, the others as guests."""
    return Cast(member("Ada"), guest("Ben"), guest("Cho"), guest("Dee"))


def colours_of(title: str, count: int) -> tuple[str, ...]:
    """Return the first colours a title offers."""
    return tuple(choice.value for choice in TITLES[title].meta.colours[:count])


def lobby(
    cast: Cast,
    title: str = "continental_divide",
    players: int = 3,
    position: str = "",
    **options: str,
) -> Game:
    """Return a game in its lobby: Ada hosts at A, Ben sits at B, Cho watches, other seats are free."""
    club: Club = ClubFactory.create()
    colours = colours_of(title, players)
    specs = tuple(SeatSpec(colour, mine=order == 0) for order, colour in enumerate(colours))
    game, _ = tables.create_game(
        cast.ada.identity, Plan(club.pk, title, specs, options, position=position)
    )
    seats.join(game.pk, cast.ben.identity, "B")
    seats.join(game.pk, cast.cho.identity)
    return Game.objects.get(pk=game.pk)


def started(
    cast: Cast,
    title: str = "continental_divide",
    players: int = 3,
    position: str = "",
    **options: str,
) -> Game:
    """Return a game under way: as `lobby`, started in table order."""
    game = lobby(cast, title, players, position, **options)
    setup = {} if position else {"order": game.seat_letters}
    return tables.start(game.pk, cast.ada.claims, setup or {"order": game.seat_letters})


def fresh(game: Game) -> Game:
    """Return the game as the database has it now."""
    return Game.objects.select_related("board__chart", "club").get(pk=game.pk)


def request(game: Game, **fields: Any) -> Request:
    """Return a request whose sender has seen everything."""
    return Request(seen=fields.pop("seen", fresh(game).last), **fields)


def enter(game: Game, person: Person, text: str, **fields: Any) -> Answer:
    """Enter a move in notation."""
    return entries.play_text(game.pk, person.claims, text, request(game, **fields))


def idle_turn(game: Game, cast: Cast) -> None:
    """Let the host enter a whole turn in which nobody does anything, the new order included."""
    for move in ("done", "done", "done", "dividends", "pick", "pick"):
        data: dict[str, Any] = {"kind": move}
        now = fresh(game)
        if move == "pick":
            state = lines.state_at(now, now.head)
            data["card"] = max(set(range(1, 4)) - set(state.picks.values()))
        entries.play(game.pk, cast.ada.claims, data, request(game, seat=now.actor))


def rows(game: Game) -> tuple[list[Any], int]:
    """Return everything stored of a game, to see that nothing changed."""
    events = list(Event.objects.filter(game=game).order_by("number").values())
    people = Participant.objects.filter(game=game).count()
    stored = Game.objects.filter(pk=game.pk).values().get()
    return [stored, *events], people
