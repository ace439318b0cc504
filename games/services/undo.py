"""Undo, redo, undo to here, take back my turn: events that move the head along the log's tree.

No state is folded here: an event keeps the actor after it, so undoing 500 entries costs what
undoing one does.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import IntegrityError, transaction

from games import lines
from games.engine.codec import encode
from games.engine.errors import ChoiceNeeded
from games.engine.log import chain
from games.engine.title import Note
from games.errors import BadInput, GameError, NotAllowed
from games.lines import Entered
from games.models import Event, Game
from games.services import corrections, entries
from games.services.entries import Answer, Locked, Request
from games.services.people import Claim, Who


def undo(game_id: int, claims: tuple[Claim, ...], request: Request) -> Answer:
    """Take back the newest entry that counts.

    Raises `ChoiceNeeded("undo_other_turn")` when it is someone else's and `confirm` is not set.
    """
    return _move_head(game_id, claims, request, lambda held: _row(held.game, held.game.head).parent)


def undo_to(game_id: int, claims: tuple[Claim, ...], target: int, request: Request) -> Answer:
    """Take back everything entered after the entry `target` (0: everything).

    Where a correction changed something up to that entry, the line as corrected is cut there.
    """
    if corrections.changed_upto(game_id, target):
        return corrections.cut(game_id, claims, target, request)

    def there(held: Locked) -> int:
        if target == held.game.head or not is_on_line(held.game, target):
            raise BadInput("target", "not_on_line", number=target)
        return target

    return _move_head(game_id, claims, request, there)


def take_back_turn(game_id: int, claims: tuple[Claim, ...], request: Request) -> Answer:
    """Take back all entries of the newest turn that counts."""

    def start_of_turn(held: Locked) -> int:
        game = held.game
        turn = _row(game, game.head).turn
        rows = Event.objects.filter(
            game_id=game.pk, turn=turn, kind__in=Event.NODES, number__lte=game.head
        )
        parents = dict(rows.values_list("number", "parent"))
        target = game.head
        while target in parents:
            target = parents[target]
        return target

    return _move_head(game_id, claims, request, start_of_turn)


def redo(game_id: int, claims: tuple[Claim, ...], request: Request) -> Answer:
    """Bring back what the newest undo took, as long as nothing else was entered since."""
    with transaction.atomic():
        held = _writable(game_id, claims)
        game = held.game
        first = entries.check_seen(held, request)
        if first is not None:
            return first
        entries.require_playing(game)
        waiting = game.redo.split()
        if not waiting:
            raise GameError("nothing_to_redo")
        event = _append_jump(held, Event.Kind.REDO, int(waiting.pop()), request, " ".join(waiting))
    return entries.answer_of(held, event)


def is_on_line(game: Game, target: int) -> bool:
    """Say whether a node is among those that lead to the head (0, the opening, always is).

    Within an unbroken run (a lane) the numbers decide; only where branches were left does it
    walk the parents, from one query.
    """
    if target in (0, game.head):
        return True
    lane = (
        Event.objects.filter(game_id=game.pk, number=target, kind__in=Event.NODES)
        .values_list("lane", flat=True)
        .first()
    )
    if lane is None or target > game.head:
        return False
    if lane == game.head_lane:
        return True
    rows = Event.objects.filter(
        game_id=game.pk, kind__in=Event.NODES, number__gt=target, number__lte=game.head
    )
    line = chain(dict(rows.values_list("number", "parent")), game.head, after=target)
    oldest = Event.objects.filter(game_id=game.pk, number=line[-1]).values_list("parent", flat=True)
    return oldest.get() == target


def _move_head(
    game_id: int, claims: tuple[Claim, ...], request: Request, find: Callable[[Locked], int]
) -> Answer:
    try:
        with transaction.atomic():
            held = _writable(game_id, claims)
            game = held.game
            first = entries.check_seen(held, request)
            if first is not None:
                return first
            entries.require_playing(game)
            if game.head == 0:
                raise GameError("nothing_to_undo")
            target = find(held)
            if not request.confirm:
                _ask_before_others(game, held.who, target)
            redo_to = f"{game.redo} {game.head}".strip()
            event = _append_jump(held, Event.Kind.UNDO, target, request, redo_to)
    except IntegrityError:
        return entries.first_answer(game_id, claims, request.key)
    return entries.answer_of(held, event)


def _writable(game_id: int, claims: tuple[Claim, ...]) -> Locked:
    held = entries.lock(game_id, claims)
    if not held.who.may_enter:
        raise NotAllowed("watching_only")
    return held


def _row(game: Game, number: int) -> Event:
    return Event.objects.only("parent", "turn", "actor", "base", "lane", "seat").get(
        game_id=game.pk, number=number
    )


def _ask_before_others(game: Game, who: Who, target: int) -> None:
    """Raise `ChoiceNeeded` when the way back to `target` takes back what others entered."""
    others = (
        Event.objects.filter(
            game_id=game.pk, kind__in=Event.NODES, number__gt=target, number__lte=game.head
        )
        .exclude(by_id=who.participant)
        .exclude(seat__in=who.seats)
    )
    names = sorted(set(others.values_list("by_name", flat=True)[:50]))
    if names:
        raise ChoiceNeeded("undo_other_turn", "", choices=("confirm",), names=tuple(names))


def _append_jump(held: Locked, kind: str, target: int, request: Request, redo_to: str) -> Event:
    """Append an undo or redo whose head is `target`."""
    game = held.game
    was = game.head
    if target:
        row = _row(game, target)
        game.actor, base, lane = row.actor, row.base, row.lane
    else:
        base, lane = 0, 0
        game.actor = lines.title_of(game).actor(lines.table_of(game), lines.state_at(game, 0)) or ""
    game.end = ""
    event = entries.append(
        held,
        kind,
        request.key,
        said=Note(
            "undone" if kind == Event.Kind.UNDO else "redone", {"number": target, "was": was}
        ),
        head=target,
        base=base,
        lane=lane,
        data=encode(Entered(was=was)),
        note=request.note.strip()[: entries.NOTE_LENGTH],
    )
    if kind == Event.Kind.REDO:
        title, table = lines.title_of(game), lines.table_of(game)
        game.end = title.end(table, lines.state_at(game, target)) or ""
    entries.settle(game, event, redo=redo_to)
    return event
