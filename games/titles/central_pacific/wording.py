"""The words of what taps on the board come to, and of the calculators."""

from __future__ import annotations

from collections.abc import Mapping

PLANS: Mapping[str, str] = {
    "plan_begin": "Tiles can be laid on the marked squares.",
    "plan_which": "{square:place}: which tile? Those that fit come first.",
    "plan_which_clear": "{square:place}: which tiles clear the {terrain}?",
    "plan_tiles": "{count:tile|tiles} to lay: {squares:place}; {left} left in hand.",
    "plan_fits": "{square:place}: {name} fits.",
    "plan_turn_again": "Tap it again to turn it: {ways:way fits|ways fit}.",
    "plan_end": "Ending the turn with this:",
    "plan_end_nothing": "Ending the turn with this claims no line.",
    "plan_trains": "{side:seat} would have {trains:train|trains} in hand.",
    "plan_claims": "Choose the {trains:line|lines} out of {lines} to get a train: tap a square of each.",
    "plan_keeper": "Choose the line that prevails: tap a square of it.",
    "plan_take": "Choose: the Golden Spike, or the lines.",
    "plan_hand": "Show the hand, tile by tile: {shown} of {hand}.",
    "plan_tile_here": "{name} would lie here",
    "plan_can_lay": "something can be laid here",
    "plan_claimable": "line {line} can get a train",
    "offer_kind": "{name}",
    "offer_copies": "{copies} × {name}",
    "offer_misfit": "{name}: no",
    "offer_turn": "Turn",
    "offer_number": "Number {number}",
    "offer_number_misfit": "Number {number}: no",
    "offer_sides": "{sides}",
    "offer_off": "Take {square:place} off",
    "offer_earlier": "{square:place} before {other:place}",
    "offer_line": "Line {line}",
    "offer_spike": "The spike",
    "offer_steal": "The lines",
    "offer_shown": "{name}",
}
"""What the page says while tiles are drafted, claims are put in order, or a hand is shown."""

ANSWERS: Mapping[str, str] = {
    "where_nowhere": "{seat:seat} cannot lay it anywhere now.",
    "where_squares": "{seat:seat} could lay it on {count:square|squares}.",
    "between": "Between {city:place} ({number}) and {other:place} ({second}) there are "
    "{rails:rail tile|rail tiles}; at least {needed} are needed.",
    "between_open": "No rail joins {city:place} ({number}) and {other:place} ({second}) past no other city; "
    "at least {needed:rail tile is|rail tiles are} needed.",
    "steal_none": "{side:seat} has no line.",
    "steal_before": "Until the Golden Spike is claimed no line can be stolen; open ends can be later.",
    "steal_after": "What another player could do with one tile now.",
}
"""What the calculators answer."""
