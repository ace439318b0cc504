"""What taps on the map come to: links, ways of cubes, cities for cards; and what is drawn of it."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codec import convert
from games.engine.drawing import LOOKS, Piece, Plan, Stroke, Tile, Wish
from games.engine.errors import Fault, IllegalMove, Refusal
from games.engine.title import Table
from games.engine.words import fill
from tests.rules.boards import opening, table_for
from tests.rules.playout import play
from tests.rules.titles.railways_east_west.play import TEST, TITLE, position

ACROSS = "chain A 2 SFO-RNO-SLC-DEN-OMA-KCY-STL-MEM-ATL-RIC-WAS-BAL-PHI-NYC"
WEST = f"ph=2 tn=1 | A{{e=SC c=40}} | {ACROSS} | city SFO goods=bb | city PHI goods=r"
BOARD: Table = table_for(TITLE, 3, "practice")


def plan(state: Any, *taps: str, form: str = "", at: Table = TEST) -> Plan:
    """Return what taps come to for the seat whose turn it is."""
    assert TITLE.plan is not None
    found: Plan = TITLE.plan(at, state, state.active, Wish(taps, form))
    return found


def looks(found: Plan) -> dict[str, str]:
    """Return how each city is marked."""
    return {mark.key: mark.look for mark in found.marks}


def move_of(found: Plan) -> Any:
    """Return the move that the filled form sends."""
    data: dict[str, Any] = {"kind": found.form}
    for name, text in found.fields.items():
        if text:
            data[name] = text.split() if name in ("route", "pieces") else text
    return convert(data, TITLE.move_type, strict=False)


def test_without_taps_cities_with_cubes_on_the_network_are_marked() -> None:
    _, state = position(WEST)
    assert looks(plan(state)) == {"SFO": "anchor", "PHI": "anchor"}


def test_city_asks_which_cube_or_a_link() -> None:
    found = plan(position(WEST)[1], "SFO")
    assert [offer.label.code for offer in found.offers] == ["plan_ask_cube", "plan_ask_link"]
    assert found.offers[0].taps == ("SFO", "cube:b")
    assert looks(found) == {"SFO": "from"}


def test_cube_has_its_best_and_its_shortest_way() -> None:
    found = plan(position(WEST)[1], "SFO", "cube:b")
    best, shortest = found.offers
    assert best.fields == {"cube": "b", "route": "SFO RNO SLC DEN OMA KCY STL MEM ATL"}
    assert (best.label.facts["points"], best.label.facts["cash"]) == (5, 3)
    assert shortest.fields["route"] == "SFO RNO SLC DEN"
    assert looks(found)["ATL"] == "longest"


def test_way_is_tapped_city_by_city_until_it_arrives() -> None:
    _, state = position(WEST)
    found = plan(state, "SFO", "cube:b", "RNO", "SLC")
    assert not found.ask
    assert found.said[0].code == "plan_underway"
    found = plan(state, "SFO", "cube:b", "RNO", "SLC", "DEN")
    assert found.ask
    assert move_of(found).route == ("SFO", "RNO", "SLC", "DEN")


def test_goal_of_an_offered_way_needs_one_tap() -> None:
    found = plan(position(WEST)[1], "SFO", "cube:b", "ATL")
    assert found.ask
    assert len(move_of(found).route) == 9


def test_city_that_no_link_joins_is_refused_with_the_rule() -> None:
    with pytest.raises(IllegalMove) as refused:
        plan(position(WEST)[1], "SFO", "cube:b", "SEA")
    assert (refused.value.code, refused.value.rule) == ("no_link", "RB-11")


def test_city_without_cubes_says_so() -> None:
    found = plan(position(WEST)[1], "DEN", form="deliver")
    assert [note.code for note in found.said] == ["plan_no_deliver"]


def test_link_asks_for_pieces_that_the_map_does_not_suggest() -> None:
    found = plan(position(WEST)[1], "link", "PHI", "BOS")
    assert (found.fields["a"], found.fields["b"]) == ("PHI", "BOS")
    assert not found.ask
    assert found.said[0].code == "plan_link_unknown"


def test_second_track_between_two_cities_is_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        plan(position(WEST)[1], "link", "PHI", "NYC")
    assert refused.value.rule == "REW-50"


def test_suggested_link_shows_its_price_and_is_previewed() -> None:
    state = TITLE.parse_position(BOARD, "ph=1 tn=1 | A{c=30}")[1]
    found = plan(state, "BOS", "NYC", form="link", at=BOARD)
    assert found.ask
    assert found.fields["pieces"] == "o o w"
    assert found.said[0].facts["cost"] == 7


def test_long_link_is_offered_over_two_turns() -> None:
    state = TITLE.parse_position(BOARD, "ph=1 tn=1 | A{c=60}")[1]
    found = plan(state, "BOS", "TOR", form="link", at=BOARD)
    assert not found.ask
    assert [offer.fields for offer in found.offers] == [{"two_turns": "true"}]
    assert found.said[-1].code == "turn_limit"


def test_form_with_one_city_takes_the_last_one_tapped() -> None:
    found = plan(position(WEST)[1], "TOL", "WAS", form="urbanize")
    assert (found.form, found.fields) == ("urbanize", {"city": "WAS"})


def test_nobody_else_plans() -> None:
    assert TITLE.plan is not None
    assert TITLE.plan(TEST, position(WEST)[1], "B", Wish(("SFO",))) == Plan()


# Whatever is tapped, wherever a game stands


@lru_cache(maxsize=1)
def states() -> tuple[Any, ...]:
    """Return positions all over some random games."""
    found = []
    for seed in range(3):
        start = opening(TITLE, BOARD)
        found += [one.before for one in islice(play(TITLE, BOARD, start, seed), 0, None, 9)]
    return tuple(found)


CITIES = st.sampled_from(sorted(BOARD.board.city))
TAPS = st.one_of(
    CITIES, st.sampled_from(["link", "cube:r", "cube:s", "cube:n", "cube:", "cube:zz", "", "ZZ"])
)
FORMS = st.sampled_from(
    ["", "link", "deliver", "settler", "raw", "urbanize", "take", "fill", "pass", "x"]
)


@given(st.integers(0, 10_000), st.lists(TAPS, max_size=6), FORMS)
def test_taps_come_to_a_plan_or_to_words(number: int, taps: list[str], form: str) -> None:
    state = states()[number % len(states())]
    try:
        found = plan(state, *taps, form=form, at=BOARD)
    except Refusal as refusal:
        said = fill(TITLE.words[refusal.code], refusal.facts)
    except Fault as fault:
        said = fault.problems[0][1]
    else:
        notes = [*found.said, *(offer.label for offer in found.offers)]
        notes += [mark.said for mark in found.marks if mark.said is not None]
        said = " ".join(fill(TITLE.words[note.code], note.facts) for note in notes)
        assert {mark.look for mark in found.marks} <= set(LOOKS)
    assert "{" not in said


def test_whole_plans_can_be_entered() -> None:
    whole = 0
    for number, state in enumerate(states()):
        if state.stage != "play" or state.players[state.active].skip:
            continue
        chance = Random(number)
        own = sorted({city for mark in plan(state, at=BOARD).marks for city in [mark.key]})
        for city in own[:4]:
            for offer in plan(state, city, at=BOARD).offers:
                found = plan(state, *offer.taps, at=BOARD)
                for way in (one for one in found.offers if one.fields):
                    sent = move_of(Plan(found.form, dict(way.fields)))
                    TITLE.apply(BOARD, state, state.active, sent, frozenset())
                    whole += 1
                ends = [mark.key for mark in found.marks if mark.look == "legal"]
                if ends:
                    try:
                        more = plan(state, *found.taps, chance.choice(ends), at=BOARD)
                    except Refusal:
                        continue
                    if more.ask:
                        TITLE.apply(BOARD, state, state.active, move_of(more), frozenset())
                        whole += 1
    assert whole > 20


# What is drawn


def test_drawing_has_every_city_apart_from_the_others() -> None:
    assert TITLE.drawing is not None
    drawing = TITLE.drawing(BOARD, states()[0])
    assert {place.key for place in drawing.places} == set(BOARD.board.city)
    spots = [place.centre for place in drawing.places]
    assert all(0 < x < drawing.width and 0 < y < drawing.height for x, y in spots)
    near = [
        (a, b)
        for number, a in enumerate(spots)
        for b in spots[:number]
        if abs(a[0] - b[0]) < 40 and abs(a[1] - b[1]) < 40
    ]
    assert not near


def test_all_that_stands_is_drawn_and_said() -> None:
    assert TITLE.pieces is not None
    text = (
        f"ph=2 tn=1 | A{{e=4}} | B{{}} | {ACROSS} | link B PHI-NYC 2 | hotel ATL B "
        "| city CHI goods=rbn s=2 | city DEN set=1 | city TOL col=black"
    )
    table, state = position(text)
    standing = TITLE.pieces(table, state)
    strokes = [one for one in standing if isinstance(one, Stroke)]
    assert {one.owner: len(one.lines) for one in strokes} == {"A": 13, "B": 1}
    tiles = [one for one in standing if isinstance(one, Tile)]
    assert not any(isinstance(one, Piece) for one in standing)
    said: dict[str, list[tuple[str, str, str]]] = {one.place: [] for one in tiles}
    for one in tiles:
        said[one.place].append((one.symbol, one.text, one.said))
    assert said["CHI"][0] == ("cube", "R", "cubes red, blue, raw material")
    assert said["CHI"][-1] == ("settler", "2", "2 settlers waiting")
    assert said["DEN"] == [("settler", "1", "1 settler settled")]
    assert said["TOL"] == [("newcity", "K", "now black, a new city tile")]
    assert said["ATL"] == [("hotel", "B", "hotel of {owner}")]
