"""The table page on a slow phone: usable from cold, bytes, tap to preview, an entry from another phone.

Chromium's own tools slow the processor four times and the network to slow 4G: 150 ms there and
back, 1.6 Mbit/s down, 750 kbit/s up. The site runs as `manage.py serve` starts it, on this machine.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import _games
import _server
from _setup import ROOT, machine, row, verdict
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROUNDS = 5
ENTERED = 60
PHONE = {"width": 360, "height": 740}
SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
USABLE = """() => new Promise((done) => {
    const look = () => {
        const drawn = document.querySelector("#board-frame .place");
        const form = document.querySelector("#slip form button");
        if (window.htmx && document.readyState !== "loading" && drawn && form) done(performance.now());
        else setTimeout(look, 10);
    };
    look();
})"""
SHOWN = """() => new Promise((done) => {
    const look = () => (window.shown ? done(window.shown - window.tapped) : setTimeout(look, 10));
    look();
})"""
"""Waits for what is looked for inside the page: its policy forbids the tools' own way of waiting."""


@dataclass(slots=True)
class Figures:
    """What was measured, a value for each round: milliseconds, and bytes over the network."""

    usable: list[float] = field(default_factory=list)
    transferred: list[float] = field(default_factory=list)
    preview: list[float] = field(default_factory=list)
    arrival: list[float] = field(default_factory=list)


def main() -> None:
    """Print a table of the goals and what was found."""
    print(machine())
    figures = Figures()
    with _server.shape("SQLite") as used, _serve(used) as site:
        found = _games.made(used.variables, ROUNDS, ENTERED)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
            for game in found["games"]:
                _round(browser, site, game, figures)
            browser.close()
    row("goal", "median", "slowest", "")
    row("---", "---", "---", "---")
    _tell("usable from cold in 2,500 ms", figures.usable, 2500, "ms")
    _tell("transferred under 150 KB", [each / 1000 for each in figures.transferred], 150, "KB")
    _tell("tap to preview under 300 ms", figures.preview, 300, "ms")
    _tell("entry on another phone within 1,000 ms", figures.arrival, 1000, "ms")


def _tell(goal: str, values: list[float], most: float, unit: str) -> None:
    middle = statistics.median(values)
    row(goal, f"{middle:,.0f} {unit}", f"{max(values):,.0f} {unit}", verdict(middle <= most))


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")


@contextlib.contextmanager
def _serve(used: _server.Shape) -> Iterator[str]:
    """Serve as people do, with hashed and compressed static files and the live stream beside."""
    port = _two_free_ports()
    variables = {**used.variables, "DJANGO_SETTINGS_MODULE": "railcompanion.settings"}
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, env=variables, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _server._wait(process, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def _two_free_ports() -> int:
    while True:
        port = _server.free_port()
        with socket.socket() as second, contextlib.suppress(OSError):
            second.bind(("127.0.0.1", port + 1))
            return port


def _round(browser: Browser, site: str, game: dict[str, Any], figures: Figures) -> None:
    """Measure once, with nothing cached: each round has a browser profile and a game of its own."""
    host = _come_in(browser, site, game)
    with _context(browser, site, host) as slow, _context(browser, site, host) as other:
        page, count = slow.new_page(), _slowed(slow)
        received = count(page)
        page.goto(f"/g/{game['code']}/", wait_until="commit")
        figures.usable.append(float(page.evaluate(USABLE)))
        page.wait_for_load_state("load")
        page.wait_for_timeout(1500)  # what is loaded late counts as well; the stream stays open
        figures.transferred.append(float(sum(received)))
        figures.preview.append(_preview(page))
        figures.arrival.append(_arrival(page, other, game))


def _come_in(browser: Browser, site: str, game: dict[str, Any]) -> Any:
    """Return the cookies of the host, by the link that takes a seat to another phone."""
    with _context(browser, site, None) as context:
        page = context.new_page()
        page.goto(f"/g/{game['code']}/return/{game['token']}/")
        page.locator("main form button[type=submit]").first.click()
        page.locator("#status").wait_for()
        return context.storage_state()


@contextlib.contextmanager
def _context(browser: Browser, site: str, state: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site,
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        has_touch=True,
        storage_state=state,
        service_workers="block",
    )
    context.set_default_timeout(60_000)
    try:
        yield context
    finally:
        context.close()


def _slowed(context: BrowserContext) -> Any:
    """Return a function that slows a page down and returns the list its received bytes go to."""

    def count(page: Page) -> list[int]:
        tools = context.new_cdp_session(page)
        received: list[int] = []
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", NETWORK)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        tools.on(
            "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
        )
        return received

    return count


def _preview(page: Page) -> float:
    """Return how long it takes from the tap to what the move would do, as the page itself sees it."""
    last = page.locator("#slip details.entry").last
    if last.get_attribute("open") is None:
        last.locator("summary").click()
    page.evaluate(
        """() => {
            const button = document.querySelector("#slip details.entry[open] button[value=preview]");
            button.addEventListener("click", () => { window.tapped = performance.now(); });
            new MutationObserver(() => {
                if (document.querySelector("#slip [data-held]")) window.shown ??= performance.now();
            }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    page.locator("#slip details.entry[open] button[value=preview]").tap()
    return float(page.evaluate(SHOWN))


def _arrival(page: Page, other: BrowserContext, game: dict[str, Any]) -> float:
    """Return how long after its answer another phone's note is on the slow phone's page."""
    words = f"Note {uuid.uuid4().hex[:8]}"
    writer = other.new_page()
    writer.goto(f"/g/{game['code']}/")
    writer.locator("details.note summary").click()
    writer.locator("details.note textarea, details.note input[type=text]").first.fill(words)
    with writer.expect_response(lambda answer: "/note/" in answer.url):
        writer.locator("details.note button[type=submit]").click()
    start = time.perf_counter()
    page.locator("#story .log", has_text=words).wait_for()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
