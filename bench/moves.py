"""Entering moves over HTTP against a bare endpoint that inserts one row, and late against early.

Run: python bench/moves.py [sqlite] [postgresql]
The same granian process serves both endpoints through the same middleware, in turns.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median
from subprocess import Popen
from typing import Any
from uuid import uuid4

from _games import made
from _load import Client
from _server import Shape, cpu_seconds, free_port, has_postgres, pages, server, shape
from _setup import machine, mean, percentile, row, verdict

CLIENTS = 16
SECONDS = 1.0
ROUNDS = 10
SAMPLES = 250
GAMES = 32
ENDINGS = 20


def main(wanted: list[str]) -> None:
    """Print the figures for each database."""
    print(
        f"moves: {machine()}; {CLIENTS} clients, {ROUNDS} turns of {SECONDS:.0f} s for each endpoint\n"
    )
    for name in ("SQLite", "PostgreSQL"):
        if wanted and name.lower() not in wanted:
            continue
        if name == "PostgreSQL" and not has_postgres():
            print("PostgreSQL does not answer; not measured")
            continue
        with shape(name) as used:
            _measure(used)


def _measure(used: Shape) -> None:
    start = made(used.variables, GAMES, 0)
    tenth = made(used.variables, 1, 9)
    late = made(used.variables, 1, -2)
    ends = made(used.variables, ENDINGS, -1)
    print(f"{used.name}: games of {start['length']} moves", flush=True)
    port = free_port()
    with server(pages(port), used, port) as process:
        asyncio.run(_rates(port, process, start))
        asyncio.run(_early_and_late(port, tenth, late, ends))


async def _rates(port: int, process: Popen[bytes], start: dict[str, Any]) -> None:
    games = [{**game, "at": 0} for game in start["games"]]
    # The last move ends the game and tallies it: another piece of work, measured apart.
    script = start["script"][:-1]
    # Short turns in quick change: whatever else the machine does falls on both alike.
    rates: dict[str, list[float]] = {"bare": [], "moves": []}
    spent: dict[str, list[float]] = {"bare": [], "moves": []}
    times: dict[str, list[float]] = {"bare": [], "moves": []}
    clients = [Client(port) for _ in range(CLIENTS)]
    await asyncio.gather(*(_bare(client, 0.5) for client in clients))
    for _ in range(ROUNDS):
        for name in rates:
            began, used = time.perf_counter(), cpu_seconds(process.pid)
            if name == "bare":
                runs = [_bare(client, SECONDS) for client in clients]
            else:
                runs = [
                    _moves(client, games[index::CLIENTS], script, SECONDS)
                    for index, client in enumerate(clients)
                ]
            found = [seconds for run in await asyncio.gather(*runs) for seconds in run]
            rates[name].append(len(found) / (time.perf_counter() - began))
            spent[name].append((cpu_seconds(process.pid) - used) / len(found))
            times[name] += found
    for client in clients:
        client.close()
    row("endpoint", "requests/s", "p50 / p95 / p99 ms", "server's CPU, ms a request")
    row("---", "---", "---", "---")
    for name in rates:
        shown = " / ".join(f"{percentile(times[name], s) * 1e3:.0f}" for s in (0.5, 0.95, 0.99))
        row(name, f"{mean(rates[name]):,.0f}", shown, f"{median(spent[name]) * 1e3:.1f}")
    ratio = median([a / b for a, b in zip(rates["moves"], rates["bare"], strict=True)])
    work = median([b / a for a, b in zip(spent["moves"], spent["bare"], strict=True)])
    print(
        f"requests/s: {ratio:.2f} of bare (goal 0.40: {verdict(ratio >= 0.4)}); "
        f"by the server's CPU {work:.2f}\n",
        flush=True,
    )


async def _bare(client: Client, seconds: float) -> list[float]:
    until = time.perf_counter() + seconds
    found = []
    while time.perf_counter() < until:
        move = {"kind": "buy", "railroad": "red", "shares": 1, "pay": 30}
        sent = {"move": move, "seen": 1, "key": str(uuid4())}
        status, _, took = await client.post("/bare/", sent)
        _demand(status, None)
        found.append(took)
    return found


async def _moves(
    client: Client, games: list[dict[str, Any]], script: list[Any], seconds: float
) -> list[float]:
    until = time.perf_counter() + seconds
    found = []
    while time.perf_counter() < until and games:
        game = games[0]
        found.append(await _enter(client, game, script[game["at"]]))
        game["at"] += 1
        if game["at"] == len(script):
            games.pop(0)
    return found


async def _enter(client: Client, game: dict[str, Any], entry: dict[str, Any]) -> float:
    sent = {**entry, "seen": game["last"], "key": str(uuid4())}
    path = f"/api/games/{game['code']}/moves/"
    status, answer, took = await client.post(path, sent, game["token"])
    _demand(status, answer)
    game["last"] = answer["last"]
    return took


def _demand(status: int, answer: Any) -> None:
    if status != 201:
        raise SystemExit(f"refused: {status} {answer}")


async def _early_and_late(
    port: int, tenth: dict[str, Any], late: dict[str, Any], ends: dict[str, Any]
) -> None:
    """Enter the tenth and the last but one move in turns, each undone again."""
    client = Client(port)
    times: dict[str, list[float]] = {"tenth": [], "last but one": []}
    for _ in range(SAMPLES):
        for name, games in (("tenth", tenth), ("last but one", late)):
            game = games["games"][0]
            times[name].append(await _enter(client, game, games["script"][0]))
            sent = {"seen": game["last"], "key": str(uuid4()), "confirm": True}
            path = f"/api/games/{game['code']}/undo/"
            status, answer, _ = await client.post(path, sent, game["token"])
            _demand(status, answer)
            game["last"] = answer["last"]
    times["last, with the tally"] = [
        await _enter(client, game, ends["script"][0]) for game in ends["games"]
    ]
    client.close()
    row("move of the longest game", "p50 / p95 ms, one client")
    row("---", "---")
    for name, found in times.items():
        row(name, f"{percentile(found, 0.5) * 1e3:.1f} / {percentile(found, 0.95) * 1e3:.1f}")
    ratio = percentile(times["last but one"], 0.95) / percentile(times["tenth"], 0.95)
    middle = percentile(times["last but one"], 0.5) / percentile(times["tenth"], 0.5)
    print(f"p95 ratio {ratio:.2f}, p50 ratio {middle:.2f} (goal 1.20: {verdict(ratio <= 1.2)})\n")


if __name__ == "__main__":
    main([given.lower() for given in sys.argv[1:]])
