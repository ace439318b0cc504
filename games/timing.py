"""Loading the clock of a game from its log, from where it was last read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, TextField, Value, When
from django.utils import timezone

from games import clock, lines
from games.clock import Clock, Face, Mark, Spell
from games.engine.codec import decode
from games.lines import Entered
from games.models import Event, Game


@dataclass(frozen=True, slots=True)
class Reading:
    """The clocks of a game at a moment, as pages show them."""

    clock: Clock
    at: datetime

    def face(self, seat: str) -> Face:
        """Return one seat's clock."""
        return clock.face(self.clock, seat, self.at)


_clocks: lines.Cache[tuple[int, Clock]] = lines.Cache(256)


def clock_of(game: Game) -> Clock:
    """Return where the clocks stand at the game's newest event. One query for what is new, or none."""
    known, found = _clocks.get(game.pk) or (0, Clock())
    if known > game.last:
        known, found = 0, Clock()
    if known < game.last:
        found = clock.run(_marks(game, known), found)
        _clocks.put(game.pk, (game.last, found))
    return found


def reading_of(game: Game) -> Reading | None:
    """Return the clocks as they stand now; None while they are switched off."""
    found = clock_of(game)
    return Reading(found, timezone.now()) if found.is_on else None


def spells_of(game: Game) -> tuple[Spell, ...]:
    """Return how long each seat took over each turn of the game. One query."""
    return tuple(clock.spells(_marks(game, 0)))


def _marks(game: Game, after: int) -> Iterator[Mark]:
    rows = Event.objects.filter(game_id=game.pk, number__gt=after, number__lte=game.last)
    said = Case(
        When(kind=Event.Kind.STATUS, then=F("data")), default=Value(""), output_field=TextField()
    )
    fields = rows.order_by("number").annotate(said_status=said)
    for at, actor, turn, text in fields.values_list("at", "actor", "turn", "said_status"):
        entered = decode(text, Entered) if text else Entered()
        yield Mark(at, actor, turn, entered.status, entered.minutes)
