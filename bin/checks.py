"""Runs every check of the project in order, says what was skipped and why, and sums up.

Services: PostgreSQL by TEST_DATABASE_URL or on this machine's port 5432, Redis by TEST_REDIS_URL or
on port 6379, Chromium by CHROMIUM or on the path. What is absent is skipped, unless
REQUIRE_SERVICES=1, which makes a skip a failure.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SECRET = "only-for-tests-" + secrets.token_hex(16)
DATABASES = (
    "postgres://railcompanion:railcompanion@127.0.0.1:5432/postgres",
    "postgres://postgres@127.0.0.1:5432/postgres",
)
REDIS = "redis://127.0.0.1:6379/0"
NO_SERVICE = "not postgres and not redis and not browser"


@dataclass
class Step:
    """One check: its command and environment, or why it cannot run."""

    name: str
    command: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    missing: str = ""


def main(arguments: list[str]) -> int:
    """Run the steps and return the exit status."""
    demanded = os.environ.get("REQUIRE_SERVICES") == "1"
    quick = "--quick" in arguments
    passed_on = [each for each in arguments if each != "--quick"]
    with tempfile.TemporaryDirectory(prefix="railcompanion-test-") as data:
        steps = [*_still_checks(), _sqlite(passed_on)]
        if not quick:
            steps += [*_services(passed_on), _browser(passed_on)]
        outcomes = [(step, *_run(step, data, demanded)) for step in steps]
    print("\n--- Summary")
    for step, outcome, seconds in outcomes:
        print(f"{outcome:8} {seconds:6.1f} s  {step.name}{_because(step)}")
    failed = [step.name for step, outcome, _ in outcomes if outcome == "FAILED"]
    print(f"{len(failed)} of {len(outcomes)} steps failed." if failed else "All is well.")
    return 1 if failed else 0


def _because(step: Step) -> str:
    return f": {step.missing}" if step.missing else ""


def _run(step: Step, data: str, demanded: bool) -> tuple[str, float]:
    print(f"\n--- {step.name}", flush=True)
    if step.missing:
        print(f"Skipped: {step.missing}", flush=True)
        return ("FAILED" if demanded else "skipped"), 0.0
    start = time.monotonic()
    # A developer's own settings must not leak into the tests.
    kept = {name: value for name, value in os.environ.items() if name not in _OWN}
    environment = {**kept, "RAILCOMPANION_DATA": data, **step.environment}
    status = subprocess.call(step.command, cwd=ROOT, env=environment)
    # pytest's 5: nothing was collected, as happens when a path given is of another kind.
    chosen = "pytest" in step.command and step.environment.get("CHOSEN") == "1"
    ok = status == 0 or (status == 5 and chosen)
    return ("ok" if ok else "FAILED"), time.monotonic() - start


_OWN = frozenset({"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "LIVE_URL"})


def _still_checks() -> list[Step]:
    manage = [sys.executable, "manage.py"]
    return [
        Step("format", [str(BIN / "ruff"), "format", "--check", "."]),
        Step("lint", [str(BIN / "ruff"), "check", "."]),
        Step("types", [str(BIN / "mypy"), "."]),
        Step("import contracts", [str(BIN / "lint-imports")]),
        Step("Django's checks", [*manage, "check", "--fail-level", "WARNING"]),
        Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Step("templates", _pytest(["tests/ground/test_templates.py"], "", workers=0)),
    ]


def _pytest(passed_on: list[str], marks: str, workers: int | None = None) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q"]
    command += ["-m", marks] if marks else []
    if not any(each.startswith("-n") for each in passed_on):
        command += ["-n", "auto" if workers is None else str(workers), "--dist", "loadgroup"]
    return [*command, *passed_on]


def _chosen(passed_on: list[str]) -> dict[str, str]:
    return {"CHOSEN": "1"} if passed_on else {}


def _sqlite(passed_on: list[str]) -> Step:
    return Step("tests on SQLite", _pytest(passed_on, NO_SERVICE), _chosen(passed_on))


def _services(passed_on: list[str]) -> list[Step]:
    database, why_no_database = _find_database()
    redis_url, why_no_redis = _find_redis()
    full = {"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "*", "HTTPS": "0", "LOG_FORMAT": "text"}
    full |= {"DATABASE_URL": database, **_chosen(passed_on)}
    marks = "(database or postgres) and not redis and not browser"
    with_redis = {"REDIS_URL": redis_url, "REDIS_PREFIX": f"test-{secrets.token_hex(4)}"}
    return [
        Step("tests on PostgreSQL", _pytest(passed_on, marks), full, why_no_database),
        Step(
            "Celery and live updates on Redis and PostgreSQL",
            _pytest(passed_on, "redis", workers=0),
            full | with_redis,
            why_no_database or why_no_redis,
        ),
    ]


def _browser(passed_on: list[str]) -> Step:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    command = _pytest(passed_on, "browser", workers=2)
    missing = "" if found else "no chromium on the path, and CHROMIUM is not set"
    return Step("browser tests", command, {"CHROMIUM": found, **_chosen(passed_on)}, missing)


def _find_database() -> tuple[str, str]:
    """Return an address with a database name of this run's own, or why there is none."""
    given = os.environ.get("TEST_DATABASE_URL")
    for url in [given] if given else DATABASES:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                row = connection.execute(
                    "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
                ).fetchone()
        except psycopg.Error:
            continue
        if row and row[0]:
            # The tests make "test_" + this name, so that runs side by side do not meet.
            own = f"/railcompanion_{secrets.token_hex(4)}"
            return urlunsplit(urlsplit(url)._replace(path=own)), ""
    where = "TEST_DATABASE_URL" if given else "port 5432 of this machine"
    return "", f"no PostgreSQL with a role that may create databases at {where}"


def _find_redis() -> tuple[str, str]:
    url = os.environ.get("TEST_REDIS_URL") or REDIS
    try:
        redis.Redis.from_url(url, socket_connect_timeout=3).ping()
    except redis.RedisError:
        return "", "no Redis at TEST_REDIS_URL or port 6379 of this machine"
    return url, ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
