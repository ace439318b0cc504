"""The API's OpenAPI document: from the very structs that bodies are read into and answers made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from games.api import security  # noqa: F401  importing it registers the ways to be known
from games.api.answers import ANSWERS, Problem
from games.api.bodies import BODIES, Correct, EnterMove, NewChart, NewGame, ReviseChart, Start
from games.api.catalogue import CATALOGUE
from games.engine.codec import schema
from games.engine.title import Title
from games.registry import TITLES

F = TypeVar("F", bound=Callable[..., Any])

_REF = "#/components/schemas/{name}"

REFUSALS = {
    400: "Malformed: `fields` says what is wrong where.",
    401: "The token is not genuine or has ended.",
    403: "You have no right to that: not your seat, not the host, not at this table.",
    404: "There is nothing here by that name.",
    409: "The game does not stand so that this could be done, or has moved on since `seen`.",
    413: "The body is too large.",
    415: "The body is not declared as JSON.",
    422: "The rules refuse it, with the rule and its facts; or, where `ask` is true, a choice is open.",
    429: "Too many requests; `Retry-After` says when to ask again.",
    503: "The server is busy.",
}
_ALWAYS = (401, 403, 429)
_WITH_BODY = (400, 413, 415, 503)


def whole_parameter(name: str, description: str, most: int = 2**31 - 1, least: int = 0) -> Any:
    """Return a query parameter that is a whole number."""
    bounds = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(name, bounds, description=description)


def text_parameter(name: str, description: str) -> Any:
    """Return a query parameter that is a short text."""
    return OpenApiParameter(name, {"type": "string", "maxLength": 40}, description=description)


def describe(
    summary: str,
    tag: str,
    answer: Any,
    *,
    body: Any = None,
    status: Iterable[int] = (200,),
    refuses: Iterable[int] = (),
    parameters: Iterable[Any] = (),
) -> Callable[[F], F]:
    """Return a decorator that documents one operation; its docstring becomes the description."""
    responses: dict[int, Any] = {
        code: OpenApiResponse(_ref(answer), description=str(answer.__doc__).splitlines()[0])
        for code in status
    }
    refusals = {*_ALWAYS, *refuses, *(_WITH_BODY if body is not None else ())}
    for code in sorted(refusals):
        responses[code] = OpenApiResponse(_ref(Problem), description=REFUSALS[code])
    return extend_schema(
        operation_id="_".join(re.findall(r"\w+", summary.lower())),
        summary=summary,
        tags=[tag],
        request={"application/json": _ref(body)} if body is not None else None,
        responses=responses,
        parameters=list(parameters),
    )


def _ref(kind: Any) -> dict[str, str]:
    return {"$ref": _REF.format(name=kind.__name__)}


def add_components(result: dict[str, Any], generator: Any, **_: Any) -> dict[str, Any]:
    """Add the schemas of all structs to the document, each title's moves and board among them.

    A postprocessing hook of drf-spectacular.
    """
    components = result.setdefault("components", {}).setdefault("schemas", {})
    for found in (_own(), *map(_of_title, TITLES.values())):
        if doubled := components.keys() & found.keys():
            raise ValueError(f"two schemas of one name: {', '.join(sorted(doubled))}")
        components.update(found)
    for operation in _operations(result):
        _require_body(operation, components)
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def _own() -> dict[str, Any]:
    _, components = schema((*BODIES, *ANSWERS, *CATALOGUE), _REF)
    for kind, field, part in _BY_TITLE:
        found = components[kind.__name__]["properties"]
        refs = [{"$ref": _REF.format(name=_named(title, part))} for title in TITLES.values()]
        nullable = [{"type": "null"}] if found[field].get("default", ...) is None else []
        found[field] = {"anyOf": [*refs, *nullable]}
    return components


_BY_TITLE: tuple[tuple[Any, str, str], ...] = (
    (EnterMove, "move", "Move"),
    (Correct, "move", "Move"),
    (NewGame, "options", "Options"),
    (Start, "setup", "Setup"),
    (NewChart, "board", "Board"),
    (ReviseChart, "board", "Board"),
)
"""What differs by title: the field of a body, and the part of the title that it is."""


def _of_title(title: Title) -> dict[str, Any]:
    """Return the schemas of a title's moves, options, set-up and board, named after the title."""
    kinds = {
        "Move": title.move_type,
        "Options": title.options_type,
        "Setup": title.setup_type,
        "Board": title.board_type,
    }
    template = _REF.format(name=_named(title, "") + "{name}")
    schemas, components = schema(tuple(kinds.values()), template)
    found = {_named(title, name): part for name, part in components.items()}
    for part, own in zip(kinds, schemas, strict=True):
        if own != {"$ref": _REF.format(name=_named(title, part))}:
            found[_named(title, part)] = own
    return found


def _named(title: Title, part: str) -> str:
    return "".join(word.capitalize() for word in title.meta.key.split("_")) + part


def _operations(result: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for methods in result.get("paths", {}).values():
        yield from (operation for operation in methods.values() if isinstance(operation, dict))


def _require_body(operation: dict[str, Any], components: dict[str, Any]) -> None:
    content = operation.get("requestBody", {}).get("content", {})
    ref = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    if components.get(ref.rpartition("/")[2], {}).get("required"):
        operation["requestBody"]["required"] = True


__all__ = ["add_components", "describe", "text_parameter", "whole_parameter"]
