"""Reading through the API: titles, events, log, legal moves, ledger, tally."""

from __future__ import annotations

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Event, Game
from games.registry import TITLES
from tests.game_factories import Cast, enter, fresh
from tests.games.api_helpers import (
    START,
    START_TEXT,
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    device,
    entry,
    moves,
    nobody,
)


def test_titles_are_listed_with_all_they_need(db: None) -> None:
    titles = nobody().get("titles/").body["titles"]
    assert [title["key"] for title in titles] == list(TITLES)
    for title in titles:
        sheet = nobody().get(f"titles/{title['key']}/").body
        assert sheet["meta"]["name"] == title["name"]
        assert {option["key"] for option in sheet["meta"]["options"]} == set(
            sheet["options_schema"]["$defs"]["Options"]["properties"]
        )
        assert sheet["move_schema"]["anyOf"]
        assert sheet["setup_form"]
        rules = nobody().get(sheet["rules_url"].removeprefix("/api/")).body
        assert len(rules["rules"]) == len(TITLES[title["key"]].rulebook)


def test_events_are_caught_up_by_number(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    seen = fresh(game).last
    enter(game, cast.ada, "A: done")
    body = nobody().get(f"games/{game.code}/events/?after={seen}").body
    assert (body["last"], body["more"]) == (seen + 1, False)
    (line,) = body["events"]
    assert (line["number"], line["kind"], line["seat"], line["move"]) == (
        seen + 1,
        "move",
        "A",
        {"kind": "done"},
    )
    assert (line["said"], line["by"], line["head"]) == ("Ada ends the turn.", "Ada", seen + 1)


def test_events_come_two_hundred_at_a_time(game: Game, cast: Cast) -> None:
    have = fresh(game).last
    model = Event.objects.filter(game=game).latest("number")
    for number in range(have + 1, have + 251):
        fields = {name: getattr(model, name) for name in ("parent", "head", "base", "lane", "at")}
        Event.objects.create(
            game=game, number=number, kind="note", note="x", rules_version=1, **fields
        )
    first = nobody().get(f"games/{game.code}/events/").body
    assert (len(first["events"]), first["more"]) == (200, True)
    rest = nobody().get(f"games/{game.code}/events/?after={first['events'][-1]['number']}").body
    numbers = [line["number"] for line in first["events"] + rest["events"]]
    assert numbers == list(range(1, have + 251))
    assert not rest["more"]


def test_the_log_tells_what_counts(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    device(game, cast.ada).post(f"games/{game.code}/undo/", entry(game))
    body = nobody().get(f"games/{game.code}/log/").body
    undone, started = body["entries"][:2]
    assert (undone["kind"], started["kind"]) == ("undo", "move")
    assert (undone["counts"], started["counts"]) == (True, False)
    older = nobody().get(f"games/{game.code}/log/?before={started['number']}").body
    assert older["entries"][0]["number"] == started["number"] - 1


def test_every_listed_move_is_taken(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    listed = ada.get(f"games/{game.code}/legal-moves/?limit=40").body
    assert (len(listed["moves"]), listed["more"]) == (40, True)
    for legal in listed["moves"]:
        sent = {"move": legal["move"], "seat": legal["seat"], "dry_run": True}
        by_data = ada.post(moves(game), entry(game, **sent))
        by_text = ada.post(moves(game), entry(game, text=legal["text"], dry_run=True))
        assert (by_data.status, by_text.status) == (200, 200)
        assert by_data.body == by_text.body


def test_legal_moves_of_one_seat(game: Game) -> None:
    path = f"games/{game.code}/legal-moves/"
    assert {move["seat"] for move in nobody().get(f"{path}?seat=A").body["moves"]} == {"A"}
    assert nobody().get(f"{path}?seat=B").body["moves"] == []
    assert nobody().get(f"{path}?seat=F").status == 400


def test_the_ledger_explains_every_dollar(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    ada.post(moves(game), entry(game, move=START))
    body = ada.get(f"games/{game.code}/money/").body
    assert [(line["source"], line["target"], line["amount"]) for line in body["postings"]] == [
        ("A", "red", 20)
    ]
    assert body["postings"][0]["reason"] == "first share"
    assert ada.get(f"games/{game.code}/money/?after=1").body["postings"] == []
    ada.post(f"games/{game.code}/undo/", entry(game))
    assert ada.get(f"games/{game.code}/money/").body["postings"] == []


def test_the_ledger_follows_a_correction(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    number = ada.post(moves(game), entry(game, move=START)).body["number"]
    changed = entry(game, target=number, move={**START, "value": 30})
    assert ada.post(f"games/{game.code}/corrections/", changed).status == 201
    body = ada.get(f"games/{game.code}/money/").body
    assert [(line["number"], line["amount"]) for line in body["postings"]] == [(number, 30)]
    state = ada.get(f"games/{game.code}/").body["state"]
    assert state["money"]["A"] == 80 - 30


def test_the_tally_as_of_now(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    body = nobody().get(f"games/{game.code}/tally/").body
    assert [seat["seat"] for seat in body["seats"]] == ["A", "B", "C"]
    for seat in body["seats"]:
        assert seat["total"] == sum(line["points"] for line in seat["lines"])


@pytest.mark.parametrize("entered", [0, 12])
def test_showing_a_game_takes_few_queries(game: Game, cast: Cast, entered: int) -> None:
    for _ in range(entered // 2):
        device(game, cast.ada).post(moves(game), entry(game, move=START))
        device(game, cast.ada).post(f"games/{game.code}/undo/", entry(game))
    ada = browser(cast.ada)
    with CaptureQueriesContext(connection) as captured:
        assert ada.get(f"games/{game.code}/").status == 200
    assert len(captured) <= 12


def test_a_move_fits_its_published_schema(db: None) -> None:
    for title in TITLES.values():
        published = nobody().get(f"titles/{title.meta.key}/").body["move_schema"]
        assert published == msgspec.json.decode(
            msgspec.json.encode(msgspec.json.schema(title.move_type))
        )
