"""The pages of ratings: who is listed and where, what a play changed and why not, who may see it."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import services
from scoring.models import Club, Job, Play, Player
from scoring.services import ratings
from tests.cast import Person
from tests.factories import PlayerFactory, PlayFactory, ScoreFactory

pytestmark = pytest.mark.django_db
TITLE = "continental_divide"


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Return Ann, Bob and Cy, of whom Ann and Bob have drawn six times, and Cy sat in once with them."""
    ann, bob, cy = (PlayerFactory.create(club=club, name=name) for name in ("Ann", "Bob", "Cy"))
    for number in range(6):
        play(club, number, (ann, 1), (bob, 1))
    play(club, 6, (ann, 1), (bob, 1), (cy, 3))
    return [ann, bob, cy]


def play(club: Club, ago: int, *seats: tuple[Player, int]) -> Play:
    """Return a counted play of the last weeks."""
    day = timezone.localdate() - datetime.timedelta(days=30 - ago)
    made = PlayFactory.create(club=club, title=TITLE, played_on=day)
    for order, (player, rank) in enumerate(seats):
        ScoreFactory.create(
            play=made, seat="ABC"[order], player=player, name=player.name, rank=rank
        )
    ratings.count_play(made.pk)
    return made


def test_list_shares_places_and_leaves_out_who_played_too_little(
    club: Club, ada: Person, people: list[Player]
) -> None:
    page = ada.client.get(f"/clubs/{club.public_id}/ratings/").content.decode()
    table, unlisted = page.split("Not on the list")
    assert table.count(">1st<") == 2
    assert "Ann" in table
    assert "Bob" in table
    assert "Cy" not in table
    assert "Cy" in unlisted


def test_who_has_not_played_for_a_year_leaves_the_list(
    club: Club, ada: Person, people: list[Player]
) -> None:
    people[0].ratings.update(last_on=timezone.localdate() - datetime.timedelta(days=366))
    page = ada.client.get(f"/clubs/{club.public_id}/ratings/?title={TITLE}").content.decode()
    assert "Ann" not in page.split("Not on the list")[0]
    assert page.count(">1st<") == 1


def test_player_page_shows_each_change_and_a_chart_with_its_table(
    club: Club, ada: Person, people: list[Player]
) -> None:
    page = ada.client.get(f"/players/{people[2].public_id}/ratings/").content.decode()
    assert "−" in page
    assert "not listed yet" in page
    page = ada.client.get(f"/players/{people[0].public_id}/ratings/?title={TITLE}").content.decode()
    assert 'class="plot"' in page
    assert "As a table" in page
    assert page.count('/ratings/">Continental Divide') == 7


def test_player_without_rated_plays_has_a_page(club: Club, ada: Person) -> None:
    new = PlayerFactory.create(club=club)
    page = ada.client.get(f"/players/{new.public_id}/ratings/")
    assert "No rated plays yet" in page.content.decode()


def test_play_page_shows_what_it_changed_or_why_it_did_not(
    club: Club, ada: Person, people: list[Player]
) -> None:
    rated = people[2].scores.get().play
    page = ada.client.get(f"/plays/{rated.public_id}/ratings/").content.decode()
    assert page.count("1,500 →") == 6  # Cy was new; Ann and Bob had only drawn
    unrated = PlayFactory.create(club=club, rated=False, house_rules=True)
    page = ada.client.get(f"/plays/{unrated.public_id}/ratings/").content.decode()
    assert "It was played by house rules." in page


def test_change_before_is_the_rating_of_the_play_before(
    club: Club, ada: Person, people: list[Player]
) -> None:
    ann, bob, _ = people
    later = play(club, 8, (ann, 1), (bob, 2))
    last = play(club, 9, (ann, 1), (bob, 2))
    page = ada.client.get(f"/plays/{last.public_id}/ratings/").content.decode()
    after = ada.client.get(f"/plays/{later.public_id}/ratings/").content.decode()
    won = after.split("→ <b>")[1].split("</b>")[0]
    assert f"{won} →" in page


def test_explanation_names_the_figures(client: object, ada: Person) -> None:
    page = ada.client.get("/ratings/how/").content.decode()
    for said in ("1,500", "400", "5 rated plays", "within a year"):
        assert said in page


def test_private_ratings_are_for_members(
    club: Club, ada: Person, dee: Person, people: list[Player]
) -> None:
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    for path in (
        f"/clubs/{club.public_id}/ratings/",
        f"/players/{people[0].public_id}/ratings/",
        f"/plays/{people[2].scores.get().play.public_id}/ratings/",
    ):
        assert ada.client.get(path).status_code == 200
        assert dee.client.get(path).status_code == 404


@pytest.mark.parametrize("query", ["?title=nosuch", "?page=9", "?page=x&title=%00", "?title="])
def test_odd_addresses_are_answered(club: Club, ada: Person, query: str) -> None:
    assert ada.client.get(f"/clubs/{club.public_id}/ratings/{query}").status_code == 200


def test_pages_cost_the_same_whatever_they_show(
    club: Club, ada: Person, people: list[Player]
) -> None:
    paths = [
        f"/clubs/{club.public_id}/ratings/",
        f"/players/{people[0].public_id}/ratings/",
        f"/plays/{people[2].scores.get().play.public_id}/ratings/",
    ]

    def costs() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as captured:
                ada.client.get(path)
            found.append(len(captured))
        return found

    before = costs()
    for number in range(10, 16):
        new = PlayerFactory.create(club=club)
        play(club, number, (people[0], 1), (new, 2))
    assert costs() == before
    assert max(before) <= 10


def test_rebuild_of_a_club_is_for_organisers_and_shows_how_far_it_is(
    club: Club, ada: Person, ben: Person, people: list[Player]
) -> None:
    address = f"/clubs/{club.public_id}/rebuild/"
    assert ben.client.post(address).status_code == 403
    shown = ada.client.post(address, follow=True)
    job = Job.objects.get()
    assert shown.redirect_chain[-1][0] == f"/jobs/{job.public_id}/"
    assert "of 7" in shown.content.decode()
    assert ben.client.get(f"/jobs/{job.public_id}/").status_code == 200
    assert ben.client.post(f"/jobs/{job.public_id}/stop/").status_code == 403
    again = ada.client.post(address, follow=True)
    assert again.redirect_chain[-1][0] == f"/jobs/{job.public_id}/"
    ada.client.post(f"/jobs/{job.public_id}/stop/")
    job.refresh_from_db()
    assert job.state == Job.State.STOPPED
    ada.client.post(f"/jobs/{job.public_id}/resume/")
    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    assert ada.client.get("/jobs/nosuch/").status_code == 404
