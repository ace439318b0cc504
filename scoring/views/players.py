"""The pages of players, and of what belongs to the one who looks."""

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


@require_GET
@page
def account(request: HttpRequest) -> HttpResponse:
    """Show what belongs to the one who looks: clubs and players, as an account or as a guest."""
    who = who_of(request)
    context = {"own": queries.my_clubs(who), "players": queries.players_of(who)}
    return render(request, "scoring/account.html", context)
