"""The digest's worked examples, and the values they take under the tables' other choices."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.errors import Fault, NotationError
from games.engine.examples import compare
from tests.rules.boards import ROOT
from tests.rules.titles.empire_builder.play import EBT, TITLE

FILE = ROOT / "tests" / "examples" / "empire_builder.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))

MIXED = "A: build K1>a1>a2>a3>S1>a4>a5>M1; L4>a6"
AT_C6 = "cash A=0 | train A{at=c6 from=c5 used=6} | trk A K3>c1>c2>c3>c4>c5>c6>c7>c8>c9"
RIM = "cash A=0 | train A{at=K1}"
TWO = "opt trains | cash A=10 B=0 | train A1{at=K3} | train A2{t=fast at=K3} | trk B K3>c1>c2>c3"
TO_250 = "active=B | cash A=246 B=30 | train B{at=c1 from=c2} | trk A K3>c1>c2"
BROKEN = "cash A=30 B=30 | trk A K1>a1>a2>a3>S1>a4>a5>M1"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case: dict[str, Any]) -> None:
    assert compare(case["expect"], TITLE.run_example(EBT.board, case)) is None


SETTINGS = [
    ("X04", "pre=1", [MIXED + "; K1>f1"], {}, "A=20 spent=20"),
    ("X05", "pre=1", [MIXED + "; K1>f1"], {"A1": "b"}, "EB-37"),
    ("X07", "pre=1", [MIXED + "; K1>f1>f2"], {}, "EB-31"),
    ("X49", BROKEN, ["flood Big", "flood over", "A: build a5>a4"], {}, "EB-36"),
    ("X49b", BROKEN, ["flood Big", "flood over", "A: build a5>a4"], {"A2": "b"}, "A=27 spent=3"),
    ("X32", RIM, ["A: go K2>K3>K4"], {}, "A.used=3"),
    ("X32b", RIM, ["A: go K2>K3>K4"], {"A12": "star"}, "A.used=6"),
    ("X44", AT_C6, ["half", "A: go c7"], {}, "EB-12"),
    ("X44b", AT_C6, ["half", "A: go c7>c8"], {"A17": "left"}, "A.used=8"),
    ("X44c", AT_C6, ["half", "A: go c7>c8>c9"], {"A17": "left"}, "EB-12"),
    ("X74", TWO, ["A: go c1", "A: t2.go c1>c2"], {}, "A=6 B=4"),
    ("X74b", TWO, ["A: go c1", "A: t2.go c1>c2"], {"A14": "train"}, "A=2 B=8"),
    ("X79", TO_250, ["B: go K3", "standing"], {}, "A:250 B:26 win A"),
    ("X79b", TO_250, ["B: go K3", "standing"], {"A28": "own_turn"}, "A:250 B:26 nobody"),
]
"""Cases of the digest's section 4.3: what they come to, by default and with another choice."""


@pytest.mark.parametrize(
    ("start", "moves", "options", "wanted"),
    [row[1:] for row in SETTINGS],
    ids=[row[0] for row in SETTINGS],
)
def test_case_under_another_choice(
    start: str, moves: list[str], options: dict[str, str], wanted: str
) -> None:
    outcome = TITLE.run_example(EBT.board, {"start": start, "moves": moves, "options": options})
    if wanted.startswith("EB-"):
        assert (outcome.verdict, outcome.rule) == ("illegal", wanted)
    else:
        assert set(wanted.split()) <= set(outcome.shows.split())


@pytest.mark.parametrize(
    ("query", "tokens"),
    [
        ("window ABC drawer=B now=B", "B* C A B gone before"),
        ("window ABCD drawer=D", "D* A B C D"),
        ("window ABC drawer=B now=A", "A* B gone before C"),
        ("end?", "turn of A"),
        ("setup", "A=40 B=40"),
        ("position", "n=2 active=A"),
    ],
)
def test_queries_are_answered(query: str, tokens: str) -> None:
    outcome = TITLE.run_example(EBT.board, {"start": "n=2", "moves": [query]})
    assert outcome.verdict == "query"
    assert set(tokens.split()) <= set(outcome.shows.split())


@pytest.mark.parametrize(
    "options", [{"exits": "sections"}, {"A1": "b"}, {"A1": "later"}, ["sections"]]
)
def test_options_are_read_by_key_decision_or_word(options: Any) -> None:
    case = {"start": "pre=1", "moves": [MIXED + "; K1>f1"], "options": options}
    assert TITLE.run_example(EBT.board, case).rule == "EB-37"


def test_two_who_qualify_share_the_win() -> None:
    """Digest 4.1: two seats that qualify at the same moment share the win."""
    case = {"start": "cash A=260 B=250 C=3", "moves": ["standing"]}
    outcome = TITLE.run_example(EBT.board, case)
    assert "A+B" in outcome.shows.split()
    assert outcome.score["winners"] == ["A", "B"]


def test_claim_in_an_example_ends_the_game() -> None:
    case = {"start": "cash A=251 B=3", "moves": ["A: claim", "end?"]}
    assert {"over", "ended=cash"} <= set(TITLE.run_example(EBT.board, case).shows.split())


def test_cards_drawn_may_be_shown_or_left_out() -> None:
    """An example may go on after a delivery with or without the new card."""
    start = "train A{at=K1 loads=coal} | card A#7 coal@K:12 wine@S1:9 oil@L:20"
    deliver = "A: deliver coal card=7"
    for moves in (
        [deliver, "A: build K1>a1"],
        [deliver, "A: draw 3", "A: build K1>a1"],
        [deliver, "A: flood Big", "A: draw 3", "A: end"],
    ):
        assert TITLE.run_example(EBT.board, {"start": start, "moves": moves}).verdict == "legal"


def test_unreadable_case_is_an_error() -> None:
    with pytest.raises(NotationError):
        TITLE.run_example(EBT.board, {"start": "n=2", "moves": ["A: fly"]})
    with pytest.raises(NotationError):
        TITLE.run_example(EBT.board, {"start": "n=2", "moves": ["window ABC drawer=D"]})
    with pytest.raises(Fault):
        TITLE.run_example(EBT.board, {"start": "n=2", "options": {"no": "such"}})
