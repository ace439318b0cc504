"""The Django application that tracks and referees games."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, seats, events and charts."""

    name = "games"
