"""The clock of a game: switched on and off by the host, paused by whoever sits at the table."""

from __future__ import annotations

from uuid import uuid4

from django.db import transaction

from games import timing
from games.clock import MOST_MINUTES, Clock
from games.engine.codec import encode
from games.engine.title import Note
from games.errors import BadInput, GameError, NotAllowed
from games.lines import Entered
from games.models import Event, Game
from games.services import entries, people
from games.services.people import Claim

_HOSTS = ("on", "off")
_SEATED = ("pause", "resume")
_OPEN = (Game.Status.LOBBY, Game.Status.PLAYING, Game.Status.PAUSED)


def set_clock(game_id: int, claims: tuple[Claim, ...], wish: str, minutes: int = 0) -> Game:
    """Switch the clock `on` (with `minutes` for each seat, 0 to count up) or `off`, `pause` or `resume` it.

    What is so already is left as it is, so a second tap does nothing. A clock never blocks a move.
    Raises `BadInput`, `NotAllowed` or `GameError`.
    """
    if wish not in _HOSTS + _SEATED:
        raise BadInput("wish", "bad_envelope")
    if not 0 <= minutes <= MOST_MINUTES:
        raise BadInput("minutes", "clock_minutes", most=MOST_MINUTES)
    with transaction.atomic():
        held = entries.lock(game_id, claims)
        if wish in _HOSTS:
            people.require_host(held.who)
        elif not held.who.may_enter:
            raise NotAllowed("watching_only")
        game = held.game
        if game.status not in _OPEN:
            raise GameError("status_does_not_fit", wish=wish, status=game.status)
        if not _changes(timing.clock_of(game), wish, minutes):
            return game
        code = "up" if wish == "on" and not minutes else wish
        entries.append(
            held,
            Event.Kind.STATUS,
            uuid4(),
            said=Note(f"status_clock_{code}", {"minutes": minutes} if minutes else {}),
            data=encode(Entered(status=f"clock_{wish}", minutes=minutes)),
        )
        game.save(update_fields=["last", "touched_at"])
        entries.announce(game)
    return game


def _changes(clock: Clock, wish: str, minutes: int) -> bool:
    if wish == "on":
        return not clock.is_on or clock.minutes != minutes
    if wish == "off":
        return clock.is_on
    return clock.is_on and clock.is_paused == (wish == "resume")
