"""Importing: rows become plays with their scores, counted at once, many in one transaction."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from scoring.errors import ScoringError
from scoring.exchange.record import OwnFields, Problem, SeatRecord
from scoring.models import (
    Club,
    ImportBatch,
    ImportPlayer,
    ImportRow,
    Play,
    Player,
    PlayRevision,
    Score,
)
from scoring.names import LONGEST, clean_name, same_name
from scoring.registry import SCORE_TABLES
from scoring.services.imports.batches import State, Verdict, keep_verdicts, locked, move, next_rows
from scoring.services.imports.comparing import ANONYMOUS, judge, source_ref
from scoring.services.players import kept_player
from scoring.services.plays import PlayDraft, SeatDraft, columns_of, record_play
from scoring.services.stats import mark
from scoring.services.tallies import seats_without_total, tally_of
from scoring.tables.tally import Tally
from scoring.tables.totals import SeatTotal, Totals

CHUNK = 200
_Choice = ImportPlayer.Choice
_NOT_KEPT = (DataError, IntegrityError, ScoringError, ValidationError)
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Draft = tuple[PlayDraft, Tally]


def write_on(batch_id: int, until: float) -> None:
    """Import rows from where it stopped until that time; the last one leads on to counting."""
    while _write_some(batch_id) and time.monotonic() <= until:
        pass


@transaction.atomic
def _write_some(batch_id: int) -> bool:
    # Imports of a club take turns, so that two of them do not make the same player or play.
    Club.objects.select_for_update().filter(imports=batch_id).first()
    batch = locked(batch_id, State.IMPORTING)
    if batch is None:
        return False
    rows = next_rows(batch, CHUNK)
    verdicts = judge(batch, rows)
    _write(batch, [each for each in verdicts if each.state == ImportRow.State.READY])
    keep_verdicts(verdicts)
    if len(rows) < CHUNK:
        move(batch, State.COUNTING)
        return False
    batch.step = rows[-1].number
    batch.save()
    return True


def _write(batch: ImportBatch, verdicts: list[Verdict]) -> None:
    """Write all at once; if the database refuses, one by one, so that one bad row stops no other."""
    try:
        with transaction.atomic():
            _write_all(batch, verdicts)
    except _NOT_KEPT:
        for verdict in verdicts:
            try:
                with transaction.atomic():
                    _write_all(batch, [verdict])
            except _NOT_KEPT as error:
                verdict.play = None
                verdict.ends(ImportRow.State.WRONG, "not_kept", reason=type(error).__name__)


def _write_all(batch: ImportBatch, verdicts: list[Verdict]) -> None:
    refs = [source_ref(batch.club_id, verdict.row.ref) for verdict in verdicts]
    withdrawn = set(
        Play.objects.filter(source=Play.Source.IMPORTED, source_ref__in=filter(None, refs))
        .values_list("source_ref", flat=True)
    )  # fmt: skip
    fresh: list[tuple[Verdict, _Draft]] = []
    for verdict in verdicts:
        draft = _draft(batch, verdict)
        if draft[0].source_ref in withdrawn:
            verdict.play = record_play(draft[0], batch.by_name)
            verdict.state = ImportRow.State.IMPORTED
        else:
            fresh.append((verdict, draft))
    _record(batch, fresh)


def _record(batch: ImportBatch, fresh: list[tuple[Verdict, _Draft]]) -> None:
    """Put new plays into the history, tallied."""
    plays = Play.objects.bulk_create(
        Play(
            source=Play.Source.IMPORTED,
            source_ref=draft.source_ref,
            origin=_origin(verdict),
            **{
                **columns_of(draft),
                "tally_state": Play.TallyState.DONE,
                "tie_break": tally.tie_break,
                "winners": len(tally.winners),
            },
        )
        for verdict, (draft, tally) in fresh
    )
    scores, revisions = [], []
    seated: dict[str, set[int]] = defaultdict(set)
    for play, (verdict, (draft, tally)) in zip(plays, fresh, strict=True):
        verdict.play, verdict.state = play, ImportRow.State.IMPORTED
        unknown = seats_without_total(play)
        scores += [_score(play, seat, tally, seat.letter not in unknown) for seat in draft.seats]
        revisions.append(
            PlayRevision(
                play=play,
                number=1,
                action=PlayRevision.Action.RECORDED,
                by_name=batch.by_name,
                draft=msgspec.to_builtins(draft),
            )
        )
        seated[play.title] |= {seat.player_id for seat in draft.seats if seat.player_id}
    Score.objects.bulk_create(scores)
    PlayRevision.objects.bulk_create(revisions)
    for title, players in seated.items():
        mark(batch.club_id, title, players)


def _score(play: Play, seat: SeatDraft, tally: Tally, known: bool) -> Score:
    counted = tally.of(seat.letter)
    return Score(
        play=play,
        seat=seat.letter,
        order=seat.order,
        name=seat.name,
        colour=seat.colour,
        player_id=seat.player_id,
        raw=seat.raw,
        seconds=seat.seconds,
        turns=seat.turns,
        total=counted.total if known else None,
        rank=counted.rank,
        winner=counted.winner,
        lines=msgspec.to_builtins(counted.lines),
    )


def _origin(verdict: Verdict) -> str:
    record = verdict.record
    assert record is not None
    return (record.own.source if record.own is not None else record.kind)[:20]


def _draft(batch: ImportBatch, verdict: Verdict) -> _Draft:
    record = verdict.record
    assert record is not None
    own = record.own or OwnFields(entered_by=batch.by_name)
    letters = [seat.letter or _ALPHABET[at] for at, seat in enumerate(record.seats)]
    seats = zip(letters, record.seats, verdict.people, strict=True)
    totals = Totals(
        {
            letter: SeatTotal(total, place)
            for letter, (total, place) in zip(letters, verdict.stands, strict=True)
        }
    )
    draft = PlayDraft(
        club_id=batch.club_id,
        title=verdict.title,
        source=Play.Source.IMPORTED,
        source_ref=source_ref(batch.club_id, verdict.row.ref),
        played_on=verdict.played_on,
        seats=tuple(
            _seat(batch, letter, order, seat, person, keep_name=record.own is not None)
            for order, (letter, seat, person) in enumerate(seats, 1)
        ),
        sheet_json=own.sheet,
        totals_only=own.totals_only,
        started_at=own.started_at,
        ended_at=own.ended_at,
        minutes=record.minutes,
        board=record.board,
        place=record.place,
        options=_options(verdict.title, own.options),
        end=own.end,
        rules_version=own.rules_version,
        ruled=own.ruled,
        house_rules=own.house_rules,
        rated=own.rated,
        notes=record.notes,
        entered_by_name=own.entered_by[:LONGEST],
    )
    tally = _tally(draft) if own.sheet else None
    if tally is None:
        if own.sheet:
            verdict.problems.append(Problem("sheet_left_out"))
        sheet = msgspec.json.encode(totals).decode()
        draft = msgspec.structs.replace(draft, sheet_json=sheet, totals_only=True)
        tally = tally_of(_unsaved(draft))
    return draft, tally


def _options(title: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options without values that no printed variant can have."""
    variants = {variant.key for variant in SCORE_TABLES[title].form.variants}
    return {
        key: value
        for key, value in options.items()
        if key not in variants or not isinstance(value, dict | list)
    }


def _tally(draft: PlayDraft) -> Tally | None:
    """Return what the draft's sheet comes to; None if it is none of its title, or of other seats."""
    try:
        tally = tally_of(_unsaved(draft))
    except (msgspec.MsgspecError, LookupError, ValueError, TypeError, ArithmeticError):
        return None
    seats = {seat.letter for seat in draft.seats}
    return tally if {seat.seat for seat in tally.seats} == seats else None


def _unsaved(draft: PlayDraft) -> Play:
    return Play(title=draft.title, sheet=draft.sheet_json, totals_only=draft.totals_only)


def _seat(
    batch: ImportBatch,
    letter: str,
    order: int,
    seat: SeatRecord,
    person: ImportPlayer | None,
    *,
    keep_name: bool,
) -> SeatDraft:
    player = _player(batch, person) if person is not None else None
    name = seat.player.name
    if player is not None and not (keep_name and name):
        name = player.name
    return SeatDraft(
        letter,
        order,
        clean_name(name or ANONYMOUS),
        seat.colour,
        player.pk if player is not None else None,
        seat.raw,
        seat.seconds,
        seat.turns,
    )


def _player(batch: ImportBatch, person: ImportPlayer) -> Player | None:
    """Return who a person of the file is here, made now if they are new; None for a guest."""
    if person.choice == _Choice.GUEST:
        return None
    if person.player is not None:
        return kept_player(person.player)
    name = clean_name(person.name)
    person.player = Player.objects.create(club_id=batch.club_id, name=name, sought=same_name(name))
    person.made = True
    person.save(update_fields=["player", "made"])
    return person.player
