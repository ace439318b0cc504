"""Every refusal of 20th Century Limited: a position, an entry, the code and rule that refuse it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Table
from games.engine.words import fill
from games.titles.twentieth_century_limited.state import Setup
from tests.rules.boards import opening, table_for
from tests.rules.titles.twentieth_century_limited.play import (
    BLANK,
    TITLE,
    enter,
    on_blank_map,
    position,
    refused,
)

PRACTICE = table_for(TITLE, 3)
TOTAL = on_blank_map(waiver_route="total")
NEEDED = on_blank_map(waiver_route="needed")
DECK_ONLY = on_blank_map(company_draw="deck")
NO_LATE = on_blank_map(skip_late="refused")

FULL_CARD = "A,B,C,D,E,F,G,H,I,J,K,L,M"
DEAL = "order=ABC era=A1/2 w=A6,B6,C6"
TAKEN = " done=G0/1 | G{c4/A,C/Line}"
MAP = "A-B:. B-C:. C-D:. A-x:G x-D:G E-F:. P-Q:R order=RGB w=R6,G6,B6 s=R20 era=R1/2"
ROAD = "A-B:R B-C:R P-Q:. order=RGB w=R6,G6,B6 era=R1/2"
FOUR = ROAD.replace("order=RGB", "order=RGBY").replace("R1/2", "R1/3 done=R1/0")
RING = "A-x:R x-C:R A-y:R y-C:R P-Q:. order=RGB"
GREEN = "A-b:R b-c:R c-D:R b-D:G b-x:G P-Q:. order=RGB w=R6,G6,B6 era=R1/2"
DOUBLE = "A-b:R b-D:R b-m:G m-D:G P-Q:. order=RGB w=R6,G6,B6"
LONG = "A-a:R a-b:G b-c:G c-d:G d-e:G e-f:G f-Z:G P-Q:. order=RGB w=R10,G4,B4 era=R1/2"
BONUS = MAP.replace("era=R1/2", "era=R1/2 bonus=blue:B-blue-1/during/5,red:B-red-3/end/6")
AWARDS = (
    "A-B:R order=RGB w=R8,G5,B5 phase=awards end=R/companies done=R0/8 "
    "bonus=blue:/during/5,red:/end/6/G | G{b6/red}"
)
PLACED = "place P-Q"
USED = "company A,Z use a-b,b-c,c-d,d-e,e-f,f-Z"

ROWS: list[tuple[str, str, str, list[str], Table]] = [
    ("AWARDS_DUE", "TCL-60", AWARDS, ["R: place A-B"], BLANK),
    ("AWARDS_NOT_DUE", "TCL-60", MAP, ["finish"], BLANK),
    ("BONUS_AT_END", "TCL-48", BONUS, ["bonus red"], BLANK),
    ("BONUS_DURING", "TCL-48", AWARDS, ["R: bonus blue"], BLANK),
    ("BONUS_NOT_REACHED", "TCL-46", f"order=ABC w=A6,B6,C6 {BONUS.split()[-1]}", ["bonus blue"], PRACTICE),
    ("BONUS_ONCE", "TCL-23", MAP, ["bonus blue", "bonus green"], BLANK),
    ("BONUS_TAKEN", "TCL-48", MAP + " bonus=blue:/during/5/G | G{b5/blue}", ["bonus blue"], BLANK),
    ("BONUS_TAKEN", "TCL-48", AWARDS, ["G: bonus red"], BLANK),
    ("CARD_CITIES", "TCL-30", ROAD, [PLACED, "company A"], BLANK),
    ("CARD_CITIES", "TCL-30", ROAD, [PLACED, f"company {FULL_CARD}"], BLANK),
    ("CARD_DIFFERS", "TCL-30", DEAL, ["place BOS-NYC", "company BOS,NYC card=C01"], PRACTICE),
    ("CARD_ERA", "TCL-42", DEAL, ["place BOS-NYC", "regional 1 card=R2a"], PRACTICE),
    ("CARD_GONE", "TCL-44", ROAD + TAKEN, [PLACED, "company A,C card=Line"], BLANK),
    ("CARD_UNKNOWN", "TCL-30", ROAD, [PLACED, "company card=Line"], BLANK),
    ("CARD_VALUE", "TCL-63", DEAL, ["place BOS-NYC", "company value=9 card=C01"], PRACTICE),
    ("CHART_COMPLETE", "Q15", "order=ABC w=A6,B6,C6", ["chart A-B"], PRACTICE),
    ("COMPANIES_DONE", "Q16", ROAD + " done=R0/8", [PLACED, "company A,C"], BLANK),
    ("DECK_ONLY", "Q07", ROAD, [PLACED, "company A,C from=2"], DECK_ONLY),
    ("ERA_NOT_HELD", "TCL-38", ROAD, [PLACED, "regional 3 A,C"], BLANK),
    ("ERA_NOT_HELD", "TCL-38", RING, [PLACED, "regional A,C"], BLANK),
    ("ERA_NOT_HELD", "TCL-20", RING, [PLACED, "skip"], BLANK),
    ("ERA_NOT_HELD", "TCL-20", ROAD, [PLACED, "skip 5"], BLANK),
    ("ERA_ORDER", "TCL-38", ROAD, [PLACED, "regional 2 A,C"], BLANK),
    ("ERA_ORDER", "TCL-38", FOUR, [PLACED, "regional 3 A,C"], BLANK),
    ("GAME_OVER", "TCL-59", AWARDS.replace("awards", "over"), ["R: place A-B"], BLANK),
    ("LINE_OCCUPIED", "TCL-26", MAP, ["place A-x"], BLANK),
    ("LINE_OCCUPIED", "TCL-26", MAP, ["place A-B A-B"], BLANK),
    ("NOT_A_CITY", "TCL-30", RING, [PLACED, "company A,x"], BLANK),
    ("NOT_CONNECTED", "TCL-30", "A-B:R C-D:R B-C:. E-F:. order=RGB", ["place E-F", "company A,B,C,D"], BLANK),
    ("NOT_CONNECTED", "TCL-37", ROAD, [PLACED, "regional 1 A,Z"], BLANK),
    ("NOT_OPPONENT_TRACK", "TCL-50", ROAD, [PLACED, "company A,C use B-C"], BLANK),
    ("NOT_OPPONENT_TRACK", "TCL-50", ROAD, [PLACED, "company A,C use X-Y"], BLANK),
    ("NOT_YOURS", "TCL-27", MAP, ["pickup A-x"], BLANK),
    ("NOT_YOURS", "TCL-27", MAP, ["pickup P-Q P-Q"], BLANK),
    ("NOT_YOURS", "TCL-27", MAP, ["pickup A-B"], BLANK),
    ("NOT_YOURS", "TCL-27", GREEN, [PLACED, "company A,D use b-D remove A-b,b-D"], BLANK),
    ("NOT_YOUR_TURN", "TCL-13", MAP, ["G: place A-B"], BLANK),
    ("NO_COMPANY_CARD", "TCL-19", MAP + " cards=R0", ["place A-B", "exchange"], BLANK),
    ("NO_FACE_UP", "TCL-19", MAP + " face=-", ["place A-B", "exchange 1"], BLANK),
    ("NO_NEXT_ERA", "Q10", ROAD.replace("R1/2", "R7/8 done=R6/0"), [PLACED, "skip"], NO_LATE),
    ("NO_SUCH_LINE", "TCL-29", MAP, ["place A-C"], BLANK),
    ("NO_SUCH_LINE", "TCL-29", MAP, ["pickup A-C"], BLANK),
    ("NO_SUPPLY", "Q06", MAP.replace("R20", "R2"), ["place A-B B-C C-D"], BLANK),
    ("NO_WAIVER", "TCL-24", MAP.replace("R6", "R0"), ["reset"], BLANK),
    ("NO_WAIVER", "TCL-53", GREEN.replace("R6", "R0"), [PLACED, "company A,D use b-D"], BLANK),
    ("ONE_FOLLOWUP", "TCL-16", ROAD, [PLACED, "exchange", "skip"], BLANK),
    ("ONE_FOLLOWUP", "TCL-16", ROAD, [PLACED, "skip", "company A,C"], BLANK),
    ("ONE_TRACK_ACTION", "TCL-15", MAP, ["place A-B", "pickup A-B"], BLANK),
    ("ONE_TRACK_ACTION", "TCL-15", MAP, ["place A-B", "place B-C"], BLANK),
    ("OWN_TRACK_REQUIRED", "TCL-56", MAP, ["place A-B", "regional 1 A,D use A-x,x-D"], BLANK),
    ("OWN_TRACK_SUFFICES", "Q02", GREEN, [PLACED, "company A,D use b-D"], NEEDED),
    ("PROOF_NOT_HELD", "TCL-46", MAP, ["bonus blue proof=1"], BLANK),
    ("REMOVE_NOT_CONNECTED", "TCL-35", RING, [PLACED, "company A,C remove A-x,y-C"], BLANK),
    ("REMOVE_NOT_CONNECTED", "TCL-35", RING, [PLACED, "company A,C remove A-x"], BLANK),
    ("REMOVE_NOT_MINIMUM", "TCL-35", ROAD, [PLACED, "company A,B remove A-B,B-C"], BLANK),
    ("RESET_ONCE", "TCL-24", MAP, ["reset", "reset"], BLANK),
    ("SKIP_LOWEST", "TCL-20", ROAD, [PLACED, "skip 2"], BLANK),
    ("TRACK_COUNT", "TCL-15", MAP, ["place"], BLANK),
    ("TRACK_COUNT", "TCL-15", MAP, ["place A-B B-C C-D E-F"], BLANK),
    ("TRACK_COUNT", "TCL-15", MAP, ["pickup"], BLANK),
    ("TRACK_FIRST", "TCL-15", MAP, ["end"], BLANK),
    ("TRACK_FIRST", "TCL-16", ROAD, ["regional 1 A,C"], BLANK),
    ("TRACK_FIRST", "TCL-16", ROAD, ["exchange"], BLANK),
    ("UNKNOWN_SEAT", "TCL-01", MAP, ["Z: place A-B"], BLANK),
    ("WAIVER_LIMIT_5", "TCL-54", LONG, [PLACED, USED], BLANK),
    ("WAIVER_UNUSED", "TCL-53", GREEN, [PLACED, "company A,D use b-x"], BLANK),
    ("WAIVER_UNUSED", "TCL-53", GREEN, [PLACED, "regional 1 A,D use b-D,b-x"], BLANK),
    ("WAIVER_UNUSED", "TCL-53", DOUBLE, [PLACED, "company A,D use b-m,m-D"], TOTAL),
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
        ({"first": "D"}, 3, "FIRST_PLAYER"),
        ({"companies": 15}, 3, "DECK_SHORT"),
        ({"blue": "B-red-1"}, 3, "UNKNOWN_BONUS"),
        ({"blue": "nothing"}, 3, "UNKNOWN_BONUS"),
        ({}, 1, "PLAYERS"),
        ({}, 6, "PLAYERS"),
    ],
)
def test_setup_refuses(changes: dict[str, Any], players: int, code: str) -> None:
    table = table_for(TITLE, players)
    told = convert({"first": "A"} | changes, Setup)
    with pytest.raises(IllegalMove) as caught:
        TITLE.setup(table, told)
    assert caught.value.code == code
    assert "{" not in fill(TITLE.words[code], caught.value.facts)


def test_choice_of_removal_is_asked_and_names_the_sets() -> None:
    refusal = refused(RING, PLACED, "company A,C")
    assert isinstance(refusal, ChoiceNeeded)
    assert (refusal.code, refusal.rule) == ("CHOOSE_REMOVAL", "TCL-35")
    assert set(refusal.choices) == {"A-x,C-x", "A-y,C-y"}
    assert "{" not in fill(TITLE.words["CHOOSE_REMOVAL"], refusal.facts)
    for choice in refusal.choices:
        enter(RING, PLACED, f"company A,C remove {choice}")


def test_choice_is_asked_even_if_one_set_alone_needs_what_is_paid_for() -> None:
    """Both ways take one own segment; only one of them uses Green's."""
    start = "A-Z:R A-b:R b-Z:G P-Q:. order=RGB w=R6,G6,B6"
    assert refused(start, PLACED, "company A,Z use b-Z").code == "CHOOSE_REMOVAL"
    assert refused(start, PLACED, "company A,Z use b-Z remove A-Z").code == "WAIVER_UNUSED"
    enter(start, PLACED, "company A,Z use b-Z remove A-b")


def test_chart_has_a_limit() -> None:
    """Refusal `CHART_FULL`: no more lines than a game's chart may hold."""
    words = [" ".join(f"N{row}-n{column}" for column in range(50)) for row in range(7)]
    refusal = refused(MAP, *(f"chart {text}" for text in words[:6]))
    assert refusal.code == "CHART_FULL"
    assert "{" not in fill(TITLE.words["CHART_FULL"], refusal.facts)


def test_refused_card_says_what_is_apart_and_what_waivers_would_do() -> None:
    start = "A-b:R b-D:G b-m:G m-D:B D-E:R P-Q:. order=RGB w=R6,G6,B6"
    facts: dict[str, Any] = dict(refused(start, PLACED, "company A,E").facts)
    assert facts["groups"] == "A and E"
    assert (facts["cost"], facts["route"]) == (1, ("D-b",))
    assert "D-b" in facts["advice"]


def test_refused_entry_changes_nothing() -> None:
    """The third line is taken: the first two are not placed either, and no waiver is gone."""
    table, state = position(MAP)
    text = TITLE.format_position(table, state)
    seat, move = TITLE.parse_move(table, state, "place A-B B-C A-x")
    with pytest.raises(IllegalMove):
        TITLE.apply(table, state, seat, move, frozenset())
    assert TITLE.format_position(table, state) == text


def test_order_of_checks_follows_the_digest() -> None:
    """Six of Green's segments, and too few waivers: the limit is named first."""
    poor = LONG.replace("R10", "R0")
    assert refused(poor, PLACED, USED).code == "WAIVER_LIMIT_5"
    assert refused(poor, PLACED, USED + ",P-Q").code == "NOT_OPPONENT_TRACK"
    assert refused(poor, PLACED, "company A,Q use a-b").code == "NOT_CONNECTED"


def test_opening_of_the_practice_board_holds() -> None:
    table = table_for(TITLE, 5)
    TITLE.check_state(table, opening(TITLE, table))
