"""The clock of each seat: how it stands, and switching it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games import timing
from games.api import answers, bodies
from games.api.bodies import body
from games.api.endpoint import Endpoint, done
from games.api.schema import describe
from games.identity import claims_of
from games.models import Game
from games.services import clocks

TAG = "reading"


class Clocks(Endpoint):
    """The clocks of a game; advisory, they never stop a move."""

    @describe("Read the clocks", TAG, answers.Clocks, refuses=(404,))
    def get(self, request: Request, code: str) -> Response:
        """Return the clock of every seat, in seconds by the server's time."""
        return done(_clocks(self.find_game(request, code)))

    @describe("Switch the clock", TAG, answers.Clocks, body=bodies.SetClock, refuses=(404, 409))
    def post(self, request: Request, code: str) -> Response:
        """Switch the clock on or off (host only), or pause and resume it. What is so already stays."""
        sent = body(request, bodies.SetClock)
        game_id = self.find(request, code)
        clocks.set_clock(game_id, claims_of(request), sent.wish, sent.minutes)
        return done(_clocks(Game.objects.get(pk=game_id)))


def _clocks(game: Game) -> answers.Clocks:
    reading = timing.reading_of(game)
    if reading is None:
        return answers.Clocks(game.last, False, False, 0, ())
    faces = tuple(
        answers.ClockLine(letter, face.used + face.since, face.is_running)
        for letter in game.seat_letters
        for face in [reading.face(letter)]
    )
    clock = reading.clock
    return answers.Clocks(game.last, True, clock.is_paused, clock.minutes * 60, faces)
