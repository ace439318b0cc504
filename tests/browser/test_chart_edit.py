"""The chart editor as it is used: painting by taps, typing along a row, two people at once."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games import lines
from games.engine.charts import WHOLE, laid_out, merged
from games.models import Chart
from games.registry import TITLES
from games.services import chart_edits, charts
from scoring.guests import COOKIE
from scoring.models import Club, Member
from tests.browser.conftest import Opener, runs_sideways
from tests.cast import Person, person
from tests.factories import ClubFactory, MemberFactory

pytestmark = pytest.mark.browser

TITLE = TITLES["continental_divide"]


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club."""
    return ClubFactory.create(name="Thursday Rails")


@pytest.fixture
def ben(club: Club) -> Person:
    """Ben, a guest who is a member."""
    ben = person("Ben", guest=True)
    MemberFactory.create(club=club, user=None, guest=ben.guest, name="Ben", role=Member.Role.MEMBER)
    return ben


@pytest.fixture
def chart(club: Club) -> Chart:
    """A chart of eight by five hexes with one terrain, nothing else known."""
    assert TITLE.editor is not None
    assert TITLE.editor.empty is not None
    board = TITLE.editor.empty("Our map", laid_out(8, 5))
    cells = merged(TITLE.editor.read(board), {WHOLE: {"terrain plains": "3 1"}})
    board = TITLE.editor.write(board, cells)
    return charts.create_chart(club.pk, "continental_divide", "Our map", board, "Ada").chart


def editor(opener: Opener, size: str, ben: Person, chart: Chart, **options: Any) -> Page:
    """Return the editor as Ben sees it, its board drawn."""
    page = opener(size, **options)
    page.goto("/join/")
    base = str(page.evaluate("location.origin"))
    value = ben.client.cookies[COOKIE].value
    page.context.add_cookies([{"name": COOKIE, "value": value, "url": base}])
    page.goto(f"/charts/{chart.public_id}/edit/")
    expect(page.locator("#board-frame .place").first).to_be_visible()
    return page


def place(page: Page, key: str) -> Locator:
    """Return a hex of the board."""
    return page.locator(f'#board-frame .place[data-key="{key}"]')


def tap(page: Page, key: str) -> None:
    """Tap the middle of a hex."""
    box = place(page, key).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.viewport_size and page.viewport_size["width"] < 800:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def cells(chart: Chart) -> Any:
    """Return the values of the newest board."""
    return chart_edits.cells_of(TITLE, chart.versions.order_by("-number")[:1].get())


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_board_is_painted_by_taps_and_saved_once(
    open_page: Opener, ben: Person, chart: Chart, size: str
) -> None:
    page = editor(open_page, size, ben, chart)
    assert not runs_sideways(page)
    page.get_by_label("Paint", exact=True).select_option(label="Western Region")
    page.get_by_label("How far").select_option(label="it and everything west of it")
    page.locator("#board").scroll_into_view_if_needed()
    tap(page, "2,0")
    expect(page.locator("#pending-count")).to_contain_text("13 places painted")
    assert "region W, not saved" in (place(page, "0,0").get_attribute("aria-label") or "")
    page.get_by_label("How far").select_option(label="only this one")
    page.get_by_label("Paint", exact=True).select_option(label="plains (3 · 1)")
    page.locator("#board").scroll_into_view_if_needed()
    tap(page, "1,0")
    tap(page, "4,2")
    page.get_by_role("button", name="Last stroke back").click()
    page.get_by_role("button", name="Save what is painted").click()
    expect(page.locator("#completeness")).to_contain_text("1 of 40 places known")
    found = cells(chart)
    assert (found["1,0"]["cost"], found["1,0"]["income"], found["1,0"]["region"]) == ("3", "1", "W")
    assert found["3,0"]["region"] == ""
    assert chart.versions.count() == 2


def test_hex_beside_the_board_is_added_and_one_taken_off(
    open_page: Opener, ben: Person, chart: Chart
) -> None:
    page = editor(open_page, "phone", ben, chart)
    page.get_by_label("Paint", exact=True).select_option(label="add it to the board")
    page.locator("#board").scroll_into_view_if_needed()
    tap(page, "8,0")
    page.get_by_label("Paint", exact=True).select_option(label="take it off the board")
    page.locator("#board").scroll_into_view_if_needed()
    tap(page, "0,0")
    page.get_by_role("button", name="Save what is painted").click()
    expect(page.locator("#completeness")).to_contain_text("0 of 40 places known")
    found = cells(chart)
    assert "8,0" in found
    assert "0,0" not in found


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_row_is_typed_by_keyboard_alone(
    open_page: Opener, ben: Person, chart: Chart, size: str
) -> None:
    page = editor(open_page, size, ben, chart)
    first = page.get_by_label("Cost, 0,0")
    first.focus()
    for figure in ("4", "1", "10", "0"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Cost, 2,0")).to_be_focused()
    page.keyboard.type("6")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Income, 2,0")).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_label("Cost, 2,0")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save, next row")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Cost, 0,1")).to_be_focused()
    found = cells(chart)
    assert [found[f"{q},0"]["cost"] for q in range(4)] == ["4", "10", "6", ""]
    assert [found[f"{q},0"]["income"] for q in range(4)] == ["1", "0", "", ""]
    assert not runs_sideways(page)


def test_keys_walk_the_board_and_paint(open_page: Opener, ben: Person, chart: Chart) -> None:
    page = editor(open_page, "wide", ben, chart)
    page.get_by_label("Paint", exact=True).select_option(label="west of the Divide")
    place(page, "0,0").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#pending-count")).to_contain_text("2 places painted")
    page.get_by_role("button", name="Save what is painted").click()
    expect(page.locator("#pending")).to_be_hidden()
    found = cells(chart)
    assert [found[f"{q},0"]["west_of_divide"] for q in range(3)] == ["true", "true", ""]


def test_second_of_two_sees_what_differs_and_saves_on_top(
    open_page: Opener, ben: Person, chart: Chart
) -> None:
    one, two = (editor(open_page, size, ben, chart) for size in ("phone", "wide"))
    one.get_by_label("Cost, 0,0").fill("4")
    one.get_by_role("button", name="Save the row").click()
    expect(one.locator("#row")).to_be_visible()
    two.get_by_label("Cost, 0,0").fill("6")
    two.get_by_label("Cost, 1,0").fill("7")
    two.get_by_role("button", name="Save the row").click()
    expect(two.get_by_role("alert")).to_contain_text("Version 2 has been saved since you began")
    expect(two.get_by_role("alert")).to_contain_text("You both changed: 0,0")
    two.get_by_role("button", name="Save mine on top of version 2").click()
    expect(two.locator(".notice.success")).to_be_visible()
    assert [cells(chart)[f"{q},0"]["cost"] for q in range(2)] == ["6", "7"]


def test_editor_works_without_a_script(open_page: Opener, ben: Person, chart: Chart) -> None:
    page = open_page("phone", java_script_enabled=False)
    page.goto("/join/")
    base = page.url.split("/join")[0]
    value = ben.client.cookies[COOKIE].value
    page.context.add_cookies([{"name": COOKIE, "value": value, "url": base}])
    page.goto(f"/charts/{chart.public_id}/edit/")
    page.get_by_label("Cost, 0,0").fill("4")
    page.get_by_role("button", name="Save the row").click()
    expect(page.locator(".notice.success")).to_contain_text("1 place changed: 0,0 cost – → 4")
    page.get_by_label("Paint", exact=True).select_option(label="Eastern Region")
    page.get_by_label("How far").select_option(label="its whole row")
    page.locator("summary", has_text="Paint from a place").click()
    page.get_by_label("From place").fill("0,1")
    page.get_by_role("button", name="Paint it").click()
    expect(page.locator(".notice.success")).to_contain_text("8 places changed")
    assert cells(chart)["7,1"]["region"] == "E"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["edit/?hex=0,0", "history/", ""])
def test_axe_finds_nothing(
    open_page: Opener, ben: Person, chart: Chart, scheme: str, name: str
) -> None:
    page = editor(open_page, "phone", ben, chart, color_scheme=scheme)
    page.goto(f"/charts/{chart.public_id}/{name}")
    expect(page.get_by_role("heading").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
