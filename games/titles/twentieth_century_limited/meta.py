"""What is known of 20th Century Limited without its rules: players, options, ends, colours."""

from __future__ import annotations

from typing import Literal

from games.engine.codec import Value
from games.engine.title import Choice, Meta, Option, Secrets, Table
from scoring.tables.twentieth_century_limited import KEY, NAME, PLAYERS

WaiverRoute = Literal["own", "total", "needed"]


class Options(Value, frozen=True):
    """The table's choices where the rules are open: the options of the digest's section 3.2."""

    waiver_route: WaiverRoute = "own"
    company_draw: Literal["either", "deck"] = "either"
    skip_late: Literal["allowed", "refused"] = "allowed"
    bonus_per_turn: Literal["one", "any", "automatic"] = "one"
    open_stacks: Literal["closed", "open"] = "closed"


def secrets(table: Table) -> Secrets:
    """Return what the table hides: score stacks and what they count to, unless they are open (Q20)."""
    options: Options = table.options
    if options.open_stacks == "open":
        return Secrets()
    return Secrets(points=True, moves=("regional", "company", "bonus"), parts=("players/*/stack",))


META = Meta(
    key=KEY,
    name=NAME,
    credit="Designed by Carla and Jeff Horger, published by Rio Grande Games",
    players=PLAYERS,
    rules_version=1,
    options=(
        Option(
            "waiver_route",
            "Routes over others' track",
            (
                Choice(
                    "own", "the player elects them; then as few own segments as possible come off"
                ),
                Choice(
                    "total", "the shortest route in all over own track and the segments elected"
                ),
                Choice("needed", "only where own track alone does not join the cities"),
            ),
            "Q02",
            "The rules let a player who is unable or unwilling use others' track.",
        ),
        Option(
            "company_draw",
            "The new Company card after scoring",
            (Choice("either", "from the deck or face up"), Choice("deck", "from the deck")),
            "Q07",
        ),
        Option(
            "skip_late",
            "Skipping an Era when no deck is left to draw from",
            (Choice("allowed", "allowed; nothing is drawn"), Choice("refused", "not allowed")),
            "Q10",
        ),
        Option(
            "bonus_per_turn",
            "Claiming Bonus cards",
            (
                Choice("one", "one in a turn, when its player claims it"),
                Choice("any", "any number in a turn, when their player claims them"),
                Choice("automatic", "the first to reach a known one has it at once"),
            ),
            "Q13",
        ),
        Option(
            "open_stacks",
            "Score stacks and points",
            (
                Choice("closed", "only the latest card is shown to others"),
                Choice("open", "shown to all"),
            ),
            "Q20",
        ),
    ),
    ends=(
        ("regionals", "A player completed all eight Regionals, and the round was played out."),
        ("companies", "A player completed eight Companies, and the round was played out."),
    ),
    colours=(
        Choice("red", "Red"),
        Choice("green", "Green"),
        Choice("blue", "Blue"),
        Choice("yellow", "Yellow"),
        Choice("black", "Black"),
    ),
    minutes=90,
)
