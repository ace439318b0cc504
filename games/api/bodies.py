"""What the API is sent: one frozen struct per request, and the one way a body is read into it."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

import msgspec
from django.http import UnreadablePostError
from django.utils.translation import gettext
from rest_framework.request import Request

from games.clock import MOST_MINUTES
from games.engine.codec import Value, decode
from games.engine.errors import Fault

T = TypeVar("T")

MOST = 2**31 - 1
"""The largest number the database keeps in the columns that numbers of entries go to."""

MOST_WHOLE = 2**63 - 1
"""The largest number anywhere in a body; what is kept as JSON must be readable for everyone."""

Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Id = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
Letter = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]?(?![\s\S])")]
Text = Annotated[str, msgspec.Meta(max_length=1000)]
Line = Annotated[str, msgspec.Meta(max_length=60_000)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Names = Annotated[str, msgspec.Meta(max_length=1000)]


class NewSeat(Value, frozen=True):
    """A seat of a new game, in table order: its colour, a name if known, whether you hold it."""

    colour: Word
    name: Names = ""
    mine: bool = False


class NewGame(Value, frozen=True):
    """A game to create: club and board by their public ids, `position` to start from a running table."""

    club: Word
    title: Word
    name: Names
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(max_length=12)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    board: Word | None = None
    position: Line = ""


class Join(Value, frozen=True):
    """Coming to a table: its code, your name there, and the seat you want, if any."""

    code: Word
    name: Names
    seat: Letter = ""


class Start(Value, frozen=True):
    """What the table tells at set-up, as the title's `setup` schema has it; empty from a position."""

    setup: dict[str, Any] = msgspec.field(default_factory=dict)


class SetStatus(Value, frozen=True):
    """What is to become of the game."""

    wish: Literal["pause", "resume", "abandon", "reopen"]


class SetClock(Value, frozen=True):
    """What the clock is to do; `minutes` for each seat when it goes on, 0 counts up without a limit."""

    wish: Literal["on", "off", "pause", "resume"]
    minutes: Annotated[int, msgspec.Meta(ge=0, le=MOST_MINUTES)] = 0


class Nothing(Value, frozen=True):
    """An empty body."""


class EditSeat(Value, frozen=True):
    """Another name or colour for a seat; what is not given stays."""

    name: Names | None = None
    colour: Word | None = None


class GiveSeat(Value, frozen=True):
    """Who is to hold a seat: a participant's id, or null for nobody."""

    participant: Id | None


class AnswerRequest(Value, frozen=True):
    """Whether the one who asked for a seat gets it."""

    consent: bool


class ChangeParticipant(Value, frozen=True):
    """Another role for someone at the table, or the hosting handed on to them."""

    role: Literal["player", "scorekeeper", "watcher"] | None = None
    host: Literal[True] | None = None


class Sent(Value, frozen=True, kw_only=True):
    """What comes with every entry: the number of the newest entry seen, and a key against doubles.

    `seat` says for whom (by default the seat to act, where that is yours), `confirm` answers a question
    that was asked before.
    """

    seen: Number
    key: UUID | None = None
    seat: Letter = ""
    note: Text = ""
    confirm: bool = False


class EnterMove(Sent, frozen=True, kw_only=True):
    """A move, as an object or as one line of the title's notation.

    `dry_run` tells what it would do and writes nothing; `ruled` records a move that the referee
    refuses but the table has made, with the reason as `note`.
    """

    move: dict[str, Any] | None = None
    text: Line | None = None
    dry_run: bool = False
    ruled: bool = False


class UndoTo(Sent, frozen=True, kw_only=True):
    """Undo everything entered after the entry `target`; 0 is the opening."""

    target: Number


class Correct(Sent, frozen=True, kw_only=True):
    """Change or remove the entry `target`; `accept` names the later entries that may be lost by it."""

    target: Number
    action: Literal["replace", "remove"] = "replace"
    move: dict[str, Any] | None = None
    accept: Annotated[tuple[Number, ...], msgspec.Meta(max_length=5000)] = ()
    dry_run: bool = False


class AddNote(Value, frozen=True):
    """A note for the log."""

    text: Text
    key: UUID | None = None


class SetPosition(Sent, frozen=True, kw_only=True):
    """The position that stands on the table, in the title's notation, with the reason as `note`."""

    position: Line
    dry_run: bool = False


class NewChart(Value, frozen=True):
    """A chart for a club: the board as the title's board schema has it."""

    club: Word
    title: Word
    name: Names
    board: dict[str, Any]


class ReviseChart(Value, frozen=True):
    """A new version of a chart; running games keep the one they have."""

    board: dict[str, Any]
    why: Annotated[str, msgspec.Meta(max_length=120)] = ""


class NewToken(Value, frozen=True):
    """An account's address and password; empty when the request is already logged in."""

    email: Annotated[str, msgspec.Meta(max_length=254)] = ""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""


BODIES: tuple[type[Value], ...] = (
    NewSeat,
    NewGame,
    Join,
    Start,
    SetStatus,
    SetClock,
    Nothing,
    EditSeat,
    GiveSeat,
    AnswerRequest,
    ChangeParticipant,
    Sent,
    EnterMove,
    UndoTo,
    Correct,
    AddNote,
    SetPosition,
    NewChart,
    ReviseChart,
    NewToken,
)


def body(request: Request, kind: type[T]) -> T:
    """Return the body as a struct of type `kind`, or raise `Fault` with the path of what is wrong.

    An empty body counts as `{}`. Refused besides what does not fit: a key that comes twice, and NUL
    characters, which the database cannot keep.
    """
    try:
        data: bytes = request.body or b"{}"
    except UnreadablePostError:
        raise Fault.one("", gettext("The body ended before it was complete.")) from None
    found: T = decode(data, kind)
    _check_keys(data)
    return found


def _check_keys(data: bytes) -> None:
    try:
        json.loads(data, object_pairs_hook=_once, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise Fault.one("", gettext("The body is not JSON: {why}").format(why=error)) from None


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= 20 else MOST_WHOLE + 1
    if not -MOST_WHOLE <= number <= MOST_WHOLE:
        raise Fault.one(
            "", gettext("The number {number}… is too large.").format(number=digits[:20])
        )
    return number


def _once(pairs: list[tuple[str, Any]]) -> Any:
    keys = set()
    for key, value in pairs:
        if key in keys:
            raise Fault.one(
                "", gettext("The key “{key}” comes twice in one object.").format(key=key[:40])
            )
        keys.add(key)
        _no_nul(key)
        _no_nul(value)
    return None


def _no_nul(value: Any) -> None:
    texts = value if isinstance(value, list) else (value,)
    for text in texts:
        if isinstance(text, str) and "\0" in text:
            raise Fault.one("", gettext("Text may not contain NUL characters."))
        if isinstance(text, list):
            _no_nul(text)
