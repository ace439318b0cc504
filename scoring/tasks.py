"""Background work of scoring: each task takes ids only and makes one call of a service."""

from __future__ import annotations

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.dispatch import receiver

from scoring import services
from scoring.services import leagues, ratings
from scoring.signals import play_recorded, play_withdrawn, season_changed


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


@receiver(season_changed)
def count_season(season_id: int, **_: object) -> None:
    """Have a season counted once its opening, or its new dates, are certain."""
    transaction.on_commit(lambda: follow_season.delay(season_id), robust=True)
