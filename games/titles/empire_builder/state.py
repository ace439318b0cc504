"""The state of a game.

Words: a *section* is the track between two neighbouring mileposts, named `a-b` from either side;
its entry in `track` is its owner's seat and `>` or `<`, the way it was built; what is stored are
each seat's *ways*, paths that run over its sections. Trains are called by
seat and number, `A1`. A *line* is track attested by counts. A seat's *hand* lies face up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.engine.title import Table
from games.titles.empire_builder.board import Demand
from games.titles.empire_builder.grid import Grid, grid_with
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import EventCard, SeatString, TrainType
from games.titles.empire_builder.ways import track_of, ways_text
from scoring.tables.empire_builder import FAST_CASH, START_CASH

TURN_SPEND = 20
"""Millions a turn may cost, on track or on an upgrade. Rules EB-23 and EB-31."""

FEE = 4
"""Millions for running on another player's track, to each owner and turn. Rule EB-57."""

HAND = 3
"""Demand cards of a player. Rule EB-27."""

ALLOWANCE: dict[TrainType, int] = {"freight": 9, "fast": 12, "super": 12}
"""Mileposts a train may move in a turn. Rules EB-21 and EB-52."""

HALF: dict[TrainType, int] = {"freight": 5, "fast": 6, "super": 6}
"""The same at half rate. Rule EB-12."""

CAPACITY: dict[TrainType, int] = {"freight": 2, "fast": 2, "super": 3}
"""Loads a train may carry. Rules EB-21 and EB-46."""

NEXT_TYPE: dict[TrainType, TrainType] = {"freight": "fast", "fast": "super"}
"""The order of upgrades. Rule EB-23."""

PLAYERS_AT: dict[str, int] = {"small": 2, "medium": 3}
"""Players with track at a city of a size. Rule EB-39."""

TRACKS_AT = 3
"""Sections of one player at a small or medium city. Rule EB-40."""

EXITS = 2
"""Major-city mileposts that may be built from in one turn. Rule EB-37."""

Count = Annotated[int, msgspec.Meta(ge=0, le=999_999)]


class Setup(Value, frozen=True, omit_defaults=True):
    """What the table tells at set-up: who goes first, and where the deck is known the hands dealt.

    `hands` holds card numbers, `A 12,45,99; B 3,4,5`; what is not told is drawn later.
    Rules EB-26 and EB-27.
    """

    first: SeatString = ""
    hands: Annotated[str, msgspec.Meta(max_length=300)] = ""


class Card(Value, frozen=True, array_like=True):
    """A demand card in a hand. Rule EB-07."""

    number: int
    demands: tuple[Demand, ...]


class Train(Value, frozen=True, omit_defaults=True):
    """A train: its type, milepost, the milepost it came from, its loads, and this turn's movement.

    `slow_at` is how much it had moved when it first came under half rate this turn.
    """

    type: TrainType = "freight"
    at: str = ""
    came: str = ""
    loads: tuple[str, ...] = ()
    used: Count = 0
    slow_at: int | None = None


class InForce(Value, frozen=True):
    """An event in force: who drew it, and how many ends of that seat's turns it still lasts.

    With 0 it lasts until the table puts it away. Rule EB-09.
    """

    event: EventCard
    drawer: str
    turns: Count


class Owed(Value, frozen=True):
    """How many loads a train must lose, out of those it carried when the event was drawn. Rule EB-17."""

    count: Count
    loads: tuple[str, ...]


class Line(Value, frozen=True):
    """Track attested by counts: its owner, how many sections, and the cities it joins. Digest 2.1."""

    seat: str
    sections: Count
    joins: tuple[str, ...]


class Stats(Value, frozen=True, omit_defaults=True):
    """What a seat has done so far; nothing of it decides the game."""

    deliveries: Count = 0
    payoffs: Count = 0
    best: Count = 0
    paid: Count = 0
    earned: Count = 0
    built: Count = 0
    cost: Count = 0


class Turn(Value, frozen=True, omit_defaults=True):
    """What the active seat has done in its turn so far."""

    acted: bool = False
    """Its train has moved, loaded, delivered or put down. Rule EB-32."""
    spent: Count = 0
    """Millions spent on track. Rule EB-31."""
    built: bool = False
    upgraded: bool = False
    traded: bool = False
    new_hand: bool = False
    exits: tuple[str, ...] = ()
    """Major-city mileposts built from, one entry a section. Rule EB-37."""
    fees: tuple[str, ...] = ()
    """Owners paid, with the train behind them where the table has fees per train. Rule EB-57."""
    debts: str = ""
    """Owners to be paid by the end of the turn. Decision A15."""
    draws: Count = 0
    """Cards to be drawn. Rules EB-32 and EB-59."""


class State(Value, frozen=True, omit_defaults=True):
    """The whole public state. Everything that follows from it is a function."""

    round: Count
    active: str
    first: str
    money: dict[str, int]
    trains: dict[str, Train]
    hands: dict[str, tuple[Card, ...]]
    phase: Literal["play", "over"] = "play"
    turn: Turn = Turn()
    ways: dict[str, str] = msgspec.field(default_factory=dict)
    """Each seat's track as paths, always written the same way (see `ways.ways_text`)."""
    lines: tuple[Line, ...] = ()
    supply: dict[str, int] = msgspec.field(default_factory=dict)
    """Counters by the board, of the goods whose number is known. Rules EB-18 to EB-20."""
    left: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Loads that lie in cities. Decision A23."""
    deal: dict[str, int] = msgspec.field(default_factory=dict)
    """Cards of the first hands that are still to be entered. Rule EB-27."""
    discarded: Count = 0
    """Demand cards on the discard pile. Rule EB-28."""
    shown: Count = 0
    """Event cards drawn since the deck was last shuffled."""
    events: tuple[InForce, ...] = ()
    owed: dict[str, Owed] = msgspec.field(default_factory=dict)
    """Trains that must lose loads to an event. Rule EB-17."""
    barred: SeatString = ""
    """Seats that may not build in their next turn. Decision A35."""
    claimed: str = ""
    """Who claimed the win while the round is played to its end. Decision A29."""
    last_card: bool = False
    """The last demand card of a sudden death has been drawn. Rule EB-67."""
    ended: str = ""
    stats: dict[str, Stats] = msgspec.field(default_factory=dict)
    chart: dict[str, str] = msgspec.field(default_factory=dict)
    """What was charted during the game, each as one word (see `board.chart_board`)."""
    ruled: tuple[str, ...] = ()
    """The refusal codes the table has overruled: what no longer has to hold."""

    @property
    def track(self) -> Mapping[str, str]:
        """Return every section with its owner's seat and the way it was built."""
        return track_of(tuple(self.ways.items()))


def grid(table: Table, state: State) -> Grid:
    """Return the grid of the board with what was charted."""
    return grid_with(table, state.chart)


def opening_rounds(table: Table) -> int:
    """Return how many turns are taken without moving. Rules EB-33 and EB-68."""
    options: Options = table.options
    return 3 if options.fast == "yes" else 2


def is_opening(table: Table, state: State) -> bool:
    """Say whether the active seat's turn is one of those without movement. Rule EB-33."""
    return state.round <= opening_rounds(table)


def turns_taken(table: Table, state: State, seat: str) -> int:
    """Return how many turns in which trains run a seat has begun. Rules EB-30 and EB-33."""
    order = table.seats.index(state.first) if state.first in table.seats else 0
    place, now = (
        (table.seats.index(one) - order) % len(table.seats) for one in (seat, state.active)
    )
    rounds = state.round if place <= now else state.round - 1
    return max(0, rounds - opening_rounds(table))


def train_numbers(table: Table) -> range:
    """Return the numbers of each seat's trains. Rule EB-69."""
    options: Options = table.options
    return range(1, 3 if options.trains == "two" else 2)


def train_key(seat: str, number: int = 1) -> str:
    """Return what a seat's train is called."""
    return f"{seat}{number}"


def next_seat(table: Table, seat: str) -> str:
    """Return the seat after one, clockwise. Rule EB-30."""
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


def demand_cards(table: Table) -> int:
    """Return the number of demand cards in the game. Rule EB-06, decision A27."""
    options: Options = table.options
    total: int = table.board.cards_total
    return total - table.board.event_cards if options.deck == "inside" else total


def demands_left(table: Table, state: State) -> int:
    """Return how many demand cards are left in the deck, as far as the draws tell. Rule EB-28."""
    held = sum(map(len, state.hands.values()))
    return demand_cards(table) - held - state.discarded


def events_left(table: Table, state: State) -> int:
    """Return how many event cards are left in the deck, as far as the draws tell."""
    return max(0, int(table.board.event_cards) - state.shown)


def flooded(state: State) -> frozenset[str]:
    """Return the rivers in flood. Rule EB-13."""
    return frozenset(one.event.river for one in state.events if one.event.effect == "flood")


def with_track(state: State, track: Mapping[str, str], seats: Iterable[str]) -> State:
    """Return the state with other track, where only these seats' sections have changed."""
    ways = dict(state.ways)
    for seat in seats:
        text = ways_text(key_own for key_own in track.items() if key_own[1][0] == seat)
        ways.pop(seat, None)
        if text:
            ways[seat] = text
    return msgspec.structs.replace(state, ways=ways)


def owner_of(state: State, key: str) -> str:
    """Return whose a section is, or nothing."""
    return state.track.get(key, "")[:1]


def start_cash(table: Table) -> int:
    """Return the cash of the start, in millions. Rules EB-25 and EB-68."""
    options: Options = table.options
    return FAST_CASH if options.fast == "yes" else START_CASH
