"""The chart editor on a map of mileposts: corrected by rows, one by one, and by the brush."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Chart
from games.registry import TITLES
from games.services import charts
from scoring.models import Club
from tests.cast import Person, ada, ben, club
from tests.games.chart_pages import newest, save, where
from tests.games.pages import text_of

__all__ = ["ada", "ben", "club"]

TITLE = TITLES["empire_builder"]


@pytest.fixture
def chart(club: Club) -> Chart:
    """The club's copy of the large map."""
    data = charts.shipped_version(TITLE, "north_america").data
    board = charts.read_board_text(TITLE, data)
    return charts.create_chart(club.pk, "empire_builder", "Our crayon map", board, "Ada").chart


def board_of(chart: Chart) -> Any:
    """Return the newest board."""
    return charts.read_board_text(TITLE, newest(chart).data)


def test_editor_shows_cities_crossings_and_a_milepost(chart: Chart, ben: Person) -> None:
    page = text_of(ben.client.get(where(chart)))
    assert "Cities and their goods" in page
    assert "2169 of 2549 places known" in page.replace(",", "")
    assert "missing: numbers of counters" in page
    shown = ben.client.get(where(chart) + "?hex=10.2").content.decode()
    assert 'href="?hex=10.2-10.4#hex"' in shown
    assert '<option value="rough" selected>' in shown
    assert "Draw" not in text_of(ben.client.get("/charts/new/empire_builder/"))


def test_goods_are_typed_along_the_cities(chart: Chart, ben: Person) -> None:
    answer = save(ben.client, chart, "row", **{"c.Denver.goods": "lead, coal"})
    assert answer.status_code == 302
    assert board_of(chart).towns["Denver"].goods == ("lead", "coal")
    assert newest(chart).why == "1 place changed: Denver goods lead → lead, coal"


def test_wrong_goods_are_said_at_their_city(chart: Chart, ben: Person) -> None:
    answer = save(ben.client, chart, "row", **{"c.Denver.goods": "gold"})
    assert answer.status_code == 400
    assert "gold is not among the goods" in text_of(answer)
    assert 'id="c-Denver-goods-error"' in answer.content.decode()


def test_stretch_of_a_river_is_painted_and_a_wide_brush_passes_over_crossings(
    chart: Chart, ben: Person
) -> None:
    changes = '{"10.2-10.4":{"over":"Columbia"},"6.2":{"over":"Columbia"}}'
    assert save(ben.client, chart, "changes", changes=changes).status_code == 302
    assert "Columbia" in board_of(chart).rivers
    answer = save(ben.client, chart, "paint", brush="country=US", place="6.2", reach="row")
    assert answer.status_code == 302
    assert {dot.country for dot in board_of(chart).mileposts if dot.y == 2} == {"US"}


def test_one_milepost_is_corrected(chart: Chart, ben: Person) -> None:
    fields = {"v__terrain": "clear", "v__country": "CA", "v__coast": ""}
    assert save(ben.client, chart, "hex", place="6.2", **fields).status_code == 302
    assert board_of(chart).dots["6.2"].terrain == "clear"
    assert save(ben.client, chart, "hex", place="nowhere", **fields).status_code == 400
    assert save(ben.client, chart, "hex", place="<b>", **fields).status_code == 400
