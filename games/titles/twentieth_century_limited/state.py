"""The state of a game: who has what on the board, in hand and on the score stack, and whose turn it is.

Words: a *segment* is a player's piece of track on a connection line; *waivers* are Entry Waivers,
kept as money (the account "bank" holds those out of the game); *did* lists what was done this turn.
Hands are known by their Eras and sizes alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from games.engine.codec import Value
from games.engine.title import Table
from games.titles.twentieth_century_limited.board import (
    Board,
    CompanyCard,
    Line,
    MaybeCard,
    Node,
    RegionalCard,
    is_city,
    line_ends,
)
from scoring.tables.twentieth_century_limited import Holding, Points, Sheet

HAND = 4
"""Company cards in a hand, and face up beside the board. Rules TCL-05 and TCL-06: Setup."""

STARTING_ERAS = (1, 2)
"""The Eras of the Regional cards in hand at the start. Rule TCL-08: Setup."""

MOST_MOVED = 3
"""Segments placed or picked up in a turn. Rule TCL-15: Sequence of Play."""

Phase = Literal["play", "awards", "over"]
Deed = Literal["place", "pickup", "regional", "company", "exchange", "skip", "reset", "bonus"]
TRACK = ("place", "pickup")
FOLLOWUPS = ("regional", "company", "exchange", "skip")
Trigger = Literal["", "regionals", "companies"]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
SeatString = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,5}(?![\s\S])")]
SeatLetter = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]


class Scored(Value, frozen=True, omit_defaults=True):
    """A card on a score stack; `card` is its name in the catalogue, if it has one."""

    kind: Literal["regional", "company", "bonus"]
    cities: tuple[str, ...] = ()
    era: int = 0
    value: Points = 0
    card: str = ""
    colour: str = ""


class Player(Value, frozen=True, omit_defaults=True):
    """What a seat has, but for its waivers and its segments on the board."""

    eras: tuple[int, ...] = ()
    """The Eras of the Regional cards in hand. Rules TCL-08, TCL-38 and TCL-42."""
    regionals: Count = 0
    companies: Count = 0
    """Where the two trackers stand. Rules TCL-33 and TCL-41."""
    skipped: bool = False
    """The Regional tracker shows "Cannot End the Game". Rule TCL-22."""
    cards: Count = HAND
    """Company cards in hand."""
    supply: Count | None = None
    """Segments left; None where they are not counted. Decision Q06."""
    stack: tuple[Scored, ...] = ()
    """The score stack, as far as it was entered, the latest card last. Rule TCL-45."""

    @property
    def scored(self) -> int:
        """Return how many Regionals and Companies have been completed."""
        return self.regionals + self.companies


class Shown(Value, frozen=True, omit_defaults=True):
    """A face-up Bonus card: which one, when it is scored, its value, and who has claimed it."""

    card: str = ""
    when: Literal["during", "end"] = "during"
    value: Points = 0
    taken: SeatString = ""


class Setup(Value, frozen=True):
    """What the table tells at set-up. Rules TCL-04 to TCL-11, decision Q06.

    `supply` and `companies` (cards in the Company deck) are 0 where they are not counted. A Bonus card
    that the catalogue lacks is told by when it is scored and its value.
    """

    first: SeatLetter
    supply: Count = 0
    companies: Count = 0
    face_1: MaybeCard = ""
    face_2: MaybeCard = ""
    face_3: MaybeCard = ""
    face_4: MaybeCard = ""
    blue: MaybeCard = ""
    green: MaybeCard = ""
    red: MaybeCard = ""
    blue_when: Literal["during", "end"] = "during"
    green_when: Literal["during", "end"] = "during"
    red_when: Literal["during", "end"] = "during"
    blue_value: Points = 0
    green_value: Points = 0
    red_value: Points = 0


class State(Value, frozen=True, omit_defaults=True):
    """The whole public state. Everything that follows from it is a property or a function."""

    order: SeatString
    """The turn order; the First Player comes first. Rules TCL-11 and TCL-13."""
    active: SeatString
    money: dict[str, int]
    players: dict[str, Player]
    phase: Phase = "play"
    round: Count = 1
    owners: dict[str, str] = msgspec.field(default_factory=dict)
    """Whose segment lies on each line that is not empty. Rule TCL-26."""
    did: tuple[Deed, ...] = ()
    trigger: SeatString = ""
    """Who triggered the end of the game, and by what. Rule TCL-58."""
    trigger_by: Trigger = ""
    bonus: dict[str, Shown] = msgspec.field(default_factory=dict)
    """The three Bonus cards by colour. Rule TCL-04."""
    face_up: tuple[str, ...] = ("", "", "", "")
    """The face-up Company cards, "" where nobody named it. Rule TCL-06."""
    deck: Annotated[int, msgspec.Meta(ge=-1, le=9999)] = -1
    """Company cards in the deck; -1 where they are not counted. Decision Q14."""
    discards: Count = 0
    chart: tuple[str, ...] = ()
    """Connection lines charted during the game that the board lacks. Decision Q15."""
    ruled: tuple[str, ...] = ()
    """The refusal codes the table has overruled: what no longer has to hold."""

    @property
    def track(self) -> bool:
        """Say whether the compulsory track action was made this turn. Rule TCL-15."""
        return any(deed in TRACK for deed in self.did)

    @property
    def followup(self) -> str:
        """Return the follow-up action made this turn, if any. Rule TCL-16."""
        return next((deed for deed in self.did if deed in FOLLOWUPS), "")


def start_waivers(players: int) -> int:
    """Return the Entry Waivers each player takes at the start. Rule TCL-03: Setup."""
    return 2 * players


def with_player(state: State, seat: str, player: Player) -> State:
    """Return the state with one player changed."""
    return replace(state, players={**state.players, seat: player})


def with_deed(state: State, deed: Deed) -> State:
    """Return the state with an action of this turn noted."""
    return state if deed in state.did else replace(state, did=(*state.did, deed))


def known_ends(table: Table, state: State, line: str) -> tuple[str, str] | None:
    """Return the nodes of a line of the board or of those charted in this game, None for no line."""
    board: Board = table.board
    ends = board.ends.get(line)
    if ends is None and line in state.chart:
        return line_ends(line)
    return ends


def all_lines(table: Table, state: State) -> Iterator[str]:
    """Yield every known connection line: the board's in its order, then those charted."""
    yield from table.board.ends
    yield from (line for line in state.chart if line not in table.board.ends)


def in_order(table: Table, state: State, lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines in the order of the board, charted ones after them."""
    places = table.board.order
    return tuple(sorted(lines, key=lambda line: (places.get(line, len(places)), line)))


def segments_of(state: State, seat: str) -> Iterator[str]:
    """Yield the lines with a seat's segments."""
    return (line for line, owner in state.owners.items() if owner == seat)


def still_to_play(state: State) -> tuple[str, ...]:
    """Return who has a turn to come in the last round, once the end is triggered. Rule TCL-59, Q08."""
    if not state.trigger or state.phase != "play":
        return ()
    return tuple(state.order[state.order.index(state.active) + 1 :])


def company_of(table: Table, key: str) -> CompanyCard | None:
    """Return a Company card of the catalogue by its key or its name."""
    known: Mapping[str, CompanyCard] = table.board.companies
    named = (card for card in known.values() if key and card.name == key)
    return known.get(key) or next(named, None)


def regional_of(table: Table, key: str) -> RegionalCard | None:
    """Return a Regional card of the catalogue by its key or its name."""
    known: Mapping[str, RegionalCard] = table.board.regionals
    named = (card for card in known.values() if key and card.name == key)
    return known.get(key) or next(named, None)


def scored_cards(state: State) -> Iterator[Scored]:
    """Yield every card on every stack, in turn order."""
    for seat in state.order:
        yield from state.players[seat].stack


def merged_board(table: Table, state: State) -> Board:
    """Return the board with what was entered in this game: lines charted, cards scored by name."""
    board: Board = table.board
    lines = [Line(line, *line_ends(line)) for line in state.chart if line not in board.ends]
    nodes: dict[str, None] = dict.fromkeys(end for line in lines for end in (line.a, line.b))
    new = [
        Node(node, "city" if is_city(node) else "junction")
        for node in nodes
        if node not in board.node
    ]
    companies: dict[str, CompanyCard] = {}
    regionals: dict[str, RegionalCard] = {}
    for scored in scored_cards(state):
        key = scored.card
        if key and scored.kind == "company" and company_of(table, key) is None:
            companies[key] = CompanyCard(key, scored.cities, scored.value)
        elif key and scored.kind == "regional" and regional_of(table, key) is None:
            regionals[key] = RegionalCard(key, scored.era, scored.cities)
    if not (lines or companies or regionals):
        return board
    return replace(
        board,
        lines=(*board.lines, *lines),
        nodes=(*board.nodes, *new),
        company_cards=(*board.company_cards, *companies.values()),
        regional_cards=(*board.regional_cards, *regionals.values()),
    )


def sheet(table: Table, state: State) -> Sheet:
    """Return the score sheet as if the game ended now; cards that were not entered are worth nothing.

    Rules TCL-60 to TCL-64.
    """
    return Sheet({seat: _holding(state, seat) for seat in table.seats})


def _holding(state: State, seat: str) -> Holding:
    player = state.players[seat]
    values = {
        kind: [card.value for card in player.stack if card.kind == kind]
        for kind in ("company", "bonus")
    }
    untold = max(0, player.companies - len(values["company"]))
    companies = (*values["company"], *([0] * untold))
    return Holding(player.regionals, companies, tuple(values["bonus"]), state.money[seat])
