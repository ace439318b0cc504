"""Central Pacific: the final count of rails, cities and the Golden Spike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from scoring.tables.sheets import Built, Item, Part, SheetForm, Variant
from scoring.tables.tally import Line, Tally, tally_lines

KEY = "central_pacific"
NAME = "Central Pacific"
PLAYERS = (2, 4)

RAIL_POINTS = 1
"""Points of a rail or tunnel tile in a line one controls. Rule CP-71: Winning the game a)."""

SPIKE_POINTS = 10
"""Points of the Golden Spike. Rules CP-46 and CP-73: Winning the game c)."""

TEAM_SEATS = 4
"""Players that it takes for teams. Rule CP-07."""

Where = Annotated[str, msgspec.Meta(max_length=60)]


class LineScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that is controlled at the end: the rails left of it, and where it runs ("E1-E4")."""

    rails: Annotated[int, msgspec.Meta(ge=0, le=100)]
    where: Where = ""


class CityScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city at which all controlled lines are one side's: its number, and where it lies."""

    number: Annotated[int, msgspec.Meta(ge=1, le=9)]
    where: Where = ""


class SideScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player, or a team, has at the end."""

    lines: tuple[LineScore, ...] = ()
    cities: tuple[CityScore, ...] = ()
    spike: bool = False


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score sheet: what each side has, and the side of every seat that plays for another's.

    A side is named by a seat letter. Without teams `partners` is empty and every seat is a side.
    """

    sides: dict[str, SideScore]
    partners: dict[str, str] = msgspec.field(default_factory=dict)


def side_lines(side: SideScore) -> list[Line]:
    """Return a side's scored lines. Rules CP-71 to CP-73: Winning the game."""
    lines = [
        Line("rail", line.rails, line.rails * RAIL_POINTS, "CP-71", {"where": line.where})
        for line in side.lines
        if line.rails
    ]
    lines += [
        Line("city", 1, city.number, "CP-72", {"where": city.where, "number": city.number})
        for city in side.cities
    ]
    if side.spike:
        lines.append(Line("spike", 1, SPIKE_POINTS, "CP-73"))
    return lines


def tally(sheet: Sheet) -> Tally:
    """Return the final count; a tie goes to who holds the Golden Spike, else it is shared.

    In teams both partners have the team's lines and place. Raises `KeyError` where a partner's side
    is not on the sheet. Rules CP-71 to CP-74, decisions Q27 and Q28.
    """
    sides = {seat: seat for seat in sheet.sides} | dict(sheet.partners)
    scores: Mapping[str, SideScore] = {seat: sheet.sides[side] for seat, side in sides.items()}
    return tally_lines(
        {seat: side_lines(score) for seat, score in scores.items()},
        {seat: (int(score.spike),) for seat, score in scores.items()},
        "CP-74",
    )


def _finish(built: Built, options: Mapping[str, str], seats: Sequence[str]) -> Built:
    """Pair the seats where teams play: first and third against second and fourth. Rule CP-07."""
    if options.get("teams") != "on":
        return built | {"partners": {}}
    if len(seats) != TEAM_SEATS:
        raise ValueError("Teams are for four players.")
    return built | {"partners": {seats[2]: seats[0], seats[3]: seats[1]}}


FORM = SheetForm(
    (
        Part(
            "seat",
            "sides",
            (
                Item("lines", "Rails of each line controlled", "One number a line, such as 5 8 3."),
                Item("cities", "Cities controlled", "Their numbers, such as 2 4 4."),
                Item("spike", "Golden Spike", once=True),
            ),
        ),
    ),
    colours=("red", "blue", "green", "yellow"),
    variants=(
        Variant(
            "teams",
            "Teams",
            (
                ("off", "everybody plays alone"),
                ("on", "two teams; the first two seats have the teams’ lines"),
            ),
        ),
    ),
    finish=_finish,
)
"""The score sheet as it is filled in. Rules CP-71 to CP-73: Winning the game."""
