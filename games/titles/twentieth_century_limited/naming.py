"""What people call the places of a map: cities by name, junctions by key, lines by their two ends."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.title import Table
from games.titles.twentieth_century_limited.board import Board, is_city, line_ends
from games.titles.twentieth_century_limited.state import State, merged_board


def node_name(board: Board, node: str) -> str:
    """Return what a node is called: a city's name, else its key."""
    known = board.node.get(node)
    return known.name if known is not None and known.name else node


def line_name(board: Board, line: str) -> str:
    """Return what a line is called: its two ends, and which one of several between them it is."""
    first, second = line_ends(line)
    number = line.partition("#")[2]
    ends = f"{node_name(board, first)}–{node_name(board, second)}"
    return f"{ends} ({number})" if number else ends


def spoken_node(board: Board, node: str) -> str:
    """Return what is said of a node."""
    if not is_city(node):
        return f"junction {node}"
    name = node_name(board, node)
    return name if name == node else f"{name} {node}"


def place_names(table: Table, state: State) -> Mapping[str, str]:
    """Return what the cities and the lines of the map are called, by their keys."""
    board = merged_board(table, state)
    cities = {node.id: node.name for node in board.nodes if node.name}
    return cities | {line.id: line_name(board, line.id) for line in board.lines}
