"""All words of Continental Divide, and the notes that fill them: refusals, log, effects, status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never

from games.engine.errors import Fact
from games.engine.ledger import BANK
from games.engine.title import Effect, Note, Step, Table
from games.titles.continental_divide.board import CITY_OF, RAILROADS, name_of
from games.titles.continental_divide.meta import Options
from games.titles.continental_divide.moves import (
    Build,
    BuildAttested,
    Buy,
    Chart,
    Dividends,
    Done,
    Draft,
    Move,
    Pick,
    Start,
)
from games.titles.continental_divide.rules import sheet
from games.titles.continental_divide.state import Railroad, State, known_hexes
from scoring.tables.continental_divide import points_per_share

REFUSALS: Mapping[str, str] = {
    "already_picked": "{seat:seat} has already chosen card {card}.",
    "already_started": "{railroad:company} has already been started; "
    "buy one of its {unsold:unsold share|unsold shares} instead.",
    "anchor": "The line must begin at a hex {railroad:company} has already built; "
    "{hex:place} is not one.",
    "attested_refused": "This table enters every hex: name the hexes of {railroad:company}'s line.",
    "below_minimum": "The minimum is {price:money} per share (value {value:money} + dividend "
    "{dividend:money}), {least:money} for {shares}; entered {pay:money}.",
    "card_not_in_use": "Card {card} is not in use; there are cards 1 to {cards}.",
    "card_taken": "Card {card} is taken by {holder:seat}; free: {free}.",
    "cash_short": "{seat:seat} has {cash:money}, needs {pay:money}.",
    "chart_fixed": "{hex:place} has been built by {railroads}: its figures can be changed only by "
    "correcting the move that built it.",
    "chart_full": "A chart holds at most {most} hexes.",
    "cubes_short": "{railroad:company} has {ready:cube|cubes} for {hexes:hex|hexes}; {waiting} more wait for "
    "a region it has not entered.",
    "dividends_due": "All have acted in turn {turn}: pay the dividends first.",
    "game_over": "The game ended with turn 8.",
    "hex_full": "{hex:place} already holds three railroads ({railroads}); "
    "the line can have {before:hex|hexes}.",
    "issue_range": "Issue between 3 and 10 shares (entered: {issued}).",
    "line_done": "{railroad:company} has already built its line this turn.",
    "mark_elsewhere": "{mark} is already charted in {other:place}; correct that hex first.",
    "mark_fixed": "The board has {mark} in {hex:place}; edit the chart itself to change that.",
    "misprint": "{hex:place}: {problem}",
    "no_cube": "{railroad:company} has no available cube for {hex:place}; {central} more arrive only "
    "after entering the Central Region, {western} the Western. A line of {before:hex|hexes} can be built.",
    "no_hexes": "A line has at least one hex.",
    "not_enough_unsold": "{railroad:company} has {unsold:unsold share|unsold shares} (asked: {shares}).",
    "not_in_line": "{hex:place} is not in line: the track of one turn is one unbroken straight line "
    "from {anchor:place}, here of {before:hex|hexes}.",
    "not_majority": "{seat:seat} holds {holds} of {railroad:company}, {largest:seat} holds {most}: "
    "only the (tied) largest holder may build.",
    "not_start_hex": "A railroad starts in a hex of Chicago, Memphis or New Orleans; "
    "{hex:place} is not one.",
    "not_started": "{railroad:company} has not been started yet.",
    "not_your_pick": "{picker:seat} (card {current}) chooses now.",
    "off_map": "{hex:place} is not a hex of the map.",
    "only_line_done": "One line in all is allowed in a turn, and {railroad:company} has had it.",
    "order_due": "{picker:seat} chooses an order card for turn {turn} now.",
    "own_cube": "{railroad:company} already has a cube in {hex:place}.",
    "players": "The game is for 3 to 6 players, not {players}.",
    "port_taken": "{port} is already held by {holder:company}.",
    "second_port": "{railroad:company} is already in {port}; it cannot enter {second} too.",
    "second_railroad": "{seat:seat} already bought {railroad:company} this turn; "
    "only one railroad's stock may be bought per turn.",
    "second_share": "Starting a railroad gives one share; more of {railroad:company} can be bought "
    "next turn.",
    "second_start_hex": "{railroad:company} may occupy only one starting-city hex; "
    "{hex:place} belongs to {city}.",
    "setup_order": "The blue cards were dealt to {seats}, each once; entered: {order}.",
    "stock_after_track": "Shares are bought before building; "
    "{seat:seat} has already built this turn.",
    "treasury_below_total": "{railroad:company}'s treasury is {treasury:money}; the line costs "
    "{cost:money}, {missing:money} more. Players may not add money.",
    "treasury_short": "{railroad:company}'s treasury is {treasury:money}; it pays for {before:hex|hexes}, "
    "then {left:money} is left and {hex:place} costs {cost:money}. Players may not add money.",
    "turns_left": "{active:seat}'s turn comes first; still to act: {queue}.",
    "uncharted": "The chart does not know {hexes} yet: enter what the map prints there.",
    "unknown_railroad": "There is no railroad {railroad}; there are {railroads}.",
    "unknown_seat": "There is no seat {seat} at this table; there are {seats}.",
    "value_above_cash": "{seat:seat} has {cash:money} and cannot pay the stock value {value:money}.",
    "value_range": "The stock value must be 10 to 50 (entered: {value}).",
    "value_taken": "Stock value {value:money} is taken by {holder:company}; "
    "every value must be different.",
    "wrong_seat": "It is {active:seat}'s turn (order card {card}).",
}
"""A wording for every refusal, with the figures that decided it. Digest 2.3."""

LOG: Mapping[str, str] = {
    "log_start": "{seat:seat} starts {railroad:company} in {hex:place}: {issued} shares, "
    "stock value {value:money}.",
    "log_buy": "{seat:seat} buys {shares} of {railroad:company} for {pay:money}.",
    "log_buy_one": "{seat:seat} buys a share of {railroad:company} for {pay:money}.",
    "log_build": "{seat:seat} builds {hexes:hex|hexes} of {railroad:company} from {from:place} to "
    "{to:place} for {cost:money}.",
    "log_build_one": "{seat:seat} builds {to:place} for {railroad:company}, {cost:money}.",
    "log_attest": "{seat:seat} builds {hexes:hex|hexes} of {railroad:company} for {cost:money}, "
    "as the table attests.",
    "log_done": "{seat:seat} ends the turn.",
    "log_dividends": "Dividends of turn {turn}: {players:money} to players, "
    "{railroads:money} to railroads.",
    "log_pick": "{seat:seat} chooses order card {card}.",
    "log_order": "Order of turn {turn}: {order:seat}.",
    "log_chart": "{hex:place} charted: cost {cost:money}, income {income}.",
    "line_laid": "{railroad:company}: {hexes:hex|hexes} for {cost:money}.",
    "entered_central": "{railroad:company} enters the Central Region: 10 more cubes.",
    "entered_western": "{railroad:company} enters the Western Region: 10 more cubes.",
    "entered_divide": "{railroad:company} crosses the Continental Divide: income +10.",
    "reached_port": "{railroad:company} reaches {port}.",
    "dividend_paid": "{railroad:company}: {income} over {issued} shares pays {each:money} a share; "
    "{kept:money} stays with the railroad.",
    "brings_central": "Central Region: 10 more cubes",
    "brings_western": "Western Region: 10 more cubes",
    "brings_divide": "across the Divide: income +10",
    "brings_port": "{port}",
    "unchecked_line": "Not checked for {railroad:company}, the table answers for it: {rules}.",
    "unchecked_start": "The chart does not know where {hex} lies.",
    "first_share": "first share",
    "shares": "shares",
    "track": "track",
    "dividend": "dividend",
    "remainder": "remainder of the income",
}

EFFECTS: Mapping[str, str] = {
    "effect_cash": "{seat:seat}'s cash",
    "effect_shares": "{seat:seat}'s shares of {railroad:company}",
    "effect_treasury": "{railroad:company}'s treasury",
    "effect_income": "{railroad:company}'s income",
    "effect_cubes": "{railroad:company}'s cubes ready",
    "effect_dividend": "{railroad:company}'s dividend per share",
    "effect_price": "Least price of {railroad:company}",
    "effect_points": "Points per share of {railroad:company}",
    "effect_port": "{railroad:company}'s port",
    "effect_kept": "{railroad:company} keeps a turn",
    "effect_dividends_of": "Dividends of {railroad:company} to {seat:seat} a turn",
    "effect_turn": "Turn",
    "effect_order": "Player order",
    "effect_active": "To act",
}

BUTTONS: Mapping[str, str] = {
    "button_start": "Start {railroad:company}",
    "button_buy": "Buy {shares:share|shares} for {pay:money}",
    "button_build": "Build {hexes:hex|hexes}",
    "button_build_attested": "Build {hexes:hex|hexes}",
    "button_pick": "Take card {card}",
}
"""What the button of a move says, with the facts of its sentence in the log."""

STATUS: Mapping[str, str] = {
    "status_stock": "{seat:seat} may buy stock, then build track.",
    "status_bought": "{seat:seat} has bought {railroad:company} and may build track.",
    "status_track": "{seat:seat} builds track and may buy no more stock this turn.",
    "status_dividends": "All have acted: pay the dividends of turn {turn}.",
    "status_order": "{seat:seat} chooses an order card for turn {turn}.",
    "status_over": "The game ended with turn 8.",
    "no_unsold": "No started railroad has a share that {seat:seat} can pay for.",
    "no_line": "{seat:seat} is the largest holder of no railroad that may still build.",
    "all_started": "Every railroad has been started.",
    "no_value": "{seat:seat} has {cash:money}; a new railroad costs at least $10.",
}

COMPANIES: Mapping[str, str] = {f"company_{key}": key.capitalize() for key in RAILROADS}

WORDS: Mapping[str, str] = {
    **REFUSALS,
    **LOG,
    **EFFECTS,
    **BUTTONS,
    **STATUS,
    **COMPANIES,
}


def narrate(table: Table, before: State, seat: str, move: Move, step: Step) -> Note:
    """Return the log's sentence for a move."""
    match move:
        case Start():
            facts: dict[str, Fact] = {"railroad": move.railroad, "issued": move.issued}
            hex_ = step.state.railroads[move.railroad].at
            return Note("log_start", facts | {"seat": seat, "hex": hex_, "value": move.value})
        case Buy():
            code = "log_buy_one" if move.shares == 1 else "log_buy"
            facts = {"seat": seat, "railroad": move.railroad, "shares": move.shares}
            return Note(code, facts | {"pay": move.pay})
        case Build() | BuildAttested():
            return _track_note(before, seat, move, step)
        case Done():
            return Note("log_done", {"seat": seat})
        case Dividends():
            return _dividends_note(before, step)
        case Pick() | Draft():
            return _order_note(seat, move, step)
        case Chart():
            return Note("log_chart", {"hex": move.place, "cost": move.cost, "income": move.income})
        case _:
            assert_never(move)


def _track_note(before: State, seat: str, move: Build | BuildAttested, step: Step) -> Note:
    key, after = move.railroad, step.state
    cost = before.money[key] - after.money[key]
    hexes = after.railroads[key].built - before.railroads[key].built
    facts: dict[str, Fact] = {"seat": seat, "railroad": key, "hexes": hexes, "cost": cost}
    if isinstance(move, BuildAttested):
        return Note("log_attest", facts)
    facts |= {"from": move.path[0], "to": after.railroads[key].track[-1]}
    return Note("log_build_one" if hexes == 1 else "log_build", facts)


def _dividends_note(before: State, step: Step) -> Note:
    sums = {True: 0, False: 0}
    for posting in step.postings:
        sums[posting.target in before.order] += posting.amount
    facts: dict[str, Fact] = {"turn": before.turn, "players": sums[True], "railroads": sums[False]}
    return Note("log_dividends", facts)


def _order_note(seat: str, move: Pick | Draft, step: Step) -> Note:
    after: State = step.state
    if after.phase == "play":
        facts: dict[str, Fact] = {"turn": after.turn, "order": tuple(after.order)}
        return Note("log_order", facts | ({"card": move.card} if isinstance(move, Pick) else {}))
    if isinstance(move, Draft):
        seat, card = move.picks[-1]
        return Note("log_pick", {"seat": seat, "card": card})
    return Note("log_pick", {"seat": seat, "card": move.card})


def effects(table: Table, before: State, step: Step) -> tuple[Effect, ...]:
    """Return what a move changes: cash, shares, each railroad's figures, the turn."""
    after: State = step.state
    changes = (*_cash_effects(table, before, after), *_railroad_effects(table, before, after))
    changes += (
        Effect(Note("effect_turn"), before.turn, after.turn),
        Effect(Note("effect_order"), " ".join(before.order), " ".join(after.order), None, "seat"),
        Effect(Note("effect_active"), before.queue[:1], after.queue[:1], None, "seat"),
    )
    return tuple(effect for effect in changes if effect.old != effect.new)


def _cash_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    options: Options = table.options
    for account, money in after.money.items():
        if account == BANK:
            continue
        old = before.money.get(account, 0)
        who = "seat" if account in after.order else "railroad"
        code = "effect_cash" if who == "seat" else "effect_treasury"
        secret = account if who == "seat" and options.cash == "hidden" else ""
        yield Effect(Note(code, {who: account}), old, money, money > old, "money", secret)


def _railroad_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    worth, worth_before = sheet(table, after).railroads, sheet(table, before).railroads
    for key, railroad in after.railroads.items():
        old = before.railroads.get(key)
        if old is railroad:
            continue
        yield from _holding_effects(key, old, railroad)
        facts: dict[str, Fact] = {"railroad": key}
        if old is None:
            continue
        for code, figure, kind in (
            ("effect_income", "income", "figure"),
            ("effect_dividend", "dividend", "money"),
            ("effect_price", "price", "money"),
        ):
            was, now = getattr(old, figure), getattr(railroad, figure)
            good = None if figure == "price" else now > was
            yield Effect(
                Note(code, facts), was, now, good, "money" if kind == "money" else "figure"
            )
        yield Effect(Note("effect_cubes", facts), old.cubes[0], railroad.cubes[0])
        yield Effect(Note("effect_port", facts), old.port, railroad.port, True, "text")
        points, was = points_per_share(worth[key]), points_per_share(worth_before[key])
        yield Effect(Note("effect_points", facts), was, points, points > was)


def _holding_effects(key: str, old: Railroad | None, new: Railroad) -> Iterator[Effect]:
    for seat, count in new.held.items():
        was = old.held.get(seat, 0) if old else 0
        yield Effect(
            Note("effect_shares", {"seat": seat, "railroad": key}), was, count, count > was
        )


def place_names(table: Table, state: State) -> Mapping[str, str]:
    """Return the names printed in hexes; one that several hexes have is told apart by its hex."""
    named = {
        data.place: name_of(data) for data in (*table.board.sketch, *known_hexes(table, state))
    }
    shared = Counter(named.values())
    starts = {start: f"{city} {start}" for start, city in CITY_OF.items()}
    return starts | {
        place: name if shared[name] == 1 else f"{name} ({place})"
        for place, name in named.items()
        if name
    }


def status(table: Table, state: State) -> Note:
    """Return what is expected now, and of whom."""
    if state.phase == "over":
        return Note("status_over")
    if state.phase == "dividends":
        return Note("status_dividends", {"turn": state.turn})
    if state.phase == "order":
        return Note("status_order", {"seat": state.picker, "turn": state.turn})
    seat = state.queue[0]
    if state.lines:
        return Note("status_track", {"seat": seat})
    if state.opened or state.bought:
        return Note("status_bought", {"seat": seat, "railroad": state.opened or state.bought})
    return Note("status_stock", {"seat": seat})
