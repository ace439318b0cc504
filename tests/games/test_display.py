"""The big screen: no login, no controls, the same for everyone, and what it follows the game by."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import lines
from games.models import Game
from games.registry import TITLES
from games.services import clocks, tables
from tests.game_factories import Cast, enter, lobby
from tests.games.pages import address, browser, text_of
from tests.ground.inline import inline_parts


def _body(html: str) -> str:
    return html.partition("<main")[2]


def test_display_shows_the_game_to_a_stranger(client: Client, game: Game, cast: Cast) -> None:
    for words in ("A: done", "B: done"):
        enter(game, cast.ada, words)
    answer = client.get(address(game, "display"))
    text = text_of(answer)
    assert answer.status_code == 200
    assert "Ada" in text
    assert "Ben" in text
    assert "to act" in text
    assert inline_parts(answer.content.decode()) == []


def test_display_shows_the_last_three_lines_of_the_log(game: Game, cast: Cast) -> None:
    for words in ("A: done", "B: done", "C: done"):
        enter(game, cast.ada, words)
    html = browser(cast.dee).get(address(game, "display")).content.decode()
    assert len(re.findall(r"<time ", html)) == 3


def test_display_has_no_controls_even_for_the_host(game: Game, cast: Cast) -> None:
    html = _body(browser(cast.ada).get(address(game, "display")).content.decode())
    assert "<form" not in html
    assert "<input" not in html
    assert 'id="slip"' not in html


def test_display_is_the_same_whoever_looks(game: Game, cast: Cast) -> None:
    seen = {
        text_of(browser(person).get(address(game, "display")))
        for person in (cast.ada, cast.ben, cast.dee)
    }
    assert len(seen) == 1


def test_display_of_the_lobby_shows_the_way_in(client: Client, cast: Cast) -> None:
    game = lobby(cast)
    answer = client.get(address(game, "display"))
    html = answer.content.decode()
    assert address(game, "qr.svg").rstrip("/") in html
    assert f"http://testserver{address(game, 'join')}" in text_of(answer)
    assert game.code in text_of(answer)
    assert "free" in text_of(answer)


def test_display_tells_the_clocks(client: Client, game: Game, cast: Cast) -> None:
    clocks.set_clock(game.pk, cast.ada.claims, "on", 30)
    html = client.get(address(game, "display")).content.decode()
    assert html.count('data-clock="') == 4
    assert html.count("data-running") == 2  # the seat to act: at the top, and in its row


@pytest.mark.parametrize("wish", ["pause", "abandon"])
def test_display_says_that_nothing_goes_on(
    client: Client, game: Game, cast: Cast, wish: str
) -> None:
    tables.set_status(game.pk, cast.ada.claims, wish)
    assert f"The game {'is paused' if wish == 'pause' else 'was abandoned'}" in text_of(
        client.get(address(game, "display"))
    )


@pytest.mark.parametrize("title", list(TITLES))
def test_display_works_for_every_title(client: Client, cast: Cast, title: str) -> None:
    game = lobby(cast, title, max(3, TITLES[title].meta.players[0]))
    assert client.get(address(game, "display")).status_code == 200
    told = {field.name: field.value for field in TITLES[title].setup_fields(lines.table_of(game))}
    tables.start(game.pk, cast.ada.claims, told, strict=False)
    answer = client.get(address(game, "display"))
    assert answer.status_code == 200
    assert "to act" in text_of(answer)


@pytest.mark.django_db
def test_display_of_an_unknown_game_is_404(client: Client) -> None:
    assert client.get("/g/ZZZZZZ/display/").status_code == 404


def test_display_takes_no_entries(client: Client, game: Game) -> None:
    assert client.post(address(game, "display")).status_code == 405
