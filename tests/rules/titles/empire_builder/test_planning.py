"""What taps on the map come to: every whole plan can be entered, whatever is tapped raises no more."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.drawing import LOOKS, Plan, Wish
from games.engine.errors import IllegalMove, Refusal
from games.engine.title import Table
from games.forms.moves import read_move, typed_of
from games.titles.empire_builder.state import grid
from tests.rules.boards import table_for
from tests.rules.playout import play
from tests.rules.titles.empire_builder.play import TITLE, position

CARDS = "card A#7 coal@M1:12 wine@S1:9 oil@L:20"


def planned(table: Table, state: Any, *taps: str, form: str = "", seat: str = "A") -> Plan:
    """Return what taps come to."""
    assert TITLE.plan is not None
    found = TITLE.plan(table, state, seat, Wish(taps, form))
    assert {mark.look for mark in found.marks} <= set(LOOKS)
    return found


def said(plan: Plan) -> list[str]:
    """Return the codes of what is said."""
    return [note.code for note in plan.said]


def entered(table: Table, state: Any, plan: Plan, seat: str = "A") -> Any:
    """Return the state after entering what a plan has filled into its form."""
    form = next(form for form in TITLE.forms(table, state, seat) if form.kind == plan.form)
    data = QueryDict(mutable=True)
    data.update({f"f-{name}": value for name, value in plan.fields.items()})
    names = {field.name for field in form.fields}
    assert set(plan.fields) <= names
    filled = {field.name: field.value for field in form.fields if field.name not in plan.fields}
    data.update({f"f-{name}": value for name, value in filled.items() if value})
    move = read_move(TITLE, form, typed_of(form, data))
    return TITLE.apply(table, state, seat, move, frozenset()).state


# Building


def test_one_tap_builds_from_the_nearest_major_city() -> None:
    table, state = position("n=2 pre=1")
    plan = planned(table, state, "S1")
    assert (plan.form, plan.ask, said(plan)) == ("build", True, ["plan_build"])
    after = entered(table, state, plan)
    assert after.turn.spent == plan.said[0].facts["cost"] == 5
    assert plan.routes == (("K5", "j2", "e2", "S1"),)


def test_first_tap_on_own_track_only_says_where_it_begins() -> None:
    table, state = position("n=2 pre=1 | trk A K1>a1>a2")
    plan = planned(table, state, "a2")
    assert (plan.ask, said(plan), plan.fields["path"]) == (False, ["plan_from"], "")
    plan = planned(table, state, "a2", "S1")
    assert plan.fields == {"path": "a2 a3 S1", "also": ""}


def test_further_taps_lead_the_line_and_a_branch_begins_anew() -> None:
    table, state = position("n=2 pre=1")
    plan = planned(table, state, "K1", "a2", "S1", "+", "K1", "f2")
    assert plan.fields == {"path": "K1 a1 a2 a3 S1", "also": "K1 f1 f2"}
    assert entered(table, state, plan).turn.spent == plan.said[0].facts["cost"]
    (offer,) = planned(table, state, "K1", "a2").offers
    assert offer.taps == ("K1", "a2", "+")


def test_what_the_turn_does_not_pay_is_left_for_later() -> None:
    table, state = position("n=2 pre=1 | cash A=6 B=40")
    plan = planned(table, state, "K1", "M1")
    assert said(plan) == ["plan_build_part"]
    facts = plan.said[0].facts
    assert (facts["sections"], facts["cost"], facts["whole"], facts["full"]) == (3, 4, 7, 15)
    assert entered(table, state, plan).money["A"] == 2
    assert "M1" in {mark.key for mark in plan.marks if mark.look == "other"}
    table, state = position("n=2 pre=1 | cash A=0 B=40")
    plan = planned(table, state, "K1", "M1")
    assert (plan.ask, said(plan)) == (False, ["plan_build_none"])


def test_tap_beside_the_map_is_refused() -> None:
    table, state = position("pre=1 n=2")
    with pytest.raises(IllegalMove) as caught:
        planned(table, state, "nowhere")
    assert caught.value.code == "off_map"


# Running


def test_tap_runs_the_train_and_says_what_it_takes() -> None:
    table, state = position(f"train A{{at=K1 loads=coal}} | trk A K1>a1>a2>a3>S1 | {CARDS}")
    plan = planned(table, state, "S1")
    assert (plan.form, plan.fields, plan.ask) == ("go", {"path": "a1 a2 a3 S1"}, True)
    assert said(plan) == ["plan_go", "plan_turns"]
    assert entered(table, state, plan).trains["A1"].at == "S1"


def test_way_over_others_track_names_the_fee_and_the_way_without_is_offered() -> None:
    track = "trk A K1>a1>a2>a3>S1 | trk B K6>j1>e1>S1"
    table, state = position(f"train A{{at=K6}} | {track} | cash A=20 B=9")
    plan = planned(table, state, "S1")
    assert "plan_fees" not in said(plan)
    (offer,) = plan.offers
    assert offer.label.code == "plan_other_fees"
    assert offer.fields == {"path": "j1 e1 S1"}


def test_train_goes_as_far_as_the_turn_allows() -> None:
    long = "K3>c1>c2>c3>c4>c5>c6>c7>c8>c9>c10>c11>c12"
    table, state = position(f"train A{{at=K3}} | trk A {long}")
    plan = planned(table, state, "c12")
    assert plan.fields["path"].split()[-1] == "c9"
    assert said(plan)[0] == "plan_go_part"
    assert {mark.key for mark in plan.marks if mark.look == "other"} == {"c10", "c11", "c12"}


def test_acts_where_the_train_stands_are_offered_best_first() -> None:
    """Rule EB-59: a load that a card demands here is delivered with one tap."""
    table, state = position(f"train A{{at=M1 loads=coal}} | trk A M1>a5>a4>S1 | {CARDS}")
    plan = planned(table, state)
    assert [offer.label.code for offer in plan.offers] == [
        "button_deliver",
        "button_load",
        "button_drop",
    ]
    plan = planned(table, state, *plan.offers[0].taps)
    assert (plan.form, plan.fields, plan.ask) == ("deliver", {"good": "coal", "card": "7"}, True)
    assert entered(table, state, plan).money["A"] == state.money["A"] + 12


def test_train_is_placed_by_a_tap_on_a_city() -> None:
    table, state = position("n=2")
    plan = planned(table, state, "M1")
    assert (plan.form, plan.fields) == ("place", {"at": "M1"})
    assert entered(table, state, plan).trains["A1"].at == "M1"
    with pytest.raises(IllegalMove) as caught:
        planned(table, state, "a1")
    assert caught.value.code == "not_a_city"


def test_forms_that_name_mileposts_are_tapped() -> None:
    table, state = position("draw=1")
    plan = planned(table, state, "S1", "M1", "S1", form="event")
    assert plan.fields == {"near": "M1"}
    assert TITLE.plan is not None
    flood = Wish(("a4", "a5", "K3"), "event", {"effect": "flood"})
    plan = TITLE.plan(table, state, "A", flood)
    assert (plan.fields, plan.routes) == ({"over": "a4-a5"}, (("a4", "a5"),))
    with pytest.raises(IllegalMove) as caught:
        TITLE.plan(table, state, "A", Wish(("a4", "K3"), "event", {"effect": "flood"}))
    assert caught.value.code == "not_neighbours"


def test_track_to_buy_is_named_by_its_mileposts() -> None:
    """Rule EB-65: sections are tapped end by end."""
    table, state = position("n=2 | opt sell | trk B K1>a1>a2 | train A{at=K1}")
    plan = planned(table, state, "K1", "a1", "a1", "a2", form="buy_track")
    assert (plan.form, plan.fields["sections"]) == ("buy_track", "K1-a1 a1-a2")


# Whatever is tapped


@lru_cache(maxsize=8)
def met(board: str, seed: int) -> tuple[Table, tuple[Any, ...]]:
    """Return every seventh position of a random game."""
    table = table_for(TITLE, 3, board)
    fields = {field.name: field.value for field in TITLE.setup_fields(table)}
    state = TITLE.setup(table, TITLE.setup_type(**fields))
    states = [played.before for played in play(TITLE, table, state, seed, 400)]
    return table, tuple(states[::7])


def answered(table: Table, state: Any, taps: list[str], form: str, seat: str) -> Plan | None:
    """Return what taps come to; None where they are refused, with words."""
    refused = None
    try:
        return planned(table, state, *taps, form=form, seat=seat)
    except Refusal as refusal:
        refused = refusal.code
    assert refused in TITLE.words
    return None


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_whole_plans_can_be_entered_and_nothing_else_is_raised(data: st.DataObject) -> None:
    table, states = met("practice", 5)
    state = data.draw(st.sampled_from(states))
    seat = data.draw(st.sampled_from(table.seats))
    keys = (*grid(table, state).dots, "+", "load:coal", "deliver:x:y:z", "nowhere", ":", "")
    cities = tuple(site for sites in grid(table, state).sites.values() for site in sites)
    taps = data.draw(st.lists(st.sampled_from(keys) | st.sampled_from(cities), max_size=4))
    kinds = ["", "build", "go", "load", "place", "event", "draw", "chart_section", "no such"]
    form = data.draw(st.sampled_from(kinds))
    plan = answered(table, state, taps, form, seat)
    if plan is None:
        return
    assert {note.code for note in plan.said} <= set(TITLE.words)
    for route in plan.routes:
        assert all(grid(table, state).link(a, b) is not None for a, b in pairwise(route))
    if plan.ask:
        entered(table, state, plan, seat)
    for offer in plan.offers:
        assert offer.label.code in TITLE.words
        if offer.fields:
            entered(table, state, Plan(plan.form, offer.fields), seat)
        else:
            planned(table, state, *offer.taps, form=plan.form, seat=seat)


def test_plans_on_the_large_map_are_quick() -> None:
    """A tap is answered within the blink of an eye: 50 milliseconds on a usual machine."""
    table = table_for(TITLE, 3, "north_america")
    table, state = TITLE.parse_position(table, "n=3 pre=1")
    chance, spent = Random(3), []
    for goal in chance.sample(list(grid(table, state).sites), 12):
        start = perf_counter()
        plan = planned(table, state, "Chicago0", grid(table, state).sites[goal][0])
        spent.append(perf_counter() - start)
        assert plan.form == "build"
    assert sorted(spent)[len(spent) // 2] < 0.1
