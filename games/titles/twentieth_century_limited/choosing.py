"""Choosing what comes off for a Company: the minimum sets that are still open after some taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.errors import IllegalMove, Refusal
from games.engine.title import Table
from games.titles.twentieth_century_limited.cards import removal_of
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import Company
from games.titles.twentieth_century_limited.network import Removal, ends_of, removal
from games.titles.twentieth_century_limited.rules import apply
from games.titles.twentieth_century_limited.state import State, in_order, segments_of

MOST_LOOKED_AT = 24
"""Minimum sets that are looked at; with more of them taps narrow the choice down."""


@dataclass(frozen=True, slots=True)
class Open:
    """Minimum sets that hold every segment chosen so far; `complete` says whether these are all."""

    size: int
    sets: tuple[tuple[str, ...], ...]
    complete: bool

    @property
    def common(self) -> tuple[str, ...]:
        """Return the segments that come off in any case, as far as all sets are known."""
        rest = map(set, self.sets[1:])
        return tuple(sorted(set(self.sets[0]).intersection(*rest))) if self.complete else ()


def open_sets(table: Table, state: State, seat: str, move: Company) -> Open:
    """Return the sets a seat may take off that hold the segments of `move.remove`.

    The cities must be joined. Raises `IllegalMove` where no smallest set holds them all, or none of
    them is lawful with the segments paid for. Rules TCL-35 and TCL-53, decisions Q01 and Q03.
    """
    least = removal_of(table, state, seat, replace(move, remove=()), 1)
    found = _holding(table, state, seat, move)
    if least is None or found is None:
        raise IllegalMove("REMOVE_NOT_CONNECTED", "TCL-35", lines=move.remove, cities=move.cities)
    sets = [in_order(table, state, {*move.remove, *rest}) for rest in found.sets]
    count = len(sets[0])
    if count > least.size:
        suggested = in_order(table, state, least.sets[0])
        raise IllegalMove(
            "REMOVE_NOT_MINIMUM", "TCL-35", least=least.size, count=count, suggested=suggested
        )
    lawful = tuple(chosen for chosen in sets if _is_lawful(table, state, seat, move, chosen))
    if not lawful:
        apply(table, state, seat, replace(move, remove=sets[0]))
    return Open(least.size, lawful, found.complete)


def _holding(table: Table, state: State, seat: str, move: Company) -> Removal | None:
    """Return what comes off besides the segments chosen, which join their ends for nothing then."""
    options: Options = table.options
    if options.waiver_route == "total" and move.use:
        # The whole route counts there, so that nothing may be thought of as free.
        every = removal_of(table, state, seat, replace(move, remove=()), MOST_LOOKED_AT)
        if every is None:
            return None
        sets = tuple(chosen for chosen in every.sets if set(move.remove) <= set(chosen))
        return _without(every, sets, move.remove) if sets else None
    chosen = set(move.remove)
    own = ends_of(in_order(table, state, segments_of(state, seat)))
    rest = {line: ends for line, ends in own.items() if line not in chosen}
    return removal(rest, ends_of((*move.use, *move.remove)), move.cities, MOST_LOOKED_AT)


def _without(every: Removal, sets: Sequence[tuple[str, ...]], chosen: Sequence[str]) -> Removal:
    """Return some of the sets without the segments chosen."""
    left = tuple(tuple(line for line in one if line not in set(chosen)) for one in sets)
    return Removal(every.size - len(chosen), left, every.complete, every.borrowed)


def _is_lawful(
    table: Table, state: State, seat: str, move: Company, chosen: tuple[str, ...]
) -> bool:
    try:
        apply(table, state, seat, replace(move, remove=chosen))
    except Refusal:
        return False
    return True
