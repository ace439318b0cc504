"""All words of Empire Builder: refusals, log sentences, labels, statuses, as templates by code."""

from __future__ import annotations

from collections.abc import Mapping

TYPES: Mapping[str, str] = {
    "freight": "Freight",
    "fast": "Fast freight",
    "super": "Superfreight",
}
"""How the types of train are called. Rule EB-21."""

REFUSALS: Mapping[str, str] = {
    "already_placed": "{seat:seat}'s train already stands at {place:place}.",
    "attested_refused": "This table enters every milepost: name them.",
    "bridge_closed": "The bridge {a:place}-{b:place} is closed while the {river} is in flood.",
    "build_or_upgrade": "Either build or upgrade in a turn, not both; {seat:seat} has done one.",
    "card_held": "Card {card} is in {holder:seat}'s hand.",
    "chart_fixed": "{owner:seat} has track on {section}: it cannot be water.",
    "chart_full": "A chart holds at most {most} entries.",
    "city_full": "{city:place} already has track of {players:seat}; a {size} city takes {most} players.",
    "city_shut": "This would leave {free:section|sections} at {city:place} for {others:more player|more players}; "
    "a {size} city must stay open to them.",
    "city_tracks": "{seat:seat} would have more than {most} tracks at {city:place}.",
    "claim_cash": "{seat:seat} has {cash:money}; {goal:money} needed.",
    "claim_cities": "{seat:seat}'s longest connected line joins {count} major cities "
    "({joined}); {needed} needed.",
    "claim_off": "Sudden death goes on until the last demand card is drawn.",
    "claim_turn": "At this table a win is claimed in one's own turn; it is {active:seat}'s.",
    "claimed_already": "{seat:seat} has claimed the win; the round is played to its end.",
    "counters_in_use": "{used:counter|counters} of {good} in use; there cannot be only {count}.",
    "deal_event": "Events dealt at the start are replaced and shuffled back: enter {seat:seat}'s "
    "demand cards.",
    "deck_empty": "All demand cards are in hands ({held}): there is none to draw.",
    "deck_out": "The last demand card has been drawn.",
    "deck_short": "The deck has {left} demand cards left; a new hand takes 3.",
    "draw_due": "{seat:seat} has {due:more card|more cards} to draw first.",
    "embargo": "While the event lasts, nothing is loaded or unloaded at {place:place}.",
    "events_out": "All {events} event cards have been drawn since the deck was shuffled.",
    "fee_short": "Using {owner:seat}'s track costs {fee:money}; {seat:seat} has {cash:money}.",
    "fee_unpaid": "Use fees are still owed to {owners:seat}; {seat:seat} has {cash:money}.",
    "game_over": "The game is over.",
    "grey_area": "Track is not built inside a major city: {a:place}-{b:place} lies in "
    "{city:place}'s grey area.",
    "half_rate": "{type} moves {most:milepost|mileposts} at half rate; {used} used.",
    "allowance": "{type} moves {most:milepost|mileposts}; {used} used.",
    "hand_alone": "Drawing a new hand replaces the whole turn; {seat:seat} has already acted.",
    "hand_replaces": "Drawing a new hand replaces the whole turn: {seat:seat} can only end it.",
    "hands": "“{text}” is not a hand: write a seat and at most three card numbers, A 12,45,99.",
    "later_load": "{good} was picked up after the card was drawn; choose one of {loads}.",
    "loss_due": "{seat:seat} must give up a load to the event first: one of {loads}.",
    "major_shut": "{city:place} would have {free:exit|exits} left for {count:player|players} ({players:seat}).",
    "misprint": "The chart does not allow that: {problem}",
    "name_crossings": "Which of these crossings with track are over the {river}? {sections}",
    "no_city_to_deliver": "{place:place} is not a city.",
    "no_city_to_drop": "Loads can be put down only in a city; {place:place} is not one.",
    "no_city_to_load": "{place:place} is not a city.",
    "no_counter": "No {good} counter is left (on trains: {trains}).",
    "no_credit": "Costs {cost:money}, {seat:seat} has {cash:money}: no credit.",
    "no_draw": "{seat:seat} has no card to draw; the hand holds {cards}.",
    "no_section": "Track goes from one milepost to another at least.",
    "no_start": "{place:place} is neither a major-city milepost nor joined to one by "
    "{seat:seat}'s track.",
    "no_such_card": "{seat:seat} has no card {card}.",
    "no_such_train": "{seat:seat} has no train {train}.",
    "no_track": "There is no track {a:place}-{b:place}.",
    "no_turning": "A train may turn round only in a city; {place:place} is not one.",
    "no_way_to_build": "No track can be built to {place:place} now: water, other players' track, floods "
    "or the limits of cities close every way.",
    "no_way_to_run": "No track leads from {a:place} to {b:place}, as a train may turn. To build there, "
    "open the form that builds.",
    "no_whereabouts": "Where is {place}? Enter its column and row.",
    "not_a_city": "Trains start in a city; {place:place} is not one.",
    "not_available": "{good} is not available in {city:place}.",
    "not_carried": "The train carries no {good} (it carries {loads}).",
    "not_demanded": "Card {card} does not ask for {good} in {city:place}.",
    "not_in_force": "No such event is in force ({effect}).",
    "not_neighbours": "{a:place} and {b:place} are not neighbouring mileposts.",
    "not_placed": "{seat:seat}'s train has not been placed yet; trains start in any city.",
    "not_theirs": "These sections are not {seat:seat}'s: {sections}.",
    "off_map": "There is no milepost {place} on the map.",
    "opening_turn": "Opening turn {turn} of {of}: build only, no movement.",
    "over_limit": "This build costs {cost:money}; {spent:money} already spent, "
    "{limit:money} per turn.",
    "own_track": "{seat:seat} trades with another player.",
    "players": "The game is for 2 to 6 players, not {players}.",
    "river_in_flood": "The {river} is in flood: no building across it ({a:place}-{b:place}) until "
    "the card is discarded.",
    "section_taken": "{owner:seat} already has the section {a:place}-{b:place}.",
    "setup_first": "There is no seat {first} at this table; there are {seats}.",
    "strike": "The strike holds trains: none inside moves, none may enter "
    "({place:place}-{to:place}).",
    "swap_barred": "{seat:seat} swapped track in another's turn, in place of building in this one.",
    "three_demands": "A demand card shows three demands; entered: {count}.",
    "too_many_exits": "Already built from {exits} this turn; {most} major-city mileposts at most.",
    "trade_off": "This table does not sell or trade track.",
    "trade_or_build": "Track is bought or swapped instead of building or upgrading, one in a turn.",
    "trade_turn": "Track is bought in the buyer's turn; it is {active:seat}'s.",
    "train_first": "Trains run before building; {seat:seat} has already built, upgraded or traded.",
    "train_full": "{type} carries {most:load|loads}; the train is full ({loads}).",
    "unknown_area": "{place} is neither a milepost nor a city nor a coast "
    "(atlantic, gulf, pacific).",
    "unknown_card": "The chart does not know card {card}: enter its three demands.",
    "unknown_city": "There is no city {city} on the map.",
    "unknown_good": "There is no good {good} on the map.",
    "unknown_river": "There is no river {river}; there are {rivers}.",
    "unknown_seat": "There is no seat {seat} at this table; there are {seats}.",
    "upgrade_order": "Upgrades go freight, fast freight, superfreight; from {type} not to {to}.",
    "wrong_seat": "It is {active:seat}'s turn.",
}
"""A wording for every refusal, with the figures that decided it. Digest 2.3."""

LOG: Mapping[str, str] = {
    "log_place": "{seat:seat} places a train in {place:place}.",
    "log_go": "{seat:seat} runs from {from:place} to {to:place}: {steps:milepost|mileposts}.",
    "log_go_fees": "{seat:seat} runs from {from:place} to {to:place}: {steps:milepost|mileposts}, "
    "{fees:money} in use fees to {owners:seat}.",
    "log_load": "{seat:seat} loads {good} in {city:place}.",
    "log_drop": "{seat:seat} puts {good} down in {city:place}.",
    "log_lose": "{seat:seat} loses {good}.",
    "log_deliver": "{seat:seat} delivers {good} to {city:place} for {payoff:money}.",
    "log_draw": "{seat:seat} draws card {card}: {demands}.",
    "log_build": "{seat:seat} builds {sections:section|sections} for {cost:money}, as far as {to:place}.",
    "log_build_one": "{seat:seat} builds {from:place}-{to:place} for {cost:money}.",
    "log_attest": "{seat:seat} builds {sections:section|sections} for {cost:money}, as the table attests.",
    "log_upgrade": "{seat:seat} upgrades to {type} for {cost:money}.",
    "log_new_hand": "{seat:seat} discards the hand and draws three new cards.",
    "log_buy_track": "{seat:seat} buys {sections:section|sections} from {seller:seat} for {price:money}.",
    "log_swap_track": "{seat:seat} and {partner:seat} swap track: {given:section|sections} for {taken}.",
    "log_end": "{seat:seat} ends the turn.",
    "log_claim": "{seat:seat} claims the win with {cash:money}.",
    "log_chart_milepost": "{place} charted.",
    "log_chart_section": "{place} charted: {what}.",
    "log_chart_city": "Goods of {place:place} charted: {goods}.",
    "log_chart_good": "{good}: {count:counter|counters}.",
    "log_event_over": "The event is over ({effect}).",
    "event_flood": "Flood of the {river}: no train crosses it, all lines over it are erased.",
    "event_strike": "Strike{area}: no train inside moves, none may enter.",
    "event_half_rate": "Half rate{area}.",
    "event_embargo": "Nothing is loaded or unloaded{area}.",
    "event_lose_load": "Trains lose {amount} of their loads{area}.",
    "event_payment": "Players pay {amount:money}.",
    "event_other": "Event: {text}.",
    "track_laid": "{sections:section|sections} for {cost:money}.",
    "track_erased": "Erased over the {river}: {sections}.",
    "track_swapped": "{seat:seat} and {partner:seat} swap track.",
    "event_expired": "The event ends ({effect} {river}).",
    "claim_waits": "{seat:seat} has claimed the win; the round is played to the end of "
    "{last:seat}'s turn.",
    "unchecked_line": "Not checked for {seat:seat}, the table answers for it: {rules}.",
    "unchecked_run": "Not checked for {seat:seat}, the table answers for it: {rules}.",
    "unchecked_supply": "The chart does not know how many counters of {good} there are.",
    "unchecked_loss": "No event that takes a load from {seat:seat} was entered.",
    "unsure_crossings": "The chart does not know which river is crossed: {sections}.",
    "track": "track",
    "upgrade": "a better train",
    "delivery": "delivery",
    "use_fee": "use fee",
    "track_sold": "track sold",
    "event": "event card",
}

EFFECTS: Mapping[str, str] = {
    "effect_cash": "{seat:seat}'s cash",
    "effect_at": "{seat:seat}'s train {number} stands at",
    "effect_used": "{seat:seat}'s train {number}: mileposts used",
    "effect_type": "{seat:seat}'s train {number}",
    "effect_loads": "{seat:seat}'s train {number} carries",
    "effect_cards": "{seat:seat}'s cards",
    "effect_sections": "{seat:seat}'s sections of track",
    "effect_cities": "{seat:seat}'s major cities joined",
    "effect_spent": "Spent this turn, of 20",
    "effect_supply": "Counters of {good} left",
    "effect_events": "Events in force",
    "effect_active": "To act",
    "effect_round": "Round",
}

BUTTONS: Mapping[str, str] = {
    "button_go": "Run {steps:milepost|mileposts}",
    "button_load": "Load {good}",
    "button_deliver": "Deliver {good} for {payoff:money}",
    "button_drop": "Put {good} down",
    "button_build": "Build {sections:section|sections}",
    "button_build_attested": "Build {sections:section|sections}",
    "button_buy_track": "Buy {sections:section|sections}",
}
"""What the button of a move says, with the facts of its sentence in the log."""

STATUS: Mapping[str, str] = {
    "status_over": "The game is over.",
    "status_deal": "{seat:seat}: enter the {due} demand cards dealt.",
    "status_draw": "{seat:seat} draws {due:card|cards}.",
    "status_loss": "{seat:seat} must give up a load to the event.",
    "status_opening": "Opening turn {turn} of {of}: {seat:seat} builds, {left:money} left to spend.",
    "status_place": "{seat:seat} places a train in a city.",
    "status_run": "{seat:seat} runs the train ({left:milepost|mileposts} left), then builds or upgrades.",
    "status_spend": "{seat:seat} has built for {spent:money} of 20 this turn.",
    "status_done": "{seat:seat} ends the turn.",
    "status_claim": "{claimed:seat} has claimed the win; the round is played to its end.",
    "no_load_here": "Nothing can be loaded where the train stands.",
    "no_delivery_here": "No load on the train is demanded where it stands.",
    "nothing_to_drop": "The train is empty, or not in a city.",
    "best_train": "Every train of {seat:seat} is a superfreight.",
}

PLANS: Mapping[str, str] = {
    "plan_build_where": "Tap where the track goes; {left:money} to spend this turn.",
    "plan_from": "From {place:place}: tap where the track goes; {left:money} to spend this turn.",
    "plan_build": "{sections:section|sections} for {cost:money}; {left:money} of this turn and "
    "{cash:money} of cash stay. Tap further to go on.",
    "plan_build_part": "All {whole:section|sections} cost {full:money}. This turn: "
    "{sections:section|sections} for {cost:money}, {left:money} left over.",
    "plan_build_none": "{whole:section|sections} for {full:money}: with {left:money} to spend this turn "
    "not even the first is paid.",
    "plan_branch": "Another line",
    "plan_place_where": "Tap the city in which the train starts.",
    "plan_place": "The train starts in {place:place}.",
    "plan_where": "Tap where the train goes; {left:milepost|mileposts} left.",
    "plan_here": "In {place:place}: choose, or tap where the train goes; {left:milepost|mileposts} left.",
    "plan_steps": "{steps:milepost|mileposts} away",
    "plan_go": "{steps:milepost|mileposts} to {to:place}, {left} left.",
    "plan_go_part": "{whole:milepost|mileposts} in all. This turn: {steps}, as far as {to:place}.",
    "plan_fees": "Use fees: {fees:money} to {owners:seat}.",
    "plan_turn": "a train may turn round here",
    "plan_turns": "It may turn round in {places:place}.",
    "plan_pays": "{good} pays {payoff:money} there.",
    "plan_other": "{steps:milepost|mileposts}, no fees",
    "plan_other_fees": "{steps:milepost|mileposts}, {fees:money} to {owners:seat}",
    "plan_load_for": "Load {good} (wanted for {payoff:money})",
}
"""What is said and offered while a move is tapped on the map."""

WORDS: Mapping[str, str] = {**REFUSALS, **LOG, **EFFECTS, **BUTTONS, **STATUS, **PLANS}
