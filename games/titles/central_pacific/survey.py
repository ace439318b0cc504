"""What a square has around it, and every reason why a tile may not lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from games.engine.errors import Fact
from games.engine.title import Table
from games.titles.central_pacific.grid import Grid
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.state import State
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    KINDS,
    MOST_NUMBER,
    NEIGHBOURS,
    OFF,
    SIDE_NAMES,
    SIDES,
    SQUARES,
    TERRAIN,
    Tile,
    sides_of,
)


class Problem(NamedTuple):
    """Why a tile may not lie on a square: code, rule, and the figures that decide it."""

    code: str
    rule: str
    facts: dict[str, Fact]


def refuse(code: str, rule: str, **facts: Fact) -> Problem:
    """Return a problem; it is for the referee to refuse because of it."""
    return Problem(code, rule, facts)


class Site:
    """What a square has around it, whatever is to be laid there; sides are bits (see `tiles`)."""

    __slots__ = ("blank", "facing", "grid", "index", "inside", "known", "rim", "touched")

    def __init__(self, grid: Grid, index: int, network: set[int] | None) -> None:
        self.grid, self.index = grid, index
        self.facing = self.blank = self.rim = self.inside = 0
        self.touched = False
        self.known: dict[int, dict[int, int]] = {}
        for side, near in enumerate(NEIGHBOURS[index]):
            bit = 1 << side
            if near == OFF:
                self.rim |= bit
            elif near in grid.tiles:
                self.touched = True
                if grid.ends[near] >> (side + 2 & 3) & 1:
                    self.facing |= bit
                    if network is None or near in network:
                        self.inside |= bit
                elif grid.ends[near]:
                    self.blank |= bit

    @property
    def square(self) -> str:
        """Return the square's name."""
        return SQUARES[self.index]

    def ways(self, side: int) -> dict[int, int]:
        """Return the cities that a rail end on one side would reach, by the rails in between."""
        found = self.known.get(side)
        if found is None:
            near = NEIGHBOURS[self.index][side]
            found = self.grid.cities_near(near, MOST_NUMBER, without=self.index)
            self.known[side] = found
        return found


class Survey:
    """Judges tiles on squares for one side; nothing of it changes."""

    def __init__(self, table: Table, state: State, side: str) -> None:
        self.options: Options = table.options
        self.state, self.side = state, side
        self.grid = state.grid

    @cached_property
    def network(self) -> set[int] | None:
        """Return the tiles in the side's network, or None where every tile is. Rules CP-18 and CP-19."""
        if self.state.spike:
            return None
        home = self.grid.homes.get(self.side)
        return set() if home is None else self.grid.reached([home])

    def site(self, square: str) -> Site:
        """Return what a square of the board has around it."""
        return Site(self.grid, INDEX[square], self.network)

    def problems(self, site: Site, tile: Tile) -> Iterator[Problem]:
        """Yield what forbids a tile on a square, in the order of the digest (2.3); nothing if it is legal.

        What lies on the square itself is thought away.
        """
        if not site.touched:
            yield refuse("NOT_ADJACENT", "CP-16", square=site.square)
        if tile.kind in TERRAIN:
            yield from self._terrain(site, tile)
        else:
            yield from self._joints(site, tile)
            yield from self._distances(site, tile)
            if self.options.spike_turn_merge == "forbid" and not self.state.spike:
                yield from self._mergers(site, tile)

    def allows(self, site: Site, tile: Tile) -> bool:
        """Say whether a tile may lie on a square."""
        return next(self.problems(site, tile), None) is None

    def _outside(self, site: Site) -> Problem:
        return refuse("NOT_IN_NETWORK", "CP-18", square=site.square, side=self.side)

    def _terrain(self, site: Site, tile: Tile) -> Iterator[Problem]:
        """Rules CP-23 and CP-27, decisions Q09 and Q11."""
        if not site.facing:
            yield refuse("TERRAIN_NO_RAIL", "CP-23", square=site.square, name=KINDS[tile.kind])
        if self.options.terrain_in_network == "on" and not site.inside:
            yield self._outside(site)

    def _joints(self, site: Site, tile: Tile) -> Iterator[Problem]:
        """Rules CP-17 and CP-18, decisions Q03 to Q05."""
        joints = tile.ends & site.facing
        if not joints:
            yield refuse("NOT_CONNECTED", "CP-17", square=site.square)
        if self.options.edge == "strict":
            into, onto = tile.ends & site.blank, site.facing & ~tile.ends
            if into | onto:
                yield self._mismatch(site, into, onto)
        if self.options.board_edge == "forbid" and tile.ends & site.rim:
            side = sides_of(tile.ends & site.rim)[0]
            yield refuse("OFF_BOARD_END", "Q04", square=site.square, end=SIDE_NAMES[side])
        if not joints & site.inside:
            yield self._outside(site)

    def _mismatch(self, site: Site, into: int, onto: int) -> Problem:
        """A rail end of the tile into a blank side, or a neighbour's onto a blank side of the tile."""
        side = SIDES.index(sides_of(into or onto)[0])
        near = SQUARES[NEIGHBOURS[site.index][side]]
        square, other = (site.square, near) if into else (near, site.square)
        end = SIDES[side] if into else SIDES[side + 2 & 3]
        return refuse("EDGE_MISMATCH", "Q03", square=square, end=SIDE_NAMES[end], other=other)

    def _distances(self, site: Site, tile: Tile) -> Iterator[Problem]:
        """Rules CP-20 to CP-22, decisions Q06 and Q07: the shortest way between any two cities."""
        sides = [side for side in range(4) if (tile.ends & site.facing) >> side & 1]
        if tile.kind == CITY:
            pairs: Iterable[tuple[int, int, int]] = (
                (site.index, city, rails)
                for side in sides
                for city, rails in site.ways(side).items()
            )
        else:
            pairs = (
                (city, other, rails + 1 + more)
                for number, side in enumerate(sides)
                for later in sides[number + 1 :]
                for city, rails in site.ways(side).items()
                for other, more in site.ways(later).items()
                if city != other
            )
        close = min((pair for pair in self._close(site, tile, pairs)), default=None)
        if close is not None:
            rails, city, other, number, second = close
            yield refuse(
                "TOO_CLOSE",
                "CP-20" if number == second else "CP-21",
                square=site.square,
                rails=rails,
                city=SQUARES[city],
                number=number,
                other=SQUARES[other],
                second=second,
                needed=max(number, second),
            )

    def _close(
        self, site: Site, tile: Tile, pairs: Iterable[tuple[int, int, int]]
    ) -> Iterator[tuple[int, int, int, int, int]]:
        for city, other, rails in pairs:
            number = tile.number if city == site.index else self.grid.number(city)
            second = self.grid.number(other)
            if rails < number or rails < second:
                if city > other:
                    yield rails, other, city, second, number
                else:
                    yield rails, city, other, number, second

    def _mergers(self, site: Site, tile: Tile) -> Iterator[Problem]:
        """Before the spike, where the table forbids running into an opponent's line. Decision Q14."""
        joints = tile.ends & site.facing
        near = [NEIGHBOURS[site.index][side] for side in range(4) if joints >> side & 1]
        rails = {
            rail
            for n in near
            if n in self.grid.stretch_of
            for rail in self.grid.stretch_of[n].rails
        }
        for square, owner in self.state.trains.items():
            if owner != self.side and INDEX[square] in rails:
                yield refuse("SPIKE_TURN_MERGE", "CP-56", square=site.square, owner=owner)
                return
