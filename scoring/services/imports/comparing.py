"""Comparing: each row is held against the choices made, the rules of a play, and the history."""

from __future__ import annotations

import datetime
import time
from collections import Counter

from django.db import transaction
from django.db.models import F, Min, Prefetch, QuerySet
from django.utils import timezone

from scoring.exchange.record import FilePlayer, Problem, SeatRecord
from scoring.exchange.standing import MOST_POINTS, stands
from scoring.models import ImportBatch, ImportPlayer, ImportRow, Play, Score
from scoring.names import same_name
from scoring.registry import SCORE_TABLES
from scoring.services.imports.batches import (
    State,
    Verdict,
    keep_verdicts,
    locked,
    move,
    next_rows,
    record_of,
)

CHUNK = 500
_Choice = ImportPlayer.Choice
_Told = tuple[str, str]
_Content = tuple[str, datetime.date, frozenset[tuple[_Told, int]]]


def source_ref(club_id: int, ref: str) -> str:
    """Return what an imported play is called among all plays: the same id in two clubs is two plays."""
    return f"{club_id}:{ref}" if ref else ""


def compare_on(batch_id: int, until: float) -> None:
    """Compare rows from where it stopped until that time; the last one leads on to the review."""
    while _compare_some(batch_id) and time.monotonic() <= until:
        pass


@transaction.atomic
def _compare_some(batch_id: int) -> bool:
    batch = locked(batch_id, State.CHECKING)
    if batch is None:
        return False
    if not batch.step:
        batch.people.update(plays=0)
    rows = next_rows(batch, CHUNK)
    seen: Counter[int] = Counter()
    verdicts = judge(batch, rows)
    for verdict in verdicts:
        seen.update(person.pk for person in verdict.people if person is not None)
    keep_verdicts(verdicts)
    for person_id, count in seen.items():
        ImportPlayer.objects.filter(pk=person_id).update(plays=F("plays") + count)
    if len(rows) < CHUNK:
        move(batch, State.REVIEW)
        return False
    batch.step = rows[-1].number
    batch.save()
    return True


def judge(batch: ImportBatch, rows: list[ImportRow]) -> list[Verdict]:
    """Return what becomes of each row, in a bounded number of queries."""
    verdicts = [Verdict(row, ImportRow.State.WRONG, record=record_of(row)) for row in rows]
    open_ = [_settle(each, batch) for each in verdicts if each.record is not None]
    titles = dict(batch.games.values_list("key", "title"))
    keys = {s.player.key for each in open_ if each.record for s in each.record.seats}
    people = {
        person.key: person for person in batch.people.filter(key__in=keys).select_related("player")
    }
    for each in open_:
        if each.state == ImportRow.State.READY:
            _choose(each, titles, people)
    _find_known(batch, [each for each in open_ if each.state == ImportRow.State.READY])
    _find_alike(batch, [each for each in open_ if each.state == ImportRow.State.READY])
    return verdicts


def _settle(verdict: Verdict, batch: ImportBatch) -> Verdict:
    """Judge a row by itself."""
    record = verdict.record
    assert record is not None
    wrong = ImportRow.State.WRONG
    if verdict.row.left_out:
        verdict.state = ImportRow.State.SKIPPED
        return verdict
    day = record.played_on or batch.date_for_none
    if day is None:
        return verdict.ends(wrong, "date_needed")
    # A day ahead of UTC is today somewhere.
    if day > timezone.now().date() + datetime.timedelta(days=1):
        return verdict.ends(wrong, "future", date=day.isoformat())
    found = stands(record)
    if found is None:
        return verdict.ends(wrong, "no_result")
    verdict.stands, verdict.played_on, verdict.state = found, day, ImportRow.State.READY
    for seat in record.seats:
        if seat.total is not None and abs(seat.total) > MOST_POINTS:
            verdict.problems.append(Problem("large_score", {"name": seat.player.name}))
    return verdict


def _choose(verdict: Verdict, titles: dict[str, str], people: dict[str, ImportPlayer]) -> None:
    """Judge a row by what was chosen for its game and its people."""
    record = verdict.record
    assert record is not None
    skipped = ImportRow.State.SKIPPED
    verdict.title = titles.get(record.game.key, "")
    if verdict.title not in SCORE_TABLES:
        verdict.ends(skipped, "other_game", name=record.game.name or "–")
        return
    verdict.people = [people.get(seat.player.key) for seat in record.seats]
    chosen = [person for person in verdict.people if person is not None]
    for person in chosen:
        if person.choice == _Choice.SKIP:
            verdict.ends(skipped, "person_skipped", name=person.name)
            return
    seated = Counter(person.player_id for person in chosen if person.player_id is not None)
    for person in chosen:
        if person.player_id is not None and seated[person.player_id] > 1:
            verdict.ends(ImportRow.State.WRONG, "same_person", name=str(person.player))
            return
    least, most = SCORE_TABLES[verdict.title].players
    if not least <= len(record.seats) <= most:
        facts: dict[str, str | int] = {"count": len(record.seats), "least": least, "most": most}
        verdict.problems.append(Problem("unusual_count", facts))


def _find_known(batch: ImportBatch, verdicts: list[Verdict]) -> None:
    """Find rows whose id is that of a play here, or of an earlier row."""
    refs = {verdict.row.ref for verdict in verdicts if verdict.row.ref}
    first = dict(
        ImportRow.objects.filter(batch=batch, ref__in=refs, record__isnull=False, left_out=False)
        .order_by()
        .values("ref")
        .annotate(first=Min("number"))
        .values_list("ref", "first")
    )
    plays = Play.objects.filter(club=batch.club_id, withdrawn_at=None)
    imported = plays.filter(
        source=Play.Source.IMPORTED, source_ref__in=[source_ref(batch.club_id, r) for r in refs]
    )
    here = {play.source_ref: play for play in imported}
    own = {ref.partition(":")[2] for ref in refs if ref.startswith(("own:", "csv:"))}
    by_id = {play.public_id: play for play in plays.filter(public_id__in=own)}
    for verdict in verdicts:
        ref = verdict.row.ref
        if not ref:
            continue
        verdict.play = here.get(source_ref(batch.club_id, ref)) or by_id.get(ref.partition(":")[2])
        if verdict.play is not None:
            verdict.ends(ImportRow.State.DUPLICATE, "known_id")
        elif first.get(ref, verdict.row.number) < verdict.row.number:
            verdict.ends(ImportRow.State.DUPLICATE, "same_row", number=first[ref])


def _find_alike(batch: ImportBatch, verdicts: list[Verdict]) -> None:
    """Find rows that say what a play here says: title, day, people and points.

    Each play is matched by one row of the batch alone, since an evening may well see two alike. Plays
    of the same program with another id are other plays.
    """
    alike: dict[_Content, list[Play]] = {}
    candidates = list(_candidates(batch, verdicts))
    taken = set(
        ImportRow.objects.filter(batch=batch, play__in=candidates)
        .exclude(pk__in=[verdict.row.pk for verdict in verdicts])
        .values_list("play_id", flat=True)
    )
    for play in candidates:
        if play.pk not in taken:
            alike.setdefault(_content_of(play), []).append(play)
    for verdict in verdicts:
        found = alike.get(_content(verdict), [])
        own = _prefix(batch, verdict.row.ref)
        fitting = [play for play in found if not own or not play.source_ref.startswith(own)]
        if fitting:
            found.remove(fitting[0])
            verdict.play = fitting[0]
            verdict.ends(ImportRow.State.DUPLICATE, "known_content")


def _prefix(batch: ImportBatch, ref: str) -> str:
    return f"{batch.club_id}:{ref.partition(':')[0]}:" if ref else ""


def _candidates(batch: ImportBatch, verdicts: list[Verdict]) -> QuerySet[Play]:
    scores = Score.objects.select_related("player")
    return Play.objects.filter(
        club=batch.club_id,
        withdrawn_at=None,
        title__in={verdict.title for verdict in verdicts},
        played_on__in={verdict.played_on for verdict in verdicts},
    ).prefetch_related(Prefetch("scores", scores))


def _content(verdict: Verdict) -> _Content:
    record = verdict.record
    assert record is not None
    seats = Counter(
        (same_name(_name(seat.player, person)), _points(seat))
        for seat, person in zip(record.seats, verdict.people, strict=True)
    )
    return verdict.title, verdict.played_on, frozenset(seats.items())


def _content_of(play: Play) -> _Content:
    seats = Counter(
        (
            same_name(score.player.name if score.player is not None else score.name),
            str(score.total) if score.total is not None else score.raw.casefold(),
        )
        for score in play.scores.all()
    )
    return play.title, play.played_on, frozenset(seats.items())


def _name(player: FilePlayer, person: ImportPlayer | None) -> str:
    if person is not None and person.player is not None:
        return person.player.name
    return player.name or ANONYMOUS


def _points(seat: SeatRecord) -> str:
    if seat.total is not None and abs(seat.total) <= MOST_POINTS:
        return str(seat.total)
    return seat.raw.casefold()


ANONYMOUS = "Anonymous"
"""What a seat without a name is called."""
