"""Who may do what through the API: Ada hosts, Ben is seated, Cho watches, Dee is a stranger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game, Participant
from games.services import seats
from tests.game_factories import Cast, Person, enter, fresh, guest, rows, started
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
    token_of,
)

Call = tuple[str, str, dict[str, Any]]


def entries_of(game: Game) -> list[Call]:
    """Return every way to enter something."""
    code, seen = game.code, {"seen": fresh(game).last}
    return [
        ("POST", f"games/{code}/moves/", {**seen, "move": START}),
        ("POST", f"games/{code}/moves/", {**seen, "move": START, "dry_run": True}),
        ("POST", f"games/{code}/undo/", seen),
        ("POST", f"games/{code}/redo/", seen),
        ("POST", f"games/{code}/take-back/", seen),
        ("POST", f"games/{code}/undo-to/", {**seen, "target": 0}),
        ("POST", f"games/{code}/corrections/", {**seen, "target": 1, "action": "remove"}),
        ("POST", f"games/{code}/position/", {**seen, "position": "x", "note": "because"}),
    ]


def host_only(game: Game) -> list[Call]:
    """Return everything that is the host's alone."""
    code, cho = game.code, Participant.objects.get(game=game, name="Cho").pk
    return [
        ("POST", f"games/{code}/start/", {"setup": {"order": "ABC"}}),
        ("POST", f"games/{code}/status/", {"wish": "pause"}),
        ("POST", f"games/{code}/finish/", {}),
        ("POST", f"games/{code}/seats/C/give/", {"participant": cho}),
        ("POST", f"games/{code}/requests/1/", {"consent": True}),
        ("PATCH", f"games/{code}/participants/{cho}/", {"role": "scorekeeper"}),
        ("PATCH", f"games/{code}/participants/{cho}/", {"host": True}),
        ("PATCH", f"games/{code}/seats/A/", {"name": "Adele"}),
    ]


READS = ("", "events/", "log/", "legal-moves/", "tally/", "position/", "money/")


def refused(game: Game, who: Api, calls: list[Call]) -> set[tuple[int, str]]:
    """Return the refusals that someone gets, having seen that nothing was written."""
    before = rows(game)
    replies = [who.send(method, path, data) for method, path, data in calls]
    assert rows(game) == before
    return {(reply.status, reply.body.get("code", "")) for reply in replies}


def test_dee_may_enter_nothing(game: Game, cast: Cast) -> None:
    noting = ("POST", f"games/{game.code}/notes/", {"text": "hello"})
    calls = [*entries_of(game), noting]
    assert refused(game, browser(cast.dee), calls) == {(403, "not_in_game")}


def test_nobody_may_enter_anything(game: Game) -> None:
    assert refused(game, nobody(), entries_of(game)) == {(403, "not_in_game")}


def test_cho_may_enter_nothing_but_notes(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, START_TEXT)
    got = refused(game, browser(cast.cho), entries_of(game))
    assert got <= {
        (403, "watching_only"),
        (403, "not_your_entry"),
        (403, "ruling_rights"),
        (400, "malformed"),
    }
    note = browser(cast.cho).post(f"games/{game.code}/notes/", {"text": "hello"})
    assert note.status == 201


def test_only_ada_may_do_what_is_the_hosts(game: Game, cast: Cast) -> None:
    for person in (cast.ben, cast.cho):
        assert refused(game, browser(person), host_only(game)) == {(403, "host_only")}
    for stranger in (browser(cast.dee), nobody()):
        assert refused(game, stranger, host_only(game)) == {(403, "not_in_game")}


def test_ben_may_not_enter_for_adas_seat(game: Game, cast: Cast) -> None:
    before = rows(game)
    reply = browser(cast.ben).post(moves(game), entry(game, move=START, seat="A"))
    assert (reply.status, reply.code) == (403, "not_your_seat")
    none = browser(cast.ben).post(moves(game), entry(game, move=START, seat="F"))
    assert (none.status, none.code) == (403, "no_such_seat")
    assert rows(game) == before


def test_ada_may_enter_for_bens_seat_and_it_is_recorded(game: Game, cast: Cast) -> None:
    ada = browser(cast.ada)
    ada.post(moves(game), entry(game, move={"kind": "done"}))
    reply = ada.post(moves(game), entry(game, move={"kind": "done"}, seat="B"))
    assert reply.status == 201
    line = ada.get(f"games/{game.code}/events/?after={reply.body['number'] - 1}").body["events"][0]
    assert (line["seat"], line["by"], line["proxy"]) == ("B", "Ada", True)


def test_ben_may_not_rule_nor_set_the_position(game: Game, cast: Cast) -> None:
    ben = browser(cast.ben)
    ruled = ben.post(moves(game), entry(game, move=START, ruled=True, note="we say so"))
    assert (ruled.status, ruled.code) == (403, "ruling_rights")
    place = ben.get(f"games/{game.code}/position/").body["position"]
    put = ben.post(f"games/{game.code}/position/", entry(game, position=place, note="we say so"))
    assert (put.status, put.code) == (403, "ruling_rights")


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("who", ["ada", "ben", "cho", "dee", "nobody"])
def test_whoever_knows_the_code_may_look(game: Game, cast: Cast, path: str, who: str) -> None:
    api = nobody() if who == "nobody" else browser(getattr(cast, who))
    reply = api.get(f"games/{game.code}/{path}")
    assert reply.status == 200, reply.body


def test_what_one_may_enter_is_shown_to_those_who_may(game: Game, cast: Cast) -> None:
    def forms(person: Person) -> list[str]:
        body = browser(person).get(f"games/{game.code}/").body
        return [form["kind"] for form in body["forms"]]

    assert "start" in forms(cast.ada)
    assert "start" not in forms(cast.ben)
    assert forms(cast.cho) == forms(cast.dee) == []


def test_a_seat_token_counts_alone(game: Game, cast: Cast) -> None:
    ada = browser(cast.ada)
    ada.headers["Authorization"] = f"Seat {token_of(game, cast.ben)}"
    assert ada.get(f"games/{game.code}/").body["you"]["name"] == "Ben"


def test_a_seat_token_is_good_for_its_game_only(game: Game, cast: Cast) -> None:
    other = started(Cast(cast.ada, guest("Ben"), guest("Cho"), cast.dee))
    reply = device(game, cast.ben).post(moves(other), entry(other, move=START))
    assert (reply.status, reply.code) == (403, "not_in_game")


@pytest.mark.parametrize(
    "end",
    [
        lambda game, cast: seats.leave(game.pk, cast.ben.claims),
        lambda game, cast: _give_away(game, cast),
    ],
)
def test_a_token_ends_with_its_seat(game: Game, cast: Cast, end: Callable[..., None]) -> None:
    ben = device(game, cast.ben)
    assert ben.get(f"games/{game.code}/").body["you"] is not None
    end(game, cast)
    assert ben.get(f"games/{game.code}/").body["you"] is None
    reply = ben.post(moves(game), entry(game, move={"kind": "done"}))
    assert (reply.status, reply.code) == (403, "not_in_game")


def _give_away(game: Game, cast: Cast) -> None:
    cho = Participant.objects.get(game=game, name="Cho")
    seats.give_seat(game.pk, cast.ada.claims, "B", cho.pk)
