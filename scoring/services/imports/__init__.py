"""Importing plays: a file is read into rows, compared with the history, reviewed, imported, taken back.

`advance_import` is all that tasks call. It works in chunks, each one transaction under the batch's
lock that also says how far it is. So a worker that dies leaves whole chunks; whoever comes next goes
on behind the last one, and two at a time do each chunk once.
"""

from __future__ import annotations

import time

from scoring.models import ImportBatch
from scoring.services.imports.comparing import compare_on
from scoring.services.imports.counting import count_import
from scoring.services.imports.deciding import (
    begin_import,
    discard_import,
    layout_of,
    resume_import,
    set_games,
    set_layout,
    set_people,
    undo_import,
)
from scoring.services.imports.forgetting import forget_people
from scoring.services.imports.reading import read_on
from scoring.services.imports.undoing import undo_on
from scoring.services.imports.uploading import MOST_BYTES, start_import
from scoring.services.imports.writing import write_on

__all__ = [
    "MOST_BYTES",
    "STEPS",
    "advance_import",
    "begin_import",
    "discard_import",
    "forget_people",
    "layout_of",
    "resume_import",
    "set_games",
    "set_layout",
    "set_people",
    "start_import",
    "undo_import",
]

STEPS = {
    ImportBatch.State.READING: read_on,
    ImportBatch.State.CHECKING: compare_on,
    ImportBatch.State.IMPORTING: write_on,
    ImportBatch.State.UNDOING: undo_on,
    ImportBatch.State.COUNTING: count_import,
}
"""What is done in each state in which there is something to do."""


def advance_import(batch_id: int, seconds: float) -> bool:
    """Work on an import for so many seconds, one chunk at least; say whether there is more to do.

    Doing it again, late, or twice at a time changes nothing. An import that is no more has no more.
    """
    until = time.monotonic() + seconds
    while True:
        state = ImportBatch.objects.filter(pk=batch_id).values_list("state", flat=True).first()
        step = STEPS.get(ImportBatch.State(state)) if state else None
        if step is None:
            return False
        step(batch_id, until)
        if time.monotonic() > until:
            return ImportBatch.objects.filter(pk=batch_id, state__in=STEPS).exists()
