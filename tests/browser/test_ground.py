"""The frame of every page in a real browser: policy, size, accounts, errors."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, runs_sideways

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "address", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere"]
)
def test_page_fits_and_keeps_the_policy(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    assert not runs_sideways(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_controls_are_large_enough_to_touch(open_page: Opener, scheme: str) -> None:
    page = open_page("phone", color_scheme=scheme)
    page.goto("/accounts/login/")
    for control in page.locator("main input:visible, main button:visible").all():
        box = control.bounding_box()
        assert box is not None
        is_box = control.get_attribute("type") == "checkbox"
        assert box["height"] >= (24 if is_box else 48)


def test_account_is_made_and_left(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill("ada@example.org")
    page.locator("#id_password1").fill("a-long-Pass-1825")
    page.locator("#id_password2").fill("a-long-Pass-1825")
    page.get_by_role("main").get_by_role("button", name="Sign Up").click()
    page.get_by_role("link", name="Account").click()
    expect(page.get_by_role("main")).to_contain_text("ada@example.org")
    assert User.objects.get().email == "ada@example.org"
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("main").get_by_role("button", name="Sign Out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_wrong_entry_is_told_at_its_field(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill("ada@example.org")
    page.locator("#id_password1").fill("short")
    page.locator("#id_password2").fill("short")
    page.get_by_role("main").get_by_role("button", name="Sign Up").click()
    field = page.locator("#id_password1")
    expect(field).to_have_attribute("aria-invalid", "true")
    described_by = field.get_attribute("aria-describedby") or ""
    assert "id_password1_error" in described_by.split()
    expect(page.locator("#id_password1_error")).to_contain_text("too short")


def test_keyboard_reaches_the_content_first(open_page: Opener) -> None:
    page = open_page("wide")
    page.goto("/accounts/login/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_api_docs_work_under_the_policy(open_page: Opener) -> None:
    page = open_page("wide")
    page.goto("/api/docs/")
    expect(page.locator("#swagger-ui .info .title")).to_contain_text("Rail Companion")


def test_lost_connection_is_told(open_page: Opener) -> None:
    page = open_page("phone")
    page.goto("/accounts/login/")
    page.evaluate(
        """() => {
            const button = document.createElement("button");
            button.textContent = "Ask";
            button.setAttribute("hx-get", "/healthz");
            document.querySelector("main").append(button);
            htmx.process(button);
        }"""
    )
    page.context.set_offline(True)
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("status")).to_contain_text("Nothing was entered")
