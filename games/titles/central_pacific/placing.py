"""Laying tiles: the checks of an entry, the state after it, and all that could be laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games.engine.errors import ChoiceNeeded, Fact, IllegalMove
from games.engine.referee import Referee
from games.engine.title import Table
from games.titles.central_pacific.board import Board, face_name, face_of
from games.titles.central_pacific.grid import Grid
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.moves import Clear, Lay, Laying, Place, laying_of
from games.titles.central_pacific.state import (
    HAND,
    Laid,
    State,
    copies_left,
    side_of,
)
from games.titles.central_pacific.survey import Survey
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    KINDS,
    NEIGHBOURS,
    NUMBERS,
    OFF,
    RAILS,
    SHAPES,
    SQUARES,
    Tile,
    ends_of,
    faces,
    sides_of,
)

CLEARING = {"F": 2, "M": 3}
"""Rail tiles of one type that clear a forest and a mountain. Rules CP-25 and CP-28."""

SHAPE_WORDS = {
    "S": "joins two opposite sides",
    "C": "joins two neighbouring sides",
    "T": "joins three sides",
    "X": "joins all four sides",
    "U": "joins two opposite sides",
    "F": "has no rail ends",
    "M": "has no rail ends",
    "@": "has a number from 1 to 9 and a rail end or more",
}
"""What each kind of tile is, in words."""

ORDER_CODES = frozenset({"NOT_ADJACENT", "NOT_CONNECTED", "NOT_IN_NETWORK", "TERRAIN_NO_RAIL"})
"""Refusals that another order of the same tiles may mend. Decision Q02."""


# Entering tiles


def tile_cap(table: Table, state: State, hand: int) -> int:
    """Return the most tiles that may be laid this turn. Rule CP-15, decision Q19."""
    options: Options = table.options
    if options.special_cap == "hand" and state.special:
        return max(HAND, state.laid_tiles + hand)
    return HAND


def tile_of(move: Laying) -> Tile:
    """Return the tile that a move lays."""
    return Tile(move.tile, ends_of(move.sides), move.number)


def lay(table: Table, state: State, seat: str, move: Laying | Lay, referee: Referee) -> State:
    """Return the state with the tiles laid, or raise `IllegalMove`. Rules CP-15 to CP-33.

    Tiles are checked in the order given; where another order would do, `ChoiceNeeded` says so (Q02).
    """
    if not isinstance(move, Lay):
        return _lay_one(table, state, seat, move, referee)
    after, tiles = state, tuple(laying_of(word) for word in move.tiles)
    try:
        for tile in tiles:
            after = _lay_one(table, after, seat, tile, referee)
    except IllegalMove as refusal:
        order = None
        if refusal.code in ORDER_CODES:
            order = workable_order(table, state, seat, tiles)
        if order is None:
            raise
        squares = tuple(tile.square for tile in order)
        raise ChoiceNeeded(
            "OTHER_ORDER", refusal.rule, (" ".join(squares),), **{**refusal.facts, "order": squares}
        ) from None
    return after


def workable_order(
    table: Table, state: State, seat: str, tiles: Sequence[Laying]
) -> tuple[Laying, ...] | None:
    """Return an order in which every tile is legal, or None. Rule CP-16, decision Q02.

    Taking any tile that is legal now is enough: a tile in play never makes another's neighbour,
    joint or network go away, and sides and distances do not depend on the order.
    """
    referee = Referee(frozenset(), frozenset())
    order: list[Laying] = []
    left = list(tiles)
    while left:
        for tile in left:
            try:
                state = _lay_one(table, state, seat, tile, referee)
            except IllegalMove:
                continue
            order.append(tile)
            left.remove(tile)
            break
        else:
            return None
    return tuple(order)


def _lay_one(table: Table, state: State, seat: str, move: Laying, referee: Referee) -> State:
    """Lay one tile; the order of the checks is the digest's (2.3)."""
    clear = move if isinstance(move, Clear) else None
    copies = clear.copies if clear else 1
    if state.discarded and not state.sacrificing:
        referee.refuse("PLACE_AND_DISCARD", "CP-40", seat=seat, discarded=state.discarded)
    if clear:
        _check_cost(state, clear, referee)
    _check_hand(table, state, seat, copies, referee)
    if move.square not in INDEX:
        referee.refuse("OFF_BOARD", "CP-15", square=move.square)
    _check_shape(move, referee)
    if clear:
        _check_clearing(state, clear, referee)
    elif move.square in state.tiles:
        referee.refuse("OCCUPIED", "CP-15", square=move.square)
    _check_copies(table, state, move, copies, referee)
    survey = Survey(table, state, side_of(table, seat))
    judge = referee.refuse
    for problem in survey.problems(survey.site(move.square), tile_of(move)):
        judge(problem.code, problem.rule, **problem.facts)
    return _laid(state, seat, move, copies)


def _check_cost(state: State, move: Clear, referee: Referee) -> None:
    """Rules CP-25, CP-28 and CP-29; the cost counts only where the tile fits the terrain."""
    terrain = state.tiles.get(move.square, "")
    facts: dict[str, Fact] = {"square": move.square, "copies": move.copies}
    facts |= {"terrain": KINDS.get(terrain, "forest"), "cost": CLEARING.get(terrain, 2)}
    if move.mixed:
        referee.refuse("CLEAR_MIXED_TYPES", "CP-25" if terrain != "M" else "CP-28", **facts)
    cost = None
    if terrain in CLEARING and move.tile in RAILS:
        cost = CLEARING[terrain]
    elif terrain == "M" and move.tile == "U":
        cost = 1
    if cost is not None and move.copies != cost:
        rule = {1: "CP-29", 2: "CP-25", 3: "CP-28"}[cost]
        referee.refuse("CLEAR_COST", rule, **{**facts, "cost": cost})


def _check_hand(table: Table, state: State, seat: str, copies: int, referee: Referee) -> None:
    hand, laid = state.hands[seat], state.laid_tiles
    cap = tile_cap(table, state, hand)
    if laid + copies > cap:
        referee.refuse("TOO_MANY_TILES", "CP-15", seat=seat, number=laid + copies, most=cap)
    if copies > hand:
        referee.refuse(
            "NOT_IN_HAND", "CP-38", seat=seat, hand=hand, laid=laid, had=hand + laid, asked=copies
        )


def _check_shape(move: Laying, referee: Referee) -> None:
    """Refuse sides that no such tile has, and a number where none belongs. Rules CP-02 and CP-20."""
    tile = tile_of(move)
    fits = tile.ends in SHAPES[move.tile] and len(set(move.sides)) == len(move.sides)
    if not fits or (move.tile == CITY) != bool(move.number):
        referee.refuse(
            "BAD_SHAPE",
            "CP-02",
            square=move.square,
            name=KINDS[move.tile],
            shape=SHAPE_WORDS[move.tile],
            sides="-".join(move.sides) or "no side",
        )


def _check_clearing(state: State, move: Clear, referee: Referee) -> None:
    """Rules CP-25, CP-27, CP-29 and CP-30."""
    terrain = state.tiles.get(move.square, "")
    if terrain not in CLEARING:
        referee.refuse("NOTHING_TO_CLEAR", "CP-25", square=move.square)
    if move.tile not in (*RAILS, "U"):
        referee.refuse("CLEAR_NEEDS_RAIL", "CP-25", square=move.square, name=KINDS[move.tile])
    if move.tile == "U" and terrain == "F":
        referee.refuse("TUNNEL_NOT_ON_FOREST", "CP-29", square=move.square)


def _check_copies(table: Table, state: State, move: Laying, copies: int, referee: Referee) -> None:
    """Where the table counts the copies of each tile. Rule CP-02, decision Q29."""
    options: Options = table.options
    board: Board = table.board
    if options.tiles == "checked" and board.tiles:
        face = face_of(tile_of(move))
        left = max(0, copies_left(board, state).get(face, 0))
        if left < copies:
            count = board.copies.get(face, 0)
            referee.refuse(
                "NO_COPY_LEFT", "Q29", face=face_name(face), copies=count, left=left, asked=copies
            )


def _laid(state: State, seat: str, move: Laying, copies: int) -> State:
    """Return the state with one tile on the board; cleared terrain and spare tiles leave play."""
    over = state.tiles.get(move.square, "") if isinstance(move, Clear) else ""
    gone = state.gone
    if over:
        gone = {**gone, over: gone.get(over, 0) + 1}
        if copies > 1:
            gone[move.tile] = gone.get(move.tile, 0) + copies - 1
    record = Laid(move.square, copies, "F" if over == "F" else "M" if over == "M" else "")
    return replace(
        state,
        tiles={**state.tiles, move.square: tile_of(move).word},
        hands={**state.hands, seat: state.hands[seat] - copies},
        gone=gone,
        laid=(*state.laid, record),
    )


# Everything that could be laid


def all_faces(table: Table) -> tuple[Tile, ...]:
    """Return every tile in every rotation that the set may hold. Decision Q29."""
    board: Board = table.board
    options: Options = table.options
    numbers = {number for kind, number, _ in board.copies if kind == CITY}
    found = faces(tuple(sorted(numbers)) or NUMBERS)
    if options.tiles == "checked" and board.tiles:
        return tuple(tile for tile in found if board.copies.get(face_of(tile)))
    return found


def open_squares(grid: Grid) -> list[str]:
    """Return the squares, empty or with terrain, that some rail end faces."""
    found = {
        near
        for index in grid.joined
        for side, near in enumerate(NEIGHBOURS[index])
        if near != OFF and grid.ends[index] >> side & 1 and not grid.ends[near]
    }
    return [SQUARES[index] for index in sorted(found)]


def layings(
    table: Table,
    state: State,
    seat: str,
    tiles: Iterable[Tile] | None = None,
    most: int = 99,
    squares: Iterable[str] | None = None,
) -> Iterator[Laying]:
    """Yield every laying of the given tiles that is legal, by square, then in the tiles' order.

    `most` bounds the copies that clearing may take; without `tiles`, every tile of the set is tried,
    without `squares` every square that some rail end faces.
    """
    survey = Survey(table, state, side_of(table, seat))
    options: Options = table.options
    counted = options.tiles == "checked" and table.board.tiles
    left = copies_left(table.board, state) if counted else None
    wanted = list(all_faces(table) if tiles is None else tiles)
    for square in open_squares(state.grid) if squares is None else squares:
        site, terrain = survey.site(square), state.tiles.get(square, "")
        for tile in wanted:
            copies = copies_for(terrain, tile.kind)
            if not 0 < copies <= most or (left is not None and left.get(face_of(tile), 0) < copies):
                continue
            if survey.allows(site, tile):
                sides = sides_of(tile.ends)
                if terrain:
                    yield Clear(square, tile.kind, sides, tile.number, copies)  # type: ignore[arg-type]  # a kind of tile
                else:
                    yield Place(square, tile.kind, sides, tile.number)  # type: ignore[arg-type]  # a kind of tile


def copies_for(terrain: str, kind: str) -> int:
    """Return how many tiles of a kind a square takes, 0 where none will do."""
    if not terrain:
        return 1
    if kind == "U":
        return 1 if terrain == "M" else 0
    return CLEARING.get(terrain, 0) if kind in RAILS else 0
