"""Building track: one line is laid hex by hex, each hex checked and paid before the next."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.hexgrid import DIRECTIONS, Hex, format_hex, parse_hex, step
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.continental_divide.board import CITY_OF, DIVIDE_BONUS, HexData, Place
from games.titles.continental_divide.charting import chart_hexes
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.moves import Build, BuildAttested
from games.titles.continental_divide.state import (
    CUBES,
    MOST_RAILROADS,
    Railroad,
    State,
    hex_at,
    locate,
    start_name,
)

UNCHECKED_RULES = ("CD-28", "CD-30", "CD-31", "CD-34")
"""What nobody but the table can check of an attested line. Digest 2.1."""


class Crew:
    """A railroad's builders at work: the figures of one railroad while its line is laid."""

    def __init__(self, table: Table, state: State, key: str, referee: Referee) -> None:
        railroad = state.railroads[key]
        self.table, self.state, self.key, self.referee = table, state, key, referee
        self.own = {railroad.at, *railroad.track}
        self.cities = _cities(table, state, railroad)
        self.others = _others(state, key)
        self.ahead: tuple[str, ...] = ()
        self.laid: tuple[str, ...] = ()
        self.cost = 0
        self.treasury = state.money[key]
        self.income = railroad.income
        self.ready, self.waiting_central, self.waiting_western = railroad.cubes
        self.central, self.western = railroad.central, railroad.western
        self.divide, self.port = railroad.divide, railroad.port

    def enter(self, place: str) -> None:
        """Build one hex, or raise `IllegalMove`. The order of the checks is the digest's (2.2)."""
        data = hex_at(self.table, self.state, place)
        if data is None:
            data = self._unknown(place)
        self._check_own_and_start(data, place)
        self.check_port(data)
        self._check_room(place)
        self._check_means(data, place)
        self._lay(data, place)

    def passes(self, place: str) -> bool:
        """Say whether a line may pass here over the railroad's own track. Decision A2."""
        options: Options = self.table.options
        return options.through == "yes" and place in self.own

    def _unknown(self, place: str) -> HexData:
        if self.table.board.complete:
            raise IllegalMove("off_map", "CD-30", hex=place)
        missing = tuple(
            ahead
            for ahead in self.ahead or (place,)
            if hex_at(self.table, self.state, ahead) is None
        )
        raise IllegalMove("uncharted", "CD-29", hexes=missing)

    def _check_own_and_start(self, data: HexData, place: str) -> None:
        if place in self.own:
            self.referee.refuse("own_cube", "CD-28", railroad=self.key, hex=place)
        if data.start:
            options: Options = self.table.options
            city = CITY_OF[data.start]
            if options.start_hexes == "one" or city in self.cities:
                self.referee.refuse(
                    "second_start_hex",
                    "CD-34",
                    railroad=self.key,
                    hex=place,
                    city=city,
                    cities=tuple(sorted(self.cities)),
                )

    def check_port(self, data: HexData) -> None:
        """Refuse a second port, or one that another holds. Rules CD-37 and CD-38."""
        if not data.port:
            return
        if self.port:
            self.referee.refuse(
                "second_port", "CD-37", railroad=self.key, port=self.port, second=data.port
            )
        for key, railroad in self.state.railroads.items():
            if railroad.port == data.port and key != self.key:
                self.referee.refuse("port_taken", "CD-38", port=data.port, holder=key)

    def _check_room(self, place: str) -> None:
        others = self.others.get(place, ())
        if len(others) >= MOST_RAILROADS:
            self.referee.refuse(
                "hex_full", "CD-31", hex=place, railroads=others, before=len(self.laid)
            )

    def _check_means(self, data: HexData, place: str) -> None:
        if self.ready < 1:
            self.referee.refuse(
                "no_cube",
                "CD-26",
                railroad=self.key,
                hex=place,
                central=self.waiting_central,
                western=self.waiting_western,
                before=len(self.laid),
            )
        if self.treasury < data.cost:
            self.referee.refuse(
                "treasury_short",
                "CD-33",
                railroad=self.key,
                hex=place,
                treasury=self.state.money[self.key],
                left=self.treasury,
                cost=data.cost,
                missing=data.cost - self.treasury,
                before=len(self.laid),
            )

    def _lay(self, data: HexData, place: str) -> None:
        """Pay, add income, use the cube, then unlock, then the Divide. Rules CD-29, CD-41 to CD-43."""
        self.treasury -= data.cost
        self.cost += data.cost
        self.income += data.income
        self.ready -= 1
        self.laid += (place,)
        if data.region == "C" and not self.central:
            self.central = True
            self.ready, self.waiting_central = self.ready + CUBES[1], 0
        if data.region == "W" and not self.western:
            self.western = True
            self.ready, self.waiting_western = self.ready + CUBES[2], 0
        if data.west_of_divide and not self.divide:
            self.divide = True
            self.income += DIVIDE_BONUS
        if data.port:
            self.port = data.port


def _cities(table: Table, state: State, railroad: Railroad) -> set[str]:
    names = (start_name(table, state, place) for place in (railroad.at, *railroad.track))
    return {CITY_OF[name] for name in names if name}


def _others(state: State, key: str) -> dict[str, tuple[str, ...]]:
    """Return the other railroads in each hex."""
    found: dict[str, tuple[str, ...]] = {}
    for other, railroad in state.railroads.items():
        if other != key:
            for place in (railroad.at, *railroad.track):
                found[place] = (*found.get(place, ()), other)
    return found


def may_build(table: Table, state: State, seat: str, key: str, referee: Referee) -> None:
    """Refuse a seat that may not lay a line for a railroad now. Rules CD-25 and CD-30, decision A1."""
    railroad = state.railroads[key]
    holds = railroad.held.get(seat, 0)
    if not holds or holds < railroad.largest:
        largest = max(railroad.held, key=lambda holder: railroad.held[holder])
        referee.refuse(
            "not_majority",
            "CD-25",
            seat=seat,
            railroad=key,
            holds=holds,
            largest=largest,
            most=railroad.largest,
        )
    options: Options = table.options
    if options.lines == "per_railroad" and key in state.lines:
        referee.refuse("line_done", "CD-30", seat=seat, railroad=key)
    if options.lines == "one" and state.lines:
        referee.refuse("only_line_done", "CD-30", seat=seat, railroad=state.lines[0])


def build(table: Table, state: State, move: Build, referee: Referee) -> Step:
    """Return the step of laying a line, or raise `IllegalMove`. Rules CD-24 to CD-43."""
    state = chart_hexes(table, state, move.charted, referee)
    path = tuple(locate(table, state, place) for place in move.path)
    crew = Crew(table, state, move.railroad, referee)
    unnamed = tuple(place for place in path if place in CITY_OF)
    if unnamed:
        referee.refuse("uncharted", "CD-29", hexes=unnamed)
    if path[0] not in crew.own:
        referee.refuse("anchor", "CD-30", railroad=move.railroad, hex=path[0])
    crew.ahead = path[1:]
    direction = _direction(path[0], path[1])
    for before, place in pairwise(path):
        heading = _direction(before, place)
        if heading is None or heading != direction:
            referee.refuse("not_in_line", "CD-30", hex=place, anchor=path[0], before=len(crew.laid))
        if not crew.passes(place):
            crew.enter(place)
    if not crew.laid:
        referee.refuse("own_cube", "CD-28", railroad=move.railroad, hex=path[-1])
    return _built(state, move.railroad, crew)


def _direction(before: str, place: str) -> Hex | None:
    here, there = parse_hex(before), parse_hex(place)
    heading = Hex(there.q - here.q, there.r - here.r)
    return heading if heading in DIRECTIONS.values() else None


def _built(state: State, key: str, crew: Crew) -> Step:
    before = state.railroads[key]
    railroad = replace(
        before,
        income=crew.income,
        track=before.track + crew.laid,
        central=crew.central,
        western=crew.western,
        divide=crew.divide,
        port=crew.port,
    )
    return _paid(state, key, railroad, crew.cost, len(crew.laid))


def _paid(state: State, key: str, railroad: Railroad, cost: int, hexes: int) -> Step:
    postings = (Posting(key, BANK, cost, "track"),) if cost else ()
    after = replace(
        state,
        money=post(state.money, postings),
        railroads={**state.railroads, key: railroad},
        lines=(*state.lines, key),
    )
    before = state.railroads[key]
    notes = [Note("line_laid", {"railroad": key, "hexes": hexes, "cost": cost})]
    for flag in ("central", "western", "divide"):
        if getattr(railroad, flag) and not getattr(before, flag):
            notes.append(Note(f"entered_{flag}", {"railroad": key}))
    if railroad.port != before.port:
        notes.append(Note("reached_port", {"railroad": key, "port": railroad.port}))
    return Step(after, postings, tuple(notes))


def build_attested(table: Table, state: State, move: BuildAttested, referee: Referee) -> Step:
    """Return the step of a line entered by its totals, or raise `IllegalMove`.

    Cubes, treasury and ports are checked; the table answers for `UNCHECKED_RULES`. Digest 2.1.
    """
    key, options = move.railroad, table.options
    if options.attested == "refused":
        referee.refuse("attested_refused", "CD-29", railroad=key)
    if move.hexes < 1:
        referee.refuse("no_hexes", "CD-26", railroad=key)
    before = state.railroads[key]
    crew = Crew(table, state, key, referee)
    if move.port:
        crew.check_port(HexData(0, 0, 0, 0, "W", port=move.port))
    railroad = replace(
        before,
        income=before.income
        + move.income
        + (DIVIDE_BONUS if move.divide and not before.divide else 0),
        attested=before.attested + move.hexes,
        central=before.central or move.central,
        western=before.western or move.western,
        divide=before.divide or move.divide,
        port=move.port or before.port,
    )
    if crew.ready < 1 or railroad.cubes[0] < 0:
        _, central, western = railroad.cubes
        referee.refuse(
            "cubes_short",
            "CD-26",
            railroad=key,
            hexes=move.hexes,
            ready=railroad.cubes[0] + move.hexes if crew.ready else 0,
            waiting=central + western,
        )
    if move.cost > crew.treasury:
        referee.refuse(
            "treasury_below_total",
            "CD-33",
            railroad=key,
            treasury=crew.treasury,
            cost=move.cost,
            missing=move.cost - crew.treasury,
        )
    step = _paid(state, key, railroad, move.cost, move.hexes)
    note = Note("unchecked_line", {"railroad": key, "rules": UNCHECKED_RULES})
    return Step(step.state, step.postings, step.notes, (note,))


def legal_lines(table: Table, state: State, seat: str) -> Iterator[Build]:
    """Yield every line a seat may lay now, by railroad, anchor, direction and length."""
    for line, _ in surveys(table, state, seat):
        yield line


def surveys(table: Table, state: State, seat: str) -> Iterator[tuple[Build, Crew]]:
    """Yield every line a seat may lay now with the crew that has laid it.

    The crew goes on to the next hex afterwards: its figures are to be read at once.
    """
    referee = Referee(frozenset(), frozenset())
    for key, railroad in state.railroads.items():
        try:
            may_build(table, state, seat, key, referee)
        except IllegalMove:
            continue
        crew = Crew(table, state, key, referee)
        for anchor in (railroad.at, *railroad.track):
            if hex_at(table, state, anchor) is not None:
                yield from _lines_from(crew, anchor)


def _lines_from(crew: Crew, anchor: str) -> Iterator[tuple[Build, Crew]]:
    for direction in DIRECTIONS.values():
        gang = copy.copy(crew)
        path: tuple[Place, ...] = (anchor,)
        here = parse_hex(anchor)
        while True:
            here = step(here, direction)
            place = format_hex(here)
            path = (*path, place)
            if gang.passes(place):
                continue
            try:
                gang.enter(place)
            except IllegalMove:
                break
            yield Build(crew.key, path), gang
