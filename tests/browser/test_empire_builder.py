"""Empire Builder on a phone: loading, running, delivering and building by taps on 2,142 mileposts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.browser.test_board import sit
from tests.game_factories import Cast, Person, fresh, new_cast
from tests.games.empire import started_on

pytestmark = pytest.mark.browser

TURN = (
    "n=2 round=4 active=A first=A | cash A=40 B=40 | train A{t=fast at=Cincinnati} "
    "| train B{t=freight at=Dallas} | trk A Kansas_City1>36.44>37.43>38.42>39.41>40.42>41.43>42.42>"
    "43.41>44.42>45.43>46.44>Cincinnati | card A#31 | card A#2 | card A#3 | card B#4 | card B#5 | card B#6"
)

MIDDLE = """(key) => {
  const frame = document.getElementById("board-frame");
  const { board } = frame;
  const { x, y } = board.places.get(key);
  const k = 7;
  board.set(k, board.seen.x + board.seen.w / 2 - x * k, board.seen.y + board.seen.h / 2 - y * k);
  board.apply();
  board.rest();
  frame.scrollIntoView({ block: "center" });
  const { left, top } = frame.getBoundingClientRect();
  const on = (at, moved, seen) => (at * k + moved - seen) * board.unit;
  return [left + on(x, board.view.x, board.seen.x), top + on(y, board.view.y, board.seen.y)];
}"""


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


def table(opener: Opener, size: str, person: Person, game: Game) -> Page:
    """Return the table as a person sees it, its map drawn."""
    page = opener(size)
    page.goto("/join/")
    sit(page, person, game)
    expect(page.locator("#board-frame.dotted")).to_be_visible()
    return page


def tap(page: Page, key: str) -> None:
    """Enlarge what lies around a milepost and tap it."""
    page.wait_for_timeout(200)
    x, y = page.evaluate(MIDDLE, key)
    if page.viewport_size and page.viewport_size["width"] < 800:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def confirm(page: Page, button: str) -> None:
    """Enter what the slip previews."""
    page.locator("#slip").get_by_role("button", name=re.compile(button)).last.click()
    expect(page.locator("#slip .notice.success")).to_be_visible()


def test_turn_is_played_by_taps_on_a_phone(open_page: Opener, cast: Cast) -> None:
    """Load in Cincinnati, run to Kansas City, deliver, show the new card, build on: all by taps."""
    game = started_on(cast, "north_america", TURN)
    page = table(open_page, "phone", cast.ada, game)
    slip = page.locator("#slip")
    slip.get_by_role("button", name="Load machinery (wanted for $11)").click()
    confirm(page, "^Load machinery$")
    tap(page, "Kansas_City1")
    expect(page.locator("#board-caption")).to_contain_text("machinery pays $11 there")
    confirm(page, "^Run 12 mileposts$")
    slip.get_by_role("button", name="Deliver machinery for $11").click()
    confirm(page, r"^Deliver machinery for \$11$")
    slip.get_by_label("Card number").fill("40")
    slip.get_by_role("button", name="See what it does").first.click()
    confirm(page, "^Show the card$")
    slip.locator("summary", has_text="Build track").click()
    tap(page, "Omaha")
    expect(page.locator("#board-caption")).to_contain_text(re.compile(r"sections for \$\d+"))
    expect(slip.get_by_role("button", name="Another line")).to_be_visible()
    confirm(page, "^Build ")
    state = lines.state_at(fresh(game), fresh(game).head)
    assert state.trains["A1"].at == "Kansas_City1"
    assert state.stats["A"].deliveries == 1
    assert state.turn.built
    assert not runs_sideways(page)


def test_keys_and_voice_reach_a_milepost(open_page: Opener, cast: Cast) -> None:
    """A node to focus is made of the milepost that keys come to, and only of those."""
    game = started_on(cast, "north_america", TURN)
    page = table(open_page, "wide", cast.ada, game)
    stops = page.locator("#board-frame .place[tabindex='0']")
    expect(stops).to_have_count(1)
    page.evaluate("document.getElementById('board-frame').board.rove('Cincinnati')")
    stops.focus()
    expect(stops).to_have_attribute("aria-label", re.compile("^Cincinnati, small city.*Ada: Fast"))
    page.keyboard.press("ArrowUp")
    expect(stops).to_have_attribute("data-key", re.compile(r"^\d+\.\d+$"))
    assert page.locator("#board-frame .place").count() < 6
    page.keyboard.press("Enter")
    expect(page.locator("#board-caption")).not_to_be_empty()


def test_tap_from_afar_comes_closer(open_page: Opener, cast: Cast) -> None:
    game = started_on(cast, "north_america", TURN)
    page = table(open_page, "phone", cast.ada, game)
    expect(page.locator("#board-frame.far")).to_be_visible()
    page.wait_for_timeout(800)  # what is offered may still be scrolling into sight
    box = page.locator("#board-frame").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.06, box["y"] + box["height"] * 0.9)
    expect(page.locator("#board-frame.near-3")).to_be_visible()
