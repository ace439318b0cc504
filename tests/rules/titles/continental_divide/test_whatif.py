"""The calculator answers with the same arithmetic as the referee."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import IllegalMove
from games.engine.title import Calculator, Effect
from games.titles.continental_divide.whatif import MOST_HEXES, Question
from tests.rules.titles.continental_divide.play import TITLE, after, position

START = (
    "n=4 turn=3 active=A | A=30 B=20 C=20 D=20 | red{iss=5 val=20 inc=6 tre=25 hold=A2,B1 at=M1}"
)


def _tool() -> Calculator:
    (calculator,) = TITLE.what_if
    return calculator


def _effects(question: Question, text: str = START) -> list[Effect]:
    table, state = position(text)
    found = _tool().answer(table, state, question)
    return [one for one in found if isinstance(one, Effect)]


def _answer(question: Question, text: str = START) -> dict[str, tuple[Any, Any]]:
    return {
        ".".join([effect.label.code, str(effect.label.facts.get("seat", ""))]): (
            effect.old,
            effect.new,
        )
        for effect in _effects(question, text)
    }


def test_answer_shows_what_follows_from_the_income() -> None:
    """Income 6 + 3 x 3 = 15 by 5 shares: 2 -> 3 a share; 3 of 5 sold, so 0 -> 6 is kept."""
    assert _answer(Question("red", 3, 3)) == {
        "effect_income.": (6, 15),
        "effect_dividend.": (2, 3),
        "effect_price.": (22, 23),
        "effect_kept.": (0, 6),
        "effect_dividends_of.A": (4, 6),
        "effect_dividends_of.B": (2, 3),
    }


def test_hexes_without_income_change_nothing() -> None:
    effects = _effects(Question("red", 5, 0))
    assert effects
    assert all(effect.old == effect.new and effect.good is None for effect in effects)


@settings(max_examples=40)
@given(st.integers(1, MOST_HEXES), st.integers(0, 12))
def test_answer_is_what_dividends_then_pay(hexes: int, income: int) -> None:
    """What each seat would get is what it is paid once the income is there. Rule CD-45."""
    asked = _answer(Question("red", hexes, income))
    richer = START.replace("inc=6", f"inc={6 + hexes * income}")
    paid = after(richer, "A: done", "B: done", "C: done", "D: done", "dividends")
    for seat, cash in (("A", 30), ("B", 20)):
        assert paid.money[seat] - cash == asked[f"effect_dividends_of.{seat}"][1]
    assert paid.money["red"] - 25 == asked["effect_kept."][1]


def test_railroad_not_started_is_refused() -> None:
    table, state = position(START)
    with pytest.raises(IllegalMove) as refusal:
        _tool().answer(table, state, Question("blue", 1, 1))
    assert refusal.value.code == "not_started"


def test_nothing_is_asked_before_a_railroad_runs_or_after_the_end() -> None:
    table, state = position("n=4 turn=1 active=A | A=60 B=60 C=60 D=60")
    assert _tool().fields(table, state, "A") == ()
    table, state = position(START)
    first = _tool().fields(table, state, "A")[0]
    assert first.value == "red"
