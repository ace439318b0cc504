"""Tasks run in process without a broker, and in a real worker with one."""

from __future__ import annotations

import pytest
from celery import shared_task
from django.db import transaction

from railcompanion.celery import app

RUNS: list[int] = []


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
def test_worker_answers(celery_worker: None) -> None:
    assert app.control.ping(timeout=2)
