"""The notation: what it reads, what it writes, what it refuses."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.errors import Fault, NotationError
from games.titles.continental_divide.board import HexData, hex_text, read_hex
from games.titles.continental_divide.moves import Build, BuildAttested, Draft, Start
from scoring.tables.continental_divide import PORT_POINTS
from tests.rules.boards import table_for
from tests.rules.titles.continental_divide.play import T1, TITLE, after, position

FULL = (
    "n=4 turn=3 order=DBCA active=B | A=60 B=20 C=5 D=0 | "
    "red{iss=5 val=20 inc=13 tre=4 hold=A1,B2 cubes=1/10/10 at=M1 "
    "trk=-1,0;-2,0;-3,0;-4,0;-5,0;-1,-1;-1,-2;-1,-3;-1,-4;0,1;0,2}"
)


def again(text: str) -> str:
    return TITLE.format_position(*position(text))


def test_full_position_is_written_as_it_is_read() -> None:
    assert again(FULL) == FULL


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("n=4", "order=ABCD"),
        ("n=4", ""),
        ("n=4 turn=1 order=ABCD active=A", "n=4 | A=60 B=60 C=60 D=60"),
        (FULL, " | ".join(reversed(FULL.split(" | ")))),
        (FULL, FULL.replace("=", " = ").replace("{", " { ").replace("}", " } ").replace(";", " ; ")),
        (FULL, FULL.replace("val=20 ", "").replace("at=M1", "at=0,0 val=20")),
        (FULL, FULL.replace("cubes=1/10/10 ", "")),
        ("n=4 | red{iss=3 val=20 hold=A1 at=M1 cubes=5/10/10}", "n=4 | red{iss=3 val=20 hold=A1 at=M1 att=7}"),
    ],
)  # fmt: skip
def test_order_spaces_and_defaults_do_not_matter(text: str, same: str) -> None:
    assert position(text) == position(same)


def test_seats_come_from_the_order_where_they_are_other_letters() -> None:
    table, state = position("n=3 order=PDV")
    assert (table.seats, state.order) == ("PDV", "PDV")
    assert position("n=3 order=CAB")[0].seats == "ABC"


def test_seats_in_another_table_order_are_written() -> None:
    text = "n=3 turn=1 order=PDV active=P seats=VPD | V=1 P=2 D=3"
    table, state = position(text)
    assert table.seats == "VPD"
    assert TITLE.format_position(table, state) == text


def test_flags_and_port_without_track_give_a_summary() -> None:
    _, state = position("n=3 turn=8 | red{iss=5 val=20 hold=A3,B2 at=M1 flags=CWD port=Seattle}")
    red = state.railroads["red"]
    assert (red.central, red.western, red.divide, red.port, red.track) == (
        True,
        True,
        True,
        "Seattle",
        (),
    )


def test_options_that_differ_are_written() -> None:
    table = table_for(TITLE, 4, "test", lines="one", cash="hidden")
    text = TITLE.format_position(*position("n=4", table))
    assert "opt=cash:hidden,lines:one" in text
    assert TITLE.parse_position(T1, text)[0].options == table.options


@pytest.mark.parametrize(
    "text",
    [
        "n=2",
        "n=7",
        "n=4 order=ABC",
        "n=3 order=AAB",
        "n=3 order=abc",
        "n=4 active=E",
        "n=4 turn=x",
        "n=4 turn=-1",
        "n=4 n=4",
        "n=4 fly=1",
        "n=4 phase=night",
        "n=4 queue=BA active=A",
        "n=4 | E=3",
        "n=4 | A=3 A=4",
        "n=4 | A=9999999",
        "n=4 | red",
        "n=4 | red{iss=3 val=20 hold=A1}",
        "n=4 | red{iss=3 val=20 at=M1}",
        "n=4 | red{iss=3 val=20 hold=A at=M1}",
        "n=4 | red{iss=3 val=20 hold=A1 at=Q1}",
        "n=4 | red{iss=3 val=20 hold=A1 at=M1 trk=1}",
        "n=4 | red{iss=3 val=20 hold=A1 at=M1 flags=X}",
        "n=4 | red{iss=3 val=20 hold=A1 at=M1 port=Denver}",
        "n=4 | red{iss=3 val=20 hold=A1 at=M1 cubes=many}",
        "n=4 | red{iss=3 iss=3 val=20 hold=A1 at=M1}",
        "n=4 | red{iss=3 val=20 hold=A1 at=M1} | red{iss=3 val=21 hold=A1 at=M1}",
        "n=4 | chart{-3,0=9}",
        "n=4 | chart{x=2/1/E}",
        "n=4 opt=lines:many",
        "n=4 ruled=A!",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        position(text)


RED = "n=4 | red{iss=5 val=20 hold=A1 at=M1 %s}"


@pytest.mark.parametrize(
    "text",
    [
        "n=4 turn=9",
        "n=4 turn=0",
        "n=4 turn=1 phase=order",
        "n=4 turn=7 phase=over",
        "n=4 picks=D2",
        "n=4 turn=2 phase=order picks=D5",
        "n=4 turn=2 phase=order picks=D2,C2",
        "n=4 turn=2 phase=order picks=D2,C1,B3",
        "n=4 bought=red",
        "n=4 phase=dividends lines=red | red{iss=5 val=20 hold=A1 at=M1}",
        "n=4 lines=red,red | red{iss=5 val=20 hold=A1 at=M1}",
        "n=4 | pink{iss=5 val=20 hold=A1 at=M1}",
        "n=4 | red{iss=2 val=20 hold=A1 at=M1}",
        "n=4 | red{iss=5 val=9 hold=A1 at=M1}",
        "n=4 | red{iss=5 val=20 hold=A6 at=M1}",
        "n=4 | red{iss=5 val=20 hold=E1 at=M1}",
        "n=4 | red{iss=5 val=20 hold=,B0 at=M1}",
        "n=4 | red{iss=5 val=20 hold=A1 at=M1} | blue{iss=5 val=20 hold=A1 at=M1}",
        "n=4 | red{iss=5 val=20 hold=A1 at=-1,0}",
        RED % "cubes=11/10/10 trk=-1,0;-2,0",
        RED % "cubes=12/10/9",
        RED % "att=13",
        RED % "trk=-2,0",
        RED % "trk=-1,0;-1,0",
        RED % "trk=1,0",
        RED % "trk=9,9",
        RED % "trk=-1,0 flags=C",
        RED % "trk=-1,0 port=Seattle",
        (RED % "flags=C port=Seattle") + " | blue{iss=5 val=21 hold=A1 at=C1 port=Seattle}",
        "n=4 chart{0,0=0/0/E/M1}",
        "n=4 | chart{5,5=0/0/E/M1}",
        "n=4 | " + " | ".join(
            f"{key}{{iss=5 val={value} hold=A1 at=M1}}"
            for value, key in enumerate(("red", "blue", "tan", "gray"), 20)
        ),
    ],
)  # fmt: skip
def test_position_against_the_rules_is_a_fault(text: str) -> None:
    with pytest.raises((Fault, NotationError)) as caught:
        position(text)
    assert isinstance(caught.value, Fault) or "chart{" in text


def test_money_must_come_from_the_bank() -> None:
    table, state = position("n=4")
    with pytest.raises(Fault, match="sum to zero"):
        TITLE.check_state(table, replace(state, money={**state.money, "A": 61}))
    with pytest.raises(Fault, match="below zero"):
        TITLE.check_state(table, replace(state, money={**state.money, "A": -1, "bank": -179}))
    with pytest.raises(Fault, match="accounts"):
        TITLE.check_state(table, replace(state, money={**state.money, "red": 0}))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A: start red at=M1 iss=5 val=20", Start),
        ("A: build red from=M1 dir=W len=3", Build),
        ("A: build red path=M1;-1,0;-2,1", Build),
        ("A: attest red n=3 cost=12 inc=4 flags=CW port=San_Francisco", BuildAttested),
        ("order D2 C1 B4 A3", Draft),
    ],
)
def test_move_is_written_as_it_is_read(text: str, kind: type) -> None:
    table, state = position("n=4 turn=2")
    seat, move = TITLE.parse_move(table, state, text)
    assert isinstance(move, kind)
    assert TITLE.format_move(table, seat, move) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("A: build red from=M1 dir=W len=3", "A: build red path=M1;-1,0;-2,0;-3,0"),
        ("A: build red from=M1 dir=W len=3", "A :  build len=3 from = 0,0 red dir=W"),
        ("A: buy red n=1 pay=20", "A: buy pay=20 red"),
        ("A: done", "A: pass"),
        ("D: pick 2", "D: pick card=2"),
        ("order D2 C1 B4 A3", "order D2,C1, B4,A3"),
        ("A: build red path=-15,0;-16,0", "A: build red path=-15,0;San_Francisco"),
    ],
)
def test_moves_are_read_generously(text: str, same: str) -> None:
    table, state = position("n=4 turn=2")
    assert TITLE.parse_move(table, state, text) == TITLE.parse_move(table, state, same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A:",
        "A: fly",
        "a: done",
        "A: done now",
        "A: start red iss=5 val=20",
        "A: start at=M1 iss=5 val=20",
        "A: start red blue at=M1 iss=5 val=20",
        "A: start red at=M1 iss=five val=20",
        "A: start red at=M1 iss=5 val=20 val=21",
        "A: start RED at=M1 iss=5 val=20",
        "A: buy red n=1",
        "A: build red from=M1 dir=N len=1",
        "A: build red from=M1 dir=W len=0",
        "A: build red from=M1 dir=W len=999",
        "A: build red path=M1",
        "A: build red path=M1;nowhere",
        "A: attest red n=1 cost=2 flags=Z",
        "D: pick",
        "D: pick two",
        "order D",
        "order",
        "chart",
        "chart -3,0",
        "chart -3,0=2/1/N",
        "chart -3,0=02/1/E",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    table, state = position("n=4")
    with pytest.raises(NotationError):
        TITLE.parse_move(table, state, text)


@pytest.mark.parametrize(
    "text", ["=" * 20_000, " " * 19_999 + "x", "{" * 20_000, "a|" * 10_000, "1;" * 9_999]
)
def test_long_nonsense_is_refused_quickly(text: str) -> None:
    began = time.perf_counter()
    for read in (lambda: TITLE.parse_move(T1, position("n=4")[1], text), lambda: position(text)):
        with pytest.raises((NotationError, Fault)):
            read()
    assert time.perf_counter() - began < 2


HEXES = st.builds(
    HexData,
    st.integers(-99, 99),
    st.integers(-99, 99),
    st.integers(0, 99),
    st.integers(0, 99),
    st.sampled_from(["E", "C", "W"]),
    st.booleans(),
    st.text("AZaz09é .'()-", max_size=12),
    st.just(""),
    st.sampled_from(["", *PORT_POINTS]),
)


@given(HEXES)
def test_charted_hex_survives_its_word(data: HexData) -> None:
    text = hex_text(data)
    assert " " not in text
    assert read_hex(data.place, text) == data


def test_overruled_codes_stay_with_the_position() -> None:
    table, state = position("n=4 ruled=anchor | red{iss=5 val=20 hold=A1 at=M1 trk=-2,0}")
    assert state.ruled == ("anchor",)
    assert after(TITLE.format_position(table, state), "A: done").ruled == ("anchor",)
