"""The live stream, driven as a server drives it, on a database that is a dictionary."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django.fixtures import Settings

from games import live, live_hub, live_misses
from games.live import Live
from games.live_misses import Misses


class Shelf:
    """Games by code, with their ids and newest events, and a count of the reads."""

    def __init__(self, **lasts: int) -> None:
        self.ids = {code: number for number, code in enumerate(lasts, start=1)}
        self.last = {self.ids[code]: last for code, last in lasts.items()}
        self.finds = 0
        self.polls: list[set[int]] = []
        self.broken = False
        self.recovered = 0

    def find(self, code: str) -> tuple[int, int] | None:
        self.finds += 1
        self._demand()
        game_id = self.ids.get(code)
        return None if game_id is None else (game_id, self.last[game_id])

    def lasts(self, ids: Collection[int]) -> Mapping[int, int]:
        self.polls.append(set(ids))
        self._demand()
        return {game_id: self.last[game_id] for game_id in ids if game_id in self.last}

    def recover(self) -> None:
        self.recovered += 1

    def _demand(self) -> None:
        if self.broken:
            raise OperationalError("gone")


class Phone:
    """One connection: what is asked, and what has come back so far."""

    def __init__(self, app: Live, path: str, *, method: str = "GET", **headers: str) -> None:
        path, _, query = path.partition("?")
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "client": ("192.0.2.7", 40000),
            "headers": [
                (name.replace("_", "-").encode(), value.encode())
                for name, value in ({"host": "table.local:8001"} | headers).items()
            ],
        }
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = ""
        self.ended = False
        self._hung_up = asyncio.Event()
        self._asked = False
        self._more = asyncio.Event()
        self.task = asyncio.ensure_future(app(self.scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        else:
            self.body += message["body"].decode()
            self.ended = not message["more_body"]
        self._more.set()

    @property
    def events(self) -> list[int]:
        """Return the numbers told so far."""
        return [
            json.loads(line.removeprefix("data: "))["last"]
            for line in self.body.splitlines()
            if line.startswith("data: ")
        ]

    async def until(self, holds: Callable[[Phone], bool]) -> Phone:
        """Wait for what should come; fail where it does not within a second or two."""
        async with asyncio.timeout(2):
            while not holds(self):
                self._more.clear()
                await self._more.wait()
        return self

    async def answer(self) -> Phone:
        """Wait for a whole answer."""
        await asyncio.wait_for(self.task, 2)
        return self

    async def hang_up(self) -> None:
        """Close the connection."""
        self._hung_up.set()
        await asyncio.wait_for(self.task, 2)


def run(scene: Callable[[], Awaitable[None]]) -> None:
    """Play a scene in a loop of its own."""
    asyncio.run(asyncio.wait_for(scene(), 10))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(live_hub, "TICK", 0.02)
    settings.REDIS_URL = ""


def test_stream_tells_at_once_what_the_phone_has_not_seen() -> None:
    async def scene() -> None:
        app = Live(Shelf(KTRMVA=7))
        phone = await Phone(app, "/live/KTRMVA?after=5").until(lambda p: p.events == [7])
        assert phone.status == 200
        assert phone.headers["content-type"].startswith("text/event-stream")
        assert phone.headers["cache-control"] == "no-store"
        assert 'event: game\nid: 7\ndata: {"code":"KTRMVA","last":7}\n\n' in phone.body
        assert "\nretry: " in phone.body
        app.close()

    run(scene)


def test_stream_is_silent_about_what_the_phone_has_seen_then_tells_news() -> None:
    async def scene() -> None:
        shelf = Shelf(KTRMVA=7)
        app = Live(shelf)
        phone = await Phone(app, "/live/ktr-mva?after=7").until(lambda p: "open" in p.body)
        await asyncio.sleep(0.1)
        assert phone.events == []
        shelf.last[1] = 9
        await phone.until(lambda p: p.events == [9])
        app.close()

    run(scene)


def test_last_event_id_counts_before_the_address() -> None:
    async def scene() -> None:
        app = Live(Shelf(KTRMVA=7))
        phone = Phone(app, "/live/KTRMVA?after=2", last_event_id="7")
        await phone.until(lambda p: "open" in p.body)
        await asyncio.sleep(0.1)
        assert phone.events == []
        app.close()

    run(scene)


def test_one_poll_serves_all_games_and_phones() -> None:
    async def scene() -> None:
        shelf = Shelf(AAAAAA=1, BBBBBB=1, CCCCCC=1)
        app = Live(shelf)
        phones = [Phone(app, f"/live/{code * 6}?after=1") for code in "ABC" for _ in range(10)]
        for phone in phones:
            await phone.until(lambda p: "open" in p.body)
        shelf.polls.clear()
        await asyncio.sleep(0.15)
        assert 2 <= len(shelf.polls) <= 10
        assert shelf.polls[-1] == {1, 2, 3}
        assert shelf.finds <= 30
        finds = shelf.finds
        await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        assert shelf.finds == finds
        app.close()

    run(scene)


def test_game_without_phones_is_not_read() -> None:
    async def scene() -> None:
        shelf = Shelf(AAAAAA=1)
        app = Live(shelf)
        phone = await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        await phone.hang_up()
        await asyncio.sleep(0.05)
        shelf.polls.clear()
        await asyncio.sleep(0.1)
        assert shelf.polls == []
        app.close()

    run(scene)


def test_notice_is_followed_at_once_by_a_look_at_that_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_hub, "TICK", 30.0)

    async def scene() -> None:
        shelf = Shelf(AAAAAA=1, BBBBBB=1)
        app = Live(shelf)
        phones = [Phone(app, f"/live/{code}?after=1") for code in ("AAAAAA", "BBBBBB")]
        for phone in phones:
            await phone.until(lambda p: "open" in p.body)
        await asyncio.sleep(0.1)
        shelf.polls.clear()
        shelf.last |= {1: 2, 2: 2}
        assert app.hub is not None
        app.hub.heard(2)
        app.hub.heard(77)
        await phones[1].until(lambda p: p.events == [2])
        assert shelf.polls == [{2}]
        assert phones[0].events == []
        app.hub.look()
        await phones[0].until(lambda p: p.events == [2])
        app.close()

    run(scene)


def test_streams_of_a_deleted_game_end() -> None:
    async def scene() -> None:
        shelf = Shelf(AAAAAA=1)
        app = Live(shelf)
        phone = await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        shelf.ids.clear()
        shelf.last.clear()
        await phone.answer()
        assert phone.ended
        again = await Phone(app, "/live/AAAAAA").answer()
        assert again.status == 404
        app.close()

    run(scene)


def test_unknown_code_and_no_code_at_all_are_404_and_say_nothing_else() -> None:
    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        unknown = await Phone(app, "/live/ZZZZZZ").answer()
        assert (unknown.status, unknown.body) == (404, '{"code":"no_such_game"}')
        assert unknown.headers["cache-control"] == "no-store"
        for path in (
            "/live/",
            "/live/a/b",
            "/live/123456",
            "/live/AAAAAA/x",
            "/",
            "/live/" + "A" * 99,
        ):
            assert (await Phone(app, path).answer()).status == 404
        app.close()

    run(scene)


def test_guessing_codes_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_misses, "MOST_MISSES", 3)

    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        answers = [(await Phone(app, f"/live/{c * 6}").answer()).status for c in "BCDEA"]
        assert answers == [404, 404, 404, 429, 429]
        app.close()

    run(scene)


def test_misses_are_forgotten_with_time_and_bounded_in_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_misses, "MOST_MISSES", 1)
    monkeypatch.setattr(live_misses, "MOST_ADDRESSES", 2)
    now = [1000.0]
    misses = Misses(lambda: now[0])
    for address in ("a", "b", "c"):
        misses.add(address)
    assert [misses.too_many(address) for address in "abc"] == [False, True, True]
    now[0] += live_misses.WINDOW
    assert not misses.too_many("c")


def test_address_behind_proxies_is_the_one_they_vouch_for(settings: Settings) -> None:
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"6.6.6.6, 192.0.2.9")]}
    settings.PROXIES = 0
    assert live._address(scope) == "10.0.0.1"
    settings.PROXIES = 1
    assert live._address(scope) == "192.0.2.9"


def test_streams_are_bounded_and_a_place_is_free_again_after_a_phone_went() -> None:
    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1), most=2)
        phones = [await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1]) for _ in "12"]
        refused = await Phone(app, "/live/AAAAAA").answer()
        assert (refused.status, refused.headers["retry-after"]) == (503, "10")
        await phones[0].hang_up()
        await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        app.close()

    run(scene)


def test_silent_database_is_503_for_newcomers_and_no_end_for_the_others() -> None:
    async def scene() -> None:
        shelf = Shelf(AAAAAA=1, BBBBBB=1)
        app = Live(shelf)
        phone = await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        shelf.broken = True
        assert (await Phone(app, "/live/BBBBBB").answer()).status == 503
        shelf.last[1] = 2
        await asyncio.sleep(0.1)
        assert phone.events == [1]
        shelf.broken = False
        await phone.until(lambda p: p.events == [1, 2])
        assert shelf.recovered > 0
        app.close()

    run(scene)


def test_silence_is_broken_by_a_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT", (0.02, 0.03))

    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        phone = Phone(app, "/live/AAAAAA")
        await phone.until(lambda p: p.body.count(": beat\n\n") >= 2)
        assert phone.events == [1]
        app.close()

    run(scene)


@pytest.mark.parametrize(
    ("live_url", "hosts", "origin", "allowed"),
    [
        (":8001", ["*"], "http://table.local:8000", True),
        (":8001", ["*"], "http://elsewhere.example:8000", False),
        (":8001", ["*"], "null", False),
        (":8001", ["*"], "http://[", False),
        ("", ["*"], "http://table.local:8001", True),
        ("https://live.example.org", ["rails.example.org"], "https://rails.example.org", True),
        ("https://live.example.org", ["rails.example.org"], "https://evil.example.org", False),
    ],
)
def test_pages_of_the_site_alone_may_read_the_stream(
    settings: Settings, live_url: str, hosts: list[str], origin: str, *, allowed: bool
) -> None:
    settings.LIVE_URL, settings.ALLOWED_HOSTS = live_url, hosts

    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        phone = await Phone(app, "/live/AAAAAA", method="HEAD", origin=origin).answer()
        if allowed:
            assert phone.status == 200
            assert phone.headers["access-control-allow-origin"] == origin
            assert phone.headers["vary"] == "Origin"
        else:
            assert phone.status == 403
            assert "access-control-allow-origin" not in phone.headers
        app.close()

    run(scene)


def test_other_methods_and_numbers_that_are_none_are_refused() -> None:
    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert (await Phone(app, "/live/AAAAAA", method=method).answer()).status == 405
        for after in ("x", "-2", "1.5", "", "9" * 30):
            assert (await Phone(app, f"/live/AAAAAA?after={after}").answer()).status == 400
        assert (await Phone(app, "/healthz").answer()).body == '{"status":"ok"}'
        app.close()

    run(scene)


def test_streams_end_whole_when_the_application_closes_or_the_server_gives_up() -> None:
    async def scene() -> None:
        app = Live(Shelf(AAAAAA=1))
        first = await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        second = await Phone(app, "/live/AAAAAA").until(lambda p: p.events == [1])
        second.task.cancel()
        await second.answer()
        assert second.ended
        app.close()
        await first.answer()
        assert first.ended

    run(scene)


def test_lifespan_is_answered() -> None:
    async def scene() -> None:
        app = Live(Shelf())
        given = iter(["lifespan.startup", "lifespan.shutdown"])
        said: list[str] = []

        async def receive() -> dict[str, Any]:
            return {"type": next(given)}

        async def send(message: Any) -> None:
            said.append(message["type"])

        await app({"type": "lifespan"}, receive, send)
        assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]

    run(scene)
