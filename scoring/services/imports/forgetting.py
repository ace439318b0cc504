"""Forgetting: who asked to be forgotten is not remembered by files that were once imported."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from scoring.models import Delivery, ImportBatch, ImportPlayer, ImportRow
from scoring.services.imports.batches import State

_OPEN = (State.READING, State.CHECKING, State.REVIEW, State.FAILED)


@transaction.atomic
def forget_people(player_ids: Collection[int], nobody: str) -> None:
    """Take players out of what is kept of imports and messages; plays are not touched.

    Imports that were not begun are given up, since their files hold the names.
    """
    known = ImportPlayer.objects.filter(player__in=player_ids)
    batches = list(known.values_list("batch_id", flat=True).distinct())
    ImportBatch.objects.filter(pk__in=batches, state__in=_OPEN).delete()
    over = ImportBatch.objects.filter(pk__in=batches, state__in=(State.DONE, State.UNDONE))
    ImportRow.objects.filter(batch__in=over).update(record=None, verdict=[], problems=[])
    known.update(name=nobody, key=Concat(Value("forgotten "), Cast(F("pk"), CharField())))
    ImportBatch.objects.filter(me__in=player_ids).update(by_name=nobody)
    told = Delivery.objects.filter(play__scores__player__in=player_ids)
    ids = list(told.exclude(state=Delivery.State.WAITING).values_list("pk", flat=True))
    Delivery.objects.filter(pk__in=ids).update(body="")
