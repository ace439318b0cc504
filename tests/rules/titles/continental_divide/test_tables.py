"""The printed figures: start money, dividends, prices, points."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tables.continental_divide import (
    PORT_POINTS,
    START_CASH,
    RailroadScore,
    dividend,
    minimum_price,
    points,
    points_per_share,
    remainder,
)


def test_start_money_shares_out_240() -> None:
    assert START_CASH == {3: 80, 4: 60, 5: 48, 6: 40}
    assert {players * cash for players, cash in START_CASH.items()} == {240}


@pytest.mark.parametrize(
    ("income", "issued", "each"), [(15, 4, 4), (30, 10, 3), (0, 10, 0), (1, 10, 1), (20, 5, 4)]
)
def test_dividend_rounds_up(income: int, issued: int, each: int) -> None:
    assert dividend(income, issued) == each


@given(st.integers(0, 500), st.integers(3, 10))
def test_dividend_is_the_quotient_rounded_up(income: int, issued: int) -> None:
    assert dividend(income, issued) == ceil(income / issued)


@pytest.mark.parametrize(
    ("income", "issued", "sold", "kept"),
    [(15, 4, 3, 3), (15, 4, 4, 0), (20, 5, 2, 12), (13, 4, 4, 0)],
)
def test_remainder_is_what_is_not_paid_out(income: int, issued: int, sold: int, kept: int) -> None:
    assert remainder(income, issued, sold) == kept


def test_remainder_can_be_nothing_with_a_share_unsold() -> None:
    """4 shares of 3 pay 6 out of 5: the unsold share leaves nothing behind."""
    assert remainder(5, 4, 3) == 0
    assert dividend(5, 4) * 3 == 6


def test_minimum_price_is_value_and_dividend() -> None:
    assert minimum_price(32, 30, 10) == 35


@pytest.mark.parametrize(
    ("railroad", "worth"),
    [
        (RailroadScore(unsold=1), 0),
        (RailroadScore(), 1),
        (RailroadScore(central=True, unsold=2), 1),
        (RailroadScore(western=True, unsold=2), 1),
        (RailroadScore(divide=True, unsold=2), 2),
        (RailroadScore(central=True, western=True, divide=True, port="Seattle"), 7),
        (RailroadScore(central=True, western=True, divide=True, port="Portland", unsold=1), 5),
    ],
)
def test_points_per_share(railroad: RailroadScore, worth: int) -> None:
    assert points_per_share(railroad) == worth
    assert sum(each for _, each, _ in points(railroad)) == worth


def test_ports_are_worth_one_but_seattle_two() -> None:
    assert PORT_POINTS == {
        "San Diego": 1,
        "Los Angeles": 1,
        "San Francisco": 1,
        "Portland": 1,
        "Seattle": 2,
    }
