"""Decisions of the organiser who reviews an import; each one checks who decides."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import msgspec
from django.db import transaction

from scoring.errors import NotFound, ScoringError
from scoring.exchange.table import Layout
from scoring.models import ImportBatch, ImportPlayer, ImportRow, Player
from scoring.people import Who
from scoring.registry import SCORE_TABLES
from scoring.services.clubs import organiser_of
from scoring.services.imports.batches import State, move
from scoring.signals import import_waits

_Choice = ImportPlayer.Choice


@transaction.atomic
def set_games(
    batch_id: int,
    who: Who,
    titles: Mapping[int, str],
    date_for_none: datetime.date | None = None,
) -> None:
    """Say which title each game is, by its row's id, and the day of plays that have none.

    An empty title leaves the game's plays out. The rows are compared anew. Raises `NotFound`,
    `NotAllowed`, and `ScoringError` where it is not under review or for an unknown title.
    """
    batch = _reviewed(batch_id, who)
    for game in batch.games.filter(pk__in=titles):
        if titles[game.pk] and titles[game.pk] not in SCORE_TABLES:
            raise ScoringError("unknown_title", title=titles[game.pk])
        game.title = titles[game.pk]
        game.save(update_fields=["title"])
    _compare(batch, date_for_none)


@transaction.atomic
def set_people(batch_id: int, who: Who, choices: Mapping[int, str]) -> None:
    """Say who each person is, by their row's id: "new", "guest", "skip", or the id of a player.

    The rows are compared anew. Raises `NotFound`, `NotAllowed`, `ScoringError`.
    """
    batch = _reviewed(batch_id, who)
    wanted = {int(choice) for choice in choices.values() if choice.isdigit()}
    players = {
        player.pk: player
        for player in Player.objects.filter(club=batch.club_id, active=True, pk__in=wanted)
    }
    for person in batch.people.filter(pk__in=choices):
        choice = choices[person.pk]
        player = players.get(int(choice)) if choice.isdigit() else None
        if choice.isdigit() and player is None:
            raise NotFound("no_player")
        person.choice = _Choice.KNOWN if player is not None else _Choice(choice)
        person.player = player
        person.save(update_fields=["choice", "player"])
    _compare(batch, batch.date_for_none)


@transaction.atomic
def set_layout(batch_id: int, who: Who, layout: Layout) -> None:
    """Read a spreadsheet again with other columns.

    Raises `NotFound`, `NotAllowed`, `ScoringError` ("layout_incomplete", "import_over", "import_busy").
    """
    batch = _reviewed(batch_id, who, State.REVIEW, State.FAILED)
    if batch.kind != ImportBatch.Kind.CSV or not batch.parts.exists():
        raise ScoringError("import_over")
    if not layout.is_complete:
        raise ScoringError("layout_incomplete")
    for kept in (batch.rows, batch.games, batch.people):
        kept.all().delete()
    move(
        batch,
        State.READING,
        layout=msgspec.to_builtins(layout),
        rows_read=0,
        at=0,
        problem=None,
    )
    import_waits.send(sender=ImportBatch, batch_id=batch.pk)


def layout_of(batch: ImportBatch) -> Layout | None:
    """Return the layout of a spreadsheet as it is read at present."""
    return msgspec.convert(batch.layout, Layout) if batch.layout else None


@transaction.atomic
def begin_import(batch_id: int, who: Who) -> None:
    """Import what is to be imported; raise `NotFound`, `NotAllowed`, `ScoringError`."""
    batch = _reviewed(batch_id, who)
    batch.parts.all().delete()
    move(batch, State.IMPORTING)
    import_waits.send(sender=ImportBatch, batch_id=batch.pk)


@transaction.atomic
def resume_import(batch_id: int, who: Who) -> None:
    """Have an import that is being worked on go on, should nobody be at it; harmless if somebody is.

    Raises `NotFound`, `NotAllowed`.
    """
    batch = ImportBatch.objects.select_related("club").filter(pk=batch_id).first()
    if batch is None:
        raise NotFound("no_import")
    organiser_of(batch.club, who)
    if batch.is_working:
        import_waits.send(sender=ImportBatch, batch_id=batch.pk)


@transaction.atomic
def undo_import(batch_id: int, who: Who) -> None:
    """Take back all that an import put into the history; raise `NotFound`, `NotAllowed`, `ScoringError`."""
    batch = _reviewed(batch_id, who, State.DONE)
    if not batch.rows.filter(state=ImportRow.State.IMPORTED).exists():
        raise ScoringError("not_imported")
    move(batch, State.UNDOING, undone=True)
    import_waits.send(sender=ImportBatch, batch_id=batch.pk)


@transaction.atomic
def discard_import(batch_id: int, who: Who) -> None:
    """Forget an import of which nothing is in the history; raise `NotFound`, `NotAllowed`, `ScoringError`."""
    states = (State.READING, State.CHECKING, State.REVIEW, State.FAILED, State.UNDONE)
    _reviewed(batch_id, who, *states).delete()


def _reviewed(batch_id: int, who: Who, *states: str) -> ImportBatch:
    """Return the batch, locked, for an organiser, if it is in one of the states; under review if none."""
    batch = (
        ImportBatch.objects.select_for_update(of=("self",))
        .select_related("club")
        .filter(pk=batch_id)
        .first()
    )
    if batch is None:
        raise NotFound("no_import")
    organiser_of(batch.club, who)
    if batch.state not in (states or (State.REVIEW,)):
        raise ScoringError("import_busy" if batch.is_working else "import_over")
    return batch


def _compare(batch: ImportBatch, date_for_none: datetime.date | None) -> None:
    move(batch, State.CHECKING, date_for_none=date_for_none)
    import_waits.send(sender=ImportBatch, batch_id=batch.pk)
