"""Long work: progress that adds up, a stop that is heeded, and a memo to go on from."""

from __future__ import annotations

import pytest

from scoring import jobs
from scoring.models import Job

pytestmark = pytest.mark.django_db


def fresh(job: Job) -> Job:
    """Return the job as it is stored."""
    return Job.objects.get(pk=job.pk)


def test_progress_adds_up_and_the_end_fills_it() -> None:
    job = jobs.start("count", total=8)
    assert jobs.advance(job.pk, 3, memo={"row": 3})
    assert jobs.advance(job.pk, 3, memo={"seen": [1]})
    half = fresh(job)
    assert (half.state, half.done, half.percent) == (Job.State.RUNNING, 6, 75)
    assert half.memo == {"row": 3, "seen": [1]}
    jobs.finish(job.pk, "All counted.")
    ended = fresh(job)
    assert (ended.state, ended.done, ended.percent) == (Job.State.DONE, 8, 100)
    assert ended.ended_at is not None


def test_stopped_job_counts_nothing_more_and_goes_on_from_its_memo() -> None:
    job = jobs.start("count", total=4)
    jobs.advance(job.pk, memo={"row": 1})
    assert jobs.stop(job.pk)
    assert not jobs.advance(job.pk, memo={"row": 2})
    jobs.finish(job.pk)
    assert fresh(job).state == Job.State.STOPPED
    assert jobs.resume(job.pk)
    assert (fresh(job).done, fresh(job).memo) == (1, {"row": 1})
    assert jobs.advance(job.pk)


def test_ended_job_stays_as_it_ended() -> None:
    job = jobs.start("count")
    jobs.fail(job.pk, "Row 7 is no play.")
    jobs.finish(job.pk)
    assert not jobs.stop(job.pk)
    assert (fresh(job).state, fresh(job).note) == (Job.State.FAILED, "Row 7 is no play.")
