"""Seats and the people at a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api import answers, bodies
from games.api.bodies import body
from games.api.endpoint import Endpoint, done
from games.api.errors import NotFound
from games.api.schema import describe
from games.engine.errors import Fault
from games.errors import BadInput
from games.identity import claims_of
from games.services import seats

TAG = "seats"


@contextmanager
def _named_in_address(field: str) -> Iterator[None]:
    """Tell that what the address names is not there, where a service faults that field."""
    try:
        yield
    except BadInput as error:
        if error.field == field:
            raise NotFound from None
        raise


class OneSeat(Endpoint):
    """One seat."""

    @describe(
        "Rename a seat or change its colour", TAG, answers.Ok, body=bodies.EditSeat, refuses=(404,)
    )
    def patch(self, request: Request, code: str, letter: str) -> Response:
        """Change a seat's name or colour: its holder or the host."""
        sent = body(request, bodies.EditSeat)
        game_id = self.find(request, code)
        with _named_in_address("seat"):
            seats.edit_seat(game_id, claims_of(request), letter, name=sent.name, colour=sent.colour)
        return done(answers.Ok(queries.last_of(game_id)))


class GiveSeat(Endpoint):
    """Handing a seat on."""

    @describe("Give a seat to someone", TAG, answers.Ok, body=bodies.GiveSeat, refuses=(404,))
    def post(self, request: Request, code: str, letter: str) -> Response:
        """Let someone at the table, or nobody, hold a seat. Host only."""
        sent = body(request, bodies.GiveSeat)
        game_id = self.find(request, code)
        with _named_in_address("seat"):
            seats.give_seat(game_id, claims_of(request), letter, sent.participant)
        return done(answers.Ok(queries.last_of(game_id)))


class AnswerRequest(Endpoint):
    """A seat that was asked for."""

    @describe(
        "Answer a wish for a seat", TAG, answers.Ok, body=bodies.AnswerRequest, refuses=(404,)
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        """Give the seat to the one who asked, or refuse. Host only."""
        sent = body(request, bodies.AnswerRequest)
        game_id = self.find(request, code)
        with _named_in_address("request"):
            seats.answer_request(game_id, claims_of(request), number, consent=sent.consent)
        return done(answers.Ok(queries.last_of(game_id)))


class OneParticipant(Endpoint):
    """Someone at the table."""

    @describe(
        "Change someone's role, or hand on the hosting",
        TAG,
        answers.Ok,
        body=bodies.ChangeParticipant,
        refuses=(404,),
    )
    def patch(self, request: Request, code: str, number: int) -> Response:
        """Make someone player, scorekeeper or watcher, or the host in your place. Host only."""
        sent = body(request, bodies.ChangeParticipant)
        game_id = self.find(request, code)
        if (sent.role is None) == (sent.host is None):
            raise Fault.one("", gettext("Expected either a role or host."))
        with _named_in_address("participant"):
            if sent.role is not None:
                seats.set_role(game_id, claims_of(request), number, sent.role)
            else:
                seats.hand_on_hosting(game_id, claims_of(request), number)
        return done(answers.Ok(queries.last_of(game_id)))
