"""Addresses of the pages of scoring."""

from __future__ import annotations

from django.urls import path

from scoring.urls_exchange import exchange_patterns
from scoring.urls_leagues import league_patterns
from scoring.urls_ratings import rating_patterns
from scoring.views import account, clubs, players, plays, recaps, sheets, stats

app_name = "scoring"
urlpatterns = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/invited/<slug:invite>/", clubs.invited, name="invited"),
    path("clubs/<slug:club_id>/", clubs.club, name="club"),
    path("clubs/<slug:club_id>/history/", clubs.history, name="history"),
    path("clubs/<slug:club_id>/join/", clubs.join, name="join"),
    path("clubs/<slug:club_id>/leave/", clubs.leave, name="leave"),
    path("clubs/<slug:club_id>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:club_id>/settings/invite/", clubs.renew_invite, name="renew_invite"),
    path("clubs/<slug:club_id>/settings/members/<int:member_id>/", clubs.set_role, name="set_role"),
    path(
        "clubs/<slug:club_id>/settings/members/<int:member_id>/remove/",
        clubs.remove_member,
        name="remove_member",
    ),
    path("clubs/<slug:club_id>/plays/new/", sheets.choose, name="sheet_titles"),
    path("clubs/<slug:club_id>/plays/new/<slug:title>/", sheets.new, name="sheet"),
    path("plays/<slug:play_id>/edit/", sheets.edit, name="play_edit"),
    path("plays/<slug:play_id>/changes/", sheets.history, name="changes"),
    path("plays/<slug:play_id>/changes/<int:number>/", sheets.restore, name="play_restore"),
    path("plays/<slug:play_id>/withdraw/", sheets.withdraw, name="play_withdraw"),
    path("plays/<slug:play_id>/", plays.play, name="play"),
    path("plays/<slug:play_id>/card.svg", plays.card, name="card"),
    path("clubs/<slug:club_id>/statistics/", stats.club, name="club_stats"),
    path("clubs/<slug:club_id>/recap/<int:year>/", recaps.club, name="club_recap"),
    path("players/<slug:player_id>/recap/<int:year>/", recaps.player, name="player_recap"),
    path("clubs/<slug:club_id>/players/", players.players, name="players"),
    path("clubs/<slug:club_id>/merges/<int:merge_id>/", players.undo_merge, name="merge_undo"),
    path("players/<slug:player_id>/", stats.player, name="player"),
    path("players/<slug:player_id>/edit/", players.look_after, name="player_edit"),
    path("players/<slug:player_id>/claim/", players.claim, name="player_claim"),
    path("players/<slug:player_id>/release/", players.release, name="player_release"),
    path("players/<slug:player_id>/merge/", players.merge, name="player_merge"),
    path("players/<slug:player_id>/forget/", players.forget, name="player_forget"),
    path("account/", account.account, name="account"),
    path("account/data.json", account.own_data, name="own_data"),
    path("account/delete/", account.delete, name="account_delete"),
    *exchange_patterns,
    *rating_patterns,
    *league_patterns,
]
