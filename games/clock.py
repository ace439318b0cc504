"""A clock for each seat, worked out from the log alone: it tells, and never stops a move.

Only the server's times of events count, so no phone's clock matters. Time runs for the seat to act
from one event to the next; an undo gives no time back, since it was spent all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

ZERO = timedelta(0)

BREAK = timedelta(hours=1)
"""After so long without any event the table has gone away: the whole gap counts for nobody."""

MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class Mark:
    """What the clock needs of an event: its time, the seat to act after it, what it switches.

    `turn` is the turn that an entry belongs to, empty for events that are no entries.
    """

    at: datetime
    actor: str
    turn: str = ""
    wish: str = ""
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """Where the clocks of a game stand at its newest event; `minutes` 0 counts up without a limit."""

    is_on: bool = False
    is_paused: bool = False
    is_playing: bool = False
    minutes: int = 0
    actor: str = ""
    since: datetime | None = None
    used: Mapping[str, timedelta] = field(default_factory=dict)

    @property
    def is_running(self) -> bool:
        """Say whether time runs for the seat to act."""
        return self.is_on and self.is_playing and not self.is_paused and bool(self.actor)


@dataclass(frozen=True, slots=True)
class Spell:
    """How long a seat took over a part of a turn; `turn` is empty while the turn is not over."""

    seat: str
    turn: str
    time: timedelta


@dataclass(frozen=True, slots=True)
class Face:
    """One seat's clock in whole seconds: up to the newest event, and since it if it runs."""

    used: int
    since: int
    limit: int
    is_running: bool

    @property
    def shown(self) -> int:
        """Return the seconds to show: left of the limit (below zero when over it), else used."""
        gone = self.used + self.since
        return self.limit - gone if self.limit else gone


_SWITCHES: Mapping[str, Mapping[str, Any]] = {
    "started": {"is_playing": True},
    "resume": {"is_playing": True},
    "reopen": {"is_playing": True},
    "pause": {"is_playing": False},
    "abandon": {"is_playing": False},
    "finished": {"is_playing": False},
    "clock_off": {"is_on": False, "is_paused": False},
    "clock_pause": {"is_paused": True},
    "clock_resume": {"is_paused": False},
}
"""What the status events of a game and of its clock change."""


def gone_since(clock: Clock, at: datetime) -> timedelta:
    """Return the time that has run for the seat to act since the newest event; a break counts nothing."""
    if not clock.is_running or clock.since is None:
        return ZERO
    gap = at - clock.since
    return gap if ZERO < gap <= BREAK else ZERO


def after(clock: Clock, mark: Mark) -> Clock:
    """Return the clock after an event. Switched on anew it begins at zero; while on, only its limit changes."""
    used = clock.used
    if gone := gone_since(clock, mark.at):
        used = {**used, clock.actor: used.get(clock.actor, ZERO) + gone}
    changed: dict[str, Any] = dict(_SWITCHES.get(mark.wish, {}))
    if mark.wish == "clock_on":
        changed = {"is_on": True, "minutes": mark.minutes}
        used = used if clock.is_on else {}
    return replace(clock, used=used, actor=mark.actor, since=mark.at, **changed)


def run(marks: Iterable[Mark], clock: Clock | None = None) -> Clock:
    """Return the clock after these events, from where it stood before them."""
    clock = clock or Clock()
    for mark in marks:
        clock = after(clock, mark)
    return clock


def face(clock: Clock, seat: str, at: datetime) -> Face:
    """Return one seat's clock at a time."""
    runs = clock.is_running and clock.actor == seat
    used = clock.used.get(seat, ZERO)
    since = gone_since(clock, at) if runs else ZERO
    # The sum is cut to seconds, not its parts, so that no second is lost from event to event.
    whole = (used + since) // timedelta(seconds=1)
    settled = used // timedelta(seconds=1)
    return Face(settled, whole - settled, clock.minutes * 60, runs and not _is_break(clock, at))


def _is_break(clock: Clock, at: datetime) -> bool:
    return clock.since is not None and at - clock.since > BREAK


def spells(marks: Iterable[Mark]) -> Iterator[Spell]:
    """Yield how long each seat took, in the order of the log: the time per turn, for statistics.

    What a seat spent before an event that is no entry (an undo, a note) belongs to the turn of the
    next entry.
    """
    clock = Clock()
    waiting: dict[str, timedelta] = {}
    for mark in marks:
        if gone := gone_since(clock, mark.at):
            waiting[clock.actor] = waiting.get(clock.actor, ZERO) + gone
        if mark.turn:
            yield from (Spell(seat, mark.turn, time) for seat, time in waiting.items())
            waiting = {}
        clock = after(clock, mark)
    yield from (Spell(seat, "", time) for seat, time in waiting.items())


def as_text(seconds: int) -> str:
    """Return seconds as a clock shows them: "7:05", "1:00:00", "−0:30"."""
    hours, rest = divmod(abs(seconds), 3600)
    minutes, left = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
    return text if seconds >= 0 else f"−{text}"
