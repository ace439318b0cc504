"""The map under the editor: nothing is lost on the way, what is missing is named, wrongs are at their hex."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.charts import WHOLE, Completeness, laid_out, merged
from games.engine.codec import decode, encode
from games.engine.errors import Fault
from games.engine.title import Table
from games.registry import TITLES
from games.titles.continental_divide.board import Board, HexData, Sketch
from games.titles.continental_divide.meta import Options
from tests.rules.boards import opening, read_board

TITLE = TITLES["continental_divide"]
assert TITLE.editor is not None
EDITOR = TITLE.editor


def _empty(name: str, cells: Any) -> Any:
    assert EDITOR.empty is not None
    return EDITOR.empty(name, cells)


def completeness(board: Any) -> Completeness:
    """Return how complete a board is."""
    assert TITLE.completeness is not None
    return TITLE.completeness(board)


@pytest.fixture
def practice() -> Any:
    """The practice board."""
    return read_board(TITLE, "practice")


@pytest.fixture
def blank() -> Any:
    """A board of three rows of which nothing is known."""
    return _empty("Ours", laid_out(5, 3))


def test_board_read_and_written_is_the_same(practice: Board) -> None:
    assert EDITOR.write(practice, EDITOR.read(practice)) == practice


def test_practice_board_lacks_nothing(practice: Board) -> None:
    assert completeness(practice) == Completeness(217, 217, complete=True)


def test_what_is_missing_is_named_by_count_and_name(practice: Board) -> None:
    hexes = [data for data in practice.hexes if data.port != "Seattle" and data.start != "C2"]
    sketch = tuple(Sketch(data.q, data.r, region=data.region) for data in hexes[:34])
    board = replace(practice, hexes=tuple(hexes[34:]), sketch=sketch, complete=False)
    found = completeness(board)
    assert (found.known, found.total) == (181, 215)
    assert set(found.missing) >= {"Seattle", "C2"}
    assert found.places == tuple(data.place for data in sketch)


def test_drawn_board_knows_nothing_yet(blank: Board) -> None:
    found = completeness(blank)
    assert (found.known, found.total, found.complete) == (0, 15, False)
    assert "the Divide" in found.missing
    assert len(found.places) == 15


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([f"{at.q},{at.r}" for at in laid_out(5, 3)]),
        st.fixed_dictionaries(
            {
                "cost": st.sampled_from(["", "0", "4", "99"]),
                "income": st.sampled_from(["", "0", "3"]),
                "region": st.sampled_from(["", "E", "C", "W"]),
                "west_of_divide": st.sampled_from(["", "true"]),
                "name": st.sampled_from(["", "Denver", "St. Louis"]),
            }
        ),
    )
)
def test_whatever_is_typed_is_read_back_and_counts_as_known_once_all_is(
    edit: dict[str, dict[str, str]],
) -> None:
    board = _empty("Ours", laid_out(5, 3))
    written = EDITOR.write(board, merged(EDITOR.read(board), edit))
    cells = EDITOR.read(written)
    for place, values in edit.items():
        assert values.items() <= dict(cells[place]).items()
    whole = [one for one in edit.values() if one["cost"] and one["income"] and one["region"]]
    assert completeness(written).known == len(whole)
    text = encode(written)
    assert decode(text, TITLE.board_type) == written
    TITLE.check_board(written)


@pytest.mark.parametrize(
    ("edit", "where", "words"),
    [
        ({"0,0": {"cost": "100"}}, "0,0.cost", "0 to 99"),
        ({"0,0": {"cost": "-1"}}, "0,0.cost", "0 to 99"),
        ({"0,0": {"income": "two"}}, "0,0.income", "0 to 99"),
        ({"0,0": {"income": "٣"}}, "0,0.income", "0 to 99"),
        ({"0,0": {"name": "<b>"}}, "0,0.name", "Letters"),
        ({"0,0": {"region": "Z"}}, "0,0.region", "enum"),
        ({"0,0": {"start": "C1", "port": "Seattle"}}, "0,0", "not both"),
        ({"0,0": {"start": "C1", "region": "W"}}, "0,0", "Eastern"),
        ({"0,0": {"port": "Seattle"}, "1,0": {"port": "Seattle"}}, "1,0", "Seattle is already 0,0"),
        ({WHOLE: {"name": ""}}, "name", "1 to 100"),
        ({WHOLE: {"terrain plains": "3"}}, "terrain", "cost and an income"),
        ({WHOLE: {"terrain <b>": "3 1"}}, "terrain", "short name"),
        ({WHOLE: {"complete": "true"}}, "hexes", "C1"),
    ],
)
def test_wrong_value_is_said_at_its_hex(blank: Board, edit: Any, where: str, words: str) -> None:
    with pytest.raises(Fault) as caught:
        EDITOR.write(blank, merged(EDITOR.read(blank), edit))
    assert any(path == where and words in said for path, said in caught.value.problems)


def test_terrain_brings_its_figures_and_a_start_hex_what_the_rules_fix(practice: Board) -> None:
    brings = EDITOR.brings(practice)
    assert brings["terrain", "plains"] == {"cost": "3", "income": "1"}
    assert brings["start", "M2"]["income"] == "0"
    assert brings["start", "M2"]["region"] == "E"


def test_terrain_is_added_changed_and_taken_off(blank: Board) -> None:
    cells = EDITOR.read(blank)
    with_plains = EDITOR.write(blank, merged(cells, {WHOLE: {"terrain plains": "3 1"}}))
    assert EDITOR.read(with_plains)[WHOLE]["terrain plains"] == "3 1"
    without = EDITOR.write(
        with_plains, merged(EDITOR.read(with_plains), {WHOLE: {"terrain plains": ""}})
    )
    assert without == blank


def test_drawing_offers_the_hexes_around_the_board(blank: Board) -> None:
    places = {place.key: place for place in EDITOR.drawing(blank).places}
    assert places["0,0"].classes[0] == "unknown"
    assert places["-1,0"].classes == ("spare",)
    assert len(places) > 15
    assert EDITOR.drawing(_empty("None", ())).places


def test_hex_charted_in_play_leaves_the_sketch(practice: Board) -> None:
    """Digest 2.1: what a game charts is kept in the chart; its mark is then in no second hex."""
    first = practice.hexes[0]
    assert first.port == "Seattle"
    sketch = (Sketch(first.q, first.r, region="W"), Sketch(90, 0, port="Seattle"))
    board = replace(practice, hexes=practice.hexes[1:], sketch=sketch, complete=False)
    table = Table("ABC", Options(), board)
    state = opening(TITLE, table)
    charted = {first.place: "10/4/Wd/Seattle~Seattle"}
    merged_board = TITLE.merged_board(table, replace(state, chart=charted))
    assert merged_board.sketch == (Sketch(90, 0),)
    TITLE.check_board(merged_board)


def test_form_that_charts_a_hex_is_filled_in_from_the_sketch() -> None:
    board = _empty("Ours", laid_out(2, 1))
    sketched = replace(board, sketch=(Sketch(0, 0, cost=7, region="C", name="Denver"),))
    assert TITLE.charting is not None
    fields = {
        one.name: one.value for one in TITLE.charting(Table("ABC", Options(), sketched), "0,0")
    }
    assert fields["charted.0,0.cost"] == "7"
    assert fields["charted.0,0.region"] == "C"
    assert fields["charted.0,0.name"] == "Denver"
    assert fields["charted.0,0.income"] == "1"


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"complete": True}, "sketch"),
        ({"sketch": (Sketch(-10, -10),)}, "sketch[0]"),
        ({"sketch": (Sketch(90, 0, port="Seattle"),)}, "sketch[0]"),
        ({"sketch": (Sketch(90, 0, start="C1", region="W"),)}, "sketch[0]"),
        ({"sketch": (Sketch(90, 0, cost=1, income=1, region="E"),)}, "sketch[0]"),
        ({"sketch": tuple(Sketch(q, 99) for q in range(-99, 100)) * 9}, "sketch"),
    ],
)
def test_sketch_that_cannot_be_is_refused(practice: Board, changes: Any, where: str) -> None:
    board = replace(practice, **{"complete": False, "sketch": (Sketch(90, 0),), **changes})
    with pytest.raises(Fault) as caught:
        TITLE.check_board(board)
    assert where in {path for path, _ in caught.value.problems}


def test_hex_is_known_or_sketched() -> None:
    board = _empty("Ours", laid_out(1, 1))
    assert isinstance(board.sketch[0], Sketch)
    known = EDITOR.write(
        board,
        merged(EDITOR.read(board), {"0,0": {"cost": "4", "income": "1", "region": "E"}}),
    )
    assert known.hexes == (HexData(0, 0, 4, 1, "E"),)
    assert known.sketch == ()
