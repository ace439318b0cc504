"""JSON documents read part by part, however large, deep or broken they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from scoring.exchange.record import MOST_ROWS, Unreadable

Buffer = Any  # bytes or a mapped file: whatever msgspec reads without copying
Raws = list[msgspec.Raw]

_SURROGATE = re.compile(
    rb"(?<!\\)((?:\\\\)*)(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class _Counted(msgspec.Struct, frozen=True, gc=False):
    """An element that is only counted: it takes next to no memory."""


def decode(buffer: Buffer, shape: type[Any]) -> Any:
    """Return the document in a shape whose parts stay raw; raise `Unreadable`.

    Halves of emoji and bare control characters, which some programs write, are mended.
    """
    try:
        return _decode(buffer, shape)
    except msgspec.DecodeError:
        mended = _SURROGATE.sub(rb"\1\\ufffd", _CONTROL.sub(b" ", bytes(buffer)))
    try:
        return _decode(mended, shape)
    except msgspec.ValidationError as error:
        raise Unreadable("other_json") from error
    except msgspec.DecodeError as error:
        raise Unreadable("broken_json", reason=str(error)[:200]) from error


def _decode(buffer: Buffer, shape: type[Any]) -> Any:
    try:
        return msgspec.json.decode(buffer, type=shape)
    except RecursionError as error:
        raise Unreadable("too_deep") from error


def elements(raw: msgspec.Raw | Buffer, name: str) -> Raws:
    """Return the elements of a list, each still raw; raise `Unreadable` if it is none or too long."""
    if bytes(raw[:4] if isinstance(raw, bytes) else memoryview(raw)[:4]) == b"null":
        return []
    try:
        counted = msgspec.json.decode(raw, type=list[_Counted | None])
    except msgspec.MsgspecError as error:
        raise Unreadable("no_list", name=name, reason=str(error)[:200]) from error
    count = len(counted)
    del counted
    if count > MOST_ROWS:
        raise Unreadable("too_many", name=name, most=MOST_ROWS)
    found: Raws = msgspec.json.decode(raw, type=Raws)
    return found


def value(raw: msgspec.Raw) -> Any:
    """Return one element as plain values; None if its text is broken."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def share(index: int, of: Sequence[Any]) -> int:
    """Return how far an index is, in thousandths."""
    return 1000 * (index + 1) // len(of)
