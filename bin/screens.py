"""Pictures every main page of a demonstration in both themes and three sizes, for people to look at.

The pictures go to screens/, which is not kept; `table` and `result` also to docs/, for README.
Arguments are names of pages; without any, all are pictured. Chromium by CHROMIUM or on the path.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parent.parent
SCREENS = ROOT / "screens"
DOCS = ROOT / "docs"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 820, "height": 1180},
    "wide": {"width": 1280, "height": 800},
}
SCHEMES = ("light", "dark")
STRANGERS = ("watcher", "join")
KEPT = ("table", "result")
MOST_BYTES = 150_000
START_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Stage:
    """What there is to picture: where the site answers, the host's cookie, a page for each name."""

    site: str
    host: Any
    pages: Mapping[str, str]


def main(names: list[str]) -> int:
    """Make the pictures; the exit status is 1 if a page runs wider than its screen."""
    with tempfile.TemporaryDirectory(prefix="railcompanion-screens-") as folder:
        os.environ.update(_environment(folder))
        with _site() as site:
            stage = _stage(site)
            unknown = set(names) - set(stage.pages)
            if unknown:
                print(f"No such page: {', '.join(sorted(unknown))}. There are:", *stage.pages)
                return 2
            faults = _picture(stage, names or list(stage.pages))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _environment(folder: str) -> dict[str, str]:
    return {
        "RAILCOMPANION_DATA": folder,
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "ALLOWED_HOSTS": "*",
        "HTTPS": "0",
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "railcompanion.settings",
    }


# --- The site ------------------------------------------------------------------------------------


@contextlib.contextmanager
def _site() -> Iterator[str]:
    """Serve the demonstration until it is no longer needed."""
    port = _two_free_ports()
    command = [sys.executable, "manage.py", "serve", "--demo", "--host", "127.0.0.1"]
    process = subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _wait(process, f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def _two_free_ports() -> int:
    """Return a port nobody listens on whose next is free too: that will be the live stream's."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            with contextlib.suppress(OSError):
                second.bind(("127.0.0.1", port + 1))
                return port


def _wait(process: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return
        time.sleep(0.3)
    raise SystemExit("The site did not come up.")


def _stage(site: str) -> Stage:
    """Return the pages, in games of the demonstration and what is made here beside them."""
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()  # only now does the environment say where the data lies
    from games import demo
    from scoring.models import Play

    made = demo.make()
    game, club = made.game, made.club
    lobby, chart = _beside(club.pk, game.title)
    result = Play.objects.filter(club=club, title=game.title).order_by("pk")[0]
    table, of_club = f"/g/{game.code}/", f"/clubs/{club.public_id}/"
    pages = {
        "home": "/",
        "new-game": f"/new/{game.title}/",
        "lobby": f"/g/{lobby}/",
        "join": f"{table}join/",
        "table": table,
        "slip": table,
        "preview": table,
        "watcher": table,
        "people": f"{table}people/",
        "log": f"{table}log/",
        "replay": f"{table}at/{game.last // 2}/",
        "over-time": f"{table}over-time/",
        "tally": f"{table}tally/",
        "display": f"{table}display/",
        "chart": f"/charts/{chart}/",
        "chart-editor": f"/charts/{chart}/edit/",
        "result": f"/plays/{result.public_id}/",
        "club": of_club,
        "history": f"{of_club}history/",
        "rules": f"/rules/{game.title}/",
    }
    return Stage(site, _host(), pages)


def _host() -> Any:
    """Return the cookie that makes a browser the demonstration's host."""
    from django.core import signing

    from games.demo import HOST
    from scoring.guests import COOKIE

    if HOST.guest is None:
        raise SystemExit("The demonstration's host is no guest.")
    where = {"domain": "127.0.0.1", "path": "/", "expires": -1, "sameSite": "Lax"}
    where |= {"httpOnly": True, "secure": False}
    value = signing.TimestampSigner(salt="scoring.guests").sign(HOST.guest.hex)
    return {"cookies": [{"name": COOKIE, "value": value, **where}], "origins": []}


def _beside(club_id: int, title: str) -> tuple[str, str]:
    """Return the code of a game that waits for its players, and a chart of the club to edit."""
    from games import demo
    from games.registry import TITLES
    from games.services import chart_edits, charts, tables

    colours = [choice.value for choice in TITLES[title].meta.colours[:3]]
    seats = tuple(
        tables.SeatSpec(colour, name, mine=not number)
        for number, (colour, name) in enumerate(zip(colours, (demo.NAMES[0], "", ""), strict=True))
    )
    game, _ = tables.create_game(demo.HOST, tables.Plan(club_id, title, seats, options={}))
    shipped = charts.shipped_version(TITLES[title])
    chart = chart_edits.copy_chart(shipped, club_id, demo.NAMES[0]).chart
    return str(game.code), str(chart.public_id)


# --- The pictures --------------------------------------------------------------------------------


def _picture(stage: Stage, names: list[str]) -> list[str]:
    SCREENS.mkdir(exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
    faults: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for size in SIZES:
            for scheme in SCHEMES:
                faults += _look(browser, stage, names, f"{size}-{scheme}")
        for name in KEPT:
            if name in names:
                _keep(browser, stage, name)
        browser.close()
    return faults


def _look(browser: Browser, stage: Stage, names: list[str], look: str) -> Iterator[str]:
    size, _, scheme = look.partition("-")
    options: dict[str, Any] = {"viewport": SIZES[size], "color_scheme": scheme}
    with (
        _context(browser, stage, storage_state=stage.host, **options) as seated,
        _context(browser, stage, **options) as stranger,
    ):
        for name in names:
            page = (stranger if name in STRANGERS else seated).new_page()
            _open(page, stage, name)
            page.screenshot(path=SCREENS / f"{name}-{look}.png", full_page=True)
            if _runs_sideways(page):
                yield f"{name} runs sideways: {look}"
            page.close()


@contextlib.contextmanager
def _context(browser: Browser, stage: Stage, **options: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=stage.site, reduced_motion="reduce", service_workers="block", **options
    )
    context.set_default_timeout(60_000)
    try:
        yield context
    finally:
        context.close()


def _open(page: Page, stage: Stage, name: str) -> None:
    page.goto(stage.pages[name])
    if page.locator("#board-frame").count():
        page.locator("#board-frame svg").wait_for(state="attached")
    if name in ("slip", "preview"):
        _open_build(page)
    if name == "preview":
        page.locator("#slip details[open] button[value=preview]").click()
        page.locator("#slip .acts").wait_for()
    # The live sign settles; nothing else moves.
    page.wait_for_timeout(400)


def _open_build(page: Page) -> None:
    form = page.locator("#slip details.entry", has=page.locator("form[data-kind=build]"))
    chosen = form if form.count() else page.locator("#slip details.entry").first
    if chosen.get_attribute("open") is None:
        chosen.locator("summary").click()


def _runs_sideways(page: Page) -> bool:
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )


def _keep(browser: Browser, stage: Stage, name: str) -> None:
    """Keep the first screen of a page on a phone, by daylight."""
    options: dict[str, Any] = {"viewport": SIZES["phone"], "color_scheme": "light"}
    with _context(
        browser, stage, storage_state=stage.host, device_scale_factor=1.5, **options
    ) as context:
        page = context.new_page()
        _open(page, stage, name)
        target = DOCS / f"{name}.png"
        page.screenshot(path=target)
        size = target.stat().st_size
        print(f"docs/{target.name}: {size} bytes")
        if size > MOST_BYTES:
            raise SystemExit(f"docs/{target.name} is larger than {MOST_BYTES} bytes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
