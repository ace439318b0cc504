"""Deliveries on small random maps: every walk judged by a second reading of the rules, the best ones found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from games.engine.errors import ChoiceNeeded, Refusal
from games.titles.railways_east_west.moves import Deliver, Move, Raw, Settler
from games.titles.railways_east_west.plan import cubes_at, offers
from games.titles.railways_east_west.routes import best_way
from tests.rules.titles.railways_east_west.play import TITLE, on_test_map, position

EAST = {"CHI": "red", "STL": "purple", "ATL": "blue", "KCY": "grey", "NYC": "red"}
WEST = {"DEN": "blue", "SLC": "purple", "OMA": "grey", "SFO": "red", "FTW": "black"}
COLOURS = {**EAST, **WEST}
RAW_GOALS = {"CHI", "ATL", "NYC"}
COLOUR = {"r": "red", "b": "blue", "k": "black", "y": "yellow", "p": "purple"}
ROOM = {"grey": 1, "red": 3}
STEPS = {9: (8, 5), 6: (5, 3), 3: (3, 1), 1: (1, 0)}
LONGEST = 5
"""Links of the longest walks that are judged one by one."""


@dataclass
class World:
    """One random map: links by owner, what lies where, and the second reading of the rules."""

    phase: int
    engine: int
    links: dict[frozenset[str], set[str]]
    goods: dict[str, str]
    settled: dict[str, int]
    waiting: dict[str, int]
    raw_stop: bool = False

    def position(self) -> str:
        clauses = [
            f"ph={self.phase} del=9 sup=0 drawn=20 | A{{e={self.engine}}} | B{{sc=1}} | C{{}}"
        ]
        for link, owners in self.links.items():
            clauses += [f"link {owner} {'-'.join(sorted(link))} 2" for owner in sorted(owners)]
        for city in COLOURS:
            clauses.append(
                f"city {city} goods={self.goods.get(city, '')}  s={self.waiting.get(city, 0)} "
                f"set={self.settled.get(city, 0)}"
            )
        return " | ".join(clauses)

    def fits(self, kind: str, walk: tuple[str, ...], owners: list[str]) -> bool:
        """Say whether a cube may go this way: "s" a settler, "n" a raw material, else a colour."""
        start, inner, goal = walk[0], walk[1:-1], walk[-1]
        held = self.waiting.get(start, 0) if kind == "s" else self.goods.get(start, "").count(kind)
        plain = held and len(owners) <= self.engine and owners[0] == "A"
        if not plain or len(set(walk)) != len(walk):
            return False
        if kind == "n":
            passed = self.raw_stop and any(city in RAW_GOALS for city in inner)
            return goal in RAW_GOALS and not passed
        if kind == "s":
            room = ROOM.get(COLOURS[goal], 2)
            unsettled = [
                city
                for city in inner
                if city in WEST and WEST[city] != "grey" and not self.settled.get(city)
            ]
            return goal in WEST and self.settled.get(goal, 0) < room and not unsettled
        matching = [city for city in inner if COLOURS[city] == COLOUR[kind]]
        if self.phase == 2 and goal in EAST:
            matching = [city for city in matching if city in EAST]
        return COLOURS[goal] == COLOUR[kind] and not matching

    def walks(self, start: str, most: int) -> Iterator[tuple[tuple[str, ...], list[str]]]:
        """Yield every walk over links with every choice of owners, simple or not."""
        stack: list[tuple[tuple[str, ...], list[str]]] = [((start,), [])]
        while stack:
            walk, owners = stack.pop()
            if owners:
                yield walk, owners
            if len(owners) == most:
                continue
            for link, theirs in self.links.items():
                if walk[-1] in link:
                    (other,) = link - {walk[-1]}
                    stack += [((*walk, other), [*owners, owner]) for owner in sorted(theirs)]

    def value(self, kind: str, owners: list[str]) -> tuple[int, int]:
        own = owners.count("A")
        if self.phase == 1 or kind in "ns":
            return own, 0
        return next((STEPS[least] for least in STEPS if own >= least), (0, 0))


def world(seed: int) -> World:
    chance = Random(seed)
    cities = list(COLOURS)
    pairs = [frozenset((a, b)) for a in cities for b in cities if a < b]
    links: dict[frozenset[str], set[str]] = {}
    for link in chance.sample(pairs, chance.randint(8, 13)):
        links[link] = set(chance.choice(["A", "A", "A", "B", "C", "AB", "BC"]))
    phase = chance.choice([1, 2])
    letters = "rbkyp" + ("n" if phase == 2 else "")
    return World(
        phase,
        chance.choice([1, 2, 3, 4, 6, 12]),
        links,
        {city: "".join(chance.sample(letters, 2)) for city in cities if chance.random() < 0.8},
        {city: 1 for city in WEST if chance.random() < 0.4},
        {city: 1 for city in EAST if chance.random() < 0.5},
        chance.random() < 0.3,
    )


def table_and_state(found: World) -> tuple[Any, Any]:
    table = on_test_map(3, raw_stop="stop" if found.raw_stop else "pass")
    return position(found.position(), table)


def move_of(kind: str, route: tuple[str, ...], state: Any) -> Move:
    if kind == "s":
        return Settler(route)
    return Raw(route, "" if state.raw_gone else "pts") if kind == "n" else Deliver(kind, route)


@pytest.mark.parametrize("seed", range(30))
def test_every_walk_is_judged_as_by_the_second_reading(seed: int) -> None:
    """Rules RB-11 to RB-15, REW-21 to REW-26, REW-37, REW-48: legal and illegal walks alike."""
    found, chance = world(seed), Random(seed)
    table, state = table_and_state(found)
    judged = 0

    def fitting(start: str) -> bool:
        walks = found.walks(start, LONGEST)
        return any(found.fits(kind, *walk) for walk in walks for kind in "rbkypns")

    for start in COLOURS:
        walks = list(found.walks(start, LONGEST))
        fit = [walk for walk in walks if any(found.fits(kind, *walk) for kind in "rbkypns")]
        for walk, owners in (*fit[:40], *chance.sample(walks, min(len(walks), 50))):
            route = (
                walk[0],
                *(f"{city}@{own}" for city, own in zip(walk[1:], owners, strict=True)),
            )
            for kind in {*found.goods.get(start, ""), "s", "r"}:
                try:
                    step = TITLE.apply(table, state, "A", move_of(kind, route, state), frozenset())
                except ChoiceNeeded:
                    raise
                except Refusal:
                    assert not found.fits(kind, walk, owners), (kind, route)
                    continue
                assert found.fits(kind, walk, owners), (kind, route)
                judged += 1
                points, cash = found.value(kind, owners)
                gains = step.state.players["A"].gains
                assert gains.get("links", 0) == points
                assert step.state.money["A"] == cash + (5 if kind == "n" else 0)
                TITLE.check_state(table, step.state)
    assert judged or not any(map(fitting, COLOURS))


@pytest.mark.parametrize("seed", range(60))
def test_best_way_is_the_best_of_all(seed: int) -> None:
    """Most for the deliverer, then least of others' links, then fewest links: by trying every path."""
    found = world(seed)
    table, state = table_and_state(found)
    for start in COLOURS:
        for kind in cubes_at(state, start):
            best = None
            for walk, owners in simple_walks(found, start):
                if found.fits(kind, walk, owners):
                    own = owners.count("A")
                    rank = (*found.value(kind, owners), own - len(owners), -len(owners))
                    best = max(best, rank) if best is not None else rank
            result = best_way(table, state, "A", start, kind)
            assert result.complete
            assert (result.way is None) == (best is None)
            if result.way is None or best is None:
                assert offers(table, state, "A", start, kind) == ()
                continue
            owners = list(result.way.owners)
            own = owners.count("A")
            got = (*found.value(kind, owners), own - len(owners), -len(owners))
            assert got == best, (start, kind, result.way)
            for offer in offers(table, state, "A", start, kind):
                TITLE.apply(table, state, "A", move_of(kind, offer.route, state), frozenset())


def simple_walks(found: World, start: str) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield simple paths within the range; of owners the deliverer, else every other one."""
    stack: list[tuple[tuple[str, ...], list[str]]] = [((start,), [])]
    while stack:
        walk, owners = stack.pop()
        if owners:
            yield walk, owners
        if len(owners) == found.engine:
            continue
        for link, theirs in found.links.items():
            if walk[-1] in link:
                (other,) = link - {walk[-1]}
                if other not in walk:
                    stack += [((*walk, other), [*owners, owner]) for owner in theirs]


def test_three_orders_find_three_ways() -> None:
    """The best way is long, the shortest uses another's link, the cheapest gives nothing away."""
    start = (
        "ph=1 | A{e=6} | B{} | chain A 2 CHI-STL-KCY-OMA-FTW | link A CHI-KCY 2 | link B KCY-FTW 2"
        " | link A KCY-MEM 2 | link A MEM-DSM 2 | link A DSM-FTW 2 | city CHI goods=kr | city MEM col=blue"
    )
    table, state = position(start, on_test_map(2))
    found = {offer.why: offer for offer in offers(table, state, "A", "CHI", "k")}
    assert found["best"].way.cities == ("CHI", "STL", "KCY", "MEM", "DSM", "FTW")
    assert found["best"].gains == {"A": (5, 0)}
    assert found["shortest"].route == ("CHI", "KCY", "FTW@B")
    assert "cheapest" not in found  # the best one gives nothing away either


def test_search_that_is_cut_short_says_so() -> None:
    cities = [city.code for city in on_test_map().board.cities][:16]
    links = [f"link A {a}-{b} 2" for place, a in enumerate(cities) for b in cities[place + 1 :]]
    start = " | ".join(["ph=2 rawgone=1 drawn=9 | A{e=SC} | B{}", *links, "city WAS goods=nr"])
    table, state = position(start)
    found = best_way(table, state, "A", "WAS", "n", most_steps=300)
    assert found.way is not None
    assert not found.complete
