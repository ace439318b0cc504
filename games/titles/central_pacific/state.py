"""The state of a game and what must always hold of it.

Words: a *side* is who has trains, tokens and a home city: a player, or a team, named by its first
seat; the *pool* are the tiles to draw from; tiles that are *gone* have left play; *laid* are the tiles
of the turn under way. Hands are known by their size alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.central_pacific.board import (
    START_SQUARES,
    Board,
    Face,
    face_name,
    face_of,
    start_ends,
)
from games.titles.central_pacific.grid import Grid
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.tiles import CITY, INDEX, SQUARES, read_tile

HAND = 5
"""Tiles of a full hand, and the most that may be laid or discarded in a turn. Rules CP-10, CP-15, CP-40."""

UNKNOWN = "?"
"""A tile out of play whose kind nobody noted."""

Seat = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]
SeatString = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,4}(?![\s\S])")]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Ended = Literal["", "last_train", "stuck", "agreement"]
Text = Annotated[str, msgspec.Meta(max_length=100)]


class Setup(Value, frozen=True):
    """What the table tells at set-up. Rules CP-10 to CP-12, decisions Q21 and Q29.

    `numbers` are the numbers on the start cities, one for all or one a side in table order
    ("2" or "2 3"), `mulligans` who drew a new hand and how often ("A2 C1").
    """

    first: Seat
    numbers: Text = ""
    mulligans: Text = ""
    cities: bool = True
    """Every player holds a city."""


class Laid(Value, frozen=True, array_like=True):
    """A tile laid in the turn under way: where, the tiles it took, and the terrain it replaced."""

    square: str
    copies: Count = 1
    over: Literal["", "F", "M"] = ""


class State(Value, frozen=True, omit_defaults=True, dict=True):
    """The whole public state. What follows from it is a property or a function of another module."""

    active: Seat
    turn: Count
    pool: Count
    hands: dict[str, Count]
    tiles: dict[str, str]
    """The tile on each square, as one word (see `tiles.Tile.word`)."""
    trains: dict[str, str] = msgspec.field(default_factory=dict)
    """The side whose train stands on a square; its line is the stretch of that square."""
    in_hand: dict[str, Count] = msgspec.field(default_factory=dict)
    """Each side's trains that may still be placed."""
    gone: dict[str, Count] = msgspec.field(default_factory=dict)
    """Tiles out of play by kind."""
    stock: SeatString = ""
    grant: SeatString = ""
    """The sides whose Stock Market and Land Grant tokens are unused. Rules CP-34 and CP-36."""
    sacrificed: SeatString = ""
    """The sides that have sacrificed a train. Rule CP-41."""
    spike: SeatString = ""
    """The side that holds the Golden Spike. Rule CP-46."""
    mulligans: dict[str, Count] = msgspec.field(default_factory=dict)
    ended: Ended = ""
    drained: bool = False
    """The pool was empty at the start of the turn. Rule CP-42."""
    laid: tuple[Laid, ...] = ()
    discarded: Count = 0
    special: Literal["", "stock", "grant"] = ""
    """The special token played this turn. Rule CP-39."""
    sacrificing: bool = False
    """The active seat sacrificed a train this turn. Rule CP-41."""
    ruled: tuple[str, ...] = ()
    """The refusal codes the table has overruled: what no longer has to hold."""

    @cached_property
    def grid(self) -> Grid:
        """Return the board as it lies."""
        return Grid(self.tiles)

    @cached_property
    def grid_before(self) -> Grid:
        """Return the board as it lay before this turn; terrain that was cleared conducts nothing."""
        new = {laid.square for laid in self.laid}
        return Grid({square: word for square, word in self.tiles.items() if square not in new})

    @property
    def laid_tiles(self) -> int:
        """Return how many tiles this turn's laying took from the hand. Decision Q10."""
        return sum(laid.copies for laid in self.laid)

    @property
    def fresh(self) -> bool:
        """Say whether nothing has been done this turn, special tokens left aside."""
        return not self.laid and not self.discarded and not self.sacrificing

    @property
    def all_gone(self) -> int:
        """Return how many tiles are out of play."""
        return sum(self.gone.values())


def in_teams(table: Table) -> bool:
    """Say whether four players play as two teams; fewer cannot. Rule CP-07."""
    options: Options = table.options
    return options.teams == "on" and len(table.seats) == 4


def sides(table: Table) -> str:
    """Return the sides in table order: every seat, or the first seat of each team. Rule CP-07."""
    return table.seats[:2] if in_teams(table) else table.seats


def side_of(table: Table, seat: str) -> str:
    """Return the side a seat plays for. Seats of the teams alternate. Rule CP-07, decision Q28."""
    if in_teams(table) and seat and seat in table.seats:
        return table.seats[table.seats.index(seat) % 2]
    return seat


def train_count(table: Table) -> int:
    """Return the trains of a colour. Rule CP-02, decision Q29."""
    options: Options = table.options
    board: Board = table.board
    return board.tokens_per_colour.train if options.trains == "set" else int(options.trains)


def trains_on_board(state: State) -> Mapping[str, int]:
    """Return each side's trains on the board."""
    found = dict.fromkeys(state.in_hand, 0)
    for side in state.trains.values():
        found[side] = found.get(side, 0) + 1
    return found


def tile_total(state: State) -> int:
    """Return the tiles of the set, wherever they are: on the board, in pool and hands, out of play."""
    return state.pool + sum(state.hands.values()) + len(state.tiles) + state.all_gone


def copies_left(board: Board, state: State) -> dict[Face, int]:
    """Return how many tiles of each face are not on the board and not known to be out of play."""
    left = dict(board.copies)
    used = [face_of(read_tile(word)) for word in state.tiles.values()]
    for face in used:
        left[face] = left.get(face, 0) - 1
    for kind, count in state.gone.items():
        if kind not in (UNKNOWN, CITY):
            left[kind, 0, 0] = left.get((kind, 0, 0), 0) - count
    return left


def check_state(table: Table, state: State) -> None:
    """Raise `Fault` where a state breaks an invariant that the table has not overruled. Digest 2.6."""
    problems = [*_tile_problems(state)]
    if not problems:
        problems += _count_problems(table, state)
        problems += _turn_problems(table, state)
        problems += _home_problems(table, state)
        problems += _train_problems(table, state)
        problems += _track_problems(table, state)
        problems += _copy_problems(table, state)
    if problems:
        raise Fault(tuple(problems))


def _tile_problems(state: State) -> Iterable[tuple[str, str]]:
    for square, word in state.tiles.items():
        if square not in INDEX:
            yield f"tiles.{square}", "The board has squares A1 to J10."
            continue
        try:
            tile = read_tile(word)
        except NotationError as error:
            yield f"tiles.{square}", str(error)
            continue
        if tile.word != word:
            yield f"tiles.{square}", f"This tile is written {tile.word}."
    for square in state.trains:
        tile_word = state.tiles.get(square, "")
        if not tile_word or not read_tile(tile_word).is_track:
            yield f"trains.{square}", "A train stands on rail or a tunnel (CP-50)."


def _count_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    board: Board = table.board
    own = sides(table)
    if set(state.hands) != set(table.seats) or len(table.seats) not in START_SQUARES:
        yield "hands", f"Two to four seats, each with a hand: {table.seats} (CP-01)."
    if set(state.in_hand) != set(own):
        yield "in_hand", f"The sides are {own}; each has its trains (CP-03)."
    if tile_total(state) != board.total:
        yield "pool", f"{tile_total(state)} tiles are accounted for; the set has {board.total}."
    if any(size > HAND + 2 for size in state.hands.values()) and not state.ruled:
        yield "hands", "No hand has more than seven tiles (CP-35)."
    for name in ("stock", "grant", "sacrificed", "spike"):
        named = getattr(state, name)
        if len(set(named)) != len(named) or not set(named) <= set(own):
            yield name, f"Sides out of {own}, each once."
    if len(state.spike) > 1:
        yield "spike", "One side holds the Golden Spike (CP-46)."


def _turn_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    if state.active not in table.seats:
        yield "active", f"The seats are {table.seats}."
    if any(laid.square not in state.tiles for laid in state.laid):
        yield "laid", "What was laid this turn lies on the board."
    for seat, size in state.hands.items():
        if seat != state.active and size > HAND and "HAND_OVER_5" not in state.ruled:
            yield f"hands.{seat}", "Between turns a hand has five tiles or fewer (CP-35)."


def _home_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    own, homes = sides(table), state.grid.homes
    places = START_SQUARES.get(len(own), ())
    words = [word for word in state.tiles.values() if read_tile(word).home]
    if len(words) != len(homes) or not set(homes) <= set(own):
        yield "tiles", f"Each side has one home city; the sides are {own} (CP-03)."
    for side, index in homes.items():
        square = SQUARES[index]
        if square not in places:
            yield f"tiles.{square}", f"Home cities lie on {', '.join(places)} (CP-04 to CP-06)."
        elif state.grid.ends[index] != start_ends(square):
            yield f"tiles.{square}", f"{side}'s home city turns its blank side to the rim (CP-04)."
    if not state.spike and set(own) - set(homes):
        yield "tiles", "Until the Golden Spike is claimed every side needs its home city (CP-18)."


def _train_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    on_board, each = trains_on_board(state), train_count(table)
    for side in sides(table):
        trains = on_board.get(side, 0) + state.in_hand.get(side, 0) + (side in state.sacrificed)
        if trains != each:
            yield (
                f"in_hand.{side}",
                f"{side} has {trains} trains in all; the set has {each} (CP-02).",
            )
    if set(on_board) - set(sides(table)):
        yield "trains", f"Trains belong to {sides(table)}."
    lines: dict[int, str] = {}
    for square in state.trains:
        stretch = state.grid.stretch_of[INDEX[square]]
        if not stretch.is_line:
            yield f"trains.{square}", "Only a line between two cities is claimed (CP-51)."
        # Lines that were joined this turn keep their trains until its end.
        if stretch.rails[0] in lines and not state.laid:
            yield f"trains.{square}", f"This line has a train on {lines[stretch.rails[0]]} (CP-54)."
        lines[stretch.rails[0]] = square


def _track_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    options: Options = table.options
    grid = state.grid
    if "TOO_CLOSE" not in state.ruled:
        for city, other, rails, needed in grid.too_close():
            yield (
                f"tiles.{SQUARES[city]}",
                f"Only {rails} rail tiles to {SQUARES[other]}; {needed} are needed (CP-20).",
            )
    if options.edge == "strict" and "EDGE_MISMATCH" not in state.ruled:
        for index, _ in grid.mismatched():
            yield f"tiles.{SQUARES[index]}", "A rail end runs into a blank side (Q03)."
    settled = state.spike or state.laid or options.spike_turn_merge == "choose"
    if not settled and not state.ruled:
        for side, home in grid.homes.items():
            if grid.reached([home]) & (set(grid.homes.values()) - {home}):
                yield (
                    "spike",
                    f"{side}'s home city is joined to another: who has the spike (CP-45)?",
                )


def _copy_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    options: Options = table.options
    board: Board = table.board
    if options.tiles == "checked" and board.tiles and "NO_COPY_LEFT" not in state.ruled:
        for face, left in copies_left(board, state).items():
            if left < 0:
                yield "tiles", f"The set has {board.copies.get(face, 0)} of {face_name(face)}."
