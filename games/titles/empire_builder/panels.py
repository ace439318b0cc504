"""The figures of a position: those that decide a seat's step, and all of them as small tables."""

from __future__ import annotations

from games.engine.referee import Referee
from games.engine.title import Column, Figure, Panel, Table
from games.titles.empire_builder.narrate import event_name
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.routes import supplies
from games.titles.empire_builder.running import Conductor
from games.titles.empire_builder.state import (
    ALLOWANCE,
    CAPACITY,
    TURN_SPEND,
    State,
    Stats,
    demands_left,
    events_left,
    is_opening,
    train_key,
    train_numbers,
)
from games.titles.empire_builder.wording import TYPES


def figures(table: Table, state: State, seat: str) -> tuple[Figure, ...]:
    """Return the few figures that decide a seat's step: cash, what it may still spend and move."""
    if seat not in table.seats or not seat:
        return (
            Figure("Round", state.round),
            Figure("Demand cards left", max(0, demands_left(table, state))),
        )
    cash = state.money[seat]
    found = [Figure("Your cash", cash, "money")]
    if table.options.mode != "sudden":
        found.append(Figure("To the goal", max(0, table.board.goal - cash), "money"))
    if table.options.mode == "eb":
        joined = len(joined_majors(table, state, seat))
        found.append(Figure("Major cities joined", f"{joined} of {table.board.majors}", "text"))
    if seat == state.active:
        left = max(0, min(TURN_SPEND - state.turn.spent, cash))
        found.append(Figure("To spend this turn", left, "money"))
        if not is_opening(table, state):
            found.append(Figure("Mileposts left", _mileposts_left(table, state, seat), "text"))
    return tuple(found)


def _mileposts_left(table: Table, state: State, seat: str) -> str:
    words = []
    for number in train_numbers(table):
        train = state.trains[train_key(seat, number)]
        most = ALLOWANCE[train.type]
        if train.at:
            most = Conductor(
                table, state, seat, number, Referee(frozenset(), frozenset())
            ).allowance()
        words.append(str(max(0, most - train.used)))
    return ", ".join(words)


def panels(table: Table, state: State) -> tuple[Panel, ...]:
    """Return every public figure of the position as small tables. Digest 2.1."""
    found = [_players(table, state), _trains(table, state), _demands(table, state)]
    found += [_counters(table, state), _network(table, state)]
    if state.events:
        found.append(_events(state))
    found.append(_game(table, state))
    return tuple(found)


def _players(table: Table, state: State) -> Panel:
    """Cash is left out where the table hides it (decision A41)."""
    hidden = table.options.cash == "hidden"
    columns = [Column("Player", "seat"), Column("Cash", "money"), Column("Major cities joined")]
    columns += [Column("Deliveries"), Column("Payoffs", "money"), Column("Best", "money")]
    rows = []
    for seat in table.seats:
        stats = state.stats.get(seat, Stats())
        row: list[int | str] = [seat, state.money[seat], len(joined_majors(table, state, seat))]
        row += [stats.deliveries, stats.payoffs, stats.best]
        rows.append(tuple(row[:1] + row[2:] if hidden else row))
    if hidden:
        del columns[1]
    return Panel("players", "Players", tuple(columns), tuple(rows))


def _trains(table: Table, state: State) -> Panel:
    columns = (
        Column("Player", "seat"),
        Column("Train", "text"),
        Column("Stands at", "text"),
        Column("Came from", "text"),
        Column("Loads", "text"),
        Column("Room"),
        Column("Used"),
    )
    rows = []
    for seat in table.seats:
        for number in train_numbers(table):
            train = state.trains[train_key(seat, number)]
            rows.append(
                (
                    seat,
                    TYPES[train.type],
                    train.at or "-",
                    train.came or "-",
                    ", ".join(train.loads) or "-",
                    CAPACITY[train.type] - len(train.loads),
                    train.used,
                )
            )
    return Panel("trains", "Trains", columns, tuple(rows))


def _demands(table: Table, state: State) -> Panel:
    """List each demand with its nearest source over track that exists, by anybody's track."""
    columns = (
        Column("Player", "seat"),
        Column("Card"),
        Column("Goods", "text"),
        Column("City", "text"),
        Column("Payoff", "money"),
        Column("Nearest source on track", "text"),
    )
    rows = []
    for seat in table.seats:
        near: dict[tuple[str, str], str] = {}
        for one in supplies(table, state, seat):
            near.setdefault((one.good, one.city), f"{one.source.replace('_', ' ')} {one.distance}")
        for card in state.hands[seat]:
            for demand in card.demands:
                source = near.get((demand.good, demand.city), "-")
                city = demand.city.replace("_", " ")
                rows.append((seat, card.number, demand.good, city, demand.payoff, source))
    return Panel("demands", "Demand cards", columns, tuple(rows))


def _counters(table: Table, state: State) -> Panel:
    columns = (Column("Goods", "text"), Column("Left"), Column("On trains"), Column("In cities"))
    carried = [good for train in state.trains.values() for good in train.loads]
    lying = [good for loads in state.left.values() for good in loads]
    goods = dict.fromkeys((*state.supply, *carried, *lying))
    rows = tuple(
        (good, state.supply.get(good, "-"), carried.count(good), lying.count(good))
        for good in goods
    )
    return Panel("counters", "Counters", columns, rows)


def _network(table: Table, state: State) -> Panel:
    columns = (
        Column("Player", "seat"),
        Column("Sections"),
        Column("Built"),
        Column("Cost", "money"),
        Column("Fees earned", "money"),
        Column("Fees paid", "money"),
        Column("Cities joined", "text"),
    )
    rows = []
    for seat in table.seats:
        stats = state.stats.get(seat, Stats())
        sections = sum(own[0] == seat for own in state.track.values())
        sections += sum(line.sections for line in state.lines if line.seat == seat)
        joined = ", ".join(joined_majors(table, state, seat)).replace("_", " ") or "-"
        rows.append((seat, sections, stats.built, stats.cost, stats.earned, stats.paid, joined))
    return Panel("network", "Track", columns, tuple(rows))


def _events(state: State) -> Panel:
    columns = (Column("Event", "text"), Column("Drawn by", "text"), Column("Until", "text"))
    rows = []
    for one in state.events:
        until = "put away by hand"
        if one.drawer:
            until = f"the end of {one.drawer}'s {'next turn' if one.turns > 1 else 'turn'}"
        rows.append((event_name(one), one.drawer or "-", until))
    return Panel("events", "Events in force", columns, tuple(rows))


def _game(table: Table, state: State) -> Panel:
    rows = (
        ("Round", str(state.round)),
        ("Demand cards left in the deck", str(max(0, demands_left(table, state)))),
        ("Event cards left in the deck", str(events_left(table, state))),
        ("Cash that wins", str(table.board.goal)),
        ("Major cities to join", str(table.board.majors)),
    )
    return Panel("game", "Game", (Column("", "text"), Column("", "text")), rows)
