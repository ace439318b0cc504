"""What the table tells of the printed map and cards during a game. Digest 1.3."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Step, Table
from games.titles.railways_east_west.board import MOST_CITIES, City, plain
from games.titles.railways_east_west.cubes import due_at_change, due_at_start, owing
from games.titles.railways_east_west.moves import (
    Chart,
    ChartBounty,
    ChartCity,
    ChartFigure,
    ChartIncome,
)
from games.titles.railways_east_west.state import State, all_cities, city_of

LEAST_BOND = 2
"""What a bond brings at least: interest is taken off it."""


def chart(table: Table, state: State, move: Chart, referee: Referee) -> Step:
    """Return the step that enters what is printed, or raise `IllegalMove`. Rules RB-19, RB-21, A45."""
    if table.board.complete and not isinstance(move, ChartFigure):
        referee.refuse("chart_fixed", "A45", board=table.board.name)
    match move:
        case ChartCity():
            return Step(_city(table, state, move, referee))
        case ChartIncome():
            marks = {**state.marks, move.points: move.income}
            return Step(replace(state, marks=marks))
        case ChartBounty():
            if city_of(table, state, move.city) is None:
                referee.refuse("unknown_city", "RB-21", city=move.city)
            return Step(replace(state, bounties={**state.bounties, move.city: move.points}))
        case ChartFigure():
            if move.figure == "bond" and move.amount < LEAST_BOND:
                referee.refuse("bond_figure", "RB-16", amount=move.amount, least=LEAST_BOND)
            return Step(replace(state, figures={**state.figures, move.figure: move.amount}))
        case _:
            assert_never(move)


def _city(table: Table, state: State, move: ChartCity, referee: Referee) -> State:
    known = city_of(table, state, move.city)
    cities = tuple(all_cities(table, state))
    if known is None:
        taken = [city.name for city in cities if plain(city.name) == plain(move.name)]
        if not plain(move.name) or taken:
            referee.refuse("city_name", "A45", city=move.city, name=move.name or "none")
        if len(cities) >= MOST_CITIES:
            referee.refuse("chart_full", "A45", most=MOST_CITIES)
        known = City(move.city, move.name, move.region, move.coast)
    city = replace(known, colour=move.colour, value=move.value)
    state = replace(state, charted={**state.charted, move.city: city})
    if known.value is not None or move.city in state.cities or move.city in state.due:
        return state
    if city.region == "E":
        return due_at_start(table, state, move.city)
    due = due_at_change(table, state, move.city)
    return owing(state, move.city, due.count, due.rule) if due and state.phase == 2 else state
