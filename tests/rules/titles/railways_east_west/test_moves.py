"""The course of a game: turns, skips, rounds, income, cards and events, the phase change, the end."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.title import Table
from tests.rules.boards import opening, table_for
from tests.rules.titles.railways_east_west.play import (
    TEST,
    TITLE,
    after,
    enter,
    on_test_map,
    position,
)

RICH = "ph=1 tn=1 deck=30 | A{c=60} | B{c=60}"
LAST = "ph=1 tn=3 act=B | A{sc=12 c=3 b=2} | B{sc=10 c=0} | tab 0:3;10:12"
COAST = "chain A 4 CHA-ATL-MEM-FTW-TUC"


def codes(text: str, *moves: str, table: Table = TEST) -> list[str]:
    """Return the codes of the notes of the last move."""
    return [note.code for note in enter(text, *moves, table=table)[1].notes]


# Turns


def test_turn_passes_clockwise_and_starts_anew() -> None:
    state = after(RICH, "A pass", "B pass")
    assert (state.active, state.turn) == ("A", 2)


def test_long_build_skips_the_next_turn_by_itself() -> None:
    """Rule REW-14."""
    state = after(RICH, "A link CHI-STL o*6 2t", "B pass")
    assert (state.active, state.turn, state.players["A"].skip) == ("B", 2, False)
    assert "skipped" in codes(RICH, "A link CHI-STL o*6 2t", "B pass")
    assert after(RICH, "A link CHI-STL o*6 2t", "B pass", "B pass").turn == 3


def test_skip_that_stands_in_a_position_is_entered() -> None:
    start = "ph=1 tn=2 | A{skip=1} | B{}"
    assert list(TITLE.legal_moves(*position(start))) == [
        TITLE.parse_move(*position(start), "A skip")
    ]
    assert after(start, "A skip").active == "B"


def test_executive_gives_two_actions_at_once() -> None:
    """Rule REW-66, decision A5."""
    start = RICH.replace("deck", "disp=executive,grant deck")
    state = after(start, "A take executive")
    assert (state.active, state.actions) == ("A", 2)
    state = after(start, "A take executive", "A take grant", "A pass")
    assert (state.active, state.players["A"].grant) == ("B", 1)


def test_executive_may_build_one_long_link_where_the_table_plays_so() -> None:
    table = on_test_map(executive="long")
    start = RICH.replace("deck", "disp=executive deck")
    state = after(start, "A take executive", "A link CHI-STL o*9", table=table)
    assert (state.active, state.players["A"].skip, state.money["A"]) == ("B", False, 42)


def test_part_of_a_link_is_finished_later_or_removed() -> None:
    """Rules RB-07 and RB-08, decision A3; the surcharge is paid once."""
    start = "ph=2 tn=1 | A{c=60} | B{c=60}"
    state = after(start, "A link DEN-SLC o,o part", "B pass")
    assert (state.open, state.money["A"]) == ({"A": {"DEN-SLC": 2}}, 36)
    state = after(start, "A link DEN-SLC o,o part", "B pass", "A link SLC-DEN o*3")
    assert (state.open, state.links["A"], state.money["A"]) == ({}, {"DEN-SLC": 5}, 30)
    lost = [f"{seat} pass" for seat in "BABAB"]
    assert "track_removed" in codes(start, "A link DEN-SLC o,o part", *lost)


def test_suggested_pieces_are_taken_where_none_are_told() -> None:
    table = table_for(TITLE, 2)
    state = after("ph=1 | A{c=20} | B{}", "A link BOS-NYC", table=table)
    assert (state.links["A"], state.money["A"]) == ({"BOS-NYC": 3}, 13)


def test_price_can_be_told_in_all_and_is_said_to_be_unchecked() -> None:
    _, step = enter(RICH, "A link CHI-STL 5/17")
    assert step.state.money["A"] == 43
    assert [note.code for note in step.unchecked] == ["attested"]


# Rounds


def test_income_and_interest_follow_the_last_turn() -> None:
    """Rules RB-01, RB-17 and RB-19."""
    state = after(LAST, "B pass")
    assert (state.stage, state.waiting) == ("income", "AB")
    state = after(LAST, "B pass", "income")
    assert (state.money["A"], state.money["B"]) == (13, 12)
    assert (state.round, state.first, state.turn, state.stage) == (2, "B", 1, "cards")
    assert state.draws == 2


def test_income_that_nobody_knows_is_told_once_and_charted() -> None:
    """Rule RB-19: the mark is known from then on, and kept with the chart."""
    start = LAST.replace(" | tab 0:3;10:12", "")
    table, state = position(start)
    assert TITLE.actor(table, after(start, "B pass")) == "A"
    state = after(start, "B pass", "A income 9", "B income 8")
    assert (state.money["A"], state.money["B"]) == (10, 8)
    assert state.marks == {12: 9, 10: 8}
    assert TITLE.merged_board(table, state).mark == {12: 9, 10: 8}


def test_bonds_forced_by_interest_bring_what_the_event_says() -> None:
    """Rules RB-28 and REW-80."""
    start = LAST.replace("ph=1", "ph=1 ev=shortage").replace("b=2", "b=20")
    state = after(start, "B pass", "income")
    assert (state.money["A"], state.players["A"].bonds) == (3, 22)


def test_events_and_used_cards_are_over_with_the_round() -> None:
    """Rule REW-75."""
    start = LAST.replace("ph=1", "ph=1 ev=urban").replace("b=2", "pe=1 peused=1")
    state = after(start, "B pass", "income")
    assert (state.events, state.players["A"].perfect_used) == ((), 0)


# Cards


def test_new_cards_lie_open_and_events_act() -> None:
    """Rules REW-11, REW-75 and REW-84."""
    start = "ph=1 rd=2 stage=cards draws=2 deck=9 | A{} | B{} | hotel CHI B | hotel NYC B"
    state = after(start, "cards grant,used")
    assert (state.display, state.events, state.deck, state.stage) == (
        ("grant",),
        ("used",),
        7,
        "play",
    )
    assert after(start, "cards convention,?").money["B"] == 2
    _, step = enter(start, "cards coal,used")
    assert [note.code for note in step.unchecked] == ["not_listed", "not_listed"]


def test_deck_that_runs_out_is_said() -> None:
    start = "ph=1 rd=2 stage=cards draws=2 | A{} | B{}"
    state = after(start, "cards grant out")
    assert state.deck == 0
    short = "ph=1 tn=3 act=B deck=0 | A{} | B{} | tab 0:3"
    assert after(short, "B pass", "income").stage == "play"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("A take grant", {"grant": 1}),
        ("A take perfect", {"perfect": 1}),
        ("A take coal", {"coal": 1}),
        ("A take tunnel", {"tunnel": 1}),
    ],
)
def test_cards_are_kept(entry: str, expected: dict[str, int]) -> None:
    state = after("ph=2 disp=?,? | A{} | B{}", entry)
    player: Any = state.players["A"]
    assert {name: getattr(player, name) for name in expected} == expected
    assert state.display == ("?",)


def test_cards_that_act_at_once() -> None:
    """Rules REW-67 to REW-69, REW-73 and REW-74."""
    start = "ph=2 disp=industry,growth,boomtown,sutter,hotel:DEN | A{} | B{}"
    state = after(
        start, "A take industry TOL black rb", "B take growth CHI", "A take boomtown PHI blue"
    )
    assert (state.cities["TOL"].colour, state.cities["TOL"].goods) == ("black", "rb")
    assert (state.due["CHI"].count, state.due["CHI"].rule) == (2, "REW-68")
    assert (state.cities["PHI"].colour, state.cities["PHI"].goods) == ("blue", "")
    state = after(start, "A take sutter rbk", "B take hotel:DEN")
    assert (state.cities["SAC"].goods, state.hotels) == ("rbk", {"DEN": "B"})


def test_bounty_is_paid_to_the_first_delivery_and_gone() -> None:
    """Rule RB-21."""
    table = table_for(TITLE, 2)
    start = "ph=1 disp=bounty:LOU | A{e=2} | B{} | link A CHI-LOU 4 | city CHI goods=rrb"
    state = after(start, "A deliver r CHI>LOU", table=table)
    assert (state.players["A"].gains, state.display) == ({"links": 1, "bounties": 2}, ())


def test_increase_production_gives_everyone_a_cube() -> None:
    """Rule REW-77."""
    start = "ph=1 rd=2 stage=cards draws=2 | A{} | B{}"
    state = after(start, "cards increase,?", "B increase CHI r")
    assert (state.increase, state.cities["CHI"].goods, state.active) == ("A", "r", "A")


# Cities


def test_settlers_come_when_the_last_cube_leaves_and_never_more_than_there_are() -> None:
    """Rules REW-19 and REW-20, decisions A6 and A49."""
    start = "ph=1 sup=1 del=0 | A{e=4} | B{} | link A CHI-ATL 3 | city CHI goods=b"
    assert after(start, "A deliver b CHI>ATL").cities["CHI"].waiting == 1
    west = "ph=2 | A{e=4} | B{} | link A DEN-ATL 3 | city DEN goods=b"
    assert after(west, "A deliver b DEN>ATL").cities["DEN"].waiting == 0
    table = on_test_map(settlers="everywhere")
    assert after(west, "A deliver b DEN>ATL", table=table).cities["DEN"].waiting == 2
    again = start.replace("city CHI", "city CHI emptied=1").replace("sup=1 ", "")
    assert after(again, "A deliver b CHI>ATL").cities["CHI"].waiting == 2
    once = on_test_map(settlers="once")
    assert after(again, "A deliver b CHI>ATL", table=once).cities["CHI"].waiting == 0


def test_city_that_waits_for_cubes_is_not_empty() -> None:
    start = "ph=1 | A{e=4} | B{} | link A CHI-ATL 3 | city CHI goods=b due=2/RB-04"
    assert after(start, "A deliver b CHI>ATL").cities["CHI"].waiting == 0


def test_settled_city_waits_for_its_cubes_or_has_them_told() -> None:
    """Rules REW-22 and REW-46."""
    start = "ph=1 del=1 | A{e=6} | B{} | chain A 2 CHI-STL-KCY-OMA-DEN | city CHI s=2"
    state = after(start, "A settler CHI>STL>KCY>OMA>DEN")
    assert state.due["DEN"].count == 3
    state = after(start, "A settler CHI>STL>KCY>OMA>DEN cubes=rby")
    assert (state.cities["DEN"].goods, state.due) == ("rby", {})


def test_one_cube_fewer_with_two_or_three_players() -> None:
    """Rule RB-04, decision A46."""
    for few, east, west in (("both", 3, 2), ("east", 3, 3), ("none", 4, 3)):
        table = table_for(TITLE, 3, few=few)
        assert opening(TITLE, table).due["NYC"].count == east
        settling = "ph=1 del=1 | A{e=6} | B{} | C{} | link A CHI-DEN 2 | city CHI s=1"
        assert after(settling, "A settler CHI>DEN", table=table).due["DEN"].count == west


# The phase change


CHANGE = (
    "ph=1 tn=3 act=B del=10 sup=8 disp=grant deck=5 | A{sc=40 c=12 b=5} | B{sc=30 c=9} | tab 0:3"
    " | city DEN set=2 goods=rb | city OMA set=1"
)


def test_phase_changes_after_the_round_of_the_tenth_settler() -> None:
    """Rules REW-29 and REW-31 to REW-42, decisions A13, A14 and A16."""
    state = after(CHANGE, "B pass", "income")
    assert (state.stage, state.waiting, state.phase) == ("change", "AB", 1)
    moves = ["B pass", "income", "A transition repay=2 discard=3 baron=6", "B transition"]
    state = after(CHANGE, *moves)
    assert (state.phase, state.round, state.stage, state.draws) == (2, 2, "cards", 4)
    assert (state.display, state.deck) == ((), 40)
    assert state.players["A"].gains == {"told": 40, "discards": -4, "change": -5, "east_baron": 6}
    assert (state.players["A"].bonds, state.money["A"]) == (0, 0)
    assert (state.due["DEN"].count, state.due["DEN"].rule) == (2, "REW-42")
    assert (state.due["SFO"].count, state.due["SFO"].rule) == (3, "REW-41")
    assert "CHI" not in state.due
    state = after(CHANGE, *moves, "fill SFO nnr", "cards coal,tunnel,used,?")
    assert (state.cities["SFO"].goods, state.raw_drawn, state.events) == ("nnr", 2, ("used",))


def test_income_may_come_last_and_the_display_stay() -> None:
    table = on_test_map(change="income_last", display="stays")
    state = after(CHANGE, "B pass", table=table)
    assert state.stage == "change"
    state = after(CHANGE, "B pass", "A transition", "B transition", table=table)
    assert (state.stage, state.phase, state.display) == ("income", 2, ("grant",))
    state = after(CHANGE, "B pass", "A transition", "B transition", "income", table=table)
    assert (state.stage, state.round, state.draws) == ("cards", 2, 4)


def test_deliveries_after_the_tenth_settler_count_as_phase_1() -> None:
    """Decision A48."""
    start = "ph=1 del=10 | A{e=6} | B{} | chain A 2 STL-KCY-OMA-DEN | city STL goods=bb"
    assert after(start, "A deliver b STL>KCY>OMA>DEN").players["A"].score == 3


# The end


END = "ph=2 tn=3 act=B ew=A | A{sc=12} | B{sc=11 c=40} | tab 0:3 | " + COAST.replace(
    "chain A", "chain B"
)


def test_second_line_adds_a_turn_then_income_then_barons() -> None:
    """Rules REW-52, REW-53 and REW-55, decision A26."""
    start = END
    state = after(start, "B link TUC-LAX o*5")
    assert (state.turns, state.turn, state.active, state.stage) == (4, 4, "A", "play")
    state = after(start, "B link TUC-LAX o*5", "A pass", "B pass")
    assert state.stage == "income"
    moves = ["B link TUC-LAX o*5", "A pass", "B pass", "income", "A baron west=7", "finish"]
    state = after(start, *moves)
    assert (state.stage, TITLE.end(*_at(start, state))) == ("over", "second_line")
    sheet = TITLE.sheet(*_at(start, state))
    assert (sheet.seats["A"].west, sheet.seats["A"].cash, sheet.seats["B"].score) == (7, 3, 26)


def _at(start: str, state: Any) -> tuple[Table, Any]:
    return position(start)[0], state


@pytest.mark.parametrize(("choice", "stages"), [("none", 0), ("once", 1), ("twice", 2)])
def test_income_of_the_last_round(choice: str, stages: int) -> None:
    """Decision A26."""
    table = on_test_map(last_income=choice)
    moves = ["B link TUC-LAX o*5"]
    paid = 0
    state = after(END, *moves, table=table)
    while state.stage != "final":
        if state.stage == "income":
            paid += 1
            moves.append("income")
        else:
            moves.append(f"{state.active} pass")
        state = after(END, *moves, table=table)
    assert paid == stages


def test_end_triggered_in_phase_1_may_wait() -> None:
    """Decision A25."""
    start = END.replace("ph=2", "ph=1 del=10")
    assert after(start, "B link TUC-LAX o*5").turns == 4
    table = on_test_map(early_end="wait")
    moves = ["B link TUC-LAX o*5", "income", "A transition", "B transition"]
    state = after(start, *moves, table=table)
    assert (state.phase, state.turns, state.postponed) == (2, 4, False)
