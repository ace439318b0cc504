"""Times Railways of the World, East and West: best ways, major lines after a link, applying an action.

Run `python bench/railways_east_west.py`. Networks of 60 links are drawn on the practice board with a fixed
seed, by one owner and by three; for small ranges every answer is compared with networkx's simple paths.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import networkx
from _setup import ROOT

sys.path.insert(0, str(ROOT))

from msgspec.structs import replace

from games.engine.title import Table
from games.registry import TITLES
from games.titles.railways_east_west.board import link_ends
from games.titles.railways_east_west.lines import with_lines
from games.titles.railways_east_west.plan import cubes_at, half_chances, offers
from games.titles.railways_east_west.routes import best_way, ground
from games.titles.railways_east_west.state import SUPER, Place, State
from tests.rules.boards import opening, table_for
from tests.rules.playout import play

TITLE = TITLES["railways_east_west"]
LINKS = 60
NETWORKS = 12
ENGINES = (4, 8, 12, SUPER)
COMPARED = 8
"""The widest range that networkx's paths are compared at; beyond it they take minutes."""


@dataclass(frozen=True, slots=True)
class Case:
    """A network, a range, and what stands where."""

    table: Table
    state: State


def drawn(owners: str, engine: int, phase: int) -> list[Case]:
    """Return networks of 60 links on the practice board, each with goods in every city."""
    return [_case(Random(seed), owners, engine, phase) for seed in range(NETWORKS)]


def _case(chance: Random, owners: str, engine: int, phase: int) -> Case:
    table = table_for(TITLE, 4)
    state = opening(TITLE, table)
    links: dict[str, dict[str, int]] = {seat: {} for seat in table.seats}
    for name in chance.sample(list(table.board.suggested), LINKS):
        links[chance.choice(owners)][name] = len(table.board.suggested[name])
    letters = "rbkyp" + ("n" if phase == 2 else "")
    cities = {
        city.code: Place(
            goods="".join(chance.choices(letters, k=3)),
            waiting=int(city.region == "E" and chance.random() < 0.4),
            settled=int(city.region == "W" and chance.random() < 0.5),
        )
        for city in table.board.cities
    }
    player = replace(state.players["A"], engine=engine)
    players = {**state.players, "A": player}
    changed: dict[str, Any] = {"links": links, "cities": cities, "players": players, "due": {}}
    return Case(table, replace(state, phase=phase, delivered=9, raw_gone=1, **changed))


def queries(cases: Sequence[Case]) -> Iterator[tuple[Case, str, str]]:
    """Yield every cube of every city of every case."""
    for case in cases:
        for city in case.state.cities:
            for cube in cubes_at(case.state, city):
                yield case, city, cube


def clocked(run: Callable[..., Any], *given: Any) -> float:
    """Return the milliseconds that a call takes."""
    start = time.process_time()
    run(*given)
    return (time.process_time() - start) * 1000


def report(name: str, times: Sequence[float], more: str = "") -> None:
    """Print a row: median, 99 of 100, slowest."""
    ordered = sorted(times)
    high = ordered[int(len(ordered) * 0.99)]
    middle = statistics.median(ordered)
    print(
        f"  {name:44}median {middle:7.2f}  99 % {high:7.2f}  slowest {ordered[-1]:7.2f} ms"
        f"  ({len(ordered)}){more}"
    )


def ways() -> None:
    """Time the search for the three ways of a cube."""
    for owners in ("A", "AAABC"):
        for phase in (1, 2):
            print(f"\nBest ways of a cube, {LINKS} links of {len(set(owners))}, phase {phase}")
            for engine in ENGINES:
                cases = drawn(owners, engine, phase)
                times, cut = [], 0
                for case, city, cube in queries(cases):
                    start = time.process_time()
                    found = offers(case.table, case.state, "A", city, cube)
                    times.append((time.process_time() - start) * 1000)
                    cut += any(not offer.complete for offer in found)
                name = "engine Super-Chief" if engine == SUPER else f"engine {engine}"
                report(name, times, f", {cut} cut short" if cut else "")


def compared() -> None:
    """Compare what the best way brings with every simple path of networkx."""
    same = total = 0
    times, theirs = [], []
    for case, city, cube in list(queries(drawn("A", COMPARED, 1)))[::9]:
        found = best_way(case.table, case.state, "A", city, cube)
        times.append(clocked(best_way, case.table, case.state, "A", city, cube))
        start = time.process_time()
        most = _longest(case, city, cube)
        theirs.append((time.process_time() - start) * 1000)
        total += 1
        same += (len(found.way.owners) if found.way else 0) == most
    print(f"\nBeside networkx, engine {COMPARED}, one owner, phase 1")
    report("ours", times)
    report("networkx, all simple paths", theirs, f", {same} of {total} the same")


def _longest(case: Case, city: str, cube: str) -> int:
    """Return the links of the longest legal way, by listing every simple path."""
    place = ground(case.table, case.state, "A", cube)
    graph = networkx.Graph(tuple(link_ends(name)) for name in case.state.links["A"])
    if city not in graph:
        return 0
    return max(
        (
            len(path) - 1
            for goal in place.ends
            if goal in graph and goal != city
            for path in networkx.all_simple_paths(graph, city, goal, cutoff=COMPARED)
            if not place.halts.intersection(path[1:-1])
        ),
        default=0,
    )


def lines() -> None:
    """Time the check of the major lines after a link, and who could still take half."""
    times, halves = [], []
    for case in drawn("AB", SUPER, 2):
        for seat in "AB":
            state = case.state
            for name in state.links[seat]:
                own = {link: n for link, n in state.links[seat].items() if link != name}
                before = replace(state, links={**state.links, seat: own})
                times.append(clocked(with_lines, case.table, before, state, seat, name))
    for case in drawn("AB", SUPER, 2):
        state = case.state
        for name in state.links["A"]:
            own = {link: n for link, n in state.links["A"].items() if link != name}
            before = replace(state, links={**state.links, "A": own})
            state = with_lines(case.table, before, state, "A", name).state
        halves.append(clocked(half_chances, case.table, state))
    print(f"\nMajor lines, {LINKS} links of 2")
    report("after a link", times)
    report("who could still take half", halves)


def actions() -> None:
    """Time applying the moves of whole games, and listing and showing beside them."""
    times: dict[str, list[float]] = {"apply": [], "panels": [], "forms": []}
    for seed in range(4):
        table = table_for(TITLE, 2 + seed)
        for played in play(TITLE, table, opening(TITLE, table), seed):
            before, seat, move = played.before, played.seat, played.move
            times["apply"].append(clocked(TITLE.apply, table, before, seat, move, frozenset()))
            times["panels"].append(clocked(TITLE.panels, table, before))
            actor = TITLE.actor(table, before) or ""
            times["forms"].append(clocked(TITLE.forms, table, before, actor))
    print("\nWhole games of 2 to 5 players")
    for name, found in times.items():
        report(name, found)


def main() -> None:
    """Print every table."""
    actions()
    lines()
    ways()
    compared()


if __name__ == "__main__":
    main()
