"""Plays: recorded once, tallied idempotently, withdrawn and brought back, read in few queries."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring import queries, services
from scoring.errors import NotFound, ScoringError
from scoring.models import Club, Play, Score
from scoring.services import PlayDraft, SeatDraft, record_play, tally_play
from scoring.signals import play_recorded, play_tallied, play_withdrawn
from scoring.tasks import tally_play_task
from tests.cast import Person
from tests.factories import ClubFactory, PlayerFactory, PlayFactory, ScoreFactory, play_with_scores
from tests.scoring.conftest import play_draft


def _results(play: Play) -> list[tuple[str, int | None, int | None, bool]]:
    return list(play.scores.values_list("seat", "total", "rank", "winner"))


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Return the list of signals heard, by name, as they come."""
    heard: list[str] = []
    names = {"recorded": play_recorded, "tallied": play_tallied, "withdrawn": play_withdrawn}
    listeners = {name: (lambda name=name, **_: heard.append(name)) for name in names}
    for name, signal in names.items():
        signal.connect(listeners[name])
    yield heard
    for name, signal in names.items():
        signal.disconnect(listeners[name])


def test_recorded_play_waits_and_is_tallied_after_the_commit(
    draft: PlayDraft, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play = record_play(draft)
        assert (play.tally_state, play.minutes) == ("waiting", 125)
        assert _results(play)[0] == ("A", None, None, False)
    play.refresh_from_db()
    assert play.tally_state == "done"
    assert _results(play) == [("A", 21, 1, True), ("B", 15, 2, False), ("C", 2, 3, False)]


def test_tallied_lines_add_up_and_name_their_rule(draft: PlayDraft) -> None:
    play = tally_play(record_play(draft).pk)
    for score in play.scores.all():
        assert sum(line["points"] for line in score.lines) == score.total
        assert {line["rule"] for line in score.lines} <= {"CD-54", "CD-55", "CD-56"}
    lines = play.scores.get(seat="B").lines
    assert {(line["item"], line["count"], line["points"]) for line in lines} == {
        ("central", 2, 2),
        ("western", 2, 2),
        ("divide", 2, 4),
        ("port", 2, 4),
        ("sold_out", 2, 2),
        ("central", 1, 1),
    }


def test_tallying_twice_changes_nothing(draft: PlayDraft) -> None:
    play = tally_play(record_play(draft).pk)
    before = list(play.scores.values())
    tally_play_task(play.pk)
    assert list(play.scores.values()) == before


def test_recording_twice_brings_the_same_play_up_to_date(club: Club, draft: PlayDraft) -> None:
    first = tally_play(record_play(draft).pk)
    ann = PlayerFactory.create(club=club, name="Ann")
    seats = (SeatDraft("A", 1, "Ann", "blue", ann.pk), SeatDraft("B", 2, "Ben", "red"))
    second = record_play(play_draft(club, board="Other board", seats=seats))
    assert (second.pk, second.public_id) == (first.pk, first.public_id)
    assert (second.board, second.tally_state) == ("Other board", "waiting")
    assert list(second.scores.values_list("seat", "name", "player")) == [
        ("A", "Ann", ann.pk),
        ("B", "Ben", None),
    ]
    assert Play.objects.count() == 1


def test_plays_without_reference_are_each_a_new_one(club: Club) -> None:
    typed = play_draft(club, source=Play.Source.TYPED, source_ref="")
    assert record_play(typed).pk != record_play(typed).pk


def test_reference_is_unique_per_source(club: Club) -> None:
    PlayFactory.create(club=club, source="imported", source_ref="x")
    PlayFactory.create(club=club, source="tracked", source_ref="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayFactory.create(club=club, source="tracked", source_ref="x")


def test_withdrawn_play_leaves_the_history_and_comes_back(
    club: Club, draft: PlayDraft, heard: list[str]
) -> None:
    play = tally_play(record_play(draft).pk)
    services.withdraw_play(draft.source, draft.source_ref)
    services.withdraw_play(draft.source, draft.source_ref)
    assert queries.history(club).plays == ()
    assert queries.play_of(draft.source, draft.source_ref) is None
    assert record_play(draft).pk == play.pk
    assert queries.history(club).plays == (play,)
    assert heard == ["recorded", "tallied", "withdrawn", "recorded"]


def test_withdrawing_what_was_never_recorded_does_nothing(club: Club) -> None:
    typed = record_play(play_draft(club, source="typed", source_ref=""))
    services.withdraw_play("tracked", "NOSUCH")
    services.withdraw_play("typed", "")
    typed.refresh_from_db()
    assert typed.withdrawn_at is None


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("[1]", "object"),
        ('{"railroads": {}, "shares": {"A": {"red": 99}}}', "<= 10"),
        ('{"railroads": {}, "shares": {"A": {"red": 1}, "B": {}, "C": {}}}', "red"),
        ('{"railroads": {}, "shares": {"A": {}, "B": {}}}', "seats A, B"),
        ('{"railroads": {}, "shares": {"A": {}, "B": {}, "D": {}}}', "seats A, B, D"),
        ("[" * 100_000, "array"),
    ],
)
def test_sheet_that_cannot_be_counted_says_why(
    club: Club, draft: PlayDraft, heard: list[str], sheet: str, why: str
) -> None:
    tally_play(record_play(draft).pk)
    heard.clear()
    play = tally_play(record_play(play_draft(club, sheet_json=sheet)).pk)
    assert play.tally_state == "failed"
    assert why in play.tally_note
    assert _results(play) == [(seat, None, None, False) for seat in "ABC"]
    assert heard == ["recorded"]
    assert tally_play(record_play(draft).pk).tally_note == ""


def test_tally_of_no_play_is_not_found(db: None) -> None:
    with pytest.raises(NotFound):
        tally_play(1)


def test_tied_seats_share_a_place(club: Club) -> None:
    sheet = (
        '{"railroads": {"red": {"central": true, "unsold": 1}},'
        ' "shares": {"A": {"red": 1}, "B": {"red": 2}, "C": {"red": 2}}}'
    )
    play = tally_play(record_play(play_draft(club, sheet_json=sheet)).pk)
    assert _results(play) == [("A", 1, 3, False), ("B", 2, 1, True), ("C", 2, 1, True)]
    assert play.has_ties


def test_draft_that_cannot_be_is_refused_and_nothing_stored(club: Club) -> None:
    stranger = PlayerFactory.create()
    a, b = SeatDraft("A", 1, "Ada"), SeatDraft("A", 2, "Ben")
    for changes, code in (
        ({"title": "chess"}, "unknown_title"),
        ({"seats": ()}, "no_seats"),
        ({"seats": (a, b)}, "seat_twice"),
        ({"seats": (SeatDraft("A", 1, "Ada", player_id=stranger.pk),)}, "other_club"),
    ):
        with pytest.raises(ScoringError) as refused:
            record_play(play_draft(club, **changes))
        assert refused.value.code == code
    with pytest.raises(ValidationError):
        record_play(play_draft(club, seats=(SeatDraft("A", 1, "\u202eAda"),)))
    with pytest.raises(ValueError, match="hearsay"):
        record_play(play_draft(club, source="hearsay"))
    assert not Play.objects.exists()
    assert not Score.objects.exists()


def test_minutes_are_unknown_where_the_clock_ran_backwards(club: Club) -> None:
    begin = datetime.datetime(2026, 3, 14, 19, 0, tzinfo=datetime.UTC)
    before = begin - datetime.timedelta(minutes=1)
    assert record_play(play_draft(club, started_at=begin, ended_at=before)).minutes is None
    assert record_play(play_draft(club, started_at=None)).minutes is None
    assert record_play(play_draft(club, minutes=90)).minutes == 90


def _days(club: Club, count: int) -> None:
    for day in range(count):
        play_with_scores(
            club,
            ("Ada", 21, 1),
            ("Ben", 15, 2),
            ("Cy", 2, 3),
            played_on=datetime.date(2026, 1, 1) + datetime.timedelta(days=day),
        )


def test_history_is_newest_first_and_25_to_a_page(club: Club) -> None:
    _days(club, 27)
    PlayFactory.create(club=ClubFactory.create())
    first, second, third = (queries.history(club, page) for page in (1, 2, 3))
    days = [play.played_on for play in (*first.plays, *second.plays)]
    assert days == sorted(days, reverse=True)
    assert [len(page.plays) for page in (first, second, third)] == [25, 2, 0]
    assert [page.has_more for page in (first, second, third)] == [True, False, False]


def test_history_of_one_title_leaves_out_the_others(club: Club) -> None:
    play = PlayFactory.create(club=club)
    PlayFactory.create(club=club, title="empire_builder")
    assert queries.history(club, title="continental_divide").plays == (play,)


def test_history_page_costs_the_same_whatever_its_length(club: Club, ada: Person) -> None:
    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            ada.client.get(f"/clubs/{club.public_id}/history/")
        return len(captured)

    _days(club, 1)
    one = cost()
    _days(club, 24)
    assert cost() == one <= 6


def test_scores_of_an_untallied_seat_stand_last(club: Club, ada: Person) -> None:
    play = PlayFactory.create(club=club)
    ScoreFactory.create(play=play, seat="A", total=None, rank=None)
    ScoreFactory.create(play=play, seat="B", rank=1)
    found, _ = queries.play_sheet(play.public_id, ada.who)
    assert [score.seat for score in found.scores.all()] == ["B", "A"]


def test_club_players_are_counted_without_withdrawn_plays(
    club: Club, draft: PlayDraft, ada: Person
) -> None:
    ann = PlayerFactory.create(club=club, name="ann")
    PlayerFactory.create(club=club, name="Zoe")
    PlayerFactory.create(club=club, name="Gone", active=False)
    record_play(play_draft(club, seats=(SeatDraft("A", 1, "Ann", player_id=ann.pk),)))

    def counted() -> list[tuple[str, int]]:
        return [(player.name, vars(player)["plays"]) for player in queries.club_players(club)]

    assert counted() == [("ann", 1), ("Zoe", 0)]
    services.withdraw_play(draft.source, draft.source_ref)
    assert counted() == [("ann", 0), ("Zoe", 0)]


def test_private_play_and_player_are_not_found_by_strangers(
    club: Club, ada: Person, dee: Person
) -> None:
    play = play_with_scores(club, ("Ada", 21, 1))
    player = play.scores.get().player
    assert player is not None
    services.set_visibility(club, ada.who, Club.Visibility.PRIVATE)
    assert queries.play_sheet(play.public_id, ada.who)[0] == play
    assert queries.player_page(player.public_id, ada.who)[0] == player
    with pytest.raises(NotFound):
        queries.play_sheet(play.public_id, dee.who)
    with pytest.raises(NotFound):
        queries.player_page(player.public_id, dee.who)


def test_merged_player_leads_to_the_one_merged_into(club: Club, ada: Person) -> None:
    ann = PlayerFactory.create(club=club, name="Ann")
    old = PlayerFactory.create(club=club, name="Anne", active=False, merged_into=ann)
    assert queries.player_page(old.public_id, ada.who)[0] == ann
