"""Reading a position from one line of text; how it is written is in `notation`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.ledger import BANK
from games.engine.title import LETTERS, Table
from games.titles.empire_builder.board import chart_board
from games.titles.empire_builder.charting import counters_used
from games.titles.empire_builder.checking import check_state
from games.titles.empire_builder.clauses import HEADER, Clauses
from games.titles.empire_builder.meta import META, WORDS_OF_OPTIONS, Options
from games.titles.empire_builder.moves import EventCard
from games.titles.empire_builder.reading import (
    EVENT_KEYS,
    demand,
    event_data,
    flag,
    good,
    goods,
    items,
    number,
    pairs,
    place,
    section_of,
    train_type,
    ways,
)
from games.titles.empire_builder.rules import opening_state
from games.titles.empire_builder.state import (
    Card,
    InForce,
    Line,
    Owed,
    State,
    Stats,
    Train,
    Turn,
    grid,
    opening_rounds,
    start_cash,
    train_key,
    with_track,
)

TRAIN = frozenset(["t", "at", "from", "loads", "used", "slow"])
STATS: Mapping[str, str] = {
    "n": "deliveries",
    "pay": "payoffs",
    "best": "best",
    "paid": "paid",
    "earned": "earned",
    "built": "built",
    "cost": "cost",
}

_TRAIN = re.compile(r"([A-Z])([12]?) ?\{([^{}]*)\}")
_STATS = re.compile(r"([A-Z]) ?\{([^{}]*)\}")
_CARD = re.compile(r"([A-Z]) ?# ?([0-9]{1,4})((?: [^ ]+)*)")
_CODE = re.compile(r"[a-z_]{1,40}")
_COUNT = re.compile(r"([A-Z])([0-9]{1,2})")

PLAIN_STRIKE = EventCard("strike", country="CA")
PLAIN_HALF = EventCard("half_rate")


# Positions


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise; its seats are read
    from the text. Digest 4.1.
    """
    clauses = Clauses(text)
    header = pairs(clauses.header, HEADER)
    options = _options(table.options, header, clauses.options)
    table = Table(_seats(table, header, clauses), options, table.board)
    chart = dict(
        _chart_word(word) for rest in clauses.found.get("chart", ()) for word in rest.split()
    )
    first = header.get("first", table.seats[0])
    active = header.get("active", first)
    for seat in (first, active):
        if seat not in tuple(table.seats):
            raise NotationError(seat[:20], f"a seat out of {table.seats}")
    chart_board(table.board, chart)
    state = replace(opening_state(table, first), active=active, chart=chart, deal={}, stats={})
    state = _header(table, state, header, clauses.cash)
    for kind, reader in READERS.items():
        for rest in clauses.found.get(kind, ()):
            state = reader(table, state, rest)
    state = _filled(table, state, _supply(clauses))
    check_state(table, state)
    return table, state


def _options(options: Options, header: Mapping[str, str], words: Sequence[str]) -> Options:
    changes = {"mode": header["mode"]} if "mode" in header else {}
    for word in (*words, *items(header.get("opt", ""))):
        key, sign, value = word.partition(":")
        if not sign:
            key, sign, value = word.partition("=")
        known = WORDS_OF_OPTIONS.get(key)
        if not sign and known is not None:
            key, value = known
        changes[key] = value
    try:
        found: Options = convert(to_data(options) | changes, Options)
    except Fault:
        raise NotationError(" ".join(words)[:60], "options such as branch, rim:star") from None
    return found


def _seats(table: Table, header: Mapping[str, str], clauses: Clauses) -> str:
    low, high = META.players
    named = clauses.seats | set(header.get("active", "")) | set(header.get("first", ""))
    if any(seat not in LETTERS for seat in named):
        raise NotationError("".join(sorted(named))[:20], f"seats out of {LETTERS}")
    least = max((LETTERS.index(seat) + 1 for seat in named), default=low)
    count = number(header["n"]) if "n" in header else max(len(table.seats), least)
    seats = header.get("seats", LETTERS[:count])
    if not low <= count <= high or len(seats) != count or not _are_seats(seats):
        raise NotationError(seats[:20] or str(count), f"{low} to {high} different seat letters")
    if not named <= set(seats):
        raise NotationError("".join(sorted(named - set(seats))), f"seats out of {seats}")
    return seats


def _are_seats(seats: str) -> bool:
    return len(set(seats)) == len(seats) and set(seats) <= set(LETTERS)


def _header(
    table: Table, state: State, header: Mapping[str, str], cash: Mapping[str, int]
) -> State:
    """Return the state with what the header says, and the money."""
    money = {seat: cash.get(seat, start_cash(table)) for seat in table.seats}
    usual = opening_rounds(table) + 1
    ruled = items(header.get("ruled", ""))
    if not all(map(_CODE.fullmatch, ruled)):
        raise NotationError(header["ruled"][:40], "codes of refusals")
    phase, ended = header.get("phase", "play"), header.get("ended", "")
    if phase not in ("play", "over") or ended not in ("", *(key for key, _ in META.ends)):
        raise NotationError(f"{phase} {ended}"[:40], "phase=play, or over and how it ended")
    turns = header.get("pre", "0")
    return replace(
        state,
        round=number(turns) or number(header.get("round", str(usual))),
        phase=phase,
        ended=ended,
        money={BANK: -sum(money.values())} | money,
        turn=_turn(header),
        deal=_counts(header.get("deal", "")),
        discarded=number(header.get("discarded", "0")),
        shown=number(header.get("shown", "0")),
        barred=header.get("barred", ""),
        claimed=header.get("claimed", ""),
        last_card=flag(header.get("last", "")),
        events=_plain_events(header),
        ruled=ruled,
    )


def _turn(header: Mapping[str, str]) -> Turn:
    return Turn(
        acted=flag(header.get("acted", "")),
        spent=number(header.get("spent", "0")),
        built=flag(header.get("built", "")) or number(header.get("spent", "0")) > 0,
        upgraded=flag(header.get("upgraded", "")),
        traded=flag(header.get("traded", "")),
        new_hand=flag(header.get("newhand", "")),
        exits=items(header.get("exits", "")),
        fees=items(header.get("fees", "")),
        debts=header.get("debts", ""),
        draws=number(header.get("draw", "0")),
    )


def _counts(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in items(text):
        match = _COUNT.fullmatch(word)
        if match is None or match[1] in found:
            raise NotationError(word[:20], "seats with a number each, such as A3,B3")
        found[match[1]] = int(match[2])
    return found


def _plain_events(header: Mapping[str, str]) -> tuple[InForce, ...]:
    cards = [EventCard("flood", place(river)) for river in items(header.get("flood", ""))]
    if flag(header.get("strike", "")):
        cards.append(PLAIN_STRIKE)
    if flag(header.get("half", "")):
        cards.append(PLAIN_HALF)
    return tuple(InForce(card, "", 0) for card in cards)


def _chart_word(word: str) -> tuple[str, str]:
    key, sign, text = word.partition("=")
    if not sign or key[:2] not in ("m:", "s:", "c:", "g:"):
        raise NotationError(word[:40], "a charted thing such as s:a-b=Big+inlet")
    if key[:2] == "s:":
        key = f"s:{section_of(key[2:])}"
    if key[:2] == "g:":
        number(text)
    return key, text


# Clauses


def _train(table: Table, state: State, rest: str) -> State:
    match = _TRAIN.fullmatch(rest)
    if match is None:
        raise NotationError(rest[:40], "a train such as A{t=freight at=K3}")
    key = train_key(match[1], int(match[2] or 1))
    if key not in state.trains:
        raise NotationError(rest[:20], "a train that the seat has")
    found = pairs(match[3].split(), TRAIN)
    usual = state.trains[key].type
    train = Train(
        train_type(found["t"]) if "t" in found else usual,
        grid(table, state).locate(place(found["at"])) if found.get("at") else "",
        place(found["from"]) if found.get("from") else "",
        goods(found.get("loads", "")),
        number(found.get("used", "0")),
        number(found["slow"]) if "slow" in found else None,
    )
    return replace(state, trains={**state.trains, key: train})


def _trk(table: Table, state: State, rest: str) -> State:
    seat, _, text = rest.partition(" ")
    places = grid(table, state)
    track = dict(state.track)
    for a, b in ways(text):
        link = places.link(a, b)
        if link is None or link.grey:
            raise Fault.one("track", f"{a} and {b} are not neighbours for a section (EB-34).")
        if link.key in track:
            raise Fault.one("track", f"{link.key} is built twice (EB-42).")
        track[link.key] = seat + (">" if link.onward else "<")
    return with_track(state, track, seat)


def _card(table: Table, state: State, rest: str) -> State:
    match = _CARD.fullmatch(rest)
    if match is None:
        raise NotationError(rest[:40], "a card such as A#7 coal@K:12 wine@S1:9 oil@L:20")
    seat, card_number, words = match[1], int(match[2]), match[3].split()
    board = chart_board(table.board, state.chart)
    demands = tuple(map(demand, words)) or board.deck.get(card_number, ())
    hand = (*state.hands[seat], Card(card_number, demands))
    return replace(state, hands={**state.hands, seat: hand})


def _supply(clauses: Clauses) -> dict[str, int]:
    """Return the counters by the board that the text tells of."""
    found: dict[str, int] = {}
    for word in " ".join(clauses.found.get("supply", ())).split():
        name, _, count = word.partition("=")
        found[good(name)] = number(count)
    return found


def _left(table: Table, state: State, rest: str) -> State:
    left = dict(state.left)
    for word in rest.split():
        city, _, text = word.partition("=")
        left[place(city)] = goods(text)
    return replace(state, left=left)


def _event(table: Table, state: State, rest: str) -> State:
    effect, *words = rest.split() or [""]
    found = pairs(words, frozenset(f"{EVENT_KEYS} drawer turns".split()))
    try:
        card: EventCard = convert(event_data(effect, found), EventCard)
    except Fault as fault:
        raise NotationError(rest[:60], str(fault)) from None
    drawer = found.get("drawer", "")
    turns = number(found.get("turns", "1" if drawer else "0"))
    return replace(state, events=(*state.events, InForce(card, drawer, turns)))


def _line(table: Table, state: State, rest: str) -> State:
    seat, *words = rest.split() or [""]
    found = pairs(words, frozenset(("n", "joins")))
    joins = tuple(map(place, items(found.get("joins", ""))))
    return replace(state, lines=(*state.lines, Line(seat, number(found.get("n", "0")), joins)))


def _owe(table: Table, state: State, rest: str) -> State:
    key, *words = rest.split() or [""]
    found = pairs(words, frozenset(("n", "loads")))
    debt = Owed(number(found.get("n", "1")), goods(found.get("loads", "")))
    return replace(state, owed={**state.owed, key: debt})


def _stats(table: Table, state: State, rest: str) -> State:
    match = _STATS.fullmatch(rest)
    if match is None:
        raise NotationError(rest[:40], "figures such as A{n=3 pay=40}")
    found = pairs(match[2].split(), frozenset(STATS))
    figures = {STATS[key]: number(text) for key, text in found.items()}
    return replace(state, stats={**state.stats, match[1]: Stats(**figures)})


Reader = Callable[[Table, State, str], State]

READERS: Mapping[str, Reader] = {
    "train": _train,
    "trk": _trk,
    "card": _card,
    "left": _left,
    "event": _event,
    "line": _line,
    "owe": _owe,
    "stats": _stats,
}


def _filled(table: Table, state: State, supply: Mapping[str, int]) -> State:
    """Return the state with what follows where the text says nothing."""
    stats = {seat: state.stats.get(seat, usual_stats(state, seat)) for seat in table.seats}
    events = sorted(state.events, key=lambda one: not is_plain(one))
    supply = {**usual_supply(table, state), **supply}
    return replace(state, stats=stats, events=tuple(events), supply=supply)


def usual_stats(state: State, seat: str) -> Stats:
    """Return the figures of a seat of which nothing is told: what it has was built by it."""
    sections = sum(own[0] == seat for own in state.track.values())
    return Stats(built=sections + sum(line.sections for line in state.lines if line.seat == seat))


def usual_supply(table: Table, state: State) -> dict[str, int]:
    """Return the counters by the board if all others are in use."""
    board = chart_board(table.board, state.chart)
    return {
        name: max(0, count - counters_used(state, name))
        for name, count in board.goods.items()
        if count
    }


def is_plain(one: InForce) -> bool:
    """Say whether an event is written in the header: no drawer, and one of the printed kinds."""
    if one.drawer or one.turns:
        return False
    flood = EventCard("flood", one.event.river)
    return one.event in (PLAIN_STRIKE, PLAIN_HALF) or (
        one.event.effect == "flood" and one.event == flood
    )
