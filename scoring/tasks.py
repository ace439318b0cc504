"""Background work of scoring: each task takes ids only and makes one call of a service."""

from __future__ import annotations

from functools import partial

from celery import shared_task
from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError, transaction
from django.dispatch import receiver

from scoring import services
from scoring.services import leagues, ratings, rebuild
from scoring.signals import play_recorded, play_withdrawn, players_changed, season_changed

TURN = 30.0
"""Seconds that a lane of a rebuild takes before other tasks have their turn."""

_PART = 200
"""Plays that one task counts anew."""

IDLE = 10
"""Seconds after which a rebuild that has not moved is taken to be forsaken, as a worker starts."""

LONGEST_IDLE = 600


@shared_task(
    name="scoring.tally_play",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def tally_play_task(play_id: int) -> None:
    """Tally one play, then bring up to date what is counted from it; twice changes nothing."""
    services.tally_play(play_id)
    after_play(play_id)


@shared_task(
    name="scoring.after_play",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def after_play(play_id: int) -> None:
    """Bring all that is counted from plays up to date after one changed: a line for each part."""
    services.refresh_play(play_id)
    ratings.count_play(play_id)
    leagues.follow_play(play_id)


@receiver(play_recorded)
def tally_after_commit(play_id: int, **_: object) -> None:
    """Have a recorded play tallied, once it is certain to be there.

    Robust, because the play is kept even where nobody can be told to tally it.
    """
    transaction.on_commit(lambda: tally_play_task.delay(play_id), robust=True)


@receiver(play_withdrawn)
def count_after_withdrawal(play_id: int, **_: object) -> None:
    """Have a withdrawn play taken out of all that is counted, once it is certain to be out."""
    transaction.on_commit(lambda: after_play.delay(play_id), robust=True)


@shared_task(
    name="scoring.follow_season",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def follow_season(season_id: int) -> None:
    """Count every play within a season's dates; doing it twice changes nothing."""
    leagues.follow_season(season_id)


@shared_task(
    name="scoring.rebuild_lane",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def rebuild_lane(job_id: int, lane: int) -> None:
    """Go on with a lane of a rebuild for a while, then give way; doing it twice changes nothing."""
    # Without a broker there is nobody to give way to.
    if rebuild.work(job_id, lane, None if rebuild_lane.app.conf.task_always_eager else TURN):
        rebuild_lane.delay(job_id, lane)


def start_lanes(job_id: int) -> None:
    """Have every open lane of a rebuild worked on, once what was written is certain."""
    for lane in rebuild.open_lanes(job_id):
        transaction.on_commit(partial(rebuild_lane.delay, job_id, lane), robust=True)


@shared_task(name="scoring.look_after_jobs")
def look_after_jobs(idle: int = IDLE) -> None:
    """Go on with rebuilds whose workers are gone: their orders lie in the broker until it gives up on them.

    Looks again for as long as one is open, since others may still walk through the lanes that were not
    lost; each time more patiently, so that a part that takes long is not taken for a lost one for ever.
    """
    for job_id in rebuild.forsaken(idle):
        start_lanes(job_id)
    if rebuild.is_any_open() and not look_after_jobs.app.conf.task_always_eager:
        look_after_jobs.apply_async((min(idle * 3 // 2, LONGEST_IDLE),), countdown=idle + 1)


@worker_ready.connect
def look_after_jobs_soon(**_: object) -> None:
    """When a worker starts, see after a moment what an earlier one may have left."""
    look_after_jobs.apply_async(countdown=IDLE + 1)


@shared_task(
    name="scoring.recount_plays",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def recount_plays(play_ids: list[int]) -> None:
    """Bring up to date what is counted from each of some plays; doing it twice changes nothing."""
    for play_id in play_ids:
        after_play(play_id)


@receiver(players_changed)
def recount_after_change(play_ids: tuple[int, ...], **_: object) -> None:
    """Have the plays of players who were merged or parted counted anew, in parts a task can bear."""
    for start in range(0, len(play_ids), _PART):
        part = list(play_ids[start : start + _PART])
        transaction.on_commit(partial(recount_plays.delay, part), robust=True)


@receiver(season_changed)
def count_season(season_id: int, **_: object) -> None:
    """Have a season counted once its opening, or its new dates, are certain."""
    transaction.on_commit(lambda: follow_season.delay(season_id), robust=True)
