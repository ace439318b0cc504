"""An uploaded file kept until it is imported, where every worker can read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import transaction

from scoring.errors import ScoringError
from scoring.exchange.values import text_of
from scoring.models import Club, ImportBatch, ImportPart, Player
from scoring.people import Who
from scoring.services.clubs import organiser_of
from scoring.signals import import_waits

MOST_BYTES = 100 * 1024 * 1024
PART = 1024 * 1024
_KEPT = 3
_UNFINISHED = (ImportBatch.State.REVIEW, ImportBatch.State.FAILED)


@transaction.atomic
def start_import(
    club: Club, who: Who, file_name: str, chunks: Iterable[bytes], encoding: str = ""
) -> ImportBatch:
    """Keep a file and have it read; return its batch.

    Only the last few unfinished imports of a club are kept. Raises `NotAllowed` to all but
    organisers, `ScoringError` ("import_empty", "import_large").
    """
    member = organiser_of(club, who)
    Club.objects.select_for_update().get(pk=club.pk)
    batch = ImportBatch.objects.create(
        club=club,
        file_name=text_of(file_name, 100) or "–",
        size=0,
        encoding=encoding,
        by_name=member.name,
        me=Player.objects.filter(who.owns(), club=club, active=True).first(),
    )
    for number, part in enumerate(_parts(chunks)):
        batch.size += len(part)
        if batch.size > MOST_BYTES:
            raise ScoringError("import_large", most=MOST_BYTES // 1024**2)
        ImportPart.objects.create(batch=batch, number=number, body=part)
    if not batch.size:
        raise ScoringError("import_empty")
    batch.save(update_fields=["size"])
    old = ImportBatch.objects.filter(club=club, state__in=_UNFINISHED).values_list("pk", flat=True)
    ImportBatch.objects.filter(pk__in=list(old[_KEPT:])).delete()
    import_waits.send(sender=ImportBatch, batch_id=batch.pk)
    return batch


def _parts(chunks: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for chunk in chunks:
        held += chunk
        while len(held) >= PART:
            yield bytes(held[:PART])
            del held[:PART]
    if held:
        yield bytes(held)
