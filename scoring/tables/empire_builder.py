"""Empire Builder: cash against the goal, major cities joined, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from scoring.tables.sheets import Built, Item, Part, SheetForm, Variant
from scoring.tables.tally import Line, SeatTally, Tally, places

KEY = "empire_builder"
NAME = "Empire Builder"
PLAYERS = (2, 6)

START_CASH = 40
FAST_CASH = 60
"""Cash at the start, in millions; with a fast start. Rules EB-25 and EB-68."""

GOAL = 250
"""Cash that wins, in millions. Rule EB-61: How to Win."""

MAJORS = 5
"""Major cities that a line must join in the Empire Builder game. Rule EB-63: How to Win."""

Mode = Literal["basic", "eb", "sudden"]
Millions = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99_999)]


class SeatScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat has at the end. Only cash wins; the rest is told beside it. Rule EB-61."""

    cash: Millions
    cities: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    """Major cities in the largest connected line."""
    deliveries: Count = 0
    payoffs: Millions = 0
    sections: Count = 0
    fees: Millions = 0
    """Use fees earned from the other players."""
    waiting: bool = False
    """The table has wins claimed in one's own turn, and it is not this seat's (decision A28)."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score sheet: the way of winning with its figures, and every seat.

    `richest` says that of several who meet the goal the one with most cash wins (decision A29).
    """

    seats: dict[str, SeatScore]
    mode: Mode = "basic"
    goal: Annotated[int, msgspec.Meta(ge=1, le=999)] = GOAL
    majors: Annotated[int, msgspec.Meta(ge=1, le=20)] = MAJORS
    richest: bool = False


def qualifies(sheet: Sheet, seat: str) -> bool:
    """Say whether a seat meets what wins: the cash, and in its game the cities. Rules EB-61, EB-63."""
    own = sheet.seats[seat]
    joined = sheet.mode != "eb" or own.cities >= sheet.majors
    return own.cash >= sheet.goal and joined and not own.waiting


def winners(sheet: Sheet) -> tuple[str, ...]:
    """Return who has won, if anybody: ties are shared. Rules EB-61, EB-63, EB-67."""
    most = max((own.cash for own in sheet.seats.values()), default=0)
    if sheet.mode == "sudden":
        return tuple(seat for seat, own in sheet.seats.items() if own.cash == most)
    found = [seat for seat in sheet.seats if qualifies(sheet, seat)]
    if sheet.richest:
        most = max((sheet.seats[seat].cash for seat in found), default=0)
        found = [seat for seat in found if sheet.seats[seat].cash == most]
    return tuple(found)


def tally(sheet: Sheet) -> Tally:
    """Return the final count: cash alone makes points; who meets the goal comes first.

    While nobody meets it, most cash leads: a game called off early is counted like that.
    Rules EB-61 to EB-63 and EB-67: How to Win.
    """
    won = winners(sheet)
    ranks = places(
        {
            seat: (1, 0, 0) if seat in won else (0, qualifies(sheet, seat), own.cash)
            for seat, own in sheet.seats.items()
        }
    )
    return Tally(
        tuple(
            SeatTally(seat, _lines(sheet, own), own.cash, ranks[seat], ranks[seat] == 1)
            for seat, own in sheet.seats.items()
        )
    )


def _lines(sheet: Sheet, own: SeatScore) -> tuple[Line, ...]:
    goal: dict[str, int | str] = {"goal": sheet.goal} if sheet.mode != "sudden" else {}
    joined: dict[str, int | str] = {"majors": sheet.majors} if sheet.mode == "eb" else {}
    return (
        Line("cash", own.cash, own.cash, "EB-67" if sheet.mode == "sudden" else "EB-61", goal),
        Line("cities", own.cities, 0, "EB-63", joined),
        Line("deliveries", own.deliveries, 0, "EB-59", {"payoffs": own.payoffs}),
        Line("sections", own.sections, 0, "EB-34"),
        Line("fees", own.fees, 0, "EB-57"),
    )


def _finish(built: Built, options: Mapping[str, str], seats: Sequence[str]) -> Built:
    """Take the way of winning from the variant played. Rules EB-61, EB-63 and EB-67."""
    return built | {"mode": options.get("mode", "basic")}


FORM = SheetForm(
    (
        Part(
            "seat",
            "seats",
            (
                Item("cash", "Cash", "In millions."),
                Item("cities", "Major cities joined", "In the largest connected line."),
            ),
        ),
        Part(
            "seat",
            "seats",
            (
                Item("deliveries", "Deliveries"),
                Item("payoffs", "Paid for them", "In millions."),
                Item("sections", "Track sections"),
                Item("fees", "Use fees earned", "In millions."),
            ),
            label="Told beside it",
            more=True,
        ),
        Part(
            "table",
            "",
            (
                Item("goal", "Cash that wins", "In millions."),
                Item("majors", "Major cities to join"),
            ),
            label="The goal",
            more=True,
        ),
    ),
    colours=("red", "blue", "green", "orange", "purple", "black"),
    variants=(
        Variant(
            "mode",
            "How to win",
            (("basic", "basic game"), ("eb", "Empire Builder"), ("sudden", "sudden death")),
        ),
        Variant("fast", "Fast start", (("no", "no"), ("yes", "yes"))),
        Variant("trains", "Trains of each player", (("one", "one"), ("two", "two"))),
        Variant("branch", "Building from any player’s track", (("no", "no"), ("yes", "yes"))),
        Variant("trade", "Selling and trading track", (("no", "no"), ("yes", "yes"))),
    ),
    finish=_finish,
)
"""The score sheet as it is filled in. Rules EB-61 to EB-70: How to Win, Optional rules."""
