"""Seasons prepared, opened, closed and followed by the next; who may do so."""

from __future__ import annotations

import datetime

import pytest

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.leagues.rules import SeasonRules
from scoring.models import Club, Player, Result, Season
from scoring.services import leagues
from tests.cast import Person
from tests.factories import PlayerFactory
from tests.scoring.leagues.conftest import FIRST, LAST, draft_season, opened, played, table

pytestmark = pytest.mark.django_db


def test_organisers_alone_run_a_league(
    club: Club, ada: Person, ben: Person, dee: Person, players: list[Player]
) -> None:
    season = draft_season(club, ada, players[:3])
    division = season.divisions.get()
    for person in (ben, dee):
        for refused in (
            lambda who: leagues.open_season(season.pk, who),
            lambda who: leagues.add_division(season.pk, who, "2"),
            lambda who: leagues.add_entrants(season.pk, who, division.pk, [players[4].pk]),
            lambda who: leagues.set_season(season.pk, who, "X", FIRST, LAST),
            lambda who: leagues.close_season(season.pk, who),
            lambda who: leagues.next_season(season.pk, who),
        ):
            with pytest.raises(NotAllowed):
                refused(person.who)


def test_rules_are_fixed_once_a_season_is_open(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    with pytest.raises(ScoringError, match="fixed"):
        leagues.set_season(season.pk, ada.who, "X", FIRST, LAST, SeasonRules())
    with pytest.raises(ScoringError, match="fixed"):
        leagues.add_division(season.pk, ada.who, "2")
    later = LAST + datetime.timedelta(days=9)
    assert leagues.set_season(season.pk, ada.who, "Longer", FIRST, later).ends_on == later


def test_players_of_other_clubs_and_twice_the_same_are_refused(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = draft_season(club, ada, players[:2])
    division = season.divisions.get()
    with pytest.raises(NotFound):
        leagues.add_entrants(season.pk, ada.who, division.pk, [PlayerFactory.create().pk])
    with pytest.raises(ScoringError, match="Ada is in this season"):
        leagues.add_entrants(season.pk, ada.who, division.pk, [players[0].pk])


def test_season_needs_people(club: Club, ada: Person, players: list[Player]) -> None:
    season = draft_season(club, ada, players[:1])
    with pytest.raises(ScoringError, match="needs 2"):
        leagues.open_season(season.pk, ada.who)
    assert Season.objects.get().state == Season.State.DRAFT


def test_opening_with_rounds_makes_the_schedule(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:7], play="rounds", seats=4, rounds=3)
    fixtures = season.divisions.get().fixtures.prefetch_related("seats")
    assert sorted(len(fixture.seats.all()) for fixture in fixtures) == [3, 3, 3, 4, 4, 4]
    with pytest.raises(ScoringError, match="schedule is made"):
        leagues.add_entrants(season.pk, ada.who, season.divisions.get().pk, [players[7].pk])


def test_close_moves_people_and_the_next_season_has_them_there(
    club: Club, ada: Person, players: list[Player]
) -> None:
    a, b, c, d, e, f, *_ = players
    season = opened(club, ada, [a, b, c], [d, e, f], moves=1)
    played(club, (a, 1, 9), (b, 2, 5), (c, 3, 1))
    played(club, (d, 1, 9), (e, 2, 5), (f, 3, 1))
    leagues.withdraw_entrant(season.pk, ada.who, season.entrants.get(player=f).pk)
    leagues.close_season(season.pk, ada.who)
    assert {one.player.name: one.outcome for one in season.entrants.all()} == {
        **{"Ada": "stays", "Ben": "stays", "Cy": "down"},
        **{"Di": "up", "Ed": "stays", "Flo": "gone"},
    }
    following = leagues.next_season(season.pk, ada.who)
    assert [
        [one.player.name for one in division.entrants.order_by("player__name")]
        for division in following.divisions.order_by("tier")
    ] == [["Ada", "Ben", "Di"], ["Cy", "Ed"]]
    assert (following.number, following.state) == (2, Season.State.DRAFT)
    assert following.ends_on - following.starts_on == LAST - FIRST
    with pytest.raises(ScoringError, match="season after it"):
        leagues.next_season(season.pk, ada.who)


def test_closed_season_stays_as_it_ended(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, *_ = players
    season = opened(club, ada, [a, b])
    play = played(club, (a, 1, 9), (b, 2, 5))
    leagues.close_season(season.pk, ada.who)
    play.scores.filter(seat="A").update(rank=2)
    play.scores.filter(seat="B").update(rank=1)
    leagues.follow_play(play.pk)
    assert table(season)[0] == ("Ada", 1, 2)
    with pytest.raises(ScoringError, match="not under way"):
        leagues.dispute(Result.objects.get().pk, ada.who, "No")


def test_disputed_results_keep_a_season_open(
    club: Club, ada: Person, players: list[Player]
) -> None:
    season = opened(club, ada, players[:2])
    played(club, (players[0], 1, 9), (players[1], 2, 5))
    leagues.dispute(Result.objects.get().pk, ada.who, "Wait.")
    with pytest.raises(ScoringError, match="1 results"):
        leagues.close_season(season.pk, ada.who)


def test_tie_at_the_line_waits_for_lots(club: Club, ada: Person, players: list[Player]) -> None:
    a, b, c, d, *_ = players
    season = opened(club, ada, [a, b], [c, d], moves=1)
    played(club, (a, 1, 9), (b, 2, 5))
    played(club, (c, 1, 9), (d, 1, 9))
    with pytest.raises(ScoringError, match="Cy, Di are level"):
        leagues.close_season(season.pk, ada.who)
    entrants = {one.player: one.pk for one in season.entrants.all()}
    leagues.draw_lots(season.pk, ada.who, {entrants[c]: 2, entrants[d]: 1})
    leagues.close_season(season.pk, ada.who)
    assert season.entrants.get(player=d).outcome == "up"
    assert table(season, 2) == [("Di", 1, 1.5), ("Cy", 2, 1.5)]
