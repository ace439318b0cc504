"""Fields and choices that several forms share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from games.engine.title import Choice, Field, Table
from games.titles.railways_east_west.board import TILES, Colour
from games.titles.railways_east_west.cards import AT_ONCE, EVENTS, HELD, HOTELS, UNNAMED, card_name
from games.titles.railways_east_west.improving import tiles_left
from games.titles.railways_east_west.narrate import place_names
from games.titles.railways_east_west.state import State, all_cities


def city_choices(
    table: Table, state: State, codes: Iterable[str] | None = None
) -> tuple[Choice, ...]:
    """Return cities to choose from, all of them where none are named, by name."""
    wanted = None if codes is None else frozenset(codes)
    cities = sorted(all_cities(table, state), key=lambda city: city.name)
    return tuple(
        Choice(city.code, f"{city.name} ({city.code})")
        for city in cities
        if wanted is None or city.code in wanted
    )


def card_choices(table: Table, state: State) -> tuple[Choice, ...]:
    """Return the cards that can be taken: those on display, any where one there was not named."""
    cards = [
        card
        for card in dict.fromkeys(state.display)
        if card != UNNAMED and not card.startswith("bounty:") and card not in EVENTS
    ]
    if UNNAMED in state.display:
        cities = {city.code for city in all_cities(table, state)}
        hotels = (f"hotel:{city}" for city in HOTELS if city in cities)
        cards = list(dict.fromkeys((*cards, *HELD, *AT_ONCE, *hotels)))
    names = place_names(table, state)
    return tuple(Choice(card, card_name(card, names)) for card in cards)


def tile_choices(state: State) -> tuple[Choice, ...]:
    """Return the colours of city tiles that are left. Rule RB-26."""
    return tuple(Choice(colour, colour) for colour in TILES if tiles_left(state, colour))


def colour_choices() -> tuple[Choice, ...]:
    """Return every colour of a city."""
    return tuple(Choice(colour, colour) for colour in get_args(Colour))


def event_choices() -> tuple[Choice, ...]:
    """Return every event card. Rule REW-75."""
    return tuple(Choice(event, name) for event, name in EVENTS.items())


def cubes_field(label: str, *, required: bool = False) -> Field:
    """Return the field for cubes that were drawn."""
    told = "r red, b blue, k black, y yellow, p purple, n raw material: rbk."
    later = "" if required else " Blank: they are told later."
    return Field("cubes", label, "text", help=told + later, required=required)


def flag(name: str, label: str) -> Field:
    """Return a field that is ticked or not."""
    return Field(name, label, "flag", required=False)


def number(name: str, label: str, least: int, most: int, value: str = "") -> Field:
    """Return a field for a whole number."""
    return Field(name, label, "int", least=least, most=most, value=value)


def typed(name: str, label: str) -> Field:
    """Return a field for a whole number that can be left blank."""
    return Field(name, label, "text", required=False)
