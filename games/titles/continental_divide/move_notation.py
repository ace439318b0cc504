"""Moves as one line of text; `notation` describes how they are written. Digest 4.1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.hexgrid import DIRECTIONS, direction_between, format_hex, parse_hex, step
from games.engine.title import Table
from games.titles.continental_divide.board import Printed, hex_text, printed, read_hex, underscored
from games.titles.continental_divide.moves import (
    Build,
    BuildAttested,
    Buy,
    Chart,
    Dividends,
    Done,
    Draft,
    Move,
    Pick,
    Start,
)
from games.titles.continental_divide.reading import (
    HEX_TEXT,
    HOLDING_TEXT,
    chart_word,
    flag_text,
    flags,
    listed,
    name_of,
    need,
    number,
    pairs_of,
    place_of,
    port_of,
    tidy,
)
from games.titles.continental_divide.state import State

Reader = Callable[[Table, State, Sequence[str]], Move]


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 4.1."""
    text = tidy(text)
    seat, sign, rest = text.partition(":")
    if not sign or len(seat.strip()) != 1:
        seat, rest = "", text
    elif not seat.strip().isupper():
        raise NotationError(seat[:20], "a seat letter")
    verb, *words = rest.split() or [""]
    reader = READERS.get(verb)
    if reader is None:
        raise NotationError(text[:40], f"a move: {', '.join(READERS)}")
    try:
        data = convert(to_data(reader(table, state, words)), Move)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    move: Move = data
    return seat.strip(), move


def _named(words: Sequence[str], keys: str) -> tuple[str, dict[str, str]]:
    """Return the railroad and the pairs of a move about one."""
    plain = [word for word in words if "=" not in word]
    if len(plain) != 1:
        raise NotationError(" ".join(words)[:40], "one railroad, then key=value")
    return plain[0], pairs_of((word for word in words if "=" in word), frozenset(keys.split()))


def _start(table: Table, state: State, words: Sequence[str]) -> Start:
    key, pairs = _named(words, "at iss val chart")
    charted = _charted(pairs)
    at = _place_in(table, state, need(pairs, "at", "start"), charted)
    issued, value = need(pairs, "iss", "start"), need(pairs, "val", "start")
    return Start(key, at, number(issued), number(value), charted)


def _place_in(table: Table, state: State, text: str, charted: Iterable[Printed]) -> str:
    named: dict[str, str] = {entry.start: entry.place for entry in charted if entry.start}
    return named.get(text) or place_of(table, state, text)


def _charted(pairs: Mapping[str, str]) -> tuple[Printed, ...]:
    words = listed(pairs.get("chart", ""), ";")
    return tuple(printed(read_hex(*chart_word(word, ":"))) for word in words)


def _buy(table: Table, state: State, words: Sequence[str]) -> Buy:
    key, pairs = _named(words, "n pay")
    return Buy(key, number(pairs.get("n", "1")), number(need(pairs, "pay", "buy")))


def _build(table: Table, state: State, words: Sequence[str]) -> Build:
    key, pairs = _named(words, "from dir len path chart")
    charted = _charted(pairs)
    if "path" in pairs:
        named = (_place_in(table, state, text, charted) for text in listed(pairs["path"], ";"))
        return Build(key, tuple(named), charted)
    anchor = _place_in(table, state, need(pairs, "from", "build"), charted)
    heading = DIRECTIONS.get(need(pairs, "dir", "build"))
    length = number(need(pairs, "len", "build"))
    if heading is None or not HEX_TEXT.fullmatch(anchor) or not 1 <= length <= 59:
        raise NotationError(" ".join(words)[:60], "from= a hex, dir= W E NW SE NE SW, len= 1 to 59")
    start = parse_hex(anchor)
    path = (format_hex(step(start, heading, count)) for count in range(length + 1))
    return Build(key, tuple(path), charted)


def _attest(table: Table, state: State, words: Sequence[str]) -> BuildAttested:
    key, pairs = _named(words, "n cost inc flags port")
    hexes, cost = number(need(pairs, "n", "attest")), number(need(pairs, "cost", "attest"))
    port = port_of(pairs["port"]) if "port" in pairs else ""
    data: dict[str, object] = {
        "kind": "build_attested",
        "railroad": key,
        "hexes": hexes,
        "cost": cost,
        "port": port,
    }
    data |= {"income": number(pairs.get("inc", "0")), **flags(pairs.get("flags", ""))}
    move: BuildAttested = convert(data, BuildAttested)
    return move


def _none(move: Done | Dividends) -> Reader:
    def read(table: Table, state: State, words: Sequence[str]) -> Move:
        if words:
            raise NotationError(" ".join(words)[:40], "nothing more")
        return move

    return read


def _pick(table: Table, state: State, words: Sequence[str]) -> Pick:
    if len(words) != 1:
        raise NotationError(" ".join(words)[:40], "one card")
    return Pick(number(words[0].removeprefix("card=")))


def _draft(table: Table, state: State, words: Sequence[str]) -> Draft:
    picks: list[tuple[str, int]] = []
    for word in listed(",".join(words)):
        match = HOLDING_TEXT.fullmatch(word)
        if match is None:
            raise NotationError(word[:20], "seats with their cards, such as D2 C1 B4 A3")
        picks.append((match[1], int(match[2])))
    return Draft(tuple(picks))


def _chart(table: Table, state: State, words: Sequence[str]) -> Chart:
    if len(words) != 1:
        raise NotationError(" ".join(words)[:40], "one hex such as -3,0=4/3/E")
    entry = printed(read_hex(*chart_word(words[0], "=")))
    move: Chart = convert({"kind": "chart"} | to_data(entry), Chart)
    return move


READERS: Mapping[str, Reader] = {
    "start": _start,
    "buy": _buy,
    "build": _build,
    "attest": _attest,
    "done": _none(Done()),
    "pass": _none(Done()),
    "dividends": _none(Dividends()),
    "pick": _pick,
    "order": _draft,
    "chart": _chart,
}


def format_move(table: Table, seat: str, move: Move) -> str:
    """Return a move as one line; `parse_move` returns the same move. Digest 4.1."""
    return (f"{seat}: " if seat else "") + _move_text(table, move)


def _move_text(table: Table, move: Move) -> str:
    match move:
        case Start():
            at = name_of(table, move.at)
            text = f"start {move.railroad} at={at} iss={move.issued} val={move.value}"
            return text + _charted_text(move.charted)
        case Buy():
            return f"buy {move.railroad} n={move.shares} pay={move.pay}"
        case Build():
            return f"build {move.railroad} {_line_text(table, move)}" + _charted_text(move.charted)
        case BuildAttested():
            text = f"attest {move.railroad} n={move.hexes} cost={move.cost} inc={move.income}"
            flags = flag_text(move)
            text += f" flags={flags}" if flags else ""
            return text + (f" port={underscored(move.port)}" if move.port else "")
        case Pick():
            return f"pick {move.card}"
        case Draft():
            return "order " + " ".join(f"{seat}{card}" for seat, card in move.picks)
        case Chart():
            return f"chart {move.place}={hex_text(move)}"
        case Done() | Dividends():
            return "done" if isinstance(move, Done) else "dividends"


def _charted_text(charted: Sequence[Printed]) -> str:
    words = ";".join(f"{entry.place}:{hex_text(entry)}" for entry in charted)
    return f" chart={words}" if words else ""


def _line_text(table: Table, move: Build) -> str:
    """Write a straight line by anchor, direction and length, any other as its path."""
    path = [name_of(table, place) for place in move.path]
    if all(HEX_TEXT.fullmatch(place) for place in move.path):
        hexes = [parse_hex(place) for place in move.path]
        heads = {direction_between(a, b) for a, b in pairwise(hexes)}
        if len(heads) == 1 and (heading := heads.pop()) is not None:
            return f"from={path[0]} dir={heading} len={len(hexes) - 1}"
    return "path=" + ";".join(path)
