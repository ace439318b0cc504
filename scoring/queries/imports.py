"""What pages show of imports and webhooks, in a bounded number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

from django.db.models import Count, Model, QuerySet
from django.utils import timezone

from scoring.errors import NotAllowed, NotFound
from scoring.models import (
    Club,
    Delivery,
    ImportBatch,
    ImportGame,
    ImportPlayer,
    ImportRow,
    Player,
    Webhook,
)
from scoring.people import Who
from scoring.queries import Access, access_to

PAGE = 20
MOST_CHOICES = 300
RECENT = 20
STALLED = timedelta(seconds=60)


_Item = TypeVar("_Item", bound=Model)


@dataclass(frozen=True, slots=True)
class Paged(Generic[_Item]):
    """One page of a list."""

    items: tuple[_Item, ...]
    number: int
    has_more: bool


def _page(items: QuerySet[_Item], number: int) -> Paged[_Item]:
    start = (number - 1) * PAGE
    found = tuple(items[start : start + PAGE + 1])
    return Paged(found[:PAGE], number, len(found) > PAGE)


def import_access(public_id: str, who: Who) -> tuple[ImportBatch, Access]:
    """Return an import for an organiser of its club; raise `NotFound` or `NotAllowed`."""
    batch = ImportBatch.objects.filter(public_id=public_id).select_related("club").first()
    if batch is None:
        raise NotFound("no_import")
    try:
        access = access_to(batch.club, who)
    except NotFound:
        raise NotFound("no_import") from None
    if not access.is_organiser:
        raise NotAllowed("organisers_only", club=batch.club.name)
    return batch, access


def recent_imports(club: Club) -> list[ImportBatch]:
    """Return the last imports of a club, newest first."""
    return list(ImportBatch.objects.filter(club=club)[:RECENT])


def row_counts(batch: ImportBatch) -> dict[str, int]:
    """Return how many rows there are in each state, those without any left out."""
    found = batch.rows.order_by().values_list("state").annotate(count=Count("id"))
    counts = dict(found.values_list("state", "count"))
    return {state: counts[state] for state in ImportRow.State.values if state in counts}


def rows_page(batch: ImportBatch, state: str, number: int) -> Paged[ImportRow]:
    """Return a page of rows in order, of one state if it is given, with the plays they became."""
    rows = batch.rows.select_related("play").order_by("number")
    return _page(rows.filter(state=state) if state else rows, number)


def games_page(batch: ImportBatch, number: int) -> Paged[ImportGame]:
    """Return a page of the file's games, those taken for a title first, then the most played."""
    return _page(batch.games.order_by("-title", "-plays", "id"), number)


def people_page(batch: ImportBatch, number: int) -> Paged[ImportPlayer]:
    """Return a page of the people in plays of the titles chosen, the most seen first."""
    return _page(
        batch.people.filter(plays__gt=0).select_related("player").order_by("-plays", "id"), number
    )


def player_choices(club: Club) -> list[Player]:
    """Return the players of the club that people of a file may be, by name."""
    return list(
        Player.objects.filter(club=club, active=True).order_by("sought", "id")[:MOST_CHOICES]
    )


def is_stalled(batch: ImportBatch) -> bool:
    """Say whether nobody seems to be at work on an import that is to be worked on."""
    return batch.is_working and timezone.now() - batch.changed_at > STALLED


def webhook_of(club: Club) -> tuple[Webhook | None, list[Delivery]]:
    """Return a club's webhook with its last messages, newest first."""
    hook = Webhook.objects.filter(club=club).first()
    if hook is None:
        return None, []
    return hook, list(hook.deliveries.select_related("play")[:10])
