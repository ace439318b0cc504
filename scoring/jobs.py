"""Long work with progress that pages can show, that can be stopped, and goes on where it was.

A piece of work calls `start` once, `advance` after each part that is safely committed, and `finish` or
`fail` at the end. Progress written inside a long transaction shows only when that is committed, so
commit in parts, or advance outside. `advance` answers whether to go on: False once someone has asked
for a stop. What is needed to go on lies in `memo`; work that is run again skips what `memo` says is done.
"""

from __future__ import annotations

import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.models_jobs import Job

_OPEN = (Job.State.WAITING, Job.State.RUNNING)


def start(
    kind: str, club_id: int | None = None, total: int = 0, memo: dict[str, Any] | None = None
) -> Job:
    """Return a new job that waits; `total` is in whatever the work counts, 0 if not known yet."""
    return Job.objects.create(kind=kind, club_id=club_id, total=total, memo=memo or {})


def advance(
    job_id: int, by: int = 1, *, total: int | None = None, memo: dict[str, Any] | None = None
) -> bool:
    """Count `by` more as done, and say whether to go on; `memo` is merged into what is kept.

    With `by=0` it only marks the job as running. Nothing is counted once it was stopped or ended.
    """
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id, state__in=_OPEN).first()
        if job is None:
            return False
        job.state = Job.State.RUNNING
        job.done += by
        job.total = job.total if total is None else total
        job.memo |= memo or {}
        job.save()
    return True


def stop(job_id: int) -> bool:
    """Ask for a stop, which comes before the next part; say whether there was anything to stop."""
    return _turn(job_id, _OPEN, Job.State.STOPPED)


def resume(job_id: int) -> bool:
    """Let a stopped or failed job go on; say whether it may. The caller then runs its task again."""
    return _turn(job_id, (Job.State.STOPPED, Job.State.FAILED), Job.State.WAITING)


def idle(kind: str, seconds: float) -> list[int]:
    """Return the open jobs of a kind that have not moved for so long: whoever worked on them is gone."""
    before = timezone.now() - datetime.timedelta(seconds=seconds)
    found = Job.objects.filter(kind=kind, state__in=_OPEN, changed_at__lt=before)
    return list(found.values_list("pk", flat=True))


def finish(job_id: int, note: str = "") -> None:
    """End a job as done, its count full."""
    if _turn(job_id, _OPEN, Job.State.DONE, note=note, ended_at=timezone.now()):
        # Parts done twice after a crash were counted twice.
        Job.objects.filter(pk=job_id, total__gt=0).update(done=F("total"))


def fail(job_id: int, note: str) -> None:
    """End a job as failed, with the reason in words."""
    _turn(job_id, _OPEN, Job.State.FAILED, note=note, ended_at=timezone.now())


def _turn(job_id: int, old: tuple[str, ...], new: str, **values: Any) -> bool:
    found = Job.objects.filter(pk=job_id, state__in=old)
    return bool(found.update(state=new, changed_at=timezone.now(), **values))
