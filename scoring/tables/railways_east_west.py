"""Railways of the World, Eastern + Western USA: the printed steps, the sheet, and the final count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from scoring.tables.sheets import Built, Item, Part, SheetForm, Variant
from scoring.tables.tally import Line, Tally, places, tally_lines

KEY = "railways_east_west"
NAME = "Railways of the World, Eastern + Western USA"
PLAYERS = (2, 6)

WESTERN_STEPS = ((9, 8, 5), (6, 5, 3), (3, 3, 1), (1, 1, 0))
"""From so many links on: points, and thousands of dollars. Rule REW-45: phase 2 deliveries."""

OCEAN_POINTS = (20, 15, 10, 5)
"""Points of the East Coast to West Coast line, in order of completion. Rule REW-61: Addendum."""

RAW_MAJORITY = 5
"""Points for the most raw materials delivered, to each of those tied. Rules REW-56 and REW-62."""

CASH_PER_POINT = 10
"""Thousands of dollars in cash that are worth a point. Rule REW-57: Game end."""

BOND_PENALTY = 1
"""Points a bond costs that is still held. Rules REW-55 and RB-18."""

Points = Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
Gains = Annotated[
    dict[Annotated[str, msgspec.Meta(pattern=r"^[a-z_]{1,20}(?![\s\S])")], Points],
    msgspec.Meta(max_length=20),
]

TRACK_RULES: Mapping[str, str] = {
    "told": "REW-44",
    "links": "RB-14",
    "settlers": "REW-27",
    "raw": "REW-38",
    "lines": "REW-58",
    "ocean": "REW-61",
    "hotels": "RB-20",
    "bounties": "RB-21",
    "east_baron": "REW-31",
    "change": "REW-32",
    "discards": "REW-34",
}
"""What moves a marker on the score track, and the rule it rests on."""


def western_step(links: int) -> tuple[int, int]:
    """Return the points and the thousands of dollars of a phase 2 delivery over so many links. REW-45."""
    return next(((points, cash) for least, points, cash in WESTERN_STEPS if links >= least), (0, 0))


def ocean_points(rank: int) -> int:
    """Return the points of the player who is the rank-th to join the coasts, 0 from the fifth on. REW-61."""
    return OCEAN_POINTS[rank - 1] if 1 <= rank <= len(OCEAN_POINTS) else 0


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat has at the end: its steps on the score track by their source, and the rest.

    `west` and `east` are the points of barons met at the end, `ocean` says that a line joins the coasts.
    """

    track: Gains = msgspec.field(default_factory=dict)
    west: Amount = 0
    east: Amount = 0
    bonds: Amount = 0
    raw: Amount = 0
    cash: Amount = 0
    ocean: bool = False

    @property
    def score(self) -> int:
        """Return where the marker stands on the score track. Rule REW-44."""
        return sum(self.track.values())


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score sheet, with what the table has decided: how to win, nobody joined, ties.

    Rule REW-02, decisions A28 and A31.
    """

    seats: dict[str, Holding]
    win: Literal["conv", "tc"] = "conv"
    nobody: Literal["nobody", "points"] = "nobody"
    tie: Literal["cash", "bonds", "shared"] = "cash"


def tally(sheet: Sheet) -> Tally:
    """Return the final count. Rules REW-02 and REW-55 to REW-57, decisions A28, A31 and A33.

    Where the winner must have joined the coasts, those who did rank before all others; if nobody
    did, nobody wins unless the table plays for points then.
    """
    most = max((holding.raw for holding in sheet.seats.values()), default=0)
    lines = {seat: _lines(holding, most) for seat, holding in sheet.seats.items()}
    ties = {seat: _tie(sheet, holding) for seat, holding in sheet.seats.items()}
    count = tally_lines(lines, ties, "A31")
    if sheet.win == "conv":
        return count
    joined = {seat for seat, holding in sheet.seats.items() if holding.ocean}
    if not joined:
        return count if sheet.nobody == "points" else _without_winner(count)
    return _joined_first(count, joined, ties)


def _tie(sheet: Sheet, holding: Holding) -> tuple[int, ...]:
    return {"cash": (holding.cash,), "bonds": (-holding.bonds,), "shared": ()}[sheet.tie]


def _lines(holding: Holding, most: int) -> list[Line]:
    found = [
        Line(item, points, points, TRACK_RULES.get(item, "REW-44"))
        for item, points in holding.track.items()
        if points
    ]
    majority = RAW_MAJORITY if holding.raw and holding.raw == most else 0
    rest = (
        Line("west_baron", 1, holding.west, "REW-55"),
        Line("late_baron", 1, holding.east, "REW-31"),
        Line("bonds", holding.bonds, -BOND_PENALTY * holding.bonds, "REW-55"),
        Line("raw_majority", holding.raw, majority, "REW-56"),
        Line("cash", holding.cash, holding.cash // CASH_PER_POINT, "REW-57"),
    )
    return found + [line for line in rest if line.points]


def _without_winner(count: Tally) -> Tally:
    return Tally(tuple(replace(seat, winner=False) for seat in count.seats), count.tie_break)


def _joined_first(count: Tally, joined: set[str], ties: Mapping[str, tuple[int, ...]]) -> Tally:
    keys = {seat.seat: (int(seat.seat in joined), seat.total) for seat in count.seats}
    plain = places(keys)
    ranks = places({seat: (*key, *ties[seat]) for seat, key in keys.items()})
    seats = tuple(
        replace(seat, rank=ranks[seat.seat], winner=ranks[seat.seat] == 1) for seat in count.seats
    )
    return Tally(seats, "A31" if ranks != plain else "")


def _finish(built: Built, options: Mapping[str, str], seats: Sequence[str]) -> Built:
    """Take what the table decided before the game from the variants. Rule REW-02, decision A31."""
    decided = {key: options[key] for key in ("win", "nobody", "tie") if key in options}
    for seat in seats:
        own = built["seats"][seat]
        own["track"] = {source: points for source, points in own.get("track", {}).items() if points}
    return built | decided


FORM = SheetForm(
    (
        Part(
            "seat",
            "seats",
            (
                Item("track.told", "Score track", "Where the marker stands at the end."),
                Item("cash", "Cash", "In thousands of dollars."),
                Item("bonds", "Bonds held"),
                Item("raw", "Raw materials delivered"),
                Item("west", "Western baron", "Points, if it was met."),
                Item("east", "Late eastern baron", "Points, if it was met."),
                Item("ocean", "Oceans joined"),
            ),
        ),
        Part(
            "seat",
            "seats",
            (
                Item("track.links", "Deliveries"),
                Item("track.settlers", "Settlers"),
                Item("track.raw", "Raw materials"),
                Item("track.lines", "Major lines"),
                Item("track.ocean", "Oceans joined"),
                Item("track.hotels", "Hotels"),
                Item("track.bounties", "Bounties"),
                Item("track.east_baron", "Eastern baron"),
                Item("track.change", "Bonds at the change"),
                Item("track.discards", "Bonds discarded"),
            ),
            label="Parts of the score track, counted beside the marker above",
            more=True,
        ),
    ),
    colours=("red", "blue", "green", "yellow", "purple", "black"),
    variants=(
        Variant(
            "win",
            "Who can win",
            (("conv", "whoever has most points"), ("tc", "only who has joined the oceans")),
        ),
        Variant(
            "nobody",
            "Nobody has joined the oceans",
            (("nobody", "nobody wins"), ("points", "most points win")),
        ),
        Variant(
            "tie",
            "A tie goes to",
            (("cash", "more cash"), ("bonds", "fewer bonds"), ("shared", "nobody: it is shared")),
        ),
    ),
    finish=_finish,
)
"""The score sheet as it is filled in. Rules REW-44 and REW-55 to REW-57: Game end."""
