"""The figures of a position: those that decide a seat's step, and all of them as small tables."""

from __future__ import annotations

from games.engine.referee import Referee
from games.engine.title import Column, Figure, Panel, Table
from games.titles.empire_builder.distances import buyers, supplies
from games.titles.empire_builder.narrate import event_name
from games.titles.empire_builder.network import joined_majors
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
    turns_taken,
)
from games.titles.empire_builder.wording import TYPES

SOURCES = 3
"""How many sources of a demand are named."""


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
    found = [_players(table, state), _trains(table, state)]
    if any(train.loads for train in state.trains.values()):
        found.append(_carried(table, state))
    found.append(_demands(table, state))
    found += [_counters(table, state), _network(table, state)]
    if any(own.deliveries for own in state.stats.values()):
        found.append(_hauling(table, state))
    if state.events:
        found.append(_events(state))
    found.append(_game(table, state))
    return tuple(found)


def _players(table: Table, state: State) -> Panel:
    """Cash is left out where the table hides it (decision A41)."""
    hidden = table.options.cash == "hidden"
    columns = [Column("Player", "seat"), Column("Cash", "money"), Column("Major cities joined")]
    columns += [Column("Deliveries"), Column("Payoffs", "money")]
    rows = []
    for seat in table.seats:
        stats = state.stats.get(seat, Stats())
        row: list[int | str] = [seat, state.money[seat], len(joined_majors(table, state, seat))]
        row += [stats.deliveries, stats.payoffs]
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


def _carried(table: Table, state: State) -> Panel:
    """List each load on a train with what it pays and how far that is over track. Rule EB-59."""
    columns = (
        Column("Player", "seat"),
        Column("Load", "text"),
        Column("Wanted in", "text"),
        Column("Payoff", "money"),
        Column("Mileposts over track", "text"),
    )
    rows = [
        (
            seat,
            good.replace("_", " "),
            city.replace("_", " ") or "-",
            payoff or "",
            _away(city, away),
        )
        for seat in table.seats
        for number in train_numbers(table)
        for good, city, payoff, away in buyers(table, state, seat, number)
    ]
    return Panel("carried", "Loads on trains", columns, tuple(rows))


def _away(city: str, away: int) -> str:
    if not city:
        return "-"
    if away < 0:
        return "no track"
    return str(away) if away else "here"


def _demands(table: Table, state: State) -> Panel:
    """List each demand with its nearest sources over track that exists, by anybody's track."""
    columns = (
        Column("Player", "seat"),
        Column("Card"),
        Column("Goods", "text"),
        Column("City", "text"),
        Column("Payoff", "money"),
        Column("Nearest sources on track", "text"),
    )
    rows = []
    for seat in table.seats:
        near: dict[tuple[str, str], list[str]] = {}
        for one in supplies(table, state, seat):
            words = f"{one.source.replace('_', ' ')} {one.distance}"
            near.setdefault((one.good, one.city), []).append(words)
        for card in state.hands[seat]:
            for demand in card.demands:
                sources = near.get((demand.good, demand.city), ["-"])[:SOURCES]
                city = demand.city.replace("_", " ")
                rows.append(
                    (seat, card.number, demand.good, city, demand.payoff, ", ".join(sources))
                )
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


def _hauling(table: Table, state: State) -> Panel:
    """List what each seat has hauled, in all and a turn. Rule EB-59."""
    columns = (
        Column("Player", "seat"),
        Column("Deliveries"),
        Column("A turn", "text"),
        Column("Payoffs", "money"),
        Column("A turn", "text"),
        Column("A delivery", "text"),
        Column("Best", "money"),
    )
    rows = []
    for seat in table.seats:
        own, turns = state.stats.get(seat, Stats()), turns_taken(table, state, seat)
        rows.append(
            (
                seat,
                own.deliveries,
                _ratio(own.deliveries, turns),
                own.payoffs,
                _ratio(own.payoffs, turns),
                _ratio(own.payoffs, own.deliveries),
                own.best,
            )
        )
    return Panel("hauling", "Deliveries", columns, tuple(rows))


def _ratio(amount: int, count: int) -> str:
    """Return how much comes on each, to a tenth."""
    if not count:
        return "-"
    tenths = (20 * amount + count) // (2 * count)
    return f"{tenths // 10}.{tenths % 10}"


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
