"""The map: cities with what is printed at them, suggested links, and the figures of cards and tracks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from games.engine.charts import Completeness
from games.engine.codec import Value
from games.engine.errors import Fault

MOST_CITIES = 120
MOST_LINKS = 500
MOST_PIECES = 40

_CODE = r"[A-Z]{2,4}"
_PIECE = r"([owm]\+{0,3}|x[0-9]{1,2})"
CODE_TEXT = re.compile(_CODE)
PIECE_TEXT = re.compile(_PIECE)

Code = Annotated[
    str, msgspec.Meta(pattern=rf"^{_CODE}(?![\s\S])", description="a city's code such as NYC")
]
Piece = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^{_PIECE}(?![\s\S])",
        description="o open, w water, m mountain, + for each ridge; x7 a piece at a price of 7",
    ),
]
Pieces = Annotated[tuple[Piece, ...], msgspec.Meta(max_length=MOST_PIECES)]
Region = Literal["E", "W"]
Coast = Literal["", "E", "W"]
"""On which coast a city lies, as rule REW-61 lists them."""

Colour = Literal["red", "blue", "black", "yellow", "purple", "grey"]
GOODS: Mapping[str, str] = {"r": "red", "b": "blue", "k": "black", "y": "yellow", "p": "purple"}
"""Letters of the coloured goods. Digest 4.1, rule RB-26."""

RAW = "n"
"""The letter of a raw material. Digest 4.1, rule REW-37."""

LETTER: Mapping[str, str] = {colour: letter for letter, colour in GOODS.items()}
TILES: tuple[Colour, ...] = ("black", "blue", "purple", "yellow")
"""Colours of new city tiles: there is no red one. Rule RB-26."""

FigureName = Literal["open", "water", "mountain", "ridge", "urbanize", "bond", "interest", "hotel"]
FIGURES: Mapping[str, int] = {
    "open": 2,
    "water": 3,
    "mountain": 4,
    "ridge": 4,
    "urbanize": 10,
    "bond": 5,
    "interest": 1,
    "hotel": 1,
}
"""Figures of the base game that stand where nothing else is charted. Rules RB-05, RB-09, RB-16 to RB-20."""

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Money = Annotated[int, msgspec.Meta(ge=0, le=999)]
Mark = Annotated[int, msgspec.Meta(ge=0, le=999)]
Coordinate = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Value99 = Annotated[int, msgspec.Meta(ge=1, le=9)]


class City(Value, frozen=True, omit_defaults=True):
    """A city: region, coast, and as printed its colour and number of cubes; None where not known yet.

    `raw` marks the eastern cities that take raw materials. `x y` serve the drawing.
    """

    code: Code
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    region: Region
    coast: Coast = ""
    colour: Colour | None = None
    value: Value99 | None = None
    raw: bool = False
    x: Coordinate | None = None
    y: Coordinate | None = None


class Suggested(Value, frozen=True):
    """A direct link that the map suggests, its pieces from `a` to `b`."""

    a: Code
    b: Code
    pieces: Pieces


class IncomeStep(Value, frozen=True):
    """The income from so many points on, up to the next step."""

    points: Mark
    income: Money


class Bounty(Value, frozen=True):
    """What the service bounty of a city is worth. Rule RB-21."""

    city: Code
    points: Small


class Baron(Value, frozen=True, omit_defaults=True):
    """A rail baron card: its goal in words, and its points. Rule RB-22."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Z][0-9]{2}(?![\s\S])")]
    deck: Region
    points: Small
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Board(Value, frozen=True, dict=True):
    """A board file. Links may be built between any two cities; those listed only know their pieces.

    `income` says the whole track by its steps where there is a step at 0, else `marks` says the income
    of single marks as far as they have been told.
    """

    format: Literal[1]
    title: Literal["railways_east_west"]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}(?![\s\S])")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    cities: Annotated[tuple[City, ...], msgspec.Meta(min_length=2, max_length=MOST_CITIES)]
    complete: bool = False
    origin: Annotated[str, msgspec.Meta(max_length=300)] = ""
    figures: dict[FigureName, Small] = msgspec.field(default_factory=dict)
    links: Annotated[tuple[Suggested, ...], msgspec.Meta(max_length=MOST_LINKS)] = ()
    income: Annotated[tuple[IncomeStep, ...], msgspec.Meta(max_length=200)] = ()
    marks: Annotated[tuple[IncomeStep, ...], msgspec.Meta(max_length=1000)] = ()
    bounties: Annotated[tuple[Bounty, ...], msgspec.Meta(max_length=60)] = ()
    barons: Annotated[tuple[Baron, ...], msgspec.Meta(max_length=60)] = ()

    @cached_property
    def city(self) -> Mapping[str, City]:
        """Return the cities by code, in the board's order."""
        return {city.code: city for city in self.cities}

    @cached_property
    def named(self) -> Mapping[str, str]:
        """Return the codes by name without signs and capitals."""
        return {plain(city.name): city.code for city in self.cities}

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cities of each coast. Rule REW-61."""
        return {
            side: tuple(city.code for city in self.cities if city.coast == side) for side in "EW"
        }

    @cached_property
    def suggested(self) -> Mapping[str, tuple[str, ...]]:
        """Return the pieces of each suggested link by its name."""
        return {link_name(link.a, link.b): link.pieces for link in self.links}

    @cached_property
    def bounty(self) -> Mapping[str, int]:
        """Return the points of the service bounties by city."""
        return {bounty.city: bounty.points for bounty in self.bounties}

    @cached_property
    def mark(self) -> Mapping[int, int]:
        """Return the income of single marks."""
        return {step.points: step.income for step in self.marks}


VARIANTS: Mapping[str, str] = {
    "tuscon": "tucson",
    "newyorkcity": "newyork",
    "saintlouis": "stlouis",
    "washingtondc": "washington",
    "ftworth": "fortworth",
    "frisco": "sanfrancisco",
}
"""Other spellings of city names; "Tuscon" is the rulebook's. Decision A44."""


def plain(name: str) -> str:
    """Return a name in small letters alone."""
    folded = unicodedata.normalize("NFKD", name).lower()
    return "".join(sign for sign in folded if "a" <= sign <= "z")


def code_of(board: Board, text: str) -> str | None:
    """Return the code of a city by its code or name, spelling variants accepted. Decision A44."""
    if text in board.city:
        return text
    if text.upper() in board.city:
        return text.upper()
    name = plain(text)
    return board.named.get(VARIANTS.get(name, name))


def link_name(a: str, b: str) -> str:
    """Return a link's name: its two cities in the order of the alphabet."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


def link_ends(name: str) -> tuple[str, str]:
    """Return the two cities of a link."""
    a, _, b = name.partition("-")
    return a, b


def stepped(steps: Iterable[IncomeStep], score: int) -> int | None:
    """Return the income at a score by the steps of the track, None where no step reaches down to it.

    A score below 0 is read at 0. Rule RB-19, digest 2.4.
    """
    found: IncomeStep | None = None
    for step in steps:
        if step.points <= max(score, 0) and (found is None or step.points > found.points):
            found = step
    return None if found is None else found.income


def check_board(board: Board) -> None:
    """Raise `Fault` for what a board has wrong: strays, duplicates, an income track without a start."""
    problems = [*_city_problems(board), *_link_problems(board), *_figure_problems(board)]
    if problems:
        raise Fault(tuple(problems))


def _doubled(path: str, keys: Iterable[object]) -> Iterable[tuple[str, str]]:
    seen: set[object] = set()
    for number, key in enumerate(keys):
        if key in seen:
            yield f"{path}[{number}]", f"{key} is there twice."
        seen.add(key)


def _city_problems(board: Board) -> Iterable[tuple[str, str]]:
    yield from _doubled("cities", (city.code for city in board.cities))
    yield from _doubled("cities", (plain(city.name) for city in board.cities))
    for number, city in enumerate(board.cities):
        if board.complete and (city.colour is None or city.value is None):
            yield f"cities[{number}]", f"{city.name} has neither colour nor value, or one of them."
        if city.raw and city.region == "W":
            yield f"cities[{number}].raw", "Raw materials go to eastern cities (REW-37)."


def _link_problems(board: Board) -> Iterable[tuple[str, str]]:
    yield from _doubled("links", (link_name(link.a, link.b) for link in board.links))
    for number, link in enumerate(board.links):
        if link.a == link.b or not {link.a, link.b} <= set(board.city):
            yield f"links[{number}]", "A link joins two cities of the map (REW-51)."
        if not link.pieces:
            yield f"links[{number}].pieces", "A link has at least one piece."


def _figure_problems(board: Board) -> Iterable[tuple[str, str]]:
    yield from _doubled("income", (step.points for step in board.income))
    yield from _doubled("marks", (step.points for step in board.marks))
    yield from _doubled("bounties", (bounty.city for bounty in board.bounties))
    yield from _doubled("barons", (baron.id for baron in board.barons))
    if board.income and not any(step.points == 0 for step in board.income):
        yield "income", "The income track begins at 0 points (RB-19)."
    if board.figures.get("bond", FIGURES["bond"]) < 2:
        yield "figures.bond", "A bond brings 2 or more (RB-16)."


def completeness(board: Board) -> Completeness:
    """Return how much of what is printed on map and cards is known."""
    unknown = [city for city in board.cities if city.colour is None or city.value is None]
    missing = [f"colour and value of {city.name}" for city in unknown]
    missing += [] if board.income else ["income track"]
    missing += [] if board.bounties else ["points of the service bounties"]
    missing += [] if board.barons else ["points of the rail barons"]
    known = len(board.cities) - len(unknown)
    places = tuple(city.code for city in unknown)
    return Completeness(known, len(board.cities), tuple(missing), places, board.complete)
