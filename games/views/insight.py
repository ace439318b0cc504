"""The game over time: charts, each with its table, and the figures to take along."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import insight
from games.views.base import open_table, page


@require_safe
@page
def over_time(request: HttpRequest, code: str) -> HttpResponse:
    """Show what each seat's measures were after every turn."""
    view = open_table(request, code)
    found = insight.moments(view.game)
    context = {
        "game": view.game,
        "title": view.title.meta,
        "plots": insight.plots(view, found),
        "measured": view.title.measures is not None,
    }
    return render(request, "games/insight.html", context)


@require_safe
@page
def over_time_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the same figures as CSV, for a spreadsheet."""
    view = open_table(request, code)
    text = insight.as_csv(view, insight.moments(view.game))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{view.game.code}.csv"'
    return response
