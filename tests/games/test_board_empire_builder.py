"""The large map over the wire: its picture, what is sent after a move, and the list of its cities."""

from __future__ import annotations

import gzip
from xml.etree import ElementTree

import pytest

from games.models import Game
from tests.game_factories import Cast, fresh
from tests.games.empire import late_position, started_on
from tests.games.pages import address, browser, text_of
from tests.games.test_board import now

MOST_PICTURE = 80_000
MOST_FRAGMENT = 20_000


@pytest.fixture
def late(cast: Cast) -> Game:
    """A late game of six on the map of 2,142 mileposts."""
    return started_on(cast, "north_america", late_position(), 6)


def test_picture_of_the_large_map_is_small(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    packed = client.get(f"/g/{late.code}/board.svg", headers={"Accept-Encoding": "gzip"})
    assert len(packed.content) < MOST_PICTURE
    text = gzip.decompress(packed.content).decode()
    assert "style=" not in text
    assert len(list(ElementTree.fromstring(text).iter())) < 400


def test_fragment_after_a_move_is_small(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    part = client.get(address(late, "part"), headers={"HX-Request": "true"}).content.decode()
    fragment = part[part.index('<div id="board-now"') :]
    assert len(fragment.encode()) < MOST_FRAGMENT
    assert len(gzip.compress(part.encode())) < MOST_FRAGMENT
    data = now(client.get(address(late)))
    assert len(data["strokes"]) == 8
    assert data["pieces"][0][6] == "Ada: Superfreight, carrying coal, oil"


def test_plan_is_answered_with_words_and_a_way(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    wanted = now(client.get(address(late)))["plan"]
    answer = client.get(f"{wanted}&form=build&taps=Denver").json()
    assert answer["form"] == "build"
    assert answer["ask"] or answer["refused"]
    refused = client.get(f"{wanted}&form=build&taps=nowhere").json()
    assert refused["refused"]["rule"] == "EB-34"
    assert fresh(late).last == late.last


def test_list_names_cities_and_what_stands_there_only(cast: Cast, late: Game) -> None:
    page = browser(cast.ada).get(address(late) + "?view=list")
    assert "Chicago" in text_of(page)
    rows = page.content.decode().count('<tr id="place-')
    assert 62 <= rows <= 80
