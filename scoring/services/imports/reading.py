"""Reading: the file becomes rows, games and people, with a suggestion for each game and person."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import msgspec
from django.db import transaction
from django.db.models import F

from scoring.exchange import source, table
from scoring.exchange.games import title_of
from scoring.exchange.record import FileGame, FilePlayer, Problem, Row, Unreadable
from scoring.exchange.values import text_of
from scoring.models import (
    ImportBatch,
    ImportGame,
    ImportPart,
    ImportPlayer,
    ImportRow,
    Player,
)
from scoring.names import same_name
from scoring.registry import SCORE_TABLES
from scoring.services.imports.batches import State, locked, move, told
from scoring.services.players import kept_player

CHUNK = 500
_Choice = ImportPlayer.Choice


def read_on(batch_id: int, until: float) -> None:
    """Read rows from where it stopped until that time; the last one leads on to comparing.

    A file that cannot be read to its end leaves no rows: the batch fails with the reason.
    """
    try:
        with tempfile.TemporaryFile() as raw, tempfile.TemporaryFile() as text:
            batch = _prepare(batch_id, raw, text)
            if batch is not None:
                _read(batch, text, until)
    except Unreadable as error:
        _refuse(batch_id, error.problem)


def _read(batch: ImportBatch, text: IO[bytes], until: float) -> None:
    layout = msgspec.convert(batch.layout, table.Layout) if batch.layout else None
    if layout is not None and not layout.is_complete:
        raise Unreadable("columns")
    done, chunk = batch.rows_read, []
    for row in source.rows_of(text, batch.kind, layout):
        if row.number <= done:
            continue
        chunk.append(row)
        if len(chunk) == CHUNK:
            if not _stage(batch.pk, chunk) or time.monotonic() > until:
                return
            chunk = []
    _stage(batch.pk, chunk, is_last=True)


def _prepare(batch_id: int, raw: IO[bytes], text: IO[bytes]) -> ImportBatch | None:
    """Return the batch with its file written to `text`, and what kind it is found out on first sight."""
    batch = ImportBatch.objects.filter(pk=batch_id, state=State.READING).first()
    if batch is None:
        return None
    for body in _bodies(batch):
        raw.write(body)
    encoding = batch.encoding or source.encoding_of(raw)
    source.to_utf8(raw, encoding, text)
    if not batch.kind:
        kind = source.kind_of(text)
        layout = table.layout_of(source.sample_of(text)) if kind == table.KIND else None
        with _locked_reading(batch_id) as found:
            if found is None:
                return None
            found.kind, found.encoding = kind, encoding
            found.layout = msgspec.to_builtins(layout) if layout is not None else None
            found.save(update_fields=["kind", "encoding", "layout"])
            return found
    return batch


def _bodies(batch: ImportBatch) -> Iterator[bytes]:
    for number in batch.parts.order_by("number").values_list("number", flat=True):
        yield bytes(ImportPart.objects.get(batch=batch, number=number).body)


@contextmanager
def _locked_reading(batch_id: int) -> Iterator[ImportBatch | None]:
    with transaction.atomic():
        yield locked(batch_id, State.READING)


@transaction.atomic
def _refuse(batch_id: int, problem: Problem) -> None:
    batch = locked(batch_id, State.READING)
    if batch is None:
        return
    for kept in (batch.rows, batch.games, batch.people):
        kept.all().delete()
    facts = {key: text_of(str(value), 300) for key, value in problem.facts.items()}
    move(batch, State.FAILED, rows_read=0, problem={"code": problem.code, "facts": facts})


@transaction.atomic
def _stage(batch_id: int, rows: list[Row], is_last: bool = False) -> bool:
    """Keep rows that follow on those kept; say whether this worker is still the one to go on."""
    batch = locked(batch_id, State.READING)
    if batch is None or (rows and batch.rows_read != rows[0].number - 1):
        return False
    ImportRow.objects.bulk_create(_row(batch, row) for row in rows)
    records = [row.record for row in rows if row.record is not None]
    _keep_games(batch, Counter(record.game for record in records))
    _keep_people(batch, {s.player.key: s.player for r in records for s in r.seats if s.player.key})
    if rows:
        batch.rows_read, batch.at = rows[-1].number, rows[-1].at
    if is_last and not batch.rows_read:
        raise Unreadable("no_plays")
    if is_last:
        move(batch, State.CHECKING)
    else:
        batch.save()
    return True


def _row(batch: ImportBatch, row: Row) -> ImportRow:
    record = row.record
    state = ImportRow.State.READY
    if record is None:
        state = ImportRow.State.WRONG
    elif row.left_out:
        state = ImportRow.State.SKIPPED
    return ImportRow(
        batch=batch,
        number=row.number,
        line=row.line,
        ref=f"{record.kind}:{record.ref}" if record is not None and record.ref else "",
        state=state,
        record=msgspec.to_builtins(record) if record is not None else None,
        left_out=row.left_out,
        problems=told(row.problems),
    )


def _keep_games(batch: ImportBatch, games: Counter[FileGame]) -> None:
    known = dict(batch.games.filter(key__in=[g.key for g in games]).values_list("key", "pk"))
    names = {key: table.name for key, table in SCORE_TABLES.items()}
    remembered = dict(
        ImportGame.objects.filter(batch__club=batch.club_id, key__in=[g.key for g in games])
        .exclude(batch=batch)
        .exclude(title="")
        .order_by("pk")
        .values_list("key", "title")
    )
    for game, count in games.items():
        if game.key not in known:
            title = remembered.get(game.key, "") or title_of(game, names)
            made = ImportGame.objects.create(
                batch=batch, key=game.key, name=game.name[:200], title=title
            )
            known[game.key] = made.pk
        ImportGame.objects.filter(pk=known[game.key]).update(plays=F("plays") + count)


def _keep_people(batch: ImportBatch, people: dict[str, FilePlayer]) -> None:
    known = set(batch.people.filter(key__in=people).values_list("key", flat=True))
    fresh = [person for key, person in people.items() if key not in known]
    suggest = _Suggestions(batch, fresh)
    ImportPlayer.objects.bulk_create(
        ImportPlayer(batch=batch, key=person.key, name=person.name, **suggest.of(person))
        for person in fresh
    )


class _Suggestions:
    """Who the people of a file may be here: as chosen before, by our own ids, by name."""

    def __init__(self, batch: ImportBatch, people: list[FilePlayer]) -> None:
        club = Player.objects.filter(club=batch.club_id).select_related("merged_into")
        self._me = batch.me
        self._by_id = {
            player.public_id: kept_player(player)
            for player in club.filter(public_id__in=[p.own_id for p in people if p.own_id])
        }
        self._by_name: dict[str, list[Player]] = {}
        for player in club.filter(active=True, sought__in=[same_name(p.name) for p in people]):
            self._by_name.setdefault(player.sought, []).append(player)
        self._before: dict[str, ImportPlayer] = {
            before.key: before
            for before in ImportPlayer.objects.filter(
                batch__club=batch.club_id, key__in=[p.key for p in people], player__isnull=False
            )
            .exclude(batch=batch)
            .select_related("player", "player__merged_into")
            .order_by("pk")
        }
        taken = batch.people.filter(player__isnull=False).values_list("player_id", flat=True)
        self._taken = set(taken)

    def of(self, person: FilePlayer) -> dict[str, Any]:
        """Return the choice and the player suggested; nobody is suggested twice."""
        player = self._player(person)
        if player is not None and player.pk not in self._taken:
            self._taken.add(player.pk)
            return {"choice": _Choice.KNOWN, "player": player}
        return {"choice": _Choice.GUEST if person.is_guest else _Choice.NEW}

    def _player(self, person: FilePlayer) -> Player | None:
        if person.own_id in self._by_id:
            return self._by_id[person.own_id]
        before = self._before.get(person.key)
        if before is not None and before.player is not None and not person.own_id:
            return kept_player(before.player)
        if person.is_me and self._me is not None:
            return self._me
        if person.is_guest:
            return None
        fitting = self._by_name.get(same_name(person.name), [])
        return fitting[0] if len(fitting) == 1 else None
