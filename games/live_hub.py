"""Who watches which game in this process, and the one poll that tells all of them.

The database is the only truth: a notice that a game changed merely makes the hub look at once
instead of at the next tick.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from django.db import Error as DatabaseError

logger = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two looks at every watched game, when nothing tells of changes."""

SLOW_TICK = 1.5
"""The same while notices arrive: then a look only catches what was missed."""

MOST_PATIENCE = 5.0
"""Most seconds between two attempts while the database does not answer."""

A = TypeVar("A")
R = TypeVar("R")


class Reader(Protocol):
    """What the hub needs of the database; called in one thread, one call at a time."""

    def find(self, code: str) -> tuple[int, int] | None:
        """Return (id, newest event's number) of a game by its code."""

    def lasts(self, ids: Collection[int]) -> Mapping[int, int]:
        """Return the newest event's number by game id."""

    def recover(self) -> None:
        """Make ready to read again after an error."""


class Watched:
    """A game that at least one phone watches, and the message of where it stands."""

    __slots__ = ("closed", "code", "game_id", "last", "message", "watchers")

    def __init__(self, game_id: int, code: str, last: int) -> None:
        self.game_id = game_id
        self.code = code
        self.watchers: set[asyncio.Event] = set()
        self.closed = False
        self.last = -1
        self.message = b""
        self.advance(last)

    def advance(self, last: int) -> None:
        """Take note of where the log stands, and wake whoever watches if that is news."""
        if last == self.last:
            return
        self.last = last
        data = json.dumps({"code": self.code, "last": last}, separators=(",", ":"))
        # Written once for all who watch.
        self.message = f"event: game\nid: {last}\ndata: {data}\n\n".encode()
        self.wake()

    def wake(self) -> None:
        """Let every stream of the game look at it."""
        for watcher in self.watchers:
            watcher.set()


class Hub:
    """The watched games of one process. Everything but the reads happens in the event loop."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._games: dict[int, Watched] = {}
        self._codes: dict[str, Watched] = {}
        self._named: set[int] = set()
        self._called = asyncio.Event()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-rows")
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0
        self.told = False
        """Whether notices arrive, so that the tick may be slow."""
        self.closed = False

    async def watch(self, code: str, watcher: asyncio.Event) -> Watched | None:
        """Add a stream to a game's watchers; return the game, or None if the code has none.

        Raises `django.db.Error` when the database does not answer.
        """
        watched = self._codes.get(code)
        if watched is None:
            found = await self._read(self._reader.find, code)
            if found is None:
                return None
            # Another stream may have brought the game in while this one waited.
            watched = self._codes.get(code) or self._add(code, *found)
        watched.watchers.add(watcher)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return watched

    def _add(self, code: str, game_id: int, last: int) -> Watched:
        watched = Watched(game_id, code, last)
        self._games[game_id] = self._codes[code] = watched
        # A change between that read and this line was announced to nobody.
        self.heard(game_id)
        return watched

    def leave(self, watched: Watched, watcher: asyncio.Event) -> None:
        """Remove a stream; a game without watchers is no longer read."""
        watched.watchers.discard(watcher)
        if not watched.watchers and self._games.get(watched.game_id) is watched:
            del self._games[watched.game_id], self._codes[watched.code]

    def heard(self, game_id: int) -> None:
        """Look at a game at once, if it is watched here."""
        if game_id in self._games:
            self._named.add(game_id)
            self._called.set()

    def look(self) -> None:
        """Look at every watched game at once: notices may have been missed."""
        for game_id in self._games:
            self.heard(game_id)

    def close(self) -> None:
        """End every stream and the reading; safe to call twice."""
        self.closed = True
        for watched in self._games.values():
            watched.wake()
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            ids = await self._due()
            if not ids:
                continue
            try:
                found = await self._read(self._reader.lasts, ids)
            except DatabaseError as error:
                failures += 1
                logger.warning("The live stream cannot read where games stand: %s", error)
                await asyncio.sleep(min(TICK * 2 ** min(failures, 9), MOST_PATIENCE))
                self._next = 0.0
                continue
            failures = 0
            self._tell(ids, found)

    async def _due(self) -> list[int]:
        """Wait for a notice or the tick; return the games to look at."""
        try:
            # An absolute time: however many notices arrive, the whole is looked at now and then.
            async with asyncio.timeout_at(self._next):
                await self._called.wait()
        except TimeoutError:
            ids = list(self._games)
            self._next = asyncio.get_running_loop().time() + (SLOW_TICK if self.told else TICK)
        else:
            ids = list(self._named)
        self._named.clear()
        self._called.clear()
        return ids

    def _tell(self, ids: Iterable[int], found: Mapping[int, int]) -> None:
        for game_id in ids:
            watched = self._games.get(game_id)
            if watched is None:
                continue
            if game_id in found:
                watched.advance(found[game_id])
            else:
                watched.closed = True
                watched.wake()

    async def _read(self, call: Callable[[A], R], given: A) -> R:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, self._reading, call, given
        )

    def _reading(self, call: Callable[[A], R], given: A) -> R:
        try:
            return call(given)
        except DatabaseError:
            self._reader.recover()
            raise
