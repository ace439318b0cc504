"""What games do when `scoring` or a service announces something."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.services import forgetting, seats
from games.signals import game_over
from games.tasks import finish_game
from scoring.signals import guest_claimed, player_forgotten


@receiver(guest_claimed, dispatch_uid="games.claim_guest")
def claim_participants(user: Any, guest: UUID, **_: Any) -> None:
    """Follow an account's claim of what its guest was."""
    seats.claim_guest(user.pk, guest)


@receiver(player_forgotten, dispatch_uid="games.forget_player")
def forget_player(player_ids: tuple[int, ...], name: str, **_: Any) -> None:
    """Take a name out of the games too."""
    forgetting.forget(player_ids, name)


@receiver(game_over, dispatch_uid="games.finish_game")
def finish_when_over(game_id: int, **_: Any) -> None:
    """Have a finished game recorded, outside the request."""
    finish_game.delay(game_id)
