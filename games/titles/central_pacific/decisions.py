"""Our decisions where the rules are silent or speak twice, in our own words."""

from __future__ import annotations

from games.engine.title import RuleText

DECISIONS: tuple[RuleText, ...] = (
    RuleText(
        "Q01",
        "Decisions",
        "All track joined without passing through a city is one piece; it is a line if it "
        "joins two different cities or more. So a tee makes a line of three cities.",
        "decision",
    ),
    RuleText(
        "Q02",
        "Decisions",
        "Tiles are checked one by one in the order entered. Where another order would do, it "
        "is offered: distances and sides do not depend on it.",
        "decision",
    ),
    RuleText(
        "Q03",
        "Decisions",
        "A rail end may not meet a blank side of a rail, tunnel or city, in either direction. "
        "Option: one good joint is enough.",
        "decision",
    ),
    RuleText(
        "Q04",
        "Decisions",
        "A rail end may point off the board; it connects to nothing. Option: it may not.",
        "decision",
    ),
    RuleText(
        "Q05",
        "Decisions",
        "An existing rail line is any rail end of a city, rail or tunnel in play, so that "
        "there can be a first tile.",
        "decision",
    ),
    RuleText(
        "Q06",
        "Decisions",
        "The shortest way between two cities decides, since every way must have enough rails. "
        "A new short cut can be too short for two old cities.",
        "decision",
    ),
    RuleText(
        "Q07",
        "Decisions",
        "Tunnels count as rail, terrain conducts nothing, a loop from a city to itself has no "
        "minimum. Ways through a third city need no look: two long enough legs are long "
        "enough together.",
        "decision",
    ),
    RuleText(
        "Q08",
        "Decisions",
        "The network is all that hangs together with the start city, through cities too.",
        "decision",
    ),
    RuleText(
        "Q09",
        "Decisions",
        "Before the spike forests and mountains, too, lie against a rail end of one's own "
        "network. Option: against any rail end.",
        "decision",
    ),
    RuleText(
        "Q10",
        "Decisions",
        "All tiles that clear terrain count as laid. Tunnels are no rail tiles and clear no "
        "forest. What stays must obey every rule of laying.",
        "decision",
    ),
    RuleText(
        "Q11",
        "Decisions",
        "A rail end may be laid against a forest or mountain that stands already.",
        "decision",
    ),
    RuleText(
        "Q12",
        "Decisions",
        "The spike is taken by itself at the end of the turn; the board opens for the next player.",
        "decision",
    ),
    RuleText(
        "Q13",
        "Decisions",
        "A branch brought back to a city of the line neither extends nor steals it: a new "
        "city is needed. Option: it does.",
        "decision",
    ),
    RuleText(
        "Q14",
        "Decisions",
        "Who runs into an opponent's line in the turn of the spike joins the rails, but the "
        "line stays the opponent's; an own line that goes with it gives its train back. Of "
        "two opponents' lines the one with more rails prevails; between equal ones the player "
        "chooses. Options: it is not allowed; or the player chooses the spike or the lines.",
        "decision",
    ),
    RuleText(
        "Q15",
        "Decisions",
        "Lines that are joined are one line with one train: of own lines one train stays; "
        "else, after the spike, the player takes all and everybody's trains go home, even "
        "where no new city is reached.",
        "decision",
    ),
    RuleText(
        "Q16",
        "Decisions",
        "Open ends are shown. One that a forest or mountain blocks can be cleared later, so "
        "the line is not safe for ever.",
        "decision",
    ),
    RuleText(
        "Q17",
        "Decisions",
        "Where trains run out the player chooses which lines get them; the rest stay as they "
        "were. An unclaimed line is claimed only when it has changed. The last train cannot "
        "be sacrificed.",
        "decision",
    ),
    RuleText(
        "Q18",
        "Decisions",
        "Being stuck is declared in one's own turn, with an empty pool, and the hand is "
        "shown; an empty hand is stuck. Option: the pool may have tiles.",
        "decision",
    ),
    RuleText(
        "Q19",
        "Decisions",
        "Five tiles are the most after a special token, too. Option: the whole hand. A hand "
        "is filled up to five and no further; the Stock Market gives what the pool has.",
        "decision",
    ),
    RuleText(
        "Q20",
        "Decisions",
        "Discarded tiles go back before new ones are drawn; in a turn with a sacrifice "
        "discarding comes first.",
        "decision",
    ),
    RuleText(
        "Q21",
        "Decisions",
        "New first hands are noted where the table says so, and all confirm that they hold a "
        "city; neither can be checked.",
        "decision",
    ),
    RuleText(
        "Q22",
        "Decisions",
        "Spike and new lines may be claimed in one turn; new lines are claimed by themselves.",
        "decision",
    ),
    RuleText(
        "Q23",
        "Decisions",
        "When the last train is placed, all claims of that turn are made; nothing is drawn, "
        "nobody plays on.",
        "decision",
    ),
    RuleText(
        "Q24",
        "Decisions",
        "What trimming leaves is the fewest rails that join all cities of a line apart from "
        "its cities. Options: through the line's own cities; or no trimming.",
        "decision",
    ),
    RuleText(
        "Q25",
        "Decisions",
        "Different lines between the same cities all score; a second way inside one line is "
        "trimmed.",
        "decision",
    ),
    RuleText(
        "Q26",
        "Decisions",
        "Lines nobody claimed count for nobody. Anybody's home city scores for who alone has "
        "lines there, its printed number.",
        "decision",
    ),
    RuleText(
        "Q27",
        "Decisions",
        "A tie in which nobody has the spike is shared.",
        "decision",
    ),
    RuleText(
        "Q28",
        "Decisions",
        "A team has one home, one set of trains and tokens, one sacrifice, one score; each "
        "player has a hand. Seats of the teams alternate. A Land Grant takes from either "
        "opponent.",
        "decision",
    ),
    RuleText(
        "Q29",
        "Decisions",
        "The tile set says the mix, the numbers and the trains where it is known; else 81 "
        "tiles, seven trains and start cities of 2. Option: copies are counted against the "
        "set.",
        "decision",
    ),
    RuleText(
        "Q30",
        "Decisions",
        "A four-way is a junction.",
        "decision",
    ),
    RuleText(
        "Q31",
        "Decisions",
        "There is no passing; discarding for ever is allowed, and the table may end the game "
        "by agreement.",
        "decision",
    ),
    RuleText(
        "Q32",
        "Decisions",
        "The last train is the last one in hand after all claims; trains that come back can "
        "put the end off.",
        "decision",
    ),
    RuleText(
        "Q33",
        "Decisions",
        "One other home city is enough for the spike, in teams the other team's. Start cities "
        "drawn later are plain cities. Any number of lines may be stolen in a turn.",
        "decision",
    ),
    RuleText(
        "Q34",
        "Decisions",
        "Whoever lays the finishing tile claims the line, whoever laid the others.",
        "decision",
    ),
)
