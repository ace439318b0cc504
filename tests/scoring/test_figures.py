"""The arithmetic of statistics against values worked out by hand or by the definition."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures import bins, h_index, is_nemesis, mean, rate, streaks
from scoring.plots import bar_plot, range_plot


@pytest.mark.parametrize(
    ("wins", "plays", "shown"),
    [
        (0, 0, None),
        (0, 10, (0, 0, 28)),
        (5, 10, (50, 24, 76)),
        (10, 10, (100, 72, 100)),
        (1, 1, (100, 21, 100)),
        (250, 1000, (25, 22, 28)),
    ],
)
def test_rate_has_wilsons_range(wins: int, plays: int, shown: tuple[int, int, int] | None) -> None:
    found = rate(wins, plays)
    assert (found and (found.percent, found.low, found.high)) == shown


@given(st.lists(st.booleans(), max_size=40))
def test_streaks_are_the_runs_of_wins(wins: list[bool]) -> None:
    runs = [(won, len(list(run))) for won, run in itertools.groupby(wins)]
    found = streaks(wins)
    assert found.longest == max([count for won, count in runs if won], default=0)
    last = runs[-1] if runs else (True, 0)
    assert (found.current, found.without) == ((last[1], 0) if last[0] else (0, last[1]))


@given(st.lists(st.integers(0, 50), max_size=30))
def test_h_index_is_the_most_h_with_h_counts_of_h(counts: list[int]) -> None:
    h = h_index(counts)
    assert sum(count >= h for count in counts) >= h
    assert sum(count >= h + 1 for count in counts) < h + 1


@given(st.dictionaries(st.integers(-10_000, 10**7), st.integers(1, 9), min_size=1, max_size=30))
def test_bins_hold_every_value_once(counts: dict[int, int]) -> None:
    found = bins(list(counts.items()))
    assert sum(one.count for one in found) == sum(counts.values())
    assert len(found) <= 12
    assert len({one.high - one.low for one in found}) == 1
    for one in found:
        assert one.count == sum(n for value, n in counts.items() if one.low <= value <= one.high)
    assert all(before.high + 1 == after.low for before, after in itertools.pairwise(found))


@pytest.mark.parametrize(
    ("ahead", "meetings", "expected"), [(3, 5, True), (3, 6, False), (2, 2, False), (4, 7, True)]
)
def test_nemesis_takes_three_wins_and_more_than_half(
    ahead: int, meetings: int, expected: bool
) -> None:
    assert is_nemesis(ahead, meetings) is expected


def test_means_are_rounded_half_up() -> None:
    assert [mean(5, 2), mean(-5, 2), mean(1, 3), mean(20, 3), mean(0, 0), mean(-1, 100)] == [
        "2.5",
        "−2.5",
        "0.3",
        "6.7",
        "–",
        "0.0",
    ]


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=40))
def test_bars_stand_in_the_frame_with_their_part_inside(rows: list[tuple[int, int]]) -> None:
    plot = bar_plot(
        "k",
        "A chart",
        [(str(n), max(a, b), min(a, b)) for n, (a, b) in enumerate(rows)],
        ("x", "y", "z"),
    )
    for bar in plot.bars:
        assert plot.left <= bar.x <= bar.x + bar.width <= plot.right + 2
        assert 0 <= bar.y <= bar.y + bar.height == plot.bottom
        assert 0 <= bar.part <= bar.height
    with pytest.raises(ValueError, match="part of the value"):
        bar_plot("k", "A chart", [("x", 1, 2)], ("x", "y", "z"))


def test_ranges_lie_in_order_within_the_drawing() -> None:
    plot = range_plot("k", "A chart", [("Ada", 50, 24, 76), ("Ben", 100, 72, 100)])
    for one in plot.ranges:
        assert plot.left <= one.low <= one.middle <= one.high <= plot.width
        assert 0 < one.y < plot.height
