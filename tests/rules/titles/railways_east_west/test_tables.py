"""The printed tables, and the final count: lines, ties, who can win, limits of the sheet."""

from __future__ import annotations

import pytest

from games.engine.codec import convert, to_data
from games.engine.errors import Fault
from games.titles.railways_east_west.cards import BOUNTIES, HOTELS
from games.titles.railways_east_west.lines import BY_KEY, LINES
from games.titles.railways_east_west.money import BUYBACK, discard_cost
from games.titles.railways_east_west.state import LADDER
from scoring.tables.railways_east_west import (
    Holding,
    Sheet,
    ocean_points,
    tally,
    western_step,
)
from tests.rules.boards import read_board
from tests.rules.titles.railways_east_west.play import TITLE


def test_engines_cost_what_is_printed() -> None:
    """Rules REW-16 and REW-17."""
    assert list(LADDER.values()) == [5, 10, 10, 15, 20, 25, 30, 40]
    assert sum(LADDER.values()) == 155


def test_western_steps_are_the_printed_ones() -> None:
    """Rule REW-45."""
    steps = [western_step(links) for links in range(14)]
    assert steps == [(0, 0), *[(1, 0)] * 2, *[(3, 1)] * 3, *[(5, 3)] * 3, *[(8, 5)] * 5]


def test_lines_have_their_values() -> None:
    """Table of the addendum; the values add up as printed."""
    assert sum(line.value for line in LINES) == 103
    assert {key: BY_KEY[key].value for key in ("NYC-CHI", "CHI-BIL", "CHE-TUC")} == {
        "NYC-CHI": 10,
        "CHI-BIL": 4,
        "CHE-TUC": 7,
    }
    assert [ocean_points(rank) for rank in range(7)] == [0, 20, 15, 10, 5, 0, 0]


def test_costs_of_bonds() -> None:
    """Rules REW-34 and REW-81."""
    assert [discard_cost(count) for count in range(5)] == [0, 1, 2, 4, 6]
    assert BUYBACK == (0, 7, 15, 24)


def test_listed_cities_are_on_the_practice_board() -> None:
    """Rules REW-61, REW-69, REW-70 and REW-37."""
    board = read_board(TITLE, "practice")
    assert {*HOTELS, *BOUNTIES} <= set(board.city)
    assert set(board.coasts["E"]) == {
        *("BOS", "NYC", "PHI", "BAL", "NOR", "WIL", "CHA", "SAV", "JAX"),
    }
    assert set(board.coasts["W"]) == {"SEA", "TAC", "POR", "SFO", "LAX", "SDG"}
    raw = {city.code for city in board.cities if city.raw}
    assert raw == {"NYC", "CHI", "CHA", "ATL", "PIT", "NOL", "BOS"}
    for line in LINES:
        assert {*line.a, *line.b} - {"EC"} <= set(board.city)
    assert set(board.bounty) == set(BOUNTIES)


def test_lines_say_item_count_points_and_rule() -> None:
    holding = Holding({"links": 30, "lines": 10, "change": -2}, 7, 4, 2, 3, 34)
    count = tally(Sheet({"A": holding, "B": Holding(raw=3)}))
    lines = [(line.item, line.count, line.points, line.rule) for line in count.of("A").lines]
    assert lines == [
        ("links", 30, 30, "RB-14"),
        ("lines", 10, 10, "REW-58"),
        ("change", -2, -2, "REW-32"),
        ("west_baron", 1, 7, "REW-55"),
        ("late_baron", 1, 4, "REW-31"),
        ("bonds", 2, -2, "REW-55"),
        ("raw_majority", 3, 5, "REW-56"),
        ("cash", 34, 3, "REW-57"),
    ]
    assert (count.of("A").total, count.of("B").total) == (55, 5)


def holdings(*scores: int, **more: int) -> dict[str, Holding]:
    return {
        seat: Holding({"told": score}, ocean=bool(more.get(seat)))
        for seat, score in zip("ABC", scores, strict=False)
    }


@pytest.mark.parametrize(
    ("tie", "winners", "rule"),
    [("cash", ("B",), "A31"), ("bonds", ("A",), "A31"), ("shared", ("A", "B"), "")],
)
def test_ties(tie: str, winners: tuple[str, ...], rule: str) -> None:
    """Decision A31."""
    seats = {"A": Holding({"told": 10}, cash=1), "B": Holding({"told": 11}, bonds=1, cash=9)}
    sheet: Sheet = convert({"seats": to_data(seats), "tie": tie}, Sheet)
    count = tally(sheet)
    assert (count.winners, count.tie_break) == (winners, rule)


def test_only_those_who_joined_the_oceans_win_where_the_table_plays_so() -> None:
    """Rule REW-02: the others rank behind, whatever their points."""
    count = tally(Sheet(holdings(50, 90, 40, A=1, C=1), "tc"))
    assert count.winners == ("A",)
    assert [seat.rank for seat in count.seats] == [1, 3, 2]


def test_nobody_wins_where_nobody_joined_the_oceans() -> None:
    """Decision A28; the order by points is shown."""
    count = tally(Sheet(holdings(50, 90, 40), "tc"))
    assert count.winners == ()
    assert [seat.rank for seat in count.seats] == [2, 1, 3]
    assert tally(Sheet(holdings(50, 90, 40), "tc", "points")).winners == ("B",)


@pytest.mark.parametrize(
    "data",
    [
        {"seats": {"A": {"cash": -1}}},
        {"seats": {"A": {"track": {"Links!": 1}}}},
        {"seats": {"A": {"coins": 1}}},
        {"seats": {}, "win": "luck"},
    ],
)
def test_sheet_refuses_what_no_game_can_give(data: object) -> None:
    with pytest.raises(Fault):
        convert(data, Sheet)
