"""The digest of the rules in our own words, and our decisions where they are silent."""

from __future__ import annotations

from games.engine.title import RuleText

RULES: tuple[RuleText, ...] = (
    RuleText(
        "CD-01",
        "box line",
        "3 to 6 players.",
        "checked",
    ),
    RuleText(
        "CD-02",
        "Game Parts",
        "Eight railroads. Each has 36 cubes of its colour, 10 shares and a charter "
        "card. Two order decks (red, blue) of 6 cards each.",
        "info",
    ),
    RuleText(
        "CD-03",
        "Setting Up",
        "Start money per player: 80 (3 players), 60 (4), 48 (5), 40 (6).",
        "checked",
    ),
    RuleText(
        "CD-04",
        "Setting Up",
        "The turn marker starts on turn 1.",
        "checked",
    ),
    RuleText(
        "CD-05",
        "Setting Up",
        "As many order cards of each colour are used as there are players (1..n); the "
        "others leave the game.",
        "checked",
    ),
    RuleText(
        "CD-06",
        "Setting Up",
        "The blue cards are shuffled and dealt one to each player, face up; the holder "
        "of 1 begins.",
        "table",
    ),
    RuleText(
        "CD-07",
        "Sequence of Play",
        "Players act in card order 1..n. In a turn, first stock, then track.",
        "checked",
    ),
    RuleText(
        "CD-08",
        "Sequence of Play",
        "When all have acted, in this order: dividends, end check, advance the marker, new order.",
        "checked",
    ),
    RuleText(
        "CD-09",
        "Buy Railroad Stock",
        "A player may buy share(s) of one railroad per turn; buying is optional.",
        "checked",
    ),
    RuleText(
        "CD-10",
        "Buy Railroad Stock",
        "It is either the first share of an unstarted railroad (no shares in players' "
        "hands) or one or more shares of an existing one.",
        "checked",
    ),
    RuleText(
        "CD-11",
        "Unstarted Railroad",
        "Starting: choose Chicago, Memphis or New Orleans and put a cube in one of that "
        "city's three hexes.",
        "board",
    ),
    RuleText(
        "CD-12",
        "Unstarted Railroad",
        "Its income marker starts at 0.",
        "checked",
    ),
    RuleText(
        "CD-13",
        "Unstarted Railroad",
        "The starter chooses how many shares exist: 3 to 10. The others are removed for good.",
        "checked",
    ),
    RuleText(
        "CD-14",
        "Unstarted Railroad",
        "The starter takes exactly one share.",
        "checked",
    ),
    RuleText(
        "CD-15",
        "Unstarted Railroad",
        "The issued-shares marker never moves again.",
        "checked",
    ),
    RuleText(
        "CD-16",
        "Unstarted Railroad",
        "The starter sets the stock value, 10 to 50, and pays that amount.",
        "checked",
    ),
    RuleText(
        "CD-17",
        "Unstarted Railroad",
        "No two railroads may have the same stock value.",
        "checked",
    ),
    RuleText(
        "CD-18",
        "Unstarted Railroad",
        "Stock values never change.",
        "checked",
    ),
    RuleText(
        "CD-19",
        "Unstarted Railroad",
        "Unsold shares lie on the charter; 12 cubes are available, 10 wait for the "
        "Central Region, 10 for the Western. The money paid is the treasury.",
        "checked",
    ),
    RuleText(
        "CD-20",
        "Existing Railroad",
        "Existing railroad: any number of its unsold shares.",
        "checked",
    ),
    RuleText(
        "CD-21",
        "Existing Railroad",
        "The price goes into that railroad's treasury. The buyer must have it.",
        "checked",
    ),
    RuleText(
        "CD-22",
        "Existing Railroad",
        "Minimum per share = stock value + the dividend per share that would be paid at "
        "that moment.",
        "checked",
    ),
    RuleText(
        "CD-23",
        "Existing Railroad",
        "More than the minimum may be paid.",
        "checked",
    ),
    RuleText(
        "CD-24",
        "Build Track",
        "A player may build for one or several railroads.",
        "checked",
    ),
    RuleText(
        "CD-25",
        "Build Track",
        "Only for railroads in which he is the majority holder or tied for it.",
        "checked",
    ),
    RuleText(
        "CD-26",
        "Build Track",
        "Building a hex = placing one available cube of that railroad there.",
        "checked",
    ),
    RuleText(
        "CD-27",
        "Build Track",
        "All track must hang together with the railroad's starting city through its own track.",
        "board",
    ),
    RuleText(
        "CD-28",
        "Build Track",
        "One cube of a railroad per hex.",
        "board",
    ),
    RuleText(
        "CD-29",
        "Build Track",
        "Each hex has a build cost (left) and an income figure (right): cost is paid, "
        "income raises the railroad's income marker.",
        "board",
    ),
    RuleText(
        "CD-30",
        "Build Track; Summary of Restrictions",
        "The track laid in a player's turn is an unbroken straight line starting from a "
        "hex that already holds that railroad's cube.",
        "board",
    ),
    RuleText(
        "CD-31",
        "Build Track; Summary",
        "At most three railroads in a hex.",
        "board",
    ),
    RuleText(
        "CD-32",
        "Build Track",
        "Nothing else limits the length: only available cubes and treasury.",
        "checked",
    ),
    RuleText(
        "CD-33",
        "Build Track",
        "Only the railroad pays, never a player.",
        "checked",
    ),
    RuleText(
        "CD-34",
        "Starting Cities; Summary",
        "A starting city is three separate hexes; a railroad may occupy only one "
        "starting-city hex.",
        "board",
    ),
    RuleText(
        "CD-35",
        "Starting Cities",
        "Starting cities give no income.",
        "board",
    ),
    RuleText(
        "CD-36",
        "Port Cities",
        "Ports: San Diego, Los Angeles, San Francisco, Portland, Seattle; track there "
        "is the transcontinental connection (points, CD-55).",
        "board",
    ),
    RuleText(
        "CD-37",
        "Port Cities; Summary",
        "A railroad may occupy only one port.",
        "board",
    ),
    RuleText(
        "CD-38",
        "Port Cities; Summary",
        "A port holds only one railroad.",
        "board",
    ),
    RuleText(
        "CD-39",
        "Regions",
        "Red north-south lines divide the map into Eastern, Central and Western; all "
        "railroads begin in the East.",
        "board",
    ),
    RuleText(
        "CD-40",
        "Regions",
        "A railroad starts with 12 cubes for track.",
        "checked",
    ),
    RuleText(
        "CD-41",
        "Regions",
        "Building into a Central hex releases 10 more cubes at once, usable in the same build.",
        "board",
    ),
    RuleText(
        "CD-42",
        "Regions",
        "Building into a Western hex releases the last 10 cubes at once, usable in the same build.",
        "board",
    ),
    RuleText(
        "CD-43",
        "Across the Divide; caption",
        "Building into a hex on the western side of the Divide raises income by 10 at once.",
        "board",
    ),
    RuleText(
        "CD-44",
        "Pay Dividends",
        "Every existing railroad pays dividends after all players have acted.",
        "checked",
    ),
    RuleText(
        "CD-45",
        "Pay Dividends",
        "Dividend per share = income / total shares, rounded up.",
        "checked",
    ),
    RuleText(
        "CD-46",
        "Pay Dividends",
        "The bank pays each holder dividend x shares.",
        "checked",
    ),
    RuleText(
        "CD-47",
        "Pay Dividends",
        "What is left of the income goes to the railroad's treasury, also from the bank.",
        "checked",
    ),
    RuleText(
        "CD-48",
        "Pay Dividends",
        "If rounding pays out more than the income, that stands; the railroad then gets nothing.",
        "checked",
    ),
    RuleText(
        "CD-49",
        "End of Game?",
        "The game ends at the end of turn 8, after its dividends.",
        "checked",
    ),
    RuleText(
        "CD-50",
        "Advance",
        "Otherwise the marker moves on one box.",
        "checked",
    ),
    RuleText(
        "CD-51",
        "Player Order",
        "One deck shows the current order; the other shows the new one; they alternate.",
        "checked",
    ),
    RuleText(
        "CD-52",
        "Player Order",
        "A player who has chosen takes the new card and discards his old one.",
        "checked",
    ),
    RuleText(
        "CD-53",
        "Player Order",
        "The highest current number chooses first, then downwards; the player who went "
        "first gets the last card.",
        "checked",
    ),
    RuleText(
        "CD-54",
        "Award VP",
        "Each share is worth: 1 if its railroad entered Central; 1 if Western; 2 if it "
        "crossed the Divide.",
        "checked",
    ),
    RuleText(
        "CD-55",
        "Award VP",
        "plus its port: San Diego 1, Los Angeles 1, Portland 1, San Francisco 1, Seattle 2.",
        "checked",
    ),
    RuleText(
        "CD-56",
        "Award VP",
        "plus 1 if the railroad has no unsold shares.",
        "checked",
    ),
    RuleText(
        "CD-57",
        "Award VP; Player Order",
        "Most victory points wins; ties are possible; money counts for nothing.",
        "checked",
    ),
    RuleText(
        "A1",
        "Decisions",
        "A player may lay one line for each railroad he may build for; a table option "
        "allows one line in all, or several.",
        "decision",
    ),
    RuleText(
        "A2",
        "Decisions",
        "A line may not pass over hexes that already hold the railroad's cube: each of "
        "its hexes gets a new one. A table option lets it pass, with no cost there.",
        "decision",
    ),
    RuleText(
        "A3",
        "Decisions",
        "A railroad occupies one starting-city hex in all; a table option allows one in each city.",
        "decision",
    ),
    RuleText(
        "A4",
        "Decisions",
        "The 10 for crossing the Divide come once for each railroad.",
        "decision",
    ),
    RuleText(
        "A5",
        "Decisions",
        "A hex's income counts at once, so also for prices later in the same turn.",
        "decision",
    ),
    RuleText(
        "A6",
        "Decisions",
        "Several shares bought together have the same minimum each; what is paid is "
        "entered as one sum.",
        "decision",
    ),
    RuleText(
        "A7",
        "Decisions",
        "The first share of a railroad costs exactly the stock value set.",
        "decision",
    ),
    RuleText(
        "A8",
        "Decisions",
        "Shares of the same existing railroad may be bought in several entries of one turn.",
        "decision",
    ),
    RuleText(
        "A9",
        "Decisions",
        "The limit of three railroads holds in start hexes too.",
        "decision",
    ),
    RuleText(
        "A10",
        "Decisions",
        "Where a region's line or the Divide runs through a hex, the chart says which side counts.",
        "decision",
    ),
    RuleText(
        "A11",
        "Decisions",
        "Each region releases its own cubes when it is entered, whatever was entered before.",
        "decision",
    ),
    RuleText(
        "A12",
        "Decisions",
        "A line may go on past a port if another hex follows.",
        "decision",
    ),
    RuleText(
        "A13",
        "Decisions",
        "The bank has as much money as it needs.",
        "decision",
    ),
    RuleText(
        "A14",
        "Decisions",
        "Income goes on past the end of the printed track.",
        "decision",
    ),
    RuleText(
        "A15",
        "Decisions",
        "Total Shares are the issued shares, and Initial Value is the stock value.",
        "decision",
    ),
    RuleText(
        "A16",
        "Decisions",
        "Cash is open; a table option shows it only to its owner.",
        "decision",
    ),
    RuleText(
        "A17",
        "Decisions",
        "A player may choose the card with the number he had.",
        "decision",
    ),
    RuleText(
        "A18",
        "Decisions",
        "When all eight railroads have been started, no more can be.",
        "decision",
    ),
    RuleText(
        "A19",
        "Decisions",
        "Dividends are paid after turn 8 too; they do not change the winner.",
        "decision",
    ),
    RuleText(
        "A20",
        "Decisions",
        "Unsold shares belong to nobody and do not count for the majority.",
        "decision",
    ),
    RuleText(
        "A21",
        "Decisions",
        "Ending the turn is always allowed, whatever could still be built.",
        "decision",
    ),
)
