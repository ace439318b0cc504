"""What lies outside the process, from its address to Django's settings: database, mail, social logins."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from railcompanion.env import env_list, env_str, wrong

# WAL lets phones read while one writes; NORMAL loses nothing when the process is killed.
_SQLITE_ON_CONNECT = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
_SQLITE_BUSY_SECONDS = 10
_KEEP_CONNECTION_SECONDS = 60


def database(data: Path) -> dict[str, Any]:
    """Return Django's database: that of DATABASE_URL, or SQLite in the data folder."""
    url = env_str("DATABASE_URL")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data / "railcompanion.sqlite3",
            "CONN_MAX_AGE": _KEEP_CONNECTION_SECONDS,
            "OPTIONS": {
                "init_command": _SQLITE_ON_CONNECT,
                # Taking the write lock at the start is what lets the busy timeout work.
                "transaction_mode": "IMMEDIATE",
                "timeout": _SQLITE_BUSY_SECONDS,
            },
        }
    parts = _split("DATABASE_URL", url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise wrong("DATABASE_URL", _shown(parts), "postgres://user:password@host:port/name")
    return dict(
        dj_database_url.parse(url, conn_max_age=_KEEP_CONNECTION_SECONDS, conn_health_checks=True)
    )


def redis_url() -> str:
    """Return the address of Redis, or an empty text if there is none."""
    url = env_str("REDIS_URL")
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise wrong("REDIS_URL", _shown(_split("REDIS_URL", url)), "redis://host:port/0")
    return url


def live_url() -> str:
    """Return where the live stream answers: empty, a port as ":8001", or an origin."""
    url = env_str("LIVE_URL").rstrip("/")
    is_port = url.startswith(":") and url[1:].isdigit()
    if url and not is_port and not url.startswith(("http://", "https://")):
        raise wrong("LIVE_URL", url, ":8001 or https://live.example.org")
    return url


_MAIL = {
    "smtp": {"EMAIL_PORT": 25},
    "smtp+tls": {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True},
    "smtp+ssl": {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True},
}


def mail() -> dict[str, Any]:
    """Return Django's EMAIL_ settings for EMAIL_URL."""
    url = env_str("EMAIL_URL")
    if url == "console:":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = _split("EMAIL_URL", url)
    if parts.scheme not in _MAIL or not parts.hostname:
        raise wrong("EMAIL_URL", _shown(parts), "console: or smtp+tls://user:password@host:port")
    found: dict[str, Any] = {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_TIMEOUT": 20,
        **_MAIL[parts.scheme],
    }
    if parts.port:
        found["EMAIL_PORT"] = parts.port
    return found


def _split(name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # read here, because that is what refuses a wrong one
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not an address: {error}.") from error
    return parts


def _shown(parts: SplitResult) -> str:
    """Return the address without its user and password."""
    return f"{parts.scheme}://…@{parts.hostname or ''}{parts.path}"


@dataclass(frozen=True, slots=True)
class _Provider:
    origin: str
    scope: tuple[str, ...]


_PROVIDERS = {
    "discord": _Provider("https://discord.com", ("email", "identify")),
    "github": _Provider("https://github.com", ("user:email",)),
    "gitlab": _Provider("https://gitlab.com", ("read_user",)),
    "google": _Provider("https://accounts.google.com", ("email",)),
    "microsoft": _Provider("https://login.microsoftonline.com", ("User.Read",)),
}


@dataclass(frozen=True, slots=True)
class SocialLogins:
    """The social logins offered: applications to install, their settings, where forms may lead."""

    apps: tuple[str, ...]
    settings: dict[str, Any]
    origins: tuple[str, ...]


def social_logins() -> SocialLogins:
    """Return what SOCIAL_PROVIDERS names; raise `ImproperlyConfigured` on an unknown one."""
    names = env_list("SOCIAL_PROVIDERS")
    for name in names:
        if name not in _PROVIDERS:
            raise wrong("SOCIAL_PROVIDERS", name, "any of " + ", ".join(sorted(_PROVIDERS)))
    return SocialLogins(
        apps=tuple(f"allauth.socialaccount.providers.{name}" for name in names),
        settings={name: _provider_settings(name) for name in names},
        origins=tuple(_PROVIDERS[name].origin for name in names),
    )


def _provider_settings(name: str) -> dict[str, Any]:
    keys = {key: f"SOCIAL_{name.upper()}_{key.upper()}" for key in ("id", "secret")}
    for variable in keys.values():
        if not os.environ.get(variable):
            raise ImproperlyConfigured(
                f"{variable} is not set; SOCIAL_PROVIDERS offers {name}, which needs it."
            )
    app = {"client_id": os.environ[keys["id"]], "secret": os.environ[keys["secret"]], "key": ""}
    return {"APPS": [app], "SCOPE": list(_PROVIDERS[name].scope)}
