"""The settings as a whole, read by a process of their own in each shape."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from railcompanion.env import VARIABLES

NAMES = [
    "EMBEDDED",
    "ALLOWED_HOSTS",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
    "CELERY_TASK_ALWAYS_EAGER",
    "CELERY_BROKER_URL",
    "ACCOUNT_EMAIL_VERIFICATION",
    "INSTALLED_APPS",
    "CONTENT_SECURITY_POLICY",
    "CACHES",
    "LOGGING",
]
ASK = (
    "import json; from railcompanion import settings; "
    f"print(json.dumps({{n: getattr(settings, n) for n in {NAMES!r}}}, default=str))"
)
FULL = {
    "DATABASE_URL": "postgres://rail@localhost/rail",
    "REDIS_URL": "redis://localhost:6379/3",
    "SECRET_KEY": "k" * 40,
    "ALLOWED_HOSTS": "rail.example.org",
}


def ask(data: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Read the settings in a fresh process that knows only this environment."""
    known = {"PATH": os.environ["PATH"], "RAILCOMPANION_DATA": str(data), **environment}
    return subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=settings.BASE_DIR,
        env=known,
        capture_output=True,
        text=True,
        check=False,
    )


def test_embedded_shape_needs_nothing(tmp_path: Path) -> None:
    found = json.loads(ask(tmp_path, {}).stdout)
    assert found["EMBEDDED"] is True
    assert found["ALLOWED_HOSTS"] == ["*"]
    assert found["SESSION_COOKIE_SECURE"] is False
    assert found["CELERY_TASK_ALWAYS_EAGER"] is True
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "optional"
    assert (tmp_path / "secret.key").exists()


def test_full_shape_is_strict(tmp_path: Path) -> None:
    found = json.loads(ask(tmp_path, FULL).stdout)
    assert found["EMBEDDED"] is False
    assert found["ALLOWED_HOSTS"] == ["rail.example.org"]
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["SECURE_PROXY_SSL_HEADER"] is None
    assert found["CELERY_TASK_ALWAYS_EAGER"] is False
    assert found["CELERY_BROKER_URL"] == FULL["REDIS_URL"]
    assert found["CACHES"]["default"]["LOCATION"] == FULL["REDIS_URL"]
    assert found["LOGGING"]["handlers"]["stderr"]["formatter"] == "json"
    assert not (tmp_path / "secret.key").exists()


def test_social_login_is_installed_and_may_be_posted_to(tmp_path: Path) -> None:
    social = {
        "SOCIAL_PROVIDERS": "google",
        "SOCIAL_GOOGLE_ID": "id",
        "SOCIAL_GOOGLE_SECRET": "secret",
    }
    found = json.loads(ask(tmp_path, social).stdout)
    assert "allauth.socialaccount.providers.google" in found["INSTALLED_APPS"]
    policy = found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert "https://accounts.google.com" in policy["form-action"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("HTTPS", "2"),
        ("PROXIES", "-1"),
        ("THROTTLE_ANON", "0"),
        ("EMAIL_VERIFICATION", "sometimes"),
        ("LOG_LEVEL", "loud"),
        ("LIVE_URL", "8001"),
        ("DATABASE_URL", "oracle://x/y"),
    ],
)
def test_wrong_value_ends_the_start_and_is_named(tmp_path: Path, name: str, value: str) -> None:
    answer = ask(tmp_path, {**FULL, name: value})
    assert answer.returncode == 1
    last = answer.stderr.strip().splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured:")
    assert name in last


def test_variables_are_named_once_and_explained() -> None:
    names = [variable.name for variable in VARIABLES]
    assert len(names) == len(set(names))
    assert all(variable.meaning.endswith(".") for variable in VARIABLES)
