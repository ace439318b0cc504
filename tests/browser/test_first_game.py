"""A game from a late position to its result, on two phones and on wide screens, as people play it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games import lines
from games.models import Game
from tests.browser.conftest import SIZES, Opener, runs_sideways

pytestmark = pytest.mark.browser

POSITION = (
    "n=3 turn=8 active=A | A=60 B=30 C=25 | red{iss=5 val=20 inc=6 tre=40 hold=A2,B1 at=M1} "
    "| blue{iss=4 val=25 inc=3 tre=9 hold=C1 at=C1}"
)


@pytest.fixture(autouse=True)
def _forget() -> None:
    lines.forget()


def create(page: Page) -> str:
    """Create the game as its host; return its code."""
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name=re.compile("Continental Divide")).click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name of the new club").fill("Thursday Rails")
    page.locator("summary", has_text="Start from a position").click()
    page.get_by_label("Start from a position").fill(POSITION)
    page.get_by_role("button", name="Open the table").click()
    code = page.locator(".code").inner_text()
    assert not runs_sideways(page)
    return code


def join(page: Page, code: str, name: str, seat: str) -> None:
    """Join by the code on another phone, without an account."""
    page.goto("/join/")
    page.get_by_label("Code of the game").fill(f"{code[:3].lower()} {code[3:].lower()}")
    page.get_by_role("button", name="Go to the table").click()
    page.get_by_label("Your name").fill(name)
    page.locator(f"button[name=seat][value={seat}]").click()
    expect(page.locator("#status")).to_be_visible()


def open_form(page: Page, name: str) -> None:
    """Open one of the entry forms, unless it is open already."""
    form = page.locator("#slip details.entry").filter(has=page.locator("summary", has_text=name))
    if form.get_attribute("open") is None:
        form.locator("summary").click()


def offer(page: Page, railroad: str, dollars: int) -> None:
    """Fill in the purchase of a share."""
    open_form(page, "Buy shares")
    page.locator("#slip details.entry[open] .pick", has_text=railroad).click()
    page.get_by_label("Paid in all").fill(str(dollars))


def preview(page: Page) -> None:
    """Ask what the open form would do."""
    page.locator("#slip details.entry[open]").get_by_role("button", name="See what it does").click()


def confirm(page: Page, button: str) -> None:
    """Enter what was previewed, and see that it is said."""
    page.locator("#slip").get_by_role("button", name=re.compile(rf"^{button}\b")).click()
    expect(page.locator("#slip .notice.success")).to_be_focused()


def end_turn(page: Page) -> None:
    """End the turn of the seat to act."""
    open_form(page, "End the turn")
    preview(page)
    confirm(page, "End the turn")


@pytest.mark.parametrize("size", list(SIZES))
def test_game_is_played_from_a_late_position_to_its_result(open_page: Opener, size: str) -> None:
    host = open_page(size)
    code = create(host)
    guest = open_page(size)
    join(guest, code, "Ben", "B")
    expect(host.locator("#slip")).to_contain_text("Ben", timeout=30_000)
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator("#status")).to_contain_text("Ada may buy stock")
    assert not runs_sideways(host)

    # Refused, with the rule one tap away.
    offer(host, "Red", 7)
    preview(host)
    refusal = host.locator("#slip .refusal")
    expect(refusal).to_be_focused()
    expect(refusal).to_contain_text("entered $7")
    assert host.get_by_label("Paid in all").input_value() == "7"
    with host.expect_navigation():
        refusal.get_by_role("link", name="Rule CD-22").click()
    assert host.url.endswith("#CD-22")
    expect(host.locator("#CD-22")).to_be_in_viewport()
    host.go_back()

    # Entered after its effect was seen; the other phone follows.
    offer(host, "Red", 30)
    preview(host)
    expect(host.locator("#slip h2")).to_be_focused()
    expect(host.locator("#slip .effect")).to_contain_text("$60 → $30 (−$30)")
    assert not runs_sideways(host)
    confirm(host, "Buy")
    expect(guest.locator("#story")).to_contain_text(
        "Ada buys a share of Red for $30", timeout=30_000
    )

    # Undone, and entered no more.
    host.locator("#story").get_by_role("button", name="Undo", exact=True).click()
    expect(host.locator("#slip .notice.success")).to_contain_text("Undone")
    expect(host.locator("#ledger")).to_contain_text("$60")

    end_turn(host)
    expect(guest.locator("#status")).to_contain_text("Ben may buy stock", timeout=30_000)
    end_turn(guest)
    expect(host.locator("#status")).to_contain_text("C may buy stock", timeout=30_000)
    end_turn(host)

    host.get_by_role("link", name="If the game ended now").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("If the game ended now")
    assert not runs_sideways(host)
    host.go_back()
    host.reload()
    open_form(host, "Dividends")
    preview(host)
    assert not runs_sideways(host)
    confirm(host, "Pay dividends")
    host.reload()
    host.get_by_role("link", name="See the result").click()
    expect(host.get_by_role("main")).to_contain_text("What counted")
    assert not runs_sideways(host)
    host.get_by_role("link", name="Thursday Rails").click()
    host.get_by_role("link", name="The whole history").click()
    expect(host.get_by_role("main")).to_contain_text("Continental Divide")
    assert Game.objects.get(code=code).status == Game.Status.OVER


def test_refresh_never_touches_what_is_being_typed(open_page: Opener) -> None:
    host = open_page("phone")
    code = create(host)
    host.get_by_role("button", name="Start the game").click()
    offer(host, "Red", 33)
    other = open_page("phone")
    join(other, code, "Cy", "C")
    expect(host.locator("#story")).to_contain_text("Cy takes seat", timeout=30_000)
    expect(host.locator("#moved")).to_be_visible()
    assert host.get_by_label("Paid in all").input_value() == "33"
    preview(host)
    expect(host.locator("#slip .effect")).to_contain_text("$60 → $27")


def test_double_tap_enters_once(open_page: Opener) -> None:
    host = open_page("phone")
    code = create(host)
    host.get_by_role("button", name="Start the game").click()
    offer(host, "Red", 30)
    preview(host)
    host.locator("#slip").get_by_role("button", name="Buy 1 share for $30").dblclick()
    expect(host.locator("#slip .notice.success")).to_be_visible()
    assert Game.objects.get(code=code).events.filter(kind="move").count() == 1


def test_whole_turn_is_entered_without_scripts(open_page: Opener) -> None:
    host = open_page("phone", java_script_enabled=False)
    code = create(host)
    host.get_by_role("button", name="Start the game").click()
    open_form(host, "Build track")
    preview(host)
    expect(host.locator("#slip .effect")).to_contain_text("treasury")
    host.locator("#slip").get_by_role("button", name=re.compile(r"^Build \d")).click()
    expect(host.locator(".notices")).to_contain_text("Ada builds")
    host.get_by_role("button", name="Undo", exact=True).click()
    expect(host.locator(".notices")).to_contain_text("Undone")
    assert Game.objects.get(code=code).events.filter(kind="undo").count() == 1


PAGES = ("", "join/", "log/", "at/0/", "position/", "tally/", "people/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_phone(open_page: Opener, scheme: str) -> None:
    page = open_page("phone", color_scheme=scheme)
    code = create(page)
    page.get_by_role("button", name="Start the game").click()
    open_form(page, "End the turn")
    preview(page)
    confirm(page, "End the turn")
    chart = Game.objects.get(code=code).board.chart.public_id
    addresses = [f"/g/{code}/{part}" for part in PAGES]
    addresses += ["/", "/new/", "/new/continental_divide/", "/join/", "/rules/", "/charts/"]
    addresses += [
        "/rules/continental_divide/",
        f"/charts/{chart}/",
        "/charts/new/continental_divide/",
    ]
    addresses.append(f"/g/{code}/correct/{Game.objects.get(code=code).head}/")
    for address in addresses:
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert not runs_sideways(page), address
