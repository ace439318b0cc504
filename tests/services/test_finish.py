"""The last move of a game: finished and tallied by a real worker on Redis."""

from __future__ import annotations

import random

import pytest

from games import demo, lines
from games.models import Game
from games.services.finishing import hand_over
from scoring.models import Play
from tests.game_factories import enter, fresh, new_cast, started
from tests.servers import wait_until


def position_before_the_end(game: Game) -> str:
    """Return the notation of a random game's position before its last move."""
    title, table = lines.title_of(game), lines.table_of(game)
    state = lines.state_at(game, 0)
    before = state
    for seat, move in demo.playout(title, table, state, random.Random(3)):
        before, state = state, title.apply(table, state, seat, move, frozenset()).state
    return title.format_position(table, before)


@pytest.mark.redis
@pytest.mark.postgres
def test_worker_finishes_and_tallies_a_game(celery_worker: None) -> None:
    cast = new_cast()
    game = started(cast, position=position_before_the_end(started(cast)))
    assert enter(game, cast.ada, "dividends").end == "turn_8"
    assert fresh(game).status == Game.Status.OVER

    def tallied() -> bool:
        return Play.objects.filter(source_ref=game.code, tally_state=Play.TallyState.DONE).exists()

    wait_until(tallied)
    play = Play.objects.get(source_ref=game.code)
    assert all(score.total is not None and score.lines for score in play.scores.all())
    assert any(score.winner for score in play.scores.all())
    again = hand_over(game.pk)
    wait_until(tallied)
    assert again == play.pk
    assert Play.objects.count() == 1
