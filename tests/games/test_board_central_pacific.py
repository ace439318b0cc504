"""The board of Central Pacific at its addresses: picture, what changes, plans, list, and typed turns."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from games import lines
from games.models import Game
from tests.game_factories import Cast, fresh, started
from tests.games.pages import address, browser, move, text_of

OPEN = "E1=A@2:ESW F10=B@2:NEW E2=S:NS E3=S:NS seats=AB by=A"


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game in which A may lay the next tile on E4."""
    return started(cast, title="central_pacific", players=2, position=OPEN)


def now(response: Any) -> dict[str, Any]:
    """Return what the page says of the board as it stands."""
    found = re.search(r'<div id="board-now" hidden[^>]*>(.*?)</div>', response.content.decode())
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_picture_is_well_formed_and_small(cast: Cast, game: Game) -> None:
    client = browser(cast.ada)
    text = client.get(address(game, "board.svg").rstrip("/")).content.decode()
    root = ElementTree.fromstring(text)
    assert len(root.findall(".//{*}g[@data-key]")) == 100
    assert "style=" not in text
    packed = client.get(address(game, "board.svg").rstrip("/"), headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content).decode() == text
    assert len(packed.content) < 8_000


def test_what_changes_after_a_move_is_small_even_on_a_full_board(cast: Cast) -> None:
    rails = {f"{column}{row}": "X" for column in "ABCDEFGHIJ" for row in range(1, 11)}
    for row in range(1, 11):
        del rails[f"A{row}"], rails[f"J{row}"]
    homes = {"E1": "A@2:ESW", "F10": "B@2:NEW"}
    tiles = " ".join(f"{square}={tile}" for square, tile in {**rails, **homes}.items())
    full = started(
        cast,
        title="central_pacific",
        players=2,
        position=f"{tiles} spike=A A!E2 seats=AB by=A hands=A0,B0 pool=0",
        edge="lenient",
    )
    part = browser(cast.ada).get(address(full, "part"), headers={"HX-Request": "true"})
    text = part.content.decode()
    fragment = text[text.index('<div id="board-now"') :]
    assert len(gzip.compress(fragment.encode())) < 5_000
    assert len(fragment) < 20_000


def test_plan_is_answered_in_words_and_kept_by_entry(cast: Cast, game: Game) -> None:
    client = browser(cast.ada)
    wanted = now(client.get(address(game)))["plan"]
    answer = client.get(f"{wanted}&form=lay&taps=E4").json()
    assert answer["said"] == "E4: which tile? Those that fit come first."
    assert answer["offers"][0]["label"] == "straight"
    assert answer["offers"][0]["tile"][:3] == ["E4", "S", 0]
    found = client.get(f"{wanted}&form=lay&taps=E4=@2:NES")
    assert "Ada claims the line E1-E4, 2 rails." in found.json()["said"]
    assert "immutable" in found.headers["Cache-Control"]
    refused = client.get(f"{wanted}&form=lay&taps=E1").json()
    assert refused["refused"]["message"] == "There is already a tile on E1."
    assert browser(cast.cho).get(f"{wanted}&taps=E4").json()["offers"] == []


@pytest.mark.parametrize("taps", ["%00", "E4=", "%ED%A0%BD", "at:%ff", "E4=S:NS*9m;E4", "x" * 9000])
def test_plan_bears_any_taps(cast: Cast, game: Game, taps: str) -> None:
    wanted = now(browser(cast.ada).get(address(game)))["plan"]
    assert browser(cast.ada).get(f"{wanted}&form=lay&taps={taps}").status_code == 200


def test_turn_is_previewed_with_claims_and_entered_as_one(cast: Cast, game: Game) -> None:
    client = browser(cast.ada)
    told = {"tiles": "E4=@2:NES D1=S:EW", "end": "true"}
    seen = text_of(client.post(address(game, "enter"), move(game, "lay", seat="A", **told)))
    assert "Ada claims the line E1-E4, 2 rails." in seen
    assert "trains in hand 7 → 6" in seen
    entered = client.post(address(game, "enter"), move(game, "lay", "enter", seat="A", **told))
    assert entered.status_code in (200, 302)
    state = lines.state_at(fresh(game), fresh(game).head)
    assert (state.active, state.trains, state.hands["A"]) == ("B", {"E2": "A"}, 5)


def test_order_that_does_not_work_is_told_with_one_that_does(cast: Cast, game: Game) -> None:
    told = {"tiles": "E5=S:NS E4=S:NS"}
    answer = browser(cast.ada).post(address(game, "enter"), move(game, "lay", seat="A", **told))
    assert answer.status_code == 422
    assert "Not in this order, but so: E4, E5." in text_of(answer)


def test_list_tells_what_lies_on_each_square(cast: Cast, game: Game) -> None:
    page = text_of(browser(cast.ada).get(address(game) + "?view=list"))
    assert "straight north-south" in page


def test_questions_are_answered_without_scripts(cast: Cast, game: Game) -> None:
    client = browser(cast.ada)
    page = text_of(client.get(address(game)))
    for label in ("Where could this tile go?", "What lies between two cities?"):
        assert label in page
    asked = {"ask": "tile", "f-tile": "T:NES", "f-seat": "A"}
    found = text_of(client.get(address(game, "what-if"), asked))
    assert "Ada could lay it on 3 squares." in found
    between = {"ask": "cities", "f-city": "E1", "f-other": "F10"}
    assert "at least 2 rail tiles are needed" in text_of(
        client.get(address(game, "what-if"), between)
    )
    assert client.get(address(game, "what-if"), {"ask": "no such"}).status_code == 404
