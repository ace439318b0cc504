"""A game over time: what the charts say is what the states say."""

from __future__ import annotations

from django.test import Client

from games import insight, lines, queries
from games.models import Game
from games.services import undo
from tests.game_factories import Cast, enter, fresh, idle_turn, request, started
from tests.games.pages import text_of


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


def test_tally_says_in_words_what_counts(cast: Cast) -> None:
    """No key of the score sheet is shown as it is stored."""
    games = (
        started(cast, "empire_builder", 2, position="n=2"),
        started(
            cast,
            "central_pacific",
            2,
            position="E1=A@2:ESW F10=B@2:NEW E2=S:NS E3=S:NS E4=@2:NESW A!E2",
        ),
        started(cast, "twentieth_century_limited", 2, open_stacks="open", position="order=AB w=A3"),
    )
    texts = [text_of(Client().get(f"/g/{game.code}/tally/")) for game in games]
    assert "Cash, of 120 to win 40 40 EB-61" in texts[0]
    assert "Use fees earned 0 – EB-57" in texts[0]
    assert "Rails of the line E1-E4 2 2 CP-71 City 2 on E1 1 2 CP-72" in texts[1]
    assert "Entry Waivers left 3" in texts[2]
