"""The digest's worked examples, and how examples are read."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Fault, NotationError
from games.management.commands.examples import load_examples, run_examples
from tests.rules.boards import ROOT, read_board
from tests.rules.titles.central_pacific.play import TITLE, TWO

FILE = ROOT / "tests" / "examples" / "central_pacific.json"
CASES = load_examples(FILE)[1]
START = "E1=R@2:ESW F10=B@2:NEW"


@pytest.mark.parametrize("board", ["test", "practice"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case: dict[str, Any], board: str) -> None:
    (failure,) = run_examples(TITLE, read_board(TITLE, board), [case])
    assert failure is None


def played(start: str, *moves: str, by: str = "R", **options: Any) -> Any:
    case = {"start": start, "by": by, "moves": list(moves), "options": options}
    return TITLE.run_example(TWO.board, case)


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        ({}, "legal"),
        ({"boardEdge": "forbid"}, "illegal"),
        ({"board_edge": "forbid"}, "illegal"),
        ({"Q04": "forbid"}, "illegal"),
    ],
)
def test_options_are_read_by_name_or_decision(options: dict[str, str], verdict: str) -> None:
    assert played(f"{START} D1=S:EW", "C1=C:EN", **options).verdict == verdict


def test_options_are_read_as_true_and_false() -> None:
    assert played(START, "F9=F", terrainInNetwork=False).verdict == "legal"
    assert played(START, "F9=F", terrainInNetwork=True).code == "NOT_IN_NETWORK"
    assert played(START, "E2=S:NS", trains=3, specialCap=5).facts["trains"] == 7


def test_figures_are_the_acting_seats_unless_one_is_named() -> None:
    facts = played(f"{START} special=grant", "grant B", "E2=S:NS").facts
    assert (facts["hand"], facts["draw"], facts["pool"]) == (5, 0, 40)
    assert facts["B.hand"] == facts["hand.B"] == 4
    assert (facts["R.stock"], facts["R.grant"], facts["B.stock"]) == (False, False, True)


def test_kept_line_says_why_it_was_not_stolen() -> None:
    start = (
        "E1=R@2:ESW E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS F10=B@2:NEW F9=S:NS F8=T:NSW F7=S:NS "
        "F6=@2:NES B!F9"
    )
    outcome = played(start, "E7=S:NS", "E8=C:NE")
    assert (outcome.verdict, outcome.code) == ("legal", "STEAL_BEFORE_SPIKE")
    assert outcome.facts["spike"] == "R"
    assert outcome.facts["kept"] == ["E2 E3 E4 E5 E6 E7 E8 F7 F8 F9"]
    assert (outcome.facts["stolen"], outcome.facts["new"]) == ([], [])


def test_spike_or_steal_is_asked_where_the_table_lets_choose() -> None:
    start = (
        "E1=R@2:ESW E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS F10=B@2:NEW F9=S:NS F8=T:NSW F7=S:NS "
        "F6=@2:NES B!F9"
    )
    moves = ("E7=S:NS", "E8=C:NE")
    asked = played(start, *moves, spikeTurnMerge="choose")
    assert (asked.verdict, asked.code) == ("ask", "SPIKE_OR_STEAL")
    taken = played(start, *moves, "end take=steal", spikeTurnMerge="choose")
    assert (taken.facts["spike"], taken.facts["returned"]) == (None, {"B": 1})
    spike = played(start, *moves, "end take=spike", spikeTurnMerge="choose")
    assert (spike.facts["spike"], spike.facts["stolen"]) == ("R", [])


def test_opening_is_shown_for_a_case_without_a_position() -> None:
    case = {"players": ["R", "B", "G"], "moves": ["setup"]}
    shows = TITLE.run_example(TWO.board, case).shows.split()
    assert {"pool=62", "E1=R@2:ESW", "J7=B@2:NSW", "A8=G@2:NES", "G.hand=5", "B.trains=7"} <= {
        *shows
    }


@pytest.mark.parametrize("query", ["score", "final", "Standing", "score?"])
def test_count_is_shown(query: str) -> None:
    start = f"{START} E2=S:NS E3=S:NS E4=@2:NESW R!E2"
    outcome = TITLE.run_example(TWO.board, {"start": start, "moves": [query]})
    assert outcome.verdict == "query"
    assert outcome.shows == "R=6(2+4+0) B=0(0+0+0) win R"


def test_turns_follow_each_other_and_the_last_is_ended() -> None:
    outcome = played(START, "E2=S:NS", "end", "F9=S:NS", "B: F8=S:NS")
    assert (outcome.verdict, outcome.facts["by"]) == ("legal", "B")
    assert (outcome.facts["draw"], outcome.facts["pool"]) == (2, 37)


def test_empty_turn_is_refused() -> None:
    case = {"start": START, "by": "R", "moves": [], "expect": {"verdict": "illegal"}}
    assert TITLE.run_example(TWO.board, case).code == "MUST_PLACE_OR_DISCARD"


def test_unreadable_case_is_an_error() -> None:
    with pytest.raises(NotationError):
        played(START, "fly")
    with pytest.raises(Fault):
        played(START, "E2=S:NS", no="such")
