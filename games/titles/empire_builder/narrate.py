"""Notes that fill the title's words: log sentences, effects of a move, what is expected now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.errors import Fact
from games.engine.ledger import BANK
from games.engine.title import Effect, Note, Step, Table
from games.titles.empire_builder.board import COASTS
from games.titles.empire_builder.cards import due
from games.titles.empire_builder.charting import merged_board
from games.titles.empire_builder.meta import secrets
from games.titles.empire_builder.moves import (
    Build,
    BuildAttested,
    BuyTrack,
    ChartCity,
    ChartGood,
    ChartMilepost,
    ChartSection,
    Claim,
    Deliver,
    Draw,
    Drop,
    EndTurn,
    Event,
    EventCard,
    EventOver,
    Go,
    GoAttested,
    Load,
    Lose,
    Move,
    NewHand,
    Place,
    SwapTrack,
    Upgrade,
)
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.reading import demand_text
from games.titles.empire_builder.state import (
    ALLOWANCE,
    TURN_SPEND,
    InForce,
    State,
    Train,
    grid,
    is_opening,
    opening_rounds,
    train_key,
    train_numbers,
)
from games.titles.empire_builder.wording import WORDS

__all__ = ["WORDS", "area_text", "effects", "event_note", "narrate", "place_names", "status"]

COUNTRIES: Mapping[str, str] = {"CA": "Canada", "US": "the United States", "MX": "Mexico"}


def narrate(table: Table, before: State, seat: str, move: Move, step: Step) -> Note:
    """Return the log's sentence for a move."""
    match move:
        case Place() | Go() | GoAttested():
            return _run_note(before, seat, move, step)
        case Load() | Drop() | Lose() | Deliver() | Draw():
            return _load_note(table, before, seat, move, step)
        case Build() | BuildAttested() | Upgrade() | BuyTrack() | SwapTrack():
            return _spend_note(before, seat, move, step)
        case Event():
            return event_note(move)
        case EventOver():
            return Note("log_event_over", {"effect": move.effect})
        case NewHand():
            return Note("log_new_hand", {"seat": seat})
        case EndTurn():
            return Note("log_end", {"seat": seat})
        case Claim():
            return Note("log_claim", {"seat": seat, "cash": before.money[seat]})
        case _:
            return _chart_note(move)


def _run_note(before: State, seat: str, move: Place | Go | GoAttested, step: Step) -> Note:
    key = train_key(seat, move.train)
    old, new = before.trains[key], step.state.trains[key]
    if isinstance(move, Place):
        return Note("log_place", {"seat": seat, "place": new.at})
    facts: dict[str, Fact] = {"seat": seat, "from": old.at, "to": new.at}
    facts["steps"] = new.used - old.used
    owners = tuple(posting.target for posting in step.postings)
    if not owners:
        return Note("log_go", facts)
    fees = sum(posting.amount for posting in step.postings)
    return Note("log_go_fees", facts | {"fees": fees, "owners": owners})


def _load_note(
    table: Table, before: State, seat: str, move: Load | Drop | Lose | Deliver | Draw, step: Step
) -> Note:
    if isinstance(move, Draw):
        card = step.state.hands[seat][-1]
        demands = tuple(map(demand_text, card.demands))
        return Note("log_draw", {"seat": seat, "card": card.number, "demands": demands})
    facts: dict[str, Fact] = {"seat": seat, "good": move.good}
    if isinstance(move, Lose):
        return Note("log_lose", facts)
    at = before.trains[train_key(seat, move.train)].at
    city = grid(table, before).city_at.get(at)
    facts["city"] = city.key if city is not None else at
    if isinstance(move, Deliver):
        payoff = sum(one.amount for one in step.postings if one.source == BANK)
        return Note("log_deliver", facts | {"payoff": payoff})
    return Note("log_load" if isinstance(move, Load) else "log_drop", facts)


def _spend_note(
    before: State,
    seat: str,
    move: Build | BuildAttested | Upgrade | BuyTrack | SwapTrack,
    step: Step,
) -> Note:
    cost = before.money[seat] - step.state.money[seat]
    facts: dict[str, Fact] = {"seat": seat, "cost": cost}
    match move:
        case Upgrade():
            return Note("log_upgrade", facts | {"type": move.to})
        case BuyTrack():
            facts = {"seat": seat, "seller": move.seller, "price": move.price}
            return Note("log_buy_track", facts | {"sections": len(move.sections)})
        case SwapTrack():
            facts = {"seat": seat, "partner": move.partner, "given": len(move.give)}
            return Note("log_swap_track", facts | {"taken": len(move.take)})
        case BuildAttested():
            sections = step.state.lines[-1].sections
            return Note("log_attest", facts | {"sections": sections})
        case Build():
            sections = len(step.state.track) - len(before.track)
            last = (move.path, *move.also)[-1][-1]
            facts |= {"sections": sections, "from": move.path[0], "to": last}
            return Note("log_build_one" if sections == 1 else "log_build", facts)


def event_note(card: EventCard) -> Note:
    """Return what an event card does, in a sentence."""
    facts: dict[str, Fact] = {"river": card.river, "area": area_text(card), "text": card.text}
    facts["amount"] = card.amount if card.effect == "payment" else max(1, card.amount)
    return Note(f"event_{card.effect}", facts)


def area_text(card: EventCard) -> str:
    """Return where an event holds, as part of a sentence: nothing where it holds everywhere."""
    words = ""
    if card.near:
        coasts = COASTS.values()
        names = [
            f"the {one} coast" if one in coasts else one.replace("_", " ") for one in card.near
        ]
        words += f" within {card.within} mileposts of {', '.join(names)}"
    if card.country:
        words += f" in {COUNTRIES[card.country]}"
    if card.seats:
        words += f" for {', '.join(card.seats)}"
    return words


def _chart_note(move: ChartMilepost | ChartSection | ChartCity | ChartGood) -> Note:
    match move:
        case ChartMilepost():
            return Note("log_chart_milepost", {"place": move.place})
        case ChartSection():
            what = "water" if move.water else ", ".join(move.over) or "open"
            return Note("log_chart_section", {"place": move.section, "what": what})
        case ChartCity():
            return Note("log_chart_city", {"place": move.city, "goods": move.goods})
        case ChartGood():
            return Note("log_chart_good", {"good": move.good, "count": move.count})


# Effects


def effects(table: Table, before: State, step: Step) -> tuple[Effect, ...]:
    """Return what a move changes: cash, trains, cards, track, counters, events, the turn."""
    after: State = step.state
    changes = (
        *_cash_effects(table, before, after),
        *_train_effects(table, before, after),
        *_hand_effects(table, before, after),
        *_track_effects(table, before, after),
        *_table_effects(before, after),
    )
    return tuple(effect for effect in changes if effect.old != effect.new)


def _cash_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    hidden = secrets(table).cash
    for seat in table.seats:
        old, new = before.money[seat], after.money[seat]
        secret = seat if hidden else ""
        yield Effect(Note("effect_cash", {"seat": seat}), old, new, new > old, "money", secret)


def _train_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    for seat in table.seats:
        for number in train_numbers(table):
            old, new = (state.trains[train_key(seat, number)] for state in (before, after))
            if old is not new:
                yield from _one_train(old, new, {"seat": seat, "number": number})


def _one_train(old: Train, new: Train, facts: dict[str, Fact]) -> Iterator[Effect]:
    yield Effect(Note("effect_type", facts), old.type, new.type, True, "text")
    yield Effect(Note("effect_at", facts), old.at or "-", new.at or "-", None, "place")
    yield Effect(Note("effect_used", facts), old.used, new.used)
    loads = (", ".join(old.loads) or "-", ", ".join(new.loads) or "-")
    yield Effect(Note("effect_loads", facts), *loads, None, "text")


def _hand_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    for seat in table.seats:
        old, new = (
            ", ".join(f"#{card.number}" for card in state.hands[seat]) or "-"
            for state in (before, after)
        )
        yield Effect(Note("effect_cards", {"seat": seat}), old, new, None, "text")


def _track_effects(table: Table, before: State, after: State) -> Iterator[Effect]:
    if before.ways == after.ways and before.lines is after.lines:
        return
    for seat in table.seats:
        facts: dict[str, Fact] = {"seat": seat}
        old, new = _sections(before, seat), _sections(after, seat)
        if old == new:
            continue
        yield Effect(Note("effect_sections", facts), old, new, new > old)
        was, now = (len(joined_majors(table, state, seat)) for state in (before, after))
        yield Effect(Note("effect_cities", facts), was, now, now > was)


def _sections(state: State, seat: str) -> int:
    attested = sum(line.sections for line in state.lines if line.seat == seat)
    return attested + sum(own[0] == seat for own in state.track.values())


def _table_effects(before: State, after: State) -> Iterator[Effect]:
    for good, count in after.supply.items():
        yield Effect(Note("effect_supply", {"good": good}), before.supply.get(good, 0), count)
    same_turn = (before.active, before.round) == (after.active, after.round)
    if same_turn:
        yield Effect(Note("effect_spent"), before.turn.spent, after.turn.spent, None, "money")
    old, new = (", ".join(map(event_name, state.events)) or "-" for state in (before, after))
    yield Effect(Note("effect_events"), old, new, None, "text")
    yield Effect(Note("effect_active"), before.active, after.active, None, "seat")
    yield Effect(Note("effect_round"), before.round, after.round)


def event_name(one: InForce) -> str:
    """Return an event in force in a few words."""
    card = one.event
    named = {"half_rate": "half rate", "lose_load": "loads lost"}.get(card.effect, card.effect)
    return f"{named} {card.river or card.text}".strip() + area_text(card)


def place_names(table: Table, state: State) -> Mapping[str, str]:
    """Return what cities and named mileposts are called, by milepost and by city."""
    board = merged_board(table, state)
    cities = {city.key: city.title for city in board.cities}
    found = {
        dot.id: cities.get(dot.city) or dot.name.replace("_", " ")
        for dot in board.mileposts
        if dot.city or dot.name
    }
    return found | cities


# Status


def status(table: Table, state: State) -> Note:
    """Return what is expected now, and of whom."""
    seat = state.active
    if state.phase == "over":
        return Note("status_over")
    cards = due(state, seat)
    if cards:
        code = "status_deal" if state.deal.get(seat) else "status_draw"
        return Note(code, {"seat": seat, "due": cards})
    if any(key[0] == seat for key in state.owed):
        return Note("status_loss", {"seat": seat})
    return _turn_status(table, state, seat)


def _turn_status(table: Table, state: State, seat: str) -> Note:
    turn = state.turn
    if turn.new_hand or turn.upgraded or turn.traded:
        return Note("status_done", {"seat": seat})
    if is_opening(table, state):
        left = min(TURN_SPEND - turn.spent, state.money[seat])
        facts: dict[str, Fact] = {"seat": seat, "turn": state.round, "of": opening_rounds(table)}
        return Note("status_opening", facts | {"left": left})
    if turn.built:
        return Note("status_spend", {"seat": seat, "spent": turn.spent})
    train = state.trains[train_key(seat)]
    if not train.at:
        return Note("status_place", {"seat": seat})
    return Note("status_run", {"seat": seat, "left": ALLOWANCE[train.type] - train.used})
