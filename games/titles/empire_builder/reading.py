"""Reading the small things that positions and moves are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from games.engine.errors import NotationError
from games.titles.empire_builder.board import GOOD, ID, Demand, city_key, section
from games.titles.empire_builder.moves import EventCard, TrainType

MOST_TEXT = 60_000
"""Characters of a position or move that are read at all."""

TYPES: Mapping[str, TrainType] = {
    "freight": "freight",
    "fast": "fast",
    "fastfreight": "fast",
    "fast_freight": "fast",
    "super": "super",
    "superfreight": "super",
    "super_freight": "super",
}

EFFECTS: Mapping[str, str] = {
    "flood": "flood",
    "strike": "strike",
    "half": "half_rate",
    "half_rate": "half_rate",
    "embargo": "embargo",
    "lose_load": "lose_load",
    "payment": "payment",
    "other": "other",
}

_NUMBER = re.compile(r"-?[0-9]{1,6}")
_DEMAND = re.compile(r"([a-z_]{2,20})@([^:=@]{1,40})[:=]([0-9]{1,3})")
_ID, _GOOD = re.compile(ID), re.compile(GOOD)


def tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join."""
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.split())
    if not text:
        raise NotationError("", "a position or a move")
    for sign in "=,;>{":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text.replace(" }", "}")


def number(text: str, expected: str = "a whole number") -> int:
    """Return a whole number of zero or more."""
    if not _NUMBER.fullmatch(text) or text.startswith("-"):
        raise NotationError(text[:20], expected)
    return int(text)


def whole(text: str) -> int:
    """Return a whole number that may be below zero."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(text[:20], "a whole number")
    return int(text)


def pairs(words: Iterable[str], keys: frozenset[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping; each key once, and one of those allowed."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in keys or key in found:
            raise NotationError(word[:40], f"one each of {', '.join(sorted(keys))}, as key=value")
        found[key] = value
    return found


def split(words: Sequence[str], keys: str) -> tuple[list[str], dict[str, str]]:
    """Return the plain words and the pairs of a move."""
    plain = [word for word in words if "=" not in word]
    return plain, pairs((word for word in words if "=" in word), frozenset(keys.split()))


def need(found: Mapping[str, str], key: str, where: str) -> str:
    """Return a value that must be given."""
    if key not in found:
        raise NotationError(where[:40], f"{key}=")
    return found[key]


def items(text: str, sign: str = ",") -> tuple[str, ...]:
    """Return the parts of a list."""
    return tuple(filter(None, text.split(sign)))


def flag(text: str) -> bool:
    """Return what `1`, `yes` or `true` say."""
    return text in ("1", "yes", "true")


def place(text: str) -> str:
    """Return a milepost or city as written."""
    if not _ID.fullmatch(text):
        raise NotationError(text[:40], "a milepost such as K1 or 12.30")
    return text


def path(text: str) -> tuple[str, ...]:
    """Return the mileposts of `K1>a1>a2`."""
    return tuple(place(part) for part in items(text, ">"))


def good(text: str) -> str:
    """Return a kind of goods as written."""
    if not _GOOD.fullmatch(text):
        raise NotationError(text[:30], "a good such as coal")
    return text


def goods(text: str) -> tuple[str, ...]:
    """Return a list of goods."""
    return tuple(good(part) for part in items(text))


def section_of(text: str) -> str:
    """Return the section written as `a-b` from either side."""
    a, sign, b = text.partition("-")
    if not sign:
        raise NotationError(text[:40], "a section such as K1-a1")
    return section(place(a), place(b))


def sections(text: str) -> tuple[str, ...]:
    """Return a list of sections."""
    return tuple(section_of(part) for part in items(text))


def demand(word: str) -> Demand:
    """Return the demand written as `coal@K:12`."""
    match = _DEMAND.fullmatch(word)
    if match is None:
        raise NotationError(word[:40], "a demand such as coal@K:12")
    return Demand(match[1], place(city_key(match[2])), int(match[3]))


def demand_text(one: Demand) -> str:
    """Return a demand as one word."""
    return f"{one.good}@{one.city}:{one.payoff}"


def train_type(text: str) -> TrainType:
    """Return a type of train."""
    if text not in TYPES:
        raise NotationError(text[:20], "freight, fast or super")
    return TYPES[text]


def ways(text: str) -> list[tuple[str, str]]:
    """Return the sections, from where to where, of paths parted by `;`."""
    found: list[tuple[str, str]] = []
    for part in items(text, ";"):
        places = path(part)
        if len(places) < 2:
            raise NotationError(part[:40], "a path such as K1>a1>a2")
        found += pairwise(places)
    return found


EVENT_KEYS = "river country near within seats amount text"


def event_data(effect: str, found: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of an event card."""
    if effect not in EFFECTS:
        raise NotationError(effect[:20], f"an effect: {', '.join(EFFECTS)}")
    return {
        "effect": EFFECTS[effect],
        "river": found.get("river", ""),
        "country": found.get("country", ""),
        "near": items(found.get("near", "")),
        "within": number(found.get("within", "0")),
        "seats": found.get("seats", ""),
        "amount": number(found.get("amount", "0")),
        "text": found.get("text", "").replace("_", " "),
    }


def event_text(card: EventCard) -> str:
    """Return an event card in words."""
    words = {
        "river": card.river,
        "country": card.country,
        "near": ",".join(card.near),
        "within": str(card.within) if card.within else "",
        "seats": card.seats,
        "amount": str(card.amount) if card.amount else "",
        "text": card.text.replace(" ", "_"),
    }
    return " ".join([card.effect, *(f"{key}={text}" for key, text in words.items() if text)])
