"""Plays as files to take along: of a whole club for its members, of one play for whoever sees it."""

from __future__ import annotations

import io

import segno
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from segno.encoder import DataOverflowError

from scoring import exporting, queries
from scoring.errors import NotAllowed, NotFound
from scoring.guests import who_of
from scoring.models import Play
from scoring.views.base import page

TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "bgsplay": "application/json",
}
_CLUB = {
    "json": exporting.as_json,
    "csv": exporting.club_as_csv,
    "bgsplay": exporting.club_as_bgsplay,
}


@require_GET
@page
def club_file(request: HttpRequest, club_id: str, kind: str) -> StreamingHttpResponse:
    """Give a club's plays to a member as a file, written while it is sent."""
    access = queries.club_access(club_id, who_of(request))
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    answer = StreamingHttpResponse(_CLUB[kind](access.club), content_type=TYPES[kind])
    _name(answer, f"rail-companion-{access.club.public_id}.{kind}")
    return answer


@require_GET
@page
def play_file(request: HttpRequest, play_id: str, kind: str) -> HttpResponse:
    """Give one play as a file."""
    play = _play(request, play_id)
    if kind == "json":
        text = exporting.play_as_json(play)
    elif kind == "csv":
        text = "".join(exporting.as_csv([play]))
    else:
        text = exporting.as_bgsplay([play])
    answer = HttpResponse(text, content_type=TYPES[kind])
    _name(answer, f"{play.title}-{play.played_on:%Y-%m-%d}.{kind}".replace("_", "-"))
    return answer


@require_GET
@page
def play_export(request: HttpRequest, play_id: str) -> HttpResponse:
    """Offer one play to other programs: as a link to follow or scan, and as files."""
    play = _play(request, play_id)
    context = {
        "play": play,
        "club": play.club,
        "link": exporting.bgstats_link(play),
        "has_code": _code(play) is not None,
    }
    return render(request, "scoring/exchange/play.html", context)


@require_GET
@page
def play_code(request: HttpRequest, play_id: str) -> HttpResponse:
    """Draw the link to BG Stats as a QR code."""
    code = _code(_play(request, play_id))
    if code is None:
        raise NotFound("no_play")
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=4, omitsize=True, dark="#1c2326", light="#ffffff")
    answer = HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _code(play: Play) -> segno.QRCode | None:
    """Return the code; None for a play whose link is longer than a code can hold."""
    try:
        return segno.make_qr(exporting.bgstats_link(play, most=exporting.MOST_IN_CODE), error="l")
    except DataOverflowError:
        return None


def _play(request: HttpRequest, play_id: str) -> Play:
    found, _ = queries.play_sheet(play_id, who_of(request))
    if not found.is_counted:
        raise NotFound("no_play")
    return exporting.with_scores(Play.objects.filter(pk=found.pk)).get()


def _name(answer: HttpResponse | StreamingHttpResponse, name: str) -> None:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
