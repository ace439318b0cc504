"""What the API answers: one frozen struct per answer, which its OpenAPI document is made from."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec

from games.engine.codec import Value
from games.engine.title import Column, Field, Figure


class GameLine(Value, frozen=True):
    """A game in a list of games."""

    code: str
    title: str
    club: str
    status: str
    last: int
    created_at: datetime


class Games(Value, frozen=True):
    """The unfinished games you are at, the newest first."""

    games: tuple[GameLine, ...]


class Joined(Value, frozen=True):
    """Where you have come to: your id at the table, and the token that lets a device act as you.

    `requested` is the seat that someone holds and that the host has been asked to give you.
    """

    code: str
    participant: int
    name: str
    role: str
    seats: tuple[str, ...]
    token: str
    requested: str = ""


class Person(Value, frozen=True):
    """Someone at a table."""

    id: int
    name: str
    role: str
    is_host: bool


class SeatLine(Value, frozen=True):
    """A seat: its letter, order, name and colour, and who enters for it."""

    letter: str
    order: int
    name: str
    colour: str
    holder: int | None
    holder_name: str


class AskedSeat(Value, frozen=True):
    """A seat that someone asks the host for."""

    id: int
    seat: str
    participant: int
    name: str


class You(Value, frozen=True):
    """The one who asks, as a participant of the game."""

    participant: int
    name: str
    role: str
    is_host: bool
    seats: tuple[str, ...]
    may_enter: bool
    may_enter_for_others: bool


class FormLine(Value, frozen=True):
    """One thing you can enter now; `blocked` says why not, if so."""

    kind: str
    label: str
    button: str
    fields: tuple[Field, ...]
    rule: str
    blocked: str


class PanelLine(Value, frozen=True):
    """A table of figures of the current state."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[int | str, ...], ...]


class GameSheet(Value, frozen=True):
    """A game as you see it. Without a state (in the lobby, or unreadable) its parts are empty."""

    code: str
    title: str
    club: str
    club_id: str
    board: str
    board_version: int
    rules_version: int
    options: dict[str, Any]
    status: str
    said: str
    actor: str
    end: str
    head: int
    last: int
    ruled: bool
    can_redo: bool
    seats: tuple[SeatLine, ...]
    you: You | None
    seat: str
    forms: tuple[FormLine, ...]
    figures: tuple[Figure, ...]
    panels: tuple[PanelLine, ...]
    position: str
    state: dict[str, Any] | None
    unreadable: str
    people: tuple[Person, ...]
    requests: tuple[AskedSeat, ...]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class EffectLine(Value, frozen=True):
    """One change that an entry makes: what, from which value to which, and whether that is good."""

    label: str
    old: int | str
    new: int | str
    good: bool | None


class Entered(Value, frozen=True):
    """What became of an entry, or with `dry_run` what would become of it."""

    number: int
    last: int
    head: int
    actor: str
    status: str
    end: str
    said: str
    notes: tuple[str, ...]
    unchecked: tuple[str, ...]
    effects: tuple[EffectLine, ...]
    waived: tuple[str, ...]
    dropped: tuple[str, ...]
    dry_run: bool
    repeated: bool


class EventLine(Value, frozen=True):
    """One event of the log, as it was entered; `head` is the entry whose state counts after it."""

    number: int
    kind: str
    seat: str
    actor: str
    said: str
    note: str
    by: str
    proxy: bool
    parent: int
    head: int
    move: Any
    waived: tuple[str, ...]
    position: str
    edit: Any
    key: UUID
    rules_version: int
    at: datetime


class Events(Value, frozen=True):
    """Events after a number, oldest first, at most 200; `more` says that others follow."""

    last: int
    head: int
    events: tuple[EventLine, ...]
    more: bool


class LogEntry(Value, frozen=True):
    """One line of the log as people read it; `counts` is false for what was undone or removed."""

    number: int
    kind: str
    seat: str
    said: str
    note: str
    by: str
    proxy: bool
    at: datetime
    counts: bool
    is_node: bool
    corrected: bool
    turn: str
    rules_version: int


class Log(Value, frozen=True):
    """A page of the log, newest first; the next page is `before` the last number of this one."""

    last: int
    entries: tuple[LogEntry, ...]
    more: bool


class LegalMove(Value, frozen=True):
    """A move that may be entered now; where an amount is free, its least value stands for it."""

    seat: str
    move: Any
    text: str


class LegalMoves(Value, frozen=True):
    """Legal moves in a stable order; `more` says that the list was cut at its limit."""

    head: int
    moves: tuple[LegalMove, ...]
    more: bool


class TallyLine(Value, frozen=True):
    """One scored item of a seat: `count` of `item` gives `points` by a rule of the digest."""

    item: str
    count: int
    points: int
    rule: str
    facts: dict[str, int | str]


class TallySeat(Value, frozen=True):
    """A seat's lines with their sum, its place (ties share one), and whether it wins."""

    seat: str
    lines: tuple[TallyLine, ...]
    total: int
    rank: int
    winner: bool


class TallyNow(Value, frozen=True):
    """The tally as if the game ended now; `tie_break` is the rule that decided a tie, if any."""

    head: int
    seats: tuple[TallySeat, ...]
    tie_break: str


class Position(Value, frozen=True):
    """The position after an entry, in the title's notation."""

    at: int
    position: str


class MoneyLine(Value, frozen=True):
    """One transfer of money: from one account to another, why, and by which entry."""

    number: int
    source: str
    target: str
    amount: int
    why: str
    reason: str


class Ledger(Value, frozen=True):
    """The money that moved by the entries that count, oldest first; `next` continues it as `after`."""

    head: int
    postings: tuple[MoneyLine, ...]
    more: bool
    next: int


class ClockLine(Value, frozen=True):
    """One seat's clock: seconds used until now, and whether its time runs."""

    seat: str
    used: int
    running: bool


class Clocks(Value, frozen=True):
    """The clocks of a game: `limit` seconds for each seat, 0 without one. Switched off there are none."""

    last: int
    on: bool
    paused: bool
    limit: int
    seats: tuple[ClockLine, ...]


class Ok(Value, frozen=True):
    """Done; `last` is the number of the game's newest event now."""

    last: int


class FieldTrouble(Value, frozen=True):
    """What is wrong at one path of the body, such as `move.pay`; the path is empty for the whole."""

    path: str
    message: str


class Problem(Value, frozen=True, omit_defaults=True):
    """Why a request was not done: a stable `code`, a `message` for people, and what the code needs.

    `rule`, `facts` and `rule_url` come with a refusal of the referee; `ask` and `choices` when the
    same request would do with one of the choices added; `fields` with a malformed body; `last` and
    `events` when the game has moved on.
    """

    code: str
    message: str
    rule: str | None = None
    facts: dict[str, int | str | tuple[str, ...] | None] | None = None
    rule_url: str | None = None
    ask: bool | None = None
    choices: tuple[str, ...] | None = None
    fields: tuple[FieldTrouble, ...] | None = None
    last: int | None = None
    events: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)] | None = None


ANSWERS: tuple[Any, ...] = (
    Games,
    Joined,
    GameSheet,
    Entered,
    Events,
    Log,
    LegalMoves,
    TallyNow,
    Position,
    Ledger,
    Clocks,
    Ok,
    Problem,
    SeatLine,
)
