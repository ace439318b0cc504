"""Ratings and leagues on a phone: nothing runs sideways, nothing is against the rules of access."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from scoring.models import Club, Member, Player, Result, Season
from scoring.services import leagues, ratings
from tests.browser.conftest import Opener, runs_sideways
from tests.browser.test_access import faults_of
from tests.cast import Person, person
from tests.factories import ClubFactory, MemberFactory, PlayerFactory
from tests.scoring.leagues.conftest import draft_season, played

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Constantin-Alexander von Hohenfels", "Di", "Ed", "Flo", "Gus", "Hal")
SCORES = ((120, 95, 95, 40), (80, 81, 79, 5), (1_250_000, 900_000, 40, -7))


@pytest.fixture
def ada(transactional_db: None) -> Person:
    """Return Ada, who owns the club of these tests."""
    return person("Ada")


@pytest.fixture
def season(ada: Person) -> Season:
    """Return an open season of two divisions with a schedule, in which much has happened."""
    club: Club = ClubFactory.create(name="Thursday Rails")
    MemberFactory.create(club=club, user=ada.user, name="Ada", role=Member.Role.OWNER)
    people: list[Player] = [PlayerFactory.create(club=club, name=name) for name in NAMES]
    rules = {"points": "table", "table": [10, 6, 3, 1], "moves": 1, "best": 2, "least": 2}
    season = draft_season(club, ada, people[:4], people[4:], **rules)
    today = timezone.localdate()
    days = (today - datetime.timedelta(days=60), today)
    leagues.set_season(season.pk, ada.who, "2026", *days)
    leagues.open_season(season.pk, ada.who)
    for number in range(7):
        four = [(people[i], 1 + i, total) for i, total in enumerate(SCORES[number % 3])]
        if number % 3 == 0:
            four[2] = (people[2], 2, 95)
        day = today - datetime.timedelta(days=20 - number)
        play = played(club, *four, played_on=day, title="empire_builder")
        ratings.count_play(play.pk)
    leagues.dispute(Result.objects.order_by("pk")[0].pk, ada.who, "Somebody counted twice.")
    return season


def test_pages_fit_a_phone_and_a_wide_screen(
    open_page: Opener, live_server: LiveServer, season: Season, ada: Person
) -> None:
    club, player = season.league.club, Player.objects.get(name="Ada")
    entrant = season.entrants.get(player=player)
    result = Result.objects.get(state=Result.State.DISPUTED)
    base = f"/seasons/{season.public_id}/"
    paths = {
        "leagues": f"/clubs/{club.public_id}/leagues/",
        "season": base,
        "rules": f"{base}rules/",
        "results": f"{base}results/",
        "entrant": f"{base}entrants/{entrant.pk}/",
        "result": f"/results/{result.public_id}/",
        "manage": f"{base}manage/",
        "league_new": f"/clubs/{club.public_id}/leagues/new/",
        "ratings": f"/clubs/{club.public_id}/ratings/",
        "player_ratings": f"/players/{player.public_id}/ratings/",
        "play_ratings": f"/plays/{result.play.public_id if result.play else ''}/ratings/",
        "how": "/ratings/how/",
    }
    for size in ("phone", "wide"):
        page = open_page(size)
        page.context.add_cookies(
            [
                {"name": name, "value": each.value, "url": live_server.url}
                for name, each in ada.client.cookies.items()
            ]
        )
        for name, path in paths.items():
            answer = page.goto(path)
            assert answer is not None
            assert answer.status == 200, name
            assert not runs_sideways(page), (size, name)
            if size == "phone":
                assert faults_of(page) == [], name
