"""Counting all anew: the same figures, whatever was there before, in lanes that stop and resume."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring import jobs
from scoring.models import Club, Job, Play, PlayerStat, Rating, RatingStep, Standing
from scoring.services import ratings, rebuild, stats
from scoring.tasks import after_play, look_after_jobs, start_lanes
from tests.cast import Person
from tests.factories import ClubFactory, PlayerFactory
from tests.scoring.leagues.conftest import opened, played

pytestmark = pytest.mark.django_db
TITLES = ("continental_divide", "empire_builder", "central_pacific")


def figures() -> tuple[Any, ...]:
    """Return all that is counted from plays, without the ids of rows."""
    return (
        sorted(Rating.objects.values_list("pool__title", "player", "mu", "sigma", "plays")),
        sorted(RatingStep.objects.values_list("pool__title", "player", "play", "mu")),
        sorted(Standing.objects.values_list("entrant", "place", "points", "played")),
        sorted(PlayerStat.objects.values_list("player", "title", "plays", "wins", "points")),
    )


def count(play: Play) -> None:
    """Have a play counted, as recording and tallying it does."""
    stats.mark_play(play)
    after_play(play.pk)


def fill(club: Club) -> None:
    """Have a club play each title some times."""
    people = PlayerFactory.create_batch(3, club=club)
    for number in range(9):
        ranked = [(one, 1 + (place + number) % 3, 9) for place, one in enumerate(people)]
        count(played(club, *ranked, title=TITLES[number % 3]))


@pytest.fixture
def counted(club: Club, ada: Person) -> tuple[Any, ...]:
    """Return the figures of two clubs' plays and a season, counted play by play."""
    people = PlayerFactory.create_batch(3, club=club)
    opened(club, ada, people)
    for number in range(4):
        ranked = [(one, 1 + (place + number) % 3, 9) for place, one in enumerate(people)]
        count(played(club, *ranked, title=TITLES[number % 3]))
    fill(ClubFactory.create())
    return figures()


def spoil() -> None:
    """Make every figure wrong."""
    Rating.objects.update(mu=0)
    RatingStep.objects.all()[0].delete()
    Standing.objects.update(points=0)
    PlayerStat.objects.update(plays=99)


def test_rebuild_by_tasks_gives_the_same(
    counted: Any, django_capture_on_commit_callbacks: Any
) -> None:
    spoil()
    job = rebuild.begin()
    with django_capture_on_commit_callbacks(execute=True):
        start_lanes(job.pk)
    assert figures() == counted
    job.refresh_from_db()
    assert (job.state, job.done, job.percent) == (Job.State.DONE, 13, 100)


def test_rebuild_of_a_club_leaves_the_others_alone(counted: Any, club: Club) -> None:
    spoil()
    call_command("rebuild", club=club.public_id, here=True)
    assert PlayerStat.objects.filter(club=club, plays=99).count() == 0
    assert PlayerStat.objects.exclude(club=club).exclude(plays=99).count() == 0


def test_stop_is_heeded_and_resume_does_the_rest(
    counted: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    spoil()
    job = rebuild.begin()
    real, seen = rebuild._count, []

    def watched(club_id: int, title: str) -> int:
        seen.append((club_id, title))
        if len(seen) == 3:
            jobs.stop(job.pk)
        return real(club_id, title)

    monkeypatch.setattr(rebuild, "_count", watched)
    with django_capture_on_commit_callbacks(execute=True):
        start_lanes(job.pk)
    job.refresh_from_db()
    assert (job.state, len(seen)) == (Job.State.STOPPED, 3)
    before = list(seen)
    assert jobs.resume(job.pk)
    with django_capture_on_commit_callbacks(execute=True):
        start_lanes(job.pk)
    assert figures() == counted
    # Only the unit in which the stop came is done again.
    assert [unit for unit in seen[3:] if unit in before] == before[2:]


def test_failure_is_said_and_the_rest_can_go_on(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = rebuild.begin()

    def broken(club_id: int, title: str) -> int:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(rebuild, "_count", broken)
        with pytest.raises(ZeroDivisionError):
            rebuild.work(job.pk, rebuild.lane_of(ratings.pools_of()[0]))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "could not be counted" in job.note
    call_command("rebuild", resume=job.public_id, here=True)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_lane_gives_way_when_its_turn_is_over(counted: Any) -> None:
    job = rebuild.begin()
    lane = rebuild.lane_of((Club.objects.order_by("pk")[0].pk, ""))
    assert rebuild.work(job.pk, lane, seconds=-1)
    assert not rebuild.work(job.pk, lane)
    assert lane not in rebuild.open_lanes(job.pk)


def test_forsaken_rebuild_is_taken_up_again(
    counted: Any, django_capture_on_commit_callbacks: Any
) -> None:
    spoil()
    job = rebuild.begin()
    look_after_jobs()
    job.refresh_from_db()
    assert job.state == Job.State.WAITING  # it is too fresh to be given up
    with django_capture_on_commit_callbacks(execute=True):
        look_after_jobs(idle=-1)
    assert figures() == counted


def test_open_rebuild_is_looked_after_again_ever_more_patiently(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lanes that others still walk through must not hide those that were lost."""
    again: list[Any] = []
    monkeypatch.setattr(look_after_jobs, "apply_async", lambda *given, **when: again.append(when))
    job = rebuild.begin()
    eager = look_after_jobs.app.conf.task_always_eager
    look_after_jobs.app.conf.task_always_eager = False
    try:
        look_after_jobs()
        look_after_jobs(idle=40)
        assert [when["countdown"] for when in again] == [11, 41]
        jobs.finish(job.pk)
        look_after_jobs()
        assert len(again) == 2
    finally:
        look_after_jobs.app.conf.task_always_eager = eager


def test_command_stops_shows_and_resumes(counted: Any, capsys: pytest.CaptureFixture[str]) -> None:
    job = rebuild.begin()
    call_command("rebuild", stop=job.public_id)
    call_command("rebuild", show=job.public_id)
    call_command("rebuild", resume=job.public_id, here=True)
    assert capsys.readouterr().out.splitlines() == [
        f"{job.public_id}: stopped, 0 of 13 plays",
        f"{job.public_id}: stopped, 0 of 13 plays",
        f"{job.public_id}: done, 13 of 13 plays",
    ]
    with pytest.raises(CommandError, match="no rebuild"):
        call_command("rebuild", show="nosuch")
    with pytest.raises(CommandError, match="no club"):
        call_command("rebuild", club="nosuch")
