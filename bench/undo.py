"""Undo, and undo over 500 entries at once, against entering a move; all over HTTP, in turns.

Run: python bench/undo.py [sqlite] [postgresql]
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any
from uuid import uuid4

from _games import made
from _load import Client
from _server import Shape, free_port, has_postgres, pages, server, shape
from _setup import machine, percentile, row, verdict

FAR = 500
ROUNDS = 80


def main(wanted: list[str]) -> None:
    """Print the figures for each database."""
    print(f"undo: {machine()}; one client, {ROUNDS} turns\n")
    row("database", "entry", "p50 / p95 ms", "p50 of a move's", "goal 2.0")
    row(*["---"] * 5)
    for name in ("SQLite", "PostgreSQL"):
        if wanted and name.lower() not in wanted:
            continue
        if name == "PostgreSQL" and not has_postgres():
            print("PostgreSQL does not answer; not measured")
            continue
        with shape(name) as used:
            _measure(used)


def _measure(used: Shape) -> None:
    # A line longer than any game's: the table enters its map hex by hex.
    told = made(used.variables, 1, FAR + 5, charted=FAR + 6)
    port = free_port()
    with server(pages(port), used, port):
        times = asyncio.run(_turns(port, told["games"][0], told["script"][0]))
    usual = percentile(times["move"], 0.5)
    for name, found in times.items():
        ratio = percentile(found, 0.5) / usual
        shown = f"{percentile(found, 0.5) * 1e3:.1f} / {percentile(found, 0.95) * 1e3:.1f}"
        row(used.name, name, shown, f"{ratio:.2f}", verdict(ratio <= 2))


async def _turns(port: int, game: dict[str, Any], entry: dict[str, Any]) -> dict[str, list[float]]:
    """Enter and take back, over and over: what counts is as it was after each turn."""
    client = Client(port)
    far = game["head"] - FAR
    times: dict[str, list[float]] = {}
    for turn in range(ROUNDS + 3):
        for name, path, extra in (
            ("move", "moves", entry),
            ("undo", "undo", {}),
            (f"undo over {FAR}", "undo-to", {"target": far}),
            (f"redo over {FAR}", "redo", {}),
        ):
            sent = {**extra, "seen": game["last"], "key": str(uuid4()), "confirm": True}
            address = f"/api/games/{game['code']}/{path}/"
            status, answer, took = await client.post(address, sent, game["token"])
            if status != 201:
                raise SystemExit(f"refused: {status} {answer}")
            game["last"] = answer["last"]
            if turn >= 3:
                times.setdefault(name, []).append(took)
    client.close()
    return times


if __name__ == "__main__":
    main([given.lower() for given in sys.argv[1:]])
