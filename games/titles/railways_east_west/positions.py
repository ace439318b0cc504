"""Reading a position from one line of text; how it is written is in `notation`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.ledger import BANK
from games.engine.title import LETTERS, Table
from games.titles.railways_east_west.board import FIGURES, RAW, City
from games.titles.railways_east_west.cards import EVENTS
from games.titles.railways_east_west.lines import BY_KEY
from games.titles.railways_east_west.meta import Options
from games.titles.railways_east_west.reading import (
    Codes,
    cities_of,
    engine_of,
    flag,
    link_of,
    made,
    number,
    one_of,
    pairs_of,
    seats,
    tidy,
)
from games.titles.railways_east_west.state import SETTLERS, TURNS, State

MODES: Mapping[str, str] = {"conv": "conv", "tc": "tc"}
HEADER = (
    *("ph", "rd", "tn", "ev", "del", "sup", "ew", "turns", "mode", "rawgone"),
    *("seats", "first", "act", "acts", "stage", "fresh", "drawn", "disp", "deck", "inc"),
    *("wait", "draws", "late", "end", "ruled", "opt"),
)
PLAYER: Mapping[str, str] = {
    "b": "bonds",
    "raw": "raw",
    "set": "settlers",
    "pe": "perfect",
    "peused": "perfect_used",
    "grant": "grant",
    "tunnel": "tunnel",
    "coal": "coal",
    "bb": "bought_back",
    "wb": "west",
    "eb": "east",
}
CITY = ("goods", "s", "set", "col", "due", "emptied")

_PLAYER = re.compile(r"([A-Z])\{([^{}]*)\}")
_CLAIM = re.compile(r"([A-Z]):([0-9]{1,3})/([0-9]{1,5})")
_STEP = re.compile(r"([0-9]{1,3}):([0-9]{1,3})")
_GAIN = re.compile(r"([a-z_]{1,20}):(-?[0-9]{1,5})")


@dataclass(slots=True)
class Clauses:
    """What the clauses of a position say, as plain data of a state."""

    codes: Codes
    header: list[str] = field(default_factory=list)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    cash: dict[str, int] = field(default_factory=dict)
    joined: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def into(self, key: str) -> dict[str, Any]:
        """Return the mapping of that name, an empty one at first."""
        found: dict[str, Any] = self.data.setdefault(key, {})
        return found


def read_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state) without asking whether the rules allow it, or raise `NotationError`."""
    parts = [part.strip() for part in tidy(text).split("|")]
    charted = [
        part.split()[1] for part in parts if part.startswith("chart ") and len(part.split()) > 1
    ]
    found = Clauses(cities_of(table.board, charted))
    for part in parts:
        match = _PLAYER.fullmatch(part)
        if match is not None:
            _player(found, match[1], match[2])
            continue
        verb, *words = part.split() or [""]
        reader = READERS.get(verb)
        if reader is None:
            found.header += part.split()
        else:
            reader(found, words)
    pairs = pairs_of(found.header, HEADER)
    table = _table(table, found, pairs)
    return table, _state(table, found, pairs)


# Clauses


def _player(found: Clauses, seat: str, text: str) -> None:
    if seat in found.players:
        raise NotationError(seat, "each player once")
    known = (*PLAYER, "sc", "by", "c", "e", "skip", "tc", "cashed")
    pairs = pairs_of(text.replace(" ,", ",").split(), known)
    player: dict[str, Any] = {
        PLAYER[key]: number(value) for key, value in pairs.items() if key in PLAYER
    }
    gains: dict[str, int] = {}
    for word in filter(None, pairs.get("by", "").split(",")):
        match = _GAIN.fullmatch(word)
        if match is None:
            raise NotationError(word[:40], "steps of the score such as links:9,lines:4")
        gains[match[1]] = int(match[2])
    if "sc" in pairs:
        told = number(pairs["sc"], "a score", -99_999) - sum(gains.values())
        gains |= {"told": told} if told else {}
    player["gains"] = gains
    if "e" in pairs:
        player["engine"] = engine_of(pairs["e"])
    for key in ("skip", "cashed"):
        player[key] = flag(pairs.get(key, "0"))
    if flag(pairs.get("tc", "0")):
        found.joined.append(seat)
    found.cash[seat] = number(pairs.get("c", "0"))
    found.players[seat] = player


def _words(words: Sequence[str], count: int, expected: str) -> Sequence[str]:
    if len(words) != count:
        raise NotationError(" ".join(words)[:40], expected)
    return words


def _seat(found: Clauses, text: str) -> str:
    letter = one_of(text, LETTERS, "a seat letter A to F")
    found.named.add(letter)
    return letter


def _lay(found: Clauses, key: str, seat: str, link: str, pieces: str) -> None:
    own = found.into(key).setdefault(_seat(found, seat), {})
    name = link_of(link, found.codes)
    if name in own:
        raise NotationError(link[:40], "each link of a player once")
    own[name] = number(pieces, "a number of pieces", 1)


def _link(found: Clauses, words: Sequence[str]) -> None:
    _lay(found, "links", *_words(words, 3, "link A CHI-STL 4"))


def _open(found: Clauses, words: Sequence[str]) -> None:
    _lay(found, "open", *_words(words, 3, "open A CHI-STL 2"))


def _chain(found: Clauses, words: Sequence[str]) -> None:
    seat, pieces, chain = _words(words, 3, "chain A 2 NYC-PIT-CHI")
    ends = chain.split("-")
    if len(ends) < 2:
        raise NotationError(chain[:40], "cities such as NYC-PIT-CHI")
    for a, b in pairwise(ends):
        _lay(found, "links", seat, f"{a}-{b}", pieces)


def _city(found: Clauses, words: Sequence[str]) -> None:
    if not words:
        raise NotationError("city", "city CHI goods=rb")
    code, pairs = found.codes(words[0]), pairs_of(words[1:], CITY)
    if code in found.into("cities") or code in found.into("due"):
        raise NotationError(code, "each city once")
    due = pairs.pop("due", "")
    if due:
        count, sign, rule = due.partition("/")
        if not sign or not re.fullmatch(r"[A-Z]{1,4}-?[0-9]{1,3}", rule):
            raise NotationError(due[:40], "cubes due such as 2/REW-42")
        found.into("due")[code] = [number(count, "cubes due", 1), rule]
    if due and not pairs:
        return
    place: dict[str, Any] = {"goods": pairs.get("goods", "").replace("-", "")}
    place["waiting"] = number(pairs.get("s", "0"))
    place["settled"] = number(pairs.get("set", "0"))
    place["colour"] = pairs.get("col") or None
    place["emptied"] = flag(pairs.get("emptied", "0"))
    found.into("cities")[code] = place


def _hotel(found: Clauses, words: Sequence[str]) -> None:
    city, seat = _words(words, 2, "hotel CHI A")
    found.into("hotels")[found.codes(city)] = _seat(found, seat)


def _major(found: Clauses, words: Sequence[str]) -> None:
    line, _, told = _words(words, 1, "major NYC-CHI=A:3/9")[0].partition("=")
    key = _line_key(line)
    claims = []
    for word in told.split(","):
        match = _CLAIM.fullmatch(word)
        if match is None:
            raise NotationError(word[:40], "who was paid, with links and pieces: A:3/9")
        claims.append([_seat(found, match[1]), int(match[2]), int(match[3])])
    found.into("lines")[key] = claims


def _line_key(text: str) -> str:
    a, _, b = text.partition("-")
    # The line to Kansas City or Des Moines is named after either.
    if {a, b} & {"EC", "KCY/DSM", "DSM", "KCY"} == {a, b}:
        return "EC-KCY"
    return one_of(text if text in BY_KEY else f"{b}-{a}", BY_KEY, "a major line such as NYC-CHI")


def _steps(words: Sequence[str]) -> dict[int, int]:
    found = {}
    for word in filter(None, ";".join(words).replace(",", ";").split(";")):
        match = _STEP.fullmatch(word)
        if match is None or int(match[1]) in found:
            raise NotationError(word[:40], "points and income such as 10:12, each once")
        found[int(match[1])] = int(match[2])
    return found


def _tab(found: Clauses, words: Sequence[str]) -> None:
    steps = _steps(words)
    found.data["table_of_income"] = [
        {"points": points, "income": income} for points, income in steps.items()
    ]


def _mark(found: Clauses, words: Sequence[str]) -> None:
    found.data["marks"] = _steps(words)


def _bounty(found: Clauses, words: Sequence[str]) -> None:
    city, points = _words(words, 2, "bounty JAX 3")
    found.into("bounties")[found.codes(city)] = number(points)


def _figure(found: Clauses, words: Sequence[str]) -> None:
    pairs = pairs_of(words, FIGURES)
    found.data["figures"] = {name: number(value) for name, value in pairs.items()}


def _chart(found: Clauses, words: Sequence[str]) -> None:
    code, told = _words(words, 2, "chart DEN blue/3/W//Denver")
    parts = told.split("/")
    if len(parts) != 5:
        raise NotationError(told[:40], "colour/value/region/coast/name")
    colour, value, region, coast, name = parts
    data: dict[str, object] = {
        "code": code,
        "name": name.replace("_", " "),
        "region": region,
        "coast": coast,
    }
    data |= {"colour": colour, "value": number(value)}
    found.into("charted")[code] = data


READERS: Mapping[str, Callable[[Clauses, Sequence[str]], None]] = {
    "link": _link,
    "open": _open,
    "chain": _chain,
    "city": _city,
    "hotel": _hotel,
    "major": _major,
    "tab": _tab,
    "mark": _mark,
    "bounty": _bounty,
    "figure": _figure,
    "chart": _chart,
}


# The whole


def _table(table: Table, found: Clauses, pairs: Mapping[str, str]) -> Table:
    """Return the table with the seats and options that the position tells."""
    options = to_data(table.options)
    for word in filter(None, pairs.get("opt", "").split(",")):
        key, _, value = word.partition(":")
        options[key] = value
    if "mode" in pairs:
        options["win"] = one_of(pairs["mode"], MODES, "mode=conv or mode=tc")
    try:
        chosen: Options = convert(options, Options)
    except Fault:
        raise NotationError(pairs.get("opt", "")[:60], "options such as split:total") from None
    return Table(_table_seats(table, found, pairs), chosen, table.board)


def _table_seats(table: Table, found: Clauses, pairs: Mapping[str, str]) -> str:
    if "seats" in pairs:
        told = seats(pairs["seats"])
        if not 2 <= len(told) <= len(LETTERS) or len(set(told)) != len(told):
            raise NotationError(pairs["seats"][:20], "two to six different seats")
        return told
    heard = {*found.players, *found.named, *found.joined}
    for key in ("ew", "first", "act", "inc", "wait"):
        heard |= set(seats(pairs.get(key, "-")))
    if not found.players:
        return table.seats
    last = max(LETTERS.find(letter) for letter in heard)
    if any(letter not in LETTERS for letter in heard):
        raise NotationError("".join(sorted(heard))[:20], "seats A to F")
    return LETTERS[: max(2, last + 1)]


def _state(table: Table, found: Clauses, pairs: Mapping[str, str]) -> State:
    first = pairs.get("first", table.seats[0])
    cash = {seat: found.cash.get(seat, 0) for seat in table.seats}
    ocean = seats(pairs.get("ew", "-"))
    ocean += "".join(seat for seat in found.joined if seat not in ocean)
    cities = found.into("cities").values()
    delivered = number(pairs.get("del", "0"))
    waiting = sum(place["waiting"] for place in cities)
    raw = sum(player.get("raw", 0) for player in found.players.values())
    gone = number(pairs.get("rawgone", str(raw)))
    drawn = gone + sum(place["goods"].count(RAW) for place in cities)
    for seat in found.players:
        if seat not in table.seats:
            raise NotationError(seat, f"seats out of {table.seats}")
    data = {
        **found.data,
        "first": first,
        "active": pairs.get("act", first),
        "money": {BANK: -sum(cash.values())} | cash,
        "players": {seat: found.players.get(seat, {}) for seat in table.seats},
        "phase": number(pairs.get("ph", "1")),
        "stage": pairs.get("stage", "play"),
        "round": number(pairs.get("rd", "1")),
        "turn": number(pairs.get("tn", "1")),
        "turns": number(pairs.get("turns", str(TURNS))),
        "actions": number(pairs.get("acts", "1")),
        "fresh": _listed(pairs, "fresh"),
        "ocean": ocean,
        "supply": number(pairs.get("sup", str(max(0, SETTLERS - delivered - waiting)))),
        "delivered": delivered,
        "raw_gone": gone,
        "raw_drawn": number(pairs.get("drawn", str(drawn))),
        "display": _listed(pairs, "disp"),
        "deck": number(pairs["deck"]) if "deck" in pairs else -1,
        "events": _events(pairs),
        "increase": seats(pairs.get("inc", "-")),
        "waiting": seats(pairs.get("wait", "-")),
        "draws": number(pairs.get("draws", "0")),
        "postponed": flag(pairs.get("late", "0")),
        "ended": pairs.get("end", ""),
        "ruled": _listed(pairs, "ruled"),
    }
    state = made(data, State, " ".join(found.header))
    return replace(state, charted=_charted(state.charted))


def _charted(cities: Mapping[str, City]) -> dict[str, City]:
    return dict(cities)


def _listed(pairs: Mapping[str, str], key: str) -> list[str]:
    return [word for word in pairs.get(key, "").split(",") if word]


def _events(pairs: Mapping[str, str]) -> list[str]:
    words = _listed({"ev": pairs.get("ev", "").replace("+", ",")}, "ev")
    return [one_of(word, EVENTS, "events such as landrush") for word in words if word != "none"]
