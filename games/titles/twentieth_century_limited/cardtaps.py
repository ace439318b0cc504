"""What was tapped and typed for a card, read as the move it could become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.codec import convert
from games.engine.drawing import Wish
from games.engine.errors import IllegalMove
from games.engine.title import Table
from games.titles.twentieth_century_limited.board import CompanyCard, RegionalCard, is_city
from games.titles.twentieth_century_limited.listing import (
    offered_companies,
    offered_regionals,
)
from games.titles.twentieth_century_limited.moves import Company, Move, Regional
from games.titles.twentieth_century_limited.state import (
    State,
    company_of,
    known_ends,
    regional_of,
)

Card = CompanyCard | RegionalCard
Scoring = Regional | Company


def toggled(taps: Iterable[str]) -> tuple[str, ...]:
    """Return what is chosen after these taps: a second tap on a place takes the first one back."""
    found: dict[str, None] = {}
    for tap in taps:
        if tap in found:
            del found[tap]
        else:
            found[tap] = None
    return tuple(found)


def known_card(table: Table, kind: str, key: str) -> Card | None:
    """Return a card of the catalogue by its key or name."""
    return company_of(table, key) if kind == "company" else regional_of(table, key)


def read(table: Table, state: State, seat: str, kind: str, wish: Wish) -> Scoring:
    """Return the move as far as it is told by taps and, where nothing was tapped, by the form's fields.

    Cities that were tapped count for themselves, and a card of the catalogue that names just them is
    meant; else the cities are those of the card chosen, or typed. Lines tapped are others' segments to
    pay for, or own ones to take off. Raises `Fault` where what was typed cannot be read, `IllegalMove`
    for a tap on a junction.
    """
    typed = wish.fields
    data: dict[str, Any] = {"kind": kind, "card": typed.get("card", "").strip()}
    nodes = [tap for tap in wish.taps if known_ends(table, state, tap) is None]
    for node in nodes:
        if not is_city(node):
            raise IllegalMove("NOT_A_CITY", "TCL-30", node=node)
    known = known_card(table, kind, data["card"])
    if nodes:
        data["cities"] = toggled(nodes)
        if known is not None or not data["card"]:
            known = _naming(table, state, seat, kind, data["cities"])
            data["card"] = known.id if known is not None else ""
    elif known is None:
        data["cities"] = _words(typed.get("cities", ""))
    data |= _lines(table, state, seat, kind, wish)
    data |= _figures(kind, known, typed)
    move: Move = convert(data, Move, strict=False)
    assert isinstance(move, (Regional, Company))
    return move


def _naming(table: Table, state: State, seat: str, kind: str, cities: Iterable[str]) -> Card | None:
    """Return the card of the catalogue that may be scored and names just these cities."""
    wanted = set(cities)
    cards: Iterable[Card] = (
        offered_companies(table, state, seat)
        if kind == "company"
        else offered_regionals(table, state, seat)
    )
    return next((card for card in cards if set(card.cities) == wanted), None)


def _lines(
    table: Table, state: State, seat: str, kind: str, wish: Wish
) -> Mapping[str, tuple[str, ...]]:
    """Return others' segments to use and own ones to take off; a Regional takes nothing off."""
    typed = {name: _words(wish.fields.get(name, "")) for name in ("use", "remove")}
    if wish.taps:
        lines = [tap for tap in toggled(wish.taps) if known_ends(table, state, tap) is not None]
        for line in lines:
            if line not in state.owners or (kind == "regional" and state.owners[line] == seat):
                raise IllegalMove("NOT_OPPONENT_TRACK", "TCL-50", line=line)
        own = tuple(line for line in lines if state.owners[line] == seat)
        typed = {"use": tuple(line for line in lines if line not in own), "remove": own}
    return typed if kind == "company" else {"use": typed["use"]}


def _figures(kind: str, known: Card | None, typed: Mapping[str, str]) -> dict[str, str]:
    """Return what else the form holds and the card does not say by itself."""
    names = ["source", "refill"] if kind == "company" else []
    if known is None:
        names.append("value" if kind == "company" else "era")
    return {name: typed[name].strip() for name in names if typed.get(name, "").strip()}


def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[\s;]+", text)))
