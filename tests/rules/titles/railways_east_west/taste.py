"""How random games of this title are played so that they come to something."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine.graph import cheapest
from games.engine.title import Table
from games.titles.railways_east_west.board import GOODS, RAW, link_ends, link_name
from games.titles.railways_east_west.lines import coast, is_joined
from games.titles.railways_east_west.moves import (
    Deal,
    Deliver,
    Fill,
    Finish,
    Link,
    Pass,
    Raw,
    Settler,
    Take,
    Upgrade,
    Urbanize,
)
from games.titles.railways_east_west.network import network
from games.titles.railways_east_west.state import RAW_CUBES, State, all_cities, place_of

Entry = tuple[str, Any]
MOST_ROUNDS = 14
"""From here on tracks alone are built, so that the game ends."""

DECK = (
    *(
        "grant",
        "perfect",
        "industry",
        "growth",
        "hotel:NYC",
        "hotel:DEN",
        "hotel:CHI",
        "bounty:LOU",
    ),
    *(
        "executive",
        "landrush",
        "majorcity",
        "surplus",
        "shortage",
        "buyback",
        "urban",
        "smallmarket",
    ),
    *("increase", "coal", "tunnel", "boomtown", "sutter", "convention", "used", "bounty:FTW", "?"),
)


def taste(chance: Random, table: Table, state: State, entries: Sequence[Entry]) -> Entry:
    """Return a move: cubes are drawn, cards come out, lines grow towards the other ocean."""
    fills = [entry for entry in entries if isinstance(entry[1], Fill)]
    if fills and chance.random() < 0.8:
        fill = chance.choice(fills)[1]
        return "", fill if table.options.house == "yes" else _drawn(chance, state, fill)
    if state.stage == "cards":
        deal = next(move for _, move in entries if isinstance(move, Deal))
        cards = [chance.choice(DECK) for _ in deal.cards]
        return "", Deal(tuple(card if _is_fit(state, card) else "?" for card in cards))
    if state.stage != "play":
        rest = [entry for entry in entries if not isinstance(entry[1], Fill)]
        if state.stage == "final" and chance.random() < 0.6:
            return "", Finish()
        return chance.choice(rest or list(entries))
    if state.players[state.active].skip:
        return next(entry for entry in entries if entry[0] == state.active)
    return _action(chance, table, state, entries)


def _is_fit(state: State, card: str) -> bool:
    return not (card.startswith("hotel:") and card[6:] in state.hotels)


def _drawn(chance: Random, state: State, move: Fill) -> Fill:
    """Return other cubes drawn for a city, raw materials among them in phase 2."""
    letters = "".join(GOODS) + (RAW if state.phase == 2 and state.raw_drawn < RAW_CUBES - 9 else "")
    raw = place_of(state, move.city).goods.count(RAW)
    cubes = ""
    for _ in move.cubes:
        cube = chance.choice(letters)
        if cube == RAW and raw + cubes.count(RAW) >= 2:
            cube = "r"
        cubes += cube
    return Fill(move.city, cubes)


def _action(chance: Random, table: Table, state: State, entries: Sequence[Entry]) -> Entry:
    seat = state.active
    own = [entry for entry in entries if entry[0] == seat]
    if chance.random() < 0.08:
        kinds = sorted({type(move).__name__ for _, move in own})
        kind = chance.choice(kinds)
        return chance.choice([entry for entry in own if type(entry[1]).__name__ == kind])
    late = state.round > MOST_ROUNDS
    if not late:
        settlers = [entry for entry in own if isinstance(entry[1], Settler | Raw)]
        if settlers and chance.random() < 0.8:
            return chance.choice(settlers)
        goods = [entry for entry in own if isinstance(entry[1], Deliver)]
        if goods and chance.random() < 0.6:
            return max(goods, key=lambda entry: (len(entry[1].route), chance.random()))
        upgrades = [entry for entry in own if isinstance(entry[1], Upgrade)]
        if upgrades and state.players[seat].engine < 6 and chance.random() < 0.25:
            return upgrades[0]
        if chance.random() < 0.1:
            rest = [entry for entry in own if isinstance(entry[1], Take | Urbanize | Pass)]
            return chance.choice(rest)
    return _towards(chance, table, state, seat, own)


def _towards(chance: Random, table: Table, state: State, seat: str, own: Sequence[Entry]) -> Entry:
    """Return a link on the shortest way that joins the oceans, else any link, else passing."""
    links = {
        link_name(move.a, move.b): (other, move) for other, move in own if isinstance(move, Link)
    }
    early = state.phase == 1 and state.round <= MOST_ROUNDS
    if not early and not is_joined(table, state, seat):
        for name in _missing(table, state, seat):
            if name in links:
                return links[name]
    names, near = list(links), network(state, seat)
    chance.shuffle(names)
    names.sort(key=lambda name: near.isdisjoint(link_ends(name)))
    for name in names:
        if not (early and _joins(table, state, seat, name)):
            return links[name]
    return seat, Pass()


def _joins(table: Table, state: State, seat: str, name: str) -> bool:
    """Say whether a link would join the oceans: that is left for phase 2."""
    laid = {**state.links, seat: {**state.links.get(seat, {}), name: 1}}
    return is_joined(table, replace(state, links=laid), seat)


def _missing(table: Table, state: State, seat: str) -> list[str]:
    """Return the links that are still to be built on a way from coast to coast."""
    laid = state.links.get(seat, {})
    arcs: dict[str, list[tuple[str, int]]] = {city.code: [] for city in all_cities(table, state)}
    for name, pieces in table.board.suggested.items():
        cost = 0 if name in laid else len(pieces) + (0 if len(pieces) <= 5 else 20)
        a, b = link_ends(name)
        arcs[a].append((b, cost))
        arcs[b].append((a, cost))
    arcs["E"] = [(code, 0) for code in coast(table, state, "E")]
    for code in coast(table, state, "W"):
        arcs[code].append(("W", 0))
    arcs["W"] = []
    found = cheapest("E", "W", lambda city: arcs[city])
    way = found[1][1:-1] if found else ()
    names = [link_name(a, b) for a, b in pairwise(way)]
    missing = [name for name in names if name not in laid]
    # Seats begin where they have tracks, so that some cross the phases' border early.
    near = network(state, seat)
    missing.sort(key=lambda name: near.isdisjoint(link_ends(name)))
    return missing
