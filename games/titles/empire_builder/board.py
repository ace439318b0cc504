"""The map as a file: mileposts, cities, crossings, goods and cards, and what charting adds to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from games.engine.codec import Value
from games.engine.errors import Fault, NotationError

Terrain = Literal["clear", "rough"]
Size = Literal["small", "medium", "major"]
Country = Literal["US", "CA", "MX"]

PRICES: Mapping[str, int] = {"clear": 1, "rough": 2, "small": 3, "medium": 3, "major": 5}
"""What a section costs by the milepost built to, in millions. Rule EB-34: Building Railroads."""

RIVER_PRICE = 2
INLET_PRICE = 3
"""What a crossing adds, each, in millions. Rule EB-35, decision A7."""

INLET = "inlet"
UNNAMED = "river"
"""How a crossing is written that is no river, and one whose river nobody has named yet."""

NO_RIVERS = (INLET, UNNAMED)

COASTS: Mapping[str, str] = {"A": "atlantic", "G": "gulf", "P": "pacific"}
"""The coasts that events speak of. Rule EB-11: Daily News 1."""

STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The neighbours on a lattice in doubled rows, clockwise from north."""

MOST_MILEPOSTS = 6000

MOST_CHARTED = 400
"""What one game may chart; the chart editor takes more."""

ID = r"^[A-Za-zÀ-ɏ0-9_.]{1,40}(?![\s\S])"
GOOD = r"^[a-z_]{2,20}(?![\s\S])"
SECTION = r"^[A-Za-zÀ-ɏ0-9_.]{1,40}-[A-Za-zÀ-ɏ0-9_.]{1,40}(?![\s\S])"

Id = Annotated[str, msgspec.Meta(pattern=ID, description="a milepost or a city")]
River = Annotated[str, msgspec.Meta(pattern=r"^([A-Za-zÀ-ɏ0-9_.]{1,40})?(?![\s\S])")]
Good = Annotated[str, msgspec.Meta(pattern=GOOD, description="a kind of goods")]
Section = Annotated[str, msgspec.Meta(pattern=SECTION, description="two mileposts, as a-b")]
Across = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Payoff = Annotated[int, msgspec.Meta(ge=0, le=999)]
Words = Annotated[str, msgspec.Meta(max_length=500)]


class Milepost(Value, frozen=True, omit_defaults=True):
    """A dot of the map. `x` counts columns, `y` half rows downwards; a dot without name is `x.y`."""

    x: Across
    y: Across
    name: River = ""
    terrain: Terrain = "clear"
    city: River = ""
    centre: bool = False
    country: Country = "US"
    coast: Annotated[str, msgspec.Meta(pattern=r"^[AGP]{0,3}(?![\s\S])")] = ""

    @property
    def id(self) -> str:
        """Return what the milepost is called in moves and positions."""
        return self.name or f"{self.x}.{self.y}"


class City(Value, frozen=True, omit_defaults=True):
    """A city: its key, the name shown, its size and the goods available in it. Rules EB-01, EB-45."""

    key: Id
    size: Size
    goods: tuple[Good, ...] = ()
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""

    @property
    def title(self) -> str:
        """Return the name as people read it."""
        return self.name or self.key.replace("_", " ")


class Demand(Value, frozen=True, array_like=True):
    """One line of a demand card: the good, the city that wants it, the payoff in millions. Rule EB-07."""

    good: Good
    city: Id
    payoff: Payoff


class Crossing(Value, frozen=True, array_like=True):
    """What lies between two neighbouring mileposts: rivers by name, `river` unnamed, or `inlet`."""

    a: Id
    b: Id
    over: tuple[Id, ...]


class PrintedCard(Value, frozen=True, array_like=True):
    """A demand card that the deck of this edition is known to hold."""

    number: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    demands: Annotated[tuple[Demand, ...], msgspec.Meta(min_length=3, max_length=3)]


class Board(Value, frozen=True, dict=True, omit_defaults=True):
    """A board file. On a `lattice` dots one step apart are neighbours unless `water` parts them;
    `links` adds neighbours, and holds all of them where the layout is `free`.

    Counters of a good: 0 where the chart does not know how many there are (rule EB-20).
    """

    format: Literal[1]
    title: Literal["empire_builder"]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}(?![\s\S])")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    layout: Literal["lattice", "free"]
    origin: Words = ""
    known: dict[str, Words] = msgspec.field(default_factory=dict)
    """What is known of this chart, and how well, by subject."""
    complete: bool = False
    goal: Annotated[int, msgspec.Meta(ge=1, le=999)] = 250
    """Cash that wins. Rule EB-61."""
    majors: Annotated[int, msgspec.Meta(ge=1, le=20)] = 5
    """Major cities that a line must join. Rule EB-63, decision A30."""
    cards_total: Annotated[int, msgspec.Meta(ge=10, le=999)] = 112
    event_cards: Annotated[int, msgspec.Meta(ge=0, le=99)] = 16
    """Cards of the deck, and how many of them are events. Rule EB-06."""
    cities: Annotated[tuple[City, ...], msgspec.Meta(max_length=200)] = ()
    goods: Annotated[dict[Good, Payoff], msgspec.Meta(max_length=60)] = msgspec.field(
        default_factory=dict
    )
    rivers: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()
    mileposts: Annotated[tuple[Milepost, ...], msgspec.Meta(max_length=MOST_MILEPOSTS)] = ()
    links: Annotated[tuple[tuple[Id, Id], ...], msgspec.Meta(max_length=40_000)] = ()
    water: Annotated[tuple[tuple[Id, Id], ...], msgspec.Meta(max_length=20_000)] = ()
    crossings: Annotated[tuple[Crossing, ...], msgspec.Meta(max_length=20_000)] = ()
    cards: Annotated[tuple[PrintedCard, ...], msgspec.Meta(max_length=999)] = ()

    @cached_property
    def dots(self) -> Mapping[str, Milepost]:
        """Return the mileposts by id."""
        return {dot.id: dot for dot in self.mileposts}

    @cached_property
    def towns(self) -> Mapping[str, City]:
        """Return the cities by key."""
        return {city.key: city for city in self.cities}

    @cached_property
    def deck(self) -> Mapping[int, tuple[Demand, ...]]:
        """Return the known demand cards by number."""
        return {card.number: card.demands for card in self.cards}

    @cached_property
    def charted(self) -> dict[tuple[tuple[str, str], ...], Board]:
        """Return the boards that charting has made of this one, kept so as to work out each once."""
        return {}


def section(a: str, b: str) -> str:
    """Return the name of the section between two mileposts, the same from either side."""
    return f"{a}-{b}" if a <= b else f"{b}-{a}"


def ends_of(name: str) -> tuple[str, str]:
    """Return the two mileposts of a section."""
    a, _, b = name.partition("-")
    return a, b


def city_key(name: str) -> str:
    """Return a city's key for the name people write: in one word, without points and commas."""
    return "_".join(name.replace(",", " ").replace(".", " ").split())


# Checking a board


def check_board(board: Board) -> None:
    """Raise `Fault` for what a board has wrong: strays, doubles, cities in pieces, unknown goods.

    Rules EB-01 (cities), EB-34 (kinds of milepost), EB-50 and EB-51 (major cities).
    """
    problems = [*_doubled(board), *_strays(board), *_city_problems(board), *_card_problems(board)]
    if not problems:
        problems = [*_pair_problems(board)]
    if problems:
        raise Fault(tuple(problems[:100]))


def _doubled(board: Board) -> Iterable[tuple[str, str]]:
    seen: dict[object, int] = {}
    for number, dot in enumerate(board.mileposts):
        for what in (dot.id, (dot.x, dot.y)):
            if what in seen:
                yield f"mileposts[{number}]", f"{dot.id} is already mileposts[{seen[what]}]."
            seen[what] = number
    keys = [city.key for city in board.cities]
    for number, key in enumerate(keys):
        if key in keys[:number]:
            yield f"cities[{number}]", f"{key} is listed twice."
    numbers = [card.number for card in board.cards]
    for number, card in enumerate(numbers):
        if card in numbers[:number]:
            yield f"cards[{number}]", f"Card {card} is listed twice."


def _strays(board: Board) -> Iterable[tuple[str, str]]:
    for number, dot in enumerate(board.mileposts):
        if dot.city and dot.city not in board.towns:
            yield f"mileposts[{number}]", f"There is no city {dot.city}."
        if dot.centre and not dot.city:
            yield f"mileposts[{number}]", "Only a major city has a centre (EB-51)."
        if board.layout == "lattice" and (dot.x + dot.y) % 2:
            yield f"mileposts[{number}]", "On a lattice, x + y is even."
    for number, city in enumerate(board.cities):
        for good in city.goods:
            if good not in board.goods:
                yield f"cities[{number}].goods", f"{good} is not among the goods."
    for river in NO_RIVERS:
        if river in board.rivers:
            yield "rivers", f"“{river}” is not a river's name."


def _city_problems(board: Board) -> Iterable[tuple[str, str]]:
    """A small or medium city is one milepost; a major one has a centre and outer mileposts."""
    dots: dict[str, list[Milepost]] = {}
    for dot in board.mileposts:
        dots.setdefault(dot.city, []).append(dot)
    for number, city in enumerate(board.cities):
        own = dots.get(city.key, [])
        centres = sum(dot.centre for dot in own)
        if not own:
            yield f"cities[{number}]", f"{city.title} has no milepost."
        elif city.size != "major" and (len(own) != 1 or centres):
            yield f"cities[{number}]", f"{city.title} has one milepost, and no centre."
        elif city.size == "major" and (centres != 1 or len(own) < 2):
            yield f"cities[{number}]", f"{city.title} has one centre and outer mileposts (EB-51)."


def _card_problems(board: Board) -> Iterable[tuple[str, str]]:
    for number, card in enumerate(board.cards):
        for demand in card.demands:
            if demand.city not in board.towns:
                yield f"cards[{number}]", f"There is no city {demand.city}."
            if demand.good not in board.goods:
                yield f"cards[{number}]", f"{demand.good} is not among the goods."
    if board.event_cards >= board.cards_total:
        yield "event_cards", "Some cards of the deck are demand cards (EB-06)."


def _pair_problems(board: Board) -> Iterable[tuple[str, str]]:
    linked = {section(a, b) for a, b in board.links}
    for field in ("links", "water", "crossings"):
        for number, pair in enumerate(getattr(board, field)):
            a, b = (pair.a, pair.b) if isinstance(pair, Crossing) else pair
            missing = [end for end in (a, b) if end not in board.dots]
            if missing or a == b:
                yield f"{field}[{number}]", f"There is no milepost {(missing or [a])[0]} to join."
            elif field != "links" and section(a, b) not in linked and not _close(board, a, b):
                yield f"{field}[{number}]", f"{a} and {b} are not neighbouring mileposts."
    known = {*board.rivers, *NO_RIVERS}
    for number, crossing in enumerate(board.crossings):
        for name in crossing.over:
            if name not in known:
                yield f"crossings[{number}]", f"{name} is not among the rivers."


def are_close(board: Board, first: Milepost, second: Milepost) -> bool:
    """Say whether two mileposts lie one step apart on a lattice."""
    step = (second.x - first.x, second.y - first.y)
    return board.layout == "lattice" and step in STEPS


def _close(board: Board, a: str, b: str) -> bool:
    return are_close(board, board.dots[a], board.dots[b])


# Charted things are kept and written as one word each, under a key that says what they are:
# `m:12.30` a milepost `x/y/terrain/city/country/coast`, `s:a-b` a section `open`, `water` or what
# it crosses joined by `+`, `c:Denver` a city's goods joined by `+`, `g:coal` how many counters.


def chart_board(board: Board, chart: Mapping[str, str]) -> Board:
    """Return the board with what was charted, or raise `NotationError`; the same chart, the same board."""
    if not chart:
        return board
    words = tuple(sorted(chart.items()))
    found = board.charted.get(words)
    if found is None:
        if len(board.charted) > 32:
            board.charted.clear()
        found = board.charted[words] = _charted(board, chart)
    return found


def _charted(board: Board, chart: Mapping[str, str]) -> Board:
    kinds: dict[str, dict[str, str]] = {"m": {}, "s": {}, "c": {}, "g": {}}
    for word, text in chart.items():
        kind, _, key = word.partition(":")
        if kind not in kinds:
            raise NotationError(f"{word}={text}"[:60], "a charted thing such as m:12.30=…")
        kinds[kind][key] = text
    dots = dict(board.dots)
    dots |= {key: read_milepost(key, text) for key, text in kinds["m"].items()}
    goods = dict(board.goods) | {key: int(text) for key, text in kinds["g"].items()}
    cities = tuple(
        replace(city, goods=tuple(filter(None, kinds["c"][city.key].split("+"))))
        if city.key in kinds["c"]
        else city
        for city in board.cities
    )
    board = replace(board, mileposts=tuple(dots.values()), goods=goods, cities=cities)
    return with_sections(board, kinds["s"])


def with_sections(board: Board, changed: Mapping[str, str]) -> Board:
    """Return the board with charted sections: `open`, `water`, or what they cross."""
    water = {section(*pair): pair for pair in board.water}
    crossings = {section(one.a, one.b): one for one in board.crossings}
    links = {section(*pair): pair for pair in board.links}
    rivers = dict.fromkeys(board.rivers)
    for key, text in changed.items():
        a, b = ends_of(key)
        if a not in board.dots or b not in board.dots:
            raise NotationError(key[:60], "a section between two mileposts")
        water.pop(key, None)
        crossings.pop(key, None)
        if not _close(board, a, b):
            links.setdefault(key, (a, b))
        if text == "water":
            water[key] = (a, b)
        elif text != "open":
            crossings[key] = Crossing(a, b, tuple(text.split("+")))
            rivers |= dict.fromkeys(name for name in text.split("+") if name not in NO_RIVERS)
    return replace(
        board,
        water=tuple(water.values()),
        crossings=tuple(crossings.values()),
        links=tuple(links.values()),
        rivers=tuple(rivers),
    )


def milepost_text(dot: Milepost) -> str:
    """Return what is charted of a milepost as one word."""
    centre = "*" if dot.centre else ""
    return f"{dot.x}/{dot.y}/{dot.terrain}/{dot.city}{centre}/{dot.country}/{dot.coast}"


def read_milepost(key: str, text: str) -> Milepost:
    """Return the milepost written as one word, or raise `NotationError`."""
    parts = text.split("/")
    try:
        x, y, terrain, city, country, coast = parts
        data = {"x": int(x), "y": int(y), "terrain": terrain, "city": city.removesuffix("*")}
        data |= {"centre": city.endswith("*"), "country": country, "coast": coast}
        data["name"] = "" if key == f"{int(x)}.{int(y)}" else key
        dot = msgspec.convert(data, Milepost)
    except ValueError:  # msgspec.ValidationError is one too
        raise NotationError(f"{key}={text}"[:60], "a milepost as x/y/terrain/city/CA/A") from None
    return dot
