"""The Django application that keeps clubs, plays and scores."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Clubs, players, plays, scores and all that is counted from them."""

    name = "scoring"

    def ready(self) -> None:
        """Connect what listens to signals."""
        import_module("scoring.tasks")
        import_module("scoring.tasks_exchange")
        import_module("scoring.claims")
