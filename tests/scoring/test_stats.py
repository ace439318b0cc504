"""Figures by player and title: what a play touches is counted up, and a rebuild finds the same."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring import services
from scoring.models import Club, Play, PlayerStat
from scoring.services import PlayDraft, SeatDraft, get_or_create_player
from scoring.tables.totals import SeatTotal, Totals
from scoring.tasks import after_play, tally_play_task
from tests.factories import ClubFactory
from tests.scoring.conftest import play_draft, totals_draft


def figures(club: Club) -> list[dict[str, Any]]:
    """Return every row of the club without its number."""
    rows = PlayerStat.objects.filter(club=club).order_by("player_id", "title").values()
    return [{key: value for key, value in row.items() if key != "id"} for row in rows]


def record(draft: PlayDraft) -> Play:
    """Record a play and do what the worker does after the commit."""
    play = services.record_play(draft)
    tally_play_task(play.pk)
    return play


def test_figures_follow_a_play_its_edit_and_its_withdrawal(club: Club) -> None:
    play = record(totals_draft(club, {"Ada": 30, "Ben": 30, "Cy": 5}, minutes=90))
    ada, cy = (PlayerStat.objects.get(player__name=name) for name in ("Ada", "Cy"))
    assert (ada.plays, ada.wins, ada.shared, ada.ranks, ada.seats) == (1, 1, 1, 1, 3)
    assert (ada.points, ada.best, ada.minutes, ada.stale) == (30, 30, 90, False)
    assert (cy.wins, cy.ranks, cy.least) == (0, 3, 5)
    other = totals_draft(club, {"Ada": 10, "Dee": 20})
    services.edit_play(play.pk, other, "Ada")
    tally_play_task(play.pk)
    assert set(PlayerStat.objects.values_list("player__name", "wins")) == {("Ada", 0), ("Dee", 1)}
    services.delete_play(play.pk, "Ada")
    after_play(play.pk)
    assert not PlayerStat.objects.exists()
    services.bring_back(play.pk, "Ada", number=1)
    tally_play_task(play.pk)
    assert PlayerStat.objects.get(player__name="Cy").ranks == 3


def test_lines_are_counted_by_item(club: Club) -> None:
    ada = get_or_create_player(club.pk, "Ada")
    seats = (SeatDraft("A", 1, "Ada", "", ada.pk), SeatDraft("B", 2, "B"), SeatDraft("C", 3, "C"))
    record(play_draft(club, seats=seats))
    record(play_draft(club, seats=seats, source_ref="OTHER"))
    stat = PlayerStat.objects.get(player=ada)
    assert stat.items["port"] == [2, 6, 12]
    assert stat.points == 42


def test_figures_missed_by_a_dead_worker_are_counted_with_the_next_play(club: Club) -> None:
    first = services.record_play(totals_draft(club, {"Ada": 3, "Ben": 1}))
    services.tally_play(first.pk)  # and no further
    assert PlayerStat.objects.get(player__name="Ada").stale
    record(totals_draft(club, {"Ada": 3, "Cy": 1}))
    assert PlayerStat.objects.get(player__name="Ada").plays == 2
    assert PlayerStat.objects.get(player__name="Ben").plays == 1


_NAMES = ("Ada", "Ben", "Cy", "Dee")
_results = st.dictionaries(st.sampled_from(_NAMES), st.integers(-3, 5), min_size=2)
_steps = st.lists(
    st.tuples(
        st.sampled_from(["record", "edit", "delete", "bring_back"]),
        st.integers(0, 5),
        _results,
        st.sampled_from(["continental_divide", "empire_builder"]),
    ),
    max_size=7,
)


class IncrementalTest(TestCase):
    """A property: whatever happened to plays, one by one, a full rebuild finds the same figures."""

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(_steps)
    def test_incremental_equals_rebuild(
        self, steps: list[tuple[str, int, dict[str, int], str]]
    ) -> None:
        club = ClubFactory.create()
        plays: list[Play] = []
        for act, which, results, title in steps:
            draft = totals_draft(club, results, title=title)
            if act == "record" or not plays:
                plays.append(record(draft))
                continue
            play = plays[which % len(plays)]
            play.refresh_from_db()
            if act == "delete":
                services.delete_play(play.pk, "Ada")
                after_play(play.pk)
                continue
            if act == "bring_back":
                services.bring_back(play.pk, "Ada")
            elif play.withdrawn_at is None:
                services.edit_play(play.pk, draft, "Ada")
            tally_play_task(play.pk)
        step_by_step = figures(club)
        for title in services.mark_club(club.pk):
            services.refresh(club.pk, title)
        assert figures(club) == step_by_step
        PlayerStat.objects.filter(club=club).delete()
        for title in services.mark_club(club.pk):
            services.refresh(club.pk, title)
        assert figures(club) == step_by_step


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        ({"A": (5, None), "B": (9, None), "C": (5, None)}, [2, 1, 2]),
        ({"A": (5, 2), "B": (5, 1), "C": (5, 3)}, [2, 1, 3]),
        ({"A": (None, 1), "B": (None, 2), "C": (None, 2)}, [1, 2, 2]),
        ({"A": (None, None), "B": (0, None), "C": (-4, None)}, [3, 1, 2]),
        ({"A": (7, 2), "B": (7, 1), "C": (9, None)}, [3, 2, 1]),
    ],
)
def test_totals_alone_make_places(
    club: Club, seats: dict[str, tuple[int | None, int | None]], places: list[int]
) -> None:
    sheet = Totals({key: SeatTotal(*given) for key, given in seats.items()})
    draft = play_draft(
        club,
        sheet_json=msgspec.json.encode(sheet).decode(),
        totals_only=True,
        played_on=datetime.date(2026, 5, 1),
    )
    play = services.tally_play(services.record_play(draft).pk)
    assert list(play.scores.values_list("rank", flat=True)) == places
    assert [score.total for score in play.scores.all()] == [total for total, _ in seats.values()]
