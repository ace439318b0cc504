"""Taking an import back: its plays leave the history, and the players that only it knew with them."""

from __future__ import annotations

import time

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.models import ImportBatch, ImportRow, Play, Player, PlayRevision, Score
from scoring.services.imports.batches import State, locked, move, next_rows
from scoring.services.plays import draft_of
from scoring.services.stats import mark_play

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
    plays = Play.objects.select_for_update().filter(
        pk__in=[row.play_id for row in rows if row.play_id is not None], withdrawn_at=None
    )
    for play in plays:
        _withdraw(play, batch.by_name)
    for row in rows:
        row.state = ImportRow.State.UNDONE
    ImportRow.objects.bulk_update(rows, ["state"])
    if len(rows) < CHUNK:
        _retire_players(batch)
        move(batch, State.COUNTING)
        return False
    batch.step = rows[-1].number
    batch.save()
    return True


def _withdraw(play: Play, by_name: str) -> None:
    mark_play(play)
    last = play.revisions.order_by("-number").values_list("number", flat=True).first() or 0
    PlayRevision.objects.create(
        play=play,
        number=last + 1,
        action=PlayRevision.Action.WITHDRAWN,
        by_name=by_name,
        draft=msgspec.to_builtins(draft_of(play)),
    )
    play.withdrawn_at = timezone.now()
    play.save(update_fields=["withdrawn_at", "updated_at"])


def _retire_players(batch: ImportBatch) -> None:
    """Take the players that this import made off the club's list, unless they have played otherwise."""
    made = batch.people.filter(made=True).values_list("player_id", flat=True)
    counted = Score.objects.filter(player=OuterRef("pk"), play__withdrawn_at=None)
    Player.objects.filter(
        ~Exists(counted), pk__in=list(made), user=None, guest=None, merged_into=None
    ).update(active=False)
