"""Finished plays: into the history, counted, and out of it again when a game is reopened."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from scoring.errors import NotFound, ScoringError
from scoring.models import Play, Player, Score
from scoring.names import clean_name
from scoring.registry import SCORE_TABLES
from scoring.signals import play_recorded, play_tallied, play_withdrawn
from scoring.tables.tally import SeatTally, Tally


class SeatDraft(msgspec.Struct, frozen=True):
    """One seat of a play to record; `raw` is the score as an import spelled it."""

    letter: str
    order: int
    name: str
    colour: str = ""
    player_id: int | None = None
    raw: str = ""


class PlayDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A play to record. `sheet_json` is the title's sheet; `minutes` follows from the times if not given.

    `source` is one of `Play.Source`; `end` is a key of the title's end conditions.
    """

    club_id: int
    title: str
    source: str
    source_ref: str
    played_on: datetime.date
    seats: tuple[SeatDraft, ...]
    sheet_json: str
    started_at: datetime.datetime | None = None
    ended_at: datetime.datetime | None = None
    minutes: int | None = None
    board: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    end: str = ""
    rules_version: int = 1
    ruled: bool = False
    house_rules: bool = False
    notes: str = ""
    entered_by_name: str = ""


@transaction.atomic
def record_play(draft: PlayDraft) -> Play:
    """Put a play into the history, to be tallied once committed; return it.

    Recording the same (source, source_ref) again brings that very play up to date, and back if it
    was withdrawn. A play without a reference is always a new one.
    Raises `ScoringError` for an unknown title, no seats, a seat named twice or a stranger's player.
    """
    _check(draft)
    known = None
    if draft.source_ref:
        known, made = Play.objects.select_for_update().get_or_create(
            source=Play.Source(draft.source), source_ref=draft.source_ref, defaults=_columns(draft)
        )
        if not made:
            for column, value in _columns(draft).items():
                setattr(known, column, value)
            known.save()
    play = known or Play.objects.create(
        source=Play.Source(draft.source), source_ref="", **_columns(draft)
    )
    _write_seats(play, draft.seats)
    play_recorded.send(sender=Play, play_id=play.pk)
    return play


@transaction.atomic
def withdraw_play(source: str, source_ref: str) -> None:
    """Take a play out of the history because its game goes on; nothing happens if there is none.

    The row keeps its address, and `record_play` brings it back.
    """
    play = (
        Play.objects.select_for_update()
        .filter(source=source, source_ref=source_ref, withdrawn_at=None)
        .exclude(source_ref="")
        .first()
    )
    if play is None:
        return
    play.withdrawn_at = timezone.now()
    play.save(update_fields=["withdrawn_at", "updated_at"])
    play_withdrawn.send(sender=Play, play_id=play.pk)


@transaction.atomic
def tally_play(play_id: int) -> Play:
    """Work a play's sheet out into points, places and lines; return the play.

    Doing it again gives the same. A sheet that is not one of its title, or does not fit the seats,
    sets the play to failed with the reason. Raises `NotFound` if there is no such play.
    """
    play = Play.objects.select_for_update().filter(pk=play_id).first()
    if play is None:
        raise NotFound("no_play")
    scores = {score.seat: score for score in play.scores.all()}
    try:
        tally = _tally(play)
        _check_seats(tally, scores)
    except (msgspec.MsgspecError, LookupError, ValueError) as error:
        play.scores.update(total=None, rank=None, winner=False, lines=[])
        return _settle(play, Play.TallyState.FAILED, note=_reason(error))
    for seat in tally.seats:
        _write_score(scores[seat.seat], seat)
    _settle(play, Play.TallyState.DONE, tie_break=tally.tie_break)
    play_tallied.send(sender=Play, play_id=play.pk)
    return play


def _check(draft: PlayDraft) -> None:
    if draft.title not in SCORE_TABLES:
        raise ScoringError("unknown_title", title=draft.title)
    if not draft.seats:
        raise ScoringError("no_seats")
    letters = [seat.letter for seat in draft.seats]
    for letter in letters:
        if letters.count(letter) > 1:
            raise ScoringError("seat_twice", seat=letter)
    wanted = {seat.player_id: seat.letter for seat in draft.seats if seat.player_id is not None}
    own = set(
        Player.objects.filter(club_id=draft.club_id, pk__in=wanted).values_list("pk", flat=True)
    )
    for player_id, letter in wanted.items():
        if player_id not in own:
            raise ScoringError("other_club", seat=letter)


def _columns(draft: PlayDraft) -> dict[str, Any]:
    return {
        "club_id": draft.club_id,
        "title": draft.title,
        "played_on": draft.played_on,
        "started_at": draft.started_at,
        "ended_at": draft.ended_at,
        "minutes": draft.minutes if draft.minutes is not None else _minutes(draft),
        "board": draft.board,
        "options": draft.options,
        "end": draft.end,
        "rules_version": draft.rules_version,
        "sheet": draft.sheet_json,
        "ruled": draft.ruled,
        "house_rules": draft.house_rules,
        "notes": draft.notes,
        "entered_by_name": draft.entered_by_name,
        "tally_state": Play.TallyState.WAITING,
        "tally_note": "",
        "withdrawn_at": None,
    }


def _minutes(draft: PlayDraft) -> int | None:
    if draft.started_at is None or draft.ended_at is None or draft.ended_at < draft.started_at:
        return None
    return (draft.ended_at - draft.started_at) // datetime.timedelta(minutes=1)


def _write_seats(play: Play, seats: tuple[SeatDraft, ...]) -> None:
    play.scores.exclude(seat__in=[seat.letter for seat in seats]).delete()
    for seat in seats:
        Score.objects.update_or_create(
            play=play,
            seat=seat.letter,
            defaults={
                "order": seat.order,
                "name": clean_name(seat.name),
                "colour": seat.colour,
                "player_id": seat.player_id,
                "raw": seat.raw,
            },
        )


def _tally(play: Play) -> Tally:
    table = SCORE_TABLES.get(play.title)
    if table is None:
        raise ValueError(f"There is no score table for {play.title}.")
    return table.tally(msgspec.json.decode(play.sheet, type=table.sheet_type))


def _reason(error: Exception) -> str:
    if isinstance(error, LookupError):
        return f"The sheet counts {error}, which is not on it."
    return str(error)


def _check_seats(tally: Tally, scores: dict[str, Score]) -> None:
    counted = [seat.seat for seat in tally.seats]
    if sorted(counted) != sorted(scores):
        raise ValueError(
            f"The sheet has seats {', '.join(counted)}; the play has {', '.join(scores)}."
        )


def _write_score(score: Score, seat: SeatTally) -> None:
    score.total, score.rank, score.winner = seat.total, seat.rank, seat.winner
    score.lines = msgspec.to_builtins(seat.lines)
    score.save(update_fields=["total", "rank", "winner", "lines"])


def _settle(play: Play, state: Play.TallyState, *, note: str = "", tie_break: str = "") -> Play:
    play.tally_state, play.tally_note, play.tie_break = state, note, tie_break
    play.save(update_fields=["tally_state", "tally_note", "tie_break", "updated_at"])
    return play
