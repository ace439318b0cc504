"""Addresses of scoring's API, below /api/."""

from __future__ import annotations

from django.urls import path

from scoring.api import views
from scoring.api.urls_leagues import league_patterns

app_name = "scoring_api"
urlpatterns = [
    path("clubs/", views.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:club_id>/", views.ClubDetail.as_view(), name="club"),
    path("clubs/<slug:club_id>/players/", views.ClubPlayers.as_view(), name="club_players"),
    path("clubs/<slug:club_id>/plays/", views.ClubPlays.as_view(), name="club_plays"),
    path("plays/<slug:play_id>/", views.PlayDetail.as_view(), name="play"),
    *league_patterns,
]
