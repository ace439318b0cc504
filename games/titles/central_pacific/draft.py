"""Tiles of a turn that are thought of but not laid yet: which are legal, in which order, turned how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from games.engine.codec import convert
from games.engine.errors import IllegalMove
from games.engine.referee import Referee
from games.engine.title import Table
from games.titles.central_pacific.board import Board
from games.titles.central_pacific.moves import Clear, Lay, Laying, Move, Place, laying_of, word_of
from games.titles.central_pacific.placing import (
    ORDER_CODES,
    copies_for,
    lay,
    tile_of,
    workable_order,
)
from games.titles.central_pacific.state import State
from games.titles.central_pacific.tiles import (
    CITY,
    KINDS,
    NUMBERS,
    SHAPES,
    Tile,
    rotations,
    sides_of,
)

CITY_SHAPES = (5, 3, 7, 15, 1)
"""The shapes of cities in the order in which they are offered, where the set does not say."""

CHECKS = (
    "NOT_IN_HAND",
    "TOO_MANY_TILES",
    "CLEAR_NEEDS_RAIL",
    "TUNNEL_NOT_ON_FOREST",
    "NO_COPY_LEFT",
    "NOT_ADJACENT",
    "TERRAIN_NO_RAIL",
    "NOT_CONNECTED",
    "EDGE_MISMATCH",
    "OFF_BOARD_END",
    "NOT_IN_NETWORK",
    "SPIKE_TURN_MERGE",
    "TOO_CLOSE",
)
"""Refusals by how near a tile came to being legal."""


class Draft:
    """Tiles thought of, in order, over the state before them. Nothing of it changes."""

    def __init__(
        self,
        table: Table,
        state: State,
        seat: str,
        layings: Iterable[Laying],
        base: Draft | None = None,
    ) -> None:
        self.table, self.start, self.seat = table, state, seat
        self.layings = tuple(layings)
        self.base = base

    @property
    def words(self) -> tuple[str, ...]:
        """Return the tiles as words, as the move `lay` takes them."""
        return tuple(word_of(laying) for laying in self.layings)

    @cached_property
    def refusal(self) -> IllegalMove | None:
        """Return what refuses the tiles in this order, None if nothing does."""
        try:
            self.state  # noqa: B018 - asked for what it raises
        except IllegalMove as refusal:
            return refusal
        return None

    @cached_property
    def state(self) -> State:
        """Return the state with all tiles laid, or raise `IllegalMove`."""
        if self.base is not None:
            return lay(self.table, self.base.state, self.seat, self.layings[-1], _REFEREE)
        state = self.start
        for laying in self.layings:
            state = lay(self.table, state, self.seat, laying, _REFEREE)
        return state

    def index(self, square: str) -> int | None:
        """Return which of the tiles is to lie on a square."""
        return next((n for n, one in enumerate(self.layings) if one.square == square), None)

    def with_(self, layings: Iterable[Laying]) -> Draft:
        """Return other tiles over the same state."""
        return Draft(self.table, self.start, self.seat, layings)

    def ordered(self) -> Draft | None:
        """Return these tiles in an order that is legal, as given if that is; None if none is."""
        if self.refusal is None:
            return self
        if self.refusal.code not in ORDER_CODES:
            return None
        order = workable_order(self.table, self.start, self.seat, self.layings)
        return None if order is None else self.with_(order)

    def legal_part(self) -> Draft:
        """Return the tiles without those that are not legal after the ones before them."""
        kept, state = [], self.start
        for laying in self.layings:
            try:
                state = lay(self.table, state, self.seat, laying, _REFEREE)
            except IllegalMove:
                continue
            kept.append(laying)
        return self.with_(kept)

    def replaced(self, laying: Laying) -> Draft:
        """Return the tiles with another one on a square that has one."""
        return self.with_(laying if one.square == laying.square else one for one in self.layings)

    def without(self, square: str) -> Draft:
        """Return the tiles without one, and without those that are not legal without it."""
        return self.with_(one for one in self.layings if one.square != square).legal_part()

    def added(self, laying: Laying) -> Draft:
        """Return the tiles with one more."""
        return Draft(self.table, self.start, self.seat, (*self.layings, laying), self)

    # Tiles for one square

    def laying(self, square: str, tile: Tile) -> Laying:
        """Return the laying of a tile on a square, clearing at its price what lies there."""
        sides, terrain = sides_of(tile.ends), self.start.tiles.get(square, "")
        if terrain:
            copies = copies_for(terrain, tile.kind) or 1
            return Clear(square, tile.kind, sides, tile.number, copies)  # type: ignore[arg-type]  # a kind of tile
        return Place(square, tile.kind, sides, tile.number)  # type: ignore[arg-type]  # a kind of tile

    def kinds(self, square: str) -> Iterator[tuple[str, Draft, bool]]:
        """Yield each kind of tile the set has, laid on a square as it fits first, and whether it does."""
        for kind in KINDS:
            tries = [self.added(self.laying(square, tile)) for tile in faces_of(self.table, kind)]
            if tries:
                found = next((one for one in tries if one.refusal is None), None)
                yield kind, found or nearest(tries), found is not None

    def turns(self, square: str) -> list[Draft]:
        """Return the tiles with the one on a square turned in every way that is legal, as it lies first.

        Where none is, every way.
        """
        number = self.index(square)
        if number is None:
            return []
        tile = tile_of(self.layings[number])
        tiles = [tile._replace(ends=ends) for ends in rotations(tile.ends)]
        legal = list(self.others(square, tiles))
        return legal or [self.replaced(self.laying(square, each)) for each in tiles]

    def others(self, square: str, tiles: Iterable[Tile]) -> Iterator[Draft]:
        """Yield the drafts with one of some tiles on a square that are legal in some order."""
        rest = self.with_(one for one in self.layings if one.square != square)
        for tile in tiles:
            laying = self.laying(square, tile)
            # Where the rest is legal without it, most are told by this one tile alone.
            if rest.refusal is None and rest.added(laying).refusal is not None:
                continue
            found = self.replaced(laying).ordered()
            if found is not None:
                yield found


_REFEREE = Referee(frozenset(), frozenset())


def nearest(tries: Sequence[Draft]) -> Draft:
    """Return the draft whose refusal tells most: that of the latest check."""

    def rank(draft: Draft) -> int:
        code = draft.refusal.code if draft.refusal is not None else ""
        return CHECKS.index(code) if code in CHECKS else -1

    return max(tries, key=rank)


def faces_of(table: Table, kind: str) -> Iterator[Tile]:
    """Yield a kind of tile in all rotations; cities by number and shape, those of the set first."""
    if kind != CITY:
        yield from (Tile(kind, ends) for ends in SHAPES[kind])
        return
    for number, least in city_faces(table):
        yield from (Tile(CITY, ends, number) for ends in rotations(least))


def city_faces(table: Table) -> list[tuple[int, int]]:
    """Return (number, shape) of cities; without a counted set, every shape with every number."""
    board: Board = table.board
    known = [(number, least) for kind, number, least in board.copies if kind == CITY]
    if known and table.options.tiles == "checked":
        return sorted(known, key=lambda face: (face[0], CITY_SHAPES.index(face[1])))
    numbers = sorted({number for number, _ in known}) or list(NUMBERS)
    return [(number, least) for number in numbers for least in CITY_SHAPES]


def read_words(words: Sequence[str]) -> tuple[Laying, ...]:
    """Return the layings of words, or raise `Fault` for what is no tile."""
    if not words:
        return ()
    move: Lay = convert({"kind": "lay", "tiles": list(words)}, Move)
    return tuple(laying_of(word) for word in move.tiles)
