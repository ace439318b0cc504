"""The phase change and the end of Railways of the World, entered through the table's forms."""

from __future__ import annotations

from typing import Any

import pytest

from games import lines
from games.models import Game
from games.services import finishing
from scoring.models import Play
from tests.game_factories import Cast, fresh, new_cast, started
from tests.games.pages import address, browser, move, text_of

TITLE = "railways_east_west"
CHANGE = (
    "ph=1 tn=3 act=B del=10 sup=8 disp=grant deck=5 | A{sc=40 c=12 b=5} | B{sc=30 c=9}"
    " | link A CHI-STL 4 | city CHI goods=rb | city DEN set=2 goods=rb"
)
FINAL = (
    "ph=2 tn=4 turns=4 stage=final end=second_line ew=AB | A{sc=40 c=25 b=1 raw=2} | B{sc=30 c=9}"
)


@pytest.fixture
def cast(db: None) -> Cast:
    return new_cast()


def entered(cast: Cast, game: Game, kind: str, **fields: Any) -> str:
    """Enter a form's move as the host and return the page as text."""
    client = browser(cast.ada)
    response = client.post(address(game, "enter"), move(game, kind, "enter", **fields), follow=True)
    assert response.status_code == 200, text_of(response)
    return text_of(response)


def state_of(game: Game) -> Any:
    game = fresh(game)
    return lines.state_at(game, game.head)


def test_phase_change_is_entered_step_by_step(cast: Cast) -> None:
    """Income, then each seat's bonds and baron, the western display, the cubes of the West."""
    game = started(cast, TITLE, 2, CHANGE)
    entered(cast, game, "pass", seat="B")
    entered(cast, game, "income")
    page = entered(cast, game, "transition", seat="A", repay=2, discard=3, baron=6)
    assert "settles bonds" in page
    entered(cast, game, "transition", seat="B", repay=0, discard=0, baron=0)
    state = state_of(game)
    assert (state.phase, state.stage, state.draws) == (2, "cards", 4)
    assert state.players["A"].bonds == 0
    entered(cast, game, "cards", cards="coal tunnel used ?")
    page = entered(cast, game, "fill", city="DEN", cubes="nk")
    assert "Denver" in page
    state = state_of(game)
    assert (state.cities["DEN"].goods, state.events, state.stage) == ("rbnk", ("used",), "play")


def test_refusal_says_rule_and_figures(cast: Cast) -> None:
    game = started(cast, TITLE, 2, CHANGE.replace("act=B ", ""))
    client = browser(cast.ada)
    fields = {"a": "CHI", "b": "DEN", "pieces": "o o o o o o", "seat": "A"}
    response = client.post(address(game, "enter"), move(game, "link", **fields))
    assert response.status_code == 422
    page = text_of(response)
    assert "6 pieces: at most 5 in one turn" in page
    assert "REW-12" in page


def test_result_tells_every_line(transactional_db: None) -> None:
    cast = new_cast()
    game = started(cast, TITLE, 2, FINAL)
    entered(cast, game, "baron", seat="A", west=7, east=0)
    entered(cast, game, "finish")
    assert fresh(game).status == "over"
    finishing.hand_over(game.pk)
    play = Play.objects.get(source_ref=game.code)
    assert {score.seat: score.total for score in play.scores.all()} == {"A": 53, "B": 30}
    page = text_of(browser(cast.ada).get(f"/plays/{play.public_id}/", follow=True))
    for words in ("Score track", "Western baron", "Most raw materials", "Bonds left"):
        assert words in page


def test_pages_of_a_table_show_every_panel(cast: Cast) -> None:
    game = started(cast, TITLE, 2, CHANGE)
    page = text_of(browser(cast.ada).get(address(game)))
    for words in ("Major lines", "Operations cards and events", "Chicago", "Government Land Grant"):
        assert words in page
