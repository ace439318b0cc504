"""How a play changed from one of its revisions to the next, in words for its own history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext, gettext_noop

from scoring.models import PlayRevision
from scoring.registry import SCORE_TABLES
from scoring.tables import totals

_FIELDS = {
    "played_on": gettext_noop("Day"),
    "minutes": gettext_noop("Minutes"),
    "place": gettext_noop("Where"),
    "board": gettext_noop("Board"),
    "options": gettext_noop("Options"),
    "house_rules": gettext_noop("House rules"),
    "rated": gettext_noop("Rated"),
    "notes": gettext_noop("Notes"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: of what, from what to what."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Step:
    """One revision with what it changed; nothing for the first."""

    revision: PlayRevision
    changes: tuple[Change, ...]
    is_current: bool


def steps_of(title: str, revisions: Sequence[PlayRevision]) -> tuple[Step, ...]:
    """Return the revisions, newest first as given, each with its differences from the one before."""
    steps = []
    for index, revision in enumerate(revisions):
        before = revisions[index + 1] if index + 1 < len(revisions) else None
        found = tuple(_changes(title, before.draft, revision.draft)) if before else ()
        steps.append(Step(revision, found, index == 0))
    return tuple(steps)


def _changes(title: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    for name, label in _FIELDS.items():
        if old.get(name) != new.get(name):
            yield Change(gettext(label), _said(old.get(name)), _said(new.get(name)))
    seats = {seat["letter"]: seat for seat in old["seats"]}
    later = {seat["letter"]: seat for seat in new["seats"]}
    points, later_points = _totals(title, old), _totals(title, new)
    for letter in sorted(seats | later):
        before = _seat(seats.get(letter), points.get(letter))
        after = _seat(later.get(letter), later_points.get(letter))
        if before != after:
            yield Change(gettext("Seat {seat}").format(seat=letter), before, after)
    if points == later_points and old["sheet_json"] != new["sheet_json"]:
        yield Change(gettext("Sheet"), "", gettext("other figures, the same points"))


def _seat(seat: dict[str, Any] | None, points: int | None) -> str:
    if seat is None:
        return "–"
    parts = [seat["name"], seat.get("colour", ""), "" if points is None else str(points)]
    return " ".join(part for part in parts if part)


def _totals(title: str, draft: dict[str, Any]) -> dict[str, int]:
    """Return the totals a draft comes to; none where its sheet cannot be counted."""
    table = SCORE_TABLES.get(title)
    if table is None:
        return {}
    try:
        if draft.get("totals_only"):
            tally = totals.tally(msgspec.json.decode(draft["sheet_json"], type=totals.Totals))
        else:
            tally = table.tally(msgspec.json.decode(draft["sheet_json"], type=table.sheet_type))
    except (msgspec.MsgspecError, LookupError, ValueError):
        return {}
    return {seat.seat: seat.total for seat in tally.seats}


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return "; ".join(f"{key}: {part}" for key, part in sorted(value.items()))
    return "–" if value in (None, "") else str(value)
