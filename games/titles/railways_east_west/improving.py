"""Engines, and new city tiles."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.referee import Referee
from games.engine.title import Step, Table
from games.titles.railways_east_west.board import TILES
from games.titles.railways_east_west.cubes import drawn
from games.titles.railways_east_west.money import bought
from games.titles.railways_east_west.moves import Upgrade, Urbanize
from games.titles.railways_east_west.state import (
    LADDER,
    SUPER,
    State,
    city_of,
    colour_of,
    figure,
    options_of,
    place_of,
    with_place,
    with_player,
)

TILE_CUBES = 2
"""Cubes that come with a new city tile. Rules RB-09 and REW-67."""

TILES_EACH = 3
"""New city tiles of each colour. Rule RB-26."""

INCENTIVE = 6
"""What urbanizing costs under the Urbanization Incentive. Rule REW-82."""


def next_level(engine: int) -> int | None:
    """Return the next step of the engine ladder, None after the Super-Chief. Rule REW-16."""
    return next((level for level in LADDER if level > engine), None)


def level_name(level: int) -> str:
    """Return an engine level as it is spoken."""
    return "Super-Chief" if level == SUPER else str(level)


def levels_of(engine: int, level: int) -> int:
    """Return how many levels a step takes: two from 4 to 12. Decision A37."""
    return 1 if level == SUPER else level - engine


def engine_price(
    table: Table, state: State, seat: str, *, coal: bool = False, used: bool = False
) -> int | None:
    """Return what the next engine costs, None after the last. Rules REW-17, REW-71, REW-85, A36, A37."""
    engine, options = state.players[seat].engine, options_of(table)
    level = next_level(engine)
    if level is None:
        return None
    price = LADDER[level]
    off = 0
    if used:
        off = levels_of(engine, level) if options.per_level == "levels" else 1
    if coal and options.half == "halve":
        return max(0, -(-price // 2) - off)
    price = max(0, price - off)
    return -(-price // 2) if coal else price


def others_higher(table: Table, state: State, seat: str) -> bool:
    """Say whether another player owns a higher engine. Rule REW-85, decision A38."""
    own = state.players[seat].engine
    level = next_level(own) or own
    than = level if options_of(table).higher == "bought" else own
    return any(player.engine > than for other, player in state.players.items() if other != seat)


def upgrade(table: Table, state: State, seat: str, move: Upgrade, referee: Referee) -> Step:
    """Return the step that buys the next engine. Rules REW-16, REW-17, REW-71 and REW-85."""
    player = state.players[seat]
    level = next_level(player.engine)
    if level is None:
        referee.refuse("last_engine", "REW-16", seat=seat)
        return Step(state)
    if move.to and move.to != level:
        facts: dict[str, Fact] = {
            "level": level_name(level),
            "price": LADDER[level],
            "to": level_name(move.to),
        }
        referee.refuse("next_engine", "REW-16", seat=seat, **facts)
    if move.coal and not player.coal:
        referee.refuse("coal_not_held", "REW-71", seat=seat)
    if move.coal and player.coal <= state.fresh.count("coal"):
        referee.refuse("card_fresh", "REW-71", seat=seat, card="Coal-fueled Engines")
    if move.used and "used" not in state.events:
        referee.refuse("used_off", "REW-85")
    if move.used and not others_higher(table, state, seat):
        referee.refuse("used_highest", "REW-85", seat=seat, engine=level_name(player.engine))
    price = engine_price(table, state, seat, coal=move.coal, used=move.used) or 0
    step = bought(table, state, seat, price, move.bonds, "engine", referee)
    player = step.state.players[seat]
    player = replace(player, engine=level, coal=player.coal - move.coal)
    state = with_player(step.state, seat, player)
    return Step(replace(state, actions=state.actions - 1), step.postings, step.notes)


# New city tiles


def tiles_left(state: State, colour: str) -> int:
    """Return the new city tiles of a colour that are left. Rule RB-26."""
    used = sum(place.colour == colour for place in state.cities.values())
    return TILES_EACH - used if colour in TILES else 0


def tiled(table: Table, state: State, code: str, colour: str, rule: str, referee: Referee) -> State:
    """Return the state with a new tile on a grey city, or raise `IllegalMove`. Rules RB-09 and RB-26."""
    if city_of(table, state, code) is None:
        referee.refuse("unknown_city", "REW-51", city=code)
    now = colour_of(table, state, code)
    if now is None:
        referee.refuse("city_unknown", "A45", city=code)
    if now != "grey":
        referee.refuse("grey_only", rule, city=code, colour=now)
    if colour not in TILES:
        referee.refuse("no_such_tile", "RB-26", colour=colour or "no colour")
    elif tiles_left(state, colour) < 1:
        referee.refuse("tiles_out", "RB-26", colour=colour, each=TILES_EACH)
    return with_place(state, code, replace(place_of(state, code), colour=colour))


def urbanize_price(table: Table, state: State) -> int:
    """Return what urbanizing costs now. Rules RB-09 and REW-82."""
    return INCENTIVE if "urban" in state.events else figure(table, state, "urbanize")


def urbanize(table: Table, state: State, seat: str, move: Urbanize, referee: Referee) -> Step:
    """Return the step that urbanizes a grey city. Rules RB-09, RB-26 and REW-82."""
    state = tiled(table, state, move.city, move.colour, "RB-09", referee)
    price = urbanize_price(table, state)
    step = bought(table, state, seat, price, move.bonds, "tile", referee)
    cubes = drawn(table, step.state, move.city, (TILE_CUBES, "RB-09"), move.cubes, referee)
    state = replace(cubes.state, actions=cubes.state.actions - 1)
    return Step(state, step.postings, step.notes)
