"""Comparing what a worked example came to with what it expects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.engine.title import Outcome


def compare(expect: Mapping[str, Any], outcome: Outcome) -> tuple[str, str] | None:
    """Return (expected, got) where the outcome differs from the expectation, else None."""
    problems = [
        (f"{key}={value!r}", f"{key}={got!r}")
        for key, value, got in _pairs(expect, outcome)
        if not same(value, got)
    ]
    if not problems:
        return None
    return ", ".join(wanted for wanted, _ in problems), ", ".join(got for _, got in problems)


def _pairs(expect: Mapping[str, Any], outcome: Outcome) -> list[tuple[str, Any, Any]]:
    pairs: list[tuple[str, Any, Any]] = []
    for key, value in expect.items():
        if key in ("verdict", "code", "rule", "score"):
            pairs.append((key, value, getattr(outcome, key)))
        elif key == "shows":
            pairs.append((key, Shows(value), outcome.shows))
        elif key == "facts":
            pairs.extend((name, fact, outcome.facts.get(name)) for name, fact in value.items())
        else:
            pairs.append((key, value, outcome.extra.get(key)))
    if "verdict" in expect and expect["verdict"] != outcome.verdict and outcome.code:
        pairs.append(("refusal", "", f"{outcome.code} ({outcome.rule})"))
    return pairs


class Shows(str):
    """Text whose space-separated tokens must all be shown, in any order."""

    __slots__ = ()


def same(wanted: Any, got: Any) -> bool:
    """Say whether a figure is as wanted: lists compare as sets, mappings by the wanted keys."""
    if isinstance(wanted, Shows):
        shown = set(_tokens(str(got)))
        return all(token in shown for token in _tokens(wanted))
    if isinstance(wanted, Mapping):
        return isinstance(got, Mapping) and all(
            same(value, got.get(key)) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(got, (list, tuple, set, frozenset))
            and len(wanted) == len(got)
            and all(any(same(item, other) for other in got) for item in wanted)
        )
    return bool(wanted == got)


def _tokens(text: str) -> list[str]:
    return [token for token in re.split(r"[\s;]+", text) if token]
