"""Every refusal of the title: a position, an entry, the code and rule that refuse it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Table
from games.engine.words import fill
from games.titles.railways_east_west.state import Setup
from tests.rules.boards import opening, table_for
from tests.rules.titles.railways_east_west.play import (
    TEST,
    TITLE,
    enter,
    on_test_map,
    position,
    refused,
)

PRACTICE = table_for(TITLE, 2)
CITIES = table_for(TITLE, 2, "cities")
WHOLE = on_test_map(parts="refused")
STOP = on_test_map(raw_stop="stop")
LATER = on_test_map(repaying="any")
HOUSE = on_test_map(house="yes")

RICH = "ph=1 tn=1 | A{c=60} | B{}"
WEST = "ph=2 tn=1 | A{c=60 e=SC} | B{} | chain A 2 SFO-RNO-SLC-DEN-OMA-KCY-STL-MEM-ATL-RIC-WAS-BAL"
EAST = "ph=1 | A{e=4} | B{} | link A CHI-STL 3 | link A STL-KCY 2 | link B KCY-OMA 2 | city CHI goods=bp s=1"
SETTLE = "ph=1 del=1 | A{e=6} | B{} | chain A 2 CHI-STL-KCY-OMA-DEN-SLC | city CHI s=1"
INCOME = "ph=1 tn=3 stage=income wait=AB | A{sc=12 b=2} | B{} | tab 0:3;10:12"
CHANGE = "ph=1 tn=3 stage=change wait=AB del=10 | A{sc=40 c=14 b=3} | B{}"
FINAL = "ph=2 turns=4 tn=4 stage=final end=second_line ew=AB | A{sc=40 cashed=1} | B{}"
CARDS = "ph=1 rd=2 stage=cards draws=2 | A{} | B{}"
DISPLAY = "ph=1 disp=hotel:NYC,bounty:BAL,growth,industry,surplus | A{c=20} | B{} | hotel CHI B"
BOUNTY = DISPLAY + " | link A CHI-BAL 3 | city CHI goods=bb"
OTHERS = "ph=1 | A{e=4} | B{} | link A CHI-STL 3 | link B CHI-MEM 2 | city CHI goods=kk"
AROUND = (
    "ph=1 del=1 | A{e=8} | B{} | chain A 2 CHI-MEM-STL-KCY-OMA | link A CHI-STL 2 | city CHI s=1"
)
FRESH = "acts=2 fresh=CARD ph=1 | A{c=20 CARD=1} | B{}"
PARALLEL = "ph=1 | A{e=4} | B{} | C{} | link A CHI-STL 3 | link B STL-MEM 3 | link C STL-MEM 4 | city CHI goods=kk"
UNKNOWN = "ph=1 del=1 | A{e=4} | B{} | chain A 2 PHI-NYC-OMA | city NYC goods=rr s=1"
THROUGH = "ph=1 | A{e=4} | B{} | chain A 3 CHI-ATL-BAL | city CHI goods=b"
PURPLE = WEST + " | link A DEN-ABQ 3 | city RNO goods=pb"
RAW = WEST + " | city SFO goods=nb"
THREE_TILES = RICH + " | city PHI col=black | city NOR col=black | city WAS col=black"
TO_OMAHA = "A settler CHI>STL>KCY>OMA"
TO_ATLANTA = "A raw SFO>RNO>SLC>DEN>OMA>KCY>STL>MEM>ATL"

ROWS: list[tuple[str, str, str, list[str], Table]] = [
    ("baron_cashed", "REW-31", FINAL, ["A baron east=5"], TEST),
    ("barons_later", "REW-55", RICH, ["A baron west=5"], TEST),
    ("bond_figure", "RB-16", RICH, ["chart_figure bond 1"], TEST),
    ("bonds_too_few", "RB-16", "ph=1 | A{c=3} | B{}", ["A link PIT-RIC o*5 bonds=1"], TEST),
    ("bonds_too_few", "RB-16", "ph=1 | A{c=3} | B{}", ["A upgrade"], TEST),
    ("bonds_too_many", "RB-16", RICH, ["A upgrade bonds=1"], TEST),
    ("bounty_stays", "RB-21", DISPLAY, ["A take bounty:BAL"], TEST),
    ("bounty_unknown", "RB-21", BOUNTY, ["A deliver b CHI>BAL"], TEST),
    ("buyback_cash", "REW-81", "ph=1 ev=buyback | A{c=6 b=3} | B{}", ["A buyback 1"], TEST),
    ("buyback_most", "REW-81", "ph=1 ev=buyback | A{c=60 b=5} | B{}", ["A buyback 2", "A buyback 2"], TEST),
    ("buyback_none", "REW-81", "ph=1 ev=buyback | A{c=60 b=1} | B{}", ["A buyback 2"], TEST),
    ("buyback_off", "REW-81", "ph=1 | A{c=60 b=3} | B{}", ["A buyback 2"], TEST),
    ("card_count", "REW-11", CARDS, ["cards grant"], TEST),
    ("card_count", "REW-11", CARDS, ["cards grant,coal,tunnel"], TEST),
    ("card_fresh", "REW-64", FRESH.replace("CARD", "grant"), ["A link CHI-STL o*5 grant"], TEST),
    ("card_fresh", "REW-72", FRESH.replace("CARD", "tunnel"), ["A link CHI-STL o*5 tunnel"], TEST),
    ("card_fresh", "REW-71", FRESH.replace("CARD", "coal"), ["A upgrade coal"], TEST),
    ("card_unnamed", "REW-63", "ph=1 disp=? | A{} | B{}", ["A take ?"], TEST),
    ("cards_shown", "REW-11", RICH, ["cards grant,coal"], TEST),
    ("change_done", "REW-32", CHANGE, ["A transition", "A transition"], TEST),
    ("chart_fixed", "A45", "ph=1 | A{} | B{}", ["chart_city DEN blue 3"], PRACTICE),
    ("chart_fixed", "A45", "ph=1 | A{} | B{}", ["chart_income 12 3"], PRACTICE),
    ("choose_owner", "RB-14", PARALLEL, ["A deliver k CHI>STL>MEM"], TEST),
    ("city_name", "A45", RICH, ["chart_city XYZ grey 1"], TEST),
    ("city_name", "A45", RICH, ["chart_city XYZ grey 1 name=New_York"], TEST),
    ("city_unknown", "A45", UNKNOWN, ["A deliver r NYC>PHI"], CITIES),
    ("city_unknown", "A45", UNKNOWN, ["A settler NYC>OMA"], CITIES),
    ("city_unknown", "A45", RICH, ["A urbanize TOL black"], CITIES),
    ("coal_not_held", "REW-71", RICH, ["A upgrade coal"], TEST),
    ("cube_count", "REW-42", "ph=2 | A{} | B{} | city SFO set=2 goods=by due=2/REW-42", ["fill SFO k"], TEST),
    ("cube_count", "RB-09", RICH, ["A urbanize TOL black rbk"], TEST),
    ("cube_count", "REW-22", SETTLE + " | city DEN set=1", [f"{TO_OMAHA}>DEN cubes=r"], TEST),
    ("discard_most", "REW-34", CHANGE, ["A transition repay=1 discard=3"], TEST),
    ("event_not_taken", "REW-75", DISPLAY, ["A take surplus"], TEST),
    ("event_when", "REW-75", INCOME, ["event used"], TEST),
    ("finish_later", "REW-52", RICH, ["finish"], TEST),
    ("first_link", "RB-12", OTHERS, ["A deliver k CHI>MEM"], TEST),
    ("game_over", "REW-53", FINAL.replace("final", "over"), ["finish"], TEST),
    ("grant_not_held", "REW-64", RICH, ["A link CHI-STL o*5 grant"], TEST),
    ("grey_only", "RB-09", RICH, ["A urbanize CHI black"], TEST),
    ("grey_only", "REW-67", DISPLAY, ["A take industry CHI black"], TEST),
    ("hotel_taken", "REW-69", DISPLAY.replace("disp=", "disp=hotel:CHI,"), ["A take hotel:CHI"], TEST),
    ("house_rule", "REW-04", "ph=1 | A{} | B{} | city NYC due=4/RB-04", ["fill NYC rrbk"], HOUSE),
    ("house_rule", "REW-04", "ph=1 | A{} | B{} | city NYC due=4/RB-04", ["fill NYC bbbk"], HOUSE),
    ("income_paid", "RB-19", INCOME, ["A income 3", "A income 4"], TEST),
    ("income_unknown", "RB-19", INCOME.replace(" | tab 0:3;10:12", ""), ["income"], TEST),
    ("increase_off", "REW-77", RICH, ["A increase CHI r"], TEST),
    ("last_engine", "REW-16", "ph=2 | A{c=40 e=SC} | B{}", ["A upgrade"], TEST),
    ("long_too_late", "REW-15", RICH.replace("tn=1", "tn=3"), ["A link CHI-STL o*6 2t"], TEST),
    ("long_too_late", "REW-15", RICH.replace("tn=1", "tn=3 turns=4"), ["A link CHI-STL o*6 2t"], TEST),
    ("must_stop", "RB-13", THROUGH, ["A deliver b CHI>ATL>BAL"], TEST),
    ("must_stop", "RB-13", WEST + " | city MEM goods=bb", ["A deliver b MEM>ATL>RIC>WAS>BAL"], TEST),
    ("must_stop_west", "REW-48", PURPLE, ["A deliver p RNO>SLC>DEN>ABQ"], TEST),
    ("next_engine", "REW-16", "ph=1 | A{c=40 e=4} | B{}", ["A upgrade to=8"], TEST),
    ("no_cube", "RB-04", EAST, ["A deliver r CHI>STL"], TEST),
    ("no_link", "RB-11", EAST, ["A deliver p CHI>MEM"], TEST),
    ("no_link", "RB-11", EAST, ["A deliver p CHI>STL@B"], TEST),
    ("no_pieces", "REW-51", RICH, ["A link CHI-STL"], TEST),
    ("no_raw", "REW-37", WEST, ["A raw SFO>RNO>SLC"], TEST),
    ("no_room", "REW-23", SETTLE + " | city OMA set=1", [TO_OMAHA], TEST),
    ("no_settler", "REW-19", EAST.replace("s=1", ""), ["A settler CHI>STL>KCY>OMA@B"], TEST),
    ("no_skip", "REW-14", RICH, ["A skip"], TEST),
    ("no_such_tile", "RB-26", RICH, ["A urbanize TOL red"], TEST),
    ("not_accepted", "RB-13", EAST, ["A deliver b CHI>STL"], TEST),
    ("not_now", "RB-01", INCOME, ["A pass"], TEST),
    ("not_now", "RB-01", RICH, ["income"], TEST),
    ("not_now", "RB-01", RICH, ["A transition"], TEST),
    ("not_on_display", "REW-63", DISPLAY, ["A take coal"], TEST),
    ("not_your_turn", "RB-01", RICH, ["B pass"], TEST),
    ("nothing_due", "REW-41", RICH, ["fill CHI rb"], TEST),
    ("out_of_range", "RB-11", EAST.replace("e=4", "e=2"), ["A settler CHI>STL>KCY>OMA@B"], TEST),
    ("parts_off", "A3", RICH, ["A link CHI-STL o,o part"], WHOLE),
    ("passed_twice", "RB-15", AROUND, ["A settler CHI>MEM>STL>CHI>STL>KCY>OMA"], TEST),
    ("perfect_not_held", "REW-13", RICH, ["A link CHI-STL o*6 pe"], TEST),
    ("perfect_used", "REW-13", "ph=1 | A{c=60 pe=1 peused=1} | B{}", ["A link CHI-STL o*6 pe"], TEST),
    ("raw_bonus", "REW-39", RAW, [TO_ATLANTA], TEST),
    ("raw_goal", "REW-37", RAW, ["A raw SFO>RNO>SLC bonus=pts"], TEST),
    ("raw_in_east_bag", "REW-37", "ph=1 | A{} | B{} | city CHI due=1/RB-04", ["fill CHI n"], TEST),
    ("raw_must_stop", "A18", RAW + " | link A BAL-NYC 2", [f"{TO_ATLANTA}>RIC>WAS>BAL>NYC bonus=pts"], STOP),
    ("raw_not_first", "REW-39", RAW.replace("ph=2", "ph=2 rawgone=1"), [f"{TO_ATLANTA} bonus=pts"], TEST),
    ("raw_out", "REW-37", "ph=2 drawn=20 | A{} | B{} | city DEN due=1/REW-46", ["fill DEN n"], TEST),
    ("repay_cash", "REW-33", CHANGE, ["A transition repay=3"], TEST),
    ("repay_later", "A15", "ph=2 | A{c=20 b=3} | B{}", ["A repay repay=1"], TEST),
    ("repay_most", "REW-33", CHANGE, ["A transition repay=4"], TEST),
    ("repay_nothing", "REW-33", "ph=2 | A{c=20 b=3} | B{}", ["A repay"], LATER),
    ("rush_limit", "REW-76", "ph=1 ev=landrush | A{c=60} | B{}", ["A link CHI-STL o*5,w"], TEST),
    ("rush_limit", "REW-76", "ph=1 ev=landrush | A{c=60 pe=1} | B{}", ["A link CHI-STL o*7 pe"], TEST),
    ("second_track", "REW-50", RICH + " | link A CHI-STL 3", ["A link STL-CHI o"], TEST),
    ("settler_stop", "REW-25", SETTLE, [f"{TO_OMAHA}>DEN>SLC"], TEST),
    ("settler_west", "REW-21", SETTLE, ["A settler CHI>STL>KCY"], TEST),
    ("skips", "REW-14", "ph=1 tn=2 | A{skip=1 c=20} | B{}", ["A upgrade"], TEST),
    ("skips", "REW-14", RICH, ["A link CHI-STL o*6 2t", "A pass"], TEST),
    ("tiles_out", "RB-26", THREE_TILES, ["A urbanize TOL black"], TEST),
    ("third_raw", "REW-43", "ph=2 | A{} | B{} | city DEN due=3/REW-41", ["fill DEN nnn"], TEST),
    ("too_many_cubes", "RB-04", DISPLAY + f" | city CHI goods={'r' * 98}", ["A take growth CHI"], TEST),
    ("tunnel_not_held", "REW-72", RICH, ["A link CHI-STL m tunnel"], TEST),
    ("turn_limit", "REW-12", RICH, ["A link CHI-STL o*6"], TEST),
    ("two_cities", "REW-51", RICH, ["A link CHI-CHI o"], TEST),
    ("two_turns_most", "REW-14", RICH, ["A link CHI-STL o*11 2t"], TEST),
    ("unknown_city", "REW-51", RICH, ["A link CHI-XYZ o"], TEST),
    ("unknown_city", "REW-68", DISPLAY, ["A take growth"], TEST),
    ("unknown_seat", "RB-26", RICH, ["pass"], TEST),
    ("used_highest", "REW-85", "ph=2 ev=used | A{c=20 e=4} | B{e=4}", ["A upgrade used"], TEST),
    ("used_off", "REW-85", "ph=2 | A{c=20 e=4} | B{e=8}", ["A upgrade used"], TEST),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "start", "moves", "table"), ROWS)
def test_refusal(code: str, rule: str, start: str, moves: list[str], table: Table) -> None:
    refusal = refused(start, *moves, table=table)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert "{" not in fill(TITLE.words[code], refusal.facts)
    assert rule in {text.id for text in TITLE.rulebook}


@pytest.mark.parametrize(("code", "rule", "start", "moves", "table"), ROWS)
def test_refusal_is_overruled_or_hard(
    code: str, rule: str, start: str, moves: list[str], table: Table
) -> None:
    """A waived refusal passes, leaves a state that holds, and is remembered."""
    waive = frozenset({code})
    if code in TITLE.hard_codes:
        assert refused(start, *moves, table=table, waive=waive).code == code
        return
    table, step = enter(start, *moves, table=table, waive=waive)
    TITLE.check_state(table, step.state)
    assert step.state.ruled == (code,)
    text = TITLE.format_position(table, step.state)
    assert TITLE.parse_position(table, text) == (table, step.state)


@pytest.mark.parametrize(
    ("changes", "players", "code"),
    [
        ({"first": "D"}, 3, "setup_first"),
        ({"goods": "NYC"}, 3, "setup_goods"),
        ({"goods": "NYC rby; NYC rby"}, 3, "setup_goods"),
        ({"goods": "Utopia rby"}, 3, "setup_goods"),
        ({"goods": "DEN rb"}, 3, "setup_east"),
        ({"goods": "NYC rb"}, 3, "cube_count"),
        ({"cards": "hotel:XYZ"}, 3, "setup_cards"),
        ({"cards": "Grant!"}, 3, "setup_cards"),
        ({"deck": 5}, 3, "deck_short"),
        ({}, 1, "players"),
    ],
)
def test_setup_refuses(changes: dict[str, Any], players: int, code: str) -> None:
    table = table_for(TITLE, players)
    with pytest.raises(IllegalMove) as caught:
        TITLE.setup(table, convert(changes, Setup))
    assert caught.value.code == code
    assert "{" not in fill(TITLE.words[code], caught.value.facts)


def test_house_rule_is_kept_at_the_start() -> None:
    table = table_for(TITLE, 4, house="yes")
    with pytest.raises(IllegalMove) as caught:
        TITLE.setup(table, Setup(goods="Boston yyrb"))
    assert (caught.value.code, caught.value.rule) == ("house_rule", "REW-04")
    assert TITLE.setup(table, Setup(goods="Boston yrrb")).cities["BOS"].goods == "yrrb"


def test_owner_of_a_parallel_track_is_asked_for() -> None:
    start, moves = next((row[2], row[3]) for row in ROWS if row[0] == "choose_owner")
    refusal = refused(start, *moves)
    assert isinstance(refusal, ChoiceNeeded)
    assert refusal.choices == ("MEM@B", "MEM@C")
    for choice in refusal.choices:
        enter(start, f"A deliver k CHI>STL>{choice}")


def test_chart_has_a_limit() -> None:
    """Refusal `chart_full`: no more cities than a map may hold."""
    letters = [chr(65 + place % 26) + chr(65 + place // 26) for place in range(120)]
    charts = [f"chart_city Z{pair} grey 1 name=Z{pair}" for pair in letters]
    refusal = refused(RICH, *charts[:83])
    assert refusal.code == "chart_full"
    assert "{" not in fill(TITLE.words["chart_full"], refusal.facts)


def test_refused_entry_changes_nothing() -> None:
    table, state = position(EAST)
    text = TITLE.format_position(table, state)
    seat, move = TITLE.parse_move(table, state, "A deliver b CHI>STL")
    with pytest.raises(IllegalMove):
        TITLE.apply(table, state, seat, move, frozenset())
    assert TITLE.format_position(table, state) == text


def test_opening_of_the_practice_board_holds() -> None:
    table = table_for(TITLE, 5)
    TITLE.check_state(table, opening(TITLE, table))
