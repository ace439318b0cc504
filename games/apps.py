"""The Django application that tracks and referees games."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, seats, events and charts."""

    name = "games"

    def ready(self) -> None:
        """Connect the receivers."""
        from games import live_notice, receivers  # noqa: F401  importing connects them
