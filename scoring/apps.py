"""The Django application that keeps clubs, plays and scores."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Clubs, players, plays, scores and all that is counted from them."""

    name = "scoring"
