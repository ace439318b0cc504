"""All words of Central Pacific, and the notes that fill them: refusals, log, effects, status."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from games.engine.errors import Fact
from games.engine.title import Effect, Note, Step, Table
from games.titles.central_pacific.counting import sheet
from games.titles.central_pacific.moves import (
    Agree,
    Clear,
    Discard,
    EndTurn,
    LandGrant,
    Lay,
    Laying,
    Move,
    Place,
    Sacrifice,
    StockMarket,
    Stuck,
    laying_of,
)
from games.titles.central_pacific.state import State, sides
from games.titles.central_pacific.tiles import CITY, KINDS, RAILS
from games.titles.central_pacific.wording import ANSWERS, PLANS
from scoring.tables.central_pacific import tally

REFUSALS: Mapping[str, str] = {
    "ALREADY_DISCARDED": "{seat:seat} has already put {discarded:tile|tiles} back this turn.",
    "BAD_COUNT": "Discard between 1 and 5 of your tiles: {seat:seat} has {hand}, entered {count}.",
    "BAD_HAND": "“{word}” is no tile; write the hand as S C T X U F M or @2:NESW.",
    "BAD_SHAPE": "A {name} {shape}; {sides} is not a {name}.",
    "BOTH_SPECIALS": "Only one special token a turn; {seat:seat} has played one.",
    "CLAIM_ORDER": "{side:seat} has {trains:train|trains} for {lines:line|lines}: which lines get them?",
    "CLEAR_COST": "A {terrain} takes {cost:tile|tiles} here, entered {copies}: two rail tiles of one type "
    "for a forest, three for a mountain, or one tunnel for a mountain.",
    "CLEAR_MIXED_TYPES": "A {terrain} takes {cost} rail tiles, all of one type.",
    "CLEAR_NEEDS_RAIL": "Only rail (or, on a mountain, a tunnel) may cover {square:place}, not a {name}.",
    "DISCARD_AFTER_PLACE": "Discard and redraw first, then place: {seat:seat} has laid {laid}.",
    "EDGE_MISMATCH": "The {end} rail end of {square:place} would run into the blank side of {other:place}.",
    "GAME_OVER": "The game has ended.",
    "HAND_OVER_5": "You would end with {hand:tile|tiles}, five are the most: lay or discard at least {over} more.",
    "KEEPER": "Two lines of {rails:rail|rails} are joined, each another's: which of them prevails?",
    "MUST_PLACE_OR_DISCARD": "{seat:seat} must {missing} at least one tile before the turn ends.",
    "NOTHING_TO_CLEAR": "There is no forest or mountain on {square:place}.",
    "NOT_ADJACENT": "{square:place} does not touch any tile in play. "
    "Tiles are checked in the order you enter them.",
    "NOT_CLAIMABLE": "No line through {square:place} is to be claimed this turn.",
    "NOT_CONNECTED": "No rail end of a tile on {square:place} so laid meets a rail end of a neighbour.",
    "NOT_IN_HAND": "{seat:seat} has only {had:tile|tiles} this turn; {laid} are laid, {asked} more are too many.",
    "NOT_IN_NETWORK": "Until the Golden Spike is claimed you may build only on rail connected to your "
    "start city; {square:place} is not next to {side:seat}'s network.",
    "NOT_YOUR_TURN": "It is {active:seat}'s turn.",
    "NO_CITY": "Every player needs a city in the first hand; who has none may draw five new tiles.",
    "NO_COPY_LEFT": "The set has {copies} of {face}, {left} of them not on the board nor out of play; "
    "entered {asked}.",
    "NO_TILE_TO_TAKE": "The Land Grant takes a tile of an opponent who has one; {victim:seat} {why}.",
    "OCCUPIED": "There is already a tile on {square:place}.",
    "OFF_BOARD": "{square:place} is not on the board: it has A1 to J10.",
    "OFF_BOARD_END": "The {end} rail end on {square:place} would leave the board.",
    "OTHER_ORDER": "Not in this order, but so: {order}.",
    "PLACE_AND_DISCARD": "Place or discard, not both – unless you sacrifice a train (once per game).",
    "POOL_EMPTY": "The pool was empty at the start of {seat:seat}'s turn, so nothing can be discarded "
    "or drawn.",
    "SACRIFICE_LAST_TRAIN": "{seat:seat} has {trains:train|trains} in hand; the last one cannot be sacrificed.",
    "SACRIFICE_USED": "The sacrifice was already used this game.",
    "SETUP_FIRST": "The first player is one of {seats}; entered: {first}.",
    "SETUP_MULLIGANS": "New hands are written as a seat and how often, such as A2 C1; entered: {text}.",
    "SETUP_NUMBERS": "Enter one number for all start cities, or one for each of the {sides}: {text}.",
    "SETUP_SEATS": "The game is for 2 to 4 players, not {players}.",
    "SPECIAL_ALREADY_USED": "{seat:seat}'s {token} was used earlier.",
    "SPECIAL_NOT_AT_START": "Special tokens are played before anything else in a turn.",
    "SPIKE_OR_STEAL": "{side:seat} has built the Transcontinental and reached another's line: "
    "the Golden Spike, or the lines?",
    "SPIKE_TURN_MERGE": "{square:place} would run into {owner:seat}'s line, which this table forbids before "
    "the Golden Spike is claimed.",
    "STUCK_CAN_DISCARD": "You can still discard: the pool has {pool:tile|tiles}.",
    "STUCK_FALSE": "You can still play: {copies} × {name} on {square:place}.",
    "STUCK_NOT_AT_START": "Being stuck is declared before anything else in a turn.",
    "STUCK_SHOW_HAND": "{seat:seat} has {hand:tile|tiles} and shows {shown}.",
    "TERRAIN_NO_RAIL": "A {name} must lie against a rail end of a neighbouring tile; "
    "none faces {square:place}.",
    "TOO_CLOSE": "{city:place} ({number}) and {other:place} ({second}) would be only {rails:rail tile|rail tiles} "
    "apart; at least {needed} are needed.",
    "TOO_MANY_TILES": "You may place at most {most:tile|tiles} in a turn (this would be number {number}).",
    "TUNNEL_NOT_ON_FOREST": "Tunnels replace mountains only; a forest needs two equal rail tiles.",
    "TURN_OPEN": "{active:seat}'s turn has begun; end it or take it back first.",
    "UNKNOWN_SEAT": "There is no seat {seat} at this table; there are {seats}.",
}
"""A wording for every refusal and every choice that is asked for. Digest 2.4."""

LOG: Mapping[str, str] = {
    "log_place": "{seat:seat} lays a {name} on {square:place} ({sides}).",
    "log_city": "{seat:seat} lays a city {number} on {square:place} ({sides}).",
    "log_terrain": "{seat:seat} lays a {name} on {square:place}.",
    "log_clear": "{seat:seat} clears {square:place} with {copies} × {name} ({sides}).",
    "log_lay": "{seat:seat} lays {count:tile|tiles}: {squares:place}.",
    "log_lay_end": "{seat:seat} lays {count:tile|tiles} ({squares:place}), ends the turn and draws {drawn}.",
    "log_lay_last": "{seat:seat} lays {count:tile|tiles} ({squares:place}) and places the last train: "
    "the game ends.",
    "log_stock": "{seat:seat} plays the Stock Market and takes {count:tile|tiles}.",
    "log_grant": "{seat:seat} plays the Land Grant and takes a tile of {victim:seat}.",
    "log_sacrifice": "{seat:seat} sacrifices a train.",
    "log_discard": "{seat:seat} puts {count:tile|tiles} back and draws {drawn}.",
    "log_end": "{seat:seat} ends the turn and draws {drawn}.",
    "log_last_train": "{seat:seat} places the last train: the game ends.",
    "log_stuck": "{seat:seat} cannot lay any tile: the game ends.",
    "log_agree": "The table ends the game.",
    "line_new": "{seat:seat} claims the line {line}, {rails:rail|rails}.",
    "line_extended": "{seat:seat} extends the line {line}, now {rails:rail|rails}.",
    "line_stolen": "{seat:seat} takes the line {line}, {rails:rail|rails}, from {owners:seat}.",
    "line_merged": "{seat:seat} joins own lines to one: {line}, {rails:rail|rails}.",
    "line_kept": "{owner:seat} keeps the line {line}, now {rails:rail|rails}: {seat:seat} reached it, but no line "
    "changes hands here.",
    "line_unclaimed": "The line {line} stays unclaimed: {seat:seat} has no train left for it.",
    "trains_returned": "{count:train goes|trains go} back to {owner:seat}.",
    "spike_claimed": "{seat:seat} has built the Transcontinental and takes the Golden Spike.",
    "last_train_placed": "{seat:seat} has placed the last train.",
    "surplus_returned": "Nothing more can be laid: {seat:seat} puts {count:surplus tile|surplus tiles} back.",
    "drawn": "{seat:seat} draws {count}.",
    "hand_shown": "Whether the hand shown is {seat:seat}'s, the table answers for.",
}

EFFECTS: Mapping[str, str] = {
    "effect_hand": "{seat:seat}'s tiles in hand",
    "effect_trains": "{side:seat}'s trains in hand",
    "effect_lines": "{side:seat}'s lines",
    "effect_points": "{side:seat}'s points if the game ended",
    "effect_pool": "Pool",
    "effect_gone": "Tiles out of play",
    "effect_spike": "Golden Spike",
    "effect_laid": "Tiles laid this turn",
    "effect_active": "To act",
}

STATUS: Mapping[str, str] = {
    "status_start": "{seat:seat} lays tiles or discards; {hand:tile|tiles} in hand, {pool} in the pool.",
    "status_laying": "{seat:seat} has laid {laid:tile|tiles} and may lay more or end the turn.",
    "status_discarded": "{seat:seat} has discarded and ends the turn.",
    "status_sacrifice": "{seat:seat} has sacrificed a train: discard first, then lay.",
    "status_last_train": "The game ended with the last train placed.",
    "status_stuck": "The game ended: a player could not lay any tile.",
    "status_agreement": "The game ended by agreement.",
    "no_room": "{seat:seat} cannot lay any more tiles this turn.",
    "nowhere": "No tile can be laid anywhere in {seat:seat}'s network.",
    "nothing_to_clear": "No forest or mountain that {seat:seat} could clear.",
}

WORDS: Mapping[str, str] = {**REFUSALS, **LOG, **EFFECTS, **STATUS, **PLANS, **ANSWERS}


def narrate(table: Table, before: State, seat: str, move: Move, step: Step) -> Note:
    """Return the log's sentence for a move."""
    match move:
        case Place() | Clear():
            return _laying_note(seat, move)
        case Lay():
            return _lay_note(before, seat, move, step.state)
        case StockMarket():
            count = step.state.hands[seat] - before.hands[seat]
            return Note("log_stock", {"seat": seat, "count": count})
        case LandGrant():
            return Note("log_grant", {"seat": seat, "victim": move.victim})
        case Sacrifice():
            return Note("log_sacrifice", {"seat": seat})
        case Discard():
            drawn = step.state.hands[seat] - before.hands[seat] + move.count
            return Note("log_discard", {"seat": seat, "count": move.count, "drawn": drawn})
        case EndTurn():
            return _end_note(before, seat, step.state)
        case Stuck():
            return Note("log_stuck", {"seat": seat})
        case Agree():
            return Note("log_agree")
        case _:
            assert_never(move)


def _laying_note(seat: str, move: Laying) -> Note:
    facts: dict[str, Fact] = {"seat": seat, "square": move.square, "name": KINDS[move.tile]}
    facts |= {"sides": "-".join(move.sides), "number": move.number}
    if isinstance(move, Clear):
        return Note("log_clear", facts | {"copies": move.copies})
    if move.tile == CITY:
        return Note("log_city", facts)
    return Note("log_place" if move.tile in (*RAILS, "U") else "log_terrain", facts)


def _lay_note(before: State, seat: str, move: Lay, after: State) -> Note:
    layings = [laying_of(word) for word in move.tiles]
    taken = sum(one.copies if isinstance(one, Clear) else 1 for one in layings)
    squares = tuple(one.square for one in layings)
    facts: dict[str, Fact] = {"seat": seat, "count": len(squares), "squares": squares}
    if not move.end:
        return Note("log_lay", facts)
    if after.ended:
        return Note("log_lay_last", facts)
    return Note("log_lay_end", facts | {"drawn": after.hands[seat] - before.hands[seat] + taken})


def _end_note(before: State, seat: str, after: State) -> Note:
    if after.ended:
        return Note("log_last_train", {"seat": seat})
    drawn = max(0, after.hands[seat] - before.hands[seat])
    return Note("log_end", {"seat": seat, "drawn": drawn})


def effects(table: Table, before: State, step: Step) -> tuple[Effect, ...]:
    """Return what a move changes: hands, trains, lines, points, pool, the spike, whose turn it is."""
    after: State = step.state
    changes = (
        *_side_effects(table, before, after),
        *(
            Effect(Note("effect_hand", {"seat": seat}), before.hands[seat], size)
            for seat, size in after.hands.items()
        ),
        Effect(Note("effect_pool"), before.pool, after.pool),
        Effect(Note("effect_gone"), before.all_gone, after.all_gone),
        Effect(Note("effect_laid"), before.laid_tiles, after.laid_tiles),
        Effect(Note("effect_spike"), before.spike, after.spike, None, "seat"),
        Effect(Note("effect_active"), before.active, after.active, None, "seat"),
    )
    return tuple(effect for effect in changes if effect.old != effect.new)


def _side_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    """Points first: they are what a move is worth. Tiles of a turn count once its lines are claimed."""
    points, old_points = tally(sheet(table, after)), tally(sheet(table, before))
    lines, old_lines = list(after.trains.values()), list(before.trains.values())
    for side in sides(table):
        total, old_total = points.of(side).total, old_points.of(side).total
        facts: dict[str, Fact] = {"side": side}
        yield Effect(Note("effect_points", facts), old_total, total, total > old_total)
        yield Effect(
            Note("effect_lines", facts),
            old_lines.count(side),
            lines.count(side),
            lines.count(side) > old_lines.count(side),
        )
        yield Effect(Note("effect_trains", facts), before.in_hand[side], after.in_hand[side])


def status(table: Table, state: State) -> Note:
    """Return what is expected now, and of whom."""
    seat = state.active
    if state.ended:
        return Note(f"status_{state.ended}")
    if state.sacrificing and not state.discarded:
        return Note("status_sacrifice", {"seat": seat})
    if state.laid:
        return Note("status_laying", {"seat": seat, "laid": state.laid_tiles})
    if state.discarded and not state.sacrificing:
        return Note("status_discarded", {"seat": seat})
    return Note("status_start", {"seat": seat, "hand": state.hands[seat], "pool": state.pool})
