"""What is followed over time: money, payoffs, track and fees of every seat."""

from __future__ import annotations

from games.engine.title import Measure, Table
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.state import State, Stats, turns_taken


def measures(table: Table, state: State) -> tuple[Measure, ...]:
    """Return cash, payoffs, deliveries, cities joined, cost of track and fees of every seat.

    Cash is left out where the table hides it (decision A41).
    """
    stats = {seat: state.stats.get(seat, Stats()) for seat in table.seats}
    joined = {seat: len(joined_majors(table, state, seat)) for seat in table.seats}
    found = (
        Measure("payoffs", "Payoffs so far", _each(stats, "payoffs"), "money"),
        Measure("payoffs_a_turn", "Payoffs a turn", _a_turn(table, state, stats), "money"),
        Measure("deliveries", "Deliveries so far", _each(stats, "deliveries")),
        Measure("best", "Best delivery", _each(stats, "best"), "money"),
        Measure("cities", "Major cities joined", joined),
        Measure("track", "Spent on track", _each(stats, "cost"), "money"),
        Measure("fees_earned", "Use fees earned", _each(stats, "earned"), "money"),
        Measure("fees_paid", "Use fees paid", _each(stats, "paid"), "money"),
    )
    if table.options.cash == "hidden":
        return found
    cash = {seat: state.money[seat] for seat in table.seats}
    return (Measure("cash", "Cash", cash, "money"), *found)


def _a_turn(table: Table, state: State, stats: dict[str, Stats]) -> dict[str, int]:
    """Return the payoffs that came on each turn in which trains ran, rounded down."""
    return {
        seat: own.payoffs // max(1, turns_taken(table, state, seat)) for seat, own in stats.items()
    }


def _each(stats: dict[str, Stats], name: str) -> dict[str, int]:
    return {seat: getattr(own, name) for seat, own in stats.items()}
