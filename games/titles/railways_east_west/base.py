"""The rules of the base game that the combined rules rely on, in our own words."""

from __future__ import annotations

from games.engine.title import RuleText

BASE: tuple[RuleText, ...] = (
    RuleText(
        "RB-01",
        "Base game",
        "A round is a first-player step, three turns with one action each in order, then income"
        " and interest.",
        "checked",
    ),
    RuleText(
        "RB-02",
        "Base game",
        "One of five actions a turn: build, urbanize, upgrade, deliver, take an operations card."
        " Using or fulfilling a card already held is no action; a player may also pass.",
        "checked",
    ),
    RuleText(
        "RB-03",
        "Base game",
        "Players start without money and bonds, with a level 1 engine and a score of 0.",
        "checked",
    ),
    RuleText(
        "RB-04",
        "Base game",
        "Each city gets its printed number of random cubes; with 2 or 3 players one less, but"
        " never below one.",
        "board",
    ),
    RuleText(
        "RB-05",
        "Base game",
        "A track piece costs 2 on open terrain, 3 on water, 4 on mountains; each ridge crossed"
        " adds 4. A table may chart other prices.",
        "checked",
    ),
    RuleText(
        "RB-06",
        "Base game",
        "When exactly a river counts, in a city hex or at a hex side, is the table's decision: it"
        " tells the pieces.",
        "table",
    ),
    RuleText(
        "RB-07",
        "Base game",
        "One link per build action; an unfinished track is removed at the end of the round.",
        "checked",
    ),
    RuleText(
        "RB-08",
        "Base game",
        "Building starts at any city or at one's own open end.",
        "table",
    ),
    RuleText(
        "RB-09",
        "Base game",
        "Urbanizing costs 10 and puts a new city tile with 2 random cubes on a grey city, also on"
        " one that is empty.",
        "checked",
    ),
    RuleText(
        "RB-10",
        "Base game",
        "One engine step per action; the prices are those of REW-16 and REW-17.",
        "checked",
    ),
    RuleText(
        "RB-11",
        "Base game",
        "A delivery runs over completed links, at most as many as the level of the deliverer's"
        " engine.",
        "checked",
    ),
    RuleText(
        "RB-12",
        "Base game",
        "The first link of a delivery must be the deliverer's own.",
        "checked",
    ),
    RuleText(
        "RB-13",
        "Base game",
        "A cube ends in a city of its colour and stops at the first such city.",
        "checked",
    ),
    RuleText(
        "RB-14",
        "Base game",
        "1 point per link goes to the owner of the link, whoever delivers. Where several others"
        " own a track between two cities, the deliverer says whose is used.",
        "checked",
    ),
    RuleText(
        "RB-15",
        "Base game",
        "The cube goes back to the bag. Passing the same city or link twice in one delivery is"
        " not allowed; a table option allows it.",
        "decision",
    ),
    RuleText(
        "RB-16",
        "Base game",
        "A bond brings 5 in cash, at any time in one's turn and without an action, but only for a"
        " purchase that could not be paid otherwise, and only as many as it needs.",
        "checked",
    ),
    RuleText(
        "RB-17",
        "Base game",
        "Interest is 1 per bond and round.",
        "checked",
    ),
    RuleText(
        "RB-18",
        "Base game",
        "Each bond costs 1 point at the end; bonds can be repaid only where the combined rules"
        " say so.",
        "checked",
    ),
    RuleText(
        "RB-19",
        "Base game",
        "Income each round depends on the place on the score track; it rises and later falls"
        " again. The track is charted, or the income of a mark is told when it is first paid."
        " Below 0 it is read at 0.",
        "board",
    ),
    RuleText(
        "RB-20",
        "Base game",
        "A hotel's owner moves 1 step whenever a cube is delivered to its city.",
        "checked",
    ),
    RuleText(
        "RB-21",
        "Base game",
        "A service bounty lies open until somebody makes the first delivery to its city, who has"
        " the points printed on it; it is not taken with an action.",
        "board",
    ),
    RuleText(
        "RB-22",
        "Base game",
        "Rail barons are secret goals with points at the end.",
        "table",
    ),
    RuleText(
        "RB-23",
        "Base game",
        "The empty-city markers that end the base game are replaced by REW-52.",
        "info",
    ),
    RuleText(
        "RB-24",
        "Base game",
        "The display at the start has 3 start cards and 2 per player.",
        "table",
    ),
    RuleText(
        "RB-25",
        "Base game",
        "Ties: the base game has the fewest bonds, the combined rules the money; see A31.",
        "info",
    ),
    RuleText(
        "RB-26",
        "Base game",
        "2 to 6 players; goods are red, blue, black, yellow and purple; 12 new city tiles, 3 each"
        " of black, blue, purple and yellow, none red.",
        "checked",
    ),
    RuleText(
        "RB-27",
        "Base game",
        "Turn order is clockwise from the first player.",
        "checked",
    ),
    RuleText(
        "RB-28",
        "Base game",
        "Interest that cannot be paid forces bonds.",
        "checked",
    ),
    RuleText(
        "RB-29",
        "Base game",
        "Crossing another track costs extra: the table tells the price of that piece.",
        "table",
    ),
)
