"""Reads the environment: every variable is described here once, and a wrong value is refused aloud."""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

REQUIRED = "required"
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its default when embedded, and in the full shape where it differs."""

    name: str
    default: str
    meaning: str
    full: str | None = None

    def default_for(self, full_shape: bool) -> str:
        """Return the default in this shape; `REQUIRED` means that there is none."""
        return self.full if full_shape and self.full is not None else self.default


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "RAILCOMPANION_DATA",
        "",
        "Folder for the database, the generated secret and collected static files; "
        "empty means railcompanion in the user's data folder (XDG).",
    ),
    Variable(
        "DATABASE_URL",
        "",
        "PostgreSQL, as postgres://user:password@host:port/name; empty means SQLite in the data folder.",
    ),
    Variable(
        "REDIS_URL",
        "",
        "Redis for Celery, the cache and live updates, as redis://host:port/0; "
        "empty means tasks and cache in process.",
    ),
    Variable(
        "REDIS_PREFIX", "railcompanion", "Begins every key in Redis, so that sites may share one."
    ),
    Variable(
        "SECRET_KEY",
        "",
        "Signs cookies and seat tokens, 32 characters or more; "
        "generated in the data folder when embedded.",
        full=REQUIRED,
    ),
    Variable(
        "ALLOWED_HOSTS",
        "*",
        "Host names the site answers to, separated by commas.",
        full=REQUIRED,
    ),
    Variable("DEBUG", "0", "Django's debug pages and the browsable API; never on a public site."),
    Variable(
        "HTTPS",
        "0",
        "The site is reached over HTTPS: secure cookies, redirect, strict transport security.",
        full="1",
    ),
    Variable("HSTS_SECONDS", "2592000", "How long browsers insist on HTTPS, in seconds."),
    Variable(
        "PROXIES",
        "0",
        "Reverse proxies in front whose X-Forwarded-Proto and X-Forwarded-For are believed.",
    ),
    Variable(
        "CSRF_TRUSTED_ORIGINS",
        "",
        "Further origins that may post forms, as https://host, separated by commas.",
    ),
    Variable(
        "LIVE_URL",
        "",
        "Where the live stream answers: empty for the site itself, :8001 for that port of the same host, "
        "or an origin as https://live.example.org.",
    ),
    Variable("LIVE_CONNECTIONS", "5000", "Live streams that one live process holds at the most."),
    Variable(
        "STATIC_ROOT", "", "Folder of collected static files; empty means in the data folder."
    ),
    Variable(
        "EMAIL_URL",
        "console:",
        "Outgoing mail: console: or smtp://user:password@host:port, smtp+tls://, smtp+ssl://.",
    ),
    Variable("EMAIL_FROM", "Rail Companion <companion@localhost>", "Sender of outgoing mail."),
    Variable(
        "EMAIL_VERIFICATION",
        "optional",
        "Must an account confirm its address: none, optional or mandatory.",
        full="mandatory",
    ),
    Variable(
        "SOCIAL_PROVIDERS",
        "",
        "Social logins offered, separated by commas: discord, github, gitlab, google, microsoft.",
    ),
    Variable(
        "SOCIAL_<PROVIDER>_ID",
        "",
        "Client id of a social login, such as SOCIAL_GITHUB_ID; required for each one offered.",
    ),
    Variable(
        "SOCIAL_<PROVIDER>_SECRET",
        "",
        "Client secret of a social login; required for each one offered.",
    ),
    Variable(
        "WEBHOOK_PRIVATE",
        "0",
        "Webhooks of clubs may be sent to addresses of private networks; never on a public site.",
    ),
    Variable("THROTTLE_ANON", "300", "API requests a minute from one address without an account."),
    Variable("THROTTLE_USER", "600", "API requests a minute of one account."),
    Variable("LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR."),
    Variable("LOG_FORMAT", "text", "Log lines as text or json.", full="json"),
)
_BY_NAME = {variable.name: variable for variable in VARIABLES}


def is_full_shape() -> bool:
    """Say whether a service is named, which makes this the full shape."""
    return bool(os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL"))


def env_str(name: str, choices: tuple[str, ...] = ()) -> str:
    """Return the variable, or its default; an empty value counts as not set.

    Raises `ImproperlyConfigured` if it is required and missing, or not one of the choices.
    """
    variable = _BY_NAME[name]
    value = os.environ.get(name, "").strip() or variable.default_for(is_full_shape())
    if value == REQUIRED:
        raise ImproperlyConfigured(
            f"{name} is not set; it must be set once DATABASE_URL or REDIS_URL is. "
            f"{variable.meaning}"
        )
    if choices and value not in choices:
        raise wrong(name, value, "one of " + ", ".join(choices))
    return value


def env_bool(name: str) -> bool:
    """Return the variable as yes or no, or raise `ImproperlyConfigured`."""
    value = env_str(name)
    if value.lower() in _TRUE:
        return True
    if value.lower() in _FALSE:
        return False
    raise wrong(name, value, "1, true, yes, on or 0, false, no, off")


def env_int(name: str, low: int = 0, high: int = 2**31 - 1) -> int:
    """Return the variable as a whole number from low to high, or raise `ImproperlyConfigured`."""
    value = env_str(name)
    if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
        raise wrong(name, value, f"a whole number from {low} to {high}")
    return int(value)


def env_list(name: str) -> list[str]:
    """Return the variable as the parts between its commas, without blanks."""
    return [part.strip() for part in env_str(name).split(",") if part.strip()]


def env_secret(name: str, kept_in: Path) -> str:
    """Return the secret variable, or the one kept in a file, which is made on first use.

    Raises `ImproperlyConfigured` if it is required and missing, shorter than 32 characters,
    or if the file cannot be read or written. The value itself is never told.
    """
    value = env_str(name)
    if not value:
        return _kept_secret(name, kept_in)
    if len(value) < 32:
        raise wrong(name, f"{len(value)} characters long", "32 characters or more")
    return value


def _kept_secret(name: str, path: Path) -> str:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make_secret(path)
        for _ in range(100):
            # Another process may have just made the file and not yet written it.
            if kept := path.read_text(encoding="ascii").strip():
                return kept
            time.sleep(0.01)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} is not set and cannot be kept in {path}: {error.strerror}. "
            "Set RAILCOMPANION_DATA to a folder that can be written."
        ) from error
    raise ImproperlyConfigured(f"{name} is not set and {path} is empty; remove that file.")


def _make_secret(path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48) + "\n")


def wrong(name: str, value: str, expected: str) -> ImproperlyConfigured:
    """Return the complaint: the variable, its bad value, what is expected."""
    return ImproperlyConfigured(f"{name} is {value!r}; expected {expected}.")


def data_folder() -> Path:
    """Return the folder for everything that is written, making it if need be.

    Raises `ImproperlyConfigured` if it cannot be made.
    """
    given = env_str("RAILCOMPANION_DATA")
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    folder = (Path(given) if given else Path(home) / "railcompanion").expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise wrong(
            "RAILCOMPANION_DATA", str(folder), f"a folder that can be made: {error.strerror}"
        ) from error
    return folder
