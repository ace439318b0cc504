"""Railways of the World on a phone: the tenth settler by taps, then the phase change step by step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, Person, fresh, new_cast, started
from tests.games.pages import address, browser

pytestmark = pytest.mark.browser

TENTH = (
    "ph=1 tn=3 act=B del=9 sup=8 disp=grant deck=5 | A{sc=40 c=12 b=2} | B{sc=30 c=9 e=4}"
    " | link B CHI-STL 3 | link B STL-KCY 4 | link B KCY-OMA 3 | link A CHI-MIN 2"
    " | city CHI goods=rb s=1 | city OMA"
)


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


def table(opener: Opener, person: Person, game: Game, **options: object) -> Page:
    """Return the table as a person sees it on a phone, its board drawn."""
    page = opener("phone", **options)
    page.goto("/join/")
    base = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    cookies = browser(person).cookies
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": base} for name, each in cookies.items()]
    )
    page.goto(address(game))
    expect(page.locator("#board-frame .stroke.track").first).to_be_visible()
    return page


def tap(page: Page, key: str) -> None:
    """Enlarge the board around a city and tap it."""
    page.locator("#board-frame").scroll_into_view_if_needed()
    page.evaluate("keys => document.getElementById('board-frame').board.show(keys)", [key])
    page.wait_for_timeout(400)
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
    page.wait_for_timeout(200)


def press(page: Page, name: str) -> None:
    """Press a button of the slip."""
    page.locator("#slip").get_by_role("button", name=name).first.click()


def opened(page: Page, name: str) -> None:
    """Open a form of the slip."""
    entry = page.locator("#slip details.entry").filter(has_text=name).first
    if entry.get_attribute("open") is None:
        entry.locator("summary").first.click()


def entered(page: Page, name: str) -> None:
    """Look at what the open form would do, then enter it."""
    page.locator("#slip details.entry[open]").get_by_role("button", name="See what it does").click()
    expect(page.locator("#slip form[data-held]")).to_be_visible()
    press(page, name)
    expect(page.locator("#slip .notice.success")).to_be_visible()


def state_of(game: Game) -> Any:
    """Return how the game stands."""
    return lines.state_at(fresh(game), fresh(game).head)


def test_tenth_settler_and_phase_change(open_page: Opener, cast: Cast) -> None:
    """Ada, who enters for everyone, plays the last turn of phase 1 and begins phase 2."""
    game = started(cast, "railways_east_west", 2, TENTH)
    page = table(open_page, cast.ada, game)
    page.goto(address(game) + "?seat=B")
    expect(page.locator("#board-frame .stroke.track").first).to_be_visible()
    tap(page, "CHI")
    press(page, "Carry a settler")
    press(page, "Best: Omaha")
    expect(page.locator("#slip h2")).to_contain_text("Omaha")
    press(page, "Deliver")
    expect(page.locator("#slip .notice.success")).to_be_visible()
    assert state_of(game).delivered == 10

    page.goto(address(game))
    opened(page, "Pay income")
    entered(page, "Pay")
    for seat, repaid in (("A", "1"), ("B", "0")):
        page.goto(f"{address(game)}?seat={seat}")
        opened(page, "Into phase 2")
        page.locator("#slip [name='f-repay']").fill(repaid)
        entered(page, "Settle")
    state = state_of(game)
    assert (state.phase, state.stage, state.players["A"].bonds) == (2, "cards", 1)

    opened(page, "Show the new cards")
    page.locator("#slip [name='f-cards']").fill("tunnel coal ? ?")
    entered(page, "Show")
    opened(page, "Tell the cubes")
    entry = page.locator("#slip details.entry[open]")
    entry.locator("[name='f-city']").select_option("OMA")
    entry.locator("[name='f-cubes']").fill("kn")
    entered(page, "Put them there")
    state = state_of(game)
    assert (state.stage, state.cities["OMA"].goods) == ("play", "kn")
    assert not runs_sideways(page)
