"""Finished plays: into the history, changed, and out of it again; what they were is kept."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.errors import NotFound, ScoringError
from scoring.models import Play, Player, PlayRevision, Score
from scoring.names import LONGEST, clean_name
from scoring.registry import SCORE_TABLES
from scoring.services.players import kept_player
from scoring.services.stats import mark_play
from scoring.signals import play_recorded, play_withdrawn
from scoring.tables.sheets import variant_of


class SeatDraft(msgspec.Struct, frozen=True):
    """One seat of a play to record; `raw` is the score as an import spelled it.

    `seconds` is the time the seat was to act, over so many `turns`, if a log tells.
    """

    letter: str
    order: int
    name: str
    colour: str = ""
    player_id: int | None = None
    raw: str = ""
    seconds: int | None = None
    turns: int | None = None


class PlayDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A play to record. `sheet_json` is the title's sheet; `minutes` follows from the times if not given.

    `source` is one of `Play.Source`; `end` is a key of the title's end conditions. With `totals_only`
    the sheet is one of `scoring.tables.totals`.
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
    rated: bool = True
    totals_only: bool = False
    place: str = ""
    notes: str = ""
    entered_by_name: str = ""


@transaction.atomic
def record_play(draft: PlayDraft, by_name: str = "") -> Play:
    """Put a play into the history, to be tallied once committed; return it.

    Recording the same (source, source_ref) again brings that very play up to date, and back if it
    was withdrawn; nothing happens where it was recorded just so before. A play without a reference
    is always a new one. `by_name` is who did it, for the play's own history.
    Raises `ScoringError` for an unknown title, no seats, a seat named twice or a stranger's player.
    """
    _check(draft)
    draft = _with_kept_players(draft)
    known = None
    if draft.source_ref:
        known, made = Play.objects.select_for_update().get_or_create(
            source=Play.Source(draft.source),
            source_ref=draft.source_ref,
            defaults=columns_of(draft),
        )
        if not made:
            if known.is_counted and _recorded_so(known, draft):
                return known
            _update(known, draft)
    play = known or Play.objects.create(
        source=Play.Source(draft.source), source_ref="", **columns_of(draft)
    )
    _write_seats(play, draft.seats)
    keep_revision(play, PlayRevision.Action.RECORDED, draft, by_name)
    play_recorded.send(sender=Play, play_id=play.pk)
    return play


@transaction.atomic
def edit_play(play_id: int, draft: PlayDraft, by_name: str) -> Play:
    """Change a play by hand and have it tallied anew; what it was is kept as a revision.

    Its club, title and source stay. Raises `NotFound`, and `ScoringError` as `record_play` does and
    for a withdrawn play ("withdrawn").
    """
    play = _locked(play_id)
    if play.withdrawn_at is not None:
        raise ScoringError("withdrawn")
    draft = msgspec.structs.replace(
        draft,
        club_id=play.club_id,
        title=play.title,
        source=play.source,
        source_ref=play.source_ref,
    )
    _check(draft)
    draft = _with_kept_players(draft)
    _update(play, draft)
    _write_seats(play, draft.seats)
    keep_revision(play, PlayRevision.Action.EDITED, draft, by_name)
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
    if play is not None:
        _withdraw(play, "")


@transaction.atomic
def delete_play(play_id: int, by_name: str) -> Play:
    """Take a play out of the history by hand; it can be brought back. Raises `NotFound`."""
    play = _locked(play_id)
    if play.withdrawn_at is None:
        _withdraw(play, by_name)
    return play


@transaction.atomic
def bring_back(play_id: int, by_name: str, number: int | None = None) -> Play:
    """Bring a withdrawn play back, or a play to what it was at a revision; tallied anew.

    Raises `NotFound` where there is no such play or revision.
    """
    play = _locked(play_id)
    revisions = play.revisions.order_by("-number")
    found = revisions.filter(number=number).first() if number is not None else revisions.first()
    if found is None:
        raise NotFound("no_revision")
    draft = _with_kept_players(_existing_players(msgspec.convert(found.draft, PlayDraft)))
    _update(play, draft)
    _write_seats(play, draft.seats)
    keep_revision(play, PlayRevision.Action.RESTORED, draft, by_name)
    play_recorded.send(sender=Play, play_id=play.pk)
    return play


def draft_of(play: Play) -> PlayDraft:
    """Return a play as the draft that would record it just so."""
    return PlayDraft(
        club_id=play.club_id,
        title=play.title,
        source=play.source,
        source_ref=play.source_ref,
        played_on=play.played_on,
        started_at=play.started_at,
        ended_at=play.ended_at,
        minutes=play.minutes,
        board=play.board,
        place=play.place,
        options=play.options,
        end=play.end,
        rules_version=play.rules_version,
        sheet_json=play.sheet,
        ruled=play.ruled,
        house_rules=play.house_rules,
        rated=play.rated,
        totals_only=play.totals_only,
        notes=play.notes,
        entered_by_name=play.entered_by_name,
        seats=tuple(
            SeatDraft(
                score.seat,
                score.order,
                score.name,
                score.colour,
                score.player_id,
                score.raw,
                score.seconds,
                score.turns,
            )
            for score in play.scores.order_by("order", "id")
        ),
    )


def keep_revision(
    play: Play, action: PlayRevision.Action, draft: PlayDraft, by_name: str
) -> PlayRevision:
    """Keep what a play is after a change, as the next of its revisions; its row must be locked or new."""
    last = play.revisions.aggregate(last=Max("number"))["last"] or 0
    return PlayRevision.objects.create(
        play=play,
        number=last + 1,
        action=action,
        by_name=by_name[:LONGEST],
        draft=_plain(draft),
    )


def _withdraw(play: Play, by_name: str) -> None:
    mark_play(play)
    keep_revision(play, PlayRevision.Action.WITHDRAWN, draft_of(play), by_name)
    play.withdrawn_at = timezone.now()
    play.save(update_fields=["withdrawn_at", "updated_at"])
    play_withdrawn.send(sender=Play, play_id=play.pk)


def _locked(play_id: int) -> Play:
    play = Play.objects.select_for_update().filter(pk=play_id).first()
    if play is None:
        raise NotFound("no_play")
    return play


def _recorded_so(play: Play, draft: PlayDraft) -> bool:
    """Say whether the play was last recorded with the same draft; an edit by hand since then stays."""
    last = play.revisions.filter(action=PlayRevision.Action.RECORDED).order_by("-number").first()
    return last is not None and last.draft == _plain(draft)


def _plain(draft: PlayDraft) -> Any:
    """Return a draft as a JSON column gives it back."""
    return msgspec.json.decode(msgspec.json.encode(draft))


def _update(play: Play, draft: PlayDraft) -> None:
    mark_play(play)
    for column, value in columns_of(draft).items():
        setattr(play, column, value)
    play.save()


def _with_kept_players(draft: PlayDraft) -> PlayDraft:
    """Return the draft with every merged player replaced by the one they were merged into."""
    ids = {seat.player_id for seat in draft.seats if seat.player_id is not None}
    kept = {
        player.pk: kept_player(player).pk
        for player in Player.objects.filter(pk__in=ids, merged_into__isnull=False)
    }
    if not kept:
        return draft
    seats = (
        msgspec.structs.replace(seat, player_id=kept.get(seat.player_id or 0, seat.player_id))
        for seat in draft.seats
    )
    return msgspec.structs.replace(draft, seats=tuple(seats))


def _existing_players(draft: PlayDraft) -> PlayDraft:
    """Return an old draft without the players that are no more."""
    ids = {seat.player_id for seat in draft.seats if seat.player_id is not None}
    there = set(Player.objects.filter(pk__in=ids).values_list("pk", flat=True))
    seats = (
        seat if seat.player_id in there else msgspec.structs.replace(seat, player_id=None)
        for seat in draft.seats
    )
    return msgspec.structs.replace(draft, seats=tuple(seats))


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


def columns_of(draft: PlayDraft) -> dict[str, Any]:
    """Return the columns that a draft gives a play, which waits to be tallied then."""
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
        "size": len(draft.seats),
        "ruled": draft.ruled,
        "house_rules": draft.house_rules,
        "rated": draft.rated,
        "totals_only": draft.totals_only,
        "place": draft.place,
        "variant": variant_of(SCORE_TABLES[draft.title].form, draft.options)[:120],
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
                "seconds": seat.seconds,
                "turns": seat.turns,
            },
        )
