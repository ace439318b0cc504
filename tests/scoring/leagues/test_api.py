"""The API of ratings and leagues: the figures of the pages, the same access, a bounded cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import services
from scoring.models import Club, Player, Result
from scoring.services import ratings
from tests.cast import Person
from tests.scoring.leagues.conftest import opened, played

pytestmark = pytest.mark.django_db


def get(person: Person, path: str) -> Any:
    """Return the answer as data."""
    return person.client.get(f"/api/{path}").json()


def test_season_is_told_with_rules_tables_and_every_point(
    club: Club, ada: Person, dee: Person, players: list[Player]
) -> None:
    a, b, c, *_ = players
    season = opened(club, ada, [a, b, c], points="table", table=[10, 6, 3])
    played(club, (a, 1, 30), (b, 2, 20), (c, 2, 20))
    listed = get(dee, f"clubs/{club.public_id}/leagues/")["results"]
    assert [one["id"] for one in listed[0]["seasons"]] == [season.public_id]
    told = get(dee, f"seasons/{season.public_id}/")
    assert told["rules"]["table"] == [10, 6, 3]
    rows = told["divisions"][0]["standings"]
    assert [(row["name"], row["place"], row["points"]) for row in rows] == [
        ("Ada", 1, "10"),
        ("Ben", 2, "4.5"),
        ("Cy", 2, "4.5"),
    ]
    why = get(dee, f"seasons/{season.public_id}/entrants/{rows[1]['entrant']}/")["results"]
    assert (why[0]["why"], why[0]["facts"]["total"]) == ("table_shared", 9)
    result = get(dee, f"seasons/{season.public_id}/results/")["results"][0]
    assert (result["state"], result["counts"], len(result["awards"])) == ("reported", True, 3)


def test_results_are_confirmed_and_disputed_by_who_sat_in_them(
    club: Club, ada: Person, ben: Person, dee: Person, players: list[Player]
) -> None:
    opened(club, ada, players[:2])
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    path = f"/api/results/{Result.objects.get().public_id}/"
    refused = dee.client.post(f"{path}confirm/")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_at_table")
    assert ben.client.post(f"{path}confirm/").json()["state"] == "confirmed"
    said = {"why": "Wrong seat."}
    told = ben.client.post(f"{path}dispute/", said, content_type="application/json").json()
    assert (told["state"], told["counts"]) == ("disputed", False)
    refused = ben.client.post(f"{path}confirm/")
    assert (refused.status_code, refused.json()["code"]) == (409, "result_settled")
    long = {"why": "x" * 501}
    answer = ben.client.post(f"{path}dispute/", long, content_type="application/json")
    assert answer.status_code == 400


def test_ratings_are_those_of_the_pages(club: Club, ada: Person, players: list[Player]) -> None:
    for _ in range(5):
        ratings.count_play(played(club, (players[0], 1, 9), (players[1], 2, 5)).pk)
    told = get(ada, f"clubs/{club.public_id}/ratings/")
    assert [(one["name"], one["place"], one["plays"]) for one in told["ratings"]] == [
        ("Ada", 1, 5),
        ("Ben", 2, 5),
    ]
    own = get(ada, f"players/{players[0].public_id}/ratings/?title=continental_divide")
    assert [one["title"] for one in own["ratings"]] == ["", "continental_divide"]
    assert own["changes"][0]["before"] == own["changes"][1]["after"]
    assert own["changes"][-1]["before"] == 1500
    answer = ada.client.get(f"/api/clubs/{club.public_id}/ratings/?title=chess")
    assert (answer.status_code, answer.json()["fields"][0]["path"]) == (400, "title")


def test_private_clubs_are_not_told_of(
    club: Club, ada: Person, dee: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    for path in (
        f"clubs/{club.public_id}/ratings/",
        f"clubs/{club.public_id}/leagues/",
        f"players/{players[0].public_id}/ratings/",
        f"seasons/{season.public_id}/",
        f"seasons/{season.public_id}/results/",
        f"seasons/{season.public_id}/entrants/1/",
    ):
        assert ada.client.get(f"/api/{path}").status_code in (200, 404)
        assert dee.client.get(f"/api/{path}").status_code == 404


def test_reading_costs_the_same_whatever_was_played(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:4])
    entrant = season.entrants.all()[0]
    paths = (
        f"seasons/{season.public_id}/",
        f"seasons/{season.public_id}/results/",
        f"seasons/{season.public_id}/entrants/{entrant.pk}/",
    )

    def costs() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as captured:
                get(ada, path)
            found.append(len(captured))
        return found

    played(club, *((one, 1, 5) for one in players[:4]))
    before = costs()
    for _ in range(6):
        played(club, *((one, 1, 5) for one in players[:4]))
    assert costs() == before
    assert max(before) <= 10
