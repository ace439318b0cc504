"""Draws the icons of the installed app from static/icon.svg; run it after that picture has changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "static"
GROUND = "#0a6a4d"
ICONS = (
    # name, pixels, share of the side that the picture takes, whether the ground is filled
    ("icon-192", 192, 1.0, False),
    ("icon-512", 512, 1.0, False),
    ("maskable-512", 512, 0.78, True),
    ("touch-180", 180, 0.94, True),
)


def main() -> None:
    """Draw every icon, 20 KB at most each."""
    drawing = (STATIC / "icon.svg").read_text()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, side, share, filled in ICONS:
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = GROUND if filled else "transparent"
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;"
                f"background:{ground}}}svg{{width:{share * 100}vw}}</style>{drawing}"
            )
            target = STATIC / "icons" / f"{name}.png"
            page.screenshot(path=target, omit_background=True)
            page.close()
            size = target.stat().st_size
            print(f"{target.name}: {size} bytes")
            if size > 20_000:
                raise SystemExit(f"{target.name} is larger than 20 KB")
        browser.close()


if __name__ == "__main__":
    main()
