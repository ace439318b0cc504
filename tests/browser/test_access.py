"""Everyone can use the pages: axe, the keyboard alone, what is spoken, large text, no motion."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games import lines
from games.models import Game
from scoring.models import Play
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, enter, new_cast, started
from tests.games.pages import TURN_8, address, browser

pytestmark = pytest.mark.browser

TWO_RAILROADS = (
    "n=3 turn=3 active=A | A=30 B=20 C=20 | red{iss=5 val=20 inc=4 tre=25 hold=A2,B1 at=M2} "
    "| blue{iss=4 val=25 inc=3 tre=20 hold=A1 at=M2}"
)
MOST_TABS = 120
ALL_MOTION = """() => [...document.getAnimations()].filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().activeDuration > 1).length"""


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with two railroads in Memphis M2, A to act."""
    return started(cast, position=TWO_RAILROADS)


@pytest.fixture
def finished(cast: Cast) -> Play:
    """A game played to its end, counted."""
    over = started(cast, position=TURN_8)
    for seat, text in (("A", "done"), ("B", "done"), ("C", "done"), ("", "dividends")):
        enter(over, cast.ada, text, seat=seat)
    return Play.objects.get(source_ref=over.code)


def come_in(page: Page, cast: Cast) -> None:
    """Make the browser Ada's."""
    page.goto("/join/")
    base = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    cookies = browser(cast.ada).cookies
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": base} for name, each in cookies.items()]
    )


def faults_of(page: Page) -> list[str]:
    """Return what axe finds on a page: the rule, and what breaks it."""
    found: dict[str, Any] = Axe().run(page).response
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_axe_finds_nothing_on_the_main_pages(
    open_page: Opener, cast: Cast, game: Game, finished: Play, size: str, scheme: str
) -> None:
    enter(game, cast.ada, "done", seat="A")
    # The checker's script is not the site's: it alone may pass the policy.
    page = open_page(size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    come_in(page, cast)
    chart = game.board.chart.public_id
    pages = {
        "home": "/",
        "table": address(game),
        "log": address(game, "log"),
        "replay": address(game, "at", 1),
        "result": f"/plays/{finished.public_id}/",
        "chart": f"/charts/{chart}/",
    }
    found: dict[str, list[str]] = {}
    for name, where in pages.items():
        page.goto(where)
        if page.locator("#board-frame").count():
            expect(page.locator("#board-frame .place").first).to_be_attached()
        if faults := faults_of(page):
            found[name] = faults
    page.goto(pages["table"])
    preview_by_keys(page, "End the turn")
    if faults := faults_of(page):
        found["preview"] = faults
    assert found == {}


def test_checker_finds_what_is_wrong(open_page: Opener, cast: Cast) -> None:
    page = open_page("phone", bypass_csp=True)
    page.goto("/")
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=x>')")
    assert any(fault.startswith("image-alt") for fault in faults_of(page))


# --- The keyboard ----------------------------------------------------------------------------------


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until an element that matches a selector has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {wanted}")


def mark(page: Page, summary: str) -> None:
    """Name a form's summary and its button, so that a selector finds them."""
    page.evaluate(
        """(text) => {
            for (const each of document.querySelectorAll("#slip details.entry > summary"))
                if (each.textContent.trim() === text) {
                    each.dataset.wanted = "open";
                    each.parentElement.querySelector("button[value=preview]").dataset.wanted = "preview";
                }
        }""",
        summary,
    )


def preview_by_keys(page: Page, summary: str) -> None:
    """Open a form and ask what it would do, by Tab and Enter alone."""
    mark(page, summary)
    tab_to(page, "[data-wanted=open]")
    if not page.evaluate("document.activeElement.parentElement.open"):
        page.keyboard.press("Enter")
    tab_to(page, "[data-wanted=preview]")
    page.keyboard.press("Enter")
    expect(page.locator("#slip form[data-held] h2")).to_be_focused()


def enter_by_keys(page: Page) -> None:
    """Enter what was previewed, by Tab and Enter alone, and land on what was said."""
    tab_to(page, "#slip button[value=enter]")
    page.keyboard.press("Enter")
    expect(page.locator("#slip .notice.success")).to_be_focused()


def listen(page: Page) -> Locator:
    """Return the live region as it is now: one that is replaced later would stay silent."""
    region = page.locator("#spoken[role=status]")
    expect(region).to_be_attached()
    region.evaluate("(one) => { one.dataset.same = '1'; }")
    return page.locator("#spoken[data-same]")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_turn_is_entered_by_tab_and_enter_and_is_spoken(
    open_page: Opener, cast: Cast, game: Game, size: str
) -> None:
    page = open_page(size)
    come_in(page, cast)
    page.goto(address(game))
    spoken = listen(page)
    preview_by_keys(page, "Buy shares")
    # The heading that has the focus says what is about to happen; the effects follow in words.
    expect(page.locator("#slip .effect")).to_contain_text("cost")
    enter_by_keys(page)
    expect(spoken).to_contain_text("Ada buys a share")
    preview_by_keys(page, "Build track")
    enter_by_keys(page)
    expect(spoken).to_contain_text("Ada builds 0,-1 for Blue")
    preview_by_keys(page, "End the turn")
    enter_by_keys(page)
    # Whose turn it is now is spoken as well.
    expect(spoken).to_contain_text("Ada ends the turn. Ben may buy stock")
    assert game.events.filter(kind="move").count() == 3


def test_move_on_another_phone_is_spoken(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("phone")
    come_in(page, cast)
    page.goto(address(game))
    spoken = listen(page)
    enter(game, cast.ada, "done", seat="A")
    expect(spoken).to_contain_text("Ada ends the turn. Ben may buy stock", timeout=15_000)


# --- Large text, no motion ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_twice_as_large_fits_a_phone(
    open_page: Opener, cast: Cast, game: Game, finished: Play, scheme: str
) -> None:
    page = open_page("phone", color_scheme=scheme)
    come_in(page, cast)
    wide = []
    addresses = ["/", address(game), address(game, "log"), address(game, "at", 1)]
    addresses += [f"/plays/{finished.public_id}/", f"/charts/{game.board.chart.public_id}/"]
    for where in addresses:
        page.goto(where)
        twice_as_large(page)
        if runs_sideways(page):
            wide.append(f"{where}: {too_wide(page)}")
    page.goto(address(game))
    preview_by_keys(page, "Buy shares")
    twice_as_large(page)
    if runs_sideways(page):
        wide.append(f"preview: {too_wide(page)}")
    assert wide == []


def twice_as_large(page: Page) -> None:
    """Set the browser's text size to 200 %, as its settings do, and see that it took."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    size = page.evaluate("getComputedStyle(document.body).fontSize")
    assert size == "32px"


def too_wide(page: Page) -> str:
    """Return the elements that reach beyond the screen and stand in no box that scrolls."""
    found: str = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) =>
            one.getBoundingClientRect().right > innerWidth + 1
            && !one.closest(".scroll, svg, .board-frame, .visually-hidden")).slice(0, 6)
            .map((one) => one.tagName + "." + one.className).join(", ")"""
    )
    return found


def test_nothing_moves_where_motion_is_unwanted(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("phone", reduced_motion="reduce")
    come_in(page, cast)
    page.goto(address(game))
    preview_by_keys(page, "End the turn")
    tab_to(page, "#slip button[value=enter]")
    page.keyboard.press("Enter")
    expect(page.locator("#slip .notice.success")).to_be_visible()
    assert page.evaluate(ALL_MOTION) == 0
