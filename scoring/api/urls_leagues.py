"""Addresses of the API of ratings and leagues, below /api/."""

from __future__ import annotations

from django.urls import path

from scoring.api import leagues

league_patterns = [
    path("clubs/<slug:club_id>/ratings/", leagues.ClubRatings.as_view(), name="club_ratings"),
    path("clubs/<slug:club_id>/leagues/", leagues.ClubLeagues.as_view(), name="club_leagues"),
    path(
        "players/<slug:player_id>/ratings/", leagues.PlayerRatings.as_view(), name="player_ratings"
    ),
    path("seasons/<slug:season_id>/", leagues.SeasonTable.as_view(), name="season"),
    path("seasons/<slug:season_id>/results/", leagues.SeasonResults.as_view(), name="results"),
    path(
        "seasons/<slug:season_id>/entrants/<int:entrant_id>/",
        leagues.EntrantAwards.as_view(),
        name="entrant",
    ),
    path("results/<slug:result_id>/confirm/", leagues.ResultConfirm.as_view(), name="confirm"),
    path("results/<slug:result_id>/dispute/", leagues.ResultDispute.as_view(), name="dispute"),
]
