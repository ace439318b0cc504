"""What is followed over time for a game's charts."""

from __future__ import annotations

from games.engine.title import Measure, Table
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.rules import sheet
from games.titles.continental_divide.state import State
from scoring.tables.continental_divide import tally


def measures(table: Table, state: State) -> tuple[Measure, ...]:
    """Return points as if the game ended now, income a turn, net worth and cash of every seat.

    Net worth counts a share at the least price it would cost now (rule CD-22). Cash and what
    contains it are left out where the table hides it (decision A16).
    """
    counted = tally(sheet(table, state))
    points = {seat: counted.of(seat).total for seat in table.seats}
    income, worth = dict.fromkeys(table.seats, 0), {seat: state.money[seat] for seat in table.seats}
    for railroad in state.railroads.values():
        for seat, shares in railroad.held.items():
            income[seat] += shares * railroad.dividend
            worth[seat] += shares * railroad.price
    found = (
        Measure("points", "Points if the game ended", points),
        Measure("income", "Dividends a turn", income, "money"),
    )
    options: Options = table.options
    if options.cash == "hidden":
        return found
    cash = {seat: state.money[seat] for seat in table.seats}
    return (
        *found,
        Measure("worth", "Net worth: cash and shares at their least price", worth, "money"),
        Measure("cash", "Cash", cash, "money"),
    )
