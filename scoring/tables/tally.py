"""What every title's tally is made of: lines, totals, and places with ties shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One scored item of a seat: `count` of `item` gives `points` by the digest's `rule`."""

    item: str
    count: int
    points: int
    rule: str
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)


class SeatTally(msgspec.Struct, frozen=True):
    """A seat's lines with their sum, its place (ties shared: 1, 2, 2, 4) and whether it wins."""

    seat: str
    lines: tuple[Line, ...]
    total: int
    rank: int
    winner: bool


class Tally(msgspec.Struct, frozen=True):
    """The whole final count: every seat once, in seat order; `tie_break` names the rule that decided, if any."""

    seats: tuple[SeatTally, ...]
    tie_break: str = ""

    def of(self, seat: str) -> SeatTally:
        """Return one seat's tally, or raise `KeyError`."""
        for tally in self.seats:
            if tally.seat == seat:
                return tally
        raise KeyError(seat)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the seats in first place."""
        return tuple(tally.seat for tally in self.seats if tally.winner)


def places(keys: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return each seat's place by descending key (points first, then tie-breakers); equal keys share one."""
    ordered = sorted(map(tuple, keys.values()), reverse=True)
    return {seat: ordered.index(tuple(key)) + 1 for seat, key in keys.items()}


def tally_lines(
    lines: Mapping[str, Sequence[Line]],
    tie_breakers: Mapping[str, Sequence[int]] | None = None,
    tie_break_rule: str = "",
) -> Tally:
    """Return the tally of each seat's lines; higher totals win, ties go to the higher tie-breakers.

    `tie_break` of the result is set only where the tie-breakers changed a place.
    """
    totals = {seat: sum(line.points for line in own) for seat, own in lines.items()}
    plain = places({seat: (total,) for seat, total in totals.items()})
    ranks = places(
        {seat: (total, *(tie_breakers or {}).get(seat, ())) for seat, total in totals.items()}
    )
    return Tally(
        tuple(
            SeatTally(seat, tuple(own), totals[seat], ranks[seat], ranks[seat] == 1)
            for seat, own in lines.items()
        ),
        tie_break_rule if ranks != plain else "",
    )
