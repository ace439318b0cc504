"""The state of a game: tracks, cities, cards and figures of every seat, and where the round stands.

Words: a *round* is three *turns* of one action each, then income. A *link* is a finished track of one
player between two cities, named `CHI-STL` with its ends in the order of the alphabet; an *open* track
is unfinished. *Waiting* settlers stand in the East, *settled* ones stay in the West. Money is counted
in thousands of dollars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from games.engine.codec import Value
from games.engine.title import Table
from games.titles.railways_east_west.board import (
    FIGURES,
    GOODS,
    LETTER,
    Board,
    Bounty,
    City,
    Colour,
    FigureName,
    IncomeStep,
    stepped,
)
from games.titles.railways_east_west.meta import Options
from scoring.tables.railways_east_west import Holding, Sheet

TURNS = 3
"""Turns of a round. Rule RB-01."""

SUPER = 99
"""The engine level that stands for the Super-Chief. Rules REW-16 and REW-18."""

LADDER: Mapping[int, int] = {2: 5, 3: 10, 4: 10, 6: 15, 8: 20, 10: 25, 12: 30, SUPER: 40}
"""Engine levels after the first, with their prices. Rules REW-16 and REW-17, decision A1."""

SETTLERS = 20
"""Settler cubes. Rule REW-20."""

SETTLERS_TO_WEST = 10
"""Settlers delivered when phase 1 ends with its round. Rule REW-29."""

RAW_CUBES = 20
"""Raw materials in the western bag. Rule REW-37."""

RAW_IN_CITY = 2
"""Raw materials placed in one city at most. Rule REW-43."""

START_CARDS = 3
"""Cards on display at the start, beside two per player. Rule RB-24."""

CARDS_A_ROUND = 2
"""Operations cards added each round, and drawn per player for a new display. Rules REW-11, REW-35, RB-24."""

EAST_DECK, WEST_DECK = 37, 40
"""Cards that the listing names for each deck. Digest 1.4."""

Count = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
SeatString = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,30}(?![\s\S])")]
MOST_GOODS = 99
"""Cubes that one city can hold or wait for, more than any game brings together."""

Cubes = Annotated[str, msgspec.Meta(pattern=r"^[rbkypn]{0,99}(?![\s\S])")]
Stage = Literal["cards", "play", "income", "change", "final", "over"]


class Player(Value, frozen=True, omit_defaults=True):
    """What a seat has beside its cash and its tracks."""

    gains: dict[str, int] = msgspec.field(default_factory=dict)
    """The steps of the marker by their source: their sum is the score. Rule REW-44."""
    bonds: Count = 0
    engine: int = 1
    raw: Few = 0
    """Raw materials delivered. Rule REW-40."""
    settlers: Few = 0
    perfect: Few = 0
    """Perfect Engineering cards, each good for one use a round. Rule REW-65."""
    perfect_used: Few = 0
    grant: Few = 0
    tunnel: Few = 0
    coal: Few = 0
    skip: bool = False
    """The next turn is skipped for a long build. Rule REW-14."""
    bought_back: Few = 0
    """Bonds paid off under the Bond Buyback of this round. Rule REW-81."""
    west: Few = 0
    """Points of the western baron, told at the end. Rule REW-55."""
    east: Few = 0
    """Points of the eastern baron if it is met at the end only. Rule REW-31."""
    cashed: bool = False
    """The eastern baron was cashed at the phase change. Rule REW-31."""

    @property
    def score(self) -> int:
        """Return where the marker stands."""
        return sum(self.gains.values())


class Place(Value, frozen=True, omit_defaults=True):
    """What stands at a city: goods in the order they came, settlers, a tile's colour."""

    goods: Cubes = ""
    waiting: Few = 0
    settled: Few = 0
    colour: Colour | None = None
    """The colour of a new city tile. Rules RB-09 and REW-67."""
    emptied: bool = False
    """It has yielded settlers before. Rule REW-19, decision A6."""


class Due(Value, frozen=True, array_like=True):
    """Cubes that are still to be drawn for a city, and the rule that says so."""

    count: Few
    rule: str


class Claim(Value, frozen=True, array_like=True):
    """Who was paid for a major line, with the path it was paid for: links and pieces. Digest 1.2."""

    seat: str
    links: Count
    pieces: Count


class Setup(Value, frozen=True, omit_defaults=True):
    """What the table tells at set-up. Rules REW-03, REW-10, REW-11 and RB-24.

    `goods` deals the East, `NYC rbky; CHI yp`; cities left out are filled later. `cards` names the
    display, `hotel:NYC grant ?`; none named means that they are told when taken. `deck` counts the
    eastern cards, 0 where nobody counts them.
    """

    first: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]?(?![\s\S])")] = ""
    goods: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    cards: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    deck: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0


class State(Value, frozen=True, omit_defaults=True):
    """The whole public state. Everything that follows from it is a property or a function."""

    first: str
    active: str
    money: dict[str, int]
    players: dict[str, Player]
    phase: Literal[1, 2] = 1
    stage: Stage = "cards"
    round: Count = 1
    turn: Few = 1
    turns: Few = TURNS
    actions: Few = 1
    """Actions the active seat has left in this turn. Rules RB-01 and REW-66."""
    fresh: tuple[str, ...] = ()
    """One-time cards taken in this turn: they are for future turns. Rules REW-64, REW-71, REW-72."""
    links: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """Each seat's finished links with their pieces. Rules REW-50 and REW-51."""
    open: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """Each seat's unfinished tracks with the pieces laid. Rule RB-07."""
    cities: dict[str, Place] = msgspec.field(default_factory=dict)
    hotels: dict[str, str] = msgspec.field(default_factory=dict)
    lines: dict[str, tuple[Claim, ...]] = msgspec.field(default_factory=dict)
    """Major lines: first who holds it, then who was paid for a shorter one. Rules REW-58 to REW-60."""
    ocean: SeatString = ""
    """Who joined the oceans, in order. Rule REW-61."""
    supply: Few = SETTLERS
    delivered: Few = 0
    """Settlers delivered to the West. Rule REW-29."""
    raw_gone: Few = 0
    """Raw materials delivered in all. Rule REW-39."""
    raw_drawn: Few = 0
    """Raw materials drawn from the western bag. Rule REW-37."""
    display: tuple[str, ...] = ()
    deck: Annotated[int, msgspec.Meta(ge=-1, le=999)] = -1
    """Cards left in the deck in use; -1 where nobody counts them."""
    events: tuple[str, ...] = ()
    increase: SeatString = ""
    """Who may still add a cube under Increase Production. Rule REW-77."""
    waiting: SeatString = ""
    """Who has still to be paid the income, or to settle his bonds at the phase change."""
    draws: Few = 0
    """Cards to be shown before the round begins."""
    due: dict[str, Due] = msgspec.field(default_factory=dict)
    """Cities that wait for cubes from a bag."""
    postponed: bool = False
    """The end triggered in phase 1 waits for phase 2. Decision A25."""
    ended: Literal["", "second_line", "leader"] = ""
    table_of_income: tuple[IncomeStep, ...] = ()
    """The income track, where a position tells it."""
    marks: dict[int, int] = msgspec.field(default_factory=dict)
    """Income of single marks of the track, as told in this game. Rule RB-19."""
    charted: dict[str, City] = msgspec.field(default_factory=dict)
    bounties: dict[str, int] = msgspec.field(default_factory=dict)
    """Points of service bounties told in this game. Rule RB-21."""
    figures: dict[FigureName, int] = msgspec.field(default_factory=dict)
    """Figures of the base game told in this game."""
    ruled: tuple[str, ...] = ()
    """The refusal codes the table has overruled: what no longer has to hold."""


# Reading a state


def order(table: Table, state: State) -> str:
    """Return the seats in turn order: clockwise from the first player. Rules REW-10 and RB-27."""
    at = table.seats.index(state.first)
    return table.seats[at:] + table.seats[:at]


def options_of(table: Table) -> Options:
    """Return the table's options."""
    options: Options = table.options
    return options


def figure(table: Table, state: State, name: FigureName) -> int:
    """Return a figure of the base game: told in this game, else the board's, else the confirmed one."""
    board: Board = table.board
    return state.figures.get(name, board.figures.get(name, FIGURES[name]))


def city_of(table: Table, state: State, code: str) -> City | None:
    """Return a city of the board or one charted in this game."""
    found = state.charted.get(code)
    if found is None:
        found = table.board.city.get(code)
    return found


def all_cities(table: Table, state: State) -> Iterator[City]:
    """Yield every city, with what was charted."""
    for code, city in table.board.city.items():
        yield state.charted.get(code, city)
    for code, city in state.charted.items():
        if code not in table.board.city:
            yield city


def place_of(state: State, code: str) -> Place:
    """Return what stands at a city."""
    return state.cities.get(code) or NOTHING


NOTHING = Place()


def colour_of(table: Table, state: State, code: str) -> Colour | None:
    """Return a city's colour now, a tile's before the printed one; None where it is not known. A9."""
    own = state.cities.get(code)
    if own is not None and own.colour is not None:
        return own.colour
    city = city_of(table, state, code)
    return city.colour if city else None


def is_west(table: Table, state: State, code: str) -> bool:
    """Say whether a city lies on the western board."""
    city = city_of(table, state, code)
    return city is not None and city.region == "W"


def colours(table: Table, state: State) -> dict[str, Colour | None]:
    """Return the colour of every city now."""
    found = {city.code: city.colour for city in all_cities(table, state)}
    for code, own in state.cities.items():
        if own.colour is not None:
            found[code] = own.colour
    return found


def room_of(colour: Colour | None) -> int:
    """Return how many settlers a western city of a colour takes. Rule REW-23."""
    return 1 if colour == "grey" else 3 if colour == "red" else 2


def accepts(colour: Colour | None, cube: str) -> bool:
    """Say whether a city of a colour takes a coloured cube. Rule RB-13."""
    return colour is not None and LETTER.get(colour) == cube


def filled_with(table: Table, state: State, code: str) -> int | None:
    """Return how many cubes a city gets: its printed number, one less with 2 or 3 players.

    None where the number is not known. Rule RB-04, decision A46.
    """
    city = city_of(table, state, code)
    if city is None or city.value is None:
        return None
    few = options_of(table).few
    fewer = len(table.seats) <= 3 and (few == "both" or (few == "east" and city.region == "E"))
    return max(1, city.value - 1) if fewer else city.value


def income_at(table: Table, state: State, score: int) -> int | None:
    """Return the income at a score, None where the track is not known there. Rule RB-19."""
    mark = max(score, 0)
    if mark in state.marks:
        return state.marks[mark]
    board: Board = table.board
    found = stepped(state.table_of_income or board.income, mark)
    return board.mark.get(mark) if found is None else found


def bounty_of(table: Table, state: State, city: str) -> int | None:
    """Return the points of a city's service bounty, None where they are not known. Rule RB-21."""
    board: Board = table.board
    return state.bounties.get(city, board.bounty.get(city))


def owners_between(state: State, a: str, b: str) -> tuple[str, ...]:
    """Return who has a finished track between two cities."""
    name = f"{a}-{b}" if a < b else f"{b}-{a}"
    return tuple(seat for seat, own in state.links.items() if name in own)


def bond_brings(table: Table, state: State) -> int:
    """Return what a bond brings now. Rules RB-16, REW-79 and REW-80."""
    if "surplus" in state.events:
        return 6
    return 4 if "shortage" in state.events else figure(table, state, "bond")


def empty_of_goods(state: State, code: str) -> bool:
    """Say whether a city holds no goods; settlers waiting there do not count. Decision A7."""
    return not place_of(state, code).goods and code not in state.due


# Changing a state


def with_player(state: State, seat: str, player: Player) -> State:
    """Return the state with one player changed."""
    return replace(state, players={**state.players, seat: player})


def with_place(state: State, code: str, place: Place) -> State:
    """Return the state with what stands at one city changed."""
    return replace(state, cities={**state.cities, code: place})


def scored(state: State, seat: str, source: str, points: int) -> State:
    """Return the state with a seat's marker moved, and why. Rule REW-44."""
    if not points:
        return state
    player = state.players[seat]
    gains = {**player.gains, source: player.gains.get(source, 0) + points}
    return with_player(state, seat, replace(player, gains=gains))


def without_cube(goods: str, cube: str) -> str:
    """Return goods with one cube less."""
    at = goods.index(cube)
    return goods[:at] + goods[at + 1 :]


def goods_letters(cubes: Iterable[str]) -> bool:
    """Say whether all cubes are coloured goods."""
    return all(cube in GOODS for cube in cubes)


# Boards and sheets


def merged_board(table: Table, state: State) -> Board:
    """Return the board with what was told of it in this game: cities, figures, bounties, income."""
    board: Board = table.board
    if not (state.charted or state.figures or state.bounties or state.marks):
        return board
    new = tuple(city for code, city in state.charted.items() if code not in board.city)
    marks = {**board.mark, **state.marks}
    bounties = {**board.bounty, **state.bounties}
    return replace(
        board,
        cities=(*(state.charted.get(city.code, city) for city in board.cities), *new),
        figures={**board.figures, **state.figures},
        bounties=tuple(Bounty(city, points) for city, points in bounties.items()),
        marks=tuple(IncomeStep(points, marks[points]) for points in sorted(marks)),
    )


def sheet(table: Table, state: State) -> Sheet:
    """Return the score sheet as if the game ended now. Rules REW-55 to REW-57."""
    options = options_of(table)
    seats = {
        seat: Holding(
            {source: points for source, points in player.gains.items() if points},
            player.west,
            player.east,
            player.bonds,
            player.raw,
            state.money[seat],
            seat in state.ocean,
        )
        for seat, player in ((seat, state.players[seat]) for seat in table.seats)
    }
    return Sheet(seats, options.win, options.nobody, options.tie)
