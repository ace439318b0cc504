"""The map as a drawing: every milepost once, outlines closed, track and events where they are."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.dots import dots, index, path_of
from games.engine.drawing import Drawing, Piece, Stroke, Tile
from games.engine.title import Table
from games.titles.empire_builder.contours import Layout, chained, smooth
from games.titles.empire_builder.drawing import map_drawing
from tests.rules.boards import read_board, table_for
from tests.rules.titles.empire_builder.play import TITLE, position

BOARDS = ("north_america", "us_canada", "practice", "test")


def standing(table: Table, state: Any) -> list[Any]:
    """Return everything that stands on the map."""
    assert TITLE.pieces is not None
    return list(TITLE.pieces(table, state))


@pytest.mark.parametrize("name", BOARDS)
def test_every_milepost_is_drawn_once_and_apart_from_others(name: str) -> None:
    board = read_board(TITLE, name)
    drawing = map_drawing(board)
    assert [place.key for place in drawing.places] == [dot.id for dot in board.mileposts]
    assert len({place.centre for place in drawing.places}) == len(board.mileposts)
    for place in drawing.places:
        x, y = place.centre
        assert 0 < x < drawing.width
        assert 0 < y < drawing.height
        assert place.symbol in {symbol.key for symbol in drawing.symbols}


def read(text: str) -> dict[str, tuple[int, int, str, str]]:
    """Return the index of a drawing as the page's script reads it: place, name, what is spoken."""
    found: dict[str, tuple[int, int, str, str]] = {}
    for line in text.split("\n"):
        _, _, name, spoken, places = line.split("\t")
        for each in places.split(" "):
            key, x, y = each.split(",")
            words = (name.replace("{key}", key), spoken.replace("{key}", key))
            found[key] = (int(x), int(y), *words)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_index_gives_every_place_back(name: str) -> None:
    drawing: Drawing = map_drawing(read_board(TITLE, name))
    found = read(index(drawing))
    assert len(found) == len(drawing.places)
    for place in drawing.places:
        assert found[place.key] == (*place.centre, place.name, place.spoken)
    assert all(shape.path.startswith("M") for shape in dots(drawing))


def test_outline_of_land_is_made_of_closed_lines() -> None:
    board = read_board(TITLE, "north_america")
    lines = Layout(board).outline([dot.id for dot in board.mileposts])
    assert all(line[0] == line[-1] for line in lines)
    assert len(lines) > 3  # the mainland, islands, lakes
    assert all(smooth(line)[0] == smooth(line)[-1] for line in lines)


def test_sides_are_joined_into_as_few_lines_as_can_be() -> None:
    a, b, c, d = (0, 0), (0, 1), (1, 1), (1, 0)
    assert len(chained([(b, c), (a, b), (c, d)])) == 1
    assert (
        chained([(a, b), (b, c), (c, d), (d, a)])[0][0]
        == chained([(a, b), (b, c), (c, d), (d, a)])[0][-1]
    )
    assert path_of([(a, b, c)]) == "M0 0l0 1 1 0"


def test_crossing_lies_between_its_mileposts() -> None:
    board = read_board(TITLE, "north_america")
    layout = Layout(board)
    for crossing in board.crossings[:50]:
        side = layout.between(crossing.a, crossing.b)
        assert side is not None
        (x, y), (x2, y2) = layout.centre_of(crossing.a), layout.centre_of(crossing.b)
        middle = ((side[0][0] + side[1][0]) / 2, (side[0][1] + side[1][1]) / 2)
        assert abs(middle[0] - (x + x2) / 2) <= 1
        assert abs(middle[1] - (y + y2) / 2) <= 1


def test_track_trains_and_loads_stand_on_the_map() -> None:
    table, state = position(
        "trk A K1>a1>a2 | trk B K6>j1 | train A{at=S1 loads=coal,iron} | train B{at=S1}"
    )
    found = standing(table, state)
    strokes = [one for one in found if isinstance(one, Stroke)]
    assert [(one.owner, one.pattern) for one in strokes] == [("A", 0), ("B", 1)]
    assert len(strokes[0].lines[0]) == 3
    trains = [one for one in found if isinstance(one, Piece)]
    assert {one.tag for one in trains} == {"coal, iron", ""}
    assert len({one.dx for one in trains}) == 2
    assert "carrying coal, iron" in trains[0].said


def test_events_are_drawn_while_they_last_and_no_longer() -> None:
    table = table_for(TITLE, 2)
    events = "event flood river=Silver drawer=B turns=1 | event strike country=CA drawer=A turns=2"
    near = "event half_rate near=Summit within=3 drawer=A turns=2"
    table, state = TITLE.parse_position(table, f"n=2 round=4 active=B | {events} | {near}")
    found = standing(table, state)
    kinds = [one.kind for one in found if isinstance(one, Stroke)]
    assert kinds == ["flood", "strike", "half_rate"]
    signs = [one for one in found if isinstance(one, Tile)]
    assert [sign.text for sign in signs] == ["Flood", "Strike", "Half rate"]
    assert signs[2].place == "Summit0"
    _, move = TITLE.parse_move(table, state, "B: end")
    after = TITLE.apply(table, state, "B", move, frozenset()).state
    assert [one.kind for one in standing(table, after) if isinstance(one, Stroke)] == [
        "strike",
        "half_rate",
    ]
