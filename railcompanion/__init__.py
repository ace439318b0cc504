"""Settings, addresses and entry points; no domain code."""

from railcompanion.celery import app as celery_app

__all__ = ["celery_app"]
