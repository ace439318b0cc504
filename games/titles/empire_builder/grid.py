"""The grid worked out from a board: who neighbours whom, at which price, over which river."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from games.engine.paths import Arcs, steps_from
from games.engine.title import Table
from games.titles.empire_builder.board import (
    COASTS,
    INLET,
    INLET_PRICE,
    PRICES,
    RIVER_PRICE,
    STEPS,
    UNNAMED,
    Board,
    City,
    Milepost,
    chart_board,
    section,
)


class Link(NamedTuple):
    """A step from one milepost to a neighbour; `grey` inside a major city, where nobody builds."""

    to: str
    key: str
    onward: bool
    """Whether the step goes from the first to the second milepost of the section's name."""
    price: int
    """What building this way costs, in millions. Rules EB-34 and EB-35."""
    rivers: tuple[str, ...]
    unnamed: bool
    grey: bool


class Grid:
    """Neighbours, prices, cities and rivers of one board; what is kept beside them can be lost."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.dots: Mapping[str, Milepost] = board.dots
        self.city_at: dict[str, City] = {
            dot.id: board.towns[dot.city] for dot in board.mileposts if dot.city
        }
        self._over = {section(one.a, one.b): one.over for one in board.crossings}
        self.links: dict[str, dict[str, Link]] = {dot.id: {} for dot in board.mileposts}
        for a, b in _pairs(board):
            self._join(a, b)
        self.kept: dict[Hashable, Arcs] = {}
        """What builders may do, kept by whoever works it out."""
        self._areas: dict[tuple[str, tuple[str, ...], int], frozenset[str]] = {}

    def _join(self, a: str, b: str) -> None:
        key = section(a, b)
        over = self._over.get(key, ())
        rivers = tuple(name for name in over if name not in (INLET, UNNAMED))
        extra = sum(INLET_PRICE if name == INLET else RIVER_PRICE for name in over)
        first, second = self.city_at.get(a), self.city_at.get(b)
        grey = first is not None and first is second
        for start, end in ((a, b), (b, a)):
            price = self.entry_price(end) + extra
            self.links[start][end] = Link(
                end, key, key.startswith(f"{start}-"), price, rivers, UNNAMED in over, grey
            )

    def entry_price(self, place: str) -> int:
        """Return what building to a milepost costs, without crossings. Rule EB-34."""
        city = self.city_at.get(place)
        return PRICES[city.size if city else self.dots[place].terrain]

    def link(self, a: str, b: str) -> Link | None:
        """Return the step from one milepost to another, if they are neighbours."""
        return self.links.get(a, {}).get(b)

    @cached_property
    def sites(self) -> Mapping[str, tuple[str, ...]]:
        """Return the mileposts of each city, a major city's centre first."""
        found: dict[str, list[str]] = {city.key: [] for city in self.board.cities}
        for dot in self.board.mileposts:
            if dot.city:
                found[dot.city].insert(0 if dot.centre else len(found[dot.city]), dot.id)
        return {key: tuple(places) for key, places in found.items()}

    @cached_property
    def exits(self) -> Mapping[str, tuple[str, ...]]:
        """Return the sections that leave each city, by city. Rules EB-38 and EB-41."""
        return {
            key: tuple(
                link.key for place in places for link in self.links[place].values() if not link.grey
            )
            for key, places in self.sites.items()
        }

    @cached_property
    def majors(self) -> tuple[str, ...]:
        """Return the keys of the major cities."""
        return tuple(city.key for city in self.board.cities if city.size == "major")

    @cached_property
    def crossed(self) -> Mapping[str, tuple[str, ...]]:
        """Return the sections over each river, in a stable order. Rule EB-13."""
        found: dict[str, list[str]] = {river: [] for river in self.board.rivers}
        for links in self.links.values():
            for link in links.values():
                if link.onward:
                    for river in link.rivers:
                        found[river].append(link.key)
        return {river: tuple(sorted(keys)) for river, keys in found.items()}

    @cached_property
    def unnamed(self) -> frozenset[str]:
        """Return the sections over rivers that nobody has named yet."""
        return frozenset(
            link.key for links in self.links.values() for link in links.values() if link.unnamed
        )

    @cached_property
    def sources(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cities in which each good is available. Rule EB-45."""
        found: dict[str, list[str]] = {good: [] for good in self.board.goods}
        for city in self.board.cities:
            for good in city.goods:
                found[good].append(city.key)
        return {good: tuple(keys) for good, keys in found.items()}

    def locate(self, text: str) -> str:
        """Return the milepost a name means: a city means its milepost, a major one its centre."""
        if text not in self.dots and text in self.sites:
            return self.sites[text][0]
        return text

    def area(self, country: str, near: tuple[str, ...], within: int) -> frozenset[str]:
        """Return the mileposts of an event's area: in a country, or near cities or coasts.

        Distances are counted as trains move: from a major city's centre, from the sea's nearest
        mileposts. Rules EB-10 and EB-11: Daily News 1.
        """
        key = (country, near, within)
        if key not in self._areas:
            if len(self._areas) > 64:
                self._areas.clear()
            self._areas[key] = frozenset(self._area(country, near, within))
        return self._areas[key]

    def _area(self, country: str, near: tuple[str, ...], within: int) -> Iterable[str]:
        if near:
            places: Iterable[str] = steps_from(
                self.links, [dot for place in near for dot in self._beginnings(place)], within
            )
        else:
            places = self.dots
        return (place for place in places if not country or self.dots[place].country == country)

    def _beginnings(self, place: str) -> Iterable[str]:
        letter = next((letter for letter, coast in COASTS.items() if coast == place), "")
        if letter:
            return (dot.id for dot in self.dots.values() if letter in dot.coast)
        return (self.locate(place),) if self.locate(place) in self.dots else ()

    # Numbered nodes for the path kernels

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return a number for each milepost, its place in `names`."""
        return {place: number for number, place in enumerate(self.links)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the mileposts by number."""
        return tuple(self.links)

    @cached_property
    def arcs(self) -> Arcs:
        """Return what may be built on an empty map: arcs with their prices, none in grey areas."""
        numbers = self.numbers
        return tuple(
            tuple((numbers[link.to], link.price) for link in links.values() if not link.grey)
            for links in self.links.values()
        )


def _pairs(board: Board) -> Iterable[tuple[str, str]]:
    """Yield every pair of neighbouring mileposts once."""
    water = {section(*pair) for pair in board.water}
    done: set[str] = set()
    if board.layout == "lattice":
        at = {(dot.x, dot.y): dot.id for dot in board.mileposts}
        for (x, y), place in at.items():
            for across, down in STEPS[1:4]:
                other = at.get((x + across, y + down))
                if other is not None and section(place, other) not in water:
                    done.add(section(place, other))
                    yield place, other
    for a, b in board.links:
        key = section(a, b)
        if key not in done and key not in water:
            done.add(key)
            yield a, b


def grid_of(board: Board) -> Grid:
    """Return the grid of a board, worked out once and kept with it."""
    found = board.__dict__.get("grid")
    if not isinstance(found, Grid):
        found = board.__dict__["grid"] = Grid(board)
    return found


def grid_with(table: Table, chart: Mapping[str, str]) -> Grid:
    """Return the grid of the table's board with what was charted during the game."""
    return grid_of(chart_board(table.board, chart) if chart else table.board)
