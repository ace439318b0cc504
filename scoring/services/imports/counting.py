"""Counting: what is counted from plays is brought up to date once an import is in, or out again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Min

from scoring.models import ImportBatch, ImportRow, Play
from scoring.services import ratings, stats
from scoring.services.imports.batches import State, locked, move
from scoring.signals import import_done

_COUNTED = (ImportRow.State.IMPORTED, ImportRow.State.UNDONE)


def count_import(batch_id: int, until: float) -> None:
    """Count what an import touched, from its first day on; then it is done.

    Counting again gives the same, so that a worker that died halfway leaves nothing wrong.
    """
    batch = ImportBatch.objects.filter(pk=batch_id, state=State.COUNTING).first()
    if batch is None:
        return
    touched = dict(
        Play.objects.filter(imported_by__batch=batch, imported_by__state__in=_COUNTED)
        .order_by()
        .values_list("title")
        .annotate(since=Min("played_on"))
        .values_list("title", "since")
    )
    for title, since in touched.items():
        stats.refresh(batch.club_id, title)
        ratings.recount(batch.club_id, title, since)
    if touched:
        ratings.recount(batch.club_id, "", min(touched.values()))
    _finish(batch_id)


@transaction.atomic
def _finish(batch_id: int) -> None:
    batch = locked(batch_id, State.COUNTING)
    if batch is not None:
        move(batch, State.UNDONE if batch.undone else State.DONE)
        import_done.send(sender=ImportBatch, batch_id=batch_id)
