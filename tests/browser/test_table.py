"""The table as four people use it: two phones and a screen through two turns, fingers, the list, the cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.browser.test_board import place, sit, tap
from tests.game_factories import Cast, enter, fresh, new_cast, started
from tests.games.pages import address

pytestmark = pytest.mark.browser

TWO_RAILROADS = (
    "n=3 turn=3 active=A | A=30 B=20 C=20 | red{iss=5 val=20 inc=9 tre=25 hold=A2,B1 at=M2} "
    "| blue{iss=4 val=25 inc=3 tre=20 hold=A1 at=M2}"
)


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B, Cho watches."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game in turn 3 with two railroads; A is to act and may build for both."""
    return started(cast, position=TWO_RAILROADS)


def form(page: Page, kind: str) -> Locator:
    """Return the entry form of a kind, opened."""
    found = page.locator(f'#slip form.entry-form[data-kind="{kind}"]')
    box = page.locator(f'#slip details.entry:has([data-kind="{kind}"])')
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    return found


def preview(page: Page, kind: str) -> None:
    """See what the form of a kind would do."""
    form(page, kind).get_by_role("button", name="See what it does").click()


def confirm(page: Page, button: str) -> None:
    """Enter what was previewed by the button that says what it does."""
    page.locator("#slip form[data-held]").get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#slip .notice.success")).to_be_visible()


def test_two_phones_and_a_screen_through_two_turns(
    open_page: Opener, cast: Cast, game: Game
) -> None:
    ada, ben = open_page("phone"), open_page("phone")
    for page, person in ((ada, cast.ada), (ben, cast.ben)):
        page.goto("/join/")
        sit(page, person, game)
        expect(page.locator("#board-frame .piece").first).to_be_visible()
    screen = open_page("wide")
    screen.goto(address(game, "display"))

    # A share bought with the stepper: the price follows the number.
    buy = form(ada, "buy")
    buy.locator(".pick", has_text="Red").tap()
    shares = buy.locator(".stepper").first
    shares.get_by_role("button", name="One more").click()
    expect(buy.get_by_label("Paid in all")).to_have_value("44")
    shares.get_by_role("button", name="One less").click()
    expect(buy.get_by_label("Paid in all")).to_have_value("22")
    preview(ada, "buy")
    expect(ada.locator("#slip .effect")).to_contain_text("$30 → $8 (−$22)")
    confirm(ada, "Buy 1 share for $22")
    expect(ben.locator("#story")).to_contain_text("Ada buys a share of Red for $22")

    # A line by tapping where it begins and where it ends.
    tap(ada, "1,-1")
    tap(ada, "-1,-1")
    expect(ada.locator("#slip h2")).to_contain_text("builds 2 hexes of Blue from Memphis M2")
    confirm(ada, "Build 2 hexes")
    expect(ben.locator('#board-frame .piece[data-piece="blue@-1,-1"]')).to_be_visible()
    expect(screen.locator('#board-frame .piece[data-piece="blue@-1,-1"]')).to_be_visible()
    preview(ada, "done")
    confirm(ada, "End the turn")

    # Ben has no network: what he enters waits, and goes out by itself.
    expect(ben.locator("#status")).to_contain_text("Ben may buy stock")
    form(ben, "done")
    ben.context.set_offline(True)
    preview(ben, "done")
    ben.get_by_role("button", name="Enter it when the network is back").click()
    expect(ben.locator("#queue .queue-list > li")).to_have_count(1)
    ben.context.set_offline(False)
    expect(ada.locator("#status")).to_contain_text("C may buy stock")
    preview(ada, "done")
    confirm(ada, "End the turn")

    # Dividends as a table before they are paid: 9 over 5 shares pays 2 each, Ada has three.
    due = form(ada, "dividends").locator("#panel-due")
    expect(due.get_by_role("row", name=re.compile("Red"))).to_contain_text("$6")
    assert not runs_sideways(ada)
    preview(ada, "dividends")
    confirm(ada, "Pay dividends")

    # Cards are tapped: C by the host, then Ben; the last one is Ada's without a word.
    expect(screen.get_by_role("main")).to_contain_text("C chooses an order card for turn 4")
    ada.locator(".order-cards .pick", has_text="2").tap()
    confirm(ada, "Take card 2")
    expect(ben.locator("#status")).to_contain_text("Ben chooses an order card")
    expect(form(ben, "pick")).to_contain_text("Taken: 2 C")
    ben.locator(".order-cards .pick", has_text="1").tap()
    confirm(ben, "Take card 1")
    expect(screen.get_by_role("main")).to_contain_text("Ben may buy stock")

    # The second turn, Ben first; the screen follows to its end.
    preview(ben, "done")
    confirm(ben, "End the turn")
    for text in ("C: done", "A: done"):
        enter(game, cast.ada, text)
    expect(screen.get_by_role("main")).to_contain_text("pay the dividends of turn 4")
    enter(game, cast.ada, "dividends")
    expect(screen.get_by_role("banner")).to_contain_text("Turn 5")
    expect(ben.locator("#lead")).to_contain_text("Ada chooses an order card for turn 5")


def test_cards_are_chosen_without_scripts(open_page: Opener, cast: Cast, game: Game) -> None:
    for text in ("A: done", "B: done", "C: done", "dividends"):
        enter(game, cast.ada, text)
    page = open_page("phone", java_script_enabled=False)
    page.goto("/join/")
    sit(page, cast.ada, game)
    page.locator(".order-cards .pick", has_text="3").click()
    page.locator(".order-cards").get_by_role("button", name="See what it does").click()
    page.get_by_role("button", name="Take card 3").click()
    expect(page.locator("#status")).to_contain_text("Ben chooses an order card")
    assert lines.state_at(fresh(game), fresh(game).head).picks == {"C": 3}


def test_list_of_the_board_follows_the_game(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("phone")
    page.goto("/join/")
    sit(page, cast.ada, game, "?view=list")
    row = page.locator('[id="place-0,-1"]')
    expect(row).not_to_contain_text("Red")
    link = page.locator(".board-list a[href*='company=blue']", has_text="Memphis M2")
    link.focus()
    enter(game, cast.ada, "A: build red from=M2 dir=W len=1")
    expect(row).to_contain_text("Red")
    expect(link).to_be_focused()
    expect(page.get_by_role("heading", name="Red can build from")).to_have_count(0)


# Fingers


def touch(tools: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Send a touch of one finger or more, as the screen does."""
    fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def middle(page: Page, key: str) -> tuple[float, float]:
    """Return where the middle of a place is on the screen."""
    box = place(page, key).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wide(page: Page) -> float:
    """Return how wide a place is on the screen."""
    box = place(page, "1,-1").bounding_box()
    assert box is not None
    return box["width"]


def test_fingers_pinch_pan_and_look(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("phone")
    page.goto("/join/")
    sit(page, cast.ada, game)
    expect(page.locator("#board-frame .piece").first).to_be_visible()
    page.locator("#board-frame").scroll_into_view_if_needed()
    page.wait_for_timeout(400)  # the picture may still be gliding
    tools = page.context.new_cdp_session(page)
    first, (x, y) = wide(page), middle(page, "1,-1")
    touch(tools, "touchStart", (x - 10, y), (x + 10, y))
    for spread in (15, 20, 25):
        touch(tools, "touchMove", (x - spread, y), (x + spread, y))
    touch(tools, "touchEnd")
    assert wide(page) > first * 1.8

    before, last = middle(page, "1,-1"), fresh(game).last
    touch(tools, "touchStart", before)
    for away in (20, 40, 60):
        touch(tools, "touchMove", (before[0] + away, before[1]))
    touch(tools, "touchEnd")
    assert middle(page, "1,-1")[0] == pytest.approx(before[0] + 60, abs=4)

    touch(tools, "touchStart", middle(page, "0,-1"))
    expect(page.locator("#board-caption")).to_contain_text("Hex 0,-1, cost")
    touch(tools, "touchEnd")
    expect(page.locator("#board-frame .marks .from")).to_have_count(0)
    assert fresh(game).last == last


def test_wheel_enlarges_and_leads_back(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("wide")
    page.goto("/join/")
    sit(page, cast.ada, game)
    expect(page.locator("#board-frame .piece").first).to_be_visible()
    page.wait_for_timeout(400)
    first, (x, y) = wide(page), middle(page, "1,-1")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(100)
    assert wide(page) > first * 1.2
    page.mouse.wheel(0, 900)
    page.wait_for_timeout(100)
    assert wide(page) == pytest.approx(first, rel=0.02)
