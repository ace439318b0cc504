"""The drawing of the map: every hex once, nothing written over anything, targets as the rules have them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.drawing import Drawing, Piece, Place, fitted, letters
from games.engine.hexdrawing import joined
from games.engine.title import Table
from games.registry import TITLES
from games.titles.continental_divide.drawing import PIECE_AT, PIECE_SIZE
from games.titles.continental_divide.moves import Build, Start
from tests.rules.boards import opening, table_for
from tests.rules.playout import play

TITLE = TITLES["continental_divide"]
Box = tuple[int, int, int, int]


def draw(table: Table, state: Any) -> Drawing:
    """Return the title's drawing."""
    assert TITLE.drawing is not None
    return TITLE.drawing(table, state)


def incomplete(count: int) -> Table:
    """Return a table whose chart knows only the first hexes of the practice board."""
    table = table_for(TITLE, 3)
    board = replace(table.board, complete=False, hexes=table.board.hexes[:count])
    return Table(table.seats, table.options, board)


def positions(seed: int, **options: str) -> Iterator[tuple[Table, Any]]:
    """Yield every fifth position of a random game."""
    table = table_for(TITLE, 4, **options)
    for number, played in enumerate(play(TITLE, table, opening(TITLE, table), seed)):
        if number % 5 == 0:
            yield table, played.before


def overlap(one: Box, other: Box) -> bool:
    """Say whether two boxes share room."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("board", ["practice", "test"])
def test_every_hex_is_drawn_once_inside_the_picture(board: str) -> None:
    table = table_for(TITLE, 3, board)
    drawing = draw(table, opening(TITLE, table))
    assert sorted(place.key for place in drawing.places) == sorted(table.board.grid)
    for place in drawing.places:
        assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in place.corners)


def test_hexes_touch_and_do_not_overlap() -> None:
    table = table_for(TITLE, 3)
    places = draw(table, opening(TITLE, table)).places
    middles = {place.centre for place in places}
    assert len(middles) == len(places)
    edges: dict[frozenset[tuple[int, int]], int] = {}
    for place in places:
        for start, end in zip(place.corners, (*place.corners[1:], place.corners[0]), strict=True):
            edge = frozenset((start, end))
            edges[edge] = edges.get(edge, 0) + 1
    assert set(edges.values()) == {1, 2}


def shown(place: Place, far: bool) -> list[Box]:
    """Return the room of what is written in a place, seen from afar or near."""
    return [text.box for text in place.texts if (text.role == "mark") == far]


@pytest.mark.parametrize("board", ["practice", "test"])
@pytest.mark.parametrize("far", [False, True])
def test_nothing_is_written_over_anything(board: str, far: bool) -> None:
    table = table_for(TITLE, 3, board)
    boxes = [
        box for place in draw(table, opening(TITLE, table)).places for box in shown(place, far)
    ]
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)


def test_pieces_stand_on_no_text() -> None:
    table = table_for(TITLE, 3)
    half = PIECE_SIZE // 2
    for place in draw(table, opening(TITLE, table)).places:
        x, y = place.centre
        row = (x - 35, y + PIECE_AT - half, x + 35, y + PIECE_AT + half)
        assert not any(overlap(row, box) for box in shown(place, far=False))


def test_three_pieces_share_a_hex_side_by_side() -> None:
    for table, state in positions(5):
        assert TITLE.pieces is not None
        by_place: dict[str, list[int]] = {}
        for piece in TITLE.pieces(table, state):
            assert isinstance(piece, Piece)
            assert state.railroads[piece.owner].has(piece.place)
            by_place.setdefault(piece.place, []).append(piece.dx)
        for offsets in by_place.values():
            assert all(abs(a - b) >= PIECE_SIZE for a, b in combinations(offsets, 2))
        count = sum(1 + len(railroad.track) for railroad in state.railroads.values())
        assert sum(map(len, by_place.values())) == count


@pytest.mark.parametrize("options", [{}, {"lines": "several"}, {"through": "yes"}])
def test_targets_are_the_legal_moves(options: dict[str, str]) -> None:
    assert TITLE.targets is not None
    seen = 0
    for table, state in positions(3, **options):
        seat = TITLE.actor(table, state) or ""
        found = TITLE.targets(table, state, seat)
        moves = [move for _, move in TITLE.legal_moves(table, state)]
        lines = {
            (works.company, anchor.place, *way.places[: way.places.index(end.place) + 1])
            for works in found.works
            for anchor in works.anchors
            for way in anchor.ways
            for end in way.ends
        }
        assert lines == {(move.railroad, *move.path) for move in moves if isinstance(move, Build)}
        starts = {move.at for move in moves if isinstance(move, Start)}
        assert starts <= set(found.places.get("start", ()))
        seen += len(lines)
    assert seen > 100


def test_ends_have_the_figures_of_the_move() -> None:
    assert TITLE.targets is not None
    for table, state in positions(3):
        seat = TITLE.actor(table, state) or ""
        for works in TITLE.targets(table, state, seat).works:
            for anchor in works.anchors[:4]:
                for way in anchor.ways:
                    end = way.ends[-1]
                    path = (anchor.place, *way.places[: way.places.index(end.place) + 1])
                    move = Build(works.company, path)
                    after = TITLE.apply(table, state, seat, move, frozenset()).state
                    railroad = after.railroads[works.company]
                    assert (railroad.income, after.money[works.company]) == (end.income, end.left)
                    assert works.treasury - end.left == end.cost


def test_other_seats_have_no_targets() -> None:
    assert TITLE.targets is not None
    table = table_for(TITLE, 3)
    state = opening(TITLE, table)
    assert TITLE.targets(table, state, "A").places["start"]
    assert TITLE.targets(table, state, "B").places == {}
    assert TITLE.targets(table, state, "").works == ()


def test_incomplete_map_shows_what_is_not_charted_around() -> None:
    table = incomplete(40)
    drawing = draw(table, opening(TITLE, table))
    unknown = [place for place in drawing.places if "unknown" in place.classes]
    assert len(drawing.places) - len(unknown) == 40
    assert unknown
    assert all(place.spoken.endswith("not charted") for place in unknown)
    assert any(one.label == "not charted yet" for one in drawing.legend)


def test_empty_chart_has_a_middle_to_begin_with() -> None:
    table = incomplete(0)
    places = draw(table, opening(TITLE, table)).places
    assert "0,0" in {place.key for place in places}


def test_borders_run_where_the_sides_differ() -> None:
    table = table_for(TITLE, 3)
    lines = draw(table, opening(TITLE, table)).lines
    kinds = [line.kind for line in lines]
    assert kinds == ["region", "region", "divide"]
    assert all(len(line.points) > 10 for line in lines)


def test_edges_join_into_lines_and_rings() -> None:
    a, b, c, d = (0, 0), (1, 0), (1, 1), (0, 1)
    assert joined([(a, b), (c, b), (c, d)]) == ((a, b, c, d),)
    assert joined([(a, b), (b, c), (c, a)]) == ((a, b, c, a),)
    assert joined([]) == ()


def test_letters_differ() -> None:
    found = letters(("gray", "green", "red"))
    assert found == {"gray": "Gy", "green": "Gn", "red": "R"}


def test_long_name_is_made_small_then_cut_off() -> None:
    assert fitted("Omaha", 64, 11, 8) == ("Omaha", 11)
    assert fitted("Albuquerque", 64, 11, 8) == ("Albuquerque", 9)
    text, size = fitted("A" * 40, 64, 11, 8)
    assert size == 8
    assert text.endswith("…")
    assert len(text) < 14
