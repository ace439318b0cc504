"""What every reader makes of a file: rows with a play each, or with the reason why there is none."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

MOST_SEATS = 26
"""Seats are lettered A to Z."""

MOST_ROWS = 200_000
"""Plays, players or games that one file may have; a larger one is refused before it fills the memory."""

LONGEST_KEY = 100
LONGEST_NOTE = 4000

Facts = dict[str, str | int]


class Problem(msgspec.Struct, frozen=True):
    """Something to tell about a row: a stable code, and the facts that its sentence names."""

    code: str
    facts: Facts = msgspec.field(default_factory=dict)


class Unreadable(Exception):
    """The file as a whole is not what it was taken for; `problem` says why."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.problem = Problem(code, facts)
        super().__init__(code)


class FileGame(msgspec.Struct, frozen=True):
    """A game as the file knows it; `key` is the same for all its plays."""

    key: str
    name: str
    bgg_id: int | None = None


class FilePlayer(msgspec.Struct, frozen=True):
    """A person as the file knows them. `own_id` is set by our own exports, `is_me` by the exporter's."""

    key: str
    name: str
    own_id: str = ""
    is_me: bool = False
    is_guest: bool = False


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: `raw` is the score as it was written, `total` what it says if it is a whole number."""

    player: FilePlayer
    raw: str = ""
    total: int | None = None
    rank: int | None = None
    winner: bool | None = None
    letter: str = ""
    colour: str = ""
    seconds: int | None = None
    turns: int | None = None
    lines: list[dict[str, Any]] = msgspec.field(default_factory=list)


class OwnFields(msgspec.Struct, frozen=True, kw_only=True):
    """What only our own export knows of a play."""

    source: str = ""
    started_at: datetime.datetime | None = None
    ended_at: datetime.datetime | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    end: str = ""
    rules_version: int = 1
    sheet: str = ""
    totals_only: bool = False
    ruled: bool = False
    house_rules: bool = False
    rated: bool = True
    tie_break: str = ""
    entered_by: str = ""


class PlayRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One play of a file. `kind` and `ref` name it for ever; `ref` is empty where the file has no ids."""

    kind: str
    ref: str
    game: FileGame
    seats: tuple[SeatRecord, ...]
    played_on: datetime.date | None = None
    minutes: int | None = None
    board: str = ""
    place: str = ""
    notes: str = ""
    lower_wins: bool = False
    own: OwnFields | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One play of the file in turn, from 1; `line` is where it begins in a file of lines, else 0.

    `at` is how far through the file it is, in thousandths.

    Without a record, or with `left_out`, it cannot be imported, and `problems` say why.
    """

    number: int
    record: PlayRecord | None = None
    problems: tuple[Problem, ...] = ()
    left_out: bool = False
    line: int = 0
    at: int = 0


Rows = Iterator[Row]


class Trouble:
    """Collects the problems of one row while it is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.is_wrong = False
        self.left_out = False

    def warn(self, code: str, **facts: str | int) -> None:
        """Tell of something that the play can live with."""
        self.problems.append(Problem(code, facts))

    def refuse(self, code: str, **facts: str | int) -> None:
        """Tell of something that makes the row no play."""
        self.warn(code, **facts)
        self.is_wrong = True

    def leave_out(self, code: str, **facts: str | int) -> None:
        """Tell why the file itself does not count the play."""
        self.warn(code, **facts)
        self.left_out = True


def seats_fit(count: int, trouble: Trouble) -> bool:
    """Say whether a play's seats can be lettered, and refuse the play if they cannot."""
    if count > MOST_SEATS:
        trouble.refuse("many_players", count=count, most=MOST_SEATS)
    return count <= MOST_SEATS


def row_of(
    number: int, at: int, read: Callable[[Trouble], PlayRecord | None], line: int = 0
) -> Row:
    """Return the row that `read` makes, with what every kind of file can have wrong."""
    trouble = Trouble()
    record = read(trouble)
    if record is not None and not trouble.is_wrong:
        _check(record, trouble)
    if trouble.is_wrong:
        record = None
    return Row(
        number=number,
        record=record,
        problems=tuple(trouble.problems),
        left_out=trouble.left_out,
        line=line,
        at=at,
    )


def _check(record: PlayRecord, trouble: Trouble) -> None:
    if not record.seats:
        trouble.refuse("no_players")
    seen: set[str] = set()
    for seat in record.seats:
        if seat.player.key and seat.player.key in seen:
            trouble.refuse("player_twice", name=seat.player.name)
            return
        seen.add(seat.player.key)
        if seat.raw and seat.total is None:
            trouble.warn("score_in_words", name=seat.player.name, score=seat.raw[:40])
