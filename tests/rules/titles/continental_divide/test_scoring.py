"""The final count: lines, ties, what is worth nothing."""

from __future__ import annotations

import pytest

from games.engine.codec import convert
from games.engine.errors import Fault
from scoring.registry import get
from scoring.tables.continental_divide import RailroadScore, Sheet, tally
from tests.rules.titles.continental_divide.play import TITLE, position

RED = RailroadScore(central=True, western=True, divide=True, port="Seattle")
BLUE = RailroadScore(central=True, unsold=1)


def test_lines_say_item_count_points_and_rule() -> None:
    count = tally(Sheet({"red": RED, "blue": BLUE}, {"A": {"red": 3, "blue": 1}, "B": {}}))
    assert [
        (line.facts["railroad"], line.item, line.count, line.points, line.rule)
        for line in count.of("A").lines
    ] == [
        ("red", "central", 3, 3, "CD-54"),
        ("red", "western", 3, 3, "CD-54"),
        ("red", "divide", 3, 6, "CD-54"),
        ("red", "port", 3, 6, "CD-55"),
        ("red", "sold_out", 3, 3, "CD-56"),
        ("blue", "central", 1, 1, "CD-54"),
    ]
    assert count.of("A").total == 22
    assert count.of("B").lines == ()
    assert count.winners == ("A",)


def test_ties_are_shared_and_nothing_breaks_them() -> None:
    count = tally(Sheet({"red": RED}, {"A": {"red": 1}, "B": {"red": 2}, "C": {"red": 2}, "D": {}}))
    assert {seat.seat: seat.rank for seat in count.seats} == {"A": 3, "B": 1, "C": 1, "D": 4}
    assert count.winners == ("B", "C")
    assert count.tie_break == ""


def test_money_counts_for_nothing() -> None:
    rich = position("n=3 | A=900 B=0 C=0 | red{iss=3 val=20 hold=B1 at=M1 flags=C}")
    count = tally(TITLE.sheet(*rich))
    assert {seat.seat: seat.total for seat in count.seats} == {"A": 0, "B": 1, "C": 0}


def test_no_railroad_started_gives_all_the_first_place() -> None:
    count = tally(TITLE.sheet(*position("n=3")))
    assert count.winners == ("A", "B", "C")


def test_share_of_a_railroad_not_on_the_sheet_is_an_error() -> None:
    with pytest.raises(KeyError):
        tally(Sheet({}, {"A": {"red": 1}}))


@pytest.mark.parametrize(
    "data",
    [
        {"railroads": {"red": {"port": "Denver"}}, "shares": {}},
        {"railroads": {"red": {"unsold": 11}}, "shares": {}},
        {"railroads": {}, "shares": {"A": {"red": -1}}},
        {"railroads": {}, "shares": {}, "money": 3},
    ],
)
def test_sheet_refuses_what_no_game_can_give(data: object) -> None:
    with pytest.raises(Fault):
        convert(data, get("continental_divide").sheet_type)
