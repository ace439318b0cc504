"""Plays become results where they count, are confirmed, disputed and struck out, and follow every edit."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import NotAllowed, ScoringError
from scoring.models import Award, Club, Member, Player, Result, Season, Standing
from scoring.services import leagues
from scoring.tables.tally import places
from tests.cast import Person
from tests.factories import ClubFactory, MemberFactory, PlayerFactory
from tests.scoring.leagues.conftest import FIRST, LAST, draft_season, opened, played, table

pytestmark = pytest.mark.django_db


def test_free_play_counts_what_entrants_play_among_themselves(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, c, *_ = players
    season = opened(club, ada, [a, b, c])
    played(club, (a, 1, 30), (b, 2, 20), (c, 2, 20))
    played(club, (b, 1, 30), (a, 2, 20))
    assert table(season) == [("Ada", 1, 4), ("Ben", 2, 3.5), ("Cy", 3, 1.5)]


@pytest.mark.parametrize(
    "fields",
    [
        {"played_on": FIRST - datetime.timedelta(days=1)},
        {"played_on": LAST + datetime.timedelta(days=1)},
        {"title": "empire_builder"},
        {"rated": False},
        {"tally_state": "failed"},
        {"withdrawn_at": datetime.datetime(2026, 2, 1, tzinfo=datetime.UTC)},
    ],
    ids=["early", "late", "title", "unrated", "untallied", "withdrawn"],
)
def test_plays_outside_the_rules_do_not_count(
    club: Club, ada: Person, players: list[Player], fields: dict[str, Any]
) -> None:
    opened(club, ada, players[:2], titles=["continental_divide"])
    played(club, (players[0], 1, 9), (players[1], 2, 5), **fields)
    assert not Result.objects.exists()


def test_plays_with_others_do_not_count(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, c, d, *_ = players
    opened(club, ada, [a, b], [c, d])
    played(club, (a, 1, 9), (c, 2, 5))
    played(club, (a, 1, 9), (b, 2, 7), (None, 3, 5))
    played(club, (a, 1, 9), (a, 2, 7))
    played(club, (a, 1, 9), (b, None, 7))
    played(club, (a, 1, 9))
    assert not Result.objects.exists()


def test_merged_player_counts_as_the_one_merged_into(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, *_ = players
    season = opened(club, ada, [a, b])
    twin = PlayerFactory.create(club=club, name="Benjamin")
    b.merged_into, b.active = twin, False
    b.save()
    played(club, (a, 2, 5), (twin, 1, 9))
    assert table(season)[0] == ("Ben", 1, 2)


def test_edit_and_withdrawal_move_the_table(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, *_ = players
    season = opened(club, ada, [a, b])
    play = played(club, (a, 1, 9), (b, 2, 5))
    result = Result.objects.get()
    leagues.confirm(result.pk, ada.who)
    for seat, rank in (("A", 2), ("B", 1)):
        play.scores.filter(seat=seat).update(rank=rank)
    leagues.follow_play(play.pk)
    assert table(season)[0] == ("Ben", 1, 2)
    result.refresh_from_db()
    assert result.state == Result.State.REPORTED
    assert [line["what"] for line in result.log] == ["confirmed", "changed"]
    play.withdrawn_at = timezone.now()
    play.save()
    leagues.follow_play(play.pk)
    assert table(season) == [("Ada", None, 0), ("Ben", None, 0)]


def test_following_again_writes_nothing_but_the_same(
    club: Club, ada: Person, players: list[Player]
) -> None:
    opened(club, ada, players[:3])
    play = played(club, *((one, 1, 5) for one in players[:3]))
    before = list(Award.objects.values())
    leagues.follow_play(play.pk)
    assert list(Award.objects.values()) == before


def test_result_that_needs_to_be_confirmed_counts_then(
    club: Club, ada: Person, ben: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2], confirm=True)
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    assert table(season)[0][1] is None
    leagues.confirm(Result.objects.get().pk, ben.who)
    assert table(season)[0] == ("Ada", 1, 2)


def test_disputed_result_counts_no_more_until_an_organiser_settles_it(
    club: Club, ada: Person, ben: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    result = Result.objects.get()
    leagues.dispute(result.pk, ben.who, "I had seven.")
    assert table(season)[0][1] is None
    with pytest.raises(ScoringError, match="only an organiser"):
        leagues.confirm(result.pk, ben.who)
    leagues.settle(result.pk, ada.who, Result.State.CONFIRMED)
    assert table(season)[0] == ("Ada", 1, 2)
    leagues.settle(result.pk, ada.who, Result.State.VOID, "Wrong board.")
    assert table(season)[0][1] is None
    result.refresh_from_db()
    assert [(line["by"], line["what"], line["note"]) for line in result.log] == [
        ("Ben", "disputed", "I had seven."),
        ("Ada", "settled", ""),
        ("Ada", "struck_out", "Wrong board."),
    ]


def test_only_who_sat_in_it_or_organises_may_say_anything(
    club: Club, ada: Person, ben: Person, dee: Person, cho: Person, players: list[Player]
) -> None:
    opened(club, ada, players[:3])
    played(club, (players[0], 1, 9), (players[2], 2, 5))
    result = Result.objects.get()
    for person in (ben, dee, cho):
        with pytest.raises(NotAllowed):
            leagues.confirm(result.pk, person.who)
        with pytest.raises(NotAllowed):
            leagues.dispute(result.pk, person.who, "No.")
        with pytest.raises(NotAllowed):
            leagues.settle(result.pk, person.who, Result.State.VOID)


def test_scheduled_play_finds_its_fixture(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, c, d, *_ = players
    season = opened(club, ada, [a, b, c, d], play="rounds", seats=2, rounds=3)
    played(club, (a, 1, 9), (b, 2, 5))
    played(club, (a, 2, 5), (b, 1, 9))  # they meet once only
    result = Result.objects.get()
    assert result.fixture is not None
    assert {seat.entrant.player for seat in result.fixture.seats.all()} == {a, b}
    assert table(season)[0] == ("Ada", 1, 2)


def test_forfeit_and_substitute(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, c, d, *_ = players
    season = opened(club, ada, [a, b, c], play="rounds", seats=3, rounds=1, substitutes="half")
    fixture = season.divisions.get().fixtures.get()
    entrant = {one.player: one.pk for one in season.entrants.all()}
    leagues.set_seats(fixture.pk, ada.who, {entrant[a]}, {entrant[b]: d.pk})
    played(club, (d, 1, 9), (c, 2, 5))
    assert table(season) == [("Cy", 1, 2), ("Ben", 2, 1.5), ("Ada", None, 0)]
    award = Award.objects.get(entrant=entrant[b])
    assert (award.substitute, award.facts["percent"]) == ("Di", 50)
    with pytest.raises(ScoringError, match="has been played"):
        leagues.set_seats(fixture.pk, ada.who, set(), {})


def test_fixture_to_which_one_came_is_decided_and_can_be_taken_back(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:3], play="rounds", seats=3, rounds=1, forfeit=-1)
    fixture = season.divisions.get().fixtures.get()
    entrants = {one.player.name: one.pk for one in season.entrants.all()}
    leagues.set_seats(fixture.pk, ada.who, {entrants["Ada"], entrants["Cy"]}, {})
    assert table(season) == [("Ben", 1, 3), ("Ada", None, -1), ("Cy", None, -1)]
    assert Standing.objects.get(entrant=entrants["Ben"]).wins == 1
    leagues.set_seats(fixture.pk, ada.who, set(), {})
    assert {place for _, place, _ in table(season)} == {None}


def test_play_that_was_there_before_is_found_once_the_table_is_set(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, c, d, *_ = players
    season = opened(club, ada, [a, b, c], play="rounds", seats=3, rounds=1)
    played(club, (a, 2, 5), (b, 3, 1), (d, 1, 9))
    fixture = season.divisions.get().fixtures.get()
    entrant = season.entrants.get(player=c).pk
    leagues.set_seats(fixture.pk, ada.who, set(), {entrant: d.pk})
    leagues.match_fixtures(fixture.pk)
    assert table(season)[0] == ("Cy", 1, 3)


def test_who_sits_at_the_table_cannot_sit_in(
    club: Club, ada: Person, ben: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:3], play="rounds", seats=3, rounds=1)
    fixture = season.divisions.get().fixtures.get()
    first = season.entrants.get(player=players[0]).pk
    with pytest.raises(ScoringError, match="at this table already"):
        leagues.set_seats(fixture.pk, ada.who, set(), {first: players[1].pk})
    with pytest.raises(NotAllowed):
        leagues.set_seats(fixture.pk, ben.who, {first}, {})


def test_of_equal_games_the_same_one_is_dropped_when_the_earlier_is_counted_again(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, *_ = players
    season = opened(club, ada, [a, b], best=1)
    first, second = (played(club, (a, 1, 5), (b, 2, 3)) for _ in range(2))
    first.withdrawn_at = timezone.now()
    first.save()
    leagues.follow_play(first.pk)
    first.withdrawn_at = None
    first.save()
    leagues.follow_play(first.pk)
    dropped = Award.objects.filter(result__division__season=season, dropped=True)
    assert set(dropped.values_list("result__play", flat=True)) == {second.pk}


_play = st.tuples(
    st.lists(st.integers(0, 3), min_size=2, max_size=4, unique=True),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
)


@given(
    st.lists(_play, min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.booleans(), _play), max_size=3),
    st.sampled_from(["place", "table", "share", "normalised", "wins"]),
    st.sampled_from(["sum", "mean"]),
    st.integers(0, 2),
)
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_incremental_equals_rebuild(
    ada: Person,
    plays: list[Any],
    changes: list[Any],
    points: str,
    total: str,
    best: int,
) -> None:
    club = ClubFactory.create()
    MemberFactory.create(club=club, user=ada.user, role=Member.Role.OWNER)
    people = PlayerFactory.create_batch(4, club=club)
    season = opened(club, ada, people, points=points, total=total, best=best)

    def seats(play: Any) -> list[tuple[Player, int, int]]:
        who, scores = play
        ranks = places({str(i): (scores[i],) for i in range(len(who))})
        return [(people[one], ranks[str(i)], scores[i]) for i, one in enumerate(who)]

    made = [played(club, *seats(play)) for play in plays]
    for which, withdrawn, change in changes:
        play = made[which % len(made)]
        play.scores.all().delete()
        for order, (player, rank, score) in enumerate(seats(change)):
            play.scores.create(
                seat="ABCD"[order], order=order, player=player, rank=rank, total=score, name="X"
            )
        play.withdrawn_at = timezone.now() if withdrawn else None
        play.save()
        leagues.follow_play(play.pk)
    incremental = _state(season)
    Result.objects.filter(division__season=season).delete()
    Standing.objects.filter(division__season=season).delete()
    leagues.follow_season(season.pk)
    assert _state(season) == incremental


def _state(season: Season) -> tuple[Any, Any]:
    awards = Award.objects.filter(result__division__season=season)
    standings = Standing.objects.filter(division__season=season).order_by("line")
    return (
        sorted(awards.values_list("result__play", "entrant", "points", "place", "dropped")),
        list(standings.values_list("entrant", "place", "points", "played", "wins", "parted_by")),
    )


def test_what_was_played_before_the_opening_counts(
    club: Club, ada: Person, players: list[Player], django_capture_on_commit_callbacks: Any
) -> None:
    season = draft_season(club, ada, players[:2])
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    with django_capture_on_commit_callbacks(execute=True):
        leagues.open_season(season.pk, ada.who)
    assert table(season)[0] == ("Ada", 1, 2)


def test_new_play_costs_the_same_whatever_was_played(
    club: Club, ada: Person, players: list[Player]
) -> None:
    opened(club, ada, players[:4])

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            played(club, *((one, 1, 5) for one in players[:4]))
        return len(captured)

    cost()
    early = cost()
    for _ in range(5):
        cost()
    assert cost() == early
