"""The digest of the printed rules in our own words and in its order."""

from __future__ import annotations

from games.engine.title import RuleText

PRINTED: tuple[RuleText, ...] = (
    RuleText(
        "TCL-01",
        "Components, Setup",
        "2 to 5 players. Pieces: Company, Regional and Bonus cards, board, player aids, "
        "segments, completion trackers, Entry Waivers.",
        "checked",
    ),
    RuleText(
        "TCL-02",
        "Setup",
        "Each player takes a colour: player aid, track segments and both completion trackers.",
        "table",
    ),
    RuleText(
        "TCL-03",
        "Setup",
        "Each player takes 2 Entry Waivers per player in the game: 4, 6, 8, 10 with 2, 3, 4, "
        "5 players.",
        "checked",
    ),
    RuleText(
        "TCL-04",
        "Setup",
        "Bonus cards: three decks by colour (blue, green, red), shuffled; the top card of "
        "each is laid face up; all others go back to the box.",
        "checked",
    ),
    RuleText(
        "TCL-05",
        "Setup",
        "The Company cards are shuffled and four dealt to each player.",
        "table",
    ),
    RuleText(
        "TCL-06",
        "Setup",
        "Four more Company cards face up beside the board, the rest is the face-down deck.",
        "table",
    ),
    RuleText(
        "TCL-07",
        "Setup",
        "Regional cards: eight decks by Era 1-8, each shuffled.",
        "table",
    ),
    RuleText(
        "TCL-08",
        "Setup",
        "Each player draws two Era 1 (red) and two Era 2 (blue) cards, keeps one of each; the"
        " rejects start the face-up Regional discard pile.",
        "table",
    ),
    RuleText(
        "TCL-09",
        "Setup",
        "The Rail Companies Founded tracker starts on 0.",
        "checked",
    ),
    RuleText(
        "TCL-10",
        "Setup",
        "The Regional Rails Completed tracker starts on 0, its “Cannot End the Game” side down.",
        "checked",
    ),
    RuleText(
        "TCL-11",
        "Setup",
        "The First Player is chosen in any way and takes the marker.",
        "table",
    ),
    RuleText(
        "TCL-12",
        "Sequence of Play",
        "All players get the same number of turns; the number varies from game to game.",
        "checked",
    ),
    RuleText(
        "TCL-13",
        "Sequence of Play",
        "Play passes to the left.",
        "checked",
    ),
    RuleText(
        "TCL-14",
        "Sequence of Play",
        "A turn is one compulsory track action, then at most one optional follow-up, plus the"
        " extras allowed any time on your turn.",
        "checked",
    ),
    RuleText(
        "TCL-15",
        "Sequence of Play",
        "Compulsory, exactly one: place 1-3 of your segments, or pick up 1-3 of your segments.",
        "checked",
    ),
    RuleText(
        "TCL-16",
        "Sequence of Play",
        "Afterwards you may do one of: score a Regional, score a Company, exchange a Company "
        "card, skip an Era.",
        "checked",
    ),
    RuleText(
        "TCL-17",
        "Sequence of Play",
        "Scoring one Regional from hand: all track stays.",
        "checked",
    ),
    RuleText(
        "TCL-18",
        "Sequence of Play",
        "Scoring one Company from hand: that route must be taken off.",
        "checked",
    ),
    RuleText(
        "TCL-19",
        "Sequence of Play",
        "Exchange: discard one Company from hand, draw a new one from the deck top or from "
        "the face-up cards; a face-up card taken is replaced at once from the deck.",
        "checked",
    ),
    RuleText(
        "TCL-20",
        "Sequence of Play",
        "Skip an Era: discard a Regional card from hand, namely the lowest Era held.",
        "checked",
    ),
    RuleText(
        "TCL-21",
        "Sequence of Play",
        "After skipping, draw two from the next Era deck not in hand, keep one, discard one "
        "(skip Era 2, draw Era 4, keep holding Era 3).",
        "checked",
    ),
    RuleText(
        "TCL-22",
        "Sequence of Play",
        "After skipping, flip the Regional tracker: you can no longer trigger the end by "
        "eight Regionals.",
        "checked",
    ),
    RuleText(
        "TCL-23",
        "Sequence of Play",
        "Any time on your turn, if eligible: claim one Bonus card into your score stack.",
        "checked",
    ),
    RuleText(
        "TCL-24",
        "Waiver Reset",
        "Once per turn, any time: pay 1 waiver to the bank (out of the game) to discard all "
        "face-up Company cards and replace them from the deck.",
        "checked",
    ),
    RuleText(
        "TCL-25",
        "Placing and Removing Track",
        "Segments go only on connection lines.",
        "checked",
    ),
    RuleText(
        "TCL-26",
        "Placing and Removing Track",
        "A connection line holds a single segment, so one player's track only.",
        "checked",
    ),
    RuleText(
        "TCL-27",
        "Placing and Removing Track",
        "Place or remove only your own segments, never an opponent's.",
        "checked",
    ),
    RuleText(
        "TCL-28",
        "Placing and Removing Track",
        "Any legal empty line; no need to connect to earlier track.",
        "checked",
    ),
    RuleText(
        "TCL-29",
        "Placing and Removing Track",
        "Never where no line is printed, for instance over water.",
        "checked",
    ),
    RuleText(
        "TCL-30",
        "Completing a Company Card",
        "A Company is complete when all its cities are joined by one contiguous group of your"
        " segments.",
        "checked",
    ),
    RuleText(
        "TCL-31",
        "Completing a Company Card",
        "Directness/efficiency not needed, any number of branches.",
        "checked",
    ),
    RuleText(
        "TCL-32",
        "Completing a Company Card",
        "Company done: the card goes face up on the score stack.",
        "checked",
    ),
    RuleText(
        "TCL-33",
        "Completing a Company Card",
        "The Rail Companies Founded tracker goes one space on.",
        "checked",
    ),
    RuleText(
        "TCL-34",
        "Completing a Company Card",
        "Draw a new Company card immediately.",
        "checked",
    ),
    RuleText(
        "TCL-35",
        "Completing a Company Card",
        "Then remove the minimum number of your segments required to connect all listed "
        "cities; you may not choose to take more.",
        "checked",
    ),
    RuleText(
        "TCL-36",
        "Completing a Company Card",
        "Touching every city is not enough: the track must be contiguous.",
        "checked",
    ),
    RuleText(
        "TCL-37",
        "Completing a Regional Card",
        "A Regional is complete when all its cities are joined in the same way.",
        "checked",
    ),
    RuleText(
        "TCL-38",
        "Completing a Regional Card",
        "Regionals in order Era 1 to 8.",
        "checked",
    ),
    RuleText(
        "TCL-39",
        "Completing a Regional Card",
        "Only exception: with 4 or 5 players the starting cards (Era 1, 2) may be done in "
        "either order.",
        "checked",
    ),
    RuleText(
        "TCL-40",
        "Completing a Regional Card",
        "Regional done: the card goes face up on the stack; no track is removed.",
        "checked",
    ),
    RuleText(
        "TCL-41",
        "Completing a Regional Card",
        "The Regional Rails Completed tracker goes one space on.",
        "checked",
    ),
    RuleText(
        "TCL-42",
        "Completing a Regional Card",
        "Draw two from the next Era deck you do not already hold, keep one, discard one.",
        "checked",
    ),
    RuleText(
        "TCL-43",
        "Completing a Regional Card",
        "Segments used for a Regional can serve later cards and can later leave with a "
        'Company ("merger").',
        "checked",
    ),
    RuleText(
        "TCL-44",
        "Completing a Regional Card",
        "Links matter only at the moment of completion; scored cards stay scored.",
        "checked",
    ),
    RuleText(
        "TCL-45",
        "Player Aid",
        "Scored/claimed cards lie face up on one stack, only the latest is visible to others.",
        "checked",
    ),
    RuleText(
        "TCL-46",
        "Player Aid",
        "Claiming a Bonus: reveal the stack cards that fulfil it.",
        "checked",
    ),
    RuleText(
        "TCL-47",
        "Player Aid",
        "You may look through and reorder your own stack, latest card staying on top.",
        "table",
    ),
    RuleText(
        "TCL-48",
        "Bonus Cards",
        "Bonus scored during play: first player to reach it. Bonus scored at the end: every "
        "player who reaches it, full points.",
        "checked",
    ),
    RuleText(
        "TCL-49",
        "Bonus Cards",
        "Claiming costs no action.",
        "checked",
    ),
    RuleText(
        "TCL-50",
        "Entry Waivers",
        "If unable or unwilling to use own track, Entry Waivers allow using others' segments "
        "for a Company or Regional.",
        "checked",
    ),
    RuleText(
        "TCL-51",
        "Entry Waivers",
        "The tokens go to the players whose track is used.",
        "checked",
    ),
    RuleText(
        "TCL-52",
        "Entry Waivers",
        "They may be spent again by the receiver; all tokens are equal; they leave the game "
        "only by the reset.",
        "checked",
    ),
    RuleText(
        "TCL-53",
        "Entry Waivers",
        "Price: 1 token per segment used, to its owner.",
        "checked",
    ),
    RuleText(
        "TCL-54",
        "Entry Waivers",
        "At most 5 segments of the same player in one turn.",
        "checked",
    ),
    RuleText(
        "TCL-55",
        "Entry Waivers",
        "On a Company only your own segments leave; used opponents' segments stay.",
        "checked",
    ),
    RuleText(
        "TCL-56",
        "Entry Waivers",
        "Not allowed if the route contains none of your track.",
        "checked",
    ),
    RuleText(
        "TCL-57",
        "Waiver Reset",
        "The reset costs exactly one Entry Waiver and happens once per turn at most.",
        "checked",
    ),
    RuleText(
        "TCL-58",
        "Ending the Game",
        "End is triggered when one player has completed all 8 Regionals or 8 Companies.",
        "checked",
    ),
    RuleText(
        "TCL-59",
        "Ending the Game",
        "The remaining players finish the round: each has the same number of turns (Q08).",
        "checked",
    ),
    RuleText(
        "TCL-60",
        "Ending the Game",
        "After all final turns, award end-of-game Bonus cards.",
        "checked",
    ),
    RuleText(
        "TCL-61",
        "Ending the Game",
        "Score: Regionals by number, Companies and Bonus cards by printed value, waivers.",
        "checked",
    ),
    RuleText(
        "TCL-62",
        "Ending the Game",
        "Regional table 1-8: 3, 9, 18, 30, 45, 62, 81, 100 (0 cards: 0).",
        "checked",
    ),
    RuleText(
        "TCL-63",
        "Ending the Game",
        "Each Company / Bonus card: its printed value.",
        "checked",
    ),
    RuleText(
        "TCL-64",
        "Ending the Game",
        "1 point per waiver held.",
        "checked",
    ),
    RuleText(
        "TCL-65",
        "Ending the Game",
        "Highest total wins; tie: higher number of Companies + Regionals; still tied: a draw.",
        "checked",
    ),
    RuleText(
        "TCL-66",
        "Entry Waivers",
        "Printed examples: no route without own track; seven waivers for three segments of "
        "one player and four of another; three; and three plus four.",
        "info",
    ),
)
