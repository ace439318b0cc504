"""Whether the process is up, and whether it can serve."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from railcompanion import health


def test_healthz_answers_without_a_database(client: Client) -> None:
    """No database is allowed in this test, so any query would fail it."""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok"}


@pytest.mark.django_db
def test_readyz_answers_with_every_part(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    parts = {"database", "migrations"} | ({"redis"} if settings.REDIS_URL else set())
    assert answer.json() == {"status": "ready", "checks": dict.fromkeys(parts, "ok")}
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_readyz_tells_of_a_missing_migration(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == "1 not applied"


def test_readyz_tells_of_a_silent_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise OperationalError("password=hunter2")

    monkeypatch.setattr(health, "_database", fail)
    monkeypatch.setattr(health, "_migrations", fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "failed"
    assert "hunter2" not in answer.content.decode()


@pytest.mark.redis
@pytest.mark.django_db
def test_readyz_asks_redis(client: Client) -> None:
    assert client.get("/readyz").json()["checks"]["redis"] == "ok"


def test_health_takes_no_posts(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
