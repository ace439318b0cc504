"""Random legal games: the same seed gives the same game. Tests, replays, demos, benchmarks use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.codec import to_data
from games.engine.hexgrid import distance, parse_hex
from games.engine.title import Step, Table, Title
from scoring.registry import SCORE_TABLES
from tests.rules.titles.empire_builder.taste import taste as _empire_builder
from tests.rules.titles.railways_east_west.taste import taste as _railways_east_west
from tests.rules.titles.twentieth_century_limited.taste import taste as _twentieth_century_limited

Entry = tuple[str, Any]
Taste = Callable[[Random, Table, Any, Sequence[Entry]], Entry]

MOST_MOVES = 5_000
"""A game that is longer than this does not end by itself."""


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a played game: the state before it, who made it, and the step it made."""

    before: Any
    seat: str
    move: Any
    step: Step


def play(
    title: Title, table: Table, state: Any, seed: int, most: int = MOST_MOVES
) -> Iterator[Played]:
    """Yield the moves of a random legal game from a state to its end, or raise `RuntimeError`."""
    chance = Random(seed)
    taste = TASTES.get(title.meta.key, any_move)
    for _ in range(most):
        if title.end(table, state) is not None:
            return
        seat, move = taste(chance, table, state, list(title.legal_moves(table, state)))
        step = title.apply(table, state, seat, move, frozenset())
        yield Played(state, seat, move, step)
        state = step.state
    if title.end(table, state) is None and most == MOST_MOVES:
        raise RuntimeError(f"{title.meta.key} has not ended after {most} moves (seed {seed})")


def kind_of(move: Any) -> str:
    """Return the tag of a move."""
    return str(type(move).__struct_config__.tag)


def any_move(chance: Random, table: Table, state: Any, entries: Sequence[Entry]) -> Entry:
    """Return a move: every kind as likely as another, then every move of the kind."""
    return pick(chance, entries, {})


def pick(chance: Random, entries: Sequence[Entry], weights: Mapping[str, int]) -> Entry:
    """Return a move, its kind by weight (1 where none is given), then any of the kind."""
    kinds: dict[str, list[Entry]] = {}
    for entry in entries:
        kinds.setdefault(kind_of(entry[1]), []).append(entry)
    names = list(kinds)
    kind = chance.choices(names, [weights.get(name, 1) for name in names])[0]
    return chance.choice(kinds[kind])


def _continental_divide(
    chance: Random, table: Table, state: Any, entries: Sequence[Entry]
) -> Entry:
    """Start dear railroads of few shares, buy much, build towards the ports, end the turn last."""
    kinds = {kind_of(move) for _, move in entries}
    if "start" in kinds and chance.random() < 0.5:
        starts = [entry for entry in entries if kind_of(entry[1]) == "start"]
        few = [entry for entry in starts if entry[1].issued <= 5] or starts
        return max(chance.sample(few, min(len(few), 5)), key=lambda entry: int(entry[1].value))
    if "buy" in kinds and chance.random() < 0.7:
        return chance.choice([entry for entry in entries if kind_of(entry[1]) == "buy"])
    ports = [parse_hex(data.place) for data in table.board.hexes if data.port]
    lines = [
        (_nearest(ports, move.path[-1]), (seat, move))
        for seat, move in entries
        if kind_of(move) == "build"
    ]
    useful = [
        (left, (seat, move))
        for left, (seat, move) in lines
        if left < _ahead(state.railroads[move.railroad], ports)
    ]
    if not useful or chance.random() < 0.1:
        return pick(chance, entries, {"build": 0 if lines else 1, "done": 3})
    return min(chance.sample(useful, min(len(useful), 6)), key=lambda line: line[0])[1]


def _ahead(railroad: Any, ports: Sequence[Any]) -> int:
    """Return how far a railroad's nearest hex is from a port; 0 when it has one."""
    hexes = [place for place in (railroad.at, *railroad.track) if "," in place]
    return 0 if railroad.port else min((_nearest(ports, place) for place in hexes), default=0)


def _nearest(ports: Sequence[Any], place: str) -> int:
    return min((distance(parse_hex(place), port) for port in ports), default=0)


TASTES: Mapping[str, Taste] = {
    "continental_divide": _continental_divide,
    "empire_builder": _empire_builder,
    "railways_east_west": _railways_east_west,
    "twentieth_century_limited": _twentieth_century_limited,
}
"""How a title's random games are played so that they come to something."""


def recording(title: Title, table: Table, state: Any, seed: int, board: str) -> str:
    """Return the JSON text of a recorded game, one move a line, as `tests/replays` keeps them."""
    lines, text = [], title.format_position(table, state)
    for played in play(title, table, state, seed):
        lines.append(title.format_move(table, played.seat, played.move))
        state = played.step.state
    count = SCORE_TABLES[title.meta.key].tally(title.sheet(table, state))
    head = {
        "title": title.meta.key,
        "rules_version": title.meta.rules_version,
        "board": board,
        "seats": table.seats,
        "options": to_data(table.options),
        "setup": text,
    }
    expect = {
        "scores": {seat.seat: seat.total for seat in count.seats},
        "end": title.end(table, state),
        "position": title.format_position(table, state),
    }
    rows = [f"  {json.dumps(line, ensure_ascii=False)}" for line in lines]
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    parts.append(' "moves": [\n' + ",\n".join(rows) + "\n ]")
    parts.append(f' "expect": {json.dumps(expect, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
