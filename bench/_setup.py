"""What the benchmarks share: Django made ready on data of their own, figures printed alike."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def django_on(**environment: str) -> None:
    """Set Django up with this environment; its data lie in a temporary folder if that says nothing."""
    sys.path.insert(0, str(ROOT))
    os.environ.update(
        {
            "RAILCOMPANION_DATA": environment.get("RAILCOMPANION_DATA") or tempfile.mkdtemp(),
            "DJANGO_SETTINGS_MODULE": "railcompanion.settings",
            "LOG_LEVEL": "ERROR",
            **environment,
        }
    )
    import django

    django.setup()


def django_here() -> None:
    """Set Django up as the environment of this process says."""
    django_on(**{key: os.environ[key] for key in ("RAILCOMPANION_DATA", "DJANGO_SETTINGS_MODULE")})


def machine() -> str:
    """Return what the figures were taken on."""
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f} at the start"
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


def row(*cells: object) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def verdict(holds: bool) -> str:
    """Return how a goal stands."""
    return "holds" if holds else "MISSED"
