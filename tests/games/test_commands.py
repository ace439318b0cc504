"""The commands that verify stored logs and fill in a demonstration."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from games import demo, lines
from games.models import Event, Game, Snapshot
from games.services import corrections, entries, undo
from games.services.corrections import Change
from scoring.models import Play
from tests.game_factories import Cast, enter, fresh, lobby, request, started


def replay(**options: Any) -> tuple[list[str], int]:
    """Run the command and return its lines and exit status."""
    out = io.StringIO()
    try:
        call_command("replay", stdout=out, **options)
    except SystemExit as ended:
        return out.getvalue().splitlines(), int(str(ended.code))
    return out.getvalue().splitlines(), 0


@pytest.fixture
def branched(game: Game, cast: Cast) -> Game:
    """A log with everything in it: undone and redone entries, a branch left, a correction, notes."""
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    enter(game, cast.ada, "A: done")
    enter(game, cast.ben, "B: start blue at=M2 iss=5 val=21")
    undo.undo(game.pk, cast.ben.claims, request(game))
    undo.redo(game.pk, cast.ben.claims, request(game))
    undo.undo_to(game.pk, cast.ada.claims, 0, request(game, confirm=True))
    started_red = enter(game, cast.ada, "A: start red at=M1 iss=4 val=25")
    enter(game, cast.ada, "A: done")
    wish = {"kind": "start", "railroad": "red", "at": "M1", "issued": 6, "value": 30}
    change = Change(started_red.number, "replace", wish)
    corrections.correct(game.pk, cast.ada.claims, change, request(game))
    enter(game, cast.ben, "B: done")
    lines.forget()
    return fresh(game)


def test_replay_holds_for_logs_with_branches_corrections_and_lobbies(
    branched: Game, cast: Cast, django_assert_max_num_queries: Any
) -> None:
    lobby(cast)
    before = list(Event.objects.values()), list(Game.objects.values())
    assert replay() == (["2 games hold, 0 do not"], 0)
    assert (list(Event.objects.values()), list(Game.objects.values())) == before


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda game: game.snapshots.filter(node=0).delete(), "the opening has no snapshot"),
        (lambda game: game.snapshots.filter(node=0).update(state="{}"), "cannot be read"),
        (
            lambda game: Snapshot.objects.filter(game=game).update(
                state=Snapshot.objects.get(game=game, node=0).state.replace('"turn":1', '"turn":2')
            ),
            "differs from the replay",
        ),
        (lambda game: Game.objects.filter(pk=game.pk).update(actor="A"), "the game says 'A'"),
        (lambda game: Game.objects.filter(pk=game.pk).update(end="turn_8"), "says 'turn_8'"),
        (lambda game: Game.objects.filter(pk=game.pk).update(head=F("head") - 1), "the game says"),
        (lambda game: game.events.filter(number=game.last).update(actor="A"), "the log says 'A'"),
        (
            lambda game: game.events.filter(number=game.last).update(number=game.last + 5),
            "the log ends at event",
        ),
        (lambda game: game.events.filter(number=2).update(number=900), "event 2 is missing"),
        (
            lambda game: game.events.filter(number=game.last).update(
                data='{"move":{"kind":"buy","railroad":"red","shares":9,"pay":9}}'
            ),
            "is refused",
        ),
        (lambda game: Game.objects.filter(pk=game.pk).update(title="chess"), "no title chess"),
    ],
)
def test_replay_names_what_does_not_hold(branched: Game, cast: Cast, harm: Any, told: str) -> None:
    good = started(cast)
    harm(branched)
    lines.forget()
    printed, status = replay()
    assert status == 1
    assert printed[-1] == "1 games hold, 1 do not"
    assert len(printed) == 2
    assert printed[0].startswith(f"{branched.code}: ")
    assert told in printed[0]
    assert replay(game=good.code) == (["1 games hold, 0 do not"], 0)


@pytest.mark.django_db
def test_replay_of_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(CommandError, match="no game ZZZZZZ"):
        call_command("replay", game="ZZZZZZ")


def test_demo_fills_in_a_club_once(
    transactional_db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "FINISHED", 2)
    lines.forget()
    out = io.StringIO()
    call_command("demo", address="http://table.local:8000/", stdout=out)
    plays = Play.objects.filter(tally_state=Play.TallyState.DONE).order_by("played_on")
    assert plays.count() == 2
    assert len({play.played_on for play in plays}) == 2
    assert all(score.total is not None and score.player for score in plays[0].scores.all())
    running = Game.objects.get(status=Game.Status.PLAYING)
    assert running.actor in running.seat_letters
    state = lines.state_at(running, running.head)
    assert state.turn in (3, 4, 5)
    assert all(seat.name for seat in running.seats.all())
    assert replay()[1] == 0
    links = [word for word in out.getvalue().split() if word.startswith("http://table.local:8000/")]
    assert len(links) == 3
    for link in links:
        assert client.get(link.removeprefix("http://table.local:8000")).status_code == 200
    counts = Game.objects.count(), Event.objects.count(), Play.objects.count()
    call_command("demo", stdout=out)
    assert (Game.objects.count(), Event.objects.count(), Play.objects.count()) == counts


def test_demo_goes_on_where_it_was_interrupted(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "FINISHED", 1)
    lines.forget()
    entered = entries.play

    def few(*given: Any) -> Any:
        if Event.objects.count() > 30:
            raise KeyboardInterrupt
        return entered(*given)

    monkeypatch.setattr(entries, "play", few)
    with pytest.raises(KeyboardInterrupt):
        demo.make()
    monkeypatch.setattr(entries, "play", entered)
    made = demo.make()
    assert made.made == 2
    assert Game.objects.count() == 2
    assert replay()[1] == 0
