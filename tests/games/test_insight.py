"""A game over time: what the charts say is what the states say."""

from __future__ import annotations

from django.test import Client

from games import insight, lines, queries
from games.models import Game
from games.services import undo
from tests.game_factories import Cast, enter, fresh, idle_turn, request, started


def test_moments_are_the_ends_of_turns_with_their_measures(game: Game, cast: Cast) -> None:
    enter(game, cast.ada, "A: start red at=M1 iss=5 val=20")
    enter(game, cast.ada, "A: done")
    found = insight.moments(fresh(game))
    cash = [next(m.values for m in one.measures if m.key == "cash") for one in found]
    assert [one["A"] for one in cash] == [80, 60]
    assert found[-1].label == "1 A"
    now = fresh(game)
    measures = lines.title_of(now).measures
    assert measures is not None
    assert found[-1].measures == measures(lines.table_of(now), lines.state_at(now, now.head))


def test_undone_turns_are_not_shown(game: Game, cast: Cast) -> None:
    idle_turn(game, cast)
    shown = len(insight.moments(fresh(game)))
    undo.undo_to(game.pk, cast.ada.claims, 0, request(game))
    assert len(insight.moments(fresh(game))) == 1 < shown


def test_page_shows_a_chart_and_a_table_for_each_measure(game: Game, cast: Cast) -> None:
    idle_turn(game, cast)
    text = Client().get(f"/g/{game.code}/over-time/").content.decode()
    assert text.count("<figure") == text.count("<table") == 4
    assert "style=" not in text


def test_csv_has_a_row_for_each_turn_and_measure_and_no_formula(game: Game, cast: Cast) -> None:
    seat = game.seats.get(letter="A")
    seat.name = "=1+1"
    seat.save()
    enter(game, cast.ada, "A: done")
    text = Client().get(f"/g/{game.code}/over-time.csv").content.decode()
    lines_ = text.splitlines()
    assert lines_[0].startswith("turn,entry,measure,'=1+1,Ben")
    assert len(lines_) == 1 + 2 * 4


def test_hidden_cash_is_not_followed(cast: Cast) -> None:
    hidden = started(cast, cash="hidden")
    view = queries.view(fresh(hidden), *cast.ada.claims)
    keys = {plot.key for plot in insight.plots(view, insight.moments(fresh(hidden)))}
    assert keys == {"points", "income"}
