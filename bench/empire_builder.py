"""Times cheapest paths beside rustworkx's Dijkstra, and moves on a full late-game board.

Run `python -m bench.empire_builder`. Boards and pairs are drawn with a fixed seed; every cost is compared.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any

import rustworkx
from msgspec.structs import replace

from games.engine.codec import encode
from games.engine.errors import Refusal
from games.engine.paths import Arcs, cheapest_path
from games.engine.title import Table
from games.registry import TITLES
from games.titles.empire_builder.charting import merged_board
from games.titles.empire_builder.routes import build_arcs, cheapest_build, reach, runs
from games.titles.empire_builder.state import State, grid, with_track
from games.titles.empire_builder.ways import sections_of
from tests.rules.boards import read_board

TITLE = TITLES["empire_builder"]
SEATS = "ABCDEF"
SECTIONS = 125
"""Sections of each seat on the late board: 750 in all."""
PAIRS = 300
REPEATS = 40
MOST_PATH_MS = 10
MOST_RATIO = 5
MOST_MOVE_MS = 1


def main() -> None:
    """Print the figures, and whether each goal is met."""
    table = Table(SEATS, TITLE.options_type(), read_board(TITLE, "north_america"))
    table, empty = TITLE.parse_position(table, "n=6")
    late = late_board(table, empty)
    size = len(encode(late))
    print(
        f"{len(table.board.mileposts)} mileposts; late board: {len(late.track)} sections, {size:,} B"
    )
    for name, state in (("empty map", empty), ("late board", late)):
        paths(name, table, state)
    moves(table, late)


def late_board(table: Table, state: State) -> State:
    """Return a board on which every seat has joined cities at random, by cheapest legal ways."""
    rng = random.Random(7)
    towns = list(grid(table, state).sites)
    homes = {seat: rng.choice(grid(table, state).majors) for seat in SEATS}
    money = dict.fromkeys(SEATS, 9_999)
    state = replace(state, money={**money, "bank": -sum(money.values())})
    short = set(SEATS)
    while short:
        for seat in sorted(short):
            way = cheapest_build(table, state, seat, homes[seat], rng.choice(towns))
            if way is not None and way.paths:
                state = _laid(table, state, seat, way.paths)
            if len(sections_of(seat, state.ways.get(seat, ""))) >= SECTIONS:
                short.discard(seat)
    return _with_trains(table, state)


def _with(state: State, **changes: Any) -> State:
    return type(state)(**{name: getattr(state, name) for name in state.__struct_fields__} | changes)


def _laid(table: Table, state: State, seat: str, paths: tuple[tuple[str, ...], ...]) -> State:
    places = grid(table, state)
    track = dict(state.track)
    for path in paths:
        for a, b in pairwise(path):
            link = places.links[a][b]
            track[link.key] = seat + (">" if link.onward else "<")
    return with_track(state, track, seat)


def _with_trains(table: Table, state: State) -> State:
    """Put each seat's superfreight on the middle of its track, with three cards in hand."""
    words = [TITLE.format_position(table, state)]
    for number, seat in enumerate(SEATS):
        path = max(state.ways[seat].split(";"), key=len).split(">")
        words.append(f"train {seat}{{t=super at={path[len(path) // 2]} loads=coal,oil}}")
        words += [f"card {seat}#{number * 3 + card}" for card in (1, 2, 3)]
    found: State = TITLE.parse_position(table, " | ".join(words))[1]
    return found


# Paths


def paths(name: str, table: Table, state: State) -> None:
    """Compare cheapest paths between random mileposts, and the whole helper with its limits."""
    arcs = build_arcs(table, state, "A")
    graph = directed(arcs)
    rng = random.Random(1)
    pairs = [tuple(rng.sample(range(len(arcs)), 2)) for _ in range(PAIRS)]
    own, other = [], []
    for start, goal in pairs:
        found, spent = timed(cheapest_path, arcs, [start], {goal})
        own.append(spent)
        lengths, spent = timed(rustworkx.dijkstra_shortest_path_lengths, graph, start, float, goal)
        other.append(spent)
        assert [found[0]] == [lengths[goal]] if found else goal not in lengths
    names = grid(table, state).names
    whole = [
        timed(cheapest_build, table, state, "A", names[start], names[goal])[1]
        for start, goal in pairs[:100]
    ]
    ratio = median(own) / median(other)
    print(f"\ncheapest paths, {name}, {PAIRS} pairs of mileposts (ms)")
    print(f"  bucket queue     median {median(own):6.2f}   longest {max(own):6.2f}")
    print(f"  rustworkx        median {median(other):6.2f}   longest {max(other):6.2f}")
    print(f"  with all limits  median {median(whole):6.2f}   longest {max(whole):6.2f}")
    verdict(f"legal path under {MOST_PATH_MS} ms", median(whole), MOST_PATH_MS)
    verdict(f"within {MOST_RATIO} times rustworkx", ratio, MOST_RATIO)


def directed(arcs: Arcs) -> Any:
    """Return the same graph for rustworkx."""
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(len(arcs)))
    graph.add_edges_from([(a, b, price) for a, own in enumerate(arcs) for b, price in own])
    return graph


# Moves


def moves(table: Table, state: State) -> None:
    """Time moves of every sort on the late board; each applied to states met for the first time."""
    places = grid(table, state)
    ways = reach(table, state, "A", 1)
    far = max(ways.values(), key=len)
    # What an entry needs first: a wise builder's next sections, and what lies near.
    build = next(move for _, move in TITLE.legal_moves(table, state) if kind(move) == "build")
    path = [*build.path]
    while len(path) < 8:
        ahead = next(
            (to for to in places.links[path[-1]] if legal(table, state, [*path, to])), None
        )
        if ahead is None:
            break
        path.append(ahead)
    lines = {
        f"go {len(far)} mileposts": f"A: go {'>'.join(far)}",
        f"build {len(path) - 1} sections": f"A: build {'>'.join(path)}",
        "end the turn": "A: end",
        "new hand": "A: newhand",
        "claim": "A: claim",
        "half rate": "half near=Chicago within=6",
        "flood": "flood Ohio over=none",
    }
    print("\nmoves on the late board (ms)")
    worst = 0.0
    for label, line in lines.items():
        spent = applied(table, state, line)
        if spent is not None:
            worst = max(worst, spent)
            print(f"  {label:22} {spent:6.3f}")
    verdict(f"a move under {MOST_MOVE_MS} ms", worst, MOST_MOVE_MS)
    others = {
        "legal moves": lambda: sum(1 for _ in TITLE.legal_moves(table, state)),
        "reach": lambda: reach(table, state, "A", 1),
        "ways to run": lambda: runs(table, state, "A", 1, far[-1]),
        "panels": lambda: TITLE.panels(table, state),
        "sheet": lambda: TITLE.sheet(table, state),
        "write the position": lambda: TITLE.format_position(table, state),
        "board with the chart": lambda: merged_board(table, state),
    }
    print("\nbeside moves, on the late board (ms)")
    for label, act in others.items():
        print(f"  {label:22} {median(timed(act)[1] for _ in range(5)):6.2f}")


def kind(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def legal(table: Table, state: State, path: list[str]) -> bool:
    """Say whether a path may be built."""
    _, move = TITLE.parse_move(table, state, f"A: build {'>'.join(path)}")
    try:
        TITLE.apply(table, state, "A", move, frozenset())
    except Refusal:
        return False
    return True


def applied(table: Table, state: State, line: str) -> float | None:
    """Return the median time of a move, over states that no cache has seen, or None if refused."""
    seat, move = TITLE.parse_move(table, state, line)
    spent = []
    for number in range(REPEATS):
        # Another train position makes the state new; its track is as in the move before it.
        fresh = replace(state, discarded=number)
        try:
            spent.append(timed(TITLE.apply, table, fresh, seat, move, frozenset())[1])
        except Refusal as refusal:
            print(f"  {line[:22]:22} refused ({refusal.code})")
            return None
    return median(spent)


def timed(act: Callable[..., Any], *given: Any) -> tuple[Any, float]:
    """Return what an act gives, and the milliseconds it took."""
    gc.disable()
    start = time.perf_counter()
    found = act(*given)
    spent = (time.perf_counter() - start) * 1_000
    gc.enable()
    return found, spent


def verdict(what: str, figure: float, most: float) -> None:
    """Print whether a goal is met."""
    print(f"  -> {what}: {figure:.2f} {'met' if figure < most else 'NOT met'}")


if __name__ == "__main__":
    main()
