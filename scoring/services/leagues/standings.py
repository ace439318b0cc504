"""The standings of a division, worked out from its awards whenever one of them changes."""

from __future__ import annotations

from django.db import transaction

from scoring.leagues.rules import rules_of
from scoring.leagues.standings import Entry, Game, Row, table
from scoring.models import Award, Division, Entrant, Standing


@transaction.atomic
def recount(division_id: int) -> None:
    """Bring a division's standings up to date with the results that count."""
    division = (
        Division.objects.select_for_update(of=("self",))
        .select_related("season")
        .get(pk=division_id)
    )
    rows = rows_of(division)
    counted = {award for row in rows for award in row.counted}
    awards = Award.objects.filter(entrant__division=division)
    for award_ids, dropped in ((counted, False), (_counting(division) - counted, True)):
        awards.filter(pk__in=award_ids).exclude(dropped=dropped).update(dropped=dropped)
    Standing.objects.bulk_create(
        [_standing(division, line, row) for line, row in enumerate(rows, 1)],
        update_conflicts=True,
        unique_fields=["entrant"],
        update_fields=[
            *("division", "line", "place", "points", "played", "counted"),
            *("wins", "forfeits", "parted_by"),
        ],
    )
    Standing.objects.filter(division=division).exclude(
        entrant__in=[row.entrant for row in rows]
    ).delete()


def rows_of(division: Division) -> list[Row]:
    """Return the lines of a division's table as its awards make them. Two queries."""
    entries = [
        Entry(pk, lot, withdrawn)
        for pk, lot, withdrawn in Entrant.objects.filter(division=division).values_list(
            "pk", "lot", "withdrawn"
        )
    ]
    # By what was played, not by when it was counted: a play counted anew keeps its turn, so which of
    # two equal games is dropped does not change.
    awards = (
        Award.objects.filter(result__division=division, result__counts=True)
        .order_by("result__on", "result__play_id", "result__fixture_id", "pk")
        .values_list("pk", "result_id", "entrant_id", "points", "place", "forfeited")
    )
    games = [
        Game(pk, result, entrant, points, place, order, forfeited)
        for order, (pk, result, entrant, points, place, forfeited) in enumerate(awards)
    ]
    return table(rules_of(division.season.rules), entries, games)


def _counting(division: Division) -> set[int]:
    return set(
        Award.objects.filter(result__division=division, result__counts=True).values_list(
            "pk", flat=True
        )
    )


def _standing(division: Division, line: int, row: Row) -> Standing:
    return Standing(
        entrant_id=row.entrant,
        division=division,
        line=line,
        place=row.place,
        points=row.points,
        played=row.played,
        counted=len(row.counted),
        wins=row.wins,
        forfeits=row.forfeits,
        parted_by=row.parted_by,
    )
