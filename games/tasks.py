"""Celery tasks: ids in, one service call, safe to run twice."""

from __future__ import annotations

from celery import shared_task
from django.db import OperationalError

from games.services.finishing import hand_over


@shared_task(
    name="games.finish_game", autoretry_for=(OperationalError,), retry_backoff=True, max_retries=8
)
def finish_game(game_id: int) -> None:
    """Record a finished game as a play; `scoring` tallies every play it is given."""
    hand_over(game_id)
