"""How random games of 20th Century Limited are played so that they come to something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.engine.errors import Refusal
from games.engine.steiner import Edge, minimum_trees
from games.engine.title import Table
from games.titles.twentieth_century_limited.cards import waiver_routes
from games.titles.twentieth_century_limited.listing import open_companies, open_regionals
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Company,
    EndTurn,
    Exchange,
    PickUp,
    Place,
    Regional,
    Reset,
)
from games.titles.twentieth_century_limited.rules import apply
from games.titles.twentieth_century_limited.state import State, all_lines, known_ends, segments_of

Entry = tuple[str, Any]
NEW = 8
"""What a segment that is still to be placed weighs against one that lies there."""


def taste(chance: Random, table: Table, state: State, entries: Sequence[Entry]) -> Entry:
    """Return a move: score what can be scored, place towards one card, now and then something else."""
    seat = state.active
    if state.phase == "awards" or chance.random() < 0.06:
        kind = chance.choice(sorted({type(move).__name__ for _, move in entries}))
        return chance.choice([entry for entry in entries if type(entry[1]).__name__ == kind])
    for move in _wishes(chance, table, state, seat, [move for _, move in entries]):
        try:
            apply(table, state, seat, move)
        except Refusal:
            continue
        return seat, move
    rare = (Exchange, Reset, PickUp)
    calm = [entry for entry in entries if not isinstance(entry[1], rare)] or list(entries)
    return (seat, EndTurn()) if (seat, EndTurn()) in entries else chance.choice(calm)


def _wishes(
    chance: Random, table: Table, state: State, seat: str, listed: Sequence[Any]
) -> Iterator[Any]:
    """Yield moves worth trying, best first."""
    yield from (move for move in listed if isinstance(move, Bonus))
    scorings = [move for move in listed if isinstance(move, (Regional, Company))]
    if scorings:
        yield max(scorings, key=lambda move: (_worth(move), chance.random()))
    if not state.track:
        yield from _placing(table, state, seat)
    elif not state.followup and chance.random() < 0.5:
        yield from _paying(table, state, seat)


def _worth(move: Regional | Company) -> int:
    return move.value or 0 if isinstance(move, Company) else 6 + 2 * move.era


def _goals(table: Table, state: State, seat: str) -> list[Regional | Company]:
    """Return the cards a seat is after: by its letter, so that seats differ. Two of each kind."""
    turn = ord(seat) + state.players[seat].scored
    regionals = open_regionals(table, state, seat)
    companies = [card for card in open_companies(table, state) if card.value <= 12]
    goals: list[Regional | Company] = [
        Regional(card.era, card.cities, card.id)
        for card in regionals[turn % max(1, len(regionals)) :][:2]
    ]
    dear = companies[turn * 5 % max(1, len(companies)) :][:2]
    goals += [Company(card.cities, card.value, card.id) for card in dear]
    return goals if ord(seat) % 2 else goals[::-1]


def _placing(table: Table, state: State, seat: str) -> Iterator[Place]:
    """Yield what to place towards the first goal that can still be reached."""
    lines = [line for line in all_lines(table, state) if state.owners.get(line, seat) == seat]
    edges = [
        Edge(*ends, 1 if line in state.owners else NEW)
        for line in lines
        if (ends := known_ends(table, state, line))
    ]
    for goal in _goals(table, state, seat):
        trees = minimum_trees(edges, goal.cities)
        if trees is None:
            continue
        new = [lines[place] for place in trees.first if lines[place] not in state.owners]
        for count in (3, 2, 1):
            if new:
                yield Place(tuple(new[:count]))


def _paying(table: Table, state: State, seat: str) -> Iterator[Regional | Company]:
    """Yield goals to score over others' track, at the cheapest."""
    if next(segments_of(state, seat), None) is None:
        return
    for goal in _goals(table, state, seat):
        for route in waiver_routes(table, state, seat, goal.cities).routes[:1]:
            if 0 < route.cost <= min(4, state.money[seat]):
                if isinstance(goal, Regional):
                    yield Regional(goal.era, goal.cities, goal.card, route.used)
                else:
                    yield Company(goal.cities, goal.value, goal.card, route.used)
