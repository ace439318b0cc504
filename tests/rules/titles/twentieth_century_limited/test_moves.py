"""What each move does: effects on lines, waivers, trackers, decks, bonuses, the end, and the options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.engine.codec import convert
from games.engine.title import Table
from games.engine.words import fill
from games.titles.twentieth_century_limited.moves import Company, Place, Regional
from games.titles.twentieth_century_limited.state import Setup
from tests.rules.boards import opening, table_for
from tests.rules.titles.twentieth_century_limited.play import (
    BLANK,
    TITLE,
    after,
    enter,
    on_blank_map,
    position,
    refused,
)

ROAD = "A-B:R B-C:R P-Q:. order=RGB w=R6,G6,B6 era=R1/2"
LENT = "A-b:R b-D:G b-m:G m-D:B P-Q:. order=RGB w=R6,G6,B6 s=R9 era=R1/2"
PLACED = "place P-Q"
LAST = "A-B:. C-D:. order=GRB w=R6,G6,B6 done=R0/7"


def test_setup_deals_waivers_eras_and_decks() -> None:
    """Rules TCL-03 to TCL-11."""
    table = table_for(TITLE, 4)
    state = TITLE.setup(
        table, convert({"first": "C", "supply": 40, "companies": 40, "red": "B-red-3"}, Setup)
    )
    assert (state.order, state.active, state.round) == ("CDAB", "C", 1)
    assert state.money == {"bank": 0, "A": 8, "B": 8, "C": 8, "D": 8}
    assert state.players["A"].eras == (1, 2)
    assert (state.players["A"].supply, state.deck) == (40, 20)
    assert (state.bonus["red"].when, state.bonus["red"].value) == ("end", 6)


def test_setup_form_fills_in_the_practice_board() -> None:
    state = opening(TITLE, table_for(TITLE, 3))
    assert (state.players["A"].supply, state.deck) == (40, 8)
    assert [shown.card for shown in state.bonus.values()] == ["B-blue-1", "B-green-1", "B-red-1"]


def test_regional_keeps_track_and_draws_the_next_era() -> None:
    """Rules TCL-40 to TCL-42."""
    state = after(ROAD, PLACED, "regional 1 A,C")
    assert state.owners == {"A-B": "R", "B-C": "R", "P-Q": "R"}
    assert (state.players["R"].regionals, state.players["R"].eras) == (1, (2, 3))
    assert state.players["R"].stack[-1].cities == ("A", "C")


@pytest.mark.parametrize(
    ("players", "legal"), [("RG", False), ("RGB", False), ("RGBY", True), ("RGBYK", True)]
)
def test_starting_eras_may_be_swapped_with_four_or_five(players: str, legal: bool) -> None:
    """Rule TCL-39, decision Q21."""
    start = ROAD.replace("order=RGB w=R6,G6,B6", f"order={players}")
    if legal:
        assert after(start, PLACED, "regional 2 A,C").players["R"].eras == (1, 3)
    else:
        assert refused(start, PLACED, "regional 2 A,C").code == "ERA_ORDER"


def test_last_regional_leaves_no_card() -> None:
    start = ROAD.replace("R1/2", "R7/8 done=R6/0")
    state = after(start, PLACED, "regional 7 A,C")
    assert state.players["R"].eras == (8,)
    assert not state.trigger


def test_company_takes_the_minimum_off_and_gives_it_back() -> None:
    """Rules TCL-32 to TCL-35 and TCL-55: own segments come off, others' stay, owners are paid."""
    table, step = enter(LENT, PLACED, "company A,D use b-D value=7")
    state = step.state
    assert state.owners == {"D-b": "G", "b-m": "G", "D-m": "B", "P-Q": "R"}
    assert (state.money["R"], state.money["G"], state.money["B"]) == (5, 7, 6)
    assert (state.players["R"].companies, state.players["R"].supply) == (1, 9)
    assert [(p.source, p.target, p.amount, p.why) for p in step.postings] == [
        ("R", "G", 1, "waiver")
    ]
    codes = [note.code for note in step.notes]
    assert codes == ["paid", "taken_off", "company_drawn"]
    labels = {effect.label.code for effect in TITLE.effects(table, after(LENT, PLACED), step)}
    assert {"effect_waivers", "effect_companies", "effect_supply", "effect_worth"} <= labels


def test_dearer_route_is_the_players_choice() -> None:
    """Decision Q27: two segments of two players, where one would do."""
    state = after(LENT, PLACED, "company A,D use b-m,m-D")
    assert (state.money["R"], state.money["G"], state.money["B"]) == (4, 7, 7)


@pytest.mark.parametrize("count", [5, 6])
def test_five_segments_of_one_player_are_the_limit(count: int) -> None:
    """Rule TCL-54, decision Q05."""
    nodes = "abcdefg"[: count + 1]
    lines = [f"{a}-{b}" for a, b in pairwise(nodes)]
    start = f"A-a:R {' '.join(line + ':G' for line in lines)} {nodes[-1]}-Z:R P-Q:. order=RGB w=R9,G4,B5"
    use = f"company A,Z use {','.join(lines)}"
    if count == 5:
        assert after(start, PLACED, use).money["G"] == 9
    else:
        assert refused(start, PLACED, use).code == "WAIVER_LIMIT_5"


def test_option_shortest_in_all_takes_more_own_track() -> None:
    """Decision Q02: Green's one segment makes two in all; two of Blue's would leave one own, three in all."""
    start = "A-b:R b-D:R b-m:B m-D:B A-D#2:. P-Q:. order=RGB w=R6,G6,B6"
    total = on_blank_map(waiver_route="total")
    assert refused(start, PLACED, "company A,D use b-m,m-D", table=total).code == "WAIVER_UNUSED"
    assert len(after(start, PLACED, "company A,D use b-m,m-D").owners) == 4
    alone = after(start, PLACED, "company A,D", table=total)
    assert "A-b" not in alone.owners


def test_option_waivers_only_where_needed() -> None:
    """Decision Q02, reading C."""
    needed = on_blank_map(waiver_route="needed")
    assert after(LENT, PLACED, "company A,D use b-D", table=needed).money["R"] == 5


def test_skip_flips_the_tracker_for_good() -> None:
    """Rules TCL-20 to TCL-22."""
    state = after(ROAD, PLACED, "skip")
    assert (state.players["R"].eras, state.players["R"].skipped) == ((2, 3), True)
    done = after(ROAD.replace("R1/2", "R8 done=R6/0 skipped=R"), PLACED, "regional 8 A,C")
    assert (done.players["R"].regionals, done.trigger) == (7, "")


@pytest.mark.parametrize(("option", "legal"), [("allowed", True), ("refused", False)])
def test_option_skip_late(option: str, legal: bool) -> None:
    """Decision Q10."""
    table = on_blank_map(skip_late=option)
    start = ROAD.replace("R1/2", "R7/8 done=R6/0")
    if legal:
        assert after(start, PLACED, "skip", table=table).players["R"].eras == (8,)
    else:
        assert refused(start, PLACED, "skip", table=table).code == "NO_NEXT_ERA"


def test_exchange_takes_from_deck_or_face_up() -> None:
    """Rule TCL-19: a face-up card taken is replaced at once."""
    start = ROAD + " deck=5 face=One,Two,?,?"
    state = after(start, PLACED, "exchange 2 refill=New")
    assert (state.face_up, state.deck, state.discards) == (("One", "New", "", ""), 4, 1)
    state = after(start, PLACED, "exchange")
    assert (state.face_up[:2], state.deck, state.discards) == (("One", "Two"), 4, 1)


def test_empty_deck_is_made_of_its_discards() -> None:
    """Decision Q14: discards serve again; with none left, hands and slots stay short."""
    state = after(ROAD + " deck=0 out=2", PLACED, "company A,C")
    assert (state.deck, state.discards, state.players["R"].cards) == (1, 0, 4)
    state = after(ROAD + " deck=0", PLACED, "company A,C")
    assert (state.deck, state.players["R"].cards) == (0, 3)
    state = after(ROAD + " deck=0 face=One,Two,?,?", PLACED, "company A,C from=1")
    assert (state.face_up, state.players["R"].cards) == (("Two", "", ""), 4)


def test_reset_pays_the_bank_and_lays_out_four() -> None:
    """Rules TCL-24 and TCL-57, decision Q19."""
    state = after(ROAD + " deck=5 face=One,Two,?,?", "reset C1,?,C3")
    assert (state.money["R"], state.money["bank"]) == (5, 1)
    assert (state.face_up, state.deck, state.discards) == (("C1", "", "C3", ""), 1, 4)
    again = after(ROAD + " deck=0 face=One,Two", "reset")
    assert (again.face_up, again.deck) == (("", ""), 0)


def test_bonus_is_claimed_once_by_the_first() -> None:
    """Rules TCL-46 to TCL-49."""
    start = ROAD + " bonus=blue:/during/5 done=R1/0 | R{r1/A,C}"
    start = start.replace("era=R1/2", "era=R2/3")
    table, step = enter(start, "bonus blue proof=1")
    assert step.state.players["R"].stack[-1].value == 5
    assert step.state.bonus["blue"].taken == "R"
    (note,) = step.notes
    assert fill(TITLE.words[note.code], note.facts) == "R shows A-C."
    assert TITLE.sheet(table, step.state).seats["R"].bonus == (5,)


def test_option_several_bonuses_in_a_turn() -> None:
    table = on_blank_map(bonus_per_turn="any")
    assert len(after(ROAD, "bonus blue", "bonus green", table=table).players["R"].stack) == 2


CONDITIONS = [
    ("B-blue-1", "done=A0/3", "", True),
    ("B-blue-1", "done=A0/2", "", False),
    ("B-blue-2", "done=A0/2", "c10/BOS,NYC c12/BOS,ALB", True),
    ("B-blue-2", "done=A0/2", "c10/BOS,NYC c9/BOS,ALB", False),
    ("B-blue-3", "done=A0/2", "c20/BOS,NYC c20/BOS,ALB", True),
    ("B-blue-3", "done=A0/2", "c20/BOS,NYC c19/BOS,ALB", False),
    ("B-green-1", "done=A4/0", "", True),
    ("B-green-1", "done=A3/0", "", False),
    ("B-green-2", "done=A1/2", "r1/BOS,NYC c1/BOS,ALB c1/BOS,PHI", True),
    ("B-green-2", "done=A1/2", "r1/BOS,NYC c1/BOS,ALB c1/NYC,PHI", False),
    ("B-green-3", "done=A6/0", "", True),
    ("B-green-3", "done=A6/0 skipped=A", "", False),
    ("B-red-1", "done=A0/2", "c1/BAL,BOS c1/CHS,JAX", True),
    ("B-red-1", "done=A0/2", "c1/BAL,BOS c1/CHS,BOS", False),
    ("B-red-2", "done=A0/1", "c1/ALB,BOS,ATL,BHM,CHI,CIN,DAL,HOU", True),
    ("B-red-2", "done=A0/1", "c1/ALB,BOS,ATL,BHM,CHI,CIN,DAL", False),
    ("B-red-3", "w=A8,B4,C6", "", True),
    ("B-red-3", "w=A7,B5,C6", "", False),
]


@pytest.mark.parametrize(("card", "header", "stack", "reached"), CONDITIONS)
def test_conditions_of_the_practice_deck(card: str, header: str, stack: str, reached: bool) -> None:
    """Each kind of Bonus card, just reached and just missed; a stack that is not told leaves it open."""
    table = table_for(TITLE, 3)
    colour = card.split("-")[1]
    when = table.board.bonuses[card].when
    waivers = "" if "w=" in header else "w=A6,B6,C6"
    text = f"order=ABC {waivers} {header} bonus={colour}:{card}/{when}/5"
    if when == "end":
        text += " end=B/companies phase=awards"
    table, state = position(text + (f" | A{{{stack}}}" if stack else ""), table)
    claims = [
        (seat, move)
        for seat, move in TITLE.legal_moves(table, state)
        if getattr(move, "colour", "") == colour
    ]
    told = bool(stack) or "done" not in header
    assert (("A" in {seat for seat, _ in claims}) == reached) or not told


def test_known_bonuses_are_awarded_at_the_end_to_all_who_reached_them() -> None:
    """Rules TCL-48 and TCL-60: two seats have it, both get the full points."""
    table = table_for(TITLE, 2)
    start = (
        "ALB-BOS:B order=AB active=B round=9 w=A2,B2 done=A6/0 era=A7/8 end=A/companies "
        "bonus=blue:B-blue-3/end/8,green:B-green-1/during/5/A,red:B-red-1/during/6/A"
    ).replace("done=A6/0", "done=A6/2,B0/2")
    start += " | A{r1/ALB,BOS r2/ALB,BOS r3/ALB,BOS r4/ALB,BOS r5/ALB,BOS r6/ALB,BOS c22/ALB,BOS c20/ALB,NYC}"
    start += " | B{c30/ALB,BUF c10/ALB,PIT}"
    state = after(start, "pickup ALB-BOS", "end", table=table)
    assert (state.phase, state.bonus["blue"].taken) == ("over", "AB")
    assert TITLE.end(table, state) == "companies"
    sheet = TITLE.sheet(table, state)
    assert (sheet.seats["A"].bonus, sheet.seats["B"].bonus) == ((8,), (8,))


def test_unknown_end_bonus_is_asked_for_before_the_game_is_over() -> None:
    start = LAST.replace("order=GRB", "order=GBR") + " bonus=red:/end/6"
    table, step = enter(start + " active=R", "place A-B", "company A,B", "end")
    assert (step.state.phase, TITLE.actor(table, step.state)) == ("awards", "")
    done = after(
        start + " active=R",
        "place A-B",
        "company A,B",
        "end",
        "R: bonus red",
        "B: bonus red",
        "finish",
    )
    assert (done.phase, done.bonus["red"].taken) == ("over", "RB")


def test_first_to_reach_has_it_at_once_by_option() -> None:
    """Decision Q13, automatic."""
    table = table_for(TITLE, 2, bonus_per_turn="automatic")
    start = "ALB-BOS:A order=AB w=A4,B4 done=A0/2 bonus=blue:B-blue-1/during/5 | A{c4/ALB,NYC c4/BOS,NYC}"
    state = after(start, "place ALB-NYC", "company ALB,BOS", table=table)
    assert state.bonus["blue"].taken == "A"
    assert [card.kind for card in state.players["A"].stack][-2:] == ["company", "bonus"]


def test_round_is_played_out_after_the_trigger() -> None:
    """Rules TCL-58 and TCL-59, decisions Q08 and Q16."""
    state = after(LAST + " active=R", "place A-B", "company A,B")
    assert (state.trigger, state.trigger_by) == ("R", "companies")
    state = after(LAST + " active=R", "place A-B", "company A,B", "end")
    assert (state.active, state.phase) == ("B", "play")
    table, step = enter(LAST + " active=R", "place A-B", "company A,B", "end", "place C-D", "end")
    assert step.state.phase == "over"
    assert TITLE.end(table, step.state) == "companies"


def test_nothing_to_move_ends_the_turn() -> None:
    """Decision Q17: no segment left and none on the board."""
    _, step = enter("A-B:. order=RG s=R0", "end")
    assert step.state.active == "G"
    assert [note.code for note in step.notes] == ["nothing_moved"]
    assert refused("A-B:. order=RG s=R1", "end").code == "TRACK_FIRST"


def test_lines_charted_in_play_reach_the_board() -> None:
    """Decision Q15; parallel lines too."""
    table, step = enter("order=RG", "chart A-b A-b#2", "place b-A#2")
    board = TITLE.merged_board(table, step.state)
    assert [line.id for line in board.lines] == ["A-b", "A-b#2"]
    assert {node.id: node.kind for node in board.nodes} == {"A": "city", "b": "junction"}
    TITLE.check_board(board)


def test_cards_named_in_play_reach_the_catalogue() -> None:
    table, step = enter(ROAD, PLACED, "company A,C value=7 card=Tin_Line")
    board = TITLE.merged_board(table, step.state)
    (card,) = board.company_cards
    assert (card.id, card.cities, card.value) == ("Tin Line", ("A", "C"), 7)
    known = Table(BLANK.seats, BLANK.options, board)
    scored = after("A-C:R P-Q:. order=RGB", PLACED, "company card=Tin_Line", table=known)
    assert scored.players["R"].stack[-1].value == 7


def test_closed_stacks_hide_points_and_cities_from_others() -> None:
    """Decision Q20: only the latest card, in panels, log and effects."""
    table, step = enter(ROAD, PLACED, "company A,C value=7")
    seat, move = "R", Company(("A", "C"), 7)
    note = TITLE.narrate(table, after(ROAD, PLACED), seat, move, step)
    assert "7" not in fill(TITLE.words[note.code], note.facts)
    assert not any(panel.key == "stacks" for panel in TITLE.panels(table, step.state))
    assert TITLE.measures is not None
    assert "points" not in {measure.key for measure in TITLE.measures(table, step.state)}
    opened = on_blank_map(open_stacks="open")
    table, step = enter(ROAD, PLACED, "company A,C value=7", table=opened)
    note = TITLE.narrate(table, after(ROAD, PLACED, table=opened), seat, move, step)
    assert "worth 7" in fill(TITLE.words[note.code], note.facts)
    (stacks,) = [panel for panel in TITLE.panels(table, step.state) if panel.key == "stacks"]
    assert stacks.rows[0][0] == "R"
    assert "points" in {measure.key for measure in TITLE.measures(table, step.state)}


def test_own_stack_is_shown_to_its_seat_at_any_time() -> None:
    """Rule TCL-47."""
    table, step = enter(ROAD, PLACED, "company A,C value=7", "end")
    (form,) = [form for form in TITLE.forms(table, step.state, "R") if form.kind == "bonus"]
    assert form.panel is not None
    assert form.panel.rows[0][3] == 7
    assert form.blocked is not None


def test_status_names_who_plays_and_who_comes_after() -> None:
    for moves, said in [
        ([], "R places or picks up one to three segments."),
        (["place C-D"], "R may score a card, exchange a Company or skip an Era."),
        (
            ["place A-B", "company A,B"],
            "Last round, triggered by R: R ends the turn; after that: B.",
        ),
    ]:
        table, step = enter(LAST + " active=R", *moves)
        note = TITLE.status(table, step.state)
        assert fill(TITLE.words[note.code], note.facts) == said


def test_legal_moves_are_single_segments_and_scorable_cards() -> None:
    table, state = position(
        "ALB-NYC:A ALB-BOS:A order=ABC w=A6,B6,C6 era=A1/2,B1/2,C1/2", table_for(TITLE, 3)
    )
    moves = [move for _, move in TITLE.legal_moves(table, state)]
    assert sum(isinstance(move, Place) for move in moves) == len(table.board.lines) - 2
    ready = TITLE.apply(table, state, "A", Place(("BOS-PWM",)), frozenset()).state
    scored: list[Any] = [
        move for _, move in TITLE.legal_moves(table, ready) if isinstance(move, (Company, Regional))
    ]
    assert [move.card for move in scored] == ["C02"]


def test_number_of_first_moves() -> None:
    """Any change of what is listed shows here."""
    for players in (2, 5):
        table = table_for(TITLE, players)
        assert len(list(TITLE.legal_moves(table, opening(TITLE, table)))) == 130
