"""Tapping the board: building, starting, refusals, charting, keys, zoom, the list, live refresh."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, Person, enter, fresh, new_cast, started
from tests.games.pages import address, browser

pytestmark = pytest.mark.browser

TWO_RAILROADS = (
    "n=3 turn=3 active=A | A=30 B=20 C=20 | red{iss=5 val=20 inc=4 tre=25 hold=A2,B1 at=M2} "
    "| blue{iss=4 val=25 inc=3 tre=20 hold=A1 at=M2}"
)


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game with two railroads in Memphis M2; A may build for both."""
    return started(cast, position=TWO_RAILROADS)


def sit(page: Page, person: Person, game: Game, query: str = "") -> None:
    """Open the table as someone of the cast."""
    cookies = browser(person).cookies
    base = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": base} for name, each in cookies.items()]
    )
    page.goto(address(game) + query)


def table(opener: Opener, size: str, person: Person, game: Game, **options: Any) -> Page:
    """Return the table as a person sees it, its board drawn."""
    page = opener(size, **options)
    page.goto("/join/")
    sit(page, person, game)
    expect(page.locator("#board-frame .piece").first).to_be_visible()
    expect(page.locator("#board-frame .marks .anchor").first).to_be_attached()
    return page


def place(page: Page, key: str) -> Locator:
    """Return a place of the board."""
    return page.locator(f'#board-frame .place[data-key="{key}"]')


def tap(page: Page, key: str) -> None:
    """Tap the middle of a place, as a finger or a mouse does."""
    page.locator("#board-frame").scroll_into_view_if_needed()
    page.wait_for_timeout(350)  # the picture may still be gliding
    box = place(page, key).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.viewport_size and page.viewport_size["width"] < 800:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def spoken(page: Page, key: str) -> str:
    """Return the accessible name of a place."""
    return place(page, key).get_attribute("aria-label") or ""


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_line_is_built_with_three_taps(
    open_page: Opener, cast: Cast, game: Game, size: str
) -> None:
    page = table(open_page, size, cast.ada, game)
    tap(page, "1,-1")
    expect(page.locator("#board-caption")).to_contain_text("tap where the line ends")
    assert "legal end: 2 hexes: cost" in spoken(page, "-1,-1")
    tap(page, "-1,-1")
    expect(page.locator("#board-frame .marks .chosen")).to_have_count(2)
    expect(page.locator("#slip h2")).to_contain_text(
        "builds 2 hexes of Blue from Memphis M2 to -1,-1"
    )
    expect(page.locator("#board-caption")).to_contain_text("treasury left")
    page.locator("#slip").get_by_role("button", name=re.compile(r"^Build \d")).click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    expect(page.locator('#board-frame .piece[data-piece="blue@-1,-1"]')).to_be_visible()
    assert "Blue here" in spoken(page, "-1,-1")
    assert not runs_sideways(page)


def test_several_railroads_build_in_one_turn(open_page: Opener, cast: Cast, game: Game) -> None:
    page = table(open_page, "wide", cast.ada, game)
    for railroad in ("Blue", "Red"):
        tap(page, "1,-1")
        expect(page.locator("#board-caption")).to_contain_text(f"{railroad} from Memphis M2")
        tap(page, "0,-1")
        expect(page.locator("#slip h2")).to_contain_text(f"for {railroad}")
        page.locator("#slip").get_by_role("button", name=re.compile(r"^Build \d")).click()
        expect(page.locator("#slip .notice.success")).to_be_visible()
    state = lines.state_at(fresh(game), fresh(game).head)
    assert state.lines == ("blue", "red")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_tap_that_is_not_legal_says_why(
    open_page: Opener, cast: Cast, game: Game, size: str
) -> None:
    page = table(open_page, size, cast.ada, game)
    tap(page, "1,-1")
    tap(page, "-1,0")
    refusal = page.locator("#slip .refusal")
    expect(refusal).to_contain_text("Little Rock is not in line")
    expect(refusal.get_by_role("link", name="Rule CD-30")).to_be_visible()
    expect(page.locator("#board-frame .marks .refused")).to_be_visible()
    assert fresh(game).last == game.last
    tap(page, "0,-1")
    expect(page.locator("#slip h2")).to_contain_text("builds")


def test_too_dear_a_line_says_what_is_missing(open_page: Opener, cast: Cast, game: Game) -> None:
    page = table(open_page, "wide", cast.ada, game)
    tap(page, "1,-1")
    tap(page, "-6,-1")
    expect(page.locator("#slip .refusal")).to_contain_text(re.compile(r"treasury is \$20"))
    expect(page.locator("#slip .refusal")).to_contain_text("Rule CD-33")


def test_keys_alone_build_a_line(open_page: Opener, cast: Cast, game: Game) -> None:
    page = table(open_page, "wide", cast.ada, game)
    stops = page.locator("#board-frame .place[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.key") == "1,-1":
            break
        steer = """() => {
            const {places} = document.getElementById("board-frame").board;
            const [from, to] = [places.get(document.activeElement.dataset.key), places.get("1,-1")];
            const [dx, dy] = [to.x - from.x, to.y - from.y];
            if (Math.abs(dy) > 10) return dy < 0 ? "ArrowUp" : "ArrowDown";
            return dx < 0 ? "ArrowLeft" : "ArrowRight";
        }"""
        page.keyboard.press(page.evaluate(steer))
    expect(page.locator("#board-caption")).to_contain_text("Memphis M2, cost 0, income 0")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board-caption")).to_contain_text("legal end: 1 hex: cost")
    page.keyboard.press(" ")
    expect(page.locator("#slip h2")).to_contain_text("builds 0,-1 for Blue")
    expect(stops).to_have_count(1)


def test_escape_clears_what_is_chosen(open_page: Opener, cast: Cast, game: Game) -> None:
    page = table(open_page, "wide", cast.ada, game)
    tap(page, "1,-1")
    expect(page.locator("#board-frame .marks .from")).to_be_visible()
    place(page, "1,-1").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#board-frame .marks .from")).to_have_count(0)
    expect(page.locator("#board-frame .marks .anchor")).to_have_count(1)


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_buttons_enlarge_and_fit(open_page: Opener, cast: Cast, game: Game, size: str) -> None:
    page = table(open_page, size, cast.ada, game)

    def width() -> float:
        page.wait_for_timeout(400)
        box = place(page, "1,-1").bounding_box()
        assert box is not None
        return box["width"]

    first = width()
    for button in page.locator(".board-tools button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 48
    page.get_by_role("button", name="Larger").click()
    assert width() > first * 1.4
    page.get_by_role("button", name="Smaller").click()
    page.get_by_role("button", name="All", exact=True).click()
    assert abs(width() - first) < 1


def test_selection_survives_a_live_refresh(open_page: Opener, cast: Cast, game: Game) -> None:
    page = table(open_page, "wide", cast.ada, game)
    tap(page, "1,-1")
    expect(page.locator("#board-frame .marks .from")).to_be_visible()
    enter(game, cast.ada, "A: buy red pay=21")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#board-now")).to_contain_text(f'"last":{fresh(game).last}')
    expect(page.locator("#board-frame .marks .from")).to_be_visible()
    tap(page, "0,-1")
    expect(page.locator("#slip h2")).to_contain_text("builds 0,-1 for Blue")


def test_start_hex_is_tapped_and_taken_values_are_said(
    open_page: Opener, cast: Cast, game: Game
) -> None:
    page = table(open_page, "phone", cast.ada, game)
    page.locator("#slip summary", has_text="Start a railroad").click()
    tap(page, "-1,2")
    expect(page.locator("#slip [name='f-at']")).to_have_value("-1,2")
    expect(page.locator("#slip form[data-kind='start']")).to_contain_text("Taken: 20 Red")
    tap(page, "-6,0")
    expect(page.locator("#slip .refusal")).to_contain_text("Rule CD-11")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_list_offers_the_same_lines(open_page: Opener, cast: Cast, game: Game, size: str) -> None:
    page = table(open_page, size, cast.ada, game)
    page.get_by_role("link", name="The board as a list").click()
    expect(page.get_by_role("heading", name="Red can build from")).to_be_visible()
    page.locator(".board-list a[href*='company=blue']", has_text="Memphis M2").click()
    page.get_by_role("radio", name=re.compile("Hex 0,-1: 1 hex, cost")).check()
    page.locator(".board-list").get_by_role("button", name="See what it does").click()
    expect(page.locator("#slip h2")).to_contain_text("builds 0,-1 for Blue")
    assert not runs_sideways(page)


def test_list_works_without_scripts(open_page: Opener, cast: Cast, game: Game) -> None:
    page = open_page("phone", java_script_enabled=False)
    page.goto("/join/")
    sit(page, cast.ada, game, "?view=list")
    page.locator(".board-list a[href*='company=red']", has_text="Memphis M2").click()
    expect(page.locator(".board-list fieldset").first).to_be_visible()


def test_unknown_hexes_are_charted_in_the_slip(open_page: Opener, cast: Cast) -> None:
    game = started(cast, position=TWO_RAILROADS)
    board = game.board
    board.data = board.data.replace('"complete":true', '"complete":false')
    kept = re.sub(r'\{"q":-1,"r":-1,[^}]*\},', "", board.data)
    assert kept != board.data
    board.data = kept
    board.save()
    lines.forget()
    page = table(open_page, "phone", cast.ada, game)
    assert spoken(page, "-1,-1") == "Hex -1,-1, not charted"
    tap(page, "1,-1")
    tap(page, "-1,-1")
    expect(page.locator("#slip .refusal")).to_contain_text("-1,-1")
    page.locator("#slip form[data-kind='build']").get_by_label("Build cost").fill("3")
    page.locator("#slip form[data-kind='build']").get_by_role(
        "button", name="See what it does"
    ).click()
    expect(page.locator("#slip h2")).to_contain_text("builds 2 hexes of Blue")
    page.locator("#slip").get_by_role("button", name=re.compile(r"^Build \d")).click()
    expect(page.locator("#slip .notice.success")).to_be_visible()
    expect(place(page, "-1,-1")).to_have_attribute("aria-label", re.compile("cost 3, income 1"))
