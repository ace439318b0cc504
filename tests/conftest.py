"""Fixtures for the services a test may need, and what happens when they are absent."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import settings as hypothesis_settings

from railcompanion.celery import app as celery_app

ROOT = Path(__file__).resolve().parent.parent
DEMANDED = os.environ.get("REQUIRE_SERVICES") == "1"
WORKER_SECONDS = 30


def pytest_configure() -> None:
    """Make tests quick and alike in both shapes: no hashed file names, no slow password hashing,
    errors of tasks raised, accounts that need not confirm their address.
    """
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_USE_FINDERS = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    celery_app.conf.task_eager_propagates = True
    # How long an example takes says more of the machine than of the code.
    hypothesis_settings.register_profile("unhurried", deadline=None)
    hypothesis_settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that touches the database, so that those alone are run on PostgreSQL too."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or names & {"db", "transactional_db"}:
            item.add_marker(pytest.mark.database)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose service is not there, saying which."""
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: DATABASE_URL does not name one")
    if item.get_closest_marker("redis") and not settings.REDIS_URL:
        pytest.skip("needs Redis: REDIS_URL is not set")
    if item.get_closest_marker("browser") and not chromium_path():
        pytest.skip("needs Chromium: no chromium on the path")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where every service is demanded."""
    report = yield
    if DEMANDED and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped although REQUIRE_SERVICES=1: {report.longrepr}"
    return report


def chromium_path() -> str:
    """Return where Chromium is, or an empty text."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome") or ""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep SQLite's test database in a file of this run: threads and servers then see one database."""
    if connection.vendor == "sqlite":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        settings.DATABASES["default"]["TEST"]["NAME"] = str(path)


@pytest.fixture
def service_environment(transactional_db: None) -> dict[str, str]:
    """The environment in which another process sees this test's database."""
    given = connection.settings_dict
    environment = dict(os.environ)
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    if connection.vendor == "postgresql":
        user = quote(given["USER"], safe="")
        password = f":{quote(given['PASSWORD'], safe='')}" if given["PASSWORD"] else ""
        host = f"{given['HOST']}:{given['PORT']}" if given["PORT"] else given["HOST"]
        environment["DATABASE_URL"] = f"postgres://{user}{password}@{host}/{given['NAME']}"
    return environment


@pytest.fixture
def celery_worker(service_environment: dict[str, str], tmp_path: Path) -> Iterator[None]:
    """A real Celery worker in a process of its own, on this test's database."""
    ready = tmp_path / "worker.log"
    command = [sys.executable, "-m", "celery", "-A", "railcompanion", "worker", "--pool", "solo"]
    with ready.open("w") as log:
        worker = subprocess.Popen(
            [*command, "--without-gossip", "--without-mingle", "--without-heartbeat"],
            cwd=ROOT,
            env={**service_environment, "LOG_FORMAT": "text"},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for_worker(worker, ready)
        yield
    finally:
        worker.send_signal(signal.SIGTERM)
        try:
            worker.wait(timeout=WORKER_SECONDS)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
        celery_app.control.purge()


def _wait_for_worker(worker: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + WORKER_SECONDS
    while time.monotonic() < deadline:
        if worker.poll() is not None:
            break
        if celery_app.control.ping(timeout=0.5):
            return
    pytest.fail(f"the Celery worker did not come up:\n{log.read_text()}")
