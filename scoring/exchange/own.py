"""Our own export as JSON: complete, and read back into the same plays."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from scoring.exchange.documents import Buffer, decode, elements, share
from scoring.exchange.record import (
    LONGEST_NOTE,
    FileGame,
    FilePlayer,
    OwnFields,
    PlayRecord,
    Row,
    Rows,
    SeatRecord,
    Trouble,
    Unreadable,
    row_of,
    seats_fit,
)
from scoring.exchange.values import (
    FIRST_YEAR,
    LONGEST_NAME,
    LONGEST_RAW,
    MOST_MINUTES,
    MOST_POINTS,
    key_of,
    name_of,
    text_of,
)

KIND = "own"
FORMAT = "rail-companion"
VERSION = 1
_DEEPEST = 6
_MOST_ENTRIES = 500


class OwnPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player; `key` is the number that seats refer to, `id` the address here."""

    key: int
    id: str = ""
    name: str = ""


class OwnSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a play; `player` is the key of a player, or None for a guest."""

    seat: str
    player: int | None = None
    name: str = ""
    colour: str = ""
    total: int | None = None
    rank: int | None = None
    winner: bool = False
    raw: str = ""
    seconds: int | None = None
    turns: int | None = None
    lines: list[dict[str, Any]] = msgspec.field(default_factory=list)


class OwnPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play with everything that is kept of it."""

    id: str
    title: str
    played_on: datetime.date
    seats: list[OwnSeat]
    title_name: str = ""
    source: str = ""
    started_at: datetime.datetime | None = None
    ended_at: datetime.datetime | None = None
    minutes: int | None = None
    board: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    end: str = ""
    rules_version: int = 1
    sheet: str = ""
    totals_only: bool = False
    ruled: bool = False
    house_rules: bool = False
    rated: bool = True
    tie_break: str = ""
    place: str = ""
    notes: str = ""
    entered_by: str = ""


class _Document(msgspec.Struct):
    format: str = ""
    version: int = 0
    players: msgspec.Raw = msgspec.Raw(b"[]")
    plays: msgspec.Raw = msgspec.Raw(b"[]")


def read(buffer: Buffer) -> Rows:
    """Yield a row for each play of our own export; raise `Unreadable`."""
    document = decode(buffer, _Document)
    if document.format != FORMAT:
        raise Unreadable("other_json")
    if document.version != VERSION:
        raise Unreadable("other_version", version=document.version)
    players: dict[int, FilePlayer] = {}
    for raw in elements(document.players, "players"):
        try:
            player = msgspec.json.decode(raw, type=OwnPlayer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        key = text_of(player.id, 40) or str(player.key)
        players[player.key] = FilePlayer(key, name_of(player.name), own_id=text_of(player.id, 40))
    plays = elements(document.plays, "plays")
    for index, raw in enumerate(plays):
        yield _row(index + 1, share(index, plays), raw, players)


def _row(number: int, at: int, raw: msgspec.Raw, players: dict[int, FilePlayer]) -> Row:
    def made(trouble: Trouble) -> PlayRecord | None:
        try:
            play = msgspec.json.decode(raw, type=OwnPlay)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            trouble.refuse("other_shape", reason=text_of(error, 200))
            return None
        return _record(play, players, trouble)

    return row_of(number, at, made)


def _record(play: OwnPlay, players: dict[int, FilePlayer], trouble: Trouble) -> PlayRecord:
    _check(play, trouble)
    seats: tuple[SeatRecord, ...] = ()
    if seats_fit(len(play.seats), trouble) and not trouble.is_wrong:
        seats = tuple(_seat(seat, players, trouble) for seat in play.seats)
    title = text_of(play.title, 40)
    kind, parted, ref = text_of(play.id, 400).partition(":")
    return PlayRecord(
        kind=key_of(kind)[:10] if parted else KIND,
        ref=key_of(ref if parted else kind),
        game=FileGame(key_of(title), text_of(play.title_name, 200) or title),
        seats=seats,
        played_on=play.played_on,
        minutes=play.minutes,
        board=text_of(play.board, LONGEST_NAME),
        place=text_of(play.place, LONGEST_NAME),
        notes=text_of(play.notes, LONGEST_NOTE),
        own=OwnFields(
            source=text_of(play.source, 20),
            started_at=_moment(play.started_at),
            ended_at=_moment(play.ended_at),
            options=play.options,
            end=text_of(play.end, 40),
            rules_version=play.rules_version,
            sheet=text_of(play.sheet, 200_000),
            totals_only=play.totals_only,
            ruled=play.ruled,
            house_rules=play.house_rules,
            rated=play.rated,
            tie_break=text_of(play.tie_break, 40),
            entered_by=name_of(play.entered_by),
        ),
    )


def _check(play: OwnPlay, trouble: Trouble) -> None:
    if not 1 <= play.rules_version < 2**31:
        trouble.refuse("other_shape", reason="rules_version")
    if play.minutes is not None and not 0 <= play.minutes <= MOST_MINUTES:
        trouble.refuse("other_shape", reason="minutes")
    if play.played_on.year < FIRST_YEAR:
        trouble.refuse("no_date", date=play.played_on.isoformat())
    if not is_plain(play.options):
        trouble.refuse("other_shape", reason="options")
    letters = [seat.seat for seat in play.seats]
    if len(set(letters)) != len(letters) or not all(
        letter.isascii() and letter.isalnum() and len(letter) <= 4 for letter in letters
    ):
        trouble.refuse("other_shape", reason="seats")


def _seat(seat: OwnSeat, players: dict[int, FilePlayer], trouble: Trouble) -> SeatRecord:
    if not (
        is_plain(seat.lines)
        and (seat.total is None or abs(seat.total) <= MOST_POINTS)
        and (seat.rank is None or 1 <= seat.rank <= 1000)
        and all(each is None or 0 <= each < 2**31 for each in (seat.seconds, seat.turns))
    ):
        trouble.refuse("other_shape", reason=f"seat {seat.seat}")
    name = name_of(seat.name)
    player = players.get(seat.player) if seat.player is not None else None
    if player is None and seat.player is not None:
        trouble.warn("unknown_player", ref=seat.player)
    return SeatRecord(
        # A seat keeps the name it was played under, whatever the player is called by now.
        player=FilePlayer("", name, is_guest=True)
        if player is None
        else msgspec.structs.replace(player, name=name or player.name),
        raw=text_of(seat.raw, LONGEST_RAW),
        total=seat.total,
        rank=seat.rank,
        winner=seat.winner,
        letter=seat.seat,
        colour=text_of(seat.colour, 20),
        lines=seat.lines,
        seconds=seat.seconds,
        turns=seat.turns,
    )


def is_plain(value: Any, depth: int = 0) -> bool:
    """Say whether a value is small, shallow, and of texts that any database keeps."""
    if isinstance(value, str):
        return value == text_of(value, 1000) or not value.strip()
    if isinstance(value, int | None):
        return value is None or abs(value) <= MOST_POINTS
    if isinstance(value, float):
        return True
    if depth >= _DEEPEST or not isinstance(value, dict | list) or len(value) > _MOST_ENTRIES:
        return False
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    return all(is_plain(each, depth + 1) for each in inside)


def _moment(moment: datetime.datetime | None) -> datetime.datetime | None:
    if moment is None or not FIRST_YEAR <= moment.year <= 9000:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)
