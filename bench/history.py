"""Pages of players and clubs over a long history, a new play's counting, and a rebuild of figures.

Run: python bench/history.py [plays, 100000 if not given]
As many clubs as hold 500 plays each, every twentieth with five times as many, on a PostgreSQL
database of its own; made by `bulk_create`, figures by the rebuild that is measured.
"""

from __future__ import annotations

import datetime
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from _server import has_postgres, shape
from _setup import django_on, machine, mean, percentile, row, verdict

PLAYS_OF_A_CLUB, PEOPLE = 500, 20
LARGER = 5
PAGES = 200
NEW_PLAYS = 40
BATCH = 2000
PAGE_MS, TASK_MS, QUERIES, RATE = 150, 300, 15, 3000
TITLES = ("continental_divide", "empire_builder", "twentieth_century_limited", "central_pacific")
COLOURS = ("red", "blue", "green", "yellow")


def main(count: int) -> None:
    """Print the figures for a history of so many plays."""
    if not has_postgres():
        print("PostgreSQL does not answer; not measured")
        return
    with shape("PostgreSQL") as used:
        django_on(
            **used.environment,
            RAILCOMPANION_DATA=str(used.folder),
            SECRET_KEY=used.variables["SECRET_KEY"],
            ALLOWED_HOSTS="testserver",
            HTTPS="0",
        )
        from django.conf import settings

        # Nobody has collected static files for this.
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        print(f"history: {machine()}\n")
        begun = time.perf_counter()
        clubs = _made(count)
        took = time.perf_counter() - begun
        print(f"{count:,} plays in {len(clubs):,} clubs made in {took:.0f} s\n")
        row("what", "goal", "median", "p95", "")
        row("---", "---", "---", "---", "---")
        _analysed()
        _rebuild(clubs)
        _pages(clubs)
        _new_plays(clubs)


def _made(count: int) -> list[int]:
    from scoring.models import Club, Play, Player, Score
    from scoring.names import same_name

    chance = random.Random(18)
    number = max(1, count // PLAYS_OF_A_CLUB)
    weights = [LARGER if index % 20 == 0 else 1 for index in range(number)]
    sizes = [count * weight // sum(weights) for weight in weights]
    clubs = Club.objects.bulk_create([Club(name=f"Club {index}") for index in range(number)], BATCH)
    for club, size in zip(clubs, sizes, strict=True):
        names = [f"Player {index}" for index in range(PEOPLE)]
        people = Player.objects.bulk_create(
            [Player(club=club, name=name, sought=same_name(name)) for name in names]
        )
        for start in range(0, size, BATCH):
            plays, scores = [], []
            for _ in range(min(BATCH, size - start)):
                play, seats = _play(club, people, chance)
                plays.append(play)
                scores.append(seats)
            Play.objects.bulk_create(plays)
            Score.objects.bulk_create(
                [
                    Score(play=play, **seat)
                    for play, seats in zip(plays, scores, strict=True)
                    for seat in seats
                ]
            )
    return [club.pk for club in clubs]


def _play(club: Any, people: list[Any], chance: random.Random) -> tuple[Any, list[dict[str, Any]]]:
    from scoring.models import Play

    # Some people play far more than others.
    wanted = chance.choice((3, 4, 4))
    seated: list[Any] = []
    while len(seated) < wanted:
        one = people[int(PEOPLE * chance.random() ** 2)]
        if one not in seated:
            seated.append(one)
    totals = [chance.randint(5, 120) for _ in seated]
    best = max(totals)
    seats: list[dict[str, Any]] = [
        {
            "seat": "ABCD"[order],
            "order": order + 1,
            "player": one,
            "name": one.name,
            "colour": COLOURS[(order + wanted) % 4],
            "total": total,
            "rank": 1 + sum(other > total for other in totals),
            "winner": total == best,
            "lines": [
                {"item": item, "count": 3, "points": total // 3, "rule": "CD-54", "facts": {}}
                for item in ("central", "western", "port")
            ],
        }
        for order, (one, total) in enumerate(zip(seated, totals, strict=True))
    ]
    play = Play(
        club=club,
        title=chance.choice(TITLES),
        played_on=datetime.date(2016, 1, 1) + datetime.timedelta(days=chance.randrange(3900)),
        minutes=chance.randint(45, 240),
        source=Play.Source.IMPORTED,
        tally_state=Play.TallyState.DONE,
        size=wanted,
        winners=totals.count(best),
    )
    return play, seats


def _rebuild(clubs: list[int]) -> None:
    from scoring import services
    from scoring.models import Play

    begun = time.perf_counter()
    for club in clubs:
        for title in services.mark_club(club):
            services.refresh(club, title)
    took = time.perf_counter() - begun
    found = Play.objects.count() / took
    # One process does it here; two workers on two cores are what the goal speaks of.
    row(
        "rebuild of figures, one process",
        f"{RATE:,}/s on two",
        f"{found:,.0f}/s",
        "",
        verdict(2 * found > RATE),
    )


def _analysed() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _pages(clubs: list[int]) -> None:
    from django.contrib.auth.models import User
    from django.db import connection, reset_queries
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    user = User.objects.create_user("bench", password=None)
    client = Client()
    client.force_login(user)
    for name, addresses in _addresses(clubs, user):
        client.get(addresses[0])
        times, spent, queries = [], [], 0
        for address in addresses:
            reset_queries()
            with CaptureQueriesContext(connection) as captured:
                begun, busy = time.perf_counter(), time.process_time()
                answer = client.get(address)
                times.append(1000 * (time.perf_counter() - begun))
                spent.append(1000 * (time.process_time() - busy))
            assert answer.status_code == 200, address
            queries = max(queries, len(captured))
        late = percentile(times, 0.95)
        row(
            f"{name}, {queries} queries, {percentile(spent, 0.5):.0f} ms of own work",
            f"{PAGE_MS} ms, {QUERIES}",
            f"{percentile(times, 0.5):.0f} ms",
            f"{late:.0f} ms",
            verdict(late < PAGE_MS and queries <= QUERIES),
        )


def _addresses(clubs: list[int], user: Any) -> Iterator[tuple[str, list[str]]]:
    from scoring.models import Club, Member, Player

    chance = random.Random(4)
    chosen = [Club.objects.get(pk=chance.choice(clubs)) for _ in range(PAGES)]
    for club in set(chosen):
        Member.objects.create(club=club, user=user, name="Bench")
    players = []
    for club in chosen:
        found = list(Player.objects.filter(club=club))
        players.append(chance.choice(found).public_id)
    yield "a player's page", [f"/players/{player}/" for player in players]
    title = "?title=continental_divide"
    yield "a player in a title", [f"/players/{player}/{title}" for player in players]
    yield "a club's page", [f"/clubs/{club.public_id}/" for club in chosen]
    yield "a club's statistics", [f"/clubs/{club.public_id}/statistics/" for club in chosen]
    yield "a club's year", [f"/clubs/{club.public_id}/recap/2024/" for club in chosen]


def _new_plays(clubs: list[int]) -> None:
    import msgspec

    from scoring import services
    from scoring.models import Player
    from scoring.tables.totals import SeatTotal, Totals
    from scoring.tasks import after_play

    chance = random.Random(9)
    times = []
    for number in range(NEW_PLAYS):
        club = clubs[1 + number % 4]
        people = chance.sample(list(Player.objects.filter(club=club)), 4)
        sheet = Totals({letter: SeatTotal(chance.randint(5, 90)) for letter in "ABCD"})
        draft = services.PlayDraft(
            club_id=club,
            title=chance.choice(TITLES),
            source="typed",
            source_ref="",
            played_on=datetime.date(2026, 11, 1),
            seats=tuple(
                services.SeatDraft(letter, order, one.name, "", one.pk)
                for order, (letter, one) in enumerate(zip("ABCD", people, strict=True), 1)
            ),
            sheet_json=msgspec.json.encode(sheet).decode(),
            totals_only=True,
        )
        play = services.record_play(draft)
        begun = time.perf_counter()
        services.tally_play(play.pk)
        after_play(play.pk)
        times.append(1000 * (time.perf_counter() - begun))
    # The first play of a club also counts its ratings from the beginning.
    usual = times[NEW_PLAYS // 2 :]
    row(
        "a new play, all that follows",
        f"{TASK_MS} ms",
        f"{percentile(usual, 0.5):.0f} ms",
        f"{percentile(usual, 0.95):.0f} ms",
        verdict(mean(usual) < TASK_MS),
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
