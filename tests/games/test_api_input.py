"""What bad input gets through the API: a clear message at the right field, nothing stored, never a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game
from tests.game_factories import Cast, enter, fresh, rows
from tests.games.api_helpers import (
    START,
    START_TEXT,
    Api,
    _no_counts,  # noqa: F401  a fixture that works by itself
    browser,
    device,
    entry,
    moves,
    nobody,
)

BROKEN_BODIES: dict[str, bytes] = {
    "empty": b"",
    "not json": b"hello",
    "cut": b'{"seen": 1',
    "a list": b"[]",
    "a text": b'"move"',
    "a number": b"7",
    "null": b"null",
    "two values": b"{} {}",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "utf-16": '{"seen": 1}'.encode("utf-16"),
    "bytes that are no text": b'{"seen": 1, "note": "\xff"}',
    "deep": b'{"seen": 1, "move": ' + b'{"a":' * 3000 + b"1" + b"}" * 3001,
    "deep lists": b'{"seen": 1, "move": {"a":' + b"[" * 20000 + b"]" * 20000 + b"}}",
    "NaN": b'{"seen": NaN}',
    "Infinity": b'{"seen": 1, "move": {"kind": Infinity}}',
    "a number beyond any": b'{"seen": 1, "move": {"kind": "done", "x": 1e999}}',
    "a huge number": b'{"seen": 1, "move": {"x": ' + b"9" * 5000 + b"}}",
    "a large number": b'{"seen": 1, "move": {"x": ' + b"9" * 30 + b"}}",
    "a key twice": b'{"seen": 1, "seen": 2, "text": "A: done"}',
    "a key twice inside": b'{"seen": 1, "move": {"kind": "done", "kind": "done"}}',
    "half a character": b'{"seen": 1, "text": "\\ud800"}',
    "half a character in a key": b'{"seen": 1, "move": {"\\udc00": 1}}',
    "NUL": b'{"seen": 1, "text": "A: done\\u0000"}',
    "NUL in a key": b'{"seen": 1, "move": {"kind": "done", "\\u0000": 1}}',
    "NUL in a list": b'{"seen": 1, "move": {"kind": "done", "x": [["\\u0000"]]}}',
}


@pytest.mark.parametrize("name", BROKEN_BODIES)
def test_a_broken_body_is_malformed(game: Game, cast: Cast, name: str) -> None:
    before = rows(game)
    reply = device(game, cast.ada).post(moves(game), BROKEN_BODIES[name])
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.body["fields"][0]["message"]
    assert rows(game) == before


WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"move": START}, ""),
    ({"move": START, "seen": -1}, "seen"),
    ({"move": START, "seen": "1"}, "seen"),
    ({"move": START, "seen": 1.5}, "seen"),
    ({"move": START, "seen": 2**31}, "seen"),
    ({"move": START, "seen": True}, "seen"),
    ({"move": START, "seen": None}, "seen"),
    ({"move": START, "seen": 1, "key": "no uuid"}, "key"),
    ({"move": START, "seen": 1, "seat": "AB"}, "seat"),
    ({"move": START, "seen": 1, "seat": "A\n"}, "seat"),
    ({"move": START, "seen": 1, "extra": 1}, ""),
    ({"move": START, "seen": 1, "note": "x" * 1001}, "note"),
    ({"move": START, "seen": 1, "dry_run": "yes"}, "dry_run"),
    ({"move": START, "text": "A: done", "seen": 1}, "move"),
    ({"seen": 1}, "move"),
    ({"move": [], "seen": 1}, "move"),
    ({"move": {}, "seen": None}, "seen"),
]


@pytest.mark.parametrize(("sent", "path"), WRONG_FIELDS)
def test_a_wrong_field_is_named(game: Game, cast: Cast, sent: dict[str, Any], path: str) -> None:
    before = rows(game)
    reply = device(game, cast.ada).post(moves(game), sent)
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.body["fields"][0]["path"] == path
    assert rows(game) == before


WRONG_MOVES: list[tuple[dict[str, Any], str]] = [
    ({}, "move"),
    ({"kind": "nonsense"}, "move.kind"),
    ({**START, "value": -1}, "move.value"),
    ({**START, "value": 10**18}, "move.value"),
    ({**START, "value": 20.5}, "move.value"),
    ({**START, "value": "20"}, "move.value"),
    ({**START, "value": None}, "move.value"),
    ({**START, "extra": 1}, "move"),
    ({**START, "at": "M1\n"}, "move.at"),
    ({**START, "railroad": ["red"]}, "move.railroad"),
    ({"kind": "build", "railroad": "red", "path": [1, 2]}, "move.path[0]"),
]


@pytest.mark.parametrize(("move", "path"), WRONG_MOVES)
def test_a_wrong_field_of_a_move_is_named(
    game: Game, cast: Cast, move: dict[str, Any], path: str
) -> None:
    before = rows(game)
    reply = device(game, cast.ada).post(moves(game), entry(game, move=move))
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.body["fields"][0]["path"] == path
    assert rows(game) == before


@pytest.mark.parametrize(
    "text", ["", "x", "A: start", "Z: done", "A: done " * 5000, "A: \u202eenod"]
)
def test_broken_notation_is_named(game: Game, cast: Cast, text: str) -> None:
    before = rows(game)
    reply = device(game, cast.ada).post(moves(game), entry(game, text=text))
    assert reply.status in (400, 403), reply.body
    if reply.status == 400:
        assert reply.body["fields"][0]["path"] in ("text", "move")
    assert rows(game) == before


def test_a_body_too_large_is_not_read(game: Game, cast: Cast) -> None:
    reply = device(game, cast.ada).post(moves(game), b" " * 64_001)
    assert (reply.status, reply.code) == (413, "too_large")
    charts = browser(cast.ada).post("charts/", b" " * 64_001)
    assert charts.status == 400
    assert browser(cast.ada).post("charts/", b" " * 1_000_001).status == 413


def test_a_body_is_to_be_json(game: Game, cast: Cast) -> None:
    ada = device(game, cast.ada)
    response = ada.client.post(
        f"/api/{moves(game)}", data={"seen": 1}, headers=ada.headers
    )  # a form
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported_media_type"


def test_an_answer_is_json_whatever_is_accepted(game: Game) -> None:
    response = nobody().client.get(
        f"/api/games/{game.code}/?format=xml", headers={"Accept": "text/html"}
    )
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize(
    "path",
    [
        "nothing/",
        "games/ZZZZZZ/",
        "games/%00/",
        "games/%F0%9F%9A%82/",
        "games/" + "A" * 500 + "/",
        "titles/nothing/",
        "titles/nothing/rules/",
        "charts/nothing/",
    ],
)
def test_what_is_not_there_is_not_found(db: None, path: str) -> None:
    reply = nobody().get(path)
    assert reply.status == 404
    assert reply.body["message"]


@pytest.mark.parametrize(
    "path",
    [
        "requests/99999999999999999999999999/",
        "requests/1/",
        "participants/99999999999999999999999999/",
        "seats/F/give/",
        "seats/%00/give/",
        "seats/AA/give/",
    ],
)
def test_what_an_address_names_within_a_game_is_not_found(
    game: Game, cast: Cast, path: str
) -> None:
    data = {"requests": {"consent": True}, "seats": {"participant": None}}
    sent = data.get(path.split("/")[0], {"host": True})
    method = "PATCH" if path.startswith("participants") else "POST"
    reply = browser(cast.ada).send(method, f"games/{game.code}/{path}", sent)
    assert (reply.status, reply.code) == (404, "not_found")


@pytest.mark.parametrize("value", ["-1", "x", "1.5", "99999999999", "%00", "١"])
@pytest.mark.parametrize(
    "path",
    ["events/?after=", "log/?before=", "legal-moves/?limit=", "position/?at=", "money/?after="],
)
def test_a_wrong_query_is_named(game: Game, path: str, value: str) -> None:
    reply = nobody().get(f"games/{game.code}/{path}{value}")
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.body["fields"][0]["path"] == path.split("?")[1].rstrip("=")


def test_a_method_that_is_not_there_is_told(game: Game) -> None:
    reply = nobody().send("DELETE", f"games/{game.code}/")
    assert (reply.status, reply.code) == (405, "method_not_allowed")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
VALUES = JSON | st.sampled_from(["M1", "red", "A", "start", 5, 20, 10**12, "\u0000", "\u202e"])
MOVES = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(
            ["start", "buy", "build", "done", "dividends", "pick", "draft", "chart"]
        )
    },
    optional=dict.fromkeys(
        ("railroad", "at", "issued", "value", "shares", "pay", "path", "card", "picks", "place"),
        VALUES,
    ),
)
PATHS = [
    "moves/", "undo/", "redo/", "undo-to/", "take-back/", "corrections/", "notes/", "position/",
    "start/", "status/", "finish/", "seats/A/give/", "requests/1/", "token/",
]  # fmt: skip


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    path=st.sampled_from(PATHS),
    move=MOVES | JSON,
    more=st.dictionaries(
        st.sampled_from(
            ["note", "seat", "target", "accept", "text", "position", "wish", "setup", "participant"]
        ),
        VALUES,
        max_size=3,
    ),
)
def test_nothing_that_is_sent_makes_a_500(
    game: Game, cast: Cast, path: str, move: Any, more: dict[str, Any]
) -> None:
    sent = {"seen": fresh(game).last, "move": move, **more}
    for data in (sent, {key: sent[key] for key in sent if key != "move"}):
        reply = browser(cast.ada).post(f"games/{game.code}/{path}", json.dumps(data).encode())
        assert reply.status < 500, reply.body
        assert reply.status < 300 or reply.body["message"]


NAMES: list[tuple[str, bool]] = [
    ("<script>alert(1)</script>", True),
    ("  Zoë  Q. ", True),
    ("\u05d0\u05d1\u05d2", True),
    ("x" * 500, False),
    ("", False),
    ("a\u202eb", False),
    ("a\nb", False),
    ("\u200b", False),
]


@pytest.mark.parametrize(("name", "fits"), NAMES)
def test_names_are_judged_by_one_rule(game: Game, name: str, fits: bool) -> None:
    reply = nobody().post("games/join/", {"code": game.code, "name": name})
    assert reply.status == (201 if fits else 400), reply.body
    if not fits:
        assert reply.body["fields"][0]["path"] == "name"
    else:
        assert reply.body["name"] == " ".join(name.split())


def test_a_correction_of_what_does_not_count_is_named(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    ada: Api = device(game, cast.ada)
    for target in (0, 1, 9999):
        sent = entry(game, target=target, action="remove")
        reply = ada.post(f"games/{game.code}/corrections/", sent)
        assert (reply.status, reply.body["fields"][0]["path"]) == (400, "target")
