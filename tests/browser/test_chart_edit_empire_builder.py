"""The chart editor on the large map: a river is named and a milepost corrected by taps on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games import lines
from games.models import Chart
from games.registry import TITLES
from games.services import charts
from scoring.guests import COOKIE
from scoring.models import Club
from tests.browser.conftest import Opener, runs_sideways
from tests.browser.test_chart_edit import ben, club
from tests.browser.test_empire_builder import MIDDLE
from tests.cast import Person

pytestmark = pytest.mark.browser

__all__ = ["ben", "club"]

TITLE = TITLES["empire_builder"]


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def chart(club: Club) -> Chart:
    """The club's copy of the large map."""
    data = charts.shipped_version(TITLE, "north_america").data
    board = charts.read_board_text(TITLE, data)
    return charts.create_chart(club.pk, "empire_builder", "Our crayon map", board, "Ada").chart


def editor(opener: Opener, ben: Person, chart: Chart) -> Page:
    """Return the editor as Ben sees it on a phone, its map drawn."""
    page = opener("phone")
    page.goto("/join/")
    base = str(page.evaluate("location.origin"))
    value = ben.client.cookies[COOKIE].value
    page.context.add_cookies([{"name": COOKIE, "value": value, "url": base}])
    page.goto(f"/charts/{chart.public_id}/edit/")
    expect(page.locator("#board-frame.dotted")).to_be_visible()
    return page


def tap(page: Page, key: str) -> None:
    """Enlarge what lies around a place and tap it."""
    page.wait_for_timeout(200)
    x, y = page.evaluate(MIDDLE, key)
    page.touchscreen.tap(x, y)


def test_river_is_named_and_ground_corrected_by_taps(
    open_page: Opener, ben: Person, chart: Chart
) -> None:
    page = editor(open_page, ben, chart)
    page.locator("#brush-what").select_option(label="Missouri")
    tap(page, "10.2-10.4")
    tap(page, "10.2-9.3")
    expect(page.locator("#pending-count")).to_contain_text("2 places painted")
    page.locator("#brush-what").select_option("terrain=clear")
    tap(page, "6.2")
    expect(page.locator("#pending-count")).to_contain_text("3 places painted")
    page.get_by_role("button", name="Save what is painted").click()
    expect(page.locator(".notice.success")).to_contain_text("3 places changed")
    newest = chart.versions.order_by("-number")[:1].get()
    board = charts.read_board_text(TITLE, newest.data)
    named = {(one.a, one.b) for one in board.crossings if "Missouri" in one.over}
    assert named == {("10.2", "10.4"), ("10.2", "9.3")}
    assert board.dots["6.2"].terrain == "clear"
    assert not runs_sideways(page)


def test_place_tapped_is_shown_with_its_sections(
    open_page: Opener, ben: Person, chart: Chart
) -> None:
    page = editor(open_page, ben, chart)
    tap(page, "12.30")
    page.wait_for_url("**hex=12.30**")
    expect(page.locator("#hex-title")).to_contain_text("Place 12.30")
    page.locator("#hex").get_by_role("link", name="12.30-13.31").click()
    page.locator("#hex").get_by_label("Crosses").fill("Snake")
    page.get_by_role("button", name="Save this place").click()
    expect(page.locator(".notice.success")).to_contain_text("crosses – → Snake")
