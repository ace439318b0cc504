"""Checking a stored log against today's rules: folded from the opening, trusting no snapshot.

Reads only. One game's nodes are held at a time, and of its states those that are still needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games import lines
from games.engine import log
from games.engine.codec import decode
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.log import Node
from games.engine.title import Table, Title
from games.models import Event, Game, Snapshot
from games.registry import TITLES

CHUNK = 500

Unfoldable = (Refusal, Fault, NotationError)


def first_problem(game: Game) -> str | None:
    """Return what does not hold of a game's log, in one line, or None if all of it does."""
    if game.title not in TITLES:
        return f"there is no title {game.title}"
    try:
        return next(_Replay(game).problems(), None)
    except Unfoldable as error:
        return f"the opening is refused: {error}"


class _Replay:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.title: Title = TITLES[game.title]
        self.table: Table = lines.table_of(game)
        self.nodes: dict[int, Node] = {}
        self.states: dict[int, Any] = {}
        self.newest = 0
        self.head = 0
        rows = self._events().filter(kind__in=Event.NODES).values_list("parent", flat=True)
        self.children = Counter(rows.iterator(chunk_size=CHUNK))
        # The head's state is compared at the end.
        self.children[game.head] += 1
        stored = Snapshot.objects.filter(game_id=game.pk, node__lte=game.last)
        self.snapshots: Mapping[int, str] = dict(stored.values_list("node", "state"))

    def _events(self) -> Any:
        # What is appended while this runs is left for the next time.
        return Event.objects.filter(game_id=self.game.pk, number__lte=self.game.last)

    def problems(self) -> Iterator[str]:
        """Yield what does not hold; nothing after the first can be relied on."""
        if self.game.started_at is not None:
            self._keep(0, lines.opening(self.game))
            yield from self._snapshot_problems(0)
        number = 0
        for event in self._events().order_by("number").iterator(chunk_size=CHUNK):
            number += 1
            if event.number != number:
                yield f"event {number} is missing"
            yield from self._event_problems(event)
        if number != self.game.last:
            yield f"the log ends at event {number}, the game says {self.game.last}"
        yield from self._game_problems()

    def _event_problems(self, event: Event) -> Iterator[str]:
        if event.parent != self.head:
            yield f"event {event.number} was entered on {event.parent}, the head was {self.head}"
        if event.kind in Event.NODES:
            yield from self._node_problems(event)
        elif event.head not in (0, *self.nodes):
            yield f"event {event.number} moves the head to {event.head}, which has no state"
        self.head = event.head

    def _node_problems(self, event: Event) -> Iterator[str]:
        number = event.number
        try:
            state = self._state(event)
        except Unfoldable as error:
            version = event.rules_version
            yield f"event {number} ({event.kind}, rules version {version}) is refused: {error}"
            return
        self.newest = number
        self._keep(number, state)
        yield from self._snapshot_problems(number, state)
        actor = self.title.actor(self.table, state) or ""
        if event.actor != actor:
            yield f"after event {number} {actor!r} is to act, the log says {event.actor!r}"
        if event.head != number or event.base not in self.snapshots:
            yield f"event {number} has head {event.head} and base {event.base}"

    def _state(self, event: Event) -> Any:
        node = lines.node_of(event)
        self.nodes[event.number] = node
        if node.edit is None:
            before = self._take(node.parent)
            entry = log.line_of_play(self.nodes, node.number, root=node.parent)[0]
            return lines.enter(self.title, self.table, before, entry).state
        self._take(node.parent)
        state = lines.opening(self.game)
        for entry in log.line_of_play(self.nodes, node.number):
            state = lines.enter(self.title, self.table, state, entry).state
        return state

    def _keep(self, number: int, state: Any) -> None:
        if self.children[number]:
            self.states[number] = state

    def _take(self, number: int) -> Any:
        """Return a node's state, and let it go if nothing else was entered on it."""
        self.children[number] -= 1
        return self.states[number] if self.children[number] else self.states.pop(number)

    def _snapshot_problems(self, number: int, state: Any = None) -> Iterator[str]:
        text = self.snapshots.get(number)
        if text is None:
            if number == 0:
                yield "the opening has no snapshot"
            return
        state = self.states[0] if number == 0 else state
        try:
            same = decode(text, self.title.state_type) == state
        except Fault as error:
            yield f"the snapshot after event {number} cannot be read: {error}"
            return
        if not same:
            yield f"the snapshot after event {number} differs from the replay"

    def _game_problems(self) -> Iterator[str]:
        game = self.game
        if (game.head, game.newest) != (self.head, self.newest):
            yield (
                f"the log has head {self.head} and newest {self.newest}, "
                f"the game says {game.head} and {game.newest}"
            )
        if game.started_at is None:
            return
        state = self.states[game.head]
        actor, end = self.title.actor(self.table, state) or "", self.title.end(self.table, state)
        if game.actor != actor:
            yield f"{actor!r} is to act, the game says {game.actor!r}"
        if game.end != (end or ""):
            yield f"the end is {end or ''!r}, the game says {game.end!r}"
