"""Points of a game: each system by example, ties through all of them, those who stayed away."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from scoring.leagues.points import GameSeat, Points, award
from scoring.leagues.rules import SeasonRules, rules_of, stored
from scoring.leagues.units import UNIT, hundredths, rounded
from scoring.tables.tally import places

TITLE = "empire_builder"


def seats(*scores: int) -> list[GameSeat]:
    """Return seats 0, 1, 2, ... with these scores and the places that follow."""
    ranks = places({str(i): (score,) for i, score in enumerate(scores)})
    return [GameSeat(i, ranks[str(i)], score) for i, score in enumerate(scores)]


def shown(awards: list[Points]) -> list[float]:
    """Return points as people read them."""
    return [hundredths(one.points) / 100 for one in awards]


@pytest.mark.parametrize(
    ("rules", "scores", "expected"),
    [
        ({"points": "place"}, (30, 20, 10), [3, 2, 1]),
        ({"points": "place"}, (30, 20, 20, 10), [4, 2.5, 2.5, 1]),
        ({"points": "place"}, (9, 9, 9), [2, 2, 2]),
        ({"points": "table", "table": [10, 6, 3]}, (30, 20, 20, 10), [10, 4.5, 4.5, 0]),
        ({"points": "table", "table": [10, 6, 3]}, (30, 30, 20, 20), [8, 8, 1.5, 1.5]),
        ({"points": "table", "table": [10]}, (3, 3, 3), [3.33, 3.33, 3.33]),
        ({"points": "wins"}, (30, 30, 20), [0.5, 0.5, 0]),
        ({"points": "share"}, (120, 90, 60, -5), [100, 75, 50, 0]),
        ({"points": "share"}, (0, 0, -7), [100, 100, 0]),
        ({"points": "normalised", "pars": {TITLE: 200}}, (250, 100, -1, 900), [125, 50, 0, 200]),
    ],
)
def test_systems_by_example(
    rules: dict[str, Any], scores: tuple[int, ...], expected: list[float]
) -> None:
    assert shown(award(rules_of(rules), TITLE, seats(*scores))) == expected


@pytest.mark.parametrize("system", ["place", "table", "wins"])
def test_every_tie_shares_the_same_sum_exactly(system: str) -> None:
    """However two to six seats tie, equals get the same, the better no less, and nothing is lost."""
    rules = rules_of({"points": system, "table": [10, 7, 5, 2, 1, -3]})
    for size in range(2, 7):
        whole = sum(one.points for one in award(rules, TITLE, seats(*range(size, 0, -1))))
        for scores in itertools.combinations_with_replacement(range(size), size):
            awards = award(rules, TITLE, seats(*scores))
            assert sum(one.points for one in awards) == whole, scores
            for (a, mine), (b, theirs) in itertools.combinations(
                zip(scores, awards, strict=True), 2
            ):
                assert (mine.points == theirs.points) or (mine.points > theirs.points) == (a > b)
                assert a != b or mine.points == theirs.points, scores


def test_tie_broken_by_the_title_is_not_shared() -> None:
    won, second = award(SeasonRules(), TITLE, [GameSeat(0, 1, 50), GameSeat(1, 2, 50)])
    assert (won.points, second.points) == (2 * UNIT, UNIT)


def test_why_tells_how_a_shared_place_was_worked_out() -> None:
    awards = award(rules_of({"points": "table", "table": [10, 6, 3]}), TITLE, seats(9, 5, 5))
    assert awards[1].why == "table_shared"
    assert awards[1].facts == {"place": 2, "seats": 3, "sharing": 2, "total": 9}


def test_who_stays_away_gets_the_forfeit_and_costs_the_others_nothing() -> None:
    rules = rules_of({"points": "place", "forfeit": -2})
    there = [GameSeat(0, 1, 9), GameSeat(1, 2, 5)]
    awards = award(rules, TITLE, [*there, GameSeat(2, None, forfeited=True)])
    assert shown(awards) == [3, 2, -2]
    assert awards[2].why == "forfeit"


@pytest.mark.parametrize(
    ("system", "worth"), [("place", 3), ("table", 10), ("share", 100), ("wins", 1)]
)
def test_who_comes_alone_gets_what_a_win_is_worth(system: str, worth: int) -> None:
    away = [GameSeat(i, None, forfeited=True) for i in (1, 2)]
    awards = award(rules_of({"points": system}), TITLE, [GameSeat(0, None), *away])
    assert shown(awards) == [worth, 0, 0]
    assert awards[0].why == "walkover"


@pytest.mark.parametrize(("kind", "expected"), [("full", 4), ("half", 2), ("none", 0)])
def test_substitute_earns_as_the_rules_say(kind: str, expected: int) -> None:
    rules = rules_of({"points": "table", "table": [4, 1], "substitutes": kind})
    awards = award(rules, TITLE, [GameSeat(0, 1, substitute=True), GameSeat(1, 2)])
    assert shown(awards) == [expected, 1]


def test_missing_scores_are_refused_where_scores_decide() -> None:
    with pytest.raises(ValueError, match="score of every seat"):
        award(rules_of({"points": "share"}), TITLE, [GameSeat(0, 1, 5), GameSeat(1, 2)])


def test_scores_of_any_size_are_exact() -> None:
    awards = award(rules_of({"points": "share"}), TITLE, seats(3 * 10**17, 10**17))
    assert shown(awards) == [100, 33.33]


@pytest.mark.parametrize(
    ("above", "below", "expected"), [(5, 2, 3), (-5, 2, -3), (4, 3, 1), (0, 9, 0), (-1, 3, 0)]
)
def test_rounding_is_half_away_from_zero(above: int, below: int, expected: int) -> None:
    assert rounded(above, below) == expected


def test_rules_survive_being_stored() -> None:
    rules = SeasonRules(points="share", titles=(TITLE,), best=5, ties=("wins",), pars={TITLE: 9})
    assert rules_of(stored(rules)) == rules
