"""The pages of leagues: organised by forms alone, read by everyone who may, every point explained."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import services
from scoring.leagues.rules import SeasonRules, rules_of
from scoring.models import Award, Club, League, Play, Player, Result, Season
from scoring.services import leagues
from tests.cast import Person
from tests.scoring.leagues.conftest import draft_season, opened, played

pytestmark = pytest.mark.django_db

FORM = {
    "league": "Rail Cup",
    "name": "2026",
    "starts_on": "2026-01-01",
    "ends_on": "2026-06-30",
    "titles": ["continental_divide"],
    "points": "table",
    "table": "10, 6, −1",
    "total": "sum",
    "best": "3",
    "least": "2",
    "ties": ["wins", "head_to_head"],
    "play": "free",
    "seats": "4",
    "rounds": "5",
    "forfeit": "0",
    "substitutes": "full",
    "moves": "0",
    "par_continental_divide": "25",
}


def text(answer: Any) -> str:
    """Return the words of a page, without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def address(season: Season, part: str = "") -> str:
    """Return the address of a page of a season."""
    return f"/seasons/{season.public_id}/{part}"


def test_league_is_founded_filled_and_opened_by_forms(
    club: Club, ada: Person, players: list[Player]
) -> None:
    answer = ada.client.post(f"/clubs/{club.public_id}/leagues/new/", FORM)
    season = Season.objects.get()
    assert answer.headers["Location"] == address(season, "manage/")
    assert rules_of(season.rules) == SeasonRules(
        titles=("continental_divide",),
        points="table",
        table=(10, 6, -1),
        best=3,
        least=2,
        ties=("head_to_head", "wins"),
        pars=rules_of(season.rules).pars,
    )
    division = season.divisions.get()
    chosen = {"player": [str(one.pk) for one in players[:3]]}
    ada.client.post(address(season, f"divisions/{division.pk}/entrants/"), chosen)
    assert "under way" in text(ada.client.post(address(season, "open/"), follow=True))
    season.refresh_from_db()
    assert season.state == Season.State.OPEN
    assert "Rail Cup" in text(ada.client.get(f"/clubs/{club.public_id}/leagues/"))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"table": "10, six"}, "table"),
        ({"table": ""}, "table"),
        ({"table": "1,2,3,4,5,6,7,8,9,10,11,12,13"}, "table"),
        ({"table": "99999999999999999999"}, "table"),
        ({"ends_on": "2025-12-31"}, "ends_on"),
        ({"starts_on": "0000-00-00"}, "starts_on"),
        ({"best": "-1"}, "best"),
        ({"seats": "9" * 40}, "seats"),
        ({"points": "luck"}, "points"),
        ({"titles": ["chess"]}, "titles"),
        ({"league": "a\x00b"}, "league"),
        ({"par_continental_divide": "0"}, "par_continental_divide"),
    ],
)
def test_unfit_settings_are_said_at_their_field_and_nothing_stored(
    club: Club, ada: Person, changes: dict[str, Any], field: str
) -> None:
    answer = ada.client.post(f"/clubs/{club.public_id}/leagues/new/", FORM | changes)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert not League.objects.exists()


def test_table_links_to_a_page_that_explains_each_point(
    club: Club, ada: Person, dee: Person, players: list[Player]
) -> None:
    a, b, c, *_ = players
    season = opened(club, ada, [a, b, c], points="table", table=[10, 6, 3], best=1)
    played(club, (a, 1, 30), (b, 2, 20), (c, 2, 20))
    played(club, (b, 1, 30), (a, 3, 20), (c, 2, 25))
    page = dee.client.get(address(season))
    entrant = season.entrants.get(player=b)
    assert address(season, f"entrants/{entrant.pk}/") in page.content.decode()
    said = text(dee.client.get(address(season, f"entrants/{entrant.pk}/")))
    assert "2nd of 3, shared by 2: places 2 to 3 are worth 9 together." in said
    assert "4.5" in said
    assert "not among the best" in said
    assert "1st with 10 points" in said
    assert "Equal points were parted" not in said or "ahead" in said


@pytest.mark.parametrize("system", ["place", "table", "share", "normalised", "wins"])
@pytest.mark.parametrize("play", ["free", "rounds"])
def test_rules_page_says_what_the_settings_say(
    club: Club, ada: Person, players: list[Player], system: str, play: str
) -> None:
    season = opened(
        club,
        ada,
        players[:4],
        players[4:],
        points=system,
        play=play,
        table=[12, 7],
        pars={"empire_builder": 250},
        best=4,
        least=3,
        moves=1,
        confirm=True,
        forfeit=-2,
        substitutes="half",
    )
    said = text(ada.client.get(address(season, "rules/")))
    assert "Only the 4 best games" in said
    assert "fewer than 3 games has no place" in said
    assert "1 goes up and 1 goes down" in said
    assert "has confirmed it" in said
    assert ("−2 for that game" in said) == (play == "rounds")
    assert ("half the points" in said) == (play == "rounds")
    assert {
        "place": "each place above it one more",
        "table": "1. 12; 2. 7",
        "share": "of the winner’s score",
        "normalised": "Empire Builder 250",
        "wins": "gets 1 point",
    }[system] in said


def test_every_why_has_words(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, *_ = players
    for system in ("place", "table", "share", "normalised", "wins"):
        opened(club, ada, [a, b], points=system)
    played(club, (a, 1, 30), (b, 2, -4))
    played(club, (a, 1, 30), (b, 1, 30))
    season = opened(club, ada, players[:3], play="rounds", seats=3, rounds=1)
    first, second, _ = season.entrants.values_list("pk", flat=True)
    leagues.set_seats(season.divisions.get().fixtures.get().pk, ada.who, {first, second}, {})
    assert set(Award.objects.values_list("why", flat=True)) == {
        *("place", "table", "wins", "place_shared", "table_shared", "wins_shared"),
        *("share", "share_nothing", "normalised", "forfeit", "walkover"),
    }
    for result in Result.objects.all():
        assert ada.client.get(f"/results/{result.public_id}/").status_code == 200


def test_result_is_confirmed_by_who_sat_in_it_disputed_and_settled(
    club: Club, ada: Person, ben: Person, dee: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2], confirm=True)
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    path = f"/results/{Result.objects.get().public_id}/"
    assert "Confirm this result" not in text(dee.client.get(path))
    assert dee.client.post(f"{path}confirm/").status_code == 403
    assert "Confirm this result" in text(ben.client.get(path))
    ben.client.post(f"{path}confirm/")
    assert "It counts." in text(dee.client.get(path))
    ben.client.post(f"{path}dispute/", {"why": "Wrong <b>seat</b>."})
    said = ada.client.get(path)
    assert "Wrong &lt;b&gt;seat&lt;/b&gt;." in said.content.decode()
    assert "1 result is disputed" in text(dee.client.get(address(season)))
    assert ben.client.post(f"{path}settle/", {"state": "void"}).status_code == 403
    ada.client.post(f"{path}settle/", {"state": "void"})
    assert "Ada struck it out" in text(dee.client.get(path))
    assert ben.client.post(f"{path}dispute/", {"why": "x" * 501}).status_code == 302


def test_schedule_page_shows_the_round_that_is_on(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, c, d, *_ = players
    season = opened(club, ada, [a, b, c, d], play="rounds", seats=4, rounds=2)
    assert "Table 1" in text(ada.client.get(address(season, "fixtures/")))
    played(club, *((one, 1, 5) for one in (a, b, c, d)))
    page = ada.client.get(address(season, "fixtures/"))
    assert page.context["number"] == 2
    fixture = page.context["fixtures"][0]
    entrant = season.entrants.get(player=a).pk
    form = {f"away-{entrant}": "on"}
    ada.client.post(address(season, f"fixtures/{fixture.pk}/"), form)
    assert "stays away" in text(ada.client.get(address(season, "fixtures/?round=2")))


def test_season_closes_and_the_next_is_prepared(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:3], players[3:6], moves=1)
    for four in (players[:3], players[3:6]):
        played(club, *((one, rank, 9) for rank, one in enumerate(four, 1)))
    said = text(ada.client.post(address(season, "close/"), follow=True))
    assert "its table is final" in said
    said = text(ada.client.get(address(season)))
    assert "champion" in said
    assert "promoted" in said
    assert "relegated" in said
    answer = ada.client.post(address(season, "next/"))
    following = Season.objects.get(number=2)
    assert answer.headers["Location"] == address(following, "manage/")


def test_drafts_are_for_organisers(
    club: Club, ada: Person, ben: Person, players: list[Player]
) -> None:
    season = draft_season(club, ada, players[:2])
    assert ben.client.get(address(season)).status_code == 404
    assert ben.client.get(address(season, "rules/")).status_code == 404
    assert ada.client.get(address(season)).status_code == 302
    assert "2026" not in text(ben.client.get(f"/clubs/{club.public_id}/leagues/"))


def test_organising_is_for_organisers(
    club: Club, ada: Person, ben: Person, cho: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    division, entrant = season.divisions.get(), season.entrants.all()[0]
    for part in (
        *("manage/", "edit/", "open/", "close/", "next/", "lots/", "divisions/"),
        f"divisions/{division.pk}/remove/",
        f"divisions/{division.pk}/entrants/",
        f"entrants/{entrant.pk}/remove/",
        "fixtures/1/",
    ):
        for person in (ben, cho):
            assert person.client.post(address(season, part)).status_code in (403, 405), part
    assert ben.client.get(f"/clubs/{club.public_id}/leagues/new/").status_code == 403


def test_private_leagues_are_for_members(
    club: Club, ada: Person, ben: Person, dee: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    entrant = season.entrants.all()[0]
    paths = [
        f"/clubs/{club.public_id}/leagues/",
        f"/results/{Result.objects.get().public_id}/",
        *(address(season, part) for part in ("", "rules/", "results/", "fixtures/")),
        address(season, f"entrants/{entrant.pk}/"),
    ]
    for path in paths:
        assert ben.client.get(path).status_code == 200, path
        assert dee.client.get(path).status_code == 404, path


@pytest.mark.parametrize(
    ("part", "data"),
    [
        ("divisions/", {"name": "\x00"}),
        ("divisions/999999999999999999999999/remove/", {}),
        ("divisions/1/entrants/", {"player": ["x", "9" * 30, "-1"]}),
        ("entrants/99999999999999999999999/remove/", {}),
        ("lots/", {"lot-x": "1", "lot-99999999999999999999": "1", "lot-1": "\x00"}),
        ("open/", {}),
        ("next/", {}),
        ("fixtures/99999999999999999999999/", {}),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    club: Club, ada: Person, players: list[Player], part: str, data: dict[str, Any]
) -> None:
    season = opened(club, ada, players[:2])
    assert ada.client.post(address(season, part), data).status_code in (302, 404)
    assert season.divisions.count() == 1
    assert season.entrants.count() == 2


def test_pages_cost_the_same_whatever_was_played(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:4], players[4:])

    def some(number: int) -> Play:
        four = players[:4] if number % 2 else players[4:]
        return played(club, *((one, 1 + at, 9) for at, one in enumerate(four)))

    some(1)
    some(2)
    entrant = season.entrants.get(player=players[0])
    result = Result.objects.all()[0]
    paths = [
        *(address(season, part) for part in ("", "rules/", "results/")),
        address(season, f"entrants/{entrant.pk}/"),
        f"/results/{result.public_id}/",
        f"/clubs/{club.public_id}/leagues/",
    ]

    def costs() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as captured:
                ada.client.get(path)
            found.append(len(captured))
        return found

    before = costs()
    for number in range(10):
        some(number)
    assert costs() == before
    assert max(before) <= 15
