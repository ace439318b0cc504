"""Cheapest ways to build and to run, and what the helper says of demands."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx
import pytest

from games.engine.title import Table
from games.titles.empire_builder.distances import supplies
from games.titles.empire_builder.grid import grid_of
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.routes import cheapest_build, reach, runs
from tests.rules.boards import read_board
from tests.rules.titles.empire_builder.play import EBT, TITLE, on_test_map, position

LONG = "K3>c1>c2>c3>c4>c5>c6>c7>c8>c9>c10>c11>c12>c13>c14"


def test_cheapest_build_adds_up_and_is_accepted() -> None:
    table, state = position("n=2")
    way = cheapest_build(table, state, "A", "K1", "M1")
    assert way is not None
    assert way.paths == (("K1", "a1", "a2", "a3", "S1", "a4", "a5", "M1"),)
    assert (way.cost, way.now, way.left) == (15, 7, 20)
    step = TITLE.apply(table, state, "A", way.move, frozenset())
    assert step.state.turn.spent == 15


def test_city_stands_for_all_its_mileposts() -> None:
    table, state = position("n=2")
    way = cheapest_build(table, state, "A", "L", "M1")
    assert way is not None
    assert (way.cost, len(way.paths[0])) == (5, 4)


def test_own_track_is_free_and_others_is_closed() -> None:
    table, state = position("trk A K1>a1>a2>a3>S1")
    way = cheapest_build(table, state, "A", "K1", "a4")
    assert way is not None
    assert (way.cost, way.paths) == (1, (("S1", "a4"),))
    way = cheapest_build(table, state, "B", "K", "a4")
    assert way is not None
    assert "a1" not in way.paths[0]


def test_way_goes_round_what_the_limits_of_a_city_close() -> None:
    """Rule EB-39: with two players at S1, a third cannot pass."""
    table, state = position("n=3 | trk B K1>a1>a2>a3>S1 | trk C K5>j2>e2>S1")
    assert cheapest_build(table, state, "A", "K6", "a4") is None
    table, state = position("n=3 | trk B K1>a1>a2>a3>S1")
    assert cheapest_build(table, state, "A", "K6", "a4") is not None


def test_flooded_river_is_closed_to_building() -> None:
    table, state = position("flood=Big")
    assert cheapest_build(table, state, "A", "K2", "S2") is None


def test_standing_track_needs_no_building() -> None:
    table, state = position("trk A K1>a1")
    way = cheapest_build(table, state, "A", "K1", "a1")
    assert way is not None
    assert (way.cost, way.move) == (0, None)


def test_cheapest_build_is_what_another_library_finds() -> None:
    """On the map of 2,142 mileposts, between 40 pairs."""
    board = read_board(TITLE, "north_america")
    table = Table("AB", Options(), board)
    _, state = TITLE.parse_position(table, "n=2")
    places = grid_of(board)
    graph = networkx.DiGraph()
    for place, links in places.links.items():
        for link in links.values():
            if not link.grey:
                graph.add_edge(place, link.to, weight=link.price)
    chance = Random(4)
    towns = [key for key in places.sites if board.towns[key].size != "major"]
    for _ in range(40):
        start, goal = chance.sample(towns, 2)
        way = cheapest_build(table, state, "A", start, goal)
        cost = networkx.dijkstra_path_length(graph, start, goal)
        assert way is not None
        assert way.cost == cost
        spent = [places.links[a][b].price for path in way.paths for a, b in pairwise(path)]
        assert sum(spent) == cost


def test_runs_offer_the_short_way_and_the_free_one() -> None:
    start = "cash A=40 B=0 | train A{at=K3} | trk A K1>a1>a2>a3>S1 | trk B K5>j2>e2>S1"
    table, state = position(start)
    free, paid = runs(table, state, "A", 1, "S1")
    assert (free.owners, free.fees, free.steps) == ("", 0, 6)
    assert (paid.owners, paid.fees, paid.steps) == ("B", 4, 5)
    assert free.within
    assert paid.within


def test_run_beyond_the_allowance_is_shown_as_such() -> None:
    table, state = position(f"train A{{at=K3}} | trk A {LONG}")
    (way,) = runs(table, state, "A", 1, "c14")
    assert (way.steps, way.within) == (14, False)
    assert runs(table, state, "A", 1, "S1") == ()


def test_run_turns_round_in_a_city_only() -> None:
    table, state = position("train A{at=a2 from=a1} | trk A K1>a1>a2>a3>S1")
    (way,) = runs(table, state, "A", 1, "a1")
    assert way.path == ("a2", "a3", "S1", "a3", "a2", "a1")


@pytest.mark.parametrize(
    ("start", "most"),
    [
        (f"train A{{at=K3}} | trk A {LONG}", "c9"),
        (f"half=1 | train A{{at=K3}} | trk A {LONG}", "c5"),
        (f"strike=1 | train A{{t=fast at=K3}} | trk A {LONG}", "c9"),
        (f"train A{{at=c9 from=c8 used=6}} | trk A {LONG}", "c12"),
        ("cash A=3 B=0 | train A{at=c2 from=c1} | trk A K3>c1>c2>c3 | trk B c3>c4", "c3"),
    ],
)
def test_reach_ends_where_the_rules_end_it(start: str, most: str) -> None:
    table, state = position(start)
    reached = [place for place in reach(table, state, "A", 1) if place.startswith("c")]
    assert max(reached, key=lambda place: int(place[1:])) == most


def test_every_place_in_reach_can_be_run_to() -> None:
    start = (
        "n=3 | cash A=4 B=0 C=0 | train A{t=fast at=K2} | trk B K1>a1>a2>a3>S1 | trk C K5>j2>e2>S1"
    )
    table, state = position(start)
    for place, path in reach(table, state, "A", 1).items():
        _, move = TITLE.parse_move(table, state, f"A: go {'>'.join(path)}")
        step = TITLE.apply(table, state, "A", move, frozenset())
        assert step.state.trains["A1"].at == place
        assert step.state.money["A"] >= 0


def test_helper_lists_sources_by_distance_over_track() -> None:
    start = (
        "train A{at=K1} | trk A K1>a1>a2>a3>S1 | trk B S1>a4>a5>M1"
        " | card A#7 coal@K:12 coal@M1:9 iron@K:20"
    )
    table, state = position(start)
    found = {(one.good, one.city): one for one in supplies(table, state, "A")}
    assert found["coal", "K"].source == "S1"
    assert (found["coal", "K"].distance, found["coal", "K"].approach) == (4, 4)
    assert found["coal", "M1"].distance == 3
    assert found["iron", "K"].distance == 7


def test_rim_by_way_of_the_star_shortens_the_reach() -> None:
    """Decision A12."""
    table, state = position("train A{at=K1}", on_test_map(rim="star"))
    assert len(reach(table, state, "A", 1)["K4"]) >= 2
    assert EBT.board is table.board
