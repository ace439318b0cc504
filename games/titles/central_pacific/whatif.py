"""Thinking ahead, as questions: where a tile could go, what lies between cities, which lines can be stolen."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.engine.codec import Value
from games.engine.errors import Fact, Fault, NotationError
from games.engine.title import Calculator, Choice, Column, Field, Note, Panel, Table
from games.titles.central_pacific.claims import Change
from games.titles.central_pacific.draft import city_faces
from games.titles.central_pacific.drawing import OPEN, spoken
from games.titles.central_pacific.helpers import changes_by, gap, lines, threats, where
from games.titles.central_pacific.moves import Clear, Laying
from games.titles.central_pacific.state import State, side_of, sides
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    KINDS,
    NEIGHBOURS,
    SHAPES,
    SIDE_NAMES,
    SQUARES,
    Tile,
    read_tile,
)

Seat = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]
Word = Annotated[str, msgspec.Meta(max_length=20)]


class TileQuestion(Value, frozen=True):
    """A tile, and for whom it is asked."""

    tile: Word
    seat: Seat


class CitiesQuestion(Value, frozen=True):
    """Two cities by their squares."""

    city: Word
    other: Word


class SideQuestion(Value, frozen=True):
    """Whose lines are asked about."""

    side: Seat


# Where a tile could go


def tile_fields(table: Table, state: State, seat: str) -> tuple[Field, ...]:
    """Ask for a tile and a seat; nothing once the game is over."""
    if state.ended:
        return ()
    tiles = [Tile(kind, SHAPES[kind][0]) for kind in KINDS if kind != CITY]
    tiles += [Tile(CITY, least, number) for number, least in city_faces(table)]
    choices = tuple(
        Choice(tile.word, spoken(tile) if tile.kind == CITY else KINDS[tile.kind]) for tile in tiles
    )
    return (
        Field("tile", "Tile", "choice", choices, value=choices[0].value),
        Field("seat", "For", "seat", _seats(table.seats), value=seat or state.active),
    )


def tile_answer(table: Table, state: State, question: TileQuestion) -> tuple[Note | Panel, ...]:
    """List every square the tile could be laid on, how it would lie, and what that alone would claim.

    Raises `Fault` for what is no tile and no seat. Rules CP-15 to CP-33.
    """
    if question.seat not in table.seats:
        raise Fault((("seat", "There is no such seat."),))
    try:
        tile = read_tile(question.tile)
    except NotationError:
        raise Fault((("tile", "There is no such tile."),)) from None
    ways: dict[str, list[Laying]] = {}
    for laying in where(table, state, question.seat, tile._replace(home="")):
        ways.setdefault(laying.square, []).append(laying)
    if not ways:
        return (Note("where_nowhere", {"seat": question.seat}),)
    columns = (
        Column("Square", "text"),
        Column("Rail ends", "text"),
        Column("Tiles"),
        Column("Alone it would", "text"),
    )
    rows = tuple(_way_row(table, state, question.seat, found) for found in ways.values())
    said = Note("where_squares", {"count": len(rows), "seat": question.seat})
    return said, Panel("where", "Where it fits", columns, rows)


def _way_row(table: Table, state: State, seat: str, ways: list[Laying]) -> tuple[int | str, ...]:
    first = ways[0]
    changes = {
        _change_words(change)
        for laying in ways
        for change in changes_by(table, state, seat, (laying,))
    }
    return (
        first.square,
        "; ".join("-".join(SIDE_NAMES[side] for side in laying.sides) or "none" for laying in ways),
        first.copies if isinstance(first, Clear) else 1,
        ", ".join(sorted(changes)),
    )


def _change_words(change: Change) -> str:
    verbs = {
        "new": "claim",
        "extended": "extend",
        "stolen": "steal",
        "merged": "join",
        "kept": "reach, without taking,",
    }
    return f"{verbs[change.kind]} {change.line.name}"


# What lies between two cities


def cities_fields(table: Table, state: State, seat: str) -> tuple[Field, ...]:
    """Ask for two of the cities on the board."""
    grid = state.grid
    found = tuple(
        Choice(SQUARES[city], f"{SQUARES[city]} ({grid.number(city)})") for city in grid.cities
    )
    if len(found) < 2:
        return ()
    return (
        Field("city", "City", "choice", found, value=found[0].value),
        Field("other", "And city", "choice", found, value=found[1].value),
    )


def cities_answer(table: Table, state: State, question: CitiesQuestion) -> tuple[Note | Panel, ...]:
    """Say how many rail tiles lie between, and how many the cities' numbers demand. Rules CP-20, CP-21.

    Raises `Fault` for a square without a city.
    """
    grid = state.grid
    for name in ("city", "other"):
        square = getattr(question, name)
        if square not in INDEX or not grid.is_city(INDEX[square]):
            raise Fault(((name, "There is no city on this square."),))
    if question.city == question.other:
        raise Fault((("other", "Choose two different cities."),))
    found = gap(state, question.city, question.other)
    numbers = [grid.number(INDEX[square]) for square in (found.city, found.other)]
    facts: dict[str, Fact] = {"city": found.city, "other": found.other, "needed": found.needed}
    facts |= {"number": numbers[0], "second": numbers[1], "rails": found.rails}
    return (Note("between_open" if found.rails is None else "between", facts),)


# Which lines can be stolen


def side_fields(table: Table, state: State, seat: str) -> tuple[Field, ...]:
    """Ask whose lines; nothing while nobody has any, or once the game is over."""
    if state.ended or not state.trains:
        return ()
    own = sides(table)
    mine = side_of(table, seat) if seat else state.active
    return (
        Field("side", "Whose lines", "seat", _seats(own), value=mine if mine in own else own[0]),
    )


def side_answer(table: Table, state: State, question: SideQuestion) -> tuple[Note | Panel, ...]:
    """List a side's lines: the squares their open ends face, and how one tile would steal each now.

    Raises `Fault` for a seat that is no side. Rules CP-55 to CP-60.
    """
    if question.side not in sides(table):
        raise Fault((("side", "There is no such side."),))
    through: dict[int, list[str]] = {}
    for threat in threats(table, state, question.side):
        words = f"{threat.square} with a {KINDS[threat.by.tile]}"
        through.setdefault(threat.line.rails[0], []).append(words)
    rows = []
    for info in lines(table, state):
        if info.owner == question.side:
            faced = {NEIGHBOURS[e.square][e.side] for e in info.open_ends if e.faces in OPEN}
            rows.append(
                (
                    info.line.name,
                    len(info.line.rails),
                    " ".join(SQUARES[square] for square in sorted(faced)),
                    ", ".join(through.get(info.line.rails[0], ())),
                )
            )
    if not rows:
        return (Note("steal_none", {"side": question.side}),)
    columns = (
        Column("Line", "text"),
        Column("Rails"),
        Column("Open towards", "text"),
        Column("Stolen with one tile on", "text"),
    )
    code = "steal_after" if state.spike else "steal_before"
    return Note(code), Panel("steal", "Lines that are not safe", columns, tuple(rows))


def _seats(letters: str) -> tuple[Choice, ...]:
    return tuple(Choice(letter, letter) for letter in letters)


CALCULATORS = (
    Calculator(
        "tile", "Where could this tile go?", "Look", TileQuestion, tile_fields, tile_answer, "CP-15"
    ),
    Calculator(
        "cities",
        "What lies between two cities?",
        "Count",
        CitiesQuestion,
        cities_fields,
        cities_answer,
        "CP-20",
    ),
    Calculator(
        "lines",
        "Which lines can be stolen?",
        "Look",
        SideQuestion,
        side_fields,
        side_answer,
        "CP-60",
        "With one tile, as far as the set may hold it; with more tiles more can be reached.",
    ),
)
