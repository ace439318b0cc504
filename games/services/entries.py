"""Entering: a move, a move ruled by the table, a position, a note. One transaction each.

The order inside: lock the game, know the sender, compare what they had seen, ask the referee,
append the event, move the head. A refusal raises before anything is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import lines, ready_sql
from games.engine.codec import convert, decode, encode
from games.engine.errors import Fault, Refusal
from games.engine.log import Played
from games.engine.title import Effect, Note, Step
from games.errors import BadInput, GameError, NotAllowed, Stale, Unreplayable
from games.lines import Entered
from games.models import Event, Game, Snapshot
from games.services import people
from games.services.people import Claim, Who
from games.signals import game_changed, game_over

NOTE_LENGTH = 500
MOST_WAIVED = 12


@dataclass(frozen=True, slots=True)
class Request:
    """What comes with an entry: what the sender had seen, a key against doubles, for which seat."""

    seen: int
    key: UUID = field(default_factory=uuid4)
    seat: str = ""
    note: str = ""
    dry_run: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an entry: where the log stands, what was said, and what it changes."""

    number: int
    last: int
    head: int
    actor: str
    status: str
    end: str
    said: Note | None = None
    notes: tuple[Note, ...] = ()
    unchecked: tuple[Note, ...] = ()
    effects: tuple[Effect, ...] = ()
    waived: tuple[str, ...] = ()
    dropped: tuple[Note, ...] = ()
    dry_run: bool = False
    repeated: bool = False
    title: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    """With the title, for wording the rest: how the seats are called."""
    places: Callable[[], Mapping[str, str]] = dict
    """How the places of its board are called."""


@dataclass(slots=True)
class Locked:
    """A game held for writing, with the person who writes."""

    game: Game
    who: Who


def _lock_sql() -> str:
    """Return the query that holds a game's row: what `select_for_update` says, without composing it anew."""
    held = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    return f"SELECT * FROM {Game._meta.db_table} WHERE id = %s {held}"


def lock(game_id: int, claims: tuple[Claim, ...]) -> Locked:
    """Hold the game's row until the transaction ends, and return it with who is writing."""
    game = next(iter(Game.objects.raw(_lock_sql(), (game_id,))), None)
    if game is None:
        raise Game.DoesNotExist
    return Locked(game, people.require(people.find_either(game_id, *claims)))


def play(game_id: int, claims: tuple[Claim, ...], move: Any, request: Request) -> Answer:
    """Enter a move and return the answer.

    Raises `Refusal` (the rules), `Fault` (not a move), `Stale`, `NotAllowed` or `GameError`; then
    nothing was written. A key seen before gets the first answer again.
    """
    return _enter(game_id, claims, request, lambda held: _moved(held, move, request, frozenset()))


def play_text(game_id: int, claims: tuple[Claim, ...], text: str, request: Request) -> Answer:
    """Enter a move written in the title's notation; raises `NotationError` besides what `play` does."""

    def read(held: Locked) -> Entry:
        move, named = _read(held.game, text, request)
        return _moved(held, move, named, frozenset())

    return _enter(game_id, claims, request, read)


def _read(game: Game, text: str, request: Request) -> tuple[Any, Request]:
    """Return the move written in notation, and the request for the seat that it names."""
    title, table = lines.title_of(game), lines.table_of(game)
    seat, move = title.parse_move(table, lines.state_at(game, game.head), text)
    return move, replace(request, seat=seat or request.seat)


def rule_by_table(game_id: int, claims: tuple[Claim, ...], move: Any, request: Request) -> Answer:
    """Record a move that the referee refuses but the table has made, with the reason as a note.

    The move may be given in the title's notation; then this raises `NotationError` too.
    The refusals met are waived one by one and recorded; one that no state can hold still refuses.
    Only the host or a scorekeeper may; the game carries the mark from then on.
    """
    if not request.note.strip():
        raise BadInput("note", "ruling_needs_note")

    def ruled(held: Locked) -> Entry:
        if not held.who.may_enter_for_others:
            raise NotAllowed("ruling_rights")
        made, named = _read(held.game, move, request) if isinstance(move, str) else (move, request)
        return _moved(held, made, named, _waivers(held.game, held.who, made, named))

    return _enter(game_id, claims, request, ruled)


def set_position(game_id: int, claims: tuple[Claim, ...], text: str, request: Request) -> Answer:
    """Set the position to what stands on the table, as notation; rights and mark as a ruling."""
    if not request.note.strip():
        raise BadInput("note", "ruling_needs_note")
    if not text.strip():
        raise BadInput("position", "position_empty")

    def positioned(held: Locked) -> Entry:
        if not held.who.may_enter_for_others:
            raise NotAllowed("ruling_rights")
        game = held.game
        title, table = lines.title_of(game), lines.table_of(game)
        new_table, state = title.parse_position(table, text)
        if new_table.seats != table.seats or new_table.options != table.options:
            raise BadInput("position", "position_of_another_table")
        played = Played(0, Event.Kind.POSITION, "", None, (), text)
        return Entry(played, Step(state), Note("position_set"), lines.state_at(game, game.head))

    return _enter(game_id, claims, request, positioned)


def add_note(game_id: int, claims: tuple[Claim, ...], text: str, request: Request) -> Answer:
    """Add a note to the log; it changes no state and makes nobody's entry stale."""
    text = text.strip()
    if not text or len(text) > NOTE_LENGTH:
        raise BadInput("note", "note_length", most=NOTE_LENGTH)
    with transaction.atomic():
        held = lock(game_id, claims)
        first = repeated(held, request.key)
        if first is not None:
            return first
        event = append(held, Event.Kind.NOTE, request.key, said=Note("noted"), note=text)
        held.game.save(update_fields=["last", "touched_at"])
        announce(held.game)
    return answer_of(held, event)


@dataclass(frozen=True, slots=True)
class Entry:
    """A node about to be appended: what was entered and what it came to."""

    played: Played
    step: Step
    said: Note
    before: Any


def _moved(held: Locked, data: Any, request: Request, waive: frozenset[str]) -> Entry:
    game = held.game
    title, table = lines.title_of(game), lines.table_of(game)
    seat = people.seat_for(held.who, request.seat, game)
    before = lines.state_at(game, game.head)
    move = convert(data, title.move_type) if isinstance(data, dict) else data
    if not isinstance(move, title.move_structs):
        raise Fault.one("move", "Expected an object with a “kind”.")
    step = title.apply(table, before, seat, move, waive)
    kind = Event.Kind.RULED if waive else Event.Kind.MOVE
    said = title.narrate(table, before, seat, move, step)
    return Entry(Played(0, kind, seat, move, tuple(sorted(waive))), step, said, before)


def _waivers(game: Game, who: Who, data: Any, request: Request) -> frozenset[str]:
    """Return the refusals that stand in the way of a move, or raise the one that cannot be waived."""
    title, table = lines.title_of(game), lines.table_of(game)
    seat = people.seat_for(who, request.seat, game)
    state = lines.state_at(game, game.head)
    move = convert(data, title.move_type) if isinstance(data, dict) else data
    waive: frozenset[str] = frozenset()
    for _ in range(MOST_WAIVED):
        try:
            title.apply(table, state, seat, move, waive)
        except Refusal as refusal:
            if refusal.code in title.hard_codes or refusal.code in waive:
                raise
            waive |= {refusal.code}
        else:
            return waive
    raise GameError("too_many_waivers")


def _enter(game_id: int, claims: tuple[Claim, ...], request: Request, read: Any) -> Answer:
    if request.dry_run:
        game = Game.objects.get(pk=game_id)
        held = Locked(game, people.require(people.find_either(game_id, *claims)))
        require_playing(game)
        return preview(held, read(held))
    try:
        with transaction.atomic():
            held = lock(game_id, claims)
            first = check_seen(held, request)
            if first is not None:
                return first
            require_playing(held.game)
            entry = read(held)
            event = append_node(held, entry, request)
    except IntegrityError:
        return first_answer(game_id, claims, request.key)
    return answer_of(held, event, entry)


def require_playing(game: Game) -> None:
    """Raise `GameError` unless moves may be entered now."""
    if game.status != Game.Status.PLAYING:
        raise GameError(f"game_{game.status}")


def check_seen(held: Locked, request: Request) -> Answer | None:
    """Return the first answer for a key seen before; raise `Stale` when moves came in since `seen`."""
    game = held.game
    if request.seen == game.last:
        return None
    first = repeated(held, request.key)
    if first is not None:
        return first
    # Neither touches the state: a pause is refused by itself, a newcomer is no reason to look again.
    quiet = (Event.Kind.NOTE, Event.Kind.STATUS)
    newer = Event.objects.filter(game_id=game.pk, number__gt=request.seen).exclude(kind__in=quiet)
    if request.seen > game.last or newer.exists():
        raise Stale(request.seen, game.last)
    return None


def repeated(held: Locked, key: UUID) -> Answer | None:
    """Return the answer given to an earlier entry with this key, if there was one."""
    event = Event.objects.filter(game_id=held.game.pk, key=key).first()
    if event is None:
        return None
    return replace(answer_of(held, event, _entered_then(held.game, event)), repeated=True)


def _entered_then(game: Game, event: Event) -> Entry | None:
    """Return a move as it was entered, from the state before it; None where it has none to tell."""
    if event.kind not in (Event.Kind.MOVE, Event.Kind.RULED):
        return None
    title, table = lines.title_of(game), lines.table_of(game)
    node = lines.node_of(event)
    played = Played(node.number, node.kind, node.seat, node.move, node.waive)
    try:
        before = lines.state_at(game, event.parent)
        step = lines.enter(title, table, before, played)
    except (Unreplayable, Refusal, Fault):
        return None
    return Entry(played, step, decode(event.said, Note), before)


def first_answer(game_id: int, claims: tuple[Claim, ...], key: UUID) -> Answer:
    """Return the answer that a simultaneous twin of this entry got, or raise `GameError`."""
    with transaction.atomic():
        first = repeated(lock(game_id, claims), key)
    if first is None:
        raise GameError("busy")
    return first


def preview(held: Locked, entry: Entry) -> Answer:
    """Return what an entry would do, with nothing written."""
    game = held.game
    title, table = lines.title_of(game), lines.table_of(game)
    actor = title.actor(table, entry.step.state) or ""
    end = title.end(table, entry.step.state) or ""
    return Answer(
        number=game.last + 1,
        last=game.last,
        head=game.head,
        actor=actor,
        status=Game.Status.OVER if end else game.status,
        end=end,
        said=entry.said,
        notes=entry.step.notes,
        unchecked=entry.step.unchecked,
        effects=_shown_to(held, title.effects(table, entry.before, entry.step)),
        waived=entry.played.waive,
        dry_run=True,
        title=game.title,
        names=held.who.names,
        places=cache(partial(lines.place_names, game, game.head)),
    )


def append_node(held: Locked, entry: Entry, request: Request) -> Event:
    """Append a node, move the head to it, and keep a snapshot where one is due."""
    game = held.game
    title, table = lines.title_of(game), lines.table_of(game)
    number, state, played = game.last + 1, entry.step.state, entry.played
    unbroken = game.newest == game.head and game.head != 0
    due = number - game.head_base >= lines.SNAPSHOT_EVERY or played.kind == Event.Kind.CORRECT
    base = number if due else game.head_base
    turn = title.turn_key(table, entry.before)
    game.actor = title.actor(table, state) or ""
    game.end = title.end(table, state) or ""
    lane = game.head_lane if unbroken else number
    event = append(
        held,
        played.kind,
        request.key,
        said=entry.said,
        head=number,
        base=base,
        lane=lane,
        turn=turn,
        seat=played.seat,
        data=entered_text(entry),
        postings=encode(entry.step.postings) if entry.step.postings else "",
        note=request.note.strip()[:NOTE_LENGTH],
        proxy=bool(played.seat) and played.seat not in held.who.seats,
    )
    if due:
        text = lines.snapshot_text(state)
        Snapshot.objects.create(
            game=game, node=number, rules_version=title.meta.rules_version, state=text
        )
    settle(game, event, redo="")
    # Only after the commit: a number that is rolled back will be given to another entry.
    transaction.on_commit(partial(lines.remember, game, number, state))
    return event


def entered_text(entry: Entry) -> str:
    """Return the `data` text of a node."""
    played = entry.played
    edit = played.move if played.kind == Event.Kind.CORRECT else None
    move = None if edit is not None else played.move
    return encode(Entered(move, played.waive, played.position, edit))


def settle(game: Game, event: Event, redo: str) -> None:
    """Store where the game stands after an event that moved its head, and tell everyone."""
    game.head, game.head_base, game.head_lane = event.head, event.base, event.lane
    game.redo = redo
    if event.kind in Event.NODES:
        game.newest = event.number
    game.ruled = game.ruled or event.kind in (Event.Kind.RULED, Event.Kind.POSITION)
    if game.end and game.status == Game.Status.PLAYING:
        game.status, game.ended_at = Game.Status.OVER, event.at
    ready_sql.update(game, _STANDING)
    announce(game)


_STANDING = (
    "last",
    "head",
    "head_base",
    "head_lane",
    "newest",
    "redo",
    "actor",
    "end",
    "status",
    "ended_at",
    "ruled",
    "touched_at",
)


def announce(game: Game) -> None:
    """After the commit, tell the phones; and when the game is over, have it tallied."""
    told = {"sender": Game, "game_id": game.pk}
    last, over = game.last, game.status == Game.Status.OVER

    def tell() -> None:
        game_changed.send_robust(last=last, **told)
        if over:
            game_over.send_robust(**told)

    transaction.on_commit(tell, robust=True)


def append(held: Locked, kind: str, key: UUID, *, said: Note, **fields: Any) -> Event:
    """Append an event of any kind; fields not given are taken from where the head stands."""
    game = held.game
    game.last += 1
    at: datetime = timezone.now()
    values: dict[str, Any] = {
        "parent": game.head,
        "head": game.head,
        "base": game.head_base,
        "lane": game.head_lane,
        **fields,
    }
    event = Event(
        game=game,
        number=game.last,
        kind=kind,
        key=key,
        actor=game.actor,
        said=encode(said),
        by_id=held.who.participant,
        by_name=held.who.name,
        rules_version=lines.title_of(game).meta.rules_version,
        at=at,
        **values,
    )
    ready_sql.insert(event)
    return event


def answer_of(held: Locked, event: Event, entry: Entry | None = None) -> Answer:
    """Return the answer for a stored event, with what it changes where its entry is given."""
    game = held.game
    answer = Answer(
        number=event.number,
        last=game.last,
        head=game.head,
        actor=game.actor,
        status=game.status,
        end=game.end,
        said=None if entry is not None else decode(event.said, Note),
        title=game.title,
        names=held.who.names,
        places=cache(partial(lines.place_names, game, game.head)),
    )
    if entry is None:
        return answer
    title, table = lines.title_of(game), lines.table_of(game)
    return replace(
        answer,
        said=entry.said,
        notes=entry.step.notes,
        unchecked=entry.step.unchecked,
        effects=_shown_to(held, title.effects(table, entry.before, entry.step)),
        waived=entry.played.waive,
    )


def _shown_to(held: Locked, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the effects without what seats see alone that are not the sender's; see `View.sees`."""
    who = held.who
    if held.game.status == Game.Status.OVER or (who.may_enter_for_others and not who.seats):
        return effects
    return tuple(one for one in effects if not one.secret or one.secret in who.seats)
