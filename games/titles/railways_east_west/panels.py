"""The figures of a state: for a seat's step, for the table page, and over time."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.title import Column, Figure, Measure, Panel, Table
from games.titles.railways_east_west.cards import EVENTS, HELD, card_name
from games.titles.railways_east_west.delivering import link_gains
from games.titles.railways_east_west.improving import level_name
from games.titles.railways_east_west.lines import LINES
from games.titles.railways_east_west.moves import Deliver, Move, Raw, Settler
from games.titles.railways_east_west.narrate import CUBES, place_names
from games.titles.railways_east_west.plan import half_chances
from games.titles.railways_east_west.state import (
    SETTLERS_TO_WEST,
    State,
    all_cities,
    bond_brings,
    bounty_of,
    colour_of,
    income_at,
    order,
    place_of,
    room_of,
    sheet,
)
from scoring.tables.railways_east_west import ocean_points, tally

Row = tuple[int | str, ...]
TEXTS = (Column("", "text"), Column("", "text"))
COAST_LINE = "East Coast - West Coast"


def figures(table: Table, state: State, seat: str) -> tuple[Figure, ...]:
    """Return the few figures that decide a seat's step."""
    if seat not in state.players:
        return (
            Figure("Round", state.round),
            Figure("Turn", f"{state.turn} of {state.turns}", "text"),
            Figure("Settlers in the West", f"{state.delivered} of {SETTLERS_TO_WEST}", "text"),
        )
    player = state.players[seat]
    return (
        Figure("Cash", state.money[seat], "money"),
        Figure("Score", player.score),
        Figure("Bonds", player.bonds),
        Figure("Engine", level_name(player.engine), "text"),
        Figure("Income", _income(table, state, seat), "text"),
        Figure("Cards", _cards(state, seat), "text"),
    )


def _income(table: Table, state: State, seat: str) -> str:
    income = income_at(table, state, state.players[seat].score)
    return "not known" if income is None else str(income)


def _cards(state: State, seat: str) -> str:
    player = state.players[seat]
    told = []
    for name, label in HELD.items():
        count = getattr(player, name)
        used = " (used)" if name == "perfect" and count and player.perfect_used >= count else ""
        if count:
            told.append(f"{label}{used}" if count == 1 else f"{count} {label}{used}")
    return ", ".join(told) or "none"


def panels(table: Table, state: State) -> tuple[Panel, ...]:
    """Return every public figure of the state as small tables. Digest 2.1."""
    return (
        _players(table, state),
        _lines(state),
        _halves(table, state),
        _cities(table, state),
        _links(table, state),
        _display(table, state),
        _game(table, state),
    )


def _players(table: Table, state: State) -> Panel:
    columns = (
        Column("Player", "seat"),
        Column("Score"),
        Column("Cash", "money"),
        Column("Bonds"),
        Column("Income", "text"),
        Column("Engine", "text"),
        Column("Links"),
        Column("Settlers"),
        Column("Raw materials"),
        Column("Hotels", "text"),
        Column("Cards", "text"),
        Column("Next turn", "text"),
        Column("If it ended now"),
    )
    count, names = tally(sheet(table, state)), place_names(table, state)
    rows: list[Row] = []
    for seat in order(table, state):
        player = state.players[seat]
        hotels = [names.get(city, city) for city, owner in state.hotels.items() if owner == seat]
        rows.append(
            (
                seat,
                player.score,
                state.money[seat],
                player.bonds,
                _income(table, state, seat),
                level_name(player.engine),
                len(state.links.get(seat, {})),
                player.settlers,
                player.raw,
                ", ".join(hotels),
                _cards(state, seat),
                "is skipped" if player.skip else "",
                count.of(seat).total,
            )
        )
    return Panel("players", "Players", columns, tuple(rows))


def _lines(state: State) -> Panel:
    columns = (
        Column("Line", "text"),
        Column("Value"),
        Column("Half"),
        Column("First", "text"),
        Column("Links and pieces", "text"),
        Column("Shorter ones", "text"),
    )
    rows: list[Row] = []
    for line in LINES:
        claims = state.lines.get(line.key, ())
        told = [f"{claim.seat} {claim.links}/{claim.pieces}" for claim in claims]
        first = claims[0].seat if claims else ""
        path = told[0].partition(" ")[2] if told else ""
        rows.append((line.name, line.value, line.half, first, path, ", ".join(told[1:])))
    race = ", ".join(f"{rank}. {seat}" for rank, seat in enumerate(state.ocean, 1))
    next_points = ocean_points(len(state.ocean) + 1)
    rows.append((COAST_LINE, next_points, 0, state.ocean[:1], "", race))
    return Panel("lines", "Major lines", columns, tuple(rows))


def _halves(table: Table, state: State) -> Panel:
    """Who could still take half of a line, and what it needs. Rules REW-59 and REW-60."""
    columns = (
        Column("Line", "text"),
        Column("Player", "seat"),
        Column("Half"),
        Column("Needs", "text"),
        Column("Has", "text"),
    )
    rows = tuple(
        (
            chance.line.name,
            chance.seat,
            chance.points,
            "at most {}/{}, one of them less".format(*chance.limit or (0, 0)),
            ", ".join(f"{links}/{pieces}" for links, pieces in chance.own) or "no line",
        )
        for chance in half_chances(table, state)
    )
    return Panel(
        "halves",
        "Half for a shorter line: not longer in one figure, shorter in the other",
        columns,
        rows,
    )


def _cities(table: Table, state: State) -> Panel:
    columns = (
        Column("City", "text"),
        Column("Region", "text"),
        Column("Colour", "text"),
        Column("Number", "text"),
        Column("Goods", "text"),
        Column("Cubes due"),
        Column("Settlers", "text"),
        Column("Hotel", "text"),
    )
    rows: list[Row] = []
    for city in all_cities(table, state):
        own, colour = place_of(state, city.code), colour_of(table, state, city.code)
        settlers = f"{own.waiting} waiting" if own.waiting else ""
        if city.region == "W":
            settlers = f"{own.settled} of {room_of(colour)}"
        rows.append(
            (
                f"{city.name} ({city.code})",
                "East" if city.region == "E" else "West",
                colour or "not known",
                str(city.value or "not known"),
                own.goods,
                state.due[city.code].count if city.code in state.due else 0,
                settlers,
                state.hotels.get(city.code, ""),
            )
        )
    return Panel("cities", "Cities", columns, tuple(rows))


def _links(table: Table, state: State) -> Panel:
    columns = (
        Column("Player", "seat"),
        Column("Link", "text"),
        Column("Pieces"),
        Column("", "text"),
    )
    rows: list[Row] = []
    for seat in table.seats:
        rows += [
            (seat, link, pieces, "") for link, pieces in sorted(state.links.get(seat, {}).items())
        ]
        rows += [
            (seat, link, pieces, "unfinished")
            for link, pieces in sorted(state.open.get(seat, {}).items())
        ]
    return Panel("links", "Links", columns, tuple(rows))


def _display(table: Table, state: State) -> Panel:
    names = place_names(table, state)
    rows: list[Row] = [("In force", EVENTS[event]) for event in state.events]
    if state.increase:
        rows.append(("Increase Production: a cube each for", " ".join(state.increase)))
    for card in state.display:
        name, _, city = card.partition(":")
        points = bounty_of(table, state, city) if name == "bounty" else None
        worth = f" ({points})" if points is not None else ""
        rows.append(("On display", card_name(card, names) + worth))
    return Panel("cards", "Operations cards and events", TEXTS, tuple(rows))


def _game(table: Table, state: State) -> Panel:
    rows: tuple[Row, ...] = (
        ("Phase", str(state.phase)),
        ("Round", str(state.round)),
        ("Turn", f"{state.turn} of {state.turns}"),
        ("Order", " ".join(order(table, state))),
        ("Settlers left", str(state.supply)),
        ("Settlers in the West", f"{state.delivered}; phase 2 follows {SETTLERS_TO_WEST}"),
        ("Raw materials delivered", str(state.raw_gone)),
        ("A bond brings", str(bond_brings(table, state))),
        ("Deck", str(state.deck) if state.deck >= 0 else "not counted"),
    )
    return Panel("game", "Game", TEXTS, rows)


def due_panel(state: State) -> Panel:
    """Return the cities that wait for cubes, and why."""
    columns = (Column("City", "text"), Column("Cubes"), Column("Rule", "text"))
    rows = tuple((code, due.count, due.rule) for code, due in state.due.items())
    return Panel("due", "Cities that wait for cubes", columns, rows)


def offers_panel(table: Table, state: State, seat: str, moves: Sequence[Move]) -> Panel:
    """Return what the ways listed would bring, best first."""
    columns = (
        Column("Cube", "text"),
        Column("Way", "text"),
        Column("Links"),
        Column("Points"),
        Column("Cash", "money"),
        Column("Others", "text"),
    )
    rows: list[Row] = []
    for move in moves:
        if not isinstance(move, Deliver | Settler | Raw):
            continue
        cube = CUBES[move.cube] if isinstance(move, Deliver) else type(move).__name__.lower()
        counts: dict[str, int] = {}
        for hop in move.route[1:]:
            owner = hop.partition("@")[2] or seat
            counts[owner] = counts.get(owner, 0) + 1
        exact = state.phase == 1 or not isinstance(move, Deliver)
        gains = link_gains(table, state, seat, counts, exact=exact)
        points, cash = gains.pop(seat, (0, 0))
        others = " ".join(f"{owner} {given}" for owner, (given, _) in gains.items())
        way = " ".join(move.route)
        rows.append((cube, way, sum(counts.values()), points, cash, others))
    rows.sort(key=lambda row: (-int(row[3]), str(row[1])))
    return Panel("offers", "Good ways, points for links alone", columns, tuple(rows[:40]))


def measures(table: Table, state: State) -> tuple[Measure, ...]:
    """Return score, cash, bonds, income and links of every seat."""
    players, seats = state.players, table.seats
    count = tally(sheet(table, state))
    incomes = {seat: income_at(table, state, players[seat].score) or 0 for seat in seats}
    return (
        Measure(
            "points", "Points if the game ended", {seat: count.of(seat).total for seat in seats}
        ),
        Measure("score", "Score", {seat: players[seat].score for seat in seats}),
        Measure("cash", "Cash", {seat: state.money[seat] for seat in seats}, "money"),
        Measure("income", "Income", incomes, "money"),
        Measure("bonds", "Bonds", {seat: players[seat].bonds for seat in seats}),
        Measure("links", "Links", {seat: len(state.links.get(seat, {})) for seat in seats}),
    )
