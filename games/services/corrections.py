"""Correcting an earlier entry: the log is replayed under the change, and said before it is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from django.db import transaction

from games import lines
from games.engine.codec import convert, decode
from games.engine.errors import ChoiceNeeded, Fault, NotationError, Refusal
from games.engine.log import Edit, Played, edited
from games.engine.title import Note, Step
from games.errors import BadInput, NotAllowed
from games.lines import Entered
from games.models import Event, Game
from games.services import entries, people
from games.services.entries import Answer, Entry, Locked, Request
from games.services.people import Claim, seat_for


@dataclass(frozen=True, slots=True)
class Change:
    """A wish to change the entry `target`: another move instead, or none at all."""

    target: int
    action: Literal["replace", "remove", "cut"] = "replace"
    move: Any = None
    accept: tuple[int, ...] = ()
    """Numbers of later entries the sender has seen would be dropped, and accepts to lose."""


def correct(game_id: int, claims: tuple[Claim, ...], change: Change, request: Request) -> Answer:
    """Correct an earlier entry, and return the answer with what was dropped.

    Without `accept` naming exactly the later entries that no longer hold, raises
    `ChoiceNeeded("later_entries_fall")` listing them, and nothing is saved. A dry run returns
    them in `dropped`. The host and whoever may enter for others may correct any entry; a player
    only entries of their own seats.
    """
    if request.dry_run:
        game = Game.objects.get(pk=game_id)
        held = Locked(game, people.require(people.find_either(game_id, *claims)))
        entries.require_playing(game)
        entry, dropped = _plan(held, change, request)
        return replace(entries.preview(held, entry), dropped=dropped)
    with transaction.atomic():
        held = entries.lock(game_id, claims)
        first = entries.check_seen(held, request)
        if first is not None:
            return first
        entries.require_playing(held.game)
        entry, dropped = _plan(held, change, request)
        falling = entry.played.move.dropped
        if set(falling) != set(change.accept):
            choices = tuple(str(number) for number in falling)
            raise ChoiceNeeded(
                "later_entries_fall", "", choices, count=len(falling), numbers=choices
            )
        event = entries.append_node(held, entry, request)
    return replace(entries.answer_of(held, event), dropped=dropped)


def changed_upto(game_id: int, target: int) -> bool:
    """Say whether a correction that counts changed the line of play at or before an entry."""
    head = Game.objects.values_list("head", flat=True).get(pk=game_id)
    later = Event.objects.filter(
        game_id=game_id, kind=Event.Kind.CORRECT, number__gt=target, number__lte=head
    )
    edits = (decode(data, Entered).edit for data in later.values_list("data", flat=True))
    return any(edit is not None and edit.target <= target for edit in edits)


def cut(game_id: int, claims: tuple[Claim, ...], target: int, request: Request) -> Answer:
    """Undo to an entry of a corrected line, as a correction that leaves out all after it."""
    with transaction.atomic():
        held = entries.lock(game_id, claims)
        first = entries.check_seen(held, request)
        if first is not None:
            return first
        entries.require_playing(held.game)
        falling = _numbers_after(held.game, target)
        if not request.confirm:
            raise ChoiceNeeded("undo_corrected_line", "", ("confirm",), count=len(falling))
        entry, _ = _plan(held, Change(target, "cut"), request)
        event = entries.append_node(held, entry, request)
    return entries.answer_of(held, event)


def _numbers_after(game: Game, target: int) -> list[int]:
    numbers = [entry.number for entry in lines.line_of(game)]
    if target not in numbers:
        raise BadInput("target", "not_on_line", number=target)
    return numbers[numbers.index(target) + 1 :]


def _plan(held: Locked, change: Change, request: Request) -> tuple[Entry, tuple[Note, ...]]:
    """Return the correction as an entry, with a note for each later entry that falls."""
    game = held.game
    title, table = lines.title_of(game), lines.table_of(game)
    line = lines.line_of(game)
    old = next((entry for entry in line if entry.number == change.target), None)
    if old is None:
        raise BadInput("target", "not_on_line", number=change.target)
    if not held.who.may_enter_for_others and old.seat not in held.who.seats:
        raise NotAllowed("not_your_entry", number=change.target)
    move, seat = None, old.seat
    if change.action == "replace":
        move = convert(change.move, title.move_type)
        seat = seat_for(held.who, request.seat or old.seat, game)
    edit = Edit(change.target, change.action, seat, move)
    state, dropped, notes, step = lines.opening(game), [], [], Step(None)
    for entry in edited(line, edit):
        try:
            step = lines.enter(title, table, state, entry)
        except (Refusal, Fault, NotationError) as refusal:
            if entry.number == change.target:
                raise
            dropped.append(entry.number)
            notes.append(_why(entry, refusal))
            continue
        state = step.state
    edit = Edit(change.target, change.action, seat, move, tuple(dropped))
    said = Note("corrected", {"number": change.target, "dropped": len(dropped)})
    played = Played(0, Event.Kind.CORRECT, seat, edit)
    before = lines.state_at(game, game.head)
    return Entry(played, Step(state), said, before), tuple(notes)


def _why(entry: Played, refusal: Exception) -> Note:
    if isinstance(refusal, Refusal):
        return Note(refusal.code, {**refusal.facts, "number": entry.number, "rule": refusal.rule})
    return Note("unreadable_entry", {"number": entry.number})
