"""The map as a drawing, and the segments on it: each in its owner's colour and dashes, with its letter."""

from __future__ import annotations

from games.engine.drawing import Drawing, Legend, Line, Piece, Place, Point, Stroke, Text
from games.engine.labels import marks, names
from games.engine.title import Table
from games.titles.twentieth_century_limited.board import Board, is_city, line_ends
from games.titles.twentieth_century_limited.layout import (
    CITY,
    JUNCTION,
    MARGIN,
    courses,
    framed,
)
from games.titles.twentieth_century_limited.naming import line_name, node_name, spoken_node
from games.titles.twentieth_century_limited.state import (
    State,
    in_order,
    merged_board,
    segments_of,
)

REACH = 40
"""Half of what a finger needs, in units."""

GAP = 9
"""Between a city and the track that ends there: half the width of the track's ground."""

QUARTERS = {"NE": "north-east", "SE": "south-east", "NW": "north-west", "SW": "south-west", "": ""}


def drawing(table: Table, state: State) -> Drawing:
    """Return the drawing of the map with all lines charted. Rules TCL-25 and TCL-26, decision Q15."""
    return map_drawing(merged_board(table, state))


def map_drawing(board: Board, margin: int = MARGIN) -> Drawing:
    """Return the drawing of a map: its cities, its junctions, and its lines, which can be tapped."""
    frame = framed(board, margin)
    spots = frame.spots
    lines = courses(board, spots)
    cities = [node.id for node in board.nodes if is_city(node.id)]
    radii = {node: CITY if is_city(node) else JUNCTION for node in spots}
    near = names({city: node_name(board, city) for city in cities}, spots, radii, lines.values())
    far = marks({city: city for city in cities}, spots)
    return Drawing(
        frame.width,
        frame.height,
        REACH,
        tuple(
            _city(board, node.id, spots[node.id], (near[node.id], far[node.id]))
            if is_city(node.id)
            else _junction(board, node.id, spots[node.id])
            for node in board.nodes
        ),
        tuple(_line(board, line, points) for line, points in lines.items()),
        (
            Legend("city", "dot", ("town",)),
            Legend("junction without a name", "dot", ("junction",)),
            Legend("connection line, room for one segment", "line", ("rail",)),
        ),
        ("What", "Quarter"),
    )


def _city(board: Board, city: str, spot: Point, texts: tuple[Text, ...]) -> Place:
    quarter = QUARTERS[board.node[city].quarter]
    spoken = f"{spoken_node(board, city)}, city" + (f" in the {quarter}" if quarter else "")
    columns = ("city", quarter or "–")
    return Place(city, node_name(board, city), spot, spoken, (), CITY, ("town",), texts, columns)


def _junction(board: Board, node: str, spot: Point) -> Place:
    spoken = spoken_node(board, node)
    columns = ("junction", "–")
    return Place(node, spoken, spot, spoken, (), JUNCTION, ("junction",), (), columns)


def _line(board: Board, line: str, points: tuple[Point, ...]) -> Line:
    first, second = line_ends(line)
    number = line.partition("#")[2]
    spoken = f"line {spoken_node(board, first)} to {spoken_node(board, second)}"
    spoken += f", number {number} between them" if number else ""
    return Line("rail", points, line, line_name(board, line), spoken, ("line", "–"))


def pieces(table: Table, state: State) -> tuple[Stroke | Piece, ...]:
    """Return every segment on the map: track in its owner's look, and a piece with the owner's letter.

    Rules TCL-25 to TCL-27.
    """
    board = merged_board(table, state)
    course = courses(board, framed(board).spots, GAP)
    laid = {
        seat: tuple(course[line] for line in in_order(table, state, segments_of(state, seat)))
        for seat in state.order
    }
    strokes = [
        Stroke(seat, lines, table.seats.index(seat), "segment")
        for seat, lines in laid.items()
        if lines
    ]
    letters = [
        Piece(line, owner, owner, table.seats.index(owner), 0, 0)
        for line, owner in state.owners.items()
    ]
    return (*strokes, *letters)
