"""What taps come to: moves that are legal, routes as offers, what comes off to choose from, refusals in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codec import convert
from games.engine.drawing import LOOKS, Plan, Wish
from games.engine.errors import Fault, Refusal
from games.engine.title import Table
from games.engine.words import fill
from tests.rules.boards import opening, table_for
from tests.rules.playout import play
from tests.rules.titles.twentieth_century_limited.play import TITLE, after, position, refused

TABLE = table_for(TITLE, 4)
NORTH = (
    "ALB-b:B BUF-b:B ALB-BOS:A ALB-NYC:A ALB-NYC#2:A BOS-PWM:A BUF-PIT:A order=ABC w=A6,B6,C6 "
    "s=A35,B38,C40 era=A1/2,B1/2,C1/2 did=place"
)
THREE = table_for(TITLE, 3)


def wish(*taps: str, form: str = "", **fields: str) -> Wish:
    """Return what was tapped, and what the open form holds."""
    return Wish(taps, form, fields)


def plan(table: Table, state: Any, told: Wish) -> Plan:
    """Return what it comes to for the seat to act."""
    assert TITLE.plan is not None
    return TITLE.plan(table, state, state.active, told)


def north(*taps: str, form: str, **fields: str) -> Plan:
    """Return what taps come to in the north-east, with the track action done."""
    table, state = position(NORTH, THREE)
    return plan(table, state, wish(*taps, form=form, **fields))


def move_of(found: Plan) -> Any:
    """Return the move that the form sends."""
    lists = ("lines", "cities", "use", "remove")
    data = {
        name: value.split() if name in lists else value
        for name, value in found.fields.items()
        if value
    }
    return convert({"kind": found.form, **data}, TITLE.move_type, strict=False)


@lru_cache(maxsize=1)
def states() -> tuple[Any, ...]:
    """Return positions of random games, before and after the track action."""
    found = []
    for seed in (1, 2):
        for number, played in enumerate(play(TITLE, TABLE, opening(TITLE, TABLE), seed)):
            if number % 17 == 0:
                found.append(played.step.state)
    return tuple(found)


def test_lines_are_placed_on_and_taken_back_by_a_second_tap() -> None:
    state = opening(TITLE, TABLE)
    found = plan(TABLE, state, wish("BUF-PIT", "BUF-c", "BUF-c", form="place"))
    assert (found.form, found.fields, found.taps, found.ask) == (
        "place",
        {"lines": "BUF-PIT"},
        ("BUF-PIT",),
        True,
    )
    assert plan(TABLE, state, wish("BUF-PIT", "BUF-PIT", form="place")).ask is False


def test_own_segment_tapped_first_is_picked_up() -> None:
    table, state = position(NORTH.replace(" did=place", ""), THREE)
    found = plan(table, state, wish("ALB-NYC", form="place"))
    assert (found.form, move_of(found).lines) == ("pickup", ("ALB-NYC",))
    with pytest.raises(Refusal) as refusal:
        plan(table, state, wish("ALB-NYC", "BUF-c", form="place"))
    assert refusal.value.code == "NOT_YOURS"


@pytest.mark.parametrize(
    ("taps", "code"),
    [
        (("ALB-b",), "LINE_OCCUPIED"),
        (("CHI",), "TRACK_FIRST"),
        (("BUF-c", "BUF-e", "CHI-f", "CHI-f#2"), "TRACK_COUNT"),
    ],
)
def test_tap_that_leads_to_nothing_is_refused(taps: tuple[str, ...], code: str) -> None:
    table, state = position(NORTH.replace(" did=place", ""), THREE)
    with pytest.raises(Refusal) as refusal:
        plan(table, state, wish(*taps, form="place"))
    assert refusal.value.code == code


def test_route_over_others_track_is_offered_with_what_it_costs_to_whom() -> None:
    found = north("ALB", "BUF", "PIT", form="regional")
    assert [note.code for note in found.said] == ["plan_apart", "plan_route"]
    (offer,) = found.offers
    assert offer.label.facts == {"lines": ("ALB-b", "BUF-b"), "seat1": "B", "count1": 2}
    taken = north(*offer.taps, form="regional")
    assert (taken.ask, taken.fields["use"], taken.fields["card"]) == (True, "ALB-b BUF-b", "R1a")
    assert ("paid", 2) in [(note.code, note.facts.get("count")) for note in taken.said]


def test_segments_to_pay_for_can_be_tapped_one_by_one() -> None:
    half = north("ALB", "BUF", "PIT", "ALB-b", form="regional")
    assert half.ask is False
    assert north("ALB", "BUF", "PIT", "ALB-b", "BUF-b", form="regional").ask is True
    with pytest.raises(Refusal) as refusal:
        north("ALB", "BOS", "ALB-b", form="regional")
    assert refusal.value.code in ("OWN_TRACK_SUFFICES", "WAIVER_UNUSED")


def test_several_minimum_sets_are_offered_and_can_be_tapped() -> None:
    cities = ("PWM", "BOS", "ALB", "NYC")
    found = north(*cities, form="company")
    assert (found.ask, found.fields["card"]) == (False, "C02")
    looks = {mark.key: mark.look for mark in found.marks}
    assert (looks["ALB-BOS"], looks["ALB-NYC"], looks["ALB-NYC#2"]) == (
        "chosen",
        "longest",
        "longest",
    )
    assert [offer.label.facts["lines"] for offer in found.offers] == [("ALB-NYC",), ("ALB-NYC#2",)]
    tapped = north(*cities, "ALB-NYC#2", form="company")
    assert tapped.ask is True
    assert move_of(tapped).remove == ("ALB-BOS", "ALB-NYC#2", "BOS-PWM")


def test_segment_of_no_minimum_set_is_refused_with_the_least() -> None:
    with pytest.raises(Refusal) as refusal:
        north("PWM", "BOS", "ALB", "NYC", "BUF-PIT", form="company")
    assert refusal.value.code == "REMOVE_NOT_MINIMUM"
    assert (refusal.value.facts["least"], refusal.value.facts["count"]) == (3, 4)


def test_card_of_the_catalogue_is_marked_without_a_tap() -> None:
    found = north(form="company", card="C02")
    assert {mark.key for mark in found.marks if mark.look == "from"} == {"PWM", "BOS", "ALB", "NYC"}
    assert len(found.offers) == 2


def test_card_that_nobody_has_typed_yet_is_not_asked_about_at_once() -> None:
    found = north("ALB", "BOS", form="company", card="New England Short Line", value="3")
    assert (found.ask, found.fields["card"]) == (False, "New England Short Line")
    assert [note.code for note in found.said] == ["plan_joined_new", "taken_off"]


def test_seat_that_is_not_to_act_has_no_plan() -> None:
    state = opening(TITLE, TABLE)
    assert TITLE.plan is not None
    assert TITLE.plan(TABLE, state, "B", wish("BUF-c", form="place")) == Plan()


def wishes(state: Any, chance: Random) -> Iterator[Wish]:
    """Yield taps as people make them: lines before the track action, cards and lines after it."""
    board = TABLE.board
    cards = [*board.companies.values(), *board.regionals.values()]
    for form in ("place", "pickup", "regional", "company"):
        for _ in range(3):
            taps = chance.sample(list(board.ends), chance.randint(0, 3))
            if state.track:
                taps = [*chance.choice(cards).cities]
                taps += chance.sample(
                    list(state.owners), min(len(state.owners), chance.randint(0, 2))
                )
            yield wish(*taps, form=form)


def test_every_whole_plan_is_a_move_that_is_accepted() -> None:
    chance, whole = Random(7), 0
    for state in states():
        for told in wishes(state, chance):
            try:
                found = plan(TABLE, state, told)
                found = (
                    plan(TABLE, state, wish(*found.offers[0].taps, form=found.form))
                    if found.offers
                    else found
                )
            except Refusal:
                continue
            assert {mark.look for mark in found.marks} <= set(LOOKS)
            for note in (*found.said, *(offer.label for offer in found.offers)):
                assert "{" not in fill(TITLE.words[note.code], note.facts)
            if found.ask:
                whole += 1
                TITLE.apply(TABLE, state, state.active, move_of(found), frozenset())
    assert whole > 20


KEYS = st.sampled_from([*TABLE.board.node, *TABLE.board.ends, "", "zz", "A-", "@1,2"])
TEXTS = st.text(max_size=12) | st.sampled_from(["C02", "R1a", "ALB NYC", "ALB-b", "-1", "99"])


@given(
    number=st.integers(0, 10_000),
    taps=st.lists(KEYS, max_size=7),
    form=st.sampled_from(["", "place", "pickup", "regional", "company", "bonus", "x"]),
    fields=st.dictionaries(
        st.sampled_from(["card", "cities", "use", "remove", "value", "era", "source", "refill"]),
        TEXTS,
        max_size=4,
    ),
)
def test_taps_come_to_a_plan_or_to_words(
    number: int, taps: list[str], form: str, fields: dict[str, str]
) -> None:
    state = states()[number % len(states())]
    try:
        found = plan(TABLE, state, Wish(tuple(taps), form, fields))
    except Refusal as refusal:
        said = fill(TITLE.words[refusal.code], refusal.facts)
    except Fault as fault:
        said = fault.problems[0][0]
    else:
        said = " ".join(found.taps)
        assert len(found.taps) <= len(taps)
    assert "{" not in said


def test_waiver_route_costs_more_than_there_is() -> None:
    poor = NORTH.replace("w=A6,B6,C6", "w=A1,B11,C6")
    table, state = position(poor, THREE)
    found = plan(table, state, wish("ALB", "BUF", "PIT", form="regional"))
    assert [note.code for note in found.said] == ["plan_apart", "plan_too_dear"]
    assert not found.offers


def test_refusals_name_places() -> None:
    assert (
        refused(NORTH.replace(" did=place", ""), "place ALB-b", table=THREE).facts["line"]
        == "ALB-b"
    )
    assert "ALB-NYC#2" in after(NORTH, table=THREE).owners
