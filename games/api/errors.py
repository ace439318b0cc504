"""How the API says no: one shape for every refusal, and no error of the sender's becomes a 500."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, ValidationError
from django.db import OperationalError
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games import queries
from games.api.answers import FieldTrouble, Problem
from games.engine.codec import to_data
from games.engine.errors import ChoiceNeeded, Fault, NotationError, Refusal
from games.engine.title import Title
from games.errors import BadInput, GameError, Stale
from games.wording import Speaker, error_words
from scoring.errors import ScoringError

_STATUS: Mapping[str, int] = {"no_such_game": 404}
_log = logging.getLogger(__name__)


class TooLarge(exceptions.APIException):
    """A body beyond what the address takes; it was not read."""

    status_code = 413
    default_code = "too_large"

    def __init__(self, most: int) -> None:
        super().__init__(gettext("The body is larger than {most} KB.").format(most=most // 1000))


class NotFound(exceptions.NotFound):
    """Something that an address names is not there."""

    default_detail = gettext_lazy("There is nothing here by that name.")


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer for an error, or None for one that is ours and becomes a 500."""
    for kinds, answer in _ANSWERS:
        if isinstance(error, kinds):
            status, told = answer(error, context)
            return Response(to_data(told), status=status)
    response = exception_handler(error, context)
    if response is not None:
        response.data = to_data(_framework(error))
    return response


def _refusal(error: Refusal, context: dict[str, Any]) -> tuple[int, Problem]:
    title, speaker = _speaker(context)
    ask = isinstance(error, ChoiceNeeded)
    return 422, Problem(
        code=error.code,
        message=speaker.refuse(error) if speaker else error_words(error.code, error.facts),
        rule=error.rule,
        facts=dict(error.facts),
        rule_url=rule_url(title, error.rule) if title else "",
        ask=True if ask else None,
        choices=error.choices if isinstance(error, ChoiceNeeded) else None,
    )


def _fault(error: Fault, context: dict[str, Any]) -> tuple[int, Problem]:
    return 400, malformed(error.problems)


def _notation(error: NotationError, context: dict[str, Any]) -> tuple[int, Problem]:
    path = getattr(context.get("view"), "notation_field", "")
    return 400, malformed(
        [
            (
                path,
                gettext("“{found}”: expected {expected}.").format(
                    found=error.at, expected=error.expected
                ),
            )
        ]
    )


def _bad_input(error: BadInput, context: dict[str, Any]) -> tuple[int, Problem]:
    return 400, malformed([(error.field, error_words(error.code, error.facts))])


def _invalid(error: ValidationError, context: dict[str, Any]) -> tuple[int, Problem]:
    return 400, malformed([("", message) for message in error.messages])


def malformed(problems: Iterable[tuple[str, str]]) -> Problem:
    """Return the answer to a body with problems at these paths."""
    fields = tuple(FieldTrouble(path, message) for path, message in problems)
    message = "; ".join(
        f"{field.path}: {field.message}" if field.path else field.message for field in fields
    )
    return Problem(code="malformed", message=message, fields=fields)


def _stale(error: Stale, context: dict[str, Any]) -> tuple[int, Problem]:
    said: tuple[str, ...] = ()
    game_id = getattr(context.get("view"), "game_id", None)
    if game_id is not None:
        said = queries.said_since(game_id, error.seen)
    message = error_words(error.code, error.facts)
    return 409, Problem(code="stale", message=message, last=error.last, events=said)


def _game_error(error: GameError, context: dict[str, Any]) -> tuple[int, Problem]:
    status = _STATUS.get(error.code, error.status)
    return status, Problem(code=error.code, message=error_words(error.code, error.facts))


def _scoring_error(error: ScoringError, context: dict[str, Any]) -> tuple[int, Problem]:
    return error.status, Problem(code=error.code, message=str(error))


def _missing(error: ObjectDoesNotExist, context: dict[str, Any]) -> tuple[int, Problem]:
    return 404, Problem(code="not_found", message=str(NotFound.default_detail))


def _too_big(error: RequestDataTooBig, context: dict[str, Any]) -> tuple[int, Problem]:
    return 413, Problem(code="too_large", message=gettext("The body is too large."))


def _busy(error: OperationalError, context: dict[str, Any]) -> tuple[int, Problem]:
    _log.warning("the database did not answer: %s", error)
    return 503, Problem(
        code="unavailable", message=gettext("The server is busy. Try again in a moment.")
    )


_ANSWERS: tuple[tuple[Any, Any], ...] = (
    (Refusal, _refusal),
    (Fault, _fault),
    (NotationError, _notation),
    (BadInput, _bad_input),
    (Stale, _stale),
    (GameError, _game_error),
    (ScoringError, _scoring_error),
    (ValidationError, _invalid),
    (ObjectDoesNotExist, _missing),
    (RequestDataTooBig, _too_big),
    (OperationalError, _busy),
)


def _framework(error: Exception) -> Problem:
    """Return the answer for an error of the framework: not known, not found, too often."""
    if not isinstance(error, exceptions.APIException):
        return Problem(
            code="not_found" if "404" in type(error).__name__ else "permission_denied",
            message=str(error),
        )
    codes = error.get_codes()
    return Problem(code=codes if isinstance(codes, str) else "invalid", message=str(error.detail))


def rule_url(title: Title, rule: str) -> str:
    """Return where a rule of a title can be read, or an empty text when no rule is named."""
    if not rule:
        return ""
    return reverse("games:rules", args=[title.meta.key]) + f"#{rule}"


def _speaker(context: dict[str, Any]) -> tuple[Title | None, Speaker | None]:
    game_id = getattr(context.get("view"), "game_id", None)
    if game_id is None:
        return None, None
    speaker = queries.speaker_of(game_id)
    return speaker.title, speaker
