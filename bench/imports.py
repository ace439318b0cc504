"""Imports of large files: how long each stage takes, and the most memory the worker has meanwhile.

    python bench/imports.py [megabytes]

A file of each kind is written, uploaded in chunks, read and compared in a process of its own; that of
BG Stats is imported and taken back too. The database is SQLite of its own, or DATABASE_URL.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

from _setup import django_on, machine, row, verdict

MOST_MB = 200
PEOPLE = 60
NOTE = "An evening in the cabin, with a long argument about the last share of the red railroad. "
GAMES = ("Continental Divide", "Empire Builder", "Central Pacific", "20th Century Limited")
Parts = Iterator[str]


def main(megabytes: int) -> int:
    """Print the table; the exit status is 1 if a worker took more memory than it may."""
    print(f"{megabytes} MB a file; {machine()}\n")
    holds = True
    row("file", "plays", "stage", "seconds", "plays a second", "most memory", "")
    row(*["---"] * 7)
    with tempfile.TemporaryDirectory() as folder:
        for name, write in WRITERS.items():
            path = Path(folder) / name
            _write(path, write, megabytes * 1024 * 1024)
            command = [sys.executable, __file__, "--child", str(path)]
            environment = {**os.environ, "RAILCOMPANION_DATA": folder}
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as worker:
                for line in worker.stdout or ():
                    stage, plays, seconds, most = json.loads(line)
                    holds &= most <= MOST_MB
                    rate = f"{plays / max(seconds, 0.001):,.0f}"
                    told = verdict(most <= MOST_MB)
                    row(name, f"{plays:,}", stage, f"{seconds:.1f}", rate, f"{most} MB", told)
            holds &= worker.returncode == 0
    return 0 if holds else 1


def _write(path: Path, write: Callable[[int], Parts], size: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for part in write(size):
            file.write(part)


def _seats(number: int) -> list[tuple[int, int]]:
    return [((number * 7 + at * 11) % PEOPLE, (number * 13 + at * 5) % 90) for at in range(4)]


def _day(number: int) -> str:
    return f"{2000 + number % 25}-{1 + number % 12:02}-{1 + number % 28:02}"


def _until(size: int, part: Callable[[int], str]) -> Parts:
    written, number = 0, 0
    while written < size:
        text = part(number)
        written += len(text)
        number += 1
        yield text


def _bgstats(size: int) -> Parts:
    games = [{"id": at, "uuid": f"g{at}", "name": name} for at, name in enumerate(GAMES)]
    people = [{"id": at, "uuid": f"p{at}", "name": f"Player {at}"} for at in range(PEOPLE)]

    def play(number: int) -> str:
        document = {
            "uuid": f"00000000-0000-4000-8000-{number:012}",
            "gameRefId": number % len(GAMES),
            "playDate": f"{_day(number)} 20:00:00",
            "entryDate": f"{_day(number)} 23:00:00",
            "modificationDate": f"{_day(number)} 23:00:00",
            "durationMin": 90 + number % 60,
            "rounds": 0,
            "ignored": False,
            "comments": NOTE * 4,
            "playImages": "[]",
            "expansionPlays": [],
            "playerScores": [
                {
                    "playerRefId": person,
                    "score": str(score),
                    "winner": False,
                    "newPlayer": False,
                    "startPlayer": False,
                    "rank": 0,
                    "seatOrder": 0,
                    "metaData": '{"isNpc":0}',
                }
                for person, score in _seats(number)
            ],
        }
        return (", " if number else "") + json.dumps(document)

    yield f'{{"games": {json.dumps(games)}, "players": {json.dumps(people)}, "plays": ['
    yield from _until(size, play)
    yield "]}"


def _bgg(size: int) -> Parts:
    def play(number: int) -> str:
        players = "".join(
            f'<player username="" userid="0" name="Player {person}" startposition="" color="" '
            f'score="{score}" new="0" rating="0" win="0"/>'
            for person, score in _seats(number)
        )
        return (
            f'<play id="{number + 1}" date="{_day(number)}" quantity="1" length="90" incomplete="0">'
            f'<item name="{GAMES[number % 4]}" objecttype="thing" objectid="{1000000 + number % 4}"/>'
            f"<comments>{NOTE * 4}</comments><players>{players}</players></play>"
        )

    yield "<plays>"
    yield from _until(size, play)
    yield "</plays>"


def _csv(size: int) -> Parts:
    def play(number: int) -> str:
        return "".join(
            f'{number},{_day(number)},{GAMES[number % 4]},Player {person},{score},"{NOTE * 2}"\n'
            for person, score in _seats(number)
        )

    yield "play,date,game,player,score,notes\n"
    yield from _until(size, play)


def _own(size: int) -> Parts:
    players = [{"key": at, "id": f"x{at}", "name": f"Player {at}"} for at in range(PEOPLE)]

    def play(number: int) -> str:
        document = {
            "id": f"play{number}",
            "title": "continental_divide",
            "played_on": _day(number),
            "notes": NOTE * 4,
            "seats": [
                {"seat": "ABCD"[at], "player": person, "name": f"Player {person}", "total": score}
                for at, (person, score) in enumerate(_seats(number))
            ],
        }
        return (", " if number else "") + json.dumps(document)

    yield f'{{"format": "rail-companion", "version": 1, "players": {json.dumps(players)}, "plays": ['
    yield from _until(size, play)
    yield "]}"


WRITERS: dict[str, Callable[[int], Parts]] = {
    "export.bgsplay": _bgstats,
    "plays.xml": _bgg,
    "plays.csv": _csv,
    "own.json": _own,
}


def child(path: Path) -> None:
    """Import one file, printing a line of JSON after each stage."""
    django_on(**{key: os.environ[key] for key in ("RAILCOMPANION_DATA",)})
    from django.core.management import call_command
    from django.dispatch import Signal

    from scoring import signals
    from scoring.models import ImportBatch
    from scoring.people import Who
    from scoring.services import create_club, imports
    from scoring.tasks_exchange import TURN

    call_command("migrate", verbosity=0)
    who = Who(guest=uuid4())
    club = create_club("Bench", who, "Bench")
    # Nobody but this process works on the import.
    waits: Signal = signals.import_waits
    waits.receivers = []

    def told(stage: str, began: float, batch: ImportBatch) -> None:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps([stage, batch.rows_read, time.perf_counter() - began, most]), flush=True)

    def work(batch: ImportBatch, *states: str) -> None:
        for state in states:
            began = time.perf_counter()
            while batch.state == state:
                # The step of the state alone, in the turns that a worker takes.
                imports.STEPS[ImportBatch.State(state)](batch.pk, time.monotonic() + TURN)
                batch.refresh_from_db()
            told(state, began, batch)

    began = time.perf_counter()
    with path.open("rb") as file:
        batch = imports.start_import(club, who, path.name, iter(lambda: file.read(65536), b""))
    told("uploaded", began, batch)
    work(batch, "reading", "checking")
    if path.suffix == ".bgsplay":
        imports.begin_import(batch.pk, who)
        batch.refresh_from_db()
        work(batch, "importing", "counting")
        imports.undo_import(batch.pk, who)
        batch.refresh_from_db()
        work(batch, "undoing", "counting")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(Path(sys.argv[2]))
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
