"""The entry for the live stream, which runs as one process of its own."""

from __future__ import annotations

import contextlib
import os
import resource

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railcompanion.settings")
django.setup()

from games.live import Live  # noqa: E402 - models can be imported only after the setup

_MOST_FILES = 65536


def _allow_many_streams() -> None:
    """Use as many open files as the system allows: each stream is one, and 1,024 is a common start."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


_allow_many_streams()
application = Live()
