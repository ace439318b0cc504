"""The calculators: where a tile could go, what lies between cities, which lines can be stolen."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.codec import convert
from games.engine.errors import Fault
from games.engine.title import Calculator, Note, Panel
from tests.rules.titles.central_pacific.play import HOMES, TITLE, TWO, position, table

START = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW B!E2"


def calculator(key: str) -> Calculator:
    """Return a calculator by its key."""
    return next(one for one in TITLE.what_if if one.key == key)


def answer(key: str, state: Any, **asked: str) -> tuple[Any, ...]:
    """Return what a calculator answers."""
    tool = calculator(key)
    return tool.answer(TWO, state, convert(asked, tool.question_type))


def rows(found: tuple[Any, ...]) -> dict[Any, tuple[Any, ...]]:
    """Return the rows of an answer's table by their first cell."""
    (panel,) = [one for one in found if isinstance(one, Panel)]
    return {row[0]: row[1:] for row in panel.rows}


def test_tile_is_listed_with_rotations_price_and_claims() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=F E4=S:NS E5=@2:NESW")
    found = answer("tile", state, tile="S:NS", seat="A")
    assert found[0] == Note("where_squares", {"count": 3, "seat": "A"})
    assert rows(found)["E3"] == ("north-south", 2, "claim E1-E5")
    assert rows(found)["D1"] == ("east-west", 1, "")


def test_tile_that_fits_nowhere_is_told() -> None:
    _, state = position(HOMES)
    assert answer("tile", state, tile="@4:N", seat="A") == (Note("where_nowhere", {"seat": "A"}),)


def test_cities_are_told_with_rails_between_and_needed() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=S:NS E4=S:NS E5=@3:NS")
    (joined,) = answer("cities", state, city="E1", other="E5")
    assert (joined.code, joined.facts["rails"], joined.facts["needed"]) == ("between", 3, 3)
    (apart,) = answer("cities", state, city="E5", other="F10")
    assert (apart.code, apart.facts["needed"]) == ("between_open", 3)


def test_lines_are_told_with_the_square_they_can_be_stolen_through() -> None:
    line = f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW E5=S:NS E6=T:NES E7=S:NS E8=@2:N B!E5"
    found = answer("lines", position(f"{line} spike=B")[1], side="B")
    assert found[0] == Note("steal_after")
    assert rows(found) == {"E4-E8": (3, "F6", "F6 with a city")}
    before = answer("lines", position(line)[1], side="B")
    assert before[0] == Note("steal_before")
    assert rows(before) == {"E4-E8": (3, "F6", "")}
    assert answer("lines", position(line)[1], side="A") == (Note("steal_none", {"side": "A"}),)


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("tile", {"tile": "Z", "seat": "A"}),
        ("tile", {"tile": "S:NS", "seat": "Q"}),
        ("cities", {"city": "E1", "other": "E1"}),
        ("cities", {"city": "E2", "other": "E1"}),
        ("cities", {"city": "E1", "other": "Z99"}),
        ("lines", {"side": "Q"}),
    ],
)
def test_unfit_question_is_a_fault_of_its_field(key: str, asked: dict[str, str]) -> None:
    _, state = position(START)
    with pytest.raises(Fault):
        answer(key, state, **asked)


def test_questions_offer_what_there_is_and_nothing_after_the_end() -> None:
    _, state = position(START)
    for tool in TITLE.what_if:
        for field in tool.fields(TWO, state, "A"):
            assert field.value in {choice.value for choice in field.choices}
    _, over = position(f"{HOMES} end=agreement")
    assert [len(tool.fields(TWO, over, "A")) for tool in TITLE.what_if] == [0, 2, 0]
    counted = table(2, "practice", tiles="checked")
    tiles = calculator("tile").fields(counted, position(HOMES, counted)[1], "A")[0].choices
    assert "@4:NES" in {choice.value for choice in tiles}
    assert "@4:NESW" not in {choice.value for choice in tiles}
