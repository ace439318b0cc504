"""What a table hides stays hidden from everyone else until the end: on pages, in the API, in the log."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game
from tests.game_factories import Cast, Person, enter, fresh, started
from tests.games.api_helpers import (
    _no_counts,  # noqa: F401  a fixture that works by itself
    entry,
    moves,
)
from tests.games.api_helpers import browser as program
from tests.games.pages import TURN_8, address, browser, move, text_of

DEAL = (
    "order=ABC w=A6,B6,C6 s=A40,B40,C40 era=A1/2,B1/2,C1/2 deck=8 "
    "bonus=blue:B-blue-1/during/5,green:B-green-1/during/5,red:B-red-1/during/6"
)
CARD = "R1f"


@pytest.fixture
def purses(cast: Cast) -> Game:
    """Continental Divide with hidden cash: Ada has 60, Ben 30, the third seat 25; Ada hosts."""
    return started(cast, position=TURN_8, cash="hidden")


@pytest.fixture
def stacks(cast: Cast) -> Game:
    """20th Century Limited with closed stacks, where Ada has scored a card and placed the next track."""
    game = started(cast, "twentieth_century_limited", position=DEAL)
    enter(game, cast.ada, "A: place BHM-MGM MGM-MOB MGM-TAL")
    enter(game, cast.ada, f"A: regional 1 TAL,BHM,MOB card={CARD}")
    return game


def sheet(game: Game, person: Person) -> Any:
    """Return a game as the API shows it to someone."""
    return program(person).get(f"games/{game.code}/").body


def test_cash_is_shown_to_its_own_seat_alone(cast: Cast, purses: Game) -> None:
    assert "$60" not in text_of(browser(cast.ben).get(address(purses)))
    assert "$30" in text_of(browser(cast.ben).get(address(purses)))
    for page in ("", "display", "at/0", "position"):
        for person in (cast.cho, cast.dee):
            text = text_of(browser(person).get(address(purses, page)))
            assert "$60" not in text, page
            assert "$30" not in text, page
            assert "A=60" not in text, page


def test_host_who_plays_sees_anothers_cash_only_on_asking_for_that_seat(
    cast: Cast, purses: Game
) -> None:
    enter(purses, cast.ada, "A: done")
    page = text_of(browser(cast.ada).get(address(purses)))
    assert "$60" in page
    assert "$30" not in page
    assert "A=60" in text_of(browser(cast.ada).get(address(purses, "position")))


def test_api_tells_cash_to_its_own_seat_alone(cast: Cast, purses: Game) -> None:
    ben = sheet(purses, cast.ben)
    assert ben["position"] == ""
    assert {"B", "red", "blue"} == set(ben["state"]["money"])
    assert [one["value"] for one in ben["figures"] if one["label"] == "Cash"] == [30]
    assert not [one for one in sheet(purses, cast.cho)["figures"] if one["label"] == "Cash"]
    assert program(cast.ben).get(f"games/{purses.code}/position/").status == 403
    assert program(cast.ada).get(f"games/{purses.code}/position/").status == 200
    legal = program(cast.ben).get(f"games/{purses.code}/legal-moves/").body["moves"]
    assert legal == []
    assert program(cast.ada).get(f"games/{purses.code}/legal-moves/").body["moves"]


def test_ledger_leaves_out_what_others_paid(cast: Cast, purses: Game) -> None:
    enter(purses, cast.ada, "A: buy red n=1 pay=26")
    enter(purses, cast.ada, "A: done")
    enter(purses, cast.ben, "B: buy blue n=1 pay=26")
    mine = program(cast.ben).get(f"games/{purses.code}/money/").body["postings"]
    assert {one["source"] for one in mine} == {"B"}


def test_preview_of_dividends_tells_nobody_what_others_have(cast: Cast, purses: Game) -> None:
    for seat in "ABC":
        enter(purses, cast.ada, f"{seat}: done")
    page = browser(cast.ben).post(address(purses, "enter"), move(purses, "dividends"))
    text = text_of(page)
    assert "$30 →" in text
    assert "$60 →" not in text
    told = program(cast.ben).post(
        moves(purses), entry(purses, move={"kind": "dividends"}, dry_run=True)
    )
    assert [one["old"] for one in told.body["effects"] if "cash" in one["label"]] == [30]


def test_everything_is_shown_when_the_game_is_over(cast: Cast, purses: Game) -> None:
    for text in ("A: done", "B: done", "C: done", "dividends"):
        enter(purses, cast.ada, text)
    assert fresh(purses).status == Game.Status.OVER
    assert sheet(purses, cast.cho)["position"] != ""


def test_closed_stack_is_told_to_nobody_else(cast: Cast, stacks: Game) -> None:
    ben, cho = sheet(stacks, cast.ben), sheet(stacks, cast.cho)
    for body in (ben, cho):
        assert body["position"] == ""
        assert "stack" not in body["state"]["players"]["A"]
    events = program(cast.ben).get(f"games/{stacks.code}/events/").body["events"]
    placed, scored = (one["move"] for one in events if one["seat"] == "A")
    assert (placed["kind"], scored) == ("place", None)
    log = program(cast.ben).get(f"games/{stacks.code}/log/").body
    assert CARD not in str(log)
    assert [one["said"] for one in events][-1] == "Ada scores a Regional of Era 1."


def test_owner_reads_back_what_they_scored(cast: Cast, stacks: Game) -> None:
    enter(stacks, cast.ada, "A: end")
    enter(stacks, cast.ben, "B: place DSM-KCY DSM-MSP MIL-h")
    own = program(cast.ben).get(f"games/{stacks.code}/events/").body["events"]
    assert own[-1]["move"]["kind"] == "place"
    assert sheet(stacks, cast.ada)["state"]["players"]["A"]["stack"]


def test_how_a_closed_table_stands_is_told_to_nobody(cast: Cast, stacks: Game) -> None:
    for person in (cast.ada, cast.ben, cast.dee):
        assert "until the end" in text_of(browser(person).get(address(stacks, "tally")))
        assert program(person).get(f"games/{stacks.code}/tally/").status == 403


def test_replay_and_correction_do_not_open_a_closed_stack(cast: Cast, stacks: Game) -> None:
    last = fresh(stacks).last
    assert CARD not in text_of(browser(cast.ben).get(address(stacks, "at", last)))
    assert browser(cast.ben).get(address(stacks, "correct", last)).status_code == 403
    assert browser(cast.ada).get(address(stacks, "correct", last)).status_code == 200
