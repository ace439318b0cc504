"""Charts through the API: boards in and out, versions, and who may."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.models import Chart, ChartVersion
from games.registry import TITLES
from games.services import charts
from scoring.models import Club
from scoring.people import Who
from scoring.services import create_club, set_visibility
from tests.game_factories import Cast
from tests.games.api_helpers import (
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    nobody,
)

KEY = "continental_divide"


@pytest.fixture
def club(cast: Cast) -> Club:
    """Ada's club."""
    return create_club("Thursday Rails", Who(user_id=cast.ada.user.pk), "Ada")


@pytest.fixture
def board() -> dict[str, Any]:
    """The practice board."""
    data: dict[str, Any] = json.loads(charts.shipped_text(KEY))
    return data


def new(club: Club, board: Any, /, **fields: Any) -> dict[str, Any]:
    """Return the body that creates a chart."""
    plain = {"club": club.public_id, "title": KEY, "name": "Our map", "board": board}
    return {**plain, **fields}


def test_a_chart_goes_in_and_comes_out(cast: Cast, club: Club, board: dict[str, Any]) -> None:
    ada = browser(cast.ada)
    made = ada.post("charts/", new(club, board))
    assert made.status == 201, made.body
    read = nobody().get(f"charts/{made.body['id']}/").body
    assert (read["name"], read["version"], read["shipped"]) == ("Our map", 1, False)
    assert charts.read_board(TITLES[KEY], read["board"]) == charts.read_board(TITLES[KEY], board)
    assert read["versions"][0]["by"] == "Ada"
    listed = ada.get(f"charts/?title={KEY}&club={club.public_id}").body["charts"]
    assert made.body["id"] in [chart["id"] for chart in listed]
    assert made.body["id"] not in [chart["id"] for chart in ada.get("charts/").body["charts"]]


def test_a_chart_gets_versions(cast: Cast, club: Club, board: dict[str, Any]) -> None:
    ada = browser(cast.ada)
    path = f"charts/{ada.post('charts/', new(club, board)).body['id']}/"
    board["name"] = "Another name"
    revised = ada.send("PUT", path, {"board": board, "why": "a typo"})
    assert (revised.status, revised.body["version"]) == (200, 2)
    assert revised.body["versions"][0]["why"] == "a typo"
    same = ada.send("PUT", path, {"board": board, "why": "nothing new"})
    assert same.body["version"] == 2
    assert ada.get(f"{path}?version=1").body["board"]["name"] != "Another name"
    assert ada.get(f"{path}?version=9").status == 404


def test_a_shipped_chart_stays_as_it_is(cast: Cast, board: dict[str, Any]) -> None:
    version = charts.shipped_version(TITLES[KEY])
    path = f"charts/{version.chart.public_id}/"
    assert nobody().get(path).body["shipped"] is True
    reply = browser(cast.ada).send("PUT", path, {"board": board})
    assert (reply.status, reply.body["fields"][0]["path"]) == (400, "board")


def test_only_members_write_charts(cast: Cast, club: Club, board: dict[str, Any]) -> None:
    path = f"charts/{browser(cast.ada).post('charts/', new(club, board)).body['id']}/"
    for stranger in (browser(cast.dee), nobody()):
        assert stranger.post("charts/", new(club, board)).status == 403
        assert stranger.send("PUT", path, {"board": board}).status == 403
    set_visibility(club, Who(user_id=cast.ada.user.pk), Club.Visibility.PRIVATE)
    assert browser(cast.dee).get(path).status == 404
    assert browser(cast.dee).get(f"charts/?club={club.public_id}").status == 404
    assert browser(cast.ada).get(path).status == 200
    assert ChartVersion.objects.filter(chart__club=club).count() == 1


def _doubled(board: dict[str, Any]) -> None:
    board["hexes"].append(board["hexes"][0])


def _holed(board: dict[str, Any]) -> None:
    board["hexes"] = [each for each in board["hexes"] if not each.get("port")]


def _huge(board: dict[str, Any]) -> None:
    board["hexes"] = [board["hexes"][0]] * 3000


WRONG: list[tuple[Any, str]] = [
    (_doubled, "board.hexes["),
    (_holed, "board.hexes"),
    (_huge, "board.hexes"),
    (lambda board: board.update(colour="blue"), "board"),
    (lambda board: board["hexes"][3].update(cost="4"), "board.hexes[3].cost"),
    (lambda board: board["hexes"][3].update(cost=-1), "board.hexes[3].cost"),
    (lambda board: board["hexes"][3].update(q=10**17), "board.hexes[3].q"),
    (lambda board: board.pop("hexes"), "board"),
    (lambda board: board.update(title="chess"), "board.title"),
    (lambda board: board.update(name="x" * 500), "board.name"),
]


@pytest.mark.parametrize(("spoil", "path"), WRONG)
def test_a_wrong_board_is_refused_at_its_place(
    cast: Cast, club: Club, board: dict[str, Any], spoil: Any, path: str
) -> None:
    spoil(board)
    reply = browser(cast.ada).post("charts/", new(club, board))
    assert (reply.status, reply.code) == (400, "malformed"), reply.body
    assert reply.body["fields"][0]["path"].startswith(path)
    assert not Chart.objects.filter(club=club).exists()


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"title": "chess"}, "title"),
        ({"name": ""}, "name"),
        ({"name": "x" * 500}, "name"),
        ({"board": []}, "board"),
    ],
)
def test_a_wrong_chart_is_refused_at_its_field(
    cast: Cast, club: Club, board: dict[str, Any], fields: dict[str, Any], path: str
) -> None:
    reply = browser(cast.ada).post("charts/", new(club, board, **fields))
    assert (reply.status, reply.body["fields"][0]["path"]) == (400, path)
    assert not Chart.objects.filter(club=club).exists()
