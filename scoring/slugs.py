"""Random public ids for addresses: short, lower-case, without letters that look alike."""

from __future__ import annotations

import secrets

_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
LENGTH = 12


def new_slug() -> str:
    """Return a fresh public id; 58 random bits, so that knowing one is being given it."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))
