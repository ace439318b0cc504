"""Pages of clubs, plays and players: who sees what, what is said, and what bad input gets."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring import services
from scoring.models import Club, Play
from scoring.services import PlayDraft, record_play, tally_play
from scoring.templatetags.scoring_tags import choice, duration, place, points, words
from tests.cast import Person
from tests.factories import PlayerFactory, play_with_scores
from tests.scoring.conftest import play_draft


def _text(answer: object) -> str:
    """Return the words of a page, without markup."""
    content = getattr(answer, "content").decode()  # noqa: B009 - any of Django's responses
    return " ".join(re.sub(r"<[^>]*>", " ", content).split())


@pytest.fixture
def play(draft: PlayDraft) -> Play:
    """Return a tallied play: Ada 21, Ben 15, Cy 2."""
    return tally_play(record_play(draft).pk)


def test_guest_founds_a_club_and_is_known_again(db: None) -> None:
    client = Client()
    answer = client.post("/clubs/new/", {"name": "Friday Rails", "display_name": "Cho"})
    club = Club.objects.get()
    assert answer.headers["Location"] == f"/clubs/{club.public_id}/"
    assert "You are here as Cho" in _text(client.get(answer.headers["Location"]))
    assert "You are here" not in _text(Client().get(answer.headers["Location"]))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Enter a name."),
        ("x" * 500, "at most 60 characters; this one has 500"),
        ("a\u202eb", "reading direction"),
        ("a\x07b", "control characters"),
    ],
)
def test_unfit_name_is_said_at_its_field_and_nothing_stored(
    db: None, typed: str, message: str
) -> None:
    answer = Client().post("/clubs/new/", {"name": typed, "display_name": "Cho"})
    assert answer.status_code == 400
    errors = answer.context["form"].errors
    assert list(errors) == ["name"]
    assert message in errors["name"][0]
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Club.objects.exists()


def test_markup_in_names_is_only_text(dee: Person) -> None:
    club = services.create_club("<script>alert(1)</script>", dee.who, "<b>Dee</b>")
    PlayerFactory.create(club=club, name='"><img src=x>')
    for page in ("", "history/", "settings/"):
        content = dee.client.get(f"/clubs/{club.public_id}/{page}").content.decode()
        assert "<script>alert" not in content
        assert "<b>Dee" not in content
        assert "<img src=x" not in content
        assert "&lt;script&gt;alert" in content


_PAGES = ["", "history/", "join/", "leave/", "settings/"]


@pytest.mark.parametrize("page", _PAGES)
@pytest.mark.parametrize("name", ["cho", "dee"])
def test_private_club_shows_strangers_nothing(
    page: str, name: str, club: Club, ada: Person, request: pytest.FixtureRequest
) -> None:
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    stranger: Person = request.getfixturevalue(name)
    answer = stranger.client.get(f"/clubs/{club.public_id}/{page}")
    assert answer.status_code == 404
    assert "Thursday" not in _text(answer)
    missing = stranger.client.get(f"/clubs/nosuchclub22/{page}")
    assert (missing.status_code, _text(missing)) == (404, _text(answer))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ada", [200, 200, 302, 200, 200]),
        ("ben", [200, 200, 302, 200, 403]),
        ("eve", [200, 200, 302, 200, 403]),
        ("cho", [200, 200, 200, 403, 403]),
        ("dee", [200, 200, 200, 403, 403]),
    ],
)
def test_club_pages_answer_each_of_the_cast(
    name: str, expected: list[int], club: Club, request: pytest.FixtureRequest
) -> None:
    someone: Person = request.getfixturevalue(name)
    found = [someone.client.get(f"/clubs/{club.public_id}/{page}").status_code for page in _PAGES]
    assert found == expected


def test_invitation_and_members_are_for_organisers_alone(
    club: Club, ada: Person, ben: Person, eve: Person, cho: Person
) -> None:
    assert club.invite in ada.client.get(f"/clubs/{club.public_id}/settings/").content.decode()
    for other in (ben, eve, cho):
        for page in ("", "history/"):
            content = other.client.get(f"/clubs/{club.public_id}/{page}").content.decode()
            assert club.invite not in content
            assert str(eve.guest) not in content


@pytest.mark.parametrize(
    "path", ["settings/invite/", "settings/members/1/", "settings/members/1/remove/"]
)
@pytest.mark.parametrize("name", ["ben", "cho", "dee"])
def test_only_organisers_post_to_the_settings(
    path: str, name: str, club: Club, request: pytest.FixtureRequest
) -> None:
    someone: Person = request.getfixturevalue(name)
    answer = someone.client.post(f"/clubs/{club.public_id}/{path}", {"role": "owner"})
    assert answer.status_code == 403


def test_owner_renames_and_closes_the_club(club: Club, ada: Person) -> None:
    url = f"/clubs/{club.public_id}/settings/"
    assert ada.client.post(url, {"name": "New", "visibility": "private"}).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.visibility) == ("New", "private")
    assert ada.client.post(url, {"name": "New", "visibility": "secret"}).status_code == 400


def test_owner_hands_out_roles_and_removes(club: Club, ada: Person, ben: Person) -> None:
    ben_id = club.members.get(name="Ben").pk
    url = f"/clubs/{club.public_id}/settings/members/{ben_id}/"
    assert "Choose one" in _text(ada.client.post(url, {"role": "king"}, follow=True))
    assert "Ben: Organiser." in _text(ada.client.post(url, {"role": "organiser"}, follow=True))
    assert ada.client.post(f"{url}remove/").status_code == 302
    assert list(club.members.values_list("name", flat=True)) == ["Ada"]
    assert ada.client.post(f"{url}remove/").status_code == 404


def test_private_club_is_joined_by_invitation(club: Club, ada: Person, cho: Person) -> None:
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    url = f"/clubs/invited/{club.invite}/"
    assert "Join Thursday Rails" in _text(cho.client.get(url))
    assert cho.client.post(url, {"display_name": "Cho"}).status_code == 302
    assert cho.client.get(f"/clubs/{club.public_id}/").status_code == 200
    assert club.members.get(guest=cho.guest).role == "member"


def test_last_member_is_told_why_leaving_fails(club: Club, ada: Person) -> None:
    answer = ada.client.post(f"/clubs/{club.public_id}/leave/")
    assert answer.status_code == 409
    assert "Ada is the last member of Thursday Rails" in _text(answer)


def test_member_leaves(club: Club, ada: Person, ben: Person) -> None:
    assert ben.client.post(f"/clubs/{club.public_id}/leave/").status_code == 302
    assert not club.members.filter(name="Ben").exists()
    assert ben.client.post(f"/clubs/{club.public_id}/leave/").status_code == 403


def test_clubs_page_lists_own_and_public_ones(club: Club, ada: Person, dee: Person) -> None:
    assert "Thursday Rails" in _text(ada.client.get("/clubs/"))
    assert "Thursday Rails" not in _text(dee.client.get("/clubs/"))
    services.set_visibility(club, ada.who, Club.Visibility.PUBLIC)
    assert "Thursday Rails" in _text(dee.client.get("/clubs/"))
    assert _text(ada.client.get("/clubs/")).count("Thursday Rails") == 1


def test_result_shows_places_lines_end_and_length(play: Play, cho: Person) -> None:
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "Ada wins with 21" in text
    assert "March 14, 2026 , 2 h 5 min, Practice board" in text
    assert "1st A Ada 21" in text
    assert "3rd C Cy 2" in text
    assert "Across the Divide 3 × 2 6 CD-54" in text
    assert "Seattle 3 × 2 6 CD-55" in text
    assert "All shares sold 3 × 1 3 CD-56" in text
    assert "Turn 8 was played and its dividends were paid" in text
    assert "ruled by the table" not in text
    assert "Equal points" not in text


def test_result_carries_its_marks(club: Club, cho: Person) -> None:
    marked = play_draft(club, ruled=True, house_rules=True, notes="Late <start>")
    play = tally_play(record_play(marked).pk)
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "decided by the table, not by the rules" in text
    assert "house rules" in text
    assert "Late &lt;start&gt;" in text


def test_result_says_that_a_tie_stands_or_what_broke_it(club: Club, cho: Person) -> None:
    play = play_with_scores(club, ("Ada", 9, 1), ("Ben", 9, 1), ("Cy", 3, 3))
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "Ada and Ben share the win with 9" in text
    assert "Equal points share a place" in text
    play = play_with_scores(club, ("Ada", 9, 1), ("Ben", 9, 2), tie_break="RW-99")
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "The tie was broken by RW-99" in text


def test_result_refreshes_itself_while_it_waits(draft: PlayDraft, cho: Person) -> None:
    play = record_play(draft)
    content = cho.client.get(f"/plays/{play.public_id}/").content.decode()
    assert 'http-equiv="refresh"' in content
    assert 'hx-trigger="every 2s"' in content
    tally_play(play.pk)
    content = cho.client.get(f"/plays/{play.public_id}/").content.decode()
    assert 'http-equiv="refresh"' not in content
    assert "hx-trigger" not in content


def test_failed_result_says_why(club: Club, cho: Person) -> None:
    play = tally_play(record_play(play_draft(club, sheet_json="{")).pk)
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "could not be counted. Input data was truncated" in text


def test_withdrawn_result_says_that_the_game_goes_on(play: Play, cho: Person) -> None:
    services.withdraw_play(play.source, play.source_ref)
    text = _text(cho.client.get(f"/plays/{play.public_id}/"))
    assert "reopened and goes on" in text
    assert "21" not in text


def test_private_result_shows_strangers_nothing(play: Play, ada: Person, dee: Person) -> None:
    services.set_visibility(play.club, ada.who, Club.Visibility.PRIVATE)
    assert ada.client.get(f"/plays/{play.public_id}/").status_code == 200
    answer = dee.client.get(f"/plays/{play.public_id}/")
    assert answer.status_code == 404
    assert "Ada" not in _text(answer)


def test_unknown_title_in_old_plays_still_reads(club: Club, ada: Person) -> None:
    play = play_with_scores(club, ("Ada", 9, 1), title="lost_game", end="all_out")
    assert "Lost game" in _text(ada.client.get(f"/plays/{play.public_id}/"))
    assert "All out." in _text(ada.client.get(f"/plays/{play.public_id}/"))
    assert "Lost game" in _text(ada.client.get(f"/clubs/{club.public_id}/history/"))


@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "²", "9" * 30, "99999999"])
def test_history_takes_any_page_number(page: str, play: Play, ada: Person) -> None:
    url = f"/clubs/{play.club.public_id}/history/"
    assert ada.client.get(url, {"page": page, "title": "\x00"}).status_code == 200


def test_player_page_lists_plays_with_places(play: Play, club: Club, cho: Person) -> None:
    ada_plays = play_with_scores(club, ("Ada", 9, 1), ("Ben", 4, 2))
    player = ada_plays.scores.get(seat="B").player
    assert player is not None
    text = _text(cho.client.get(f"/players/{player.public_id}/"))
    assert "Continental Divide March 14, 2026 2nd of 2 4" in text
    assert cho.client.get("/players/nosuchplayer/").status_code == 404


def test_account_page_shows_only_ones_own(
    club: Club, ada: Person, dee: Person, eve: Person
) -> None:
    PlayerFactory.create(club=club, name="Adalina", user=ada.user)
    text = _text(ada.client.get("/account/"))
    assert "Thursday Rails" in text
    assert "Adalina" in text
    assert "ada@example.org" in text
    text = _text(dee.client.get("/account/"))
    assert "Thursday Rails" not in text
    assert "Adalina" not in text
    assert "Thursday Rails" in _text(eve.client.get("/account/"))
    assert "You belong to no club" in _text(Client().get("/account/"))


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(method: str, club: Club, ada: Person) -> None:
    answer = getattr(ada.client, method)(f"/clubs/{club.public_id}/")
    assert answer.status_code == 405


def test_figures_are_written_as_the_look_says() -> None:
    assert [place(rank) for rank in (1, 2, 3, 4, 11, 21, None)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "21st",
        "–",
    ]
    assert [points(total) for total in (0, 1234567, -5, None)] == ["0", "1,234,567", "−5", "–"]
    assert [duration(minutes) for minutes in (None, 0, 45, 60, 125)] == [
        "",
        "",
        "45 min",
        "1 h",
        "2 h 5 min",
    ]
    assert words("sold_out") == "Sold out"
    assert [choice(value) for value in (True, False, "per_railroad", 3)] == [
        "yes",
        "no",
        "per railroad",
        "3",
    ]


def test_private_result_is_seen_by_whoever_sat_in_it(play: Play, dee: Person) -> None:
    play.club.visibility = Club.Visibility.PRIVATE
    play.club.save()
    player = PlayerFactory.create(club=play.club, user=dee.user)
    score = play.scores.order_by("order").last()
    assert score is not None
    score.player = player
    score.save()
    assert dee.client.get(f"/plays/{play.public_id}/").status_code == 200
