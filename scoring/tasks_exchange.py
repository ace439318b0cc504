"""Background work of imports and webhooks: ids in, one call of a service, done twice is done once."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.dispatch import receiver

from scoring.services import imports, webhooks
from scoring.signals import (
    delivery_waits,
    import_done,
    import_waits,
    play_tallied,
    player_forgotten,
)

TURN = 20.0
"""Seconds that one task works on an import before others have their turn."""

TURN_HERE = 4.0
"""The same where tasks run in the request that starts them; the page asks for the next turn."""


@shared_task(
    name="scoring.advance_import",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def advance_import(batch_id: int) -> None:
    """Work on an import for a turn; another task has the next one."""
    here = settings.CELERY_TASK_ALWAYS_EAGER
    if imports.advance_import(batch_id, TURN_HERE if here else TURN) and not here:
        advance_import.delay(batch_id)


@shared_task(
    name="scoring.tell_play",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def tell_play(play_id: int) -> None:
    """Tell the club's webhook of a play, if it says something new."""
    webhooks.tell_play(play_id)


@shared_task(
    name="scoring.tell_import",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def tell_import(batch_id: int) -> None:
    """Tell the club's webhook of an import."""
    webhooks.tell_import(batch_id)


@shared_task(
    name="scoring.deliver",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    retry_kwargs={"max_retries": 5},
)
def deliver(delivery_id: int) -> None:
    """Send a message to a webhook, and again later where that may help.

    Where tasks run in the request that starts them there is no later.
    """
    again = webhooks.deliver(delivery_id)
    if again is not None and not settings.CELERY_TASK_ALWAYS_EAGER:
        deliver.apply_async((delivery_id,), countdown=again)


@receiver(import_waits)
def work_after_commit(batch_id: int, **_: object) -> None:
    """Have an import worked on, once what was decided is certain."""
    transaction.on_commit(lambda: advance_import.delay(batch_id), robust=True)


@receiver(play_tallied)
def tell_play_after_commit(play_id: int, **_: object) -> None:
    """Have a result told, once it is certain."""
    transaction.on_commit(lambda: tell_play.delay(play_id), robust=True)


@receiver(import_done)
def tell_import_after_commit(batch_id: int, **_: object) -> None:
    """Have an import told of, once it is certain."""
    transaction.on_commit(lambda: tell_import.delay(batch_id), robust=True)


@receiver(delivery_waits)
def send_after_commit(delivery_id: int, **_: object) -> None:
    """Have a message sent, once it is certain that it is to be sent."""
    transaction.on_commit(lambda: deliver.delay(delivery_id), robust=True)


@receiver(player_forgotten)
def forget_in_imports(player_ids: tuple[int, ...], name: str, **_: object) -> None:
    """Forget a player in imports and messages too, in the same transaction."""
    imports.forget_people(player_ids, name)
