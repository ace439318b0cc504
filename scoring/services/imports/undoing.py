"""Taking an import back: its plays leave the history, and the players that only it knew with them."""

from __future__ import annotations

import time
from collections import defaultdict

import msgspec
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from scoring.models import ImportBatch, ImportRow, Play, Player, PlayRevision, Score
from scoring.services.imports.batches import State, locked, move, next_rows
from scoring.services.plays import draft_of
from scoring.services.stats import mark

CHUNK = 100


def undo_on(batch_id: int, until: float) -> None:
    """Take rows back from where it stopped until that time; the last one leads on to counting."""
    while _undo_some(batch_id) and time.monotonic() <= until:
        pass


@transaction.atomic
def _undo_some(batch_id: int) -> bool:
    batch = locked(batch_id, State.UNDOING)
    if batch is None:
        return False
    rows = next_rows(batch, CHUNK, ImportRow.State.IMPORTED)
    ids = [row.play_id for row in rows if row.play_id is not None]
    plays = Play.objects.select_for_update().filter(pk__in=ids, withdrawn_at=None)
    _withdraw(batch, list(plays.prefetch_related("scores")))
    ImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(state=ImportRow.State.UNDONE)
    if len(rows) < CHUNK:
        _retire_players(batch)
        move(batch, State.COUNTING)
        return False
    batch.step = rows[-1].number
    batch.save()
    return True


def _withdraw(batch: ImportBatch, plays: list[Play]) -> None:
    seated: dict[str, set[int]] = defaultdict(set)
    for play in plays:
        seated[play.title] |= {s.player_id for s in play.scores.all() if s.player_id is not None}
    for title, players in seated.items():
        mark(batch.club_id, title, players)
    ids = [play.pk for play in plays]
    last = dict(
        PlayRevision.objects.filter(play__in=ids)
        .order_by()
        .values_list("play_id")
        .annotate(last=Max("number"))
        .values_list("play_id", "last")
    )
    PlayRevision.objects.bulk_create(
        PlayRevision(
            play=play,
            number=last.get(play.pk, 0) + 1,
            action=PlayRevision.Action.WITHDRAWN,
            by_name=batch.by_name,
            draft=msgspec.to_builtins(draft_of(play)),
        )
        for play in plays
    )
    now = timezone.now()
    Play.objects.filter(pk__in=ids).update(withdrawn_at=now, updated_at=now)


def _retire_players(batch: ImportBatch) -> None:
    """Take the players that this import made off the club's list, unless they have played otherwise."""
    made = batch.people.filter(made=True).values_list("player_id", flat=True)
    counted = Score.objects.filter(player=OuterRef("pk"), play__withdrawn_at=None)
    Player.objects.filter(
        ~Exists(counted), pk__in=list(made), user=None, guest=None, merged_into=None
    ).update(active=False)
