"""The chart editor on a set of tiles: counts by face, kept with the club, checked as a set."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.charts import WHOLE, merged
from games.engine.errors import Fault
from games.models import Chart
from games.registry import TITLES
from games.services import charts
from scoring.models import Club
from tests.cast import Person, ada, ben, club
from tests.games.chart_pages import newest, save, where
from tests.games.pages import text_of
from tests.rules.boards import read_board

__all__ = ["ada", "ben", "club"]

TITLE = TITLES["central_pacific"]


def shipped() -> Any:
    """Return the set that comes with the title."""
    return read_board(TITLE, "practice")


@pytest.fixture
def chart(club: Club) -> Chart:
    """The club's copy of the set."""
    return charts.create_chart(club.pk, "central_pacific", "Our tiles", shipped(), "Ada").chart


def board_of(chart: Chart) -> Any:
    """Return the newest set."""
    return charts.read_board_text(TITLE, newest(chart).data)


def test_set_read_and_written_has_the_same_copies() -> None:
    assert TITLE.editor is not None
    board = shipped()
    cells = TITLE.editor.read(board)
    written = TITLE.editor.write(board, cells)
    assert written.copies == board.copies
    assert written.start_number == board.start_number
    assert TITLE.editor.read(written) == cells


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"S": {"count": "-1"}}, "whole number"),
        ({"S": {"count": "9999"}}, "whole number"),
        ({"start": {"count": "3", "number": "2"}}, "four start cities"),
        ({"spike": {"count": "2"}}, "one Golden Spike"),
        ({"@9:NS": {"count": "x"}}, "whole number"),
        ({"@9:Q": {"count": "1"}}, "no tile"),
        ({"S": None}, "stays in the list"),
        ({WHOLE: {"name": ""}}, "1 to 100 characters"),
    ],
)
def test_set_that_cannot_be_is_refused_in_words(edit: Any, words: str) -> None:
    assert TITLE.editor is not None
    board = shipped()
    with pytest.raises(Fault, match=words):
        TITLE.editor.write(board, merged(TITLE.editor.read(board), edit))


def test_counts_are_typed_along_a_row_and_kept(chart: Chart, ben: Person) -> None:
    page = text_of(ben.client.get(where(chart)))
    assert "Rail, terrain, start cities and spike" in page
    before = board_of(chart).copies["S", 0, 0]
    answer = save(ben.client, chart, "row", **{"c.S.count": str(before + 2)})
    assert answer.status_code == 302
    assert board_of(chart).copies["S", 0, 0] == before + 2


def test_city_that_the_set_lacked_is_added(chart: Chart, ben: Person) -> None:
    answer = save(ben.client, chart, "hex", place="@4:NESW", v__count="3")
    assert answer.status_code == 302
    assert board_of(chart).copies["@", 4, 15] == 3


def test_impossible_set_is_told_and_not_kept(chart: Chart, ben: Person) -> None:
    answer = save(ben.client, chart, "row", **{"c.spike.count": "2"})
    assert answer.status_code == 400
    assert "one Golden Spike" in text_of(answer)
    assert board_of(chart).copies == shipped().copies
