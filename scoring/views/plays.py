"""The pages of one play: its result, and the result as a picture."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring import cards, queries
from scoring.errors import NotFound
from scoring.guests import who_of
from scoring.models import Play
from scoring.templatetags.scoring_tags import title_name
from scoring.views.base import page


@require_GET
@page
def play(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show a result: places, every line that counted, and how the game was played."""
    found, access = queries.play_sheet(play_id, who_of(request))
    context = {
        "access": access,
        "club": access.club,
        "play": found,
        # How a title words its lines and its end is in its own templates, if it has them.
        "lines": [f"scoring/titles/{found.title}/_lines.html", "scoring/_lines.html"],
        "end": [f"scoring/titles/{found.title}/_end.html", "scoring/_end.html"],
        "taken_out": queries.taken_out_by(found),
        "link_preview": cards.preview_of(found),
        **_shared(request, found),
    }
    return render(request, "scoring/play.html", context)


def _shared(request: HttpRequest, found: Play) -> dict[str, Any]:
    """Return what there is to pass on of a result, once it is counted."""
    if not found.is_counted:
        return {}
    text = cards.text_of(found, request.build_absolute_uri())
    return {
        "headline": cards.headline(found),
        "share_title": f"{title_name(found.title)}: {cards.headline(found)}",
        "share_text": text,
        "share_rows": text.count("\n") + 2,
        "share_file": f"{found.title}-{found.played_on:%Y-%m-%d}".replace("_", "-"),
    }


@require_GET
@page
def card(request: HttpRequest, play_id: str) -> HttpResponse:
    """Show a counted result as a picture to pass on, to whoever may see the result."""
    found, _ = queries.play_sheet(play_id, who_of(request))
    if not found.is_counted:
        raise NotFound("no_play")
    answer = render(
        request, "scoring/card.svg", {"card": cards.card_of(found)}, content_type="image/svg+xml"
    )
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
