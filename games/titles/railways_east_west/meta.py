"""What is known of the title without its rules: players, options, ends, colours."""

from __future__ import annotations

from typing import Literal

from games.engine.codec import Value
from games.engine.title import Choice, Meta, Option
from scoring.tables.railways_east_west import KEY, NAME, PLAYERS

YesNo = Literal["no", "yes"]
Split = Literal["own", "deliverer", "total"]


class Options(Value, frozen=True):
    """The table's choices: two asked before the start, then the printed ones, then the digest's section 3."""

    win: Literal["conv", "tc"] = "conv"
    split: Split = "own"
    house: YesNo = "no"
    instant: YesNo = "no"
    revisit: Literal["refused", "allowed"] = "refused"
    few: Literal["both", "east", "none"] = "both"
    long_limit: Literal["ten", "unlimited"] = "ten"
    parts: Literal["allowed", "refused"] = "allowed"
    late: Literal["banned", "fourth"] = "banned"
    executive: Literal["each", "long"] = "each"
    settlers: Literal["each", "once", "printed", "everywhere"] = "each"
    second: Literal["once", "each", "one"] = "once"
    change: Literal["income_first", "income_last"] = "income_first"
    discards: Literal["both", "replaces"] = "both"
    repaying: Literal["change", "any"] = "change"
    display: Literal["discarded", "stays"] = "discarded"
    raw_stop: Literal["pass", "stop"] = "pass"
    border: Literal["both", "any"] = "both"
    second_line: Literal["player", "route"] = "player"
    early_end: Literal["end", "wait"] = "end"
    last_income: Literal["once", "none", "twice"] = "once"
    lead: Literal["after_shared", "after_sole", "before_shared", "before_sole"] = "after_shared"
    nobody: Literal["nobody", "points"] = "nobody"
    shorter: Literal["original", "best"] = "original"
    tie: Literal["cash", "bonds", "shared"] = "cash"
    drawn: Literal["coming", "ignored"] = "coming"
    half: Literal["subtract", "halve"] = "subtract"
    per_level: Literal["levels", "step"] = "levels"
    higher: Literal["current", "bought"] = "current"
    hotels: Literal["any", "goods"] = "any"
    rush_long: YesNo = "no"


def _yes_no(key: str, label: str, rule: str, help_: str = "") -> Option:
    return Option(key, label, (Choice("no", "no"), Choice("yes", "yes")), rule, help_)


def _either(
    key: str, label: str, rule: str, first: tuple[str, str], *others: tuple[str, str]
) -> Option:
    return Option(key, label, tuple(Choice(*choice) for choice in (first, *others)), rule)


DECIDED_BEFORE = (
    _either(
        "win",
        "Who can win",
        "REW-02",
        ("conv", "whoever has most points"),
        ("tc", "only who has joined the oceans"),
    ),
    _either(
        "split",
        "A phase 2 delivery over links of several owners",
        "A20",
        ("own", "each owner reads the table at his own number of links"),
        ("deliverer", "the deliverer alone, at the number of all links"),
        ("total", "the deliverer at the number of all links, others 1 point a link"),
    ),
)
"""What the table decides before the game starts."""

PRINTED = (
    _yes_no(
        "house",
        "House rule for the goods of the start",
        "REW-04",
        "One cube of a city's own colour, two of any one colour at most.",
    ),
    _yes_no("instant", "Game over when the leader joins the oceans", "REW-54"),
    _either(
        "revisit",
        "Passing a city or a link twice in one delivery",
        "RB-15",
        ("refused", "not allowed"),
        ("allowed", "allowed"),
    ),
    _either(
        "few",
        "One cube fewer in each city with 2 or 3 players",
        "A46",
        ("both", "East and West"),
        ("east", "East only"),
        ("none", "never"),
    ),
)
"""Options that the rules print or presuppose."""

BUILDING = (
    _either(
        "long_limit",
        "Pieces of a link built over two turns",
        "A2",
        ("ten", "10, or 11 with Perfect Engineering"),
        ("unlimited", "any number"),
    ),
    _either(
        "parts",
        "Building a part now and the rest in a later turn",
        "A3",
        ("allowed", "allowed"),
        ("refused", "not allowed"),
    ),
    _either(
        "late",
        "A two-turn build on turn 3 when a turn 4 follows",
        "A4",
        ("banned", "not allowed"),
        ("fourth", "allowed"),
    ),
    _either(
        "executive",
        "Two builds with the Railroad Executive",
        "A5",
        ("each", "are two links within the limit of a turn"),
        ("long", "may be one long link, without a skip"),
    ),
    _either(
        "border",
        "The 20 for a new track in the West",
        "A22",
        ("both", "only with both ends in the West"),
        ("any", "with either end in the West"),
    ),
    _yes_no("rush_long", "Land Rush adds its hex to a two-turn build", "A41"),
)

SETTLING = (
    _either(
        "settlers",
        "Cities that yield settlers when emptied",
        "A6",
        ("each", "coloured eastern ones, every time"),
        ("once", "coloured eastern ones, the first time"),
        ("printed", "eastern ones printed in colour, every time"),
        ("everywhere", "all coloured ones, the West too"),
    ),
    _either(
        "second",
        "Cubes for a second or third settler in phase 1",
        "A8",
        ("once", "none"),
        ("each", "the printed number again"),
        ("one", "one each"),
    ),
    _either(
        "raw_stop",
        "Raw materials at the first of the seven cities",
        "A18",
        ("pass", "may run on"),
        ("stop", "must stop"),
    ),
)

CHANGING = (
    _either(
        "change",
        "At the phase change",
        "A13",
        ("income_first", "income first, then the bonds"),
        ("income_last", "the bonds first, then income"),
    ),
    _either(
        "discards",
        "The point for each bond held at the phase change",
        "A14",
        ("both", "is paid for discarded ones too"),
        ("replaces", "is not paid for discarded ones"),
    ),
    _either(
        "repaying",
        "Repaying and discarding bonds",
        "A15",
        ("change", "only at the phase change"),
        ("any", "at any time in phase 2"),
    ),
    _either(
        "display",
        "Eastern cards on display at the phase change",
        "A16",
        ("discarded", "are discarded"),
        ("stays", "stay"),
    ),
)

ENDING = (
    _either(
        "second_line",
        "The second ocean-to-ocean line",
        "A24",
        ("player", "is a second player's"),
        ("route", "may be the same player's to another coast city"),
    ),
    _either(
        "early_end",
        "The end triggered in phase 1",
        "A25",
        ("end", "ends the game as written"),
        ("wait", "waits for the first round of phase 2"),
    ),
    _either(
        "last_income",
        "Income of the round with four turns",
        "A26",
        ("once", "after turn 4"),
        ("none", "none"),
        ("twice", "after turn 3 and turn 4"),
    ),
    _either(
        "lead",
        "In first place when the oceans are joined",
        "A27",
        ("after_shared", "with the points for it, alone or shared"),
        ("after_sole", "with the points for it, alone"),
        ("before_shared", "before the points for it, alone or shared"),
        ("before_sole", "before the points for it, alone"),
    ),
    _either(
        "nobody",
        "Joining required, and nobody has",
        "A28",
        ("nobody", "nobody wins"),
        ("points", "most points win"),
    ),
    _either(
        "shorter",
        "A shorter line is compared with",
        "A29",
        ("original", "the first one"),
        ("best", "the best so far"),
    ),
    _either(
        "tie",
        "Ties",
        "A31",
        ("cash", "more cash, then shared"),
        ("bonds", "fewer bonds, then shared"),
        ("shared", "shared"),
    ),
)

CARDS = (
    _either(
        "drawn",
        "An event drawn at the start or at the phase change",
        "A35",
        ("coming", "acts in the coming round"),
        ("ignored", "is ignored"),
    ),
    _either(
        "half",
        "Used Engines and Coal together",
        "A36",
        ("subtract", "subtract, then halve"),
        ("halve", "halve, then subtract"),
    ),
    _either(
        "per_level",
        "Used Engines: off for a step of two levels",
        "A37",
        ("levels", "2"),
        ("step", "1"),
    ),
    _either(
        "higher",
        "Used Engines: another's engine is higher than",
        "A38",
        ("current", "the buyer's own"),
        ("bought", "the one bought"),
    ),
    _either(
        "hotels",
        "Hotels earn with",
        "A40",
        ("any", "any cube delivered"),
        ("goods", "coloured goods only"),
    ),
)

META = Meta(
    key=KEY,
    name=NAME,
    credit="Railways of the World by Glenn Drover and Martin Wallace, published by Eagle-Gryphon Games; "
    "combined rules by Matt Robertson and Byron Brown",
    players=PLAYERS,
    rules_version=1,
    options=DECIDED_BEFORE + PRINTED + BUILDING + SETTLING + CHANGING + ENDING + CARDS,
    ends=(
        ("second_line", "The second line joined the oceans, and the fourth turn was played."),
        ("leader", "The leader joined the oceans, and the game was over at once."),
    ),
    colours=(
        Choice("red", "Red"),
        Choice("blue", "Blue"),
        Choice("green", "Green"),
        Choice("yellow", "Yellow"),
        Choice("purple", "Purple"),
        Choice("black", "Black"),
    ),
    minutes=240,
    board_noun="map",
)
