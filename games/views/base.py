"""What the views share: the game asked for, who asks, and how refusals become pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails
from redis.exceptions import RedisError

from games import queries
from games.errors import GameError, NotAllowed
from games.identity import claims_of
from games.queries import View
from games.services import people
from games.wording import error_words

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, _P], HttpResponse]

TRIES = 20
"""Codes that one address may try in `WINDOW` seconds."""

WINDOW = 60


class HtmxRequest(HttpRequest):
    """A request after django-htmx's middleware."""

    htmx: HtmxDetails


def page(view: _View[_P]) -> _View[_P]:
    """Answer a service's refusal with the page it deserves: 404, 403, 400, 409, 429."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotAllowed as error:
            raise PermissionDenied(error_words(error.code, error.facts)) from error
        except GameError as error:
            if error.code == "no_such_game":
                return not_found(request, error)
            message = error_words(error.code, error.facts)
            context = {"message": message, "game_code": kwargs.get("code", "")}
            return render(request, "games/refused.html", context, status=error.status)

    return answer


def not_found(request: HttpRequest, error: GameError) -> HttpResponse:
    """Answer an unknown code: 404, or 429 once an address has tried too many."""
    if too_many_tries(request):
        return render(request, "games/too_many.html", status=429)
    raise Http404(error_words(error.code, error.facts))


def too_many_tries(request: HttpRequest) -> bool:
    """Count a try at a code, and say whether the address has had more than `TRIES` of them."""
    key = f"games.tries:{address_of(request)}"
    try:
        cache.add(key, 0, WINDOW)
        return cache.incr(key) > TRIES
    except (ValueError, RedisError, OSError):  # it expired between the two calls, or nobody counts
        return False


def address_of(request: HttpRequest) -> str:
    """Return the sender's address: what the outermost trusted proxy says, else the connection's."""
    if settings.PROXIES:
        said = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        return str(said[max(0, len(said) - settings.PROXIES)].strip()[:60])
    return str(request.META.get("REMOTE_ADDR", ""))


def open_table(request: HttpRequest, code: str) -> View:
    """Return the game with a code as the sender sees it, or raise `GameError("no_such_game")`."""
    return queries.view(queries.game_by_code(code), *claims_of(request))


def open_as_host(request: HttpRequest, code: str) -> View:
    """Return the game as its host sees it, or raise `NotAllowed`."""
    view = open_table(request, code)
    people.require_host(view.who)
    return view


def query_of_page(request: HttpRequest) -> QueryDict:
    """Return the query of the page that htmx asks from: what that page shows is what it gets anew."""
    url = getattr(getattr(request, "htmx", None), "current_url", None) or ""
    try:
        return QueryDict(urlsplit(url[:2000]).query)
    except ValueError:  # no address at all
        return QueryDict()


def is_htmx(request: HttpRequest) -> bool:
    """Say whether htmx asks for a fragment."""
    return bool(getattr(request, "htmx", False))
