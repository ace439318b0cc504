"""The API of scoring: the same access as the pages, typed errors, bounded lists."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import services
from scoring.models import Club, Play
from scoring.services import PlayDraft, record_play, tally_play
from tests.cast import Person
from tests.factories import PlayerFactory, PlayFactory, play_with_scores


@pytest.fixture
def play(draft: PlayDraft) -> Play:
    """Return a tallied play: Ada 21, Ben 15, Cy 2."""
    return tally_play(record_play(draft).pk)


def _post(client: Client, path: str, data: Any) -> Any:
    return client.post(path, data, content_type="application/json")


def test_clubs_are_those_i_belong_to_with_my_role(
    club: Club, ada: Person, eve: Person, dee: Person
) -> None:
    answers = [someone.client.get("/api/clubs/").json() for someone in (ada, eve, dee)]
    assert [[c["role"] for c in answer["results"]] for answer in answers] == [
        ["owner"],
        ["member"],
        [],
    ]
    assert answers[0]["results"][0]["id"] == club.public_id
    assert Client().get("/api/clubs/").json()["results"] == []


def test_guest_founds_a_club_through_the_api(db: None) -> None:
    client = Client()
    answer = _post(client, "/api/clubs/", {"name": " Friday Rails ", "display_name": "Cho"})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["visibility"], made["role"]) == ("Friday Rails", "link", "owner")
    assert [c["id"] for c in client.get("/api/clubs/").json()["results"]] == [made["id"]]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"name", "display_name"}),
        ({"name": "x" * 500, "display_name": "Cho"}, {"name"}),
        ({"name": "\u202ex", "display_name": "a\x00"}, {"name", "display_name"}),
        ({"name": 7, "display_name": None}, {"name", "display_name"}),
        ({"name": ["x"], "display_name": {"x": 1}}, {"name", "display_name"}),
        ({"name": True, "display_name": "Cho"}, {"name"}),
        ([], {""}),
        ('"x"', {""}),
    ],
)
def test_founding_with_bad_data_says_which_field(db: None, body: Any, fields: set[str]) -> None:
    answer = _post(Client(), "/api/clubs/", body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
    assert {field["path"] for field in answer.json()["fields"]} == fields
    assert not Club.objects.exists()


def test_body_that_is_no_json_is_refused(db: None) -> None:
    answer = Client().post("/api/clubs/", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    answer = Client().post("/api/clubs/", "a=b", content_type="text/plain")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    answer = Client().delete("/api/clubs/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("path", ["/", "/players/", "/plays/"])
@pytest.mark.parametrize("name", ["ada", "ben", "eve", "cho", "dee"])
def test_private_club_answers_members_alone(
    path: str, name: str, club: Club, request: pytest.FixtureRequest
) -> None:
    ada: Person = request.getfixturevalue("ada")
    someone: Person = request.getfixturevalue(name)
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    answer = someone.client.get(f"/api/clubs/{club.public_id}{path}")
    if name in {"ada", "ben", "eve"}:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 404
        assert answer.json() == {
            "code": "no_club",
            "message": "There is no such club, or it is not open to you.",
        }


def test_club_answers_do_not_tell_people_apart_by_secrets(club: Club, eve: Person) -> None:
    player = PlayerFactory.create(club=club, name="Eve", guest=eve.guest)
    shown = eve.client.get(f"/api/clubs/{club.public_id}/players/").json()["results"]
    assert shown == [{"id": player.public_id, "name": "Eve", "plays": 0}]
    assert club.invite not in eve.client.get(f"/api/clubs/{club.public_id}/").content.decode()


def test_plays_are_paged_and_filtered_by_title(club: Club, cho: Person) -> None:
    play_with_scores(club, ("Ada", 9, 1), ("Ben", 4, 2))
    PlayFactory.create(club=club, title="empire_builder")
    url = f"/api/clubs/{club.public_id}/plays/"
    assert cho.client.get(url).json()["count"] == 2
    found = cho.client.get(url, {"title": "continental_divide"}).json()["results"]
    assert [[s["total"] for s in play["scores"]] for play in found] == [[9, 4]]
    answer = cho.client.get(url, {"title": "\x00"})
    assert (answer.status_code, answer.json()["fields"][0]["path"]) == (400, "title")
    assert cho.client.get(url, {"offset": "9" * 30, "limit": "-1"}).status_code == 200


def test_plays_cost_the_same_however_many(club: Club, cho: Person) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            cho.client.get(f"/api/clubs/{club.public_id}/plays/")
        return len(captured)

    play_with_scores(club, ("Ada", 9, 1))
    one = cost()
    for _ in range(9):
        play_with_scores(club, ("Ada", 9, 1), ("Ben", 4, 2))
    assert cost() == one <= 6


def test_play_is_shown_with_every_line(play: Play, cho: Person) -> None:
    shown = cho.client.get(f"/api/plays/{play.public_id}/").json()
    assert [(s["seat"], s["total"], s["rank"]) for s in shown["scores"]] == [
        ("A", 21, 1),
        ("B", 15, 2),
        ("C", 2, 3),
    ]
    assert {"item", "count", "points", "rule", "facts"} == set(shown["scores"][0]["lines"][0])
    assert (shown["end"], shown["minutes"], shown["tally_state"]) == ("turn_8", 125, "done")


def test_withdrawn_or_private_play_is_not_found(play: Play, ada: Person, dee: Person) -> None:
    url = f"/api/plays/{play.public_id}/"
    services.set_visibility(play.club, ada.who, Club.Visibility.PRIVATE)
    assert ada.client.get(url).status_code == 200
    assert dee.client.get(url).json()["code"] == "no_play"
    services.withdraw_play(play.source, play.source_ref)
    assert ada.client.get(url).status_code == 404
