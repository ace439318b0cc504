"""Line charts: whole units, nothing outside the frame, a table with the same figures."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.plots import Series, line_plot, nice_ticks

whole = st.integers(-(10**9), 10**9)


@given(whole, whole)
def test_ticks_are_even_and_enclose_the_values(one: int, other: int) -> None:
    low, high = min(one, other, 0), max(one, other, 1)
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert len({after - before for before, after in itertools.pairwise(ticks)}) == 1
    assert 2 <= len(ticks) <= 7


@given(
    st.integers(1, 40).flatmap(
        lambda n: st.lists(st.lists(whole, min_size=n, max_size=n), max_size=6)
    )
)
def test_every_point_lies_in_the_frame_and_higher_values_lie_higher(rows: list[list[int]]) -> None:
    labels = [str(index) for index in range(len(rows[0]) if rows else 3)]
    plot = line_plot(
        "k", "A chart", labels, [Series("Ann", "A", "c-red", tuple(row)) for row in rows]
    )
    for line in plot.lines:
        assert len(line.points) == len(labels)
        for x, y, _ in line.points:
            assert plot.left <= x <= plot.right
            assert 0 <= y <= plot.bottom
        ordered = sorted(line.points, key=lambda point: point[2])
        assert [y for _, y, _ in ordered] == sorted((y for _, y, _ in ordered), reverse=True)


def test_table_has_the_figures_of_the_lines() -> None:
    series = [Series("Ann", "A", "c-red", (1, 5)), Series("Ben", "B", "c-blue", (2, -3))]
    assert line_plot("k", "A chart", ["1", "2"], series).rows == (("1", (1, 2)), ("2", (5, -3)))


def test_series_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="a value for each label"):
        line_plot("k", "A chart", ["1", "2"], [Series("Ann", "A", "c-red", (1,))])
