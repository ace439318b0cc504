"""Seasons of the cast's club, with players of their own."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from scoring.leagues.rules import rules_of
from scoring.models import Club, Division, Play, Player, Season
from scoring.services import leagues
from tests.cast import Person
from tests.factories import PlayerFactory, PlayFactory, ScoreFactory

FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2026, 6, 30)


@pytest.fixture
def players(club: Club, ada: Person, ben: Person) -> list[Player]:
    """Return eight players; the first is Ada, the second Ben."""
    names = ("Ada", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    owners = (ada.user, ben.user, *[None] * 6)
    return [
        PlayerFactory.create(club=club, name=name, user=user)
        for name, user in zip(names, owners, strict=True)
    ]


def draft_season(club: Club, ada: Person, *divisions: list[Player], **rules: Any) -> Season:
    """Return a season in preparation, with these players in its divisions."""
    season = leagues.create_league(club, ada.who, "Rail Cup", rules_of(rules), FIRST, LAST)
    for number, members in enumerate(divisions):
        if number:
            leagues.add_division(season.pk, ada.who, f"{number + 1}")
        division = season.divisions.get(tier=number + 1)
        leagues.add_entrants(season.pk, ada.who, division.pk, [one.pk for one in members])
    return season


def opened(club: Club, ada: Person, *divisions: list[Player], **rules: Any) -> Season:
    """Return a season under way."""
    season = draft_season(club, ada, *divisions, **rules)
    return leagues.open_season(season.pk, ada.who)


def played(
    club: Club, *results: tuple[Player | None, int | None, int | None], **fields: Any
) -> Play:
    """Return a tallied play of (player, rank, total), in seat order, counted by the leagues."""
    fields.setdefault("played_on", FIRST + datetime.timedelta(days=30))
    play = PlayFactory.create(club=club, size=len(results), **fields)
    for order, (player, rank, total) in enumerate(results):
        name = player.name if player is not None else "Someone"
        ScoreFactory.create(
            play=play, seat="ABCDEF"[order], player=player, name=name, rank=rank, total=total
        )
    leagues.follow_play(play.pk)
    return play


def table(season: Season, tier: int = 1) -> list[tuple[str, int | None, float]]:
    """Return the standings of a division as people read them."""
    division: Division = season.divisions.get(tier=tier)
    rows = division.standings.select_related("entrant__player").order_by("line")
    return [(row.entrant.player.name, row.place, row.points / 60) for row in rows]
