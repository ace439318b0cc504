"""What a seat can enter now, and the figures it needs: forms, figures, panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.ledger import BANK
from games.engine.title import Choice, Column, Field, Figure, Form, Note, Panel, Table
from games.titles.continental_divide.board import CITY_OF
from games.titles.continental_divide.charting import YES_NO, printed_fields
from games.titles.continental_divide.narrate import place_names
from games.titles.continental_divide.rules import actor, sheet
from games.titles.continental_divide.state import (
    CUBES,
    FEWEST_SHARES,
    MOST_SHARES,
    Railroad,
    State,
    start_name,
)
from games.titles.continental_divide.stock import open_starts, open_values
from games.titles.continental_divide.turns import free_cards
from scoring.tables.continental_divide import PORT_POINTS, points_per_share, remainder


def forms(table: Table, state: State, seat: str) -> tuple[Form, ...]:
    """Return the forms of what a seat can enter now; a form that is `blocked` says why.

    Any seat may enter the dividends (an act of the table) and chart a hex of an incomplete board.
    """
    if state.phase == "over":
        return ()
    found: list[Form] = []
    if state.phase == "dividends":
        due = _dividends(table, state)
        found.append(Form("dividends", "Dividends", "Pay dividends", (), "CD-44", panel=due))
    elif seat and seat == actor(table, state):
        play = state.phase == "play"
        found += _turn_forms(table, state, seat) if play else _card_forms(state)
    if not table.board.complete:
        found.append(_chart_form())
    return tuple(found)


def _turn_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    yield _buy_form(state, seat)
    yield _start_form(table, state, seat)
    builders = _builders(table, state, seat)
    blocked = None if builders else Note("no_line", {"seat": seat})
    railroad = _railroad_field(builders)
    line = (railroad, *_line_fields(table, state, builders))
    yield Form("build", "Build track", "Build", line, "CD-30", blocked)
    if table.options.attested == "allowed" and not table.board.complete:
        fields = (railroad, *_attested_fields())
        yield Form("build_attested", "Build by totals", "Build", fields, "CD-29", blocked)
    yield Form("done", "End the turn", "End the turn", (), "CD-07")


DIRECTIONS = (
    Choice("W", "west"),
    Choice("NW", "north-west"),
    Choice("SW", "south-west"),
    Choice("E", "east"),
    Choice("NE", "north-east"),
    Choice("SE", "south-east"),
)


def _line_fields(table: Table, state: State, builders: Iterable[str]) -> tuple[Field, ...]:
    """Return the parts of a straight line, newest hexes first, and the hexes one by one instead."""
    owners: dict[str, list[str]] = {}
    for key in builders:
        railroad = state.railroads[key]
        for place in (*reversed(railroad.track), railroad.at):
            owners.setdefault(place, []).append(key.capitalize())
    names = place_names(table, state)
    anchors = tuple(
        Choice(place, f"{names.get(place, place)} ({', '.join(keys)})")
        for place, keys in owners.items()
    )
    return (
        Field("path.from", "From", "place", anchors, value=anchors[0].value if anchors else ""),
        Field("path.direction", "Direction", "choice", DIRECTIONS, value="W"),
        Field("path.length", "Hexes", "int", least=1, most=sum(CUBES), value="1"),
        Field(
            "path.to",
            "Or the hex it ends in",
            "place",
            help="Such as -2,0; direction and number are then left aside.",
            required=False,
        ),
        Field(
            "path",
            "Or the hexes one by one, the first already built",
            "places",
            help="Such as 0,0 -1,0 -2,0.",
            required=False,
        ),
    )


def _railroad_field(keys: Iterable[str]) -> Field:
    choices = tuple(Choice(key, key.capitalize()) for key in keys)
    return Field(
        "railroad", "Railroad", "choice", choices, value=choices[0].value if choices else ""
    )


def _stock_blocked(state: State, seat: str, key: str = "") -> Note | None:
    """Return why the seat may buy no stock this turn, if so. Rules CD-07, CD-09, CD-14."""
    if state.lines:
        return Note("stock_after_track", {"seat": seat, "railroad": state.lines[-1]})
    if state.opened:
        return Note("second_share", {"seat": seat, "railroad": state.opened})
    if state.bought not in ("", key):
        return Note("second_railroad", {"seat": seat, "railroad": state.bought})
    return None


def _buy_form(state: State, seat: str) -> Form:
    cash = state.money[seat]
    keys = [
        key
        for key, railroad in state.railroads.items()
        if railroad.unsold and railroad.price <= cash and state.bought in ("", key)
    ]
    blocked = _stock_blocked(state, seat, state.bought)
    if blocked is None and not keys:
        blocked = Note("no_unsold", {"seat": seat})
    most = max((state.railroads[key].unsold for key in keys), default=1)
    prices = {key: state.railroads[key].price for key in keys}
    price = prices[keys[0]] if keys else 0
    least = min(prices.values(), default=0)
    told = ", ".join(f"{key.capitalize()} ${amount}" for key, amount in prices.items())
    fields = (
        _railroad_field(keys),
        Field("shares", "Shares", "int", least=1, most=most, value="1"),
        Field(
            "pay",
            "Paid in all",
            "int",
            (),
            least,
            cash,
            str(price),
            f"Least for a share: {told}.",
            prices=prices,
        ),
    )
    return Form("buy", "Buy shares", "Buy", fields, "CD-22", blocked)


def _start_form(table: Table, state: State, seat: str) -> Form:
    keys = [key for key in table.board.railroads if key not in state.railroads]
    values = open_values(state, seat)
    blocked = _stock_blocked(state, seat)
    if blocked is None and not keys:
        blocked = Note("all_started", {"seat": seat})
    if blocked is None and not values:
        blocked = Note("no_value", {"seat": seat, "cash": state.money[seat]})
    starts = tuple(
        Choice(place, f"{CITY_OF[name]} {name}")
        for place in open_starts(table, state)
        if (name := start_name(table, state, place))
    )
    least, most = (values[0], values[-1]) if values else (0, 0)
    taken = tuple(
        Choice(str(railroad.value), key.capitalize())
        for key, railroad in sorted(state.railroads.items(), key=lambda item: item[1].value)
    )
    fields = (
        _railroad_field(keys),
        Field("at", "Start hex", "place", starts),
        Field("issued", "Shares issued", "int", least=FEWEST_SHARES, most=MOST_SHARES, value="5"),
        Field("value", "Stock value", "int", (), least, most, str(least), taken=taken),
    )
    return Form("start", "Start a railroad", "Start", fields, "CD-11", blocked)


def _builders(table: Table, state: State, seat: str) -> list[str]:
    """Return the railroads the seat may lay a line for. Rules CD-25 and CD-30."""
    lines = table.options.lines
    if lines == "one" and state.lines:
        return []
    return [
        key
        for key, railroad in state.railroads.items()
        if railroad.held.get(seat, 0) == railroad.largest
        and (lines == "several" or key not in state.lines)
    ]


def _attested_fields() -> tuple[Field, ...]:
    ports = (Choice("", "none"), *(Choice(port, port) for port in PORT_POINTS))
    return (
        Field("hexes", "Hexes built", "int", least=1, most=32, value="1"),
        Field("cost", "Their cost in all", "int", least=0, most=999, value="0"),
        Field("income", "Their income in all", "int", least=0, most=999, value="0"),
        Field("central", "Entered the Central Region", "flag", YES_NO, required=False),
        Field("western", "Entered the Western Region", "flag", YES_NO, required=False),
        Field("divide", "Crossed the Divide", "flag", YES_NO, required=False),
        Field("port", "Port reached", "choice", ports, required=False),
    )


def _card_forms(state: State) -> Iterator[Form]:
    cards = tuple(Choice(str(card), str(card)) for card in free_cards(state))
    taken = tuple(Choice(str(card), seat) for seat, card in state.picks.items())
    card = Field("card", "Order card", "choice", cards, value=cards[0].value, taken=taken)
    yield Form("pick", "Choose an order card", "Take the card", (card,), "CD-53")


def _chart_form() -> Form:
    fields = (Field("place", "Hex", "place"), *printed_fields(""))
    return Form("chart", "Chart a hex", "Chart it", fields, "CD-29")


def _dividends(table: Table, state: State) -> Panel:
    """Return what each railroad pays each seat, and keeps. Rules CD-44 to CD-48."""
    columns = (
        Column("Railroad", "company"),
        Column("Income"),
        Column("A share", "money"),
        *(Column(seat, "money") for seat in table.seats),
        Column("Keeps", "money"),
    )
    rows: list[tuple[int | str, ...]] = []
    sums = dict.fromkeys(table.seats, 0)
    for key, railroad in state.railroads.items():
        each = railroad.dividend
        paid = {seat: each * railroad.held.get(seat, 0) for seat in table.seats}
        kept = remainder(railroad.income, railroad.issued, railroad.sold)
        rows.append((key, railroad.income, each, *paid.values(), kept))
        sums = {seat: sums[seat] + paid[seat] for seat in table.seats}
    if rows:
        rows.append(("", "", "", *sums.values(), sum(int(row[-1]) for row in rows)))
    return Panel("due", "Dividends of this turn", columns, tuple(rows))


def setup_fields(table: Table) -> tuple[Field, ...]:
    """Return what the table tells at set-up: who was dealt which blue card. Rule CD-06."""
    return (
        Field(
            "order",
            "Blue cards dealt",
            "text",
            value=table.seats,
            help="The seat letters in the order of their cards, card 1 first.",
        ),
    )


# Figures


def figures(table: Table, state: State, seat: str) -> tuple[Figure, ...]:
    """Return the few figures that decide a seat's step: cash, and the railroad it acts for."""
    mine = seat in list(table.seats)
    found = [Figure("Cash", state.money[seat], "money")] if mine else []
    key = _in_hand(table, state, seat)
    if key:
        railroad = state.railroads[key]
        found += [
            Figure(f"{key.capitalize()} treasury", state.money[key], "money"),
            Figure("Income", railroad.income),
            Figure("Cubes ready", railroad.cubes[0]),
        ]
    else:
        found += [
            Figure("Turn", f"{state.turn} of 8", "text"),
            Figure("Railroads started", len(state.railroads)),
        ]
    return tuple(found)


def _in_hand(table: Table, state: State, seat: str) -> str:
    """Return the railroad a seat acts for: just bought, else one it may build for, else any it holds."""
    own = [key for key, railroad in state.railroads.items() if seat in railroad.held]
    recent = state.opened or state.bought
    if recent in own and seat == actor(table, state):
        return recent
    return next(iter([*_builders(table, state, seat), *own] if own else []), "")


def panels(table: Table, state: State) -> tuple[Panel, ...]:
    """Return every figure of the state as small tables. Digest 2.1 and 2.4."""
    return (
        _players(table, state),
        _charters(table, state),
        _stock(table, state),
        _bank(state),
    )


def _players(table: Table, state: State) -> Panel:
    """Cash is left out where the table hides it (decision A16)."""
    hidden = table.options.cash == "hidden"
    points = dict.fromkeys(table.seats, 0)
    worth = sheet(table, state).railroads
    for key, railroad in state.railroads.items():
        for seat, count in railroad.held.items():
            points[seat] += count * points_per_share(worth[key])
    columns = [Column("Player", "seat"), Column("Card"), Column("Cash", "money")]
    columns += [Column("Shares"), Column("Points")]
    rows: list[tuple[int | str, ...]] = []
    for seat in table.seats:
        shares = sum(railroad.held.get(seat, 0) for railroad in state.railroads.values())
        card = state.picks.get(seat) or state.order.index(seat) + 1
        row: list[int | str] = [seat, card, state.money[seat], shares, points[seat]]
        rows.append(tuple(row[:2] + row[3:] if hidden else row))
    if hidden:
        del columns[2]
    return Panel("players", "Players", tuple(columns), tuple(rows))


def _charters(table: Table, state: State) -> Panel:
    columns = (
        Column("Railroad", "company"),
        Column("Start", "text"),
        Column("Treasury", "money"),
        Column("Income"),
        Column("Hexes"),
        Column("Cubes"),
        Column("For Central"),
        Column("For Western"),
        Column("Reached", "text"),
        Column("Port", "text"),
        Column("Points a share"),
    )
    worth = sheet(table, state).railroads
    rows = tuple(
        (
            key,
            start_name(table, state, railroad.at) or railroad.at,
            state.money[key],
            railroad.income,
            railroad.built,
            *railroad.cubes,
            _reached(railroad),
            railroad.port,
            points_per_share(worth[key]),
        )
        for key, railroad in state.railroads.items()
    )
    return Panel("railroads", "Railroads", columns, rows)


def _reached(railroad: Railroad) -> str:
    flags = {
        "Central": railroad.central,
        "Western": railroad.western,
        "Divide": railroad.divide,
    }
    return ", ".join(name for name, flag in flags.items() if flag)


def _stock(table: Table, state: State) -> Panel:
    columns = (
        Column("Railroad", "company"),
        Column("Value", "money"),
        Column("Dividend", "money"),
        Column("Least price", "money"),
        Column("Keeps", "money"),
        Column("Issued"),
        Column("Unsold"),
        *(Column(seat) for seat in table.seats),
    )
    rows: tuple[tuple[int | str, ...], ...] = tuple(
        (
            key,
            railroad.value,
            railroad.dividend,
            railroad.price,
            remainder(railroad.income, railroad.issued, railroad.sold),
            railroad.issued,
            railroad.unsold,
            *(railroad.held.get(seat, 0) for seat in table.seats),
        )
        for key, railroad in state.railroads.items()
    )
    return Panel("stock", "Stock", columns, rows)


def _bank(state: State) -> Panel:
    rows = (
        ("Turn", str(state.turn)),
        ("Order cards in use", state.deck),
        ("Paid out by the bank, net", f"${-state.money[BANK]}"),
    )
    return Panel("game", "Game", (Column("Of the game", "text"), Column("Now", "text")), rows)
