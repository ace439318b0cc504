"""All words of 20th Century Limited: refusals, log sentences, labels, statuses, as templates by code."""

from __future__ import annotations

from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "AWARDS_DUE": "All turns are played: claim end-of-game Bonus cards, then finish the game.",
    "AWARDS_NOT_DUE": "The game is not at its end yet; it is {active:seat}'s turn.",
    "BONUS_AT_END": "The {colour} Bonus card is awarded at the end of the game, not before.",
    "BONUS_DURING": "The {colour} Bonus card could be claimed only during play.",
    "BONUS_NOT_REACHED": "What the {colour} Bonus card asks for is not reached by the cards shown.",
    "BONUS_ONCE": "One Bonus card per turn.",
    "BONUS_TAKEN": "The {colour} Bonus card has already been claimed by {owner:seat}.",
    "CARD_CITIES": "A card names at least two different cities and at most {most}; entered: {count}.",
    "CARD_DIFFERS": "{card} names {cities:place}.",
    "CARD_ERA": "{card} belongs to Era {era}.",
    "CARD_GONE": "{card} has already been scored.",
    "CARD_UNKNOWN": "The catalogue does not know {card} yet: enter its cities.",
    "CARD_VALUE": "{card} is worth {value}.",
    "CHART_COMPLETE": "{board} is complete; edit the chart itself to change that.",
    "CHART_FULL": "At most {most} lines can be charted during a game.",
    "CHOOSE_REMOVAL": "Several sets of {size} are possible ({several}): choose one, for instance "
    "{suggested:place}.",
    "COMPANIES_DONE": "{seat:seat} has founded {most} Companies; there can be no more.",
    "DECK_ONLY": "At this table the new Company card comes from the deck.",
    "DECK_SHORT": "{needed} Company cards are dealt at the start; entered: {cards}.",
    "ERA_NOT_HELD": "Era {era} is not in {seat:seat}'s hand: {held}.",
    "ERA_ORDER": "Era {lowest} must be completed before Era {era}.",
    "FIRST_PLAYER": "The First Player is one of {seats:seat}; entered: {first}.",
    "GAME_OVER": "The game is over.",
    "LINE_OCCUPIED": "{owner:seat}'s segment is already on {line:place}.",
    "NOT_A_CITY": "{node:place} is an unnamed junction; cards name cities.",
    "NOT_CONNECTED": "{cities:place} are not in one connected group (apart: {groups}).{advice}",
    "NOT_OPPONENT_TRACK": "{line:place} carries no opponent's segment.",
    "NOT_YOURS": "You can only take up your own segments; {line:place} carries none of yours.",
    "NOT_YOUR_TURN": "It is {active:seat}'s turn.",
    "NO_COMPANY_CARD": "{seat:seat} has no Company card to exchange.",
    "NO_FACE_UP": "There is no face-up Company card {slot}; {count} lie there.",
    "NO_NEXT_ERA": "At this table Era {era} cannot be skipped: no deck is left to draw from.",
    "NO_SUCH_LINE": "There is no connection line {line} between {a} and {b}.",
    "NO_SUPPLY": "{seat:seat} has {left:segment|segments} left.",
    "NO_WAIVER": "{seat:seat} needs {due} Entry Waivers and has {has}.",
    "ONE_FOLLOWUP": "Only one of: score a Regional, score a Company, exchange a Company, skip an Era; "
    "{seat:seat} has done one ({done}).",
    "ONE_TRACK_ACTION": "Either place or pick up this turn, once, not both ({done} is done).",
    "OWN_TRACK_REQUIRED": "At least one of {seat:seat}'s own segments must be a needed part of the "
    "route; others' segments alone join {cities:place}.",
    "OWN_TRACK_SUFFICES": "At this table Entry Waivers are used only where own track does not do: "
    "{seat:seat}'s joins {cities:place}.",
    "PLAYERS": "The game is for 2 to 5 players, not {players}.",
    "PROOF_NOT_HELD": "{seat:seat}'s stack has {count:card|cards}.",
    "REMOVE_NOT_CONNECTED": "These segments do not connect {cities:place}: {lines:place}.",
    "REMOVE_NOT_MINIMUM": "{least:segment suffices|segments suffice} ({suggested:place}); you may not "
    "take {count}.",
    "RESET_ONCE": "Already done this turn.",
    "SKIP_LOWEST": "Only your lowest Era ({lowest}) can be skipped, not {era}.",
    "TRACK_COUNT": "Place or pick up one, two or three segments, not {count}.",
    "TRACK_FIRST": "First place or pick up 1-3 segments; cards and the end of the turn come afterwards.",
    "UNKNOWN_BONUS": "The catalogue has no {colour} Bonus card {card}.",
    "UNKNOWN_SEAT": "There is no seat {seat} at this table; there are {seats:seat}.",
    "WAIVER_LIMIT_5": "That uses {count} of {owner:seat}'s segments; at most {most} of one player "
    "per turn.",
    "WAIVER_UNUSED": "{line:place} is not needed on this route; you would pay for nothing.",
}
"""A wording for every refusal, with the figures that decided it. Digest 2.4."""

LOG: Mapping[str, str] = {
    "log_place": "{seat:seat} places {count:segment|segments} on {lines:place}.",
    "log_pickup": "{seat:seat} picks up {count:segment|segments} from {lines:place}.",
    "log_regional": "{seat:seat} scores a Regional of Era {era}.",
    "log_regional_open": "{seat:seat} scores a Regional of Era {era}: {cities:place}.",
    "log_company": "{seat:seat} scores a Company, the {number}. of eight.",
    "log_company_open": "{seat:seat} scores a Company worth {value}: {cities:place}.",
    "log_exchange": "{seat:seat} exchanges a Company card.",
    "log_skip": "{seat:seat} skips Era {era} and can no longer end the game by Regionals.",
    "log_reset": "{seat:seat} pays an Entry Waiver for new face-up Companies.",
    "log_bonus": "{seat:seat} claims the {colour} Bonus card.",
    "log_chart": "Charted: {lines}.",
    "log_end": "{seat:seat} ends the turn.",
    "log_finish": "The end-of-game Bonus cards are awarded.",
    "waiver": "for the use of track",
    "reset": "for new face-up Companies",
    "paid": "{seat:seat} pays {count} to {owner:seat}.",
    "taken_off": "{count:segment comes|segments come} off: {lines:place}.",
    "era_drawn": "{seat:seat} draws from the Era {era} deck.",
    "company_drawn": "{seat:seat} draws a Company from the deck.",
    "company_none": "No Company card is left to draw.",
    "face_up_taken": "{seat:seat} takes face-up Company {slot} ({card}).",
    "nothing_moved": "{seat:seat} has nothing to place and nothing to pick up.",
    "bonus_proof": "{seat:seat} shows {cards}.",
    "bonus_awarded": "{seat:seat} gets the {colour} Bonus card.",
    "triggered_regionals": "{seat:seat} has all eight Regionals: the round is played out.",
    "triggered_companies": "{seat:seat} has eight Companies: the round is played out.",
}

EFFECTS: Mapping[str, str] = {
    "effect_waivers": "{seat:seat}'s Entry Waivers",
    "effect_segments": "{seat:seat}'s segments on the board",
    "effect_supply": "{seat:seat}'s segments left",
    "effect_regionals": "{seat:seat}'s Regionals completed",
    "effect_companies": "{seat:seat}'s Companies founded",
    "effect_eras": "{seat:seat}'s Regional cards, by Era",
    "effect_worth": "Points of {seat:seat}'s new card",
    "effect_points": "{seat:seat}'s points",
    "effect_skipped": "{seat:seat} may end the game by Regionals",
    "effect_trigger": "End of the game triggered by",
    "effect_active": "To act",
    "effect_round": "Round",
}

BUTTONS: Mapping[str, str] = {
    "button_place": "Place {count:segment|segments}",
    "button_pickup": "Pick up {count:segment|segments}",
}
"""What the button of a move says, with the facts of its sentence in the log."""

STATUS: Mapping[str, str] = {
    "status_track": "{seat:seat} places or picks up one to three segments.",
    "status_card": "{seat:seat} may score a card, exchange a Company or skip an Era.",
    "status_done": "{seat:seat} ends the turn.",
    "status_last_track": "Last round, triggered by {trigger:seat}: {seat:seat} places or picks up one to "
    "three segments; after that: {left:seat}.",
    "status_last_card": "Last round, triggered by {trigger:seat}: {seat:seat} may score a card, exchange "
    "a Company or skip an Era; after that: {left:seat}.",
    "status_last_done": "Last round, triggered by {trigger:seat}: {seat:seat} ends the turn; after that: "
    "{left:seat}.",
    "status_awards": "All turns are played: claim end-of-game Bonus cards, then finish the game.",
    "status_over": "The game is over.",
    "no_line": "There is no empty line that {seat:seat} could place a segment on.",
    "no_segment": "{seat:seat} has no segment on the board.",
    "no_bonus": "There is no Bonus card that {seat:seat} could claim now.",
}

PLANS: Mapping[str, str] = {
    "plan_place": "a segment goes here",
    "plan_place_legal": "empty",
    "plan_place_said": "{count:segment|segments} to place; up to {more} more can be tapped.",
    "plan_pickup": "this segment is picked up",
    "plan_pickup_legal": "can be picked up",
    "plan_pickup_said": "{count:segment|segments} to pick up; up to {more} more can be tapped.",
    "plan_city": "named by the card",
    "plan_city_legal": "can be named by the card",
    "plan_cities": "{cities:place}: tap the other cities of the card.",
    "plan_joined": "{cities:place} are joined.",
    "plan_joined_new": "{cities:place} are joined. If these are all cities of the card, fill in what "
    "else it says and see what it does.",
    "plan_apart": "{cities:place} are not joined: {groups} groups.",
    "plan_route": "{cost:Entry Waiver|Entry Waivers} would join them; others' segments can be tapped too.",
    "plan_routes": "{cost:Entry Waiver|Entry Waivers} would join them, in {count} ways; others' segments "
    "can be tapped too.",
    "plan_too_dear": "{cost:Entry Waiver|Entry Waivers} would be needed, and there are {has}.",
    "plan_no_route": "No lawful route over others' segments joins them.",
    "plan_not_found": "No lawful route over others' segments was found in time; it can be tapped.",
    "plan_use": "{owner:seat} gets an Entry Waiver for it",
    "plan_use_legal": "{owner:seat}'s, on one of the cheapest routes",
    "plan_way": "part of the route",
    "plan_off": "comes off",
    "plan_off_legal": "may come off",
    "plan_choose": "{size:segment comes|segments come} off, in {several} ways: choose one, or tap which.",
    "offer_off": "Off: {lines:place}",
    "offer_route_1": "{count1:Entry Waiver|Entry Waivers} to {seat1:seat}: {lines:place}",
    "offer_route_2": "{count1:Entry Waiver|Entry Waivers} to {seat1:seat}, "
    "{count2} to {seat2:seat}: {lines:place}",
    "offer_route_3": "{count1:Entry Waiver|Entry Waivers} to {seat1:seat}, "
    "{count2} to {seat2:seat}, {count3} to {seat3:seat}: {lines:place}",
    "offer_route_4": "{count1:Entry Waiver|Entry Waivers} to {seat1:seat}, "
    "{count2} to {seat2:seat}, {count3} to {seat3:seat}, {count4} to {seat4:seat}: {lines:place}",
}
"""What is said while somebody taps: marks, what it comes to, the ways there are to choose from."""

WORDS: Mapping[str, str] = {**REFUSALS, **LOG, **EFFECTS, **BUTTONS, **STATUS, **PLANS}
