"""What is known of Empire Builder without its rules: players, options, ends, colours."""

from __future__ import annotations

from typing import Literal

from games.engine.codec import Value
from games.engine.title import Choice, Meta, Option, Secrets, Table
from scoring.tables.empire_builder import KEY, NAME, PLAYERS

YesNo = Literal["no", "yes"]


class Options(Value, frozen=True):
    """The printed optional rules, and the table's choices where the rules are open (digest 3)."""

    mode: Literal["basic", "eb", "sudden"] = "basic"
    fast: YesNo = "no"
    trains: Literal["one", "two"] = "one"
    branch: YesNo = "no"
    trade: YesNo = "no"
    exits: Literal["distinct", "sections"] = "distinct"
    begin: Literal["joined", "built"] = "joined"
    opening_acts: Literal["allowed", "refused"] = "allowed"
    placing: Literal["first_turn", "opening"] = "first_turn"
    tracks: Literal["touching", "inbound"] = "touching"
    small_room: YesNo = "no"
    bought: Literal["counts", "free"] = "counts"
    rim: Literal["one", "star"] = "one"
    fee_per: Literal["turn", "train"] = "turn"
    fee_when: Literal["first_use", "turn_end"] = "first_use"
    half: Literal["total", "left"] = "total"
    dropped: Literal["returns", "stays"] = "returns"
    deck: Literal["inside", "beside"] = "inside"
    claims: Literal["at_once", "own_turn"] = "at_once"
    equal_turns: YesNo = "no"
    sudden_end: Literal["turn", "draw"] = "turn"
    sudden_goal: YesNo = "no"
    swap_costs: Literal["proposer", "both"] = "proposer"
    cash: Literal["open", "hidden"] = "open"
    attested: Literal["allowed", "refused"] = "allowed"


def _yes_no(key: str, label: str, rule: str, help_: str = "") -> Option:
    return Option(key, label, (Choice("no", "no"), Choice("yes", "yes")), rule, help_)


def _either(
    key: str, label: str, rule: str, first: tuple[str, str], *others: tuple[str, str]
) -> Option:
    return Option(key, label, tuple(Choice(*choice) for choice in (first, *others)), rule)


PRINTED = (
    _either(
        "mode",
        "How to win",
        "EB-61",
        ("basic", "basic game: the first with the cash"),
        ("eb", "Empire Builder: the cash and a line joining the major cities"),
        ("sudden", "sudden death: most cash when the demand cards run out"),
    ),
    _yes_no("fast", "Fast start", "EB-68", "60 million and three opening turns."),
    _either(
        "trains",
        "Trains of each player",
        "EB-69",
        ("one", "one freight"),
        ("two", "a freight and a fast freight"),
    ),
    _yes_no("branch", "Building from any player's track", "EB-70"),
    _yes_no("trade", "Selling and trading track", "EB-65"),
)
"""The optional rules that are printed. Rules EB-61 to EB-70."""

DECISIONS = (
    _either(
        "exits",
        "Two major-city mileposts a turn",
        "A1",
        ("distinct", "counts the mileposts built from"),
        ("sections", "counts the sections built from them"),
    ),
    _either(
        "begin",
        "Where building begins",
        "A2",
        ("joined", "at major cities and track joined to one"),
        ("built", "also at any own track"),
    ),
    _either(
        "opening_acts",
        "Upgrade or new hand in an opening turn",
        "A4",
        ("allowed", "allowed"),
        ("refused", "not allowed"),
    ),
    _either(
        "placing",
        "Trains are placed",
        "A5",
        ("first_turn", "in the first turn they move"),
        ("opening", "from the opening turns on"),
    ),
    _either(
        "tracks",
        "Three tracks of a player at a city",
        "A8",
        ("touching", "count every section at it"),
        ("inbound", "count sections built to it"),
    ),
    _yes_no("small_room", "A small city keeps a section for a second player", "A9"),
    _either(
        "bought",
        "City limits and bought track",
        "A11",
        ("counts", "a trade may not break them"),
        ("free", "a trade is free of them"),
    ),
    _either(
        "rim",
        "Between two outer mileposts of a major city",
        "A12",
        ("one", "one step"),
        ("star", "two, by way of the star"),
    ),
    _either(
        "fee_per",
        "Use fee with two trains",
        "A14",
        ("turn", "once for each owner in a turn"),
        ("train", "once for each owner and train"),
    ),
    _either(
        "fee_when",
        "Use fees are paid",
        "A15",
        ("first_use", "at the first use, in cash"),
        ("turn_end", "by the end of the turn"),
    ),
    _either(
        "half",
        "Half rate drawn while moving",
        "A17",
        ("total", "5 or 6 mileposts in the whole turn"),
        ("left", "half of what is left, rounded up"),
    ),
    _either(
        "dropped",
        "A load put down",
        "A23",
        ("returns", "returns to the supply"),
        ("stays", "stays in the city"),
    ),
    _either(
        "deck",
        "The event cards",
        "A27",
        ("inside", "are among the cards of the deck"),
        ("beside", "come on top of them"),
    ),
    _either(
        "claims",
        "The win is claimed",
        "A28",
        ("at_once", "at any moment"),
        ("own_turn", "in one's own turn"),
    ),
    _yes_no("equal_turns", "After a claim the round is played to its end", "A29"),
    _either(
        "sudden_end",
        "Sudden death ends",
        "A32",
        ("turn", "with the turn that draws the last demand card"),
        ("draw", "with the draw itself"),
    ),
    _yes_no("sudden_goal", "In sudden death the cash of the basic game wins too", "A33"),
    _either(
        "swap_costs",
        "Swapping track takes the place of building",
        "A35",
        ("proposer", "for who proposes it"),
        ("both", "for both, the other in the next turn"),
    ),
    _either(
        "cash",
        "Players' cash",
        "A41",
        ("open", "shown to all"),
        ("hidden", "shown only to its owner"),
    ),
    _either(
        "attested",
        "Track and runs entered by counts",
        "EB-34",
        ("allowed", "allowed: the table answers for them"),
        ("refused", "refused: every milepost is entered"),
    ),
)
"""The table's choices where the print is silent. Digest 3."""


def secrets(table: Table) -> Secrets:
    """Return what the table hides: cash, if it says so (decision A41), and with it who leads."""
    options: Options = table.options
    if options.cash == "open":
        return Secrets()
    return Secrets(cash=True, points=True, parts=("money/*", "money/bank"))


META = Meta(
    key=KEY,
    name=NAME,
    credit="Designed by Darwin Bromley and Bill Fawcett, published by Mayfair Games",
    players=PLAYERS,
    rules_version=1,
    options=PRINTED + DECISIONS,
    ends=(
        ("cash", "Somebody claimed the win with the cash it takes."),
        ("network", "Somebody claimed the win with the cash and the major cities joined."),
        ("sudden_death", "The last demand card was drawn."),
    ),
    colours=(
        Choice("red", "Red"),
        Choice("blue", "Blue"),
        Choice("green", "Green"),
        Choice("orange", "Orange"),
        Choice("purple", "Purple"),
        Choice("black", "Black"),
    ),
    minutes=180,
    board_noun="map",
)

WORDS_OF_OPTIONS = {
    "sections": ("exits", "sections"),
    "branch": ("branch", "yes"),
    "branching": ("branch", "yes"),
    "sell": ("trade", "yes"),
    "selling": ("trade", "yes"),
    "trade": ("trade", "yes"),
    "swap": ("trade", "yes"),
    "trains": ("trains", "two"),
    "fast": ("fast", "yes"),
    "faststart": ("fast", "yes"),
    "sudden": ("mode", "sudden"),
    "star": ("rim", "star"),
    "stays": ("dropped", "stays"),
    "inbound": ("tracks", "inbound"),
    "later": ("begin", "built"),
    "own_turn": ("claims", "own_turn"),
}
"""Options that the digest's notation writes as single words."""
