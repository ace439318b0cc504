"""The notation of 20th Century Limited: a position or a move as one line of text. Digest 2.1.

Position: lines and header words in any order, then score stacks in braces, parted by `|`.

    A-B:R B-c:. A-B#2:G order=RGB w=R6,G6,B6 s=R20 era=R1/2 done=R4/7 skipped=R | R{r1/ALB,BUF/R1a}

Lines: `A-B:R` carries Red's segment, `A-B:.` is empty; `#2` is a parallel line; capitals are cities. A
line that the board lacks is charted by the position; empty lines of the board are not written.
Header: `order` (turn order, First Player first; its length is the number of players), `w` waivers
(absent: none), `s` segments left (absent: not counted), `era` Eras in hand, `done` Regionals/Companies,
`skipped`. Beyond the digest, and written only where they say something: `seats` (table order, where it
is neither ABCDE[:n] nor the order), `active` (else the first), `round`, `phase` (play, awards, over),
`did` (this turn: place, pickup, regional, company, exchange, skip, reset, bonus), `end=R/regionals`
(who triggered the end, by what), `cards` (Company cards in hand where not 4), `deck` and `out` (cards
in the Company deck and discarded), `face` (face-up Companies, `?` unnamed, `-` none), `bonus`
(`blue:name/during/5/R`: card, when scored, value, who has it), `ruled` (codes the table overruled),
`opt` (options that differ: `waiver_route:total`).
Stacks: `R{...}` with the oldest card first: `r1/A,B,C/name`, `c7/A,D/name`, `b5/blue/name`: Regional of
Era 1, Company worth 7, Bonus worth 5. Names are written with `_` for a space.

Moves: `R: place A-B B-C`, `R: pickup A-B`, `R: regional 1 A,B,C use x-Z`, `R: company A,D use b-D
remove A-b value=7 card=Name from=2 refill=Name`, `R: exchange 2 refill=Name`, `R: skip 2`, `R: reset
Name,?,?,?`, `R: bonus blue proof=1,3`, `chart A-B,B-C`, `R: end`, `finish`. Without a seat the active
one acts. Errors are `NotationError`; a position the rules forbid is a `Fault`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import get_args

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.ledger import BANK
from games.engine.title import LETTERS, Table
from games.titles.twentieth_century_limited.board import COLOURS
from games.titles.twentieth_century_limited.checking import check_state
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.reading import (
    joined,
    line_of,
    listed,
    node_of,
    number,
    pairs_of,
    seat_string,
    seated,
    spaced,
    tidy,
)
from games.titles.twentieth_century_limited.state import (
    HAND,
    Deed,
    Player,
    Scored,
    Shown,
    State,
    in_order,
    start_waivers,
)
from scoring.tables.twentieth_century_limited import PLAYERS

HEADER = frozenset(
    {
        *("order", "w", "s", "era", "done", "skipped", "seats", "active", "round", "phase", "did"),
        *("end", "cards", "deck", "out", "face", "bonus", "ruled", "opt"),
    }
)
DEEDS = get_args(Deed)
KINDS: Mapping[str, str] = {"r": "regional", "c": "company", "b": "bonus"}

_STACK = re.compile(r"([A-Z])\{([^{}]*)\}")
_CARD = re.compile(r"([rcb])([0-9]{1,2})/([^/]*)(?:/([^/]*))?")
_CODE = re.compile(r"[A-Z0-9_]{1,40}")


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise; its seats are read
    from the text. Digest 2.1.
    """
    table, state = read_position(table, text)
    check_state(table, state)
    return table, state


def read_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state) without asking whether the rules allow it, or raise `NotationError`."""
    header: list[str] = []
    owners: dict[str, str] = {}
    stacks: dict[str, tuple[Scored, ...]] = {}
    for part in tidy(text).split("|"):
        match = _STACK.fullmatch(part.strip())
        if match is None:
            _read_words(part.split(), header, owners)
        elif match[1] in stacks:
            raise NotationError(match[1], "each seat's stack once")
        else:
            stacks[match[1]] = tuple(_card(word) for word in match[2].split())
    pairs = pairs_of(header, HEADER)
    order = _order(table, pairs)
    table = Table(_seats(pairs, order), _options(table.options, pairs.get("opt", "")), table.board)
    for seat in {*stacks, *filter(None, owners.values())}:
        if seat not in order:
            raise NotationError(seat, f"seats out of {order}")
    chart = tuple(line for line in owners if line not in table.board.ends)
    waivers = _figures(pairs, "w", order)
    money = {seat: waivers.get(seat, 0) for seat in table.seats}
    bank = len(order) * start_waivers(len(order)) - sum(money.values())
    active = pairs.get("active", order[0])
    if active not in list(order):
        raise NotationError(active[:20], f"active= one of {order}")
    state = State(
        order=order,
        active=active,
        money={BANK: bank} | money,
        players=_players(pairs, order, stacks),
        owners={line: owner for line, owner in owners.items() if owner},
        chart=chart,
    )
    return table, _in_course(state, pairs)


def _read_words(words: Sequence[str], header: list[str], owners: dict[str, str]) -> None:
    for word in words:
        name, sign, owner = word.partition(":")
        if not sign or "=" in word:
            header.append(word)
            continue
        line = line_of(name)
        if line in owners or not (owner == "." or (len(owner) == 1 and "A" <= owner <= "Z")):
            raise NotationError(word[:40], "each line once, with a seat letter or a full stop")
        owners[line] = "" if owner == "." else owner


def _card(word: str) -> Scored:
    match = _CARD.fullmatch(word)
    if match is None:
        raise NotationError(word[:40], "cards such as r1/A,B,C/name, c7/A,D/name, b5/blue/name")
    figure, middle, name = int(match[2]), match[3], spaced(match[4] or "")
    data: dict[str, object] = {"kind": KINDS[match[1]], "card": name}
    if match[1] == "b":
        data |= {"value": figure, "colour": middle}
    else:
        cities = [node_of(city) for city in listed(middle)]
        data |= {"cities": cities, "era" if match[1] == "r" else "value": figure}
    card: Scored = convert(data, Scored)
    return card


def _order(table: Table, pairs: Mapping[str, str]) -> str:
    order = pairs.get("order", table.seats)
    letters = order.isascii() and order.isalpha() and order.isupper()
    low, high = PLAYERS
    if not letters or len(set(order)) != len(order) or not low <= len(order) <= high:
        raise NotationError(order[:20], "two to five different seat letters")
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
        raise NotationError(text[:60], "options such as waiver_route:total") from None
    return found


def _figures(pairs: Mapping[str, str], key: str, order: str) -> dict[str, int]:
    """Read one figure for each seat named."""
    return {seat: numbers[0] for seat, numbers in _numbers(pairs, key, order, 1).items()}


def _numbers(
    pairs: Mapping[str, str], key: str, order: str, most: int
) -> dict[str, tuple[int, ...]]:
    expected = f"{key}= with seats out of {order}, such as {order[0]}2"
    found = seated(pairs.get(key, ""), expected)
    if not set(found) <= set(order) or any(len(numbers) > most for numbers in found.values()):
        raise NotationError(pairs[key][:40], expected)
    return found


def _players(
    pairs: Mapping[str, str], order: str, stacks: Mapping[str, tuple[Scored, ...]]
) -> dict[str, Player]:
    eras, done = _numbers(pairs, "era", order, 2), _numbers(pairs, "done", order, 2)
    supply, cards = _figures(pairs, "s", order), _figures(pairs, "cards", order)
    skipped = seat_string(pairs, "skipped", order)
    return {
        seat: Player(
            eras=tuple(sorted(eras.get(seat, ()))),
            regionals=(*done.get(seat, ()), 0, 0)[0],
            companies=(*done.get(seat, ()), 0, 0)[1],
            skipped=seat in skipped,
            cards=cards.get(seat, HAND),
            supply=supply.get(seat),
            stack=stacks.get(seat, ()),
        )
        for seat in order
    }


def _in_course(state: State, pairs: Mapping[str, str]) -> State:
    """Return the state with what the header says of the course of the game."""
    ruled = listed(pairs.get("ruled", ""))
    if not all(map(_CODE.fullmatch, ruled)):
        raise NotationError(pairs["ruled"][:40], "codes of refusals")
    trigger, _, by = pairs.get("end", "").partition("/")
    if trigger not in ("", *state.order):
        raise NotationError(
            trigger[:20], f"end= one of {state.order}, then /regionals or /companies"
        )
    data = to_data(state) | {
        "round": number(pairs.get("round", "1")),
        "phase": pairs.get("phase", "play"),
        "did": listed(pairs.get("did", "")),
        "trigger": trigger,
        "trigger_by": by or ("companies" if trigger else ""),
        "deck": number(pairs["deck"]) if "deck" in pairs else -1,
        "discards": number(pairs.get("out", "0")),
        "face_up": _faces(pairs.get("face", "?,?,?,?")),
        "bonus": {
            **{str(colour): {} for colour in COLOURS},
            **dict(map(_bonus, listed(pairs.get("bonus", "")))),
        },
        "ruled": ruled,
    }
    try:
        found: State = convert(data, State)
    except Fault as fault:
        raise NotationError(" ".join(pairs.values())[:40], str(fault)) from None
    return found


def _faces(text: str) -> tuple[str, ...]:
    names = () if text == "-" else listed(text)
    if len(names) > HAND:
        raise NotationError(text[:40], f"at most {HAND} face-up Companies")
    return tuple("" if name == "?" else spaced(name) for name in names)


def _bonus(word: str) -> tuple[str, dict[str, object]]:
    colour, _, rest = word.partition(":")
    card, when, value, taken = (*rest.split("/"), "", "", "", "")[:4]
    if colour not in COLOURS:
        raise NotationError(word[:40], "bonus=blue:name/during/5, green or red alike")
    return colour, {
        "card": spaced(card),
        "when": when or "during",
        "value": number(value or "0"),
        "taken": taken,
    }


def format_position(table: Table, state: State) -> str:
    """Return the position as one line; `parse_position` returns the same state. Digest 2.1."""
    lines = in_order(table, state, (line for line in state.owners if line not in state.chart))
    words = [f"{line}:{state.owners.get(line, '.')}" for line in (*lines, *state.chart)]
    header = _header(table, state)
    words += [f"{key}={value}" for key, value in header.items() if value]
    stacks = [
        f"{seat}{{{' '.join(map(_card_text, state.players[seat].stack))}}}"
        for seat in state.order
        if state.players[seat].stack
    ]
    return " | ".join([" ".join(words), *stacks])


def _header(table: Table, state: State) -> dict[str, str]:
    order, usual = state.order, LETTERS[: len(state.order)]
    usual = usual if set(usual) == set(order) else order
    changed = to_data(table.options).items() - to_data(Options()).items()
    faces = [joined(name) or "?" for name in state.face_up]
    ends = f"{state.trigger}/{state.trigger_by}" if state.trigger else ""
    return {
        "order": order,
        "seats": table.seats if table.seats != usual else "",
        "active": state.active if state.active != order[0] else "",
        "round": str(state.round) if state.round != 1 else "",
        "phase": state.phase if state.phase != "play" else "",
        "did": ",".join(state.did),
        **_seat_words(state),
        "end": ends,
        "deck": str(state.deck) if state.deck >= 0 else "",
        "out": str(state.discards) if state.discards else "",
        "face": "" if faces == ["?"] * HAND else ",".join(faces) or "-",
        "bonus": _bonus_text(state),
        "ruled": ",".join(state.ruled),
        "opt": ",".join(f"{key}:{value}" for key, value in sorted(changed)),
    }


def _seat_words(state: State) -> dict[str, str]:
    seats = [(seat, state.players[seat]) for seat in state.order]
    waivers = [f"{seat}{state.money[seat]}" for seat in state.order]
    counted = [f"{seat}{one.supply}" for seat, one in seats if one.supply is not None]
    eras = [f"{seat}{'/'.join(map(str, one.eras))}" for seat, one in seats if one.eras]
    done = [f"{seat}{one.regionals}/{one.companies}" for seat, one in seats if one.scored]
    return {
        "w": ",".join(waivers) if any(state.money[seat] for seat in state.order) else "",
        "s": ",".join(counted),
        "era": ",".join(eras),
        "done": ",".join(done),
        "skipped": "".join(seat for seat, one in seats if one.skipped),
        "cards": ",".join(f"{seat}{one.cards}" for seat, one in seats if one.cards != HAND),
    }


def _bonus_text(state: State) -> str:
    words = []
    for colour, shown in state.bonus.items():
        if shown != Shown():
            parts = (joined(shown.card), shown.when, str(shown.value), shown.taken)
            words.append(f"{colour}:{'/'.join(parts).rstrip('/')}")
    return ",".join(words)


def _card_text(card: Scored) -> str:
    figure = card.era if card.kind == "regional" else card.value
    middle = card.colour if card.kind == "bonus" else ",".join(card.cities)
    text = f"{card.kind[0]}{figure}/{middle}"
    return f"{text}/{joined(card.card)}" if card.card else text
