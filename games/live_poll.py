"""Where a game stands, for pages that cannot hold a stream: one query, and mostly 304."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.codes import read_code
from games.models import Game
from games.views.base import too_many_tries


@require_safe
def at(request: HttpRequest, code: str) -> HttpResponse:
    """Answer {"last": n}, the number of the game's newest event, or 304 if it is still that."""
    last = Game.objects.filter(code=read_code(code[:20])).values_list("last", flat=True).first()
    if last is None:
        # Wrong codes count here as on the pages, so that none can be guessed by polling.
        status = 429 if too_many_tries(request) else 404
        return JsonResponse({"code": "no_such_game"}, status=status)
    etag = f'"{last}"'
    response = get_conditional_response(request, etag=etag)
    if not isinstance(response, HttpResponseNotModified):
        response = JsonResponse({"last": last})
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response
