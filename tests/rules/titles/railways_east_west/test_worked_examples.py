"""The digest's worked examples, and what else such a case can say."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import Fault, NotationError
from games.management.commands.examples import load_examples, run_examples
from tests.rules.boards import ROOT, read_board
from tests.rules.titles.railways_east_west.play import TEST, TITLE

FILE = ROOT / "tests" / "examples" / "railways_east_west.json"
CASES = load_examples(FILE)[1]

CHAIN = "chain A 2 SFO-RNO-SLC-DEN-OMA-KCY-STL-MEM-ATL-RIC-WAS-BAL-PHI-NYC"
SHARED = (
    "ph=2 | A{e=SC} | B{} | chain A 2 SFO-RNO-SLC-DEN-OMA-KCY-STL | chain B 2 STL-TOL-WAS-CHI"
    " | city SFO goods=rr"
)
NINE = "A deliver r SFO>RNO>SLC>DEN>OMA>KCY>STL>TOL@B>WAS@B>CHI@B"
SETTLE = "A{e=6} | chain A 2 CHI-STL-KCY-OMA-DEN-SLC | city CHI s=1"
COAST = "chain A 4 CHA-ATL-MEM-FTW-TUC"
FINAL = "A{sc=78 c=34 b=2 raw=5 wb=7 tc=1} | B{sc=81 c=9 raw=5 eb=4 tc=1} | C{sc=90 c=120 b=9 raw=1 wb=6}"
TO_ATLANTA = "A deliver b SFO>RNO>SLC>DEN>OMA>KCY>STL>MEM>ATL"
OVER_B = "ph=1 | A{e=4} | link A CHI-STL 3 | link B STL-MEM 3 | city CHI goods=kk"
HOTEL = "ph=1 | A{e=2} | link A CHI-ATL 3 | city CHI goods=bb | hotel ATL B"
AGAIN = f"ph=2 tn=2 ew=A | A{{c=40}} | {COAST} | link A TUC-LAX 5"
TO_DENVER = "A settler CHI>STL>KCY>OMA>DEN"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case: dict[str, Any]) -> None:
    (failure,) = run_examples(TITLE, read_board(TITLE, "test"), [case])
    assert failure is None


def ran(start: str, *moves: str, **more: Any) -> Any:
    """Return what a case comes to."""
    return TITLE.run_example(TEST.board, {"start": start, "moves": list(moves), **more})


LEGAL: list[tuple[str, list[str], str]] = [
    # Building
    ("ph=1 tn=1 | A{c=30 pe=1}", ["A link CHI-STL o*6 pe"], "A.c=18 A.peused=1 A.skip=0 A.pe=1"),
    ("ph=1 tn=1 | A{c=30 pe=1}", ["A link CHI-STL o*11 pe 2t"], "A.c=8 A.peused=1 A.skip=1"),
    ("ph=1 tn=1 | A{c=30}", ["A link CHI-STL o*5 2t"], "A.c=20 A.skip=0"),
    ("ph=1 tn=1 | A{c=19 grant=1}", ["A link PIT-RIC o,w,o+,m+,o grant"], "A.c=4 A.grant=0"),
    ("ph=1 ev=landrush | A{c=12}", ["A link CHI-STL o*6"], "A.c=0 A.skip=0"),
    ("ph=1 ev=landrush | A{c=40 pe=1}", ["A link CHI-STL o*5,w pe"], "A.c=27 A.peused=1"),
    ("ph=1 ev=landrush | A{c=40}", ["A link CHI-STL o*7 2t"], "A.c=26 A.skip=1"),
    ("ph=2 | A{c=40}", ["A link DEN-SLC m,m,m"], "A.c=8"),
    ("ph=1 | A{c=40}", ["A link DEN-SLC m,m,m"], "A.c=28"),
    ("ph=2 | A{c=40} | link A KCY-OMA 2", ["A link OMA-DEN o"], "A.c=38"),
    ("ph=1 | A{c=3}", ["A link PIT-RIC o,w,m,m+,o bonds=4"], "A.c=4 A.b=4"),
    ("ph=1 ev=surplus | A{c=3}", ["A link PIT-RIC o,w,m,m+,o bonds=3"], "A.c=2 A.b=3"),
    ("ph=1 | A{c=3}", ["A link PIT-RIC o,w,m,m+,o bonds=auto"], "A.c=4 A.b=4"),
    ("ph=1 | A{c=30}", ["A link Tuscon-San_Diego o"], "A.c=28"),
    ("ph=1 tn=1 | A{c=30} | B{c=9}", ["A link CHI-STL o", "B upgrade", "A upgrade"], "A.e=2 tn=2 A.c=23"),
    # Money
    ("ph=1 ev=buyback | A{c=60 b=4}", ["A buyback 3"], "A.c=36 A.b=1"),
    ("ph=1 ev=buyback | A{c=60 b=4}", ["A buyback 1", "A buyback 1"], "A.c=45 A.b=2"),
    ("ph=1 | A{sc=12 c=0 b=15} | tab 0:3;10:12", ["A income"], "A.c=2 A.b=16"),
    ("ph=1 | A{sc=-4 c=0} | tab 0:3;10:12", ["A income"], "A.c=3"),
    ("ph=2 | A{} | B{} | hotel DEN A | hotel SFO A | hotel TUC B", ["event convention"], "A.c=2 B.c=1"),
    ("ph=1 | A{sc=9 c=3 b=1}", ["A transition repay=0 discard=1"], "A.sc=7 A.b=0 A.c=3"),
    # Engines and tiles
    ("ph=2 | A{c=20 e=10 coal=1}", ["A upgrade coal"], "A.c=5 A.e=12 A.coal=0"),
    ("ph=2 ev=used | A{c=40 e=12} | B{e=SC}", ["A upgrade used"], "A.c=1 A.e=SC"),
    ("ph=1 ev=urban | A{c=10}", ["A urbanize TOL black rb"], "A.c=4 g:TOL=rb col:TOL=black"),
    # Deliveries
    ("ph=1 | A{e=4} | link A CHI-ATL 3 | city CHI goods=b", ["A deliver b CHI>ATL"], "s:CHI=2 sup=18 A.sc=1"),
    (OVER_B, ["A deliver k CHI>STL>MEM@B"], "A.sc=1 B.sc=1"),
    (HOTEL, ["A deliver b CHI>ATL"], "A.sc=1 B.sc=1"),
    ("ph=1 del=0 | " + SETTLE, [TO_DENVER], "A.sc=7 added=3 del=1 set:DEN=1"),
    ("ph=1 del=1 | " + SETTLE, ["A settler CHI>STL>KCY>OMA"], "A.sc=4 added=1"),
    ("ph=1 del=1 | city DEN set=1 | " + SETTLE, [TO_DENVER], "A.sc=5 added=0 set:DEN=2"),
    ("ph=1 del=9 | " + SETTLE, [TO_DENVER], "del=10 west-next-round"),
    ("ph=2 | A{e=SC} | " + CHAIN + " | city SFO goods=rb", ["A deliver b SFO>RNO>SLC>DEN"], "A.sc=3 A.c=1"),
    (
        "ph=2 rawgone=0 | A{e=SC} | " + CHAIN + " | city SFO goods=n",
        ["A raw SFO>RNO>SLC>DEN>OMA>KCY>STL>MEM>ATL bonus=cash"],
        "A.sc=8 A.c=15 A.raw=1 rawgone=1",
    ),
    # Lines
    ("ph=1 | A{c=40} | chain A 3 NYC-PIT-TOL", ["A link TOL-CHI o*3"], "A.sc=10 [NYC-CHI+10] major:NYC-CHI=A"),
    ("ph=2 tn=2 ew=BC | A{c=40} | " + COAST, ["A link TUC-LAX o*5"], "A.sc=10 [EW+10] turns=3"),
    ("ph=2 tn=2 ew=BCDE | A{c=40} | " + COAST, ["A link TUC-LAX o*5"], "A.sc=0 [EW+0] turns=3"),
    ("ph=1 | B{c=40} | major NYC-CHI=A:3/9 | chain B 2 NYC-TOL", ["B link TOL-CHI o*5"], "B.sc=5 [NYC-CHI+5]"),
    ("ph=1 | A{c=40} | major NYC-CHI=A:3/9 | link A NYC-TOL 2", ["A link TOL-CHI o*5"], "A.sc=0 []"),
    ("ph=1 | A{c=40} | chain A 2 NYC-PIT-STL", ["A link STL-KCY o*3"], "A.sc=8 [EC-KCY+8]"),
    # Cubes
    ("ph=2 | A{}", ["fill DEN nrn"], "g:DEN=nrn"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "moves", "shows"), LEGAL)
def test_legal_case(start: str, moves: list[str], shows: str) -> None:
    outcome = ran(start, *moves)
    assert outcome.verdict == "legal", (outcome.code, outcome.facts)
    assert set(shows.split()) <= set(outcome.shows.split())


@pytest.mark.parametrize(
    ("start", "moves", "rule"),
    [
        ("ph=1 tn=1 | A{c=30}", ["A link CHI-STL o*6"], "REW-12"),
        ("ph=1 tn=1 | A{c=30 pe=1}", ["A link CHI-STL o*7 pe"], "REW-12"),
        ("ph=1 tn=1 | A{c=30 pe=1}", ["A link CHI-STL o*12 pe 2t"], "REW-14"),
        ("ph=1 tn=1 | A{c=30}", ["A link CHI-STL o*6 2t", "A upgrade"], "REW-14"),
        ("ph=1 tn=1 | A{c=30}", ["A upgrade", "A upgrade", "A link CHI-STL o*6 2t"], "REW-15"),
        ("ph=2 tn=3 turns=4 | A{c=30}", ["A link CHI-STL o*6 2t"], "REW-15"),
        ("ph=1 | A{c=30}", ["A link CHI-STL o*7"], "REW-12"),
        ("ph=1 | A{c=30} | link A CHI-STL 4", ["A link STL-CHI o"], "REW-50"),
        ("ph=1 | A{c=30}", ["A link CHI-CHI o"], "REW-51"),
        ("ph=1 | A{c=9}", ["A urbanize TOL black"], "RB-16"),
        ("ph=1 | A{sc=40 c=50 b=3}", ["A transition repay=4 discard=0"], "REW-33"),
        ("ph=1 | A{sc=40 c=50 b=3}", ["A transition repay=1 discard=3"], "REW-34"),
        ("ph=1 | A{sc=40 c=50 b=3}", ["A transition repay=0 discard=4"], "REW-34"),
        ("ph=2 | A{e=4} | " + CHAIN + " | city MEM goods=rb", ["A deliver b MEM>ATL>RIC>WAS>BAL"], "RB-13"),
        ("ph=1 | A{e=SC} | " + CHAIN + " | city SFO goods=bb", [TO_ATLANTA], "RB-13"),
        ("ph=2 | A{} | city SFO set=2 goods=by", ["fill SFO k"], "REW-42"),
        ("ph=2 | A{}", ["fill DEN k"], "REW-41"),
        ("ph=2 | A{} | city DEN set=1 goods=nn", ["fill DEN n"], "REW-43"),
        ("ph=1 del=1 | " + SETTLE, [f"{TO_DENVER}>SLC"], "REW-25"),
        ("ph=1 del=1 | A{e=6} | city CHI goods=r", ["A settler CHI>STL"], "REW-19"),
    ],
)  # fmt: skip
def test_illegal_case(start: str, moves: list[str], rule: str) -> None:
    outcome = ran(start, *moves)
    assert (outcome.verdict, outcome.rule) == ("illegal", rule)


@pytest.mark.parametrize(
    ("options", "start", "moves", "shows"),
    [
        ({}, SHARED, [NINE], "A.sc=5 A.c=3 B.sc=3 B.c=1"),
        ({"A20": "(b)"}, SHARED, [NINE], "A.sc=8 A.c=5 B.sc=0 B.c=0"),
        ({"A20": "c"}, SHARED, [NINE], "A.sc=8 A.c=5 B.sc=3 B.c=0"),
        ({"split": "total"}, SHARED, [NINE], "A.sc=8 A.c=5 B.sc=3 B.c=0"),
        ({"A14": "replaces"}, "ph=1 | A{sc=40 c=12 b=5}", ["A transition repay=2 discard=3"], "A.sc=34"),
        ({"A36": "halve first"}, "ph=2 ev=used | A{c=20 e=4 coal=1} | B{e=8}", ["A upgrade used coal"], "A.c=14"),
        ({"A22": "any western end"}, "ph=2 | A{c=40} | link A NYC-PHI 2", ["A link KCY-DEN o*5"], "A.c=10"),
        ({"A8": "each time"}, "ph=1 del=1 | city DEN set=1 | " + SETTLE, [TO_DENVER], "added=3"),
        ({"A8": "one per settler"}, "ph=1 del=1 | city DEN set=1 | " + SETTLE, [TO_DENVER], "added=1"),
        ({"A46": "both"}, "ph=1 del=1 | " + SETTLE, [TO_DENVER], "added=2"),
        ({"A24": "route"}, AGAIN, ["A link TUC-SDG o"], "A.sc=15 [EW+15] turns=4"),
        ({"A37": "step"}, "ph=2 ev=used | A{c=20 e=4} | B{e=8}", ["A upgrade used"], "A.c=6"),
    ],
)  # fmt: skip
def test_case_under_an_option(
    options: dict[str, Any], start: str, moves: list[str], shows: str
) -> None:
    outcome = ran(start, *moves, options=options)
    assert outcome.verdict == "legal", (outcome.code, outcome.facts)
    assert set(shows.split()) <= set(outcome.shows.split())


def test_final_line_needs_the_oceans_where_the_table_plays_so() -> None:
    assert ran(f"ph=2 mode=tc | {FINAL}", "final").shows.split(" ; ")[3].startswith("win A")
    nobody = FINAL.replace(" tc=1", "")
    assert "win nobody" in ran(f"ph=2 mode=tc | {nobody}", "final").shows
    points = ran(f"ph=2 mode=tc | {nobody}", "final", options={"A28": "points"})
    assert "win C" in points.shows


def test_queries_are_answered() -> None:
    shows = ran("ph=1 | A{sc=12} | B{sc=3} | tab 0:3;10:12", "standing", "income?", "end?").shows
    assert {"A=12", "A.income=12", "B.income=3", "end=no"} <= set(shows.split())
    assert "ph=1" in ran("ph=1 | A{} | B{}", "position").shows


def test_unreadable_case_is_an_error() -> None:
    with pytest.raises(NotationError):
        ran("ph=1 | A{}", "A fly CHI")
    with pytest.raises(NotationError):
        ran("ph=1 | A{zz=1}", "A pass")
    with pytest.raises(Fault):
        ran("ph=1 | A{}", "A pass", options={"no": "such"})
