"""Stepping through a game: buttons, keys, slider, filters, without a script, and nothing for axe to find."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games import lines, steps
from games.models import Game
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import Cast, Person, enter, fresh, new_cast, started
from tests.games.pages import address, browser

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Ada hosts at A, Ben sits at B."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """Ada starts Red and builds twice, Ben starts Blue and builds once."""
    game = started(cast)
    for text in (
        "A: start red at=M2 iss=5 val=20",
        "A: build red from=M2 dir=W len=2",
        "A: done",
        "B: start blue at=C1 iss=4 val=25",
        "B: build blue from=C1 dir=W len=1",
        "B: done",
    ):
        enter(game, cast.ada if text[0] == "A" else cast.ben, text)
    return fresh(game)


def replay(
    opener: Opener, size: str, person: Person, game: Game, number: int, **options: Any
) -> Page:
    """Return a moment as a person sees it."""
    page = opener(size, **options)
    page.goto("/join/")
    base = page.url.split("/join")[0]
    for name, each in browser(person).cookies.items():
        page.context.add_cookies([{"name": name, "value": each.value, "url": base}])
    page.goto(address(game, "at", number))
    return page


def numbers(game: Game) -> list[int]:
    """Return the numbers one steps through, the opening first."""
    return steps.steps_of(game).numbers()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_buttons_step_and_the_board_follows(
    open_page: Opener, cast: Cast, game: Game, size: str
) -> None:
    page = replay(open_page, size, cast.cho, game, 0)
    expect(page.locator("#board-frame .place").first).to_be_visible()
    expect(page.locator("#board-frame .piece")).to_have_count(0)
    page.locator("#step-on").click()
    expect(page.locator("#board-frame .piece")).to_have_count(1)
    expect(page.locator(".sentence")).to_contain_text("Ada starts")
    expect(page.locator("#step-on")).to_be_focused()
    page.locator("#step-on").click()
    expect(page.locator("#board-frame .piece")).to_have_count(3)
    page.locator("#step-turn-on").click()
    expect(page.locator(".sentence")).to_contain_text("Ben starts")
    assert page.url.endswith(f"/at/{numbers(game)[4]}/")
    page.reload()
    expect(page.locator(".sentence")).to_contain_text("Ben starts")
    assert not runs_sideways(page)
    for button in page.locator(".steps .btn").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["width"] >= 48


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_keys_step_by_entry_and_turn(open_page: Opener, cast: Cast, game: Game, size: str) -> None:
    page = replay(open_page, size, cast.cho, game, 0)
    expect(page.locator("#board-frame .place").first).to_be_visible()
    found = numbers(game)
    moment = page.locator("#moment")
    for key, number in (
        ("ArrowRight", found[1]),
        ("ArrowRight", found[2]),
        ("ArrowLeft", found[1]),
        ("PageDown", found[4]),
        ("PageUp", found[1]),
        ("End", found[-1]),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(moment).to_have_attribute("data-number", str(number))
    page.keyboard.press("ArrowLeft")
    expect(moment).to_have_attribute("data-number", "0")


def test_keys_on_the_board_move_there_and_not_in_time(
    open_page: Opener, cast: Cast, game: Game
) -> None:
    page = replay(open_page, "wide", cast.cho, game, numbers(game)[2])
    page.locator('#board-frame .place[data-key="1,-1"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('#board-frame .place[data-key="0,-1"]')).to_be_focused()
    expect(page.locator("#board-caption")).to_contain_text("Red here")
    expect(page.locator("#moment")).to_have_attribute("data-number", str(numbers(game)[2]))


def test_slider_leads_to_any_entry(open_page: Opener, cast: Cast, game: Game) -> None:
    page = replay(open_page, "phone", cast.cho, game, 0)
    slider = page.get_by_role("slider")
    slider.fill("5")
    expect(page.locator("#moment")).to_have_attribute("data-number", str(numbers(game)[5]))
    expect(page.locator("#board-frame .piece")).to_have_count(5)
    assert page.url.endswith(f"/at/{numbers(game)[5]}/")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment")).to_have_attribute("data-number", str(numbers(game)[6]))


def test_one_railroad_is_stepped_through(open_page: Opener, cast: Cast, game: Game) -> None:
    page = replay(open_page, "phone", cast.cho, game, 0)
    page.locator("summary", has_text="Step through").click()
    page.get_by_label("Railroad").select_option(label="Blue")
    page.get_by_role("button", name="Show").click()
    page.locator("#step-on").click()
    expect(page.locator(".sentence")).to_contain_text("Ben starts")
    page.locator("#step-on").click()
    expect(page.locator(".sentence")).to_contain_text("builds")
    expect(page.locator("#step-on")).to_have_attribute("aria-disabled", "true")


def test_player_goes_back_to_a_moment_and_a_watcher_is_not_offered_to(
    open_page: Opener, cast: Cast, game: Game
) -> None:
    watcher = replay(open_page, "phone", cast.cho, game, numbers(game)[1])
    expect(watcher.get_by_role("button", name="Undo back to here")).to_have_count(0)
    page = replay(open_page, "phone", cast.ada, game, numbers(game)[1])
    page.get_by_role("button", name="Undo back to here").click()
    expect(page.get_by_role("main")).to_contain_text("takes back entries by Ben")
    page.get_by_role("button", name="Undo back to there").click()
    expect(page.locator("#board-frame .piece")).to_have_count(1)


def test_replay_works_without_a_script(open_page: Opener, cast: Cast, game: Game) -> None:
    page = replay(open_page, "phone", cast.cho, game, 0, java_script_enabled=False)
    page.locator("#step-on").click()
    expect(page.locator(".sentence")).to_contain_text("Ada starts")
    page.locator("#step-last").click()
    expect(page.locator(".sentence")).to_contain_text("Ben")
    page.locator("summary", has_text="Step through").click()
    page.get_by_label("undone entries too").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator("summary", has_text="Step through")).to_contain_text("everything")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page_name", ["replay", "log"])
def test_axe_finds_nothing(
    open_page: Opener, cast: Cast, game: Game, scheme: str, page_name: str
) -> None:
    page = replay(open_page, "phone", cast.ada, game, numbers(game)[2], color_scheme=scheme)
    if page_name == "log":
        page.goto(address(game, "log"))
    else:
        expect(page.locator("#board-frame .piece").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
