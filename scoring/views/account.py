"""What belongs to the one who looks: clubs, players, all of one's data, and the way out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scoring import queries, services
from scoring.guests import who_of
from scoring.people import Who
from scoring.queries import people
from scoring.views.base import page


@require_GET
@page
def account(request: HttpRequest) -> HttpResponse:
    """Show what belongs to the one who looks: clubs and players, as an account or as a guest."""
    who = who_of(request)
    context = {"own": queries.my_clubs(who), "players": queries.players_of(who)}
    return render(request, "scoring/account.html", context)


@require_GET
def own_data(request: HttpRequest) -> HttpResponseBase:
    """Answer all that is kept of the one who asks, as JSON, however much that is."""
    who = who_of(request)
    answer = StreamingHttpResponse(_pieces(request, who), content_type="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="rail-companion.json"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete one's account, after being told what that means."""
    refused = False
    if request.method == "POST":
        refused = "sure" not in request.POST
        user = request.user
        if not refused and isinstance(user, User):
            held = User.objects.get(pk=user.pk)
            logout(request)
            services.delete_account(held)
            return redirect("/")
    context = {"refused": refused}
    return render(request, "scoring/account_delete.html", context, status=400 if refused else 200)


def _pieces(request: HttpRequest, who: Who) -> Iterator[str]:
    head: dict[str, Any] = {"account": None, "clubs": [], "players": []}
    user = request.user
    if isinstance(user, User):
        head["account"] = {
            "username": user.username,
            "email": user.email,
            "joined_at": user.date_joined,
            "last_login": user.last_login,
        }
    if who.is_known:
        head |= people.own_records(who)
    yield msgspec.json.encode(head).decode()[:-1] + ',"plays":['
    if who.is_known:
        for number, play in enumerate(people.own_plays(who)):
            yield ("," if number else "") + json.dumps(msgspec.to_builtins(play))
    yield "]}"
