"""The live stream: from the commit of a move to every phone, and what one process spends on it.

Run: python bench/live.py [sqlite] [redis]
SQLite alone is the embedded shape (one look a tick); with Redis the stream is woken.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from functools import partial
from typing import Any, cast

import uvloop
from _games import made
from _server import BENCH, Shape, cpu_seconds, free_port, has_redis, live, server, shape
from _setup import machine, percentile, row, verdict

TABLES = ((500, 100, 10.0), (500, 1, 2.0), (2000, 400, 10.0))
"""Phones, the games they watch, moves a second in all."""

SECONDS = 20.0
GOALS = {"SQLite": 0.6, "SQLite + Redis": 0.05}


def main(wanted: list[str]) -> None:
    """Print the figures of each shape."""
    print(f"live: {machine()}; {SECONDS:.0f} s each, phones and writer on the same machine\n")
    row("shape", "phones", "games", "moves/s", "p50 / p95 / p99 ms", "CPU", "lost", "goal")
    row(*["---"] * 8)
    for name, redis in (("SQLite", False), ("SQLite + Redis", True)):
        if wanted and ("redis" if redis else "sqlite") not in wanted:
            continue
        if redis and not has_redis():
            print("Redis does not answer; not measured")
            continue
        with shape("SQLite", redis=redis) as used:
            games = made(used.variables, max(games for _, games, _ in TABLES), 0)["games"]
            for phones, count, pace in TABLES:
                _measure(name, used, games[:count], phones, pace)


def _measure(name: str, used: Shape, games: list[dict[str, Any]], phones: int, pace: float) -> None:
    port = free_port()
    with server(live(port), used, port) as process:
        waits, spent, lost = uvloop.run(_watch(process.pid, port, used, games, phones, pace))
    p95 = percentile(waits, 0.95)
    shown = " / ".join(f"{percentile(waits, share) * 1e3:.0f}" for share in (0.5, 0.95, 0.99))
    holds = lost == 0 and (phones > 500 or (p95 < GOALS[name] and spent < 0.1))
    row(name, phones, len(games), pace, shown, f"{spent:.1%}", lost, verdict(holds))


class Phone(asyncio.Protocol):
    """A phone: remembers when it heard of which event, and whether it was cut off."""

    def __init__(self, port: int, code: str, after: int) -> None:
        self.request = f"GET /live/{code}?after={after} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"
        self.code = code
        self.heard: list[tuple[int, float]] = []
        self.open = False
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        # Kept, since one that nobody holds is closed.
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        """Note the time of each event."""
        now = time.monotonic()
        self.open = self.open or b"200 OK" in data
        for line in data.split(b"\n"):
            if line.startswith(b"id: "):
                self.heard.append((int(line[4:]), now))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the stream ended."""
        self.lost = True


def _same(phone: Phone) -> Phone:
    return phone


async def _watch(
    pid: int, port: int, used: Shape, games: list[dict[str, Any]], count: int, pace: float
) -> tuple[list[float], float, int]:
    loop = asyncio.get_running_loop()
    phones: list[Phone] = []
    for number in range(count):
        game = games[number % len(games)]
        phone = Phone(port, game["code"], game["last"])
        phones.append(phone)
        await loop.create_connection(partial(_same, phone), "127.0.0.1", port)
    async with asyncio.timeout(60):
        while not all(phone.open for phone in phones):
            await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    before, began = cpu_seconds(pid), time.monotonic()
    writer = await asyncio.create_subprocess_exec(
        sys.executable,
        str(BENCH / "_writer.py"),
        str(pace),
        str(SECONDS),
        env=used.variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        limit=2**24,
    )
    said, _ = await writer.communicate(json.dumps(games).encode())
    await asyncio.sleep(3)
    spent = (cpu_seconds(pid) - before) / (time.monotonic() - began)
    commits = json.loads(said)
    for game in games:
        game["last"] = max([last for code, last, _ in commits if code == game["code"]] or [0])
    return _waits(phones, commits), spent, sum(phone.lost for phone in phones)


def _waits(phones: list[Phone], commits: list[Any]) -> list[float]:
    """Return how long each phone took to hear of each commit at its table, or of a later one."""
    by_code: dict[str, list[tuple[int, float]]] = {}
    for code, last, at in commits:
        by_code.setdefault(code, []).append((last, at))
    waits: list[float] = []
    for phone in phones:
        for last, at in by_code.get(phone.code, []):
            arrived = [when for number, when in phone.heard if number >= last]
            if not arrived:
                raise SystemExit(f"a phone never heard of event {last} of {phone.code}")
            waits.append(min(arrived) - at)
    return waits


if __name__ == "__main__":
    main([given.lower() for given in sys.argv[1:]])
