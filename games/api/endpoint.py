"""The ground of every view of the API: JSON in, JSON out, nothing else to negotiate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games import queries
from games.api.auth import SeatToken
from games.api.bodies import MOST
from games.api.errors import NotFound, TooLarge, handler
from games.api.throttles import CallerThrottle, address_of, count, refuse_if_spent
from games.engine.errors import Fault
from games.errors import GameError
from games.models import Game
from games.queries import View

T = TypeVar("T")

MOST_BYTES = 64_000

_encoder = msgspec.json.Encoder()


class Json(BaseRenderer):
    """JSON from structs, by the codec that also reads it."""

    media_type = "application/json"
    format = "json"
    charset = None  # JSON is UTF-8 by its own rule

    def render(
        self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None
    ) -> bytes:
        """Return the bytes of an answer; of no answer, none."""
        return b"" if data is None else _encoder.encode(data)


class OnlyJson(BaseContentNegotiation):
    """Every answer is JSON, whatever the request would accept."""

    def select_parser(self, request: Request, parsers: Any) -> None:
        """Return no parser: bodies are read by `games.api.bodies`."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: Any = None
    ) -> tuple[Any, str]:
        """Return the first renderer."""
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """A view of the API of games; `game_id` is set once an address's code is known."""

    renderer_classes = (Json,)
    parser_classes = ()
    content_negotiation_class = OnlyJson
    permission_classes = (AllowAny,)
    throttle_classes: tuple[type[BaseThrottle], ...] = (CallerThrottle,)
    versioning_class = None
    most_bytes = MOST_BYTES
    game_id: int | None = None
    notation_field = ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a body that is too large or not JSON before anything is read of it."""
        if length := _length(request):
            if length > self.most_bytes:
                raise TooLarge(self.most_bytes)
            if request.content_type.partition(";")[0].strip().lower() != "application/json":
                raise UnsupportedMediaType(request.content_type[:100])
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Any:
        """Return the API's own handler, whatever the project's default is."""
        return handler

    def find(self, request: Request, code: str) -> int:
        """Return the id of the game with a code, or raise `GameError("no_such_game")`.

        Whoever tries out codes is soon refused: wrong ones are counted by address.
        """
        self.game_id = _counting_misses(request, lambda: queries.game_id(code))
        return self.game_id

    def find_game(self, request: Request, code: str) -> Game:
        """Return the game with a code as `find` does its id."""
        game = _counting_misses(request, lambda: queries.game_by_code(code))
        self.game_id = game.pk
        return game


def _counting_misses(request: Request, look_up: Callable[[], T]) -> T:
    known = isinstance(request.auth, SeatToken) or request.user.is_authenticated
    if not known:
        refuse_if_spent("miss", request)
    try:
        return look_up()
    except GameError:
        count("miss", address_of(request))
        raise


def _length(request: Request) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def whole(request: Request, name: str, default: int, least: int = 0, most: int = MOST) -> int:
    """Return a whole number of the query, or raise `Fault` at its name."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and least <= int(text) <= most):
        raise Fault.one(
            name,
            gettext("Expected a whole number from {least} to {most}.").format(
                least=least, most=most
            ),
        )
    return int(text)


def word(request: Request, name: str) -> str:
    """Return a short text of the query without anything the database could not compare."""
    text = request.GET.get(name, "")
    if len(text) > 40 or "\0" in text:
        raise Fault.one(name, gettext("Expected a short text."))
    return text


def state_of(view: View) -> Any:
    """Return the state that a view shows, or raise `GameError` in the lobby, `Unreplayable` where unreadable."""
    if view.unreplayable is not None:
        raise view.unreplayable
    if view.state is None:
        raise GameError(f"game_{Game.Status.LOBBY}")
    return view.state


def done(data: Any, status: int = 200) -> Response:
    """Return an answer."""
    return Response(data, status=status)


def under(path: str, fault: Fault) -> Fault:
    """Return a fault with its paths below another: `pay` becomes `move.pay`."""
    problems = tuple(
        (inner if inner.split(".")[0] == path else f"{path}.{inner}".rstrip("."), message)
        for inner, message in fault.problems
    )
    return Fault(problems)


class Nowhere(Endpoint):
    """Any address below /api/ that is none: answered in the API's own shape."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise `NotFound`, whatever was asked."""
        raise NotFound
