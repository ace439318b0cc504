"""The admin reads scoring and writes nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import Club, Play
from scoring.services import PlayDraft, record_play
from tests.factories import PlayerFactory, UserFactory


@pytest.fixture
def chief(db: None) -> Client:
    """Return the browser of a superuser."""
    client = Client()
    client.force_login(UserFactory.create(is_staff=True, is_superuser=True))
    return client


def test_admin_lists_and_shows_what_scoring_keeps(
    chief: Client, club: Club, draft: PlayDraft
) -> None:
    play, player = record_play(draft), PlayerFactory.create(club=club)
    for model, row in (("club", club.pk), ("play", play.pk), ("player", player.pk)):
        assert chief.get(f"/admin/scoring/{model}/").status_code == 200
        assert chief.get(f"/admin/scoring/{model}/{row}/change/").status_code == 200


def test_admin_neither_adds_nor_changes(chief: Client, draft: PlayDraft) -> None:
    play = record_play(draft)
    assert chief.get("/admin/scoring/play/add/").status_code == 403
    url = f"/admin/scoring/play/{play.pk}/change/"
    assert chief.post(url, {"title": "other"}).status_code == 403
    assert Play.objects.get().title == "continental_divide"
