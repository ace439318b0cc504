"""The command that serves: it comes up, answers, ends cleanly and continues."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings


def free_port() -> int:
    """Return a port that is free now, as is the one after it."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port


def listens(port: int) -> bool:
    """Say whether anything accepts connections at this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def serving(data: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Run the server in its own data folder until the block ends."""
    known = {"PATH": os.environ["PATH"], "RAILCOMPANION_DATA": str(data), "LANG": "C.UTF-8"}
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=known, stdout=subprocess.PIPE, text=True
    )
    try:
        yield server
    finally:
        if server.poll() is None:
            server.terminate()
        server.wait(timeout=30)
        assert server.stdout is not None
        server.stdout.close()


def lines_until_up(server: subprocess.Popen[str]) -> list[str]:
    """Return what the server said until it told how to end it."""
    assert server.stdout is not None
    lines: list[str] = []
    for line in server.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            return lines
    pytest.fail(f"the server ended before it was up: {''.join(lines)}")


def answer_of(port: int, address: str) -> bytes:
    """Return the body of an answer of the server."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=10) as answer:
        return bytes(answer.read())


def test_serve_answers_ends_and_continues(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as server:
        said = lines_until_up(server)
        assert any(f"http://127.0.0.1:{port}/" in line for line in said)
        assert any("█" in line for line in said)
        ready = json.loads(answer_of(port, "/readyz"))
        assert ready["status"] == "ready"
        assert b"companion." in answer_of(port, "/accounts/login/")
        assert listens(port + 1)
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == 0
    assert not listens(port)
    assert not listens(port + 1)
    secret = (tmp_path / "secret.key").read_text()

    with serving(tmp_path, port) as server:
        lines_until_up(server)
        assert json.loads(answer_of(port, "/readyz"))["status"] == "ready"
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
    assert (tmp_path / "secret.key").read_text() == secret


def test_serve_killed_outright_leaves_no_server(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as server:
        lines_until_up(server)
        server.kill()
        server.wait()
        deadline = time.monotonic() + 15
        while (listens(port) or listens(port + 1)) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not listens(port)
        assert not listens(port + 1)


def test_serve_says_that_a_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        known = {"PATH": os.environ["PATH"], "RAILCOMPANION_DATA": str(tmp_path)}
        answer = subprocess.run(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=settings.BASE_DIR,
            env=known,
            capture_output=True,
            text=True,
            check=False,
        )
    assert answer.returncode == 1
    assert f"Port {port}" in answer.stderr
    assert "--port" in answer.stderr


def test_scripts_say_what_is_missing_without_python(tmp_path: Path) -> None:
    """A machine whose only Python is too old is told so, and what to do."""
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    for tool in ("dirname",):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    answer = subprocess.run(
        ["/bin/sh", str(settings.BASE_DIR / "bin" / "serve")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert "Python 3.11" in answer.stderr
    assert "apt install" in answer.stderr
