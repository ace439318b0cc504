"""Schedules: nobody sits twice in a round, everyone plays as often, meetings and seats are even."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from scoring.leagues.schedule import Table, rounds, sizes


def meetings(made: list[list[Table]], entrants: int) -> Counter[int]:
    """Return how many pairs have met how often."""
    met = Counter(
        frozenset(pair) for tables in made for table in tables for pair in combinations(table, 2)
    )
    return Counter(met[frozenset(pair)] for pair in combinations(range(entrants), 2))


@pytest.mark.parametrize("entrants", [2, 3, 4, 7, 8, 11])
def test_pairs_meet_once_in_a_single_round_robin(entrants: int) -> None:
    made = rounds(range(entrants), 2, entrants - 1 if entrants % 2 == 0 else entrants)
    assert set(meetings(made, entrants)) == {1}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 9, 12, 17])
def test_every_schedule_is_balanced(entrants: int, seats: int) -> None:
    made = rounds(range(entrants), seats, 6)
    games: Counter[int] = Counter()
    at: Counter[tuple[int, int]] = Counter()
    for tables in made:
        sitting = [one for table in tables for one in table]
        assert len(sitting) == len(set(sitting))
        assert len(sitting) == sum(sizes(entrants, min(seats, entrants)))
        assert {len(table) for table in tables} <= {min(seats, entrants), seats - 1}
        games.update(sitting)
        at.update((one, seat) for table in tables for seat, one in enumerate(table))
    assert max(games.values()) - min(games[one] for one in range(entrants)) <= 1
    spread = meetings(made, entrants)
    # Two tables of five or six among nine to twelve cannot be parted evenly; all others come closer.
    assert max(spread) - min(spread) <= (3 if entrants > 2 * seats or entrants < seats else 4)
    fewest = min(len(table) for tables in made for table in tables)
    assert max(at.values()) <= 6 // fewest + 2


def test_sixteen_at_fours_meet_nobody_twice_in_their_first_rounds() -> None:
    assert max(meetings(rounds(range(16), 4, 3), 16)) == 1


def test_first_seat_goes_round() -> None:
    made = rounds(range(4), 4, 8)
    assert Counter(table[0] for tables in made for table in tables) == dict.fromkeys(range(4), 2)


@pytest.mark.parametrize(
    ("entrants", "seats", "expected"),
    [
        (8, 4, [4, 4]),
        (7, 4, [4, 3]),
        (5, 4, [4]),
        (6, 4, [3, 3]),
        (9, 4, [3, 3, 3]),
        (5, 3, [3, 2]),
        (5, 2, [2, 2]),
        (7, 5, [5]),
        (11, 6, [6, 5]),
    ],
)
def test_tables_leave_out_as_few_as_can_be(entrants: int, seats: int, expected: list[int]) -> None:
    assert sizes(entrants, seats) == expected


@pytest.mark.parametrize("entrants", [0, 1, 41])
def test_too_few_or_too_many_are_refused(entrants: int) -> None:
    with pytest.raises(ValueError, match="2 to 40"):
        rounds(range(entrants), 4, 3)
