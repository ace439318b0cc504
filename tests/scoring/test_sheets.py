"""Score sheets typed in: every title's examples, ties, refusals, changes and the way back."""

from __future__ import annotations

import datetime
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from games.registry import TITLES
from scoring import services
from scoring.forms.figures import whole
from scoring.forms.sheets import SheetForm, initial_of_sheet
from scoring.models import Club, Play, Player
from scoring.registry import SCORE_TABLES
from scoring.tables.sheets import Built, described, groups
from scoring.tables.tally import Tally
from tests.cast import Person
from tests.rules.boards import read_board
from tests.scoring.conftest import play_draft, totals_draft

EXAMPLES = Path(__file__).parent.parent / "examples"


def posted(key: str, built: Built, names: dict[str, str], **extra: Any) -> dict[str, Any]:
    """Return what a browser sends of a sheet that holds `built`."""
    table = SCORE_TABLES[key]
    said: dict[str, Any] = {"players": len(names), "played_on": "2026-05-02", **extra}
    for seat, name in names.items():
        said[f"name-{seat}"] = name
    for name, value in initial_of_sheet(table, list(names), built).items():
        if isinstance(value, tuple):
            said[name] = " ".join(map(str, value))
        elif value not in (None, False):
            said[name] = "on" if value is True else str(value)
    return said


def sheet_url(club: Club, key: str) -> str:
    """Return the page of a new sheet."""
    return f"/clubs/{club.public_id}/plays/new/{key}/"


def text_of(answer: Any) -> str:
    """Return the words of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def counted_sheets(key: str) -> list[tuple[str, Any]]:
    """Return (id, sheet) of every worked example of a title that counts the end."""
    found: list[tuple[str, Any]] = []
    worked = import_module(f"games.titles.{key}.worked")
    table, board = SCORE_TABLES[key], read_board(TITLES[key], "test")
    with pytest.MonkeyPatch.context() as patch:
        caught: list[Any] = []

        def tally(sheet: Any) -> Tally:
            caught.append(sheet)
            return table.tally(sheet)

        patch.setattr(worked, "tally", tally)
        for case in json.loads((EXAMPLES / f"{key}.json").read_text()):
            caught.clear()
            TITLES[key].run_example(board, case)
            found += [(case["id"], sheet) for sheet in caught[-1:]]
    return found


@pytest.mark.parametrize("key", TITLES)
def test_sheet_typed_in_agrees_with_every_example(key: str) -> None:
    table, examples = SCORE_TABLES[key], counted_sheets(key)
    assert examples
    for name, sheet in examples:
        tally, built = table.tally(sheet), msgspec.to_builtins(sheet)
        seats = [seat.seat for seat in tally.seats]
        options = {"option-teams": "on"} if built.get("partners") else {}
        options |= {"option-mode": built["mode"]} if "mode" in built else {}
        # What few tables agree on has no field of its own; it stays where a tracked game had it.
        special = built.get("richest") or any(
            seat.get("waiting") for seat in built.get("seats", {}).values()
        )
        data = posted(key, built, {seat: f"Player {seat}" for seat in seats}, **options)
        form = SheetForm(
            table, seats, totals_only=False, data=data, base=built if special else None
        )
        assert form.is_valid(), (name, form.errors)
        typed = form.tally()
        assert _outline(typed) == _outline(tally), name
        assert {row.letter: row.rank for row in form.standings()} == _ranks(tally), name


def _outline(tally: Tally) -> Any:
    """Return what counts of a tally, in the order of the seats' letters."""
    rows = [
        (seat.seat, seat.total, seat.rank, sorted((x.item, x.count, x.points) for x in seat.lines))
        for seat in tally.seats
    ]
    return sorted(rows), tally.tie_break


def _ranks(tally: Tally) -> dict[str, int]:
    return {seat.seat: seat.rank for seat in tally.seats}


def test_described_title_offers_every_scoring_item() -> None:
    for table in SCORE_TABLES.values():
        named = {
            step
            for g in groups(table.sheet_type, table.form, "AB")
            for f in g.fields
            for step in f.path
        }
        seat = next(part for part in table.form.parts if part.of == "seat")
        assert seat.items
        assert named
        assert table.form.colours == tuple(c.value for c in TITLES[table.key].meta.colours)
        options = {option.key: option for option in TITLES[table.key].meta.options}
        for variant in table.form.variants:
            known = [choice.value for choice in options[variant.key].choices]
            assert [value for value, _ in variant.choices] == known
        assert described(table.sheet_type).parts


def test_sheet_is_typed_in_on_one_page(club: Club, ada: Person) -> None:
    url = sheet_url(club, "twentieth_century_limited")
    assert "Regionals completed" in text_of(ada.client.get(url))
    built = {
        "seats": {
            "A": {"regionals": 5, "companies": [7, 9, 12], "bonus": [10], "waivers": 4},
            "B": {"regionals": 8, "companies": [], "bonus": [], "waivers": 2},
        }
    }
    data = posted("twentieth_century_limited", built, {"A": "Ada", "B": "Ben"})
    data |= {
        "colour-A": "red",
        "minutes": "1:35",
        "place": "Cabin",
        "notes": "Late",
        "key": "a" * 32,
    }
    preview = ada.client.post(url, data | {"preview": "1"}).content.decode()
    assert "102" in preview
    assert "87" in preview
    assert preview.index("Ben") < preview.index("Ada")
    assert not Play.objects.exists()
    first, again = (ada.client.post(url, data) for _ in range(2))
    play = Play.objects.get()
    assert first.headers["Location"] == again.headers["Location"] == f"/plays/{play.public_id}/"
    play = services.tally_play(play.pk)
    assert (play.minutes, play.place, play.notes, play.rated) == (95, "Cabin", "Late", True)
    assert (play.source, play.entered_by_name) == ("typed", "Ada")
    assert list(play.scores.values_list("name", "total", "rank", "colour")) == [
        ("Ada", 87, 2, "red"),
        ("Ben", 102, 1, ""),
    ]
    assert Player.objects.filter(club=club).count() == 2


def test_totals_alone_take_a_minus_thousands_and_a_place_for_a_tie(club: Club, ada: Person) -> None:
    data = {
        "players": 3,
        "totals": "1",
        "played_on": "2026-05-02",
        **{"name-A": "Ada", "name-B": "Ben", "name-C": "Cy"},
        **{"total-A": "1,250", "total-B": "−40", "total-C": "1 250"},
        **{"place-A": "2", "place-C": "1"},
    }
    ada.client.post(sheet_url(club, "continental_divide"), data)
    play = services.tally_play(Play.objects.get().pk)
    assert list(play.scores.values_list("total", "rank")) == [(1250, 2), (-40, 3), (1250, 1)]
    assert "The totals alone are known" in text_of(ada.client.get(f"/plays/{play.public_id}/"))


def test_house_rules_leave_a_play_unrated_unless_chosen(club: Club, ada: Person) -> None:
    data = {"players": 3, "totals": "1", "played_on": "2026-05-02", "house_rules": "on"}
    data |= {f"name-{seat}": seat for seat in "ABC"}
    for chosen, rated in (("usual", False), ("yes", True), ("no", False)):
        ada.client.post(sheet_url(club, "continental_divide"), data | {"rating": chosen})
        assert Play.objects.order_by("-id")[0].rated is rated


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name-B": " ada "}, "name-B"),
        ({"name-A": ""}, "name-A"),
        ({"name-A": "a\x00b"}, "name-A"),
        ({"shares-A-red": "11"}, "shares-A-red"),
        ({"shares-A-red": "9" * 40}, "shares-A-red"),
        ({"shares-A-red": "two"}, "shares-A-red"),
        ({"shares-A-red": "-1"}, "shares-A-red"),
        ({"railroads-red-port": "Boston"}, "railroads-red-port"),
        ({"colour-A": "mauve"}, "colour-A"),
        ({"played_on": "0000-00-00"}, "played_on"),
        ({"played_on": "1666-01-01"}, "played_on"),
        ({"played_on": str(timezone.localdate() + datetime.timedelta(days=3))}, "played_on"),
        ({"minutes": "99999999"}, "minutes"),
        ({"minutes": "soon"}, "minutes"),
        ({"notes": "x" * 2001}, "notes"),
        ({"notes": "\x00"}, "notes"),
        ({"rating": "maybe"}, "rating"),
        ({"key": "x" * 99}, "key"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    changes: dict[str, str], field: str, club: Club, ada: Person
) -> None:
    data = posted("continental_divide", {}, {"A": "Ada", "B": "Ben", "C": "Cy"}) | changes
    answer = ada.client.post(sheet_url(club, "continental_divide"), data)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert not Play.objects.exists()
    assert not Player.objects.exists()
    preview = ada.client.post(sheet_url(club, "continental_divide"), data | {"preview": "1"})
    assert preview.status_code == 200


def test_one_spike_and_teams_of_four(club: Club, ada: Person) -> None:
    url = sheet_url(club, "central_pacific")
    names = {"A": "Ada", "B": "Ben", "C": "Cy"}
    spikes = posted("central_pacific", {}, names) | {"sides-A-spike": "on", "sides-B-spike": "on"}
    assert "Seat A has it already" in text_of(ada.client.post(url, spikes))
    teams = posted("central_pacific", {}, names) | {"option-teams": "on"}
    assert "Teams are for four players" in text_of(ada.client.post(url, teams))
    built = {"sides": {"A": {"lines": [{"rails": 5}]}, "B": {"cities": [{"number": 2}]}}}
    four = posted("central_pacific", built, names | {"D": "Dee"}) | {"option-teams": "on"}
    ada.client.post(url, four)
    play = services.tally_play(Play.objects.get().pk)
    assert list(play.scores.values_list("total", "rank")) == [(5, 1), (2, 3), (5, 1), (2, 3)]
    assert play.variant == "teams=on"


def test_laying_out_anew_keeps_what_was_typed(club: Club, ada: Person) -> None:
    data = {"players": "5", "totals": "0", "resize": "players", "name-A": "Ada", "played_on": "x"}
    content = ada.client.post(sheet_url(club, "continental_divide"), data).content.decode()
    assert 'value="Ada"' in content
    assert 'name="name-E"' in content
    data |= {"resize": "totals", "shares-A-red": "3"}
    content = ada.client.post(sheet_url(club, "continental_divide"), data).content.decode()
    assert 'name="total-E"' in content
    assert not Play.objects.exists()


def test_same_players_are_offered_again(club: Club, ada: Person) -> None:
    services.record_play(totals_draft(club, {"Ada": 3, "Ben": 2, "Zoë": 1}))
    url = sheet_url(club, "continental_divide")
    assert "Same players as last time" in text_of(ada.client.get(url))
    content = ada.client.get(url, {"again": "1"}).content.decode()
    assert 'name="name-C" value="Zoë"' in content.replace("  ", " ") or 'value="Zoë"' in content


def test_changing_a_tracked_play_keeps_what_it_was(club: Club, ada: Person, cho: Person) -> None:
    play = services.tally_play(services.record_play(play_draft(club)).pk)
    url = f"/plays/{play.public_id}/"
    content = ada.client.get(f"{url}edit/").content.decode()
    assert 'name="railroads-red-divide"' in content
    built = json.loads(play.sheet)
    built["shares"]["B"]["red"] = 3
    names = {"A": "Ada", "B": "Ben", "C": "Cy"}
    data = posted("continental_divide", built, names, notes="A share was missed")
    assert ada.client.post(f"{url}edit/", data).status_code == 302
    play = services.tally_play(play.pk)
    assert (play.notes, play.source_ref) == ("A share was missed", "KTRMVA")
    assert play.started_at is not None
    assert list(play.scores.values_list("total", flat=True)) == [21, 22, 2]
    text = text_of(ada.client.get(f"{url}changes/"))
    assert "Seat B Ben red 15 → Ben 22" in text or "Ben red 15 → Ben" in text
    assert "Notes – → A share was missed" in text
    # The game's own hand-over, done again, does not take the change back.
    services.record_play(play_draft(club))
    play.refresh_from_db()
    assert play.notes == "A share was missed"
    assert cho.client.post(f"{url}changes/1/").status_code == 403
    assert ada.client.post(f"{url}changes/99/").status_code == 404
    assert ada.client.post(f"{url}changes/{'9' * 30}/").status_code == 404
    assert ada.client.post(f"{url}changes/1/").status_code == 302
    play = services.tally_play(play.pk)
    assert (play.notes, list(play.scores.values_list("total", flat=True))) == ("", [21, 15, 2])
    assert list(play.revisions.values_list("action", flat=True)) == [
        "recorded",
        "edited",
        "restored",
    ]


def test_play_is_taken_out_and_brought_back(club: Club, ada: Person, cho: Person) -> None:
    play = services.tally_play(services.record_play(totals_draft(club, {"Ada": 2, "Ben": 1})).pk)
    url = f"/plays/{play.public_id}/"
    assert cho.client.post(f"{url}withdraw/").status_code == 403
    assert ada.client.post(f"{url}withdraw/").status_code == 302
    assert "Ada took this play out" in text_of(cho.client.get(url))
    assert ada.client.get(f"{url}edit/").status_code == 302
    assert "bring it back" in text_of(ada.client.get(f"{url}changes/")).lower()
    last = play.revisions.order_by("-number")[0]
    ada.client.post(f"{url}changes/{last.number}/")
    play.refresh_from_db()
    assert play.withdrawn_at is None


@pytest.mark.parametrize("path", ["", "continental_divide/", "nosuch/"])
def test_sheets_are_for_members(path: str, club: Club, ben: Person, cho: Person) -> None:
    url = f"/clubs/{club.public_id}/plays/new/{path}"
    assert cho.client.get(url).status_code == 403
    assert ben.client.get(url).status_code == (404 if path == "nosuch/" else 200)


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("1,250", 1250), ("1.250.000", 1250000), ("−3", -3), (" 1 000 ", 1000), ("-0", 0)],
)
def test_whole_numbers_are_read_as_people_write_them(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["x", "1,25", "1.5", "²", "٣", "1e3", "0x1", "--1", "9" * 13])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        whole(text)
