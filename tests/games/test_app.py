"""The installed app: what its manifest promises exists, and what phones keep holds nothing of anyone."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.models import Game
from games.views import app
from tests.game_factories import Cast
from tests.games.pages import address, browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _fresh_shell() -> None:
    app._kept_shell.cache_clear()


def test_manifest_names_what_is_there(client: Client, db: None) -> None:
    answer = client.get("/manifest.webmanifest")
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        if path.endswith(".png"):
            data = Path(path).read_bytes()
            side, high = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{side}x{high}"
            assert len(data) <= 20_000
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    for shortcut in told["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def test_every_page_leads_to_the_manifest(client: Client, db: None) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").content.decode()


def test_worker_keeps_every_part_of_the_shell(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    text = answer.content.decode()
    for name in app.SHELL:
        assert finders.find(name), name
        assert name.replace("-", "\\u002D") in text, name
    assert "{%" not in text


def test_shell_holds_all_that_a_table_loads(game: Game, cast: Cast) -> None:
    html = browser(cast.ada).get(address(game)).content.decode()
    loaded = set(re.findall(r'(?:src|href)="/static/([^"]+\.(?:js|css))"', html))
    assert loaded <= set(app.SHELL)
    assert loaded


def test_shell_has_another_print_when_a_file_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    before = app._shell()["print"]
    assert app._shell()["print"] == before
    read = app._content
    monkeypatch.setattr(app, "_content", lambda name: read(name) + b" ")
    assert app._shell()["print"] != before


def test_offline_page_is_the_same_for_everyone(client: Client, cast: Cast) -> None:
    page = client.get("/offline/").content
    assert browser(cast.ada).get("/offline/").content == page
    assert b"csrf" not in page.lower()
    assert b"Ada" not in page
    assert b"Sign in" not in page


def test_worker_keeps_no_page_but_a_table(client: Client) -> None:
    """What the network answers is handed on; the one place that keeps any of it is that for tables."""
    text = client.get("/worker.js").content.decode()
    assert text.count("addAll") == 1
    assert text.count(".put(") == 1
    assert "if (A_TABLE.test(pathname)) event.waitUntil(keepTable(" in text
