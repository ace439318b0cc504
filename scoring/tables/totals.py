"""A result of which the totals alone are known: typed in quickly, or imported."""

from __future__ import annotations

from typing import Annotated

import msgspec

from scoring.tables.tally import SeatTally, Tally, places

Total = Annotated[int, msgspec.Meta(ge=-9_999_999, le=9_999_999)]
Place = Annotated[int, msgspec.Meta(ge=1, le=99)]

_LAST = -10_000_000


class SeatTotal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a seat: its total, and its place where the totals do not say it."""

    total: Total | None = None
    place: Place | None = None


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The totals of every seat."""

    seats: dict[str, SeatTotal]


def tally(sheet: Totals) -> Tally:
    """Return the places: by total, except that given places decide where every seat has one, and ties.

    A seat without a total stands last. Equal totals share a place unless both have places given.
    """
    given = all(seat.place is not None for seat in sheet.seats.values())
    ranks = places(
        {
            key: (-(seat.place or 0),)
            if given
            else (_LAST if seat.total is None else seat.total, -(seat.place or 0))
            for key, seat in sheet.seats.items()
        }
    )
    return Tally(
        tuple(
            SeatTally(key, (), seat.total or 0, ranks[key], ranks[key] == 1)
            for key, seat in sheet.seats.items()
        )
    )
