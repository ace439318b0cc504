"""The rules from discarding to winning, in our own words."""

from __future__ import annotations

from games.engine.title import RuleText

CLAIMING: tuple[RuleText, ...] = (
    RuleText(
        "CP-40",
        "Discard Tiles",
        "Instead of laying, one to five tiles are put back and the hand is filled up to five; "
        "then the turn is over.",
    ),
    RuleText(
        "CP-41",
        "Discard Tiles",
        "Once a game a player may sacrifice a train, which leaves play, to discard like this "
        "and lay tiles in the same turn.",
    ),
    RuleText(
        "CP-42",
        "Discard Tiles",
        "Who begins a turn with an empty pool cannot discard.",
    ),
    RuleText(
        "CP-43",
        "Claiming",
        "At the end of the turn one claims the Golden Spike, and lines completed, extended "
        "and stolen.",
    ),
    RuleText(
        "CP-44",
        "Claiming",
        "Lines are stolen only after the Golden Spike has been claimed.",
    ),
    RuleText(
        "CP-45",
        "Claiming the Golden Spike",
        "Whoever is first to lay a tile that joins the own home city to another player's by "
        "unbroken rail, through whatever cities and whoever owns the lines, has built the "
        "Transcontinental.",
    ),
    RuleText(
        "CP-46",
        "Claiming the Golden Spike",
        "That player takes the Golden Spike, worth 10 points at the end.",
    ),
    RuleText(
        "CP-47",
        "Lines You Completed",
        "A line is unbroken rail that joins two or more cities without passing through "
        "another one.",
    ),
    RuleText(
        "CP-48",
        "Lines You Completed",
        "Rail that joins a city only to itself is no line.",
    ),
    RuleText(
        "CP-49",
        "Lines You Completed",
        "Who makes a new line this turn must claim it.",
    ),
    RuleText(
        "CP-50",
        "Lines You Completed",
        "One of one's trains on the rail marks the claim.",
    ),
    RuleText(
        "CP-51",
        "Lines You Completed",
        "Rail that does not reach a second city yet cannot be claimed.",
    ),
    RuleText(
        "CP-52",
        "Lines You Completed",
        "Several lines may be claimed in a turn.",
    ),
    RuleText(
        "CP-53",
        "Lines You Extend",
        "Building from a branch of one's line to another city extends the line; what is built "
        "belongs to it.",
    ),
    RuleText(
        "CP-54",
        "Lines You Extend",
        "An extended line gets no second train; trains are for new lines.",
    ),
    RuleText(
        "CP-55",
        "Lines You Stole",
        "Stealing is possible once a player has claimed the Golden Spike.",
    ),
    RuleText(
        "CP-56",
        "Lines You Stole",
        "Claiming the spike and stealing a line in one turn is not allowed.",
    ),
    RuleText(
        "CP-57",
        "Lines You Stole",
        "Extending an opponent's line over an open branch to a city steals the whole line.",
    ),
    RuleText(
        "CP-58",
        "Lines You Stole",
        "The opponent takes the train back into the hand; one's own takes its place.",
    ),
    RuleText(
        "CP-59",
        "Lines You Stole",
        "It may be stolen back in the same way, as often as you like.",
    ),
    RuleText(
        "CP-60",
        "Lines You Stole",
        "A line is safe only when it has no open rail left.",
        "info",
    ),
    RuleText(
        "CP-61",
        "Replenish",
        "As many tiles are drawn as were laid or discarded.",
    ),
    RuleText(
        "CP-62",
        "Replenish",
        "A turn ends with five tiles in hand, except after a Land Grant and perhaps in the "
        "last turns.",
    ),
    RuleText(
        "CP-63",
        "Replenish",
        "Where the pool is too small the game goes on until it ends in one of its ways.",
    ),
    RuleText(
        "CP-64",
        "Ending the game",
        "The game ends at once when a player places the last train to claim a line,",
    ),
    RuleText(
        "CP-65",
        "Ending the game",
        "or when a player cannot legally lay any tile left in hand.",
    ),
    RuleText(
        "CP-66",
        "Winning the game",
        "Forests, mountains, and all track that is not part of a completed line are taken "
        "off; they score nothing.",
    ),
    RuleText(
        "CP-67",
        "Winning the game",
        "Each player may then take off opponents' lines the track that is not needed to keep "
        "legal connections to all their cities,",
    ),
    RuleText(
        "CP-68",
        "Winning the game",
        "such as a branch that runs back onto its own line without a city,",
    ),
    RuleText(
        "CP-69",
        "Winning the game",
        "or rail that only joins a city to itself. What is taken off scores nothing.",
    ),
    RuleText(
        "CP-70",
        "Winning the game",
        "Several lines between the same two cities all stay and all score.",
    ),
    RuleText(
        "CP-71",
        "Winning the game",
        "One point for each rail or tunnel tile in the lines one controls; a line of several "
        "cities counts each tile once.",
    ),
    RuleText(
        "CP-72",
        "Winning the game",
        "For each city at which all controlled lines are one player's, that player scores its "
        "number, once.",
    ),
    RuleText(
        "CP-73",
        "Winning the game",
        "Ten points for the Golden Spike.",
    ),
    RuleText(
        "CP-74",
        "Winning the game",
        "The highest total wins; a tie goes to who claimed the Golden Spike.",
    ),
)
