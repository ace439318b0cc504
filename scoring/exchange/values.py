"""What files write for numbers, dates, flags and names, read leniently but never guessed."""

from __future__ import annotations

import datetime
import hashlib
import re
import unicodedata
from typing import Any

from scoring.exchange.record import LONGEST_KEY

LONGEST_NAME = 60
LONGEST_RAW = 200
MOST_POINTS = 2**63 - 1
MOST_MINUTES = 100_000
_WHOLE = re.compile(r"[0-9]{1,30}(?:\.0{1,6})?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([,' \u00a0\u202f\u2009])[0-9]{3})(?:\1[0-9]{3}){0,5}")
_DOTTED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3}){2,6}")
_CURRENCY = "$€£¥"
_MINUS = "-−–"
_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?![0-9])")
_NUMBERS = re.compile(r"([0-9]{1,4})[./-]([0-9]{1,2})[./-]([0-9]{1,4})(?![0-9])")
_YES = frozenset({"1", "true", "yes", "y", "x", "ja", "j", "oui", "si", "sí", "win", "won"})
_NO = frozenset({"0", "false", "no", "n", "nein", "non", "", "loss", "lost"})
_JOINERS = frozenset({"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))})
FIRST_YEAR = 1900
_BLANKS = "\n\r\t"


def text_of(value: Any, most: int) -> str:
    """Return a value as text that any database keeps: no control characters, surrogates, or length."""
    if value is None or isinstance(value, bool | dict | list):
        return ""
    if isinstance(value, int) and abs(value) > MOST_POINTS:
        return ""
    text = str(value)[: 2 * most]
    kept = (
        sign for sign in text if sign in _BLANKS or unicodedata.category(sign) not in ("Cc", "Cs")
    )
    return "".join(kept).strip()[:most]


def name_of(value: Any) -> str:
    """Return a name as `scoring.names` accepts it, by leaving out what it refuses; empty if nothing is left."""
    text = " ".join(unicodedata.normalize("NFC", text_of(value, 4 * LONGEST_NAME)).split())
    kept: list[str] = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        if category in ("Cc", "Cs", "Co", "Zl", "Zp") or (
            category == "Cf" and sign not in _JOINERS
        ):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= 3:
            kept.append(sign)
    name = "".join(kept)[:LONGEST_NAME].strip()
    shows = any(unicodedata.category(sign)[0] in "LNPS" for sign in name)
    return name if shows else ""


def key_of(text: str) -> str:
    """Return a text as a key: as it is, or its digest where it is too long to be kept."""
    if len(text) <= LONGEST_KEY:
        return text
    return f"sha256-{hashlib.sha256(text.encode(errors='replace')).hexdigest()}"


def same(name: str) -> str:
    """Return the form in which the names of one file are compared."""
    return unicodedata.normalize("NFC", name.casefold())


def points_of(text: str) -> int | None:
    """Return the whole number that a score says, or None where it says none for certain.

    Sums ("10+5"), grouped thousands ("1,250,000"), a currency sign and a leading minus are read;
    "49-46ish", "36, 42", "12.5" and "1.250" (a thousand here, a fraction there) are not.
    """
    parts = [_one_number(part.strip()) for part in text.split("+")] if text.strip() else [None]
    total = 0
    for part in parts:
        if part is None:
            return None
        total += part
    return total if abs(total) <= MOST_POINTS else None


def _one_number(text: str) -> int | None:
    sign = 1
    if text[:1] in _MINUS and text:
        sign, text = -1, text[1:].strip()
    text = text.strip(_CURRENCY).strip()
    if _WHOLE.fullmatch(text):
        return sign * int(text.partition(".")[0])
    if _GROUPED.fullmatch(text) or _DOTTED.fullmatch(text):
        return sign * int(re.sub(r"[^0-9]", "", text))
    return None


def whole(value: Any, low: int, high: int) -> int | None:
    """Return a whole number from low to high, given as such or as text, else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if value.is_integer() else None
    if isinstance(value, str):
        text = value.strip()
        value = int(text) if re.fullmatch(r"-?[0-9]{1,19}", text) else None
    return value if isinstance(value, int) and low <= value <= high else None


def flag(value: Any) -> bool | None:
    """Return a yes or no, given as such, as a number or as a word; None if it is neither."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value != 0
    word = text_of(value, 20).casefold()
    if word in _YES:
        return True
    return False if value is not None and word in _NO else None


def minutes_of(value: Any) -> int | None:
    """Return a duration in minutes; none where it is zero, as exports write what they do not know."""
    return whole(value, 1, MOST_MINUTES)


def day_of(value: Any, order: str = "ymd") -> datetime.date | None:
    """Return the day that a date begins with, or None; `order` reads dates such as 3/4/2026.

    Only the day is read: exports give no zone, and a play stays on the day it was played.
    """
    text = text_of(value, 40)
    if found := _DAY.match(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if re.fullmatch(r"[0-9]{8}", text):
        return _day(int(text[:4]), int(text[4:6]), int(text[6:]))
    if found := _NUMBERS.match(text):
        part = dict(zip(order, (int(each) for each in found.groups()), strict=True))
        year = part["y"] + 2000 if part["y"] < 100 else part["y"]
        return _day(year, part["m"], part["d"])
    return None


def _day(year: int, month: int, day: int) -> datetime.date | None:
    if year < FIRST_YEAR:
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def entries(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list, leaving out what is none; empty if it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def fields(value: Any) -> dict[str, Any]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else {}
