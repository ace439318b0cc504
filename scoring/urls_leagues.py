"""Addresses of the pages of leagues."""

from __future__ import annotations

from django.urls import path

from scoring.views import leagues, leagues_manage

_season = "seasons/<slug:season_id>"
league_patterns = [
    path("clubs/<slug:club_id>/leagues/", leagues.club_leagues, name="leagues"),
    path("clubs/<slug:club_id>/leagues/new/", leagues_manage.league_new, name="league_new"),
    path(f"{_season}/", leagues.season, name="season"),
    path(f"{_season}/rules/", leagues.rules, name="season_rules"),
    path(f"{_season}/fixtures/", leagues.fixtures, name="fixtures"),
    path(f"{_season}/results/", leagues.results, name="season_results"),
    path(f"{_season}/entrants/<int:entrant_id>/", leagues.entrant, name="entrant"),
    path("results/<slug:result_id>/", leagues.result, name="result"),
    path("results/<slug:result_id>/confirm/", leagues.confirm, name="result_confirm"),
    path("results/<slug:result_id>/dispute/", leagues.dispute, name="result_dispute"),
    path("results/<slug:result_id>/settle/", leagues.settle, name="result_settle"),
    path(f"{_season}/manage/", leagues_manage.season_manage, name="season_manage"),
    path(f"{_season}/edit/", leagues_manage.season_edit, name="season_edit"),
    path(f"{_season}/open/", leagues_manage.season_open, name="season_open"),
    path(f"{_season}/close/", leagues_manage.season_close, name="season_close"),
    path(f"{_season}/next/", leagues_manage.season_next, name="season_next"),
    path(f"{_season}/lots/", leagues_manage.lots, name="season_lots"),
    path(f"{_season}/divisions/", leagues_manage.division_add, name="division_add"),
    path(
        f"{_season}/divisions/<int:division_id>/remove/",
        leagues_manage.division_remove,
        name="division_remove",
    ),
    path(
        f"{_season}/divisions/<int:division_id>/entrants/",
        leagues_manage.entrants_add,
        name="entrants_add",
    ),
    path(
        f"{_season}/entrants/<int:entrant_id>/remove/",
        leagues_manage.entrant_remove,
        name="entrant_remove",
    ),
    path(f"{_season}/fixtures/<int:fixture_id>/", leagues_manage.fixture, name="fixture"),
]
