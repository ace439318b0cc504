"""The figures of a state: for a seat's step, for the table page, and over time."""

from __future__ import annotations

from games.engine.ledger import BANK
from games.engine.title import Column, Figure, Measure, Panel, Table
from games.titles.twentieth_century_limited.board import COLOURS, Board
from games.titles.twentieth_century_limited.bonuses import known_card, reached
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.state import (
    Player,
    Scored,
    Shown,
    State,
    all_lines,
    segments_of,
    sheet,
    still_to_play,
)
from scoring.tables.twentieth_century_limited import tally

Row = tuple[int | str, ...]
TEXTS = (Column("", "text"), Column("", "text"))


def is_open(table: Table) -> bool:
    """Say whether score stacks are shown to all. Decision Q20."""
    options: Options = table.options
    return options.open_stacks == "open"


def card_name(table: Table, card: Scored) -> str:
    """Return what a scored card is called: its kind, its name, else its cities."""
    kinds = {"regional": f"Era {card.era}", "company": "Company", "bonus": f"Bonus {card.colour}"}
    board: Board = table.board
    company = board.companies.get(card.card) if card.kind == "company" else None
    name = (company.name if company else "") or card.card or "-".join(card.cities)
    return f"{kinds[card.kind]}: {name}" if name else kinds[card.kind]


def figures(table: Table, state: State, seat: str) -> tuple[Figure, ...]:
    """Return the few figures that decide a seat's step; its own points are its own to see. Q20."""
    if seat not in state.players:
        left = "".join(still_to_play(state)) or "-"
        return (Figure("Round", state.round), Figure("Still to play", left, "text"))
    player = state.players[seat]
    found = [
        Figure("Entry Waivers", state.money[seat]),
        Figure("Regionals", f"{player.regionals} of 8", "text"),
        Figure("Companies", f"{player.companies} of 8", "text"),
        Figure("Eras in hand", eras_text(player), "text"),
    ]
    if player.supply is not None:
        found.append(Figure("Segments left", player.supply))
    return (*found, Figure("Points", tally(sheet(table, state)).of(seat).total))


def eras_text(player: Player) -> str:
    """Return the Eras in hand as text."""
    return ", ".join(map(str, player.eras)) or "none"


def panels(table: Table, state: State) -> tuple[Panel, ...]:
    """Return every public figure of the state as small tables. Digest 2.2."""
    found = (
        _players(table, state),
        _bonus(table, state),
        _face_up(table, state),
        _game(table, state),
    )
    return (*found, _stacks(table, state)) if is_open(table) else found


def _players(table: Table, state: State) -> Panel:
    columns = [
        Column("Player", "seat"),
        Column("Regionals"),
        Column("Companies"),
        Column("Can end by Regionals", "text"),
        Column("Eras in hand", "text"),
        Column("Waivers"),
        Column("On the board"),
        Column("Segments left", "text"),
        Column("Companies in hand"),
        Column("Latest card", "text"),
    ]
    count = tally(sheet(table, state)) if is_open(table) else None
    rows: list[Row] = []
    for seat in state.order:
        player = state.players[seat]
        row: Row = (
            seat,
            player.regionals,
            player.companies,
            "no" if player.skipped else "yes",
            eras_text(player),
            state.money[seat],
            sum(1 for _ in segments_of(state, seat)),
            "not counted" if player.supply is None else str(player.supply),
            player.cards,
            card_name(table, player.stack[-1]) if player.stack else "",
        )
        rows.append((*row, count.of(seat).total) if count else row)
    if count:
        columns.append(Column("Points"))
    return Panel("players", "Players", tuple(columns), tuple(rows))


def _bonus(table: Table, state: State) -> Panel:
    """Who may claim follows from stacks, so it is told only where these are open. Q20."""
    columns = [
        Column("Bonus", "text"),
        Column("Card", "text"),
        Column("Scored", "text"),
        Column("Points"),
        Column("Claimed by", "text"),
    ]
    rows: list[Row] = []
    for colour in COLOURS:
        shown, card = state.bonus.get(colour, Shown()), known_card(table, state, colour)
        text = card.text if card and card.text else shown.card or "not told"
        when = "at the end" if shown.when == "end" else "by the first"
        row: Row = (colour, text, when, shown.value, " ".join(shown.taken))
        able = [seat for seat in state.order if reached(table, state, seat, colour)]
        free = shown.when == "end" or not shown.taken
        rows.append((*row, " ".join(able) if free else "") if is_open(table) else row)
    if is_open(table):
        columns.append(Column("May claim", "text"))
    return Panel("bonus", "Bonus cards", tuple(columns), tuple(rows))


def _face_up(table: Table, state: State) -> Panel:
    columns = (
        Column("Slot"),
        Column("Company", "text"),
        Column("Cities", "text"),
        Column("Points", "text"),
    )
    rows: list[Row] = []
    for slot, key in enumerate(state.face_up, 1):
        card = table.board.companies.get(key)
        name = (card.name or card.id) if card else key or "not told"
        rows.append(
            (slot, name, ", ".join(card.cities) if card else "", str(card.value) if card else "")
        )
    return Panel("face_up", "Face-up Companies", columns, tuple(rows))


def _game(table: Table, state: State) -> Panel:
    counted = state.deck >= 0
    lines = sum(1 for _ in all_lines(table, state))
    ends = {"regionals": "eight Regionals", "companies": "eight Companies", "": "-"}
    rows = (
        ("Round", str(state.round)),
        ("First Player", state.order[0]),
        ("Company deck", str(state.deck) if counted else "not counted"),
        ("Companies discarded", str(state.discards) if counted else "not counted"),
        ("Waivers out of the game", str(state.money[BANK])),
        ("Lines with a segment", f"{len(state.owners)} of {lines}"),
        ("End triggered by", state.trigger or "nobody"),
        ("... with", ends[state.trigger_by]),
        ("Still to play in the last round", " ".join(still_to_play(state)) or "-"),
    )
    return Panel("game", "Game", TEXTS, rows)


STACK_COLUMNS = (
    Column("Number"),
    Column("Card", "text"),
    Column("Cities", "text"),
    Column("Points"),
)


def stack_rows(table: Table, player: Player) -> tuple[Row, ...]:
    """Return the cards of a score stack from the bottom up; Regionals count together at the end."""
    return tuple(
        (number, card_name(table, card), ", ".join(card.cities), card.value)
        for number, card in enumerate(player.stack, 1)
    )


def own_stack(table: Table, state: State, seat: str) -> Panel | None:
    """Return a seat's own score stack, None while it is empty. Rule TCL-47."""
    rows = stack_rows(table, state.players[seat])
    return Panel("stack", "Your score stack", STACK_COLUMNS, rows) if rows else None


def _stacks(table: Table, state: State) -> Panel:
    rows = tuple(
        (seat, *row) for seat in state.order for row in stack_rows(table, state.players[seat])
    )
    return Panel("stacks", "Score stacks", (Column("Player", "seat"), *STACK_COLUMNS), rows)


def measures(table: Table, state: State) -> tuple[Measure, ...]:
    """Return trackers, waivers and segments of every seat, and points where stacks are open. Q20."""
    players = state.players
    found = (
        Measure("regionals", "Regionals", {seat: players[seat].regionals for seat in table.seats}),
        Measure("companies", "Companies", {seat: players[seat].companies for seat in table.seats}),
        Measure("waivers", "Entry Waivers", {seat: state.money[seat] for seat in table.seats}),
        Measure(
            "segments",
            "Segments on the board",
            {seat: sum(1 for _ in segments_of(state, seat)) for seat in table.seats},
        ),
    )
    if not is_open(table):
        return found
    count = tally(sheet(table, state))
    points = {seat: count.of(seat).total for seat in table.seats}
    return (Measure("points", "Points if the game ended", points), *found)
