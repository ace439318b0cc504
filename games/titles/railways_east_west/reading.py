"""The small words of the notation: numbers, seats, cities, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from games.engine.codec import convert
from games.engine.errors import Fault, NotationError
from games.titles.railways_east_west.board import CODE_TEXT, Board, code_of, link_name
from games.titles.railways_east_west.state import SUPER

MOST_TEXT = 20_000
"""Characters of a position or move that are read at all."""

_NUMBER = re.compile(r"-?[0-9]{1,5}")
Known = TypeVar("Known")
Codes = Callable[[str], str]
"""What reads a city: by its code, or by its name in one word."""


def tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join.

    Raises `NotationError` where it is too long to be read.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.replace("−", "-").split())
    for sign in ",>@{":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text.replace(" }", "}")


def number(text: str, expected: str = "a whole number", least: int = 0) -> int:
    """Return a whole number of at most five digits, or raise `NotationError`."""
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise NotationError(text[:20], expected)
    return int(text)


def flag(text: str) -> bool:
    """Return whether a flag is set: 1 or 0."""
    if text not in ("0", "1"):
        raise NotationError(text[:20], "1 or 0")
    return text == "1"


def one_of(text: str, known: Iterable[Known], expected: str) -> Known:
    """Return the value of that name, or raise `NotationError`."""
    for value in known:
        if str(value) == text:
            return value
    raise NotationError(text[:40], expected)


def seats(text: str) -> str:
    """Return seat letters, `-` for none, or raise `NotationError`."""
    letters = "" if text == "-" else text.replace(",", "")
    if not all("A" <= letter <= "Z" for letter in letters) or len(letters) > 30:
        raise NotationError(text[:20], "seat letters such as AB, - for none")
    return letters


def cities_of(board: Board, charted: Iterable[str] = ()) -> Codes:
    """Return what reads a city of a board or one charted, or raises `NotationError`. Decision A44."""
    more = frozenset(charted)

    def read(text: str) -> str:
        code = text if text in more else code_of(board, text)
        if code is None and CODE_TEXT.fullmatch(text):
            return text
        if code is None:
            raise NotationError(text[:40], "a city such as NYC")
        return code

    return read


def ends_of(text: str, codes: Codes) -> tuple[str, str]:
    """Return the two cities of `CHI-STL`, or raise `NotationError`."""
    a, sign, b = text.partition("-")
    if not sign or not a or not b:
        raise NotationError(text[:40], "two cities such as CHI-STL")
    return codes(a), codes(b)


def link_of(text: str, codes: Codes) -> str:
    """Return a link's name, its ends in order, or raise `NotationError`."""
    a, b = ends_of(text, codes)
    if a == b:
        raise NotationError(text[:40], "two different cities")
    return link_name(a, b)


def engine_of(text: str) -> int:
    """Return an engine level; `SC` is the Super-Chief."""
    return (
        SUPER if text.upper() == "SC" else number(text, "an engine level, SC for the Super-Chief")
    )


def engine_text(level: int) -> str:
    """Return an engine level as the notation writes it."""
    return "SC" if level == SUPER else str(level)


def pairs_of(words: Iterable[str], keys: Iterable[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping, each key once, or raise `NotationError`."""
    known, found = frozenset(keys), {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in known or key in found:
            raise NotationError(word[:40], f"one each of {', '.join(sorted(known))}, as key=value")
        found[key] = value
    return found


def made(data: Mapping[str, object], kind: type[Known], text: str) -> Known:
    """Return a struct of plain data, or raise `NotationError` at the text it came from."""
    try:
        value: Known = convert(dict(data), kind)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    return value
