"""Imports as an organiser makes them, for tests."""

from __future__ import annotations

from pathlib import Path

from scoring.models import Club, ImportBatch, ImportRow
from scoring.services import imports
from tests.cast import Person

FILES = Path(__file__).resolve().parent / "files"


def read(club: Club, who: Person, body: bytes | str, name: str = "plays") -> ImportBatch:
    """Return an import that was read and compared, or failed."""
    data = body.encode() if isinstance(body, str) else body
    batch = imports.start_import(club, who.who, name, [data])
    return work(batch)


def read_file(club: Club, who: Person, name: str) -> ImportBatch:
    """Return the import of one of the files beside."""
    return read(club, who, (FILES / name).read_bytes(), name)


def work(batch: ImportBatch, seconds: float = 600) -> ImportBatch:
    """Return a batch when there is nothing more to do for it."""
    while imports.advance_import(batch.pk, seconds):
        pass
    batch.refresh_from_db()
    return batch


def bring_in(club: Club, who: Person, body: bytes | str) -> ImportBatch:
    """Return an import that is done, as it was suggested."""
    batch = read(club, who, body)
    imports.begin_import(batch.pk, who.who)
    return work(batch)


def states(batch: ImportBatch) -> dict[int, str]:
    """Return what became of each row."""
    return dict(batch.rows.values_list("number", "state"))


def codes(batch: ImportBatch, number: int) -> list[str]:
    """Return what is said about a row."""
    row = ImportRow.objects.get(batch=batch, number=number)
    return [each["code"] for each in (*row.problems, *row.verdict)]
