"""The live stream: an ASGI application that says where a game stands, and nothing else about it.

It stands outside Django's middleware and reads no cookie: whoever has a game's code may watch.
One process serves all streams of its port; phones fetch what changed from the pages.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.db import Error as DatabaseError
from django.http.request import validate_host

from games.codes import read_code
from games.live_hub import Hub, Reader, Watched
from games.live_misses import Misses
from games.live_redis import channel_of, listen
from games.live_rows import Rows

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = dict[bytes, bytes]

BEAT = (15.0, 20.0)
"""Seconds of silence after which a stream sends a comment, so that nobody in between drops it."""

RETRY = (1000, 3000)
"""Milliseconds a phone waits before it comes back; spread, so that not all come at once."""

_PATH = re.compile(r"^/live/([A-Za-z -]{1,20})/?$")
_NUMBER = re.compile(r"^[0-9]{1,9}$")


class Live:
    """The application. Its hub begins with the first stream and ends with the process."""

    def __init__(self, reader: Reader | None = None, most: int | None = None) -> None:
        self._reader = reader or Rows()
        self._most = most or settings.LIVE_CONNECTIONS
        self._open = 0
        self._misses = Misses()
        self.hub: Hub | None = None
        self._listener: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection, as ASGI has it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        self.close()
        await send({"type": "lifespan.shutdown.complete"})

    def close(self) -> None:
        """End every stream."""
        if self._listener is not None:
            self._listener.cancel()
        if self.hub is not None:
            self.hub.close()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = dict(scope["headers"])
        if scope["path"] == "/healthz":
            await _answer(send, 200, b'{"status":"ok"}')
            return
        found = _PATH.match(scope["path"])
        if found is None:
            await _answer(send, 404, b'{"code":"not_found"}')
            return
        allowed = _allowed_origin(scope, headers)
        if allowed is None:
            await _answer(send, 403, b'{"code":"other_origin"}')
            return
        extra = [(b"vary", b"Origin")]
        if allowed:
            extra.append((b"access-control-allow-origin", allowed))
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b'{"code":"get_only"}', [*extra, (b"allow", b"GET, HEAD")])
            return
        after = _after(scope, headers)
        if after is None:
            await _answer(send, 400, b'{"code":"bad_number"}', extra)
            return
        await self._stream(scope, receive, send, read_code(found[1]), after, extra)

    async def _stream(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        code: str,
        after: int,
        extra: list[tuple[bytes, bytes]],
    ) -> None:
        if self._open >= self._most:
            later = [*extra, (b"retry-after", b"10")]
            await _answer(send, 503, b'{"code":"too_many_streams"}', later)
            return
        address = _address(scope)
        if self._misses.too_many(address):
            await _answer(send, 429, b'{"code":"too_many_tries"}', extra)
            return
        hub, news = self._begun(), asyncio.Event()
        self._open += 1
        watched: Watched | None = None
        try:
            watched = await hub.watch(code, news)
            if watched is None:
                self._misses.add(address)
                await _answer(send, 404, b'{"code":"no_such_game"}', extra)
            elif scope["method"] == "HEAD":
                await _answer(send, 200, b"", extra, b"text/event-stream")
            else:
                await _tell(hub, watched, news, receive, send, after, extra)
        except DatabaseError:
            await _answer(send, 503, b'{"code":"not_ready"}', [*extra, (b"retry-after", b"5")])
        finally:
            self._open -= 1
            if watched is not None:
                hub.leave(watched, news)

    def _begun(self) -> Hub:
        if self.hub is None:
            self.hub = Hub(self._reader)
            if settings.REDIS_URL:
                self._listener = asyncio.create_task(self._listen(self.hub))
            _before_the_end(self.close)
        return self.hub

    async def _listen(self, hub: Hub) -> None:
        def connected(now: bool) -> None:
            hub.told = now
            hub.look()

        channel = channel_of(settings.REDIS_PREFIX)
        await listen(settings.REDIS_URL, channel, hub.heard, connected)


async def _tell(
    hub: Hub,
    watched: Watched,
    news: asyncio.Event,
    receive: Receive,
    send: Send,
    after: int,
    extra: list[tuple[bytes, bytes]],
) -> None:
    """Stream where a game stands until the phone goes, the game goes, or the process ends."""
    gone = asyncio.create_task(_gone(receive))
    gone.add_done_callback(lambda _: news.set())
    try:
        await send(_start(200, b"text/event-stream; charset=utf-8", _STREAM + extra))
        await send(_part(f": open\nretry: {random.randint(*RETRY)}\n\n".encode()))
        while not (gone.done() or watched.closed or hub.closed):
            news.clear()
            if watched.last > after:
                after = watched.last
                await send(_part(watched.message))
            elif not await _within(news, random.uniform(*BEAT)):
                await send(_part(b": beat\n\n"))
        await send(_part(b"", more=False))
    except asyncio.CancelledError:
        # The server ends and has waited long enough: a closed stream is all that is wanted.
        await send(_part(b"", more=False))
    finally:
        gone.cancel()


async def _gone(receive: Receive) -> None:
    """Return when the phone has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


_STREAM = [(b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]


def _start(status: int, kind: bytes, headers: list[tuple[bytes, bytes]]) -> Message:
    every = [(b"content-type", kind), (b"x-content-type-options", b"nosniff")]
    return {"type": "http.response.start", "status": status, "headers": every + headers}


def _part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def _answer(
    send: Send,
    status: int,
    body: bytes,
    headers: list[tuple[bytes, bytes]] | None = None,
    kind: bytes = b"application/json",
) -> None:
    length = (b"content-length", str(len(body)).encode())
    # An unknown code must not stay unknown in a cache once a game has it.
    await send(_start(status, kind, [length, (b"cache-control", b"no-store"), *(headers or [])]))
    await send(_part(body, more=False))


def _after(scope: Scope, headers: Headers) -> int | None:
    """Return the number the phone has seen last: what a reconnecting stream says, else the query."""
    text = headers.get(b"last-event-id", b"").decode("latin-1").strip()
    if _NUMBER.match(text):
        return int(text)
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    text = query.get("after", ["-1"])[0]
    if text == "-1":
        return -1
    return int(text) if _NUMBER.match(text) else None


def _allowed_origin(scope: Scope, headers: Headers) -> bytes | None:
    """Return the page's origin if it may read the stream, empty if none was told, None if not.

    On a port of its own the stream serves pages of the same host; at an address of its own, those
    of the hosts the site answers to.
    """
    origin = headers.get(b"origin", b"")
    if not origin:
        return b""
    host = _host_of(origin.decode("latin-1"))
    if not host:
        return None
    if settings.LIVE_URL and not settings.LIVE_URL.startswith(":"):
        return origin if validate_host(host, settings.ALLOWED_HOSTS) else None
    asked = _host_of("//" + headers.get(b"host", b"").decode("latin-1"))
    return origin if host == asked else None


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _address(scope: Scope) -> str:
    """Return the phone's address: what the outermost trusted proxy says, else the connection's."""
    if settings.PROXIES:
        said = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1").split(",")
        return str(said[max(0, len(said) - settings.PROXIES)]).strip()
    return str((scope.get("client") or ("",))[0])


def _before_the_end(close: Callable[[], None]) -> None:
    """Have the streams end when the server is told to: by themselves they never would."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        server = signal.getsignal(number)
        if not callable(server):
            continue
        signal.signal(number, _chained(close, server))


def _chained(close: Callable[[], None], server: Callable[[int, FrameType | None], Any]) -> Any:
    loop = asyncio.get_running_loop()

    def ended(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(close)
        server(number, frame)

    return ended
