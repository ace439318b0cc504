"""The Celery application; which way tasks run is decided in the settings."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railcompanion.settings")

app = Celery("railcompanion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
