"""What every page of scoring does: how it says no, and how it reads a page number."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from scoring.errors import NotAllowed, NotFound

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, _P], HttpResponseBase]
_DEEPEST_PAGE = 100_000


def page(view: _View[_P]) -> _View[_P]:
    """Answer 404 for what is not there or may not be known, 403 for what may not be done."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(str(error)) from error
        except NotAllowed as error:
            raise PermissionDenied(str(error)) from error

    return answer


def page_number(text: str) -> int:
    """Return a page number from an address; what is none counts as the first page."""
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        return 1
    return min(max(int(text), 1), _DEEPEST_PAGE)
