"""Versions of charts: two people at once, going back, history, games under way, reading."""

from __future__ import annotations

import json
from html import unescape
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games.engine.charts import laid_out
from games.models import Chart, Game
from games.services import chart_edits, charts
from scoring.models import Club
from tests.cast import Person, ada, ben, cho, club, dee, eve
from tests.factories import MemberFactory
from tests.game_factories import Cast, started
from tests.games.chart_pages import TITLE, cells, chart, newest, save, shipped, typed, where
from tests.games.pages import browser, text_of, value_of

__all__ = ["ada", "ben", "chart", "cho", "club", "dee", "eve", "shipped"]

MOST_QUERIES = 25


# Two at once


def test_second_save_is_told_what_differs_and_loses_nothing(
    chart: Chart, ada: Person, ben: Person
) -> None:
    save(ada.client, chart, "row", **typed(c0="4 1", c1="5 1"))
    told = save(ben.client, chart, "row", seen=1, **typed(c0="6 1", c1=" ", c2="7 2"))
    page = text_of(told)
    assert told.status_code == 409
    assert "Version 2 has been saved since you began" in page
    assert "By Ada" in page
    assert "0,0 cost – → 4" in page
    assert "You both changed: 0,0" in page
    assert newest(chart).number == 2
    waiting = unescape(value_of(told, "changes"))
    assert json.loads(waiting) == {
        "0,0": {"cost": "6"},
        "2,0": {"cost": "7", "income": "2"},
    }
    done = save(ben.client, chart, "changes", seen=2, changes=waiting)
    assert done.status_code == 302
    found = cells(chart)
    assert [found[f"{q},0"]["cost"] for q in range(3)] == ["6", "5", "7"]


@pytest.mark.django_db(transaction=True)
def test_of_two_saves_at_the_same_moment_one_is_kept_and_one_is_told(
    transactional_db: None,
) -> None:
    assert TITLE.editor is not None
    assert TITLE.editor.empty is not None
    owner = Club.objects.create(name="Thursday Rails")
    board = TITLE.editor.empty("Our map", laid_out(6, 4))
    chart = charts.create_chart(owner.pk, "continental_divide", "Our map", board).chart
    start, told = Barrier(4), []

    def work(number: int) -> None:
        start.wait()
        try:
            chart_edits.save(chart.pk, 1, {f"{number},0": {"cost": "4"}}, f"P{number}")
        except chart_edits.ChartMoved as moved:
            told.append(moved.edit)
        finally:
            connections.close_all()

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert newest(chart).number == 2
    assert len(told) == 3
    assert all(list(edit.values()) == [{"cost": "4"}] for edit in told)


# Versions


def test_undo_goes_back_save_by_save_and_nothing_is_lost(chart: Chart, ben: Person) -> None:
    for cost in "45":
        save(ben.client, chart, "row", **typed(c0=f"{cost} 1"))
    first, second = (chart.versions.get(number=number).data for number in (1, 2))
    for expected in (second, first):
        target = chart_edits.undo_target(chart)
        sent = {"seen": newest(chart).number, "number": target}
        assert ben.client.post(where(chart, "back"), sent).status_code == 302
        assert newest(chart).data == expected
    assert chart_edits.undo_target(chart) is None
    assert "Undo the last save" not in text_of(ben.client.get(where(chart)))
    again = {"seen": newest(chart).number, "number": 3}
    ben.client.post(where(chart, "back"), again)
    assert cells(chart)["0,0"]["cost"] == "5"
    assert newest(chart).number == 6
    assert chart_edits.undo_target(chart) == 2


def test_going_back_on_an_old_page_is_told_and_does_nothing(chart: Chart, ben: Person) -> None:
    save(ben.client, chart, "row", **typed(c0="4 1"))
    ben.client.post(where(chart, "back"), {"seen": 1, "number": 1})
    assert newest(chart).number == 2
    assert "has saved version 2" in text_of(ben.client.get(where(chart, "history")))


@pytest.mark.parametrize("fields", [{}, {"seen": "1"}, {"seen": "1", "number": "7"}, {"seen": "x"}])
def test_going_back_to_nowhere_is_refused(chart: Chart, ben: Person, fields: Any) -> None:
    assert ben.client.post(where(chart, "back"), fields).status_code == 400


def test_history_says_who_changed_what(chart: Chart, ada: Person, ben: Person, dee: Person) -> None:
    save(ben.client, chart, "row", **typed(c0="4 1"))
    save(ada.client, chart, "paint", brush="region=W", place="0,0", reach="all")
    page = text_of(dee.client.get(where(chart, "history")))
    assert "24 places region not known → Western Region" in page
    assert "0,0 cost – → 4, income – → 1" in page
    assert page.index("Ada") < page.index("Ben")
    assert "Back to version" not in page
    assert "Back to version 1" in text_of(ada.client.get(where(chart, "history")))


def test_history_is_read_page_by_page(chart: Chart, ben: Person) -> None:
    for cost in range(12):
        save(ben.client, chart, "row", **typed(c0=f"{cost} 1"))
    page = ben.client.get(where(chart, "history"))
    assert "?before=4" in page.content.decode()
    rest = text_of(ben.client.get(where(chart, "history") + "?before=4"))
    assert "Version 3" in rest
    assert "Version 1" in rest
    assert "Version 4" not in rest


def test_game_under_way_keeps_its_version_and_the_page_says_so(
    cast: Cast, club: Club, cho: Person, shipped: Chart
) -> None:
    own = chart_edits.copy_chart(newest(shipped), club.pk, "Ada").chart
    game, before = started(cast), newest(own).pk
    Game.objects.filter(pk=game.pk).update(board=before)
    MemberFactory.create(club=club, user=cast.ada.user, name="Ada")
    owner = browser(cast.ada)
    page = text_of(owner.get(where(own)))
    assert "One game under way" in page
    assert f"{game.code} on version 1" in page
    save(owner, own, "hex", place="-3,0", v__cost="9")
    assert Game.objects.get(pk=game.pk).board_id == before
    assert newest(own).number == 2
    assert game.code not in text_of(cho.client.get(f"/charts/{own.public_id}/"))


def test_chart_goes_out_and_in_as_json(chart: Chart, ben: Person, club: Club) -> None:
    save(ben.client, chart, "paint", brush="region=W", place="0,0", reach="all")
    text = ben.client.get(f"/charts/{chart.public_id}/board.json").content.decode()
    sent = {"name": "Again", "club": club.public_id, "text": text}
    ben.client.post("/charts/new/continental_divide/", sent)
    assert newest(Chart.objects.get(name="Again")).data == newest(chart).data


# Reading


def test_picture_is_kept_by_the_browser_under_its_print(chart: Chart, ben: Person) -> None:
    html = ben.client.get(where(chart)).content.decode()
    address = unescape(html.split('data-picture="')[1].split('"')[0])
    answer = ben.client.get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert answer.content.decode().count('class="place unknown"') == 24
    again = ben.client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_largest_board_is_edited_in_bounded_queries(club: Club, ben: Person) -> None:
    assert TITLE.editor is not None
    assert TITLE.editor.empty is not None
    board = TITLE.editor.empty("Large", laid_out(50, 40))
    large = charts.create_chart(club.pk, "continental_divide", "Large", board).chart
    with CaptureQueriesContext(connection) as asked:
        page = ben.client.get(where(large) + "?row=20")
    assert page.status_code == 200
    assert len(asked) <= MOST_QUERIES
    assert len(page.content) < 200_000
