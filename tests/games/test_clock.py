"""The clock of each seat: worked out from events alone, advisory, switched by whoever may."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games import clock, timing
from games.clock import BREAK, Clock, Mark, as_text
from games.errors import BadInput, GameError, NotAllowed
from games.models import Event, Game
from games.services import clocks, tables, undo
from tests.game_factories import Cast, enter, fresh, lobby, request
from tests.games.api_helpers import browser as program
from tests.games.api_helpers import nobody
from tests.games.pages import address, browser, text_of

START = datetime(2026, 3, 14, 19, 0, tzinfo=UTC)


def mark(minute: int, actor: str = "A", turn: str = "", wish: str = "", minutes: int = 0) -> Mark:
    """Return an event that many minutes after the start."""
    return Mark(START + timedelta(minutes=minute), actor, turn, wish, minutes)


BEGUN = (mark(0, wish="started"), mark(0, wish="clock_on", minutes=20))


def used(*marks: Mark) -> dict[str, int]:
    """Return the minutes that each seat has used after a game that began with the clock on."""
    found = clock.run((*BEGUN, *marks)).used
    return {seat: time // timedelta(minutes=1) for seat, time in found.items()}


def at(minute: int) -> datetime:
    """Return a time that many minutes after the start."""
    return START + timedelta(minutes=minute)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ((mark(5, "B"), mark(8, "C"), mark(9, "A")), {"A": 5, "B": 3, "C": 1}),
        # A enters twice in one turn: both parts are A's.
        ((mark(2, "A", "1A"), mark(6, "B", "1A")), {"A": 6}),
        # B's time until the undo stays B's; from then on it is A's again.
        ((mark(4, "B", "1A"), mark(7, "A"), mark(9, "B", "1A")), {"A": 6, "B": 3}),
        # The clock is stopped for 10 minutes, the game for 20.
        (
            (mark(3, wish="clock_pause"), mark(13, wish="clock_resume"), mark(14, "B")),
            {"A": 4},
        ),
        ((mark(3, wish="pause"), mark(23, wish="resume"), mark(25, "B")), {"A": 5}),
        # A pause within a pause: both have to end.
        (
            (
                mark(1, wish="clock_pause"),
                mark(2, wish="pause"),
                mark(5, wish="clock_resume"),
                mark(9, wish="resume"),
                mark(10, "B"),
            ),
            {"A": 2},
        ),
        # A night without an entry counts for nobody, and an hour to the second still counts.
        ((mark(2, "B"), mark(14 * 60, "C"), mark(14 * 60 + 1, "A")), {"A": 2, "C": 1}),
        ((mark(60, "B"),), {"A": 60}),
        # Between the turns nobody is asked to act.
        ((mark(1, ""), mark(9, "B"), mark(11, "")), {"A": 1, "B": 2}),
        # A server whose time was set back gives nobody time.
        ((mark(5, "B"), mark(4, "A"), mark(6, "B")), {"A": 7}),
        ((mark(5, "B", wish="abandon"), mark(9, "B", wish="reopen"), mark(10)), {"A": 5, "B": 1}),
        # Another limit while it is on changes no time; switched on anew it begins at zero.
        ((mark(5, wish="clock_on", minutes=30), mark(6, "B")), {"A": 6}),
        ((mark(5, wish="clock_off"), mark(9, wish="clock_on"), mark(10, "B")), {"A": 1}),
    ],
)
def test_time_is_charged_to_the_seat_to_act(marks: tuple[Mark, ...], expected: Any) -> None:
    assert used(*marks) == expected


def test_face_shows_what_is_left_and_what_is_over() -> None:
    stands = clock.run((*BEGUN, mark(5, "B"), mark(6, "A")))
    assert clock.face(stands, "A", at(9)).shown == 60 * 12
    assert clock.face(stands, "B", at(9)).shown == 60 * 19
    late = clock.face(stands, "A", at(22))
    assert (late.shown, late.is_running) == (-60, True)
    assert not clock.face(stands, "B", at(9)).is_running


def test_face_stands_still_in_a_break_nobody_paused_for() -> None:
    stands = clock.run((*BEGUN, mark(5, "B")))
    gone = clock.face(stands, "B", at(5) + BREAK + timedelta(seconds=1))
    assert (gone.shown, gone.is_running) == (60 * 20, False)


def test_counting_up_has_no_limit() -> None:
    stands = clock.run((mark(0, wish="started"), mark(0, wish="clock_on"), mark(5, "B")))
    assert clock.face(stands, "A", at(7)).shown == 300
    assert clock.face(stands, "B", at(7)).shown == 120


def test_nothing_runs_before_the_game_has_begun() -> None:
    stands = clock.run((mark(0, wish="clock_on"), mark(30, wish="started"), mark(32, "B")))
    assert stands.used == {"A": timedelta(minutes=2)}


def test_spells_tell_the_time_of_each_turn() -> None:
    marks = (*BEGUN, mark(2, "A", "1A"), mark(3), mark(6, "B", "1A"), mark(9, "C", "1B"), mark(10))
    assert [
        (one.seat, one.turn, one.time // timedelta(minutes=1)) for one in clock.spells(marks)
    ] == [
        ("A", "1A", 2),
        ("A", "1A", 4),
        ("B", "1B", 3),
        ("C", "", 1),
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (59, "0:59"),
        (425, "7:05"),
        (3600, "1:00:00"),
        (-30, "−0:30"),
        (-3723, "−1:02:03"),
    ],
)
def test_seconds_are_shown_as_on_a_clock(seconds: int, text: str) -> None:
    assert as_text(seconds) == text


_marks = st.lists(
    st.tuples(
        st.integers(0, 3 * 3600),
        st.sampled_from(["A", "B", ""]),
        st.sampled_from(["", "1", "2"]),
        st.sampled_from(
            ["", "", "started", "pause", "resume", "clock_on", "clock_pause", "clock_resume"]
        ),
    ),
    max_size=25,
)


def _spaced(rows: list[tuple[int, str, str, str]]) -> list[Mark]:
    found, when = [], START
    for gap, actor, turn, wish in rows:
        when += timedelta(seconds=gap)
        found.append(Mark(when, actor, turn, wish))
    return found


@given(_marks, st.integers(0, 25))
def test_folding_in_two_parts_is_folding_at_once(
    rows: list[tuple[int, str, str, str]], cut: int
) -> None:
    marks = _spaced(rows)
    assert clock.run(marks[cut:], clock.run(marks[:cut])) == clock.run(marks)


@given(_marks)
def test_spells_sum_up_to_what_the_clocks_show(rows: list[tuple[int, str, str, str]]) -> None:
    marks = [one for one in _spaced(rows) if one.wish != "clock_on"]
    marks = [Mark(START, "A", wish="clock_on"), *marks]
    total = sum(clock.run(marks).used.values(), timedelta(0))
    assert sum((spell.time for spell in clock.spells(marks)), timedelta(0)) == total


# At a table


def _status(game: Game) -> list[str]:
    stored = Event.objects.filter(game=game, kind=Event.Kind.STATUS).order_by("number")
    return [text for text in stored.values_list("said", flat=True) if "clock" in text]


def test_host_switches_it_on_and_everyone_seated_may_stop_it(game: Game, cast: Cast) -> None:
    clocks.set_clock(game.pk, cast.ada.claims, "on", 20)
    clocks.set_clock(game.pk, cast.ben.claims, "pause")
    stands = timing.clock_of(fresh(game))
    assert (stands.is_on, stands.is_paused, stands.minutes) == (True, True, 20)
    clocks.set_clock(game.pk, cast.ben.claims, "resume")
    assert timing.clock_of(fresh(game)).is_running


def test_clock_in_the_lobby_waits_for_the_game(cast: Cast) -> None:
    game = lobby(cast)
    clocks.set_clock(game.pk, cast.ada.claims, "on")
    assert not timing.clock_of(fresh(game)).is_running
    tables.start(game.pk, cast.ada.claims, {"order": game.seat_letters})
    assert timing.clock_of(fresh(game)).actor == "A"


def test_second_tap_changes_nothing(game: Game, cast: Cast) -> None:
    for wish in ("on", "on", "pause", "pause", "resume", "resume", "off", "off"):
        clocks.set_clock(game.pk, cast.ada.claims, wish, 15 if wish == "on" else 0)
    assert len(_status(game)) == 4
    clocks.set_clock(game.pk, cast.ada.claims, "pause")
    assert len(_status(game)) == 4


@pytest.mark.parametrize(
    ("who", "wish", "minutes", "error"),
    [
        ("ben", "on", 10, NotAllowed),
        ("cho", "pause", 0, NotAllowed),
        ("dee", "pause", 0, NotAllowed),
        ("ada", "stop", 0, BadInput),
        ("ada", "on", 601, BadInput),
    ],
)
def test_clock_is_refused(
    game: Game, cast: Cast, who: str, wish: str, minutes: int, error: type[GameError]
) -> None:
    with pytest.raises(error):
        clocks.set_clock(game.pk, getattr(cast, who).claims, wish, minutes)
    assert _status(game) == []


def test_clock_of_an_abandoned_game_is_left_alone(game: Game, cast: Cast) -> None:
    tables.set_status(game.pk, cast.ada.claims, "abandon")
    with pytest.raises(GameError):
        clocks.set_clock(game.pk, cast.ada.claims, "on")


def test_clock_makes_nobodys_entry_stale(game: Game, cast: Cast) -> None:
    seen = fresh(game).last
    clocks.set_clock(game.pk, cast.ada.claims, "on", 1)
    clocks.set_clock(game.pk, cast.ada.claims, "pause")
    assert enter(game, cast.ada, "A: done", seen=seen).actor == "B"


def test_clock_read_piece_by_piece_is_the_clock_read_at_once(game: Game, cast: Cast) -> None:
    clocks.set_clock(game.pk, cast.ada.claims, "on", 5)
    timing.clock_of(fresh(game))
    enter(game, cast.ada, "A: done")
    undo.undo(game.pk, cast.ada.claims, request(game))
    piecewise = timing.clock_of(fresh(game))
    timing._clocks.clear()
    assert timing.clock_of(fresh(game)) == piecewise
    assert piecewise != Clock()
    assert {spell.seat for spell in timing.spells_of(fresh(game))} == {"A", "B"}


def test_page_shows_every_clock_and_the_ways_to_stop_it(game: Game, cast: Cast) -> None:
    ada, ben, cho = browser(cast.ada), browser(cast.ben), browser(cast.cho)
    assert "Count up" in text_of(ada.get(address(game)))
    assert "Clock" not in text_of(ben.get(address(game)))
    post = {"wish": "on", "minutes": "20"}
    assert ada.post(address(game, "clock"), post).status_code == 302
    page = ben.get(address(game)).content.decode()
    assert page.count('data-clock="') == 4  # the seat to act at the top, and three seats
    assert "Stop the clock" in page
    assert "Stop the clock" not in text_of(cho.get(address(game)))
    ben.post(address(game, "clock"), {"wish": "pause"})
    assert "The clock is stopped" in text_of(cho.get(address(game)))


def test_clock_is_told_as_numbers_to_whoever_looks(game: Game, cast: Cast) -> None:
    where = reverse("games:clock", args=[game.code])
    assert browser(cast.dee).get(where).json() == {"seats": {}}
    clocks.set_clock(game.pk, cast.ada.claims, "on", 20)
    answer = browser(cast.dee).get(where)
    assert answer.json()["seats"]["A"] == {"used": 0, "since": 0, "limit": 1200, "running": True}
    assert answer.json()["seats"]["B"]["running"] is False
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("minutes", ["x", "-3", "99999999999", "601"])
def test_odd_minutes_are_answered_with_the_reason(game: Game, cast: Cast, minutes: str) -> None:
    answer = browser(cast.ada).post(address(game, "clock"), {"wish": "on", "minutes": minutes})
    assert answer.status_code == 400
    assert _status(game) == []


def test_clock_of_strangers_is_refused(game: Game, cast: Cast) -> None:
    assert browser(cast.dee).post(address(game, "clock"), {"wish": "pause"}).status_code == 403


def test_program_reads_and_switches_the_clock_as_a_phone_does(game: Game, cast: Cast) -> None:
    where = f"games/{game.code}/clock/"
    assert nobody().get(where).body["on"] is False
    told = program(cast.ada).post(where, {"wish": "on", "minutes": 20})
    assert (told.status, told.body["limit"]) == (200, 1200)
    assert told.body["seats"][0] == {"seat": "A", "used": 0, "running": True}
    assert program(cast.ben).post(where, {"wish": "off"}).status == 403
    assert program(cast.ben).post(where, {"wish": "pause"}).body["paused"] is True
    assert nobody().post(where, {"wish": "pause"}).status in (401, 403)
    assert program(cast.ada).post(where, {"wish": "on", "minutes": 601}).status == 400
