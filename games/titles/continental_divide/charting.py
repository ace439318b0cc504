"""Charting: asking for, and taking over, what the table reads off its printed map."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Choice, Field, Table
from games.titles.continental_divide.board import (
    CITY_OF,
    MOST_HEXES,
    START_HEXES,
    HexData,
    Printed,
    Sketch,
    hex_text,
    misprints,
    read_hex,
)
from games.titles.continental_divide.state import State, hex_at, known_hexes
from scoring.tables.continental_divide import PORT_POINTS

YES_NO = (Choice("", "no"), Choice("true", "yes"))


def chart_hexes(table: Table, state: State, printed: Iterable[Printed], referee: Referee) -> State:
    """Return the state that knows these hexes, or raise `IllegalMove`. Digest 2.1, rule CD-29."""
    for entry in printed:
        state = _chart(table, state, entry, referee)
    return state


def _chart(table: Table, state: State, entry: Printed, referee: Referee) -> State:
    text = hex_text(entry)
    data = read_hex(entry.place, text)
    known = hex_at(table, state, entry.place)
    if known is not None and hex_text(known) == text:
        return state
    _check(table, state, data, referee)
    chart = {**state.chart, entry.place: text}
    at_home = table.board.grid.get(entry.place)
    if at_home is not None and hex_text(at_home) == text:
        del chart[entry.place]
    railroads = {
        key: replace(railroad, at=entry.place)
        if entry.start and railroad.at == entry.start
        else railroad
        for key, railroad in state.railroads.items()
    }
    return replace(state, chart=chart, railroads=railroads)


def _check(table: Table, state: State, data: HexData, referee: Referee) -> None:
    """Refuse a hex that is not on the map, already built, or marked against the rules."""
    builders = tuple(key for key, railroad in state.railroads.items() if railroad.has(data.place))
    if table.board.complete and data.place not in table.board.grid:
        referee.refuse("off_map", "CD-30", hex=data.place)
    own = table.board.grid.get(data.place)
    if own is not None and (own.start, own.port) != (data.start, data.port):
        referee.refuse(
            "mark_fixed", "CD-36", hex=data.place, mark=own.start or own.port or "no start or port"
        )
    if builders:
        referee.refuse("chart_fixed", "CD-29", hex=data.place, railroads=builders)
    for problem in misprints(data):
        referee.refuse("misprint", "CD-35", hex=data.place, problem=problem)
    for other in known_hexes(table, state):
        mark = (data.start and other.start == data.start and data.start) or (
            data.port and other.port == data.port and data.port
        )
        if mark and other.place != data.place:
            referee.refuse("mark_elsewhere", "CD-36", hex=data.place, mark=mark, other=other.place)
    if len(state.chart) >= MOST_HEXES:
        referee.refuse("chart_full", "CD-29", most=MOST_HEXES)


def charting(table: Table, place: str) -> tuple[Field, ...]:
    """Return the fields that chart one hex with the move that touches it. Digest 2.1, rule CD-29.

    What the chart has sketched of the hex is filled in.
    """
    sketched: Sketch | None = table.board.sketched.get(place)
    fields = printed_fields(f"charted.{place}.")
    if sketched is None:
        return fields
    return tuple(
        _filled(field, getattr(sketched, field.name.rpartition(".")[2])) for field in fields
    )


def _filled(field: Field, value: int | str | bool | None) -> Field:
    """Return a field with what is known of its hex, or as it is where nothing is."""
    if value is None or value is False or value == "":
        return field
    return replace(field, value="true" if value is True else str(value))


def printed_fields(prefix: str) -> tuple[Field, ...]:
    """Return a field for everything that the map prints in a hex."""
    regions = (Choice("E", "Eastern"), Choice("C", "Central"), Choice("W", "Western"))
    starts = (Choice("", "no"), *(Choice(name, f"{CITY_OF[name]} {name}") for name in START_HEXES))
    ports = (Choice("", "none"), *(Choice(port, port) for port in PORT_POINTS))
    return (
        Field(f"{prefix}cost", "Build cost (left)", "int", least=0, most=99, value="2"),
        Field(f"{prefix}income", "Income (right)", "int", least=0, most=99, value="1"),
        Field(f"{prefix}region", "Region", "choice", regions, value="E"),
        Field(f"{prefix}west_of_divide", "West of the Divide", "flag", YES_NO, required=False),
        Field(f"{prefix}name", "Name", "text", required=False),
        Field(f"{prefix}start", "Start hex", "choice", starts, required=False),
        Field(f"{prefix}port", "Port", "choice", ports, required=False),
    )
