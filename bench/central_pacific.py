"""Times Central Pacific: a turn of five tiles, claims and trimming of full boards, every legal laying.

Run `python bench/central_pacific.py`. Boards come from random games with fixed seeds, and from a board
full of four-ways for the worst cases; times are the processor's, printed with their share of the goal.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from _setup import django_on

django_on()

from games.engine.codec import convert  # noqa: E402 - Django has to be set up first
from games.engine.title import Table  # noqa: E402
from games.registry import TITLES  # noqa: E402
from games.services.charts import read_board, shipped_text  # noqa: E402
from games.titles.central_pacific import helpers, trim  # noqa: E402
from games.titles.central_pacific.claims import find_changes  # noqa: E402
from games.titles.central_pacific.grid import Grid  # noqa: E402
from games.titles.central_pacific.placing import layings  # noqa: E402
from games.titles.central_pacific.state import Laid, State  # noqa: E402

TITLE = TITLES["central_pacific"]
GAMES = 12
FULL = "full board of four-ways"


def table() -> Table:
    """Return a table for two on the practice set."""
    board = read_board(TITLE, json.loads(shipped_text("central_pacific")))
    return Table("AB", TITLE.options_type(), board)


def states(at: Table) -> list[State]:
    """Return the states of random games, move by move."""
    found = []
    for seed in range(GAMES):
        chance = random.Random(seed)
        setup = {field.name: field.value for field in TITLE.setup_fields(at)}
        state = TITLE.setup(at, convert(setup, TITLE.setup_type, strict=False))
        while TITLE.end(at, state) is None:
            seat, move = chance.choice(list(TITLE.legal_moves(at, state)))
            state = TITLE.apply(at, state, seat, move, frozenset()).state
            found.append(state)
    return found


def full_board(seed: int, cities: int) -> dict[str, str]:
    """Return four-ways on most squares, with cities among them that touch up to four rails."""
    chance = random.Random(seed)
    squares = [f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(1, 11)]
    tiles = dict.fromkeys(chance.sample(squares, 80), "X:NESW")
    for square in chance.sample(sorted(tiles), cities):
        tiles[square] = "@2:NESW"
    return tiles


def milliseconds(run: Callable[[], Any]) -> float:
    """Return the processor time of one run."""
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1000


def report(name: str, goal: float, times: list[float]) -> None:
    """Print the median and the slowest, and the slowest as a share of the goal."""
    middle, slowest = statistics.median(times), max(times)
    share = slowest / goal
    print(f"{name:52}{middle:8.2f}{slowest:10.2f}{goal:8.0f}{share:8.2f}")


def five_tiles(at: Table, found: list[State]) -> list[float]:
    """Time laying five tiles, one after another, from the start of turns."""
    times = []
    for state in found:
        if (
            state.laid
            or state.discarded
            or state.special
            or state.ended
            or state.hands[state.active] < 5
        ):
            continue
        entries, after = [], state
        chance = random.Random(len(state.tiles))
        for _ in range(5):
            possible = list(layings(at, after, after.active, most=1))
            if not possible:
                break
            entries.append(chance.choice(possible))
            after = TITLE.apply(at, after, after.active, entries[-1], frozenset()).state
        if len(entries) == 5:
            times.append(milliseconds(partial(turn, at, state, entries)))
    return times


def all_layings(at: Table, state: State) -> list[Any]:
    """Return every legal laying of every kind."""
    return list(layings(at, state, state.active))


def all_moves(at: Table, state: State) -> list[Any]:
    """Return every legal move."""
    return list(TITLE.legal_moves(at, state))


def turn(at: Table, state: State, entries: list[Any]) -> None:
    """Lay the tiles and end the turn."""
    state = State(**{name: getattr(state, name) for name in state.__struct_fields__})
    for entry in entries:
        state = TITLE.apply(at, state, state.active, entry, frozenset()).state


def claims(tiles: dict[str, str], trains: dict[str, str]) -> None:
    """Find what changed where the last five tiles were laid this turn."""
    free = [square for square in tiles if square not in trains]
    laid = tuple(Laid(square) for square in free[-5:])
    state = State("A", 1, 0, {"A": 0, "B": 0}, tiles, trains, laid=laid)
    list(find_changes(state, "A", steals=True, relinks=False))


def trimmed(at: Table, tiles: dict[str, str]) -> float:
    """Time the trimming of the largest line, its search not remembered from before."""
    grid = Grid(tiles)
    line = max(grid.lines, key=lambda line: len(line.rails))
    trim._fewest.cache_clear()
    return milliseconds(partial(trim.kept_rails, at, grid, line))


def main() -> None:
    """Print every figure beside its goal, in milliseconds."""
    at = table()
    found = states(at)
    print(f"{'ms':52}{'median':>8}{'slowest':>10}{'goal':>8}{'share':>8}")
    report("checking a turn of five tiles", 5, five_tiles(at, found))
    late = [state for state in found if len(state.tiles) > 40]
    boards = [(state.tiles, dict(state.trains)) for state in late]
    report("claim analysis, late in games", 10, [milliseconds(partial(claims, *b)) for b in boards])
    crowded = [full_board(seed, 20) for seed in range(20)]
    report(f"claim analysis, {FULL}", 10, [milliseconds(partial(claims, b, {})) for b in crowded])
    report(
        "trimming the largest line, late in games",
        50,
        [trimmed(at, t) for t, _ in boards if Grid(t).lines],
    )
    ten = [full_board(seed, 10) for seed in range(20)]
    report(f"trimming a line of ten cities, {FULL}", 50, [trimmed(at, tiles) for tiles in ten])
    report(
        "every legal laying",
        150,
        [milliseconds(partial(all_layings, at, s)) for s in late],
    )
    report(
        "every legal move",
        150,
        [milliseconds(partial(all_moves, at, s)) for s in late],
    )
    report(
        "lines that can be stolen",
        150,
        [milliseconds(partial(helpers.threats, at, s, "A")) for s in late if s.spike],
    )


if __name__ == "__main__":
    main()
