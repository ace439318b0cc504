"""The players of a club: a list, claiming, renaming, merging duplicates, and being forgotten."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import queries, services
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms import PlayerNameForm
from scoring.guests import who_of
from scoring.models import Player
from scoring.people import Who
from scoring.queries import people
from scoring.services.merges import owns
from scoring.views.base import page, page_number


@require_GET
@page
def players(request: HttpRequest, club_id: str) -> HttpResponse:
    """List a club's players with what they have played; organisers see merges to undo."""
    access = queries.club_access(club_id, who_of(request))
    number, sought = page_number(request.GET.get("page", "")), request.GET.get("q", "")[:60]
    found, has_more = people.players_page(access.club, number, sought.replace("\x00", ""))
    context = {
        "access": access,
        "club": access.club,
        "players": found,
        "number": number,
        "has_more": has_more,
        "sought": sought,
        "query": f"&{urlencode({'q': sought})}" if sought else "",
        "merges": people.merges_of(access.club) if access.is_organiser else [],
    }
    return render(request, "scoring/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def look_after(request: HttpRequest, player_id: str) -> HttpResponse:
    """Rename a player, claim or release them, and the ways to merge and forget."""
    player, access = queries.player_page(player_id, who_of(request))
    form = PlayerNameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        services.rename_player(access.club, who_of(request), player.pk, name)
        return redirect("scoring:player", player.public_id)
    context = _context(player, access, who_of(request)) | {"form": form}
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "scoring/player_edit.html", context, status=status)


@require_POST
@page
def claim(request: HttpRequest, player_id: str) -> HttpResponse:
    """Say that one is this player."""
    player, access = queries.player_page(player_id, who_of(request))
    try:
        services.claim_player(access.club, who_of(request), player.pk)
        messages.success(request, gettext("You are {name}.").format(name=player.name))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    return redirect("scoring:player", player.public_id)


@require_POST
@page
def release(request: HttpRequest, player_id: str) -> HttpResponse:
    """Make a player nobody's again."""
    player, access = queries.player_page(player_id, who_of(request))
    services.release_player(access.club, who_of(request), player.pk)
    messages.success(request, gettext("{name} is nobody’s now.").format(name=player.name))
    return redirect("scoring:player", player.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def merge(request: HttpRequest, player_id: str) -> HttpResponse:
    """Choose whom else this player is, and make one of the two."""
    player, access = _organised(request, player_id)
    refusal, play = "", ""
    if request.method == "POST":
        gone = people.player_of_club(access.club, request.POST.get("other", "").replace("\x00", ""))
        try:
            services.merge_players(access.club, who_of(request), player.pk, gone.pk)
        except (NotAllowed, NotFound):
            raise
        except ScoringError as error:
            refusal, play = str(error), str(error.facts.get("play", ""))
        else:
            said = gettext("{gone} is {kept} from now on. The list of players undoes it.")
            messages.success(request, said.format(gone=gone.name, kept=player.name))
            return redirect("scoring:players", access.club.public_id)
    context = _context(player, access, who_of(request)) | {
        "others": people.possible_twins(player),
        "refusal": refusal,
        "met_at": play,
    }
    return render(request, "scoring/player_merge.html", context, status=409 if refusal else 200)


@require_POST
@page
def undo_merge(request: HttpRequest, club_id: str, merge_id: int) -> HttpResponse:
    """Part two players again."""
    access = queries.organiser_access(club_id, who_of(request))
    try:
        done = services.undo_merge(access.club, who_of(request), min(merge_id, 2**62))
        said = gettext("{gone} and {kept} are two players again.")
        messages.success(request, said.format(gone=done.gone.name, kept=done.kept.name))
    except (NotAllowed, NotFound):
        raise
    except ScoringError as error:
        messages.error(request, str(error))
    return redirect("scoring:players", access.club.public_id)


@require_POST
@page
def forget(request: HttpRequest, player_id: str) -> HttpResponse:
    """Take a player's name out of the club for good."""
    player, access = queries.player_page(player_id, who_of(request))
    if "sure" not in request.POST:
        messages.error(request, gettext("Tick that you are sure: this cannot be undone."))
        return redirect("scoring:player_edit", player.public_id)
    services.forget_player(access.club, who_of(request), player.pk)
    messages.success(request, gettext("The name is gone; what was played stays."))
    return redirect("scoring:players", access.club.public_id)


def _organised(request: HttpRequest, player_id: str) -> tuple[Player, queries.Access]:
    player, access = queries.player_page(player_id, who_of(request))
    if not access.is_organiser:
        raise NotAllowed("organisers_only", club=access.club.name)
    return player, access


def _context(player: Player, access: queries.Access, who: Who) -> dict[str, Any]:
    is_own = owns(player, who)
    return {
        "player": player,
        "access": access,
        "club": access.club,
        "is_own": is_own,
        "may_edit": player.active and (is_own or access.is_organiser),
    }
