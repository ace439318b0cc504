"""What each move does, rule by rule, on the test map."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import ChoiceNeeded
from games.engine.title import Table
from games.titles.empire_builder.charting import merged_board
from games.titles.empire_builder.grid import grid_of
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.state import demands_left
from scoring.tables.empire_builder import tally
from tests.rules.boards import opening, read_board, table_for
from tests.rules.titles.empire_builder.play import (
    EBT,
    TITLE,
    after,
    enter,
    on_test_map,
    position,
    refused,
)

LONG = "K3>c1>c2>c3>c4>c5>c6>c7>c8>c9>c10>c11>c12>c13>c14"
CARD = "card A#7 coal@K:12 wine@S1:9 oil@L:20"
FULL = f"{CARD} | card A#8 iron@K:9 iron@L:9 wine@K:9 | card A#9 corn@K:9 corn@L:9 wine@M1:9"


# Building


def test_building_adds_up_over_the_entries_of_a_turn() -> None:
    """Rule EB-31: 20 million a turn, however they are entered."""
    state = after("n=2", "A: build K1>a1>a2>a3>S1>a4>a5>M1", "A: build L4>a6")
    assert (state.turn.spent, state.money["A"]) == (19, 21)
    assert state.turn.exits == ("K1", "L4")
    assert state.stats["A"].built == 8


def test_price_depends_on_the_direction() -> None:
    """Digest 0.1: the milepost built to is paid."""
    assert after("trk A L4>a6", "A: build a6>M1").turn.spent == 3
    assert after("trk A L5>h1>d1>M1", "A: build M1>a6").turn.spent == 1


def test_building_into_a_major_city_is_no_exit() -> None:
    """Digest 0.2: the two mileposts of a turn are those built from."""
    state = after("trk A K1>a1>a2>a3>S1>a4>a5>M1>a6", "A: build a6>L4; K2>b1; K3>c1")
    assert state.turn.exits == ("K2", "K3")
    assert state.turn.spent == 8 + 1 + 1


def test_several_sections_from_one_milepost_count_once() -> None:
    assert after("n=2", "A: build K1>a1; K1>f1; K2>b1").turn.spent == 3
    table = on_test_map(exits="sections")
    assert refused("n=2", "A: build K1>a1; K1>f1; K2>b1", table=table).rule == "EB-37"


def test_track_cut_off_by_a_flood_cannot_be_built_on() -> None:
    """Rule EB-36, decision A2."""
    start = "trk A K1>a1>a2>a3>S1>a4>a5>M1"
    assert refused(start, "flood Big", "flood over", "A: build M1>a6").code == "no_start"
    later = on_test_map(begin="built")
    assert after(start, "flood Big", "flood over", "A: build M1>a6", table=later).turn.spent == 1


def test_branching_builds_from_any_track() -> None:
    """Rule EB-70."""
    start = "trk B K1>a1>a2"
    assert refused(start, "A: build a2>a3").code == "no_start"
    assert after(start, "A: build a2>a3", table=on_test_map(branch="yes")).turn.spent == 2


def test_inbound_tracks_alone_may_count() -> None:
    """Decision A8."""
    start = "trk A K1>a1>a2>a3>S1>a4 | trk A K5>j2>e2>S1 | trk A K6>j1>e1"
    assert refused(start, "A: build e1>S1; S1>e3").code == "city_tracks"
    state = after(start, "A: build e1>S1; S1>e3", table=on_test_map(tracks="inbound"))
    assert state.turn.spent == 4


def test_small_city_may_keep_room_for_a_second_player() -> None:
    """Decision A9: S2 has two neighbours only, b2 and b3."""
    start = "n=2 | trk A K2>b1>b2>S2"
    assert after(start, "A: build S2>b3").turn.spent == 1
    assert refused(start, "A: build S2>b3", table=on_test_map(small_room="yes")).code == "city_shut"


def test_attested_track_counts_for_money_limits_and_cities() -> None:
    """Digest 2.1: entry by counts."""
    table, step = enter(
        "cash A=40", "A: attest clear=3 rough=2 small=1 rivers=1 inlets=1 exits=1 joins=K,S1"
    )
    state = step.state
    assert state.turn.spent == 3 + 4 + 3 + 2 + 3
    assert state.stats["A"].built == 6
    assert [note.code for note in step.unchecked] == ["unchecked_line"]
    assert refused("cash A=40", "A: attest clear=9 rough=6").code == "over_limit"
    state = after("mode=eb", "A: attest clear=3 joins=K,L", "A: attest clear=2 joins=L,N")
    table, _ = position("mode=eb")
    assert TITLE.sheet(table, state).seats["A"].cities == 3


# Running


def test_run_over_others_track_pays_each_owner_once() -> None:
    """Rule EB-57."""
    start = f"cash A=9 B=0 C=0 | train A{{at=c2}} | trk B {LONG} | trk C K1>a1"
    _, step = enter(start, "A: go c1>K3>K0>K1>a1")
    assert {seat: step.state.money[seat] for seat in "ABC"} == {"A": 1, "B": 4, "C": 4}
    assert [posting.why for posting in step.postings] == ["use_fee", "use_fee"]
    assert step.state.stats["B"].earned == 4
    assert step.state.stats["A"].paid == 8


def test_grey_area_costs_no_fee_but_movement() -> None:
    """Rules EB-50 and EB-51."""
    state = after("cash A=0 | train A{at=K1}", "A: go K0>K3>K2>K1")
    assert state.trains["A1"].used == 4


def test_direction_is_kept_over_the_end_of_the_turn() -> None:
    """Rule EB-55."""
    start = f"train A{{at=K3}} | train B{{at=K1}} | trk A {LONG}"
    state = after(start, "A: go c1>c2", "A: end", "B: end")
    assert (state.trains["A1"].came, state.trains["A1"].used) == ("c1", 0)
    assert refused(start, "A: go c1>c2", "A: end", "B: end", "A: go c1").code == "no_turning"
    assert after(start, "A: go c1>c2", "A: end", "B: end", "A: go c3").trains["A1"].at == "c3"


def test_path_may_begin_where_the_train_stands() -> None:
    assert after("train A{at=K1}", "A: go K1>K2").trains["A1"].used == 1


def test_train_may_turn_at_every_kind_of_city() -> None:
    for at, to in (("S1", "a3"), ("M1", "a6"), ("K1", "a1")):
        start = f"train A{{at={at} from={to}}} | trk A K1>a1>a2>a3>S1>a4>a5>M1>a6"
        assert after(start, f"A: go {to}").trains["A1"].at == to


def test_fee_may_be_owed_to_the_end_of_the_turn() -> None:
    """Decision A15: a delivery later in the turn pays it."""
    table = on_test_map(fee_when="turn_end")
    start = f"cash A=2 B=0 | train A{{at=c2 from=c3 loads=coal}} | trk B {LONG} | {CARD}"
    state = after(start, "A: go c1>K3", table=table)
    assert (state.turn.debts, state.money["B"]) == ("B", 0)
    state = after(start, "A: go c1>K3", "A: deliver coal card=7", table=table)
    assert (state.turn.debts, state.money["A"], state.money["B"]) == ("", 10, 4)


def test_run_by_counts_uses_movement_and_pays_fees() -> None:
    _, step = enter("cash A=9 B=0 | train A{at=K1 from=a1}", "A: run 5 to=S1 fees=B")
    train = step.state.trains["A1"]
    assert (train.at, train.came, train.used) == ("S1", "", 5)
    assert (step.state.money["A"], step.state.money["B"]) == (5, 4)
    assert [note.code for note in step.unchecked] == ["unchecked_run"]


def test_second_train_moves_in_the_same_turn() -> None:
    """Rule EB-69."""
    start = f"opt trains | train A1{{at=K3}} | train A2{{at=K1}} | trk A {LONG} | trk A K1>a1"
    state = after(start, "A: go c1>c2", "A: t2.go a1")
    assert (state.trains["A1"].at, state.trains["A2"].at) == ("c2", "a1")
    assert state.trains["A2"].type == "fast"


# Loads and deliveries


def test_load_and_drop_move_a_counter() -> None:
    """Rules EB-18, EB-19, EB-45 and EB-47."""
    start = "train A{at=S1} | supply coal=2"
    state = after(start, "A: load coal")
    assert (state.trains["A1"].loads, state.supply["coal"]) == (("coal",), 1)
    state = after(start, "A: load coal", "A: drop coal")
    assert (state.trains["A1"].loads, state.supply["coal"]) == ((), 2)


def test_dropped_load_may_stay_in_the_city() -> None:
    """Decision A23: it lies there for anybody."""
    table = on_test_map(dropped="stays")
    start = "train A{at=K1 loads=coal} | train B{at=K2} | supply coal=0"
    state = after(start, "A: drop coal", table=table)
    assert (state.left, state.supply["coal"]) == ({"K": ("coal",)}, 0)
    state = after(start, "A: drop coal", "A: end", "B: load coal", table=table)
    assert (state.left, state.trains["B1"].loads) == ({}, ("coal",))


def test_delivery_pays_returns_the_load_and_asks_for_a_card() -> None:
    """Rule EB-59."""
    table, step = enter(
        f"cash A=1 | train A{{at=K2 loads=coal,iron}} | supply coal=0 | {FULL}",
        "A: deliver coal card=7",
    )
    state = step.state
    assert (state.money["A"], state.supply["coal"]) == (13, 1)
    assert state.trains["A1"].loads == ("iron",)
    assert [card.number for card in state.hands["A"]] == [8, 9]
    assert state.turn.draws == 1
    assert TITLE.status(table, state).code == "status_draw"
    assert [form.kind for form in TITLE.forms(table, state, "A")][:2] == ["draw", "event"]


def test_new_card_may_be_delivered_against_at_once() -> None:
    """Decision A25."""
    state = after(
        f"cash A=0 | train A{{at=K2 loads=coal,iron}} | {FULL}",
        "A: deliver coal card=7",
        "A: draw #3 iron@K:8 iron@L:9 iron@N:9",
        "A: deliver iron card=3",
    )
    assert state.money["A"] == 20
    assert state.discarded == 2


def test_card_without_number_gets_one() -> None:
    state = after("draw=1", "A: draw coal@K:8 iron@L:9 iron@N:9")
    (card,) = state.hands["A"]
    assert card.number == len(EBT.board.cards) + 1


# Cards, events and their windows


def test_hands_are_entered_before_the_first_turn() -> None:
    """Rule EB-27: events dealt are replaced, so only demand cards are entered."""
    table = on_test_map()
    state = opening(TITLE, table)
    for seat in "AB":
        for number in range(3):
            _, move = TITLE.parse_move(table, state, f"draw {1 + number + 3 * (seat == 'B')}")
            state = TITLE.apply(table, state, seat, move, frozenset()).state
    assert state.deal == {}
    assert [card.number for card in state.hands["B"]] == [4, 5, 6]
    assert demands_left(table, state) == 24 - 6


def test_hands_may_be_told_at_set_up() -> None:
    dealt = TITLE.setup_type("B", "A 1,2,3; B 4 5")
    state = TITLE.setup(on_test_map(), dealt)
    assert state.active == "B"
    assert {seat: [card.number for card in hand] for seat, hand in state.hands.items()} == {
        "A": [1, 2, 3],
        "B": [4, 5],
    }
    assert state.deal == {"B": 1}


def test_event_drawn_acts_and_the_drawing_goes_on() -> None:
    """Rules EB-08 and EB-09."""
    start = f"draw=1 | {CARD} | trk B K1>a1>a2>a3>S1>a4>a5"
    _, step = enter(start, "A: flood Big")
    assert step.state.turn.draws == 1
    assert [note.code for note in step.notes] == ["track_erased"]
    assert step.state.shown == 1
    assert after(start, "A: flood Big", "A: draw 3").turn.draws == 0


def test_event_lasts_to_the_end_of_the_drawers_next_turn() -> None:
    """Rule EB-09: drawn by A, it holds through B, C and A's next turn."""
    ends = ["A: end", "B: end", "C: end"]
    for count, there in ((1, True), (2, True), (3, True), (4, False)):
        moves = ["flood Big", *(ends * 2)[:count]]
        assert bool(after("n=3", *moves).events) is there
    _, step = enter("n=3", "flood Big", *ends, "A: end")
    assert [note.code for note in step.notes] == ["event_expired"]


def test_second_flood_of_a_river_lasts_longer() -> None:
    """Decision A20: the later card decides."""
    moves = ["flood Big", "A: end", "flood Big", "B: end", "A: end"]
    assert [one.drawer for one in after("n=2", *moves).events] == ["B"]
    assert after("n=2", *moves, "B: end").events == ()
    assert refused("trk A K2>b1", *moves[:-1], "A: build b1>b2").code == "river_in_flood"
    assert after("trk A K2>b1", *moves, "B: end", "A: build b1>b2").turn.spent == 4


def test_flood_closes_the_bridges_of_a_city_without_erasing() -> None:
    """Rules EB-13 and EB-15."""
    assert refused("train A{at=K3}", "flood Big", "A: go K4").rule == "EB-15"
    assert after("train A{at=K3}", "flood Big", "A: go K0").trains["A1"].at == "K0"
    assert after("train A{at=K3}", "flood Big", "flood over", "A: go K4").trains["A1"].at == "K4"


def test_strike_in_an_area_holds_trains_there() -> None:
    """Rules EB-10 and EB-16: counted as trains move, from a major city's centre."""
    start = f"train A{{at=c4}} | trk A {LONG}"
    assert refused(start, "strike near=K within=4", "A: go c3").rule == "EB-16"
    assert after(start, "strike near=K within=4", "A: go c5").trains["A1"].at == "c5"


def test_half_rate_in_an_area_slows_trains_that_were_in_it() -> None:
    """Rule EB-12, decisions A17 and A18."""
    start = f"train A{{at=c1 from=K3}} | trk A {LONG}"
    event = "half near=K within=2"
    state = after(start, event, "A: go c2>c3>c4>c5>c6")
    assert (state.trains["A1"].used, state.trains["A1"].slow_at) == (5, 0)
    assert refused(start, event, "A: go c2>c3>c4>c5>c6>c7").rule == "EB-12"
    far = f"train A{{at=c4 from=c3}} | trk A {LONG}"
    assert after(far, event, "A: go c5>c6>c7>c8>c9>c10").trains["A1"].used == 6


def test_event_for_some_seats_leaves_the_others_alone() -> None:
    start = f"train A{{at=K3}} | trk A {LONG}"
    assert after(start, "half seats=B", "A: go c1>c2>c3>c4>c5>c6").trains["A1"].used == 6


def test_lost_loads_are_the_owners_choice() -> None:
    """Rule EB-17."""
    start = "train A{at=K1 loads=coal,iron} | train B{at=S1 loads=wine} | supply coal=0 iron=0"
    state = after(start, "lose_load amount=1")
    assert {key: owed.count for key, owed in state.owed.items()} == {"A1": 1, "B1": 1}
    state = after(start, "lose_load", "A: lose iron")
    assert (state.trains["A1"].loads, state.supply["iron"]) == (("coal",), 1)
    assert set(state.owed) == {"B1"}
    state = after(start, "lose_load near=S1 within=1", "A: end", "B: lose wine")
    assert state.trains["B1"].loads == ()


def test_payment_never_takes_more_than_there_is() -> None:
    """Decision A40."""
    state = after("cash A=5 B=30", "payment amount=10")
    assert (state.money["A"], state.money["B"]) == (0, 20)
    assert after("cash A=5 B=30", "payment amount=10 seats=B").money["A"] == 5


def test_unnamed_crossings_with_track_are_asked_for_when_a_flood_is_drawn() -> None:
    """Digest 2.1, rule EB-13: what is not marked yet is asked, and then known."""
    board = read_board(TITLE, "us_canada")
    crossing = next(
        one
        for one in board.crossings
        if (link := grid_of(board).link(one.a, one.b)) is not None and not link.grey
    )
    key = f"{crossing.a}-{crossing.b}"
    table = Table("AB", Options(), board)
    start = f"trk A {crossing.a}>{crossing.b}"
    refusal = refused(start, "flood Ohio", table=table)
    assert isinstance(refusal, ChoiceNeeded)
    assert refusal.choices == (key,)
    state = after(start, "flood Ohio over=none", table=table)
    assert key in state.track
    state = after(start, f"flood Ohio over={key}", table=table)
    assert key not in state.track
    assert key in grid_of(merged_board(table, state)).crossed["Ohio"]


def test_new_hand_replaces_the_turn() -> None:
    """Rule EB-32."""
    moves = ["A: newhand", "A: draw 11", "A: draw 12", "A: draw 13"]
    state = after(FULL, *moves)
    assert [card.number for card in state.hands["A"]] == [11, 12, 13]
    assert state.discarded == 3
    assert after(FULL, *moves, "A: end").active == "B"


def test_deck_is_renewed_from_the_discards() -> None:
    """Rule EB-28."""
    start = "draw=1 discarded=24 shown=4"
    table, state = position(start)
    assert demands_left(table, state) == 0
    state = after(start, "A: draw 5")
    assert (state.discarded, state.shown, demands_left(table, state)) == (0, 0, 23)


# Trade


def test_bought_track_changes_its_owner() -> None:
    """Rule EB-65."""
    table = on_test_map(trade="yes")
    state = after("cash A=9 B=1 | trk B K1>a1>a2", "A: buytrack B K1-a1 a2-a1 price=9", table=table)
    assert state.ways == {"A": "K1>a1>a2"}
    assert (state.money["A"], state.money["B"]) == (0, 10)


@pytest.mark.parametrize(("bought", "code"), [("counts", "city_full"), ("free", "")])
def test_trade_keeps_the_limits_of_cities(bought: str, code: str) -> None:
    """Decision A11."""
    table = on_test_map(3, trade="yes", bought=bought)
    start = "n=3 | cash A=9 | trk B K1>a1>a2>a3>S1>a4 | trk C K5>j2>e2>S1"
    move = "A: buytrack B a3-S1 price=3"
    if code:
        assert refused(start, move, table=table).code == code
    else:
        assert after(start, move, table=table).ways["A"] == "a3>S1"


def test_swap_may_cost_both_sides_their_building() -> None:
    """Decision A35."""
    table = on_test_map(trade="yes", swap_costs="both")
    swap = "A: swaptrack B give=K1-a1 take=K2-b1"
    start = "trk A K1>a1 | trk B K2>b1"
    state = after(start, swap, table=table)
    assert state.ways == {"A": "K2>b1", "B": "K1>a1"}
    assert after(start, swap, "A: end", "B: end", "A: end", "B: build K1>f1", table=table)


# Winning


def test_claim_ends_the_basic_game() -> None:
    """Rule EB-61."""
    table, step = enter("cash A=250 B=251", "A: claim")
    assert TITLE.end(table, step.state) == "cash"
    assert TITLE.actor(table, step.state) is None


def test_claim_needs_five_cities_in_the_empire_builder_game() -> None:
    """Rule EB-63."""
    line = "trk A K1>a1>a2>a3>S1>a4>a5>M1>a6>L4 | trk A L1>w1>N1 | trk A N2>w2>O1"
    start = f"mode=eb | cash A=250 | {line}"
    refusal = refused(start, "A: claim")
    assert (refusal.code, refusal.facts["count"]) == ("claim_cities", 4)
    table, step = enter(f"{start} | trk A O2>w3>P1", "A: claim")
    assert TITLE.end(table, step.state) == "network"


def test_owner_may_claim_in_anothers_turn() -> None:
    """Decision A28."""
    start = "active=B | cash A=246 B=30 | train B{at=c1 from=c2} | trk A K3>c1>c2"
    assert after(start, "B: go K3", "A: claim").ended == "cash"
    own = on_test_map(claims="own_turn")
    assert refused(start, "B: go K3", "A: claim", table=own).code == "claim_turn"


def test_round_may_be_played_to_its_end_after_a_claim() -> None:
    """Decision A29: then the richest of those who meet the goal wins."""
    table = on_test_map(3, equal_turns="yes")
    state = after("n=3 | cash A=250 B=256 C=4", "A: claim", table=table)
    assert (state.phase, state.claimed) == ("play", "A")
    table, step = enter(
        "n=3 | cash A=250 B=256 C=4", "A: claim", "A: end", "B: end", "C: end", table=table
    )
    assert TITLE.end(table, step.state) == "cash"
    assert tally(TITLE.sheet(table, step.state)).winners == ("B",)


@pytest.mark.parametrize(("sudden_end", "over"), [("turn", False), ("draw", True)])
def test_sudden_death_ends_with_the_last_demand_card(sudden_end: str, over: bool) -> None:
    """Rule EB-67, decision A32: with the turn that draws it, or with the draw."""
    table = on_test_map(mode="sudden", sudden_end=sudden_end)
    start = "mode=sudden draw=1 discarded=23"
    state = after(start, "A: draw 4", table=table)
    assert (state.phase == "over") is over
    if not over:
        state = after(start, "A: draw 4", "A: end", table=table)
    assert TITLE.end(table, state) == "sudden_death"


def test_sudden_death_may_end_by_cash_too() -> None:
    """Decision A33."""
    table = on_test_map(mode="sudden", sudden_goal="yes")
    table, step = enter("mode=sudden | cash A=250 B=260", "A: claim", table=table)
    assert TITLE.end(table, step.state) == "cash"


# Charting


def test_charted_things_change_the_board_of_the_game() -> None:
    table = Table("AB", Options(), read_board(TITLE, "us_canada"))
    lines = [
        "chart city Denver coal,oil",
        "chart good coal 3",
        "chart milepost Denver rough CA coast=G",
    ]
    denver = grid_of(table.board).links["Denver"]
    lines.append(f"chart section Denver-{next(iter(denver))} over=Missouri,inlet")
    state: Any = after("n=2", *lines, table=table)
    board = merged_board(table, state)
    link = grid_of(board).links["Denver"][next(iter(denver))]
    assert link.price == denver[link.to].price + 5 - 2 * len(denver[link.to].rivers)
    assert board.towns["Denver"].goods == ("coal", "oil")
    assert (board.goods["coal"], state.supply["coal"]) == (3, 3)
    assert board.dots["Denver"].country == "CA"
    assert merged_board(table, after("n=2", table=table)) is table.board


def test_opening_of_a_practice_game_fits_its_board() -> None:
    table = table_for(TITLE, 6)
    state = opening(TITLE, table)
    assert state.supply == dict(table.board.goods)
