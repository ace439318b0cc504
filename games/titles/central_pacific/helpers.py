"""Answers for a table that thinks ahead: where a tile fits, what lies between cities, who can be robbed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine.title import Table
from games.titles.central_pacific.claims import Change, find_changes
from games.titles.central_pacific.grid import OpenEnd, Stretch
from games.titles.central_pacific.moves import Laying
from games.titles.central_pacific.placing import all_faces, layings, tile_of
from games.titles.central_pacific.state import Laid, State, side_of
from games.titles.central_pacific.survey import Problem, Survey
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    NEIGHBOURS,
    SHAPES,
    SQUARES,
    Tile,
    rotations,
)
from games.titles.central_pacific.trim import kept_rails


class Fit(NamedTuple):
    """A rotation of a tile on one square: the tile, and what forbids it, if anything."""

    tile: Tile
    problem: Problem | None


def fits(
    table: Table, state: State, seat: str, square: str, kind: str, number: int = 0
) -> tuple[Fit, ...]:
    """Return every rotation of a kind of tile on a square, the legal ones first. Digest 2.3."""
    survey = Survey(table, state, side_of(table, seat))
    site = survey.site(square)
    found = [
        Fit(tile, next(survey.problems(site, tile), None))
        for tile in (Tile(kind, ends, number) for ends in SHAPES[kind])
    ]
    return tuple(sorted(found, key=lambda fit: fit.problem is not None))


def where(table: Table, state: State, seat: str, tile: Tile) -> tuple[Laying, ...]:
    """Return everywhere a tile could be laid now, in all its rotations, clearing included."""
    turns = [tile._replace(ends=ends) for ends in rotations(tile.ends)]
    return tuple(layings(table, state, seat, turns))


class Gap(NamedTuple):
    """Two cities: the fewest rails between them (None: not joined past no other city), and what is needed."""

    city: str
    other: str
    rails: int | None
    needed: int


def gap(state: State, city: str, other: str) -> Gap:
    """Return what lies between two cities. Rules CP-20 and CP-21."""
    grid = state.grid
    one, two = INDEX[city], INDEX[other]
    needed = max(grid.number(one), grid.number(two))
    return Gap(city, other, grid.rails_between(one, two), needed)


def gaps(state: State) -> tuple[Gap, ...]:
    """Return every two cities that are joined without a third one between."""
    cities = state.grid.cities
    found = (
        gap(state, SQUARES[city], SQUARES[other])
        for number, city in enumerate(cities)
        for other in cities[number + 1 :]
        if any({city, other} <= line.cities for line in state.grid.lines)
    )
    return tuple(each for each in found if each.rails is not None)


class LineInfo(NamedTuple):
    """A line as it stands: its owner (empty: nobody), its track, what trimming leaves, its open ends."""

    owner: str
    line: Stretch
    kept: tuple[int, ...]
    open_ends: tuple[OpenEnd, ...]

    @property
    def safe(self) -> bool:
        """Say whether it has no open rail left, so that nobody can extend it. Rule CP-60."""
        return not any(end.faces in ("empty", "terrain") for end in self.open_ends)

    @property
    def spare(self) -> tuple[int, ...]:
        """Return the track that trimming takes up."""
        return tuple(rail for rail in self.line.rails if rail not in self.kept)


def lines(table: Table, state: State) -> tuple[LineInfo, ...]:
    """Return every line on the board, with what trimming leaves of it."""
    owners = {state.grid.stretch_of[INDEX[train]].rails[0]: o for train, o in state.trains.items()}
    return tuple(
        LineInfo(
            owners.get(line.rails[0], ""),
            line,
            kept_rails(table, state.grid, line),
            state.grid.open_ends(line),
        )
        for line in state.grid.lines
    )


class Threat(NamedTuple):
    """A square through which another side could take a line with one tile: the line's owner, the tile."""

    owner: str
    line: Stretch
    square: str
    by: Laying


def threats(table: Table, state: State, owner: str) -> tuple[Threat, ...]:
    """Return how each line of a side can be stolen with a single tile now, one tile for each square.

    A line that needs more than one tile is safe for the moment, not for ever; before the Golden Spike
    is claimed nothing can be stolen. Rules CP-55 to CP-60.
    """
    others = [seat for seat in table.seats if side_of(table, seat) != owner]
    if not state.spike or not others:
        return ()
    thief, tiles = others[0], _thieving(table)
    return tuple(
        threat
        for square, mine in _open_squares(table, state, owner).items()
        for threat in _threats_on(table, state, thief, square, mine, tiles)
    )


def _open_squares(table: Table, state: State, owner: str) -> dict[str, list[Stretch]]:
    """Return the squares that open ends of a side's lines face, each with those lines."""
    found: dict[str, list[Stretch]] = {}
    for info in lines(table, state):
        if info.owner == owner:
            for end in info.open_ends:
                if end.faces in ("empty", "terrain"):
                    square = SQUARES[NEIGHBOURS[end.square][end.side]]
                    found.setdefault(square, []).append(info.line)
    return dict(sorted(found.items(), key=lambda item: INDEX[item[0]]))


def _threats_on(
    table: Table, state: State, thief: str, square: str, mine: list[Stretch], tiles: list[Tile]
) -> Iterator[Threat]:
    left = {line.rails[0]: line for line in mine}
    owner = side_of(table, thief)
    for laying in layings(table, state, thief, tiles, squares=[square]):
        for change in changes_by(table, state, thief, (laying,)):
            for part in change.parts if change.kind == "stolen" else ():
                if part.owner != owner and part.stretch.rails[0] in left:
                    yield Threat(part.owner, left.pop(part.stretch.rails[0]), square, laying)
        if not left:
            return


def _thieving(table: Table) -> list[Tile]:
    """Return the tiles worth trying: track, and cities of the lowest number, which fit wherever any does."""
    tiles = all_faces(table)
    lowest = min((tile.number for tile in tiles if tile.kind == CITY), default=0)
    return [
        tile for tile in tiles if tile.is_track or (tile.kind == CITY and tile.number == lowest)
    ]


def changes_by(
    table: Table, state: State, seat: str, tiles: Iterable[Laying]
) -> tuple[Change, ...]:
    """Return what some tiles would do to lines if the turn ended with them. Digest 2.5."""
    side = side_of(table, seat)
    words = {tile.square: tile_of(tile).word for tile in tiles}
    laid = tuple(Laid(square) for square in words)
    after = State(
        active=seat,
        turn=state.turn,
        pool=state.pool,
        hands=state.hands,
        tiles={**state.tiles, **words},
        trains=state.trains,
        laid=laid,
    )
    relinks = table.options.relink_steals == "on"
    return tuple(find_changes(after, side, steals=bool(state.spike), relinks=relinks))
