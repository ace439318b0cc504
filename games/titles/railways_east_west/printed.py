"""The digest of the combined rules in our own words and in their order: play and its phases."""

from __future__ import annotations

from games.engine.title import RuleText

PRINTED: tuple[RuleText, ...] = (
    RuleText(
        "REW-01",
        "Introduction",
        "Two phases. Phase 1 = base game with changes and settlers; settlers trigger phase 2.",
        "checked",
    ),
    RuleText(
        "REW-02",
        "Introduction",
        "Before the game the table decides: either the winner must have completed an"
        ' ocean-to-ocean line (anybody else\'s game is "less than successful", whatever the points)'
        " or simply most points wins.",
        "decision",
    ),
    RuleText(
        "REW-03",
        "Setup (1)",
        "Eastern goods are set out as in the normal game.",
        "table",
    ),
    RuleText(
        "REW-04",
        "Setup (1)",
        "House rule: a city may get at most one cube of its own colour and at most two cubes of"
        " any one colour.",
        "decision",
    ),
    RuleText(
        "REW-05",
        "Setup (2)",
        "Each player gets two Eastern and two Western baron cards.",
        "table",
    ),
    RuleText(
        "REW-06",
        "Setup (2)",
        "Each keeps one Eastern baron before the game and discards the other; Western ones may be"
        " looked at, the choice is made at the start of phase 2.",
        "table",
    ),
    RuleText(
        "REW-07",
        "Setup (3)",
        "Western cities start empty.",
        "board",
    ),
    RuleText(
        "REW-08",
        "Setup (4)",
        "Western Link tiles and rules are not used.",
        "checked",
    ),
    RuleText(
        "REW-09",
        "Setup (5)",
        "The boards meet: half hexes join to whole ones; map errors are ignored.",
        "table",
    ),
    RuleText(
        "REW-10",
        "Rules to speed up play (6)",
        "No auction; the first-player marker moves clockwise each round.",
        "checked",
    ),
    RuleText(
        "REW-11",
        "Rules to speed up play (7)",
        "Two new operations cards are added each round; some event cards are in the decks.",
        "checked",
    ),
    RuleText(
        "REW-12",
        "Rules to speed up play (8)",
        "A link may be up to 5 track pieces in a normal turn (base: 4).",
        "checked",
    ),
    RuleText(
        "REW-13",
        "Rules to speed up play (8)",
        "With Perfect Engineering up to 6 pieces in one turn each round.",
        "checked",
    ),
    RuleText(
        "REW-14",
        "Rules to speed up play (9)",
        "A link of more than 5 (or 6) pieces takes two turns. It may be laid at once and the"
        " player then skips his next turn.",
        "checked",
    ),
    RuleText(
        "REW-15",
        "Rules to speed up play (9)",
        "Such a build cannot begin on the third turn of a round.",
        "checked",
    ),
    RuleText(
        "REW-16",
        "Rules to speed up play (10)",
        "Engine steps: 1, 2, 3, 4, then 6, 8, 10, 12, then Super-Chief.",
        "checked",
    ),
    RuleText(
        "REW-17",
        "Rules to speed up play (10)",
        "Prices: level 2 = 5; 3 and 4 = 10 each; 6 = 15; 8 = 20; 10 = 25; 12 = 30; Super-Chief ="
        " 40.",
        "checked",
    ),
    RuleText(
        "REW-18",
        "Rules to speed up play (10)",
        "A Super-Chief carries one good over any distance.",
        "checked",
    ),
    RuleText(
        "REW-19",
        "Phase 1: the East (11)",
        "When a coloured city is emptied, 2 settler cubes are put there, which may be carried"
        " west.",
        "checked",
    ),
    RuleText(
        "REW-20",
        "Phase 1: the East (11)",
        "20 settler cubes exist in all.",
        "checked",
    ),
    RuleText(
        "REW-21",
        "Phase 1: the East (12)",
        "A settler delivered to the West stays on the receiving city.",
        "checked",
    ),
    RuleText(
        "REW-22",
        "Phase 1: the East (12)",
        "The city at once receives its number of coloured cubes from the eastern bag.",
        "board",
    ),
    RuleText(
        "REW-23",
        "Phase 1: the East (12)",
        "Room: grey city 1 settler, red city 3, other coloured city 2.",
        "board",
    ),
    RuleText(
        "REW-24",
        "Phase 1: the East (12)",
        "Any grey or coloured western city may be the target; a settler need not stop at an"
        " unsettled grey one.",
        "board",
    ),
    RuleText(
        "REW-25",
        "Phase 1: the East (12)",
        "It must stop at the first unsettled coloured western city it reaches.",
        "board",
    ),
    RuleText(
        "REW-26",
        "Phase 1: the East (12)",
        "It may run through settled coloured cities even if they have room.",
        "board",
    ),
    RuleText(
        "REW-27",
        "Phase 1: the East (13)",
        "A settler scores like a normal delivery, plus 1.",
        "checked",
    ),
    RuleText(
        "REW-28",
        "Phase 1: the East (13)",
        "The very first settler scores 2 more.",
        "checked",
    ),
    RuleText(
        "REW-29",
        "Phase 1: the East (14)",
        "When the 10th settler has been delivered, phase 1 ends at the end of that round of 3"
        " turns.",
        "checked",
    ),
    RuleText(
        "REW-30",
        "Phase 1: the East (14)",
        "Remaining settlers are still placed and delivered in phase 2, same rules, same reward.",
        "checked",
    ),
    RuleText(
        "REW-31",
        "Phase 2: the West (15)",
        "At the start of phase 2 a player may cash his Eastern baron if its condition is met;"
        " otherwise he keeps it for the end.",
        "table",
    ),
    RuleText(
        "REW-32",
        "Phase 2: the West (16)",
        "1 point penalty for each bond held when phase 1 ends.",
        "checked",
    ),
    RuleText(
        "REW-33",
        "Phase 2: the West (16)",
        "A player may then repay bonds at $5,000 each.",
        "checked",
    ),
    RuleText(
        "REW-34",
        "Phase 2: the West (16)",
        "Or discard bonds for points: the first 2 cost 1 each, all others 2 each.",
        "checked",
    ),
    RuleText(
        "REW-35",
        "Phase 2: the West (17)",
        "The remaining Eastern operations deck is discarded; 2 cards per player are drawn from"
        " the Western deck, which is used from then on.",
        "checked",
    ),
    RuleText(
        "REW-36",
        "Phase 2: the West (17)",
        "The Western starting bonus cards are not used.",
        "checked",
    ),
    RuleText(
        "REW-37",
        "Phase 2: the West (18)",
        "20 raw-material cubes (brown) are in the western bag. They can only be delivered to the"
        " eastern cities of initial value 4: New York, Chicago, Charleston, Atlanta, Pittsburgh,"
        " New Orleans, Boston.",
        "checked",
    ),
    RuleText(
        "REW-38",
        "Phase 2: the West (18)",
        "A raw material pays $5,000 and 1 point per link.",
        "checked",
    ),
    RuleText(
        "REW-39",
        "Phase 2: the West (18)",
        "The first one also pays 2 points or $10,000 more, the player's choice.",
        "checked",
    ),
    RuleText(
        "REW-40",
        "Phase 2: the West (18)",
        "Delivered raw materials are kept; most of them scores 5 at the end.",
        "checked",
    ),
    RuleText(
        "REW-41",
        "Phase 2: the West (19)",
        "Cities never settled are now filled from the western bag.",
        "board",
    ),
    RuleText(
        "REW-42",
        "Phase 2: the West (19)",
        "Cities already settled and populated get only one western cube per settler present.",
        "checked",
    ),
    RuleText(
        "REW-43",
        "Phase 2: the West (19)",
        "At most two raw-material cubes are placed in one city.",
        "checked",
    ),
    RuleText(
        "REW-44",
        "Phase 2: the West (20)",
        "The score track is not reset.",
        "checked",
    ),
    RuleText(
        "REW-45",
        "Phase 2: the West (20)",
        "Phase 2 deliveries: 1-2 links 1 point; 3-5 links 3 points and $1,000; 6-8 links 5 points"
        " and $3,000; 9 or more links 8 points and $5,000.",
        "checked",
    ),
    RuleText(
        "REW-46",
        "Phase 2: the West (21)",
        "A settler delivered in phase 2 is added to the city together with one random western"
        " cube.",
        "checked",
    ),
    RuleText(
        "REW-47",
        "Phase 2: the West (21)",
        "Settlers and raw materials keep scoring exact links.",
        "checked",
    ),
    RuleText(
        "REW-48",
        "Phase 2: the West (22)",
        "In phase 2 a coloured good may run through western cities of its colour if it is"
        " delivered in the East.",
        "board",
    ),
    RuleText(
        "REW-49",
        "Phase 2: the West (23)",
        "In phase 2 starting a track in the West that is not joined to one's own track costs"
        " $20,000 extra.",
        "checked",
    ),
    RuleText(
        "REW-50",
        "Phase 2: the West (24)",
        "A player may have only one track between two cities.",
        "checked",
    ),
    RuleText(
        "REW-51",
        "Phase 2: the West (24)",
        "Every track must connect two cities.",
        "checked",
    ),
)
