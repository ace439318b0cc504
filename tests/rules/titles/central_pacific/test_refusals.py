"""Every refusal of Central Pacific: a position, an entry, the code and rule that refuse it."""

from __future__ import annotations

import pytest

from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Step, Table
from games.engine.words import fill
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.state import Setup
from tests.rules.boards import read_board
from tests.rules.titles.central_pacific.play import (
    HOMES,
    TITLE,
    TWO,
    after,
    enter,
    position,
    refused,
    table,
)

EDGE = table(board_edge="forbid")
FORBID = table(spike_turn_merge="forbid")
CHOOSE = table(spike_turn_merge="choose")
COUNTED = table(board="practice", tiles="checked")

LINE = f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW A!E2"
FOREST = f"{HOMES} D1=C:ES D2=S:NS D3=C:NE E2=S:NS E3=F"
HILL = f"{HOMES} E2=S:NS E3=M"
NEAR = f"{HOMES} E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS F9=S:NS F8=T:NSW F7=S:NS F6=@2:NES B!F9"
WALLED = f"{HOMES} D1=F F1=F E2=F pool=0 hand=4"
TWO_LINES = f"{LINE} F1=S:EW G1=S:EW H1=@2:W A!F1"
ONE_TRAIN = f"{HOMES} F1=S:EW G1=S:EW H1=@2:W A!F1 sacrificed=A E2=S:NS E3=S:NS D1=C:ES D2=S:NS"
THREE_TRAINS = table(trains="3")
EQUAL = (
    "E1=A@2:ESW J7=B@2:NSW A8=C@2:NES E2=S:NS E3=S:NS E4=S:NS E5=S:NS "
    "I7=S:EW H7=T:NEW G7=@2:E H6=C:SW G6=S:EW F6=S:EW B!I7 "
    "B8=S:EW C8=T:NEW D8=@2:W C7=S:NS C6=C:ES D6=S:EW C!B8"
)

Row = tuple[str, str, str, list[str], Table]

ROWS: list[Row] = [
    ("ALREADY_DISCARDED", "CP-40", HOMES, ["discard 1", "discard 1"], TWO),
    ("BAD_COUNT", "CP-40", HOMES, ["discard 0"], TWO),
    ("BAD_COUNT", "CP-40", HOMES, ["discard 6"], TWO),
    ("BAD_COUNT", "CP-40", f"{HOMES} hand=2", ["discard 3"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=C:NS"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=S:NE"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=T:NS"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=U:NE"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=F:N"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=@2"], TWO),
    ("BAD_SHAPE", "CP-02", HOMES, ["E2=@:NS"], TWO),
    ("BOTH_SPECIALS", "CP-39", HOMES, ["stock", "grant B"], TWO),
    ("BOTH_SPECIALS", "CP-39", HOMES, ["grant B", "stock"], TWO),
    ("CLEAR_COST", "CP-25", FOREST, ["over E3=T:NSW"], TWO),
    ("CLEAR_COST", "CP-25", FOREST, ["over E3=T:NSW x3"], TWO),
    ("CLEAR_COST", "CP-28", HILL, ["over E3=S:NS x2"], TWO),
    ("CLEAR_COST", "CP-29", HILL, ["over E3=U:NS x3"], TWO),
    ("CLEAR_MIXED_TYPES", "CP-25", FOREST, ["over E3=T:NSW x2 mixed"], TWO),
    ("CLEAR_MIXED_TYPES", "CP-28", HILL, ["over E3=S:NS x3 mixed"], TWO),
    ("CLEAR_NEEDS_RAIL", "CP-25", FOREST, ["over E3=@2:NW x2"], TWO),
    ("CLEAR_NEEDS_RAIL", "CP-25", HILL, ["over E3=F"], TWO),
    ("DISCARD_AFTER_PLACE", "CP-41", HOMES, ["sacrifice", "E2=S:NS", "discard 1"], TWO),
    ("DISCARD_AFTER_PLACE", "CP-41", HOMES, ["E2=S:NS", "sacrifice"], TWO),
    ("EDGE_MISMATCH", "Q03", f"{HOMES} D1=C:ES E2=S:NS", ["D2=X"], TWO),
    ("EDGE_MISMATCH", "Q03", f"{HOMES} D1=C:ES D2=S:NS D3=C:NE E2=S:NS E3=M", ["over E3=U:NS"], TWO),
    ("GAME_OVER", "CP-64", f"{HOMES} end=agreement", ["E2=S:NS"], TWO),
    ("HAND_OVER_5", "CP-35", HOMES, ["stock", "E2=S:NS", "end"], TWO),
    ("HAND_OVER_5", "CP-35", HOMES, ["stock", "discard 1"], TWO),
    ("MUST_PLACE_OR_DISCARD", "CP-14", HOMES, ["end"], TWO),
    ("MUST_PLACE_OR_DISCARD", "CP-14", HOMES, ["stock", "end"], TWO),
    ("MUST_PLACE_OR_DISCARD", "CP-14", HOMES, ["sacrifice", "discard 1", "end"], TWO),
    ("MUST_PLACE_OR_DISCARD", "CP-14", HOMES, ["sacrifice", "E2=S:NS", "end"], TWO),
    ("NOTHING_TO_CLEAR", "CP-25", HOMES, ["over E2=S:NS x2"], TWO),
    ("NOTHING_TO_CLEAR", "CP-25", LINE, ["over E2=S:NS x2"], TWO),
    ("NOT_ADJACENT", "CP-16", HOMES, ["E3=S:NS"], TWO),
    ("NOT_ADJACENT", "CP-16", HOMES, ["E3=F"], TWO),
    ("NOT_CLAIMABLE", "CP-49", f"{HOMES} E2=S:NS E3=S:NS", ["E4=@2:N", "end claims=E9"], TWO),
    ("NOT_CLAIMABLE", "Q14", f"{HOMES} E2=S:NS E3=S:NS", ["E4=@2:N", "end keepers=E2"], TWO),
    ("NOT_CONNECTED", "CP-17", HOMES, ["E2=S:EW"], TWO),
    ("NOT_CONNECTED", "CP-31", HILL, ["over E3=U:EW"], TWO),
    ("NOT_IN_HAND", "CP-38", f"{HOMES} hand=1", ["E2=S:NS", "E3=S:NS"], TWO),
    ("NOT_IN_HAND", "CP-38", f"{FOREST} hand=1", ["over E3=T:NSW x2"], TWO),
    ("NOT_IN_NETWORK", "CP-18", HOMES, ["F9=S:NS"], TWO),
    ("NOT_IN_NETWORK", "CP-18", HOMES, ["F9=M"], TWO),
    ("NOT_YOUR_TURN", "CP-13", HOMES, ["B: F9=S:NS"], TWO),
    ("NO_COPY_LEFT", "Q29", HOMES, ["E2=@2:NESW"], COUNTED),
    ("NO_COPY_LEFT", "Q29", f"{HOMES} E2=U:NS E3=U:NS E4=U:NS out=U1", ["E5=U:NS"], COUNTED),
    ("NO_TILE_TO_TAKE", "CP-36", f"{HOMES} hands=A5,B0", ["grant B"], TWO),
    ("NO_TILE_TO_TAKE", "CP-36", HOMES, ["grant A"], TWO),
    ("NO_TILE_TO_TAKE", "CP-36", HOMES, ["grant D"], TWO),
    ("NO_TILE_TO_TAKE", "CP-36", f"{HOMES} seats=ABCD", ["grant C"], table(4, teams="on")),
    ("OCCUPIED", "CP-15", HOMES, ["E1=S:NS"], TWO),
    ("OCCUPIED", "CP-15", FOREST, ["E3=T:NSW"], TWO),
    ("OFF_BOARD", "CP-15", HOMES, ["E11=S:NS"], TWO),
    ("OFF_BOARD", "CP-15", HOMES, ["K3=S:NS"], TWO),
    ("OFF_BOARD", "CP-15", HOMES, ["E0=S:NS"], TWO),
    ("OFF_BOARD_END", "Q04", f"{HOMES} D1=S:EW", ["C1=C:NE"], EDGE),
    ("PLACE_AND_DISCARD", "CP-40", HOMES, ["discard 1", "E2=S:NS"], TWO),
    ("PLACE_AND_DISCARD", "CP-40", HOMES, ["E2=S:NS", "discard 1"], TWO),
    ("POOL_EMPTY", "CP-42", f"{HOMES} pool=0", ["discard 1"], TWO),
    ("POOL_EMPTY", "CP-42", f"{HOMES} pool=0", ["sacrifice"], TWO),
    ("POOL_EMPTY", "CP-34", f"{HOMES} pool=0", ["stock"], TWO),
    ("SACRIFICE_LAST_TRAIN", "CP-41", TWO_LINES, ["sacrifice"], THREE_TRAINS),
    ("SACRIFICE_USED", "CP-41", f"{HOMES} sacrificed=1", ["sacrifice"], TWO),
    ("SPECIAL_ALREADY_USED", "CP-34", f"{HOMES} special=stock", ["grant B"], TWO),
    ("SPECIAL_ALREADY_USED", "CP-34", f"{HOMES} special=none", ["stock"], TWO),
    ("SPECIAL_ALREADY_USED", "CP-34", HOMES, ["stock", "stock"], TWO),
    ("SPECIAL_NOT_AT_START", "CP-34", HOMES, ["E2=S:NS", "stock"], TWO),
    ("SPECIAL_NOT_AT_START", "CP-36", HOMES, ["discard 1", "grant B"], TWO),
    ("SPECIAL_NOT_AT_START", "CP-34", HOMES, ["sacrifice", "stock"], TWO),
    ("SPIKE_TURN_MERGE", "CP-56", NEAR, ["E7=S:NS", "E8=C:NE"], FORBID),
    ("STUCK_CAN_DISCARD", "CP-65", WALLED.replace("pool=0", "pool=3"), ["stuck S F M @2:NESW"], TWO),
    ("STUCK_FALSE", "CP-65", WALLED, ["stuck S S F M"], TWO),
    ("STUCK_FALSE", "CP-65", f"{HOMES} E2=S:NS E3=S:NS pool=0 hand=1", ["stuck @2:ES"], TWO),
    ("STUCK_NOT_AT_START", "CP-65", f"{HOMES} pool=0", ["E2=S:NS", "stuck S F M"], TWO),
    ("STUCK_SHOW_HAND", "CP-65", WALLED, ["stuck S F"], TWO),
    ("TERRAIN_NO_RAIL", "CP-23", f"{HOMES} E2=S:NS", ["D2=F"], TWO),
    ("TOO_CLOSE", "CP-20", HOMES, ["E2=@2:NESW"], TWO),
    ("TOO_CLOSE", "CP-21", f"{HOMES} E2=S:NS E3=S:NS", ["E4=@3:NESW"], TWO),
    ("TOO_MANY_TILES", "CP-15", HOMES, [f"E{row}=S:NS" for row in range(2, 8)], TWO),
    ("TOO_MANY_TILES", "CP-15", f"{HILL} hand=5", ["D1=S:EW", "C1=S:EW", "B1=S:EW", "over E3=S:NS x3"], TWO),
    ("TUNNEL_NOT_ON_FOREST", "CP-29", FOREST, ["over E3=U:NS"], TWO),
    ("TURN_OPEN", "CP-14", HOMES, ["E2=S:NS", "agree"], TWO),
    ("UNKNOWN_SEAT", "CP-13", HOMES, ["D: E2=S:NS"], TWO),
]  # fmt: skip
IDS = [f"{row[0]}-{number}" for number, row in enumerate(ROWS)]


@pytest.mark.parametrize(("code", "rule", "start", "moves", "at"), ROWS, ids=IDS)
def test_refusal(code: str, rule: str, start: str, moves: list[str], at: Table) -> None:
    refusal = refused(start, *moves, at=at)
    assert refusal.code == code
    assert refusal.rule in (rule, "CP-17")
    said = fill(TITLE.words[code], refusal.facts)
    assert "{" not in said
    assert said[-1] in ".?!"


def overruled(
    start: str, moves: list[str], at: Table
) -> tuple[frozenset[str], tuple[Table, Step] | None]:
    """Waive refusal after refusal, as a table does; return the codes met, and the step unless one was hard."""
    waive: frozenset[str] = frozenset()
    while not waive & TITLE.hard_codes:
        try:
            return waive, enter(start, *moves, at=at, waive=waive)
        except IllegalMove as refusal:
            waive |= {refusal.code}
    return waive, None


@pytest.mark.parametrize(("code", "rule", "start", "moves", "at"), ROWS, ids=IDS)
def test_refusal_can_be_overruled_unless_no_state_could_hold_it(
    code: str, rule: str, start: str, moves: list[str], at: Table
) -> None:
    waived, found = overruled(start, moves, at)
    assert code in waived
    assert found is not None or waived & TITLE.hard_codes
    if found is not None:
        here, step = found
        assert code in step.state.ruled
        TITLE.check_state(here, step.state)


CHOICES: list[tuple[str, str, list[str], tuple[str, ...], Table]] = [
    ("CLAIM_ORDER", ONE_TRAIN, ["E4=@2:N", "D3=@2:N", "end"], ("D1", "E2"), THREE_TRAINS),
    ("KEEPER", EQUAL, ["E6=T:NEW", "end"], ("B8", "F6"), table(3)),
    ("OTHER_ORDER", HOMES, ["lay E3=S:NS; E2=S:NS"], ("E2 E3",), TWO),
    ("SPIKE_OR_STEAL", NEAR, ["E7=S:NS", "E8=C:NE", "end"], ("spike", "steal"), CHOOSE),
]


@pytest.mark.parametrize(
    ("code", "start", "moves", "choices", "at"), CHOICES, ids=[row[0] for row in CHOICES]
)
def test_choice_is_asked_for(
    code: str, start: str, moves: list[str], choices: tuple[str, ...], at: Table
) -> None:
    asked = refused(start, *moves, at=at)
    assert isinstance(asked, ChoiceNeeded)
    assert (asked.code, asked.choices) == (code, choices)
    assert "{" not in fill(TITLE.words[code], asked.facts)


def test_setup_refuses_what_no_table_has() -> None:
    board = read_board(TITLE, "test")
    cases = [
        ("A", Setup("A"), "SETUP_SEATS"),
        ("ABCDE", Setup("A"), "SETUP_SEATS"),
        ("AB", Setup("C"), "SETUP_FIRST"),
        ("AB", Setup("A", cities=False), "NO_CITY"),
        ("AB", Setup("A", "2 3 4"), "SETUP_NUMBERS"),
        ("AB", Setup("A", "0"), "SETUP_NUMBERS"),
        ("AB", Setup("A", "two"), "SETUP_NUMBERS"),
        ("AB", Setup("A", mulligans="C1"), "SETUP_MULLIGANS"),
        ("AB", Setup("A", mulligans="A1 A2"), "SETUP_MULLIGANS"),
        ("AB", Setup("A", mulligans="twice"), "SETUP_MULLIGANS"),
    ]
    for seats, told, code in cases:
        with pytest.raises(IllegalMove) as caught:
            TITLE.setup(Table(seats, Options(), board), told)
        assert caught.value.code == code
        assert "{" not in fill(TITLE.words[code], caught.value.facts)


def test_shown_hand_must_be_tiles() -> None:
    """Refusal `BAD_HAND`; the notation does not even read it."""
    here, state = position(WALLED)
    stuck = TITLE.parse_move(here, state, "stuck S")[1]
    with pytest.raises(IllegalMove) as caught:
        TITLE.apply(here, state, "A", type(stuck)("S Q7"), frozenset())
    assert caught.value.code == "BAD_HAND"


def test_refused_move_changes_nothing() -> None:
    here, state = position(LINE)
    text = TITLE.format_position(here, state)
    refused(LINE, "E5=@2:NESW")
    assert TITLE.format_position(here, state) == text
    assert after(LINE, "E5=S:NS") != state
