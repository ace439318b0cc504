"""20th Century Limited on pages: small pictures and answers, closed stacks, cards kept, maps drawn by hand."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import lines
from games.models import Chart, Game
from games.registry import TITLES
from games.services import chart_edits, charts
from scoring.models import Club
from scoring.people import Who
from scoring.services import create_club
from tests.game_factories import Cast, Person, enter, fresh, started
from tests.games.pages import address, browser, move, text_of

TITLE = TITLES["twentieth_century_limited"]
DEAL = (
    "ALB-BOS:A ALB-NYC:A ALB-NYC#2:A BOS-PWM:A ALB-b:B BUF-b:B BUF-PIT:A order=ABC w=A6,B6,C6 "
    "s=A35,B38,C40 era=A1/2,B1/2,C1/2 did=place deck=8"
)
BURIED, TOP = "R1a", "C02"


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game whose stacks are closed; A has placed and may score."""
    return started(cast, "twentieth_century_limited", position=DEAL)


@pytest.fixture
def stacked(cast: Cast, game: Game) -> Game:
    """The same with two cards on A's stack, and B to score."""
    for text in (
        f"A: regional 1 card={BURIED} use=ALB-b,BUF-b",
        "A: end",
        "B: place CHI-f",
        "B: end",
        "C: place TPA-q",
        "C: end",
        "A: place MIA-q",
        f"A: company card={TOP} remove=ALB-BOS,ALB-NYC,BOS-PWM",
        "A: end",
        "B: place CHI-MIL",
    ):
        enter(game, cast.ada, text)
    return fresh(game)


def now(person: Person, game: Game) -> dict[str, Any]:
    """Return what the page says of the board as it stands."""
    text = browser(person).get(address(game)).content.decode()
    found = re.search(r'<div id="board-now" hidden[^>]*>(.*?)</div>', text)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def plan(person: Person, game: Game, **query: str) -> Any:
    """Return what taps come to for whoever asks for seat B."""
    return browser(person).get(address(game, "plan"), {"seat": "B", **query}).json()


def test_picture_is_well_formed_small_and_without_style(cast: Cast, game: Game) -> None:
    text = browser(cast.ada).get(f"/g/{game.code}/board.svg").content.decode()
    keys = [
        one.get("data-key") for one in ElementTree.fromstring(text).findall(".//{*}g[@data-key]")
    ]
    assert len(keys) == len(set(keys)) == 66 + 129
    assert "style=" not in text
    assert len(gzip.compress(text.encode())) < 14_000


def test_what_changes_with_an_entry_is_small_on_a_full_board(cast: Cast, game: Game) -> None:
    every = [line for line in lines.table_of(game).board.ends if line not in DEAL]
    full = " ".join(f"{line}:{'ABC'[number % 3]}" for number, line in enumerate(every[:100]))
    whole = started(cast, "twentieth_century_limited", position=f"{full} order=ABC w=A6,B6,C6")
    text = json.dumps(now(cast.ada, whole))
    assert len(gzip.compress(text.encode())) < 5_000
    answer = browser(cast.ada).get(
        address(whole, "plan"), {"seat": "A", "form": "place", "taps": ""}
    )
    assert len(gzip.compress(answer.content)) < 2_000


def test_list_names_every_city_and_line_with_its_owner(cast: Cast, game: Game) -> None:
    page = text_of(browser(cast.ada).get(address(game) + "?view=list"))
    for words in ("Albany–New York (2)", "Chicago", "junction b"):
        assert words in page


def test_others_see_the_latest_card_of_a_stack_and_nothing_below(cast: Cast, stacked: Game) -> None:
    for person in (cast.ben, cast.cho, cast.dee):
        text = text_of(browser(person).get(address(stacked)))
        assert "Lobster Pot Line" in text
        data = json.dumps(now(person, stacked))
        assert BURIED not in data
        assert "Your score stack" not in text
        over_time = browser(person).get(address(stacked, "insight")).content.decode()
        assert "Points" not in over_time


def test_forms_offer_others_cards_as_if_nobody_had_scored_those_below_the_top(
    cast: Cast, stacked: Game
) -> None:
    """What is offered tells nothing that the table does not show."""
    state = lines.state_at(stacked, stacked.head)
    offered = {
        seat: {
            choice.value
            for form in TITLE.forms(lines.table_of(stacked), state, seat)
            for field in form.fields
            if field.name == "card"
            for choice in field.choices
        }
        for seat in "B"
    }
    assert BURIED in offered["B"]
    assert TOP not in offered["B"]


def test_own_stack_is_seen_while_another_is_to_act(cast: Cast, stacked: Game) -> None:
    """Ada enters for everyone; asked for seat A she sees what A would. Rule TCL-47."""
    own = text_of(browser(cast.ada).get(address(stacked) + "?seat=A"))
    assert "Your score stack" in own
    assert BURIED in own


def test_plan_is_for_its_own_seat_alone(cast: Cast, stacked: Game) -> None:
    told = {"form": "company", "taps": "CHI;MIL"}
    assert plan(cast.ben, stacked, **told)["taps"] == ["CHI", "MIL"]
    for person in (cast.cho, cast.dee):
        assert plan(person, stacked, **told)["taps"] == []


def test_plan_says_names_not_keys(cast: Cast, stacked: Game) -> None:
    found = plan(cast.ben, stacked, form="company", taps="CHI;BUF")
    assert "Chicago, Buffalo are not joined" in found["said"]
    refused = plan(cast.ben, stacked, form="company", taps="f")
    assert "is an unnamed junction" in refused["refused"]["message"]


def test_choice_of_removal_is_also_told_without_scripts(cast: Cast, game: Game) -> None:
    told = {"card": TOP, "source": "deck"}
    page = browser(cast.ada).post(address(game, "enter"), move(game, "company", seat="A", **told))
    assert page.status_code == 422
    assert "Several sets of 3 are possible" in text_of(page)


def test_new_card_with_a_name_is_kept_with_the_clubs_chart(cast: Cast, game: Game) -> None:
    told = {"card": ["", "Bay State Line"], "cities": "ALB BOS", "value": "3"}
    sent = move(game, "company", "enter", seat="A", **told)
    assert browser(cast.ada).post(address(game, "enter"), sent).status_code in (200, 302)
    version = charts.keep_charted(fresh(game))
    assert version is not None
    board = lines.board_of(TITLE, version.pk)
    card = board.companies["Bay State Line"]
    assert (card.cities, card.value) == (("ALB", "BOS"), 3)
    assert version.chart.club_id == game.club_id


# Charts


@pytest.fixture
def club(cast: Cast) -> Club:
    """A club that Ada belongs to."""
    return create_club("Thursday Rails", Who(user_id=cast.ada.user.pk), "Ada")


def _draw(cast: Cast, club: Club) -> Chart:
    sent = {"name": "Our map", "club": club.public_id}
    answer = browser(cast.ada).post("/charts/new/twentieth_century_limited/draw/", sent)
    assert answer.status_code == 302
    return Chart.objects.get(club=club, name="Our map")


def test_map_is_drawn_on_an_empty_board(cast: Cast, club: Club) -> None:
    chart = _draw(cast, club)
    client, where = browser(cast.ada), f"/charts/{chart.public_id}/edit/"

    def save(act: str, **fields: str) -> None:
        seen = chart.versions.order_by("-number")[:1].get().number
        answer = client.post(where, {"act": act, "seen": seen, "row": "0", **fields})
        assert answer.status_code == 302, text_of(answer)[:500]

    page = client.get(where)
    assert "join two" in page.content.decode()
    save("changes", changes=json.dumps({"@104,104": {}, "@312,104": {}}))
    save("hex", place="a", **{"v.key": "CHI", "v.name": "Chicago", "v.x": "104", "v.y": "104"})
    save("changes", changes=json.dumps({"CHI-b": {}, "CHI-b#2": {}}))
    title, version = TITLE, chart.versions.order_by("-number")[:1].get()
    cells = chart_edits.cells_of(title, version)
    assert set(cells) == {"", "CHI", "b", "CHI-b", "CHI-b#2"}
    assert client.get(f"/charts/{chart.public_id}/").status_code == 200
    assert client.get(f"/charts/{chart.public_id}/history/").status_code == 200
    table = client.get(f"/charts/{chart.public_id}/board.csv")
    assert b"line,CHI-b#2" in table.content


def test_table_of_text_becomes_a_chart(cast: Cast, club: Club) -> None:
    text = "what,key,name\nline,CHI-a,\nline,a-MIL,\nnode,CHI,Chicago\n"
    file = SimpleUploadedFile("map.csv", text.encode(), "text/csv")
    sent = {"name": "From a table", "club": club.public_id, "file": file}
    answer = browser(cast.ada).post("/charts/new/twentieth_century_limited/", sent)
    assert answer.status_code == 302
    board = lines.board_of(TITLE, Chart.objects.get(name="From a table").versions.get().pk)
    assert (list(board.ends), board.node["CHI"].name) == (["CHI-a", "MIL-a"], "Chicago")


def test_table_that_cannot_be_read_is_said_at_its_field(cast: Cast, club: Club) -> None:
    sent = {"name": "Odd", "club": club.public_id, "text": "what,key\nplace,A"}
    answer = browser(cast.ada).post("/charts/new/twentieth_century_limited/", sent)
    assert answer.status_code == 400
    assert "row 2" in text_of(answer)
