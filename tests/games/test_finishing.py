"""After the last move: nothing lost, nothing doubled, whatever fails in between."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from games import lines
from games.engine.codec import encode
from games.engine.title import Title
from games.models import Chart, Event, Game
from games.registry import TITLES
from games.services import charts, entries, finishing
from games.services.charts import read_board, revise_chart
from scoring import services
from scoring.models import Member, Play
from scoring.people import Who
from tests.game_factories import enter, fresh, new_cast, request, started

LAST = "n=3 turn=8 active=C | A=9 B=2 C=3 | red{iss=5 val=20 hold=A2,B1 tre=7 at=M1}"


@pytest.fixture
def over(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game at its end that nobody could be told of: no worker answered."""
    cache.clear()
    cast = new_cast()
    game = started(cast, position=LAST)
    with monkeypatch.context() as patched:
        patched.setattr("games.receivers.finish_game.delay", _no_broker)
        enter(game, cast.ada, "C: done")
        enter(game, cast.ada, "dividends")
    assert fresh(game).status == "over"
    assert not Play.objects.exists()
    return fresh(game)


def _no_broker(*_: object) -> None:
    raise OSError("no broker")


def test_looking_at_an_unrecorded_result_has_it_recorded(over: Game) -> None:
    assert Client().get(f"/g/{over.code}/").status_code == 200
    assert Play.objects.get(source_ref=over.code).tally_state == "done"


def test_result_keeps_the_time_of_each_seat(over: Game) -> None:
    # The clock was on from the beginning, and every event came two minutes after the one before.
    on = encode(lines.Entered(status="clock_on"))
    Event.objects.filter(game=over, number=1).update(data=on)
    for event in Event.objects.filter(game=over):
        at = event.at + timedelta(minutes=2 * event.number)
        Event.objects.filter(pk=event.pk).update(at=at.replace(second=0, microsecond=0))
    finishing.hand_over(over.pk)
    times = Play.objects.get().scores.values_list("seat", "seconds", "turns")
    assert ("C", 120, 1) in times


def test_forgotten_player_is_nobody_in_the_game_too(over: Game) -> None:
    finishing.hand_over(over.pk)
    play = Play.objects.get()
    score = play.scores.exclude(player=None)[0]
    assert score.player is not None
    owner = Member.objects.create(club=play.club, guest=uuid4(), name="Own", role="owner")
    services.forget_player(play.club, Who(guest=owner.guest), score.player.pk)
    seat = over.seats.get(letter=score.seat)
    assert seat.name == "Former player 1"
    assert score.name not in str(
        list(Event.objects.filter(game=over).values_list("said", "by_name"))
    )
    page = Client().get(f"/g/{over.code}/log/").content.decode()
    assert score.name not in page


def test_handing_over_twice_makes_one_play(over: Game) -> None:
    assert finishing.hand_over(over.pk) == finishing.hand_over(over.pk)
    assert Play.objects.count() == 1


@pytest.mark.django_db
def test_charted_hexes_are_kept_once_and_over_what_the_club_changed_meanwhile() -> None:
    cast = new_cast()
    text = charts.shipped_text("continental_divide")
    data = json.loads(text)
    removed = next(one for one in data["hexes"] if not one.get("name"))
    data["hexes"].remove(removed)
    data["complete"] = False
    title = TITLES["continental_divide"]
    game = started(cast)
    version = charts.create_chart(game.club_id, title.meta.key, "Ours", read_board(title, data))
    Game.objects.filter(pk=game.pk).update(board=version)
    place = f"{removed['q']},{removed['r']}"
    move = {
        "kind": "chart",
        "place": place,
        "cost": removed["cost"],
        "income": removed["income"],
        "region": removed["region"],
        "west_of_divide": removed["west_of_divide"],
    }
    entries.play(game.pk, cast.ada.claims, move, request(game))
    data["name"] = "Renamed meanwhile"
    revise_chart(version.chart_id, read_board(title, data), why="edited")
    now = fresh(game)
    first, again = charts.keep_charted(now), charts.keep_charted(now)
    assert first is not None
    assert first == again
    kept = json.loads(first.data)
    assert kept["name"] == "Renamed meanwhile"
    assert any((one["q"], one["r"]) == (removed["q"], removed["r"]) for one in kept["hexes"])


@pytest.mark.django_db
def test_charting_on_a_shipped_board_makes_one_chart_of_the_clubs_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = started(new_cast())
    title = TITLES["continental_divide"]
    board = lines.table_of(game).board
    changed = read_board(
        title, {**json.loads(charts.shipped_text(title.meta.key)), "origin": "More."}
    )
    patched = dict(TITLES)
    patched[title.meta.key] = _with_merged(title, changed)
    monkeypatch.setattr(charts, "TITLES", patched)
    assert board != changed
    first, again = charts.keep_charted(game), charts.keep_charted(game)
    assert first == again
    assert Chart.objects.filter(club_id=game.club_id).count() == 1


def _with_merged(title: Title, board: object) -> Title:
    return replace(title, merged_board=lambda table, state: board)
