"""The state of a game and what must always hold of it.

Words: a railroad's *track* is its cubes in hexes without the one it started with; *ready* cubes
may be built now, *waiting* ones lie on the charter until a region is entered; *attested* cubes
were built by totals, in hexes the chart does not know; the *queue* are the seats that still act in
this turn, the active one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fault, NotationError
from games.engine.graph import reachable
from games.engine.hexgrid import format_hex, neighbours, parse_hex
from games.engine.ledger import BANK
from games.engine.title import Table
from games.titles.continental_divide.board import (
    CITY_OF,
    Board,
    HexData,
    names_of,
    read_hex,
    with_hexes,
)
from games.titles.continental_divide.meta import Options
from scoring.tables.continental_divide import Port, dividend, minimum_price

TURNS = 8
"""Game turns. Rule CD-49: End of Game."""

CUBES = (12, 10, 10)
"""Cubes ready at the start, waiting for the Central and for the Western Region. Rule CD-19."""

MOST_SHARES = 10
FEWEST_SHARES = 3
"""Shares a railroad may issue. Rule CD-13."""

LEAST_VALUE = 10
MOST_VALUE = 50
"""Stock values in dollars. Rule CD-16."""

MOST_RAILROADS = 3
"""Railroads in one hex. Rule CD-31."""

Phase = Literal["play", "dividends", "order", "over"]
Count = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
SeatString = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,6}(?![\s\S])")]


class Setup(Value, frozen=True):
    """What the table tells at set-up: the seats in the order of the blue cards dealt. Rule CD-06."""

    order: SeatString


class Railroad(Value, frozen=True, omit_defaults=True):
    """A started railroad; its treasury is the account of its key in `State.money`. Rule CD-19."""

    at: str
    """The start hex, as `q,r`, or by its name where the chart does not know it."""
    issued: Count
    value: Count
    held: dict[str, int]
    income: Count = 0
    track: tuple[str, ...] = ()
    attested: Count = 0
    central: bool = False
    western: bool = False
    divide: bool = False
    port: Port = ""

    @property
    def sold(self) -> int:
        """Return the number of shares in players' hands."""
        return sum(self.held.values())

    @property
    def unsold(self) -> int:
        """Return the number of shares on the charter. Rule CD-19."""
        return self.issued - self.sold

    @property
    def built(self) -> int:
        """Return the number of cubes built, without the one it started with."""
        return len(self.track) + self.attested

    @property
    def cubes(self) -> tuple[int, int, int]:
        """Return the cubes ready, waiting for Central, waiting for Western. Rules CD-40 to CD-42."""
        start, central, western = CUBES
        ready = start + central * self.central + western * self.western - self.built
        return ready, central * (not self.central), western * (not self.western)

    @property
    def dividend(self) -> int:
        """Return the dividend per share in dollars, as of now. Rule CD-45."""
        return dividend(self.income, self.issued)

    @property
    def price(self) -> int:
        """Return the least a share costs now, in dollars. Rule CD-22."""
        return minimum_price(self.value, self.income, self.issued)

    @property
    def largest(self) -> int:
        """Return the largest number of shares one player holds. Rule CD-25, decision A20."""
        return max(self.held.values(), default=0)

    def has(self, place: str) -> bool:
        """Say whether the railroad has a cube in a hex."""
        return place == self.at or place in self.track


class State(Value, frozen=True, omit_defaults=True):
    """The whole public state. Everything that follows from it is a property or a function."""

    turn: int
    phase: Phase
    order: SeatString
    money: dict[str, int]
    queue: SeatString = ""
    opened: str = ""
    """The railroad the active seat started this turn. Rule CD-14."""
    bought: str = ""
    """The railroad whose shares the active seat bought this turn. Rule CD-09."""
    lines: tuple[str, ...] = ()
    """The railroads the active seat built a line for this turn. Rule CD-30."""
    picks: dict[str, int] = msgspec.field(default_factory=dict)
    railroads: dict[str, Railroad] = msgspec.field(default_factory=dict)
    chart: dict[str, str] = msgspec.field(default_factory=dict)
    """Hexes charted during the game, each as one word (see `board.hex_text`)."""
    ruled: tuple[str, ...] = ()
    """The refusal codes the table has overruled: what no longer has to hold."""

    @property
    def deck(self) -> Literal["blue", "red"]:
        """Return the colour of the order cards in front of the players. Rules CD-06 and CD-51."""
        return "blue" if (self.turn - (self.phase == "order")) % 2 else "red"

    @property
    def picker(self) -> str:
        """Return the seat that chooses an order card now: highest card first. Rule CD-53."""
        return next((seat for seat in reversed(self.order) if seat not in self.picks), "")


def hex_at(table: Table, state: State, place: str) -> HexData | None:
    """Return what is known of a hex: charted in this game, else on the board."""
    text = state.chart.get(place)
    if text is not None:
        return read_hex(place, text)
    board: Board = table.board
    return board.grid.get(place)


def known_hexes(table: Table, state: State) -> Iterator[HexData]:
    """Yield every known hex: the board's in its order, then those charted beyond it."""
    for place, data in table.board.grid.items():
        yield read_hex(place, state.chart[place]) if place in state.chart else data
    for place, text in state.chart.items():
        if place not in table.board.grid:
            yield read_hex(place, text)


def merged_board(table: Table, state: State) -> Board:
    """Return the board with what was charted in this game: the table's own where nothing was."""
    board: Board = table.board
    if not state.chart:
        return board
    return with_hexes(board, known_hexes(table, state))


def locate(table: Table, state: State, place: str) -> str:
    """Return `q,r` for a name that one hex has, else the place as it is."""
    board: Board = table.board
    found = board.names.get(place)
    if found is None and state.chart and "," not in place:
        found = names_of(known_hexes(table, state)).get(place)
    return found or place


def start_name(table: Table, state: State, place: str) -> str:
    """Return which start hex (C1 to N3) a place is, or nothing."""
    data = hex_at(table, state, place)
    if data is None:
        return place if place in CITY_OF else ""
    return data.start


def check_state(table: Table, state: State) -> None:
    """Raise `Fault` where a state breaks an invariant that the table has not overruled.

    Money comes only from the bank (its account may be negative: decision A13), cubes are
    conserved (digest 2.4), track hangs together (CD-27), hexes hold three railroads (CD-31), ports
    one (CD-38), a railroad has one port (CD-37) and one start hex (CD-34), values differ (CD-17).
    """
    problems = [*_turn_problems(table, state), *_money_problems(table, state)]
    problems += _chart_problems(table, state)
    if not problems:
        for key, railroad in state.railroads.items():
            path = f"railroads.{key}"
            problems += [(path, text) for text in _share_problems(table, state, key, railroad)]
            problems += [(path, text) for text in _track_problems(table, state, railroad)]
        problems += [("railroads", text) for text in _shared_problems(table, state)]
    if problems:
        raise Fault(tuple(problems))


def _turn_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    seats = set(table.seats)
    if not 1 <= state.turn <= TURNS:
        yield "turn", f"The game has turns 1 to {TURNS} (CD-49)."
    if len(state.order) != len(seats) or set(state.order) != seats:
        yield "order", f"The order names each of {table.seats} once (CD-07)."
    if len(set(state.queue)) != len(state.queue) or not set(state.queue) <= seats:
        yield "queue", "The queue names seats of this game, each once."
    if (state.phase == "play") != bool(state.queue):
        yield "queue", "Seats act in the play phase and only then (CD-08)."
    if state.phase != "play" and (state.opened or state.bought or state.lines):
        yield "phase", "Only a seat in its turn has bought or built."
    first, last = state.turn == 1, state.turn == TURNS
    if (state.phase == "order" and first) or (state.phase == "over" and not last):
        yield "phase", "New order cards are chosen for turns 2 to 8; the game is over after turn 8."
    for key in {state.opened, state.bought, *state.lines} - {"", *state.railroads}:
        yield "railroads", f"{key} has not been started."
    yield from (("picks", text) for text in _pick_problems(state))


def _pick_problems(state: State) -> Iterable[str]:
    cards = list(state.picks.values())
    if state.picks and state.phase != "order":
        yield "Order cards are chosen between the turns (CD-08)."
    if len(set(cards)) != len(cards) or not set(cards) <= set(range(1, len(state.order) + 1)):
        yield "Each card in use is chosen once (CD-05, CD-53)."
    if not set(state.picks) <= set(state.order) or len(cards) > max(0, len(state.order) - 2):
        yield "Each seat chooses once; the last card needs no choice (CD-53)."


def _money_problems(table: Table, state: State) -> Iterable[tuple[str, str]]:
    for account in state.money.keys() ^ {BANK, *table.seats, *state.railroads}:
        yield f"money.{account}", "The accounts are the bank, each seat and each railroad."
    for account, balance in state.money.items():
        if account != BANK and balance < 0:
            yield f"money.{account}", "Money may not be below zero (CD-21, CD-33)."
    if sum(state.money.values()):
        yield "money", "Money comes from the bank alone: the accounts must sum to zero."


def _chart_problems(table: Table, state: State) -> list[tuple[str, str]]:
    try:
        marks = [mark for data in known_hexes(table, state) for mark in (data.start, data.port)]
    except NotationError as error:
        return [("chart", str(error))]
    doubled = {mark for mark in marks if mark and marks.count(mark) > 1} if state.chart else ()
    return [("chart", f"{mark} is in two hexes.") for mark in sorted(doubled)]


def _share_problems(table: Table, state: State, key: str, railroad: Railroad) -> Iterable[str]:
    options: Options = table.options
    if key not in table.board.railroads:
        yield f"There is no such railroad; there are {', '.join(table.board.railroads)}."
    if not FEWEST_SHARES <= railroad.issued <= MOST_SHARES:
        yield "A railroad issues 3 to 10 shares (CD-13)."
    if not LEAST_VALUE <= railroad.value <= MOST_VALUE and "value_range" not in state.ruled:
        yield "Stock values are 10 to 50 (CD-16)."
    if not set(railroad.held) <= set(table.seats) or min(railroad.held.values(), default=0) < 1:
        yield "Shares are held by seats of this game, one or more each (CD-14)."
    if railroad.unsold < 0:
        yield f"{railroad.sold} shares are held, {railroad.issued} were issued (CD-20)."
    if state.lines.count(key) > 1 and options.lines != "several" and "line_done" not in state.ruled:
        yield "A railroad gets one line in a player's turn (CD-30)."


def _track_problems(table: Table, state: State, railroad: Railroad) -> Iterable[str]:
    hexes = (railroad.at, *railroad.track)
    if railroad.cubes[0] < 0:
        yield f"{railroad.built} cubes are built, {sum(railroad.cubes[:1]) + railroad.built} released."
    if len(set(hexes)) != len(hexes):
        yield "One cube of a railroad per hex (CD-28)."
    known = [data for place in railroad.track if (data := hex_at(table, state, place))]
    if len(known) != len(railroad.track):
        yield "A hex of its track is not on the map."
    if not start_name(table, state, railroad.at) and "not_start_hex" not in state.ruled:
        yield "A railroad starts in a hex of Chicago, Memphis or New Orleans (CD-11)."
    yield from _flag_problems(railroad, known)
    if not {"anchor", "not_in_line"} & set(state.ruled) and not _hangs_together(railroad):
        yield "Its track does not hang together with its start hex (CD-27)."
    if "second_start_hex" not in state.ruled and _doubled_city(table, state, railroad):
        yield "A railroad occupies one starting-city hex (CD-34)."


def _flag_problems(railroad: Railroad, known: list[HexData]) -> Iterable[str]:
    seen = flags_of(known)
    held = (railroad.central, railroad.western, railroad.divide)
    if any(there and not flag for there, flag in zip(seen, held, strict=True)):
        yield "Its track has entered a region or crossed the Divide without the flag (CD-41 to CD-43)."
    summary = railroad.attested or not railroad.track
    if not summary and held != seen:
        yield "A flag is set that its track has not reached (CD-41 to CD-43)."
    ports = {data.port for data in known} - {""}
    if not ports <= {railroad.port} or (railroad.port and not summary and not ports):
        yield "Its port is the one its track is in, and only one (CD-37)."


def flags_of(hexes: Iterable[HexData]) -> tuple[bool, bool, bool]:
    """Return the flags central, western, divide that track in these hexes sets.

    Rules CD-41, CD-42 and CD-43: Regions, Across the Divide.
    """
    central = western = divide = False
    for data in hexes:
        central = central or data.region == "C"
        western = western or data.region == "W"
        divide = divide or data.west_of_divide
    return central, western, divide


def _hangs_together(railroad: Railroad) -> bool:
    """Say whether the track is joined to the start hex, as far as it is known. Rule CD-27."""
    own = set(railroad.track)
    if not own or railroad.attested:
        return True
    if "," not in railroad.at:
        return False
    joined = reachable(
        [railroad.at],
        lambda place: own.intersection(map(format_hex, neighbours(parse_hex(place)))),
    )
    return own <= joined


def _doubled_city(table: Table, state: State, railroad: Railroad) -> bool:
    """Say whether a railroad has a start hex too many. Rule CD-34, decision A3."""
    options: Options = table.options
    places = (railroad.at, *railroad.track)
    names = [name for place in places if (name := start_name(table, state, place))]
    cities = {CITY_OF[name] for name in names}
    return len(names) > (1 if options.start_hexes == "one" else len(cities))


def _shared_problems(table: Table, state: State) -> Iterable[str]:
    """What holds between the railroads."""
    values = [railroad.value for railroad in state.railroads.values()]
    if len(set(values)) != len(values) and "value_taken" not in state.ruled:
        yield "Every stock value must be different (CD-17)."
    ports = [railroad.port for railroad in state.railroads.values() if railroad.port]
    if len(set(ports)) != len(ports) and "port_taken" not in state.ruled:
        yield "A port holds one railroad (CD-38)."
    crowd: dict[str, int] = {}
    for railroad in state.railroads.values():
        for place in (railroad.at, *railroad.track):
            crowd[place] = crowd.get(place, 0) + 1
    if max(crowd.values(), default=0) > MOST_RAILROADS and "hex_full" not in state.ruled:
        full = ", ".join(place for place, count in crowd.items() if count > MOST_RAILROADS)
        yield f"No hex holds more than three railroads (CD-31): {full}."
