"""The notation of Empire Builder: a position as one line of text. Digest 4.1; moves are beside it.

Position: clauses parted by ` | `, in any order, keys in any order.

    n=3 active=B pre=1 mode=eb | opt sections branch rim:star | cash A=40 B=10 |
    train A{t=freight at=K3 from=c1 loads=coal,iron used=0} | trk A K1>a1>a2; L4>a6 |
    card A#7 coal@K:12 wine@S1:9 oil@L:20 | supply coal=2

Header: `n` players, `active`, `pre` the opening turn, `mode`, `flood` (rivers), `strike=1` (Canada),
`half=1`; a seat left out has its start cash, a good left out of `supply` has the counters not in use.
Beyond the digest, written only where they say something: `seats`, `first` (who began), `round`,
`phase` `ended`, what the active seat has done this turn (`acted` `spent` `built` `upgraded`
`traded` `newhand` `exits` `fees` `debts` `draw`), `deal` (cards of the first hands still to come,
`A3,B1`), `discarded` `shown` (demand cards on the pile, event cards drawn), `barred` `claimed`
`last` `ruled`. `train A2{…}` is a second train, `slow=` its movement when half rate began. More
clauses: `event flood river=Big drawer=A turns=2`, `line A n=5 joins=K,S1` (track by counts), `left
S1=coal` (loads lying in cities), `owe A1 n=1 loads=coal,iron`, `stats A{…}`, `chart m:12.30=…`.
Errors are `NotationError`; a position the rules forbid is a `Fault`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.codec import to_data
from games.engine.title import LETTERS, Table
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.notation_moves import format_move, parse_move
from games.titles.empire_builder.positions import (
    PLAIN_HALF,
    PLAIN_STRIKE,
    STATS,
    is_plain,
    parse_position,
    usual_stats,
    usual_supply,
)
from games.titles.empire_builder.reading import (
    demand_text,
    event_text,
)
from games.titles.empire_builder.state import (
    State,
    Stats,
    Train,
    is_opening,
    opening_rounds,
    train_key,
    train_numbers,
)

__all__ = ["format_move", "format_position", "parse_move", "parse_position"]


def format_position(table: Table, state: State) -> str:
    """Return the position as one line; `parse_position` returns the same state. Digest 4.1."""
    parts = [
        _header(table, state),
        _options(table),
        "cash " + " ".join(f"{seat}={state.money[seat]}" for seat in table.seats),
        *_trains(table, state),
        *_tracks(table, state),
        *_cards(table, state),
        _supply(table, state),
        *_rest(table, state),
    ]
    return " | ".join(filter(None, parts))


def _words(words: dict[str, str]) -> str:
    return " ".join(f"{key}={text}" for key, text in words.items() if text)


def _flag(on: bool) -> str:
    return "1" if on else ""


def _count(number: int) -> str:
    return str(number) if number else ""


def _header(table: Table, state: State) -> str:
    plain = [one.event for one in state.events if is_plain(one)]
    usual = opening_rounds(table) + 1
    opening = is_opening(table, state)
    words = {
        "n": str(len(table.seats)),
        "active": state.active,
        "seats": table.seats if table.seats != LETTERS[: len(table.seats)] else "",
        "first": state.first if state.first != table.seats[0] else "",
        "pre": str(state.round) if opening else "",
        "round": str(state.round) if not opening and state.round != usual else "",
        "mode": table.options.mode if table.options.mode != "basic" else "",
        "phase": state.phase if state.phase != "play" else "",
        "ended": state.ended,
        "flood": ",".join(card.river for card in plain if card.effect == "flood"),
        "strike": _flag(PLAIN_STRIKE in plain),
        "half": _flag(PLAIN_HALF in plain),
        **_turn(state),
        "deal": ",".join(f"{seat}{count}" for seat, count in sorted(state.deal.items())),
        "discarded": _count(state.discarded),
        "shown": _count(state.shown),
        "barred": state.barred,
        "claimed": state.claimed,
        "last": _flag(state.last_card),
        "ruled": ",".join(state.ruled),
    }
    return _words(words)


def _turn(state: State) -> dict[str, str]:
    turn = state.turn
    return {
        "acted": _flag(turn.acted),
        "spent": _count(turn.spent),
        "built": _flag(turn.built and not turn.spent),
        "upgraded": _flag(turn.upgraded),
        "traded": _flag(turn.traded),
        "newhand": _flag(turn.new_hand),
        "exits": ",".join(turn.exits),
        "fees": ",".join(turn.fees),
        "debts": turn.debts,
        "draw": _count(turn.draws),
    }


def _options(table: Table) -> str:
    changed = sorted(to_data(table.options).items() - to_data(Options()).items())
    words = [f"{key}:{value}" for key, value in changed if key != "mode"]
    return f"opt {' '.join(words)}" if words else ""


def _trains(table: Table, state: State) -> Iterator[str]:
    several = len(train_numbers(table)) > 1
    for seat in table.seats:
        for number in train_numbers(table):
            train = state.trains[train_key(seat, number)]
            usual = Train("fast" if number == 2 else "freight")
            if train != usual:
                name = f"{seat}{number}" if several else seat
                yield f"train {name}{{{_train(train)}}}"


def _train(train: Train) -> str:
    words = {
        "t": train.type,
        "at": train.at,
        "from": train.came,
        "loads": ",".join(train.loads),
        "used": _count(train.used),
        "slow": str(train.slow_at) if train.slow_at is not None else "",
    }
    return _words(words)


def _tracks(table: Table, state: State) -> Iterator[str]:
    for seat in table.seats:
        if seat in state.ways:
            yield f"trk {seat} {state.ways[seat]}"
    for line in state.lines:
        joins = f" joins={','.join(line.joins)}" if line.joins else ""
        yield f"line {line.seat} n={line.sections}{joins}"


def _cards(table: Table, state: State) -> Iterator[str]:
    for seat in table.seats:
        for card in state.hands[seat]:
            yield " ".join([f"card {seat}#{card.number}", *map(demand_text, card.demands)])


def _supply(table: Table, state: State) -> str:
    usual = usual_supply(table, state)
    words = {
        good: str(count) for good, count in sorted(state.supply.items()) if usual.get(good) != count
    }
    return f"supply {_words(words)}" if words else ""


def _rest(table: Table, state: State) -> Iterator[str]:
    """Write events with their windows, loads lying about, losses due, figures, and the chart."""
    for one in state.events:
        if not is_plain(one):
            drawer = f" drawer={one.drawer}" if one.drawer else ""
            yield f"event {event_text(one.event)}{drawer} turns={one.turns}"
    if state.left:
        yield "left " + " ".join(
            f"{key}={','.join(own)}" for key, own in sorted(state.left.items())
        )
    for key, owed in sorted(state.owed.items()):
        yield f"owe {key} n={owed.count} loads={','.join(owed.loads)}"
    for seat in table.seats:
        stats = state.stats.get(seat, Stats())
        if stats != usual_stats(state, seat):
            words = {key: _count(getattr(stats, name)) for key, name in STATS.items()}
            yield f"stats {seat}{{{_words(words)}}}"
    if state.chart:
        yield "chart " + " ".join(f"{key}={text}" for key, text in sorted(state.chart.items()))
