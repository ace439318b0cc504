"""The end of a season: who goes up and down, and the next season made from it."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.leagues.moves import TieAtLine, outcomes
from scoring.leagues.rules import rules_of
from scoring.models import Division, Entrant, Result, Season
from scoring.people import Who
from scoring.services.leagues.access import Closed, Open, locked_season
from scoring.services.leagues.standings import recount, rows_of

_STEP = {"up": -1, "stays": 0, "down": 1}


@transaction.atomic
def close_season(season_id: int, who: Who) -> Season:
    """End a season: its standings are final, and everyone's outcome is settled.

    Raises `NotFound`, `NotAllowed`, and `ScoringError` where results wait to be settled or a tie lies
    across a line between divisions.
    """
    season = locked_season(season_id, who, Open)
    rules = rules_of(season.rules)
    waiting = [Result.State.DISPUTED, *([Result.State.REPORTED] if rules.confirm else [])]
    count = Result.objects.filter(division__season=season, state__in=waiting).count()
    if count:
        raise ScoringError("results_wait", count=count, season=season.name)
    divisions = list(season.divisions.order_by("tier"))
    for division in divisions:
        recount(division.pk)
    try:
        found = outcomes([rows_of(division) for division in divisions], rules.moves)
    except TieAtLine as tie:
        level = season.entrants.filter(pk__in=tie.entrants).order_by("player__sought")
        names = ", ".join(level.values_list("player__name", flat=True))
        raise ScoringError("tie_at_line", names=names) from None
    for outcome in set(found.values()):
        own = [entrant for entrant, what in found.items() if what == outcome]
        season.entrants.filter(pk__in=own).update(outcome=outcome)
    season.state, season.closed_at = Closed, timezone.now()
    season.save(update_fields=["state", "closed_at"])
    return season


@transaction.atomic
def next_season(season_id: int, who: Who) -> Season:
    """Prepare the season after a closed one: its rules and length, everyone where they now belong.

    Who withdrew is not entered. Raises `NotFound`, `NotAllowed`, and `ScoringError` where the season is
    not closed or has one after it.
    """
    old = locked_season(season_id, who, Closed)
    if old.league.seasons.filter(number__gt=old.number).exists():
        raise ScoringError("season_follows", season=old.name)
    starts_on = old.ends_on + datetime.timedelta(days=1)
    season = Season.objects.create(
        league=old.league,
        number=old.number + 1,
        name=_next_name(old, starts_on),
        starts_on=starts_on,
        ends_on=starts_on + (old.ends_on - old.starts_on),
        rules=old.rules,
    )
    divisions = {
        division.tier: Division.objects.create(
            season=season, name=division.name, tier=division.tier
        )
        for division in old.divisions.order_by("tier")
    }
    entered: set[int] = set()
    for entrant in (
        old.entrants.exclude(outcome=Entrant.Outcome.GONE)
        .select_related("division", "player", "standing")
        .order_by("division__tier", "standing__line", "pk")
    ):
        # Two entrants who turned out to be one person are one from now on.
        player_id = entrant.player.merged_into_id or entrant.player_id
        if player_id in entered:
            continue
        entered.add(player_id)
        tier = entrant.division.tier + _STEP[entrant.outcome or "stays"]
        Entrant.objects.create(season=season, division=divisions[tier], player_id=player_id)
    return season


def _next_name(old: Season, starts_on: datetime.date) -> str:
    year = f"{starts_on.year}"
    taken = old.league.seasons.filter(name=year).exists()
    return f"{year} ({old.number + 1})" if taken else year
