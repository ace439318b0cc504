"""The chart editor's view of a map: there and back unchanged, nodes placed, named and joined, CSV."""

from __future__ import annotations

import pytest

from games.engine.charts import Values
from games.engine.errors import Fault
from games.titles.twentieth_century_limited.board import Board, check_board
from games.titles.twentieth_century_limited.csvtext import read_csv, write_csv
from games.titles.twentieth_century_limited.editing import EDITOR, blank, edit_drawing, read, write
from tests.rules.boards import read_board
from tests.rules.titles.twentieth_century_limited.play import TITLE

PRACTICE: Board = read_board(TITLE, "practice")


def edited(board: Board, **changes: Values | None) -> Board:
    """Return a board with cells set or taken off; "_" in a name stands for "-"."""
    cells = dict(read(board))
    for name, values in changes.items():
        place = name.replace("_", "-")
        if values is None:
            del cells[place]
        else:
            cells[place] = {**cells.get(place, {}), **values}
    return write(board, cells)


def test_board_read_and_written_is_the_same() -> None:
    assert write(PRACTICE, read(PRACTICE)) == PRACTICE


def test_board_grows_from_an_empty_canvas() -> None:
    spots = [place.key for place in edit_drawing(blank("Ours")).places]
    cells = dict(read(blank("Ours"))) | {spots[0]: {}, spots[1]: {}}
    board = write(blank("Ours"), cells)
    assert [node.id for node in board.nodes] == ["a", "b"]
    board = edited(board, a={"key": "CHI", "name": "Chicago"}, a_b={})
    board = edited(board, **{"CHI_b#2": {}})
    assert list(board.ends) == ["CHI-b", "CHI-b#2"]
    assert board.node["CHI"].name == "Chicago"
    free = {place.key for place in edit_drawing(board).places if "spare" in place.classes}
    assert spots[0] not in free


def test_node_that_is_renamed_keeps_its_lines_and_cards() -> None:
    board = edited(PRACTICE, ALB={"key": "ALBY"})
    assert "ALBY-NYC#2" in board.ends
    assert board.companies["C02"].cities == ("PWM", "BOS", "ALBY", "NYC")


def test_node_taken_off_takes_its_lines_along() -> None:
    board = edited(PRACTICE, b=None)
    assert not any("b" in ends for ends in board.ends.values())


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"ALB": {"key": "NYC"}}, "ALB.key"),
        ({"ALB": {"x": "far"}}, "ALB.x"),
        ({"ALB_zz": {}}, "ALB-zz"),
        ({"company:New": {"cities": "ALB", "value": "3"}}, "company:New.cities"),
        ({"company:New": {"cities": "ALB NYC", "value": ""}}, "company:New.value"),
        ({"regional:New": {"cities": "ALB NYC", "era": "0"}}, "regional:New.era"),
    ],
)
def test_what_cannot_be_is_said_at_its_place(changes: dict[str, Values], path: str) -> None:
    with pytest.raises(Fault) as fault:
        edited(PRACTICE, **changes)
    assert fault.value.problems[0][0] == path


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("CHI", "CHI"),
        (" b-ALB ", "ALB-b"),
        ("@-12,40", "@-12,40"),
        ("company:Lobster Pot Line", "company:Lobster Pot Line"),
        ("3,4", ""),
        ("", ""),
    ],
)
def test_places_are_found_as_charts_write_them(text: str, place: str) -> None:
    assert EDITOR.find(text) == place


def test_table_of_text_holds_the_map_and_the_cards() -> None:
    board = read_csv(write_csv(PRACTICE))
    check_board(board)
    for part in ("nodes", "lines", "company_cards", "regional_cards_extra", "complete", "name"):
        assert getattr(board, part) == getattr(PRACTICE, part)


def test_table_may_have_fewer_columns_and_other_signs() -> None:
    board = read_csv("what;key\nline;CHI-a\nline;CHI-a#2\nnode;MIL", "Ours")
    check_board(board)
    assert (board.name, list(board.node), len(board.lines)) == ("Ours", ["CHI", "a", "MIL"], 2)


@pytest.mark.parametrize(
    "text", ["", "nothing", "what,key\nplace,A", "what,key\nline,A", "what,key,x\nnode,A,1.5"]
)
def test_table_that_cannot_be_read_says_where(text: str) -> None:
    with pytest.raises(Fault):
        read_csv(text)
