"""Planning track: what taps on mileposts come to as the cheapest legal way, and what this turn pays of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from games.engine.drawing import Mark, Offer, Plan
from games.engine.errors import Fact, IllegalMove
from games.engine.referee import Referee
from games.engine.title import Note, Table
from games.titles.empire_builder.moves import Build
from games.titles.empire_builder.network import starts, touches
from games.titles.empire_builder.routes import BuildWay, cheapest_build, cheapest_join
from games.titles.empire_builder.rules import apply
from games.titles.empire_builder.state import TURN_SPEND, State, grid, with_track
from games.titles.empire_builder.track import Gang

BRANCH = "+"
"""The tap that ends one line, so that the next tap begins another."""

MOST_POINTS = 24
"""Taps that are planned: a turn pays for no more than twenty sections."""

Path = tuple[str, ...]


def plan_build(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Return what taps come to: from own track or a major city, by way of each, cheapest in between.

    Raises `IllegalMove` where the last tap can lead to nothing. Rules EB-31 and EB-34 to EB-43.
    """
    taps = tuple(taps[:MOST_POINTS])
    left = max(0, min(TURN_SPEND - state.turn.spent, state.money[seat]))
    if not any(tap != BRANCH for tap in taps):
        marks = tuple(Mark(place, "anchor") for place in own_starts(table, state, seat))
        return Plan(marks=marks, said=(Note("plan_build_where", {"left": left}),))
    trial, paths, begins = state, list[Path](), list[str]()
    for branch in _branches(taps):
        trial, found, begin = _branch(table, trial, seat, branch)
        paths += found
        begins.append(begin)
    if not paths:
        said = Note("plan_from", {"place": begins[-1], "left": left})
        marks = (Mark(begins[-1], "from"),)
        return Plan("build", {"path": "", "also": ""}, taps, marks, said=(said,))
    return _answer(table, state, seat, taps, paths, begins, left)


def own_starts(table: Table, state: State, seat: str) -> tuple[str, ...]:
    """Return where building can begin: at a seat's own track, at any major city before it has some."""
    places, track = grid(table, state), state.track
    everywhere = starts(table, state, seat)
    own = tuple(place for place in everywhere if touches(places, track, place, seat))
    return own or everywhere


def _branches(taps: Iterable[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for tap in taps:
        if tap == BRANCH:
            found.append([])
        elif found[-1][-1:] != [tap]:
            found[-1].append(tap)
    return [branch for branch in found if branch]


def _branch(
    table: Table, state: State, seat: str, points: list[str]
) -> tuple[State, list[Path], str]:
    """Return the state with a line laid, its new stretches, and where it begins."""
    places = grid(table, state)
    for point in points:
        if point not in places.dots:
            raise IllegalMove("off_map", "EB-34", place=point)
    paths: list[Path] = []
    begin = points[0]
    if not Gang(table, state, seat, Referee(frozenset(), frozenset())).may_start(begin):
        way = cheapest_join(table, state, seat, own_starts(table, state, seat), begin)
        if way is None:
            way = cheapest_join(table, state, seat, starts(table, state, seat), begin)
        state = _laid(table, state, seat, way, paths, begin)
        begin = paths[0][0] if paths else begin
    for a, b in pairwise(points):
        way = cheapest_build(table, state, seat, a, b)
        state = _laid(table, state, seat, way, paths, b)
    return state, paths, begin


def _laid(
    table: Table, state: State, seat: str, way: BuildWay | None, paths: list[Path], goal: str
) -> State:
    """Return the state with a way laid as if it were paid, its stretches added to `paths`."""
    if way is None:
        raise IllegalMove("no_way_to_build", "EB-34", place=goal)
    gang = Gang(table, state, seat, Referee(frozenset(), frozenset()))
    for path in way.paths:
        for a, b in pairwise(path):
            gang.lay(a, b)
        _add(paths, path)
    turn = replace(state.turn, exits=gang.exits)
    return with_track(replace(state, turn=turn), gang.track, seat)


def _add(paths: list[Path], path: Path) -> None:
    """Add a stretch, as part of the one before where it goes on from its end."""
    if paths and paths[-1][-1] == path[0]:
        paths[-1] += path[1:]
    else:
        paths.append(path)


def _answer(
    table: Table,
    state: State,
    seat: str,
    taps: tuple[str, ...],
    paths: list[Path],
    begins: list[str],
    left: int,
) -> Plan:
    now, cost = _paid(table, state, paths, left)
    whole = sum(len(path) - 1 for path in paths)
    full = _cost(table, state, paths)
    count = sum(len(path) - 1 for path in now)
    later = {place for path in paths for place in path} - {place for path in now for place in path}
    marks = [Mark(begin, "from") for begin in begins]
    marks += [Mark(place, "other") for place in sorted(later)]
    facts: dict[str, Fact] = {"sections": count, "cost": cost, "left": left - cost}
    facts |= {"whole": whole, "full": full, "cash": state.money[seat] - cost}
    if not now:
        said = Note("plan_build_none", {**facts, "left": left})
        return Plan("build", {"path": "", "also": ""}, taps, tuple(marks), said=(said,))
    apply(table, state, seat, Build(now[0], tuple(now[1:])))  # or says what forbids it
    marks.append(Mark(now[-1][-1], "chosen"))
    said = Note("plan_build" if count == whole else "plan_build_part", facts)
    offers: tuple[Offer, ...] = ()
    if cost < left:
        offers = (Offer(Note("plan_branch"), taps=(*taps, BRANCH)),)
    fields = {
        "path": " ".join(now[0]),
        "also": "; ".join(" ".join(path) for path in now[1:]),
    }
    return Plan(
        "build", fields, taps, tuple(marks), tuple(now), (said,), offers, ask=taps[-1] != BRANCH
    )


def _paid(table: Table, state: State, paths: list[Path], left: int) -> tuple[list[Path], int]:
    """Return as much of the stretches, in order, as so many millions pay for, and its price."""
    links = grid(table, state).links
    now: list[Path] = []
    cost = 0
    for path in paths:
        for count, (a, b) in enumerate(pairwise(path), start=1):
            price = links[a][b].price
            if cost + price > left:
                return [*now, path[:count]] if count > 1 else now, cost
            cost += price
        now.append(path)
    return now, cost


def _cost(table: Table, state: State, paths: list[Path]) -> int:
    links = grid(table, state).links
    return sum(links[a][b].price for path in paths for a, b in pairwise(path))
