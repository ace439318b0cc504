"""The printed rules in our own words: building and before it, then running, winning, options."""

from __future__ import annotations

from games.engine.title import RuleText

PRINTED: tuple[RuleText, ...] = (
    RuleText(
        "EB-01",
        "Playing Board",
        "Map of the USA and southern Canada: 51 cities; dots (mileposts) about 50 miles apart "
        "govern building and movement; symbols at cities show the goods available there.",
        "board",
    ),
    RuleText(
        "EB-02",
        "Playing Board",
        "Rivers and coasts are drawn; some coastal cities lie slightly inland.",
        "board",
    ),
    RuleText(
        "EB-03",
        "Playing Board",
        "Six train displays, one per player (so at most six players); each player has the "
        "locomotive and crayon of his colour.",
        "checked",
    ),
    RuleText("EB-04", "Playing Board", "Train type and load are open to everybody.", "checked"),
    RuleText(
        "EB-05",
        "Crayons",
        "Colours drawn on the board show the owner of a line (crayon, care of the board).",
        "info",
    ),
    RuleText(
        "EB-06",
        "The Deck",
        "112 cards, of demands and events, 16 of them events (decision A27); events are news "
        "or strikes.",
        "checked",
    ),
    RuleText(
        "EB-07", "The Deck", "A demand card shows three demands: city, payoff, good.", "checked"
    ),
    RuleText(
        "EB-08",
        "The Deck",
        "A drawn event is shown at once; the player goes on drawing until he has three demand "
        "cards.",
        "checked",
    ),
    RuleText(
        "EB-09",
        "Daily News",
        "Events act at once and end, discarded, at the end of the drawing player's next turn; "
        "everyone must obey them meanwhile.",
        "checked",
    ),
    RuleText(
        "EB-10",
        "Daily News 1",
        "Distances in events: count mileposts as in movement; from a major city from its "
        "centre, from the sea from the nearest coastal mileposts.",
        "board",
    ),
    RuleText(
        "EB-11",
        "Daily News 1",
        "Coasts: Atlantic from Portland (Maine) to the milepost south of Miami; Gulf from "
        "there to the milepost south of Houston; Pacific from San Diego to Vancouver; San "
        "Francisco is on the Pacific.",
        "board",
    ),
    RuleText(
        "EB-12",
        "Daily News 2",
        "Half rate: freight 5, fast freight and superfreight 6 mileposts.",
        "checked",
    ),
    RuleText(
        "EB-13",
        "Floods; Daily News 3",
        "A flood names its river (Ohio, Missouri, Mississippi): no train may cross it, and "
        "all lines of all players over it are erased at once.",
        "board",
    ),
    RuleText(
        "EB-14",
        "Daily News 3",
        "Rebuilding across it only after the card has been discarded.",
        "board",
    ),
    RuleText(
        "EB-15",
        "Daily News 3",
        "The bridges in Kansas City are only closed while the flood card is in force.",
        "board",
    ),
    RuleText(
        "EB-16",
        "Canadian Rail Strike",
        "Canadian rail strike: no train in Canada moves, none enters Canada.",
        "board",
    ),
    RuleText(
        "EB-17",
        "Daily News 4",
        "When a train loses a load, its player chooses which; it goes back to the bank; loads "
        "picked up after the draw are not affected.",
        "checked",
    ),
    RuleText(
        "EB-18",
        "Counters",
        "A counter is one load and lies on the train display while carried; unused ones lie "
        "by the board.",
        "checked",
    ),
    RuleText("EB-19", "Counters", "Delivered and lost loads return to the unused ones.", "checked"),
    RuleText("EB-20", "Counters; Hauling 1", "Only the counters provided exist.", "checked"),
    RuleText(
        "EB-21",
        "Counters; Hauling 1, 2",
        "Freight: 2 loads, 9 mileposts. Fast freight: 2 loads, 12. Superfreight: 3 loads, 12.",
        "checked",
    ),
    RuleText("EB-22", "Counters", "Everybody starts with a freight.", "checked"),
    RuleText(
        "EB-23",
        "Counters",
        "At the end of any turn, instead of building: 20 for a fast freight, or from a fast "
        "freight 20 for a superfreight.",
        "checked",
    ),
    RuleText("EB-24", "Preparation", "One player is banker and holds money and markers.", "info"),
    RuleText("EB-25", "Preparation", "40 in cash each.", "checked"),
    RuleText(
        "EB-26",
        "Preparation",
        "First player: highest payoff on a cut card (events count 0); he reshuffles and deals.",
        "table",
    ),
    RuleText(
        "EB-27",
        "Preparation",
        "Three cards each, events replaced, so that all start with three open demand cards; "
        "the events are shuffled back.",
        "checked",
    ),
    RuleText("EB-28", "Preparation", "An exhausted deck is renewed from the discards.", "checked"),
    RuleText(
        "EB-29",
        "Preparation",
        "Starting set: 3 demand cards, 40, freight, locomotive, crayon.",
        "checked",
    ),
    RuleText("EB-30", "How to Play", "Turns go clockwise.", "checked"),
    RuleText(
        "EB-31",
        "How to Play; Hauling 3",
        "A turn: first run the train (move, load, unload, fees, payoffs); second spend up to "
        "20 either on track or on an upgrade.",
        "checked",
    ),
    RuleText(
        "EB-32",
        "How to Play",
        "Instead of the turn a player may discard his whole hand and draw three, showing and "
        "replacing events.",
        "checked",
    ),
    RuleText(
        "EB-33",
        "Building",
        "No track at the start; everyone takes two turns without moving, to build with the "
        "first 40.",
        "checked",
    ),
    RuleText(
        "EB-34",
        "Building",
        "Track goes from one milepost to the next; each section costs by the milepost built "
        "to: clear 1, rough 2, small city 3, medium city 3, major city 5.",
        "board",
    ),
    RuleText("EB-35", "Building", "Crossing a river +2, an ocean inlet +3, on top.", "board"),
    RuleText(
        "EB-36",
        "Building 1",
        "Start at any major-city milepost or at any milepost joined by one's own track to one.",
        "board",
    ),
    RuleText(
        "EB-37", "Building 1", "Not from more than two major-city mileposts in one turn.", "board"
    ),
    RuleText(
        "EB-38",
        "Building 2",
        "Every player may build at least one section from every major city; nobody may build "
        "so that another could not.",
        "board",
    ),
    RuleText(
        "EB-39",
        "Building 3",
        "At most three players in a medium city, two in a small one.",
        "checked",
    ),
    RuleText(
        "EB-40",
        "Building 3",
        "No player builds more than three tracks to a medium or small city.",
        "checked",
    ),
    RuleText(
        "EB-41",
        "Building 3",
        "Nobody may build to or from a medium city so that a third player could not get a "
        "section there.",
        "board",
    ),
    RuleText("EB-42", "Building 4", "Only one section between two mileposts.", "checked"),
    RuleText("EB-43", "Building 5", "No credit: what cannot be paid at once is erased.", "checked"),
    RuleText(
        "EB-44",
        "Hauling",
        "Money comes from carrying a load from where it is available to a city that demands it.",
        "checked",
    ),
    RuleText(
        "EB-45",
        "Hauling 1",
        "A load may be picked up when passing through a city where it is available.",
        "checked",
    ),
    RuleText(
        "EB-46",
        "Hauling 1",
        "Capacity 2, 2 or 3; mixed loads allowed; with or without a demand card.",
        "checked",
    ),
    RuleText("EB-47", "Hauling 1", "Loads may be put down without payoff in any city.", "checked"),
    RuleText("EB-48", "Hauling 2", "Trains start at any city.", "checked"),
    RuleText(
        "EB-49", "Hauling 2", "Trains run on drawn track, counting the mileposts reached.", "board"
    ),
    RuleText(
        "EB-50",
        "Hauling 2",
        "All lines are joined across major cities by the grey area: everyone uses it as his "
        "own track (rivers included); nobody builds in it.",
        "board",
    ),
    RuleText(
        "EB-51", "Hauling 2", "The centre star of a major city is a milepost for movement.", "board"
    ),
    RuleText("EB-52", "Hauling 2", "Allowance 9 or 12 per turn.", "checked"),
    RuleText(
        "EB-53",
        "Hauling 2",
        "Any number of trains per milepost and line; nobody can block another.",
        "checked",
    ),
    RuleText(
        "EB-54",
        "Hauling 2",
        "Loading and unloading cost no movement; any order, any number of times.",
        "checked",
    ),
    RuleText(
        "EB-55",
        "Hauling 2",
        "A train turns round only in a city (all major-city mileposts included).",
        "checked",
    ),
    RuleText("EB-56", "Hauling 2", "Own track is free.", "checked"),
    RuleText(
        "EB-57",
        "Hauling 2",
        "An opponent's track: 4 per turn to each opponent on whose track the train ran.",
        "checked",
    ),
    RuleText("EB-58", "Hauling 2", "It may not be used without the cash for it.", "checked"),
    RuleText(
        "EB-59",
        "Hauling 3",
        "Delivery: discard the card (one load per card), receive the payoff, return the load, "
        "draw a new card, go on with the turn.",
        "checked",
    ),
    RuleText(
        "EB-60",
        "Hauling 3; How to Play",
        "Building and upgrading come after movement is finished.",
        "checked",
    ),
    RuleText(
        "EB-61",
        "How to Win",
        "Basic game: the first with 250 in cash wins; track is worth nothing. A board may set "
        "another figure for a short game.",
        "checked",
    ),
    RuleText(
        "EB-62",
        "How to Win",
        "A player need not show his money until he claims (decision A41 lets a table hide it).",
        "checked",
    ),
    RuleText(
        "EB-63",
        "How to Win",
        "Empire Builder game: the first whose continuous line joins five major cities and who "
        "has 250 in cash wins.",
        "board",
    ),
    RuleText("EB-64", "Optional", "Options are agreed by all before the game.", "checked"),
    RuleText(
        "EB-65",
        "Optional 1",
        "Option: instead of building, buy track from another player at any agreed price, in "
        "the buyer's turn only; the lines change colour.",
        "checked",
    ),
    RuleText(
        "EB-66", "Optional 1", "Option: swap track without money, otherwise the same.", "checked"
    ),
    RuleText(
        "EB-67",
        "Optional 2",
        "Option sudden death: until the last demand card is drawn, to the end of that "
        "player's move; most money wins.",
        "checked",
    ),
    RuleText("EB-68", "Optional 3", "Option fast start: 60 and three opening turns.", "checked"),
    RuleText(
        "EB-69",
        "Optional 4",
        "Option additional trains: each player starts with a freight and a fast freight; both "
        "may move in a turn; both are upgraded in the usual way.",
        "checked",
    ),
    RuleText(
        "EB-70",
        "Optional 5",
        "Option branching: build from any player's track, no junction charge, use fees as usual.",
        "checked",
    ),
)
"""Rules EB-01 to EB-70, in the order of the digest."""
