"""Loading: the table of a game, and the state after any node of its log.

A node's state never changes, so what is cached here is right for as long as it is kept; the
database stays the only truth about which node counts.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from games.engine import log
from games.engine.codec import Value, convert, decode, encode
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.log import Edit, Node, Played
from games.engine.title import Step, Table, Title
from games.errors import Unreplayable
from games.models import ChartVersion, Event, Game, Snapshot
from games.registry import TITLES

SNAPSHOT_EVERY = 24
"""Most events that loading a state replays."""

T = TypeVar("T")


class Entered(Value, frozen=True, omit_defaults=True):
    """What an event's `data` holds: the fields its kind needs."""

    move: Any = None
    waive: tuple[str, ...] = ()
    position: str = ""
    edit: Edit | None = None
    was: int | None = None
    status: str = ""
    minutes: int = 0


_caches: list[Cache[Any]] = []


class Cache(Generic[T]):
    """A bounded cache, least recently used first out, safe between threads."""

    def __init__(self, size: int) -> None:
        self._items: OrderedDict[Any, T] = OrderedDict()
        self._lock = threading.Lock()
        self._size = size
        _caches.append(self)

    def get(self, key: Any) -> T | None:
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
                return self._items[key]
            return None

    def put(self, key: Any, item: T) -> T:
        with self._lock:
            self._items[key] = item
            self._items.move_to_end(key)
            while len(self._items) > self._size:
                self._items.popitem(last=False)
        return item

    def clear(self) -> None:
        with self._lock:
            self._items.clear()


_boards: Cache[Any] = Cache(64)
_tables: Cache[Table] = Cache(256)
_states: Cache[Any] = Cache(512)


def forget() -> None:
    """Empty every cache: tests do, since they reuse ids."""
    for cache in _caches:
        cache.clear()


def board_of(title: Title, version_id: int) -> Any:
    """Return the decoded board of a chart version."""
    found = _boards.get(version_id)
    if found is None:
        data = ChartVersion.objects.values_list("data", flat=True).get(pk=version_id)
        found = _boards.put(version_id, decode(data, title.board_type))
    return found


def title_of(game: Game) -> Title:
    """Return the title of a game."""
    return TITLES[game.title]


def table_of(game: Game) -> Table:
    """Return what stays the same during a game: seats, options, board."""
    key = (game.pk, game.board_id, game.seat_letters, game.options)
    found = _tables.get(key)
    if found is None:
        title = TITLES[game.title]
        options = decode(game.options, title.options_type)
        found = _tables.put(key, Table(game.seat_letters, options, board_of(title, game.board_id)))
    return found


def enter(title: Title, table: Table, state: Any, entry: Played) -> Step:
    """Return the step of one entry, or raise `Refusal` or `Fault`."""
    if entry.kind == "position":
        return Step(title.parse_position(table, entry.position)[1])
    move = (
        entry.move
        if isinstance(entry.move, title.move_structs)
        else convert(entry.move, title.move_type)
    )
    return title.apply(table, state, entry.seat, move, frozenset(entry.waive))


def node_of(event: Event) -> Node:
    """Return the engine's node for a stored event."""
    data = decode(event.data, Entered)
    return Node(
        event.number,
        event.parent,
        event.kind,
        event.seat,
        data.move,
        data.waive,
        data.position,
        data.edit,
    )


def opening(game: Game) -> Any:
    """Return the state before the first event: from the set-up, or from a given position."""
    title, table = TITLES[game.title], table_of(game)
    if game.position:
        return title.parse_position(table, game.position)[1]
    return title.setup(table, decode(game.setup, title.setup_type))


def state_at(game: Game, node: int) -> Any:
    """Return the state after a node of the game's log (0: the opening).

    Replays at most `SNAPSHOT_EVERY` events. Raises `Unreplayable` where the stored log no longer
    folds and no snapshot can be read.
    """
    found = _states.get((game.pk, node))
    return remember(game, node, _load(game, node)) if found is None else found


def remember(game: Game, node: int, state: Any) -> Any:
    """Keep a node's state at hand and return it."""
    return _states.put((game.pk, node), state)


def _load(game: Game, node: int) -> Any:
    base = _base_of(game, node)
    title = TITLES[game.title]
    try:
        stored = Snapshot.objects.values_list("state", flat=True).get(game_id=game.pk, node=base)
        state = decode(stored, title.state_type)
    except (Fault, Snapshot.DoesNotExist):
        return refold(game, node)
    if base == node:
        return state
    nodes = nodes_between(game, base, node)
    return _fold(game, title, state, log.line_of_play(nodes, node, root=base))


def _base_of(game: Game, node: int) -> int:
    if node == game.head:
        return game.head_base
    if node == log.START:
        return log.START
    return Event.objects.values_list("base", flat=True).get(game_id=game.pk, number=node)


def nodes_between(game: Game, after: int, upto: int) -> dict[int, Node]:
    """Return the nodes with numbers in (after, upto], by number."""
    events = (
        Event.objects.filter(
            game_id=game.pk, number__gt=after, number__lte=upto, kind__in=Event.NODES
        )
        .order_by("number")
        .only("number", "parent", "kind", "seat", "data")
    )
    return {event.number: node_of(event) for event in events}


def line_of(game: Game, head: int | None = None) -> tuple[Played, ...]:
    """Return the whole effective line of play up to a head (default: the one that counts)."""
    head = game.head if head is None else head
    return log.line_of_play(nodes_between(game, 0, head), head)


def refold(game: Game, node: int) -> Any:
    """Return the state after a node by replaying its whole line, trusting no snapshot."""
    return _fold(game, TITLES[game.title], opening(game), line_of(game, node))


def _fold(game: Game, title: Title, state: Any, line: Iterable[Played]) -> Any:
    for _, step in _steps(game, title, state, line):
        state = step.state
    return state


def steps_of(game: Game) -> Iterator[tuple[int, Step]]:
    """Yield (number, step) for each entry of the line that counts, played anew from the opening.

    Raises `Unreplayable`.
    """
    return _steps(game, TITLES[game.title], opening(game), line_of(game))


def _steps(
    game: Game, title: Title, state: Any, line: Iterable[Played]
) -> Iterator[tuple[int, Step]]:
    table = table_of(game)
    for entry in line:
        try:
            step = enter(title, table, state, entry)
        except (Refusal, Fault, NotationError) as error:
            raise Unreplayable("unreplayable", number=entry.number, why=str(error)) from error
        yield entry.number, step
        state = step.state


def place_names(game: Game, node: int) -> Mapping[str, str]:
    """Return what people call the named places of a game's board after a node, by their keys.

    None has a name before the start, nor where the log no longer folds: sentences are read all the same.
    """
    title = title_of(game)
    if title.place_names is None or game.status == Game.Status.LOBBY:
        return {}
    try:
        return title.place_names(table_of(game), state_at(game, node))
    except Unreplayable:
        return {}


def snapshot_text(state: Any) -> str:
    """Return a state as it is stored."""
    return encode(state)
