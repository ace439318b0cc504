"""20th Century Limited: the table of Regionals and the final count of points."""

from __future__ import annotations

from typing import Annotated

import msgspec

from scoring.tables.sheets import Item, Part, SheetForm
from scoring.tables.tally import Line, Tally, tally_lines

KEY = "twentieth_century_limited"
NAME = "20th Century Limited"
PLAYERS = (2, 5)

REGIONAL_POINTS = (0, 3, 9, 18, 30, 45, 62, 81, 100)
"""Points by the number of Regionals completed. Rule TCL-62: Number of Cards, Victory Points."""

WAIVER_POINTS = 1
"""Points for an Entry Waiver held at the end. Rule TCL-64: Ending the Game."""

MOST_CARDS = 8
"""Regionals, and Companies, that one player can complete. Rules TCL-58 and TCL-62, decision Q16."""

Regionals = Annotated[int, msgspec.Meta(ge=0, le=MOST_CARDS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Waivers = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat has: Regionals completed, the printed values of Companies and Bonus cards, waivers."""

    regionals: Regionals = 0
    companies: Annotated[tuple[Points, ...], msgspec.Meta(max_length=MOST_CARDS)] = ()
    bonus: Annotated[tuple[Points, ...], msgspec.Meta(max_length=9)] = ()
    waivers: Waivers = 0

    @property
    def cards(self) -> int:
        """Return how many Companies and Regionals were completed. Rule TCL-65, decision Q18."""
        return self.regionals + len(self.companies)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score sheet: what every seat has at the end."""

    seats: dict[str, Holding]


def tally(sheet: Sheet) -> Tally:
    """Return the final count; ties go to the seat with more Companies and Regionals, then are shared.

    Rules TCL-61 to TCL-65: Ending the Game.
    """
    return tally_lines(
        {seat: _lines(holding) for seat, holding in sheet.seats.items()},
        {seat: (holding.cards,) for seat, holding in sheet.seats.items()},
        "TCL-65",
    )


def _lines(holding: Holding) -> list[Line]:
    count = holding.regionals
    lines = (
        Line("regionals", count, REGIONAL_POINTS[count], "TCL-62"),
        Line("companies", len(holding.companies), sum(holding.companies), "TCL-63"),
        Line("bonus", len(holding.bonus), sum(holding.bonus), "TCL-63"),
        Line("waivers", holding.waivers, holding.waivers * WAIVER_POINTS, "TCL-64"),
    )
    return [line for line in lines if line.count]


FORM = SheetForm(
    (
        Part(
            "seat",
            "seats",
            (
                Item("regionals", "Regionals completed"),
                Item("companies", "Companies completed", "Their printed values, such as 7 9 12."),
                Item("bonus", "Bonus cards", "Their printed values."),
                Item("waivers", "Entry Waivers left"),
            ),
        ),
    ),
    colours=("red", "green", "blue", "yellow", "black"),
)
"""The score sheet as it is filled in. Rules TCL-61 to TCL-64: Ending the Game."""
