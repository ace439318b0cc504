"""What taps on the board come to: drafts that the referee accepts, refusals in words, choices by tapping."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.drawing import LOOKS, Plan, Wish
from games.engine.errors import Fault, IllegalMove, Refusal
from games.engine.title import Table
from games.titles.central_pacific.moves import EndTurn, Lay, Stuck
from games.titles.central_pacific.tiles import SQUARES
from tests.rules.boards import opening
from tests.rules.playout import play
from tests.rules.titles.central_pacific.play import HOMES, TITLE, TWO, enter, position, table
from tests.rules.titles.central_pacific.test_refusals import (
    CHOOSE,
    EQUAL,
    NEAR,
    ONE_TRAIN,
    THREE_TRAINS,
)

UNHURRIED = settings(deadline=None)
OPEN = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW"


def plan(state: Any, *taps: str, at: Table = TWO, form: str = "lay") -> Plan:
    """Return what taps come to for the seat whose turn it is."""
    assert TITLE.plan is not None
    found: Plan = TITLE.plan(at, state, state.active, Wish(taps, form))
    return found


def looks(found: Plan) -> dict[str, str]:
    """Return how each square is marked."""
    return {mark.key: mark.look for mark in found.marks}


def labels(found: Plan) -> list[str]:
    """Return the offers by code and what they are about."""
    return [
        f"{offer.label.code} {offer.label.facts.get('name', offer.label.facts.get('number', ''))}".strip()
        for offer in found.offers
    ]


def offer(found: Plan, label: str) -> tuple[str, ...]:
    """Return the taps of an offer."""
    return found.offers[labels(found).index(label)].taps


def test_without_taps_the_squares_that_take_a_tile_are_marked() -> None:
    _, state = position(HOMES)
    assert looks(plan(state)) == {"D1": "anchor", "E2": "anchor", "F1": "anchor"}


def test_square_asks_for_a_kind_those_that_fit_first() -> None:
    found = plan(position(OPEN)[1], "E5")
    assert looks(found)["E5"] == "from"
    assert labels(found)[0] == "offer_kind straight"
    assert labels(found)[-1] == "offer_misfit city"
    assert found.fields == {"tiles": ""}


def test_kind_lies_as_it_fits_and_a_further_tap_turns_it() -> None:
    _, state = position(OPEN)
    words = offer(plan(state, "E5"), "offer_kind curve")
    assert words == ("E5=C:NE",)
    found = plan(state, *words)
    assert found.fields == {"tiles": "E5=C:NE"}
    assert [(tile.place, tile.symbol, tile.turn) for tile in found.tiles] == [("E5", "C", 0)]
    turned = plan(state, *words, "E5")
    assert turned.taps == ("E5=C:NW",)
    assert plan(state, *turned.taps, "E5").taps == ("E5=C:NE",)


def test_misfit_says_why_and_what_would_fit() -> None:
    _, state = position(OPEN)
    found = plan(state, *offer(plan(state, "E5"), "offer_misfit city"))
    assert looks(found)["E5"] == "refused"
    assert found.said[0].code == "TOO_CLOSE"
    assert found.said[0].facts["needed"] == 2


def test_city_changes_number_and_sides() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=S:NS")
    found = plan(state, *offer(plan(state, "E4"), "offer_kind city"))
    assert found.fields == {"tiles": "E4=@2:NS"}
    assert "offer_number_misfit 3" in labels(found)
    wider = next(
        one for one in found.offers if one.label.facts.get("sides") == "north, east, south"
    )
    assert plan(state, *wider.taps).fields == {"tiles": "E4=@2:NES"}
    _, longer = position(f"{HOMES} E2=S:NS E3=S:NS E4=S:NS")
    far = plan(longer, "E5=@2:NS")
    assert plan(longer, *offer(far, "offer_number 3")).fields == {"tiles": "E5=@3:NS"}


def test_terrain_is_cleared_at_its_price() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=M")
    found = plan(state, "E3")
    assert offer(found, "offer_copies straight") == ("E3=S:NS*3",)
    assert offer(found, "offer_kind tunnel") == ("E3=U:NS*1",)


def test_tiles_can_be_put_in_another_order_and_taken_off() -> None:
    _, state = position(HOMES)
    words = ("E2=S:NS", "E3=S:NS", "F1=S:EW")
    found = plan(state, *words)
    earlier = next(one for one in found.offers if one.label.code == "offer_earlier")
    assert plan(state, *earlier.taps).fields == {"tiles": "E2=S:NS F1=S:EW E3=S:NS"}
    selected = plan(state, *words, "at:E2")
    off = next(one for one in selected.offers if one.label.code == "offer_off")
    assert off.taps == ("F1=S:EW", "at:")
    assert plan(state, "at:").fields == {"tiles": ""}


def test_tile_turned_under_others_leaves_them_legal_or_is_not_turned() -> None:
    _, state = position(HOMES)
    found = plan(state, "E2=T:NES", "E3=S:NS", "F2=S:EW", "E2")
    assert set(found.fields["tiles"].split()) == {"E2=T:NES", "E3=S:NS", "F2=S:EW"}


def test_tiles_in_an_order_that_does_not_work_are_ordered() -> None:
    found = plan(position(HOMES)[1], "E3=S:NS", "E2=S:NS")
    assert found.taps == ("E2=S:NS", "E3=S:NS")


def test_what_ending_would_claim_and_return_is_said() -> None:
    line = f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW E5=S:NS E6=T:NES E7=S:NS E8=@2:N B!E5 spike=B"
    codes = [note.code for note in plan(position(line)[1], "F6=@2:W").said]
    assert codes[-4:] == ["plan_end", "line_stolen", "trains_returned", "plan_trains"]


@pytest.mark.parametrize(
    ("start", "taps", "code"),
    [
        (HOMES, ("E1",), "OCCUPIED"),
        (HOMES, ("A9",), "NOT_ADJACENT"),
        (f"{HOMES} E2=S:NS", ("F2",), "NOT_CONNECTED"),
        (f"{HOMES} E2=S:NS", ("F9",), "NOT_IN_NETWORK"),
        (HOMES, ("Z77",), "OFF_BOARD"),
        (HOMES, ("no square at all",), "OFF_BOARD"),
        (f"{HOMES} hand=0", ("E2",), "NOT_IN_HAND"),
        (f"{HOMES} discarded=2", ("E2",), "PLACE_AND_DISCARD"),
    ],
)
def test_square_that_can_hold_nothing_is_refused(
    start: str, taps: tuple[str, ...], code: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        plan(position(start)[1], *taps)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("start", "moves", "tap", "taken", "at"),
    [
        (ONE_TRAIN, ["E4=@2:N", "D3=@2:N"], "E3", {"claims": "E2"}, THREE_TRAINS),
        (EQUAL, ["E6=T:NEW"], "B8", {"keepers": "B8"}, table(3)),
        (NEAR, ["E7=S:NS", "E8=C:NE"], "take:steal", {"take": "steal"}, CHOOSE),
    ],
)
def test_end_of_turn_asks_and_a_tap_chooses(
    start: str, moves: list[str], tap: str, taken: dict[str, str], at: Table
) -> None:
    here, step = enter(start, *moves, at=at)
    asked = plan(step.state, at=here, form="end")
    assert (asked.form, asked.ask, asked.fields) == ("end", False, {})
    assert len(asked.offers) == 2
    assert tap.startswith("take:") or looks(asked)[tap] == "legal"
    found = plan(step.state, tap, at=here, form="end")
    assert found.ask
    assert {key: value for key, value in found.fields.items() if value} == taken
    check(here, step.state, found)


def test_hand_is_shown_tile_by_tile() -> None:
    _, state = position(f"{HOMES} pool=0 hand=2 drained=1")
    first = plan(state, form="stuck")
    assert "offer_shown city 2 north-south" in labels(first)
    taps = offer(first, "offer_shown city 4 north")
    second = plan(state, *taps, form="stuck")
    assert second.fields == {"hand": "@4:N"}
    whole = plan(state, *offer(second, "offer_shown city 4 north"), form="stuck")
    assert whole.ask
    TITLE.apply(TWO, state, "A", Stuck(whole.fields["hand"]), frozenset())
    with pytest.raises(IllegalMove) as refusal:
        plan(state, "hand:S", "hand:S", form="stuck")
    assert refusal.value.code == "STUCK_FALSE"


def test_nobody_else_plans_and_nobody_after_the_end() -> None:
    _, state = position(HOMES)
    assert TITLE.plan is not None
    assert TITLE.plan(TWO, state, "B", Wish(("E2",))) == Plan()
    assert plan(position(f"{HOMES} end=agreement")[1], "E2") == Plan()


# Any taps at all


@lru_cache(maxsize=1)
def states() -> tuple[tuple[Table, Any], ...]:
    """Return states of random games, of two tables."""
    found = []
    for at in (table(3), table(2, "practice", tiles="checked")):
        for seed in range(3):
            found += [(at, played.before) for played in play(TITLE, at, opening(TITLE, at), seed)]
    return tuple(found)


def words_of(chance: Random, state: Any, at: Table) -> Iterator[str]:
    """Yield taps as a hand without sense makes them, offers among them."""
    for _ in range(chance.randrange(1, 6)):
        yield chance.choice(
            (
                chance.choice(SQUARES),
                chance.choice(sorted(state.tiles)),
                f"{chance.choice(SQUARES)}={chance.choice(['S:NS', 'X', '@2:NES', 'F', 'T:NE', '@:N'])}",
                f"at:{chance.choice(SQUARES)}",
                chance.choice(["", "at:", "hand:S", "take:spike", "=", "E99", "É", "E2=S:NS*2m"]),
            )
        )


@UNHURRIED
@given(st.integers(0, 10**9))
def test_any_taps_come_to_a_plan_or_to_words(seed: int) -> None:
    chance = Random(seed)
    at, state = chance.choice(states())
    taps = tuple(words_of(chance, state, at))
    form = chance.choice(["lay", "end", "stuck", "", "place"])
    code, found = "", None
    try:
        found = plan(state, *taps, at=at, form=form)
    except Refusal as refusal:
        code = refusal.code
    except Fault:
        return
    if found is not None:
        check(at, state, found)
    assert not code or code in TITLE.words


@UNHURRIED
@given(st.integers(0, 10**9))
def test_offers_lead_on_to_moves_that_are_accepted(seed: int) -> None:
    """Tap a marked square, then any offers: whatever is not marked as refused can be entered."""
    chance = Random(seed)
    at, state = chance.choice(states())
    form, code = chance.choice(["lay", "lay", "end", "stuck"]), ""
    try:
        found = plan(state, at=at, form=form)
        for _ in range(chance.randrange(1, 9)):
            check(at, state, found)
            open_squares = [mark.key for mark in found.marks if mark.look in ("anchor", "legal")]
            offered = [one.taps for one in found.offers]
            if offered and (chance.random() < 0.7 or not open_squares):
                found = plan(state, *chance.choice(offered), at=at, form=form)
            elif open_squares:
                found = plan(state, *found.taps, chance.choice(open_squares), at=at, form=form)
    except Refusal as refusal:
        code = refusal.code
    assert not code or code in TITLE.words


def check(at: Table, state: Any, found: Plan) -> None:
    """Check that a plan speaks, marks what there is, and holds a move that counts unless it says not."""
    marked = looks(found)
    assert set(marked) <= set(SQUARES)
    assert set(marked.values()) <= set(LOOKS)
    for note in (*found.said, *(one.label for one in found.offers)):
        assert note.code in TITLE.words
    tiles = found.fields.get("tiles", "").split()
    if tiles and "refused" not in marked.values():
        TITLE.apply(at, state, state.active, Lay(tuple(tiles)), frozenset())
    if found.ask and found.form == "stuck":
        TITLE.apply(at, state, state.active, Stuck(found.fields["hand"]), frozenset())
    if found.ask and found.form == "end":
        move = EndTurn(
            tuple(found.fields["claims"].split()),
            tuple(found.fields["keepers"].split()),
            found.fields["take"],  # type: ignore[arg-type] # one of the three
        )
        TITLE.apply(at, state, state.active, move, frozenset())
