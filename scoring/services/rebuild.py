"""Everything that is counted from plays, counted anew: split over workers, stopped, resumed, survived.

The work is cut by club and title into units, and the units into lanes, each of which one task at a time
walks through. After every unit the lane's place is kept with the job, so that a stop, or a worker that
dies, costs a unit at the most; two tasks on one lane by accident do no harm, since a unit
counted twice gives the same. What plays are worth (the tally) stays; ratings, figures and the standings
of open seasons are made again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext

from scoring import jobs
from scoring.models import Job, Play, PlayerStat, Score, Season
from scoring.services import leagues, ratings, stats

KIND = "rebuild"
LANES = 8
Unit = tuple[int, str]


def begin(club_id: int | None = None) -> Job:
    """Return a new job that counts a club anew, or everything; `work` on its lanes does it."""
    plays = Play.objects.filter(withdrawn_at=None)
    if club_id is not None:
        plays = plays.filter(club_id=club_id)
    return jobs.start(KIND, club_id, total=plays.count())


def work(job_id: int, lane: int, seconds: float | None = None) -> bool:
    """Go on with a lane until it ends, is stopped, or time is up; return whether there is more to do."""
    job = Job.objects.filter(pk=job_id, kind=KIND).first()
    if job is None or not jobs.advance(job_id, 0):
        return False
    until = None if seconds is None else time.monotonic() + seconds
    with _unhurried():
        for unit in _left(job, lane):
            if until is not None and time.monotonic() > until:
                return True
            done = _counted(job_id, unit)
            if not jobs.advance(job_id, done, memo={_key(lane): list(unit)}):
                return False
    jobs.advance(job_id, 0, memo={_key(lane): []})
    if not open_lanes(job_id):
        jobs.finish(job_id)
    return False


def open_lanes(job_id: int) -> list[int]:
    """Return the lanes of a job that have not come to their end."""
    job = Job.objects.get(pk=job_id)
    return [lane for lane in range(LANES) if job.memo.get(_key(lane)) != []]


def forsaken(idle: float) -> list[int]:
    """Return the open rebuilds at which nobody has worked for so many seconds."""
    return jobs.idle(KIND, idle)


def is_any_open() -> bool:
    """Say whether a rebuild is under way or waits."""
    return bool(jobs.idle(KIND, 0))


def _left(job: Job, lane: int) -> list[Unit]:
    place = job.memo.get(_key(lane))
    if place == []:
        return []
    club_ids = [job.club_id] if job.club_id is not None else None
    units = [unit for unit in ratings.pools_of(club_ids) if lane_of(unit) == lane]
    return [unit for unit in units if place is None or unit > (place[0], place[1])]


@contextmanager
def _unhurried() -> Iterator[None]:
    """Let PostgreSQL answer before a commit is on the disk: it keeps their order, and a crash of the
    database costs the last units, which the job then has not counted either.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET synchronous_commit")


def lane_of(unit: Unit) -> int:
    """Return the lane of a unit: always the same one, and a club's titles are in several."""
    return (unit[0] + crc32(unit[1].encode())) % LANES


def _key(lane: int) -> str:
    return f"lane{lane}"


def _counted(job_id: int, unit: Unit) -> int:
    try:
        return _count(*unit)
    except (OperationalError, InterfaceError):
        raise  # the task is tried again
    except Exception:
        jobs.fail(job_id, gettext("A part could not be counted; what was done before it stays."))
        raise


def _count(club_id: int, title: str) -> int:
    """Count a unit anew, and return how many plays it is."""
    ratings.recount(club_id, title)
    if not title:
        # What spans titles goes with the pool of all titles.
        for season in Season.objects.filter(league__club=club_id, state=Season.State.OPEN):
            leagues.follow_season(season.pk)
        return 0
    plays = Play.objects.filter(club_id=club_id, title=title, withdrawn_at=None)
    players = Score.objects.filter(play__club=club_id, play__title=title, player__isnull=False)
    PlayerStat.objects.filter(club_id=club_id, title=title).update(stale=True)
    stats.mark(club_id, title, players.order_by().values_list("player_id", flat=True).distinct())
    stats.refresh(club_id, title)
    return plays.count()
