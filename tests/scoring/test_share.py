"""Passing a result on: its text, its card, its link's preview, and what none of them gives away."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client
from msgspec import structs

from scoring import cards
from scoring.models import Club, Play
from scoring.services import PlayDraft, record_play, tally_play
from tests.cast import Person
from tests.test_palettes import LETTERS, PIECES

SVG = "{http://www.w3.org/2000/svg}"
STATIC = Path(__file__).resolve().parent.parent.parent / "static"


@pytest.fixture
def play(draft: PlayDraft) -> Play:
    """Return a tallied play: Ada 21, Ben 15, Cy 2."""
    return tally_play(record_play(draft).pk)


def _page(play: Play, client: Client | None = None) -> str:
    return (client or Client()).get(f"/plays/{play.public_id}/").content.decode()


def _card(play: Play) -> list[str]:
    answer = Client().get(f"/plays/{play.public_id}/card.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_result_is_told_as_text_with_its_address(play: Play) -> None:
    text = cards.text_of(play, "https://example.org/plays/x/")
    assert text.splitlines()[1:] == [
        "1st Ada 21",
        "2nd Ben 15",
        "3rd Cy 2",
        "https://example.org/plays/x/",
    ]
    assert "1st Ada 21" in _page(play)


def test_card_shows_every_seat_by_place(play: Play) -> None:
    texts = _card(play)
    assert texts[0] == "Continental Divide"
    assert [texts.index(name) for name in ("Ada", "Ben", "Cy")] == sorted(
        texts.index(name) for name in ("Ada", "Ben", "Cy")
    )
    assert {"21", "15", "2"} <= set(texts)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_card_holds_its_rows_for_any_number_of_seats(draft: PlayDraft, count: int) -> None:
    play = tally_play(record_play(draft).pk)
    first = play.scores.all()[0]
    rows = [cards._row(first, 210 + n * 58, 58) for n in range(count)]
    assert all(0 < row.y < cards.HEIGHT for row in rows)
    drawn = cards.card_of(play).rows
    assert len({row.y for row in drawn}) == len(drawn)


def test_card_writes_names_as_they_are_and_ends_long_ones(play: Play) -> None:
    score = play.scores.get(name="Ben")
    score.name = "<script>alert(1)</script> & " + "x" * 30
    score.save()
    texts = _card(play)
    assert "<script>alert(1)</scrip…" in texts
    assert all(len(text) <= 40 for text in texts)


def test_card_is_there_only_when_the_result_is(draft: PlayDraft) -> None:
    waiting = record_play(structs.replace(draft, source_ref="OTHER"))
    Play.objects.filter(pk=waiting.pk).update(tally_state=Play.TallyState.WAITING)
    assert Client().get(f"/plays/{waiting.public_id}/card.svg").status_code == 404
    assert Client().get("/plays/nothing/card.svg").status_code == 404


def test_card_has_the_colours_of_the_pages() -> None:
    assert dict(cards.PALETTE) == {
        key: (PIECES[key]["light"], LETTERS[key]["light"]) for key in PIECES
    }


def test_shared_win_names_both(play: Play) -> None:
    play.scores.filter(name="Ben").update(winner=True, total=21, rank=1)
    assert cards.headline(Play.objects.get(pk=play.pk)) == "Ada and Ben share the win with 21"


def test_preview_says_the_result_and_the_picture_is_there(play: Play) -> None:
    html = _page(play)
    assert '<meta property="og:title" content="Continental Divide: Ada wins with 21">' in html
    assert '<meta name="twitter:card" content="summary">' in html
    picture = re.search(r'og:image" content="http://testserver/static/([^"]+)"', html)
    assert picture is not None
    assert (STATIC / picture[1]).exists()


def test_private_club_gives_nothing_away(play: Play, club: Club, ada: Person) -> None:
    Club.objects.filter(pk=play.club_id).update(visibility=Club.Visibility.PRIVATE)
    for address in (f"/plays/{play.public_id}/", f"/plays/{play.public_id}/card.svg"):
        assert Client().get(address).status_code == 404
    html = _page(play, ada.client)
    assert "1st Ada 21" in html
    assert "og:" not in html
    answer = ada.client.get(f"/clubs/{club.public_id}/")
    assert answer.status_code == 200
    assert "og:" not in answer.content.decode()
    # What is passed on by a member names the players they share, not the club.
    shared = cards.text_of(Play.objects.get(pk=play.pk), "x")
    assert club.name not in shared
    assert club.name not in cards.card_of(Play.objects.get(pk=play.pk)).under


def test_club_link_says_how_many_play(play: Play, club: Club) -> None:
    html = Client().get(f"/clubs/{club.public_id}/").content.decode()
    assert f'<meta property="og:title" content="{club.name}">' in html
    assert "games, results, history." in html
