"""The board's addresses: the picture that browsers keep, what changes, what a seat can tap, the list."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from games.models import Game
from games.views.board import FOREVER
from tests.game_factories import Cast, enter, fresh, lobby, started
from tests.games.pages import address, browser, move, text_of

LATE = (
    "n=3 turn=8 active=A | A=60 B=30 C=25 | red{iss=5 val=20 inc=6 tre=40 hold=A2,B1 at=M1} "
    "| blue{iss=4 val=25 inc=3 tre=9 hold=C1 at=C1}"
)


@pytest.fixture
def late(cast: Cast) -> Game:
    """A game of which A may build red."""
    return started(cast, position=LATE)


def now(response: Any) -> dict[str, Any]:
    """Return what the page says of the board as it stands."""
    found = re.search(r'<div id="board-now" hidden[^>]*>(.*?)</div>', response.content.decode())
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_picture_is_kept_for_as_long_as_the_chart_is_the_same(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    first = now(client.get(address(late)))
    answer = client.get(first["picture"])
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == FOREVER
    again = client.get(first["picture"], headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    enter(late, cast.ada, "A: done")
    assert now(client.get(address(late)))["picture"] == first["picture"]


def test_picture_of_an_older_address_is_not_kept(cast: Cast, late: Game) -> None:
    answer = browser(cast.ada).get(f"/g/{late.code}/board.svg?v=0000")
    assert "no-cache" in answer.headers["Cache-Control"]


def test_picture_is_well_formed_small_and_without_style(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    text = client.get(f"/g/{late.code}/board.svg").content.decode()
    places = ElementTree.fromstring(text).findall(".//{*}g[@data-key]")
    assert len(places) == 217
    assert "style=" not in text
    assert "<script" not in text
    packed = client.get(f"/g/{late.code}/board.svg", headers={"Accept-Encoding": "gzip"})
    assert len(packed.content) < 20_000
    assert gzip.decompress(packed.content).decode() == text


def test_what_changes_is_small(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    data = now(client.get(address(late)))
    assert [piece[:2] for piece in data["pieces"]] == [["3,-6", "blue"], ["1,-2", "red"]]
    part = client.get(address(late, "part"), headers={"HX-Request": "true"}).content.decode()
    fragment = part[part.index('<div id="board-now"') :]
    assert 'hx-swap-oob="true"' in fragment
    assert "<polygon" not in part
    assert len(fragment) < 10_000


def test_reach_tells_ends_with_figures_and_is_kept_by_entry(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    wanted = now(client.get(address(late)))["reach"]
    answer = client.get(wanted)
    assert answer.headers["Cache-Control"] == FOREVER
    (works,) = answer.json()["works"]
    assert (works["company"], works["treasury"], works["income"]) == ("red", 40, 6)
    (place, ways) = works["anchors"][0]
    assert place == "1,-2"
    index, cost, income, left, _ = ways[0][1][0]
    assert (index, left) == (0, 40 - cost)
    assert income >= 6
    stale = client.get(wanted.replace("at=0", "at=99"))
    assert "no-store" in stale.headers["Cache-Control"]


def test_reach_is_empty_for_who_may_not_enter(cast: Cast, late: Game) -> None:
    for person in (cast.ben, cast.cho, cast.dee):
        answer = browser(person).get(f"/g/{late.code}/reach/?seat=A&at={late.head}")
        assert answer.json() == {"places": {}, "works": []}


def test_page_of_who_looks_on_asks_for_no_reach(cast: Cast, late: Game) -> None:
    assert now(browser(cast.cho).get(address(late)))["reach"] == ""


def test_lobby_has_no_board_yet(cast: Cast) -> None:
    game = lobby(cast)
    client = browser(cast.ada)
    assert "board-now" not in client.get(address(game)).content.decode()
    assert client.get(f"/g/{game.code}/board.svg").status_code == 404


def test_names_and_companies_are_escaped_in_what_changes(cast: Cast, late: Game) -> None:
    text = browser(cast.ada).get(address(late)).content.decode()
    found = re.search(r'<div id="board-now" hidden[^>]*>(.*?)</div>', text)
    assert found is not None
    assert not set("<>&") & set(found[1])


def test_list_leads_to_the_same_preview(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    page = client.get(address(late) + "?view=list")
    assert "Red can build from" in text_of(page)
    assert "Start a railroad in" in text_of(page)
    chosen = client.get(address(late) + "?view=list&company=red&from=1,-2").content.decode()
    end = re.search(r'name="f-path.to" value="([^"]+)"', chosen)
    assert end is not None
    told = {"railroad": "red", "path.from": "1,-2", "path.to": end[1]}
    answer = client.post(address(late, "enter"), move(late, "build", seat="A", **told))
    assert answer.status_code == 200
    assert "for Red" in text_of(answer)
    assert fresh(late).last == late.last


def test_address_fills_in_a_form(cast: Cast, late: Game) -> None:
    page = browser(cast.ada).get(address(late) + "?form=start&f-at=-1,2&f-nonsense=1")
    assert '<option value="-1,2" selected>' in page.content.decode()
    assert browser(cast.ada).get(address(late) + "?form=none&f-at=1").status_code == 200


def test_line_that_is_not_straight_is_refused_by_the_rule(cast: Cast, late: Game) -> None:
    told = {"railroad": "red", "path.from": "1,-2", "path.to": "-1,0"}
    answer = browser(cast.ada).post(
        address(late, "enter"), move(late, "build", seat="A", **told | {"path.to": "0,1"})
    )
    assert answer.status_code == 422
    assert "Rule CD-30" in text_of(answer)
