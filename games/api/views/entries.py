"""Entries: moves, rulings, positions, notes, undo and its kin, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext
from rest_framework.request import Request as Asked
from rest_framework.response import Response

from games import queries
from games.api import answers, bodies, present
from games.api.bodies import body
from games.api.endpoint import Endpoint, done, state_of, under, whole
from games.api.errors import NotFound
from games.api.schema import describe, whole_parameter
from games.engine.errors import Fault
from games.errors import NotAllowed
from games.identity import claims_of
from games.services import corrections, entries, undo
from games.services.corrections import Change
from games.services.entries import Answer, Request
from games.services.people import Claim

TAG = "entries"
_STATUS = (200, 201)
_REFUSES = (404, 409, 422)

Service = Callable[[int, tuple[Claim, ...], Request], Answer]


class _Entry(Endpoint):
    """Something entered: 201 when it is in the log now, 200 for a repeated key or a dry run."""

    def enter(self, asked: Asked, code: str, request: Request, service: Service) -> Response:
        """Call a service for the game of this code, and answer what became of the entry."""
        answer = service(self.find(asked, code), claims_of(asked), request)
        status = 200 if answer.repeated or answer.dry_run else 201
        return done(present.entered(answer), status)


def _request(sent: bodies.Sent, *, dry_run: bool = False) -> Request:
    key = sent.key or uuid4()
    return Request(sent.seen, key, sent.seat, sent.note, dry_run, sent.confirm)


class Moves(_Entry):
    """Moves."""

    notation_field = "text"

    @describe(
        "Enter a move",
        TAG,
        answers.Entered,
        body=bodies.EnterMove,
        status=_STATUS,
        refuses=_REFUSES,
    )
    def post(self, request: Asked, code: str) -> Response:
        """Enter a move, or with `dry_run` see what it would do, or with `ruled` record it against the rules.

        The answer is 201 when the move is entered, 200 for a dry run and for a key that was sent
        before: then it is the first answer again.
        """
        sent = body(request, bodies.EnterMove)
        try:
            return self.enter(request, code, _request(sent, dry_run=sent.dry_run), _service(sent))
        except Fault as fault:
            raise under("move", fault) from None


def _service(sent: bodies.EnterMove) -> Service:
    move: Any = sent.move if sent.text is None else sent.text
    if move is None or (sent.move is not None and sent.text is not None):
        raise Fault.one("move", gettext("Expected either a move or its notation as text."))
    if sent.ruled:
        return lambda game_id, claims, request: entries.rule_by_table(
            game_id, claims, move, request
        )
    if sent.text is not None:
        return lambda game_id, claims, request: entries.play_text(game_id, claims, move, request)
    return lambda game_id, claims, request: entries.play(game_id, claims, move, request)


class Position(_Entry):
    """The position, set by the table or shown."""

    notation_field = "position"

    @describe(
        "Show the position",
        TAG,
        answers.Position,
        refuses=(400, 404, 409),
        parameters=(whole_parameter("at", "The entry after which it stood; 0 is the opening."),),
    )
    def get(self, request: Asked, code: str) -> Response:
        """Return the position after the entry `at`, by default now, in the title's notation.

        403 while the table hides a part of it, but for the host and scorekeepers.
        """
        game = self.find_game(request, code)
        node = whole(request, "at", game.head)
        if not queries.is_node(game, node):
            raise NotFound
        view = queries.view_at(game, node, *claims_of(request))
        state = state_of(view)
        if not view.sees_all:
            raise NotAllowed("hidden_by_table")
        return done(answers.Position(node, view.title.format_position(view.table, state)))

    @describe(
        "Set the position",
        TAG,
        answers.Entered,
        body=bodies.SetPosition,
        status=_STATUS,
        refuses=_REFUSES,
    )
    def post(self, request: Asked, code: str) -> Response:
        """Set the game to what stands on the table; for whoever may enter for others, with a note."""
        sent = body(request, bodies.SetPosition)
        try:
            return self.enter(
                request,
                code,
                _request(sent, dry_run=sent.dry_run),
                lambda game_id, claims, asked: entries.set_position(
                    game_id, claims, sent.position, asked
                ),
            )
        except Fault as fault:
            raise under("position", fault) from None


class Notes(_Entry):
    """Notes."""

    @describe(
        "Add a note", TAG, answers.Entered, body=bodies.AddNote, status=_STATUS, refuses=(404, 409)
    )
    def post(self, request: Asked, code: str) -> Response:
        """Add a note to the log; it makes nobody's entry stale."""
        sent = body(request, bodies.AddNote)
        noted = Request(0, sent.key or uuid4())
        return self.enter(
            request,
            code,
            noted,
            lambda game_id, claims, asked: entries.add_note(game_id, claims, sent.text, asked),
        )


class Undo(_Entry):
    """Undo."""

    @describe("Undo", TAG, answers.Entered, body=bodies.Sent, status=_STATUS, refuses=_REFUSES)
    def post(self, request: Asked, code: str) -> Response:
        """Take back the newest entry that counts; someone else's only with `confirm`."""
        return self.enter(request, code, _request(body(request, bodies.Sent)), undo.undo)


class Redo(_Entry):
    """Redo."""

    @describe("Redo", TAG, answers.Entered, body=bodies.Sent, status=_STATUS, refuses=_REFUSES)
    def post(self, request: Asked, code: str) -> Response:
        """Bring back what the newest undo took, if nothing was entered since."""
        return self.enter(request, code, _request(body(request, bodies.Sent)), undo.redo)


class TakeBack(_Entry):
    """Taking back a turn."""

    @describe(
        "Take back a turn", TAG, answers.Entered, body=bodies.Sent, status=_STATUS, refuses=_REFUSES
    )
    def post(self, request: Asked, code: str) -> Response:
        """Take back all entries of the newest turn; someone else's only with `confirm`."""
        return self.enter(request, code, _request(body(request, bodies.Sent)), undo.take_back_turn)


class UndoTo(_Entry):
    """Undo to an entry."""

    @describe(
        "Undo to an entry",
        TAG,
        answers.Entered,
        body=bodies.UndoTo,
        status=_STATUS,
        refuses=_REFUSES,
    )
    def post(self, request: Asked, code: str) -> Response:
        """Take back everything entered after `target`; someone else's only with `confirm`."""
        sent = body(request, bodies.UndoTo)
        return self.enter(
            request,
            code,
            _request(sent),
            lambda game_id, claims, asked: undo.undo_to(game_id, claims, sent.target, asked),
        )


class Corrections(_Entry):
    """Corrections."""

    @describe(
        "Correct an earlier entry",
        TAG,
        answers.Entered,
        body=bodies.Correct,
        status=_STATUS,
        refuses=_REFUSES,
    )
    def post(self, request: Asked, code: str) -> Response:
        """Replace or remove an earlier entry, the later ones played again under the change.

        Where later entries would no longer hold, the answer is 422 with their numbers as `choices`:
        send them as `accept` to go on. `dropped` of a dry run says why each would fall.
        """
        sent = body(request, bodies.Correct)
        if (sent.action == "replace") != (sent.move is not None):
            raise Fault.one(
                "move", gettext("A replaced entry needs a move, a removed one has none.")
            )
        change = Change(sent.target, sent.action, sent.move, sent.accept)
        try:
            return self.enter(
                request,
                code,
                _request(sent, dry_run=sent.dry_run),
                lambda game_id, claims, asked: corrections.correct(game_id, claims, change, asked),
            )
        except Fault as fault:
            raise under("move", fault) from None
