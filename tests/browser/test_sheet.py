"""A score entered on a phone: our own keys, the running count, and the saved result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scoring.guests import COOKIE
from scoring.models import Play
from tests.browser.conftest import Opener, runs_sideways
from tests.cast import Person, ada, club, person
from tests.factories import MemberFactory

__all__ = ["ada", "club"]

pytestmark = pytest.mark.browser


@pytest.fixture
def member(transactional_db: None, club: object) -> Person:
    """Return a guest who belongs to the club."""
    gil = person("Gil", guest=True)
    MemberFactory.create(club=club, user=None, guest=gil.guest, name="Gil")
    return gil


def _as(page: Page, someone: Person, url: str) -> None:
    page.context.add_cookies(
        [{"name": COOKIE, "value": someone.client.cookies[COOKIE].value, "url": url}]
    )


def _tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'#pad [data-key="{key}"]').click()


def test_score_is_entered_with_one_thumb(
    open_page: Opener, live_server: object, member: Person, club: object
) -> None:
    page = open_page("phone")
    _as(page, member, str(live_server))
    page.goto(f"/clubs/{club.public_id}/")  # type: ignore[attr-defined] # a Club
    page.get_by_role("link", name="Enter a result").click()
    page.get_by_role("link", name="20th Century Limited").click()
    page.get_by_label("Players").select_option("2")
    expect(page.locator("fieldset.seat")).to_have_count(2)
    for seat, name in (("A", "Ada"), ("B", "Ben")):
        page.locator(f"[name=name-{seat}]").fill(name)
    expect(page.locator("#pad")).to_be_hidden()
    page.locator("[name=seats-A-regionals]").click()
    _tap(
        page, "5", "next", "7", "more", "9", "more", "1", "2", "next", "1", "0", "next", "4", "next"
    )
    expect(page.locator("[name=seats-A-companies]")).to_have_value("7 9 12")
    expect(page.locator("[name=seats-B-regionals]")).to_be_focused()
    _tap(page, "8")
    expect(page.locator("#running li").first).to_contain_text("Ben")
    expect(page.locator("#running")).to_contain_text("87")
    expect(page.locator("#running")).to_contain_text("100")
    assert not runs_sideways(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    expect(page.locator("#running")).to_contain_text("102")
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_text("Ben wins with 102")).to_be_visible()
    assert Play.objects.get().entered_by_name == "Gil"
    assert not runs_sideways(page)


def test_totals_are_entered_without_scripts(
    open_page: Opener, live_server: object, member: Person, club: object
) -> None:
    page = open_page("phone", java_script_enabled=False)
    _as(page, member, str(live_server))
    page.goto(f"/clubs/{club.public_id}/plays/new/continental_divide/?players=3")  # type: ignore[attr-defined] # a Club
    page.get_by_role("button", name="Totals only").click()
    for seat, points in (("A", "1,200"), ("B", "-15"), ("C", "1200")):
        page.locator(f"[name=name-{seat}]").fill(f"Player {seat}")
        page.locator(f"[name=total-{seat}]").fill(points)
    page.get_by_role("button", name="Count").click()
    expect(page.locator("#running li").last).to_contain_text("−15")
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_text("share the win with 1,200")).to_be_visible()
