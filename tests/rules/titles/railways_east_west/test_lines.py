"""Major lines and the ocean race against every simple path, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from msgspec.structs import replace

from games.titles.railways_east_west.lines import BY_KEY, LINES, with_lines
from games.titles.railways_east_west.network import front, tracks_of
from games.titles.railways_east_west.plan import chances, cheapest_build, half_chances
from tests.rules.boards import table_for
from tests.rules.titles.railways_east_west.play import TEST, TITLE, after, on_test_map, position

CITIES = ("BOS", "NYC", "WAS", "BAL", "PIT", "TOL", "CHI")
"""Ends of three major lines, and cities between them."""

Links = Mapping[frozenset[str], int]
Length = tuple[int, int]


def paths(
    links: Links, here: str, goal: str, seen: frozenset[str] = frozenset()
) -> Iterator[Length]:
    """Yield links and pieces of every simple path."""
    if here == goal:
        yield 0, 0
        return
    for link, pieces in links.items():
        if here in link:
            (other,) = link - {here}
            if other not in seen:
                for count, length in paths(links, other, goal, seen | {here}):
                    yield count + 1, length + pieces


def shorter(path: Length, than: Length) -> bool:
    """Fewer links or fewer pieces, and not more of the other. Rule REW-60, in the rulebook's words."""
    fewer = path[0] < than[0] or path[1] < than[1]
    more = path[0] > than[0] or path[1] > than[1]
    return fewer and not more


def random_links(chance: Random, count: int) -> list[tuple[str, int]]:
    pairs = [(a, b) for a in CITIES for b in CITIES if a < b]
    return [(f"{a}-{b}", chance.randint(1, 5)) for a, b in chance.sample(pairs, count)]


@pytest.mark.parametrize("seed", range(60))
def test_front_holds_the_paths_that_nothing_beats(seed: int) -> None:
    chance = Random(seed)
    links = dict(random_links(chance, 10))
    plain = {frozenset(name.split("-")): pieces for name, pieces in links.items()}
    every = set(paths(plain, "NYC", "CHI"))
    best = {path for path in every if not any(shorter(other, path) for other in every)}
    assert front(tracks_of(links), ["NYC"], {"CHI"}) == tuple(sorted(best))


class Naive:
    """Who was paid what, by the definition read word for word."""

    def __init__(self, *, best_so_far: bool) -> None:
        self.best_so_far = best_so_far
        self.links: dict[str, dict[frozenset[str], int]] = {}
        self.first: dict[str, tuple[str, Length]] = {}
        self.paid: dict[tuple[str, str], int] = {}

    def build(self, seat: str, name: str, pieces: int) -> None:
        own = self.links.setdefault(seat, {})
        own[frozenset(name.split("-"))] = pieces
        for line in LINES:
            ends = line.key.split("-")
            if ends[0] not in CITIES or ends[1] not in CITIES:
                continue
            every = sorted(set(paths(own, ends[0], ends[1])))
            if not every or (line.key, seat) in self.paid:
                continue
            if line.key not in self.first:
                self.first[line.key] = seat, every[0]
                self.paid[line.key, seat] = line.value
                continue
            better = [path for path in every if shorter(path, self.first[line.key][1])]
            if better:
                self.paid[line.key, seat] = -(-line.value // 2)
                if self.best_so_far:
                    # The fewest links of those that are beaten by none.
                    fronts = [p for p in better if not any(shorter(q, p) for q in better)]
                    self.first[line.key] = seat, min(fronts)

    def total(self, seat: str) -> int:
        return sum(points for (_, other), points in self.paid.items() if other == seat)


@pytest.mark.parametrize("shorter_than", ["original", "best"])
@pytest.mark.parametrize("seed", range(40))
def test_lines_are_paid_as_the_definition_says(seed: int, shorter_than: str) -> None:
    """Rules REW-58 to REW-60, decision A29: three seats build at random, link by link."""
    chance = Random(seed)
    table = on_test_map(3, shorter=shorter_than)
    table, state = position("ph=1 | A{} | B{} | C{}", table)
    naive = Naive(best_so_far=shorter_than == "best")
    for _ in range(30):
        seat = chance.choice("ABC")
        ((name, pieces),) = random_links(chance, 1)
        own = state.links.get(seat, {})
        if name in own:
            continue
        built = replace(state, links={**state.links, seat: {**own, name: pieces}})
        state = with_lines(table, state, built, seat, name).state
        naive.build(seat, name, pieces)
        for each in "ABC":
            assert state.players[each].gains.get("lines", 0) == naive.total(each)
        for key, (_, length) in naive.first.items():
            claim = state.lines[key][-1 if shorter_than == "best" else 0]
            assert (claim.links, claim.pieces) == length
    assert naive.paid


@pytest.mark.parametrize("seed", range(25))
def test_chances_are_those_who_could_still_be_paid(seed: int) -> None:
    """What the plan offers is what building it pays; what it leaves out, no link can pay."""
    chance = Random(seed)
    table = table_for(TITLE, 3)
    table, state = position("ph=1 | A{} | B{} | C{}", table)
    for name in chance.sample(list(table.board.suggested), 45):
        seat = chance.choice("ABC")
        pieces = len(table.board.suggested[name])
        laid = {**state.links.get(seat, {}), name: pieces}
        built = replace(state, links={**state.links, seat: laid})
        state = with_lines(table, state, built, seat, name).state
    for seat in "ABC":
        for one in chances(table, state, seat):
            plan = cheapest_build(table, state, one)
            if plan is None:
                continue
            before = state.players[seat].gains.get("lines", 0)
            now = state
            for name in plan.links:
                laid = {**now.links.get(seat, {}), name: len(table.board.suggested[name])}
                built = replace(now, links={**now.links, seat: laid})
                now = with_lines(table, now, built, seat, name).state
            gained = now.players[seat].gains.get("lines", 0) - before
            assert any(claim.seat == seat for claim in now.lines[one.line.key])
            assert gained >= one.points
    halves = half_chances(table, state)
    assert {(one.line.key, one.seat) for one in halves} == {
        (key, seat)
        for key, claims in state.lines.items()
        for seat in "ABC"
        if seat not in {claim.seat for claim in claims}
    }


def test_halves_are_rounded_up() -> None:
    assert BY_KEY["OGD-POR"].half == 3
    assert BY_KEY["NYC-CHI"].half == 5


def test_second_line_of_an_ocean_triggers_a_fourth_turn_and_nothing_more() -> None:
    """Rules REW-52, REW-53 and REW-61: the table of steps ends after the fourth."""
    start = "ph=2 tn=2 ew=B | A{c=40} | B{} | chain A 4 CHA-ATL-MEM-FTW-TUC"
    state = after(start, "A link TUC-LAX o*5")
    assert (state.turns, state.ocean, state.players["A"].gains["ocean"]) == (4, "BA", 15)
    again = after(start.replace("ew=B", "ew=BC").replace("B{}", "B{} | C{}"), "A link TUC-LAX o*5")
    assert (again.turns, again.players["A"].gains["ocean"]) == (3, 10)


@pytest.mark.parametrize(
    ("lead", "scores", "over"),
    [
        ("after_shared", "A{c=40 sc=10} | B{sc=30}", True),
        ("after_shared", "A{c=40 sc=9} | B{sc=30}", False),
        ("after_sole", "A{c=40 sc=10} | B{sc=30}", False),
        ("before_shared", "A{c=40 sc=30} | B{sc=30}", True),
        ("before_sole", "A{c=40 sc=30} | B{sc=30}", False),
        ("before_shared", "A{c=40 sc=29} | B{sc=30}", False),
    ],
)
def test_leader_ends_the_game_at_once(lead: str, scores: str, over: bool) -> None:
    """Rule REW-54, decision A27."""
    table = on_test_map(instant="yes", lead=lead)
    start = f"ph=2 tn=2 | {scores} | chain A 4 CHA-ATL-MEM-FTW-TUC"
    state = after(start, "A link TUC-LAX o*5", table=table)
    assert (state.stage == "final") == over
    assert (state.ended == "leader") == over


def test_links_of_others_join_nothing() -> None:
    """Digest 1.2: only a player's own completed links count."""
    start = "ph=1 | A{c=40} | B{} | link B NYC-PIT 3 | link A PIT-TOL 3"
    assert not after(start, "A link TOL-CHI o*3").lines
    assert TEST.seats == "AB"
