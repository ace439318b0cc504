"""Strengths from places: every order is kept, equals who tie stay equal, partners move together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ratings
from scoring.ratings import NEWCOMER, Seat, Skill
from scoring.tables.tally import places

TIE_MATRICES = sorted(
    {
        tuple(places({str(i): (total,) for i, total in enumerate(totals)}).values())
        for size in range(2, 6)
        for totals in itertools.product(range(size), repeat=size)
    }
)
"""Every way in which 2 to 5 seats can share places: 1-2-2-4-5 and all the others."""


def rated(ranks: Sequence[int]) -> list[Skill]:
    """Return the strengths of newcomers after a game with these places."""
    return ratings.after([Seat(NEWCOMER, rank) for rank in ranks])


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_equals_are_ordered_as_their_places(size: int) -> None:
    for ranks in TIE_MATRICES:
        if len(ranks) != size:
            continue
        seats = zip(ranks, rated(ranks), strict=True)
        for (rank, skill), (other, against) in itertools.combinations(seats, 2):
            assert (skill.mu > against.mu) == (rank < other), ranks
            assert (skill.mu == against.mu) == (rank == other), ranks


def test_fourth_stands_below_two_who_share_the_second_place() -> None:
    first, second, also_second, fourth, fifth = rated([1, 2, 2, 4, 5])
    assert first.mu > second.mu == also_second.mu > fourth.mu > fifth.mu
    assert second == also_second


def test_all_level_moves_nobody_and_makes_everyone_surer() -> None:
    for skill in rated([1, 1, 1, 1]):
        assert skill.mu == NEWCOMER.mu
        assert skill.sigma < NEWCOMER.sigma


@given(
    st.lists(
        st.tuples(st.floats(0, 50), st.floats(1, 9), st.integers(1, 4)), min_size=2, max_size=6
    )
)
def test_order_in_which_seats_are_given_does_not_matter(
    given_seats: list[tuple[float, float, int]],
) -> None:
    seats = [Seat(Skill(mu, sigma), rank) for mu, sigma, rank in given_seats]
    forward = ratings.after(seats)
    backward = ratings.after(seats[::-1])[::-1]
    assert [s.mu for s in forward] == pytest.approx([s.mu for s in backward])
    assert [s.sigma for s in forward] == pytest.approx([s.sigma for s in backward])


def test_partners_move_together() -> None:
    seats = [Seat(NEWCOMER, 1, 1), Seat(NEWCOMER, 3, 2), Seat(NEWCOMER, 1, 1), Seat(NEWCOMER, 3, 2)]
    won, lost, also_won, also_lost = ratings.after(seats)
    assert won == also_won
    assert lost == also_lost
    assert won.mu > NEWCOMER.mu > lost.mu


def test_newcomer_is_shown_at_1500_with_the_widest_doubt() -> None:
    assert (NEWCOMER.shown, NEWCOMER.doubt) == (1500, 400)
    assert ratings.after([Seat(NEWCOMER, 1), Seat(NEWCOMER, 2)])[0].shown > 1500


@pytest.mark.parametrize(
    ("ranks", "sides", "answer"),
    [
        ([1, 2], [0, 0], True),
        ([1], [0], False),
        ([], [], False),
        ([1, None], [0, 0], False),
        ([1, 1], [1, 1], False),
        ([1, 1, 3], [1, 1, 0], True),
        ([1] * 13, [0] * 13, False),
    ],
)
def test_places_that_say_nothing_are_not_rated(
    ranks: list[int | None], sides: list[int], answer: bool
) -> None:
    assert ratings.is_rateable(ranks, sides) is answer
