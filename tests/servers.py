"""Servers in processes of their own, for tests of what only a real one shows."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


def free_ports(count: int) -> tuple[int, ...]:
    """Return ports nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return tuple(int(probe.getsockname()[1]) for probe in probes)
    finally:
        for probe in probes:
            probe.close()


@contextlib.contextmanager
def running(
    command: list[str],
    environment: dict[str, str],
    ready: Callable[[], bool],
    log: Path | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until the block ends, from when it is ready; its children end with it."""
    with contextlib.ExitStack() as stack:
        said = stack.enter_context(log.open("wb")) if log is not None else None
        process = subprocess.Popen(
            command, env=environment, cwd=ROOT, start_new_session=True, stdout=said, stderr=said
        )
    try:
        wait_until(ready, process)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=15)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(holds: Callable[[], bool], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait for something that must come; fail where it does not, or the process ends first."""
    deadline = time.monotonic() + START_SECONDS
    while not holds():
        if process is not None and process.poll() is not None:
            raise AssertionError(f"ended by itself with status {process.returncode}")
        if time.monotonic() > deadline:
            raise AssertionError("did not come about in time")
        time.sleep(0.05)


def answers(port: int, path: str = "/healthz") -> Callable[[], bool]:
    """Return whether a server answers with 200, as a question to ask again and again."""

    def ask() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=3) as answer:
                return int(answer.status) == 200
        except OSError:
            return False

    return ask


def listens(port: int) -> Callable[[], bool]:
    """Return whether anything accepts connections on a port."""

    def ask() -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", port)) == 0

    return ask


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a management command and return what it printed; raise where it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment,
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def clean_environment(**added: str) -> dict[str, str]:
    """Return this process's environment without what would change the shape of the site."""
    shaping = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "LIVE_URL", "DJANGO_SETTINGS_MODULE")
    kept = {name: value for name, value in os.environ.items() if name not in shaping}
    return {**kept, "PYTHONWARNINGS": "ignore", "LOG_LEVEL": "ERROR", **added}


def live_command(port: int) -> list[str]:
    """Return the command of the live stream's server."""
    command = [sys.executable, "-m", "uvicorn", "railcompanion.asgi:application"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--loop", "uvloop"]
    command += ["--http", "httptools", "--lifespan", "off", "--no-access-log"]
    return [*command, "--timeout-graceful-shutdown", "1", "--log-level", "warning"]


class Stream:
    """A phone on the live stream, read in the test's own pace."""

    def __init__(self, port: int, code: str, after: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        request = f"GET /live/{code}?after={after} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"
        self._socket.sendall(request.encode())
        self.read = b""

    def until(self, wanted: bytes, seconds: float = 20.0) -> float:
        """Read until something has come; return the seconds that took, or fail."""
        began = time.monotonic()
        while wanted not in self.read:
            left = seconds - (time.monotonic() - began)
            if left <= 0:
                raise AssertionError(f"{wanted!r} has not come; there is {self.read!r}")
            self._socket.settimeout(left)
            try:
                more = self._socket.recv(65536)
            except TimeoutError:
                continue
            if not more:
                raise AssertionError(f"the stream ended; there is {self.read!r}")
            self.read += more
        return time.monotonic() - began

    def ended(self, seconds: float = 10.0) -> bool:
        """Say whether the server closes the stream within some seconds, having completed it."""
        self._socket.settimeout(seconds)
        while more := self._socket.recv(65536):
            self.read += more
        return self.read.endswith(b"0\r\n\r\n")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
