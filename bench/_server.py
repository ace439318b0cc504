"""The servers under measurement, each in a process of its own, and the databases they use."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from _setup import ROOT
from redis import Redis
from redis.exceptions import RedisError

BENCH = ROOT / "bench"
POSTGRES = os.environ.get(
    "BENCH_DATABASE_URL", "postgres://railcompanion:railcompanion@127.0.0.1:5432/postgres"
)
REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/9")
DATABASE = "railcompanion_bench"
THREADS = 4
SECRET = "of no use outside these measurements"


@dataclass(slots=True)
class Shape:
    """A way the site runs: its name, the environment that makes it so, its data folder."""

    name: str
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def variables(self) -> dict[str, str]:
        """Return the environment of every process of this shape."""
        return {
            **os.environ,
            "RAILCOMPANION_DATA": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "bare_settings",
            "PYTHONPATH": f"{ROOT}:{BENCH}",
            "SECRET_KEY": SECRET,
            "ALLOWED_HOSTS": "*",
            "HTTPS": "0",
            "LOG_LEVEL": "ERROR",
            # Throttles count, as on a real site, but refuse nothing.
            "THROTTLE_USER": "100000000",
            "THROTTLE_ANON": "100000000",
            "REDIS_PREFIX": "bench",
            **self.environment,
        }


@contextlib.contextmanager
def shape(name: str, *, redis: bool = False) -> Iterator[Shape]:
    """Yield a shape with an empty, migrated database: "SQLite" or "PostgreSQL"."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    made = Shape(name, folder)
    if redis:
        made.environment["REDIS_URL"] = REDIS
    if name == "PostgreSQL":
        _admin(
            f'DROP DATABASE IF EXISTS "{DATABASE}" WITH (FORCE)', f'CREATE DATABASE "{DATABASE}"'
        )
        made.environment["DATABASE_URL"] = POSTGRES.rsplit("/", 1)[0] + f"/{DATABASE}"
    try:
        command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--run-syncdb", "-v0"]
        subprocess.run(command, env=made.variables, check=True)
        yield made
    finally:
        if name == "PostgreSQL":
            _admin(f'DROP DATABASE IF EXISTS "{DATABASE}" WITH (FORCE)')
        shutil.rmtree(folder, ignore_errors=True)


def has_postgres() -> bool:
    """Say whether PostgreSQL answers."""
    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def has_redis() -> bool:
    """Say whether Redis answers."""
    try:
        with Redis.from_url(REDIS, socket_connect_timeout=3) as client:
            return bool(client.ping())
    except RedisError:
        return False


def _admin(*statements: str) -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def server(command: list[str], used: Shape, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until it is no longer needed; yield once it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env=used.variables, cwd=BENCH, start_new_session=True
    )
    try:
        _wait(process, port)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not come up")


def cpu_seconds(pid: int) -> float:
    """Return the CPU a process and its children have used so far; Linux only."""
    total = 0.0
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(folder.name) == pid or int(fields[1]) == pid:
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def pages(port: int, threads: int = THREADS) -> list[str]:
    """Return the command of the pages' server, as `manage.py serve` has it."""
    command = ["granian", "--interface", "wsgi", "railcompanion.wsgi:application", "--no-ws"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    return [*command, "--blocking-threads", str(threads), "--log-level", "warning"]


def live(port: int) -> list[str]:
    """Return the command of the live stream's server, as `manage.py serve` has it."""
    command = ["uvicorn", "railcompanion.asgi:application", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--loop", "uvloop", "--http", "httptools"]
    command += ["--lifespan", "off", "--timeout-graceful-shutdown", "1", "--no-access-log"]
    return [*command, "--log-level", "warning"]
