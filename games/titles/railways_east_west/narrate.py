"""What is said of moves and states: the log's sentences, effects for the preview, the status."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.errors import Fact
from games.engine.title import Effect, Note, Step, Table
from games.titles.railways_east_west.board import GOODS, RAW
from games.titles.railways_east_west.cards import EVENTS, card_name
from games.titles.railways_east_west.improving import level_name
from games.titles.railways_east_west.moves import (
    Barons,
    Buyback,
    ChartBounty,
    ChartCity,
    ChartFigure,
    ChartIncome,
    Deal,
    Deliver,
    Fill,
    Finish,
    Income,
    Increase,
    Link,
    Move,
    Pass,
    PlayEvent,
    Raw,
    Settle,
    Settler,
    Skip,
    Take,
    Transition,
    Upgrade,
    Urbanize,
)
from games.titles.railways_east_west.state import NOTHING, Player, State, all_cities
from games.titles.railways_east_west.wording import WORDS

__all__ = ["WORDS", "effects", "narrate", "place_names", "status"]

CUBES: Mapping[str, str] = {**GOODS, RAW: "raw material"}
Said = tuple[str, dict[str, Fact]]


def narrate(table: Table, before: State, seat: str, move: Move, step: Step) -> Note:
    """Return the log's sentence for a move."""
    for tell in (_own_action, _other_action, _of_table, _charted):
        said = tell(table, before, step.state, seat, move)
        if said is not None:
            code, facts = said
            named: dict[str, Fact] = {"seat": seat}
            return Note(code, named | facts)
    raise TypeError(type(move).__name__)


def _own_action(table: Table, before: State, after: State, seat: str, move: Move) -> Said | None:
    match move:
        case Link():
            code = "log_part" if move.part else "log_link"
            count = len(move.pieces) or move.count
            return code, {"a": move.a, "b": move.b, "pieces": count}
        case Upgrade():
            return "log_upgrade", {"level": level_name(after.players[seat].engine)}
        case Deliver():
            return "log_deliver", {"colour": GOODS[move.cube], "route": _cities(move.route)}
        case Settler():
            return "log_settler", {"route": _cities(move.route)}
        case Raw():
            return "log_raw", {"route": _cities(move.route)}
        case Urbanize():
            return "log_urbanize", {"city": move.city, "colour": move.colour}
        case Take():
            code = "log_take_city" if move.city else "log_take"
            return code, {"card": _card(table, after, move.card), "city": move.city}
        case _:
            return None


def _other_action(table: Table, before: State, after: State, seat: str, move: Move) -> Said | None:
    match move:
        case Pass():
            return "log_pass", {}
        case Skip():
            return "log_skip", {}
        case Buyback():
            return "log_buyback", {"count": move.count}
        case Settle():
            return "log_repay", {"repay": move.repay, "discard": move.discard}
        case Increase():
            return "log_increase", {"city": move.city, "colour": CUBES[move.cube]}
        case Transition():
            code = "log_transition_baron" if move.baron else "log_transition"
            settled: dict[str, Fact] = {"repay": move.repay, "discard": move.discard}
            return code, settled | {"baron": move.baron}
        case Barons():
            return "log_baron", {"west": move.west, "east": move.east}
        case _:
            return None


def _of_table(table: Table, before: State, after: State, seat: str, move: Move) -> Said | None:
    match move:
        case Deal():
            names = tuple(_card(table, after, card) for card in move.cards) or ("none",)
            return "log_cards", {"cards": names}
        case PlayEvent():
            return "log_event", {"event": EVENTS[move.event]}
        case Fill():
            cubes = tuple(CUBES[cube] for cube in move.cubes) or ("none",)
            return "log_fill", {"city": move.city, "cubes": cubes}
        case Income():
            if move.amount < 0:
                return "log_income", {}
            paid = tuple(seat or before.waiting)
            return "log_income_of", {"seat": paid, "amount": move.amount}
        case Finish():
            return "log_finish", {}
        case _:
            return None


def _charted(table: Table, before: State, after: State, seat: str, move: Move) -> Said | None:
    match move:
        case ChartCity():
            told: dict[str, Fact] = {"colour": move.colour, "value": move.value}
            return "log_chart_city", told | {"city": move.city}
        case ChartIncome():
            return "log_chart_income", {"points": move.points, "income": move.income}
        case ChartBounty():
            return "log_chart_bounty", {"city": move.city, "points": move.points}
        case ChartFigure():
            return "log_chart_figure", {"figure": move.figure, "amount": move.amount}
        case _:
            return None


def _cities(route: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(hop.partition("@")[0] for hop in route)


def _card(table: Table, state: State, card: str) -> str:
    return card_name(card, place_names(table, state))


def place_names(table: Table, state: State) -> Mapping[str, str]:
    """Return the names of the cities by code."""
    return {city.code: city.name for city in all_cities(table, state)}


# Effects


def effects(table: Table, before: State, step: Step) -> tuple[Effect, ...]:
    """Return what a move changes: cash, scores, bonds, engines, cities, the turn."""
    after: State = step.state
    found = [effect for seat in table.seats for effect in _of_seat(before, after, seat)]
    found += [
        effect
        for code in dict.fromkeys((*before.cities, *after.cities, *after.due))
        for effect in _of_city(before, after, code)
    ]
    found += [
        Effect(Note("effect_phase"), before.phase, after.phase),
        Effect(Note("effect_round"), before.round, after.round),
        Effect(Note("effect_turn"), before.turn, after.turn),
        Effect(Note("effect_turns"), before.turns, after.turns),
        Effect(Note("effect_active"), before.active, after.active, None, "seat"),
    ]
    return tuple(effect for effect in found if effect.old != effect.new)


def _of_seat(before: State, after: State, seat: str) -> Iterator[Effect]:
    facts: dict[str, Fact] = {"seat": seat}
    old: Player = before.players[seat]
    new: Player = after.players[seat]
    cash = before.money[seat], after.money[seat]
    yield Effect(Note("effect_cash", facts), *cash, cash[1] > cash[0], "money")
    yield Effect(Note("effect_score", facts), old.score, new.score, new.score > old.score)
    yield Effect(Note("effect_bonds", facts), old.bonds, new.bonds, new.bonds < old.bonds)
    levels = level_name(old.engine), level_name(new.engine)
    yield Effect(Note("effect_engine", facts), *levels, True, "text")
    links = len(before.links.get(seat, {})), len(after.links.get(seat, {}))
    yield Effect(Note("effect_links", facts), *links, True)
    yield Effect(Note("effect_raw", facts), old.raw, new.raw, True)
    yield Effect(Note("effect_settlers", facts), old.settlers, new.settlers, True)
    skips = "yes" if old.skip else "no", "yes" if new.skip else "no"
    yield Effect(Note("effect_skip", facts), *skips, None, "text")


def _of_city(before: State, after: State, code: str) -> Iterator[Effect]:
    facts: dict[str, Fact] = {"city": code}
    old, new = before.cities.get(code, NOTHING), after.cities.get(code, NOTHING)
    goods = old.goods or "none", new.goods or "none"
    yield Effect(Note("effect_goods", facts), *goods, None, "text")
    yield Effect(Note("effect_waiting", facts), old.waiting, new.waiting)
    yield Effect(Note("effect_settled", facts), old.settled, new.settled)
    colours = old.colour or "as printed", new.colour or "as printed"
    yield Effect(Note("effect_colour", facts), *colours, None, "text")
    due = _due(before, code), _due(after, code)
    yield Effect(Note("effect_due", facts), *due)


def _due(state: State, code: str) -> int:
    return state.due[code].count if code in state.due else 0


# The status


def status(table: Table, state: State) -> Note:
    """Return what is expected now, and of whom."""
    if state.stage == "play":
        return _in_play(state)
    others = tuple(state.waiting[1:]) or ("nobody",)
    facts: dict[str, Fact] = {"round": state.round, "draws": state.draws}
    if state.stage == "income":
        facts["waiting"] = tuple(state.waiting)
    elif state.stage == "change":
        facts |= {"seat": state.waiting[:1], "waiting": others}
    return Note(f"status_{state.stage}", facts)


def _in_play(state: State) -> Note:
    facts: dict[str, Fact] = {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "turns": state.turns,
        "seat": state.active,
        "actions": state.actions,
        "cities": len(state.due),
    }
    if state.players[state.active].skip:
        return Note("status_skip", facts)
    if state.actions > 1:
        return Note("status_more", facts)
    return Note("status_due" if state.due else "status_play", facts)
