"""The notation of Continental Divide: a position or a move as one line of text. Digest 4.1.

Position: `header | cash | railroad | ...`, parts in any order, keys in any order.

    n=4 turn=3 order=DBCA active=B | A=60 B=20 | red{iss=5 val=20 inc=13 tre=4 hold=A1,B2
    cubes=1/10/10 at=M1 trk=-1,0;-2,0 flags=CD port=Seattle}

Header keys: `n` players, `turn`, `order` (seats in card order; ABCDEF[:n]), `active` (the first).
Beyond the digest, and written only where they say something: `seats` (table order, where it is
neither ABCDEF[:n] nor the order), `phase` (play, dividends, order, over), `queue` (the seats still
to act, where it is not the order from the active seat on), `opened` `bought` `lines` (what the
active seat has started, bought, and built for this turn), `picks` (cards chosen: `D2,C1`), `ruled`
(refusal codes the table has overruled), `opt` (options that differ: `lines:one,through:yes`).
Cash: a seat left out has its start money; the bank holds what makes all accounts sum to zero.
Railroads: `at` a start hex by name or `q,r`; `cubes`, `flags` and `port` follow from the track where
they are left out; flags or a port without track give a summary position; `att` counts cubes that
were built by totals. `chart{-3,0=4/3/E -16,0=8/6/Wd/San_Francisco}` holds the hexes charted during
the game: cost, income, region, `d` west of the Divide, start hex or port, `~Name`.

Moves: `A: start red at=M1 iss=5 val=20`, `A: buy red n=2 pay=48`, `A: build red from=M1 dir=W
len=3` or `path=M1;-1,0;-2,0`, `A: attest red n=3 cost=12 inc=4 flags=C port=Seattle`, `A: done`,
`dividends`, `D: pick 2`, `order D2 C1 B4 A3`, `A: chart -3,0=4/3/E`. A start or build may bring
hexes with it: `chart=-3,0:4/3/E;-4,0:2/1/E`. The seat and its colon are left out for an act of the
table. Errors are `NotationError`; a position the rules forbid is a `Fault`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.hexgrid import DIRECTIONS, direction_between, format_hex, parse_hex, step
from games.engine.ledger import BANK
from games.engine.title import LETTERS, Table
from games.titles.continental_divide.board import (
    HEX,
    PLACE,
    Printed,
    hex_text,
    printed,
    read_hex,
    underscored,
)
from games.titles.continental_divide.meta import Options
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
from games.titles.continental_divide.state import (
    CUBES,
    Railroad,
    State,
    check_state,
    flags_of,
    hex_at,
    locate,
)
from scoring.tables.continental_divide import PORT_POINTS, START_CASH, Port

MOST_TEXT = 20_000
"""Characters of a position or move that are read at all."""

HEADER = frozenset(
    {
        *("n", "turn", "order", "active", "seats", "phase", "queue"),
        *("opened", "bought", "lines", "picks", "ruled", "opt"),
    }
)
RAILROAD = frozenset(
    ("iss", "val", "inc", "tre", "hold", "cubes", "at", "trk", "flags", "port", "att")
)
PORTS: Mapping[str, Port] = {underscored(port): port for port in PORT_POINTS}
FLAGS = {"C": "central", "W": "western", "D": "divide"}

_PART = re.compile(r"([a-z]{2,12}) ?\{([^{}]*)\}")
_NUMBER = re.compile(r"[0-9]{1,6}")
_CODE = re.compile(r"[a-z_]{1,40}")
_HOLDING = re.compile(r"([A-Z])([0-9]{1,2})")
_PLACE, _HEX = re.compile(PLACE), re.compile(HEX)


# Reading small things


def _tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join."""
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.split())
    for sign in "=,;/{":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text.replace(" }", "}")


def _number(text: str, expected: str = "a whole number") -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(text[:20], expected)
    return int(text)


def _pairs(words: Iterable[str], keys: frozenset[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in keys or key in found:
            raise NotationError(word[:40], f"one each of {', '.join(sorted(keys))}, as key=value")
        found[key] = value
    return found


def _need(pairs: Mapping[str, str], key: str, where: str) -> str:
    if key not in pairs:
        raise NotationError(where[:40], f"{key}=")
    return pairs[key]


def _holdings(text: str) -> dict[str, int]:
    """Read `A1,B2`: seats with a number each."""
    found: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        match = _HOLDING.fullmatch(word)
        if match is None or match[1] in found:
            raise NotationError(word[:20], "seats with a number each, such as A1,B2")
        found[match[1]] = int(match[2])
    return found


def _list(text: str, sign: str = ",") -> tuple[str, ...]:
    return tuple(filter(None, text.split(sign)))


def _flags(text: str) -> dict[str, bool]:
    if not set(text) <= set(FLAGS):
        raise NotationError(text[:20], "flags out of C, W and D")
    return {name: flag in text for flag, name in FLAGS.items()}


def _flag_text(railroad: Railroad | BuildAttested) -> str:
    return "".join(flag for flag, name in FLAGS.items() if getattr(railroad, name))


def _port(text: str) -> Port:
    if text not in PORTS:
        raise NotationError(text[:30], f"a port out of {', '.join(PORTS)}")
    return PORTS[text]


def _chart_word(word: str, sign: str) -> tuple[str, str]:
    place, _, text = word.partition(sign)
    if not _HEX.fullmatch(place):
        raise NotationError(word[:40], "a hex such as -3,0=4/3/E")
    read_hex(place, text)
    return place, text


# Positions


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise; its seats are read
    from the text. Digest 4.1.
    """
    header: list[str] = []
    cash: dict[str, int] = {}
    bodies: dict[str, str] = {}
    for part in _tidy(text).split("|"):
        match = _PART.fullmatch(part.strip())
        if match is None:
            _read_words(part.split(), header, cash)
        elif match[1] in bodies:
            raise NotationError(match[1], "each railroad once")
        else:
            bodies[match[1]] = match[2]
    pairs = _pairs(header, HEADER)
    order = _order(table, pairs)
    table = Table(_seats(pairs, order), _options(table.options, pairs.get("opt", "")), table.board)
    chart = dict(_chart_word(word, "=") for word in bodies.pop("chart", "").split())
    turn = _number(pairs.get("turn", "1"))
    state = State(turn=turn, phase="play", order=order, money={}, chart=chart)
    return table, _filled(table, _in_turn(state, pairs), cash, bodies)


def _filled(
    table: Table, state: State, cash: Mapping[str, int], bodies: Mapping[str, str]
) -> State:
    """Return the state with its railroads and money."""
    start = START_CASH[len(table.seats)]
    money = {seat: cash.get(seat, start) for seat in table.seats}
    for seat in cash:
        if seat not in money:
            raise NotationError(seat, f"seats out of {table.seats}")
    railroads: dict[str, Railroad] = {}
    for key, body in bodies.items():
        pairs = _pairs(body.split(), RAILROAD)
        railroads[key] = _railroad(table, state, key, pairs)
        money[key] = _number(pairs.get("tre", "0"))
    money[BANK] = -sum(money.values())
    state = replace(state, money=money, railroads=railroads)
    check_state(table, state)
    return state


def _read_words(words: Sequence[str], header: list[str], cash: dict[str, int]) -> None:
    for word in words:
        seat, sign, amount = word.partition("=")
        if sign and len(seat) == 1 and seat.isupper():
            if seat in cash:
                raise NotationError(word[:20], "each seat's cash once")
            cash[seat] = _number(amount, "an amount of money")
        else:
            header.append(word)


def _order(table: Table, pairs: Mapping[str, str]) -> str:
    order = pairs.get("order", "")
    count = _number(pairs["n"]) if "n" in pairs else len(order or table.seats)
    order = order or LETTERS[:count]
    letters = order.isascii() and order.isalpha() and order.isupper()
    if not letters or len(set(order)) != len(order) or count not in START_CASH:
        raise NotationError(order[:20], "three to six different seat letters")
    if len(order) != count:
        raise NotationError(order, f"{count} seats, as n says")
    return order


def _seats(pairs: Mapping[str, str], order: str) -> str:
    usual = LETTERS[: len(order)]
    seats = pairs.get("seats", usual if set(usual) == set(order) else order)
    if sorted(seats) != sorted(order):
        raise NotationError(seats[:20], f"the seats {order} in table order")
    return seats


def _options(options: Options, text: str) -> Options:
    changes: dict[str, str] = {}
    for word in _list(text):
        key, _, value = word.partition(":")
        changes[key] = value
    try:
        found: Options = convert(to_data(options) | changes, Options)
    except Fault:
        raise NotationError(text[:60], "options such as lines:one,through:yes") from None
    return found


def _in_turn(state: State, pairs: Mapping[str, str]) -> State:
    """Return the state with what the header says of the turn."""
    order, phase = state.order, pairs.get("phase", "play")
    if phase not in ("play", "dividends", "order", "over"):
        raise NotationError(phase[:20], "phase=play, dividends, order or over")
    active = pairs.get("active", pairs.get("queue", order)[:1])
    if active not in list(order):
        raise NotationError(active[:20], f"active= one of {order}")
    queue = pairs.get("queue", order[order.index(active) :])
    if queue[:1] != active or set(queue) - set(order) or len(set(queue)) != len(queue):
        raise NotationError(queue[:20], f"seats of {order}, the active one first")
    ruled = _list(pairs.get("ruled", ""))
    if not all(map(_CODE.fullmatch, ruled)):
        raise NotationError(pairs["ruled"][:40], "codes of refusals")
    return replace(
        state,
        phase=phase,
        queue=queue if phase == "play" else "",
        opened=pairs.get("opened", ""),
        bought=pairs.get("bought", ""),
        lines=_list(pairs.get("lines", "")),
        picks=_holdings(pairs.get("picks", "")),
        ruled=ruled,
    )


def _railroad(table: Table, state: State, key: str, pairs: Mapping[str, str]) -> Railroad:
    track = _list(pairs.get("trk", ""), ";")
    for place in track:
        if not _HEX.fullmatch(place):
            raise NotationError(place[:20], "hexes such as -1,0;-2,0")
    known = [data for place in track if (data := hex_at(table, state, place)) is not None]
    central, western, divide = flags_of(known)
    given = _flags(pairs.get("flags", ""))
    ports = [data.port for data in known if data.port]
    railroad = Railroad(
        at=_place(table, state, _need(pairs, "at", key)),
        issued=_number(_need(pairs, "iss", key)),
        value=_number(_need(pairs, "val", key)),
        held=_holdings(_need(pairs, "hold", key)),
        income=_number(pairs.get("inc", "0")),
        track=track,
        attested=_number(pairs.get("att", "0")),
        central=central or given["central"],
        western=western or given["western"],
        divide=divide or given["divide"],
        port=_port(pairs["port"]) if "port" in pairs else ports[0] if ports else "",
    )
    return _with_cubes(railroad, pairs, key)


def _with_cubes(railroad: Railroad, pairs: Mapping[str, str], key: str) -> Railroad:
    """Check the cubes given; without track, what is missing was built by totals. Digest 2.4."""
    if "cubes" not in pairs:
        return railroad
    cubes = tuple(_number(figure, "cubes such as 12/10/10") for figure in pairs["cubes"].split("/"))
    if not railroad.track and "att" not in pairs and sum(cubes) <= sum(CUBES):
        railroad = replace(railroad, attested=sum(CUBES) - sum(cubes))
    if cubes != railroad.cubes:
        due = "/".join(map(str, railroad.cubes))
        raise Fault.one(f"railroads.{key}", f"Its track leaves the cubes {due} (CD-40 to CD-42).")
    return railroad


def _place(table: Table, state: State, text: str) -> str:
    place = locate(table, state, text)
    if not _PLACE.fullmatch(place):
        raise NotationError(text[:30], "a hex by name or as q,r")
    return place


def format_position(table: Table, state: State) -> str:
    """Return the position as one line; `parse_position` returns the same state. Digest 4.1."""
    cash = " ".join(f"{seat}={state.money[seat]}" for seat in table.seats)
    keys = sorted(state.railroads, key=list(table.board.railroads).index)
    parts = [_header(table, state), cash]
    parts += [_railroad_text(table, state, key) for key in keys]
    if state.chart:
        words = (f"{place}={text}" for place, text in sorted(state.chart.items()))
        parts.append(f"chart{{{' '.join(words)}}}")
    return " | ".join(parts)


def _header(table: Table, state: State) -> str:
    order, queue = state.order, state.queue
    active = queue[:1] or order[0]
    usual = LETTERS[: len(order)]
    usual = usual if set(usual) == set(order) else order
    changed = to_data(table.options).items() - to_data(Options()).items()
    words = {
        "n": str(len(order)),
        "turn": str(state.turn),
        "order": order,
        "active": active if state.phase == "play" else "",
        "seats": table.seats if table.seats != usual else "",
        "phase": state.phase if state.phase != "play" else "",
        "queue": queue if queue != order[order.index(active) :] else "",
        "opened": state.opened,
        "bought": state.bought,
        "lines": ",".join(state.lines),
        "picks": ",".join(f"{seat}{card}" for seat, card in sorted(state.picks.items())),
        "ruled": ",".join(state.ruled),
        "opt": ",".join(f"{key}:{value}" for key, value in sorted(changed)),
    }
    return " ".join(f"{key}={value}" for key, value in words.items() if value)


def _railroad_text(table: Table, state: State, key: str) -> str:
    railroad = state.railroads[key]
    words = {
        "iss": str(railroad.issued),
        "val": str(railroad.value),
        "inc": str(railroad.income),
        "tre": str(state.money[key]),
        "hold": ",".join(f"{seat}{count}" for seat, count in sorted(railroad.held.items())),
        "cubes": "/".join(map(str, railroad.cubes)),
        "at": name_of(table, railroad.at),
        "trk": ";".join(railroad.track),
        "att": str(railroad.attested) if railroad.attested else "",
        "flags": _flag_text(railroad),
        "port": underscored(railroad.port),
    }
    return f"{key}{{{' '.join(f'{word}={text}' for word, text in words.items() if text)}}}"


def name_of(table: Table, place: str) -> str:
    """Return a start hex of the board by its name, any other place as it is."""
    data = table.board.grid.get(place)
    return data.start if data is not None and data.start else place


# Moves


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 4.1."""
    text = _tidy(text)
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
    return plain[0], _pairs((word for word in words if "=" in word), frozenset(keys.split()))


def _start(table: Table, state: State, words: Sequence[str]) -> Start:
    key, pairs = _named(words, "at iss val chart")
    charted = _charted(pairs)
    at = _place_in(table, state, _need(pairs, "at", "start"), charted)
    issued, value = _need(pairs, "iss", "start"), _need(pairs, "val", "start")
    return Start(key, at, _number(issued), _number(value), charted)


def _place_in(table: Table, state: State, text: str, charted: Iterable[Printed]) -> str:
    named: dict[str, str] = {entry.start: entry.place for entry in charted if entry.start}
    return named.get(text) or _place(table, state, text)


def _charted(pairs: Mapping[str, str]) -> tuple[Printed, ...]:
    words = _list(pairs.get("chart", ""), ";")
    return tuple(printed(read_hex(*_chart_word(word, ":"))) for word in words)


def _buy(table: Table, state: State, words: Sequence[str]) -> Buy:
    key, pairs = _named(words, "n pay")
    return Buy(key, _number(pairs.get("n", "1")), _number(_need(pairs, "pay", "buy")))


def _build(table: Table, state: State, words: Sequence[str]) -> Build:
    key, pairs = _named(words, "from dir len path chart")
    charted = _charted(pairs)
    if "path" in pairs:
        named = (_place_in(table, state, text, charted) for text in _list(pairs["path"], ";"))
        return Build(key, tuple(named), charted)
    anchor = _place_in(table, state, _need(pairs, "from", "build"), charted)
    heading = DIRECTIONS.get(_need(pairs, "dir", "build"))
    length = _number(_need(pairs, "len", "build"))
    if heading is None or not _HEX.fullmatch(anchor) or not 1 <= length <= 59:
        raise NotationError(" ".join(words)[:60], "from= a hex, dir= W E NW SE NE SW, len= 1 to 59")
    start = parse_hex(anchor)
    path = (format_hex(step(start, heading, count)) for count in range(length + 1))
    return Build(key, tuple(path), charted)


def _attest(table: Table, state: State, words: Sequence[str]) -> BuildAttested:
    key, pairs = _named(words, "n cost inc flags port")
    hexes, cost = _number(_need(pairs, "n", "attest")), _number(_need(pairs, "cost", "attest"))
    port = _port(pairs["port"]) if "port" in pairs else ""
    data: dict[str, object] = {
        "kind": "build_attested",
        "railroad": key,
        "hexes": hexes,
        "cost": cost,
        "port": port,
    }
    data |= {"income": _number(pairs.get("inc", "0")), **_flags(pairs.get("flags", ""))}
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
    return Pick(_number(words[0].removeprefix("card=")))


def _draft(table: Table, state: State, words: Sequence[str]) -> Draft:
    picks: list[tuple[str, int]] = []
    for word in _list(",".join(words)):
        match = _HOLDING.fullmatch(word)
        if match is None:
            raise NotationError(word[:20], "seats with their cards, such as D2 C1 B4 A3")
        picks.append((match[1], int(match[2])))
    return Draft(tuple(picks))


def _chart(table: Table, state: State, words: Sequence[str]) -> Chart:
    if len(words) != 1:
        raise NotationError(" ".join(words)[:40], "one hex such as -3,0=4/3/E")
    entry = printed(read_hex(*_chart_word(words[0], "=")))
    move: Chart = convert({"kind": "chart"} | to_data(entry), Chart)
    return move


Reader = Callable[[Table, State, Sequence[str]], Move]

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
            flags = _flag_text(move)
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
    if all(_HEX.fullmatch(place) for place in move.path):
        hexes = [parse_hex(place) for place in move.path]
        heads = {direction_between(a, b) for a, b in pairwise(hexes)}
        if len(heads) == 1 and (heading := heads.pop()) is not None:
            return f"from={path[0]} dir={heading} len={len(hexes) - 1}"
    return "path=" + ";".join(path)
