"""The notation of Central Pacific moves: one line of text each. Digest 2.3 and 4.

    E2=S:NS                          lay a tile: a city with its number, E4=@2:NESW
    over E3=T:NSW x2                 clear terrain with two tiles; `mixed`: not all of one type
    lay E2=S:NS; over E3=U:NS        several tiles at once, in that order; `; end` ends the turn too
    stock | grant B | sacrifice | discard 2
    stuck S S F @2:NESW              nothing of this hand can be laid
    end                              end the turn; `end claims=E2,D1 keepers=G3 take=steal` where it asks
    agree                            the table ends the game

A seat and a colon may stand before each (`R: E2=S:NS`); without, the seat whose turn it is acts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.central_pacific.moves import (
    Agree,
    Clear,
    Discard,
    EndTurn,
    LandGrant,
    Lay,
    Laying,
    Move,
    Place,
    Sacrifice,
    StockMarket,
    Stuck,
    laying_of,
    word_of,
)
from games.titles.central_pacific.notation import number, tidy
from games.titles.central_pacific.state import State
from games.titles.central_pacific.stuck import read_hand
from games.titles.central_pacific.tiles import CITY, ends_of, sides_of

_TILE = re.compile(
    r"(?P<square>[A-Z][0-9]{1,2})=(?P<home>[A-Z]?)"
    r"(?P<tile>[SCTXUFM]|@(?P<number>[0-9]?))(?::(?P<sides>[NESW]{0,9}))?"
)
_COPIES = re.compile(r"[x×*]([0-9]{1,2})|([0-9]{1,2})[x×*]", re.IGNORECASE)
_SEAT = re.compile(r"([A-Z]): ?(.*)", re.DOTALL)

Reader = Callable[[Sequence[str]], Move]


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 2.3."""
    text = tidy(text)
    match = _SEAT.fullmatch(text)
    seat, rest = (match[1], match[2]) if match else (state.active, text)
    words = rest.split()
    verb = words[0].lower().rstrip(".") if words else ""
    if verb in READERS:
        move = READERS[verb](words[1:])
    elif "=" in verb:
        move = _laying(words)
    else:
        raise NotationError(text[:40], f"a tile such as E2=S:NS, or {', '.join(READERS)}")
    return seat, _checked(move, text)


def _checked(move: Move, text: str) -> Move:
    try:
        checked: Move = convert(to_data(move), Move)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    return checked


def _tile(word: str) -> Place:
    """Read `E2=S:NS`; sides in any order, a four-way needs none."""
    match = _TILE.fullmatch(word.upper())
    if match is None or match["home"]:
        raise NotationError(word[:40], "a square and a tile, such as E2=S:NS or E4=@2:NESW")
    kind, sides = match["tile"][0], match["sides"] or ""
    if kind == "X" and not sides:
        sides = "NESW"
    data = {"kind": "place", "square": match["square"], "tile": kind}
    data |= {"sides": sides_of(ends_of(sides))}
    try:
        place: Place = convert({**data, "number": int(match["number"] or "0")}, Place)
    except Fault as fault:
        raise NotationError(word[:40], str(fault)) from None
    return place


def _laying(words: Sequence[str]) -> Laying:
    """Read a tile, or `over` and a tile with what it takes."""
    if words and words[0].lower() in ("over", "clear"):
        return _clear(words[1:])
    if len(words) != 1:
        raise NotationError(" ".join(words)[:40], "one tile, such as E2=S:NS")
    return _tile(words[0])


def _clear(words: Sequence[str]) -> Clear:
    if not words:
        raise NotationError("over", "a tile, such as over E3=T:NSW x2")
    place, copies, mixed = _tile(words[0]), 1, False
    for word in words[1:]:
        match = _COPIES.fullmatch(word)
        if match:
            copies = int(match[1] or match[2])
        elif word.lower() == "mixed":
            mixed = True
        else:
            raise NotationError(word[:20], "x2 or mixed")
    return Clear(place.square, place.tile, place.sides, place.number, copies, mixed)


def _lay(words: Sequence[str]) -> Lay:
    parts = [part.split() for part in " ".join(words).split(";") if part.strip()]
    ends = bool(parts) and [word.lower() for word in parts[-1]] == ["end"]
    tiles = [word_of(_laying(part)) for part in (parts[:-1] if ends else parts)]
    return Lay(tuple(tiles), ends)


def _plain(words: Sequence[str], *fillers: str) -> str:
    """Return the one value of a move, named or not."""
    left = [word for word in words if word.lower() not in fillers]
    if len(left) != 1:
        raise NotationError(" ".join(words)[:40], "one value")
    return left[0].rpartition("=")[2]


def _none(move: Move, *fillers: str) -> Reader:
    def read(words: Sequence[str]) -> Move:
        if any(word.lower() not in fillers for word in words):
            raise NotationError(" ".join(words)[:40], "nothing more")
        return move

    return read


def _land_grant(words: Sequence[str]) -> LandGrant:
    victim = _plain(words, "grant", "from").upper()
    if len(victim) != 1:
        raise NotationError(victim[:20], "a seat, such as grant B")
    return LandGrant(victim)


def _discard(words: Sequence[str]) -> Discard:
    return Discard(number(_plain(words, "tile", "tiles"), "a number of tiles"))


def _stuck(words: Sequence[str]) -> Stuck:
    text = " ".join(words)
    read_hand(text)
    return Stuck(text)


def _end(words: Sequence[str]) -> EndTurn:
    claims: tuple[str, ...] = ()
    keepers: tuple[str, ...] = ()
    take = ""
    for word in words:
        key, sign, value = word.partition("=")
        squares = tuple(value.upper().split(","))
        if key in ("claims", "claim", "order") and sign:
            claims = squares
        elif key in ("keepers", "keep") and sign:
            keepers = squares
        elif key == "take" and sign:
            take = value
        elif key != "turn":
            raise NotationError(word[:40], "claims=E2,D1 keepers=G3 take=spike or steal")
    data = {"kind": "end", "claims": claims, "keepers": keepers, "take": take}
    try:
        move: EndTurn = convert(data, EndTurn)
    except Fault as fault:
        raise NotationError(" ".join(words)[:40], str(fault)) from None
    return move


READERS: Mapping[str, Reader] = {
    "over": _clear,
    "clear": _clear,
    "place": _laying,
    "lay": _lay,
    "stock": _none(StockMarket(), "market"),
    "grant": _land_grant,
    "land": _land_grant,
    "sacrifice": _none(Sacrifice(), "train"),
    "discard": _discard,
    "stuck": _stuck,
    "end": _end,
    "done": _end,
    "agree": _none(Agree()),
}


def format_move(table: Table, seat: str, move: Move) -> str:
    """Return a move as one line; `parse_move` returns the same move. Digest 2.3."""
    return (f"{seat}: " if seat else "") + move_text(move)


def move_text(move: Move) -> str:
    """Return a move without its seat."""
    match move:
        case Place():
            return _tile_text(move)
        case Clear():
            text = f"over {_tile_text(move)}" + (f" x{move.copies}" if move.copies != 1 else "")
            return text + (" mixed" if move.mixed else "")
        case Lay():
            tiles = [move_text(laying_of(word)) for word in move.tiles]
            return "lay " + "; ".join([*tiles, *(["end"] if move.end else [])])
        case LandGrant():
            return f"grant {move.victim}"
        case Discard():
            return f"discard {move.count}"
        case EndTurn():
            return _end_text(move)
        case Stuck():
            return f"stuck {move.hand}".rstrip()
        case StockMarket() | Sacrifice() | Agree():
            plain = {StockMarket: "stock", Sacrifice: "sacrifice", Agree: "agree"}
            return plain[type(move)]
        case _:
            assert_never(move)


def _tile_text(move: Laying) -> str:
    kind = f"@{move.number or ''}" if move.tile == CITY else move.tile
    return f"{move.square}={kind}" + (f":{move.sides}" if move.sides else "")


def _end_text(move: EndTurn) -> str:
    words = {
        "claims": ",".join(move.claims),
        "keepers": ",".join(move.keepers),
        "take": move.take,
    }
    return " ".join(["end", *(f"{key}={value}" for key, value in words.items() if value)])
