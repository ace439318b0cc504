"""The map as the chart editor sees it: mileposts, what sections cross, goods of cities, counters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.engine.charts import WHOLE, Cells, ChartEditor, Completeness, Reach, Values
from games.engine.drawing import Drawing, Line
from games.engine.errors import Fault
from games.engine.title import Choice, Field
from games.titles.empire_builder.board import (
    GOOD,
    ID,
    INLET,
    NO_RIVERS,
    SECTION,
    UNNAMED,
    Board,
    Milepost,
    check_board,
    city_key,
    ends_of,
    section,
    with_sections,
)
from games.titles.empire_builder.drawing import across, layout_of, map_drawing
from games.titles.empire_builder.grid import grid_of

COUNTER = "good:"
"""Before the name of a good where its counters are meant."""

WATER = "water"
MOST_RIVERS = 60
_SIZES = (Choice("small", "small"), Choice("medium", "medium"))
_COUNTRIES = (Choice("US", "United States"), Choice("CA", "Canada"), Choice("MX", "Mexico"))
_COASTS = (
    Choice("", "none"),
    Choice("A", "Atlantic"),
    Choice("G", "Gulf"),
    Choice("P", "Pacific"),
    Choice("AG", "Atlantic and Gulf"),
)

FIELDS = (
    Field("terrain", "Ground", "choice", (Choice("clear", "clear"), Choice("rough", "mountain"))),
    Field("size", "City", "choice", _SIZES),
    Field("country", "Country", "choice", _COUNTRIES),
    Field("coast", "Coast", "choice", _COASTS),
    Field("goods", "Goods", "text", required=False),
    Field("over", "Crosses", "text", required=False),
    Field("count", "Counters", "int", least=0, most=999),
)
HEADS = ("Cities and their goods", "Crossings", "Counters of goods")


def read(board: Board) -> Cells:
    """Return the values of every milepost, section and good, and under `WHOLE` those of the chart.

    `at` says where a place lies, in halves of columns and of half rows.
    """
    whole = {"name": board.name, "complete": "true" if board.complete else ""}
    cells: dict[str, Values] = {WHOLE: whole}
    for dot in board.mileposts:
        cells[dot.id] = _milepost(board, dot)
    for key, over in _sections(board):
        a, b = (board.dots[end] for end in ends_of(key))
        cells[key] = {"at": f"{a.x + b.x} {a.y + b.y}", "over": over}
    for good, count in board.goods.items():
        cells[COUNTER + good] = {"count": str(count) if count else ""}
    return cells


def _milepost(board: Board, dot: Milepost) -> Values:
    values = {"at": f"{2 * dot.x} {2 * dot.y}", "country": dot.country, "coast": dot.coast}
    city = board.towns.get(dot.city)
    if city is None:
        return values | {"terrain": dot.terrain}
    if city.size != "major":
        values["size"] = city.size
    if city.size != "major" or dot.centre:
        values["goods"] = ", ".join(city.goods)
    return values


def _sections(board: Board) -> Iterator[tuple[str, str]]:
    """Yield every section with what it crosses: names joined by `+`, or water."""
    over = {section(one.a, one.b): "+".join(one.over) for one in board.crossings}
    for links in grid_of(board).links.values():
        for link in links.values():
            if link.onward:
                yield link.key, over.get(link.key, "")
    for pair in board.water:
        yield section(*pair), WATER


def fields_of(place: str) -> tuple[str, ...]:
    """Return the names of the fields that a place has; which of a milepost's, its values tell."""
    if place.startswith(COUNTER):
        return ("count",)
    if "-" in place:
        return ("over",)
    return ("terrain", "size", "country", "coast", "goods")


def find(text: str) -> str:
    """Return a milepost, city, section `a-b` or good as charts write it, empty where it is none."""
    tidy = text.strip()
    if re.match(SECTION, tidy):
        return section(*ends_of(tidy))
    if tidy.startswith(COUNTER):
        return tidy if re.match(GOOD, tidy.removeprefix(COUNTER)) else ""
    tidy = tidy if re.match(r"\d+\.\d+$", tidy) else city_key(tidy)
    return tidy if re.match(ID, tidy) else ""


def rows(cells: Cells) -> Mapping[int, tuple[str, ...]]:
    """Return what is typed: cities, crossings, counters."""
    named = [place for place in cells if place != WHOLE]
    return {
        0: tuple(place for place in named if "goods" in cells[place]),
        1: tuple(place for place in named if cells[place].get("over")),
        2: tuple(place for place in named if place.startswith(COUNTER)),
    }


def reached(cells: Cells, start: str, reach: Reach) -> tuple[str, ...]:
    """Return the mileposts and sections that a stroke of the brush covers, as they lie on the map."""
    begin = cells.get(start, {}).get("at", "")
    if reach == "hex" or not begin:
        return (start,)
    x, y = map(int, begin.split())
    found = [start]
    for place, values in cells.items():
        at = values.get("at", "") if place not in (WHOLE, start) else ""
        if at:
            east, south = (int(part) - base for part, base in zip(at.split(), (x, y), strict=True))
            if _covers(reach, east, south):
                found.append(place)
    return tuple(found)


def _covers(reach: Reach, east: int, south: int) -> bool:
    side = (not reach.endswith("west") or east <= 0) and (not reach.endswith("east") or east >= 0)
    return side and (south == 0 or not reach.startswith("row"))


# Writing


def write(board: Board, cells: Cells) -> Board:
    """Return the board with these values, or raise `Fault` with the places (`12.30.terrain`) at fault."""
    known = read(board)
    problems = [
        (place, f"{place} cannot be taken off the map.") for place in known if place not in cells
    ]
    changes = _Changes(board)
    for place, values in cells.items():
        if place == WHOLE or values == known.get(place):
            continue
        try:
            changes.take(place, values, known)
        except Fault as fault:
            problems += fault.problems
    if problems:
        raise Fault(tuple(problems[:100]))
    found = changes.written(cells.get(WHOLE, {}))
    check_board(found)
    return found


class _Changes:
    """What is to be changed of a board, place by place."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.dots, self.cities, self.goods = dict(board.dots), dict(board.towns), dict(board.goods)
        self.over: dict[str, str] = {}

    def take(self, place: str, values: Values, known: Cells) -> None:
        """Note the values of a place, or raise `Fault` at its field."""
        if place not in known:
            raise Fault.one(place, f"There is no {place} on this map.")
        if place.startswith(COUNTER):
            self.goods[place.removeprefix(COUNTER)] = _count(place, values)
        elif "-" in place:
            self.over[place] = _over(place, values.get("over", ""))
        else:
            self._milepost(place, values)
            if "goods" in known[place]:
                self._city(place, values)

    def _milepost(self, place: str, values: Values) -> None:
        dot = self.dots[place]
        names = ("country", "coast") if dot.city else ("country", "coast", "terrain")
        for name in names:
            _check_choice(place, name, values)
        chosen = {name: values.get(name, "") for name in names}
        self.dots[place] = replace(dot, **chosen)

    def _city(self, place: str, values: Values) -> None:
        city = self.cities[self.dots[place].city]
        if city.size != "major":
            _check_choice(place, "size", values)
            city = replace(city, size=values["size"])
        self.cities[city.key] = replace(city, goods=_goods(place, values, self.board))

    def written(self, whole: Values) -> Board:
        """Return the board with everything noted."""
        name = whole.get("name", self.board.name)
        if not 1 <= len(name) <= 100:
            raise Fault.one("name", "A name has 1 to 100 characters.")
        found = replace(
            self.board,
            name=name,
            complete=bool(whole.get("complete")),
            mileposts=tuple(self.dots.values()),
            cities=tuple(self.cities.values()),
            goods=self.goods,
        )
        found = with_sections(found, self.over)
        if len(found.rivers) > MOST_RIVERS:
            raise Fault.one("over", f"A chart names at most {MOST_RIVERS} rivers.")
        return found


def _check_choice(place: str, name: str, values: Values) -> None:
    choices = next(field.choices for field in FIELDS if field.name == name)
    if values.get(name, "") not in {one.value for one in choices}:
        raise Fault.one(f"{place}.{name}", "This is not one of the choices.")


def _goods(place: str, values: Values, board: Board) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(re.split(r"[\s,+]+", values.get("goods", "").strip(" ,+"))))
    for name in filter(None, names):
        if name not in board.goods:
            known = ", ".join(board.goods)
            raise Fault.one(f"{place}.goods", f"{name[:20]} is not among the goods: {known}.")
    return tuple(filter(None, names))


def _count(place: str, values: Values) -> int:
    text = values.get("count", "")
    if text and not re.fullmatch("[0-9]{1,3}", text):
        raise Fault.one(f"{place}.count", "Enter a whole number from 0 to 999, or nothing.")
    return int(text or 0)


def _over(place: str, text: str) -> str:
    """Return what a section crosses as charts keep it: `open`, `water`, or names joined by `+`."""
    names = [city_key(name) for name in re.split(r"[+,]", text) if name.strip()]
    if not names:
        return "open"
    if WATER in names:
        if len(names) > 1:
            raise Fault.one(f"{place}.over", "Across water nothing else is crossed.")
        return WATER
    if len(names) > 4 or not all(re.match(ID, name) for name in names):
        raise Fault.one(
            f"{place}.over",
            "Write a river's name, river for one without name, inlet, or water; two joined by +.",
        )
    return "+".join(names)


# Beside the values


def completeness(board: Board) -> Completeness:
    """Return how much is known: rivers without a name and counters nobody has counted are not."""
    unnamed = tuple(section(one.a, one.b) for one in board.crossings if UNNAMED in one.over)
    total = len(board.mileposts) + len(board.crossings) + len(board.water)
    counted = all(board.goods.values())
    missing = () if counted else ("numbers of counters",)
    return Completeness(total - len(unnamed), total, missing, unnamed, board.complete)


def choices_of(board: Board, name: str) -> tuple[Choice, ...]:
    """Return what a brush can set of a field: for crossings, the rivers that have a name too."""
    if name != "over":
        return next(field.choices for field in FIELDS if field.name == name)
    plain = (
        Choice("", "nothing"),
        Choice(UNNAMED, "river without name"),
        Choice(INLET, "inlet"),
        Choice(WATER, "water: no track"),
    )
    return (*plain, *(Choice(river, river.replace("_", " ")) for river in board.rivers))


def near(board: Board, place: str) -> tuple[tuple[str, str], ...]:
    """Return the sections of a milepost with what they cross, or the two mileposts of a section."""
    if place.startswith(COUNTER):
        return ()
    if "-" in place:
        return tuple((end, end) for end in ends_of(place))
    found = [(key, over) for key, over in _sections(board) if place in ends_of(key)]
    return tuple((key, f"{key}: {over or 'open'}") for key, over in found)


def drawing(board: Board) -> Drawing:
    """Return the map for editing: what is crossed can be tapped like a milepost."""
    drawn, layout = map_drawing(board), layout_of(board)
    lines = []
    for key, over in _sections(board):
        if over:
            a, b = ends_of(key)
            kind = "lake" if over == WATER else "inlet" if over == INLET else "river"
            named = kind != "river" or any(name not in NO_RIVERS for name in over.split("+"))
            css = kind if named else f"{kind} unnamed"
            spoken = f"{key}, crosses {over.replace('+', ' and ').replace('_', ' ')}"
            lines.append(Line(css, across(layout, a, b), key, key, spoken))
    return replace(drawn, lines=tuple(lines))


EDITOR = ChartEditor(
    fields=FIELDS,
    typed=("goods", "over", "count"),
    painted=("terrain", "country", "coast", "over"),
    terrain="",
    read=read,
    write=write,
    empty=None,
    brings=lambda board: {},
    drawing=drawing,
    find=find,
    rows=rows,
    heads=HEADS,
    reached=reached,
    fields_of=fields_of,
    near=near,
    choices_of=choices_of,
    example="12.30",
)
