"""The digest's worked examples, the four printed ones among them, and what else such a case can say."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Fault, NotationError
from games.management.commands.examples import load_examples, run_examples
from tests.rules.boards import ROOT, read_board
from tests.rules.titles.twentieth_century_limited.play import BLANK, TITLE

FILE = ROOT / "tests" / "examples" / "twentieth_century_limited.json"
CASES = load_examples(FILE)[1]
SOUTH = (
    "NY-n1:Y n1-BAL:Y BAL-g1:G g1-g2:G g2-r0:G r0-r1:R r1-r2:R r2-r3:R r3-BHM:R BHM-b1:B b1-b2:B "
    "b2-TAL:B TAL-JAX:G P-Q:. order=RGBY w=R8,G8,B8,Y8 era=R1/2,Y1/2"
)
GREENS, REDS = "BAL-g1,g1-g2,g2-r0", "r0-r1,r1-r2,r2-r3,r3-BHM"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case: dict[str, Any]) -> None:
    (failure,) = run_examples(TITLE, read_board(TITLE, "test"), [case])
    assert failure is None


def ran(start: str, *moves: str, by: str = "R", **more: Any) -> Any:
    """Return what a case comes to."""
    return TITLE.run_example(BLANK.board, {"start": start, "by": by, "moves": list(moves), **more})


@pytest.mark.parametrize(
    ("by", "cities", "use", "paid"),
    [
        ("R", "BAL,JAX", f"{GREENS},BHM-b1,b1-b2,b2-TAL,TAL-JAX", {"B": 3, "G": 4}),
        ("R", "BAL,BHM", GREENS, {"G": 3}),
        ("Y", "NY,BHM", f"{GREENS},{REDS}", {"G": 3, "R": 4}),
    ],
)
def test_printed_waiver_examples(by: str, cities: str, use: str, paid: dict[str, int]) -> None:
    """Entry Waivers, examples 2 to 4: what is paid, and that nothing cheaper would do."""
    outcome = ran(SOUTH, "place P-Q", f"regional 1 {cities} use {use}", by=by)
    assert (outcome.verdict, outcome.facts["paid"]) == ("legal", paid)
    assert ran(SOUTH, f"routes {cities}", by=by).shows.split()[0] == f"cost={sum(paid.values())}"


def test_printed_example_without_own_track() -> None:
    """Entry Waivers, example 1."""
    outcome = ran(SOUTH, "place P-Q", "regional 1 BHM,TAL use BHM-b1,b1-b2,b2-TAL")
    assert (outcome.verdict, outcome.code) == ("illegal", "OWN_TRACK_REQUIRED")
    assert ran(SOUTH, "routes BHM,TAL").shows == "cost=-"


@pytest.mark.parametrize(
    ("start", "moves", "facts"),
    [
        ("A-B:. order=RGB s=R2 w=R6", ["place A-B"], {"s": 1, "w": 6, "R.w": 6, "w.R": 6, "bank": 12}),
        ("A-B:R order=RGB w=R6", ["pickup A-B", "reset"], {"w": 5, "s": None, "bank": 13}),
        ("A-B:. order=RGB era=R1/2", ["place A-B", "skip"], {"drawn_era": 3, "era": [2, 3], "skipped": True}),
        ("A-B:. order=RGB era=R7/8 done=R6/0", ["place A-B", "skip"], {"drawn_era": None, "era": [8]}),
        ("A-B:. order=RGBY era=R1/3 done=R1/0", ["place A-B", "skip"], {"drawn_era": 4, "era": [3, 4]}),
        ("A-B:. order=RGB era=R8 done=R7/0", ["place A-B", "regional 8 A,B"], {"ends": True, "trigger": "R"}),
        ("A-B:. order=RGB done=R0/7", ["place A-B", "company A,B"], {"ends": True, "cards": 4, "done": "0/8"}),
        ("A-B:. order=RGB done=R0/7 skipped=R", ["place A-B", "company A,B"], {"ends": True}),
        ("A-B:. order=GBR done=R0/7", ["place A-B", "company A,B"], {"ends": True, "over": True}),
    ],
)  # fmt: skip
def test_figures_after_a_turn(start: str, moves: list[str], facts: dict[str, Any]) -> None:
    outcome = ran(start, *moves)
    assert outcome.verdict == "legal"
    assert {name: outcome.facts[name] for name in facts} == facts


def test_question_tells_how_many_sets_there_are() -> None:
    ring = "A-B:R B-C:R C-D:R A-D:R P-Q:. order=RGB"
    outcome = ran(ring, "place P-Q", "company A,B,C,D")
    assert (outcome.verdict, outcome.code, outcome.facts["choices"]) == ("ask", "CHOOSE_REMOVAL", 4)
    assert "A-B,B-C,C-D" in outcome.facts["sets"]


def test_last_round_is_told_by_moves_too() -> None:
    outcome = ran("A-B:. order=GRBY done=R0/7", "place A-B", "company A,B")
    assert outcome.extra["still_to_play"] == ["B", "Y"]


@pytest.mark.parametrize(
    ("order", "moves", "left"),
    [
        ("RGB", ["B triggers the end"], []),
        ("RG", ["R triggers the end"], ["G"]),
        ("RGBY", ["G triggers the end", "B triggers the end"], ["Y"]),
    ],
)
def test_who_still_plays(order: str, moves: list[str], left: list[str]) -> None:
    case = {"start": f"order={order}", "moves": moves}
    assert TITLE.run_example(BLANK.board, case).extra["still_to_play"] == left


@pytest.mark.parametrize(
    ("options", "verdict", "code"),
    [
        ({}, "legal", ""),
        ({"waiverRoute": "A"}, "legal", ""),
        ({"waiver_route": "B"}, "legal", ""),
        ({"Q02": "C"}, "illegal", "OWN_TRACK_SUFFICES"),
        ({"waiverRoute": "needed"}, "illegal", "OWN_TRACK_SUFFICES"),
        ({"openStacks": True, "bonusPerTurn": 1}, "legal", ""),
    ],
)
def test_options_are_read_by_key_or_decision(
    options: dict[str, Any], verdict: str, code: str
) -> None:
    start = "A-b:R b-c:R c-D:R b-D:G P-Q:. order=RGB w=R6,G6,B6"
    outcome = ran(start, "place P-Q", "company A,D use b-D", options=options)
    assert (outcome.verdict, outcome.code) == (verdict, code)


def test_supply_is_an_option_too() -> None:
    outcome = ran("A-B:. B-C:. order=RGB", "place A-B B-C", options={"supply": 1})
    assert outcome.code == "NO_SUPPLY"


def test_queries_are_answered() -> None:
    case = {"start": "A-B:R B-C:R order=RG w=R4,G4", "moves": ["minimum A,C", "setup", "score"]}
    words = TITLE.run_example(BLANK.board, case).shows.split()
    assert {"min=2", "choices=1", "waivers=4", "R=4", "G=4", "R+G"} <= set(words)
    asked = {"start": "order=RG", "moves": ["end?", "position"]}
    assert "order=RG" in TITLE.run_example(BLANK.board, asked).shows


def test_unreadable_case_is_an_error() -> None:
    with pytest.raises(NotationError):
        ran("order=RGB", "fly")
    with pytest.raises(NotationError):
        ran("order=RGB", "end", by="Z")
    with pytest.raises(Fault):
        ran("order=RGB", "end", options={"no": "such"})
    with pytest.raises(Fault):
        TITLE.run_example(BLANK.board, {"holdings": {"R": {"coins": 1}}})
