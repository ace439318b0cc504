"""20th Century Limited on a phone: placing by taps, a route paid for with waivers, choosing what comes off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, Person, enter, fresh, new_cast, started
from tests.games.pages import address, browser

pytestmark = pytest.mark.browser

NORTH = (
    "ALB-b:B BUF-b:B ALB-BOS:A ALB-NYC:A ALB-NYC#2:A BOS-PWM:A BUF-CLE:C order=ABC w=A6,B6,C6 "
    "s=A36,B38,C39 era=A1/2,B1/2,C1/2"
)
"""A owns New England, with both lines from Albany to New York; B the way from Albany to Buffalo."""


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game of three on the practice board; A is to act."""
    return started(cast, "twentieth_century_limited", position=NORTH)


def table(opener: Opener, size: str, person: Person, game: Game, **options: object) -> Page:
    """Return the table as a person sees it, its board drawn and where one can begin marked."""
    page = opener(size, **options)
    page.goto("/join/")
    base = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    cookies = browser(person).cookies
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": base} for name, each in cookies.items()]
    )
    page.goto(address(game))
    expect(page.locator("#board-frame .stroke.segment").first).to_be_visible()
    expect(page.locator("#board-frame .marks .legal").first).to_be_attached()
    return page


def place(page: Page, key: str) -> Locator:
    """Return a city or a line of the board."""
    return page.locator(f'#board-frame .place[data-key="{key}"]')


def near(page: Page, *keys: str) -> None:
    """Enlarge the board around some places, as two fingers would."""
    page.evaluate("keys => document.getElementById('board-frame').board.show(keys)", list(keys))
    page.wait_for_timeout(400)


def tap(page: Page, key: str) -> None:
    """Tap a city, or the middle of a line."""
    page.locator("#board-frame").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    x, y = page.evaluate(
        """key => {
            const frame = document.getElementById("board-frame"), board = frame.board;
            const { x, y } = board.places.get(key), view = board.view, box = frame.getBoundingClientRect();
            const at = (one, axis, from) => (one * view.k + view[axis] - board.seen[axis]) * board.unit + from;
            return [at(x, "x", box.left), at(y, "y", box.top)];
        }""",
        key,
    )
    page.touchscreen.tap(x, y)


def said(page: Page) -> Locator:
    """Return what the slip says of the taps so far."""
    return page.locator("#slip .plan .tap-hint")


def confirm(page: Page, name: str) -> None:
    """Press the button that enters the move shown."""
    page.locator("#slip").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#slip .notice.success")).to_be_visible()


def test_route_is_paid_for_and_what_comes_off_is_chosen(
    open_page: Opener, cast: Cast, game: Game
) -> None:
    page = table(open_page, "phone", cast.ada, game)
    near(page, "BUF", "PIT")
    tap(page, "BUF-PIT")
    expect(page.locator("#slip h2")).to_contain_text("Buffalo–Pittsburgh")
    tap(page, "BUF-c")
    expect(page.locator("#slip h2")).to_contain_text("places 2 segments")
    tap(page, "BUF-c")
    expect(page.locator("#slip h2")).to_contain_text("places 1 segment on")
    tap(page, "BUF-CLE")
    expect(page.locator("#board-caption")).to_contain_text(
        "segment is already on Buffalo–Cleveland"
    )
    confirm(page, "Place 1 segment")

    page.locator("#slip summary", has_text="Score a Regional").click()
    for city in ("ALB", "BUF", "PIT"):
        near(page, city)
        tap(page, city)
        expect(said(page)).to_contain_text(lines_named(city))
    expect(said(page)).to_contain_text("are not joined: 2 groups. 2 Entry Waivers would join them")
    expect(page.locator("#board-frame .marks .longest")).to_have_count(2)
    page.locator("#slip").get_by_role("button", name="2 Entry Waivers to Ben").click()
    expect(page.locator("#slip h2")).to_contain_text("scores a Regional of Era 1")
    expect(page.locator("#slip")).to_contain_text("Ben's Entry Waivers")
    confirm(page, "Score it")
    state = lines.state_at(fresh(game), fresh(game).head)
    assert (state.money["A"], state.money["B"]) == (4, 8)

    for line in (
        "A: end",
        "B: place CHI-MIL",
        "B: end",
        "C: place DAL-OKC",
        "C: end",
        "A: place MIA-q",
    ):
        enter(game, cast.ada, line)
    page.reload()
    page.locator("#slip summary", has_text="Score a Company").click()
    for city in ("PWM", "BOS", "ALB", "NYC"):
        near(page, city)
        tap(page, city)
        expect(said(page)).to_contain_text("3 segments" if city == "NYC" else lines_named(city))
    expect(said(page)).to_contain_text("3 segments come off, in 2 ways")
    near(page, "ALB", "NYC")
    expect(page.locator("#slip .offers").get_by_role("button", name="Off: ")).to_have_count(2)
    tap(page, "ALB-NYC#2")
    expect(page.locator("#slip h2")).to_contain_text("scores a Company")
    assert not runs_sideways(page)
    confirm(page, "Score it")
    state = lines.state_at(fresh(game), fresh(game).head)
    assert state.owners["ALB-NYC"] == "A"
    assert "ALB-NYC#2" not in state.owners


def lines_named(city: str) -> str:
    """Return what the page calls a city of these tests."""
    called = {"ALB": "Albany", "BUF": "Buffalo", "PIT": "Pittsburgh"}
    return (called | {"PWM": "Portland", "BOS": "Boston", "NYC": "New York"})[city]
