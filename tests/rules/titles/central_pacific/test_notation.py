"""The notation: what it reads, what it writes, what it refuses."""

from __future__ import annotations

import pytest

from games.engine.errors import Fault, NotationError
from games.titles.central_pacific.moves import Clear, EndTurn, Lay, Place, Stuck
from games.titles.central_pacific.stuck import read_hand
from tests.rules.titles.central_pacific.play import HOMES, TITLE, TWO, after, position, table

FULL = (
    "E1=A@2:ESW E2=S:NS E3=S:NS E4=@2:NESW E5=M F10=B@2:NEW A!E2 seats=AB by=B turn=4 pool=62 "
    "hands=A5,B5 trains=A5,B7 grant=B sacrificed=A out=F1,S1 mulligans=B2"
)


def again(text: str) -> str:
    return TITLE.format_position(*position(text))


def test_full_position_is_written_as_it_is_read() -> None:
    assert again(FULL) == FULL


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (HOMES, "F10=B@2:ENW E1=A@2:WSE seats=AB by=A pool=68 hands=A5,B5 trains=A7,B7"),
        (HOMES, "  e1 = a@2 : esw |  F10 = B@2:NEW ; turn=1,"),
        (f"{HOMES} E2=X", f"{HOMES} E2=X:NESW"),
        (f"{HOMES} hand=4", f"{HOMES} hands=A4,B5"),
        (f"{HOMES} by=B hand=4", f"{HOMES} by=B hands=A5,B4"),
        (f"{HOMES} B.hand=0 A.trains=7", f"{HOMES} hands=A5,B0"),
        (f"{HOMES} special=stock", f"{HOMES} grant=B"),
        (f"{HOMES} special=none", f"{HOMES} grant=B stock=B"),
        (f"{HOMES} special=stock,grant", HOMES),
        (f"{HOMES} special = stock , grant", HOMES),
        (f"{HOMES} sacrificed=1", f"{HOMES} sacrificed=A trains=6"),
        (f"{HOMES} stock=-", f"{HOMES} stock="),
        (f"{HOMES} pool=60", f"{HOMES} pool=60 out=?8"),
        (f"{HOMES} out=S8", f"{HOMES} pool=60 out=S8"),
        (FULL, " ".join(reversed(FULL.split()))),
    ],
)
def test_order_spaces_and_defaults_do_not_matter(text: str, same: str) -> None:
    assert position(text) == position(same)


def test_seats_are_the_letters_that_are_named() -> None:
    here, state = position("E1=R@2:ESW F10=B@2:NEW")
    assert (here.seats, state.active) == ("RB", "R")
    here, _ = position("E1=R@2:ESW J7=B@2:NSW A8=Y@2:NES spike=Y")
    assert here.seats == "RBY"


def test_team_positions_name_two_sides() -> None:
    here, state = position("seats=PQRS by=R E1=P@2:ESW F10=Q@2:NEW opt=teams:on sacrificed=1")
    assert (here.seats, here.options.teams) == ("PQRS", "on")
    assert state.in_hand == {"P": 6, "Q": 7}
    assert state.sacrificed == "P"
    assert again(TITLE.format_position(here, state)) == TITLE.format_position(here, state)


@pytest.mark.parametrize(
    "moves",
    [
        ("stock", "E2=S:NS"),
        ("grant B", "E2=S:NS", "D1=F"),
        ("sacrifice", "discard 2", "E2=S:NS"),
        ("E2=S:NS", "E3=M", "over E3=S:NS x3"),
        ("discard 5",),
        ("E2=S:NS", "E3=S:NS", "E4=@2:NES", "end"),
    ],
)
def test_position_within_a_turn_is_written_and_read(moves: tuple[str, ...]) -> None:
    state = after(HOMES, *moves)
    assert position(TITLE.format_position(TWO, state)) == (TWO, state)


def test_options_that_differ_are_written() -> None:
    at = table(edge="lenient", trains="5")
    text = TITLE.format_position(*position(HOMES, at))
    assert "opt=edge:lenient,trains:5" in text
    assert TITLE.parse_position(TWO, text)[0].options == at.options


@pytest.mark.parametrize(
    "text",
    [
        f"{HOMES} fly=1",
        f"{HOMES} E2",
        f"{HOMES} E2=S",
        f"{HOMES} E2=S:NE",
        f"{HOMES} E2=S:NN",
        f"{HOMES} E2=@:NS",
        f"{HOMES} E2=@0:NS",
        f"{HOMES} E2=F:N",
        f"{HOMES} E11=S:NS",
        f"{HOMES} K1=S:NS",
        f"{HOMES} E1=S:NS",
        f"{HOMES} A!E2 A!E2",
        f"{HOMES} A!Z9",
        f"{HOMES} pool=many",
        f"{HOMES} pool=1 pool=1",
        f"{HOMES} hands=A",
        f"{HOMES} hands=Z5",
        f"{HOMES} trains=A-1",
        f"{HOMES} by=Z9",
        f"{HOMES} by=C seats=AB",
        f"{HOMES} special=gold",
        f"{HOMES} stock=Z",
        f"{HOMES} sacrificed=Z",
        f"{HOMES} end=bored",
        f"{HOMES} laid=E9",
        f"{HOMES} out=Q1",
        f"{HOMES} opt=edge:soft",
        f"{HOMES} ruled=!",
        f"{HOMES} played=gold",
        f"{HOMES} out=S90",
        "seats=ABCDE",
        "seats=A1",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        position(text)


@pytest.mark.parametrize(
    "text",
    [
        "E1=A@2:ESW",
        "seats=AB",
        "E1=A@2:ESW F10=B@2:NES",
        "E1=A@2:ESW F9=B@2:NEW",
        "E1=A@2:ESW F10=A@2:NEW",
        f"{HOMES} E2=@2:N",
        f"{HOMES} E2=S:EW",
        f"{HOMES} E2=S:NS A!E2",
        f"{HOMES} E2=S:NS E3=S:NS E4=@2:N A!E4",
        f"{HOMES} E2=S:NS E3=S:NS E4=@2:N A!E2 A!E3",
        f"{HOMES} E2=S:NS E3=S:NS E4=@2:N A!E2 trains=7",
        f"{HOMES} trains=6",
        f"{HOMES} hands=A5,B6",
        f"{HOMES} hand=9",
        f"{HOMES} pool=70",
        f"{HOMES} spike=AB",
        f"{HOMES} stock=AA",
        f"{HOMES} E2=S:NS E3=S:NS E4=S:NS E5=S:NS E6=S:NS E7=S:NS E8=S:NS E9=S:NS E10=C:NE",
    ],
)
def test_position_against_the_rules_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        position(text)


def test_copies_are_counted_where_the_table_says_so() -> None:
    crowd = f"{HOMES} E2=U:NS E3=U:NS E4=U:NS E5=U:NS E6=U:NS"
    position(crowd, table(board="practice"))
    with pytest.raises(Fault, match="The set has 4 of U"):
        position(crowd, table(board="practice", tiles="checked"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A: E2=S:NS", Place),
        ("A: E4=@2:NESW", Place),
        ("B: E3=F", Place),
        ("A: over E3=T:ESW x2", Clear),
        ("A: over E3=U:NS", Clear),
        ("A: over E3=T:ESW x2 mixed", Clear),
        ("A: lay E2=S:NS; over E3=U:NS; E4=M", Lay),
        ("A: lay E2=@2:NES; over E3=T:ESW x2 mixed; end", Lay),
        ("A: end claims=E2,D1 keepers=G3 take=steal", EndTurn),
        ("A: stuck S S @2:NES", Stuck),
        ("A: stuck", Stuck),
    ],
)
def test_move_is_written_as_it_is_read(text: str, kind: type) -> None:
    here, state = position(HOMES)
    seat, move = TITLE.parse_move(here, state, text)
    assert isinstance(move, kind)
    assert TITLE.format_move(here, seat, move) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("E2=S:NS", "A: E2=S:NS"),
        ("e2 = s:sn", "E2=S:NS"),
        ("place E2=S:NS", "E2=S:NS"),
        ("E2=X", "E2=X:NESW"),
        ("over E3=T:NSW ×2", "over E3=T:WNS 2x"),
        ("clear E3=T:NSW x2", "over E3=T:NSW x2"),
        ("Stock Market", "stock"),
        ("land grant B", "grant b"),
        ("grant from B", "grant victim=B"),
        ("sacrifice train", "sacrifice"),
        ("discard 2 tiles", "discard count=2"),
        ("done", "end turn"),
        ("end order=E2,D1", "end claims=E2,D1"),
    ],
)
def test_moves_are_read_generously(text: str, same: str) -> None:
    here, state = position(HOMES)
    assert TITLE.parse_move(here, state, text) == TITLE.parse_move(here, state, same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A:",
        "fly",
        "E2",
        "E2=Q:NS",
        "E2=B@2:NS",
        "E2=S:NS E3=S:NS",
        "E22222=S:NS",
        "over",
        "over E3",
        "over E3=T:NSW twice",
        "lay",
        "stock now",
        "grant",
        "grant BC",
        "discard",
        "discard some",
        "discard -1",
        "stuck Q",
        "stuck R@2:N",
        "end claims=Q",
        "end now=1",
        "end take=all",
        "agree please",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    here, state = position(HOMES)
    with pytest.raises(NotationError):
        TITLE.parse_move(here, state, text)


def test_hand_is_read_with_counts() -> None:
    counted = {tile.word: count for tile, count in read_hand("Sx2 3xC, F; S @2:ne").items()}
    assert counted == {"S:NS": 3, "C:NE": 3, "F": 1, "@2:NE": 1}
