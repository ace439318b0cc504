"""What is exported comes back as it was: our own file in full, other programs' files as far as they go."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import exporting
from scoring.exchange.values import name_of, text_of
from scoring.models import Club, Play
from scoring.registry import SCORE_TABLES
from scoring.services import PlayDraft, SeatDraft, create_club, record_play, tally_play
from scoring.tables.totals import SeatTotal, Totals
from tests.cast import Person
from tests.factories import PlayerFactory
from tests.scoring.conftest import play_draft
from tests.scoring.exchange.batches import bring_in, states

pytestmark = pytest.mark.django_db

_NAMES = st.text(max_size=40).map(name_of).filter(bool)
_TEXTS = st.text(st.characters(codec="utf-8"), max_size=60).map(lambda text: text_of(text, 60))
_DAYS = st.dates(datetime.date(1950, 1, 1), datetime.date(2026, 1, 1))
_SEATS = st.fixed_dictionaries(
    {
        "person": st.integers(0, 9) | st.none(),
        "guest": _NAMES,
        "total": st.none() | st.integers(-9_999_999, 9_999_999),
        "place": st.none() | st.integers(1, 6),
        "raw": _TEXTS,
        "colour": st.sampled_from(["", "red", "blue"]),
        "seconds": st.none() | st.integers(0, 10_000),
    }
)
_PLAYS = st.fixed_dictionaries(
    {
        "title": st.sampled_from(sorted(SCORE_TABLES)),
        "day": _DAYS,
        "seats": st.lists(
            _SEATS, min_size=1, max_size=6, unique_by=lambda s: s["person"] or object()
        ),
        "minutes": st.none() | st.integers(0, 900),
        "notes": _TEXTS,
        "board": _NAMES | st.just(""),
        "place": _NAMES | st.just(""),
        "options": st.dictionaries(
            st.sampled_from(["short", "teams", "deal"]), st.booleans() | st.integers(0, 9) | _TEXTS
        ),
        "marks": st.tuples(st.booleans(), st.booleans(), st.booleans()),
        "started": st.none() | st.integers(0, 86_000),
    }
)
_numbers: Iterator[int] = count()


def _record(club: Club, names: list[str], plays: list[dict[str, Any]]) -> None:
    """Record plays in a club whose players have these names, some of them alike."""
    players = [PlayerFactory.create(club=club, name=name) for name in names]
    for play in plays:
        seats: list[SeatDraft] = []
        totals: dict[str, SeatTotal] = {}
        for at, seat in enumerate(play["seats"]):
            player = players[seat["person"] % len(players)] if seat["person"] is not None else None
            if player is not None and player.pk in [each.player_id for each in seats]:
                player = None
            seats.append(
                SeatDraft(
                    "ABCDEF"[at],
                    at + 1,
                    player.name if player is not None else seat["guest"],
                    seat["colour"],
                    player.pk if player is not None else None,
                    seat["raw"],
                    seat["seconds"],
                    seat["seconds"],
                )
            )
            totals["ABCDEF"[at]] = SeatTotal(seat["total"], seat["place"])
        ruled, house_rules, rated = play["marks"]
        begun = None
        if play["started"] is not None:
            midnight = datetime.datetime.combine(play["day"], datetime.time(), datetime.UTC)
            begun = midnight + datetime.timedelta(seconds=play["started"])
        draft = PlayDraft(
            club_id=club.pk,
            title=play["title"],
            source=Play.Source.TYPED,
            source_ref=f"test {next(_numbers)}",
            played_on=play["day"],
            started_at=begun,
            ended_at=begun,
            seats=tuple(seats),
            sheet_json=msgspec.json.encode(Totals(totals)).decode(),
            totals_only=True,
            minutes=play["minutes"],
            notes=play["notes"],
            board=play["board"],
            place=play["place"],
            options=play["options"],
            ruled=ruled,
            house_rules=house_rules,
            rated=rated,
            entered_by_name=names[0],
        )
        tally_play(record_play(draft).pk)


def _exported(club: Club) -> dict[str, Any]:
    """Return a club's export without what says when and where, people by the order they appear in."""
    document: dict[str, Any] = json.loads("".join(exporting.as_json(club)))
    for key in ("exported_at", "club"):
        del document[key]
    names = {player["key"]: player["name"] for player in document.pop("players")}
    order: dict[int, int] = {}
    for play in document["plays"]:
        for seat in play["seats"]:
            if seat["player"] is not None:
                seat["player"] = order.setdefault(seat["player"], len(order))
    document["people"] = [names[key] for key in order]
    return document


@given(st.lists(_NAMES, min_size=1, max_size=4), st.lists(_PLAYS, min_size=1, max_size=4))
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_export_then_import_is_identity(
    ada: Person, names: list[str], plays: list[dict[str, Any]]
) -> None:
    here, there = (create_club(f"Club {uuid4().hex[:8]}", ada.who, "Ada") for _ in range(2))
    _record(here, names, plays)
    batch = bring_in(there, ada, "".join(exporting.as_json(here)))
    assert set(states(batch).values()) == {"imported"}
    assert _exported(there) == _exported(here)
    again = bring_in(here, ada, "".join(exporting.as_json(there)))
    assert set(states(again).values()) == {"duplicate"}


def test_sheet_comes_back_with_every_line(club: Club, ada: Person) -> None:
    tally_play(record_play(play_draft(club)).pk)
    there = create_club("Sunday Rails", ada.who, "Ada")
    bring_in(there, ada, "".join(exporting.as_json(club)))
    assert _exported(there) == _exported(club)
    play = Play.objects.get(club=there)
    assert (play.source, play.origin, play.totals_only) == ("imported", "tracked", False)
    assert play.scores.get(seat="A").lines
    assert [s.total for s in play.scores.order_by("seat")] == [21, 15, 2]


@pytest.mark.parametrize("sheet", ["{}", "[]", "not json", '{"seats": {"Z": {"total": 1}}}'])
def test_sheet_that_does_not_fit_leaves_the_totals(club: Club, ada: Person, sheet: str) -> None:
    tally_play(record_play(play_draft(club)).pk)
    document = json.loads("".join(exporting.as_json(club)))
    document["plays"][0]["sheet"] = sheet
    there = create_club("Sunday Rails", ada.who, "Ada")
    batch = bring_in(there, ada, json.dumps(document))
    assert states(batch) == {1: "imported"}
    play = Play.objects.get(club=there)
    assert play.totals_only
    assert [s.total for s in play.scores.order_by("seat")] == [21, 15, 2]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("minutes", -1),
        ("rules_version", 0),
        ("rules_version", 2**40),
        ("played_on", "0000-00-00"),
        ("played_on", 5),
        ("seats", [{"seat": "A"}, {"seat": "A"}]),
        ("seats", [{"seat": "Ω"}]),
        ("seats", [{"seat": "A", "total": 2**70}]),
        ("seats", [{"seat": "A", "rank": 0}]),
        ("options", {"a": [[[[[[[[[1]]]]]]]]]}),
        ("options", {"a": "\x00"}),
        ("options", {"a": 2**80}),
        ("options", 3),
        ("seats", None),
    ],
)
def test_forged_file_is_told_row_by_row(club: Club, ada: Person, field: str, value: Any) -> None:
    tally_play(record_play(play_draft(club)).pk)
    document = json.loads("".join(exporting.as_json(club)))
    document["plays"][0][field] = value
    there = create_club("Sunday Rails", ada.who, "Ada")
    assert set(states(bring_in(there, ada, json.dumps(document))).values()) == {"wrong"}


def test_variant_of_a_forged_kind_is_left_out(club: Club, ada: Person) -> None:
    tally_play(record_play(play_draft(club)).pk)
    document = json.loads("".join(exporting.as_json(club)))
    keys = [variant.key for table in SCORE_TABLES.values() for variant in table.form.variants]
    for title, table in SCORE_TABLES.items():
        for variant in table.form.variants:
            document["plays"][0] |= {
                "id": variant.key,
                "title": title,
                "options": {variant.key: ["x"]},
            }
            there = create_club("Sunday Rails", ada.who, "Ada")
            assert states(bring_in(there, ada, json.dumps(document))) == {1: "imported"}
    assert keys


def test_csv_comes_back_as_the_same_plays(club: Club, ada: Person) -> None:
    tally_play(record_play(play_draft(club, notes="=HYPERLINK()", board="'x")).pk)
    text = "".join(exporting.club_as_csv(club))
    assert "'=HYPERLINK()" in text
    assert states(bring_in(club, ada, text)) == {1: "duplicate"}
    there = create_club("Sunday Rails", ada.who, "Ada")
    assert states(bring_in(there, ada, text)) == {1: "imported"}
    play = Play.objects.get(club=there)
    assert (play.notes, play.board, play.minutes) == ("=HYPERLINK()", "'x", 125)
    assert list(play.scores.order_by("order").values_list("name", "total", "rank", "colour")) == [
        ("Ada", 21, 1, "blue"),
        ("Ben", 15, 2, "red"),
        ("Cy", 2, 3, "green"),
    ]


def test_bgsplay_comes_back_and_keeps_its_ids(club: Club, ada: Person) -> None:
    play = tally_play(record_play(play_draft(club, place="Cabin")).pk)
    text = "".join(exporting.club_as_bgsplay(club))
    document = json.loads(text)
    assert set(document) == {"about", "games", "locations", "players", "userInfo", "plays"}
    assert document["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    assert (
        document["plays"]
        == json.loads(exporting.as_bgsplay([exporting.plays_of(club).get()]))["plays"]
    )
    assert [score["score"] for score in document["plays"][0]["playerScores"]] == ["21", "15", "2"]
    there = create_club("Sunday Rails", ada.who, "Ada")
    assert states(bring_in(there, ada, text)) == {1: "imported"}
    assert Play.objects.get(club=there).place == "Cabin"
    assert states(bring_in(club, ada, text)) == {1: "duplicate"}
    assert play.public_id in exporting.bgstats_link(exporting.plays_of(club).get())


def test_link_to_bg_stats_has_every_flag_and_numbers_as_numbers(club: Club) -> None:
    tally_play(record_play(play_draft(club, notes="x" * 5000)).pk)
    play = exporting.plays_of(club).get()
    link = exporting.bgstats_link(play, exporting.MOST_IN_CODE)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert len(link) <= exporting.MOST_IN_CODE
    data = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert data["comments"] == ""
    assert type(data["game"]["bggId"]) is int
    assert all(type(data["game"][flag]) is bool for flag in ("highestWins", "noPoints"))
    for player in data["players"]:
        assert type(player["winner"]) is type(player["startPlayer"]) is bool
        assert type(player["score"]) is int
