"""Telling an address outside of a club's results: what is sent, to whom, and how it went."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from scoring import cards, exporting, outbound
from scoring.errors import NotFound
from scoring.models import Club, Delivery, ImportBatch, ImportRow, Play, Webhook
from scoring.people import Who
from scoring.services.clubs import organiser_of
from scoring.signals import delivery_waits

MOST_ATTEMPTS = 6
MOST_FAILURES = 20
"""Messages that fail in a row before the webhook is switched off."""

KEPT = 50
"""Messages of a webhook that are kept to be looked at."""

SIGNATURE = "X-Rail-Companion-Signature"
_LONGEST_CHAT = 1900


@transaction.atomic
def set_webhook(club: Club, who: Who, url: str, style: str, site: str) -> Webhook:
    """Set where a club's results are told to, and switch it on; `site` begins the links in messages.

    Raises `NotAllowed` to all but organisers, `ScoringError` for an address that is not posted to.
    """
    organiser_of(club, who)
    url = outbound.check_address(url)
    hook, _ = Webhook.objects.update_or_create(
        club=club,
        defaults={
            "url": url,
            "style": Webhook.Style(style),
            "site": site[:200].rstrip("/"),
            "active": True,
            "failures": 0,
        },
    )
    return hook


@transaction.atomic
def remove_webhook(club: Club, who: Who) -> None:
    """Tell results nowhere from now on; raise `NotAllowed` to all but organisers."""
    organiser_of(club, who)
    Webhook.objects.filter(club=club).delete()


@transaction.atomic
def test_webhook(club: Club, who: Who) -> Delivery:
    """Send a test message; raise `NotAllowed` to all but organisers, `NotFound` without a webhook."""
    organiser_of(club, who)
    hook = Webhook.objects.filter(club=club).first()
    if hook is None:
        raise NotFound("no_webhook")
    text = gettext("Results of {club} will be told here.").format(club=club.name)
    return _queue(hook, Delivery.Event.TEST, text, {})


@transaction.atomic
def tell_play(play_id: int) -> Delivery | None:
    """Tell of a play that is new or says something else than when it was last told; None if there is no need."""
    hook = Webhook.objects.select_related("club").filter(club__plays=play_id, active=True).first()
    if hook is None:
        return None
    counted = Play.objects.filter(withdrawn_at=None, tally_state=Play.TallyState.DONE)
    play = exporting.with_scores(counted.filter(pk=play_id)).first()
    if play is None:
        return None
    players = {s.player_id or 0: at for at, s in enumerate(play.scores.all(), 1)}
    said = msgspec.to_builtins(exporting.own_play(play, players))
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    last = hook.deliveries.filter(play=play).first()
    if last is not None and last.digest == digest:
        return None
    address = hook.site + reverse("scoring:play", args=[play.public_id])
    facts = {"is_new": last is None, "play": {**said, "url": address}}
    return _queue(
        hook, Delivery.Event.PLAY, cards.text_of(play, address), facts, play=play, digest=digest
    )


@transaction.atomic
def tell_import(batch_id: int) -> Delivery | None:
    """Tell once of all that an import brought, not of each play; None if it brought nothing."""
    batch = ImportBatch.objects.filter(pk=batch_id, state=ImportBatch.State.DONE).first()
    hook = Webhook.objects.filter(club=batch.club_id, active=True).first() if batch else None
    if batch is None or hook is None:
        return None
    count = batch.rows.filter(state=ImportRow.State.IMPORTED).count()
    if not count:
        return None
    text = ngettext(
        "{count} play was imported into {club}.", "{count} plays were imported into {club}.", count
    ).format(count=count, club=batch.club.name)
    return _queue(hook, Delivery.Event.IMPORT, text, {"plays": count})


def deliver(delivery_id: int) -> int | None:
    """Send a message that waits; return in how many seconds to try again, None if that is settled.

    What was sent is not sent again. No transaction is open while the other side takes its time.
    """
    delivery = (
        Delivery.objects.select_related("webhook")
        .filter(pk=delivery_id, state=Delivery.State.WAITING)
        .first()
    )
    if delivery is None:
        return None
    Delivery.objects.filter(pk=delivery_id).update(attempts=F("attempts") + 1)
    hook = delivery.webhook
    answer = outbound.post(hook.url, delivery.body.encode(), _headers(hook, delivery))
    return _settle(delivery_id, answer)


@transaction.atomic
def _settle(delivery_id: int, answer: outbound.Answer) -> int | None:
    delivery = Delivery.objects.select_for_update().filter(pk=delivery_id).first()
    if delivery is None:
        return None
    hooks = Webhook.objects.filter(pk=delivery.webhook_id)
    delivery.answer = (str(answer.status) if answer.status else answer.words)[:200]
    again = None
    if answer.is_good:
        delivery.state, delivery.sent_at = Delivery.State.SENT, timezone.now()
        hooks.update(failures=0)
    elif answer.may_change and delivery.attempts < MOST_ATTEMPTS:
        again = int(min(600, 15 * 2**delivery.attempts))
    else:
        delivery.state = Delivery.State.FAILED
        hooks.update(failures=F("failures") + 1)
        hooks.filter(failures__gte=MOST_FAILURES).update(active=False)
    delivery.save(update_fields=["state", "sent_at", "answer"])
    return again


def _queue(
    hook: Webhook,
    event: str,
    text: str,
    facts: dict[str, Any],
    *,
    play: Play | None = None,
    digest: str = "",
) -> Delivery:
    club = {"name": hook.club.name, "url": f"{hook.site}/clubs/{hook.club.public_id}/"}
    body: dict[str, Any] = {"event": event, "club": club, "text": text, **facts}
    if hook.style == Webhook.Style.CHAT:
        # Nobody is called by what a name may look like.
        body = {"content": text[:_LONGEST_CHAT], "allowed_mentions": {"parse": []}}
    delivery = Delivery.objects.create(
        webhook=hook,
        event=event,
        play=play,
        digest=digest,
        body=json.dumps(body, ensure_ascii=False),
    )
    old = hook.deliveries.exclude(state=Delivery.State.WAITING)
    hook.deliveries.filter(pk__in=list(old.values_list("pk", flat=True)[KEPT:])).delete()
    delivery_waits.send(sender=Delivery, delivery_id=delivery.pk)
    return delivery


def _headers(hook: Webhook, delivery: Delivery) -> dict[str, str]:
    stamp = str(int(timezone.now().timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "RailCompanion",
        "X-Rail-Companion-Event": delivery.event,
        "X-Rail-Companion-Delivery": str(delivery.key),
        "X-Rail-Companion-Timestamp": stamp,
        SIGNATURE: sign(hook.secret, stamp, delivery.body),
    }


def sign(secret: str, stamp: str, body: str) -> str:
    """Return the signature of a message: HMAC-SHA256 of the time, a full stop and the body."""
    text = f"{stamp}.{body}".encode()
    return "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
