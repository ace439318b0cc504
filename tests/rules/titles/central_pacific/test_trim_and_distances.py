"""Trimming and the distance rule against trying everything, on random boards."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.titles.central_pacific.grid import Grid
from games.titles.central_pacific.placing import all_faces
from games.titles.central_pacific.survey import Survey
from games.titles.central_pacific.tiles import INDEX, SQUARES
from games.titles.central_pacific.trim import kept_rails
from tests.rules.titles.central_pacific import naive
from tests.rules.titles.central_pacific.play import HOMES, TITLE, position, table

AREA = [f"{column}{row}" for column in "CDEF" for row in range(3, 7)]
RAILS = {
    5: "S",
    10: "S",
    3: "C",
    6: "C",
    12: "C",
    9: "C",
    7: "T",
    14: "T",
    13: "T",
    11: "T",
    15: "X",
}
LENIENT = table(edge="lenient", trim_through_cities="off")
THROUGH = table(edge="lenient", trim_through_cities="on")
UNTRIMMED = table(auto_trim="off")


@st.composite
def boards(draw: st.DrawFn, tiles: int = 13) -> dict[str, str]:
    """Return a few tiles close together; rail ends may run anywhere."""
    found = {}
    for square in draw(st.lists(st.sampled_from(AREA), min_size=4, max_size=tiles, unique=True)):
        if draw(st.integers(0, 3)) == 0:
            ends = draw(st.integers(1, 15))
            sides = "".join(side for bit, side in enumerate("NESW") if ends >> bit & 1)
            found[square] = f"@{draw(st.integers(1, 3))}:{sides}"
        else:
            ends = draw(st.sampled_from([*RAILS, 15, 15, 7, 14]))
            sides = "".join(side for bit, side in enumerate("NESW") if ends >> bit & 1)
            found[square] = f"{RAILS[ends]}:{sides}"
    return found


@given(boards())
def test_lines_are_all_track_between_cities(tiles: dict[str, str]) -> None:
    lines = {
        frozenset(line.squares): frozenset(SQUARES[city] for city in line.cities)
        for line in Grid(tiles).stretches
    }
    assert lines == naive.pieces(tiles)


@given(boards())
@settings(max_examples=150)
def test_trimming_leaves_the_fewest_rails(tiles: dict[str, str]) -> None:
    grid = Grid(tiles)
    for line in grid.lines:
        rails = frozenset(line.squares)
        cities = frozenset(SQUARES[city] for city in line.cities)
        for at, through in ((LENIENT, False), (THROUGH, True)):
            kept = frozenset(SQUARES[rail] for rail in kept_rails(at, grid, line))
            assert kept <= rails
            assert naive.hangs_together(tiles, kept, cities, through=through)
            assert len(kept) == naive.fewest(tiles, rails, cities, through=through)
        assert kept_rails(UNTRIMMED, grid, line) == line.rails


@given(boards())
def test_shortest_ways_are_the_shortest_of_all(tiles: dict[str, str]) -> None:
    grid = Grid(tiles)
    cities = [SQUARES[city] for city in grid.cities]
    for number, city in enumerate(cities):
        for other in cities[number + 1 :]:
            walked = min(naive.ways(tiles, city, other), default=None)
            assert grid.rails_between(INDEX[city], INDEX[other]) == walked
    close = {(SQUARES[a], SQUARES[b]) for a, b, _, _ in grid.too_close()}
    assert close == {tuple(sorted(pair, key=INDEX.__getitem__)) for pair in naive.too_close(tiles)}


@given(boards(), st.sampled_from(AREA), st.integers(0, 200))
@settings(max_examples=150)
def test_a_tile_is_too_close_just_where_the_board_with_it_is(
    tiles: dict[str, str], square: str, pick: int
) -> None:
    if square in tiles or naive.too_close(tiles):
        return
    here, state = position(f"{HOMES} spike=A opt=edge:lenient", LENIENT)
    state = type(state)(
        active="A", turn=1, pool=0, hands=state.hands, tiles=tiles, spike="A", in_hand=state.in_hand
    )
    survey = Survey(here, state, "A")
    faces = [face for face in all_faces(here) if face.kind not in "FM"]
    face = faces[pick % len(faces)]
    codes = [problem.code for problem in survey.problems(survey.site(square), face)]
    assert ("TOO_CLOSE" in codes) == bool(naive.too_close({**tiles, square: face.word}))


def test_line_of_many_cities_is_trimmed_too() -> None:
    """Eighteen cities along one line: every rail is needed, no tree has to be searched."""
    tiles: dict[str, str] = {"D1": "@1:S", "D10": "@1:N"}
    for row in range(2, 10):
        tiles |= {f"C{row}": "@1:E", f"D{row}": "X:NESW", f"E{row}": "@1:W"}
    grid = Grid(tiles)
    (line,) = grid.lines
    assert len(line.cities) == 18
    assert kept_rails(LENIENT, grid, line) == line.rails


def test_line_of_more_cities_than_can_be_tried_loses_what_can_be_spared() -> None:
    """Sixteen cities, each with a rail on all four sides: none can be told needed beforehand."""
    columns, rows = "ABCDEFGHI", range(1, 10)
    tiles = {
        f"{column}{row}": "X:NESW" if row % 2 or columns.index(column) % 2 == 0 else "@1:NESW"
        for column in columns
        for row in rows
    }
    grid = Grid(tiles)
    (line,) = grid.lines
    cities = frozenset(SQUARES[city] for city in line.cities)
    assert len(cities) == 16
    kept = frozenset(SQUARES[rail] for rail in kept_rails(LENIENT, grid, line))
    assert naive.hangs_together(tiles, kept, cities, through=False)
    for square in kept:
        assert not naive.hangs_together(tiles, kept - {square}, cities, through=False)


def test_sheet_counts_what_is_left() -> None:
    start = (
        "E1=A@2:ESW E2=S:NS E3=T:NES E4=@2:NSW E5=T:NES E6=S:NS E7=@2:NESW F3=C:SW F4=S:NS F5=C:NW "
        "E8=S:NS E9=S:NS E10=C:NE F10=B@3:NEW A!E2 B!E8 spike=B"
    )
    for option, rails in (("off", 7), ("on", 4)):
        at = table(trim_through_cities=option)
        here, state = position(start, at)
        assert [line.rails for line in TITLE.sheet(here, state).sides["A"].lines] == [rails]
