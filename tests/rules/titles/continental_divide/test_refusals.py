"""Every refusal of Continental Divide: a position, an entry, the code and rule that refuse it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import IllegalMove
from games.engine.title import Table
from games.engine.words import fill
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.state import Setup
from tests.rules.boards import read_board, table_for
from tests.rules.titles.continental_divide.play import T1, TITLE, after, enter, position, refused

BLANK = Table("ABCD", Options(), type(T1.board)(1, "continental_divide", "blank", "Blank chart"))
STRICT = table_for(TITLE, 4, "test", attested="refused")
ONE_LINE = table_for(TITLE, 4, "test", lines="one")

RED = "n=4 | red{iss=5 val=10 tre=20 hold=A1 at=M1}"
RICH = "n=4 | red{iss=5 val=10 tre=99 hold=A1 at=M1}"
TWO = RED + " | blue{iss=5 val=11 tre=9 hold=A1,B2 at=C1}"
COAST = (
    "n=4 | red{iss=5 val=10 inc=29 tre=50 hold=A1 at=M1 trk=-1,0;-2,0;-3,0;-4,0;-5,0;-6,0;-7,0;"
    "-8,0;-9,0;-10,0;-11,0;-12,0;-13,0;-14,0;-15,0}"
)
AT_PORT = COAST.replace("trk=", "trk=-16,0;")
TAKEN = COAST + AT_PORT.removeprefix("n=4").replace("red", "blue").replace(
    "val=10", "val=11"
).replace("hold=A1", "hold=B1")
CROWD = RED + "".join(
    f" | {key}{{iss=5 val={value} hold=B1 at=M1 trk=-1,0}}"
    for key, value in (("blue", 11), ("tan", 12), ("gray", 13))
).replace(
    "gray{iss=5 val=13 hold=B1 at=M1 trk=-1,0}",
    "gray{iss=5 val=13 hold=B1 at=N1 trk=0,2;-1,2;-1,1;-1,0}",
)
FULL_START = "n=4" + "".join(
    f" | {key}{{iss=5 val={value} hold=B1 at=M1}}"
    for key, value in (("blue", 11), ("tan", 12), ("gray", 13))
)
NO_CUBES = (
    "n=4 | red{iss=5 val=10 inc=13 tre=90 hold=A1 at=M1 trk=-1,0;-2,0;-3,0;-4,0;-5,0;-1,-1;-1,-2;"
    "-1,-3;-1,-4;0,1;0,2;-1,2}"
)
WEST, WEST_2 = (f"A: build red from=M1 dir=W len={length}" for length in (1, 2))
DRAFT = "n=4 turn=2 phase=order"
M1_CHARTED = "chart 0,0=0/0/E/M1"

ROWS: list[tuple[str, str, str, list[str], Table]] = [
    ("already_picked", "CD-53", DRAFT, ["D: pick 2", "D: pick 1"], T1),
    ("already_started", "CD-10", TWO, ["A: start red at=M1 iss=5 val=20"], T1),
    ("anchor", "CD-30", RED, ["A: build red from=-1,0 dir=W len=1"], T1),
    ("attested_refused", "CD-29", RED, ["A: attest red n=2 cost=4 inc=2"], STRICT),
    ("below_minimum", "CD-22", "n=4 | red{iss=4 val=10 inc=5 hold=B1 at=M1}", ["A: buy red n=2 pay=23"], T1),
    ("card_not_in_use", "CD-05", DRAFT, ["D: pick 5"], T1),
    ("card_not_in_use", "CD-05", DRAFT, ["order D2 C1 B4 A5"], T1),
    ("card_not_in_use", "CD-05", DRAFT, ["D: pick 0"], T1),
    ("card_taken", "CD-53", DRAFT, ["D: pick 2", "C: pick 2"], T1),
    ("card_taken", "CD-53", DRAFT, ["order D2 C1 B4 A1"], T1),
    ("cash_short", "CD-21", "n=4 | red{iss=4 val=10 hold=B1 at=M1}", ["A: buy red n=1 pay=61"], T1),
    ("chart_fixed", "CD-29", RED, ["A: chart 0,0=2/0/E/M1"], T1),
    ("cubes_short", "CD-26", RICH, ["A: attest red n=13 cost=26 inc=13"], T1),
    ("cubes_short", "CD-26", NO_CUBES, ["A: attest red n=1 cost=3 inc=1 flags=C"], T1),
    ("dividends_due", "CD-08", "n=4 phase=dividends", ["A: done"], T1),
    ("game_over", "CD-49", "n=4 turn=8 phase=over", ["A: done"], T1),
    ("game_over", "CD-49", "n=4 turn=8 phase=dividends", ["dividends", "dividends"], T1),
    ("hex_full", "CD-31", CROWD, [WEST_2], T1),
    ("hex_full", "CD-31", FULL_START, ["A: start red at=M1 iss=5 val=20"], T1),
    ("issue_range", "CD-13", "n=4", ["A: start red at=M1 iss=2 val=20"], T1),
    ("issue_range", "CD-13", "n=4", ["A: start red at=M1 iss=11 val=20"], T1),
    ("line_done", "CD-30", RED, [WEST, "A: build red from=M1 dir=NW len=1"], T1),
    ("mark_elsewhere", "CD-36", "n=4", [M1_CHARTED, "chart 1,1=0/0/E/M1"], BLANK),
    ("mark_fixed", "CD-36", "n=4", ["chart 0,0=0/0/E"], T1),
    ("misprint", "CD-35", "n=4", ["chart 0,0=2/1/E/M1"], BLANK),
    ("misprint", "CD-35", "n=4", ["chart 0,0=0/0/C/M1"], BLANK),
    ("no_cube", "CD-26", NO_CUBES, ["A: build red from=-5,0 dir=W len=1"], T1),
    ("no_hexes", "CD-26", RED, ["A: attest red n=0 cost=0 inc=0"], T1),
    ("not_enough_unsold", "CD-20", "n=4 | red{iss=3 val=10 hold=B1 at=M1}", ["A: buy red n=3 pay=30"], T1),
    ("not_enough_unsold", "CD-20", "n=4 | red{iss=3 val=10 hold=B1 at=M1}", ["A: buy red n=0 pay=0"], T1),
    ("not_in_line", "CD-30", RICH, ["A: build red path=M1;-1,0;-2,0;-2,1"], T1),
    ("not_in_line", "CD-30", RICH, ["A: build red path=M1;-1,0;-3,0"], T1),
    ("not_in_line", "CD-30", RICH, ["A: build red path=M1;-2,0"], T1),
    ("not_majority", "CD-25", TWO, ["A: build blue from=C1 dir=W len=1"], T1),
    ("not_start_hex", "CD-11", "n=4", ["A: start red at=-1,0 iss=5 val=20"], T1),
    ("not_started", "CD-10", "n=4", ["A: buy red n=1 pay=20"], T1),
    ("not_started", "CD-10", "n=4", [WEST], T1),
    ("not_your_pick", "CD-53", DRAFT, ["C: pick 1"], T1),
    ("off_map", "CD-30", "n=4 | red{iss=5 val=10 tre=99 hold=A1 at=M2}", ["A: build red path=M2;2,0;3,0"], T1),
    ("off_map", "CD-30", "n=4", ["A: start red at=9,9 iss=5 val=20"], T1),
    ("off_map", "CD-30", "n=4", ["chart 9,9=2/1/E"], T1),
    ("only_line_done", "CD-30", TWO.replace("A1,B2", "A2"), [WEST, "A: build blue from=C1 dir=W len=1"], ONE_LINE),
    ("order_due", "CD-08", DRAFT, ["dividends"], T1),
    ("own_cube", "CD-28", RED.replace("at=M1", "at=M1 trk=-1,0"), [WEST_2], T1),
    ("port_taken", "CD-38", TAKEN, ["A: build red from=-15,0 dir=W len=1"], T1),
    ("port_taken", "CD-38", TAKEN, ["A: attest red n=1 cost=8 inc=6 port=San_Francisco"], T1),
    ("second_port", "CD-37", AT_PORT, ["A: build red from=-16,0 dir=NW len=1"], T1),
    ("second_port", "CD-37", AT_PORT, ["A: attest red n=2 cost=9 inc=6 port=Portland"], T1),
    ("second_railroad", "CD-09", TWO, ["A: buy red n=1 pay=10", "A: buy blue n=1 pay=11"], T1),
    ("second_railroad", "CD-09", TWO, ["A: buy red n=1 pay=10", "A: start tan at=M1 iss=5 val=20"], T1),
    ("second_railroad", "CD-09", TWO, ["A: start tan at=M1 iss=5 val=20", "A: buy red n=1 pay=10"], T1),
    ("second_share", "CD-14", "n=4", ["A: start red at=M1 iss=5 val=10", "A: buy red n=1 pay=10"], T1),
    ("second_start_hex", "CD-34", RED, ["A: build red from=M1 dir=E len=1"], T1),
    ("stock_after_track", "CD-07", RED, [WEST, "A: buy red n=1 pay=20"], T1),
    ("stock_after_track", "CD-07", RED, [WEST, "A: start blue at=M1 iss=5 val=20"], T1),
    ("treasury_below_total", "CD-33", RED, ["A: attest red n=5 cost=21 inc=5"], T1),
    ("treasury_short", "CD-33", RED.replace("tre=20", "tre=11"), ["A: build red from=M1 dir=W len=5"], T1),
    ("turns_left", "CD-08", "n=4", ["dividends"], T1),
    ("turns_left", "CD-08", "n=4", ["A: pick 1"], T1),
    ("uncharted", "CD-29", "n=4", ["A: start red at=0,0 iss=5 val=20"], BLANK),
    ("uncharted", "CD-29", "n=4", [M1_CHARTED, "A: start red at=M1 iss=5 val=20", WEST_2], BLANK),
    ("uncharted", "CD-29", "n=4", ["A: start red at=M1 iss=5 val=20", "A: build red path=M1;-1,0"], BLANK),
    ("unknown_railroad", "CD-02", "n=4", ["A: start pink at=M1 iss=5 val=20"], T1),
    ("unknown_seat", "CD-07", "n=4", ["E: done"], T1),
    ("unknown_seat", "CD-07", "n=4", ["done"], T1),
    ("unknown_seat", "CD-07", DRAFT, ["pick 2"], T1),
    ("value_above_cash", "CD-16", "n=4 | A=30", ["A: start red at=M1 iss=5 val=31"], T1),
    ("value_range", "CD-16", "n=4", ["A: start red at=M1 iss=5 val=9"], T1),
    ("value_range", "CD-16", "n=4", ["A: start red at=M1 iss=5 val=51"], T1),
    ("value_taken", "CD-17", TWO, ["A: start tan at=M1 iss=5 val=11"], T1),
    ("wrong_seat", "CD-07", "n=4", ["B: done"], T1),
    ("wrong_seat", "CD-07", TWO, ["B: build blue from=C1 dir=W len=1"], T1),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "start", "moves", "table"), ROWS)
def test_refusal(code: str, rule: str, start: str, moves: list[str], table: Table) -> None:
    refusal = refused(start, *moves, table=table)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert "{" not in fill(TITLE.words[code], refusal.facts)


@pytest.mark.parametrize(("code", "rule", "start", "moves", "table"), ROWS)
def test_refusal_is_overruled_or_hard(
    code: str, rule: str, start: str, moves: list[str], table: Table
) -> None:
    """A waived refusal passes (or meets the next), leaves a state that holds, and is remembered."""
    waive = frozenset({code})
    if code in TITLE.hard_codes:
        assert refused(start, *moves, table=table, waive=waive).code == code
        return
    table, step = enter(start, *moves, table=table, waive=waive)
    TITLE.check_state(table, step.state)
    assert step.state.ruled == (code,)
    text = TITLE.format_position(table, step.state)
    assert TITLE.parse_position(table, text) == (table, step.state)


@pytest.mark.parametrize(
    ("order", "seats", "code"),
    [("ABC", "ABCD", "setup_order"), ("AABC", "ABCD", "setup_order"), ("AB", "AB", "players")],
)
def test_setup_refuses(order: str, seats: str, code: str) -> None:
    table = Table(seats, Options(), read_board(TITLE, "test"))
    with pytest.raises(IllegalMove) as caught:
        TITLE.setup(table, Setup(order))
    assert caught.value.code == code


def test_chart_has_a_limit() -> None:
    """Refusal `chart_full`: a chart holds no more hexes than a board may have."""
    places = [f"{q},{r}" for q in range(-30, 30) for r in range(-30, 30)][:2000]
    state = position("n=4", BLANK)[1]
    full = type(state)(
        **{field: getattr(state, field) for field in state.__struct_fields__}
        | {"chart": dict.fromkeys(places, "2/1/E")}
    )
    seat, move = TITLE.parse_move(BLANK, full, "chart 50,50=2/1/E")
    with pytest.raises(IllegalMove) as caught:
        TITLE.apply(BLANK, full, seat, move, frozenset())
    assert caught.value.code == "chart_full"


def test_refused_line_says_how_far_it_can_go() -> None:
    refusal = refused(
        "n=4 | red{iss=5 val=10 tre=11 hold=A1 at=M1}", "A: build red from=M1 dir=W len=5"
    )
    facts: dict[str, Any] = dict(refusal.facts)
    assert (facts["before"], facts["left"], facts["cost"], facts["hex"]) == (4, 1, 2, "-5,0")


def test_uncharted_line_names_every_missing_hex() -> None:
    start = [M1_CHARTED, "chart -2,0=2/1/E", "A: start red at=M1 iss=5 val=20"]
    refusal = refused("n=4", *start, "A: build red from=M1 dir=W len=3", table=BLANK)
    assert refusal.facts["hexes"] == ("-1,0", "-3,0")


def test_refused_move_changes_nothing() -> None:
    table, state = position(RED)
    text = TITLE.format_position(table, state)
    refused(RED, "A: build red from=M1 dir=E len=1")
    assert TITLE.format_position(table, state) == text
    assert after(RED, WEST) != state
