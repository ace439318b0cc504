"""The count at the end: what each side has, with its lines trimmed."""

from __future__ import annotations

from games.engine.title import Table
from games.titles.central_pacific.state import State, side_of, sides
from games.titles.central_pacific.tiles import INDEX, SQUARES
from games.titles.central_pacific.trim import kept_rails
from scoring.tables.central_pacific import CityScore, LineScore, Sheet, SideScore


def sheet(table: Table, state: State) -> Sheet:
    """Return the score sheet as if the game ended now. Rules CP-66 to CP-73, decisions Q24 to Q26.

    Tiles of a turn under way count once the turn has ended and its lines are claimed.
    """
    grid, own = state.grid_before if state.laid else state.grid, sides(table)
    lines: dict[str, list[LineScore]] = {side: [] for side in own}
    holders: dict[int, set[str]] = {}
    for square in sorted(state.trains, key=INDEX.__getitem__):
        owner, line = state.trains[square], grid.stretch_of[INDEX[square]]
        kept = kept_rails(table, grid, line) if line.is_line else ()
        lines.setdefault(owner, []).append(LineScore(len(kept), line.name))
        for city in line.cities if line.is_line else ():
            holders.setdefault(city, set()).add(owner)
    cities: dict[str, list[CityScore]] = {side: [] for side in lines}
    for city, owners in sorted(holders.items()):
        if len(owners) == 1:
            cities[min(owners)].append(CityScore(grid.number(city), SQUARES[city]))
    return Sheet(
        {
            side: SideScore(tuple(lines[side]), tuple(cities[side]), state.spike == side)
            for side in lines
        },
        {seat: side_of(table, seat) for seat in table.seats if side_of(table, seat) != seat},
    )
