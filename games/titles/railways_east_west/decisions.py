"""Our decisions where the printed rules are silent or open; those with a table option say so."""

from __future__ import annotations

from games.engine.title import RuleText

DECISIONS: tuple[RuleText, ...] = (
    RuleText(
        "A1",
        "Decisions",
        "Engine levels 3 and 4 cost 10 each, in thousands like all the others.",
        "decision",
    ),
    RuleText(
        "A2",
        "Decisions",
        "A two-turn build has at most 5 + 5 pieces, or 6 + 5 with Perfect Engineering once. Table"
        " option: any number.",
        "decision",
    ),
    RuleText(
        "A3",
        "Decisions",
        "A part of a link may be built now and the rest in a later turn of the round. Table"
        " option: not allowed.",
        "decision",
    ),
    RuleText(
        "A4",
        "Decisions",
        "A two-turn build cannot begin on turn 3 nor on the last turn, even when a turn 4 is"
        " coming. Table option: on turn 3 when a fourth follows.",
        "decision",
    ),
    RuleText(
        "A5",
        "Decisions",
        "The two actions of the Railroad Executive build two links, each within the limit of a"
        " turn. Table option: one long link without a skip.",
        "decision",
    ),
    RuleText(
        "A6",
        "Decisions",
        "Eastern coloured cities, urbanized ones among them, yield settlers every time their last"
        " goods cube leaves, while there are any. Table options: only once; only those printed in"
        " colour; the West too.",
        "decision",
    ),
    RuleText(
        "A7",
        "Decisions",
        "A city with nothing but settlers counts as empty of goods; cards may refill it.",
        "decision",
    ),
    RuleText(
        "A8",
        "Decisions",
        "In phase 1 a city gets its printed number of cubes once, with its first settler. Table"
        " options: each time; one per further settler.",
        "decision",
    ),
    RuleText(
        "A9",
        "Decisions",
        "Room for settlers follows the colour a city has now, a new tile's before the printed one.",
        "decision",
    ),
    RuleText(
        "A10",
        "Decisions",
        "The first unsettled coloured city is the first on the route chosen.",
        "decision",
    ),
    RuleText(
        "A11",
        "Decisions",
        "The points of the settler itself go to the deliverer, those of links to their owners.",
        "decision",
    ),
    RuleText(
        "A12",
        "Decisions",
        "The tenth settler is the tenth delivered to a western city.",
        "decision",
    ),
    RuleText(
        "A13",
        "Decisions",
        "Income and interest of the round come first, then the penalty for bonds, repaying and"
        " discarding, barons, decks, cubes. Table option: income last.",
        "decision",
    ),
    RuleText(
        "A14",
        "Decisions",
        "The point for each bond held comes on top of the cost of discarding, so a discarded bond"
        " costs 2 or 3 in all. Table option: discarding replaces it.",
        "decision",
    ),
    RuleText(
        "A15",
        "Decisions",
        "Bonds are repaid and discarded at the phase change alone. Table option: at any time in"
        " phase 2.",
        "decision",
    ),
    RuleText(
        "A16",
        "Decisions",
        "Eastern cards still on display are discarded at the phase change; cards already taken"
        " stay. Table option: they stay.",
        "decision",
    ),
    RuleText(
        "A17",
        "Decisions",
        "The first raw material brings 2 points or 10 more in cash, by choice.",
        "decision",
    ),
    RuleText(
        "A18",
        "Decisions",
        "A raw material may run through cities of the seven. Table option: it must stop at the"
        " first.",
        "decision",
    ),
    RuleText(
        "A19",
        "Decisions",
        "A raw material brings its 5 in cash, none of the western table's.",
        "decision",
    ),
    RuleText(
        "A20",
        "Decisions",
        "In phase 2 each owner reads the table at his own number of links. Table options: the"
        " deliverer alone at the number of all; the deliverer at the number of all and others 1"
        " point a link. Asked before the start.",
        "decision",
    ),
    RuleText(
        "A21",
        "Decisions",
        "A settler delivered in phase 2 follows the rules of phase 1, emptied cities too.",
        "decision",
    ),
    RuleText(
        "A22",
        "Decisions",
        "The 20 for a new track apply only if both ends lie in the West and neither is on one's"
        " own tracks; a player without any track is not connected. Table option: with either end"
        " in the West.",
        "decision",
    ),
    RuleText(
        "A23",
        "Decisions",
        "Only completed links count for the rule of one track between two cities; a two-turn"
        " build is complete at once.",
        "decision",
    ),
    RuleText(
        "A24",
        "Decisions",
        "The second completed ocean-to-ocean line is a second player's. Table option: also one of"
        " the same player to another coast city, which takes the next step of points.",
        "decision",
    ),
    RuleText(
        "A25",
        "Decisions",
        "The end triggered in phase 1 ends the game as written. Table option: it waits for the"
        " first round of phase 2.",
        "decision",
    ),
    RuleText(
        "A26",
        "Decisions",
        "The round with four turns has income once, after turn 4. Table options: none; after"
        " turns 3 and 4.",
        "decision",
    ),
    RuleText(
        "A27",
        "Decisions",
        "First place is looked at after the points of the line, alone or shared. Table options:"
        " before them, or alone.",
        "decision",
    ),
    RuleText(
        "A28",
        "Decisions",
        "Where the winner must have joined the oceans and nobody has, nobody wins; the order by"
        " points is shown. Table option: most points win.",
        "decision",
    ),
    RuleText(
        "A29",
        "Decisions",
        "A later line is compared with the first one. Table option: with the best so far.",
        "decision",
    ),
    RuleText(
        "A30",
        "Decisions",
        "The half for a shorter line does not touch the ocean-to-ocean line: its fifth and sixth"
        " get 0.",
        "decision",
    ),
    RuleText(
        "A31",
        "Decisions",
        "Ties go to more cash, then they are shared. Table options: fewer bonds; shared at once.",
        "decision",
    ),
    RuleText(
        "A32",
        "Decisions",
        "Cash points are rounded down for each player.",
        "decision",
    ),
    RuleText(
        "A33",
        "Decisions",
        "If nobody delivered a raw material, nobody gets the 5 points.",
        "decision",
    ),
    RuleText(
        "A34",
        "Decisions",
        "Events last the round, also where their text says turn.",
        "decision",
    ),
    RuleText(
        "A35",
        "Decisions",
        "An event drawn at set-up or at the phase change acts in the coming round. Table option:"
        " it is ignored.",
        "decision",
    ),
    RuleText(
        "A36",
        "Decisions",
        "Half price is rounded up to a thousand; Used Engines is subtracted first, then halved."
        " Table option: halved first.",
        "decision",
    ),
    RuleText(
        "A37",
        "Decisions",
        "Used Engines takes 2 off a step of two levels, 1 off the Super-Chief. Table option: 1"
        " off each step.",
        "decision",
    ),
    RuleText(
        "A38",
        "Decisions",
        "The other engine must be higher than the buyer's own. Table option: higher than the one"
        " bought.",
        "decision",
    ),
    RuleText(
        "A39",
        "Decisions",
        "Small Market pays the first time a city that is grey then joins the player's network.",
        "decision",
    ),
    RuleText(
        "A40",
        "Decisions",
        "Hotels earn with any cube delivered to their city. Table option: with coloured goods"
        " only.",
        "decision",
    ),
    RuleText(
        "A41",
        "Decisions",
        "The bonus hex of Land Rush is for a build of one turn. Table option: also on top of a"
        " two-turn build, 6 + 5.",
        "decision",
    ),
    RuleText(
        "A42",
        "Decisions",
        "Perfect Engineering adds one piece to a two-turn build: 6 + 5.",
        "decision",
    ),
    RuleText(
        "A43",
        "Decisions",
        "Whether a baron is met is told by the table; the points are kept.",
        "decision",
    ),
    RuleText(
        "A44",
        "Decisions",
        "Cities may be spelled in several ways: Tuscon is Tucson.",
        "decision",
    ),
    RuleText(
        "A45",
        "Decisions",
        "Colours and printed numbers of cities are charted by the table where the map does not"
        " know them.",
        "decision",
    ),
    RuleText(
        "A46",
        "Decisions",
        "One cube fewer with 2 or 3 players holds in the West too. Table options: in the East"
        " only; never.",
        "decision",
    ),
    RuleText(
        "A47",
        "Decisions",
        "The western table holds for every delivery of coloured goods in phase 2, within the East"
        " too.",
        "decision",
    ),
    RuleText(
        "A48",
        "Decisions",
        "Deliveries after the tenth settler in the same round score as in phase 1.",
        "decision",
    ),
    RuleText(
        "A49",
        "Decisions",
        "When fewer than two settlers are left, as many as there are come into the emptied city.",
        "decision",
    ),
)
