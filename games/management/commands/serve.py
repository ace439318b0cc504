"""Serves the site on the local network: pages by one process, the live stream by another."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

START_SECONDS = 30
STOP_SECONDS = 10
# SQLite has one writer; more threads than this would only wait for it.
THREADS = 4


class Stopped(Exception):
    """The person at the terminal, or the system, asked for the end."""


class Command(BaseCommand):
    """Brings the database and static files up to date and serves until it is stopped."""

    help = "Serve the site on the local network; Ctrl-C ends it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address and whether to fill in a demonstration."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (0.0.0.0: all)")
        parser.add_argument("--port", type=int, default=8000, help="port of the pages")
        parser.add_argument(
            "--live-port", type=int, default=None, help="port of the live stream (default: next)"
        )
        parser.add_argument(
            "--demo", action="store_true", help="add a club with finished plays and a running game"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until a signal comes or a server ends by itself."""
        host, port = options["host"], options["port"]
        live_port = options["live_port"] or port + 1
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, _stop)
        servers: list[subprocess.Popen[bytes]] = []
        try:
            for needed in (port, live_port):
                _demand_free(host, needed)
            self._prepare(options["demo"], f"http://{_reachable(host)}:{port}")
            environment = _environment(live_port)
            servers.append(_start(_pages(host, port), environment))
            servers.append(_start(_live(host, live_port), environment))
            _wait_until_up(servers, host, (port, live_port))
            self._tell(host, port)
            _wait_for_an_end(servers)
        except Stopped:
            pass
        finally:
            _end(servers)
        self._say("Stopped. Everything entered is kept; the next start continues.")

    def _prepare(self, demo: bool, address: str) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        mark = Path(settings.STATIC_ROOT) / ".collected"
        fingerprint = _static_fingerprint()
        if not mark.exists() or mark.read_text() != fingerprint:
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)
            mark.write_text(fingerprint)
        if demo:
            call_command("demo", address=address)

    def _tell(self, host: str, port: int) -> None:
        address = f"http://{_reachable(host)}:{port}/"
        with contextlib.suppress(UnicodeEncodeError):  # a terminal without block characters
            segno.make(address, error="l").terminal(out=sys.stdout, border=2, compact=True)
        self._say(f"Rail Companion is at {address}")
        self._say("Phones on the same network can scan the code. Ctrl-C ends it.")
        if settings.REDIS_URL:
            self._say("Tasks wait for a worker: celery -A railcompanion worker")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _stop(signum: int, frame: FrameType | None) -> None:
    # A second signal while the servers are being ended must not cut that short.
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def _demand_free(host: str, port: int) -> None:
    if not 1 <= port <= 65535:
        raise CommandError(f"There is no port {port}; choose one from 1024 to 65534 with --port.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} of {host} cannot be used ({error.strerror}); "
                "choose another with --port."
            ) from error


def _environment(live_port: int) -> dict[str, str]:
    return {
        **os.environ,
        "LIVE_URL": settings.LIVE_URL or f":{live_port}",
        "DJANGO_SETTINGS_MODULE": "railcompanion.settings",
    }


def _pages(host: str, port: int) -> list[str]:
    command = ["granian", "--interface", "wsgi", "railcompanion.wsgi:application"]
    command += ["--host", host, "--port", str(port), "--workers", "1", "--no-ws"]
    command += ["--blocking-threads", str(THREADS), "--workers-kill-timeout", "5"]
    return [*command, "--log-level", "warning"]


def _live(host: str, port: int) -> list[str]:
    command = ["uvicorn", "railcompanion.asgi:application", "--host", host, "--port", str(port)]
    command += ["--loop", "uvloop", "--http", "httptools", "--lifespan", "off"]
    # Open streams never end by themselves, so they are cut.
    command += ["--timeout-graceful-shutdown", "1", "--no-access-log"]
    return [*command, "--log-level", "warning"]


def _start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        env=environment,
        cwd=settings.BASE_DIR,
        # Ctrl-C in the terminal reaches this process alone, which then ends the servers in order.
        start_new_session=True,
        preexec_fn=_end_with_parent,
    )


def _end_with_parent() -> None:
    """Let the kernel end this child should its parent be killed outright; Linux only."""
    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGTERM)


def _wait_until_up(
    servers: list[subprocess.Popen[bytes]], host: str, ports: tuple[int, int]
) -> None:
    near = "127.0.0.1" if host == "0.0.0.0" else host
    deadline = time.monotonic() + START_SECONDS
    while not (_answers(f"http://{near}:{ports[0]}/healthz") and _accepts(near, ports[1])):
        _demand_running(servers)
        if time.monotonic() > deadline:
            raise CommandError(f"The servers did not come up within {START_SECONDS} seconds.")
        time.sleep(0.1)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _accepts(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((host, port)) == 0


def _wait_for_an_end(servers: list[subprocess.Popen[bytes]]) -> None:
    while True:
        _demand_running(servers)
        time.sleep(0.5)


def _demand_running(servers: list[subprocess.Popen[bytes]]) -> None:
    for server in servers:
        if server.poll() is not None:
            raise CommandError(f"A server ended by itself (status {server.returncode}).")


def _end(servers: list[subprocess.Popen[bytes]]) -> None:
    for server in servers:
        if server.poll() is None:
            server.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for server in servers:
        try:
            server.wait(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            # Its session holds its workers too.
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _reachable(host: str) -> str:
    """Return the address phones reach this machine by; nothing is sent to find it."""
    if host != "0.0.0.0":
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def _static_fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            digest.update(f"{path} {storage.size(path)}".encode())
            digest.update(str(storage.get_modified_time(path)).encode())
    return digest.hexdigest()
