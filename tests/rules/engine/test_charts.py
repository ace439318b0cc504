"""Charts as an editor sees them: what differs, whose change meets whose, how far a brush goes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.charts import (
    REACHES,
    WHOLE,
    Difference,
    clashes,
    differences,
    laid_out,
    merged,
    reached,
    real_changes,
    rows_of,
)
from games.engine.hexgrid import Hex, format_hex, neighbours
from games.titles.continental_divide.editing import EDITOR

BASE = {
    WHOLE: {"name": "Ours"},
    "0,0": {"cost": "4", "region": "E"},
    "1,0": {"cost": "2", "region": "E"},
    "0,1": {"cost": "", "region": ""},
}

places = st.sampled_from(["0,0", "1,0", "0,1", "5,5", "-3,2"])
values = st.dictionaries(
    st.sampled_from(["cost", "region"]), st.sampled_from(["", "1", "4", "E", "W"])
)
cells = st.dictionaries(places, values, max_size=5).map(lambda found: {WHOLE: {}, **found})
edits = st.dictionaries(places, st.none() | values, max_size=5)


def test_difference_says_what_became_of_each_hex() -> None:
    new = {
        WHOLE: {"name": "Theirs"},
        "0,0": {"cost": "5", "region": "E"},
        "0,1": {"cost": "", "region": ""},
        "9,0": {"cost": "1", "region": "W"},
    }
    assert differences(BASE, new) == (
        Difference(WHOLE, "changed", (("name", "Ours", "Theirs"),)),
        Difference("0,0", "changed", (("cost", "4", "5"),)),
        Difference("1,0", "removed", (("cost", "2", ""), ("region", "E", ""))),
        Difference("9,0", "added", (("cost", "", "1"), ("region", "", "W"))),
    )


@settings(max_examples=60)
@given(cells, edits)
def test_an_edit_changes_what_it_says_and_nothing_else(
    before: dict[str, dict[str, str]], edit: dict[str, dict[str, str] | None]
) -> None:
    after = merged(before, edit)
    assert {one.place for one in differences(before, after)} <= set(edit)
    for place, values in edit.items():
        if values is None:
            assert place not in after
        else:
            assert values.items() <= dict(after[place]).items()


@settings(max_examples=60)
@given(cells, edits)
def test_only_real_changes_count_and_they_come_to_the_same(
    before: dict[str, dict[str, str]], edit: dict[str, dict[str, str] | None]
) -> None:
    real = real_changes(before, edit)
    assert not differences(merged(before, real), merged(before, edit))
    assert real_changes(merged(before, real), real) == {}


@settings(max_examples=60)
@given(cells, edits, edits)
def test_two_edits_of_different_values_never_clash_and_lose_nothing(
    before: dict[str, dict[str, str]],
    first: dict[str, dict[str, str] | None],
    second: dict[str, dict[str, str] | None],
) -> None:
    one, two = real_changes(before, first), real_changes(before, second)
    now = merged(before, one)
    both = set(clashes(before, now, two))
    assert both <= one.keys() & two.keys()
    after = merged(now, two)
    for place, values in one.items():
        if place not in both and values is not None and place not in two:
            assert after[place] == now[place]


def test_clash_is_named_where_both_wish_something_else() -> None:
    now = merged(BASE, {"0,0": {"cost": "5"}, "1,0": None})
    assert clashes(BASE, now, {"0,0": {"cost": "6"}}) == ("0,0",)
    assert clashes(BASE, now, {"0,0": {"cost": "5"}}) == ()
    assert clashes(BASE, now, {"0,0": {"region": "W"}}) == ()
    assert clashes(BASE, now, {"1,0": {"cost": "3"}}) == ("1,0",)


def test_west_of_a_hex_is_what_lies_west_on_the_paper_not_in_the_coordinates() -> None:
    board = [format_hex(at) for at in laid_out(4, 5)]
    west = reached(board, "1,0", "west")
    assert "0,0" in west
    assert "-1,4" in west
    assert "1,1" not in west  # half a hex further east
    assert set(west) | set(reached(board, "1,0", "east")) == set(board)


def test_brush_along_a_row_stays_in_it() -> None:
    board = [format_hex(at) for at in laid_out(4, 2)]
    assert set(reached(board, "1,1", "row_west")) == {"0,1", "1,1"}
    assert set(reached(board, "1,1", "row_east")) == {"1,1", "2,1", "3,1"}
    assert set(reached(board, "1,1", "row")) == {"0,1", "1,1", "2,1", "3,1"}


def test_brush_adds_the_hex_it_is_set_on_and_takes_off_only_what_is_there() -> None:
    assert EDITOR.stroke(BASE, "7,0", "hex", {"region": "W"}) == {"7,0": {"region": "W"}}
    assert EDITOR.stroke(BASE, "7,0", "hex", None) == {}
    assert EDITOR.stroke(BASE, "0,0", "row", None) == {"0,0": None, "1,0": None}


@settings(max_examples=40)
@given(places, st.sampled_from(list(REACHES)))
def test_every_brush_covers_the_hex_it_starts_from(place: str, reach: str) -> None:
    assert place in reached(BASE, place, reach)  # type: ignore[arg-type] # one of the literal's values


@settings(max_examples=40)
@given(st.integers(1, 30), st.integers(1, 30), st.booleans())
def test_board_of_a_size_is_a_rectangle_of_rows_that_fit_into_each_other(
    width: int, height: int, out: bool
) -> None:
    hexes = laid_out(width, height, first_row_out=out)
    assert len(set(hexes)) == width * height
    rows = rows_of({format_hex(at): {} for at in hexes})
    assert [len(row) for row in rows.values()] == [width] * height
    lefts = [2 * min(at.q for at in hexes if at.r == row) + row for row in range(height)]
    assert set(lefts[::2]) == {0}
    assert set(lefts[1::2]) <= {-1 if out else 1}
    if width > 2 and height > 2:
        middle = Hex(hexes[width + 1].q, 1)
        assert set(neighbours(middle)) <= set(hexes)
