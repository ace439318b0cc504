"""Our decisions where the print is silent, with the tables' other choices."""

from __future__ import annotations

from games.engine.title import RuleText

DECISIONS: tuple[RuleText, ...] = (
    RuleText(
        "A1",
        "Decisions",
        "No more than two major-city mileposts may be built from in a turn: different "
        "mileposts are counted, however many sections leave each. A table may count the "
        "sections.",
        "decision",
    ),
    RuleText(
        "A2",
        "Decisions",
        "Building begins at a major-city milepost or at track of one's own that is joined to "
        "one. A table may allow any milepost already built to; that differs after a flood.",
        "decision",
    ),
    RuleText(
        "A3", "Decisions", "The 20 million of a turn hold in the opening turns too.", "decision"
    ),
    RuleText(
        "A4",
        "Decisions",
        "An upgrade or a new hand is allowed in an opening turn; a table may refuse them.",
        "decision",
    ),
    RuleText(
        "A5",
        "Decisions",
        "Trains are placed in the first turn they may move; a table may place them from the "
        "opening turns on.",
        "decision",
    ),
    RuleText("A6", "Decisions", "Two to six players, as there are six train displays.", "decision"),
    RuleText(
        "A7",
        "Decisions",
        "A section that crosses several rivers or inlets pays for each.",
        "decision",
    ),
    RuleText(
        "A8",
        "Decisions",
        "For the three tracks of a player at a city all his sections at it count, built to it "
        "or from it. A table may count only those built to it.",
        "decision",
    ),
    RuleText(
        "A9",
        "Decisions",
        "A small city need not keep a section for a second player. A table may demand it, as "
        "medium cities do.",
        "decision",
    ),
    RuleText(
        "A10",
        "Decisions",
        "The right to enter a city is that of players in the game: with two players no third "
        "one is kept room for.",
        "decision",
    ),
    RuleText(
        "A11",
        "Decisions",
        "Bought or swapped track counts for the limits of cities, and a trade that breaks "
        "them is refused. A table may leave trades free.",
        "decision",
    ),
    RuleText(
        "A12",
        "Decisions",
        "A step between two neighbouring outer mileposts of a major city is one milepost. A "
        "table may lead it by way of the star, as two.",
        "decision",
    ),
    RuleText(
        "A13",
        "Decisions",
        "A use fee is due for running over another's section, not for standing at his "
        "milepost or meeting his line there.",
        "decision",
    ),
    RuleText(
        "A14",
        "Decisions",
        "With two trains the fee is due once for each owner and turn. A table may take it for "
        "each train.",
        "decision",
    ),
    RuleText(
        "A15",
        "Decisions",
        "The fee is paid in cash at the first use. A table may let it be paid by the end of "
        "the turn, out of a later delivery.",
        "decision",
    ),
    RuleText("A16", "Decisions", "A train just placed may leave in any direction.", "decision"),
    RuleText(
        "A17",
        "Decisions",
        "At half rate a train has 5 or 6 mileposts in the whole turn; if more are used "
        "already, it stops. A table may halve what is left instead, rounded up.",
        "decision",
    ),
    RuleText(
        "A18",
        "Decisions",
        "The table enters the area of an event and whom it concerns, as its card says. A "
        "train counts as inside when it stands there at any moment of its turn.",
        "decision",
    ),
    RuleText(
        "A19",
        "Decisions",
        "A crossing over a river in flood may not be built even where there was none before.",
        "decision",
    ),
    RuleText(
        "A20",
        "Decisions",
        "When a river is flooded twice, the later card decides when it ends.",
        "decision",
    ),
    RuleText(
        "A21",
        "Decisions",
        "Cards are drawn in one's own turn only, so no event is drawn in another's; one "
        "entered for another seat lasts to the end of that seat's next turn.",
        "decision",
    ),
    RuleText(
        "A22",
        "Decisions",
        "An event drawn with a new hand acts, and lasts to the end of that player's next turn.",
        "decision",
    ),
    RuleText(
        "A23",
        "Decisions",
        "A load put down returns to the supply. A table may let it stay in the city, for "
        "anybody to pick up.",
        "decision",
    ),
    RuleText(
        "A24",
        "Decisions",
        "Of two players who want the last counter, the first to load has it.",
        "decision",
    ),
    RuleText("A25", "Decisions", "A new card may be delivered against at once.", "decision"),
    RuleText(
        "A26",
        "Decisions",
        "If the highest cards cut are equal, those players cut again.",
        "decision",
    ),
    RuleText(
        "A27",
        "Decisions",
        "The event cards are among the cards of the deck. A table may count them on top.",
        "decision",
    ),
    RuleText(
        "A28",
        "Decisions",
        "A win may be claimed at any moment, also when a fee received brings the last money. "
        "A table may demand that it is claimed in one's own turn.",
        "decision",
    ),
    RuleText(
        "A29",
        "Decisions",
        "A claim ends the game at once. A table may play the round to its end; then the "
        "richest of those who meet the goal wins.",
        "decision",
    ),
    RuleText(
        "A30",
        "Decisions",
        "The map lists its major cities, and how many a winning line joins: five, unless the "
        "board says otherwise.",
        "decision",
    ),
    RuleText(
        "A31",
        "Decisions",
        "A line joins a major city by touching any of its mileposts; the grey area joins them.",
        "decision",
    ),
    RuleText(
        "A32",
        "Decisions",
        "Sudden death ends with the turn in which the last demand card leaves the deck, or "
        "with the draw itself if the table says so; ties are shared; a new hand is refused "
        "when the deck cannot give three cards.",
        "decision",
    ),
    RuleText(
        "A33",
        "Decisions",
        "Sudden death ends only with the deck. A table may let the cash of the basic game win "
        "before.",
        "decision",
    ),
    RuleText("A34", "Decisions", "The price of bought track is not limited to 20.", "decision"),
    RuleText(
        "A35",
        "Decisions",
        "Track is swapped in the proposer's turn and takes the place of his building only. A "
        "table may have it take the place of the partner's next building too.",
        "decision",
    ),
    RuleText(
        "A36",
        "Decisions",
        "With branching, building may begin at any milepost on anybody's track.",
        "decision",
    ),
    RuleText(
        "A37", "Decisions", "With two trains one upgrade a turn: 20 million in all.", "decision"
    ),
    RuleText("A38", "Decisions", "Each of two trains starts in any city.", "decision"),
    RuleText(
        "A39",
        "Decisions",
        "Which mileposts are neighbours, and where water parts them, the chart says.",
        "decision",
    ),
    RuleText(
        "A40",
        "Decisions",
        "What an event makes a player pay is entered by the table and never takes more than "
        "there is.",
        "decision",
    ),
    RuleText(
        "A41",
        "Decisions",
        "Cash is shown to all. A table may show it only to its owner.",
        "decision",
    ),
)
"""Decisions A1 to A41 of the digest."""
