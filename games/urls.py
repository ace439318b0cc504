"""Addresses of the pages of games."""

from __future__ import annotations

from django.urls import path, register_converter

from games import live_poll
from games.views import (
    app,
    back,
    board,
    chart_edit,
    chart_more,
    charts,
    clock,
    create,
    display,
    entry,
    home,
    insight,
    join,
    log,
    people,
    plan,
    queued,
    replay,
    rules,
    table,
    whatif,
)


class CodeConverter:
    """A join code in an address: letters, in either case."""

    regex = "[A-Za-z]{4,10}"

    def to_python(self, value: str) -> str:
        """Return the code as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Return the code as it stands."""
        return value


class EntryConverter:
    """A number of the log."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the number as digits."""
        return str(value)


register_converter(CodeConverter, "code")
register_converter(EntryConverter, "entry")

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("new/", create.titles, name="new"),
    path("new/<slug:title>/", create.create, name="create"),
    path("join/", join.by_code, name="join"),
    path("g/<code:code>/", table.table, name="table"),
    path("g/<code:code>/join/", join.join_game, name="join_game"),
    path("g/<code:code>/qr.svg", join.qr, name="qr"),
    path("g/<code:code>/start/", join.start, name="start"),
    path("g/<code:code>/return/<str:token>/", join.come_back, name="return"),
    path("g/<code:code>/enter/", entry.enter, name="enter"),
    path("g/<code:code>/queued/", queued.queued, name="queued"),
    path("g/<code:code>/ruled/", entry.ruled, name="ruled"),
    path("g/<code:code>/note/", entry.note, name="note"),
    path("g/<code:code>/position/", entry.position, name="position"),
    path("g/<code:code>/status/", entry.status, name="status"),
    path("g/<code:code>/finish/", entry.finish, name="finish"),
    path("g/<code:code>/undo/", back.undo_one, name="undo"),
    path("g/<code:code>/redo/", back.redo, name="redo"),
    path("g/<code:code>/undo-to/", back.undo_to, name="undo_to"),
    path("g/<code:code>/take-back/", back.take_back, name="take_back"),
    path("g/<code:code>/correct/<entry:number>/", back.correct, name="correct"),
    path("g/<code:code>/people/", people.people, name="people"),
    path("g/<code:code>/people/answer/", people.answer, name="answer"),
    path("g/<code:code>/people/give/", people.give, name="give"),
    path("g/<code:code>/people/role/", people.role, name="role"),
    path("g/<code:code>/people/host/", people.host, name="host"),
    path("g/<code:code>/people/leave/", people.leave, name="leave"),
    path("g/<code:code>/people/seat/<slug:letter>/", people.seat, name="seat"),
    path("g/<code:code>/log/", log.log, name="log"),
    path("g/<code:code>/replay/", replay.replay, name="replay"),
    path("g/<code:code>/at/<entry:number>/", replay.at, name="at"),
    path("g/<code:code>/at/<entry:number>/part/", replay.part, name="at_part"),
    path("g/<code:code>/at/<entry:number>/board.svg", replay.picture, name="picture_at"),
    path("g/<code:code>/tally/", table.tally, name="tally"),
    path("g/<code:code>/what-if/", whatif.what_if, name="what_if"),
    path("g/<code:code>/over-time/", insight.over_time, name="over_time"),
    path("g/<code:code>/over-time.csv", insight.over_time_csv, name="over_time_csv"),
    path("g/<code:code>/board.svg", board.picture, name="picture"),
    path("g/<code:code>/reach/", board.reach, name="reach"),
    path("g/<code:code>/plan/", plan.plan, name="plan"),
    path("g/<code:code>/clock/", clock.clock, name="clock"),
    path("g/<code:code>/display/", display.display, name="display"),
    path("g/<code:code>/part/", table.part, name="part"),
    path("g/<code:code>/at", live_poll.at, name="poll"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("rules/", rules.titles, name="rules_titles"),
    path("rules/<slug:title>/", rules.rules, name="rules"),
    path("charts/", charts.charts, name="charts"),
    path("charts/new/<slug:title>/", charts.upload, name="chart_new"),
    path("charts/new/<slug:title>/draw/", chart_more.draw, name="chart_draw"),
    path("charts/<slug:chart_id>/", charts.chart, name="chart"),
    path("charts/<slug:chart_id>/edit/", chart_edit.edit, name="chart_edit"),
    path("charts/<slug:chart_id>/back/", chart_more.back, name="chart_back"),
    path("charts/<slug:chart_id>/copy/", chart_more.copy, name="chart_copy"),
    path("charts/<slug:chart_id>/history/", chart_more.history, name="chart_history"),
    path("charts/<slug:chart_id>/board.svg", chart_more.picture, name="chart_picture"),
    path("charts/<slug:chart_id>/board.json", charts.download, name="chart_json"),
    path("charts/<slug:chart_id>/board.csv", charts.download_csv, name="chart_csv"),
]
