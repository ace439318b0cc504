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
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.ledger import BANK
from games.engine.title import LETTERS, Table
from games.titles.continental_divide.board import underscored
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.reading import (
    HEX_TEXT,
    chart_word,
    flag_text,
    flags,
    holdings,
    listed,
    name_of,
    need,
    number,
    pairs_of,
    place_of,
    port_of,
    tidy,
)
from games.titles.continental_divide.state import (
    CUBES,
    Railroad,
    State,
    check_state,
    flags_of,
    hex_at,
)
from scoring.tables.continental_divide import START_CASH

HEADER = frozenset(
    {
        *("n", "turn", "order", "active", "seats", "phase", "queue"),
        *("opened", "bought", "lines", "picks", "ruled", "opt"),
    }
)
RAILROAD = frozenset(
    ("iss", "val", "inc", "tre", "hold", "cubes", "at", "trk", "flags", "port", "att")
)

_PART = re.compile(r"([a-z]{2,12}) ?\{([^{}]*)\}")
_CODE = re.compile(r"[a-z_]{1,40}")


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise; its seats are read
    from the text. Digest 4.1.
    """
    header: list[str] = []
    cash: dict[str, int] = {}
    bodies: dict[str, str] = {}
    for part in tidy(text).split("|"):
        match = _PART.fullmatch(part.strip())
        if match is None:
            _read_words(part.split(), header, cash)
        elif match[1] in bodies:
            raise NotationError(match[1], "each railroad once")
        else:
            bodies[match[1]] = match[2]
    pairs = pairs_of(header, HEADER)
    order = _order(table, pairs)
    table = Table(_seats(pairs, order), _options(table.options, pairs.get("opt", "")), table.board)
    chart = dict(chart_word(word, "=") for word in bodies.pop("chart", "").split())
    turn = number(pairs.get("turn", "1"))
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
        pairs = pairs_of(body.split(), RAILROAD)
        railroads[key] = _railroad(table, state, key, pairs)
        money[key] = number(pairs.get("tre", "0"))
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
            cash[seat] = number(amount, "an amount of money")
        else:
            header.append(word)


def _order(table: Table, pairs: Mapping[str, str]) -> str:
    order = pairs.get("order", "")
    count = number(pairs["n"]) if "n" in pairs else len(order or table.seats)
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
    for word in listed(text):
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
    ruled = listed(pairs.get("ruled", ""))
    if not all(map(_CODE.fullmatch, ruled)):
        raise NotationError(pairs["ruled"][:40], "codes of refusals")
    return replace(
        state,
        phase=phase,
        queue=queue if phase == "play" else "",
        opened=pairs.get("opened", ""),
        bought=pairs.get("bought", ""),
        lines=listed(pairs.get("lines", "")),
        picks=holdings(pairs.get("picks", "")),
        ruled=ruled,
    )


def _railroad(table: Table, state: State, key: str, pairs: Mapping[str, str]) -> Railroad:
    track = listed(pairs.get("trk", ""), ";")
    for place in track:
        if not HEX_TEXT.fullmatch(place):
            raise NotationError(place[:20], "hexes such as -1,0;-2,0")
    known = [data for place in track if (data := hex_at(table, state, place)) is not None]
    central, western, divide = flags_of(known)
    given = flags(pairs.get("flags", ""))
    ports = [data.port for data in known if data.port]
    railroad = Railroad(
        at=place_of(table, state, need(pairs, "at", key)),
        issued=number(need(pairs, "iss", key)),
        value=number(need(pairs, "val", key)),
        held=holdings(need(pairs, "hold", key)),
        income=number(pairs.get("inc", "0")),
        track=track,
        attested=number(pairs.get("att", "0")),
        central=central or given["central"],
        western=western or given["western"],
        divide=divide or given["divide"],
        port=port_of(pairs["port"]) if "port" in pairs else ports[0] if ports else "",
    )
    return _with_cubes(railroad, pairs, key)


def _with_cubes(railroad: Railroad, pairs: Mapping[str, str], key: str) -> Railroad:
    """Check the cubes given; without track, what is missing was built by totals. Digest 2.4."""
    if "cubes" not in pairs:
        return railroad
    cubes = tuple(number(figure, "cubes such as 12/10/10") for figure in pairs["cubes"].split("/"))
    if not railroad.track and "att" not in pairs and sum(cubes) <= sum(CUBES):
        railroad = replace(railroad, attested=sum(CUBES) - sum(cubes))
    if cubes != railroad.cubes:
        due = "/".join(map(str, railroad.cubes))
        raise Fault.one(f"railroads.{key}", f"Its track leaves the cubes {due} (CD-40 to CD-42).")
    return railroad


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
        "flags": flag_text(railroad),
        "port": underscored(railroad.port),
    }
    return f"{key}{{{' '.join(f'{word}={text}' for word, text in words.items() if text)}}}"
