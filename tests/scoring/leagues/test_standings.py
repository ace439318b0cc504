"""The table: best games, too few games, ties parted in order or shared, and who moves at the end."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.leagues.moves import TieAtLine, outcomes
from scoring.leagues.rules import SeasonRules, rules_of
from scoring.leagues.standings import Entry, Game, Row, table
from scoring.tables.tally import places

NO_BREAKS = SeasonRules(ties=())


def games(*results: dict[int, tuple[int, int]]) -> list[Game]:
    """Return the parts of games given as {entrant: (points, place)}; a place of 0 stayed away."""
    counter = itertools.count(1)
    return [
        Game(next(counter), number, entrant, points, place or None, number, place == 0)
        for number, result in enumerate(results, 1)
        for entrant, (points, place) in result.items()
    ]


def lines(rules: SeasonRules, *results: dict[int, tuple[int, int]], **lots: int) -> list[Any]:
    """Return (entrant, place, points) of the table of all who played."""
    entrants = sorted({entrant for result in results for entrant in result})
    entries = [Entry(one, lots.get(f"lot{one}", 0)) for one in entrants]
    return [(row.entrant, row.place, row.points) for row in table(rules, entries, games(*results))]


def test_shared_places_are_counted_on() -> None:
    result = {1: (9, 1), 2: (5, 2), 3: (5, 2), 4: (1, 4)}
    assert lines(NO_BREAKS, result) == [(1, 1, 9), (2, 2, 5), (3, 2, 5), (4, 4, 1)]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_places_are_those_of_every_tie_matrix(points: list[int]) -> None:
    expected = places({str(one): (value,) for one, value in enumerate(points)})
    found = lines(NO_BREAKS, {one: (value, 1) for one, value in enumerate(points)})
    assert {str(one): place for one, place, _ in found} == expected
    assert [place for _, place, _ in found] == sorted(expected.values())


def test_only_the_best_games_count_and_earlier_ones_first() -> None:
    rules = rules_of({"best": 2})
    all_games = games({1: (3, 2)}, {1: (9, 1)}, {1: (3, 2)}, {1: (-2, 0)})
    row = table(rules, [Entry(1)], all_games)[0]
    assert (row.points, row.counted, row.played, row.forfeits) == (12, (2, 1), 3, 1)


def test_mean_is_of_the_games_that_count() -> None:
    rules = rules_of({"total": "mean", "best": 2})
    assert lines(rules, {1: (60, 1)}, {1: (31, 1)}, {1: (0, 3)}) == [(1, 1, 46)]


def test_too_few_games_have_no_place_and_stand_last() -> None:
    rules = rules_of({"least": 2})
    found = lines(rules, {1: (9, 1), 2: (1, 2)}, {2: (1, 1), 3: (0, 0)}, {3: (5, 1)})
    assert found == [(2, 1, 2), (1, None, 9), (3, None, 5)]


def test_who_has_withdrawn_has_no_place_and_who_has_not_played_neither() -> None:
    rows = table(
        NO_BREAKS, [Entry(1, withdrawn=True), Entry(2), Entry(3)], games({1: (9, 1), 2: (1, 2)})
    )
    assert [(row.entrant, row.place) for row in rows] == [(2, 1), (3, None), (1, None)]


def test_head_to_head_looks_only_at_those_who_are_level() -> None:
    """1 and 2 are level on 6. In the group of three 2 was last; of the two it is 2 who came ahead."""
    rules = rules_of({"ties": ["head_to_head"]})
    results = ({1: (2, 3), 2: (4, 2), 3: (9, 1)}, {1: (4, 1), 3: (0, 2)}, {2: (2, 2), 3: (9, 1)})
    rows_found = table(rules, [Entry(1), Entry(2), Entry(3)], games(*results))
    assert [(row.entrant, row.place, row.parted_by) for row in rows_found] == [
        (3, 1, ""),
        (2, 2, "head_to_head"),
        (1, 3, "head_to_head"),
    ]


def test_tie_breaks_are_taken_in_their_order() -> None:
    results = ({1: (9, 1), 2: (7, 2)}, {1: (1, 2), 2: (3, 1)})
    level = [(1, 1, 10), (2, 1, 10)]
    assert lines(rules_of({"ties": ["head_to_head", "wins"]}), *results) == level
    assert lines(rules_of({"ties": ["best_game"]}), *results) == [(1, 1, 10), (2, 2, 10)]


def test_lots_part_those_only_who_have_all_drawn() -> None:
    result = {1: (5, 1), 2: (5, 1)}
    assert lines(SeasonRules(), result, lot1=2) == [(1, 1, 5), (2, 1, 5)]
    assert lines(SeasonRules(), result, lot1=2, lot2=1) == [(2, 1, 5), (1, 2, 5)]


def rows(*placed: tuple[int, int | None]) -> list[Row]:
    """Return a division's table from (entrant, place)."""
    return [Row(one, place, 0, 3 if place else 0, (), 0, 0) for one, place in placed]


def test_as_many_go_up_as_go_down() -> None:
    upper = rows((1, 1), (2, 2), (3, 3), (4, 4))
    lower = rows((5, 1), (6, 2), (7, 3))
    lowest = rows((8, 1), (9, 2))
    assert outcomes([upper, lower, lowest], 1) == {
        **dict.fromkeys((1, 2, 3, 6, 9), "stays"),
        **dict.fromkeys((5, 8), "up"),
        **dict.fromkeys((4, 7), "down"),
    }


def test_without_a_place_nobody_goes_up_and_they_go_down_first() -> None:
    found = outcomes([rows((1, 1), (2, 2), (3, None)), rows((4, 1), (5, None), (6, None))], 2)
    assert found == {1: "stays", 2: "stays", 3: "down", 4: "up", 5: "stays", 6: "stays"}


def test_withdrawn_are_gone_and_never_cross() -> None:
    upper = [*rows((1, 1), (2, 2)), Row(3, None, 0, 0, (), 0, 0, withdrawn=True)]
    assert outcomes([upper, rows((4, 1))], 1) == {1: "stays", 2: "down", 3: "gone", 4: "up"}


@pytest.mark.parametrize(
    ("upper", "lower", "level"),
    [
        (((1, 1), (2, 2)), ((3, 1), (4, 1), (5, 3)), {3, 4}),
        (((1, 1), (2, 2), (6, 2)), ((3, 1), (4, 2)), {2, 6}),
        (((1, 1), (2, None), (6, None)), ((3, 1), (4, 2)), {2, 6}),
    ],
)
def test_tie_across_the_line_is_refused(upper: Any, lower: Any, level: set[int]) -> None:
    with pytest.raises(TieAtLine) as caught:
        outcomes([rows(*upper), rows(*lower)], 1)
    assert set(caught.value.entrants) == level


def test_tie_that_crosses_no_line_is_no_matter() -> None:
    found = outcomes([rows((1, 1), (2, 2)), rows((3, 1), (4, 1), (5, 3))], 2)
    assert [found[one] for one in (1, 2, 3, 4, 5)] == ["down", "down", "up", "up", "stays"]
