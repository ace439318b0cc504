"""The drawing of the map: every node and line once, nothing written over anything, every segment shown."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from games.engine.drawing import Piece, Stroke
from games.titles.twentieth_century_limited.board import Board, Line, Node
from games.titles.twentieth_century_limited.drawing import map_drawing, pieces
from games.titles.twentieth_century_limited.layout import BOW, framed
from tests.rules.boards import opening, table_for
from tests.rules.playout import play
from tests.rules.titles.twentieth_century_limited.play import TITLE

TABLE = table_for(TITLE, 4)
BOARD: Board = TABLE.board


def test_every_node_and_line_is_drawn_once_inside_the_picture() -> None:
    drawing = map_drawing(BOARD)
    assert sorted(place.key for place in drawing.places) == sorted(BOARD.node)
    assert [line.key for line in drawing.lines] == list(BOARD.ends)
    points = [place.centre for place in drawing.places]
    points += [point for line in drawing.lines for point in line.points]
    assert all(0 < x < drawing.width and 0 < y < drawing.height for x, y in points)


def test_lines_between_the_same_cities_are_bowed_apart() -> None:
    lines = {line.key: line for line in map_drawing(BOARD).lines}
    for key in BOARD.ends:
        if key.endswith("#2"):
            (x, y), (x2, y2) = lines[key].middle, lines[key.removesuffix("#2")].middle
            assert BOW - 3 <= ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 <= BOW + 3


@pytest.mark.parametrize("role", ["name", "mark"])
def test_no_name_is_written_over_another(role: str) -> None:
    boxes = [
        text.box for place in map_drawing(BOARD).places for text in place.texts if text.role == role
    ]
    met = [
        (one, other)
        for one, other in combinations(boxes, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert met == []


def test_every_segment_is_drawn_with_its_owner_and_its_pattern() -> None:
    state = next(
        played.step.state
        for number, played in enumerate(play(TITLE, TABLE, opening(TITLE, TABLE), 5))
        if number == 90
    )
    shown = pieces(TABLE, state)
    tokens = {one.place: one.owner for one in shown if isinstance(one, Piece)}
    strokes = [one for one in shown if isinstance(one, Stroke)]
    assert tokens == state.owners
    assert {one.owner: len(one.lines) for one in strokes} == {
        seat: list(state.owners.values()).count(seat) for seat in set(state.owners.values())
    }
    assert len({one.pattern for one in strokes}) == len(strokes)


def test_nodes_without_a_place_are_put_beside_those_they_are_joined_to_and_stay() -> None:
    nodes = (Node("A", "city", 0, 0), Node("b", "junction"), Node("C", "city"))
    bare = Board(1, "twentieth_century_limited", "x", "X", nodes=nodes)
    one = replace(bare, lines=(Line("A-b", "A", "b"),))
    more = replace(one, lines=(*one.lines, Line("C-b", "C", "b")))
    first, then = framed(one), framed(more)
    assert len({*then.spots.values()}) == 3
    assert first.own(first.spots["b"]) == then.own(then.spots["b"])
    assert map_drawing(bare).width > 0
