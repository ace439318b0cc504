"""Merging players, parting them, claiming and forgetting: what is kept, what goes, who may."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring import services
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Club, Member, Play, Player, PlayerMerge, PlayRevision, Score
from scoring.people import Who
from scoring.tasks import after_play, tally_play_task
from tests.cast import Person
from tests.factories import ClubFactory, MemberFactory, UserFactory
from tests.scoring.conftest import totals_draft
from tests.scoring.test_stats import figures


def record(club: Club, results: dict[str, int]) -> Play:
    """Record a play of totals and count what follows."""
    play = services.record_play(totals_draft(club, results))
    tally_play_task(play.pk)
    return play


def named(club: Club, name: str) -> Player:
    """Return the club's player of that name."""
    return Player.objects.get(club=club, name=name)


def everything(club: Club) -> dict[str, Any]:
    """Return all that a merge could touch, but for its own row."""
    return {
        "players": list(Player.objects.filter(club=club).order_by("pk").values()),
        "scores": list(Score.objects.filter(play__club=club).order_by("pk").values()),
        "figures": figures(club),
    }


def test_merged_player_has_the_plays_of_both(club: Club, ada: Person) -> None:
    record(club, {"Ann": 3, "Ben": 1})
    play = record(club, {"Annie": 1, "Ben": 2})
    kept, gone = named(club, "Ann"), named(club, "Annie")
    services.merge_players(club, ada.who, kept.pk, gone.pk)
    after_play(play.pk)
    assert kept.scores.count() == 2
    assert (kept.stats.get().plays, kept.stats.get().wins) == (2, 1)
    assert not gone.stats.exists()
    assert ada.client.get(f"/players/{gone.public_id}/").context["player"] == kept
    # Whoever types the old name again means the one she became.
    assert services.get_or_create_player(club.pk, "annie") == kept
    assert record(club, {"Annie": 1, "Ben": 2}).scores.filter(player=kept).exists()


def test_those_who_met_are_two_people_and_it_says_where(club: Club, ada: Person) -> None:
    play = record(club, {"Ann": 3, "Annie": 1})
    with pytest.raises(ScoringError) as refused:
        services.merge_players(club, ada.who, named(club, "Ann").pk, named(club, "Annie").pk)
    assert refused.value.code == "met"
    assert refused.value.facts["play"] == play.public_id
    assert "Continental Divide on March 14, 2026" in str(refused.value)
    assert not PlayerMerge.objects.exists()


def test_merging_is_for_organisers_and_two_players_of_one_club(
    club: Club, ada: Person, ben: Person
) -> None:
    record(club, {"Ann": 3, "Ben": 1})
    other = services.get_or_create_player(ClubFactory.create().pk, "Annie")
    ann, bee = named(club, "Ann"), named(club, "Ben")
    with pytest.raises(NotAllowed):
        services.merge_players(club, ben.who, ann.pk, bee.pk)
    with pytest.raises(NotFound):
        services.merge_players(club, ada.who, ann.pk, other.pk)
    with pytest.raises(ScoringError, match="themself"):
        services.merge_players(club, ada.who, ann.pk, ann.pk)
    assert ada.user is not None
    assert ben.user is not None
    Player.objects.filter(pk=ann.pk).update(user=ada.user)
    Player.objects.filter(pk=bee.pk).update(user=ben.user)
    with pytest.raises(ScoringError) as refused:
        services.merge_players(club, ada.who, ann.pk, bee.pk)
    assert refused.value.code == "two_accounts"


def test_merge_under_a_later_merge_is_undone_last(club: Club, ada: Person) -> None:
    for name in ("Ann", "Annie", "Anna"):
        services.get_or_create_player(club.pk, name)
    ann, annie, anna = (named(club, name) for name in ("Ann", "Annie", "Anna"))
    first = services.merge_players(club, ada.who, annie.pk, anna.pk)
    second = services.merge_players(club, ada.who, ann.pk, annie.pk)
    with pytest.raises(ScoringError, match="merged once more"):
        services.undo_merge(club, ada.who, first.pk)
    services.undo_merge(club, ada.who, second.pk)
    services.undo_merge(club, ada.who, first.pk)
    assert Player.objects.filter(club=club, active=True).count() == 3
    with pytest.raises(NotFound):
        services.undo_merge(club, ada.who, first.pk)


_owners = st.sampled_from(["nobody", "user", "guest"])
_tables = st.lists(st.sampled_from(["x", "y"]), min_size=1, max_size=5)


class UndoTest(TestCase):
    """A property: a merge undone leaves no trace, whoever the two belonged to and played with."""

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(_owners, _owners, _tables)
    def test_merge_then_undo_is_identity(self, x: str, y: str, tables: list[str]) -> None:
        user = UserFactory.create()
        club = ClubFactory.create()
        MemberFactory.create(club=club, user=user, role=Member.Role.OWNER)
        who = Who(user_id=user.pk)
        players = {"x": _owned(club, "Ann", x), "y": _owned(club, "Annie", y)}
        for number, one in enumerate(tables):
            record(club, {players[one].name: number, "Ben": 2})
        before = everything(club)
        both = players["x"].pk, players["y"].pk
        if x == y == "user":
            with pytest.raises(ScoringError, match="two accounts"):
                services.merge_players(club, who, *both)
            assert everything(club) == before
            return
        merge = services.merge_players(club, who, *both)
        for play in club.plays.all():
            after_play(play.pk)
        services.undo_merge(club, who, merge.pk)
        for play in club.plays.all():
            after_play(play.pk)
        assert everything(club) == before


def _owned(club: Club, name: str, owner: str) -> Player:
    user = UserFactory.create().pk if owner == "user" else None
    guest = uuid4() if owner == "guest" else None
    return services.get_or_create_player(club.pk, name, user_id=user, guest=guest)


def test_player_is_claimed_by_a_member_once(
    club: Club, ada: Person, ben: Person, dee: Person
) -> None:
    record(club, {"Benny": 3, "Ann": 1})
    benny, ann = named(club, "Benny"), named(club, "Ann")
    with pytest.raises(NotAllowed):
        services.claim_player(club, dee.who, benny.pk)
    assert services.claim_player(club, ben.who, benny.pk).user == ben.user
    services.claim_player(club, ben.who, benny.pk)
    with pytest.raises(ScoringError, match="You are Benny here"):
        services.claim_player(club, ben.who, ann.pk)
    with pytest.raises(ScoringError, match="belongs to somebody"):
        services.claim_player(club, ada.who, benny.pk)
    services.release_player(club, ada.who, benny.pk)
    assert services.claim_player(club, ada.who, benny.pk).user == ada.user


def test_renaming_reaches_what_was_played(club: Club, ada: Person, ben: Person) -> None:
    play = record(club, {"Bne": 3, "Ann": 1})
    player = named(club, "Bne")
    with pytest.raises(NotAllowed):
        services.rename_player(club, ben.who, player.pk, "Ben")
    services.rename_player(club, ada.who, player.pk, "Ben")
    assert list(play.scores.values_list("name", flat=True)) == ["Ben", "Ann"]
    assert services.get_or_create_player(club.pk, "ben") == player


def test_forgotten_player_leaves_figures_but_no_name(club: Club, ada: Person, ben: Person) -> None:
    play = record(club, {"Zacharias": 3, "Ann": 1})
    services.edit_play(play.pk, totals_draft(club, {"Zacharias": 5, "Ann": 1}), "Zacharias")
    tally_play_task(play.pk)
    other = services.get_or_create_player(club.pk, "Zach")
    player = named(club, "Zacharias")
    services.merge_players(club, ada.who, player.pk, other.pk)
    with pytest.raises(NotAllowed):
        services.forget_player(club, ben.who, player.pk)
    services.forget_player(club, ada.who, player.pk)
    pages = [f"/plays/{play.public_id}/", f"/plays/{play.public_id}/changes/"]
    pages += [
        f"/players/{player.public_id}/",
        f"/clubs/{club.public_id}/",
        f"/clubs/{club.public_id}/players/",
    ]
    for page in pages:
        assert "Zach" not in ada.client.get(page).content.decode(), page
    assert "Zach" not in str(list(PlayRevision.objects.values()))
    assert "Zach" not in str(list(Player.objects.values()))
    play.refresh_from_db()
    assert list(play.scores.values_list("name", "total")) == [("Former player 1", 5), ("Ann", 1)]
    assert services.get_or_create_player(club.pk, "Zacharias").scores.count() == 0


def test_deleted_account_leaves_shared_plays_and_hands_its_club_on(
    club: Club, ada: Person, ben: Person
) -> None:
    services.get_or_create_player(club.pk, "Ada", user_id=ada.who.user_id)
    play = record(club, {"Ada": 3, "Ben": 1})
    alone = services.create_club("Alone", ada.who, "Ada")
    page = ada.client.post("/account/delete/", {})
    assert page.status_code == 400
    answer = ada.client.post("/account/delete/", {"sure": "on"})
    assert answer.status_code == 302
    assert not User.objects.filter(username="ada").exists()
    assert list(play.scores.values_list("name", flat=True)) == ["Former player 1", "Ben"]
    assert club.members.get().role == Member.Role.OWNER
    assert not Club.objects.filter(pk=alone.pk).exists()
    assert "_auth_user_id" not in ada.client.session


def test_own_data_are_all_there_and_nobody_elses(club: Club, ada: Person, ben: Person) -> None:
    services.get_or_create_player(club.pk, "Ada", user_id=ada.who.user_id)
    play = record(club, {"Ada": 3, "Ben": 1})
    record(club, {"Cy": 3, "Ben": 1})
    answer = ada.client.get("/account/data.json")
    data = json.loads(answer.getvalue())
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert data["account"]["email"] == "ada@example.org"
    assert [one["name"] for one in data["clubs"]] == ["Thursday Rails"]
    assert [one["id"] for one in data["plays"]] == [play.public_id]
    assert [seat["name"] for seat in data["plays"][0]["seats"]] == ["Ada", "Ben"]
    assert json.loads(ben.client.get("/account/data.json").getvalue())["plays"] == []


@pytest.mark.parametrize("name", ["ben", "cho"])
def test_looking_after_players_is_for_organisers(
    name: str, club: Club, request: pytest.FixtureRequest
) -> None:
    someone: Person = request.getfixturevalue(name)
    player = services.get_or_create_player(club.pk, "Zoe")
    other = services.get_or_create_player(club.pk, "Zoey")
    page = f"/players/{player.public_id}/"
    for path, data in (
        ("edit/", {"name": "Zed"}),
        ("release/", {}),
        ("merge/", {"other": other.public_id}),
        ("forget/", {"sure": "on"}),
    ):
        assert someone.client.post(f"{page}{path}", data).status_code == 403, path
    player.refresh_from_db()
    assert (player.name, player.active) == ("Zoe", True)


def test_players_are_looked_after_on_their_pages(club: Club, ada: Person, ben: Person) -> None:
    record(club, {"Zoe": 3, "Ben": 1})
    zoe, zoey = named(club, "Zoe"), services.get_or_create_player(club.pk, "Zoey")
    page = f"/players/{zoe.public_id}/"
    assert "Zoey" in ada.client.get(f"{page}merge/").content.decode()
    refused = ada.client.post(f"{page}merge/", {"other": named(club, "Ben").public_id})
    assert refused.status_code == 409
    assert "See the play" in refused.content.decode()
    assert ada.client.post(f"{page}merge/", {"other": "\x00"}).status_code == 404
    ada.client.post(f"{page}merge/", {"other": zoey.public_id})
    listed = ada.client.get(f"/clubs/{club.public_id}/players/", {"q": "zo"}).content.decode()
    assert "Part again" in listed
    assert "Part again" not in ben.client.get(f"/clubs/{club.public_id}/players/").content.decode()
    merge = PlayerMerge.objects.get()
    undo = f"/clubs/{club.public_id}/merges/{merge.pk}/"
    assert ben.client.post(undo).status_code == 403
    assert ada.client.post(undo).status_code == 302
    assert ada.client.post(undo).status_code == 404
    assert ben.client.post(f"{page}claim/").status_code == 302
    zoe.refresh_from_db()
    assert zoe.user == ben.user
    assert ben.client.post(f"{page}edit/", {"name": "Zo"}).status_code == 302
    assert ben.client.post(f"{page}edit/", {"name": ""}).status_code == 400
    assert "Tick" in ben.client.post(f"{page}forget/", {}, follow=True).content.decode()
