"""What is known of Central Pacific without its rules: players, options, ends, colours."""

from __future__ import annotations

from typing import Literal

from games.engine.codec import Value
from games.engine.title import Choice, Meta, Option
from scoring.tables.central_pacific import KEY, NAME, PLAYERS

Switch = Literal["off", "on"]
SwitchedOn = Literal["on", "off"]
Trains = Literal["set", "3", "4", "5", "6", "7", "8", "9"]


class Options(Value, frozen=True):
    """The table's choices where the rules are open: the options of the digest's section 3."""

    teams: Switch = "off"
    edge: Literal["strict", "lenient"] = "strict"
    board_edge: Literal["allow", "forbid"] = "allow"
    terrain_in_network: SwitchedOn = "on"
    relink_steals: Switch = "off"
    spike_turn_merge: Literal["keep", "forbid", "choose"] = "keep"
    stuck_ends_with_pool: Switch = "off"
    special_cap: Literal["five", "hand"] = "five"
    auto_trim: SwitchedOn = "on"
    trim_through_cities: Switch = "off"
    trains: Trains = "set"
    tiles: Literal["open", "checked"] = "open"


def _switch(key: str, label: str, off: str, on: str, rule: str, *, default: bool = False) -> Option:
    choices = (Choice("off", off), Choice("on", on))
    return Option(key, label, choices[::-1] if default else choices, rule)


META = Meta(
    key=KEY,
    name=NAME,
    credit="Designed by Steve Jones, published by Blue Panther",
    players=PLAYERS,
    rules_version=1,
    options=(
        _switch(
            "teams",
            "Teams",
            "everybody plays alone",
            "four players in two teams: first and third against second and fourth",
            "CP-07",
        ),
        Option(
            "edge",
            "A rail end against a blank side",
            (
                Choice("strict", "not allowed, in either direction"),
                Choice("lenient", "allowed where another side joins"),
            ),
            "Q03",
            "The rules speak of illegal connections without saying what they are.",
        ),
        Option(
            "board_edge",
            "A rail end off the board",
            (Choice("allow", "allowed: it connects to nothing"), Choice("forbid", "not allowed")),
            "Q04",
        ),
        _switch(
            "terrain_in_network",
            "Forests and mountains before the spike",
            "against any rail end",
            "only against a rail end of your network",
            "Q09",
            default=True,
        ),
        _switch(
            "relink_steals",
            "A branch brought back to a city of the line",
            "neither extends nor steals the line: a new city is needed",
            "extends or steals the line",
            "Q13",
        ),
        Option(
            "spike_turn_merge",
            "Running into another's line in the spike's turn",
            (
                Choice("keep", "allowed; the line grows and stays its owner's"),
                Choice("forbid", "not allowed"),
                Choice("choose", "the player chooses: the spike, or the lines"),
            ),
            "Q14",
        ),
        _switch(
            "stuck_ends_with_pool",
            "Nothing to lay while the pool has tiles",
            "discard: the game goes on",
            "ends the game as well",
            "Q18",
        ),
        Option(
            "special_cap",
            "Tiles laid after a special token",
            (Choice("five", "five at most"), Choice("hand", "the whole hand")),
            "Q19",
        ),
        _switch(
            "auto_trim",
            "Trimming at the end",
            "nobody takes up needless track of others",
            "needless track is taken up",
            "Q24",
            default=True,
        ),
        _switch(
            "trim_through_cities",
            "What is left of a line",
            "hangs together without its cities",
            "may run through the line's own cities",
            "Q24",
        ),
        Option(
            "trains",
            "Trains of each colour",
            (
                Choice("set", "as the tile set says, else seven"),
                *(Choice(str(count), str(count)) for count in range(3, 10)),
            ),
            "Q29",
        ),
        Option(
            "tiles",
            "Copies of each tile",
            (
                Choice("open", "not counted"),
                Choice("checked", "counted against the tile set of this game"),
            ),
            "Q29",
            "Refuses the copy that the set does not have, and shows what is left.",
        ),
    ),
    ends=(
        ("last_train", "A player placed the last train in hand to claim a line."),
        ("stuck", "A player could not lay any tile left in hand."),
        ("agreement", "The table ended the game."),
    ),
    colours=(
        Choice("red", "Red"),
        Choice("blue", "Blue"),
        Choice("green", "Green"),
        Choice("yellow", "Yellow"),
    ),
    minutes=60,
    board_noun="tile set",
)
