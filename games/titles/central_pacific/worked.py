"""Playing one worked example of the digest and showing what it came to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, Refusal
from games.engine.referee import Referee
from games.engine.title import Outcome, Table
from games.titles.central_pacific.claims import Settlement, settle
from games.titles.central_pacific.counting import sheet
from games.titles.central_pacific.grid import Stretch
from games.titles.central_pacific.listing import chosen
from games.titles.central_pacific.meta import META, Options
from games.titles.central_pacific.moves import Agree, EndTurn, Stuck
from games.titles.central_pacific.movetext import parse_move
from games.titles.central_pacific.notation import Given, format_position, read_position
from games.titles.central_pacific.opening import setup
from games.titles.central_pacific.rules import apply, end
from games.titles.central_pacific.state import Setup, State, side_of, sides
from scoring.tables.central_pacific import tally

POOL = 40
TRAINS = 7
"""Tiles in the pool and trains in a hand where an example does not say."""


def run_example(board: Any, case: Mapping[str, Any]) -> Outcome:
    """Return what one worked example comes to on a tile set.

    The moves make one turn of the seat `by`, which is ended after the last. Raises `NotationError` or
    `Fault` where the case itself cannot be read. Digest 4.
    """
    options = _options(case.get("options", {}))
    by = case.get("by", "")
    players = "".join(case.get("players", ()))
    start = case.get("start", "")
    given = Given(by, players, POOL, TRAINS)
    table = Table(players or by, options, board)
    if not start:
        table, state = _opening(table, case)
    else:
        table, state = read_position(table, start, given)
    entries = case.get("moves", ())
    entries = [entries] if isinstance(entries, str) else list(entries)
    queries = [text for text in entries if _query(text)]
    asks = bool(queries) or "verdict" not in case.get("expect", {})
    if asks and len(queries) == len(entries):
        shows = " ; ".join(_QUERIES[_query(text)](table, state) for text in queries)
        return Outcome(
            "query", shows=shows, facts=_figures(table, state), score=_score(table, state)
        )
    return _played(table, state, [text for text in entries if not _query(text)])


def _opening(table: Table, case: Mapping[str, Any]) -> tuple[Table, State]:
    seats = table.seats if len(table.seats) > 1 else "RB"
    table = Table(seats, table.options, table.board)
    return table, setup(table, Setup(case.get("by") or seats[0]))


def _query(text: str) -> str:
    word = text.strip().rstrip("?").lower()
    return word if word in _QUERIES else ""


def _options(given: Mapping[str, Any]) -> Options:
    """Read options by our keys or the digest's (`boardEdge`, `Q04`), and switches as true or false."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        plain = name.replace("_", "").lower()
        for option in META.options:
            if plain in (option.key.replace("_", ""), option.rule.lower()):
                values = [choice.value for choice in option.choices]
                name, value = option.key, _choice(values, value)
                break
        found[name] = value
    options: Options = convert(found, Options)
    return options


def _choice(values: list[str], value: Any) -> Any:
    if isinstance(value, bool):
        if "on" in values:
            return "on" if value else "off"
        return values[1] if value else values[0]
    text = str(value)
    return {"5": "five", "default": values[0]}.get(text, text) if text not in values else text


def _played(table: Table, state: State, entries: list[str]) -> Outcome:
    """Enter the moves, then end the turn unless the last of them did or the game is over."""
    seat = state.active
    settlement, drawn = Settlement(), 0
    over = False
    try:
        for text in [*entries, ""]:
            if not text and (over or (entries and _is_end(entries[-1]))):
                break
            seat, move = parse_move(table, state, text or "end")
            if isinstance(move, EndTurn):
                settlement, state, drawn = _ended(table, state, seat, move)
            else:
                state = apply(table, state, seat, move).state
            over = isinstance(move, (Stuck, Agree))
    except ChoiceNeeded as needed:
        return _refused("ask", needed)
    except Refusal as refusal:
        return _refused("illegal", refusal)
    return _outcome(table, state, seat, settlement, drawn)


def _is_end(text: str) -> bool:
    """Say whether an entry ends the turn."""
    words = text.partition(":")[2].split() or text.split()
    with_tiles = text.rpartition(";")[2].strip().lower() == "end"
    return with_tiles or words[0].lower() in ("end", "done")


def _refused(verdict: Any, refusal: Refusal) -> Outcome:
    return Outcome(verdict, refusal.code, refusal.rule, facts=dict(refusal.facts))


def _ended(table: Table, state: State, seat: str, move: EndTurn) -> tuple[Settlement, State, int]:
    """End the turn; where trains run out or lines are equal, the first choice is made. Digest 4.

    Choices come steals before new lines, and by their first square.
    """
    while True:
        try:
            after = apply(table, state, seat, move).state
            break
        except ChoiceNeeded as needed:
            if needed.code == "SPIKE_OR_STEAL":
                raise
            move = chosen(move, needed.code, needed.choices[0])
    settlement = settle(table, state, seat, move, Referee(frozenset(), frozenset()))
    return settlement, after, after.hands[seat] - state.hands[seat]


# What it came to


def _outcome(table: Table, state: State, seat: str, settlement: Settlement, drawn: int) -> Outcome:
    facts: dict[str, Any] = {
        kind: [_squares(line) for line in settlement.of(kind)]
        for kind in ("new", "extended", "stolen", "merged", "kept")
    }
    facts |= {
        "unclaimed": [_squares(line) for line in settlement.unclaimed],
        "spike": settlement.spike or None,
        "returned": dict(settlement.returned),
        "draw": max(0, drawn),
        "over": end(table, state) is not None,
        "end": end(table, state),
    }
    facts |= _figures(table, replace(state, active=seat))
    reached = "STEAL_BEFORE_SPIKE" if settlement.of("kept") else ""
    return Outcome("legal", reached, facts=facts, score=_score(table, state))


def _squares(line: Stretch) -> str:
    return " ".join(line.squares)


def _figures(table: Table, state: State) -> dict[str, Any]:
    """Return the acting seat's figures, and everybody's with the seat named."""
    found: dict[str, Any] = {"pool": state.pool, "out": state.all_gone, "by": state.active}
    found["holder"] = state.spike or None
    for seat in table.seats:
        side = side_of(table, seat)
        own = {
            "hand": state.hands[seat],
            "trains": state.in_hand[side],
            "stock": side in state.stock,
            "grant": side in state.grant,
            "sacrificed": side in state.sacrificed,
            "lines": sum(owner == side for owner in state.trains.values()),
        }
        for name, value in own.items():
            found[f"{seat}.{name}"] = found[f"{name}.{seat}"] = value
            if seat == state.active:
                found[name] = value
    return found


def _score(table: Table, state: State) -> dict[str, Any]:
    count = tally(sheet(table, state))
    items = {"rail": "rail", "city": "city", "spike": "spike"}
    found: dict[str, Any] = {
        name: {
            seat.seat: sum(line.points for line in seat.lines if line.item == item)
            for seat in count.seats
        }
        for name, item in items.items()
    }
    return found | {
        "total": {seat.seat: seat.total for seat in count.seats},
        "totals": {seat.seat: seat.total for seat in count.seats},
        "ranks": {seat.seat: seat.rank for seat in count.seats},
        "winners": list(count.winners),
    }


def _count(table: Table, state: State) -> str:
    score = _score(table, state)
    words = [
        f"{seat}={score['total'][seat]}({score['rail'][seat]}+{score['city'][seat]}+{score['spike'][seat]})"
        for seat in table.seats
    ]
    return f"{' '.join(words)} win {'+'.join(score['winners'])}"


def _set_up(table: Table, state: State) -> str:
    homes = " ".join(
        f"{square}={word}" for square, word in sorted(state.tiles.items()) if "@" in word[1:]
    )
    hands = " ".join(f"{seat}.hand={state.hands[seat]}" for seat in table.seats)
    trains = " ".join(f"{side}.trains={state.in_hand[side]}" for side in sides(table))
    return f"{homes} pool={state.pool} {hands} {trains}"


_QUERIES: Mapping[str, Callable[[Table, State], str]] = {
    "score": _count,
    "final": _count,
    "standing": _count,
    "setup": _set_up,
    "position": format_position,
}
