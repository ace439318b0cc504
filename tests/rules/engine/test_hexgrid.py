"""Hexes: coordinates, directions, lines."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine.errors import NotationError
from games.engine.hexgrid import (
    DIRECTIONS,
    Hex,
    direction_between,
    distance,
    format_hex,
    neighbours,
    parse_hex,
    step,
    straight_line,
)

HEXES = st.builds(Hex, st.integers(-99, 99), st.integers(-99, 99))
HEADINGS = st.sampled_from(sorted(DIRECTIONS))


@given(HEXES)
def test_hex_survives_its_text(place: Hex) -> None:
    assert parse_hex(format_hex(place)) == place


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1;2", ","])
def test_other_text_is_not_a_hex(text: str) -> None:
    with pytest.raises(NotationError):
        parse_hex(text)


@given(HEXES)
def test_neighbours_are_six_and_one_step_away(place: Hex) -> None:
    around = neighbours(place)
    assert len(set(around)) == 6
    assert all(distance(place, near) == 1 for near in around)
    assert [direction_between(place, near) for near in around] == list(DIRECTIONS)


@given(HEXES, HEADINGS, st.integers(1, 30))
def test_straight_line_has_each_step(place: Hex, heading: str, count: int) -> None:
    end = step(place, DIRECTIONS[heading], count)
    line = straight_line(place, end)
    assert line is not None
    assert line == tuple(step(place, DIRECTIONS[heading], n) for n in range(count + 1))
    assert distance(place, end) == count


@given(HEXES, HEXES)
def test_line_is_found_only_where_one_coordinate_stays(start: Hex, end: Hex) -> None:
    assume(start != end)
    in_line = start.q == end.q or start.r == end.r or start.q + start.r == end.q + end.r
    assert (straight_line(start, end) is not None) == in_line


def test_line_to_itself_is_none() -> None:
    assert straight_line(Hex(1, 1), Hex(1, 1)) is None
    assert direction_between(Hex(0, 0), Hex(2, 0)) is None


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)
