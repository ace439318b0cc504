"""Ratings kept up to date by play after play are those of a rebuild, whatever was changed in between."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Club, Play, Player, Rating, RatingPool, RatingStep
from scoring.services import ratings
from scoring.tables.tally import places
from tests.factories import ClubFactory, PlayerFactory, PlayFactory, ScoreFactory, play_with_scores

pytestmark = pytest.mark.django_db
TITLES = ("continental_divide", "empire_builder")
FIRST = datetime.date(2026, 1, 1)


def day(number: int) -> datetime.date:
    """Return a day of the tests' January."""
    return FIRST + datetime.timedelta(days=number)


def played(club: Club, title: str, on: int, *seats: tuple[Player | None, int | None]) -> Play:
    """Return a tallied play with these players and places, counted."""
    play = PlayFactory.create(club=club, title=title, played_on=day(on))
    seat(play, *seats)
    ratings.count_play(play.pk)
    return play


def seat(play: Play, *seats: tuple[Player | None, int | None]) -> None:
    """Give a play these seats, whatever it had."""
    play.scores.all().delete()
    for order, (player, rank) in enumerate(seats):
        name = player.name if player is not None else "Someone"
        ScoreFactory.create(play=play, seat="ABCDEF"[order], player=player, name=name, rank=rank)


def standing(club: Club) -> tuple[Any, Any]:
    """Return everything that ratings hold of a club, comparable to the last bit."""
    pools = RatingPool.objects.filter(club=club)
    fields = ("pool__title", "player", "mu", "sigma", "plays")
    return (
        sorted(Rating.objects.filter(pool__in=pools).values_list(*fields, "last_on")),
        sorted(RatingStep.objects.filter(pool__in=pools).values_list(*fields, "play", "rank")),
    )


def rebuilt(club: Club) -> tuple[Any, Any]:
    """Return the same after counting all anew."""
    for club_id, title in ratings.pools_of([club.pk]):
        ratings.recount(club_id, title)
    return standing(club)


_play = st.tuples(
    st.integers(0, 1),  # title
    st.integers(0, 9),  # day
    st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True),  # players; 4 is unknown
    st.lists(st.integers(0, 2), min_size=4, max_size=4),  # points, with ties
)
_change = st.tuples(st.integers(0, 9), st.sampled_from(["edit", "withdraw", "unrate", "return"]))


@given(st.lists(_play, min_size=1, max_size=6), st.lists(st.tuples(_change, _play), max_size=4))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_incremental_equals_rebuild(plays: list[Any], changes: list[Any]) -> None:
    club = ClubFactory.create()
    people: list[Player | None] = [PlayerFactory.create(club=club) for _ in range(4)]
    people.append(None)

    def seats(players: list[int], points: list[int]) -> list[tuple[Player | None, int]]:
        ranks = places({str(i): (points[i],) for i in range(len(players))})
        return [(people[who], ranks[str(i)]) for i, who in enumerate(players)]

    made = [
        played(club, TITLES[title], on, *seats(players, points))
        for title, on, players, points in plays
    ]
    for (which, kind), (title, on, players, points) in changes:
        play = made[which % len(made)]
        if kind == "edit":
            play.title, play.played_on = TITLES[title], day(on)
            seat(play, *seats(players, points))
        play.withdrawn_at = timezone.now() if kind == "withdraw" else None
        play.rated = kind != "unrate"
        play.save()
        ratings.count_play(play.pk)
    assert standing(club) == rebuilt(club)


def test_stretches_of_any_length_give_the_same(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = PlayerFactory.create_batch(2, club=club)
    for on in range(7):
        played(club, TITLES[on % 2], on, (ann, 1 + on % 2), (bob, 2 - on % 2))
    whole = standing(club)
    monkeypatch.setattr(ratings, "STRETCH", 2)
    assert rebuilt(club) == whole
    assert not RatingPool.objects.filter(behind=True).exists()


def test_many_plays_written_at_once_are_those_written_one_by_one(club: Club) -> None:
    """More than a hundred steps take another way into PostgreSQL."""
    people = PlayerFactory.create_batch(4, club=club)
    for on in range(30):
        played(club, TITLES[0], on, *((one, 1 + (at + on) % 4) for at, one in enumerate(people)))
    one_by_one = standing(club)
    assert len(one_by_one[1]) == 2 * 30 * 4
    assert rebuilt(club) == one_by_one


def test_back_dated_play_moves_all_that_follow(club: Club) -> None:
    ann, bob, cy = PlayerFactory.create_batch(3, club=club)
    played(club, TITLES[0], 5, (ann, 1), (bob, 2))
    before = Rating.objects.get(pool__title=TITLES[0], player=bob)
    played(club, TITLES[0], 1, (bob, 1), (cy, 2))
    after = Rating.objects.get(pool__title=TITLES[0], player=bob)
    assert after.mu > before.mu
    assert (after.plays, after.last_on) == (2, day(5))
    assert list(
        RatingStep.objects.filter(pool__title="", player=bob).values_list("played_on", "plays")
    ) == [(day(1), 1), (day(5), 2)]


def test_overall_ratings_follow_every_title(club: Club) -> None:
    ann, bob = PlayerFactory.create_batch(2, club=club)
    played(club, TITLES[0], 0, (ann, 1), (bob, 2))
    played(club, TITLES[1], 1, (ann, 1), (bob, 2))
    assert Rating.objects.get(pool__title="", player=ann).plays == 2
    assert Rating.objects.get(pool__title=TITLES[1], player=ann).plays == 1


def test_unrated_unranked_and_untold_plays_leave_no_step(club: Club) -> None:
    ann, bob = PlayerFactory.create_batch(2, club=club)
    for fields in ({"rated": False}, {"tally_state": "waiting"}, {"withdrawn_at": timezone.now()}):
        play = play_with_scores(club, ("X", 9, 1), ("Y", 8, 2), **fields)
        ratings.count_play(play.pk)
    played(club, TITLES[0], 0, (ann, None), (bob, None))
    played(club, TITLES[0], 0, (ann, 1))
    played(club, TITLES[0], 0, (ann, 1), (ann, 2))
    played(club, TITLES[0], 0, (None, 1), (None, 2))
    assert not RatingStep.objects.exists()
    assert not Rating.objects.exists()


def test_player_who_was_taken_out_of_their_only_play_leaves_the_list(club: Club) -> None:
    ann, bob, cy = PlayerFactory.create_batch(3, club=club)
    play = played(club, TITLES[0], 0, (ann, 1), (bob, 2))
    seat(play, (ann, 1), (cy, 2))
    ratings.count_play(play.pk)
    assert set(Rating.objects.values_list("player", flat=True)) == {ann.pk, cy.pk}


def test_partners_are_rated_as_one_side(club: Club) -> None:
    people = PlayerFactory.create_batch(4, club=club)
    sheet = '{"sides":{"A":{},"B":{}},"partners":{"C":"A","D":"B"}}'
    play = PlayFactory.create(club=club, title="central_pacific", sheet=sheet)
    seat(play, *zip(people, (1, 3, 1, 3), strict=True))
    ratings.count_play(play.pk)
    held = {r.player_id: r.mu for r in Rating.objects.filter(pool__title="central_pacific")}
    assert held[people[0].pk] == held[people[2].pk] > held[people[1].pk] == held[people[3].pk]
    assert set(RatingStep.objects.values_list("side", flat=True)) == {1, 2}


def test_counting_again_writes_nothing(club: Club) -> None:
    ann, bob = PlayerFactory.create_batch(2, club=club)
    play = played(club, TITLES[0], 0, (ann, 1), (bob, 2))
    with CaptureQueriesContext(connection) as captured:
        ratings.count_play(play.pk)
    written = [
        query["sql"]
        for query in captured
        if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))
    ]
    assert written == []


def test_new_play_costs_the_same_whatever_the_history(club: Club) -> None:
    ann, bob = PlayerFactory.create_batch(2, club=club)

    def cost(on: int) -> int:
        with CaptureQueriesContext(connection) as captured:
            played(club, TITLES[0], on, (ann, 1), (bob, 2))
        return len(captured)

    cost(0)
    early = cost(1)
    for on in range(2, 12):
        cost(on)
    assert cost(12) == early
