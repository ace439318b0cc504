"""Background work of scoring: each task takes ids only and makes one call of a service."""

from __future__ import annotations

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.dispatch import receiver

from scoring import services
from scoring.signals import play_recorded


@shared_task(
    name="scoring.tally_play",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def tally_play_task(play_id: int) -> None:
    """Tally one play; doing it twice changes nothing."""
    services.tally_play(play_id)


@receiver(play_recorded)
def tally_after_commit(play_id: int, **_: object) -> None:
    """Have a recorded play tallied, once it is certain to be there.

    Robust, because the play is kept even where nobody can be told to tally it.
    """
    transaction.on_commit(lambda: tally_play_task.delay(play_id), robust=True)
