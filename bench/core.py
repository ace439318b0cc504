"""The pure core: what applying a move costs early and late in a log, and how fast logs replay.

Run: python bench/core.py
"""

from __future__ import annotations

import json
import random
import time
from typing import Any

import msgspec.inspect
from _setup import django_on, machine, mean, row, verdict

django_on()

from games import demo  # noqa: E402 - Django has to be set up first
from games.engine.codec import convert, encode, to_data  # noqa: E402
from games.engine.title import Table, Title  # noqa: E402
from games.registry import TITLES  # noqa: E402
from games.services.charts import read_board, shipped_text  # noqa: E402

GAMES = 12
REPEATS = 7
WINDOW = 10
LONG = 1_000

Log = list[tuple[str, Any]]


def main() -> None:
    """Print the figures for every title."""
    print(f"core: {machine()}; µs are the best of {REPEATS} runs of each move\n")
    for title in TITLES.values():
        _title(title)


def _title(title: Title) -> None:
    board = read_board(title, json.loads(shipped_text(title.meta.key)))
    seats = "ABCDEF"[: title.meta.players[1]]
    table = Table(seats, title.options_type(), board)
    setup = {field.name: field.value for field in title.setup_fields(table)}
    start = title.setup(table, convert(setup, title.setup_type, strict=False))
    logs = [list(demo.playout(title, table, start, random.Random(n))) for n in range(GAMES)]
    longest = max(logs, key=len)
    print(f"{title.meta.name}: {GAMES} random games of {len(seats)}, {len(longest)} moves at most")
    _early_and_late(title, table, start, logs)
    _same_moves_later(title, table, start, logs)
    _replays(title, table, start, logs)


def _early_and_late(title: Title, table: Table, start: Any, logs: list[Log]) -> None:
    """Compare the moves around the tenth with a game's last, by kind."""
    early: dict[str, list[float]] = {}
    late: dict[str, list[float]] = {}
    for log in logs:
        for number, cost in enumerate(_costs(title, table, start, log)):
            kinds = early if abs(number - WINDOW) <= WINDOW // 2 else late
            if kinds is early or number >= len(log) - WINDOW:
                kinds.setdefault(type(log[number][1]).__name__, []).append(cost)
    row("real games", f"µs around move {WINDOW}", f"µs of the last {WINDOW}", "ratio")
    row("---", "---", "---", "---")
    for kind in sorted(early.keys() & late.keys()):
        first, last = mean(early[kind]), mean(late[kind])
        row(kind, f"{first:.0f}", f"{last:.0f}", f"{last / first:.2f}")
    slowest = max(cost for costs in (*early.values(), *late.values()) for cost in costs)
    print(f"slowest {slowest:.0f} µs (goal 300: {verdict(slowest < 300)})\n")


def _same_moves_later(title: Title, table: Table, start: Any, logs: list[Log]) -> None:
    """Compare games with the very same games after `LONG` events that chart a blank map of hexes.

    No real log is so long, so the first events enter the whole map hex by hex, over and over, a
    wrong cost and then the right one; what follows are the same moves on the same position. A title
    without such moves is left out: nothing goes before its first move.
    """
    data = to_data(table.board)
    if not data.get("hexes") or "chart" not in _kinds(title):
        print("the same moves later: left out, no hexes are charted in play\n")
        return
    blank = Table(
        table.seats,
        table.options,
        convert({**data, "hexes": [], "complete": False}, title.board_type),
    )
    right = [_chart_move(title, each) for each in data["hexes"]]
    wrong = [_chart_move(title, {**each, "cost": each["cost"] + 1}) for each in data["hexes"]]
    charts = [("", move) for move in (*wrong, *right)]
    while len(charts) < LONG:
        charts += [("", wrong[0]), ("", right[0])]
    first: list[float] = []
    later: list[float] = []
    for log in logs:
        first += _costs(title, table, start, log)
        later += _costs(title, blank, start, charts + log)[len(charts) :]
    ratio = sum(later) / sum(first)
    row("the same moves", "as moves 1 and on", f"as moves {len(charts) + 1:,} and on", "ratio")
    row("---", "---", "---", "---")
    row("µs, mean", f"{mean(first):.1f}", f"{mean(later):.1f}", f"{ratio:.2f}")
    print(f"goal ±20 %: {verdict(0.8 <= ratio <= 1.2)}\n")


def _kinds(title: Title) -> set[str]:
    infos = (msgspec.inspect.type_info(struct) for struct in title.move_structs)
    return {str(info.tag) for info in infos if isinstance(info, msgspec.inspect.StructType)}


def _chart_move(title: Title, data: dict[str, Any]) -> Any:
    data = {key: value for key, value in data.items() if key != "terrain"}
    place = f"{data.pop('q')},{data.pop('r')}"
    return convert({**data, "kind": "chart", "place": place}, title.move_type)


def _costs(title: Title, table: Table, state: Any, log: Log) -> list[float]:
    """Return what each move of a log costs, in µs."""
    costs = []
    for seat, move in log:
        costs.append(_cost(title, table, state, seat, move))
        state = title.apply(table, state, seat, move, frozenset()).state
    return costs


def _cost(title: Title, table: Table, state: Any, seat: str, move: Any) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        title.apply(table, state, seat, move, frozenset())
        best = min(best, time.perf_counter() - began)
    return best * 1e6


def _replays(title: Title, table: Table, start: Any, logs: list[Log]) -> None:
    """Replay every log from stored text, as `manage.py replay` does, but without a database."""
    stored = [[(seat, encode(move)) for seat, move in log] for log in logs]
    events = sum(len(log) for log in logs)
    best = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        for log in stored:
            state = start
            for seat, text in log:
                move = convert(json.loads(text), title.move_type)
                state = title.apply(table, state, seat, move, frozenset()).state
        best = min(best, time.perf_counter() - began)
    rate = events / best
    print(f"replay of {events} events: {rate:,.0f} events/s (goal 3,000: {verdict(rate >= 3000)})")


if __name__ == "__main__":
    main()
