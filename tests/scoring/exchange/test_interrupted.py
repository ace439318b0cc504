"""An import whose worker dies, is late, or is not alone comes out as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Club, ImportBatch, Play, Player, PlayerStat, PlayRevision, Score
from scoring.services import imports, ratings, stats
from scoring.services.imports import comparing, reading, undoing, writing
from tests.cast import Person
from tests.factories import ClubFactory, MemberFactory
from tests.scoring.exchange.batches import states, work
from tests.servers import ROOT

State = ImportBatch.State
PLAYS = 23


def export(count: int = PLAYS) -> bytes:
    """Return an export of so many plays of Ada, Ben and Cy."""
    people = [
        {"id": at, "uuid": f"u{at}", "name": name} for at, name in enumerate(("Ada", "Ben", "Cy"))
    ]
    plays = [
        {
            "uuid": f"p{number}",
            "gameRefId": 1,
            "playDate": f"2024-{1 + number % 12:02}-01 20:00:00",
            "playerScores": [
                {"playerRefId": at, "score": str((number * 7 + at * 5) % 40)} for at in range(3)
            ],
        }
        for number in range(count)
    ]
    games = [{"id": 1, "uuid": "g", "name": "Continental Divide"}]
    return json.dumps({"games": games, "players": people, "plays": plays}).encode()


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chunks so small that a file takes several."""
    for module in (reading, comparing, writing, undoing):
        monkeypatch.setattr(module, "CHUNK", 5)


class _Killed(BaseException):
    """What ends a worker at any point, as a signal would."""


def _dying(function: Callable[..., Any], after: int) -> Callable[..., Any]:
    calls = 0

    def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > after:
            raise _Killed
        return function(*args, **kwargs)

    return dying


def _figures(club: Club) -> dict[str, Any]:
    """Return what came of an import, without ids."""
    return {
        "scores": sorted(
            Score.objects.filter(play__club=club, play__withdrawn_at=None).values_list(
                "play__played_on", "play__source_ref", "name", "player__name", "total", "rank"
            )
        ),
        "players": sorted(
            Player.objects.filter(club=club, active=True).values_list("name", flat=True)
        ),
        "stats": sorted(
            PlayerStat.objects.filter(club=club, stale=False).values_list(
                "player__name", "plays", "wins", "points"
            )
        ),
        "revisions": PlayRevision.objects.filter(play__club=club).count(),
    }


def _whole(club: Club, ada: Person) -> dict[str, Any]:
    """Return what an import comes to that nothing befalls."""
    batch = imports.start_import(club, ada.who, "x", [export()])
    imports.begin_import(work(batch).pk, ada.who)
    work(batch)
    found = _figures(club)
    imports.undo_import(batch.pk, ada.who)
    work(batch)
    Play.objects.filter(club=club).delete()
    Player.objects.filter(club=club).delete()
    ImportBatch.objects.all().delete()
    return found


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("after", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("module", "name"),
    [
        (reading, "_stage"),
        (comparing, "judge"),
        (writing, "_write_all"),
        (writing, "mark"),
        (ratings, "recount"),
    ],
)
def test_dead_worker_leaves_right_figures(
    club: Club, ada: Person, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, after: int
) -> None:
    wanted = _whole(club, ada)
    batch = imports.start_import(club, ada.who, "x", [export()])
    with monkeypatch.context() as patch:
        patch.setattr(module, name, _dying(getattr(module, name), after))
        try:
            work(batch)
            imports.begin_import(batch.pk, ada.who)
            work(batch)
        except _Killed:
            pass
    if work(batch).state == State.REVIEW:
        imports.begin_import(batch.pk, ada.who)
    assert work(batch).state == State.DONE
    assert _figures(club) == wanted


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("after", [0, 1, 3])
def test_dead_worker_takes_back_all_the_same(
    club: Club, ada: Person, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    batch = imports.start_import(club, ada.who, "x", [export()])
    imports.begin_import(work(batch).pk, ada.who)
    work(batch)
    imports.undo_import(batch.pk, ada.who)
    with monkeypatch.context() as patch:
        patch.setattr(undoing, "mark", _dying(stats.mark, after))
        with pytest.raises(_Killed):
            work(batch)
    assert work(batch).state == State.UNDONE
    assert set(states(batch).values()) == {"undone"}
    assert not Play.objects.filter(withdrawn_at=None).exists()
    assert not Player.objects.filter(active=True).exists()
    assert not PlayerStat.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
def test_short_turns_come_to_the_same_as_a_long_one(club: Club, ada: Person) -> None:
    wanted = _whole(club, ada)
    batch = imports.start_import(club, ada.who, "x", [export()])
    turns = 0
    while imports.advance_import(batch.pk, 0):
        turns += 1
    imports.begin_import(batch.pk, ada.who)
    while imports.advance_import(batch.pk, 0):
        turns += 1
    assert turns > 10
    assert _figures(club) == wanted


@pytest.mark.django_db
def test_import_that_is_no_more_has_nothing_to_do(club: Club) -> None:
    assert not imports.advance_import(10**9, 1)


_WORKER = """
import django, os, sys
django.setup()
from scoring.services import imports
from scoring.services.imports import comparing, reading, writing
for module in (reading, comparing, writing):
    module.CHUNK = 20
print("up", flush=True)
while imports.advance_import(int(sys.argv[1]), 0.2):
    pass
"""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_killed_process_and_two_at_a_time_make_each_play_once(
    service_environment: dict[str, str],
) -> None:
    """A real worker is killed while it writes; two others finish, side by side."""
    club = ClubFactory.create()
    member = MemberFactory.create(club=club, role="owner", name="Ada")
    who = Person("Ada", client=None, user=member.user).who  # type: ignore[arg-type]  # nobody browses
    batch = imports.start_import(club, who, "x", [export(1500)])
    imports.begin_import(work(batch).pk, who)
    environment = {**service_environment, "DJANGO_SETTINGS_MODULE": "railcompanion.settings"}
    command = [sys.executable, "-c", _WORKER, str(batch.pk)]
    first = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not Play.objects.filter(club=club).exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    batch.refresh_from_db()
    assert batch.state == State.IMPORTING
    assert 0 < Play.objects.filter(club=club).count() < 1500
    both = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) for _ in "ab"
    ]
    for each in both:
        each.communicate(timeout=120)
    assert work(batch).state == State.DONE
    assert set(states(batch).values()) == {"imported"}
    assert Play.objects.filter(club=club).count() == 1500
    assert Player.objects.filter(club=club).count() == 3
    assert set(PlayerStat.objects.filter(club=club).values_list("plays", "stale")) == {
        (1500, False)
    }
