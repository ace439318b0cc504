"""Continental Divide: start money, dividends, share prices, and the final count of victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from scoring.tables.sheets import Item, Part, SheetForm
from scoring.tables.tally import Line, Tally, tally_lines

KEY = "continental_divide"
NAME = "Continental Divide"
PLAYERS = (3, 6)

START_CASH: Mapping[int, int] = {3: 80, 4: 60, 5: 48, 6: 40}
"""Start money per player by the number of players, in dollars. Rule CD-03: Setting Up."""

Port = Literal["", "San Diego", "Los Angeles", "San Francisco", "Portland", "Seattle"]

PORT_POINTS: Mapping[Port, int] = {
    "San Diego": 1,
    "Los Angeles": 1,
    "San Francisco": 1,
    "Portland": 1,
    "Seattle": 2,
}
"""Victory points a share is worth by its railroad's port. Rule CD-55: Award VP."""

CENTRAL_POINTS = 1
WESTERN_POINTS = 1
DIVIDE_POINTS = 2
"""Victory points a share is worth by where its railroad has been. Rule CD-54: Award VP."""

SOLD_OUT_POINTS = 1
"""Victory points a share is worth if its railroad has none unsold. Rule CD-56: Award VP."""

Shares = Annotated[int, msgspec.Meta(ge=0, le=10)]


def dividend(income: int, issued: int) -> int:
    """Return the dividend per share in dollars: income by issued shares, rounded up.

    Raises `ZeroDivisionError` when no share is issued. Rule CD-45: Pay Dividends.
    """
    return -(-income // issued)


def remainder(income: int, issued: int, sold: int) -> int:
    """Return what the railroad keeps of its income in dollars, never below zero.

    Rules CD-47 and CD-48: Pay Dividends.
    """
    return max(0, income - dividend(income, issued) * sold)


def minimum_price(value: int, income: int, issued: int) -> int:
    """Return the least a share of an existing railroad costs now, in dollars.

    Rule CD-22: Existing Railroad.
    """
    return value + dividend(income, issued)


class RailroadScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a railroad counts at the end: its flags, its port, and its unsold shares."""

    central: bool = False
    western: bool = False
    divide: bool = False
    port: Port = ""
    unsold: Shares = 0


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score sheet: every started railroad, and the shares of every seat (none: an empty mapping)."""

    railroads: dict[str, RailroadScore]
    shares: dict[str, dict[str, Shares]]


def points(railroad: RailroadScore) -> tuple[tuple[str, int, str], ...]:
    """Return what one share is worth as (item, points, rule), items worth nothing left out.

    Rules CD-54, CD-55 and CD-56: Award VP.
    """
    items = (
        ("central", CENTRAL_POINTS if railroad.central else 0, "CD-54"),
        ("western", WESTERN_POINTS if railroad.western else 0, "CD-54"),
        ("divide", DIVIDE_POINTS if railroad.divide else 0, "CD-54"),
        ("port", PORT_POINTS.get(railroad.port, 0), "CD-55"),
        ("sold_out", SOLD_OUT_POINTS if railroad.unsold == 0 else 0, "CD-56"),
    )
    return tuple(item for item in items if item[1])


def points_per_share(railroad: RailroadScore) -> int:
    """Return the victory points of one share, 0 to 7. Rules CD-54 to CD-56: Award VP."""
    return sum(worth for _, worth, _ in points(railroad))


def tally(sheet: Sheet) -> Tally:
    """Return the final count: a line per railroad held and item, ties shared, money worth nothing.

    Raises `KeyError` when a seat holds shares of a railroad that is not on the sheet.
    Rules CD-54 to CD-57: Award VP.
    """
    return tally_lines({seat: _lines(sheet, held) for seat, held in sheet.shares.items()})


def _lines(sheet: Sheet, held: Mapping[str, int]) -> list[Line]:
    lines = []
    for key, count in held.items():
        railroad = sheet.railroads[key]
        for item, worth, rule in points(railroad):
            facts: dict[str, int | str] = {"railroad": key, "each": worth}
            if item == "port":
                facts["port"] = railroad.port
            if count:
                lines.append(Line(item, count, count * worth, rule, facts))
    return lines


RAILROADS = ("red", "blue", "green", "tan", "gray", "yellow", "orange", "purple")
"""The eight railroads, by colour. Rule CD-02: Components."""

FORM = SheetForm(
    (
        Part(
            "seat",
            "shares",
            tuple(Item(key, key.capitalize()) for key in RAILROADS),
            label="Shares",
        ),
        Part(
            "key",
            "railroads",
            (
                Item("central", "Been in the Central Region"),
                Item("western", "Been in the Western Region"),
                Item("divide", "Been across the Divide"),
                Item("port", "Port reached", words={"": "none"}),
                Item("unsold", "Shares unsold", "0: all are sold."),
            ),
            keys=tuple((key, key.capitalize()) for key in RAILROADS),
        ),
    ),
    colours=("blue", "orange", "green", "purple", "brown", "black"),
)
"""The score sheet as it is filled in. Rules CD-54 to CD-56: Award VP."""
