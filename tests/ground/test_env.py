"""Variables of the environment: read, defaulted by shape, and refused aloud."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from railcompanion import external
from railcompanion.env import (
    VARIABLES,
    data_folder,
    env_bool,
    env_int,
    env_list,
    env_secret,
    env_str,
)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable.name, raising=False)


@pytest.mark.parametrize("value", ["1", "true", "YES", "on"])
def test_bool_reads_yes(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert env_bool("DEBUG") is True


@pytest.mark.parametrize("value", ["0", "false", "No", "OFF", ""])
def test_bool_reads_no(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert env_bool("DEBUG") is False


def test_bool_refuses_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match=r"DEBUG is 'maybe'; expected 1, true"):
        env_bool("DEBUG")


@pytest.mark.parametrize("value", ["ten", "-1", "1.5", "10", "٣"])
def test_int_refuses_what_is_no_number_in_range(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("PROXIES", value)
    with pytest.raises(ImproperlyConfigured, match=r"PROXIES is .* a whole number from 0 to 9"):
        env_int("PROXIES", high=9)


def test_str_refuses_what_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "yaml")
    with pytest.raises(ImproperlyConfigured, match=r"LOG_FORMAT is 'yaml'; .* text, json"):
        env_str("LOG_FORMAT", ("text", "json"))


def test_str_defaults_by_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env_str("LOG_FORMAT") == "text"
    monkeypatch.setenv("REDIS_URL", "redis://localhost")
    assert env_str("LOG_FORMAT") == "json"


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_str_demands_what_the_full_shape_needs(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://localhost/name")
    with pytest.raises(ImproperlyConfigured, match=f"{name} is not set"):
        env_str(name)


def test_str_knows_documented_variables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the settings cannot read a variable that the table of them leaves out."""
    monkeypatch.setenv("SECRET_DOOR", "open")
    with pytest.raises(KeyError):
        env_str("SECRET_DOOR")


def test_list_drops_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example, ,b.example,")
    assert env_list("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret.key"
    first = env_secret("SECRET_KEY", path)
    assert len(first) >= 50
    assert env_secret("SECRET_KEY", path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_secret_from_the_environment_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 32)
    assert env_secret("SECRET_KEY", tmp_path / "secret.key") == "x" * 32
    assert list(tmp_path.iterdir()) == []


def test_secret_too_short_is_refused_without_telling_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    with pytest.raises(ImproperlyConfigured, match="7 characters") as caught:
        env_secret("SECRET_KEY", tmp_path / "secret.key")
    assert "hunter2" not in str(caught.value)


def test_secret_that_cannot_be_kept_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ImproperlyConfigured, match="RAILCOMPANION_DATA"):
        env_secret("SECRET_KEY", tmp_path / "file" / "secret.key")


def test_data_folder_follows_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "railcompanion"
    monkeypatch.setenv("RAILCOMPANION_DATA", str(tmp_path / "own"))
    assert data_folder() == tmp_path / "own"
    assert data_folder().is_dir()


def test_data_folder_in_the_way_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RAILCOMPANION_DATA", str(tmp_path / "file"))
    with pytest.raises(ImproperlyConfigured, match="RAILCOMPANION_DATA is"):
        data_folder()


def test_database_is_sqlite_unless_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = external.database(tmp_path)
    assert found["NAME"] == tmp_path / "railcompanion.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    monkeypatch.setenv("DATABASE_URL", "postgres://ada:s%40fe@db:5433/rail")
    found = external.database(tmp_path)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db", 5433, "rail")
    assert found["PASSWORD"] == "s@fe"


@pytest.mark.parametrize("url", ["mysql://a:secret@db/name", "postgres://a:secret@db/", "nonsense"])
def test_database_of_another_kind_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as caught:
        external.database(tmp_path)
    assert "secret" not in str(caught.value)


def test_mail_reads_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://ada:s%40fe@mail.example:2525")
    found = external.mail()
    assert found["EMAIL_HOST_PASSWORD"] == "s@fe"
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == (2525, True)


@pytest.mark.parametrize("url", ["imap://mail.example", "smtp:", "smtp://mail.example:port"])
def test_mail_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        external.mail()


def test_redis_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "amqp://localhost")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        external.redis_url()


def test_social_login_unknown_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOCIAL_PROVIDERS", "github,myspace")
    with pytest.raises(ImproperlyConfigured, match=r"SOCIAL_PROVIDERS is 'myspace'.*github"):
        external.social_logins()


def test_social_login_needs_its_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOCIAL_PROVIDERS", "github")
    monkeypatch.setenv("SOCIAL_GITHUB_ID", "id")
    monkeypatch.delenv("SOCIAL_GITHUB_SECRET", raising=False)
    with pytest.raises(ImproperlyConfigured, match="SOCIAL_GITHUB_SECRET is not set"):
        external.social_logins()
    monkeypatch.setenv("SOCIAL_GITHUB_SECRET", "secret")
    found = external.social_logins()
    assert found.apps == ("allauth.socialaccount.providers.github",)
    assert found.origins == ("https://github.com",)
