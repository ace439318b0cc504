"""How far it is over track that exists: from trains and sources of goods to the cities that pay for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.engine.codec import Value
from games.engine.paths import steps_from
from games.engine.title import Table
from games.titles.empire_builder.board import ends_of
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.state import State, grid
from games.titles.empire_builder.ways import track_of

Ways = tuple[tuple[str, str], ...]
"""Every seat with its track as text: what a table of distances is kept under."""


class Supply(Value, frozen=True):
    """For one demand: a city that has the good, and the mileposts over track from there."""

    good: str
    city: str
    payoff: int
    source: str
    distance: int
    """From the source to the city that demands it, over everybody's track."""
    approach: int
    """From the train to the source; -1 where no track leads there."""


def supplies(table: Table, state: State, seat: str, number: int = 1) -> tuple[Supply, ...]:
    """Return, for each demand in a hand, its sources by distance over track that exists.

    Everybody's track counts, turning is not looked at: a helper's estimate, nearest source first.
    """
    places = grid(table, state)
    ways = tuple(state.ways.items())
    train = state.trains.get(f"{seat}{number}")
    near = _distances(places, ways, train.at if train is not None else "")
    found: list[Supply] = []
    for card in state.hands.get(seat, ()):
        for good, key, payoff in ((one.good, one.city, one.payoff) for one in card.demands):
            away = _distances(places, ways, places.locate(key))
            found += sorted(
                (
                    Supply(good, key, payoff, city, away[city], near.get(city, -1))
                    for city in places.sources.get(good, ())
                    if city in away
                ),
                key=lambda one: (one.distance, one.source),
            )
    return tuple(found)


def buyers(
    table: Table, state: State, seat: str, number: int
) -> tuple[tuple[str, str, int, int], ...]:
    """Return each load of a train with who demands it: good, city, payoff, mileposts over track.

    -1 where no track leads to the city; no city and no payoff where no card of the hand demands the
    load. Best payoff first. Rule EB-59.
    """
    places = grid(table, state)
    train = state.trains[f"{seat}{number}"]
    away = _distances(places, tuple(state.ways.items()), train.at)
    found: list[tuple[str, str, int, int]] = []
    for good in dict.fromkeys(train.loads):
        wanted = [
            (good, demand.city, demand.payoff, away.get(demand.city, -1))
            for card in state.hands[seat]
            for demand in card.demands
            if demand.good == good
        ]
        found += sorted(wanted, key=lambda one: -one[2]) or [(good, "", 0, -1)]
    return tuple(found)


@lru_cache(maxsize=16)
def _rails(places: Grid, ways: Ways) -> Mapping[str, list[str]]:
    """Return the neighbours of each milepost over track and inside major cities."""
    found: dict[str, list[str]] = {}
    for key in track_of(ways):
        a, b = ends_of(key)
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    for city in places.majors:
        for place in places.sites[city]:
            grey = [link.to for link in places.links[place].values() if link.grey]
            found.setdefault(place, []).extend(grey)
    return found


@lru_cache(maxsize=512)
def _distances(places: Grid, ways: Ways, start: str) -> Mapping[str, int]:
    """Return the mileposts over track from a place to every city it leads to.

    Kept, since the figures of a table ask for the same ones after every entry.
    """
    rails = _rails(places, ways)
    if start not in places.dots:
        return {}
    city = places.city_at.get(start)
    steps = steps_from(rails, places.sites[city.key] if city is not None else (start,))
    found: dict[str, int] = {}
    for place, away in steps.items():
        city = places.city_at.get(place)
        if city is not None:
            found.setdefault(city.key, away)
    return found
