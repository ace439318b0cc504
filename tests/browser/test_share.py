"""A result passed on from the page: its card as PNG, its text, and as print shows it."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import lines
from scoring.models import Play
from tests.browser.conftest import Opener, runs_sideways
from tests.game_factories import enter, new_cast, started
from tests.games.pages import TURN_8

pytestmark = pytest.mark.browser


@pytest.fixture
def play(transactional_db: None) -> Play:
    """A game played to its end, counted."""
    lines.forget()
    cast = new_cast()
    over = started(cast, position=TURN_8)
    for seat, text in (("A", "done"), ("B", "done"), ("C", "done"), ("", "dividends")):
        enter(over, cast.ada, text, seat=seat)
    return Play.objects.get(source_ref=over.code)


def test_card_is_saved_as_a_png_of_its_size(open_page: Opener, play: Play) -> None:
    page = open_page("phone")
    page.goto(f"/plays/{play.public_id}/")
    page.get_by_text("The result as a picture").click()
    expect(page.locator("#card")).to_have_js_property("naturalWidth", 1200)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.suggested_filename.endswith(".png")
    data = Path(saved.value.path()).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) > 10_000  # more than a blank sheet
    assert not runs_sideways(page)


def test_text_stands_ready_without_scripts(open_page: Opener, play: Play) -> None:
    page = open_page("phone", java_script_enabled=False)
    page.goto(f"/plays/{play.public_id}/")
    text = page.get_by_label("The result as text").input_value()
    assert text.startswith("Continental Divide")
    assert text.endswith(f"/plays/{play.public_id}/")
    expect(page.get_by_role("button", name="Save as PNG")).to_be_hidden()


def test_print_shows_the_result_and_no_controls(open_page: Opener, play: Play) -> None:
    page = open_page("wide", color_scheme="dark")
    page.goto(f"/plays/{play.public_id}/")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="What counted")).to_be_visible()
    expect(page.locator(".share")).to_be_hidden()
    expect(page.locator("nav")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 35, 38)"
