"""Reading a game: events to catch up by, the log, legal moves, money, the tally as of now."""

from __future__ import annotations

from itertools import islice

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api import answers, present
from games.api.endpoint import Endpoint, done, state_of, whole, word
from games.api.schema import describe, text_parameter, whole_parameter
from games.engine.codec import to_data
from games.engine.errors import Fault
from games.errors import NotAllowed
from games.identity import claims_of
from games.queries import View

TAG = "reading"
MOST_EVENTS = 200
MOST_MOVES = 500
MOST_TRIED = 5000
"""Moves that are looked at for those of one seat."""


class _Reading(Endpoint):
    def view_of(self, request: Request, code: str) -> View:
        """Return the game of a code as its reader sees it."""
        return queries.view(self.find_game(request, code), *claims_of(request))


class Events(_Reading):
    """Events by number."""

    @describe(
        "Catch up by event number",
        TAG,
        answers.Events,
        refuses=(400, 404),
        parameters=(whole_parameter("after", "The newest event you have."),),
    )
    def get(self, request: Request, code: str) -> Response:
        """Return the events after a number as they were entered, oldest first, at most 200."""
        after = whole(request, "after", 0)
        game = self.find_game(request, code)
        events = queries.events_after(game, after, MOST_EVENTS + 1)
        veiled = queries.view(game, *claims_of(request)) if queries.has_secrets(game) else None
        speaker = veiled.speaker if veiled is not None else queries.speaker_of(game.pk)
        page = tuple(present.event_line(speaker, event, veiled) for event in events[:MOST_EVENTS])
        return done(answers.Events(game.last, game.head, page, len(events) > MOST_EVENTS))


class Log(_Reading):
    """The log."""

    @describe(
        "Read the log",
        TAG,
        answers.Log,
        refuses=(400, 404),
        parameters=(whole_parameter("before", "Only entries with lower numbers.", least=1),),
    )
    def get(self, request: Request, code: str) -> Response:
        """Return the log as people read it, newest first: what counts, what was undone or changed."""
        before = whole(request, "before", 0, least=1)
        view = self.view_of(request, code)
        lines = queries.log_page(view, before or None)
        more = bool(lines) and lines[-1].number > 1
        return done(answers.Log(view.game.last, tuple(map(present.log_entry, lines)), more))


class LegalMoves(_Reading):
    """Legal moves."""

    @describe(
        "List legal moves",
        TAG,
        answers.LegalMoves,
        refuses=(400, 404, 409),
        parameters=(
            whole_parameter("limit", "At most so many.", most=MOST_MOVES, least=1),
            text_parameter("seat", "Only those of this seat."),
        ),
    )
    def get(self, request: Request, code: str) -> Response:
        """Return moves that may be entered now, in a stable order; amounts stand at their least value.

        Where the table hides what seats have, only moves of your own seats and of the whole table.
        """
        limit = whole(request, "limit", MOST_MOVES, least=1, most=MOST_MOVES)
        seat = word(request, "seat")
        view = self.view_of(request, code)
        state = state_of(view)
        if seat and seat not in tuple(view.table.seats):
            raise Fault.one("seat", gettext("There is no such seat in this game."))
        legal = islice(view.title.legal_moves(view.table, state), MOST_TRIED)
        asked = (each for each in legal if seat in ("", each[0]) and view.sees(each[0]))
        found = list(islice(asked, limit + 1))
        moves = tuple(
            answers.LegalMove(mover, to_data(move), view.title.format_move(view.table, mover, move))
            for mover, move in found[:limit]
        )
        return done(answers.LegalMoves(view.game.head, moves, len(found) > limit))


class TallyNow(_Reading):
    """The tally as of now."""

    @describe("Tally as if it ended now", TAG, answers.TallyNow, refuses=(404, 409))
    def get(self, request: Request, code: str) -> Response:
        """Return every seat's lines, total and place, by the function that counts at the end.

        403 while the table hides how seats stand.
        """
        view = self.view_of(request, code)
        state_of(view)
        if view.secrets.points:
            raise NotAllowed("hidden_by_table")
        return done(present.tally_now(view))


class Money(_Reading):
    """The ledger."""

    @describe(
        "Read the ledger",
        TAG,
        answers.Ledger,
        refuses=(400, 404, 409),
        parameters=(whole_parameter("after", "How many transfers you have already."),),
    )
    def get(self, request: Request, code: str) -> Response:
        """Return every transfer of money by the entries that count, oldest first, at most 200.

        Where the table hides cash, without those of seats that are not yours.
        """
        after = whole(request, "after", 0)
        view = self.view_of(request, code)
        state_of(view)
        moved = queries.ledger(view)
        page = moved[after : after + MOST_EVENTS]
        end = after + len(page)
        postings = tuple(present.money_line(view.speaker, each) for each in page)
        return done(answers.Ledger(view.game.head, postings, end < len(moved), end))
