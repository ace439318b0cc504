"""The entry for the live stream, which runs as one process of its own."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railcompanion.settings")

application = get_asgi_application()
