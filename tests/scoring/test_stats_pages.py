"""Pages of figures: a player, a club, a title, a year; filtered, bounded, and open to whom the club is."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import services
from scoring.leagues.rules import rules_of
from scoring.models import Club, Player
from scoring.queries.club_stats import leaders, titles_played
from scoring.queries.measures import Filter
from scoring.queries.recaps import club_recap
from scoring.queries.stats import club_report, player_report, rivals
from scoring.services import leagues
from tests.cast import Person
from tests.scoring.conftest import totals_draft
from tests.scoring.test_merges import named, record
from tests.scoring.test_sheets import text_of
from tests.scoring.test_stats import record as recorded

DAY = datetime.date(2026, 3, 14)


@pytest.fixture
def history(club: Club) -> Club:
    """Return a club with six plays: Ada wins three alone and shares one, Ben and Cy win one each."""
    for number, (results, title) in enumerate(
        (
            ({"Ada": 9, "Ben": 4, "Cy": 3}, "continental_divide"),
            ({"Ada": 9, "Ben": 9, "Cy": 3}, "continental_divide"),
            ({"Ada": 1, "Ben": 12}, "twentieth_century_limited"),
            ({"Ben": 4, "Ada": 8}, "twentieth_century_limited"),
            ({"Ada": 20, "Ben": 10}, "empire_builder"),
            ({"Cy": 300, "Ada": 100}, "empire_builder"),
        )
    ):
        day = DAY + datetime.timedelta(days=100 * number)
        draft = totals_draft(club, results, title=title, played_on=day, minutes=60 + number)
        recorded(draft)
    return club


def test_player_report_counts_wins_seats_rivals_and_streaks(history: Club) -> None:
    report = player_report(named(history, "Ada"), Filter())
    total = report.total
    assert (total.plays, total.wins, total.shared, total.ranks) == (6, 4, 1, 8)
    assert (total.mean_rank, total.mean_minutes) == ("1.3", 62)
    assert total.expected == round(100 * (2 / 3 + 4 / 2) / 6)
    assert [(key, one.plays, one.wins) for key, one in report.by_order.rows] == [
        (1, 4, 3),
        (2, 2, 1),
    ]
    assert [(key, one.plays) for key, one in report.by_size.rows] == [(2, 4), (3, 2)]
    assert report.streaks is not None
    assert (report.streaks.longest, report.streaks.current, report.streaks.without) == (2, 0, 1)
    assert [(one.name, one.plays, one.ahead, one.level, one.behind) for one in report.rivals] == [
        ("Ben", 5, 3, 1, 1),
        ("Cy", 3, 2, 0, 1),
    ]
    assert report.nemesis is None
    assert report.favourite is not None
    assert report.favourite.name == "Ben"
    assert report.years == ((2026, 3, 2), (2027, 3, 2))


def test_head_to_head_is_the_same_from_both_sides(history: Club) -> None:
    ada, ben = named(history, "Ada"), named(history, "Ben")
    mine = next(one for one in rivals(ada, Filter()) if one.player_id == ben.pk)
    theirs = next(one for one in rivals(ben, Filter()) if one.player_id == ada.pk)
    assert (mine.plays, mine.ahead, mine.behind) == (theirs.plays, theirs.behind, theirs.ahead)


@pytest.mark.parametrize(
    ("wish", "plays"),
    [
        (Filter(title="continental_divide"), 2),
        (Filter(size=2), 4),
        (Filter(since=DAY + datetime.timedelta(days=100)), 5),
        (Filter(until=DAY), 1),
        (Filter(variant="-"), 6),
        (Filter(variant="mode=eb"), 0),
        (Filter(title="empire_builder", size=2, since=DAY), 2),
    ],
)
def test_filters_narrow_every_figure_alike(wish: Filter, plays: int, history: Club) -> None:
    report = player_report(named(history, "Ada"), wish)
    assert report.total.plays == plays
    assert sum(one.plays for _, one in report.by_title.rows) == plays
    assert sum(count for _, count, _ in report.years) == plays
    assert sum(one.plays for one in titles_played(history, wish)) == plays
    table = {one.name: one.figures.plays for one in leaders(history, wish)}
    assert table.get("Ada", 0) == plays
    assert club_report(history, wish).total.plays == sum(table.values())


def test_stored_and_counted_tables_agree(history: Club) -> None:
    stored = leaders(history, Filter(title="empire_builder"))
    counted = leaders(history, Filter(title="empire_builder", since=datetime.date(1950, 1, 1)))
    assert [one.name for one in stored] == [one.name for one in counted] == ["Ada", "Cy", "Ben"]
    for one, other in zip(stored, counted, strict=True):
        assert (one.figures.wins, one.figures.points, one.figures.best, one.figures.minutes) == (
            other.figures.wins,
            other.figures.points,
            other.figures.best,
            other.figures.minutes,
        )


def test_player_page_shows_figures_charts_and_tables(history: Club, cho: Person) -> None:
    ada = named(history, "Ada")
    answer = cho.client.get(f"/players/{ada.public_id}/")
    text = text_of(answer)
    assert "Plays 6 Wins 4 1 shared Win rate 67 %" in text
    assert "Between 30 % and 90 % of plays are won" in text
    assert "Ben 5 3 1 1" in text
    assert answer.content.decode().count("<figure") == 4
    title = text_of(cho.client.get(f"/players/{ada.public_id}/", {"title": "empire_builder"}))
    assert "60.0 on average, from 20 to 100" in title
    assert "Highest scores" in title


@pytest.mark.parametrize(
    "query",
    [
        {"title": "nosuch", "players": "x", "since": "yesterday", "until": "9999-99-99"},
        {"players": "9" * 30, "season": "9" * 30, "variant": "\x00", "page": "9" * 20},
        {"since": "0001-01-01", "until": "9999-12-31", "title": "\x00"},
        {"since": "2027-01-01", "until": "2026-01-01"},
    ],
)
def test_any_filter_is_answered(query: dict[str, str], history: Club, cho: Person) -> None:
    ada = named(history, "Ada")
    for page in (f"/players/{ada.public_id}/", f"/clubs/{history.public_id}/statistics/"):
        assert cho.client.get(page, query).status_code == 200


def test_club_page_of_figures_and_of_a_title(history: Club, cho: Person) -> None:
    url = f"/clubs/{history.public_id}/statistics/"
    text = text_of(cho.client.get(url))
    assert "Ada 4 6 67 % 30–90 % 1.3" in text
    assert "Empire Builder 2 1 h 4 min" in text
    text = text_of(cho.client.get(url, {"title": "empire_builder"}))
    assert "300 Cy" in text
    assert "How scores fell" in text


def test_recap_tells_the_year_and_previews_it(history: Club, ada: Person, cho: Person) -> None:
    recap = club_recap(history, Filter(since=DAY, until=DAY + datetime.timedelta(days=250)))
    assert (recap.plays, recap.days, recap.people, recap.newcomers) == (3, 3, 3, 3)
    assert recap.longest is not None
    assert recap.longest.minutes == 62
    assert [(best.name, best.total) for best in recap.bests] == [("Ada", 9), ("Ben", 12)]
    url = f"/clubs/{history.public_id}/recap/2026/"
    content = cho.client.get(url).content.decode()
    assert "2026 in review" in content
    assert 'property="og:title" content="Thursday Rails, 2026"' in content
    player = named(history, "Ada")
    assert "2026 in review" in text_of(cho.client.get(f"/players/{player.public_id}/recap/2026/"))
    for year in (0, 1, 9999, 10**9):
        assert cho.client.get(f"/clubs/{history.public_id}/recap/{year}/").status_code == 404
    assert "Nothing was played" in text_of(
        cho.client.get(f"/clubs/{history.public_id}/recap/1999/")
    )
    assert cho.client.get(url, {"season": "\x00"}).status_code == 404
    services.set_visibility(history, ada.who, Club.Visibility.PRIVATE)
    assert cho.client.get(url).status_code == 404
    assert "og:title" not in ada.client.get(url).content.decode()


@pytest.mark.parametrize("path", ["statistics/", "players/", "recap/2026/", "plays/new/"])
def test_pages_of_a_private_club_are_for_members(
    path: str, history: Club, ada: Person, cho: Person
) -> None:
    services.set_visibility(history, ada.who, Club.Visibility.PRIVATE)
    assert cho.client.get(f"/clubs/{history.public_id}/{path}").status_code == 404
    assert ada.client.get(f"/clubs/{history.public_id}/{path}").status_code == 200
    player = Player.objects.filter(club=history)[0]
    for page in ("", "recap/2026/", "edit/"):
        assert cho.client.get(f"/players/{player.public_id}/{page}").status_code == 404


def test_pages_of_figures_cost_the_same_however_much_was_played(club: Club, ada: Person) -> None:
    record(club, {"Ada": 2, "Ben": 1})
    player = named(club, "Ada")
    pages = [
        f"/players/{player.public_id}/",
        f"/players/{player.public_id}/?title=continental_divide",
        f"/clubs/{club.public_id}/",
        f"/clubs/{club.public_id}/statistics/",
        f"/clubs/{club.public_id}/statistics/?title=continental_divide&players=2",
        f"/clubs/{club.public_id}/players/",
        f"/clubs/{club.public_id}/recap/2026/",
        f"/players/{player.public_id}/recap/2026/",
    ]

    def costs() -> list[int]:
        found = []
        for page in pages:
            with CaptureQueriesContext(connection) as captured:
                assert ada.client.get(page).status_code == 200
            found.append(len(captured))
        return found

    before: list[Any] = costs()
    for number in range(12):
        record(club, {"Ada": number, f"Guest {number}": 3})
    assert costs() == before
    assert max(before) <= 15


def test_season_narrows_figures_and_has_a_recap(history: Club, ada: Person, cho: Person) -> None:
    people = [named(history, name) for name in ("Ada", "Ben", "Cy")]
    season = leagues.create_league(
        history, ada.who, "Rail Cup", rules_of({}), DAY, DAY + datetime.timedelta(days=30)
    )
    division = season.divisions.get()
    leagues.add_entrants(season.pk, ada.who, division.pk, [one.pk for one in people])
    leagues.open_season(season.pk, ada.who)
    for play in history.plays.all():
        leagues.follow_play(play.pk)
    report = player_report(people[0], Filter(season=season.pk))
    assert (report.total.plays, report.total.wins) == (1, 1)
    url = f"/clubs/{history.public_id}/"
    shown = cho.client.get(f"{url}statistics/", {"season": season.pk}).content.decode()
    assert "Rail Cup" in shown
    recap = text_of(cho.client.get(f"{url}recap/2026/", {"season": season.public_id}))
    assert "Rail Cup" in recap
    assert "Plays 1 Hours 1" in recap
