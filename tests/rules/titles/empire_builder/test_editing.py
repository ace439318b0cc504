"""The chart editor's view of a map: every place reads and writes back, and what cannot be is said there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.charts import WHOLE, differences, merged, real_changes
from games.engine.errors import Fault
from games.titles.empire_builder.board import Board
from games.titles.empire_builder.editing import EDITOR, completeness, read, write
from games.titles.empire_builder.grid import grid_of
from tests.rules.boards import read_board
from tests.rules.titles.empire_builder.play import TITLE

LARGE: Board = read_board(TITLE, "north_america")
OURS: Board = read_board(TITLE, "practice")


def edited(board: Board, edit: dict[str, dict[str, str]]) -> Board:
    """Return a board with an edit."""
    return write(board, merged(read(board), edit))


@pytest.mark.parametrize("board", [LARGE, OURS, read_board(TITLE, "test")], ids=lambda one: one.id)
def test_every_board_reads_and_writes_back_as_it_was(board: Board) -> None:
    assert write(board, read(board)) == board


def test_kind_country_and_coast_of_a_milepost_are_corrected() -> None:
    found = edited(LARGE, {"6.2": {"terrain": "clear", "country": "US", "coast": "P"}})
    dot = found.dots["6.2"]
    assert (dot.terrain, dot.country, dot.coast) == ("clear", "US", "P")
    assert LARGE.dots["6.2"].terrain == "rough"


def test_stretch_of_a_river_is_named_and_an_inlet_told_from_it() -> None:
    """Rules EB-13 and EB-35: floods need names, inlets cost 3."""
    key = "10.2-10.4"
    named = edited(LARGE, {key: {"over": "Columbia"}})
    assert "Columbia" in named.rivers
    assert grid_of(named).crossed["Columbia"] == (key,)
    inlet = edited(LARGE, {key: {"over": "inlet"}})
    a, b = key.split("-")
    assert grid_of(inlet).links[a][b].price == grid_of(LARGE).links[a][b].price + 1
    closed = edited(LARGE, {key: {"over": "water"}})
    assert grid_of(closed).link(a, b) is None
    assert edited(closed, {key: {"over": "river"}}).crossings[-1].over == ("river",)
    opened = edited(LARGE, {key: {"over": ""}})
    assert grid_of(opened).links[a][b].price == grid_of(LARGE).links[a][b].price - 2


def test_goods_size_and_counters_are_corrected() -> None:
    edit = {"Denver": {"goods": "lead, coal", "size": "medium"}, "good:coal": {"count": "4"}}
    found = edited(LARGE, edit)
    assert (found.towns["Denver"].goods, found.towns["Denver"].size) == (("lead", "coal"), "medium")
    assert found.goods["coal"] == 4
    assert edited(LARGE, {"Chicago0": {"goods": ""}}).towns["Chicago"].goods == ()


@pytest.mark.parametrize(
    ("place", "values", "at"),
    [
        ("6.2", {"terrain": "swamp"}, "6.2.terrain"),
        ("6.2", {"country": "FR"}, "6.2.country"),
        ("Denver", {"goods": "gold"}, "Denver.goods"),
        ("Denver", {"size": "major"}, "Denver.size"),
        ("10.2-10.4", {"over": "water+Ohio"}, "10.2-10.4.over"),
        ("10.2-10.4", {"over": "a|b"}, "10.2-10.4.over"),
        ("good:coal", {"count": "-1"}, "good:coal.count"),
        ("good:gold", {"count": "1"}, "good:gold"),
        ("2.2-60.60", {"over": "Ohio"}, "2.2-60.60"),
        ("1.1", {"terrain": "clear"}, "1.1"),
        (WHOLE, {"name": ""}, "name"),
    ],
)
def test_what_cannot_be_is_said_at_its_place(place: str, values: dict[str, str], at: str) -> None:
    with pytest.raises(Fault) as caught:
        edited(LARGE, {place: values})
    assert [path for path, _ in caught.value.problems] == [at]


def test_nothing_is_taken_off_the_map() -> None:
    with pytest.raises(Fault) as caught:
        write(OURS, merged(read(OURS), {"6.2": None}))
    assert caught.value.problems[0][0] == "6.2"


def test_wide_brush_marks_a_country_and_touches_no_crossing() -> None:
    cells = read(LARGE)
    edit = EDITOR.stroke(cells, "6.2", "row", {"country": "US"})
    row = {dot.id for dot in LARGE.mileposts if dot.y == 2}
    assert set(edit) == row
    assert {
        LARGE.dots[place].x for place in EDITOR.stroke(cells, "20.2", "row_west", {"country": "US"})
    } == {dot.x for dot in LARGE.mileposts if dot.y == 2 and dot.x <= 20}
    assert set(EDITOR.stroke(cells, "10.2-10.4", "hex", {"over": "Fraser"})) == {"10.2-10.4"}


def test_names_are_found_as_people_write_them() -> None:
    find = EDITOR.find
    assert find("St. Louis") == "St_Louis"
    assert find("10.4-10.2") == "10.2-10.4"
    assert (find("12.30"), find("good:coal"), find("<b>"), find("")) == (
        "12.30",
        "good:coal",
        "",
        "",
    )


def test_what_is_unknown_is_counted() -> None:
    found = completeness(LARGE)
    assert len(found.places) == 380
    assert found.missing == ("numbers of counters",)
    assert found.known == found.total - 380
    assert completeness(OURS).missing == ()
    labels = dict(EDITOR.near(LARGE, "10.2")) if EDITOR.near is not None else {}
    assert labels["10.2-10.4"] == "10.2-10.4: river"


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_edit_is_kept_or_refused_but_never_breaks(data: st.DataObject) -> None:
    cells = read(OURS)
    place = data.draw(st.sampled_from(sorted(cells)))
    names = [field.name for field in EDITOR.fields_at(place)] if place else ["name", "complete"]
    texts = st.sampled_from(
        ["", "clear", "US", "A", "coal", "river", "Silver+inlet", "7", "§", "x" * 60]
    )
    values = data.draw(st.dictionaries(st.sampled_from(names), texts, max_size=3))
    edit = real_changes(cells, {place: values})
    try:
        found = write(OURS, merged(cells, edit))
    except Fault:
        return
    changed = {one.place for one in differences(cells, read(found))}
    assert changed <= {place}
