"""Killing the embedded server outright: whatever was acknowledged is there after the next start."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.servers import (
    Stream,
    answers,
    clean_environment,
    free_ports,
    listens,
    manage,
    running,
    wait_until,
)

KILLS = 2
SERVE = (sys.executable, "manage.py", "serve", "--host", "127.0.0.1")

SETUP = """
from games.services import tables
from games.services.people import token_for
from games.services.tables import Identity, Plan, SeatSpec
from scoring.models import Club
from uuid import uuid4
host = Identity("Ada", guest=uuid4())
colours = ("blue", "orange", "green")
seats = tuple(SeatSpec(colour, name, True) for colour, name in zip(colours, ("Ada", "Ben", "Cho")))
plan = Plan(Club.objects.create(name="Killers").pk, "continental_divide", seats, {})
game, participant = tables.create_game(host, plan)
game = tables.start(game.pk, (host.claim,), {"order": "ABC"})
print("ready", game.code, game.last, token_for(participant))
"""


class Phone:
    """A phone that enters and remembers which of them were acknowledged."""

    def __init__(self, port: int, code: str, token: str) -> None:
        self.address = f"http://127.0.0.1:{port}/api/games/{code}"
        self.token = token
        self.acknowledged: list[tuple[int, str]] = []

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer of one request."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Seat {self.token}"}
        asked = urllib.request.Request(f"{self.address}{path}", data=data, headers=headers)
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return json.loads(answer.read())

    def has(self, count: int) -> bool:
        """Say whether more than so many entries were acknowledged."""
        return len(self.acknowledged) > count

    def enter_until_it_breaks(self) -> None:
        """Enter and take back a turn's end, over and over, until the server is gone."""
        try:
            last = self.call("/")["last"]
            while True:
                for path, extra in (("/moves/", {"move": {"kind": "done"}}), ("/undo/", {})):
                    key = str(uuid4())
                    body = {"seen": last, "key": key, "confirm": True, **extra}
                    last = self.call(path, body)["last"]
                    self.acknowledged.append((last, key))
        except (urllib.error.URLError, OSError, ValueError):
            return


def test_kill_between_entries_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    environment = clean_environment(RAILCOMPANION_DATA=str(tmp_path), THROTTLE_USER="1000000")
    manage(environment, "migrate", "-v0")
    said = re.search(r"ready (\w+) (\d+) (\S+)", manage(environment, "shell", "-v0", "-c", SETUP))
    assert said is not None
    code, last, token = said[1], int(said[2]), said[3]
    port, live_port = free_ports(2)
    command = [*SERVE, "--port", str(port), "--live-port", str(live_port)]
    phone = Phone(port, code, token)
    for _ in range(KILLS):
        enough = len(phone.acknowledged) + 5
        with running(command, environment, answers(port)) as server:
            entering = threading.Thread(target=phone.enter_until_it_breaks)
            entering.start()
            wait_until(partial(phone.has, enough), server)
            stream = Stream(live_port, code, after=last)
            stream.until(b"event: game")
            stream.close()
            _kill_all_of(server.pid)
            entering.join(timeout=30)
            assert not entering.is_alive()
        wait_until(lambda: not listens(port)() and not listens(live_port)())
    with running(command, environment, answers(port)):
        events = _events(phone)
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        kept = {(event["number"], event["key"]) for event in events}
        assert len(phone.acknowledged) > KILLS * 5
        assert set(phone.acknowledged) <= kept
        # An entry that was cut off may be there or not; at most one for each kill.
        assert len(events) - last - len(phone.acknowledged) <= KILLS
    assert manage(environment, "replay").endswith("1 games hold, 0 do not\n")


def _events(phone: Phone) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while True:
        page = phone.call(f"/events/?after={len(events)}")
        events += page["events"]
        if not page["more"]:
            return events


def _kill_all_of(pid: int) -> None:
    """Kill a server and every process below it outright, the lowest first."""
    for child in _children(pid):
        _kill_all_of(child)
    os.kill(pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    return found
