"""BoardGameGeek's plays as XML (its XML API, version 2), read from a saved file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import IO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, iterparse

from scoring.exchange.record import (
    LONGEST_NOTE,
    MOST_ROWS,
    MOST_SEATS,
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

KIND = "bgg"
_DEEPEST = 20
_MOST_CHILDREN = 1000


def read(stream: IO[bytes], size: int) -> Rows:
    """Yield a row for each play of a file in UTF-8; raise `Unreadable`, as for any entity."""
    try:
        for number, element in enumerate(_plays(stream), 1):
            if number > MOST_ROWS:
                raise Unreadable("too_many", name="plays", most=MOST_ROWS)
            at = min(1000, 1000 * stream.tell() // max(1, size))
            yield row_of(number, at, partial(_play, element))
    except DefusedXmlException as error:
        raise Unreadable("entities") from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise Unreadable("broken_xml", reason=str(error)[:200]) from error


def _plays(stream: IO[bytes]) -> Iterator[Element]:
    """Yield each `play` and forget it after, so that memory stays flat."""
    path: list[Element] = []
    # The text is UTF-8 by now, whatever its first line says.
    parser = DefusedXMLParser(target=TreeBuilder(), encoding="utf-8", forbid_dtd=True)
    for event, element in iterparse(stream, events=("start", "end"), parser=parser):
        if event == "start":
            if not path:
                _root(element)
            path.append(element)
            if len(path) > _DEEPEST:
                raise Unreadable("too_deep")
            continue
        path.pop()
        if len(path) == 1:
            if element.tag == "play":
                yield element
            path[0].clear()
        elif path and len(path[-1]) > _MOST_CHILDREN:
            # Whatever stands there that often is no play; one child more is told as too many.
            del path[-1][MOST_SEATS + 1 : -1]


def _root(element: Element) -> None:
    if element.tag == "plays":
        return
    if element.tag in ("error", "errors", "div"):
        raise Unreadable("bgg_error")
    raise Unreadable("other_xml", name=text_of(element.tag, 60))


def _play(element: Element, trouble: Trouble) -> PlayRecord | None:
    item = element.find("item")
    if item is None:
        trouble.refuse("no_game_named")
        return None
    played_on = day_of(element.get("date"))
    if played_on is None:
        trouble.warn("no_date", date=text_of(element.get("date"), 40))
    if flag(element.get("incomplete")):
        trouble.leave_out("incomplete")
    times = whole(element.get("quantity"), 0, 10_000) or 1
    if times > 1:
        trouble.warn("counted_often", times=times)
    players = element.findall("players/player")
    seats: tuple[SeatRecord, ...] = ()
    if seats_fit(len(players), trouble):
        seats = tuple(_seat(each) for each in players)
    name = text_of(item.get("name"), 200)
    bgg_id = whole(item.get("objectid"), 1, 2**31 - 1)
    return PlayRecord(
        kind=KIND,
        ref=key_of(text_of(element.get("id"), 400)),
        game=FileGame(str(bgg_id) if bgg_id else key_of(name), name, bgg_id),
        seats=seats,
        played_on=played_on,
        minutes=minutes_of(element.get("length")),
        place=text_of(element.get("location"), LONGEST_NAME),
        notes=text_of(element.findtext("comments"), LONGEST_NOTE),
    )


def _seat(element: Element) -> SeatRecord:
    raw = text_of(element.get("score"), LONGEST_RAW)
    return SeatRecord(
        player=_player(element),
        raw=raw,
        total=points_of(raw),
        winner=flag(element.get("win")),
        colour=text_of(element.get("color"), 20),
    )


def _player(element: Element) -> FilePlayer:
    username = name_of(element.get("username"))
    name = name_of(element.get("name")) or username
    if not name:
        return FilePlayer("", "", is_guest=True)
    return FilePlayer(key_of(f"user {same(username)}" if username else f"name {same(name)}"), name)
