"""The map and the cards: nodes, connection lines and what cards say, from a board file or typed in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from games.engine.charts import Completeness
from games.engine.codec import Value
from games.engine.errors import Fault
from scoring.tables.twentieth_century_limited import Points

ERAS = 8
"""Eras, each with its deck of Regional cards. Rule TCL-07: Setup."""

MOST_LINES = 2000
MOST_CARDS = 200
MOST_CITIES = 12
"""Cities on one card, more than any printed one; exact trees take up to 14."""

_NODE = r"[A-Za-z][A-Za-z0-9_]{0,11}"
NODE_TEXT = re.compile(_NODE)
LINE_TEXT = re.compile(rf"({_NODE})-({_NODE})(?:#([1-9]))?")
_CARD = r"[A-Za-z0-9][A-Za-z0-9.'’&-]{0,19}( [A-Za-z0-9.'’&-]{1,19}){0,5}"

NodeId = Annotated[
    str, msgspec.Meta(pattern=rf"^{_NODE}(?![\s\S])", description="a city or junction")
]
LineId = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^{_NODE}-{_NODE}(#[1-9])?(?![\s\S])",
        description="a connection line such as A-b or A-b#2",
    ),
]
CardId = Annotated[
    str, msgspec.Meta(pattern=rf"^{_CARD}(?![\s\S])", description="a card by its name")
]
MaybeCard = Annotated[
    str, msgspec.Meta(pattern=rf"^({_CARD})?(?![\s\S])", description="a card by its name")
]
Cities = Annotated[tuple[NodeId, ...], msgspec.Meta(max_length=30)]
CardCities = Annotated[tuple[NodeId, ...], msgspec.Meta(min_length=2, max_length=MOST_CITIES)]
Era = Annotated[int, msgspec.Meta(ge=1, le=ERAS)]
Coordinate = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Words = Annotated[str, msgspec.Meta(max_length=300)]
Colour = Literal["blue", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "green", "red")
When = Literal["during", "end"]
Quarter = Literal["", "NE", "SE", "NW", "SW"]
Extra = Annotated[dict[str, Any], msgspec.Meta(max_length=50)]
ConditionKind = Literal[
    "companies_at_least",
    "companies_worth_at_least",
    "company_points_at_least",
    "regionals_at_least",
    "cards_naming_one_city_at_least",
    "cities_named_from_list_at_least",
    "cities_named_in_each_quarter_at_least",
    "waivers_over_start_at_least",
]


class Node(Value, frozen=True, omit_defaults=True):
    """A city (its name begins with a capital) or an unnamed junction; `x y` only serve the drawing."""

    id: NodeId
    kind: Literal["city", "junction"]
    x: Coordinate | None = None
    y: Coordinate | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    quarter: Quarter = ""


class Line(Value, frozen=True):
    """A connection line, which holds a single segment. Rules TCL-25 and TCL-26."""

    id: LineId
    a: NodeId
    b: NodeId


class CompanyCard(Value, frozen=True, omit_defaults=True):
    """A Company card: the cities to join and the points it is worth."""

    id: CardId
    cities: CardCities
    value: Points
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""


class RegionalCard(Value, frozen=True, omit_defaults=True):
    """A Regional card of an Era: the cities to join."""

    id: CardId
    era: Era
    cities: CardCities
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Condition(Value, frozen=True, omit_defaults=True):
    """What a Bonus card asks for, in machine form; all of it is read from stack, trackers and waivers."""

    kind: ConditionKind
    count: Points = 0
    worth: Points = 0
    points: Points = 0
    no_skip: bool = False
    cities: Cities = ()


class BonusCard(Value, frozen=True, omit_defaults=True):
    """A Bonus card: scored during play by the first to reach it, or at the end by all who do."""

    id: CardId
    colour: Colour
    when: When
    value: Points
    text: Words = ""
    condition: Condition | None = None


Companies = Annotated[tuple[CompanyCard, ...], msgspec.Meta(max_length=MOST_CARDS)]
Regionals = Annotated[tuple[RegionalCard, ...], msgspec.Meta(max_length=MOST_CARDS)]


class Board(Value, frozen=True, dict=True):
    """A board file. Where it is not `complete`, lines it lacks can be charted during play.

    The `extra` cards belong to the decks with four or five players.
    """

    format: Literal[1]
    title: Literal["twentieth_century_limited"]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}(?![\s\S])")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    nodes: Annotated[tuple[Node, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    lines: Annotated[tuple[Line, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    complete: bool = False
    company_cards: Companies = ()
    company_cards_extra: Companies = ()
    regional_cards: Regionals = ()
    regional_cards_extra: Regionals = ()
    bonus_cards: Annotated[tuple[BonusCard, ...], msgspec.Meta(max_length=MOST_CARDS)] = ()
    suggested_supply: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    """Segments of each player; 0 where it is not known."""
    origin: Words = ""
    company_value: Words = ""
    decks: Words = ""
    units: Extra = msgspec.field(default_factory=dict)

    @cached_property
    def ends(self) -> Mapping[str, tuple[str, str]]:
        """Return the two nodes of every line."""
        return {line.id: (line.a, line.b) for line in self.lines}

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Return the place of every line in the file."""
        return {line.id: place for place, line in enumerate(self.lines)}

    @cached_property
    def node(self) -> Mapping[str, Node]:
        """Return the nodes by their key."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def companies(self) -> Mapping[str, CompanyCard]:
        """Return every Company card by its key."""
        return {card.id: card for card in (*self.company_cards, *self.company_cards_extra)}

    @cached_property
    def regionals(self) -> Mapping[str, RegionalCard]:
        """Return every Regional card by its key."""
        return {card.id: card for card in (*self.regional_cards, *self.regional_cards_extra)}

    @cached_property
    def bonuses(self) -> Mapping[str, BonusCard]:
        """Return every Bonus card by its key."""
        return {card.id: card for card in self.bonus_cards}

    def deck(self, players: int) -> tuple[CompanyCard, ...]:
        """Return the Company cards used with that many players. Rule TCL-05: Setup."""
        return self.company_cards + (self.company_cards_extra if players >= 4 else ())


def is_city(node: str) -> bool:
    """Say whether a node is a city: its name begins with a capital. Digest 2.1."""
    return node[:1].isupper()


def line_id(text: str) -> str | None:
    """Return a line's name with its ends in ASCII order (capitals first), None if it is none. Digest 4."""
    match = LINE_TEXT.fullmatch(text)
    if match is None or match[1] == match[2]:
        return None
    first, second = sorted((match[1], match[2]))
    return f"{first}-{second}" + (f"#{match[3]}" if match[3] not in (None, "1") else "")


def named(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines by their names in order, each once."""
    return tuple(dict.fromkeys(line_id(line) or line for line in lines))


def line_ends(line: str) -> tuple[str, str]:
    """Return the two nodes of a line by its name."""
    first, _, second = line.partition("#")[0].partition("-")
    return first, second


def check_board(board: Board) -> None:
    """Raise `Fault` for what a board has wrong: strays, duplicates, lines without their nodes.

    Rules TCL-04, TCL-07, TCL-26 and decision Q15 (parallel lines are allowed, loops are not).
    """
    problems = [*_line_problems(board), *_node_problems(board), *_card_problems(board)]
    if problems:
        raise Fault(tuple(problems))


def _doubled(path: str, keys: Iterable[str]) -> Iterable[tuple[str, str]]:
    seen: set[str] = set()
    for number, key in enumerate(keys):
        if key in seen:
            yield f"{path}[{number}]", f"{key} is there twice."
        seen.add(key)


def _line_problems(board: Board) -> Iterable[tuple[str, str]]:
    yield from _doubled("lines", (line.id for line in board.lines))
    for number, line in enumerate(board.lines):
        if line_id(line.id) != line.id or {*line_ends(line.id)} != {line.a, line.b}:
            named = line_id(f"{line.a}-{line.b}") or "one between two nodes"
            yield f"lines[{number}]", f"A line is named after its ends in order: {named}."
        for end in (line.a, line.b):
            if end not in board.node:
                yield f"lines[{number}]", f"{end} is not among the nodes."


def _node_problems(board: Board) -> Iterable[tuple[str, str]]:
    yield from _doubled("nodes", (node.id for node in board.nodes))
    for number, node in enumerate(board.nodes):
        if (node.kind == "city") != is_city(node.id):
            yield f"nodes[{number}]", "A city's key begins with a capital, a junction's does not."


def _card_problems(board: Board) -> Iterable[tuple[str, str]]:
    cards = (*board.company_cards, *board.company_cards_extra)
    regionals = (*board.regional_cards, *board.regional_cards_extra)
    yield from _doubled("company_cards", (card.id for card in cards))
    yield from _doubled("regional_cards", (card.id for card in regionals))
    yield from _doubled("bonus_cards", (card.id for card in board.bonus_cards))
    citied: tuple[CompanyCard | RegionalCard, ...] = (*cards, *regionals)
    for card in citied:
        if len(set(card.cities)) != len(card.cities):
            yield "company_cards", f"{card.id} names a city twice."
        strays = [city for city in card.cities if city not in board.node or not is_city(city)]
        if strays and board.complete:
            yield "company_cards", f"{card.id} names {', '.join(strays)}: not a city of this map."


def completeness(board: Board) -> Completeness:
    """Return how much of the map and the cards is known."""
    missing = [] if board.company_cards else ["Company cards"]
    eras = {card.era for card in board.regionals.values()}
    missing += [f"Regional cards of Era {era}" for era in range(1, ERAS + 1) if era not in eras]
    missing += [] if board.bonus_cards else ["Bonus cards"]
    places = tuple(node.id for node in board.nodes if node.x is None or node.y is None)
    return Completeness(len(board.lines), len(board.lines), tuple(missing), places, board.complete)
