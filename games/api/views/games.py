"""Games: yours, new ones, coming to one, what it shows, and its life around the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api import answers, bodies, catalogue, present
from games.api.auth import SeatToken
from games.api.bodies import body
from games.api.endpoint import Endpoint, done, under
from games.api.schema import describe
from games.api.throttles import AddressThrottle, CallerThrottle
from games.engine.codec import convert
from games.engine.errors import Fault
from games.errors import BadInput
from games.identity import claims_of, identity_of
from games.registry import TITLES
from games.services import people, seats, tables
from games.services.tables import Identity, Plan, SeatSpec
from scoring.errors import NotAllowed
from scoring.guests import guest_of, who_of
from scoring.queries import club_access

TAG = "games"


class Games(Endpoint):
    """Your games, and new ones."""

    notation_field = "position"

    @describe("List your games", TAG, answers.Games)
    def get(self, request: Request) -> Response:
        """List the unfinished games you are at, the newest first."""
        if isinstance(request.auth, SeatToken):
            games = queries.game_of_participant(request.auth.participant)
        else:
            games = queries.running_games(request.user.pk, guest_of(request))
        return done(answers.Games(tuple(map(present.game_line, games))))

    @describe(
        "Create a game",
        TAG,
        answers.Joined,
        body=bodies.NewGame,
        status=(201,),
        refuses=(404, 409, 422),
    )
    def post(self, request: Request) -> Response:
        """Create a game for a club that you belong to; you host it, from its lobby on."""
        sent = body(request, bodies.NewGame)
        access = club_access(sent.club, who_of(request))
        if not access.is_member:
            raise NotAllowed("members_only", club=access.club.name)
        plan = _plan(sent, access.club.pk)
        game, host = tables.create_game(identity_of(request, sent.name), plan)
        return done(present.joined(game.code, host), 201)


def _plan(sent: bodies.NewGame, club_id: int) -> Plan:
    title = TITLES.get(sent.title)
    if title is None:
        raise BadInput("title", "no_such_title", title=sent.title)
    with faults_under("options"):
        convert(sent.options, title.options_type)
    board = None
    if sent.board is not None:
        version = queries.newest_version(sent.board)
        if version is None:
            raise BadInput("board", "no_such_board")
        board = version.pk
    specs = tuple(SeatSpec(seat.colour, seat.name, seat.mine) for seat in sent.seats)
    return Plan(club_id, sent.title, specs, sent.options, board, sent.position)


@contextmanager
def faults_under(path: str) -> Iterator[None]:
    """Tell faults met inside with their paths below a field of the body."""
    try:
        yield
    except Fault as fault:
        raise under(path, fault) from None


class Join(Endpoint):
    """Coming to a table."""

    throttle_classes = (CallerThrottle, AddressThrottle)
    throttle_scope = "join"

    @describe(
        "Join a game", TAG, answers.Joined, body=bodies.Join, status=(201,), refuses=(404, 409)
    )
    def post(self, request: Request) -> Response:
        """Come to a game by its code: to a free seat, to watch, or to ask for a seat someone holds.

        The answer's token lets this device act for you. A browser is also known by its cookie.
        """
        sent = body(request, bodies.Join)
        game_id = self.find(request, sent.code)
        who = _behind_token(request, game_id) or identity_of(request, sent.name)
        participant, asked = seats.join(game_id, who, sent.seat)
        code = queries.code_of(game_id)
        return done(present.joined(code, participant, sent.seat if asked is not None else ""), 201)


def _behind_token(request: Request, game_id: int) -> Identity | None:
    """Return who holds the seat token sent, so that a device without cookies is known again."""
    if not isinstance(request.auth, SeatToken):
        return None
    return seats.identity_behind(game_id, *claims_of(request))


class OneGame(Endpoint):
    """One game."""

    @describe("Show a game", TAG, answers.GameSheet, refuses=(404,))
    def get(self, request: Request, code: str) -> Response:
        """Show a game as you see it: state, figures, seats, and what you can enter now.

        Whoever knows the code may look; entering takes a seat.
        """
        view = queries.view(self.find_game(request, code), *claims_of(request))
        return done(present.game_sheet(view))


class _Act(Endpoint):
    """Something done to a game by one service call, answered with where its log stands."""

    def act(self, request: Request, code: str, service: Callable[[int, Any], Any]) -> Response:
        """Call a service with the game's id and who asks."""
        game_id = self.find(request, code)
        service(game_id, claims_of(request))
        return done(answers.Ok(queries.last_of(game_id)))


class Start(_Act):
    """Starting a game."""

    @describe("Start a game", TAG, answers.Ok, body=bodies.Start, refuses=(404, 409, 422))
    def post(self, request: Request, code: str) -> Response:
        """Begin, with what the table tells at set-up. Host only."""
        sent = body(request, bodies.Start)
        with faults_under("setup"):
            return self.act(
                request, code, lambda game_id, claims: tables.start(game_id, claims, sent.setup)
            )


class Status(_Act):
    """Pausing and the like."""

    @describe(
        "Pause, resume, abandon or reopen",
        TAG,
        answers.Ok,
        body=bodies.SetStatus,
        refuses=(404, 409),
    )
    def post(self, request: Request, code: str) -> Response:
        """Change what becomes of the game. Host only."""
        sent = body(request, bodies.SetStatus)
        return self.act(
            request, code, lambda game_id, claims: tables.set_status(game_id, claims, sent.wish)
        )


class Finish(_Act):
    """Closing a reopened game."""

    @describe("Close a game at its end", TAG, answers.Ok, body=bodies.Nothing, refuses=(404, 409))
    def post(self, request: Request, code: str) -> Response:
        """Close a reopened game that stands at its end, so that it is tallied again. Host only."""
        body(request, bodies.Nothing)
        return self.act(request, code, tables.finish)


class Leave(_Act):
    """Leaving a game."""

    @describe("Leave a game", TAG, answers.Ok, body=bodies.Nothing, refuses=(404, 409))
    def post(self, request: Request, code: str) -> Response:
        """Give up your seats and your tokens; a host hands the hosting on first."""
        body(request, bodies.Nothing)
        return self.act(request, code, seats.leave)


class FreshToken(Endpoint):
    """A token for who you are at a game."""

    @describe("Get a seat token", TAG, catalogue.Token, body=bodies.Nothing, refuses=(404,))
    def post(self, request: Request, code: str) -> Response:
        """Return a token for yourself at this game, to act from another device or program."""
        body(request, bodies.Nothing)
        game_id = self.find(request, code)
        return done(catalogue.Token("Seat", people.fresh_token(game_id, *claims_of(request))))
