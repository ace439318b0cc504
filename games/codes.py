"""Short codes that people read aloud and type: no letters or digits that look alike."""

from __future__ import annotations

import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
_SLUG = "abcdefghjkmnpqrstvwxyz23456789"
_LOOK_ALIKES = str.maketrans({"I": "J", "L": "J", "O": "Q", "U": "V"})


def new_code() -> str:
    """Return a fresh join code, such as "KTRMVA"."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_slug() -> str:
    """Return a fresh public id for addresses."""
    return "".join(secrets.choice(_SLUG) for _ in range(12))


def read_code(text: str) -> str:
    """Return a typed join code in its canonical form: capitals, no spaces or dashes."""
    return "".join(text.split()).replace("-", "").upper().translate(_LOOK_ALIKES)
