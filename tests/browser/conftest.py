"""Chromium at the sizes that count, on a live server; a blocked or broken script fails the test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from tests.conftest import chromium_path

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "wide": {"width": 1280, "height": 800},
}
Opener = Callable[..., Page]

SLOWEST = 40_000
"""Milliseconds after which a page that does not answer has failed: a busy machine is no fault of ours."""

OFTEN = """(() => {
  const { setInterval } = window;
  window.setInterval = (act, wait, ...more) => setInterval(act, wait >= 3000 ? wait / 6 : wait, ...more);
})();"""
"""Where there is no stream, pages look every three seconds; tests need not wait as long for each."""

expect.set_options(timeout=SLOWEST // 2)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all the tests; each test opens contexts of its own."""
    # Playwright keeps an event loop in this thread, which Django would take for async code.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=chromium_path(), args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            yield chromium
            chromium.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[Opener]:
    """Open a page of a person of their own: `open_page("phone")`, `open_page("wide", **context)`.

    At the end the test fails if any page broke its policy, had a script error or met a 500.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opener(size: str = "phone", **options: object) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],
            has_touch=size == "phone",
            **options,  # type: ignore[arg-type] # passed on as they are
        )
        context.set_default_timeout(SLOWEST)
        context.add_init_script(OFTEN)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _note_console(message, faults))
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on("response", lambda response: _note_response(response, faults))
        return page

    yield opener
    for context in contexts:
        with suppress(Exception):  # a browser that has gone is reported by the test itself
            context.close()
    assert faults == []


@pytest.fixture(params=list(SIZES))
def page(request: pytest.FixtureRequest, open_page: Opener) -> Page:
    """One page; the test runs once as a phone and once on a wide screen."""
    return open_page(request.param)


def _note_console(message: ConsoleMessage, faults: list[str]) -> None:
    if message.type == "error" and "Content Security Policy" in message.text:
        faults.append(message.text)


def _note_response(response: Response, faults: list[str]) -> None:
    if response.status >= 500:
        faults.append(f"{response.status} from {response.url}")


def runs_sideways(page: Page) -> bool:
    """Say whether the page as a whole is wider than the screen."""
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )
