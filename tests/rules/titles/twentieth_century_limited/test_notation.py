"""The notation: what it reads, what it writes, what it refuses."""

from __future__ import annotations

import pytest

from games.engine.errors import Fault, NotationError
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Chart,
    Company,
    EndTurn,
    Exchange,
    Finish,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
)
from tests.rules.boards import table_for
from tests.rules.titles.twentieth_century_limited.play import BLANK, TITLE, position

PRACTICE = table_for(TITLE, 3)
FULL = (
    "A-b:R A-b#2:. C-b:G order=RGB active=G round=3 did=place,company,bonus w=R6,G4,B6 s=R20,G19 "
    "era=R3/4,G1/2,B2/3 done=R2/1,B0/2 skipped=B cards=G3 end=R/companies deck=7 out=3 "
    "face=Line_One,?,?,? bonus=blue:B-blue-1/during/5/R,red:/end/6 ruled=TRACK_FIRST opt=open_stacks:open"
    " | R{r1/A,C r2/A,C/R2a c7/A,C/Line_Two b5/blue/B-blue-1}"
)


def again(text: str) -> str:
    return TITLE.format_position(*position(text))


def test_full_position_is_written_as_it_is_read() -> None:
    assert again(FULL) == FULL


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("A-b:R order=RG", "b-A:R order=RG"),
        ("A-b:R order=RG", "  order = RG   A-b : R  "),
        ("A-b:R order=RG", "A-b#1:R order=RG"),
        ("order=RG w=R4,G4", "w=G4,R4 order=RG active=R round=1 phase=play"),
        ("order=RG era=R1/2", "order=RG era=R2/1 done=R0/0 skipped="),
        ("order=RG", "order=RG face=?,?,?,? bonus=blue:/during/0 cards=R4"),
        (FULL, " | ".join(reversed(FULL.split(" | ")))),
        (FULL, FULL.replace("{", " { ").replace("}", " } ").replace(",", ", ").replace("/", " / ")),
    ],
)
def test_order_spaces_and_defaults_do_not_matter(text: str, same: str) -> None:
    assert position(text) == position(same)


def test_seats_come_from_the_order() -> None:
    assert position("order=RGB")[0].seats == "RGB"
    assert position("order=CAB")[0].seats == "ABC"
    table, state = position("order=GB seats=BG")
    assert (table.seats, state.order) == ("BG", "GB")
    assert "seats=BG" in TITLE.format_position(table, state)


def test_waivers_not_named_are_with_the_bank() -> None:
    assert position("order=RGB w=R6")[1].money == {"bank": 12, "R": 6, "G": 0, "B": 0}


def test_board_lines_are_not_charted() -> None:
    table, state = position("ALB-NYC#2:A order=ABC w=A6,B6,C6", PRACTICE)
    assert (state.owners, state.chart) == ({"ALB-NYC#2": "A"}, ())
    assert TITLE.format_position(table, state) == "ALB-NYC#2:A order=ABC w=A6,B6,C6"


@pytest.mark.parametrize(
    "text",
    [
        "order=R",
        "order=RGBYKP",
        "order=RR",
        "order=rg",
        "order=RG order=RG",
        "order=RG color=R",
        "order=RG A-B:Z",
        "order=RG A-B:RG",
        "order=RG A-B:. A-B:R",
        "order=RG A-A:R",
        "order=RG 1-2:R",
        "order=RG w=R",
        "order=RG w=Z3",
        "order=RG w=R1/2",
        "order=RG era=R1/2/3",
        "order=RG round=x",
        "order=RG phase=late",
        "order=RG did=dance",
        "order=RG end=R/cows",
        "order=RG end=Z",
        "order=RG active=Z",
        "order=RG bonus=pink:x",
        "order=RG face=a,b,c,d,e",
        "order=RG ruled=a-b",
        "order=RG opt=waiver_route:D",
        "order=RG seats=RB",
        "order=RG | R{x1/A,B}",
        "order=RG | R{r1/A,B} | R{r1/A,B}",
        "order=RG | Z{r1/A,B}",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises((NotationError, Fault)):
        position(text)


@pytest.mark.parametrize(
    "text",
    [
        "order=RG w=R5,G5",  # ten waivers of eight
        "order=RG era=R1/3",  # two players: Era 2 is missing
        "order=RG era=R2/3",  # Era 1 neither done nor skipped
        "order=RG era=R2/3 done=R0/0 skipped=G",
        "order=RG era=R1/2 skipped=R",
        "order=RG era=R3 done=R2/0",
        "order=RG era=R1/1",
        "order=RG era=R8/9 done=R7/0",
        "order=RG done=R9/0",
        "order=RG done=R0/9",
        "order=RG cards=R5",
        "order=RG did=place,pickup",
        "order=RG did=place,skip,company",
        "order=RG did=place,place",
        "order=RG phase=awards",
        "order=RG | R{r1/A,B}",
        "order=RG | R{c5/A,B}",
        "order=RG bonus=blue:/during/5/RG",
        "order=RG round=0",
    ],
)
def test_position_against_the_rules_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        position(text)


def test_complete_board_has_no_other_lines() -> None:
    with pytest.raises(Fault):
        position("A-B:A order=ABC w=A6,B6,C6", PRACTICE)


MOVES = [
    ("R: place A-b A-b#2 C-b", Place),
    ("R: pickup A-b", PickUp),
    ("R: regional 1 A,C,D", Regional),
    ("R: regional 1 A,C use=C-b,D-b card=R1a", Regional),
    ("R: regional card=R1a", Regional),
    ("R: company A,D", Company),
    ("R: company A,D use=D-b remove=A-b value=7 card=Line_One from=2 refill=Line_Two", Company),
    ("R: exchange deck", Exchange),
    ("R: exchange 2 refill=Line_Two", Exchange),
    ("R: skip", Skip),
    ("R: skip 2", Skip),
    ("R: reset", Reset),
    ("R: reset Line_One,?,?,C04", Reset),
    ("R: bonus blue", Bonus),
    ("R: bonus red proof=1,3 value=6", Bonus),
    ("R: end", EndTurn),
    ("finish", Finish),
    ("chart A-b C-b", Chart),
    ("R: chart A-b", Chart),
]


@pytest.mark.parametrize(("text", "kind"), MOVES)
def test_move_is_written_as_it_is_read(text: str, kind: type) -> None:
    table, state = position("order=RGB")
    seat, move = TITLE.parse_move(table, state, text)
    assert isinstance(move, kind)
    assert seat == (text[0] if ":" in text else "")
    assert TITLE.format_move(table, seat, move) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("place b-A", "R: place A-b"),
        ("place A-b,C-b", "place A-b C-b"),
        ("place A-b, C-b", "place C-b A-b"),
        ("pick up A-b", "pickup A-b"),
        ("company A,D use b-D remove A-b", "company A, D remove b-A use=D-b"),
        ("company A D use b-D b-x", "company cities=A,D use b-D,b-x"),
        ("regional A,C era=1", "regional 1 A,C"),
        ("skip era=2", "skip 2"),
        ("exchange", "exchange from=deck"),
        ("exchange slot 2", "exchange 2"),
        ("bonus Blue", "bonus blue"),
    ],
)
def test_moves_are_read_generously(text: str, same: str) -> None:
    table, state = position("order=RGB")
    one, other = (TITLE.parse_move(table, state, line) for line in (text, same))
    assert one[0] == other[0] == "R"
    if isinstance(one[1], Place):
        assert sorted(one[1].lines) == sorted(other[1].lines)
    else:
        assert one == other


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "r: end",
        "place AB",
        "place A-A",
        "end now",
        "bonus pink",
        "bonus",
        "skip 9",
        "skip x",
        "regional 9 A,B",
        "company A,1",
        "company A,B use b-D use b-D",
        "company A,B from=5",
        "company A,B value=many",
        "company A,B card=a/b",
        "place A-B use C-D",
        "reset a,b,c,d,e",
        "chart",
        "exchange 1 2",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    table, state = position("order=RGB")
    with pytest.raises(NotationError):
        TITLE.parse_move(table, state, text)


def test_options_that_differ_are_written() -> None:
    table, _ = position("order=RGB opt=waiver_route:total,skip_late:refused", BLANK)
    assert (table.options.waiver_route, table.options.skip_late) == ("total", "refused")
