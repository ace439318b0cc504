"""What comes off and what is paid, against every possibility on small boards, and the deck's minimum sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.codec import decode
from games.titles.twentieth_century_limited.board import line_ends
from games.titles.twentieth_century_limited.network import (
    Track,
    ends_of,
    joins,
    needed_by_some,
    needless,
    on_the_way,
    removal,
)
from games.titles.twentieth_century_limited.routes import MOST_OF_ONE, cheapest_routes
from tests.rules.boards import read_board
from tests.rules.titles.twentieth_century_limited.play import TITLE

SIZES = Path(__file__).with_name("practice_sizes.json")
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=20, deadline=None)
MAPS = (
    "A-B",
    "A-b",
    "B-b",
    "A-c",
    "C-c",
    "b-c",
    "B-d",
    "C-d",
    "c-d",
    "A-B#2",
    "D-d",
    "C-D",
    "b-c#2",
)


def shares(seed: int, owners: str) -> tuple[Mapping[str, str], list[str]]:
    """Return who has a segment on each line of a small map, by chance, and the cities of a card."""
    chance = Random(seed)
    found = {line: chance.choice(owners) for line in MAPS}
    held = {line: owner for line, owner in found.items() if owner != "."}
    return held, chance.sample("ABCD", chance.choice([2, 3, 4]))


def subsets(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every set of lines, small ones first."""
    for size in range(len(lines) + 1):
        yield from combinations(lines, size)


def joined(lines: Sequence[str], cities: Sequence[str]) -> bool:
    """Say the same as `joins`, by walking from the first city."""
    seen, grown = {cities[0]}, True
    while grown:
        grown = False
        for a, b in map(line_ends, lines):
            if (a in seen) != (b in seen):
                seen |= {a, b}
                grown = True
    return seen.issuperset(cities)


def track(held: Mapping[str, str], owners: str) -> Track:
    """Return the lines of some owners with their nodes."""
    return ends_of(line for line, owner in held.items() if owner in owners)


@given(seed=SEEDS)
@FEW
def test_minimum_sets_are_all_there_are(seed: int) -> None:
    """Rule TCL-35, decision Q01: every smallest set of own segments, with some of others' used."""
    held, cities = shares(seed, "RRRG.")
    own, used = track(held, "R"), track(held, "G")
    every = [kept for kept in subsets(list(own)) if joined([*kept, *used], cities)]
    plan = removal(own, used, cities, 1000)
    assert joins([*own.values(), *used.values()], cities) == bool(every)
    if not every:
        assert plan is None
        return
    least = min(map(len, every))
    assert plan is not None
    assert plan.complete
    assert plan.size == least
    assert sorted(map(sorted, plan.sets)) == sorted(
        sorted(kept) for kept in every if len(kept) == least
    )


@given(seed=SEEDS)
@FEW
def test_shortest_routes_in_all_are_all_there_are(seed: int) -> None:
    """Decision Q02, reading B: fewest segments in all, then fewest own."""
    held, cities = shares(seed, "RRGG.")
    own, used = track(held, "R"), track(held, "G")
    every = [kept for kept in subsets([*own, *used]) if joined(kept, cities)]
    plan = removal(own, used, cities, 1000, total=True)
    if not every:
        assert plan is None
        return
    assert plan is not None
    shortest = [kept for kept in every if len(kept) == min(map(len, every))]
    mine = {tuple(sorted(line for line in kept if line in own)) for kept in shortest}
    least = min(map(len, mine))
    assert (plan.size, plan.borrowed) == (least, len(shortest[0]) - least)
    assert {tuple(sorted(kept)) for kept in plan.sets} == {
        kept for kept in mine if len(kept) == least
    }


@given(seed=SEEDS)
@FEW
def test_segments_paid_for_are_needed_by_some_smallest_set(seed: int) -> None:
    """Rule TCL-53, decisions Q02 and Q03, for a Regional."""
    held, cities = shares(seed, "RRRGG.")
    own = track(held, "R")
    others = [line for line, owner in held.items() if owner == "G"]
    for chosen in [kept for kept in subsets(others) if 0 < len(kept) <= 3][:12]:
        used = ends_of(chosen)
        plan = removal(own, used, cities, 1000)
        sets = plan.sets if plan else ()
        wanted = any(not needless([own[line] for line in kept], used, cities) for kept in sets)
        assert needed_by_some(own, used, cities) == wanted


def lawful(held: Mapping[str, str], chosen: Sequence[str], cities: Sequence[str]) -> bool:
    """Say whether Red may use just these segments: joined, five of one at most, own track needed."""
    own = [line for line, owner in held.items() if owner == "R"]
    owners = [held[line] for line in chosen]
    within = all(owners.count(owner) <= MOST_OF_ONE for owner in owners)
    return within and joined([*own, *chosen], cities) and not joined(chosen, cities)


@given(seed=SEEDS)
@FEW
def test_cheapest_routes_are_the_cheapest(seed: int) -> None:
    """Rules TCL-50 to TCL-56, decision Q27."""
    held, cities = shares(seed, "RGGB.")
    others = [line for line, owner in held.items() if owner != "R"]
    every = [chosen for chosen in subsets(others) if lawful(held, chosen, cities)]
    found = cheapest_routes(track(held, "R"), ends_of(others), held, cities)
    assert found.searched
    if not every:
        assert found.routes == ()
        return
    for route in found.routes:
        assert lawful(held, route.used, cities)
        assert route.cost == len(every[0]) == sum(route.paid.values())


@given(seed=SEEDS)
@FEW
def test_lines_on_the_way_are_those_of_paths_between_cities(seed: int) -> None:
    held, cities = shares(seed, "RG...")
    lines = ends_of(held)
    ways = {line for a, b in combinations(cities, 2) for way in paths(lines, a, b) for line in way}
    assert on_the_way(lines, cities) == ways


def paths(lines: Track, here: str, goal: str, seen: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Yield every way between two nodes that passes no node twice."""
    if here == goal:
        yield []
        return
    for line, ends in lines.items():
        other = ends[here == ends[0]]
        if here in ends and other not in seen:
            for rest in paths(lines, other, goal, (*seen, here)):
                yield [line, *rest]


def chain(seat: str, nodes: str) -> dict[str, str]:
    """Return a seat's segments along nodes."""
    return {"-".join(sorted(pair)): seat for pair in pairwise(nodes)}


def test_six_of_one_player_are_avoided_by_a_dearer_route() -> None:
    """Rule TCL-54: seven of two players, where six of one would do without the limit."""
    held = chain("R", "Aa") | chain("G", "abcdefZ") | chain("B", "aghij") | chain("G", "jklZ")
    own = ends_of(line for line, owner in held.items() if owner == "R")
    others = ends_of(line for line, owner in held.items() if owner != "R")
    (route,) = cheapest_routes(own, others, held, ["A", "Z"]).routes
    assert dict(route.paid) == {"B": 4, "G": 3}


def test_route_takes_a_way_round_so_that_own_track_is_needed() -> None:
    """Rule TCL-56: Green alone joins A and Z in two; with Red's segment it takes two as well, elsewhere."""
    held = chain("G", "AbZ") | chain("G", "Ac") | chain("R", "cd") | chain("G", "dZ")
    own = ends_of(line for line, owner in held.items() if owner == "R")
    others = ends_of(line for line, owner in held.items() if owner != "R")
    (route,) = cheapest_routes(own, others, held, ["A", "Z"]).routes
    assert set(route.used) == {"A-c", "Z-d"}


def test_minimum_sizes_of_the_practice_deck() -> None:
    """Every card of the practice deck, on the bare board, needs as many segments as worked out before."""
    board = read_board(TITLE, "practice")
    sizes: dict[str, int] = decode(SIZES.read_bytes(), dict[str, int])
    cards = {**board.companies, **board.regionals}
    assert sizes.keys() == cards.keys()
    for key, card in cards.items():
        plan = removal(board.ends, {}, card.cities, 1)
        assert plan is not None
        assert plan.size == sizes[key], key
        assert joined(plan.sets[0], card.cities)
    for card in board.companies.values():
        assert card.value == 2 * sizes[card.id] - 2
