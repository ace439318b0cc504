"""Whether the process is up, and whether it can serve."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is up; touches nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if every part answers, else 503; either way with the state of each part."""
    checks = {name: _outcome(name, check) for name, check in _checks().items()}
    ready = all(outcome == "ok" for outcome in checks.values())
    body = {"status": "ready" if ready else "not ready", "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def _checks() -> dict[str, Callable[[], str]]:
    checks = {"database": _database, "migrations": _migrations}
    if settings.REDIS_URL:
        checks["redis"] = _redis
    return checks


def _outcome(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as error:
        # Whatever fails, the answer is "not ready"; the details belong in the log, not in public.
        logger.warning("%s is not ready: %s", name, error)
        return "failed"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    missing = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    return f"{len(missing)} not applied" if missing else "ok"


@functools.cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _redis() -> str:
    cache.get("readyz")
    return "ok"
