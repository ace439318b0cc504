"""What n more hexes would bring a railroad: dividend, price, what each seat gets. Nothing is entered."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fact, IllegalMove
from games.engine.title import Calculator, Choice, Effect, Field, Note, Table
from games.titles.continental_divide.state import CUBES, Railroad, State
from scoring.tables.continental_divide import dividend, minimum_price, remainder

MOST_HEXES = sum(CUBES)
MOST_EACH = 99


class Question(Value, frozen=True):
    """A railroad, how many hexes it would build, and the income printed in each of them."""

    railroad: str
    hexes: Annotated[int, msgspec.Meta(ge=1, le=MOST_HEXES)]
    income: Annotated[int, msgspec.Meta(ge=0, le=MOST_EACH)]


def fields(table: Table, state: State, seat: str) -> tuple[Field, ...]:
    """Return what is asked, the railroad the seat holds most of filled in; none before any started."""
    if not state.railroads or state.phase == "over":
        return ()
    own = max(state.railroads, key=lambda key: state.railroads[key].held.get(seat, 0))
    choices = tuple(Choice(key, key.capitalize()) for key in state.railroads)
    return (
        Field("railroad", "Railroad", "choice", choices, value=own),
        Field("hexes", "Hexes more", "int", least=1, most=MOST_HEXES, value="3"),
        Field("income", "Income of each", "int", least=0, most=MOST_EACH, value="2"),
    )


def answer(table: Table, state: State, question: Question) -> tuple[Effect, ...]:
    """Return what would change: income, dividend, price, what is kept, and each holder's dividends.

    Only the income counts here: whether the hexes can be paid and reached is the referee's to say
    when they are built. Raises `IllegalMove` for a railroad that has not been started.
    Rules CD-22: Existing Railroad; CD-45 to CD-48: Pay Dividends.
    """
    railroad = state.railroads.get(question.railroad)
    if railroad is None:
        raise IllegalMove("not_started", "CD-22", railroad=question.railroad)
    name: dict[str, Fact] = {"railroad": question.railroad}
    income = railroad.income + question.hexes * question.income
    each = dividend(income, railroad.issued)
    price = minimum_price(railroad.value, income, railroad.issued)
    found = [
        _effect(Note("effect_income", name), railroad.income, income, "figure"),
        _effect(Note("effect_dividend", name), railroad.dividend, each, "money"),
        _effect(Note("effect_price", name), railroad.price, price, "money"),
        _kept(name, railroad, income),
    ]
    found += [
        _effect(
            Note("effect_dividends_of", {"seat": seat, **name}),
            railroad.held[seat] * railroad.dividend,
            railroad.held[seat] * each,
            "money",
        )
        for seat in table.seats
        if seat in railroad.held
    ]
    return tuple(found)


def _kept(name: dict[str, Fact], railroad: Railroad, income: int) -> Effect:
    now = remainder(railroad.income, railroad.issued, railroad.sold)
    then = remainder(income, railroad.issued, railroad.sold)
    return _effect(Note("effect_kept", name), now, then, "money")


def _effect(label: Note, old: int, new: int, kind: str) -> Effect:
    good = None if old == new else new > old
    return Effect(label, old, new, good, "money" if kind == "money" else "figure")


CALCULATOR = Calculator(
    "hexes",
    "What would more hexes bring?",
    "Work it out",
    Question,
    fields,
    answer,
    "CD-45",
    "From the income alone: whether the hexes can be reached and paid is said when they are built.",
)
