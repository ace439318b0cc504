"""How the API says no: `{code, message}`, with `fields` (path, message) where the data is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from scoring.errors import ScoringError


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer for an error of a service, of the data, or of the framework; None for a bug."""
    if isinstance(error, ScoringError):
        return Response({"code": error.code, "message": str(error)}, status=error.status)
    if isinstance(error, exceptions.ValidationError):
        fields = [{"path": path, "message": text} for path, text in _paths(error.detail)]
        message = "; ".join(
            f"{field['path']}: {field['message']}" if field["path"] else field["message"]
            for field in fields
        )
        return Response({"code": "malformed", "message": message, "fields": fields}, status=400)
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = {"code": _code(error), "message": _message(error)}
    return response


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else "error"
    return codes if isinstance(codes, str) else "error"


def _message(error: Exception) -> str:
    return str(error.detail) if isinstance(error, exceptions.APIException) else str(error)


def _paths(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path, message) of nested error details, with paths as `seats[0].name`."""
    if isinstance(detail, dict):
        for key, part in detail.items():
            if isinstance(key, int):  # a place in a list
                yield from _paths(part, f"{path}[{key}]")
                continue
            name = "" if key == "non_field_errors" else str(key)
            yield from _paths(part, f"{path}.{name}" if path and name else path + name)
    elif isinstance(detail, list) and any(isinstance(part, dict | list) for part in detail):
        for number, part in enumerate(detail):
            yield from _paths(part, f"{path}[{number}]")
    elif isinstance(detail, list):
        yield path, " ".join(str(part) for part in detail)
    else:
        yield path, str(detail)
