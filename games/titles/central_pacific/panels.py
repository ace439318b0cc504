"""The figures of the state as small tables, the few that decide a step, and those followed over time."""

from __future__ import annotations

from games.engine.title import Column, Figure, Measure, Panel, Table
from games.titles.central_pacific.board import Board, face_name
from games.titles.central_pacific.counting import sheet
from games.titles.central_pacific.helpers import LineInfo, gaps, lines, threats
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.state import State, copies_left, side_of, sides, trains_on_board
from games.titles.central_pacific.tiles import KINDS, SIDE_NAMES, SIDES, SQUARES
from scoring.tables.central_pacific import SideScore, tally

TEXT = Column("", "text")


def figures(table: Table, state: State, seat: str) -> tuple[Figure, ...]:
    """Return the few figures that decide a seat's step."""
    found = []
    if seat and seat in table.seats:
        found = [
            Figure("Tiles in hand", state.hands[seat]),
            Figure("Trains in hand", state.in_hand[side_of(table, seat)]),
        ]
    found.append(Figure("Pool", state.pool))
    if state.laid:
        found.append(Figure("Laid this turn", state.laid_tiles))
    else:
        found.append(Figure("Golden Spike", state.spike or "unclaimed", "text"))
    return tuple(found)


def panels(table: Table, state: State) -> tuple[Panel, ...]:
    """Return every public figure as small tables. Digest 2.2."""
    found = [_players(table, state), _sides(table, state), _lines(table, state), _cities(state)]
    if state.spike and not state.ended:
        found.append(_threats(table, state))
    found.append(_game(table, state))
    options: Options = table.options
    if options.tiles == "checked" and table.board.tiles:
        found.append(_tiles(table.board, state))
    return tuple(found)


def _players(table: Table, state: State) -> Panel:
    columns = (
        Column("Player", "seat"),
        Column("Plays for", "seat"),
        Column("Tiles in hand"),
        Column("New hands"),
    )
    rows = tuple(
        (seat, side_of(table, seat), state.hands[seat], state.mulligans.get(seat, 0))
        for seat in table.seats
    )
    return Panel("players", "Hands", columns, rows)  # fmt: skip


def _sides(table: Table, state: State) -> Panel:
    columns = (
        Column("Side", "seat"),
        Column("Home", "text"),
        Column("Trains in hand"),
        Column("Lines"),
        Column("Sacrificed"),
        Column("Tokens left", "text"),
        Column("Rails"),
        Column("Cities"),
        Column("Points"),
    )
    on_board, count = trains_on_board(state), tally(sheet(table, state))
    rows = []
    for side in sides(table):
        points = dict.fromkeys(("rail", "city", "spike"), 0)
        for line in count.of(side).lines:
            points[line.item] += line.points
        home = state.grid.homes.get(side)
        rows.append(
            (
                side,
                SQUARES[home] if home is not None else "",
                state.in_hand[side],
                on_board.get(side, 0),
                int(side in state.sacrificed),
                _tokens(state, side),
                points["rail"],
                points["city"],
                count.of(side).total,
            )
        )
    return Panel("sides", "Trains and points", columns, tuple(rows))


def _tokens(state: State, side: str) -> str:
    held = {"Stock Market": side in state.stock, "Land Grant": side in state.grant}
    return ", ".join(name for name, has in held.items() if has)


def _lines(table: Table, state: State) -> Panel:
    columns = (
        Column("Line", "text"),
        Column("Owner", "text"),
        Column("Rails"),
        Column("Left when trimmed"),
        Column("Taken up", "text"),
        Column("Open ends", "text"),
        Column("Safe", "text"),
    )
    return Panel("lines", "Lines", columns, tuple(_line_row(info) for info in lines(table, state)))


def _line_row(info: LineInfo) -> tuple[int | str, ...]:
    ends = ", ".join(
        f"{SQUARES[end.square]} {SIDE_NAMES[SIDES[end.side]]}"
        + (" (blocked)" if end.faces == "terrain" else "")
        for end in info.open_ends
        if end.faces in ("empty", "terrain")
    )
    return (
        info.line.name,
        info.owner or "nobody",
        len(info.line.rails),
        len(info.kept),
        " ".join(SQUARES[rail] for rail in info.spare),
        ends,
        "yes" if info.safe else "no",
    )


def _cities(state: State) -> Panel:
    columns = (
        Column("City", "text"),
        Column("City", "text"),
        Column("Rails between"),
        Column("Needed"),
    )
    rows = tuple((gap.city, gap.other, gap.rails or 0, gap.needed) for gap in gaps(state))
    return Panel("cities", "Between cities", columns, rows)


def _threats(table: Table, state: State) -> Panel:
    columns = (
        Column("Owner", "seat"),
        Column("Line", "text"),
        Column("Through", "text"),
        Column("With", "text"),
    )
    rows = tuple(
        (side, threat.line.name, threat.square, KINDS[threat.by.tile])
        for side in sides(table)
        for threat in threats(table, state, side)
    )
    return Panel("threats", "Lines one tile can steal", columns, rows)


def _game(table: Table, state: State) -> Panel:
    rows: list[tuple[int | str, ...]] = [
        ("Turn", str(state.turn)),
        ("Golden Spike", state.spike or "unclaimed"),
        ("Tiles in the pool", str(state.pool)),
        ("Tiles on the board", str(len(state.tiles))),
        ("Tiles out of play", str(state.all_gone)),
    ]
    return Panel("game", "Game", (TEXT, TEXT), tuple(rows))


def _tiles(board: Board, state: State) -> Panel:
    """What is left of the set: in the pool or in a hand."""
    columns = (Column("Tile", "text"), Column("In the set"), Column("Not seen yet"))
    left = copies_left(board, state)
    rows = tuple(
        (_face_words(face), count, max(0, left[face])) for face, count in board.copies.items()
    )
    return Panel("tiles", "Tiles", columns, rows)


def _face_words(face: tuple[str, int, int]) -> str:
    return f"city {face_name(face)[1:]}" if face[0] == "@" else KINDS[face[0]]


def measures(table: Table, state: State) -> tuple[Measure, ...]:
    """Return points as if the game ended now, and the rails and cities they come from."""
    found = sheet(table, state)
    count = tally(found)
    sides_of_seats: dict[str, SideScore] = {
        seat: found.sides[side_of(table, seat)] for seat in table.seats
    }
    return (
        Measure("points", "Points if the game ended", {s: count.of(s).total for s in table.seats}),
        Measure(
            "rails",
            "Rails in own lines",
            {s: sum(line.rails for line in own.lines) for s, own in sides_of_seats.items()},
        ),
        Measure("cities", "Cities held alone", {s: len(own.cities) for s, own in sides_of_seats.items()}),
        Measure("trains", "Trains in hand", {s: state.in_hand[side_of(table, s)] for s in table.seats}),
    )  # fmt: skip
