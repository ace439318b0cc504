"""Working a play's sheet out into points, places and lines."""

from __future__ import annotations

import msgspec
from django.db import transaction

from scoring.errors import NotFound
from scoring.models import Play, Score
from scoring.registry import SCORE_TABLES
from scoring.services.stats import mark_play
from scoring.signals import play_tallied
from scoring.tables import totals
from scoring.tables.tally import SeatTally, Tally


@transaction.atomic
def tally_play(play_id: int) -> Play:
    """Work a play's sheet out into points, places and lines; return the play.

    Doing it again gives the same. A sheet that is not one of its title, or does not fit the seats,
    sets the play to failed with the reason. Raises `NotFound` if there is no such play.
    """
    play = Play.objects.select_for_update().filter(pk=play_id).first()
    if play is None:
        raise NotFound("no_play")
    mark_play(play)
    scores = {score.seat: score for score in play.scores.all()}
    try:
        tally = tally_of(play)
        _check_seats(tally, scores)
    except (msgspec.MsgspecError, LookupError, ValueError) as error:
        play.scores.update(total=None, rank=None, winner=False, lines=[])
        return _settle(play, Play.TallyState.FAILED, note=_reason(error))
    unknown = seats_without_total(play)
    for seat in tally.seats:
        _write_score(scores[seat.seat], seat, seat.seat not in unknown)
    _settle(play, Play.TallyState.DONE, tie_break=tally.tie_break, winners=len(tally.winners))
    play_tallied.send(sender=Play, play_id=play.pk)
    return play


def tally_of(play: Play) -> Tally:
    """Return what a play's sheet comes to.

    Raises `msgspec.MsgspecError`, `LookupError` or `ValueError` for a sheet that is not one of its title.
    """
    table = SCORE_TABLES.get(play.title)
    if table is None:
        raise ValueError(f"There is no score table for {play.title}.")
    if play.totals_only:
        return totals.tally(msgspec.json.decode(play.sheet, type=totals.Totals))
    return table.tally(msgspec.json.decode(play.sheet, type=table.sheet_type))


def seats_without_total(play: Play) -> frozenset[str]:
    """Return the seats of which no total is known, only a place at best."""
    if not play.totals_only:
        return frozenset()
    sheet = msgspec.json.decode(play.sheet, type=totals.Totals)
    return frozenset(key for key, seat in sheet.seats.items() if seat.total is None)


def _reason(error: Exception) -> str:
    if isinstance(error, LookupError):
        return f"The sheet counts {error}, which is not on it."
    return str(error)


def _check_seats(tally: Tally, scores: dict[str, Score]) -> None:
    counted = [seat.seat for seat in tally.seats]
    if sorted(counted) != sorted(scores):
        raise ValueError(
            f"The sheet has seats {', '.join(counted)}; the play has {', '.join(scores)}."
        )


def _write_score(score: Score, seat: SeatTally, known: bool) -> None:
    score.total, score.rank, score.winner = seat.total if known else None, seat.rank, seat.winner
    score.lines = msgspec.to_builtins(seat.lines)
    score.save(update_fields=["total", "rank", "winner", "lines"])


def _settle(
    play: Play, state: Play.TallyState, *, note: str = "", tie_break: str = "", winners: int = 0
) -> Play:
    play.tally_state, play.tally_note, play.tie_break = state, note, tie_break
    play.winners = winners
    play.save(update_fields=["tally_state", "tally_note", "tie_break", "winners", "updated_at"])
    return play
