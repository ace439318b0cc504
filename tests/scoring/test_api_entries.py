"""The API of typing in plays, changing them, figures and merges: as the pages, in JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client

from scoring import services
from scoring.models import Club, Play, Player
from scoring.tasks import tally_play_task
from tests.cast import Person
from tests.scoring.conftest import SHEET, totals_draft
from tests.scoring.test_merges import named, record


def send(client: Client, method: str, path: str, data: Any = None) -> Any:
    """Return the answer to JSON."""
    return getattr(client, method)(path, data, content_type="application/json")


def body(**changes: Any) -> dict[str, Any]:
    """Return a play of Continental Divide to send: A 21, B 15, C 2."""
    return {
        "title": "continental_divide",
        "played_on": "2026-05-02",
        "seats": [{"name": "Ada", "colour": "blue"}, {"name": "Ben"}, {"name": "Cy"}],
        "sheet": msgspec.to_builtins(SHEET),
        **changes,
    }


def test_play_is_entered_changed_taken_out_and_brought_back(club: Club, ada: Person) -> None:
    answer = send(ada.client, "post", f"/api/clubs/{club.public_id}/plays/", body(minutes=90))
    assert answer.status_code == 201, answer.content
    made = answer.json()
    url = f"/api/plays/{made['id']}/"
    play = services.tally_play(Play.objects.get().pk)
    shown = ada.client.get(url).json()
    assert [(one["name"], one["total"], one["rank"]) for one in shown["scores"]] == [
        ("Ada", 21, 1),
        ("Ben", 15, 2),
        ("Cy", 2, 3),
    ]
    assert (shown["entered_by_name"], shown["rated"], shown["minutes"]) == ("Ada", True, 90)
    change = body(
        house_rules=True,
        totals_only=True,
        sheet={"seats": {"A": {"total": 1}, "B": {"total": 5}, "C": {"place": 3}}},
    )
    assert send(ada.client, "put", url, change).status_code == 200
    tally_play_task(play.pk)
    shown = ada.client.get(url).json()
    assert [(one["name"], one["rank"]) for one in shown["scores"]] == [
        ("Ben", 1),
        ("Ada", 2),
        ("Cy", 3),
    ]
    assert (shown["rated"], Player.objects.count()) == (False, 3)
    assert ada.client.delete(url).status_code == 204
    assert ada.client.get(url).status_code == 404
    revisions = ada.client.get(f"{url}revisions/").json()["results"]
    assert [one["action"] for one in revisions] == ["withdrawn", "edited", "recorded"]
    assert send(ada.client, "post", f"{url}revisions/", {"revision": 1}).status_code == 200
    assert ada.client.get(url).json()["minutes"] == 90
    assert send(ada.client, "post", f"{url}revisions/", {"revision": 99}).status_code == 404


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"title": "chess"}, "title"),
        ({"played_on": "0000-00-00"}, "played_on"),
        ({"played_on": "1666-01-01"}, "played_on"),
        ({"seats": []}, "seats"),
        ({"seats": [{"name": "Ada"}, {"name": "Ben"}]}, "seats"),
        ({"seats": [{"name": "Ada"}, {"name": "ADA"}, {"name": "Cy"}]}, "seats"),
        ({"seats": [{"name": "a\x00"}, {"name": "Ben"}, {"name": "Cy"}]}, "seats[0].name"),
        ({"seats": [{"name": f"P{n}"} for n in range(300)]}, "seats"),
        ({"sheet": {"shares": {}}}, "sheet"),
        ({"sheet": "x"}, "sheet"),
        ({"sheet": {"railroads": {}, "shares": {"A": {"red": 1}, "B": {}, "C": {}}}}, "sheet"),
        ({"sheet": {"railroads": {}, "shares": {"A": {}, "B": {}}}}, "sheet"),
        ({"sheet": {"railroads": {"\x00": {}}, "shares": {"A": {}, "B": {}, "C": {}}}}, "sheet"),
        ({"sheet": {"railroads": {"\ud800": {}}, "shares": {"A": {}, "B": {}, "C": {}}}}, "sheet"),
        ({"minutes": 10**30}, "minutes"),
        ({"notes": "\x00"}, "notes"),
        ({"notes": "\ud800"}, "notes"),
        ({"place": 7 * "xxxxxxxxxx"}, "place"),
        ({"options": {"mode": "eb"}}, "options"),
    ],
)
def test_what_is_wrong_is_said_with_its_path(
    changes: dict[str, Any], path: str, club: Club, ada: Person
) -> None:
    answer = send(ada.client, "post", f"/api/clubs/{club.public_id}/plays/", body(**changes))
    assert answer.status_code == 400, answer.content
    assert path in {field["path"] for field in answer.json()["fields"]}
    assert not Play.objects.exists()
    assert not Player.objects.exists()


def test_entries_are_for_members(club: Club, ada: Person, cho: Person) -> None:
    assert (
        send(cho.client, "post", f"/api/clubs/{club.public_id}/plays/", body()).status_code == 403
    )
    play = record(club, {"Ada": 2, "Ben": 1, "Cy": 0})
    url = f"/api/plays/{play.public_id}/"
    assert send(cho.client, "put", url, body()).status_code == 403
    assert cho.client.delete(url).status_code == 403
    assert send(cho.client, "post", f"{url}revisions/", {}).status_code == 403
    assert cho.client.get(f"{url}revisions/").status_code == 200
    other = body(title="empire_builder", totals_only=True)
    other["sheet"] = {"seats": {"A": {}, "B": {}, "C": {}}}
    assert send(ada.client, "put", url, other).status_code == 400


def test_figures_of_player_and_club(club: Club, cho: Person, ada: Person) -> None:
    record(club, {"Ada": 2, "Ben": 1})
    record(club, {"Ada": 1, "Ben": 2})
    tally_play_task(
        services.record_play(totals_draft(club, {"Ada": 9, "Ben": 2}, title="empire_builder")).pk
    )
    player = named(club, "Ada")
    shown = cho.client.get(f"/api/players/{player.public_id}/statistics/").json()
    assert (shown["total"]["plays"], shown["total"]["wins"]) == (3, 2)
    assert shown["total"]["win_rate"] == {"percent": 67, "low": 21, "high": 94}
    assert shown["rivals"][0]["name"] == "Ben"
    assert shown["streaks"]["current"] == 1
    narrowed = cho.client.get(
        f"/api/players/{player.public_id}/statistics/", {"title": "empire_builder"}
    ).json()
    assert narrowed["total"]["plays"] == 1
    table = cho.client.get(f"/api/clubs/{club.public_id}/statistics/").json()
    assert [one["name"] for one in table["leaders"]] == ["Ada", "Ben"]
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    assert cho.client.get(f"/api/players/{player.public_id}/statistics/").status_code == 404
    assert cho.client.get(f"/api/clubs/{club.public_id}/statistics/").status_code == 404


def test_players_are_merged_and_parted(club: Club, ada: Person, ben: Person) -> None:
    record(club, {"Ann": 2, "Ben": 1})
    services.get_or_create_player(club.pk, "Annie")
    pair = {"kept": named(club, "Ann").public_id, "gone": named(club, "Annie").public_id}
    url = f"/api/clubs/{club.public_id}/merges/"
    assert send(ben.client, "post", url, pair).status_code == 403
    answer = send(ada.client, "post", url, pair)
    assert answer.status_code == 201
    assert ada.client.delete(f"{url}{answer.json()['number']}/").status_code == 204
    assert ada.client.delete(f"{url}{answer.json()['number']}/").status_code == 404
    met = send(ada.client, "post", url, pair | {"gone": named(club, "Ben").public_id})
    assert (met.status_code, met.json()["code"]) == (409, "met")
    assert send(ada.client, "post", url, {"kept": "\x00", "gone": 7}).status_code == 400
