"""The pages of a table: who sees what, what an entry comes to, and what bad input gets."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import lines
from games.models import Event, Game
from games.services import seats, tables
from games.services.people import token_for
from tests.game_factories import Cast, enter, fresh, idle_turn, lobby, rows, started
from tests.games.pages import TURN_8, address, browser, move, sent, text_of, value_of

HTMX = {"HX-Request": "true"}
MOST_QUERIES = 12
PAGES = ("", "join", "log", "position", "tally", "people", "part", "at/0")


@pytest.fixture(autouse=True)
def _no_tries() -> None:
    cache.clear()


@pytest.fixture
def late(cast: Cast) -> Game:
    """A game that began on the table and stands in turn 8, Ada to act."""
    return started(cast, position=TURN_8)


# Who sees what


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_table_is_shown_to_everyone(cast: Cast, game: Game, page: str) -> None:
    enter(game, cast.ada, "A: done")
    for person in (cast.ada, cast.ben, cast.cho, cast.dee):
        response = browser(person).get(address(game, page) if page else address(game))
        assert response.status_code == 200
    assert Client().get(address(game)).status_code == 200


def test_host_sees_the_forms_of_the_seat_to_act(cast: Cast, game: Game) -> None:
    page = text_of(browser(cast.ada).get(address(game)))
    assert "Start a railroad" in page
    assert "It is your turn" in page


def test_player_out_of_turn_sees_whose_turn_it_is_and_no_form(cast: Cast, game: Game) -> None:
    page = text_of(browser(cast.ben).get(address(game)))
    assert "Ada may buy stock" in page
    assert "Start a railroad" not in page


def test_watcher_reads_and_is_offered_a_seat(cast: Cast, game: Game) -> None:
    page = browser(cast.cho).get(address(game)).content.decode()
    assert "watching" in page
    assert "/enter/" not in page


def test_stranger_looks_on_and_is_offered_to_join(cast: Cast, game: Game) -> None:
    page = browser(cast.dee).get(address(game)).content.decode()
    assert "Join this table" in page
    assert "/enter/" not in page


def test_scorekeeper_enters_for_the_seat_to_act(cast: Cast, game: Game) -> None:
    cho = next(person for person in game.participants.all() if person.name == "Cho")
    seats.set_role(game.pk, cast.ada.claims, cho.pk, "scorekeeper")
    client = browser(cast.cho)
    assert "End the turn" in text_of(client.get(address(game)))
    assert (
        client.post(address(game, "enter"), move(game, "done", "enter", seat="A")).status_code
        == 302
    )
    assert Event.objects.get(game=game, kind="move").proxy


def test_lobby_shows_the_code_the_link_and_the_set_up_to_the_host_alone(cast: Cast) -> None:
    game = lobby(cast)
    host, guest = browser(cast.ada).get(address(game)), browser(cast.ben).get(address(game))
    assert game.code in text_of(host)
    assert "Start the game" in text_of(host)
    assert "Start the game" not in text_of(guest)
    assert (
        browser(cast.ben).get(address(game, "qr.svg").rstrip("/"))["Content-Type"]
        == "image/svg+xml"
    )


def test_host_starts_the_game_with_what_was_dealt(cast: Cast) -> None:
    game = lobby(cast)
    response = browser(cast.ada).post(address(game, "start"), {"f-order": "CAB"})
    assert response.status_code == 302
    assert fresh(game).actor == "C"


def test_a_deal_that_cannot_be_is_said_at_its_field(cast: Cast) -> None:
    game = lobby(cast)
    response = browser(cast.ada).post(address(game, "start"), {"f-order": "AAB"})
    assert response.status_code in (400, 422)
    assert value_of(response, "f-order") == "AAB"
    assert fresh(game).status == Game.Status.LOBBY


def test_only_the_host_starts(cast: Cast) -> None:
    game = lobby(cast)
    assert browser(cast.ben).post(address(game, "start"), {"f-order": "ABC"}).status_code == 403


# Entering


def test_preview_says_what_a_move_changes_and_stores_nothing(cast: Cast, late: Game) -> None:
    before = rows(late)
    response = browser(cast.ada).post(
        address(late, "enter"), move(late, "buy", seat="A", railroad="red", shares="1", pay="30")
    )
    page = text_of(response)
    assert response.status_code == 200
    assert "$60 → $30 (−$30)" in page
    assert rows(late) == before


def test_confirmed_move_is_entered_once_however_often_it_is_sent(cast: Cast, late: Game) -> None:
    client, entry = (
        browser(cast.ada),
        move(late, "buy", "enter", seat="A", railroad="red", shares="1", pay="30"),
    )
    for _ in range(3):
        assert client.post(address(late, "enter"), entry).status_code == 302
    assert Event.objects.filter(game=late, kind="move").count() == 1


def test_last_entry_sent_again_is_answered_as_at_first_though_the_game_is_over(
    cast: Cast, late: Game
) -> None:
    for text in ("A: done", "B: done", "C: done"):
        enter(late, cast.ada, text)
    client, last = browser(cast.ada), move(late, "dividends", "enter")
    client.post(address(late, "enter"), last)
    before = rows(late)
    again = client.post(address(late, "enter"), last)
    assert (again.status_code, fresh(late).status) == (302, Game.Status.OVER)
    assert rows(late) == before


def test_preview_says_places_by_name_counts_and_what_its_button_does(
    cast: Cast, late: Game
) -> None:
    line = {"railroad": "red", "path.from": "1,-2", "path.direction": "W", "path.length": "1"}
    shown = browser(cast.ada).post(address(late, "enter"), move(late, "build", **line))
    text = text_of(shown)
    assert "Ada builds 0,-2 for Red" in text
    assert "Build 1 hex" in text
    assert "Memphis M1 (Red)" in text_of(browser(cast.ada).get(address(late)))


def test_correction_of_a_line_holds_its_ends(cast: Cast, late: Game) -> None:
    number = enter(late, cast.ada, "A: build red from=M1 dir=W len=2").number
    page = browser(cast.ada).get(address(late, "correct", number))
    assert (value_of(page, "f-path.to"), value_of(page, "f-path")) == ("-1,-2", "")


def test_preview_keeps_the_move_for_its_confirmation(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    page = client.post(
        address(late, "enter"), move(late, "buy", seat="A", railroad="red", shares="2", pay="50")
    )
    names = ("f-railroad", "f-shares", "f-pay")
    assert [value_of(page, name) for name in names] == ["red", "2", "50"]
    back = client.post(
        address(late, "enter"),
        move(late, "buy", "back", seat="A", railroad="red", shares="2", pay="50"),
    )
    assert value_of(back, "f-shares") == "2"


def test_refusal_stands_in_the_slip_with_figures_rule_and_what_was_typed(
    cast: Cast, late: Game
) -> None:
    response = browser(cast.ada).post(
        address(late, "enter"), move(late, "buy", seat="A", railroad="red", shares="1", pay="7")
    )
    assert response.status_code == 422
    assert "entered $7" in text_of(response)
    assert 'href="/rules/continental_divide/#CD-22"' in response.content.decode()
    assert value_of(response, "f-pay") == "7"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"shares": "1.5"}, "Enter a whole number"),
        ({"shares": "one"}, "Enter a whole number"),
        ({"shares": "99999999999999999999"}, "Enter a whole number"),
        ({"shares": "-1"}, "At least 0"),
        ({"shares": ""}, "Fill this in"),
        ({"pay": "10000"}, "At most 9999"),
        ({"railroad": ""}, "Choose one"),
        ({"railroad": "<b>red</b>"}, "not written as it should be"),
        ({"railroad": "red\x00"}, "cannot be typed"),
        ({"shares": "٣"}, "Enter a whole number"),
    ],
)
def test_what_is_no_move_is_said_at_its_field(
    cast: Cast, late: Game, typed: dict[str, str], message: str
) -> None:
    fields = {"railroad": "red", "shares": "1", "pay": "30", **typed}
    response = browser(cast.ada).post(address(late, "enter"), move(late, "buy", seat="A", **fields))
    assert response.status_code == 400
    assert message in text_of(response)
    assert not Event.objects.filter(game=late, kind="move").exists()


def test_line_is_entered_by_start_direction_and_length(cast: Cast, late: Game) -> None:
    state = lines.state_at(late, late.head)
    fields = {"path.from": state.railroads["red"].at, "path.direction": "W", "path.length": "2"}
    response = browser(cast.ada).post(
        address(late, "enter"),
        move(late, "build", "enter", seat="A", railroad="red", path="", **fields),
    )
    assert response.status_code == 302
    assert lines.state_at(late, fresh(late).head).railroads["red"].built == 2


def test_line_is_entered_hex_by_hex(cast: Cast, late: Game) -> None:
    start = lines.state_at(late, late.head).railroads["red"].at
    q, r = map(int, start.split(","))
    response = browser(cast.ada).post(
        address(late, "enter"),
        move(late, "build", "enter", seat="A", railroad="red", path=f"{start}; {q - 1},{r}"),
    )
    assert response.status_code == 302
    assert lines.state_at(late, fresh(late).head).railroads["red"].built == 1


def test_player_may_not_enter_for_another_seat(cast: Cast, late: Game) -> None:
    response = browser(cast.ben).post(address(late, "enter"), move(late, "done", "enter", seat="A"))
    assert response.status_code == 403
    assert "not yours" in text_of(response)


@pytest.mark.parametrize("who", ["cho", "dee"])
def test_watchers_and_strangers_enter_nothing(cast: Cast, late: Game, who: str) -> None:
    client = browser(getattr(cast, who))
    for page in ("enter", "ruled", "undo", "redo", "take-back", "undo-to", "status", "finish"):
        entry = move(late, "done", "enter", seat="A") | {
            "target": "0",
            "wish": "pause",
            "note": "x",
        }
        assert client.post(address(late, page), entry).status_code in (403, 409)
    assert not Event.objects.filter(game=late, kind="move").exists()


def test_stale_entry_says_what_came_in_and_keeps_the_move(cast: Cast, late: Game) -> None:
    seen = fresh(late).last
    enter(late, cast.ada, "A: buy red n=1 pay=26")
    response = browser(cast.ada).post(
        address(late, "enter"),
        move(late, "buy", "enter", seat="A", seen=seen, railroad="red", shares="1", pay="28"),
    )
    page = text_of(response)
    assert response.status_code == 409
    assert "moved on" in page
    assert "Ada buys a share of Red for $26" in page
    assert value_of(response, "f-pay") == "28"
    assert value_of(response, "seen") == str(fresh(late).last)
    assert Event.objects.filter(game=late, kind="move").count() == 1


def test_entry_whose_turn_has_passed_is_refused_with_the_rule(cast: Cast, late: Game) -> None:
    seen = fresh(late).last
    enter(late, cast.ada, "A: done")
    response = browser(cast.ada).post(
        address(late, "enter"),
        move(late, "buy", "preview", seat="A", seen=seen, railroad="red", shares="1", pay="28"),
    )
    assert response.status_code == 422
    assert "#CD-07" in response.content.decode()


def test_htmx_gets_the_slip_alone_and_after_an_entry_all_that_changed(
    cast: Cast, late: Game
) -> None:
    client, entry = browser(cast.ada), move(late, "done", seat="A")
    slip = client.post(address(late, "enter"), entry, headers=HTMX).content.decode()
    assert slip.lstrip().startswith("<section")
    assert "<html" not in slip
    whole = client.post(
        address(late, "enter"), move(late, "done", "enter", seat="A"), headers=HTMX
    ).content.decode()
    for part in ("slip", "lead", "ledger", "story"):
        assert f'id="{part}"' in whole
    assert whole.count("hx-swap-oob") >= 4


def test_table_rules_over_a_refusal_with_a_note(cast: Cast, late: Game) -> None:
    entry = move(late, "buy", "enter", seat="A", railroad="red", shares="1", pay="7")
    client = browser(cast.ada)
    assert client.post(address(late, "ruled"), entry).status_code == 400
    response = client.post(address(late, "ruled"), {**entry, "note": "We agreed on a gift."})
    assert response.status_code == 302
    assert fresh(late).ruled
    assert "We agreed on a gift." in text_of(client.get(address(late)))


def test_game_ends_and_leads_to_its_result(
    cast: Cast, late: Game, django_capture_on_commit_callbacks: object
) -> None:
    client = browser(cast.ada)
    for seat in "ABC":
        client.post(address(late, "enter"), move(late, "done", "enter", seat=seat))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture
        client.post(address(late, "enter"), move(late, "dividends", "enter"))
    assert fresh(late).status == Game.Status.OVER
    assert "See the result" in text_of(client.get(address(late)))


# Going back


def test_undo_and_redo_are_entered_and_said(cast: Cast, late: Game) -> None:
    enter(late, cast.ada, "A: done")
    client = browser(cast.ada)
    assert client.post(address(late, "undo"), sent(late)).status_code == 302
    assert fresh(late).actor == "A"
    assert "Undone" in text_of(client.get(address(late)))
    assert client.post(address(late, "redo"), sent(late)).status_code == 302
    assert fresh(late).actor == "B"


def test_undo_of_anothers_entry_asks_first(cast: Cast, late: Game) -> None:
    enter(late, cast.ada, "A: done")
    client = browser(cast.ben)
    asked = client.post(address(late, "undo"), sent(late))
    assert asked.status_code == 409
    assert "Confirm if they agree" in text_of(asked)
    assert fresh(late).actor == "B"
    assert client.post(address(late, "undo"), sent(late, confirm="1")).status_code == 302
    assert fresh(late).actor == "A"


def test_take_back_and_undo_to_lead_back_to_the_start(cast: Cast, late: Game) -> None:
    enter(late, cast.ada, "A: buy red n=1 pay=26")
    enter(late, cast.ada, "A: done")
    client = browser(cast.ada)
    assert client.post(address(late, "take-back"), sent(late)).status_code == 302
    assert fresh(late).head == 0
    client.post(address(late, "redo"), sent(late))
    assert client.post(address(late, "undo-to"), sent(late, target="0")).status_code == 302
    assert fresh(late).head == 0


@pytest.mark.parametrize("target", ["", "x", "-1", "999", "99999999999"])
def test_undo_to_nowhere_is_no_fault_of_the_site(cast: Cast, late: Game, target: str) -> None:
    enter(late, cast.ada, "A: done")
    response = browser(cast.ada).post(address(late, "undo-to"), sent(late, target=target))
    assert response.status_code == 400


def test_correction_shows_what_falls_before_it_is_saved(cast: Cast, late: Game) -> None:
    first = enter(late, cast.ada, "A: buy red n=1 pay=26").number
    enter(late, cast.ada, "A: buy red n=1 pay=28")
    client = browser(cast.ada)
    page = client.get(address(late, "correct", first))
    assert value_of(page, "f-pay") == "26"
    before = rows(late)
    fields = {"railroad": "red", "shares": "1", "pay": "50"}
    shown = client.post(address(late, "correct", first), move(late, "buy", **fields))
    assert "1 later entry" in text_of(shown) or "One later entry would fall" in text_of(shown)
    assert rows(late) == before
    accept = value_of(shown, "accept")
    saved = client.post(
        address(late, "correct", first), move(late, "buy", "enter", **fields) | {"accept": accept}
    )
    assert saved.status_code == 302
    assert lines.state_at(late, fresh(late).head).money["A"] == 10


def test_correction_not_yet_accepted_is_shown_again(cast: Cast, late: Game) -> None:
    first = enter(late, cast.ada, "A: buy red n=1 pay=26").number
    enter(late, cast.ada, "A: buy red n=1 pay=28")
    fields = {"railroad": "red", "shares": "1", "pay": "50"}
    response = browser(cast.ada).post(
        address(late, "correct", first), move(late, "buy", "enter", **fields)
    )
    assert response.status_code == 409
    assert lines.state_at(late, fresh(late).head).money["A"] == 6


def test_player_corrects_only_own_entries(cast: Cast, late: Game) -> None:
    first = enter(late, cast.ada, "A: buy red n=1 pay=26").number
    fields = {"railroad": "red", "shares": "1", "pay": "30"}
    response = browser(cast.ben).post(address(late, "correct", first), move(late, "buy", **fields))
    assert response.status_code == 403


def test_entry_is_shown_as_it_was(cast: Cast, late: Game) -> None:
    enter(late, cast.ada, "A: buy red n=1 pay=26")
    number = enter(late, cast.ada, "A: done").number
    page = text_of(browser(cast.ben).get(address(late, "at", number - 1)))
    assert "Ada buys a share of Red for $26" in page
    assert "$34" in page
    assert browser(cast.ben).get(address(late, "at", 999)).status_code == 404


# Positions, notes, the state of the game


def test_position_is_set_by_the_host_with_a_reason(cast: Cast, late: Game) -> None:
    client, text = browser(cast.ada), TURN_8.replace("A=60", "A=55")
    without = client.post(address(late, "position"), sent(late, position=text, note=""))
    assert without.status_code == 400
    done = client.post(
        address(late, "position"), sent(late, position=text, note="A coin was lost.")
    )
    assert done.status_code == 302
    assert lines.state_at(late, fresh(late).head).money["A"] == 55


@pytest.mark.parametrize("text", ["n=3 turn=8 | A=", "n=4 turn=8", "x\x00y", "🚂" * 50, "{" * 3000])
def test_position_that_cannot_be_is_said_at_its_field(cast: Cast, late: Game, text: str) -> None:
    response = browser(cast.ada).post(
        address(late, "position"), sent(late, position=text, note="why")
    )
    assert response.status_code == 400
    assert not fresh(late).ruled


def test_player_may_not_set_the_position(cast: Cast, late: Game) -> None:
    response = browser(cast.ben).post(
        address(late, "position"), sent(late, position=TURN_8, note="x")
    )
    assert response.status_code == 403


def test_note_is_kept_and_shown_as_text(cast: Cast, late: Game) -> None:
    client = browser(cast.cho)
    assert client.post(address(late, "note"), sent(late, note="<i>tea</i>")).status_code == 302
    assert "&lt;i&gt;tea&lt;/i&gt;" in client.get(address(late)).content.decode()


@pytest.mark.parametrize("note", ["", "x" * 501, "a\x00b"])
def test_note_that_cannot_be_is_refused(cast: Cast, late: Game, note: str) -> None:
    assert browser(cast.cho).post(address(late, "note"), sent(late, note=note)).status_code == 400


def test_host_pauses_resumes_abandons_and_reopens(cast: Cast, late: Game) -> None:
    client = browser(cast.ada)
    for wish, status in (
        ("pause", "paused"),
        ("resume", "playing"),
        ("abandon", "abandoned"),
        ("reopen", "playing"),
    ):
        assert client.post(address(late, "status"), {"wish": wish}).status_code == 302
        assert fresh(late).status == status
    assert client.post(address(late, "status"), {"wish": "resume"}).status_code == 409
    assert browser(cast.ben).post(address(late, "status"), {"wish": "pause"}).status_code == 403


def test_paused_game_takes_no_entry(cast: Cast, late: Game) -> None:
    tables.set_status(late.pk, cast.ada.claims, "pause")
    response = browser(cast.ada).post(address(late, "enter"), move(late, "done", "enter", seat="A"))
    assert response.status_code == 409
    assert "paused" in text_of(response)


# People


def test_guest_joins_a_free_seat_by_name_alone(cast: Cast) -> None:
    game, client = lobby(cast), Client()
    response = client.post(address(game, "join"), {"name": "Zoë", "seat": "C"})
    assert response.status_code == 302
    assert fresh(game).seats.get(letter="C").name == "Zoë"
    assert "you" in text_of(client.get(address(game)))


@pytest.mark.parametrize("name", ["", "x" * 500, "a\x00b", "\u202eevil", "  "])
def test_name_that_cannot_be_is_said_and_kept(cast: Cast, name: str) -> None:
    game = lobby(cast)
    response = Client().post(address(game, "join"), {"name": name, "seat": "C"})
    assert response.status_code == 400
    assert fresh(game).seats.get(letter="C").holder is None


def test_name_with_markup_is_text_like_any_other(cast: Cast) -> None:
    game, client = lobby(cast), Client()
    client.post(address(game, "join"), {"name": "<script>x</script>", "seat": "C"})
    assert "<script>x" not in client.get(address(game)).content.decode()


def test_held_seat_is_asked_for_and_given_with_the_hosts_consent(cast: Cast, late: Game) -> None:
    dee, host = browser(cast.dee), browser(cast.ada)
    dee.post(address(late, "join"), {"name": "Dee", "seat": "B"})
    page = host.get(address(late, "people"))
    assert "asks for the seat" in text_of(page)
    request = value_of(page, "request")
    answer = {"request": request, "consent": "yes"}
    assert dee.post(address(late, "people", "answer"), answer).status_code == 403
    assert host.post(address(late, "people", "answer"), answer).status_code == 302
    assert fresh(late).seats.filter(letter="B", holder__name="Dee").exists()


def test_host_gives_seats_roles_and_the_hosting(cast: Cast, late: Game) -> None:
    host = browser(cast.ada)
    cho = late.participants.get(name="Cho")
    give = {"seat": "C", "participant": cho.pk}
    assert host.post(address(late, "people", "give"), give).status_code == 302
    for letter in ("Q", "", "\x00", "ABCD"):
        assert host.post(address(late, "people", "give"), {"seat": letter}).status_code == 400
    assert host.post(address(late, "people", "role"), {"participant": "x"}).status_code == 400
    assert host.post(address(late, "people", "host"), {"participant": cho.pk}).status_code == 302
    assert late.participants.get(name="Cho").is_host
    assert host.post(address(late, "people", "host"), {"participant": cho.pk}).status_code == 403


def test_seat_changes_name_and_colour_and_says_a_taken_one_at_the_field(
    cast: Cast, late: Game
) -> None:
    client = browser(cast.ben)
    taken = fresh(late).seats.get(letter="A").colour
    response = client.post(address(late, "people", "seat", "B"), {"name": "Benno", "colour": taken})
    assert response.status_code == 400
    assert "is taken" in text_of(response)
    assert 'value="Benno"' in response.content.decode()
    free = {"name": "Benno", "colour": "black"}
    assert client.post(address(late, "people", "seat", "B"), free).status_code == 302
    assert client.post(address(late, "people", "seat", "A"), free).status_code == 403


def test_lost_phone_comes_back_by_a_link_that_works_once(cast: Cast, late: Game) -> None:
    ben = late.participants.get(name="Ben")
    link = address(late, "return", token_for(ben))
    assert link in browser(cast.ada).get(address(late, "people")).content.decode()
    assert link not in browser(cast.cho).get(address(late, "people")).content.decode()
    phone = Client()
    assert phone.get(link).status_code == 200
    assert phone.post(link).status_code == 302
    assert "Leave the table" in text_of(phone.get(address(late, "people")))
    assert Client().post(link).status_code == 404
    enter(late, cast.ada, "A: done")
    assert (
        phone.post(address(late, "enter"), move(late, "done", "enter", seat="B")).status_code == 302
    )


def test_participant_leaves_and_the_host_cannot(cast: Cast, late: Game) -> None:
    assert browser(cast.ben).post(address(late, "people", "leave")).status_code == 302
    assert fresh(late).seats.get(letter="B").holder is None
    assert browser(cast.ada).post(address(late, "people", "leave")).status_code == 409


# Codes


@pytest.mark.parametrize("code", ["ZZZZZZ", "no", "12345", "", "A\x00", "<b>", "Ü" * 6, "x" * 400])
def test_unknown_and_impossible_codes_are_answered_alike(db: None, code: str) -> None:
    response = Client().post("/join/", {"code": code})
    assert response.status_code == 404
    assert "no game with that code" in text_of(response)


def test_code_is_read_however_it_is_typed(cast: Cast) -> None:
    game = lobby(cast)
    typed = f" {game.code[:3].lower()}-{game.code[3:]} "
    assert Client().post("/join/", {"code": typed}).headers["Location"] == address(game, "join")


def test_codes_are_tried_twenty_times_a_minute(db: None) -> None:
    client = Client()
    assert {client.post("/join/", {"code": "ZZZZZZ"}).status_code for _ in range(20)} == {404}
    assert client.post("/join/", {"code": "ZZZZZZ"}).status_code == 429
    assert client.get("/g/ZZZZZZ/").status_code == 429


# What the browser is spared


def test_part_is_not_sent_again_while_nothing_changed(cast: Cast, late: Game) -> None:
    client = browser(cast.ben)
    first = client.get(address(late, "part"))
    assert 'id="ledger"' in first.content.decode()
    again = client.get(address(late, "part"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    enter(late, cast.ada, "A: done")
    newer = client.get(address(late, "part"), headers={"If-None-Match": first["ETag"]})
    assert newer.status_code == 200


@pytest.mark.parametrize("turns", [1, 50])
def test_table_page_asks_the_database_little_however_long_the_game(
    cast: Cast, game: Game, turns: int
) -> None:
    """Turns of six entries each, the choice of cards included; the game is over after eight."""
    for _ in range(min(turns, 7)):
        idle_turn(game, cast)
    while fresh(game).last < turns * 6 and turns > 7:
        client = browser(cast.ada)
        client.post(address(game, "undo"), sent(game, confirm="1"))
        client.post(address(game, "redo"), sent(game))
    for person in (cast.ada, cast.ben, cast.cho, cast.dee):
        client = browser(person)
        for cold in (True, False):
            if cold:
                lines.forget()
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert client.get(address(game)).status_code == 200
            assert len(asked) <= MOST_QUERIES, [query["sql"][:90] for query in asked]


@pytest.mark.parametrize(
    "envelope",
    [
        {"seen": "x"},
        {"seen": ""},
        {"seen": "-1"},
        {"key": "no"},
        {"seat": "AB"},
        {"kind": "k" * 500},
        {"step": "destroy"},
    ],
)
def test_altered_envelope_enters_nothing(cast: Cast, late: Game, envelope: dict[str, str]) -> None:
    entry = move(late, "done", "enter", seat="A") | envelope
    assert browser(cast.ada).post(address(late, "enter"), entry).status_code == 400
    assert not Event.objects.filter(game=late, kind="move").exists()


def test_kind_that_is_not_offered_is_refused(cast: Cast, late: Game) -> None:
    response = browser(cast.ada).post(address(late, "enter"), move(late, "fly", "enter", seat="A"))
    assert response.status_code == 409


def test_seen_from_the_future_is_stale(cast: Cast, late: Game) -> None:
    entry = move(late, "done", "enter", seat="A", seen="9999", key=str(uuid4()))
    assert browser(cast.ada).post(address(late, "enter"), entry).status_code == 409


@pytest.mark.parametrize(
    "query", ["seat=%00", "seat=%ED%A0%80", "form=%00&f-pay=%00", "seat=" + "A" * 5000]
)
def test_strange_addresses_show_the_table(cast: Cast, late: Game, query: str) -> None:
    for page in ("", "part", "log", "at/0"):
        where = address(late, page) if page else address(late)
        assert browser(cast.ada).get(f"{where}?{query}&before=%00").status_code == 200


def test_lone_surrogates_and_huge_bodies_are_bad_requests(cast: Cast, late: Game) -> None:
    client, form = browser(cast.ada), "application/x-www-form-urlencoded"
    for body in (
        "seen=%ED%A0%80&key=%ED%BF%BF&kind=%F0",
        "note=" + "x" * 1_100_000,
        "&".join(["a=1"] * 600),
    ):
        assert client.post(address(late, "enter"), body, content_type=form).status_code == 400
