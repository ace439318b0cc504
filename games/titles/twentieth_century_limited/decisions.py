"""Our decisions where the printed rules are silent or open; those with a table option say so."""

from __future__ import annotations

from games.engine.title import RuleText

DECISIONS: tuple[RuleText, ...] = (
    RuleText(
        "Q01",
        "Decisions",
        "The fewest own segments come off (pieces, not miles). Where several sets are equally"
        " small, the active player chooses; taking more is what is barred.",
        "decision",
    ),
    RuleText(
        "Q02",
        "Decisions",
        "Waivers: the player elects which opponents' segments to use, and then as few own "
        "segments as possible come off. Table option: the shortest route in all over own "
        "track and those elected, or waivers only where own track alone does not join the "
        "cities. The same holds for Regionals.",
        "decision",
    ),
    RuleText(
        "Q03",
        "Decisions",
        "Paying for a segment that the route does not need is not allowed: waivers are paid "
        "for use, they are no gift.",
        "decision",
    ),
    RuleText(
        "Q04",
        "Decisions",
        "The route must need a segment of your own: if the others' segments alone join all "
        "cities, it is not yours. One own segment anywhere on it is enough.",
        "decision",
    ),
    RuleText(
        "Q05",
        "Decisions",
        "At most five different segments of each opponent in a turn; five of one and five of "
        "another is fine. All payments are made at once, before anything comes off.",
        "decision",
    ),
    RuleText(
        "Q06",
        "Decisions",
        "The number of segments is told at set-up; left blank, it is not counted. Segments "
        "taken off or picked up can be used again.",
        "decision",
    ),
    RuleText(
        "Q07",
        "Decisions",
        "The new Company card after scoring comes from the deck or from the face-up cards, as"
        " in an exchange; a table option allows only the deck.",
        "decision",
    ),
    RuleText(
        "Q08",
        "Decisions",
        "Finishing the turn means the rest of the round, so that all have had the same number"
        " of turns.",
        "decision",
    ),
    RuleText(
        "Q09",
        "Decisions",
        "A player who skipped an Era can still trigger the end by eight Companies.",
        "decision",
    ),
    RuleText(
        "Q10",
        "Decisions",
        "Skipping with no further Era deck is allowed and draws nothing; a table option "
        "refuses it. Any number of Eras can be skipped, one in a turn.",
        "decision",
    ),
    RuleText(
        "Q11",
        "Decisions",
        "With four or five players, after Era 2 done first Era 3 is drawn, and after Era 1 "
        "Era 4; Era 1 still comes before Era 3. Skipped with 1 and 3 in hand, Era 1 goes and "
        "Era 4 comes.",
        "decision",
    ),
    RuleText(
        "Q12",
        "Decisions",
        "Skipping discards one card, the lowest Era held.",
        "decision",
    ),
    RuleText(
        "Q13",
        "Decisions",
        "Bonus cards are claimed, one in a turn, in one's own turn; the first to claim has "
        "it. Table options: any number in a turn, or the first to reach a known one has it at"
        " once.",
        "decision",
    ),
    RuleText(
        "Q14",
        "Decisions",
        "An empty Company deck is made of its discards again; if there are none, slots and "
        "hands stay short. An Era deck cannot run out while it has as many cards as there are"
        " players.",
        "decision",
    ),
    RuleText(
        "Q15",
        "Decisions",
        "The map is a graph told by the table: cities, unnamed junctions, single lines, "
        "parallel ones allowed. Lines that a board lacks can be charted during play. The "
        "practice board is ours, not the printed one.",
        "decision",
    ),
    RuleText(
        "Q16",
        "Decisions",
        "The end is triggered by the eighth Company; a ninth cannot come about.",
        "decision",
    ),
    RuleText(
        "Q17",
        "Decisions",
        "A player with nothing to place and nothing to pick up ends the turn without a track "
        "action; the table sees it said.",
        "decision",
    ),
    RuleText(
        "Q18",
        "Decisions",
        "The tie-break counts Companies and Regionals, neither Bonus cards nor skipped cards;"
        " then the win is shared.",
        "decision",
    ),
    RuleText(
        "Q19",
        "Decisions",
        "The reset can be made between any two steps of one's turn and lays out what is available.",
        "decision",
    ),
    RuleText(
        "Q20",
        "Decisions",
        "Score stacks are hidden below the latest card, and points with them; a table option "
        "opens them.",
        "decision",
    ),
    RuleText(
        "Q21",
        "Decisions",
        "With two or three players Era 1 comes before Era 2, although both are held.",
        "decision",
    ),
    RuleText(
        "Q22",
        "Decisions",
        "Segments are called train or track segments, Companies Company or Rail Company "
        "cards: the same things.",
        "decision",
    ),
    RuleText(
        "Q23",
        "Decisions",
        "Nodes are free for all: cities and opponents' segments block nobody, only lines are "
        "exclusive.",
        "decision",
    ),
    RuleText(
        "Q24",
        "Decisions",
        "A card is scored or changed strictly after the track action, of either kind; reset "
        "and Bonus at any time of the turn.",
        "decision",
    ),
    RuleText(
        "Q25",
        "Decisions",
        "What counts is the board after the track action: segments just placed serve, those "
        "picked up are gone.",
        "decision",
    ),
    RuleText(
        "Q26",
        "Decisions",
        "Waivers serve Companies and Regionals only, never a Bonus card or somebody else's card.",
        "decision",
    ),
    RuleText(
        "Q27",
        "Decisions",
        "The active player picks the route and so whom to pay, a dearer one too, as long as "
        "it needs every segment paid for; the cheapest is shown as advice.",
        "decision",
    ),
)
