"""Makes .venv from a lock file, again only when the lock has changed; standard library alone."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ("runtime", "dev")  # the second holds all of the first


def main(lock: str) -> None:
    """Leave .venv with everything the lock names, or end with a plain message."""
    if not _runs(str(PYTHON), "-c", "import sys; sys.exit(sys.version_info < (3, 11))"):
        _make_venv()
    elif any(_is_installed(name) for name in LOCKS[LOCKS.index(lock) :]):
        return
    print(f"Installing what requirements/{lock}.txt names …", file=sys.stderr, flush=True)
    requirements = str(ROOT / "requirements" / f"{lock}.txt")
    if _runs("uv", "--version"):
        command = ["uv", "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        if not _runs(str(PYTHON), "-m", "pip", "--version"):
            _make_venv()
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*command, "--require-hashes", "-r", requirements]) != 0:
        sys.exit("The packages could not be installed; the lines above say why.")
    _stamp(lock).write_text(_fingerprint(lock))


def _make_venv() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    if _runs("uv", "--version"):
        command = ["uv", "venv", "--quiet", "--python", sys.executable, str(VENV)]
    else:
        command = [sys.executable, "-m", "venv", str(VENV)]
    if subprocess.call(command) != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(
            "The folder .venv could not be made. "
            "On Debian and Ubuntu this needs the package python3-venv (apt install python3-venv)."
        )


def _is_installed(lock: str) -> bool:
    stamp = _stamp(lock)
    return stamp.exists() and stamp.read_text() == _fingerprint(lock)


def _stamp(lock: str) -> Path:
    return VENV / f"installed-{lock}"


def _fingerprint(lock: str) -> str:
    return hashlib.sha256((ROOT / "requirements" / f"{lock}.txt").read_bytes()).hexdigest()


def _runs(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    main(sys.argv[1])
