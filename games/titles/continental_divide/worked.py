"""Playing one worked example of the digest and showing what it came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, IllegalMove, Refusal
from games.engine.title import LETTERS, Outcome, Table
from games.titles.continental_divide.board import underscored
from games.titles.continental_divide.meta import META, Options
from games.titles.continental_divide.move_notation import parse_move
from games.titles.continental_divide.moves import Dividends, Draft, Move
from games.titles.continental_divide.notation import format_position, parse_position
from games.titles.continental_divide.rules import apply, end, sheet
from games.titles.continental_divide.state import TURNS, Phase, State
from scoring.tables.continental_divide import START_CASH, points_per_share, tally


def run_example(board: Any, case: Mapping[str, Any]) -> Outcome:
    """Return what one worked example comes to on a board.

    Raises `NotationError` or `Fault` where the case itself cannot be read. Digest 4.1.
    """
    table = Table(LETTERS[:3], _options(case.get("options", {})), board)
    start = case.get("start") or "n=3"
    players = re.match(r"n=(\d{1,2})\b", start)
    if players and int(players[1]) not in START_CASH:
        return _refused("illegal", IllegalMove("players", "CD-01", players=int(players[1])))
    table, state = parse_position(table, start)
    answers: list[str] = []
    played = 0
    for text in _entries(case.get("moves", ())):
        query = QUERIES.get(text.strip().rstrip("?"))
        if query is not None:
            answers.append(query(table, state))
            continue
        seat, move = parse_move(table, state, text)
        try:
            state = apply(table, _at_its_time(state, move), seat, move).state
        except ChoiceNeeded as needed:
            return _refused("ask", needed)
        except Refusal as refusal:
            return _refused("illegal", refusal)
        played += 1
        if isinstance(move, (Dividends, Draft)):
            answers.append(_dividends(state) if isinstance(move, Dividends) else _order(state))
    shows = " ; ".join([*answers, _shows(table, state)])
    facts, score = _facts(table, state), _score(table, state)
    return Outcome("legal" if played else "query", shows=shows, facts=facts, score=score)


def _refused(verdict: Any, refusal: Refusal) -> Outcome:
    return Outcome(verdict, refusal.code, refusal.rule, facts=dict(refusal.facts))


def _entries(moves: Any) -> list[str]:
    lines = [moves] if isinstance(moves, str) else moves
    return [text for line in lines for text in f" {line} ".split(" / ") if text.strip()]


def _options(given: Mapping[str, Any]) -> Options:
    """Read options by our keys or by the digest's decision, and choices by key or letter (a, b, c)."""
    found: dict[str, str] = {}
    for name, value in given.items():
        for option in META.options:
            if name in (option.key, option.rule):
                choices = [choice.value for choice in option.choices]
                letters = dict(zip("abc", choices, strict=False))
                if isinstance(value, bool) and len(choices) == 2:
                    value = choices[value]
                name, value = option.key, letters.get(value, value)
        found[name] = value
    options: Options = convert(found, Options)
    return options


def _at_its_time(state: State, move: Move) -> State:
    """Return the state in the phase of a table's act: such an entry may stand first in an example."""
    phase: Phase | None = None
    if isinstance(move, Dividends):
        phase = "dividends"
    elif isinstance(move, Draft):
        phase = "order"
    if phase is None or state.phase in (phase, "over"):
        return state
    turn = state.turn
    if phase == "order":
        turn, phase = (turn + 1, phase) if turn < TURNS else (turn, "over")
    return replace(state, phase=phase, turn=turn, queue="", opened="", bought="", lines=())


# What is shown


def _shows(table: Table, state: State) -> str:
    """Return every figure of the position as a token: `A=20 red.tre=4 red.cubes=8/10/10`."""
    words = [f"turn={state.turn}", f"order={state.order}", f"phase={state.phase}"]
    if state.queue:
        words.append(f"active={state.queue[0]}")
    words += [f"{seat}={state.money[seat]}" for seat in table.seats]
    for key in state.railroads:
        words += [f"{key}.{name}={value}" for name, value in _railroad(table, state, key).items()]
    return " ".join(words)


def _railroad(table: Table, state: State, key: str) -> dict[str, int | str]:
    railroad = state.railroads[key]
    flags = {"C": railroad.central, "W": railroad.western, "D": railroad.divide}
    holders = {f"hold.{seat}": count for seat, count in railroad.held.items()}
    return {
        "tre": state.money[key],
        "inc": railroad.income,
        "iss": railroad.issued,
        "val": railroad.value,
        "unsold": railroad.unsold,
        "cubes": "/".join(map(str, railroad.cubes)),
        "flags": "".join(flag for flag, held in flags.items() if held),
        "port": underscored(railroad.port),
        "hold": ",".join(f"{seat}{count}" for seat, count in sorted(railroad.held.items())),
        "at": railroad.at,
        "trk": ";".join(railroad.track),
        "len": railroad.built,
        "div": railroad.dividend,
        "min": railroad.price,
        "vp": points_per_share(sheet(table, state).railroads[key]),
        **holders,
    }


def _facts(table: Table, state: State) -> dict[str, Any]:
    facts: dict[str, Any] = {"turn": state.turn, "order": state.order, "phase": state.phase}
    facts |= {seat: state.money[seat] for seat in table.seats}
    for key in state.railroads:
        for name, value in _railroad(table, state, key).items():
            facts[f"{key}.{name}"] = value
    return facts


def _score(table: Table, state: State) -> dict[str, Any]:
    count = tally(sheet(table, state))
    return {
        "totals": {seat.seat: seat.total for seat in count.seats},
        "ranks": {seat.seat: seat.rank for seat in count.seats},
        "winners": list(count.winners),
        "lines": {
            seat.seat: [[line.item, line.count, line.points] for line in seat.lines]
            for seat in count.seats
        },
    }


def _setup(table: Table, state: State) -> str:
    cash = " ".join(f"{seat}={state.money[seat]}" for seat in table.seats)
    return f"CASH {cash}"


def _order(state: State) -> str:
    """Show the new order: the seats by card, the cards by seat."""
    cards = " ".join(f"{seat}{card}" for card, seat in enumerate(state.order, 1))
    return f"ORDER {state.order} ; {' '.join(state.order)} ; {cards} ; turn {state.turn}"


def _dividends(state: State) -> str:
    each = " ".join(f"{key}={railroad.dividend}" for key, railroad in state.railroads.items())
    return f"DIVIDEND {each}"


def _minprice(table: Table, state: State) -> str:
    prices = " ".join(f"{key}={railroad.price}" for key, railroad in state.railroads.items())
    return f"MIN {prices}"


def _end(table: Table, state: State) -> str:
    """Answer the end check that follows this turn's dividends. Rules CD-49 and CD-50."""
    over = state.turn == TURNS or end(table, state) is not None
    return f"game over ; end after turn {TURNS} ; score" if over else f"turn {state.turn + 1}"


def _count(table: Table, state: State) -> str:
    found = sheet(table, state)
    worth = " ".join(
        f"{key}={points_per_share(railroad)}" for key, railroad in found.railroads.items()
    )
    count = tally(found)
    totals = " ".join(f"{seat.seat}{seat.total}" for seat in count.seats)
    return f"VP/share {worth} ; {totals} ; win {'+'.join(count.winners)}"


QUERIES: Mapping[str, Callable[[Table, State], str]] = {
    "setup": _setup,
    "minprice": _minprice,
    "end": _end,
    "score": _count,
    "final": _count,
    "finish": _count,
    "standing": _count,
    "position": format_position,
}
