"""Operations cards and events: shown, taken, and what they do. Rules REW-63 to REW-85."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from games.engine.ledger import BANK, Posting
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.cubes import drawn, placed
from games.titles.railways_east_west.improving import TILE_CUBES, tiled
from games.titles.railways_east_west.money import with_postings
from games.titles.railways_east_west.moves import Deal, Increase, PlayEvent, Take
from games.titles.railways_east_west.state import (
    CARDS_A_ROUND,
    Player,
    State,
    bounty_of,
    city_of,
    options_of,
    order,
    with_player,
)

UNNAMED = "?"
"""A card on display that nobody has named."""

HELD: Mapping[str, str] = {
    "perfect": "Perfect Engineering",
    "grant": "Government Land Grant",
    "coal": "Coal-fueled Engines",
    "tunnel": "Tunnel Engineer",
}
"""Cards a player keeps until they are used, Perfect Engineering for good. Rules REW-64, 65, 71, 72."""

AT_ONCE: Mapping[str, str] = {
    "executive": "Railroad Executive",
    "industry": "New Industry",
    "growth": "City Growth",
    "boomtown": "Boomtown",
    "sutter": "Sutter's Mill",
}
"""Cards that act when they are taken. Rules REW-66 to REW-68, REW-73 and REW-74."""

EVENTS: Mapping[str, str] = {
    "landrush": "Land Rush",
    "increase": "Increase Production",
    "majorcity": "Major City Demand",
    "surplus": "Bond Surplus",
    "shortage": "Bond Shortage",
    "buyback": "Bond Buyback",
    "urban": "Urbanization Incentive",
    "smallmarket": "Small Market Incentive",
    "convention": "Convention Season",
    "used": "Used Engines",
}
"""Event cards. Rules REW-75 to REW-85."""

HOTELS: Mapping[str, str] = {
    **dict.fromkeys(("CHA", "CHI", "NYC", "BAL", "ATL", "BOS"), "E"),
    **dict.fromkeys(("OKC", "SLC", "TUC", "DEN", "TOP", "SFO"), "W"),
}
BOUNTIES: Mapping[str, str] = {
    **dict.fromkeys(("JAX", "RAL", "MOB", "DUL", "LOU", "TOR"), "E"),
    **dict.fromkeys(("SPO", "FTW", "BIL", "RNO", "TUC", "BIS"), "W"),
}
"""Cities of the listed hotels and service bounties, by deck. Rules REW-69 and REW-70."""

WESTERN = frozenset({"coal", "tunnel", "boomtown", "sutter", "convention", "used"})
EASTERN = frozenset({"executive", "increase", "majorcity", "surplus", "shortage", "buyback"})
"""Cards that the listing has in one deck only. Rule REW-63."""

CITY_CARDS: Mapping[str, Mapping[str, str]] = {"hotel": HOTELS, "bounty": BOUNTIES}

EXECUTIVE_ACTIONS = 2
"""Actions that the Railroad Executive gives at once. Rule REW-66."""

GROWTH_CUBES = 2
MILL_CUBES = 3
MILL_CITY = "SAC"
"""Cubes of City Growth and of Sutter's Mill. Rules REW-68 and REW-74."""


def is_listed(state: State, card: str) -> bool:
    """Say whether the listing has a card in the deck in use. Rule REW-63, digest 1.4."""
    deck = "E" if state.phase == 1 else "W"
    name, _, city = card.partition(":")
    if name in CITY_CARDS:
        return CITY_CARDS[name].get(city) == deck
    known = not city and (name in HELD or name in AT_ONCE or name in EVENTS)
    return known and name not in (WESTERN if deck == "E" else EASTERN)


def card_name(card: str, cities: Mapping[str, str]) -> str:
    """Return what a card is called; `cities` are names by code."""
    name, _, city = card.partition(":")
    kinds = {"hotel": "Hotel in", "bounty": "Service Bounty of"}
    if name in kinds:
        return f"{kinds[name]} {cities.get(city, city)}"
    known = HELD.get(name) or AT_ONCE.get(name) or EVENTS.get(name)
    return known or ("a card not named" if card == UNNAMED else name.replace("_", " ").title())


# Showing cards


def deal(table: Table, state: State, move: Deal, referee: Referee) -> Step:
    """Return the step that shows the new cards; events among them act. Rules REW-11, REW-35 and REW-75."""
    if state.stage != "cards":
        referee.refuse("cards_shown", "REW-11", round=state.round)
    wanted = state.draws if state.deck < 0 else min(state.draws, state.deck)
    count = len(move.cards)
    if count > wanted or (count < wanted and not move.out):
        referee.refuse("card_count", "REW-11", count=count, wanted=wanted)
    for card in move.cards:
        _check_city(table, state, card, referee)
    fresh = state.draws > CARDS_A_ROUND
    deck = 0 if move.out else max(0, state.deck - count) if state.deck >= 0 else -1
    state = replace(state, stage="play", draws=0, deck=deck, active=state.first, actions=1)
    step = shown(table, state, move.cards, acts=not fresh or options_of(table).drawn == "coming")
    unchecked = tuple(
        Note("not_listed", {"card": card})
        for card in move.cards
        if card != UNNAMED and not is_listed(state, card)
    )
    return replace(step, unchecked=unchecked)


def _check_city(table: Table, state: State, card: str, referee: Referee) -> None:
    name, _, city = card.partition(":")
    needs = name in CITY_CARDS
    if (needs and not city) or (city and city_of(table, state, city) is None):
        referee.refuse("unknown_city", "REW-69", city=city or "none")


def shown(table: Table, state: State, cards: tuple[str, ...], *, acts: bool) -> Step:
    """Return the step that lays cards out; events go away after acting, or at once where `acts` is off."""
    postings: tuple[Posting, ...] = ()
    notes: list[Note] = []
    for card in cards:
        if card not in EVENTS:
            state = replace(state, display=(*state.display, card))
        elif acts:
            step = started(table, state, card)
            state, postings = step.state, postings + step.postings
            notes += step.notes
    return Step(state, postings, tuple(notes))


def started(table: Table, state: State, event: str) -> Step:
    """Return the step with which an event acts for the round. Rules REW-75, REW-77 and REW-84."""
    notes = [Note("event_acts", {"event": EVENTS[event]})]
    if event == "increase":
        return Step(replace(state, increase=order(table, state)), (), tuple(notes))
    if event != "convention":
        events = state.events if event in state.events else (*state.events, event)
        return Step(replace(state, events=events), (), tuple(notes))
    owners = list(state.hotels.values())
    postings = tuple(
        Posting(BANK, seat, owners.count(seat), "convention")
        for seat in table.seats
        if seat in owners
    )
    notes += [
        Note("convention_pays", {"seat": posting.target, "amount": posting.amount})
        for posting in postings
    ]
    return Step(with_postings(state, postings), postings, tuple(notes))


def play_event(table: Table, state: State, move: PlayEvent, referee: Referee) -> Step:
    """Return the step that lets an event act. Rule REW-75."""
    if state.stage not in ("cards", "play"):
        referee.refuse("event_when", "REW-75", event=EVENTS[move.event])
    return started(table, state, move.event)


def increase(table: Table, state: State, seat: str, move: Increase, referee: Referee) -> Step:
    """Return the step that adds a cube under Increase Production. Rule REW-77."""
    if seat not in state.increase or not seat:
        referee.refuse("increase_off", "REW-77", seat=seat)
    if city_of(table, state, move.city) is None:
        referee.refuse("unknown_city", "REW-77", city=move.city)
    state = placed(table, state, move.city, move.cube, referee)
    return Step(replace(state, increase=state.increase.replace(seat, "", 1)))


# Taking a card


def take(table: Table, state: State, seat: str, move: Take, referee: Referee) -> Step:
    """Return the step that takes a card from the display. Rules RB-02 and REW-63 to REW-74."""
    name = move.card.partition(":")[0]
    if move.card == UNNAMED:
        referee.refuse("card_unnamed", "REW-63")
    on_display = move.card in state.display
    if not on_display and UNNAMED not in state.display:
        referee.refuse("not_on_display", "REW-63", card=move.card)
    if name == "bounty":
        referee.refuse("bounty_stays", "RB-21", city=move.card.partition(":")[2])
    if name in EVENTS:
        referee.refuse("event_not_taken", "REW-75", event=EVENTS[name])
    _check_city(table, state, move.card, referee)
    display = list(state.display)
    taken = move.card if on_display else UNNAMED
    if taken in display:
        display.remove(taken)
    state = replace(state, display=tuple(display), actions=state.actions - 1)
    step = _acted(table, state, seat, move, referee)
    east = replace(state, phase=1)
    listed = is_listed(state, move.card) or is_listed(east, move.card)
    unchecked = () if listed else (Note("not_listed", {"card": move.card}),)
    return replace(step, unchecked=unchecked)


def _acted(table: Table, state: State, seat: str, move: Take, referee: Referee) -> Step:
    name, _, city = move.card.partition(":")
    if name in HELD:
        player: Player = state.players[seat]
        player = replace(player, **{name: getattr(player, name) + 1})
        fresh = state.fresh if name == "perfect" else (*state.fresh, name)
        return Step(with_player(replace(state, fresh=fresh), seat, player))
    if name == "executive":
        return Step(replace(state, actions=state.actions + EXECUTIVE_ACTIONS))
    if name == "hotel":
        owner = state.hotels.get(city)
        if owner:
            referee.refuse("hotel_taken", "REW-69", city=city, owner=owner)
        return Step(replace(state, hotels={**state.hotels, city: seat}))
    if name in ("industry", "boomtown"):
        rule: Literal["REW-67", "REW-73"] = "REW-67" if name == "industry" else "REW-73"
        _needs_city(table, state, move.city, rule, referee)
        state = tiled(table, state, move.city, move.colour, rule, referee)
        if name == "boomtown":
            return Step(state)
        return drawn(table, state, move.city, (TILE_CUBES, rule), move.cubes, referee)
    if name == "growth":
        _needs_city(table, state, move.city, "REW-68", referee)
        return drawn(table, state, move.city, (GROWTH_CUBES, "REW-68"), move.cubes, referee)
    if name == "sutter":
        if city_of(table, state, MILL_CITY) is None:
            referee.refuse("unknown_city", "REW-74", city=MILL_CITY)
        return drawn(table, state, MILL_CITY, (MILL_CUBES, "REW-74"), move.cubes, referee)
    return Step(state)


def _needs_city(table: Table, state: State, code: str, rule: str, referee: Referee) -> None:
    if not code or city_of(table, state, code) is None:
        referee.refuse("unknown_city", rule, city=code or "none")


def bounty_points(table: Table, state: State, card: str) -> int | None:
    """Return the points of a bounty card, None for another card or where they are not known."""
    name, _, city = card.partition(":")
    return bounty_of(table, state, city) if name == "bounty" else None
