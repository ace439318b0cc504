"""What every stage of an import does with its batch: lock it, and move it on."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from scoring.exchange.record import PlayRecord, Problem
from scoring.exchange.standing import Stand
from scoring.models import ImportBatch, ImportPlayer, ImportRow, Play

State = ImportBatch.State


@dataclass(slots=True)
class Verdict:
    """What becomes of a row as things stand: its state, what to say, and the play it is or would be."""

    row: ImportRow
    state: str
    problems: list[Problem] = field(default_factory=list)
    play: Play | None = None
    record: PlayRecord | None = None
    title: str = ""
    played_on: datetime.date = datetime.date.min
    people: list[ImportPlayer | None] = field(default_factory=list)
    stands: list[Stand] = field(default_factory=list)

    def ends(self, state: str, code: str, **facts: str | int) -> Verdict:
        """Return itself, settled."""
        self.state = state
        self.problems.append(Problem(code, facts))
        return self


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


def keep_verdicts(verdicts: Iterable[Verdict]) -> None:
    """Keep what became of rows; those of which nothing new is said are not written again."""
    changed = []
    for verdict in verdicts:
        row, said = verdict.row, told(verdict.problems)
        play_id = verdict.play.pk if verdict.play is not None else None
        if (row.state, row.verdict, row.play_id) != (verdict.state, said, play_id):
            row.state, row.verdict, row.play = ImportRow.State(verdict.state), said, verdict.play
            changed.append(row)
    ImportRow.objects.bulk_update(changed, ["state", "verdict", "play"])
