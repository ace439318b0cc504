"""The printed tables, and the final count: lines, ties, limits of the sheet."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine.codec import convert
from games.engine.errors import Fault
from games.titles.twentieth_century_limited.state import start_waivers
from scoring.tables.twentieth_century_limited import REGIONAL_POINTS, Holding, Sheet, tally


def test_regional_table_is_the_printed_one() -> None:
    """Rule TCL-62."""
    assert REGIONAL_POINTS == (0, 3, 9, 18, 30, 45, 62, 81, 100)
    assert [b - a for a, b in pairwise(REGIONAL_POINTS)] == [3, 6, 9, 12, 15, 17, 19, 19]


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_waivers_at_the_start(players: int, each: int) -> None:
    """Rule TCL-03."""
    assert start_waivers(players) == each


def test_lines_say_item_count_points_and_rule() -> None:
    count = tally(Sheet({"A": Holding(5, (7, 9, 12), (10,), 4), "B": Holding()}))
    lines = [(line.item, line.count, line.points, line.rule) for line in count.of("A").lines]
    assert lines == [
        ("regionals", 5, 45, "TCL-62"),
        ("companies", 3, 28, "TCL-63"),
        ("bonus", 1, 10, "TCL-63"),
        ("waivers", 4, 4, "TCL-64"),
    ]
    assert count.of("A").total == 87
    assert count.of("B").lines == ()


def test_ties_go_to_more_cards_and_are_then_shared() -> None:
    """Rule TCL-65, decision Q18: Bonus cards do not count for the tie."""
    more = Holding(1, (10,), (), 0)
    fewer = Holding(1, (), (9, 1), 0)
    broken = tally(Sheet({"A": fewer, "B": more}))
    assert (broken.winners, broken.tie_break) == (("B",), "TCL-65")
    shared = tally(Sheet({"A": more, "B": more, "C": Holding()}))
    assert (shared.winners, shared.tie_break) == (("A", "B"), "")
    assert [seat.rank for seat in shared.seats] == [1, 1, 3]


@pytest.mark.parametrize(
    "data",
    [
        {"seats": {"A": {"regionals": 9}}},
        {"seats": {"A": {"companies": [1] * 9}}},
        {"seats": {"A": {"companies": [-1]}}},
        {"seats": {"A": {"waivers": -1}}},
        {"seats": {"A": {"coins": 1}}},
    ],
)
def test_sheet_refuses_what_no_game_can_give(data: object) -> None:
    with pytest.raises(Fault):
        convert(data, Sheet)
