"""Claims at the end of a turn: lines made, extended, stolen, merged. Digest 2.5, step by step.

A line is compared with what it was before the turn as rails *and* cities: a lone city on an open end
changes only the cities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.engine.errors import ChoiceNeeded, Fact
from games.engine.referee import Referee
from games.engine.title import Table
from games.titles.central_pacific.grid import Grid, Stretch
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.moves import EndTurn
from games.titles.central_pacific.state import State, side_of
from games.titles.central_pacific.tiles import INDEX

ChangeKind = Literal["new", "extended", "stolen", "merged", "kept"]


class Part(NamedTuple):
    """A line as it was before the turn, with its train: where that stands and whose it is."""

    train: str
    owner: str
    stretch: Stretch


class Change(NamedTuple):
    """What became of a line this turn: its kind, the line now, and the owned lines that are inside."""

    kind: ChangeKind
    line: Stretch
    parts: tuple[Part, ...]


@dataclass(slots=True)
class Settlement:
    """What the end of a turn comes to: trains afterwards, and every line that changed.

    `unclaimed` are new lines no train was left for; `returned` counts trains that went home.
    """

    spike: str = ""
    trains: dict[str, str] = field(default_factory=dict)
    in_hand: dict[str, int] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    unclaimed: list[Stretch] = field(default_factory=list)
    returned: dict[str, int] = field(default_factory=dict)
    placed: int = 0

    def of(self, kind: ChangeKind) -> list[Stretch]:
        """Return the lines that changed in one way."""
        return [change.line for change in self.changes if change.kind == kind]


def builds_transcontinental(table: Table, state: State, side: str) -> bool:
    """Say whether the turn's tiles have joined the side's home city to another. Rules CP-45 and Q33."""
    homes = state.grid.homes
    if state.spike or not state.laid or side not in homes:
        return False
    others = {home for owner, home in homes.items() if owner != side}
    return bool(state.grid.reached([homes[side]]) & others)


def find_changes(state: State, side: str, *, steals: bool, relinks: bool) -> Iterator[Change]:
    """Yield every line that changed this turn and is to be claimed, extended, stolen or merged.

    Digest 2.5, steps 2 to 5; `steals` says whether opponents' lines may be stolen, `relinks` whether a
    branch to a city the line already has counts (decision Q13).
    """
    before, after = state.grid_before, state.grid
    parts = _parts(state, before)
    for line in after.lines:
        inside = tuple(part for part in parts if part.stretch.rails[0] in line.rails)
        if len(inside) > 1:
            yield Change(_merger(inside, side, steals), line, inside)
        elif inside:
            if _grew(inside[0].stretch, line, relinks):
                yield Change(_growth(inside[0], side, steals), line, inside)
        elif _is_changed(before, line):
            yield Change("new", line, ())


def _parts(state: State, before: Grid) -> list[Part]:
    return [
        Part(train, owner, before.stretch_of[INDEX[train]])
        for train, owner in sorted(state.trains.items(), key=lambda item: INDEX[item[0]])
    ]


def _is_changed(before: Grid, line: Stretch) -> bool:
    """Say whether an unclaimed line is not as it was. Decision Q17."""
    old = before.stretch_of.get(line.rails[0])
    return old is None or (old.rails, old.cities) != (line.rails, line.cities)


def _grew(old: Stretch, line: Stretch, relinks: bool) -> bool:
    """Say whether a line reached a new city, or, where that counts, a known one anew."""
    return line.cities != old.cities or (relinks and line.joints != old.joints)


def _growth(part: Part, side: str, steals: bool) -> ChangeKind:
    """Step 4: one earlier line inside. Rules CP-53 to CP-57."""
    if part.owner == side:
        return "extended"
    return "stolen" if steals else "kept"


def _merger(parts: Sequence[Part], side: str, steals: bool) -> ChangeKind:
    """Step 5: two or more earlier lines inside. Decisions Q14 and Q15."""
    if all(part.owner == side for part in parts):
        return "merged"
    return "stolen" if steals else "kept"


def settle(table: Table, state: State, seat: str, move: EndTurn, referee: Referee) -> Settlement:
    """Return what the end of the turn comes to.

    Raises `ChoiceNeeded` where the rules leave the player a choice that the move does not make, and
    `IllegalMove` where it makes one that is none. Rules CP-43 to CP-60.
    """
    side = side_of(table, seat)
    options: Options = table.options
    spike = side if builds_transcontinental(table, state, side) else ""
    steals = bool(state.spike)
    relinks = options.relink_steals == "on"
    if spike and options.spike_turn_merge == "choose" and _may_choose(state, side, relinks):
        spike, steals = _choose(side, move)
    changes = list(find_changes(state, side, steals=steals, relinks=relinks))
    yard = _Yard(state, side, move, changes)
    _check_named(state, move, changes, referee)
    for change in changes:
        yard.settle_returns(change)
    for change in yard.in_order():
        yard.claim(change)
    yard.done.spike = spike
    return yard.done


def _may_choose(state: State, side: str, relinks: bool) -> bool:
    return any(
        change.kind == "kept" for change in find_changes(state, side, steals=False, relinks=relinks)
    )


def _choose(side: str, move: EndTurn) -> tuple[str, bool]:
    """Return the spike and whether lines are stolen, as the player chose. Decision Q14."""
    if not move.take:
        raise ChoiceNeeded("SPIKE_OR_STEAL", "CP-56", ("spike", "steal"), side=side)
    return (side, False) if move.take == "spike" else ("", True)


def _check_named(state: State, move: EndTurn, changes: Iterable[Change], referee: Referee) -> None:
    """Refuse to put a train, or keep one, where no claim of this turn is. Decision Q17."""
    claimable = {square for change in changes if costs(change) for square in change.line.squares}
    tied = {
        square for change in changes for part in change.parts for square in part.stretch.squares
    }
    for square in move.claims:
        if square not in claimable:
            referee.refuse("NOT_CLAIMABLE", "CP-49", square=square)
    for square in move.keepers:
        if square not in tied:
            referee.refuse("NOT_CLAIMABLE", "Q14", square=square)


def costs(change: Change) -> bool:
    """Say whether a claim takes a train from the hand. Rules CP-49, CP-54 and CP-58."""
    return change.kind in ("new", "stolen")


class _Yard:
    """Moves trains between hands and board while one turn is settled. Digest 2.5, steps 5 to 7."""

    def __init__(self, state: State, side: str, move: EndTurn, changes: Sequence[Change]) -> None:
        self.side, self.move, self.changes = side, move, changes
        self.done = Settlement(trains=dict(state.trains), in_hand=dict(state.in_hand))

    def settle_returns(self, change: Change) -> None:
        """Send home what leaves the board whatever trains are left in hand."""
        own = [part for part in change.parts if part.owner == self.side]
        if change.kind in ("extended", "merged"):
            self._keep(change, own[0])
        elif change.kind == "kept":
            self._keep(change, self._keeper(change))
        elif change.kind == "stolen" and own:
            # The mover's own train goes home and on again: none is needed from the hand.
            self._keep(change, own[0])

    def in_order(self) -> list[Change]:
        """Return the claims that need a train: as the move names them, then steals, then new lines.

        Raises `ChoiceNeeded` where trains run out and the move names none. Decision Q17.
        """
        waiting = sorted(filter(self._needs_train, self.changes), key=self._rank)
        have = self.done.in_hand.get(self.side, 0)
        if 0 < have < len(waiting) and not self.move.claims:
            choices = tuple(change.line.first for change in waiting)
            facts: dict[str, Fact] = {"side": self.side, "trains": have, "lines": len(waiting)}
            raise ChoiceNeeded("CLAIM_ORDER", "CP-49", choices, **facts)
        return waiting

    def _needs_train(self, change: Change) -> bool:
        return costs(change) and all(part.owner != self.side for part in change.parts)

    def _rank(self, change: Change) -> tuple[int, bool, tuple[int, ...]]:
        named = [
            number
            for number, square in enumerate(self.move.claims)
            if square in change.line.squares
        ]
        place = named[0] if named else len(self.move.claims)
        return place, change.kind == "new", change.line.rails

    def claim(self, change: Change) -> None:
        """Put a train on a new or stolen line; without one it stays as it was. Rules CP-49 and CP-58."""
        done = self.done
        if not done.in_hand.get(self.side, 0):
            if change.kind == "new":
                done.unclaimed.append(change.line)
            elif len(change.parts) > 1:
                self._keep(change._replace(kind="kept"), self._keeper(change))
            return
        train = change.line.first
        if change.parts:
            train = change.parts[0].train
            for part in change.parts:
                self._send_home(part)
        done.in_hand[self.side] -= 1
        done.trains[train] = self.side
        done.placed += 1
        done.changes.append(change)

    def _keep(self, change: Change, keeper: Part) -> None:
        """Leave one train on the line; the others go home."""
        for part in change.parts:
            if part is not keeper:
                self._send_home(part)
        self.done.changes.append(change)

    def _send_home(self, part: Part) -> None:
        done = self.done
        del done.trains[part.train]
        done.in_hand[part.owner] = done.in_hand.get(part.owner, 0) + 1
        done.returned[part.owner] = done.returned.get(part.owner, 0) + 1

    def _keeper(self, change: Change) -> Part:
        """Return the opponents' line that prevails: the one with most rails; on a tie the mover chooses.

        Decision Q14. Raises `ChoiceNeeded` on a tie that the move does not decide.
        """
        others = [part for part in change.parts if part.owner != self.side]
        most = max(len(part.stretch.rails) for part in others)
        largest = [part for part in others if len(part.stretch.rails) == most]
        if len({part.owner for part in largest}) > 1:
            named = [part for part in largest if set(part.stretch.squares) & set(self.move.keepers)]
            if not named:
                choices = tuple(part.stretch.first for part in largest)
                raise ChoiceNeeded("KEEPER", "Q14", choices, rails=most)
            largest = named
        return largest[0]
