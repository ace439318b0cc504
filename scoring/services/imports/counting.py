"""Counting: what is counted from plays is brought up to date once an import is in, or out again."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.db.models import Max, Min

from scoring.models import ImportBatch, ImportRow, Play, Season
from scoring.services import leagues, ratings, stats
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
    touched = (
        Play.objects.filter(imported_by__batch=batch, imported_by__state__in=_COUNTED)
        .order_by()
        .values_list("title")
        .annotate(since=Min("played_on"), until=Max("played_on"))
    )
    days = {title: (first, last) for title, first, last in touched}
    for title, (first, _) in days.items():
        stats.refresh(batch.club_id, title)
        ratings.recount(batch.club_id, title, first)
    if days:
        first, last = min(f for f, _ in days.values()), max(t for _, t in days.values())
        ratings.recount(batch.club_id, "", first)
        _follow_seasons(batch.club_id, first, last)
    _finish(batch_id)


def _follow_seasons(club_id: int, first: datetime.date, last: datetime.date) -> None:
    seasons = Season.objects.filter(
        league__club=club_id, state=Season.State.OPEN, starts_on__lte=last, ends_on__gte=first
    )
    for season_id in seasons.values_list("pk", flat=True):
        leagues.follow_season(season_id)


@transaction.atomic
def _finish(batch_id: int) -> None:
    batch = locked(batch_id, State.COUNTING)
    if batch is not None:
        move(batch, State.UNDONE if batch.undone else State.DONE)
        import_done.send(sender=ImportBatch, batch_id=batch_id)
