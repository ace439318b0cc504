"""Filling worded templates with facts; how a seat or an amount is spoken is the caller's choice."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any

Speak = Mapping[str, Callable[[Any], str]]

PLAIN: Speak = {}


class _Filler(string.Formatter):
    def __init__(self, speak: Speak) -> None:
        self.speak = speak

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in self.speak:
            return self.speak[format_spec](value)
        if "|" in format_spec:
            one, many = format_spec.split("|", maxsplit=1)
            count = self.speak["number"](value) if "number" in self.speak else str(value)
            return f"{count} {one if value == 1 else many}"
        if isinstance(value, (tuple, list)):
            return ", ".join(str(item) for item in value)
        return str(value)

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        # A fact that is missing must not hide the rest of the sentence.
        return kwargs.get(str(key), f"{{{key}}}")


def fill(template: str, facts: Mapping[str, Any], speak: Speak = PLAIN) -> str:
    """Return the template with its facts; "{pay:money}" is spoken by `speak["money"]`.

    The specs that titles may use: `money` (an amount with its unit), `seat` (a seat letter),
    `company` (a railroad's key), `place` (a place's key); without a speaker the plain value stands.
    "{built:hex|hexes}" is a count with what is counted: "1 hex", "3 hexes".
    """
    return _Filler(speak).vformat(template, (), facts)
