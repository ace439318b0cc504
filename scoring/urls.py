"""Addresses of the pages of scoring."""

from __future__ import annotations

from django.urls import path

from scoring import views

app_name = "scoring"
urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.club_new, name="club_new"),
    path("clubs/invited/<slug:invite>/", views.invited, name="invited"),
    path("clubs/<slug:club_id>/", views.club, name="club"),
    path("clubs/<slug:club_id>/history/", views.history, name="history"),
    path("clubs/<slug:club_id>/join/", views.join, name="join"),
    path("clubs/<slug:club_id>/leave/", views.leave, name="leave"),
    path("clubs/<slug:club_id>/settings/", views.club_settings, name="club_settings"),
    path("clubs/<slug:club_id>/settings/invite/", views.renew_invite, name="renew_invite"),
    path("clubs/<slug:club_id>/settings/members/<int:member_id>/", views.set_role, name="set_role"),
    path(
        "clubs/<slug:club_id>/settings/members/<int:member_id>/remove/",
        views.remove_member,
        name="remove_member",
    ),
    path("plays/<slug:play_id>/", views.play, name="play"),
    path("plays/<slug:play_id>/card.svg", views.card, name="card"),
    path("players/<slug:player_id>/", views.player, name="player"),
    path("account/", views.account, name="account"),
]
