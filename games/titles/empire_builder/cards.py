"""Cards: drawing demands, events with what they do at once, new hands, the deck's counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.engine.codec import to_data
from games.engine.errors import ChoiceNeeded
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.board import (
    COASTS,
    UNNAMED,
    Demand,
    chart_board,
    ends_of,
    section,
)
from games.titles.empire_builder.moves import Draw, Event, EventCard, EventOver
from games.titles.empire_builder.state import (
    HAND,
    Card,
    InForce,
    Owed,
    State,
    demands_left,
    events_left,
    grid,
    with_track,
)

DEMANDS = 3
"""Demands on a card. Rule EB-07."""

LASTING = ("flood", "strike", "half_rate", "embargo", "other")
"""Effects that stay in force; the others act once. Rule EB-09."""


# Demand cards


def due(state: State, seat: str) -> int:
    """Return how many cards a seat has to draw now. Rules EB-27, EB-32 and EB-59."""
    cards = state.deal.get(seat, 0) or (state.turn.draws if seat == state.active else 0)
    return min(cards, HAND - len(state.hands.get(seat, ())))


def draw(table: Table, state: State, seat: str, move: Draw, referee: Referee) -> Step:
    """Take a demand card into the hand. Rules EB-07, EB-08, EB-27, EB-28 and EB-67."""
    if seat not in tuple(table.seats):
        referee.refuse("unknown_seat", "EB-30", seat=seat, seats=table.seats)
    if not due(state, seat):
        referee.refuse("no_draw", "EB-08", seat=seat, cards=len(state.hands[seat]))
    state = _deck_for(table, state, referee)
    card = _read_card(table, state, move, referee)
    after = replace(state, hands={**state.hands, seat: (*state.hands[seat], card)})
    after = _drawn(after, seat)
    if table.options.mode == "sudden" and demands_left(table, after) < 1:
        after = replace(after, last_card=True, turn=replace(after.turn, draws=0))
        if table.options.sudden_end == "draw":
            after = replace(after, phase="over", ended="sudden_death")
    return Step(after)


def _drawn(state: State, seat: str) -> State:
    if state.deal.get(seat):
        deal = {**state.deal, seat: state.deal[seat] - 1}
        return replace(state, deal={key: left for key, left in deal.items() if left})
    return replace(state, turn=replace(state.turn, draws=max(0, state.turn.draws - 1)))


def _deck_for(table: Table, state: State, referee: Referee) -> State:
    """Return the state with a demand card left to draw: an empty deck is renewed. Rules EB-28, EB-67."""
    if demands_left(table, state) > 0:
        return state
    if table.options.mode == "sudden":
        referee.refuse("deck_out", "EB-67")
    if not state.discarded:
        referee.refuse("deck_empty", "EB-28", held=sum(map(len, state.hands.values())))
    in_play = sum(1 for one in state.events if one.drawer)
    return replace(state, discarded=0, shown=in_play)


def _read_card(table: Table, state: State, move: Draw, referee: Referee) -> Card:
    board = chart_board(table.board, state.chart)
    held = {card.number: seat for seat, hand in state.hands.items() for card in hand}
    if move.card in held:
        referee.refuse("card_held", "EB-07", card=move.card, holder=held[move.card])
    demands = move.demands
    if not demands:
        if move.card not in board.deck:
            referee.refuse("unknown_card", "EB-07", card=move.card)
        demands = board.deck[move.card]
    if len(demands) != DEMANDS:
        referee.refuse("three_demands", "EB-07", count=len(demands))
    for demand in demands:
        _check_demand(board.goods, tuple(board.towns), demand, referee)
    number = move.card or next(
        number for number in range(max(board.deck, default=0) + 1, 10_000) if number not in held
    )
    return Card(number, demands)


def _check_demand(
    goods: Mapping[str, int], cities: tuple[str, ...], demand: Demand, referee: Referee
) -> None:
    if demand.good not in goods:
        referee.refuse("unknown_good", "EB-07", good=demand.good)
    if demand.city not in cities:
        referee.refuse("unknown_city", "EB-01", city=demand.city)


def new_hand(table: Table, state: State, seat: str, referee: Referee) -> Step:
    """Discard the hand instead of the turn. Rule EB-32, decisions A4 and A32."""
    turn = state.turn
    if turn.acted or turn.built or turn.upgraded or turn.traded or turn.new_hand:
        referee.refuse("hand_alone", "EB-32", seat=seat)
    if table.options.mode == "sudden" and demands_left(table, state) < HAND:
        left = max(0, demands_left(table, state))
        referee.refuse("deck_short", "EB-67", left=left)
    after = replace(
        state,
        hands={**state.hands, seat: ()},
        discarded=state.discarded + len(state.hands[seat]),
        turn=replace(turn, new_hand=True, draws=HAND),
    )
    return Step(after)


# Events


def event(table: Table, state: State, seat: str, move: Event, referee: Referee) -> Step:
    """Show an event card: it acts at once. Rules EB-08 to EB-17, decisions A18 to A22.

    Without a seat it is an act of the table, as if the active seat had drawn it.
    """
    if seat:
        if state.deal.get(seat):
            referee.refuse("deal_event", "EB-27", seat=seat)
        if not due(state, seat):
            cards = len(state.hands.get(seat, ()))
            referee.refuse("no_draw", "EB-08", seat=seat, cards=cards)
        if not events_left(table, state):
            referee.refuse("events_out", "EB-06", events=table.board.event_cards)
        state = replace(state, shown=state.shown + 1)
    _check_event(table, state, move, referee)
    if move.effect == "flood":
        state = _name_crossings(table, state, move, referee)
    card = EventCard(**{name: getattr(move, name) for name in EventCard.__struct_fields__})
    if move.effect in LASTING:
        drawer = seat or state.active
        # In force to the end of this turn and of the drawer's next one.
        lasting = InForce(card, drawer, 2 if drawer == state.active else 1)
        state = replace(state, events=(*state.events, lasting))
    step = Step(state)
    if move.effect == "flood":
        step = _flood(table, state, move.river)
    elif move.effect == "payment":
        step = _payment(table, state, card)
    elif move.effect == "lose_load":
        step = _losses(table, state, card)
    return step


def _check_event(table: Table, state: State, move: Event, referee: Referee) -> None:
    board = chart_board(table.board, state.chart)
    if move.effect == "flood" and move.river not in board.rivers:
        referee.refuse("unknown_river", "EB-13", river=move.river, rivers=board.rivers)
    places = grid(table, state)
    for place in move.near:
        if places.locate(place) not in places.dots and place not in COASTS.values():
            referee.refuse("unknown_area", "EB-10", place=place)
    for seat in move.seats:
        if seat not in table.seats:
            referee.refuse("unknown_seat", "EB-30", seat=seat, seats=table.seats)


def _name_crossings(table: Table, state: State, move: Event, referee: Referee) -> State:
    """Chart which unnamed crossings are over the river, or ask. Rule EB-13, digest 2.1."""
    places = grid(table, state)
    named = tuple(dict.fromkeys(section(*ends_of(name)) for name in move.over))
    chart = dict(state.chart)
    for key in named:
        a, b = ends_of(key)
        if places.link(a, b) is None:
            referee.refuse("not_neighbours", "EB-34", a=a, b=b)
        over = [
            name
            for one in places.board.crossings
            if section(one.a, one.b) == key
            for name in one.over
        ]
        if UNNAMED in over:
            over.remove(UNNAMED)
        if move.river not in over:
            over.append(move.river)
        chart[f"s:{key}"] = "+".join(over)
    open_ = tuple(sorted(key for key in places.unnamed if key in state.track and key not in named))
    if open_ and not move.looked:
        raise ChoiceNeeded("name_crossings", "EB-13", open_, river=move.river, sections=open_)
    return replace(state, chart=chart)


def _flood(table: Table, state: State, river: str) -> Step:
    """Erase every line over the river; bridges inside a city only close. Rules EB-13 and EB-15."""
    crossed = grid(table, state).crossed.get(river, ())
    erased = tuple(key for key in crossed if key in state.track)
    owners = {state.track[key][0] for key in erased}
    track = {key: own for key, own in state.track.items() if key not in erased}
    note = Note("track_erased", {"river": river, "sections": erased})
    return Step(with_track(state, track, owners), notes=(note,) if erased else ())


def _affected(table: Table, state: State, card: EventCard) -> Iterator[str]:
    """Yield the trains an event strikes. Decision A18."""
    area = grid(table, state).area(card.country, card.near, card.within)
    everywhere = not card.country and not card.near
    for key, train in state.trains.items():
        if (not card.seats or key[0] in card.seats) and (everywhere or train.at in area):
            yield key


def _payment(table: Table, state: State, card: EventCard) -> Step:
    """Pay what a card asks, never more than there is. Decision A40."""
    seats = card.seats or table.seats
    postings = tuple(
        Posting(seat, BANK, min(card.amount, state.money[seat]), "event")
        for seat in table.seats
        if seat in seats and min(card.amount, state.money[seat])
    )
    return Step(replace(state, money=post(state.money, postings)), postings)


def _losses(table: Table, state: State, card: EventCard) -> Step:
    """Note who must lose a load; each chooses which. Rule EB-17."""
    owed = dict(state.owed)
    for key in _affected(table, state, card):
        loads = state.trains[key].loads
        if loads:
            owed[key] = Owed(min(max(1, card.amount), len(loads)), loads)
    return Step(replace(state, owed=owed))


def event_over(table: Table, state: State, move: EventOver, referee: Referee) -> Step:
    """Put events away by hand. Rule EB-09."""
    kept = tuple(
        one
        for one in state.events
        if one.event.effect != move.effect or (move.river and one.event.river != move.river)
    )
    if len(kept) == len(state.events):
        referee.refuse("not_in_force", "EB-09", effect=move.effect)
    return Step(replace(state, events=kept))


def expire(state: State, seat: str) -> tuple[State, tuple[Note, ...]]:
    """Return the state after a seat's turn: its events are a turn nearer to their end. Rule EB-09."""
    kept: list[InForce] = []
    notes: list[Note] = []
    for one in state.events:
        turns = one.turns - (one.drawer == seat)
        if one.turns == 0 or turns > 0:
            kept.append(replace(one, turns=turns if one.turns else 0))
        else:
            facts = {"effect": one.event.effect, "river": one.event.river}
            notes.append(Note("event_expired", dict(facts)))
    return replace(state, events=tuple(kept)), tuple(notes)


def window(seats: str, drawer: str, now: str) -> tuple[tuple[str, ...], str]:
    """Return the turns in which an event is in force, from the one it is drawn in, and before whose it is gone.

    Rule EB-09: Event cards.
    """
    turns = [now]
    here = now
    while True:
        here = seats[(seats.index(here) + 1) % len(seats)]
        turns.append(here)
        if here == drawer:
            break
    return tuple(turns), seats[(seats.index(drawer) + 1) % len(seats)]


def event_facts(card: EventCard) -> dict[str, str]:
    """Return what an event says beyond its effect, in plain data."""
    return {key: str(value) for key, value in to_data(card).items() if key != "effect"}
