"""The cast and a finished play, for the tests of scoring."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from scoring.models import Club, Play
from scoring.services import PlayDraft, SeatDraft, get_or_create_player
from scoring.tables.continental_divide import RailroadScore, Sheet
from scoring.tables.totals import SeatTotal, Totals
from tests.cast import ada, ben, cho, club, dee, eve

__all__ = ["ada", "ben", "cho", "club", "dee", "draft", "eve"]

SHEET = Sheet(
    railroads={
        "red": RailroadScore(central=True, western=True, divide=True, port="Seattle", unsold=0),
        "blue": RailroadScore(central=True, unsold=1),
    },
    shares={"A": {"red": 3}, "B": {"red": 2, "blue": 1}, "C": {"blue": 2}},
)
"""A share of Red is worth 7, one of Blue 1: A has 21, B 15, C 2."""


@pytest.fixture
def draft(club: Club) -> PlayDraft:
    """Return a tracked game of three to record: A 21, B 15, C 2."""
    return play_draft(club)


def play_draft(club: Club, **changes: Any) -> PlayDraft:
    """Return the draft of a tracked game of three, with some fields changed."""
    begin = datetime.datetime(2026, 3, 14, 19, 0, tzinfo=datetime.UTC)
    base = PlayDraft(
        club_id=club.pk,
        title="continental_divide",
        source=Play.Source.TRACKED,
        source_ref="KTRMVA",
        played_on=begin.date(),
        started_at=begin,
        ended_at=begin + datetime.timedelta(minutes=125),
        board="Practice board",
        end="turn_8",
        sheet_json=msgspec.json.encode(SHEET).decode(),
        seats=(
            SeatDraft("A", 1, "Ada", "blue"),
            SeatDraft("B", 2, "Ben", "red"),
            SeatDraft("C", 3, "Cy", "green"),
        ),
    )
    return msgspec.structs.replace(base, **changes)


def totals_draft(club: Club, results: dict[str, int], **changes: Any) -> PlayDraft:
    """Return the draft of a typed-in play of which totals alone are known, by the players' names."""
    letters = "ABCDEF"[: len(results)]
    sheet = Totals(
        {seat: SeatTotal(total) for seat, total in zip(letters, results.values(), strict=True)}
    )
    seats = tuple(
        SeatDraft(letter, order, name, "", get_or_create_player(club.pk, name).pk)
        for order, (letter, name) in enumerate(zip(letters, results, strict=True), 1)
    )
    fields: dict[str, Any] = {
        "source": Play.Source.TYPED,
        "source_ref": "",
        "started_at": None,
        "ended_at": None,
        "board": "",
        "end": "",
        "sheet_json": msgspec.json.encode(sheet).decode(),
        "totals_only": True,
        "seats": seats,
    }
    return play_draft(club, **(fields | changes))
