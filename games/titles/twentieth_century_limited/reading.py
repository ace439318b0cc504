"""The small words of the notation: numbers, seats, lines, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from games.engine.errors import NotationError
from games.titles.twentieth_century_limited.board import NODE_TEXT, line_id

MOST_TEXT = 20_000
"""Characters of a position or move that are read at all."""

_NUMBER = re.compile(r"[0-9]{1,4}")
_SEATED = re.compile(r"([A-Z])([0-9/]*)")


def tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join.

    Raises `NotationError` where it is too long to be read.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.split())
    for sign in "=,/:{":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text.replace(" }", "}")


def number(text: str, expected: str = "a whole number") -> int:
    """Return a whole number of at most four digits, or raise `NotationError`."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(text[:20], expected)
    return int(text)


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of a text between commas, empty ones left out."""
    return tuple(filter(None, text.split(",")))


def seated(text: str, expected: str) -> dict[str, tuple[int, ...]]:
    """Read `R1/2,G3`: seats with one or more numbers each, or raise `NotationError`."""
    found: dict[str, tuple[int, ...]] = {}
    for word in listed(text):
        match = _SEATED.fullmatch(word)
        if match is None or match[1] in found or not match[2]:
            raise NotationError(word[:20], expected)
        found[match[1]] = tuple(number(part, expected) for part in match[2].split("/"))
    return found


def line_of(text: str) -> str:
    """Return a line by its name, ends in order, or raise `NotationError`."""
    line = line_id(text)
    if line is None:
        raise NotationError(text[:40], "a connection line such as A-b or A-b#2")
    return line


def node_of(text: str) -> str:
    """Return a node's key, or raise `NotationError`."""
    if not NODE_TEXT.fullmatch(text):
        raise NotationError(text[:40], "a city such as A or NYC")
    return text


def spaced(text: str) -> str:
    """Return a name as it is spoken; the notation writes it in one word."""
    return text.replace("_", " ")


def joined(name: str) -> str:
    """Return a name in one word."""
    return name.replace(" ", "_")


def pairs_of(words: Iterable[str], keys: frozenset[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping, each key once, or raise `NotationError`."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in keys or key in found:
            raise NotationError(word[:40], f"one each of {', '.join(sorted(keys))}, as key=value")
        found[key] = value
    return found


def seat_string(pairs: Mapping[str, str], key: str, order: str) -> str:
    """Return a string of seats, each once, or raise `NotationError`."""
    text = pairs.get(key, "").replace(",", "")
    if not set(text) <= set(order) or len(set(text)) != len(text):
        raise NotationError(text[:20], f"seats out of {order}")
    return text
