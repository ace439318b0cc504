"""Set-up, the tile set, and the figures the rules print."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.codec import convert, to_data
from games.engine.errors import Fault
from games.titles.central_pacific.board import Board
from games.titles.central_pacific.state import Setup, copies_left
from games.titles.central_pacific.tiles import (
    INDEX,
    NEIGHBOURS,
    SHAPES,
    SQUARES,
    faces,
    read_tile,
    rotations,
)
from tests.rules.boards import opening
from tests.rules.titles.central_pacific.play import TITLE, position, table


@pytest.mark.parametrize(
    ("players", "teams", "pool", "homes"),
    [
        (2, "off", 68, {"E1": "A@2:ESW", "F10": "B@2:NEW"}),
        (3, "off", 62, {"E1": "A@2:ESW", "J7": "B@2:NSW", "A8": "C@2:NES"}),
        (4, "off", 56, {"E1": "A@2:ESW", "J5": "B@2:NSW", "F10": "C@2:NEW", "A6": "D@2:NES"}),
        (4, "on", 58, {"E1": "A@2:ESW", "F10": "B@2:NEW"}),
    ],
)
@pytest.mark.parametrize("board", ["test", "practice"])
def test_opening(players: int, teams: str, pool: int, homes: dict[str, str], board: str) -> None:
    at = table(players, board, teams=teams)
    state = opening(TITLE, at)
    assert (state.pool, state.tiles) == (pool, homes)
    assert set(state.hands.values()) == {5}
    assert set(state.in_hand.values()) == {7}
    TITLE.check_state(at, state)


def test_fewest_rails_between_homes() -> None:
    """Digest: 9 with two players; 10, 10 and 9 with three; 8 between neighbours, 9 across with four."""

    def rails(one: str, two: str) -> int:
        (a, b), (c, d) = (divmod(INDEX[square], 10) for square in (one, two))
        return abs(a - c) + abs(b - d) - 1

    assert rails("E1", "F10") == 9
    assert [rails("E1", "J7"), rails("E1", "A8"), rails("J7", "A8")] == [10, 10, 9]
    assert [rails("E1", "J5"), rails("J5", "F10"), rails("F10", "A6"), rails("A6", "E1")] == [8] * 4
    assert [rails("E1", "F10"), rails("J5", "A6")] == [9, 9]


def test_setup_takes_what_the_table_tells() -> None:
    at = table(3)
    state = TITLE.setup(at, Setup("B", "2 3 4", "A2, C1"))
    assert state.active == "B"
    assert [word.split(":")[0] for word in state.tiles.values()] == ["A@2", "B@3", "C@4"]
    assert state.mulligans == {"A": 2, "C": 1}


def test_trains_follow_the_option_else_the_set() -> None:
    assert opening(TITLE, table(trains="5")).in_hand == {"A": 5, "B": 5}
    data = to_data(table(board="practice").board) | {
        "tokens_per_colour": {"train": 6, "stock_market": 1, "land_grant": 1}
    }
    board = convert(data, Board)
    TITLE.check_board(board)
    assert opening(TITLE, type(table())("AB", TITLE.options_type(), board)).in_hand["A"] == 6


def test_squares_run_by_column_and_row() -> None:
    assert (SQUARES[0], SQUARES[9], SQUARES[10], SQUARES[99]) == ("A1", "A10", "B1", "J10")
    around = [SQUARES[near] if near >= 0 else "" for near in NEIGHBOURS[INDEX["J10"]]]
    assert around == ["J9", "", "", "I10"]


def test_every_face_is_listed_once() -> None:
    words = [tile.word for tile in faces()]
    assert len(set(words)) == len(words) == 2 + 4 + 4 + 1 + 2 + 2 + 3 * 15
    assert all(read_tile(word).word == word for word in words)


@pytest.mark.parametrize(("kind", "count"), [("S", 2), ("C", 4), ("T", 4), ("X", 1), ("U", 2)])
def test_rotations_of_a_kind_are_all_its_shapes(kind: str, count: int) -> None:
    ends = SHAPES[kind]
    assert len(ends) == count
    assert set(rotations(ends[0])) == set(ends)


def test_copies_left_are_those_not_seen() -> None:
    board = table(board="practice").board
    state = position("E1=A@2:ESW F10=B@2:NEW E2=S:NS E3=X out=S3,F1,?1", table(board="practice"))[1]
    left = copies_left(board, state)
    assert (left["S", 0, 0], left["X", 0, 0], left["F", 0, 0]) == (12, 4, 4)
    assert left["@", 2, 7] == 6


def changed(**changes: Any) -> Board:
    data = to_data(table(board="practice").board)
    board: Board = convert({**data, **changes}, Board)
    return board


def tiles(**changes: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the practice tiles with some entries changed, by their place in the list."""
    found = to_data(table(board="practice").board)["tiles"]
    return [{**entry, **changes.get(f"at{number}", {})} for number, entry in enumerate(found)]


@pytest.mark.parametrize(
    "board",
    [
        changed(board={"columns": "ABC", "rows": 10}),
        changed(start_squares={"2": ["A1", "B1"]}),
        changed(start_hand=6),
        changed(tiles=tiles(at2={"sides": "NE"})),
        changed(tiles=tiles(at2={"sides": "NN"})),
        changed(tiles=tiles(at2={"number": 3})),
        changed(tiles=tiles(at9={"number": 0})),
        changed(tiles=tiles(at10={"sides": "NS"})),
        changed(tiles=tiles(at1={"count": 3})),
        changed(tiles=tiles(at1={"sides": "NS"})),
        changed(tiles=tiles(at0={"count": 2})),
        changed(tiles=tiles()[:2]),
    ],
)
def test_faulty_tile_set_is_refused(board: Board) -> None:
    with pytest.raises(Fault):
        TITLE.check_board(board)


def test_practice_set_is_the_shipped_one() -> None:
    board = table(board="practice").board
    assert (board.total, board.start_number) == (80, 2)
    assert json.loads(json.dumps(to_data(board)))["name"].startswith("Practice")


def test_legal_openings_are_counted() -> None:
    """Changes where any change of what may be laid shows: sequences of one and two moves."""
    at = table(board="practice")
    state = opening(TITLE, at)
    first = list(TITLE.legal_moves(at, state))
    second = sum(
        len(list(TITLE.legal_moves(at, TITLE.apply(at, state, seat, move, frozenset()).state)))
        for seat, move in first
    )
    assert (len(first), second) == (38, 1066)
