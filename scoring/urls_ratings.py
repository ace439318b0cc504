"""Addresses of the pages of ratings, and of long work."""

from __future__ import annotations

from django.urls import path

from scoring.views import jobs, ratings

rating_patterns = [
    path("ratings/how/", ratings.how, name="ratings_how"),
    path("clubs/<slug:club_id>/ratings/", ratings.club_ratings, name="club_ratings"),
    path("clubs/<slug:club_id>/rebuild/", jobs.rebuild_club, name="rebuild"),
    path("players/<slug:player_id>/ratings/", ratings.player_ratings, name="player_ratings"),
    path("plays/<slug:play_id>/ratings/", ratings.play_ratings, name="play_ratings"),
    path("jobs/<slug:job_id>/", jobs.job, name="job"),
    path("jobs/<slug:job_id>/stop/", jobs.stop, name="job_stop"),
    path("jobs/<slug:job_id>/resume/", jobs.resume, name="job_resume"),
]
