"""The notation: what is written is read back, spellings are accepted, nonsense is refused."""

from __future__ import annotations

import pytest

from games.engine.errors import Fault, NotationError
from games.titles.railways_east_west.board import code_of
from tests.rules.boards import read_board, table_for
from tests.rules.titles.railways_east_west.play import TEST, TITLE, on_test_map, position

FULL = (
    "ph=2 rd=7 tn=3 turns=4 ev=used,landrush del=11 sup=6 ew=BA mode=tc rawgone=4 first=B act=C acts=2 "
    "fresh=grant drawn=9 disp=hotel:NYC,grant,? deck=12 inc=AC ruled=must_stop opt=split:total,few:none | "
    "A{sc=41 by=links:30,lines:8 c=12 b=3 e=SC raw=3 set=4 pe=2 peused=1 grant=1 tunnel=1 coal=1 skip=1 bb=2 "
    "wb=5} | B{cashed=1} | C{sc=-3} | link A CHI-STL 4 | open B DEN-SLC 2 | hotel CHI A | "
    "major NYC-CHI=A:3/9,B:2/8 | city CHI goods=rbn s=2 emptied=1 | "
    "city DEN goods=- set=2 col=blue due=2/REW-42 | tab 0:3;10:12 | "
    "mark 5:7 | bounty FTW 3 | figure bond=6 open=3 | chart XYZ red/2/W/W/New_Place"
)

MOVES = [
    "A link CHI-STL o*3,w,m+ 2t pe grant tunnel bonds=2",
    "A link CHI-STL 5/17 part bonds=auto",
    "A link BOS-NYC",
    "A link CHI-STL x7,o",
    "A upgrade to=SC coal used bonds=3",
    "A upgrade",
    "A deliver b CHI>STL>KCY@B",
    "A settler CHI>STL>OMA cubes=rb",
    "A raw SFO>RNO>CHI bonus=cash",
    "A urbanize TOL black rb",
    "A take hotel:NYC",
    "A take growth CHI cubes=rb",
    "A take industry TOL black",
    "A pass",
    "A skip",
    "A buyback 2",
    "A repay repay=1 discard=2",
    "A increase CHI n",
    "cards grant,hotel:NYC,? out",
    "event convention",
    "fill SFO kn",
    "income",
    "A income 12",
    "A transition repay=2 discard=3 baron=5",
    "A transition",
    "A baron west=7 east=4",
    "finish",
    "chart_city DEN blue 3",
    "chart_city XYZ grey 1 region=E coast=E name=New_Place",
    "chart_income 12 9",
    "chart_bounty FTW 3",
    "chart_figure bond 5",
]


def test_position_with_everything_is_read_back() -> None:
    table, state = TITLE.parse_position(TEST, FULL)
    text = TITLE.format_position(table, state)
    assert TITLE.parse_position(TEST, text) == (table, state)
    assert TITLE.format_position(*TITLE.parse_position(TEST, text)) == text
    assert (table.options.win, table.options.split, table.seats) == ("tc", "total", "ABC")
    assert state.players["A"].gains == {"links": 30, "lines": 8, "told": 3}


@pytest.mark.parametrize("text", MOVES)
def test_move_is_written_as_it_is_read(text: str) -> None:
    table, state = position("ph=1 | A{} | B{}")
    seat, move = TITLE.parse_move(table, state, text)
    assert TITLE.format_move(table, seat, move) == text
    assert TITLE.parse_move(table, state, TITLE.format_move(table, seat, move)) == (seat, move)


@pytest.mark.parametrize(
    ("name", "code"),
    [("Tuscon", "TUC"), ("Tucson", "TUC"), ("St. Louis", "STL"), ("new_york", "NYC"), ("den", "DEN")],
)  # fmt: skip
def test_cities_are_known_by_names_and_spellings(name: str, code: str) -> None:
    """Decision A44."""
    assert code_of(read_board(TITLE, "practice"), name) == code


def test_chain_and_either_order_of_ends() -> None:
    _, state = position(
        "ph=1 | A{} | B{} | chain A 2 NYC-PIT-CHI | link A STL-CHI 4 | major CHI-NYC=A:3/9"
    )
    assert state.links["A"] == {"NYC-PIT": 2, "CHI-PIT": 2, "CHI-STL": 4}
    assert list(state.lines) == ["NYC-CHI"]


def test_seats_follow_from_who_is_named() -> None:
    table, _ = position("ph=1 ew=BCD | A{}")
    assert table.seats == "ABCD"
    assert position("ph=1 | B{}", on_test_map(6))[0].seats == "AB"
    assert position("ph=1 seats=CAB | A{}")[0].seats == "CAB"


@pytest.mark.parametrize(
    "text",
    [
        "ph=1 | A{} | A{}",
        "ph=1 | A{zz=1}",
        "ph=1 ph=2 | A{}",
        "what | A{}",
        "ph=1 | A{c=-1}",
        "ph=3 | A{}",
        "ph=1 ev=rain | A{}",
        "ph=1 mode=luck | A{}",
        "ph=1 opt=split:me | A{}",
        "ph=1 | A{} | link A CHI 3",
        "ph=1 | A{} | link A CHI-STL",
        "ph=1 | A{} | link A CHI-STL 3 | link A STL-CHI 4",
        "ph=1 | A{} | city CHI goods=z",
        "ph=1 | A{} | city CHI s=1 | city CHI s=2",
        "ph=1 | A{} | major NYC-DEN=A:1/2",
        "ph=1 | A{} | major NYC-CHI=A3",
        "ph=1 | A{} | tab x:1",
        "ph=1 | A{by=links}",
        "ph=1 | Z{}",
    ],
)
def test_nonsense_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        TITLE.parse_position(TEST, text)


@pytest.mark.parametrize(
    "text",
    [
        "ph=1 tn=4 | A{}",
        "ph=1 | A{e=5}",
        "ph=1 | A{} | link A CHI-XYZ 3",
        "ph=1 | A{} | city CHI set=1",
        "ph=1 del=9 | A{} | city OMA set=2",
        "ph=2 | A{} | city DEN goods=nnn",
        "ph=1 sup=20 del=3 | A{}",
        "ph=1 stage=income | A{}",
        "ph=1 stage=final | A{}",
        "ph=1 stage=cards | A{}",
        "ph=1 ew=AA | A{}",
        "ph=1 | A{by=luck:3}",
        "ph=1 | A{} | tab 5:3",
        "ph=1 disp=hotel:XYZ | A{}",
        "ph=1 | A{peused=1}",
    ],
)
def test_position_against_the_rules_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        TITLE.parse_position(TEST, text)


@pytest.mark.parametrize(
    "text",
    ["A fly", "", "A link CHI", "A link CHI-STL q", "A link CHI-STL o*0", "A link CHI-STL o fast",
     "A deliver CHI>STL", "A upgrade to=x", "A take", "fill", "A buyback x", "chart_city DEN blue",
     "A link CHI-STL o*99"],
)  # fmt: skip
def test_move_that_is_none_is_refused(text: str) -> None:
    table, state = position("ph=1 | A{} | B{}")
    with pytest.raises(NotationError):
        TITLE.parse_move(table, state, text)


def test_empty_chart_grows_into_a_board() -> None:
    """Cities, income and bounties told in play are kept with the club's chart."""
    table = table_for(TITLE, 2, "cities")
    table, state = position("ph=1 | A{} | B{}", table)
    for text in (
        "chart_city DEN blue 3",
        "chart_income 0 2",
        "chart_bounty FTW 4",
        "chart_city NYC red 4",
    ):
        seat, move = TITLE.parse_move(table, state, text)
        state = TITLE.apply(table, state, seat, move, frozenset()).state
    board = TITLE.merged_board(table, state)
    TITLE.check_board(board)
    assert (board.city["DEN"].colour, board.city["DEN"].value) == ("blue", 3)
    assert (board.mark, board.bounty) == ({0: 2}, {"FTW": 4})
    assert state.due["NYC"].count == 3
    assert "DEN" not in state.due
    assert TITLE.completeness is not None
    assert TITLE.completeness(board).known == 2
