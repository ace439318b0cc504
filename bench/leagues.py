"""Ratings and leagues over a long history: a rebuild by one worker and by two, pages, a new play.

Run: python bench/leagues.py [plays, 100000 if not given]
Clubs of 500 plays and 20 players each on a PostgreSQL database of its own, real workers on Redis;
every twentieth club holds a league whose season is the last year.
"""

from __future__ import annotations

import contextlib
import datetime
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import _server
from _server import BENCH, Shape, cpu_seconds, has_postgres, has_redis, shape
from _setup import django_on, machine, percentile, row, verdict

PLAYS_OF_A_CLUB, PEOPLE, EVERY = 500, 20, 20
PAGES, NEW_PLAYS = 200, 40
PAGE_MS, TASK_MS, QUERIES, RATE = 150, 300, 15, 3000
FIRST, LAST = datetime.date(2025, 1, 1), datetime.date(2025, 12, 31)
_server.DATABASE = "railcompanion_bench_leagues"

# Ten years of plays at four seats, players and totals by the hash of ids: the same at every run.
HISTORY = (
    """INSERT INTO scoring_club (public_id, name, visibility, invite, created_at{other})
    SELECT 'club' || n, 'Club ' || n, 'link', 'invite' || n, now(){defaults}
    FROM generate_series(1, %(clubs)s) n""",
    """INSERT INTO scoring_player (club_id, public_id, name, sought, active, created_at{other})
    SELECT c.id, 'p' || c.id || 'x' || n, 'Player ' || n, 'player ' || n, true, now(){defaults}
    FROM scoring_club c, generate_series(0, %(people)s - 1) n""",
    """INSERT INTO scoring_play (club_id, public_id, title, played_on, source, source_ref, size, winners,
        rated, tally_state{other})
    SELECT c.id, 'y' || c.id || 'x' || n,
        (ARRAY['continental_divide', 'empire_builder', 'central_pacific',
            'twentieth_century_limited'])[1 + abs(hashint8(c.id * 1000 + n)) %% 4],
        date '2016-01-01' + (abs(hashint8(c.id * 7000 + n)) %% 3652),
        'imported', '', 4, 1, true, 'done'{defaults}
    FROM scoring_club c, generate_series(1, %(plays)s) n""",
    """INSERT INTO scoring_score (play_id, seat, "order", player_id, name, total, rank, winner{other})
    SELECT t.play, substr('ABCD', t.seat + 1, 1), t.seat + 1, p.id, p.name, t.total,
        rank() OVER w, rank() OVER w = 1{defaults}
    FROM (
        SELECT y.id AS play, y.club_id AS club, s AS seat,
            (abs(hashint8(y.id)) + 5 * s) %% %(people)s AS person,
            abs(hashint8(y.id * 10 + s)) %% 90 AS total
        FROM scoring_play y, generate_series(0, 3) s
    ) t JOIN scoring_player p ON p.public_id = 'p' || t.club || 'x' || t.person
    WINDOW w AS (PARTITION BY t.play ORDER BY t.total DESC)""",
)


def main(count: int) -> None:
    """Print the figures for a history of so many plays."""
    if not (has_postgres() and has_redis()):
        print("PostgreSQL or Redis does not answer; not measured")
        return
    with shape("PostgreSQL", redis=True) as used:
        django_on(**used.variables | {"DJANGO_SETTINGS_MODULE": "railcompanion.settings"})
        from django.conf import settings

        # Nobody has collected static files for this.
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        print(f"leagues: {machine()}\n")
        begun = time.perf_counter()
        _fill(max(1, count // PLAYS_OF_A_CLUB))
        print(f"{count:,} plays made in {time.perf_counter() - begun:.0f} s\n")
        seasons = _seasons()
        row("what", "goal", "median", "p95", "")
        row("---", "---", "---", "---", "---")
        one, spent = _rebuilt(used, 1)
        row("rebuild, one worker", "", f"{one:,.0f} plays/s", "", "")
        row("for a second of the worker's processor", "", f"{spent:,.0f} plays", "", "")
        two, spent = _rebuilt(used, 2)
        row("rebuild, two workers", f"{RATE:,}/s", f"{two:,.0f} plays/s", "", verdict(two >= RATE))
        row("for a second of their processors", "", f"{spent:,.0f} plays", "", "")
        row("two against one", "faster", f"{two / one:.2f} times", "", verdict(two > one))
        _pages(seasons)
        _new_plays(seasons)


def _fill(clubs: int) -> None:
    from django.db import connection

    values = {"clubs": clubs, "people": PEOPLE, "plays": PLAYS_OF_A_CLUB}
    with connection.cursor() as cursor:
        for statement in HISTORY:
            table = statement.split()[2]
            given = statement[statement.index("(") + 1 : statement.index(")")]
            names = {name.strip(' "\n') for name in given.replace("{other}", "").split(",")}
            other, defaults = _others(table, names)
            cursor.execute(statement.format(other=other, defaults=defaults), values)
        cursor.execute("ANALYZE")


def _others(table: str, given: set[str]) -> tuple[str, str]:
    """Return the columns that need a value and are not given, and an empty value for each."""
    from django.db import connection

    kinds = {"boolean": "false", "jsonb": "'{}'", "timestamp with time zone": "now()", "text": "''"}
    kinds |= {"character varying": "''"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s "
            "AND is_nullable = 'NO' AND is_identity = 'NO'",
            [table],
        )
        found = [(name, kinds.get(kind, "0")) for name, kind in cursor if name not in given]
    lists = {"lines": "'[]'"}
    columns = "".join(f', "{name}"' for name, _ in found)
    return columns, "".join(f", {lists.get(name, value)}" for name, value in found)


def _seasons() -> list[Any]:
    from django.contrib.auth.models import User

    from scoring.leagues.rules import SeasonRules
    from scoring.models import Club, Member, Player
    from scoring.people import Who
    from scoring.services import leagues

    user = User.objects.create_user("bench", password=None)
    who, made = Who(user.pk), []
    for club in Club.objects.order_by("pk")[::EVERY]:
        Member.objects.create(club=club, user=user, name="Bench", role=Member.Role.OWNER)
        season = leagues.create_league(club, who, "Cup", SeasonRules(best=20), FIRST, LAST)
        people = Player.objects.filter(club=club).values_list("pk", flat=True)
        leagues.add_entrants(season.pk, who, season.divisions.get().pk, list(people))
        made.append(leagues.open_season(season.pk, who))
    return made


@contextlib.contextmanager
def _workers(used: Shape, count: int) -> Iterator[list[int]]:
    command = [sys.executable, "-m", "celery", "-A", "railcompanion", "worker", "--pool", "solo"]
    environment = used.variables | {"DJANGO_SETTINGS_MODULE": "railcompanion.settings"}
    running = [
        subprocess.Popen(
            [*command, "-n", f"bench{number}", "--without-gossip", "--without-mingle"],
            env=environment,
            cwd=BENCH.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number in range(count)
    ]
    try:
        _wait(lambda: len(_app().control.ping(timeout=1)) == count)
        yield [worker.pid for worker in running]
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.wait()
        _app().control.purge()


def _app() -> Any:
    from railcompanion.celery import app

    return app


def _wait(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.1)


def _rebuilt(used: Shape, workers: int) -> tuple[float, float]:
    """Return how many plays a rebuild of everything counts in a second, and in one of processor time."""
    from scoring.models import Job
    from scoring.services import rebuild
    from scoring.tasks import start_lanes

    with _workers(used, workers) as pids:
        job = rebuild.begin()
        begun, before = time.perf_counter(), sum(map(cpu_seconds, pids))
        start_lanes(job.pk)
        _wait(lambda: Job.objects.get(pk=job.pk).state == Job.State.DONE)
        took, spent = time.perf_counter() - begun, sum(map(cpu_seconds, pids)) - before
        return job.total / took, job.total / spent


def _pages(seasons: list[Any]) -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(User.objects.get(username="bench"))
    chance = random.Random(4)
    for name, path in (
        ("a league's table", "/seasons/{season}/"),
        ("where an entrant's points come from", "/seasons/{season}/entrants/{entrant}/"),
        ("a club's ratings", "/clubs/{club}/ratings/"),
        ("a player's ratings", "/players/{player}/ratings/"),
    ):
        times, queries = [], 0
        for number in range(PAGES + 1):
            season = chance.choice(seasons)
            entrant = season.entrants.select_related("player")[number % PEOPLE]
            address = path.format(
                season=season.public_id,
                entrant=entrant.pk,
                club=season.league.club.public_id,
                player=entrant.player.public_id,
            )
            with CaptureQueriesContext(connection) as captured:
                begun = time.perf_counter()
                answer = client.get(address)
                times.append(1000 * (time.perf_counter() - begun))
            assert answer.status_code == 200, address
            queries = max(queries, len(captured))
        times = times[1:]  # the first also reads the templates
        late = percentile(times, 0.95)
        row(
            f"{name}, {queries} queries",
            f"{PAGE_MS} ms, {QUERIES}",
            f"{percentile(times, 0.5):.0f} ms",
            f"{late:.0f} ms",
            verdict(late < PAGE_MS and queries <= QUERIES),
        )


def _new_plays(seasons: list[Any]) -> None:
    from scoring.models import Play, Player, Score
    from scoring.tasks import after_play

    chance = random.Random(9)
    for name, day in (("a new play", LAST), ("one back-dated by five years", LAST)):
        back = 5 * 365 if "back" in name else 0
        times = []
        for _ in range(NEW_PLAYS):
            club = chance.choice(seasons).league.club
            people = chance.sample(list(Player.objects.filter(club=club)), 4)
            play = Play.objects.create(
                club=club,
                title="empire_builder",
                played_on=day - datetime.timedelta(days=back),
                source=Play.Source.TYPED,
                tally_state=Play.TallyState.DONE,
                size=4,
                winners=1,
            )
            Score.objects.bulk_create(
                Score(
                    play=play,
                    seat="ABCD"[seat],
                    order=seat,
                    player=one,
                    name=one.name,
                    total=9 - seat,
                    rank=seat + 1,
                    winner=seat == 0,
                )
                for seat, one in enumerate(people)
            )
            begun = time.perf_counter()
            after_play(play.pk)
            times.append(1000 * (time.perf_counter() - begun))
        late = percentile(times, 0.95)
        row(
            f"{name}: ratings and standings",
            f"{TASK_MS} ms",
            f"{percentile(times, 0.5):.0f} ms",
            f"{late:.0f} ms",
            verdict(late < TASK_MS),
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
