"""What every stage of an import does with its batch: lock it, and move it on."""

from __future__ import annotations

from typing import Any

import msgspec

from scoring.exchange.record import PlayRecord, Problem
from scoring.models import ImportBatch, ImportRow

State = ImportBatch.State


def locked(batch_id: int, state: str) -> ImportBatch | None:
    """Return the batch, locked, if it is in that state still."""
    return ImportBatch.objects.select_for_update().filter(pk=batch_id, state=state).first()


def move(batch: ImportBatch, state: str, **values: Any) -> None:
    """Put a locked batch into a state, from whose beginning it is worked on."""
    batch.state, batch.step = State(state), 0
    for name, value in values.items():
        setattr(batch, name, value)
    batch.save()


def next_rows(batch: ImportBatch, count: int, *states: str) -> list[ImportRow]:
    """Return the rows after those that the present state is done with, in order."""
    rows = ImportRow.objects.filter(batch=batch, number__gt=batch.step).order_by("number")
    if states:
        rows = rows.filter(state__in=states)
    return list(rows[:count])


def record_of(row: ImportRow) -> PlayRecord | None:
    """Return what was read from a row; None if that was no play."""
    return msgspec.convert(row.record, PlayRecord) if row.record is not None else None


def told(problems: tuple[Problem, ...] | list[Problem]) -> list[dict[str, Any]]:
    """Return problems as they are kept."""
    return [msgspec.to_builtins(problem) for problem in problems]
