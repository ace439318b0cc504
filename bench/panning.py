"""Panning and zooming the board of a table in Chromium, its processor slowed down four times.

Run: python bench/panning.py empire_builder, which serves a late game on its largest map; or, of any
table, bin/serve --demo and python bench/panning.py http://localhost:8000/g/CODE/
A finger is moved once a frame for two seconds; frames a second are those the browser then drew.
"""

from __future__ import annotations

import os
import shutil
import sys

import _position
import _server
from _setup import machine
from page import _serve
from playwright.sync_api import Page, ViewportSize, sync_playwright

WANTED = 50
SLOWED = 4
PHONE: ViewportSize = {"width": 390, "height": 844}

DRAG = """(zoom) => new Promise((done) => {
  const frame = document.getElementById("board-frame");
  const { left, top, width, height } = frame.getBoundingClientRect();
  const send = (type, x, y) => frame.firstChild.firstChild.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, pointerType: "touch", isPrimary: true, clientX: x, clientY: y }));
  frame.setPointerCapture = () => {};
  const { board } = frame;
  const middle = (from, room, size) => from + room / 2 - (size / 2) * zoom;
  const { seen, box } = board;
  board.set(zoom, middle(seen.x, seen.w, box.width), middle(seen.y, seen.h, box.height));
  board.rest();
  const [x, y] = [left + width / 2, top + height / 2];
  const times = [];
  send("pointerdown", x, y);
  const frameOf = (time) => {
    times.push(time);
    const turn = times.length / 12;
    send("pointermove", x + (width / 3) * Math.sin(turn), y + (height / 3) * (Math.cos(turn) - 1));
    if (time - times[0] < 2000) return requestAnimationFrame(frameOf);
    send("pointerup", x, y);
    done((1000 * (times.length - 1)) / (time - times[0]));
  };
  setTimeout(() => requestAnimationFrame(frameOf), 300);
})"""


ZOOM = """() => new Promise((done) => {
  const { board } = document.getElementById("board-frame");
  const { left, top, width, height } = document.getElementById("board-frame").getBoundingClientRect();
  board.set(1, 0, 0);
  board.rest();
  const times = [];
  const frameOf = (time) => {
    times.push(time);
    board.zoom(Math.sin(times.length / 20) > 0 ? 1.03 : 1 / 1.03, left + width / 2, top + height / 2);
    if (time - times[0] < 2000) return requestAnimationFrame(frameOf);
    done((1000 * (times.length - 1)) / (time - times[0]));
  };
  setTimeout(() => requestAnimationFrame(frameOf), 300);
})"""


def main(wanted: str) -> None:
    """Measure a table by its address, or a late game of the title named."""
    if wanted.startswith("http"):
        show(wanted)
        return
    if wanted != _position.TITLE:
        raise SystemExit(f"Name {_position.TITLE}, or a table by its address.")
    with _server.shape("SQLite") as used, _serve(used) as site:
        show(f"{site}/g/{_position.made(used.variables)}/")


def show(address: str) -> None:
    """Print frames a second at three sizes and while zooming, and say whether all are enough."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=PHONE)
        page.goto(address)
        page.wait_for_selector("#board-frame .piece")
        places = page.evaluate("document.getElementById('board-frame').board.places.size")
        print(f"panning: {machine()}; {places} places, processor slowed {SLOWED} times\n")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        found = [measured(page, zoom) for zoom in (1.0, 2.2, 4.0)]
        zooming = float(page.evaluate(ZOOM))
        print(f"zooming in and out: {zooming:.1f} frames a second")
        found.append(zooming)
        browser.close()
    print("enough" if min(found) >= WANTED else f"fewer than {WANTED} frames a second")


def measured(page: Page, zoom: float) -> float:
    """Return the frames a second while panning at a size, and print them."""
    frames = float(page.evaluate(DRAG, zoom))
    print(f"enlarged {zoom:.1f} times: {frames:.1f} frames a second")
    return frames


if __name__ == "__main__":
    main(sys.argv[1])
