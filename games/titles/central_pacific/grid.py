"""The track on the board as a graph: joints, stretches of rail, lines, networks, distances.

Words: two tiles are *joined* where rail end meets rail end; a *stretch* is all track joined without
passing through a city; a stretch that joins two cities or more is a *line* (CP-47).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from games.engine.graph import reachable
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    NEIGHBOURS,
    OFF,
    SQUARES,
    TERRAIN,
    TRACK,
    Tile,
    read_tile,
)


class Stretch(NamedTuple):
    """Track that hangs together without its cities: squares in order, cities, and (city, rail) joints."""

    rails: tuple[int, ...]
    cities: frozenset[int]
    joints: frozenset[tuple[int, int]]

    @property
    def is_line(self) -> bool:
        """Say whether it joins two different cities. Rules CP-47 and CP-48."""
        return len(self.cities) > 1

    @property
    def first(self) -> str:
        """Return its first square by column, then row: what a line is called by."""
        return SQUARES[self.rails[0]]

    @property
    def name(self) -> str:
        """Return the cities it joins, as "E1-E4"."""
        return "-".join(SQUARES[city] for city in sorted(self.cities))

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the squares of its track in order."""
        return tuple(SQUARES[rail] for rail in self.rails)


class OpenEnd(NamedTuple):
    """A rail end that is joined to nothing: its square, its side, and what it faces.

    `faces` is an empty square, a forest or mountain, a blank side (lenient tables only), or the rim.
    """

    square: int
    side: int
    faces: str


class Grid:
    """All tiles on the board, by the index of their square."""

    def __init__(self, tiles: Mapping[str, str]) -> None:
        self.tiles: dict[int, Tile] = {
            INDEX[square]: read_tile(word) for square, word in tiles.items()
        }
        self.ends = [0] * len(SQUARES)
        for index, tile in self.tiles.items():
            self.ends[index] = tile.ends
        self.joined: dict[int, list[int]] = {
            index: self._joined(index) for index in self.tiles if self.ends[index]
        }

    def _joined(self, index: int) -> list[int]:
        """Return the tiles joined to one."""
        ends, around, own = self.ends, NEIGHBOURS[index], self.ends[index]
        return [
            around[side]
            for side in range(4)
            if own >> side & 1 and around[side] != OFF and ends[around[side]] >> (side + 2 & 3) & 1
        ]

    def is_city(self, index: int) -> bool:
        """Say whether a city lies on a square."""
        tile = self.tiles.get(index)
        return tile is not None and tile.kind == CITY

    def number(self, city: int) -> int:
        """Return a city's number."""
        return self.tiles[city].number

    @cached_property
    def cities(self) -> tuple[int, ...]:
        """Return the squares of all cities in order."""
        return tuple(sorted(index for index, tile in self.tiles.items() if tile.kind == CITY))

    @cached_property
    def homes(self) -> Mapping[str, int]:
        """Return the square of each home city by its owner."""
        return {tile.home: index for index, tile in sorted(self.tiles.items()) if tile.home}

    @cached_property
    def highest(self) -> int:
        """Return the highest number on a city: beyond that many rails nothing is too close."""
        return max((self.tiles[city].number for city in self.cities), default=0)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """Return all stretches, by their first square."""
        return tuple(dict.fromkeys(self.stretch_of[index] for index in sorted(self.stretch_of)))

    @cached_property
    def stretch_of(self) -> Mapping[int, Stretch]:
        """Return the stretch of each square with track."""
        found: dict[int, Stretch] = {}
        for index, tile in self.tiles.items():
            if tile.kind in TRACK and index not in found:
                stretch = self._stretch(index)
                found.update(dict.fromkeys(stretch.rails, stretch))
        return found

    def _stretch(self, start: int) -> Stretch:
        rails, joints = {start}, set()
        queue = [start]
        while queue:
            here = queue.pop()
            for near in self.joined[here]:
                if self.tiles[near].kind == CITY:
                    joints.add((near, here))
                elif near not in rails:
                    rails.add(near)
                    queue.append(near)
        cities = frozenset(city for city, _ in joints)
        return Stretch(tuple(sorted(rails)), cities, frozenset(joints))

    @cached_property
    def lines(self) -> tuple[Stretch, ...]:
        """Return all lines, by their first square. Rules CP-47 and CP-48."""
        return tuple(stretch for stretch in self.stretches if stretch.is_line)

    def reached(self, starts: Iterable[int]) -> set[int]:
        """Return every tile that hangs together with the starts over rails and cities. Rule CP-18."""
        return reachable(
            [start for start in starts if start in self.tiles],
            lambda index: self.joined.get(index, ()),
        )

    def cities_near(self, start: int, most: int, without: int = OFF) -> dict[int, int]:
        """Return the cities joined to a tile without passing a city, by the rails in between.

        The tile's own rail counts; `most` bounds the rails, `without` is a square not to enter.
        """
        if self.is_city(start):
            return {start: 0}
        found: dict[int, int] = {}
        seen = {start, without}
        layer, rails = [start], 1
        while layer and rails <= most:
            following: list[int] = []
            for here in layer:
                for near in self.joined[here]:
                    if near in seen:
                        continue
                    if self.tiles[near].kind == CITY:
                        found.setdefault(near, rails)
                    else:
                        seen.add(near)
                        following.append(near)
            layer, rails = following, rails + 1
        return found

    def rails_between(self, city: int, other: int) -> int | None:
        """Return the fewest rails on a way between two cities past no third one, or None. Rule CP-20."""
        ways = [
            found[other]
            for near in self.joined.get(city, ())
            if other in (found := self.cities_near(near, len(SQUARES), without=city))
        ]
        return min(ways, default=None)

    def too_close(self) -> list[tuple[int, int, int, int]]:
        """Return the pairs of cities with too few rails in between, and those and what is needed.

        Rules CP-20 and CP-21. Ways through a third city need no look: two legs that obey are long
        enough together.
        """
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for city in self.cities:
            for near in self.joined[city]:
                for other, rails in self.cities_near(near, self.highest, without=city).items():
                    needed = max(self.number(city), self.number(other))
                    if city < other and rails < needed:
                        known = found.get((city, other), (rails, needed))
                        found[city, other] = min(known, (rails, needed))
        return [(*pair, *figures) for pair, figures in sorted(found.items())]

    def mismatched(self) -> list[tuple[int, int]]:
        """Return (square, side) of every rail end against a blank side. Decision Q03."""
        return [
            (index, side)
            for index in sorted(self.joined)
            for side in range(4)
            if self.ends[index] >> side & 1 and self._faces(index, side) == "blank"
        ]

    def open_ends(self, stretch: Stretch) -> tuple[OpenEnd, ...]:
        """Return the rail ends of a stretch that are joined to nothing. Rule CP-60, decision Q16."""
        return tuple(
            OpenEnd(index, side, faces)
            for index in stretch.rails
            for side in range(4)
            if self.ends[index] >> side & 1 and (faces := self._faces(index, side))
        )

    def _faces(self, index: int, side: int) -> str:
        near = NEIGHBOURS[index][side]
        if near == OFF:
            return "rim"
        tile = self.tiles.get(near)
        if tile is None:
            return "empty"
        if tile.kind in TERRAIN:
            return "terrain"
        return "" if tile.ends >> (side + 2 & 3) & 1 else "blank"
