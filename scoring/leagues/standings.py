"""The table of a division: which games count, their sum, places with ties shared or parted. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from scoring.leagues.rules import SeasonRules
from scoring.leagues.units import rounded


class Game(msgspec.Struct, frozen=True):
    """One entrant's part in one game that counts; `order` is that of the games, first to last."""

    award: int
    result: int
    entrant: int
    points: int
    place: int | None
    order: int
    forfeited: bool = False


class Entry(msgspec.Struct, frozen=True):
    """Someone whom the table lists, and the lot they drew (0: none)."""

    entrant: int
    lot: int = 0
    withdrawn: bool = False


class Row(msgspec.Struct, frozen=True):
    """A line of the table; `place` is None for who has played too little, or has withdrawn."""

    entrant: int
    place: int | None
    points: int
    played: int
    counted: tuple[int, ...]
    wins: int
    forfeits: int
    parted_by: str = ""
    withdrawn: bool = False


_Key = Callable[[Sequence[Row]], dict[int, int]]


def table(rules: SeasonRules, entries: Iterable[Entry], games: Iterable[Game]) -> list[Row]:
    """Return the lines of a division from the first to the last.

    Equal points are parted by the tie-breaks of the rules in their order, then by lots where all
    of those still level have drawn one; whoever is level after that shares the place (1, 2, 2, 4).
    """
    own: dict[int, list[Game]] = defaultdict(list)
    meetings: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        own[game.entrant].append(game)
        meetings[game.result].append(game)
    listed = list(entries)
    rows = [_row(rules, entry, own[entry.entrant]) for entry in listed]
    least = max(1, rules.least)
    placed = [row for row in rows if row.played >= least and not row.withdrawn]
    rest = [row for row in rows if row.played < least or row.withdrawn]
    keys = {
        "wins": lambda group: {row.entrant: row.wins for row in group},
        "head_to_head": lambda group: _head_to_head(group, meetings),
        "best_game": lambda group: {
            row.entrant: max(game.points for game in own[row.entrant]) for row in group
        },
    }
    lots = {entry.entrant: entry.lot for entry in listed}
    breaks: list[tuple[str, _Key]] = [(name, keys[name]) for name in rules.ties]
    breaks.append(("lot", lambda group: _lots(group, lots)))
    by_points: _Key = lambda group: {row.entrant: row.points for row in group}  # noqa: E731 # a key like the others
    groups = _parted(placed, [("", by_points), *breaks], "")
    rest.sort(key=lambda row: (row.withdrawn, -row.played, -row.points, row.entrant))
    return [*_placed(groups), *rest]


def _row(rules: SeasonRules, entry: Entry, games: Sequence[Game]) -> Row:
    ranked = sorted(games, key=lambda game: (-game.points, game.order))
    counted = ranked[: rules.best] if rules.best else ranked
    points = sum(game.points for game in counted)
    if rules.total == "mean" and counted:
        points = rounded(points, len(counted))
    return Row(
        entry.entrant,
        None,
        points,
        sum(not game.forfeited for game in games),
        tuple(game.award for game in counted),
        sum(game.place == 1 and not game.forfeited for game in games),
        sum(game.forfeited for game in games),
        withdrawn=entry.withdrawn,
    )


def _parted(
    group: Sequence[Row], keys: Sequence[tuple[str, _Key]], by: str
) -> list[tuple[Sequence[Row], str]]:
    """Return groups of rows that share a place, first to last, each with the tie-break that told."""
    if len(group) < 2 or not keys:
        return [(group, by)] if group else []
    (name, key), *others = keys
    values = key(group)
    groups: list[tuple[Sequence[Row], str]] = []
    for value in sorted(set(values.values()), reverse=True):
        level = [row for row in group if values[row.entrant] == value]
        told = by if len(level) == len(group) else name
        groups += _parted(level, others, told)
    return groups


def _placed(groups: Iterable[tuple[Sequence[Row], str]]) -> list[Row]:
    rows: list[Row] = []
    for group, by in groups:
        place = len(rows) + 1
        ordered = sorted(group, key=lambda row: row.entrant)
        rows += [msgspec.structs.replace(row, place=place, parted_by=by) for row in ordered]
    return rows


def _head_to_head(group: Sequence[Row], meetings: Mapping[int, Sequence[Game]]) -> dict[int, int]:
    """Return 2 for each time someone finished ahead of another of the group, 1 for each tie with one."""
    wanted = {row.entrant for row in group}
    sums = dict.fromkeys(wanted, 0)
    for games in meetings.values():
        among = [g for g in games if g.entrant in wanted and not g.forfeited and g.place]
        for game in among:
            for other in among:
                if other is not game and game.place is not None and other.place is not None:
                    sums[game.entrant] += 2 * (game.place < other.place) + (
                        game.place == other.place
                    )
    return sums


def _lots(group: Sequence[Row], lots: Mapping[int, int]) -> dict[int, int]:
    drawn = {row.entrant: lots.get(row.entrant, 0) for row in group}
    return (
        {one: -lot for one, lot in drawn.items()}
        if all(drawn.values())
        else dict.fromkeys(drawn, 0)
    )
