"""Charting: taking over what the table reads off its printed map."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.engine.errors import Fault, IllegalMove
from games.engine.referee import Referee
from games.engine.title import Step, Table
from games.titles.empire_builder.board import (
    MOST_CHARTED,
    NO_RIVERS,
    Board,
    Milepost,
    are_close,
    chart_board,
    check_board,
    ends_of,
    milepost_text,
    section,
)
from games.titles.empire_builder.grid import grid_of
from games.titles.empire_builder.moves import ChartCity, ChartGood, ChartMilepost, ChartSection
from games.titles.empire_builder.state import State


def merged_board(table: Table, state: State) -> Board:
    """Return the board with what was charted during the game."""
    return chart_board(table.board, state.chart)


def chart(
    table: Table,
    state: State,
    move: ChartMilepost | ChartSection | ChartCity | ChartGood,
    referee: Referee,
) -> Step:
    """Return the step of charting one thing, or raise `IllegalMove`. Digest 2.1."""
    board = merged_board(table, state)
    match move:
        case ChartMilepost():
            word, text = f"m:{move.place}", _milepost(board, move, referee)
        case ChartSection():
            word, text = _section(board, state, move, referee)
        case ChartCity():
            word, text = f"c:{move.city}", _city(board, move, referee)
        case ChartGood():
            return _good(board, state, move, referee)
    return Step(_kept(table, state, word, text, referee))


def _kept(table: Table, state: State, word: str, text: str, referee: Referee) -> State:
    """Return the state that knows the thing; what the board itself says needs no chart."""
    kept = {**state.chart, word: text}
    _check_room(kept, referee)
    try:
        check_board(chart_board(table.board, kept))
    except Fault as fault:
        raise IllegalMove("misprint", "EB-34", problem=fault.problems[0][1]) from None
    return replace(state, chart=kept)


def _check_room(kept: Mapping[str, str], referee: Referee) -> None:
    if len(kept) > MOST_CHARTED:
        referee.refuse("chart_full", "EB-34", most=MOST_CHARTED)


def _milepost(board: Board, move: ChartMilepost, referee: Referee) -> str:
    known = board.dots.get(move.place)
    if known is None:
        if board.complete:
            referee.refuse("off_map", "EB-34", place=move.place)
        x, y = _whereabouts(move)
        name = "" if move.place == f"{x}.{y}" else move.place
        known = Milepost(x, y, name)
    dot = replace(known, terrain=move.terrain, country=move.country, coast=move.coast)
    return milepost_text(dot)


def _whereabouts(move: ChartMilepost) -> tuple[int, int]:
    """Return where a new milepost lies: as told, or as its name says."""
    if move.x is not None and move.y is not None:
        return move.x, move.y
    x, _, y = move.place.partition(".")
    if x.isdecimal() and y.isdecimal():
        return int(x), int(y)
    raise IllegalMove("no_whereabouts", "EB-34", place=move.place)


def _section(board: Board, state: State, move: ChartSection, referee: Referee) -> tuple[str, str]:
    key = section(*ends_of(move.section))
    for end in ends_of(key):
        if end not in board.dots:
            referee.refuse("off_map", "EB-34", place=end)
    a, b = ends_of(key)
    near = are_close(board, board.dots[a], board.dots[b])
    fixed = board.complete or board.layout == "lattice" or a == b
    if fixed and not near and grid_of(board).link(a, b) is None:
        referee.refuse("not_neighbours", "EB-34", a=a, b=b)
    if move.water and key in state.track:
        referee.refuse("chart_fixed", "EB-42", section=key, owner=state.track[key][0])
    for name in move.over:
        if not board.complete or name in NO_RIVERS or name in board.rivers:
            continue
        referee.refuse("unknown_river", "EB-13", river=name, rivers=board.rivers)
    return f"s:{key}", "water" if move.water else "+".join(move.over) or "open"


def _city(board: Board, move: ChartCity, referee: Referee) -> str:
    if move.city not in board.towns:
        referee.refuse("unknown_city", "EB-01", city=move.city)
    for good in move.goods:
        if good not in board.goods:
            referee.refuse("unknown_good", "EB-01", good=good)
    return "+".join(dict.fromkeys(move.goods))


def _good(board: Board, state: State, move: ChartGood, referee: Referee) -> Step:
    """Count the counters of a good: those on trains and in cities are in use. Rule EB-20."""
    if move.good not in board.goods:
        referee.refuse("unknown_good", "EB-01", good=move.good)
    used = counters_used(state, move.good)
    if used > move.count:
        referee.refuse("counters_in_use", "EB-20", good=move.good, used=used, count=move.count)
    supply = {**state.supply, move.good: move.count - used}
    kept = {**state.chart, f"g:{move.good}": str(move.count)}
    _check_room(kept, referee)
    return Step(replace(state, supply=supply, chart=kept))


def counters_used(state: State, good: str) -> int:
    """Return how many counters of a good are on trains or lie in cities."""
    on_trains = sum(train.loads.count(good) for train in state.trains.values())
    return on_trains + sum(loads.count(good) for loads in state.left.values())
