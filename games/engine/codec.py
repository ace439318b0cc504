"""The one codec: frozen structs to JSON and back, and the JSON schema that forms and API share."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from games.engine.errors import Fault


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every struct that is stored or sent: frozen, and an unknown key is an error."""


@lru_cache(maxsize=256)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> str:
    """Return the deterministic JSON text of a struct."""
    return _ENCODER.encode(value).decode()


def decode(text: str | bytes, kind: Any) -> Any:
    """Return the struct of type `kind` read from JSON text, or raise `Fault` with the field's path."""
    try:
        return _decoder(kind).decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise as_fault(error) from None


def convert(data: Any, kind: Any, *, strict: bool = True) -> Any:
    """Return the struct of type `kind` made from plain data, or raise `Fault`.

    With `strict=False` numbers and booleans may come as text, as HTML forms send them.
    """
    try:
        return msgspec.convert(data, kind, strict=strict)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise as_fault(error) from None


def to_data(value: Any) -> Any:
    """Return plain dicts, lists and scalars for a struct."""
    return msgspec.to_builtins(value)


def schema(
    kinds: tuple[Any, ...], ref_template: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Return (a schema per kind, named components) as JSON schema with refs by `ref_template`."""
    return msgspec.json.schema_components(kinds, ref_template=ref_template)


_WHERE = re.compile(r"^(?P<message>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)


def as_fault(error: Exception) -> Fault:
    """Return a `Fault` for a codec error, with its path written as `moves[0].pay`."""
    if isinstance(error, RecursionError):
        return Fault.one("", "The data is nested too deeply.")
    found = _WHERE.match(str(error))
    message, path = (found["message"], found["path"] or "") if found else (str(error), "")
    return Fault.one(path.removeprefix("$").removeprefix("."), message)
