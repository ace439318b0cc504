"""The small words of the notation: numbers, lists, flags, places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from games.engine.errors import NotationError
from games.engine.title import Table
from games.titles.continental_divide.board import HEX, PLACE, read_hex, underscored
from games.titles.continental_divide.moves import BuildAttested
from games.titles.continental_divide.state import Railroad, State, locate
from scoring.tables.continental_divide import PORT_POINTS, Port

MOST_TEXT = 20_000
"""Characters of a position or move that are read at all."""

PORTS: Mapping[str, Port] = {underscored(port): port for port in PORT_POINTS}
FLAGS = {"C": "central", "W": "western", "D": "divide"}

_NUMBER = re.compile(r"[0-9]{1,6}")
HOLDING_TEXT = re.compile(r"([A-Z])([0-9]{1,2})")
PLACE_TEXT, HEX_TEXT = re.compile(PLACE), re.compile(HEX)


def tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join.

    Raises `NotationError` where it is too long to be read.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.split())
    for sign in "=,;/{":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text.replace(" }", "}")


def number(text: str, expected: str = "a whole number") -> int:
    """Return a whole number of at most six digits, or raise `NotationError`."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(text[:20], expected)
    return int(text)


def pairs_of(words: Iterable[str], keys: frozenset[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping, each key once, or raise `NotationError`."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in keys or key in found:
            raise NotationError(word[:40], f"one each of {', '.join(sorted(keys))}, as key=value")
        found[key] = value
    return found


def need(pairs: Mapping[str, str], key: str, where: str) -> str:
    """Return the value of a key that must be there, or raise `NotationError`."""
    if key not in pairs:
        raise NotationError(where[:40], f"{key}=")
    return pairs[key]


def holdings(text: str) -> dict[str, int]:
    """Read `A1,B2`: seats with a number each, or raise `NotationError`."""
    found: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        match = HOLDING_TEXT.fullmatch(word)
        if match is None or match[1] in found:
            raise NotationError(word[:20], "seats with a number each, such as A1,B2")
        found[match[1]] = int(match[2])
    return found


def listed(text: str, sign: str = ",") -> tuple[str, ...]:
    """Return the parts of a text between signs, empty ones left out."""
    return tuple(filter(None, text.split(sign)))


def flags(text: str) -> dict[str, bool]:
    """Read `CWD`: which flags are set."""
    if not set(text) <= set(FLAGS):
        raise NotationError(text[:20], "flags out of C, W and D")
    return {name: flag in text for flag, name in FLAGS.items()}


def flag_text(railroad: Railroad | BuildAttested) -> str:
    """Return the flags as letters."""
    return "".join(flag for flag, name in FLAGS.items() if getattr(railroad, name))


def port_of(text: str) -> Port:
    """Return a port by its name in one word, or raise `NotationError`."""
    if text not in PORTS:
        raise NotationError(text[:30], f"a port out of {', '.join(PORTS)}")
    return PORTS[text]


def chart_word(word: str, sign: str) -> tuple[str, str]:
    """Return (hex, word) of a charted hex, checked, or raise `NotationError`."""
    place, _, text = word.partition(sign)
    if not HEX_TEXT.fullmatch(place):
        raise NotationError(word[:40], "a hex such as -3,0=4/3/E")
    read_hex(place, text)
    return place, text


def place_of(table: Table, state: State, text: str) -> str:
    """Return a hex by its name or as `q,r`, or raise `NotationError`."""
    place = locate(table, state, text)
    if not PLACE_TEXT.fullmatch(place):
        raise NotationError(text[:30], "a hex by name or as q,r")
    return place


def name_of(table: Table, place: str) -> str:
    """Return a start hex of the board by its name, any other place as it is."""
    data = table.board.grid.get(place)
    return data.start if data is not None and data.start else place
