"""Leagues founded, seasons prepared, entrants in and out, and the opening, which fixes the rules."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import Max

from scoring.errors import NotFound, ScoringError
from scoring.leagues import schedule
from scoring.leagues.rules import SeasonRules, rules_of, stored
from scoring.models import Club, Division, Entrant, Fixture, FixtureSeat, League, Player, Season
from scoring.names import clean_name
from scoring.people import Who
from scoring.services.leagues.access import Draft, Open, demand_organiser, locked_season
from scoring.services.leagues.standings import recount
from scoring.signals import season_changed

MOST_DIVISIONS = 10
MOST_ENTRANTS = 100


@transaction.atomic
def create_league(
    club: Club,
    who: Who,
    name: str,
    rules: SeasonRules,
    starts_on: datetime.date,
    ends_on: datetime.date,
) -> Season:
    """Found a league; return its first season, a draft with one division.

    Raises `NotAllowed` to all but organisers, `ValidationError` for an unfit name, `ScoringError`.
    """
    demand_organiser(club, who)
    league = League.objects.create(club=club, name=clean_name(name))
    _check_dates(starts_on, ends_on)
    season = Season.objects.create(
        league=league,
        number=1,
        name=f"{starts_on.year}",
        starts_on=starts_on,
        ends_on=ends_on,
        rules=stored(rules),
    )
    Division.objects.create(season=season, name="1", tier=1)
    return season


@transaction.atomic
def set_season(
    season_id: int,
    who: Who,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date,
    rules: SeasonRules | None = None,
) -> Season:
    """Name and date a season, and set its rules if given; these only while it is a draft.

    What was played within new dates of an open season is counted after the commit. Raises as
    `create_league` does, and `NotFound`.
    """
    season = locked_season(season_id, who, *((Draft,) if rules is not None else (Open, Draft)))
    _check_dates(starts_on, ends_on)
    season.name, season.starts_on, season.ends_on = clean_name(name), starts_on, ends_on
    if rules is not None:
        season.rules = stored(rules)
    season.save()
    if season.state == Open:
        season_changed.send(sender=Season, season_id=season.pk)
    return season


@transaction.atomic
def add_division(season_id: int, who: Who, name: str) -> Division:
    """Add a division below the others; raise `ScoringError` unless the season is a draft."""
    season = locked_season(season_id, who, Draft)
    tier = season.divisions.aggregate(last=Max("tier"))["last"] or 0
    if tier >= MOST_DIVISIONS:
        raise ScoringError("too_many_divisions", most=MOST_DIVISIONS)
    return Division.objects.create(season=season, name=clean_name(name), tier=tier + 1)


@transaction.atomic
def remove_division(season_id: int, who: Who, division_id: int) -> None:
    """Take out a division with its entrants; those below move up. Raises as `add_division` does."""
    season = locked_season(season_id, who, Draft)
    _division(season, division_id).delete()
    for tier, division in enumerate(season.divisions.order_by("tier"), 1):
        division.tier = tier
        division.save(update_fields=["tier"])


@transaction.atomic
def add_entrants(season_id: int, who: Who, division_id: int, player_ids: Collection[int]) -> None:
    """Enter players of the club; into an open season only where play is free.

    Raises `NotFound`, `NotAllowed`, or `ScoringError` for someone who is in it already.
    """
    season = locked_season(season_id, who, Draft, Open)
    division = _division(season, division_id)
    if season.state == Open and rules_of(season.rules).play == "rounds":
        raise ScoringError("rounds_fixed", season=season.name)
    players = list(
        Player.objects.filter(club=season.league.club, active=True, pk__in=player_ids).order_by(
            "sought", "pk"
        )
    )
    if len(players) < len(set(player_ids)):
        raise NotFound("no_player")
    for player in players:
        if season.entrants.filter(player=player).exists():
            raise ScoringError("entered_twice", name=player.name)
    if division.entrants.count() + len(players) > MOST_ENTRANTS:
        raise ScoringError(
            "too_many_entrants",
            division=division.name,
            count=division.entrants.count() + len(players),
            most=MOST_ENTRANTS,
        )
    Entrant.objects.bulk_create(
        [Entrant(season=season, division=division, player=player) for player in players]
    )
    if season.state == Open:
        recount(division.pk)
        season_changed.send(sender=Season, season_id=season.pk)


@transaction.atomic
def remove_entrant(season_id: int, who: Who, entrant_id: int) -> None:
    """Take someone out of a draft; raise `NotFound`, `NotAllowed`, or `ScoringError` once it is open."""
    season = locked_season(season_id, who, Draft)
    _entrant(season, entrant_id).delete()


@transaction.atomic
def withdraw_entrant(season_id: int, who: Who, entrant_id: int, withdrawn: bool = True) -> None:
    """Mark that someone plays no more, or again; what they played stays. Raises as above."""
    season = locked_season(season_id, who, Open)
    entrant = _entrant(season, entrant_id)
    entrant.withdrawn = withdrawn
    entrant.save(update_fields=["withdrawn"])
    recount(entrant.division_id)


@transaction.atomic
def draw_lots(season_id: int, who: Who, lots: Mapping[int, int]) -> None:
    """Keep the lots that entrants drew (1 goes first, 0 takes it back). Raises as above."""
    season = locked_season(season_id, who, Open)
    touched = set()
    for entrant in season.entrants.filter(pk__in=lots):
        if entrant.lot != lots[entrant.pk]:
            entrant.lot = lots[entrant.pk]
            entrant.save(update_fields=["lot"])
            touched.add(entrant.division_id)
    for division_id in sorted(touched):
        recount(division_id)


@transaction.atomic
def open_season(season_id: int, who: Who) -> Season:
    """Begin a season: its rules are fixed, a schedule is made if they ask for one.

    What was played within its dates before counts too, after the commit. Raises `NotFound`,
    `NotAllowed`, and `ScoringError` where a division has too few or too many entrants.
    """
    season = locked_season(season_id, who, Draft)
    rules = rules_of(season.rules)
    for division in season.divisions.order_by("tier"):
        _check_size(division, rules)
        if rules.play == "rounds":
            _schedule(division, rules)
    if not season.divisions.exists():
        raise NotFound("no_division")
    season.state = Open
    season.save(update_fields=["state"])
    for division in season.divisions.order_by("tier"):
        recount(division.pk)
    season_changed.send(sender=Season, season_id=season.pk)
    return season


def _check_size(division: Division, rules: SeasonRules) -> None:
    count = division.entrants.count()
    several = division.season.divisions.count() > 1
    least = max(2, rules.moves + 1) if several else 2
    if count < least:
        raise ScoringError("too_few_entrants", division=division.name, count=count, least=least)
    most = schedule.MOST_ENTRANTS
    if rules.play == "rounds" and count > most:
        raise ScoringError("too_many_entrants", division=division.name, count=count, most=most)


def _schedule(division: Division, rules: SeasonRules) -> None:
    entrants = list(division.entrants.order_by("pk").values_list("pk", flat=True))
    made = schedule.rounds(entrants, rules.seats, rules.rounds)
    tables = [
        (Fixture(division=division, round=number, number=each), table)
        for number, tables_of_round in enumerate(made, 1)
        for each, table in enumerate(tables_of_round, 1)
    ]
    Fixture.objects.bulk_create([fixture for fixture, _ in tables])
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, order=order, entrant_id=entrant)
            for fixture, table in tables
            for order, entrant in enumerate(table, 1)
        ]
    )


def _check_dates(starts_on: datetime.date, ends_on: datetime.date) -> None:
    if ends_on < starts_on:
        raise ScoringError("season_dates")


def _division(season: Season, division_id: int) -> Division:
    division = season.divisions.filter(pk=division_id).first()
    if division is None:
        raise NotFound("no_division")
    return division


def _entrant(season: Season, entrant_id: int) -> Entrant:
    entrant = season.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound("no_entrant")
    return entrant
