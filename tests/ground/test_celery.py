"""Tasks run in process without a broker, and in a real worker with one."""

from __future__ import annotations

import time

import pytest
from celery import shared_task
from django.conf import settings
from django.db import transaction
from redis import Redis

from railcompanion.celery import app
from scoring.services import record_play
from scoring.tasks import tally_play_task
from tests.factories import ClubFactory
from tests.scoring.conftest import play_draft

RUNS: list[int] = []
WORK_SECONDS = 20


@shared_task
def _remember(number: int) -> None:
    RUNS.append(number)


@pytest.mark.django_db(transaction=True)
def test_task_without_broker_runs_in_process_after_commit() -> None:
    assert app.conf.task_always_eager
    RUNS.clear()
    with transaction.atomic():
        transaction.on_commit(lambda: _remember.delay(7))
        assert RUNS == []
    assert RUNS == [7]


@pytest.mark.redis
def test_worker_tallies_a_recorded_play_once(celery_worker: None) -> None:
    """The play is recorded here and tallied over there, and a repeated order changes nothing."""
    play = record_play(play_draft(ClubFactory.create()))
    tally_play_task.delay(play.pk)
    deadline = time.monotonic() + WORK_SECONDS
    while play.tally_state == "waiting" and time.monotonic() < deadline:
        time.sleep(0.1)
        play.refresh_from_db()
    assert play.tally_state == "done"
    assert list(play.scores.values_list("seat", "total")) == [("A", 21), ("B", 15), ("C", 2)]


@pytest.mark.redis
def test_orders_to_the_worker_keep_to_their_prefix() -> None:
    """Two sites, or two runs of these tests, may share one Redis."""
    client = Redis.from_url(settings.REDIS_URL)
    tally_play_task.delay(0)
    assert client.llen(f"{settings.REDIS_PREFIX}:celery") == 1
    app.control.purge()
    assert client.llen(f"{settings.REDIS_PREFIX}:celery") == 0
