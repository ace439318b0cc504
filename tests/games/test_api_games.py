"""A game's life through the API alone: club, creation, joining, seats, start, pause, end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Participant, SeatRequest
from scoring.models import Club
from scoring.people import Who
from scoring.services import create_club, set_visibility
from tests.game_factories import Cast, colours_of, fresh, lobby
from tests.games.api_helpers import (
    START,
    Api,
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    device,
    entry,
    moves,
    nobody,
)


@pytest.fixture
def club(cast: Cast) -> Club:
    """Ada's club."""
    return create_club("Thursday Rails", Who(user_id=cast.ada.user.pk), "Ada")


def plan(club: Club, **fields: Any) -> dict[str, Any]:
    """Return the body that creates a game for three, its host at the first seat."""
    colours = colours_of("continental_divide", 3)
    seats = [{"colour": colour, "mine": order == 0} for order, colour in enumerate(colours)]
    return {
        "club": club.public_id,
        "title": "continental_divide",
        "name": "Ada",
        "seats": seats,
        **fields,
    }


def test_a_game_is_created_joined_started_and_played(cast: Cast, club: Club) -> None:
    ada = browser(cast.ada)
    created = ada.post("games/", plan(club))
    assert created.status == 201, created.body
    assert (created.body["seats"], created.body["role"]) == (["A"], "player")
    code = created.body["code"]

    ben = nobody()
    joined = ben.post("games/join/", {"code": code.lower(), "name": "Ben", "seat": "B"})
    assert (joined.status, joined.body["seats"]) == (201, ["B"])
    ben_by_token = Api(headers={"Authorization": f"Seat {joined.body['token']}"})
    assert ben_by_token.get(f"games/{code}/").body["you"]["name"] == "Ben"
    assert ben.get(f"games/{code}/").body["you"]["name"] == "Ben"  # by the cookie

    assert ada.post(f"games/{code}/start/", {"setup": {"order": "BAC"}}).status == 200
    sheet = ben.get(f"games/{code}/").body
    assert (sheet["status"], sheet["actor"], sheet["seat"]) == ("playing", "B", "B")
    assert sheet["said"].startswith("Ben may buy stock")
    assert {"start", "done"} <= {form["kind"] for form in sheet["forms"]}
    assert sheet["state"]["money"]["A"] == 80
    move = {"move": START, "seen": sheet["last"]}
    assert ben_by_token.post(f"games/{code}/moves/", move).status == 201
    assert [game["code"] for game in ada.get("games/").body["games"]] == [code]
    assert [game["code"] for game in ben_by_token.get("games/").body["games"]] == [code]
    assert nobody().get("games/").body["games"] == []


def test_only_members_create_games_for_a_club(cast: Cast, club: Club) -> None:
    for stranger in (browser(cast.dee), nobody()):
        reply = stranger.post("games/", plan(club))
        assert (reply.status, reply.code) == (403, "members_only")
    set_visibility(club, Who(user_id=cast.ada.user.pk), Club.Visibility.PRIVATE)
    hidden = browser(cast.dee).post("games/", plan(club))
    assert (hidden.status, hidden.code) == (404, "no_club")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"title": "chess"}, "title"),
        ({"name": "x" * 61}, "name"),
        ({"seats": []}, "seats"),
        ({"seats": [{"colour": "blue"}] * 3}, "seats[1].colour"),
        (
            {"seats": [{"colour": "mauve"}, {"colour": "blue"}, {"colour": "green"}]},
            "seats[0].colour",
        ),
        ({"seats": [{"colour": 3}]}, "seats[0].colour"),
        ({"options": {"cash": "buried"}}, "options.cash"),
        ({"options": {"nonsense": 1}}, "options"),
        ({"board": "nothing"}, "board"),
        ({"position": "CD nonsense"}, "position"),
    ],
)
def test_a_wrong_plan_is_refused_at_its_field(
    cast: Cast, club: Club, fields: dict[str, Any], path: str
) -> None:
    reply = browser(cast.ada).post("games/", plan(club, **fields))
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.body["fields"][0]["path"] == path
    assert not Game.objects.exists()


def test_a_game_starts_from_a_position(game: Game, cast: Cast, club: Club) -> None:
    device(game, cast.ada).post(moves(game), entry(game, move=START))
    position = device(game, cast.ada).get(f"games/{game.code}/position/").body["position"]
    ada = browser(cast.ada)
    created = ada.post("games/", plan(club, position=position))
    assert created.status == 201, created.body
    code = created.body["code"]
    assert ada.post(f"games/{code}/start/").status == 200
    assert ada.get(f"games/{code}/").body["position"] == position


def test_a_set_up_that_cannot_be_is_refused(cast: Cast) -> None:
    game = lobby(cast)
    ada, path = browser(cast.ada), f"games/{game.code}/start/"
    wrong = ada.post(path, {"setup": {"order": 3}})
    assert (wrong.status, wrong.body["fields"][0]["path"]) == (400, "setup.order")
    refused = ada.post(path, {"setup": {"order": "AAB"}})
    assert (refused.status, refused.body["rule"]) == (422, "CD-06")
    assert ada.post(path, {"setup": {"order": "ABC"}}).status == 200
    again = ada.post(path, {"setup": {"order": "ABC"}})
    assert (again.status, again.code) == (409, "already_started")


def test_a_lobby_takes_no_moves_and_has_no_position(cast: Cast) -> None:
    game = lobby(cast)
    ada = browser(cast.ada)
    assert ada.post(moves(game), entry(game, move=START)).code == "game_lobby"
    assert ada.get(f"games/{game.code}/position/").code == "game_lobby"
    sheet = ada.get(f"games/{game.code}/").body
    assert (sheet["state"], sheet["forms"], sheet["panels"], sheet["position"]) == (
        None,
        [],
        [],
        "",
    )


def test_a_game_is_paused_resumed_abandoned_and_reopened(game: Game, cast: Cast) -> None:
    ada, path = browser(cast.ada), f"games/{game.code}/status/"
    assert ada.post(path, {"wish": "pause"}).status == 200
    assert ada.post(moves(game), entry(game, move=START)).code == "game_paused"
    assert ada.post(path, {"wish": "pause"}).code == "status_does_not_fit"
    for wish in ("resume", "abandon", "reopen"):
        assert ada.post(path, {"wish": wish}).status == 200
    assert fresh(game).status == Game.Status.PLAYING
    assert ada.post(f"games/{game.code}/finish/").code == "not_at_its_end"
    assert ada.post(path, {"wish": "win"}).body["fields"][0]["path"] == "wish"


def test_joining_a_held_seat_asks_the_host(game: Game, cast: Cast) -> None:
    phone = nobody()
    asked = phone.post("games/join/", {"code": game.code, "name": "Benny", "seat": "B"})
    assert (asked.status, asked.body["requested"], asked.body["seats"]) == (201, "B", [])
    ada = browser(cast.ada)
    wish = ada.get(f"games/{game.code}/").body["requests"][0]
    assert (wish["seat"], wish["name"]) == ("B", "Benny")
    path = f"games/{game.code}/requests/{wish['id']}/"
    assert ada.post(path, {"consent": True}).status == 200
    assert phone.get(f"games/{game.code}/").body["you"]["seats"] == ["B"]
    assert ada.post(path, {"consent": True}).status == 404


def test_joining_again_with_a_token_is_the_same_person(game: Game, cast: Cast) -> None:
    cho = device(game, cast.cho)
    people = Participant.objects.filter(game=game).count()
    again = cho.post("games/join/", {"code": game.code, "name": "Cho", "seat": "C"})
    assert (again.status, again.body["seats"]) == (201, ["C"])
    assert Participant.objects.filter(game=game).count() == people
    assert not SeatRequest.objects.exists()


def test_seats_are_renamed_recoloured_and_given(game: Game, cast: Cast) -> None:
    ben, path = browser(cast.ben), f"games/{game.code}/seats/B/"
    assert ben.patch(path, {"name": "Benedict"}).status == 200
    assert ben.patch(path, {"colour": "black"}).status == 200
    taken = ben.patch(path, {"colour": "blue"})
    assert (taken.status, taken.body["fields"][0]["path"]) == (400, "colour")
    ada = browser(cast.ada)
    seat = ada.get(f"games/{game.code}/").body["seats"][1]
    assert (seat["name"], seat["colour"]) == ("Benedict", "black")
    assert ada.post(f"games/{game.code}/seats/B/give/", {"participant": None}).status == 200
    assert ada.get(f"games/{game.code}/").body["seats"][1]["holder"] is None


def test_the_host_names_a_scorekeeper_and_hands_on_the_hosting(game: Game, cast: Cast) -> None:
    ada, cho = browser(cast.ada), Participant.objects.get(game=game, name="Cho")
    path = f"games/{game.code}/participants/{cho.pk}/"
    assert ada.patch(path, {"role": "scorekeeper"}).status == 200
    assert browser(cast.cho).post(moves(game), entry(game, move=START)).status == 201
    assert ada.patch(path, {}).status == 400
    assert ada.patch(path, {"role": "player", "host": True}).status == 400
    assert ada.post(f"games/{game.code}/leave/").code == "host_cannot_leave"
    assert ada.patch(path, {"host": True}).status == 200
    assert ada.post(f"games/{game.code}/leave/").status == 200
    assert ada.get(f"games/{game.code}/").body["you"] is None


def test_a_token_for_another_device(game: Game, cast: Cast) -> None:
    made = browser(cast.ben).post(f"games/{game.code}/token/")
    assert made.status == 200
    phone = Api(headers={"Authorization": f"{made.body['scheme']} {made.body['token']}"})
    assert phone.get(f"games/{game.code}/").body["you"]["name"] == "Ben"
    assert browser(cast.dee).post(f"games/{game.code}/token/").status == 403


def test_unknown_codes_are_counted_like_known_ones(game: Game) -> None:
    known = {"code": game.code, "name": "Zed"}
    unknown = {"code": "ZZZZZZ", "name": "Zed"}
    first = nobody()
    replies = [first.post("games/join/", unknown) for _ in range(20)]
    assert {(reply.status, reply.code) for reply in replies} == {(404, "no_such_game")}
    for sent in (known, unknown):
        refused = nobody().post("games/join/", sent)
        assert (refused.status, refused.code) == (429, "throttled")
        assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert nobody().get(f"games/{game.code}/").status == 429


def test_joins_are_counted_by_address(game: Game) -> None:
    statuses = [
        Api(Client()).post("games/join/", {"code": game.code, "name": ""}).status for _ in range(61)
    ]
    assert set(statuses[:60]) == {400}
    assert statuses[60] == 429
