"""Templates and examples: filling in, refusing, comparing."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalMove
from games.engine.examples import Shows, compare, same
from games.engine.referee import Referee
from games.engine.title import Outcome
from games.engine.words import fill


def test_fill_speaks_by_the_kind_of_fact() -> None:
    text = fill("{seat:seat} pays {pay:money}", {"seat": "A", "pay": 3}, {"money": "${}".format})
    assert text == "A pays $3"


@pytest.mark.parametrize(("count", "said"), [(1, "1 hex"), (3, "3 hexes"), (0, "0 hexes")])
def test_fill_counts_in_words(count: int, said: str) -> None:
    assert fill("{built:hex|hexes}", {"built": count}) == said


def test_fill_joins_lists_and_keeps_the_rest_where_a_fact_is_missing() -> None:
    assert fill("{free} of {all}", {"free": ("1", "2")}) == "1, 2 of {all}"


def test_referee_raises_with_the_figures() -> None:
    with pytest.raises(IllegalMove) as caught:
        Referee(frozenset(), frozenset()).refuse("short", "X-1", cash=3)
    assert (caught.value.code, caught.value.rule) == ("short", "X-1")
    assert caught.value.facts == {"cash": 3}


def test_referee_remembers_once_what_the_table_overruled() -> None:
    referee = Referee(frozenset({"soft"}), frozenset())
    referee.refuse("soft", "X-1")
    referee.refuse("soft", "X-1")
    assert referee.overruled == ["soft"]


def test_hard_code_is_never_overruled() -> None:
    with pytest.raises(IllegalMove):
        Referee(frozenset({"hard"}), frozenset({"hard"})).refuse("hard", "X-1")


@pytest.mark.parametrize(
    ("wanted", "got", "alike"),
    [
        (3, 3, True),
        (3, 4, False),
        (["a", "b"], ("b", "a"), True),
        (["a"], ["a", "b"], False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, None, False),
        (Shows("A=1 win B"), "win B ; A=1", True),
        (Shows("A=1"), "A=10", False),
    ],
)
def test_figures_compare_by_their_kind(wanted: object, got: object, alike: bool) -> None:
    assert same(wanted, got) is alike


def test_compare_says_what_refused() -> None:
    outcome = Outcome("illegal", "short", "X-1")
    difference = compare({"verdict": "legal", "facts": {"c": 2}}, outcome)
    assert difference is not None
    assert "verdict='legal'" in difference[0]
    assert "short (X-1)" in difference[1]
    assert compare({"verdict": "illegal", "rule": "X-1"}, outcome) is None
