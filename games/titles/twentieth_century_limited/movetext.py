"""Moves as one line of text; `notation` describes how they are written. Digest 2.3."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

from games.engine.codec import convert
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.twentieth_century_limited.board import COLOURS
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Chart,
    Company,
    EndTurn,
    Exchange,
    Finish,
    Move,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
)
from games.titles.twentieth_century_limited.reading import (
    joined,
    line_of,
    node_of,
    number,
    spaced,
    tidy,
)
from games.titles.twentieth_century_limited.state import State

Words = Mapping[str, Sequence[str]]
"""What follows each keyword of a move; what stands before the first is under ""."""

KEYWORDS = ("use", "remove", "value", "card", "from", "refill", "era", "cities", "proof", "cards")
PLACES = ("slot", "face", "face-up")
"""Words that may stand before the number of a face-up card."""

_KEYED = re.compile(rf"\b({'|'.join(KEYWORDS)})=")


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 2.3.

    Without a seat the active one acts; charting and finishing are acts of the table.
    """
    text = tidy(text)
    match = re.fullmatch(r"(?:([A-Za-z]):)?\s*(.*)", text)
    seat, rest = (match[1] or "", match[2]) if match else ("", text)
    if seat and not seat.isupper():
        raise NotationError(seat, "a seat letter")
    verb, *words = re.sub(r"^pick[ -]up\b", "pickup", rest).split() or [""]
    reader = READERS.get(verb)
    if reader is None:
        raise NotationError(text[:40], f"a move: {', '.join(READERS)}")
    try:
        move: Move = convert(reader(_parted(words)), Move)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    if not seat and not isinstance(move, (Chart, Finish)):
        seat = state.active
    return seat, move


def _parted(words: Iterable[str]) -> Words:
    """Return the words by keyword, `key=a,b` and `key a,b` alike."""
    found: dict[str, list[str]] = {"": []}
    key = ""
    for word in _KEYED.sub(r"\1 ", " ".join(words)).split():
        if word in KEYWORDS:
            if word in found:
                raise NotationError(word, "each keyword once")
            key = word
            found[key] = []
        else:
            found[key] += filter(None, word.split(","))
    return found


def _only(words: Words, *keys: str) -> None:
    for key in words:
        if key and key not in keys:
            raise NotationError(key, f"only {', '.join(keys) or 'no keyword'}")


def _single(words: Words, key: str) -> str:
    values = words.get(key, ())
    if len(values) > 1:
        raise NotationError(" ".join(values)[:40], f"one word after {key or 'the move'}")
    return values[0] if values else ""


def _lines(values: Iterable[str]) -> list[str]:
    return [line_of(value) for value in values]


def _named(words: Words, key: str) -> str:
    name = _single(words, key)
    return "" if name == "?" else spaced(name)


def _moved(kind: str) -> Callable[[Words], dict[str, object]]:
    def read(words: Words) -> dict[str, object]:
        _only(words)
        return {"kind": kind, "lines": _lines(words[""])}

    return read


def _regional(words: Words) -> dict[str, object]:
    _only(words, "era", "cities", "use", "card")
    plain = list(words[""])
    era = _single(words, "era")
    if plain and plain[0].isdecimal() and not era:
        era = plain.pop(0)
    cities = [node_of(city) for city in (*plain, *words.get("cities", ()))]
    return {
        "kind": "regional",
        "era": number(era or "0", "an Era 1 to 8"),
        "cities": cities,
        "card": _named(words, "card"),
        "use": _lines(words.get("use", ())),
    }


def _company(words: Words) -> dict[str, object]:
    _only(words, "cities", "use", "remove", "value", "card", "from", "refill")
    value = _single(words, "value")
    return {
        "kind": "company",
        "cities": [node_of(city) for city in (*words[""], *words.get("cities", ()))],
        "value": number(value) if value else None,
        "card": _named(words, "card"),
        "use": _lines(words.get("use", ())),
        "remove": _lines(words.get("remove", ())),
        "source": _single(words, "from") or "deck",
        "refill": _named(words, "refill"),
    }


def _exchange(words: Words) -> dict[str, object]:
    _only(words, "from", "refill")
    source = _single({"": [word for word in words[""] if word not in PLACES]}, "")
    source = source or _single(words, "from") or "deck"
    return {"kind": "exchange", "source": source, "refill": _named(words, "refill")}


def _skip(words: Words) -> dict[str, object]:
    _only(words, "era")
    era = _single(words, "") or _single(words, "era") or "0"
    return {"kind": "skip", "era": number(era, "an Era 1 to 8")}


def _reset(words: Words) -> dict[str, object]:
    _only(words, "cards")
    names = (*words[""], *words.get("cards", ()))
    return {"kind": "reset", "cards": ["" if name == "?" else spaced(name) for name in names]}


def _bonus(words: Words) -> dict[str, object]:
    _only(words, "proof", "value")
    value, colour = _single(words, "value"), _single(words, "").lower()
    if colour not in COLOURS:
        raise NotationError(colour[:20], f"bonus with one of {', '.join(COLOURS)}")
    proof = [number(place) for place in words.get("proof", ())]
    found: dict[str, object] = {"kind": "bonus", "colour": colour, "proof": proof}
    return found | ({"value": number(value)} if value else {})


def _bare(kind: str) -> Callable[[Words], dict[str, object]]:
    def read(words: Words) -> dict[str, object]:
        _only(words)
        if words[""]:
            raise NotationError(" ".join(words[""])[:40], "nothing more")
        return {"kind": kind}

    return read


READERS: Mapping[str, Callable[[Words], dict[str, object]]] = {
    "place": _moved("place"),
    "pickup": _moved("pickup"),
    "regional": _regional,
    "company": _company,
    "exchange": _exchange,
    "skip": _skip,
    "reset": _reset,
    "bonus": _bonus,
    "chart": _moved("chart"),
    "end": _bare("end"),
    "finish": _bare("finish"),
}


def format_move(table: Table, seat: str, move: Move) -> str:
    """Return a move as one line; `parse_move` returns the same move. Digest 2.3."""
    return (f"{seat}: " if seat else "") + _move_text(move)


def _move_text(move: Move) -> str:
    match move:
        case Place() | PickUp() | Chart():
            return _spelled(tag_of(move), " ".join(move.lines))
        case Regional() | Company():
            return _scoring_text(move)
        case Exchange():
            return _spelled("exchange", move.source, refill=joined(move.refill))
        case Skip():
            return _spelled("skip", str(move.era) if move.era else "")
        case Reset():
            return _spelled("reset", ",".join(joined(name) or "?" for name in move.cards))
        case Bonus():
            proof = ",".join(map(str, move.proof))
            return _spelled("bonus", move.colour, proof=proof, value=_figure(move.value))
        case EndTurn() | Finish():
            return tag_of(move)
        case _:
            assert_never(move)


def tag_of(move: Move) -> str:
    """Return the kind of a move."""
    return str(type(move).__struct_config__.tag)


def _figure(value: int | None) -> str:
    return "" if value is None else str(value)


def _scoring_text(move: Regional | Company) -> str:
    cities, use, card = ",".join(move.cities), ",".join(move.use), joined(move.card)
    if isinstance(move, Regional):
        era = str(move.era) if move.era else ""
        return _spelled("regional", f"{era} {cities}".strip(), use=use, card=card)
    source = "" if move.source == "deck" else move.source
    keyed = {"use": use, "remove": ",".join(move.remove), "value": _figure(move.value)}
    keyed |= {"card": card, "from": source, "refill": joined(move.refill)}
    return _spelled("company", cities, **keyed)


def _spelled(verb: str, plain: str, **keyed: str) -> str:
    words = [verb, plain, *(f"{key}={value}" for key, value in keyed.items() if value)]
    return " ".join(filter(None, words))
