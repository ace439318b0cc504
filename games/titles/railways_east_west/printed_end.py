"""The digest of the combined rules, second part: the end, major lines, cards and events."""

from __future__ import annotations

from games.engine.title import RuleText

PRINTED_END: tuple[RuleText, ...] = (
    RuleText(
        "REW-52",
        "Game end",
        "The end is triggered by the second completed East-Coast-to-West-Coast route.",
        "checked",
    ),
    RuleText(
        "REW-53",
        "Game end",
        "A 4th turn is then added to the current round; there is no further round.",
        "checked",
    ),
    RuleText(
        "REW-54",
        "Game end",
        "Option: the game ends at once when the player in first place completes such a route.",
        "decision",
    ),
    RuleText(
        "REW-55",
        "Game end",
        "Final scores include Western barons and a penalty for each bond left.",
        "table",
    ),
    RuleText(
        "REW-56",
        "Game end",
        "5 points for most raw materials; tied players each get 5.",
        "checked",
    ),
    RuleText(
        "REW-57",
        "Game end",
        "Each $10,000 in cash = 1 point (money is normally only a tie-breaker).",
        "checked",
    ),
    RuleText(
        "REW-58",
        "Addendum: major lines and bonuses",
        "Major lines go to the first player whose railroad connects the two places (the table of"
        " lines).",
        "checked",
    ),
    RuleText(
        "REW-59",
        "Addendum: major lines and bonuses",
        "A later connection by a different player that is shorter gets half the value, rounded up.",
        "checked",
    ),
    RuleText(
        "REW-60",
        "Addendum: major lines and bonuses",
        "Shorter = fewer links or fewer pieces, and not more of the other.",
        "checked",
    ),
    RuleText(
        "REW-61",
        "Addendum: major lines and bonuses",
        "East Coast to West Coast: 20, 15, 10, 5 points in order of completion. East: Boston, New"
        " York, Philadelphia, Baltimore, Norfolk, Wilmington, Charleston, Savannah, Jacksonville."
        " West: Seattle, Tacoma, Portland, San Francisco, Los Angeles, San Diego.",
        "checked",
    ),
    RuleText(
        "REW-62",
        "Addendum: major lines and bonuses",
        "Special bonuses: 2 first settler, 2 first raw material, 5 most raw materials (ties each).",
        "checked",
    ),
    RuleText(
        "REW-63",
        "Operations cards and events",
        "Operations cards that may appear, with copies East/West: the listing.",
        "table",
    ),
    RuleText(
        "REW-64",
        "Operations cards and events",
        "Government Land Grant: once, in a later turn, all open-terrain pieces of one build are"
        " free. 4/4.",
        "checked",
    ),
    RuleText(
        "REW-65",
        "Operations cards and events",
        "Perfect Engineering: permanent; up to 6 pieces in a link, once per round. 2/2.",
        "checked",
    ),
    RuleText(
        "REW-66",
        "Operations cards and events",
        "Railroad Executive: at once take 2 actions in one turn. 2/-.",
        "checked",
    ),
    RuleText(
        "REW-67",
        "Operations cards and events",
        "New Industry: at once a new city tile on a grey city, 2 random cubes. 4/4.",
        "checked",
    ),
    RuleText(
        "REW-68",
        "Operations cards and events",
        "City Growth: at once 2 random cubes on one city. 4/4.",
        "checked",
    ),
    RuleText(
        "REW-69",
        "Operations cards and events",
        "Hotels. East: Charleston, Chicago, New York, Baltimore, Atlanta, Boston. West: Oklahoma"
        " City, Salt Lake City, Tucson, Denver, Topeka, San Francisco. 6/6.",
        "checked",
    ),
    RuleText(
        "REW-70",
        "Operations cards and events",
        "Service bounties. East: Jacksonville, Raleigh, Mobile, Duluth, Louisville, Toronto."
        " West: Spokane, Fort Worth, Billings, Reno, Tucson, Bismarck. 6/6.",
        "table",
    ),
    RuleText(
        "REW-71",
        "Operations cards and events",
        "Coal-fueled engines: once, the next engine at half price, rounded up. -/2.",
        "checked",
    ),
    RuleText(
        "REW-72",
        "Operations cards and events",
        "Tunnel Engineer: once, mountains and ridges of one build at half price. -/4.",
        "checked",
    ),
    RuleText(
        "REW-73",
        "Operations cards and events",
        "Boomtown: at once a new city tile on a grey city, no cubes. -/1.",
        "checked",
    ),
    RuleText(
        "REW-74",
        "Operations cards and events",
        "Sutter's Mill: 3 random cubes to Sacramento. -/1.",
        "checked",
    ),
    RuleText(
        "REW-75",
        "Operations cards and events",
        "Event cards act on everybody for one round (3 actions).",
        "checked",
    ),
    RuleText(
        "REW-76",
        "Operations cards and events",
        "Land Rush 1/1: a build on open terrain only may include one bonus hex; maximum 6; not"
        " with Perfect Engineering.",
        "checked",
    ),
    RuleText(
        "REW-77",
        "Operations cards and events",
        "Increase production 1/-: each player may add one random cube to a city of his choice.",
        "table",
    ),
    RuleText(
        "REW-78",
        "Operations cards and events",
        "Major City Demand 1/-: each red cube delivered earns $1,000.",
        "checked",
    ),
    RuleText(
        "REW-79",
        "Operations cards and events",
        "Bond surplus 2/-: bonds issued bring $6,000.",
        "checked",
    ),
    RuleText(
        "REW-80",
        "Operations cards and events",
        "Bond shortage 1/-: bonds issued bring only $4,000.",
        "checked",
    ),
    RuleText(
        "REW-81",
        "Operations cards and events",
        "Bond Buyback 1/-: a player may pay off up to 3 bonds: one for $7,000, two for $15,000,"
        " three for $24,000.",
        "checked",
    ),
    RuleText(
        "REW-82",
        "Operations cards and events",
        "Urbanization incentive 1/1: urbanizing costs $6,000 instead of $10,000.",
        "checked",
    ),
    RuleText(
        "REW-83",
        "Operations cards and events",
        "Small Market Incentive 1/1: $1,000 for each grey city a player connects to.",
        "board",
    ),
    RuleText(
        "REW-84",
        "Operations cards and events",
        "Convention Season -/1: $1,000 per hotel owned.",
        "checked",
    ),
    RuleText(
        "REW-85",
        "Operations cards and events",
        "Used Engines -/2: $1,000 off per level while another player owns a higher engine.",
        "checked",
    ),
)
