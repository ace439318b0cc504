"""The figures of the rules, the score sheet, and the boards that ship."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.codec import convert, to_data
from games.engine.errors import Fault
from games.titles.empire_builder.board import Board, check_board
from games.titles.empire_builder.grid import grid_of
from games.titles.empire_builder.meta import META, Options
from scoring.tables.empire_builder import SeatScore, Sheet, tally, winners
from tests.rules.boards import opening, read_board, table_for
from tests.rules.titles.empire_builder.play import EBT, TITLE, after, on_test_map

SHIPPED = ("practice", "north_america", "us_canada")


@pytest.mark.parametrize(
    ("kind", "price"),
    [("a1", 1), ("a3", 2), ("S1", 3), ("M1", 3), ("L4", 5)],
)
def test_price_of_a_section_is_that_of_the_milepost_built_to(kind: str, price: int) -> None:
    """Rule EB-34: clear 1, rough 2, small and medium city 3, major city 5."""
    assert grid_of(EBT.board).entry_price(kind) == price


@pytest.mark.parametrize(
    ("a", "b", "price"), [("a4", "a5", 4), ("a5", "a4", 3), ("L4", "a6", 4), ("a6", "L4", 8)]
)
def test_crossings_add_to_the_price(a: str, b: str, price: int) -> None:
    """Rule EB-35: a river adds 2, an inlet 3."""
    link = grid_of(EBT.board).link(a, b)
    assert link is not None
    assert link.price == price


@pytest.mark.parametrize(
    ("train", "steps", "half"), [("freight", 9, 5), ("fast", 12, 6), ("super", 12, 6)]
)
def test_allowance_of_each_train(train: str, steps: int, half: int) -> None:
    """Rules EB-12 and EB-21."""
    line = ">".join(["K3", *(f"c{number}" for number in range(1, 15))])
    start = f"train A{{t={train} at=K3}} | trk A {line}"
    for most, header in ((steps, ""), (half, "half=1 | ")):
        path = ">".join(f"c{number}" for number in range(1, most + 1))
        state = after(header + start, f"A: go {path}")
        assert state.trains["A1"].used == most


@pytest.mark.parametrize(("options", "cash", "rounds"), [({}, 40, 2), ({"fast": "yes"}, 60, 3)])
def test_start_of_the_game(options: dict[str, str], cash: int, rounds: int) -> None:
    """Rules EB-22, EB-25, EB-33 and EB-68."""
    table = table_for(TITLE, 3, "test", **options)
    state = opening(TITLE, table)
    assert {state.money[seat] for seat in "ABC"} == {cash}
    assert {train.type for train in state.trains.values()} == {"freight"}
    assert state.deal == {"A": 3, "B": 3, "C": 3}
    assert TITLE.status(table, state).code == "status_deal"
    for number in range(rounds):
        state = TITLE.parse_position(table, f"n=3 pre={number + 1}")[1]
        assert TITLE.status(table, state).code == "status_opening"
    state = TITLE.parse_position(table, "n=3")[1]
    assert TITLE.status(table, state).code == "status_place"


def test_two_trains_start_as_freight_and_fast_freight() -> None:
    """Rule EB-69: Additional Trains."""
    state = opening(TITLE, table_for(TITLE, 2, "test", trains="two"))
    assert {key: train.type for key, train in state.trains.items()} == {
        "A1": "freight",
        "A2": "fast",
        "B1": "freight",
        "B2": "fast",
    }


# The score sheet


def sheet(mode: str, *seats: tuple[int, int], richest: bool = False) -> Sheet:
    scores = {chr(65 + number): SeatScore(*seat) for number, seat in enumerate(seats)}
    return Sheet(scores, mode, 250, 5, richest)  # type: ignore[arg-type]  # the mode is one of three


@pytest.mark.parametrize(
    ("given", "won", "ranks"),
    [
        (sheet("basic", (249, 0), (250, 0), (12, 0)), ("B",), [2, 1, 3]),
        (sheet("basic", (260, 0), (250, 0), (12, 0)), ("A", "B"), [1, 1, 3]),
        (sheet("basic", (260, 0), (250, 0), richest=True), ("A",), [1, 2]),
        (sheet("eb", (250, 5), (400, 4)), ("A",), [1, 2]),
        (sheet("eb", (249, 5), (400, 4)), (), [2, 1]),
        (sheet("sudden", (120, 0), (180, 0), (180, 0)), ("B", "C"), [3, 1, 1]),
        (sheet("basic", (30, 0), (40, 0)), (), [2, 1]),
    ],
)
def test_tally_places_winners_then_cash(
    given: Sheet, won: tuple[str, ...], ranks: list[int]
) -> None:
    """Rules EB-61, EB-63 and EB-67; while nobody has won, most cash leads."""
    assert winners(given) == won
    count = tally(given)
    assert [seat.rank for seat in count.seats] == ranks
    assert [seat.total for seat in count.seats] == [own.cash for own in given.seats.values()]
    assert all(seat.total == sum(line.points for line in seat.lines) for seat in count.seats)


def test_sheet_counts_what_a_seat_has_done() -> None:
    state = after(
        "cash A=20 B=9 | train A{at=S1 loads=steel} | card A#7 steel@S1:12 wine@S1:9 oil@L:20"
        " | trk B S1>a4",
        "A: deliver steel card=7",
    )
    score = TITLE.sheet(EBT, state).seats["A"]
    assert (score.cash, score.deliveries, score.payoffs) == (32, 1, 12)
    assert {line.item: line.count for line in tally(TITLE.sheet(EBT, state)).of("A").lines} == {
        "cash": 32,
        "cities": 0,
        "deliveries": 1,
        "sections": 0,
        "fees": 0,
    }


# Boards


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_board_is_sound(name: str) -> None:
    board = read_board(TITLE, name)
    places = grid_of(board)
    assert board.complete
    assert len(places.majors) >= board.majors
    assert all(len(places.exits[key]) >= META.players[1] for key in places.majors)
    assert all(places.links[dot] for sites in places.sites.values() for dot in sites)
    assert convert(to_data(board), Board) == board


@pytest.mark.parametrize(
    ("name", "cities", "mileposts", "majors"),
    [("north_america", 62, 2142, 7), ("us_canada", 51, 1831, 6), ("practice", 16, 281, 5)],
)
def test_charts_have_their_cities(name: str, cities: int, mileposts: int, majors: int) -> None:
    board = read_board(TITLE, name)
    assert len(board.cities) == cities
    assert len(board.mileposts) == mileposts
    assert sum(city.size == "major" for city in board.cities) == majors


def test_chart_of_51_cities_is_the_other_without_mexico() -> None:
    large, small = (read_board(TITLE, name) for name in ("north_america", "us_canada"))
    assert {dot.country for dot in small.mileposts} == {"US", "CA"}
    assert [dot for dot in large.mileposts if dot.country != "MX"] == list(small.mileposts)
    assert set(small.crossings) < set(large.crossings)
    assert {"Ohio", "Missouri", "Mississippi"} == set(small.rivers) == set(large.rivers)


def test_coasts_reach_as_far_as_the_rules_say() -> None:
    """Rule EB-11: San Francisco is on the Pacific; the milepost south of Miami ends two coasts."""
    board = read_board(TITLE, "north_america")
    places = grid_of(board)
    for coast, city in (
        ("pacific", "San_Francisco"),
        ("pacific", "San_Diego"),
        ("pacific", "Vancouver"),
        ("atlantic", "Portland_ME"),
        ("atlantic", "Miami"),
        ("gulf", "Tampa"),
    ):
        assert city in places.area("", (coast,), 0)
    miami = board.dots["Miami"]
    south = f"{miami.x}.{miami.y + 2}"
    assert south in places.area("", ("atlantic",), 0) & places.area("", ("gulf",), 0)


def test_known_deck_names_known_cities_and_goods() -> None:
    board = read_board(TITLE, "north_america")
    assert len(board.deck) == 136
    assert board.cards_total - board.event_cards == 136
    assert all(
        demand.good not in board.towns[demand.city].goods
        for demands in board.deck.values()
        for demand in demands
    )


SMALL: dict[str, Any] = {
    "format": 1,
    "title": "empire_builder",
    "id": "small",
    "name": "Small",
    "layout": "lattice",
    "goods": {"coal": 2},
    "cities": [{"key": "Town", "size": "small", "goods": ["coal"]}],
    "mileposts": [{"x": 0, "y": 0, "city": "Town", "name": "Town"}, {"x": 1, "y": 1}],
}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"mileposts": [*SMALL["mileposts"], {"x": 1, "y": 1}]}, "mileposts[2]"),
        ({"mileposts": [{"x": 0, "y": 0}]}, "cities[0]"),
        ({"mileposts": [*SMALL["mileposts"], {"x": 2, "y": 1}]}, "mileposts[2]"),
        ({"mileposts": [*SMALL["mileposts"], {"x": 2, "y": 2, "city": "X"}]}, "mileposts[2]"),
        ({"mileposts": [*SMALL["mileposts"], {"x": 2, "y": 2, "centre": True}]}, "mileposts[2]"),
        ({"goods": {"iron": 1}}, "cities[0].goods"),
        ({"cities": [*SMALL["cities"], {"key": "Town", "size": "small"}]}, "cities[1]"),
        ({"crossings": [["Town", "1.1", ["Nile"]]]}, "crossings[0]"),
        ({"crossings": [["Town", "9.9", ["river"]]]}, "crossings[0]"),
        ({"water": [["Town", "Town"]]}, "water[0]"),
        ({"cards": [[1, [["coal", "Town", 1], ["coal", "Town", 1], ["iron", "X", 1]]]]}, "cards[0]"),
        ({"rivers": ["inlet"]}, "rivers"),
        ({"event_cards": 99, "cards_total": 99}, "event_cards"),
    ],
)  # fmt: skip
def test_faulty_board_is_refused(change: dict[str, object], path: str) -> None:
    check_board(convert(SMALL, Board))
    with pytest.raises(Fault) as caught:
        check_board(convert(SMALL | change, Board))
    assert path in [where for where, _ in caught.value.problems]


def test_every_option_is_known_to_the_rules() -> None:
    assert {option.key for option in META.options} == set(to_data(Options()))


def test_measures_keep_their_keys() -> None:
    """What is followed over time is the same at every step; hidden cash is left out."""
    start = "cash A=20 B=9 | train A{at=S1 loads=steel} | card A#7 steel@S1:12 wine@S1:9 oil@L:20"
    table, state = TITLE.parse_position(EBT, start)
    later = after(start, "A: deliver steel card=7")
    assert TITLE.measures is not None
    before, now = ({one.key: one for one in TITLE.measures(table, at)} for at in (state, later))
    assert list(before) == list(now)
    assert (now["cash"].values["A"], now["payoffs"].values["A"]) == (32, 12)
    hidden = on_test_map(cash="hidden")
    assert "cash" not in {one.key for one in TITLE.measures(hidden, state)}
    assert "Cash" not in {column.label for column in TITLE.panels(hidden, state)[0].columns}


def test_what_loads_pay_and_where_demands_are_met_is_listed() -> None:
    """Rule EB-59: each load on a train with its payoff, each demand with its sources over track."""
    start = (
        "n=2 round=5 | cash A=20 B=9 | train A{t=super at=S1 loads=steel,wine,corn} | trk A K1>a1>a2>a3>S1 "
        "| card A#7 steel@S1:12 wine@K:9 coal@K:20"
    )
    table, state = TITLE.parse_position(EBT, start)
    rows = {panel.key: panel.rows for panel in TITLE.panels(table, state)}
    assert rows["carried"] == (
        ("A", "steel", "S1", 12, "here"),
        ("A", "wine", "K", 9, "4"),
        ("A", "corn", "-", "", "-"),
    )
    sources = {row[2]: row[5] for row in rows["demands"]}
    assert sources["coal"] == "S1 4"
    assert "hauling" not in rows
    later = after(start, "A: deliver steel card=7")
    rows = {panel.key: panel.rows for panel in TITLE.panels(table, later)}
    assert rows["hauling"][0] == ("A", 1, "0.3", 12, "4.0", "12.0", 12)
