"""Spreadsheets as CSV: a line for each seat, or a line for each play with numbered columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import IO, Any

import msgspec

from scoring.exchange.record import (
    LONGEST_NOTE,
    MOST_ROWS,
    FileGame,
    FilePlayer,
    PlayRecord,
    Rows,
    SeatRecord,
    Trouble,
    Unreadable,
    row_of,
    seats_fit,
)
from scoring.exchange.values import (
    LONGEST_NAME,
    LONGEST_RAW,
    day_of,
    flag,
    key_of,
    minutes_of,
    name_of,
    points_of,
    same,
    text_of,
    whole,
)

KIND = "csv"
DELIMITERS = ",;\t|"
DATE_ORDERS = ("ymd", "dmy", "mdy")
SAMPLE = 64 * 1024
MOST_COLUMNS = 200
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "ref": ("play", "play id", "playid", "id", "game id", "uuid"),
    "date": ("date", "played on", "played", "play date", "dateplayed", "day", "datum", "fecha"),
    "game": ("title", "game", "game name", "gamedefinitionname", "spiel", "jeu", "juego"),
    "player": ("player", "name", "player name", "playername", "spieler", "joueur", "jugador"),
    "score": ("score", "points", "total", "score as written", "punkte", "ergebnis", "puntos"),
    "place": ("place", "rank", "position", "finish", "platz", "rang", "puesto"),
    "winner": ("winner", "win", "won", "sieger", "gewinner", "gagnant", "ganador"),
    "colour": ("colour", "color", "farbe", "couleur"),
    "minutes": ("minutes", "duration", "length", "dauer", "time"),
    "board": ("board", "map", "karte", "variant", "brett"),
    "location": ("location", "where", "venue", "ort", "lieu"),
    "notes": ("notes", "comments", "comment", "notizen", "kommentar", "bemerkung"),
}
"""What a column may be, with the headings it is known by; the first is the one we write."""

_NUMBERED = re.compile(r"(\D*?)[\s_#.-]*([0-9]{1,2})")


class Layout(msgspec.Struct, frozen=True):
    """How a file is laid out: which column says what, counted from 0, and how dates are written.

    `seats` has the columns of each seat where a line is a whole play; it is empty otherwise.
    """

    delimiter: str
    headings: tuple[str, ...]
    columns: dict[str, int]
    seats: tuple[dict[str, int], ...] = ()
    date_order: str = "ymd"

    @property
    def is_complete(self) -> bool:
        """Say whether plays can be read with it: there are dates and players."""
        return "date" in self.columns and ("player" in self.columns or bool(self.seats))


_Line = tuple[int, list[str]]


def layout_of(sample: str) -> Layout:
    """Return the layout that the first lines of a file suggest; raise `Unreadable` for no lines."""
    delimiter = _delimiter(sample)
    lines = [line for _, line in _lines(sample.splitlines(keepends=True), delimiter)][:200]
    if not lines:
        raise Unreadable("no_lines")
    headings = tuple(text_of(each, 60) for each in lines[0][:MOST_COLUMNS])
    columns = _columns(headings)
    days = [line[columns["date"]] for line in lines[1:] if columns.get("date", 10**6) < len(line)]
    return Layout(delimiter, headings, columns, _numbered(headings), _date_order(days))


def _delimiter(sample: str) -> str:
    first = sample.lstrip().partition("\n")[0]
    if found := re.fullmatch(r"sep=(.)\s*", first):
        return found[1] if found[1] in DELIMITERS else ","
    return max(DELIMITERS, key=first.count)


def _columns(headings: Sequence[str]) -> dict[str, int]:
    named = [" ".join(same(each).replace("_", " ").split()) for each in headings]
    found: dict[str, int] = {}
    for column, known in COLUMNS.items():
        at = next((named.index(word) for word in known if word in named), None)
        if at is not None and at not in found.values():
            found[column] = at
    return found


def _numbered(headings: Sequence[str]) -> tuple[dict[str, int], ...]:
    """Return the columns of "Player 1, Score 1, Player 2, ..." by their numbers."""
    seats: dict[int, dict[str, int]] = {}
    for at, heading in enumerate(headings):
        if found := _NUMBERED.fullmatch(same(heading)):
            column = next((c for c, words in COLUMNS.items() if found[1].strip() in words), "")
            if column in ("player", "score", "place", "winner", "colour"):
                seats.setdefault(int(found[2]), {})[column] = at
    return tuple(seats[number] for number in sorted(seats) if "player" in seats[number])


def _date_order(days: Iterable[str]) -> str:
    orders = dict.fromkeys(DATE_ORDERS, 0)
    seen = 0
    for day in days:
        seen += 1
        for order in DATE_ORDERS:
            orders[order] += day_of(day, order) is not None
    # The first that reads the most: year first, then day first.
    return max(DATE_ORDERS, key=lambda order: orders[order]) if seen else "ymd"


def _lines(lines: Iterable[str], delimiter: str) -> Iterator[_Line]:
    """Yield each line that has something in it, with its number from 1."""
    clean = (line.replace("\x00", "") for line in lines)
    reader = csv.reader(clean, delimiter=delimiter)
    while True:
        begin = reader.line_num + 1
        try:
            line = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise Unreadable("broken_csv", line=begin, reason=str(error)[:200]) from error
        if begin == 1 and re.fullmatch(r"sep=.?", "".join(line).strip() or "-"):
            continue
        if any(cell.strip() for cell in line):
            yield begin, [_plain(cell) for cell in line[:MOST_COLUMNS]]


def _plain(cell: str) -> str:
    # The mark that we and others put before what a spreadsheet would work out.
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith((*_FORMULA, "'")) else cell


def read(stream: IO[bytes], size: int, layout: Layout) -> Rows:
    """Yield a row for each play of a file in UTF-8; raise `Unreadable`."""
    stream.seek(0)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
    lines = _lines(text, layout.delimiter)
    next(lines, None)  # the headings
    groups = _one_each(lines) if layout.seats else _by_play(lines, layout)
    try:
        for number, group in enumerate(groups, 1):
            if number > MOST_ROWS:
                raise Unreadable("too_many", name="plays", most=MOST_ROWS)
            at = min(1000, 1000 * stream.tell() // max(1, size))
            yield row_of(number, at, partial(_play, group, layout), group[0][0])
    finally:
        text.detach()


def _one_each(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    for line in lines:
        yield [line]


def _by_play(lines: Iterator[_Line], layout: Layout) -> Iterator[list[_Line]]:
    """Yield the lines of each play: those of one id, or else of one day, game and board in a row.

    Without ids a player who comes again begins another play.
    """
    group: list[_Line] = []
    names: set[str] = set()
    for line in lines:
        name = same(name_of(_cell(line[1], layout, "player")))
        ref = _cell(line[1], layout, "ref")
        goes_on = bool(group) and _same_play(group[0][1], line[1], layout)
        if group and (not goes_on or (not ref and name in names)):
            yield group
            group, names = [], set()
        names.add(name)
        group.append(line)
    if group:
        yield group


def _same_play(one: list[str], other: list[str], layout: Layout) -> bool:
    columns = ("ref",) if _cell(one, layout, "ref") else ("ref", "date", "game", "board")
    return all(_cell(one, layout, each) == _cell(other, layout, each) for each in columns)


def _cell(line: list[str], layout: Layout, column: str) -> str:
    at = layout.columns.get(column, -1)
    return line[at].strip() if 0 <= at < len(line) else ""


def _play(group: list[_Line], layout: Layout, trouble: Trouble) -> PlayRecord:
    first = group[0][1]

    def cell(column: str) -> str:
        return _cell(first, layout, column)

    played_on = day_of(cell("date"), layout.date_order)
    if played_on is None:
        trouble.warn("no_date", date=text_of(cell("date"), 40))
    found = _wide(first, layout) if layout.seats else _long(group, layout)
    seats: tuple[SeatRecord, ...] = ()
    if seats_fit(len(found), trouble):
        seats = tuple(_seat(each) for each in found)
    name = text_of(cell("game"), 200)
    return PlayRecord(
        kind=KIND,
        ref=key_of(text_of(cell("ref"), 400)),
        game=FileGame(key_of(same(name)), name),
        seats=seats,
        played_on=played_on,
        minutes=minutes_of(cell("minutes")),
        board=text_of(cell("board"), LONGEST_NAME),
        place=text_of(cell("location"), LONGEST_NAME),
        notes=text_of(cell("notes"), LONGEST_NOTE),
    )


def _long(group: list[_Line], layout: Layout) -> list[dict[str, str]]:
    wanted = ("player", "score", "place", "winner", "colour")
    return [{each: _cell(line, layout, each) for each in wanted} for _, line in group]


def _wide(line: list[str], layout: Layout) -> list[dict[str, str]]:
    found = []
    for columns in layout.seats:
        seat = {each: line[at].strip() if at < len(line) else "" for each, at in columns.items()}
        if seat["player"]:
            found.append({"winner": _cell(line, layout, "winner"), **seat})
    return found


def _seat(cells: Mapping[str, str]) -> SeatRecord:
    name = name_of(cells["player"])
    raw = text_of(cells.get("score"), LONGEST_RAW)
    won = cells.get("winner", "")
    # Some write yes and no, some write who has won.
    winner = None if not won else flag(won) if flag(won) is not None else same(won) == same(name)
    return SeatRecord(
        player=FilePlayer(key_of(same(name)), name, is_guest=not name),
        raw=raw,
        total=points_of(raw),
        rank=whole(cells.get("place", "").rstrip("."), 1, 1000),
        winner=winner,
        colour=text_of(cells.get("colour"), 20),
    )


HEADINGS = (
    "play", "date", "title", "board", "location", "minutes", "seat", "player", "colour", "points",
    "place", "winner", "score as written", "house rules", "source", "entered by", "notes",
)  # fmt: skip


class CsvLines:
    """Turns rows into the lines of a CSV file, one by one, with what starts like a formula made harmless."""

    def __init__(self) -> None:
        self._held = io.StringIO()
        self._writer = csv.writer(self._held)

    def line(self, cells: Sequence[Any]) -> str:
        """Return one line with its end."""
        self._held.seek(0)
        self._held.truncate()
        self._writer.writerow([harmless(cell) for cell in cells])
        return self._held.getvalue()


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula; whole numbers are none."""
    if isinstance(cell, str) and (cell.startswith(_FORMULA) or cell.startswith("'")):
        return f"'{cell}"
    return cell
