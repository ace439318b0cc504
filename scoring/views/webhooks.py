"""Where an organiser says to whom a club's results are told, and tries it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.errors import NotAllowed, NotFound, ScoringError
from scoring.forms.exchange import WebhookForm
from scoring.guests import who_of
from scoring.models import Club, Webhook
from scoring.queries import organiser_access
from scoring.queries.imports import webhook_of
from scoring.services import webhooks
from scoring.views.base import page


def webhook_context(club: Club) -> dict[str, Any]:
    """Return what the page of a club's exchange shows of its webhook."""
    hook, deliveries = webhook_of(club)
    initial = {"url": hook.url, "style": hook.style} if hook else {"style": Webhook.Style.JSON}
    return {"hook": hook, "deliveries": deliveries, "hook_form": WebhookForm(initial=initial)}


@require_POST
@page
def save(request: HttpRequest, club_id: str) -> HttpResponse:
    """Set the webhook."""
    who = who_of(request)
    access = organiser_access(club_id, who)
    form = WebhookForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        site = request.build_absolute_uri("/")
        try:
            webhooks.set_webhook(access.club, who, data["url"], data["style"], site)
        except NotAllowed:
            raise
        except ScoringError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, gettext("Saved. Send a test to see whether it arrives."))
    else:
        messages.error(request, gettext("Enter an address, and choose what is sent."))
    return redirect("scoring:exchange", club_id)


@require_POST
@page
def test(request: HttpRequest, club_id: str) -> HttpResponse:
    """Send a test message."""
    who = who_of(request)
    access = organiser_access(club_id, who)
    try:
        delivery = webhooks.test_webhook(access.club, who)
    except NotFound as error:
        messages.error(request, str(error))
        return redirect("scoring:exchange", club_id)
    delivery.refresh_from_db()
    if delivery.state == delivery.State.SENT:
        messages.success(request, gettext("The test has arrived."))
    elif delivery.answer:
        words = gettext("The test has not arrived: {answer}.").format(answer=delivery.answer)
        messages.error(request, words)
    else:
        messages.success(request, gettext("The test is on its way; see below how it went."))
    return redirect("scoring:exchange", club_id)


@require_POST
@page
def remove(request: HttpRequest, club_id: str) -> HttpResponse:
    """Tell results nowhere any more."""
    who = who_of(request)
    access = organiser_access(club_id, who)
    webhooks.remove_webhook(access.club, who)
    messages.success(request, gettext("Results are no longer told."))
    return redirect("scoring:exchange", club_id)
