"""Central Pacific on a phone: a turn with a city, a claim, a steal; turning, taking off, showing a hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.browser.test_board import place, sit, spoken, tap
from tests.game_factories import Cast, fresh, new_cast, started

pytestmark = pytest.mark.browser

HOMES = "E1=A@2:ESW F10=B@2:NEW"
OPEN = f"{HOMES} E2=S:NS E3=S:NS seats=AB by=A"
STEALABLE = f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW E5=S:NS E6=T:NES E7=S:NS E8=@2:N B!E5 spike=B seats=AB by=A"


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


def table(opener: Opener, cast: Cast, position: str, size: str = "phone") -> tuple[Page, Game]:
    """Return the table as Ada sees it, its board drawn and marked."""
    game = started(cast, title="central_pacific", players=2, position=position)
    page = opener(size)
    page.goto("/join/")
    sit(page, cast.ada, game)
    expect(page.locator("#board-frame .tile").first).to_be_visible()
    expect(page.locator("#board-frame .marks .anchor").first).to_be_attached()
    return page, game


def offer(page: Page, name: str) -> Locator:
    """Return a button of what the taps offer."""
    return page.locator("#slip .offers").get_by_role("button", name=name, exact=True)


def end_turn(page: Page) -> None:
    """See what the turn would do, and enter it."""
    page.locator("#slip form[data-kind='lay']").get_by_role(
        "button", name="See what it does"
    ).click()
    page.locator("#slip").get_by_role("button", name="Lay them").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()


def test_city_closes_a_line_that_is_claimed(open_page: Opener, cast: Cast) -> None:
    page, game = table(open_page, cast, OPEN)
    tap(page, "E4")
    expect(page.locator("#slip .tap-hint")).to_have_text(
        "E4: which tile? Those that fit come first."
    )
    offer(page, "city").tap()
    expect(page.locator("#board-frame .tile.wished")).to_have_count(1)
    expect(page.locator("#slip .tap-hint")).to_contain_text("Ada claims the line E1-E4, 2 rails.")
    offer(page, "north, east, south").tap()
    tap(page, "E4")  # the same square again: turned to the next way that fits
    expect(page.locator("#slip [name='f-tiles']")).to_have_value("E4=@2:NSW")
    tap(page, "E5")
    offer(page, "straight").tap()
    would = re.compile("straight north-south would lie here")
    expect(place(page, "E5")).to_have_attribute("aria-label", would)
    hint = page.locator("#slip .tap-hint").bounding_box()
    assert hint is not None
    assert hint["y"] + hint["height"] < 740  # what is said stays in sight below the board
    assert not runs_sideways(page)
    page.locator("#slip form[data-kind='lay']").get_by_role(
        "button", name="See what it does"
    ).click()
    expect(page.locator("#slip h2")).to_contain_text("Ada lays 2 tiles (E4, E5), ends the turn")
    expect(page.locator("#slip .effect")).to_contain_text("trains in hand7 → 6")
    page.locator("#slip").get_by_role("button", name="Lay them").click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    expect(page.locator('#board-frame .piece[data-piece="A@E2"]')).to_be_visible()
    assert "line E1-E4" in spoken(page, "E3")
    state = lines.state_at(fresh(game), fresh(game).head)
    assert (state.trains, state.tiles["E4"], state.active) == ({"E2": "A"}, "@2:NSW", "B")


def test_line_of_another_is_stolen_through_its_open_end(open_page: Opener, cast: Cast) -> None:
    page, game = table(open_page, cast, STEALABLE)
    tap(page, "F6")
    offer(page, "city").tap()
    said = page.locator("#slip .tap-hint")
    expect(said).to_contain_text("Ada takes the line E4-E8-F6, 3 rails, from Ben.")
    expect(said).to_contain_text("1 train goes back to Ben.")
    end_turn(page)
    expect(page.locator('#board-frame .piece[data-piece="A@E5"]')).to_be_visible()
    state = lines.state_at(fresh(game), fresh(game).head)
    assert (state.trains, state.in_hand) == ({"E5": "A"}, {"A": 6, "B": 7})


def test_square_says_why_not_and_tiles_are_taken_off(open_page: Opener, cast: Cast) -> None:
    page, game = table(open_page, cast, f"{HOMES} E2=S:NS seats=AB by=A")
    tap(page, "A9")
    expect(page.locator("#board-caption")).to_contain_text("A9 does not touch any tile in play.")
    expect(page.locator("#board-frame .marks .refused")).to_have_count(1)
    tap(page, "E3")
    offer(page, "city: no").tap()
    expect(page.locator("#slip .tap-hint")).to_contain_text("only 1 rail tile apart; at least 2")
    expect(page.locator("#board-frame .marks .refused")).to_have_count(1)
    offer(page, "Take E3 off").tap()
    expect(page.locator("#board-frame .tile.wished")).to_have_count(0)
    expect(page.locator("#slip [name='f-tiles']")).to_have_value("")
    assert fresh(game).last == game.last


def test_keys_alone_lay_a_tile(open_page: Opener, cast: Cast) -> None:
    page, _ = table(open_page, cast, OPEN, "wide")
    place(page, "E4").focus()
    page.keyboard.press("Enter")
    offer(page, "tee").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slip [name='f-tiles']")).to_have_value("E4=T:NES")
    place(page, "E4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slip [name='f-tiles']")).to_have_value("E4=T:NSW")


def test_open_ends_are_shown_on_demand(open_page: Opener, cast: Cast) -> None:
    page, _ = table(open_page, cast, OPEN)
    ends = page.locator("#board-frame .tile.layer-open")
    expect(ends.first).to_be_attached()
    expect(ends.first).to_be_hidden()
    page.get_by_label("open ends, and lines that are safe").check()
    expect(ends.first).to_be_visible()


def test_hand_is_shown_by_thumb(open_page: Opener, cast: Cast) -> None:
    page, game = table(
        open_page,
        cast,
        f"{HOMES} E2=S:NS seats=AB by=A hands=A2,B5 pool=0 drained=1",
    )
    page.locator("#slip summary", has_text="I cannot lay any tile").click()
    offer(page, "city 4 north").tap()
    expect(page.locator("#slip .tap-hint")).to_contain_text("1 of 2")
    offer(page, "city 4 north").tap()
    expect(page.locator("#slip h2")).to_contain_text(re.compile("cannot lay any tile"))
    assert fresh(game).last == game.last
