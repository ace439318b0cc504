"""The start page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import queries
from games.forms.small import CodeForm
from games.registry import TITLES
from scoring.guests import guest_of, who_of
from scoring.queries import my_clubs


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show one's running games and clubs, and the two ways to a table."""
    user_id = request.user.pk if request.user.is_authenticated else None
    context = {
        "running": queries.running_games(user_id, guest_of(request)),
        "clubs": list(my_clubs(who_of(request))[:50]),
        "titles": [title.meta for title in TITLES.values()],
        "code_form": CodeForm(auto_id="home_%s"),
    }
    return render(request, "games/home.html", context)
