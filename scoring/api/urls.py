"""Addresses of scoring's API, below /api/."""

from __future__ import annotations

from django.urls import path

from scoring.api import entries, figures, views
from scoring.api.urls_leagues import league_patterns

app_name = "scoring_api"
urlpatterns = [
    path("clubs/", views.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:club_id>/", views.ClubDetail.as_view(), name="club"),
    path("clubs/<slug:club_id>/players/", views.ClubPlayers.as_view(), name="club_players"),
    path("clubs/<slug:club_id>/plays/", views.ClubPlays.as_view(), name="club_plays"),
    path("clubs/<slug:club_id>/statistics/", figures.ClubFigures.as_view(), name="club_figures"),
    path("clubs/<slug:club_id>/merges/", figures.Merges.as_view(), name="merges"),
    path(
        "clubs/<slug:club_id>/merges/<int:merge_id>/", figures.MergeDetail.as_view(), name="merge"
    ),
    path(
        "players/<slug:player_id>/statistics/",
        figures.PlayerFigures.as_view(),
        name="player_figures",
    ),
    path("plays/<slug:play_id>/revisions/", entries.PlayRevisions.as_view(), name="revisions"),
    path("plays/<slug:play_id>/", views.PlayDetail.as_view(), name="play"),
    *league_patterns,
]
