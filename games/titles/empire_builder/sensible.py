"""A move that is not without sense: how games played at random come to something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.errors import Refusal
from games.engine.paths import costs_from
from games.engine.referee import Referee
from games.engine.title import Chance, Table
from games.titles.empire_builder.moves import (
    Build,
    Claim,
    Deliver,
    Drop,
    EndTurn,
    Go,
    Load,
    NewHand,
    Place,
    Upgrade,
)
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.routes import build_arcs, cheapest_build, runs
from games.titles.empire_builder.rules import apply
from games.titles.empire_builder.state import CAPACITY, State, grid, is_opening
from games.titles.empire_builder.track import Gang

Entry = tuple[str, Any]
Job = tuple[int, str, str, str, int]
"""What is worth doing: gain, source, good, city, card."""


def sensible(chance: Chance, table: Table, state: State, entries: Sequence[Entry]) -> Entry:
    """Return a move: carry what pays best, build towards it, now and then something else."""
    seat = state.active
    for entry in entries:
        if isinstance(entry[1], Claim):
            return entry
    if not any(isinstance(move, EndTurn) for _, move in entries) or chance.random() < 0.02:
        return chance.choice(entries)
    weary = 0.6 if table.options.mode == "sudden" else 0.04
    if (seat, NewHand()) in entries and not is_opening(table, state) and chance.random() < weary:
        return seat, NewHand()
    for move in _wishes(chance, table, state, seat, [move for _, move in entries]):
        try:
            apply(table, state, seat, move)
        except Refusal:
            continue
        return seat, move
    return seat, EndTurn()


def _wishes(
    chance: Chance, table: Table, state: State, seat: str, listed: Sequence[Any]
) -> Iterator[Any]:
    """Yield moves worth trying, best first."""
    yield from (move for move in listed if isinstance(move, Deliver))
    job = _job(table, state, seat)
    train = state.trains[f"{seat}1"]
    if not train.at:
        source = job[1] if job else ""
        places = [move for move in listed if isinstance(move, Place)]
        own = [move for move in places if _city(table, state, move.at) == source]
        yield from own or places[:1]
    yield from (move for move in listed if isinstance(move, Place))
    if job is not None and train.at:
        yield from _haul(table, state, seat, job)
    if state.money[seat] > 60 and chance.random() < 0.3:
        yield from (move for move in listed if isinstance(move, Upgrade))
    yield from _building(table, state, seat, job)


def _city(table: Table, state: State, place: str) -> str:
    city = grid(table, state).city_at.get(place)
    return city.key if city is not None else ""


def _job(table: Table, state: State, seat: str) -> Job | None:
    """Return the demand that pays most for what is still to be built for it."""
    places = grid(table, state)
    train = state.trains[f"{seat}1"]
    start = places.locate(_base(table, state, seat))
    sites = [place for place in places.sites.get(start[:-1], (start,)) if place in places.dots]
    costs = costs_from(build_arcs(table, state, seat), [places.numbers[place] for place in sites])
    jobs: list[Job] = []
    for card in state.hands[seat]:
        for demand in card.demands:
            sources = list(places.sources.get(demand.good, ()))
            for source in [""] if demand.good in train.loads else sources:
                cost = sum(
                    min(costs[places.numbers[site]] or 0 for site in places.sites[city])
                    for city in (source, demand.city)
                    if city
                )
                jobs.append(
                    (demand.payoff * 2 - cost * 3, source, demand.good, demand.city, card.number)
                )
    return max(jobs, default=None)


def _way(table: Table, state: State, seat: str, place: str) -> Any:
    """Return the cheapest way from what a seat has, or any major city, to a city."""
    return cheapest_build(table, state, seat, _base(table, state, seat), place)


def _base(table: Table, state: State, seat: str) -> str:
    own = state.ways.get(seat, "")
    return own.split(">", 1)[0] if own else grid(table, state).majors[ord(seat) % 3]


def _haul(table: Table, state: State, seat: str, job: Job) -> Iterator[Any]:
    _, source, good, city, _ = job
    train = state.trains[f"{seat}1"]
    here = _city(table, state, train.at)
    if source and here == source:
        if len(train.loads) >= CAPACITY[train.type]:
            yield Drop(train.loads[0])
        yield Load(good)
    target = source or city
    if here != target:
        for way in runs(table, state, seat, 1, grid(table, state).locate(target)):
            steps = way.path[1:]
            yield from (Go(steps[:count]) for count in range(min(len(steps), 12), 0, -1))


def _building(table: Table, state: State, seat: str, job: Job | None) -> Iterator[Any]:
    """Yield builds towards the job, or towards another major city where the win needs them."""
    goals = [place for place in (job[1], job[3]) if place] if job else []
    if table.options.mode == "eb" and state.money[seat] > 40:
        joined = joined_majors(table, state, seat)
        goals += [key for key in grid(table, state).majors if key not in joined]
    for goal in goals:
        way = _way(table, state, seat, goal)
        if way is not None and way.now and way.paths:
            yield from _prefixes(table, state, seat, way)


def _prefixes(table: Table, state: State, seat: str, way: Any) -> Iterator[Build]:
    """Yield as much of a way as the turn pays for, from an end that may be built from."""
    for path in (*way.paths, *(tuple(reversed(path)) for path in way.paths)):
        gang = Gang(table, state, seat, Referee(frozenset(), frozenset()))
        if gang.may_start(path[0]):
            yield from (Build(path[:count]) for count in range(len(path), 1, -1))
