"""What each move does, and what may be done next."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from games.engine.errors import IllegalMove
from games.engine.title import Table
from games.titles.continental_divide.board import Board
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.moves import Build, Buy, Start
from tests.rules.boards import opening, table_for
from tests.rules.playout import kind_of
from tests.rules.titles.continental_divide.play import T1, TITLE, after, enter, position

RED = "n=4 | red{iss=5 val=10 tre=20 hold=A1 at=M1}"


def blank(**options: str) -> Table:
    """Return a table whose chart knows nothing yet."""
    chosen = TITLE.options_type(**options)
    return Table("ABCD", chosen, Board(1, "continental_divide", "blank", "Blank chart"))


def test_setup_gives_money_and_order() -> None:
    table = table_for(TITLE, 5)
    state = TITLE.setup(table, TITLE.setup_type("CABED"))
    assert state.money == {"bank": -240} | dict.fromkeys("ABCDE", 48)
    assert (state.turn, state.phase, state.order, state.queue) == (1, "play", "CABED", "CABED")
    assert TITLE.actor(table, state) == "C"
    assert state.deck == "blue"


def test_start_issues_shares_and_pays_into_the_treasury() -> None:
    _, step = enter("n=4", "A: start red at=M2 iss=7 val=33")
    red = step.state.railroads["red"]
    assert (red.at, red.issued, red.value, red.held, red.income) == ("1,0", 7, 33, {"A": 1}, 0)
    assert red.cubes == (12, 10, 10)
    assert (step.state.money["A"], step.state.money["red"]) == (27, 33)
    assert [
        tuple(getattr(p, f) for f in ("source", "target", "amount")) for p in step.postings
    ] == [("A", "red", 33)]


def test_shares_of_one_railroad_may_be_bought_in_several_entries() -> None:
    state = after(
        "n=4 | red{iss=5 val=10 hold=B1 at=M1}", "A: buy red n=1 pay=10", "A: buy red n=2 pay=25"
    )
    assert state.railroads["red"].held == {"B": 1, "A": 3}
    assert state.money["red"] == 35


def test_line_is_paid_hex_by_hex_with_unlocks_in_the_same_line() -> None:
    start = (
        "n=4 | red{iss=5 val=10 inc=13 tre=51 hold=A1 at=M1 cubes=1/10/10 trk=-1,0;-2,0;-3,0;-4,0;"
        "-5,0;-1,-1;-1,-2;-1,-3;-1,-4;0,1;0,2}"
    )
    _, step = enter(start, "A: build red from=-5,0 dir=W len=11")
    red = step.state.railroads["red"]
    assert (step.state.money["red"], red.income, red.cubes) == (0, 41, (10, 0, 0))
    assert (red.central, red.western, red.divide, red.port) == (True, True, True, "San Francisco")
    assert [note.code for note in step.notes] == [
        "line_laid",
        "entered_central",
        "entered_western",
        "entered_divide",
        "reached_port",
    ]


def test_divide_bonus_comes_once() -> None:
    start = "n=4 | red{iss=5 val=10 inc=10 tre=50 hold=A1 at=M1 trk=-1,0;-2,0;-3,0;-4,0;-5,0;-6,0;-7,0;-8,0;-9,0}"
    state = after(start, "A: build red from=-9,0 dir=W len=2")
    assert state.railroads["red"].income == 10


def test_line_may_go_on_past_a_port() -> None:
    start = (
        "n=4 | red{iss=5 val=10 tre=50 hold=A1 at=M1 trk=-1,0;-2,0;-3,0;-4,0;-5,0;-6,0;-7,0;-8,0;"
        "-9,0;-10,0;-11,0;-12,0;-13,0;-14,0;-15,0}"
    )
    state = after(start, "A: build red from=-15,0 dir=W len=2")
    assert state.railroads["red"].track[-2:] == ("-16,0", "-17,0")


def test_tied_largest_holders_may_each_build_in_one_game_turn() -> None:
    state = after(
        "n=4 | red{iss=5 val=10 tre=20 hold=A2,B2 at=M1}",
        "A: build red from=M1 dir=W len=1",
        "A: done",
        "B: build red from=M1 dir=NW len=1",
    )
    assert state.railroads["red"].track == ("-1,0", "0,-1")


def test_turns_follow_the_cards_then_dividends_then_new_cards() -> None:
    table, state = position("n=3 order=BCA | red{iss=3 val=20 inc=10 hold=A2,B1 at=M1}")
    seen = []
    for line in ("B: done", "C: done", "A: done", "dividends", "A: pick 3", "C: pick 1"):
        seen.append((TITLE.turn_key(table, state), TITLE.actor(table, state)))
        seat, move = TITLE.parse_move(table, state, line)
        state = TITLE.apply(table, state, seat, move, frozenset()).state
    assert seen == [
        ("1/play/B", "B"),
        ("1/play/C", "C"),
        ("1/play/A", "A"),
        ("1/dividends/", ""),
        ("2/order/A", "A"),
        ("2/order/C", "C"),
    ]
    assert (state.turn, state.order, state.queue, state.deck) == (2, "CBA", "CBA", "red")


def test_cards_can_be_entered_all_at_once_or_the_rest() -> None:
    start = "n=4 turn=2 phase=order"
    one_by_one = after(start, "D: pick 2", "C: pick 1", "B: pick 4")
    assert after(start, "order D2 C1 B4 A3") == one_by_one
    assert after(start, "order D2 C1 B4") == one_by_one
    assert after(start, "D: pick 2", "order C1 B4 A3") == one_by_one
    assert one_by_one.order == "CDAB"


def test_player_may_choose_his_old_number() -> None:
    assert after("n=3 turn=2 phase=order", "C: pick 3", "B: pick 2").order == "ABC"


def test_dividends_are_paid_after_turn_8_and_end_the_game() -> None:
    table, step = enter(
        "n=3 turn=8 phase=dividends | A=0 | red{iss=3 val=20 inc=10 hold=A2,B1 at=M1}", "dividends"
    )
    assert step.state.money["A"] == 8
    assert TITLE.end(table, step.state) == "turn_8"
    assert TITLE.actor(table, step.state) is None


def test_dividend_postings_name_the_railroad() -> None:
    _, step = enter(
        "n=3 phase=dividends | red{iss=4 val=20 inc=15 tre=1 hold=A1,B2 at=M1}", "dividends"
    )
    assert sorted((p.target, p.amount, p.why) for p in step.postings) == [
        ("A", 4, "dividend:red"),
        ("B", 8, "dividend:red"),
        ("red", 3, "remainder"),
    ]


# Options


def test_option_one_line_in_all_leaves_no_second() -> None:
    table = table_for(TITLE, 4, "test", lines="one")
    start = RED + " | blue{iss=5 val=11 tre=9 hold=A1 at=C1}"
    _, step = enter(start, "A: build red from=M1 dir=W len=1", table=table)
    assert kinds(table, step.state) == {"done"}


def test_option_several_lines_lets_a_railroad_turn_a_corner() -> None:
    table = table_for(TITLE, 4, "test", lines="several")
    _, step = enter(
        RED, "A: build red from=M1 dir=W len=1", "A: build red from=-1,0 dir=NW len=1", table=table
    )
    assert step.state.railroads["red"].track == ("-1,0", "-1,-1")
    assert step.state.lines == ("red", "red")


def test_option_through_passes_own_track_for_nothing() -> None:
    table = table_for(TITLE, 4, "test", through="yes")
    start = "n=4 | red{iss=5 val=10 tre=4 inc=1 hold=A1 at=M1 trk=-1,0}"
    line = Build("red", ("0,0", "-1,0", "-2,0", "-3,0"))
    _, step = enter(start, "A: build red from=M1 dir=W len=2", table=table)
    assert (step.state.money["red"], step.state.railroads["red"].track) == (2, ("-1,0", "-2,0"))
    assert ("A", Build("red", line.path[:3])) in legal(table, start)
    assert ("A", line) not in legal(table, start)
    assert ("A", Build("red", line.path[:2])) not in legal(table, start)


def test_option_start_hex_in_each_city() -> None:
    table = table_for(TITLE, 4, "test", start_hexes="per_city")
    start = "n=4 | red{iss=5 val=10 tre=9 inc=2 hold=A1 at=M1 trk=0,1;0,2}"
    _, step = enter(start, "A: build red from=0,2 dir=SE len=1", table=table)
    assert step.state.railroads["red"].track[-1] == "0,3"
    TITLE.check_state(table, step.state)


def test_option_hidden_cash_leaves_it_out_of_the_panel() -> None:
    hidden = table_for(TITLE, 4, "test", cash="hidden")
    for table, shown in ((T1, True), (hidden, False)):
        panel = TITLE.panels(table, position(RED, table)[1])[0]
        assert ("Cash" in [column.label for column in panel.columns]) is shown


# Charting and attested lines


def test_chart_grows_with_what_moves_bring() -> None:
    table = blank()
    _, step = enter(
        "n=4",
        "A: start red at=M1 iss=5 val=20 chart=0,0:0/0/E/M1",
        "A: build red path=M1;-1,0;-2,0 chart=-1,0:3/1/E;-2,0:2/2/E~Fort_Worth",
        table=table,
    )
    state = step.state
    assert state.chart == {"0,0": "0/0/E/M1", "-1,0": "3/1/E", "-2,0": "2/2/E~Fort_Worth"}
    assert (state.money["red"], state.railroads["red"].income) == (15, 3)
    merged = TITLE.merged_board(table, state)
    TITLE.check_board(merged)
    assert {data.place for data in merged.hexes} == set(state.chart)
    assert merged.grid["-2,0"].name == "Fort Worth"


def test_chart_changes_no_turn_and_may_be_corrected_until_built() -> None:
    state = after("n=4", "B: chart -1,0=4/3/E", "chart -1,0=2/1/E")
    assert (state.queue, state.chart) == ("ABCD", {})
    assert after("n=4", "chart -1,0=4/3/E").chart == {"-1,0": "4/3/E"}


def test_board_without_charting_is_its_own() -> None:
    table, state = position("n=4")
    assert TITLE.merged_board(table, state) is table.board


def test_start_hex_may_stay_uncharted_and_be_charted_later() -> None:
    table = blank()
    _, step = enter("n=4", "A: start red at=M1 iss=5 val=20", table=table)
    assert step.state.railroads["red"].at == "M1"
    assert [note.code for note in step.unchecked] == ["unchecked_start"]
    _, step = enter("n=4", "A: start red at=M1 iss=5 val=20", "chart 3,3=0/0/E/M1", table=table)
    assert step.state.railroads["red"].at == "3,3"


def test_attested_line_keeps_the_figures_and_says_what_was_not_checked() -> None:
    _, step = enter(
        "n=4 | red{iss=5 val=10 tre=40 hold=A1 at=M1}",
        "A: attest red n=9 cost=30 inc=7 flags=CD port=Portland",
        table=blank(),
    )
    red = step.state.railroads["red"]
    assert (red.income, red.cubes, red.port, step.state.money["red"]) == (
        17,
        (13, 0, 10),
        "Portland",
        10,
    )
    assert [note.code for note in step.unchecked] == ["unchecked_line"]
    assert step.unchecked[0].facts["rules"] == ("CD-28", "CD-30", "CD-31", "CD-34")


def test_seat_ruled_out_of_order_acts_before_the_others() -> None:
    _, step = enter("n=4", "C: done", waive=frozenset({"wrong_seat"}))
    assert (step.state.queue, step.state.ruled) == ("ABD", ("wrong_seat",))


# Legal moves


def legal(table: Table, text: str) -> list[tuple[str, Any]]:
    table, state = position(text, table)
    return list(TITLE.legal_moves(table, state))


def kinds(table: Table, state: Any) -> set[str]:
    return {kind_of(move) for _, move in TITLE.legal_moves(table, state)}


def test_legal_buys_stand_at_their_least_price() -> None:
    buys = [
        move
        for _, move in legal(T1, "n=4 | A=30 | red{iss=5 val=10 inc=2 hold=B1 at=M1}")
        if isinstance(move, Buy)
    ]
    assert buys == [Buy("red", 1, 11), Buy("red", 2, 22)]


def test_legal_starts_are_every_railroad_hex_issue_and_value() -> None:
    moves = legal(T1, "n=4 | A=12")
    starts = [move for _, move in moves if isinstance(move, Start)]
    assert len(starts) == 8 * 9 * 8 * 3
    assert len(moves) == len(starts) + 1


def test_form_offers_every_anchor_and_direction_of_legal_lines() -> None:
    start = "n=4 | red{iss=5 val=10 tre=9 hold=A1 at=M1 trk=-1,0;-2,0;-2,-1}"
    table, state = position(start)
    form = next(form for form in TITLE.forms(table, state, "A") if form.kind == "build")
    offered = {field.name: {choice.value for choice in field.choices} for field in form.fields}
    lines = [move for _, move in legal(table, start) if isinstance(move, Build)]
    assert {move.path[0] for move in lines} <= offered["path.from"]
    assert offered["path.direction"] == {"W", "E", "NW", "SE", "NE", "SW"}


def test_forms_say_why_stock_is_blocked() -> None:
    table, step = enter(RED, "A: build red from=M1 dir=W len=1")
    blocked = {form.kind: form.blocked for form in TITLE.forms(table, step.state, "A")}
    assert blocked["buy"] is not None
    assert blocked["buy"].code == "stock_after_track"
    assert blocked["build"] is not None
    assert blocked["done"] is None


def test_legal_lines_match_what_apply_accepts() -> None:
    """Every line of one to four hexes from any anchor is listed if and only if it is accepted."""
    start = (
        "n=4 | red{iss=5 val=10 tre=9 hold=A1 at=M1 trk=-1,0;-2,0;-2,-1} | "
        "blue{iss=5 val=11 hold=B1 at=C1 trk=0,-2}"
    )
    table, state = position(start)
    listed = {
        TITLE.format_move(table, seat, move)
        for seat, move in TITLE.legal_moves(table, state)
        if isinstance(move, Build)
    }
    accepted = set()
    for anchor in ("M1", "-1,0", "-2,0", "-2,-1", "0,-2"):
        for heading in ("W", "E", "NW", "SE", "NE", "SW"):
            for length in (1, 2, 3, 4, 5):
                line = f"A: build red from={anchor} dir={heading} len={length}"
                with suppress(IllegalMove):
                    after(start, line)
                    accepted.add(line)
    assert listed == accepted


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (3, {"done": 1, "start": 8 * 9 * 8 * 41}),
        (6, {"done": 1, "start": 8 * 9 * 8 * 31}),
    ],
)
def test_number_of_first_moves(players: int, counts: dict[str, int]) -> None:
    table = table_for(TITLE, players)
    moves = TITLE.legal_moves(table, opening(TITLE, table))
    assert Counter(kind_of(move) for _, move in moves) == counts


def test_default_options() -> None:
    assert Options() == Options("per_railroad", "no", "one", "open", "allowed")
