"""The pages of figures: a player, a club, a title in a club, a year."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring import queries
from scoring.guests import who_of
from scoring.views.base import page, page_number


@require_GET
@page
def player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Show the plays of a player, each with the place reached."""
    found, access = queries.player_page(player_id, who_of(request))
    number = page_number(request.GET.get("page", ""))
    scores, has_more = queries.player_plays(found, number)
    context = {
        "access": access,
        "club": access.club,
        "player": found,
        "scores": scores,
        "number": number,
        "has_more": has_more,
    }
    return render(request, "scoring/player.html", context)
