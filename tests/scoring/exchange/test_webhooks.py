"""Telling a club's results: what is sent, how it is signed, where it is never sent, and what fails."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from msgspec import structs
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from scoring import outbound
from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.models import Club, Delivery, Webhook
from scoring.services import edit_play, record_play, tally_play, webhooks
from scoring.services.plays import draft_of
from tests.cast import Person
from tests.scoring.conftest import play_draft
from tests.scoring.exchange.batches import bring_in
from tests.scoring.exchange.test_interrupted import export

pytestmark = pytest.mark.django_db
SITE = "https://rails.example.org/"


@dataclass
class Listener:
    """Somebody who listens, answering as told."""

    url: str
    status: int = 204
    heard: list[tuple[dict[str, str], str]] = field(default_factory=list)


@pytest.fixture
def listener(settings: Settings) -> Iterator[Listener]:
    """Return somebody who listens on this machine, where the site may send to."""
    settings.WEBHOOK_PRIVATE = True

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            found.heard.append((dict(self.headers), body))
            self.send_response(found.status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Listener(f"http://127.0.0.1:{server.server_port}/hook?club=1")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


def _hook(club: Club, ada: Person, url: str, style: str = "json") -> Webhook:
    return webhooks.set_webhook(club, ada.who, url, style, SITE)


def _deliver() -> int | None:
    return webhooks.deliver(Delivery.objects.latest("pk").pk)


def test_result_is_told_signed(club: Club, ada: Person, listener: Listener) -> None:
    hook = _hook(club, ada, listener.url)
    play = tally_play(record_play(play_draft(club)).pk)
    assert webhooks.tell_play(play.pk)
    assert _deliver() is None
    headers, body = listener.heard[0]
    stamp = headers["X-Rail-Companion-Timestamp"]
    assert headers["X-Rail-Companion-Signature"] == webhooks.sign(hook.secret, stamp, body)
    assert headers["Host"] == listener.url.split("/")[2]
    said = json.loads(body)
    assert (said["event"], said["is_new"], said["club"]["name"]) == ("play", True, "Thursday Rails")
    assert said["play"]["url"] == f"https://rails.example.org/plays/{play.public_id}/"
    assert [(s["name"], s["total"]) for s in said["play"]["seats"]] == [
        ("Ada", 21),
        ("Ben", 15),
        ("Cy", 2),
    ]
    assert Delivery.objects.get().state == Delivery.State.SENT


def test_signature_is_what_the_page_says() -> None:
    """Worked out with: printf 12.x | openssl dgst -sha256 -hmac secret."""
    assert webhooks.sign("secret", "12", "x") == (
        "sha256=def48ccbf977cdd7139ee4c630b381971eb0f4b26dbfff7dca21b1d9ec244c79"
    )


def test_result_is_told_again_only_when_it_says_something_else(
    club: Club, ada: Person, listener: Listener
) -> None:
    _hook(club, ada, listener.url)
    play = tally_play(record_play(play_draft(club)).pk)
    assert webhooks.tell_play(play.pk)
    tally_play(play.pk)
    assert webhooks.tell_play(play.pk) is None
    edit_play(play.pk, structs.replace(draft_of(play), notes="A late correction"), "Ada")
    tally_play(play.pk)
    told = webhooks.tell_play(play.pk)
    assert told is not None
    assert json.loads(told.body)["is_new"] is False


def test_message_is_sent_once(club: Club, ada: Person, listener: Listener) -> None:
    _hook(club, ada, listener.url)
    webhooks.test_webhook(club, ada.who)
    for _ in range(3):
        _deliver()
    assert len(listener.heard) == 1


def test_chat_gets_a_message_that_calls_nobody(club: Club, ada: Person, listener: Listener) -> None:
    _hook(club, ada, listener.url, "chat")
    play = tally_play(record_play(play_draft(club, notes="@everyone")).pk)
    webhooks.tell_play(play.pk)
    _deliver()
    said = json.loads(listener.heard[0][1])
    assert set(said) == {"content", "allowed_mentions"}
    assert said["allowed_mentions"] == {"parse": []}
    assert "1st Ada 21" in said["content"]


def test_import_is_told_in_one_message(club: Club, ada: Person, listener: Listener) -> None:
    _hook(club, ada, listener.url)
    batch = bring_in(club, ada, export(3))
    assert webhooks.tell_import(batch.pk)
    assert Delivery.objects.count() == 1
    assert json.loads(Delivery.objects.get().body)["plays"] == 3


@pytest.mark.parametrize(
    ("status", "again", "state"),
    [
        (500, True, "waiting"),
        (429, True, "waiting"),
        (404, False, "failed"),
        (302, False, "failed"),
        (200, False, "sent"),
    ],
)
def test_answer_decides_whether_to_try_again(
    club: Club, ada: Person, listener: Listener, status: int, again: bool, state: str
) -> None:
    _hook(club, ada, listener.url)
    webhooks.test_webhook(club, ada.who)
    listener.status = status
    assert (_deliver() is not None) == again
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.answer) == (state, str(status))
    assert len(listener.heard) == 1, "a redirect is not followed"


def test_trying_again_ends_and_many_failures_switch_off(
    club: Club, ada: Person, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "MOST_FAILURES", 2)
    hook = _hook(club, ada, listener.url)
    listener.status = 503
    for _ in range(2):
        webhooks.test_webhook(club, ada.who)
        waits = [_deliver() for _ in range(webhooks.MOST_ATTEMPTS)]
        assert waits == [30, 60, 120, 240, 480, None]
    hook.refresh_from_db()
    assert not hook.active
    play = tally_play(record_play(play_draft(club)).pk)
    assert webhooks.tell_play(play.pk) is None
    _hook(club, ada, listener.url)
    assert webhooks.tell_play(play.pk)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[fe80::1]",
        "[fc00::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
    ],
)
def test_own_network_is_out_of_reach(club: Club, ada: Person, host: str) -> None:
    with pytest.raises(ScoringError) as caught:
        _hook(club, ada, f"http://{host}:8000/x")
    assert caught.value.code in ("webhook_private", "webhook_unknown")
    answer = outbound.post(f"http://{host}:8000/x", b"", {})
    assert (answer.status, answer.is_good) == (0, False)


def test_name_that_turns_to_the_own_network_later_is_not_followed(
    club: Club,
    ada: Person,
    listener: Listener,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.WEBHOOK_PRIVATE = False
    port = int(listener.url.split(":")[2].split("/")[0])
    found = ["93.184.215.14"]

    def look_up(*args: Any, **kwargs: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found[0], port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    _hook(club, ada, f"http://turning.example:{port}/")
    webhooks.test_webhook(club, ada.who)
    found[0] = "127.0.0.1"
    _deliver()
    assert listener.heard == []
    assert "private network" in Delivery.objects.get().answer


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https://user:pass@example.org/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://exämple.org/",
        "https://example.org/" + "x" * 500,
        "http://[::1",
    ],
)
def test_address_that_is_none_is_refused(club: Club, ada: Person, url: str) -> None:
    with pytest.raises(ScoringError):
        _hook(club, ada, url)
    assert outbound.post(url, b"", {}).status == 0
    ada.client.post(f"/clubs/{club.public_id}/webhook/", {"url": url, "style": "json"})
    assert not Webhook.objects.exists()


def test_silence_is_an_answer(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_PRIVATE = True
    monkeypatch.setattr(outbound, "READ_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        answer = outbound.post(f"http://127.0.0.1:{deaf.getsockname()[1]}/", b"{}", {})
    assert (answer.status, answer.words, answer.may_change) == (0, "ReadTimeoutError", True)


def test_only_organisers_decide_where_results_go(club: Club, ada: Person, ben: Person) -> None:
    for act in (webhooks.test_webhook, webhooks.remove_webhook):
        with pytest.raises(NotAllowed):
            act(club, ben.who)
    with pytest.raises(NotAllowed):
        _hook(club, ben, "https://example.org/")
    with pytest.raises(NotFound):
        webhooks.test_webhook(club, ada.who)


def test_webhook_is_set_tried_and_removed_on_the_page(
    club: Club,
    ada: Person,
    listener: Listener,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    base = f"/clubs/{club.public_id}"
    ada.client.post(f"{base}/webhook/", {"url": listener.url, "style": "json"})
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{base}/webhook/test/")
    page = ada.client.get(f"{base}/exchange/").content.decode()
    assert Webhook.objects.get().secret in page
    assert "Sent" in page
    assert json.loads(listener.heard[0][1])["event"] == "test"
    ada.client.post(f"{base}/webhook/remove/")
    assert not Webhook.objects.exists()
    answer = ada.client.post(f"{base}/webhook/test/", follow=True)
    assert "There is no webhook yet." in answer.content.decode()


def test_only_the_last_messages_are_kept(club: Club, ada: Person, listener: Listener) -> None:
    _hook(club, ada, listener.url)
    for _ in range(3):
        webhooks.test_webhook(club, ada.who)
    Delivery.objects.update(state=Delivery.State.SENT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(webhooks, "KEPT", 2)
        webhooks.test_webhook(club, ada.who)
    assert Delivery.objects.count() == 3
