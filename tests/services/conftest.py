"""Real services: a live process and a Redis of the test's own, on this run's database."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from games import lines
from games.live_notice import notices
from tests.servers import free_ports, listens, live_command, running, wait_until


@pytest.fixture(autouse=True)
def _forget(settings: Settings) -> Iterator[None]:
    lines.forget()
    notices.cache_clear()
    yield
    lines.forget()
    notices.cache_clear()


@dataclass(slots=True)
class OwnRedis:
    """A Redis that a test may kill and start again on the same port."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and return once it listens."""
        command = [shutil.which("redis-server") or "redis-server", "--port", str(self.port)]
        command += ["--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(listens(self.port), self.process)

    def kill(self) -> None:
        """Kill it outright."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture
def own_redis(tmp_path: Path, settings: Settings) -> Iterator[OwnRedis]:
    """A running Redis that services in this process announce to."""
    if shutil.which("redis-server") is None:
        pytest.skip("needs redis-server on the path, to start one that may be killed")
    redis = OwnRedis(tmp_path, free_ports(1)[0])
    redis.start()
    settings.REDIS_URL, settings.REDIS_PREFIX = redis.url, "own"
    try:
        yield redis
    finally:
        redis.kill()


@dataclass(frozen=True, slots=True)
class LiveProcess:
    """The live stream's process, and what it wrote."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path


@pytest.fixture
def live(
    service_environment: dict[str, str], own_redis: OwnRedis, tmp_path: Path
) -> Iterator[LiveProcess]:
    """The live stream in a process of its own, woken by the test's Redis."""
    environment = {
        **service_environment,
        "REDIS_URL": own_redis.url,
        "REDIS_PREFIX": "own",
        "LOG_FORMAT": "text",
    }
    port, log = free_ports(1)[0], tmp_path / "live.log"
    with running(live_command(port), environment, listens(port), log) as process:
        yield LiveProcess(port, process, log)
