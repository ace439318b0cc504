"""The calculator on the table's page, and as a page of its own without scripts."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.game_factories import Cast, lobby, rows, started
from tests.games.pages import TURN_8, address, browser, text_of


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game in its last turn: red has 6 income by 5 shares, A holds two."""
    return started(cast, position=TURN_8)


def test_table_offers_the_calculator_without_asking(cast: Cast, game: Game) -> None:
    answer = browser(cast.cho).get(address(game))
    assert "What would more hexes bring?" in text_of(answer)
    assert answer.context["what_if"][0].changes == ()


def test_question_is_answered_and_nothing_is_entered(cast: Cast, game: Game) -> None:
    before = rows(game)
    asked = {"f-railroad": "red", "f-hexes": "3", "f-income": "3"}
    answer = browser(cast.cho).get(address(game, "what-if"), asked)
    assert answer.status_code == 200
    text = text_of(answer)
    assert "dividend per share $2 → $3 (+$1) gain" in text
    assert "a turn $4 → $6 (+$2) gain" in text
    assert "<!doctype html>" in answer.content.decode()
    assert rows(game) == before


def test_htmx_gets_the_calculator_alone(cast: Cast, game: Game) -> None:
    asked = {"f-railroad": "red", "f-hexes": "3", "f-income": "3"}
    answer = browser(cast.cho).get(address(game, "what-if"), asked, headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert html.count('id="what-if-hexes"') == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"f-railroad": "red", "f-hexes": "0", "f-income": "3"}, "At least 1."),
        ({"f-railroad": "red", "f-hexes": "1000", "f-income": "3"}, "At most 32."),
        ({"f-railroad": "red", "f-hexes": "many", "f-income": "3"}, "whole number"),
        ({"f-railroad": "red", "f-hexes": "3"}, "Fill this in."),
        ({"f-railroad": "green", "f-hexes": "3", "f-income": "3"}, "Green"),
        ({"f-railroad": "no such", "f-hexes": "3", "f-income": "3"}, "no such"),
    ],
)
def test_unfit_question_is_told(cast: Cast, game: Game, asked: dict[str, str], words: str) -> None:
    answer = browser(cast.cho).get(address(game, "what-if"), asked)
    assert answer.status_code == 400
    assert words.lower() in text_of(answer).lower()


def test_nothing_to_ask_before_the_start(cast: Cast) -> None:
    waiting = lobby(cast)
    assert browser(cast.ada).get(address(waiting, "what-if")).status_code == 404
    assert browser(cast.ada).get(address(waiting)).context["what_if"] == ()
