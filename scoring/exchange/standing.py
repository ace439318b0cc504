"""Who stands where in a play that was read: by places, by wins and points, or by points alone."""

from __future__ import annotations

from scoring.exchange.record import PlayRecord, SeatRecord

MOST_POINTS = 9_999_999
"""A sheet of totals takes no more; a larger number is kept as it was written."""

Stand = tuple[int | None, int | None]


def stands(record: PlayRecord) -> list[Stand] | None:
    """Return each seat's total and its place where totals do not say it; None if nobody can be placed.

    Places that the file gives for all seats are kept. Else those it names winners come first, and the
    others by points; if it names none, points alone decide. Equal ones share a place.
    """
    totals = [_total(seat) for seat in record.seats]
    keys = _keys(record, totals)
    if keys is None:
        return None
    ranks = _ranks(keys)
    known = [total for total in totals if total is not None]
    if len(known) == len(totals) and ranks == _ranks([(total, 0) for total in known]):
        return [(total, None) for total in totals]
    return list(zip(totals, ranks, strict=True))


def _ranks(keys: list[tuple[int, int]]) -> list[int | None]:
    order = sorted(keys, reverse=True)
    return [order.index(key) + 1 for key in keys]


def _total(seat: SeatRecord) -> int | None:
    return seat.total if seat.total is not None and abs(seat.total) <= MOST_POINTS else None


def _keys(record: PlayRecord, totals: list[int | None]) -> list[tuple[int, int]] | None:
    """Return what seats are ordered by, the highest first."""
    ranks = [seat.rank for seat in record.seats]
    if all(rank is not None for rank in ranks):
        return [(-(rank or 0), 0) for rank in ranks]
    sign = -1 if record.lower_wins else 1
    least = min((sign * total for total in totals if total is not None), default=0) - 1
    points = [least if total is None else sign * total for total in totals]
    wins = [bool(seat.winner) for seat in record.seats]
    if any(wins):
        return [(int(win), each) for win, each in zip(wins, points, strict=True)]
    if all(total is None for total in totals):
        return None
    return [(0, each) for each in points]
