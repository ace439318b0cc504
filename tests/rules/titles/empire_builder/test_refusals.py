"""Every refusal of Empire Builder: a position, an entry, the code and rule that refuse it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.engine.codec import encode
from games.engine.drawing import Wish
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Table
from games.engine.words import fill
from games.titles.empire_builder.board import MOST_CHARTED, Board, Crossing, Milepost
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import Draw
from games.titles.empire_builder.state import Setup
from tests.rules.titles.empire_builder.play import (
    EBT,
    TITLE,
    enter,
    on_test_map,
    position,
    refused,
)

SELL = on_test_map(trade="yes")
SWAP = on_test_map(trade="yes", swap_costs="both")
STRICT = on_test_map(attested="refused")
SUDDEN = on_test_map(mode="sudden")
FIVE = on_test_map(mode="eb")
OWN = on_test_map(claims="own_turn")
EQUAL = on_test_map(equal_turns="yes")
LATE_FEES = on_test_map(fee_when="turn_end")
NO_ACTS = on_test_map(opening_acts="refused")
OPEN = Table(
    "AB",
    Options(),
    Board(
        1,
        "empire_builder",
        "open-chart",
        "Open chart",
        "lattice",
        mileposts=(Milepost(0, 0), Milepost(0, 2), Milepost(2, 0)),
        goods={"coal": 2},
        rivers=("Red",),
        crossings=(Crossing("0.0", "0.2", ("river",)),),
    ),
)
TINY = Table("AB", Options(), replace(EBT.board, cards_total=11, event_cards=10))
"""A deck with a single demand card."""

BIG = "trk A K1>a1>a2>a3>S1>a4>a5>M1"
C = "K3>c1>c2>c3>c4>c5>c6>c7>c8>c9>c10>c11>c12"
CARD = "card A#7 coal@K:12 wine@S1:9 oil@L:20"
AT_K = "train A{at=K2 loads=coal}"
CROWD = "trk A K6>j1>e1 | trk B K1>a1>a2>a3>S1 | trk C K5>j2>e2>S1"
SWAPPED = "A: swaptrack B give=K1-a1 take=K2-b1"
TO_C9 = "A: go c1>c2>c3>c4>c5>c6>c7>c8>c9"
BOUGHT = "cash A=40 B=5 | trk B K1>a1>a2"

ROWS: list[tuple[str, str, str, list[str], Table]] = [
    ("already_placed", "EB-48", "train A{at=K1}", ["A: place K2"], EBT),
    ("attested_refused", "EB-34", "n=2", ["A: attest clear=2"], STRICT),
    ("attested_refused", "EB-49", "train A{at=K1}", ["A: run 3 to=S1"], STRICT),
    ("bridge_closed", "EB-15", "flood=Big | train A{at=K1}", ["A: go K0>K4"], EBT),
    ("bridge_closed", "EB-13", f"flood=Big | train A{{at=a4}} | {BIG}", ["A: go a5"], EBT),
    ("build_or_upgrade", "EB-31", "n=2", ["A: build K1>a1", "A: upgrade fast"], EBT),
    ("build_or_upgrade", "EB-31", "n=2", ["A: upgrade fast", "A: build K1>a1"], EBT),
    ("build_or_upgrade", "EB-31", "cash A=60", ["A: upgrade fast", "A: upgrade super"], EBT),
    ("card_held", "EB-07", f"draw=1 | {CARD}", ["A: draw 7"], EBT),
    ("chart_fixed", "EB-42", BIG, ["chart section a4-a5 water"], EBT),
    ("city_full", "EB-39", f"n=4 | {CROWD}", ["A: build e1>S1"], EBT),
    ("city_full", "EB-39", CROWD, ["A: attest small=1 joins=K,S1"], EBT),
    (
        "city_shut",
        "EB-41",
        "n=3 active=B | trk A K1>a1>a2>a3>S1>a4>a5>M1>a6 | trk A L5>h1>d1>M1"
        " | trk B L6>h2>d2>M1>d3 | trk B L2>h4>d4",
        ["B: build d4>M1"],
        EBT,
    ),
    (
        "city_tracks",
        "EB-40",
        "n=2 | trk A K1>a1>a2>a3>S1>a4>a5>M1>a6 | trk A L5>h1>d1>M1 | trk A L2>h4>d4",
        ["A: build d4>M1"],
        EBT,
    ),
    ("claim_cash", "EB-61", "cash A=249", ["A: claim"], EBT),
    ("claim_cities", "EB-63", f"cash A=250 | {BIG}", ["A: claim"], FIVE),
    ("claim_off", "EB-67", "cash A=250", ["A: claim"], SUDDEN),
    ("claim_turn", "EB-61", "cash B=250", ["B: claim"], OWN),
    ("claimed_already", "EB-61", "cash A=250 B=260", ["A: claim", "B: claim"], EQUAL),
    ("counters_in_use", "EB-20", "train A{at=K1 loads=coal,coal}", ["chart good coal 1"], EBT),
    ("deal_event", "EB-27", "deal=A2", ["A: flood Big"], EBT),
    ("deck_empty", "EB-28", f"draw=1 | {CARD}", ["A: draw 3"], TINY),
    ("deck_out", "EB-67", "draw=1 discarded=24", ["A: draw 3"], SUDDEN),
    ("deck_short", "EB-67", "discarded=22", ["A: newhand"], SUDDEN),
    ("draw_due", "EB-59", f"{AT_K} | {CARD}", ["A: deliver coal card=7", "A: end"], EBT),
    ("draw_due", "EB-27", "pre=1 deal=A1", ["A: build K1>a1"], EBT),
    ("embargo", "EB-09", "train A{at=S1}", ["embargo near=S1 within=2", "A: load coal"], EBT),
    ("embargo", "EB-09", "train A{at=S1 loads=coal}", ["embargo", "A: drop coal"], EBT),
    ("events_out", "EB-06", "draw=1 shown=4", ["A: flood Big"], EBT),
    ("fee_short", "EB-58", f"cash A=3 B=0 | train A{{at=K3}} | trk B {C}", ["A: go c1"], EBT),
    ("fee_unpaid", "EB-58", f"cash A=3 B=0 | train A{{at=K3}} | trk B {C}", ["A: go c1", "A: end"], LATE_FEES),
    ("game_over", "EB-61", "cash A=250", ["A: claim", "A: end"], EBT),
    ("grey_area", "EB-50", "n=2", ["A: build K1>K2"], EBT),
    ("half_rate", "EB-12", f"half=1 | train A{{at=K3}} | trk A {C}", ["A: go c1>c2>c3>c4>c5>c6"], EBT),
    ("allowance", "EB-52", f"train A{{at=K3}} | trk A {C}", [TO_C9, "A: go c10"], EBT),
    ("allowance", "EB-52", "train A{at=K3}", ["A: run 10 to=S1"], EBT),
    ("hand_alone", "EB-32", "train A{at=K1} | trk A K1>a1", ["A: go a1", "A: newhand"], EBT),
    ("hand_alone", "EB-32", "n=2", ["A: build K1>a1", "A: newhand"], EBT),
    ("hand_replaces", "EB-32", "newhand=1", ["A: build K1>a1"], EBT),
    ("later_load", "EB-17", "train A{at=S1 loads=iron,coal} | owe A1 n=1 loads=iron", ["A: lose coal"], EBT),
    ("loss_due", "EB-17", "train A{at=K1 loads=iron}", ["lose_load", "A: go K2"], EBT),
    ("major_shut", "EB-38", "n=3 pre=1", ["A: build Q1>q1; Q1>q2"], EBT),
    ("misprint", "EB-34", "n=2", ["chart milepost 0.4 x=0 y=0"], OPEN),
    ("name_crossings", "EB-13", "trk A 0.0>0.2", ["flood Red"], OPEN),
    ("no_city_to_deliver", "EB-59", f"train A{{at=a1 loads=coal}} | {CARD}", ["A: deliver coal card=7"], EBT),
    ("no_city_to_drop", "EB-47", "train A{at=a1 loads=coal}", ["A: drop coal"], EBT),
    ("no_city_to_load", "EB-45", "train A{at=a1}", ["A: load coal"], EBT),
    ("no_counter", "EB-20", "train A{at=S1} | supply coal=0", ["A: load coal"], EBT),
    ("no_credit", "EB-43", "cash A=1", ["A: build K1>a1>a2"], EBT),
    ("no_credit", "EB-43", "cash A=19", ["A: upgrade fast"], EBT),
    ("no_credit", "EB-43", "cash A=2 B=5 | trk B K1>a1>a2", ["A: buytrack B K1-a1 price=3"], SELL),
    ("no_draw", "EB-08", "n=2", ["A: draw 3"], EBT),
    ("no_draw", "EB-08", "n=2", ["A: flood Big"], EBT),
    ("no_section", "EB-34", "n=2", ["A: build K1>a1; a1"], EBT),
    ("no_section", "EB-34", "n=2", ["A: attest rivers=1"], EBT),
    ("no_start", "EB-36", "pre=1", ["A: build c5>c6"], EBT),
    ("no_such_card", "EB-59", f"{AT_K} | {CARD}", ["A: deliver coal card=8"], EBT),
    ("no_such_train", "EB-69", "train A{at=K1}", ["A: t2.go K2"], EBT),
    ("no_track", "EB-49", "train A{at=K1}", ["A: go a1"], EBT),
    ("no_turning", "EB-55", "train A{at=a2 from=a1} | trk A K1>a1>a2>a3", ["A: go a1"], EBT),
    ("no_whereabouts", "EB-34", "n=2", ["chart milepost Somewhere"], OPEN),
    ("not_a_city", "EB-48", "n=2", ["A: place a1"], EBT),
    ("not_available", "EB-45", "train A{at=S1}", ["A: load iron"], EBT),
    ("not_carried", "EB-59", f"train A{{at=K1}} | {CARD}", ["A: deliver coal card=7"], EBT),
    ("not_carried", "EB-47", "train A{at=K1}", ["A: drop coal"], EBT),
    ("not_carried", "EB-17", "train A{at=K1}", ["A: lose coal"], EBT),
    ("not_demanded", "EB-59", f"train A{{at=S1 loads=coal}} | {CARD}", ["A: deliver coal card=7"], EBT),
    ("not_in_force", "EB-09", "n=2", ["flood over"], EBT),
    ("not_neighbours", "EB-34", "n=2", ["A: build K1>a2"], EBT),
    ("not_neighbours", "EB-34", "n=2", ["chart section K1-a2"], EBT),
    ("not_placed", "EB-48", "trk A K1>a1", ["A: go a1"], EBT),
    ("not_theirs", "EB-65", BOUGHT, ["A: buytrack B a2-a3 price=1"], SELL),
    ("not_theirs", "EB-66", BOUGHT, ["A: swaptrack B give=K2-b1 take=K1-a1"], SELL),
    ("off_map", "EB-34", "n=2", ["A: build K1>zz"], EBT),
    ("off_map", "EB-49", "train A{at=K1}", ["A: run 2 to=zz"], EBT),
    ("off_map", "EB-34", "n=2", ["chart milepost zz"], EBT),
    ("opening_turn", "EB-33", "pre=1 | train A{at=K1} | trk A K1>a1", ["A: go a1"], EBT),
    ("opening_turn", "EB-33", "pre=2", ["A: place K1"], EBT),
    ("opening_turn", "EB-33", "pre=1", ["A: upgrade fast"], NO_ACTS),
    ("over_limit", "EB-31", "n=2", ["A: build K1>a1>a2>a3>S1>a4>a5>M1; L4>a6; K1>f1>f2"], EBT),
    ("own_track", "EB-65", BOUGHT, ["A: buytrack A K1-a1 price=1"], SELL),
    ("river_in_flood", "EB-14", "n=2 | trk A K2>b1", ["flood Big", "A: build b1>b2"], EBT),
    ("section_taken", "EB-42", "trk B K1>a1", ["A: build K1>a1"], EBT),
    ("strike", "EB-16", f"strike=1 | train A{{at=c11 from=c12}} | trk A {C}", ["A: go c10"], EBT),
    ("strike", "EB-16", f"strike=1 | train A{{at=c9}} | trk A {C}", ["A: go c10"], EBT),
    ("swap_barred", "EB-66", "trk A K1>a1 | trk B K2>b1", [SWAPPED, "A: end", "B: build K1>f1"], SWAP),
    ("too_many_exits", "EB-37", "pre=1", ["A: build K1>a1; K2>b1; K3>c1"], EBT),
    ("too_many_exits", "EB-37", "pre=1", ["A: attest clear=3 exits=3"], EBT),
    ("trade_off", "EB-65", BOUGHT, ["A: buytrack B K1-a1 price=1"], EBT),
    ("trade_or_build", "EB-65", BOUGHT, ["A: build K2>b1", "A: buytrack B K1-a1 price=1"], SELL),
    ("trade_or_build", "EB-65", BOUGHT, ["A: buytrack B K1-a1 price=1", "A: upgrade fast"], SELL),
    ("trade_turn", "EB-65", f"active=B | {BOUGHT}", ["A: buytrack B K1-a1 price=1"], SELL),
    ("train_first", "EB-60", "train A{at=S1}", ["A: build K1>a1", "A: load coal"], EBT),
    ("train_full", "EB-46", "train A{at=S1 loads=iron,iron}", ["A: load coal"], EBT),
    ("unknown_area", "EB-10", "n=2", ["half near=Atlantis within=3"], EBT),
    ("unknown_card", "EB-07", "draw=1", ["A: draw 99"], EBT),
    ("unknown_city", "EB-01", "draw=1", ["A: draw coal@Z:9 iron@K:9 iron@L:9"], EBT),
    ("unknown_city", "EB-01", "n=2", ["A: attest clear=1 joins=Z"], EBT),
    ("unknown_good", "EB-07", "draw=1", ["A: draw gold@K:9 iron@K:9 iron@L:9"], EBT),
    ("unknown_good", "EB-01", "n=2", ["chart good gold 2"], EBT),
    ("unknown_river", "EB-13", "n=2", ["flood Nile"], EBT),
    ("unknown_river", "EB-13", "n=2", ["chart section a1-a2 over=Nile"], EBT),
    ("unknown_seat", "EB-30", "n=2", ["C: end"], EBT),
    ("upgrade_order", "EB-23", "cash A=60", ["A: upgrade super"], EBT),
    ("wrong_seat", "EB-30", "n=2", ["B: build K1>a1"], EBT),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "rule", "start", "moves", "table"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS]
)
def test_refusal(code: str, rule: str, start: str, moves: list[str], table: Table) -> None:
    refusal = refused(start, *moves, table=table)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert "{" not in fill(TITLE.words[code], refusal.facts)
    assert isinstance(refusal, ChoiceNeeded) == (code == "name_crossings")


@pytest.mark.parametrize(
    ("code", "rule", "start", "moves", "table"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS]
)
def test_refused_move_changes_nothing(
    code: str, rule: str, start: str, moves: list[str], table: Table
) -> None:
    table, step = enter(start, *moves[:-1], table=table)
    text = encode(step.state)
    seat, move = TITLE.parse_move(table, step.state, moves[-1])
    with pytest.raises((IllegalMove, ChoiceNeeded)):
        TITLE.apply(table, step.state, seat, move, frozenset())
    assert encode(step.state) == text


@pytest.mark.parametrize(
    ("code", "rule", "seats", "dealt"),
    [
        ("players", "EB-03", "A", Setup()),
        ("setup_first", "EB-26", "AB", Setup(first="C")),
        ("hands", "EB-27", "AB", Setup(hands="A 1,2,3,4")),
        ("hands", "EB-27", "AB", Setup(hands="A one")),
        ("hands", "EB-27", "AB", Setup(hands="A 1; A 2")),
        ("card_held", "EB-07", "AB", Setup(hands="A 1,2,3; B 3")),
        ("unknown_card", "EB-07", "AB", Setup(hands="A 999")),
    ],
)
def test_setup_is_refused(code: str, rule: str, seats: str, dealt: Setup) -> None:
    with pytest.raises(IllegalMove) as caught:
        TITLE.setup(Table(seats, EBT.options, EBT.board), dealt)
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize(
    ("code", "rule", "start", "tap"),
    [
        ("no_way_to_build", "EB-34", "flood=Big pre=1 n=2", "S2"),
        ("no_way_to_run", "EB-49", "train A{at=K1} | trk A K1>a1", "S1"),
    ],
)
def test_tap_that_leads_to_nothing_is_refused(code: str, rule: str, start: str, tap: str) -> None:
    table, state = position(start)
    assert TITLE.plan is not None
    with pytest.raises(IllegalMove) as caught:
        TITLE.plan(table, state, "A", Wish((tap,)))
    assert (caught.value.code, caught.value.rule) == (code, rule)


def test_card_of_fewer_demands_is_refused() -> None:
    """A demand card shows three demands. Rule EB-07."""
    table, state = position("draw=1")
    with pytest.raises(IllegalMove) as caught:
        TITLE.apply(table, state, "A", Draw(0, "coal", "K", 9), frozenset())
    assert (caught.value.code, caught.value.rule) == ("three_demands", "EB-07")


def test_chart_that_is_full_is_refused() -> None:
    """A game charts so many things at most; the chart editor takes more."""
    table, state = position("n=2", OPEN)
    known = {
        f"m:{number}.0": f"{number}/0/clear//US/" for number in range(4, 2 * MOST_CHARTED + 2, 2)
    }
    crowded = replace(state, chart=known)
    assert len(known) == MOST_CHARTED - 1
    _, move = TITLE.parse_move(table, state, "chart good coal 3")
    full = TITLE.apply(table, crowded, "A", move, frozenset()).state
    _, move = TITLE.parse_move(table, state, "chart section 0.0-0.2 over=Red")
    with pytest.raises(IllegalMove) as caught:
        TITLE.apply(table, full, "A", move, frozenset())
    assert caught.value.code == "chart_full"


@pytest.mark.parametrize(
    "code", ["no_start", "city_full", "over_limit", "wrong_seat", "train_full"]
)
def test_table_may_overrule_a_refusal(code: str) -> None:
    """What the state can hold may be ruled by the table, and is remembered."""
    row = next(row for row in ROWS if row[0] == code)
    table, step = enter(row[2], *row[3], table=row[4], waive=frozenset({code}))
    TITLE.check_state(table, step.state)
    assert code in step.state.ruled


@pytest.mark.parametrize("code", ["no_credit", "fee_short", "no_track", "section_taken"])
def test_hard_refusal_cannot_be_overruled(code: str) -> None:
    row = next(row for row in ROWS if row[0] == code)
    assert refused(row[2], *row[3], table=row[4], waive=frozenset({code})).code == code
