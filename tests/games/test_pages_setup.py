"""The pages around a table: start page, creating, rules, charts; and the hexes asked for in play."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import lines
from games.engine.codec import encode
from games.models import Chart, Game
from games.registry import TITLES
from games.services import charts
from scoring.models import Club, Member
from tests.cast import Person, ada, ben, cho, club, dee, eve
from tests.game_factories import Cast, fresh, started
from tests.games.pages import TURN_8, address, browser, move, text_of, value_of

__all__ = ["ada", "ben", "cho", "club", "dee", "eve"]

NEW = "/new/continental_divide/"
CHARTS = "/charts/new/continental_divide/"


@pytest.fixture(autouse=True)
def _no_tries() -> None:
    cache.clear()


def laid_out(client: Client, **fields: Any) -> dict[str, Any]:
    """Return what the form of a new game sends for three players, as the page offers it."""
    page = client.get(NEW)
    board = page.context["form"].fields["board"].choices[0][0]
    given = {
        "name": "Ada",
        "club": "new",
        "club_name": "Thursday Rails",
        "board": board,
        "players": "3",
        "seat0_mine": "on",
        "position": "",
    }
    for number, colour in enumerate(("blue", "orange", "green", "purple", "brown", "black")):
        given |= {f"seat{number}_name": "", f"seat{number}_colour": colour}
    for option in TITLES["continental_divide"].meta.options:
        given[f"option_{option.key}"] = option.choices[0].value
    return given | fields


# Start page


def test_visitor_is_told_what_this_is(db: None) -> None:
    page = text_of(Client().get("/"))
    assert "The referee, banker and scorekeeper" in page
    assert "New game" in page
    assert "Join by code" in page


def test_start_page_lists_ones_running_games_and_clubs(cast: Cast, game: Game) -> None:
    assert game.code in text_of(browser(cast.ben).get("/"))
    assert game.code not in text_of(browser(cast.dee).get("/"))


def test_club_page_lists_games_under_way(cast: Cast, game: Game) -> None:
    assert game.code in text_of(browser(cast.ben).get(f"/clubs/{game.club.public_id}/"))


# Creating


def test_guest_opens_a_table_with_a_new_club(db: None) -> None:
    client = Client()
    response = client.post(NEW, laid_out(client))
    game = Game.objects.get()
    assert response.headers["Location"] == address(game)
    assert game.club.name == "Thursday Rails"
    assert game.participants.get().is_host
    assert "Start the game" in text_of(client.get(address(game)))


def test_member_opens_a_table_in_the_own_club_only(ada: Person, dee: Person, club: Club) -> None:
    own = ada.client.post(NEW, laid_out(ada.client, club=club.public_id, club_name=""))
    assert own.status_code == 302
    strange = dee.client.post(NEW, laid_out(dee.client, club=club.public_id))
    assert strange.status_code == 400
    assert Game.objects.count() == 1


def test_options_are_kept_with_the_game(db: None) -> None:
    client = Client()
    client.post(NEW, laid_out(client, option_cash="hidden"))
    assert lines.table_of(Game.objects.get()).options.cash == "hidden"


def test_game_starts_from_a_pasted_position(db: None) -> None:
    client = Client()
    assert client.post(NEW, laid_out(client, position=TURN_8)).status_code == 302
    game = Game.objects.get()
    client.post(address(game, "start"))
    assert "Turn 8 of 8" in text_of(client.get(address(game)))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": ""}, "Enter a name"),
        ({"name": "x" * 500}, "at most 60"),
        ({"name": "a\x00b"}, "haracters"),
        ({"club_name": ""}, "Enter a name"),
        ({"club_name": "\u202eabc"}, "hidden marks"),
        ({"players": "7"}, "valid choice"),
        ({"players": "x"}, "valid choice"),
        ({"board": "99999"}, "valid choice"),
        ({"seat1_colour": "blue"}, "is taken"),
        ({"seat1_colour": "mauve"}, "valid choice"),
        ({"seat1_name": "a\u0007"}, "control"),
        ({"option_lines": "all"}, "valid choice"),
        ({"position": "n=3 turn=9"}, ""),
        ({"position": "n=4 turn=8"}, ""),
        ({"position": "n=3 turn=8 | A=-5"}, ""),
        ({"position": "n=3 turn=8 | red{iss=2 val=20 hold=A3 at=M1}"}, ""),
        ({"position": "x" * 30_000}, "at most"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(
    db: None, fields: dict[str, str], message: str
) -> None:
    client = Client()
    sent = laid_out(client, **{"seat2_name": "Cy", **fields})
    response = client.post(NEW, sent)
    assert response.status_code == 400
    assert message in text_of(response)
    assert set(response.context["form"].errors) & {*fields, "club_name"}
    assert value_of(response, "seat2_name") == "Cy"
    assert not Game.objects.exists()
    assert not Club.objects.exists()


def test_unknown_title_is_not_found(db: None) -> None:
    for page in ("/new/chess/", "/rules/chess/", "/charts/new/chess/"):
        assert Client().get(page).status_code == 404


# Rules


def test_rules_have_an_anchor_for_every_number(db: None) -> None:
    html = Client().get("/rules/continental_divide/").content.decode()
    for rule in TITLES["continental_divide"].rulebook:
        assert f'id="{rule.id}"' in html


# Charts


def board_text(**changes: Any) -> str:
    """Return the practice board as JSON text, changed."""
    data = json.loads(charts.shipped_text("continental_divide"))
    return json.dumps(data | changes)


def test_shipped_board_is_drawn_and_downloaded(db: None) -> None:
    client = Client()
    assert "Practice board" in text_of(client.get("/charts/"))
    chart = Chart.objects.get(title="continental_divide", key="practice")
    page = client.get(f"/charts/{chart.public_id}/").content.decode()
    hexes = len(json.loads(board_text())["hexes"])
    picture = client.get(f"/charts/{chart.public_id}/board.svg").content.decode()
    assert picture.count("<polygon") >= hexes
    assert f"/charts/{chart.public_id}/board.svg?version=" in page
    assert page.count('<th scope="row"') == hexes
    file = client.get(f"/charts/{chart.public_id}/board.json")
    assert file["Content-Type"] == "application/json"
    assert len(json.loads(file.content)["hexes"]) == hexes
    assert client.post(f"/charts/{chart.public_id}/", {"text": board_text()}).status_code == 403


def test_member_keeps_a_chart_and_adds_a_version(ada: Person, ben: Person, club: Club) -> None:
    kept = ada.client.post(
        CHARTS, {"name": "Our map", "club": club.public_id, "text": board_text(name="Our map")}
    )
    assert kept.status_code == 302
    where = kept.headers["Location"]
    file = SimpleUploadedFile("map.json", board_text(name="Ours", complete=False).encode())
    assert ben.client.post(where, {"file": file, "why": "a hex was wrong"}).status_code == 302
    assert "a hex was wrong" in text_of(ada.client.get(where))
    assert ada.client.get(f"{where}?version=1").status_code == 200
    assert ada.client.get(f"{where}?version=9").status_code == 404


def test_strangers_neither_change_a_chart_nor_see_a_private_one(
    ada: Person, dee: Person, club: Club
) -> None:
    version = charts.create_chart(
        club.pk,
        "continental_divide",
        "Ours",
        charts.read_board_text(TITLES["continental_divide"], board_text()),
    )
    where = f"/charts/{version.chart.public_id}/"
    assert dee.client.get(where).status_code == 200
    assert dee.client.post(where, {"text": board_text(name="Mine")}).status_code == 403
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PRIVATE)
    assert dee.client.get(where).status_code == 404
    assert ada.client.get(where).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "null",
        '{"format": 1}',
        board_text(extra=1),
        board_text(hexes=[]),
        board_text(hexes=[{"q": 0, "r": 0, "cost": -1, "income": 0, "region": "E"}]),
        board_text(hexes=[{"q": 0, "r": 0, "cost": 1, "income": 0, "region": "E"}] * 2),
        "[" * 50_000,
        "x" * 900_000,
    ],
)
def test_board_that_cannot_be_is_said_at_its_field(ada: Person, club: Club, text: str) -> None:
    response = ada.client.post(CHARTS, {"name": "Our map", "club": club.public_id, "text": text})
    assert response.status_code == 400
    assert set(response.context["form"].errors) & {"text", "file"}
    assert not Chart.objects.filter(club=club).exists()


def test_file_that_is_no_text_is_refused(ada: Person, club: Club) -> None:
    file = SimpleUploadedFile("map.json", b"\xff\xfe\x00")
    response = ada.client.post(CHARTS, {"name": "M", "club": club.public_id, "file": file})
    assert response.status_code == 400


def test_chart_of_a_club_one_is_not_in_is_refused(dee: Person, club: Club) -> None:
    sent = {"name": "Our map", "club": club.public_id, "text": board_text()}
    assert dee.client.post(CHARTS, sent).status_code == 400
    assert not Member.objects.filter(club=club, user=dee.user).exists()


# Charting in play


def test_hexes_the_chart_lacks_are_asked_for_in_the_slip_and_charted_with_the_move(
    cast: Cast,
) -> None:
    game = started(cast, position=TURN_8)
    title = TITLES["continental_divide"]
    board = lines.table_of(game).board
    data = json.loads(encode(board))
    start = lines.state_at(game, game.head).railroads["red"].at
    q, r = map(int, start.split(","))
    place = f"{q - 1},{r}"
    data["complete"] = False
    data["hexes"] = [one for one in data["hexes"] if f"{one['q']},{one['r']}" != place]
    version = charts.create_chart(game.club_id, game.title, "Ours", charts.read_board(title, data))
    Game.objects.filter(pk=game.pk).update(board=version)
    client = browser(cast.ada)
    line = {"railroad": "red", "path": f"{start} {place}"}
    asked = client.post(address(game, "enter"), move(game, "build", seat="A", **line))
    assert asked.status_code == 422
    assert f"Hex {place}" in text_of(asked)
    printed = {
        f"charted.{place}.{part}": value
        for part, value in (("cost", "3"), ("income", "2"), ("region", "E"))
    }
    done = client.post(
        address(game, "enter"), move(game, "build", "enter", seat="A", **line, **printed)
    )
    assert done.status_code == 302
    assert lines.state_at(game, fresh(game).head).chart[place].startswith("3/2/E")
