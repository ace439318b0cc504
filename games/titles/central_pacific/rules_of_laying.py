"""The rules up to claiming, in our own words."""

from __future__ import annotations

from games.engine.title import RuleText

LAYING: tuple[RuleText, ...] = (
    RuleText(
        "CP-01",
        "Introduction",
        "Two, three or four players; the aim of the story is to link St. Louis and San "
        "Francisco by rail.",
    ),
    RuleText(
        "CP-02",
        "Components",
        "One board, 81 square tiles, and 36 round tokens in four colours, nine of each.",
    ),
    RuleText(
        "CP-03",
        "Setup",
        "Each player chooses a colour and takes its tokens and one start-city tile.",
    ),
    RuleText(
        "CP-04",
        "Setup",
        "With two players start cities lie on E1 and F10. Their three rail connections face "
        "into the board, the blank side faces the rim.",
    ),
    RuleText(
        "CP-05",
        "Setup",
        "With three players they lie on E1, J7 and A8.",
    ),
    RuleText(
        "CP-06",
        "Setup",
        "With four players they lie on E1, J5, F10 and A6.",
    ),
    RuleText(
        "CP-07",
        "Setup",
        "Four players may play as two teams: the places of two players, one set of tokens for "
        "each team, partners at opposite ends.",
    ),
    RuleText(
        "CP-08",
        "Setup",
        "All other tiles are turned face down and mixed: the pool. The Golden Spike is put aside.",
    ),
    RuleText(
        "CP-09",
        "Setup",
        "Start-city tiles nobody uses go into the pool.",
    ),
    RuleText(
        "CP-10",
        "Setup",
        "Each player draws five tiles and hides them from the others.",
    ),
    RuleText(
        "CP-11",
        "Setup",
        "A player without a city among them may show them, put them back and draw five new "
        "ones, until everybody has a city.",
        "table",
    ),
    RuleText(
        "CP-12",
        "Setup",
        "Who begins is decided in any way all agree to; else the youngest.",
        "table",
    ),
    RuleText(
        "CP-13",
        "Rules of Play",
        "Play goes clockwise.",
    ),
    RuleText(
        "CP-14",
        "Rules of Play",
        "A turn has three parts: lay tiles in the network or discard tiles; claim lines or "
        "the Golden Spike; draw tiles.",
    ),
    RuleText(
        "CP-15",
        "Place Tiles",
        "One to five tiles are laid, wherever the following rules allow.",
    ),
    RuleText(
        "CP-16",
        "Place Tiles",
        "Each tile lies next to at least one tile in play.",
    ),
    RuleText(
        "CP-17",
        "Place Tiles",
        "Each tile connects to an existing rail line.",
    ),
    RuleText(
        "CP-18",
        "Place Tiles",
        "Each tile lies in one's network: the start city and what is connected to it.",
    ),
    RuleText(
        "CP-19",
        "Place Tiles",
        "Once the Golden Spike is claimed and the Transcontinental built, every tile on the "
        "board is in everybody's network.",
    ),
    RuleText(
        "CP-20",
        "Place Tiles",
        "A city's number is the least number of rail tiles between it and every other city.",
    ),
    RuleText(
        "CP-21",
        "Place Tiles",
        "Between two cities with different numbers the higher one counts.",
    ),
    RuleText(
        "CP-22",
        "Place Tiles",
        "The rails between need not be straight.",
    ),
    RuleText(
        "CP-23",
        "Place Tiles / Forest",
        "A forest may lie next to a side of a rail, tunnel or city on which that tile has a "
        "connecting rail.",
    ),
    RuleText(
        "CP-24",
        "Place Tiles / Forest",
        "It blocks every tile with a connection that runs into it.",
    ),
    RuleText(
        "CP-25",
        "Place Tiles / Forest",
        "To clear it, two rail tiles of the same type are laid on it; the forest and one of "
        "the two leave play.",
    ),
    RuleText(
        "CP-26",
        "Place Tiles / Forest",
        "That is not allowed where the rail that stays would make an illegal connection.",
    ),
    RuleText(
        "CP-27",
        "Place Tiles / Mountain",
        "A mountain is laid, blocks and is cleared like a forest ...",
    ),
    RuleText(
        "CP-28",
        "Place Tiles / Mountain",
        "... but it takes three rail tiles of the same type; two of them and the mountain "
        "leave play.",
    ),
    RuleText(
        "CP-29",
        "Place Tiles / Mountain",
        "A single tunnel clears it as well.",
    ),
    RuleText(
        "CP-30",
        "Place Tiles / Tunnel",
        "A tunnel may replace a mountain that lies on the board.",
    ),
    RuleText(
        "CP-31",
        "Place Tiles / Tunnel",
        "Not where the connection would be illegal once the mountain is gone.",
    ),
    RuleText(
        "CP-32",
        "Place Tiles / Tunnel",
        "It may also be laid like an ordinary straight.",
    ),
    RuleText(
        "CP-33",
        "Place Tiles",
        "The tiles of one turn need not touch each other: any legal places in the network will do.",
    ),
    RuleText(
        "CP-34",
        "Special Tokens",
        "Stock Market: at the start of one's turn this token leaves play for two more tiles "
        "from the pool, at once.",
    ),
    RuleText(
        "CP-35",
        "Special Tokens",
        "With it the turn must end with five tiles or fewer in hand.",
    ),
    RuleText(
        "CP-36",
        "Special Tokens",
        "Land Grant: at the start of one's turn this token leaves play for one tile of an "
        "opponent, drawn blindly, at once.",
    ),
    RuleText(
        "CP-37",
        "Special Tokens",
        "With it, too, the turn must end with five tiles or fewer.",
    ),
    RuleText(
        "CP-38",
        "Special Tokens",
        "The opponent has only four tiles for the next turn and fills the hand up at its end.",
    ),
    RuleText(
        "CP-39",
        "Special Tokens",
        "The two special tokens are never played in one turn.",
    ),
)
