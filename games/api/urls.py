"""Addresses of the API of games, below /api/."""

from __future__ import annotations

from django.urls import path

from games.api.views import charts, clock, entries, games, people, reading, seats, titles

app_name = "games_api"
urlpatterns = [
    path("me/", people.Me.as_view(), name="me"),
    path("tokens/", people.Tokens.as_view(), name="tokens"),
    path("titles/", titles.Titles.as_view(), name="titles"),
    path("titles/<slug:key>/", titles.OneTitle.as_view(), name="title"),
    path("titles/<slug:key>/rules/", titles.Rules.as_view(), name="rules"),
    path("charts/", charts.Charts.as_view(), name="charts"),
    path("charts/<slug:chart_id>/", charts.OneChart.as_view(), name="chart"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/join/", games.Join.as_view(), name="join"),
    path("games/<str:code>/", games.OneGame.as_view(), name="game"),
    path("games/<str:code>/start/", games.Start.as_view(), name="start"),
    path("games/<str:code>/status/", games.Status.as_view(), name="status"),
    path("games/<str:code>/finish/", games.Finish.as_view(), name="finish"),
    path("games/<str:code>/leave/", games.Leave.as_view(), name="leave"),
    path("games/<str:code>/token/", games.FreshToken.as_view(), name="token"),
    path("games/<str:code>/seats/<str:letter>/", seats.OneSeat.as_view(), name="seat"),
    path("games/<str:code>/seats/<str:letter>/give/", seats.GiveSeat.as_view(), name="give_seat"),
    path("games/<str:code>/requests/<int:number>/", seats.AnswerRequest.as_view(), name="request"),
    path(
        "games/<str:code>/participants/<int:number>/",
        seats.OneParticipant.as_view(),
        name="participant",
    ),
    path("games/<str:code>/clock/", clock.Clocks.as_view(), name="clock"),
    path("games/<str:code>/moves/", entries.Moves.as_view(), name="moves"),
    path("games/<str:code>/undo/", entries.Undo.as_view(), name="undo"),
    path("games/<str:code>/redo/", entries.Redo.as_view(), name="redo"),
    path("games/<str:code>/undo-to/", entries.UndoTo.as_view(), name="undo_to"),
    path("games/<str:code>/take-back/", entries.TakeBack.as_view(), name="take_back"),
    path("games/<str:code>/corrections/", entries.Corrections.as_view(), name="corrections"),
    path("games/<str:code>/notes/", entries.Notes.as_view(), name="notes"),
    path("games/<str:code>/position/", entries.Position.as_view(), name="position"),
    path("games/<str:code>/events/", reading.Events.as_view(), name="events"),
    path("games/<str:code>/log/", reading.Log.as_view(), name="log"),
    path("games/<str:code>/legal-moves/", reading.LegalMoves.as_view(), name="legal_moves"),
    path("games/<str:code>/tally/", reading.TallyNow.as_view(), name="tally"),
    path("games/<str:code>/money/", reading.Money.as_view(), name="money"),
]
