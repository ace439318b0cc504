"""Times 20th Century Limited: minimum removal and waiver routes beside an approximation and an exact solver.

Run `python bench/twentieth_century_limited.py`. Networks of 60 nodes and 120 lines are drawn with a
fixed seed; every answer is compared, and how often each way finds the optimum is counted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from _setup import ROOT
from steiner import Graph, approximated, network, programmed

sys.path.insert(0, str(ROOT))

from games.titles.twentieth_century_limited.network import Track, removal
from games.titles.twentieth_century_limited.routes import cheapest_routes

NETWORKS = 60
WAIVERS = 8
"""Entry Waivers Red holds: what each of four players starts with."""

SOLVED = 4
"""Networks that the integer programme is run on; it takes long."""


@dataclass(frozen=True, slots=True)
class Case:
    """A board with its lines, the cities of a card, and who has a segment where."""

    graph: Graph
    lines: Track
    cities: tuple[str, ...]
    owners: Mapping[str, str]

    def of(self, *seats: str) -> Track:
        """Return the segments of some seats."""
        return {line: ends for line, ends in self.lines.items() if self.owners[line] in seats}


def drawn(cities: int) -> list[Case]:
    """Return boards full of segments of four seats, with a card of so many cities."""
    rng = random.Random(cities)
    return [_case(rng, network(rng, cities)) for _ in range(NETWORKS)]


def _case(rng: random.Random, graph: Graph) -> Case:
    edges, terminals, _ = graph
    lines = {f"N{a}-N{b}#{place}": (f"N{a}", f"N{b}") for place, (a, b, _) in enumerate(edges)}
    owners = {line: rng.choice("RGBY") for line in lines}
    return Case(graph, lines, tuple(f"N{node}" for node in terminals), owners)


def exact(case: Case) -> int:
    """Return the size of one minimum set, the whole board being one seat's."""
    plan = removal(case.lines, {}, case.cities, 1)
    return plan.size if plan else -1


def tied(case: Case) -> int:
    """Return the size, with the sets told apart as when a player has to choose."""
    plan = removal(case.lines, {}, case.cities, 25)
    return plan.size if plan else -1


def borrowed(case: Case) -> int:
    """Return the size with Green's segments used: what Red must take off beside them."""
    plan = removal(case.of("R", "B", "Y"), case.of("G"), case.cities, 1)
    return plan.size if plan else -1


def routes(case: Case) -> int:
    """Return the Entry Waivers of Red's cheapest routes, -1 where there is none."""
    found = cheapest_routes(case.of("R"), case.of("G", "B", "Y"), case.owners, case.cities, WAIVERS)
    return found.routes[0].cost if found.routes else -1


def solved_routes(case: Case) -> int:
    """Return the fewest opponents' segments by the integer programme, own ones drawn together.

    It knows neither the limit of five nor that own track must be needed: a lower bound.
    """
    edges, terminals, leaves = case.graph
    names = list(case.lines)
    weighted = [
        edge._replace(weight=1 if case.owners[names[place]] == "R" else 1000)
        for place, edge in enumerate(edges)
    ]
    return programmed((weighted, terminals, leaves)) // 1000


def timed(run: Callable[[Case], int], cases: Sequence[Case]) -> tuple[list[int], list[float]]:
    """Return each answer and its milliseconds."""
    answers, times = [], []
    for case in cases:
        start = time.process_time()
        answers.append(run(case))
        times.append((time.process_time() - start) * 1000)
    return answers, times


def report(
    name: str,
    cases: Sequence[Case],
    ours: Callable[[Case], int],
    others: Mapping[str, tuple[Callable[[Case], int], int]],
) -> None:
    """Print our times and, as ratios, those of others, and how many of their answers are ours."""
    answers, base = timed(ours, cases)
    middle = statistics.median(base)
    print(f"\n{name}: {len(cases)} boards")
    print(f"  ours                      median {middle:8.2f} ms, slowest {max(base):8.2f} ms")
    for label, (run, count) in others.items():
        found, times = timed(run, cases[:count])
        same = sum(a == b for a, b in zip(found, answers, strict=False))
        median = statistics.median(times)
        print(
            f"  {label:26}median {median:8.2f} ms ({median / middle:7.1f} x), "
            f"slowest {max(times):8.2f} ms, {same} of {count} the same size"
        )


def main() -> None:
    """Print every table."""
    for cities in (3, 5, 6):
        cases = drawn(cities)
        report(
            f"Minimum removal, 60 nodes, 120 lines, {cities} cities",
            cases,
            exact,
            {
                "ours, up to 25 sets": (tied, NETWORKS),
                "networkx approximation": (lambda case: approximated(case.graph), NETWORKS),
                "highspy, exact": (lambda case: programmed(case.graph), SOLVED),
            },
        )
        report(f"... with Green's segments used, {cities} cities", cases, borrowed, {})
        report(
            f"Cheapest waiver routes, {cities} cities",
            cases,
            routes,
            {"highspy, exact, no limits": (solved_routes, SOLVED)},
        )


if __name__ == "__main__":
    main()
