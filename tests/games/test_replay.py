"""The replay: what counts, as it was, step by step; and the log by seat and kind."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import lines, steps
from games.engine.codec import convert
from games.models import Game
from games.registry import TITLES
from games.services import charts, corrections, entries, undo
from games.services.corrections import Change
from tests.game_factories import Cast, enter, fresh, idle_turn, request, started
from tests.games.pages import TURN_8, address, browser, move, sent, text_of

MOST_QUERIES = 12


@pytest.fixture
def late(cast: Cast) -> Game:
    """A game in turn 8: Ada buys red twice and ends, Ben ends; entries 1 to 4 (beside the log's own)."""
    game = started(cast, position=TURN_8)
    for text in ("A: buy red n=1 pay=26", "A: buy red n=1 pay=28", "A: done", "B: done"):
        enter(game, cast.ada if text[0] == "A" else cast.ben, text)
    return fresh(game)


def numbers(game: Game, **wishes: Any) -> list[int]:
    """Return the numbers one steps through."""
    return steps.steps_of(fresh(game)).numbers(**wishes)


def moves(game: Game) -> list[int]:
    """Return the numbers of the entries that count."""
    return numbers(game)[1:]


def ways(html: str) -> dict[str, int]:
    """Return where the buttons of a page lead, by their ids."""
    found = re.findall(r'id="step-([a-z-]+)" href="/g/[A-Za-z]+/at/(\d+)/', html)
    return {name: int(number) for name, number in found}


# Steps


def test_steps_are_the_entries_that_count_after_the_opening(cast: Cast, late: Game) -> None:
    assert len(moves(late)) == 4
    assert numbers(late)[0] == 0
    assert set(numbers(late)) < set(numbers(late, undone=True))


def test_undone_entries_are_stepped_through_only_on_wish(cast: Cast, late: Game) -> None:
    gone = moves(late)[-1]
    undo.undo(late.pk, cast.ben.claims, request(late))
    assert gone not in numbers(late)
    assert gone in numbers(late, undone=True)
    redone = undo.redo(late.pk, cast.ben.claims, request(late))
    assert gone in numbers(late)
    assert redone.number not in numbers(late)


def test_steps_of_a_seat_and_of_a_railroad(cast: Cast, late: Game) -> None:
    first, second, third, fourth = moves(late)
    assert numbers(late, seat="B") == [0, fourth]
    assert numbers(late, company="red") == [0, first, second]
    assert numbers(late, seat="A", company="red") == [0, first, second]
    assert numbers(late, company="blue") == [0]
    assert steps.companies_of(steps.steps_of(late)) == ("red",)
    assert third in numbers(late, seat="A")


def test_turns_begin_where_the_seat_to_act_changes(cast: Cast, late: Game) -> None:
    first, _, _, fourth = moves(late)
    found = steps.steps_of(late)
    assert steps.turn_starts(found, numbers(late)) == [0, first, fourth]


def test_each_turn_has_one_beginning(cast: Cast, game: Game) -> None:
    idle_turn(game, cast)
    idle_turn(game, cast)
    found = steps.steps_of(fresh(game))
    starts = steps.turn_starts(found, found.numbers())
    turns = [found.step(number) for number in starts[1:]]
    assert len({step.turn for step in turns if step is not None}) == len(turns)
    assert starts[-1] in found.numbers()


# The page


@pytest.mark.parametrize("who", ["ada", "ben", "cho", "dee"])
def test_everyone_sees_the_replay(cast: Cast, late: Game, who: str) -> None:
    client = browser(getattr(cast, who))
    assert client.get(address(late, "replay")).headers["Location"] == address(late, "at", 0)
    page = text_of(client.get(address(late, "at", moves(late)[0])))
    assert "Ada buys a share of Red for $26" in page
    assert "entered by Ada" in page
    assert "$60 → $34 (−$26)" in page


def test_visitor_without_a_cookie_sees_the_replay(late: Game) -> None:
    assert Client().get(address(late, "at", moves(late)[1])).status_code == 200


def test_buttons_lead_from_entry_to_entry_and_from_turn_to_turn(cast: Cast, late: Game) -> None:
    first, second, third, fourth = moves(late)
    page = browser(cast.cho).get(address(late, "at", second)).content.decode()
    assert ways(page) == {
        "first": 0,
        "turn-back": first,
        "back": first,
        "on": third,
        "turn-on": fourth,
        "last": fourth,
    }
    assert set(ways(browser(cast.cho).get(address(late, "at", 0)).content.decode())) == {
        "on",
        "turn-on",
        "last",
    }


def test_filter_stays_with_the_ways_and_the_link(cast: Cast, late: Game) -> None:
    first, second, *_ = moves(late)
    html = (
        browser(cast.cho).get(address(late, "at", first) + "?seat=A&company=red").content.decode()
    )
    assert ways(html)["last"] == second
    assert f"/at/{second}/?seat=A&amp;company=red" in html
    assert f'value="http://testserver/g/{late.code}/at/{first}/?seat=A&amp;company=red"' in html


def test_board_is_as_it_was(cast: Cast, game: Game) -> None:
    start = enter(game, cast.ada, "A: start red at=M2 iss=4 val=20").number
    enter(game, cast.ada, "A: build red from=M2 dir=W len=1")
    client = browser(cast.cho)

    def pieces(number: int) -> list[Any]:
        html = client.get(address(game, "at", number)).content.decode()
        found = re.search(r'id="board-now"[^>]*>([^<]*)<', html)
        assert found is not None
        return list(json.loads(unescape(found[1]))["pieces"])

    assert pieces(0) == []
    assert [piece[0] for piece in pieces(start)] == ["1,-1"]
    assert len(pieces(moves(game)[-1])) == 2


def test_picture_is_what_was_charted_then(cast: Cast) -> None:
    title = TITLES["continental_divide"]
    data = json.loads(charts.shipped_text("continental_divide"))
    data["hexes"] = [one for one in data["hexes"] if (one["q"], one["r"]) != (0, -1)]
    game = started(cast)
    version = charts.create_chart(
        game.club_id, game.title, "Ours", charts.read_board(title, data | {"complete": False})
    )
    Game.objects.filter(pk=game.pk).update(board=version)
    lines.forget()
    enter(game, cast.ada, "A: start red at=M2 iss=4 val=20")
    built = {
        "kind": "build",
        "railroad": "red",
        "path": ["1,-1", "0,-1"],
        "charted": [{"place": "0,-1", "cost": 3, "income": 1, "region": "E"}],
    }
    entries.play(game.pk, cast.ada.claims, convert(built, title.move_type), request(game))
    client = browser(cast.cho)
    before, after = moves(game)

    def unknown(number: int) -> bool:
        html = client.get(address(game, "at", number)).content.decode()
        found = re.search(r'data-picture="([^"]*)"', html)
        assert found is not None
        answer = client.get(unescape(found[1]))
        assert "immutable" in answer["Cache-Control"]
        return "Hex 0,-1, not charted" in answer.content.decode()

    assert unknown(before)
    assert not unknown(after)


@pytest.mark.parametrize("page", ["at/99", "at/99/part", "at/999999999"])
def test_moment_that_never_was_is_not_found(cast: Cast, late: Game, page: str) -> None:
    assert browser(cast.ada).get(address(late, page)).status_code == 404


@pytest.mark.parametrize("query", ["?seat=%00", "?seat=AB", "?company=%3Cb%3E", "?all=1&seat=Z"])
def test_wishes_that_fit_nothing_show_the_moment(cast: Cast, late: Game, query: str) -> None:
    page = browser(cast.ada).get(address(late, "at", moves(late)[0]) + query)
    assert page.status_code == 200
    assert "Ada buys a share of Red" in text_of(page)


# What does not count, what was corrected


def test_undone_entry_is_shown_as_it_was_and_marked(cast: Cast, late: Game) -> None:
    gone = moves(late)[0]
    undo.undo_to(late.pk, cast.ada.claims, 0, request(late, confirm=True))
    page = text_of(browser(cast.cho).get(address(late, "at", gone)))
    assert "does not count any more" in page
    assert "$60 → $34" in page
    assert "Undo back to here" not in page


def test_replay_after_a_correction_shows_the_corrected_line(cast: Cast, late: Game) -> None:
    first, second, third, fourth = moves(late)
    struct = TITLES[late.title].move_type
    other = convert({"kind": "buy", "railroad": "red", "shares": 1, "pay": 30}, struct)
    corrections.correct(late.pk, cast.ada.claims, Change(second, "replace", other), request(late))
    assert moves(late) == [first, second, third, fourth]
    client = browser(cast.cho)
    page = text_of(client.get(address(late, "at", second)))
    assert "for $30" in page
    assert "$34 → $4 (−$30)" in page
    assert "corrected" in page
    assert "for $28" in text_of(client.get(address(late, "at", second) + "?all=1"))
    # What was entered after it stands on the corrected line too.
    assert "A=4" in client.get(address(late, "at", third)).content.decode()


def test_removed_entry_is_stepped_over(cast: Cast, late: Game) -> None:
    first, second, third, fourth = moves(late)
    corrections.correct(late.pk, cast.ada.claims, Change(second, "remove"), request(late))
    assert moves(late) == [first, third, fourth]
    assert "does not count" in text_of(browser(cast.cho).get(address(late, "at", second)))


# Who may do what from there


def test_player_undoes_and_corrects_from_a_moment_and_a_watcher_does_not(
    cast: Cast, late: Game
) -> None:
    here = address(late, "at", moves(late)[1])
    for person in (cast.ada, cast.ben):
        page = text_of(browser(person).get(here))
        assert "Undo back to here" in page
        assert "Correct this entry" in page
    for person in (cast.cho, cast.dee):
        page = text_of(browser(person).get(here))
        assert "Undo back to here" not in page
        assert "Correct this entry" not in page


def test_undo_back_to_here_leads_there(cast: Cast, late: Game) -> None:
    target = moves(late)[1]
    client = browser(cast.ada)
    answer = client.post(address(late, "undo-to"), sent(late, target=target, confirm="1"))
    assert answer.status_code == 302
    assert fresh(late).head == target
    assert "Undo back to here" not in text_of(client.get(address(late, "at", target)))


# Speed


def test_step_is_a_fragment_that_is_not_sent_twice(cast: Cast, late: Game) -> None:
    client, part = browser(cast.cho), address(late, "at", moves(late)[1], "part")
    answer = client.get(part)
    html = answer.content.decode()
    assert "<html" not in html
    assert 'id="moment"' in html
    assert 'id="board-now" hidden hx-swap-oob="true"' in html
    again = client.get(part, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    enter(late, cast.ada, "C: done", seat="C")
    assert client.get(part, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_step_asks_for_little_however_long_the_game(cast: Cast, game: Game) -> None:
    for _ in range(3):
        idle_turn(game, cast)
    client, middle = browser(cast.cho), moves(game)[9]
    lines.forget()
    for most in (MOST_QUERIES, MOST_QUERIES - 2):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(game, "at", middle, "part")).status_code == 200
        assert len(asked) <= most, [query["sql"][:90] for query in asked]
        middle = moves(game)[10]


# The log


def test_log_is_filtered_by_seat_and_kind(cast: Cast, late: Game) -> None:
    client = browser(cast.cho)
    client.post(address(late, "note"), sent(late, note="The cat sat on the map."))
    log = address(late, "log")
    assert "Ben" in text_of(client.get(log + "?seat=B"))
    assert "Ada buys" not in text_of(client.get(log + "?seat=B"))
    notes = text_of(client.get(log + "?kind=notes"))
    assert "The cat sat on the map." in notes
    assert "Ada buys" not in notes
    assert "Ada buys a share of Red for $28" in text_of(client.get(log + "?kind=moves&seat=A"))
    assert "Nothing of this kind" in text_of(client.get(log + "?kind=ruled"))
    assert client.get(log + "?kind=nonsense&seat=%00&before=x").status_code == 200


def test_log_marks_what_someone_else_entered(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    client.post(address(late, "enter"), move(late, "done", "enter", seat="C"))
    page = client.get(address(late, "log") + "?kind=proxy").content.decode()
    assert '<span class="badge">entered by Ada</span>' in page
    assert "Ada buys" not in page


def test_undone_entries_stay_marked_in_a_filtered_log(cast: Cast, late: Game) -> None:
    undo.undo(late.pk, cast.ben.claims, request(late))
    page = browser(cast.cho).get(address(late, "log") + "?kind=moves").content.decode()
    assert page.count("<del>") == 1
