"""The end of a turn: lines claimed, extended, stolen, merged, kept; spike, trains, the game's end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.titles.central_pacific.play import HOMES, after, enter, notes, refused, table

THREE = "E1=A@2:ESW J7=B@2:NSW A8=C@2:NES"
OWN = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW A!E2"
NEAR = "E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS F9=S:NS F8=T:NSW F7=S:NS F6=@2:NES B!F9"
JOINED = f"{HOMES} {NEAR} E7=S:NS E8=C:NE spike=B"
PARALLEL = "E2=T:NES E3=S:NS E4=@2:NESW F1=S:EW G1=C:SW G2=T:NSW G3=S:NS G4=C:NW F4=S:EW"
TIE = (
    f"{THREE} E2=S:NS E3=S:NS E4=S:NS E5=S:NS I7=S:EW H7=T:NEW G7=@2:E H6=C:SW G6=S:EW F6=S:EW B!I7 "
    "B8=S:EW C8=T:NEW D8=@2:W C7=S:NS C6=C:ES D6=S:EW C!B8"
)


def test_line_needs_a_train_once() -> None:
    state = after(f"{HOMES} E2=S:NS E3=S:NS", "E4=@2:N", "end")
    assert (state.trains, state.in_hand) == ({"E2": "A"}, {"A": 6, "B": 7})
    assert state.active == "B"


def test_extension_takes_no_train() -> None:
    said = notes(OWN, "F2=S:EW", "G2=@2:NSW", "end")
    assert said["line_extended"]["squares"] == ("E2", "E3", "F2")
    assert after(OWN, "F2=S:EW", "G2=@2:NSW", "end").in_hand["A"] == 6


def test_second_way_to_a_linked_city_changes_nothing() -> None:
    start = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW F2=C:SW F3=S:NS A!E2"
    assert "line_extended" not in notes(start, "F4=C:NW", "end")
    assert "line_extended" in notes(start, "F4=C:NW", "end", at=table(relink_steals="on"))


def test_own_lines_that_meet_keep_one_train() -> None:
    start = f"{HOMES} {PARALLEL} A!E2 A!F1"
    said = notes(start, "F2=S:EW", "end")
    assert said["line_merged"]["rails"] == 9
    assert said["trains_returned"] == {"owner": "A", "count": 1}
    state = after(start, "F2=S:EW", "end")
    assert (state.trains, state.in_hand["A"]) == ({"E2": "A"}, 6)


def test_own_and_opposing_line_that_meet_go_to_the_mover() -> None:
    start = f"{HOMES} {PARALLEL} A!E2 B!F1 spike=A"
    said = notes(start, "F2=S:EW", "end")
    assert said["line_stolen"]["owners"] == ("B",)
    assert said["trains_returned"] == {"owner": "B", "count": 1}
    assert after(start, "F2=S:EW", "end").trains == {"E2": "A"}


def test_line_is_stolen_back() -> None:
    start = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NSW B!E2 spike=B"
    stolen = after(start, "F2=T:ESW", "G2=@2:NSW", "end")
    assert stolen.trains == {"E2": "A"}
    back = after(start, "F2=T:ESW", "G2=@2:NSW", "end", "B: F3=S:NS", "B: F4=@2:N", "B: end")
    assert back.trains == {"E2": "B"}
    assert back.in_hand == {"A": 7, "B": 6}


def test_unclaimed_line_is_claimed_when_it_changes() -> None:
    start = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW"
    assert "line_new" not in notes(start, "D1=S:EW", "end")
    assert notes(start, "F2=S:EW", "end")["line_new"]["rails"] == 3


def test_spike_and_new_line_are_claimed_together() -> None:
    start = f"{HOMES} E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS E7=S:NS E8=S:NS E9=S:NS"
    said = notes(start, "E10=C:NE", "end")
    assert {"line_new", "spike_claimed"} <= set(said)
    assert after(start, "E10=C:NE", "end").spike == "A"


def test_board_opens_for_the_next_player() -> None:
    """Decision Q12: in the turn of the spike the mover still builds in the own network."""
    start = f"{THREE} E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS E7=C:NE F7=S:EW G7=S:EW H7=S:EW"
    at = table(3)
    assert refused(start, "I7=S:EW", "B8=S:EW", at=at).code == "NOT_IN_NETWORK"
    state = after(start, "I7=S:EW", "end", "B: B8=S:EW", at=at)
    assert (state.spike, state.tiles["B8"]) == ("A", "S:EW")


@pytest.mark.parametrize(("keeper", "owner"), [("C6", "C"), ("F6", "B")])
def test_equal_lines_of_opponents_are_the_movers_choice(keeper: str, owner: str) -> None:
    state = after(TIE, "E6=T:NEW", f"end keepers={keeper}", at=table(3))
    assert list(state.trains.values()) == [owner]
    assert state.in_hand == {"A": 7, "B": 6 if owner == "B" else 7, "C": 6 if owner == "C" else 7}


def test_larger_line_of_opponents_prevails_in_the_spikes_turn() -> None:
    shorter = TIE.replace("F6=S:EW", "")
    said = notes(shorter, "E6=T:NEW", "F6=S:EW", "end", at=table(3))
    assert said["line_kept"]["owner"] == "C"


def test_own_line_swallowed_in_the_spikes_turn_gives_its_train_back() -> None:
    start = (
        f"{HOMES} E2=T:NES E3=S:NS E4=@2:N F2=C:SW F3=S:NS F4=S:NS F5=S:NS A!E2 "
        "F9=S:NS F8=T:NSW E8=S:EW D8=@2:E B!F9"
    )
    said = notes(start, "F6=S:NS", "F7=S:NS", "end")
    assert said["line_kept"]["owner"] == "B"
    assert said["trains_returned"] == {"owner": "A", "count": 1}
    assert after(start, "F6=S:NS", "F7=S:NS", "end").trains == {"F9": "B"}


@pytest.mark.parametrize(("take", "spike", "owner"), [("spike", "A", "B"), ("steal", "", "A")])
def test_table_may_let_the_player_choose_spike_or_lines(take: str, spike: str, owner: str) -> None:
    at = table(spike_turn_merge="choose")
    state = after(f"{HOMES} {NEAR}", "E7=S:NS", "E8=C:NE", f"end take={take}", at=at)
    assert (state.spike, set(state.trains.values())) == (spike, {owner})


ONE_LEFT = f"{HOMES} F1=S:EW G1=S:EW H1=@2:W A!F1 sacrificed=A E2=S:NS E3=S:NS D1=C:ES D2=S:NS"


@pytest.mark.parametrize(("named", "train"), [("E3", "E2"), ("D1", "D1")])
def test_player_chooses_which_line_gets_the_last_train(named: str, train: str) -> None:
    at = table(trains="3")
    moves = ("E4=@2:N", "D3=@2:N", f"end claims={named}")
    here, step = enter(ONE_LEFT, *moves, at=at)
    assert step.state.trains == {"F1": "A", train: "A"}
    assert step.state.ended == "last_train"
    assert {note.code for note in step.notes} >= {"line_unclaimed", "last_train_placed"}
    assert here.options.trains == "3"


def test_last_train_ends_the_game_without_drawing() -> None:
    state = after(ONE_LEFT, "E4=@2:N", "end", at=table(trains="3"))
    assert (state.ended, state.hands["A"]) == ("last_train", 4)
    assert state.active == "A"


def test_train_that_comes_back_puts_the_end_off() -> None:
    """Decision Q32: own lines merge, their train is there for a new line of the same turn."""
    start = f"{HOMES} {PARALLEL} A!E2 A!F1 sacrificed=A D1=C:ES D2=S:NS"
    state = after(start, "F2=S:EW", "D3=@2:N", "end", at=table(trains="4"))
    assert (state.ended, state.in_hand["A"]) == ("", 1)


def test_merger_needs_no_train_where_an_own_line_is_inside() -> None:
    start = f"{HOMES} {PARALLEL} A!E2 B!F1 spike=A sacrificed=A D1=C:ES D2=S:NS"
    state = after(start, "F2=S:EW", "D3=@2:N", "end", at=table(trains="3"))
    assert state.trains == {"E2": "A", "D1": "A"}
    assert state.ended == "last_train"


@pytest.mark.parametrize(
    ("moves", "hand", "pool"),
    [
        (["E2=S:NS", "end"], 5, 67),
        (["discard 3", "end"], 5, 68),
        (["stock", "E2=S:NS", "E3=S:NS", "end"], 5, 66),
        (["grant B", "E2=S:NS", "E3=S:NS", "end"], 5, 67),
        (["sacrifice", "discard 5", "E2=S:NS", "end"], 5, 67),
        (["E2=S:NS", "E3=M", "over E3=S:NS x3", "end"], 5, 63),
    ],
)
def test_hand_is_filled_to_five(moves: list[str], hand: int, pool: int) -> None:
    state = after(HOMES, *moves)
    assert (state.hands["A"], state.pool) == (hand, pool)


def test_victim_of_a_land_grant_fills_up_after_the_next_turn() -> None:
    moves = ("grant B", "E2=S:NS", "end")
    assert after(HOMES, *moves).hands == {"A": 5, "B": 4}
    assert after(HOMES, *moves, "B: F9=S:NS", "B: end").hands == {"A": 5, "B": 5}


def test_small_pool_gives_what_it_has() -> None:
    state = after(f"{HOMES} pool=1", "stock", "E2=S:NS", "E3=S:NS", "end")
    assert (state.hands["A"], state.pool, state.drained) == (4, 0, True)
    assert (
        refused(f"{HOMES} pool=1", "stock", "E2=S:NS", "end", "B: discard 1").code == "POOL_EMPTY"
    )


def test_surplus_goes_back_where_nothing_can_be_laid() -> None:
    """The own network ends at the rim and in itself; six tiles are left in hand."""
    start = f"{HOMES} D1=C:ES D2=C:NE E2=C:NW F1=S:EW G1=S:EW H1=S:EW I1=S:EW"
    said = notes(start, "stock", "J1=S:EW", "end")
    assert said["surplus_returned"]["count"] == 1
    state = after(start, "stock", "J1=S:EW", "end")
    assert (state.hands["A"], state.pool) == (5, 60)


def test_teams_share_trains_and_take_turns() -> None:
    at = table(4, teams="on")
    start = f"{HOMES} E2=S:NS E3=S:NS"
    state = after(f"{start} seats=ABCD", "E4=@2:N", "end", at=at)
    assert (state.trains, state.in_hand) == ({"E2": "A"}, {"A": 6, "B": 7})
    later = after(
        f"{start} seats=ABCD",
        "E4=@2:NS",
        "end",
        "B: F9=S:NS",
        "B: end",
        "C: E5=S:NS",
        "C: end",
        at=at,
    )
    assert later.active == "D"
    assert later.tiles["E5"] == "S:NS"


def test_stuck_with_an_empty_hand() -> None:
    state = after(f"{HOMES} pool=0 hand=0", "stuck")
    assert state.ended == "stuck"


def test_stuck_with_a_pool_where_the_table_lets_it() -> None:
    start = f"{HOMES} D1=F F1=F E2=F hand=1 pool=4"
    assert refused(start, "stuck F").code == "STUCK_CAN_DISCARD"
    assert after(start, "stuck F", at=table(stuck_ends_with_pool="on")).ended == "stuck"


def test_table_agrees_to_end() -> None:
    assert after(HOMES, "agree").ended == "agreement"
    assert after(HOMES, "E2=S:NS", "end", "agree").ended == "agreement"


def test_line_that_meets_a_blocked_end_is_stolen_once_it_is_cleared() -> None:
    start = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW F2=F B!E2 spike=B"
    state = after(start, "over F2=C:SW x2", "F3=@2:N", "end")
    assert state.trains == {"E2": "A"}
    assert state.gone == {"F": 1, "C": 1}


def test_whole_turn_at_once_is_all_or_nothing() -> None:
    one = after(HOMES, "lay E2=S:NS; E3=S:NS; E4=@2:N")
    assert one == after(HOMES, "E2=S:NS", "E3=S:NS", "E4=@2:N")
    assert refused(HOMES, "lay E2=S:NS; E3=S:EW").code == "NOT_CONNECTED"


def test_ruled_turn_goes_before_the_others() -> None:
    _, step = enter(HOMES, "B: F9=S:NS", waive=frozenset({"NOT_YOUR_TURN"}))
    state: Any = step.state
    assert (state.active, state.ruled) == ("B", ("NOT_YOUR_TURN",))
    assert (
        refused(HOMES, "E2=S:NS", "B: F9=S:NS", waive=frozenset({"NOT_YOUR_TURN"})).code
        == "TURN_OPEN"
    )


def test_tiles_laid_with_the_end_of_the_turn_come_to_the_same() -> None:
    start = f"{HOMES} E2=S:NS E3=S:NS E4=F"
    tiles = "over E4=S:NS x2", "E5=@2:N", "D1=C:ES"
    assert after(start, f"lay {'; '.join(tiles)}; end") == after(start, *tiles, "end")
    said = notes(start, f"lay {'; '.join(tiles)}; end")
    assert said["line_new"]["line"] == "E1-E5"
    assert said["drawn"]["count"] == 4


def test_tiles_laid_with_the_end_are_refused_whole_where_the_end_is() -> None:
    refusal = refused(f"{HOMES} hand=7 played=stock", "lay E2=S:NS; end")
    assert refusal.code == "HAND_OVER_5"
