"""Editing charts: who may, what a save keeps, what bad input gets."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from games import lines
from games.models import Chart
from games.services import charts
from scoring.models import Club
from tests.cast import Person, ada, ben, cho, club, dee, eve
from tests.games.chart_pages import TITLE, cells, chart, newest, save, shipped, typed, where
from tests.games.pages import text_of, value_of

__all__ = ["ada", "ben", "chart", "cho", "club", "dee", "eve", "shipped"]


# Who may


@pytest.mark.parametrize("name", ["ada", "ben", "eve"])
def test_every_member_of_the_club_edits_its_chart(
    chart: Chart, name: str, request: pytest.FixtureRequest
) -> None:
    person: Person = request.getfixturevalue(name)
    assert person.client.get(where(chart)).status_code == 200
    assert save(person.client, chart, "row", **typed(c0="4 1")).status_code == 302
    assert cells(chart)["0,0"]["cost"] == "4"
    assert newest(chart).by_name == person.name


@pytest.mark.parametrize("name", ["cho", "dee"])
def test_watcher_and_stranger_look_but_change_nothing(
    chart: Chart, name: str, request: pytest.FixtureRequest
) -> None:
    person: Person = request.getfixturevalue(name)
    assert person.client.get(where(chart, "history")).status_code == 200
    assert "Edit the chart" not in text_of(person.client.get(f"/charts/{chart.public_id}/"))
    assert person.client.get(where(chart)).status_code == 403
    assert save(person.client, chart, "row", **typed(c0="4 1")).status_code == 403
    back = {"seen": 1, "number": 1}
    assert person.client.post(where(chart, "back"), back).status_code == 403
    assert newest(chart).number == 1


def test_stranger_does_not_even_see_the_chart_of_a_private_club(
    chart: Chart, club: Club, dee: Person, ben: Person
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PRIVATE)
    for page in ("edit", "history"):
        assert dee.client.get(where(chart, page)).status_code == 404
    assert dee.client.get(f"/charts/{chart.public_id}/board.svg").status_code == 404
    assert dee.client.post(where(chart, "copy"), {"club": club.public_id}).status_code == 404
    assert ben.client.get(where(chart)).status_code == 200


def test_shipped_board_is_copied_to_the_club_before_it_is_edited(
    shipped: Chart, club: Club, ben: Person
) -> None:
    assert ben.client.get(where(shipped)).headers["Location"].endswith("#copy")
    assert save(ben.client, shipped, "row", **typed(c0="4 1")).status_code == 403
    copied = ben.client.post(where(shipped, "copy"), {"club": club.public_id})
    own = Chart.objects.get(club=club)
    assert copied.headers["Location"] == f"/charts/{own.public_id}/"
    assert newest(own).data == newest(shipped).data
    assert save(ben.client, own, "hex", place="-3,0", v__cost="5").status_code == 302
    assert cells(own)["-3,0"]["cost"] == "5"
    assert newest(shipped).number == 1


def test_stranger_copies_nothing_to_a_club_that_is_not_theirs(
    shipped: Chart, club: Club, dee: Person
) -> None:
    answer = dee.client.post(where(shipped, "copy"), {"club": club.public_id})
    assert answer.status_code == 403
    assert not Chart.objects.filter(club=club).exists()


# Drawing


def test_member_draws_a_board_from_its_size(club: Club, ben: Person) -> None:
    sent = {
        "name": "Printed map",
        "club": club.public_id,
        "width": "7",
        "height": "5",
        "shifted": "first",
    }
    answer = ben.client.post("/charts/new/continental_divide/draw/", sent)
    own = Chart.objects.get(club=club)
    assert answer.headers["Location"] == where(own)
    page = text_of(ben.client.get(where(own)))
    assert "0 of 35 places known" in page
    assert "missing: San Diego" in page


def test_both_ways_to_a_new_chart_have_labels_of_their_own(club: Club, ben: Person) -> None:
    html = ben.client.get("/charts/new/continental_divide/").content.decode()
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {"id_name", "draw_name"} <= set(ids)


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": "0"},
        {"height": "100"},
        {"width": "50", "height": "41"},
        {"width": "x"},
        {"name": ""},
        {"club": "nobody"},
        {"shifted": "third"},
    ],
)
def test_size_that_cannot_be_is_said_at_its_field(
    club: Club, ben: Person, wrong: dict[str, str]
) -> None:
    sent = {"name": "M", "club": club.public_id, "width": "7", "height": "5", "shifted": "first"}
    answer = ben.client.post("/charts/new/continental_divide/draw/", sent | wrong)
    assert answer.status_code == 400
    assert not Chart.objects.filter(club=club).exists()


# Typing, painting


def test_row_is_typed_and_empty_means_not_known(chart: Chart, ben: Person) -> None:
    save(ben.client, chart, "row", **typed(c0="04 1", c1="4 ", c2=" 3"))
    found = cells(chart)
    assert [found[f"{q},0"]["cost"] for q in range(4)] == ["4", "4", "", ""]
    assert [found[f"{q},0"]["income"] for q in range(4)] == ["1", "", "3", ""]
    assert newest(chart).why.startswith("3 places changed: ")
    assert "cost – → 4" in newest(chart).why


def test_save_and_next_row_leads_on(chart: Chart, ben: Person) -> None:
    answer = save(ben.client, chart, "row", then="next", **typed(c0="4 1"))
    assert answer.headers["Location"].endswith("?row=1#c-0_1-cost")


def test_saving_what_is_as_it_was_makes_no_version(chart: Chart, ben: Person) -> None:
    for _ in range(2):
        save(ben.client, chart, "row", **typed(c0="4 1"))
    assert newest(chart).number == 2


def test_everything_west_of_a_hex_is_painted(chart: Chart, ben: Person) -> None:
    save(ben.client, chart, "paint", brush="region=W", place="2,0", reach="west")
    found = cells(chart)
    assert found["2,0"]["region"] == "W"
    assert found["-1,3"]["region"] == "W"
    assert found["3,0"]["region"] == ""
    assert found["2,1"]["region"] == ""


def test_terrain_is_listed_and_painted_with_its_figures(chart: Chart, ben: Person) -> None:
    save(ben.client, chart, "terrain", terrain="high plains", cost="4", income="0")
    save(ben.client, chart, "paint", brush="region=C", place="0,0", reach="row")
    save(ben.client, chart, "paint", brush="terrain=high plains", place="0,0", reach="row")
    found = cells(chart)["5,0"]
    assert (found["cost"], found["income"], found["terrain"]) == ("4", "0", "high plains")
    assert "6 of 24 places known" in text_of(ben.client.get(where(chart)))


def test_hexes_are_added_and_taken_off(chart: Chart, ben: Person) -> None:
    save(ben.client, chart, "paint", brush="add", place="-1,0", reach="hex")
    save(ben.client, chart, "paint", brush="remove", place="5,0", reach="hex")
    assert "-1,0" in cells(chart)
    assert "5,0" not in cells(chart)
    assert [one.why for one in chart.versions.order_by("number")[1:]] == [
        "1 place added: new: -1,0",
        "1 place removed: taken off: 5,0",
    ]


def test_many_hexes_are_painted_with_one_save(chart: Chart, ben: Person) -> None:
    edit = {"0,0": {"port": "Seattle", "region": "W"}, "1,0": {"region": "W"}, "5,0": None}
    assert save(ben.client, chart, "changes", changes=json.dumps(edit)).status_code == 302
    assert newest(chart).number == 2
    assert cells(chart)["0,0"]["port"] == "Seattle"
    assert "5,0" not in cells(chart)


def test_board_is_declared_complete_only_once_it_is(
    chart: Chart, ben: Person, shipped: Chart
) -> None:
    refused = save(ben.client, chart, "chart", name="Our map", complete="1")
    assert refused.status_code == 400
    assert "A complete board has a hex for C1" in text_of(refused)
    assert not lines.board_of(TITLE, newest(chart).pk).complete
    practice = json.loads(newest(shipped).data)
    board = charts.read_board(TITLE, practice | {"complete": False})
    own = charts.create_chart(chart.club_id or 0, chart.title, "Full", board).chart
    assert save(ben.client, own, "chart", name="Full", complete="1").status_code == 302
    assert newest(own).why.endswith(
        "name Practice board: Prairie and Pacific → Full; declared complete"
    )


# Faults at their hex


@pytest.mark.parametrize("figure", ["x", "100", "-1", "4.5", "٣", "1" * 61])
def test_wrong_figure_is_said_at_its_hex_and_the_rest_of_the_row_is_kept(
    chart: Chart, ben: Person, figure: str
) -> None:
    answer = save(ben.client, chart, "row", **typed(c0="4 1", c1=f"{figure} 2"))
    html = answer.content.decode()
    assert answer.status_code == 400
    assert newest(chart).number == 1
    assert 'id="c-1_0-cost-error"' in html or "1,0" in text_of(answer)
    if len(figure) < 60:
        assert value_of(answer, "c.0,0.cost") == "4"
        assert value_of(answer, "c.1,0.cost") == figure
        assert value_of(answer, "c.1,0.income") == "2"


def test_port_in_two_hexes_is_said_at_the_second_and_what_was_painted_waits(
    chart: Chart, ben: Person
) -> None:
    edit = {"0,0": {"port": "Seattle"}, "3,1": {"port": "Seattle"}}
    answer = save(ben.client, chart, "changes", changes=json.dumps(edit))
    assert answer.status_code == 400
    assert "3,1 : Seattle is already 0,0" in text_of(answer)
    assert json.loads(unescape(value_of(answer, "changes"))) == edit
    assert newest(chart).number == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "paint", "brush": "region=W", "place": "here", "reach": "hex"},
        {"act": "paint", "brush": "region=W", "place": "0,0", "reach": "moon"},
        {"act": "paint", "brush": "cost=4", "place": "0,0", "reach": "hex"},
        {"act": "paint", "brush": "region=Q", "place": "0,0", "reach": "hex"},
        {"act": "paint", "brush": "", "place": "0,0", "reach": "hex"},
        {"act": "paint", "brush": "add", "place": "100,0", "reach": "hex"},
        {"act": "changes", "changes": "{"},
        {"act": "changes", "changes": "[]"},
        {"act": "changes", "changes": '{"0,0": 4}'},
        {"act": "changes", "changes": '{"0,0": {"colour": "red"}}'},
        {"act": "changes", "changes": '{"0,0\\u0000": {}}'},
        {"act": "changes", "changes": '{"": {"name": ""}}'},
        {"act": "changes", "changes": '{"": {"terrain \\u0000": "1 1"}}'},
        {"act": "hex", "place": "", "v.cost": "4"},
        {"act": "hex", "place": "0,0", "v.name": "<script>"},
        {"act": "hex", "place": "0,0", "v.name": "a\x00b"},
        {"act": "terrain", "terrain": "", "cost": "1", "income": "1"},
        {"act": "terrain", "terrain": "plains", "cost": "1", "income": ""},
        {"act": "terrain", "terrain": "a" * 99, "cost": "1", "income": "1"},
        {"act": "chart", "name": ""},
        {"act": "dance"},
        {"act": "row", "seen": "x"},
        {"act": "row", "seen": "9"},
        {"act": "row", "seen": "1", "c.zz.cost": "4"},
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    chart: Chart, ben: Person, fields: dict[str, str]
) -> None:
    answer = ben.client.post(where(chart), {"seen": "1", "row": "0", **fields})
    assert answer.status_code == 400
    assert newest(chart).number == 1


def test_board_may_not_outgrow_its_bounds(chart: Chart, ben: Person) -> None:
    edit: Any = {f"{q},{r}": {} for q in range(50) for r in range(41)}
    answer = save(ben.client, chart, "changes", changes=json.dumps(edit))
    assert answer.status_code == 400
    assert "2000" in text_of(answer)


@pytest.mark.parametrize(
    "query", ["?row=x", "?row=99999", "?row=-", "?hex=zz", "?hex=,", "?version=0x"]
)
def test_address_that_leads_nowhere_shows_the_editor(chart: Chart, ben: Person, query: str) -> None:
    assert ben.client.get(where(chart) + query).status_code == 200
