"""What is known of Continental Divide without its rules: players, options, ends, colours."""

from __future__ import annotations

from typing import Literal

from games.engine.codec import Value
from games.engine.title import Choice, Meta, Option, Secrets, Table
from scoring.tables.continental_divide import KEY, NAME, PLAYERS


class Options(Value, frozen=True):
    """The table's choices where the rules are open: digest decisions A1, A2, A3, A16, and attesting."""

    lines: Literal["per_railroad", "one", "several"] = "per_railroad"
    through: Literal["no", "yes"] = "no"
    start_hexes: Literal["one", "per_city"] = "one"
    cash: Literal["open", "hidden"] = "open"
    attested: Literal["allowed", "refused"] = "allowed"


def secrets(table: Table) -> Secrets:
    """Return what the table hides: cash, if it says so (decision A16)."""
    options: Options = table.options
    if options.cash == "open":
        return Secrets()
    return Secrets(cash=True, parts=("money/*", "money/bank"))


META = Meta(
    key=KEY,
    name=NAME,
    credit="Designed by John Bohrer, published by Winsome Games",
    players=PLAYERS,
    rules_version=1,
    options=(
        Option(
            "lines",
            "Lines of track in a player's turn",
            (
                Choice("per_railroad", "one for each railroad"),
                Choice("one", "one in all"),
                Choice("several", "any number"),
            ),
            "A1",
            "The rules speak of one straight line, and of building for several railroads.",
        ),
        Option(
            "through",
            "A line over the railroad's own track",
            (
                Choice("no", "not allowed: each hex of the line gets a new cube"),
                Choice("yes", "allowed: hexes already built count as part of the line"),
            ),
            "A2",
        ),
        Option(
            "start_hexes",
            "Starting-city hexes a railroad may occupy",
            (Choice("one", "one in all"), Choice("per_city", "one in each city")),
            "A3",
        ),
        Option(
            "cash",
            "Players' cash",
            (Choice("open", "shown to all"), Choice("hidden", "shown only to its owner")),
            "A16",
        ),
        Option(
            "attested",
            "Track entered by its totals",
            (
                Choice("allowed", "allowed where the chart does not know the hexes"),
                Choice("refused", "refused: every hex is entered"),
            ),
            "CD-29",
            "Totals cannot be checked against the hexes; the table answers for them.",
        ),
    ),
    ends=(("turn_8", "Turn 8 was played and its dividends were paid."),),
    colours=(
        Choice("blue", "Blue"),
        Choice("orange", "Orange"),
        Choice("green", "Green"),
        Choice("purple", "Purple"),
        Choice("brown", "Brown"),
        Choice("black", "Black"),
    ),
    minutes=120,
    board_noun="map",
)
