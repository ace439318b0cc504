"""A worker killed in the middle of a rebuild: the next one goes on, and the figures are right."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railcompanion.celery import app
from scoring.models import Job, PlayerStat, Rating, RatingStep
from scoring.services import ratings, rebuild, stats
from scoring.tasks import start_lanes
from tests.conftest import ROOT
from tests.factories import ClubFactory, PlayerFactory, PlayFactory, ScoreFactory
from tests.servers import wait_until

CLUBS, PLAYS = 16, 8
TITLES = ("continental_divide", "empire_builder")


@contextmanager
def worker(environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker of one process that may be killed outright."""
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "railcompanion",
        "worker",
        "--pool",
        "solo",
        "-l",
        "INFO",
    ]
    with log.open("w") as into:
        process = subprocess.Popen(
            [*command, "--without-gossip", "--without-mingle", "--without-heartbeat"],
            cwd=ROOT,
            env={**environment, "LOG_FORMAT": "text"},
            stdout=into,
            stderr=into,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def fill() -> None:
    """Have many clubs play both titles."""
    for _ in range(CLUBS):
        club = ClubFactory.create()
        people = PlayerFactory.create_batch(4, club=club)
        for number in range(PLAYS):
            play = PlayFactory.create(club=club, title=TITLES[number % 2], size=4)
            for seat, player in enumerate(people):
                ScoreFactory.create(
                    play=play, seat="ABCD"[seat], player=player, rank=1 + (seat + number) % 4
                )
            stats.mark_play(play)
            stats.refresh_play(play.pk)
            ratings.count_play(play.pk)


def figures() -> tuple[object, ...]:
    """Return all that a rebuild makes."""
    return (
        sorted(Rating.objects.values_list("pool__title", "player", "mu", "sigma", "plays")),
        sorted(RatingStep.objects.values_list("pool__title", "player", "play", "mu")),
        sorted(PlayerStat.objects.values_list("player", "title", "plays", "wins")),
    )


@pytest.mark.redis
def test_worker_killed_in_the_middle_of_a_rebuild_leaves_right_figures_after_the_next_start(
    service_environment: dict[str, str], tmp_path: Path
) -> None:
    fill()
    expected = figures()
    RatingStep.objects.update(mu=0.0)
    Rating.objects.update(mu=0.0, plays=0)
    PlayerStat.objects.update(plays=0)
    job = rebuild.begin()
    start_lanes(job.pk)
    try:
        with worker(service_environment, tmp_path / "first.log") as process:
            wait_until(lambda: 0 < done(job) < job.total, process)
            process.kill()
            process.wait()
        killed_at = done(job)
        assert 0 < killed_at < job.total
        assert figures() != expected
        with worker(service_environment, tmp_path / "second.log") as process:
            wait_until(lambda: state(job) == Job.State.DONE, process)
    finally:
        app.control.purge()
    assert figures() == expected


def done(job: Job) -> int:
    """Return how far the job is."""
    job.refresh_from_db()
    return job.done


def state(job: Job) -> str:
    """Return the job's state."""
    job.refresh_from_db()
    return job.state
