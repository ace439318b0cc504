"""What a seat can enter now: forms, and what the table tells at set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.title import Choice, Field, Form, Note, Table
from games.titles.railways_east_west.board import FIGURES, LETTER
from games.titles.railways_east_west.entry_fields import (
    card_choices,
    city_choices,
    colour_choices,
    cubes_field,
    event_choices,
    flag,
    number,
    tile_choices,
    typed,
)
from games.titles.railways_east_west.improving import (
    engine_price,
    level_name,
    next_level,
    others_higher,
    urbanize_price,
)
from games.titles.railways_east_west.listing import legal_moves
from games.titles.railways_east_west.moves import Deliver, Move, Raw, Settler, Take, Urbanize
from games.titles.railways_east_west.panels import due_panel, offers_panel
from games.titles.railways_east_west.rules import actor
from games.titles.railways_east_west.state import (
    EAST_DECK,
    State,
    colours,
    options_of,
)

ROUTE_HELP = "City by city, such as CHI STL KCY; KCY@B over B's link into it."
PIECES_HELP = "o open, w water, m mountain, + a ridge: o o w m+. Blank: as the map suggests."


def forms(table: Table, state: State, seat: str) -> tuple[Form, ...]:
    """Return the forms of what a seat can enter now; a form that is `blocked` says why."""
    if state.stage == "over":
        return ()
    return (*_of_stage(table, state, seat), *_of_table(table, state))


def _of_stage(table: Table, state: State, seat: str) -> Iterator[Form]:
    acting = actor(table, state)
    if state.stage == "play":
        if seat and seat == acting:
            yield from _turn_forms(table, state, seat)
        if seat in state.increase or (seat == acting and state.increase):
            yield _increase_form(table, state)
    elif state.stage == "cards":
        yield _cards_form(table, state)
    elif state.stage == "income":
        known = not acting
        fields = () if known else (number("amount", "Income at this mark", 0, 999),)
        yield Form("income", "Pay income and interest", "Pay", fields, "RB-19")
    elif state.stage == "change":
        if seat and seat in state.waiting:
            yield _transition_form(state, seat)
    else:
        barons = (
            number("west", "Points of the western baron", 0, 99, "0"),
            number("east", "Points of an eastern baron met only now", 0, 99, "0"),
        )
        yield Form("baron", "Tell your barons", "Tell", barons, "REW-55")
        yield Form("finish", "Close the game", "Close", (), "REW-55")


# A turn


def _turn_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    if state.players[seat].skip:
        yield Form("skip", "Skip the turn", "Skip", (), "REW-14")
        return
    listed = [move for other, move in legal_moves(table, state) if other == seat]
    yield _link_form(table, state, seat)
    yield from _delivery_forms(table, state, seat, listed)
    yield _upgrade_form(table, state, seat)
    yield _urbanize_form(table, state, seat, listed)
    yield _take_form(table, state, seat, listed)
    yield Form("pass", "Pass", "Pass", (), "RB-02")
    if "buyback" in state.events:
        fields = (number("count", "Bonds paid off", 1, 3, "1"),)
        yield Form("buyback", "Pay off bonds", "Pay off", fields, "REW-81")
    if options_of(table).repaying == "any" and state.phase == 2:
        yield Form("repay", "Repay or discard bonds", "Settle", _bond_fields(state, seat), "A15")


def _link_form(table: Table, state: State, seat: str) -> Form:
    cities, player = city_choices(table, state), state.players[seat]
    fields = [
        Field("a", "From", "place", cities),
        Field("b", "To", "place", cities),
        Field("pieces", "Pieces", "places", help=PIECES_HELP, required=False),
        typed("count", "or how many pieces"),
        typed("total", "for how much in all"),
        flag("two_turns", "A two-turn build: the next turn is skipped"),
    ]
    if options_of(table).parts == "allowed":
        fields.append(flag("part", "Only a part now, the rest later this round"))
    held = (
        ("perfect", "Use Perfect Engineering", player.perfect > player.perfect_used),
        ("grant", "Use a Government Land Grant", player.grant > 0),
        ("tunnel", "Use Tunnel Engineer", player.tunnel > 0),
    )
    fields += [flag(name, label) for name, label, has in held if has]
    return Form("link", "Build a link", "Build", tuple(fields), "REW-12")


Kinds = Mapping[str, tuple[type[Move], str, str, str, str]]
DELIVERIES: Kinds = {
    "deliver": (Deliver, "Deliver a cube", "Deliver", "RB-13", "no_goods"),
    "settler": (Settler, "Deliver a settler", "Deliver", "REW-21", "no_waiting_settler"),
    "raw": (Raw, "Deliver a raw material", "Deliver", "REW-37", "no_raw_here"),
}


def _delivery_forms(table: Table, state: State, seat: str, listed: list[Move]) -> Iterator[Form]:
    for kind, (struct, label, button, rule, nothing) in DELIVERIES.items():
        found = [move for move in listed if isinstance(move, struct)]
        if kind == "raw" and state.phase == 1:
            continue
        blocked = None if found else Note(nothing, {"seat": seat})
        panel = offers_panel(table, state, seat, found) if found else None
        yield Form(kind, label, button, _delivery_fields(table, state, kind), rule, blocked, panel)


def _delivery_fields(table: Table, state: State, kind: str) -> tuple[Field, ...]:
    route = Field("route", "Way", "places", city_choices(table, state), help=ROUTE_HELP)
    if kind == "deliver":
        cubes = tuple(Choice(letter, colour) for colour, letter in LETTER.items())
        return Field("cube", "Cube", "choice", cubes, value=cubes[0].value), route
    if kind == "settler":
        return route, cubes_field("Cubes drawn for the city")
    if state.raw_gone:
        return (route,)
    choices = (Choice("pts", "2 points"), Choice("cash", "10 in cash"))
    return route, Field("bonus", "Bonus of the first one", "choice", choices, value="pts")


def _upgrade_form(table: Table, state: State, seat: str) -> Form:
    player = state.players[seat]
    level = next_level(player.engine)
    if level is None:
        blocked = Note("last_engine", {"seat": seat})
        return Form("upgrade", "Buy the next engine", "Buy", (), "REW-16", blocked)
    price = engine_price(table, state, seat)
    fields = []
    if player.coal:
        fields.append(flag("coal", "Use Coal-fueled Engines"))
    if "used" in state.events and others_higher(table, state, seat):
        fields.append(Field("used", "Used Engines", "flag", value="true", required=False))
    label = f"Buy engine {level_name(level)} for {price}"
    return Form("upgrade", label, "Buy", tuple(fields), "REW-16")


def _urbanize_form(table: Table, state: State, seat: str, listed: list[Move]) -> Form:
    found = [move for move in listed if isinstance(move, Urbanize)]
    greys = [code for code, colour in colours(table, state).items() if colour == "grey"]
    tiles = tile_choices(state)
    fields = (
        Field("city", "Grey city", "place", city_choices(table, state, greys)),
        Field("colour", "New colour", "choice", tiles, value=tiles[0].value if tiles else ""),
        cubes_field("Cubes drawn for it"),
    )
    blocked = None if found else Note("no_grey")
    label = f"Urbanize for {urbanize_price(table, state)}"
    return Form("urbanize", label, "Urbanize", fields, "RB-09", blocked)


def _take_form(table: Table, state: State, seat: str, listed: list[Move]) -> Form:
    found = [move for move in listed if isinstance(move, Take)]
    blocked = None if found else Note("no_cards")
    none = (Choice("", "none"),)
    fields = (
        Field("card", "Card", "choice", card_choices(table, state)),
        Field(
            "city",
            "City, for a card that needs one",
            "place",
            none + city_choices(table, state),
            required=False,
        ),
        Field(
            "colour", "Colour of a new tile", "choice", none + tile_choices(state), required=False
        ),
        cubes_field("Cubes drawn"),
    )
    return Form("take", "Take an operations card", "Take it", fields, "REW-63", blocked)


def _increase_form(table: Table, state: State) -> Form:
    cubes = [*LETTER.items(), *([("raw material", "n")] if state.phase == 2 else [])]
    fields = (
        Field("city", "City", "place", city_choices(table, state)),
        Field(
            "cube", "Cube drawn", "choice", tuple(Choice(letter, name) for name, letter in cubes)
        ),
    )
    return Form("increase", "Add a cube (Increase Production)", "Add", fields, "REW-77")


# The round and the phases


def _cards_form(table: Table, state: State) -> Form:
    told = "Such as grant hotel:NYC landrush; ? for one that is not named."
    fields = (
        Field("cards", f"The {state.draws} new cards", "places", help=told, required=False),
        flag("out", "The deck has no more"),
    )
    return Form("cards", "Show the new cards", "Show", fields, "REW-11")


def _bond_fields(state: State, seat: str) -> tuple[Field, ...]:
    bonds = state.players[seat].bonds
    return (
        number("repay", "Bonds repaid, 5 each", 0, bonds, "0"),
        number("discard", "Bonds discarded, 1 point each for two, then 2", 0, bonds, "0"),
    )


def _transition_form(state: State, seat: str) -> Form:
    baron = number("baron", "Points of the eastern baron, if it is met", 0, 99, "0")
    fields = (*_bond_fields(state, seat), baron)
    return Form("transition", "Into phase 2: bonds and baron", "Settle", fields, "REW-32")


# Acts of the table


def _of_table(table: Table, state: State) -> Iterator[Form]:
    if state.due and state.stage != "final":
        codes = list(state.due)
        fields = (
            Field("city", "City", "place", city_choices(table, state, codes), value=codes[0]),
            cubes_field("Cubes drawn", required=True),
        )
        yield Form(
            "fill",
            "Tell the cubes of a city",
            "Put them there",
            fields,
            "REW-41",
            None,
            due_panel(state),
        )
    if state.stage in ("cards", "play"):
        event = (Field("event", "Event", "choice", event_choices()),)
        yield Form("event", "Let an event act", "It acts", event, "REW-75")
    yield from _chart_forms(table, state)


def _chart_forms(table: Table, state: State) -> Iterator[Form]:
    figures = tuple(Choice(name, name) for name in FIGURES)
    fields = (
        Field("figure", "Figure", "choice", figures),
        number("amount", "In thousands, or points", 0, 99),
    )
    if not table.board.complete:
        yield Form("chart_city", "Chart a city", "Chart it", _city_fields(table, state), "A45")
        income = (number("points", "At points", 0, 999), number("income", "Income", 0, 999))
        yield Form("chart_income", "Chart the income track", "Chart it", income, "RB-19")
        bounty = (
            Field("city", "City", "place", city_choices(table, state)),
            number("points", "Points", 0, 99),
        )
        yield Form("chart_bounty", "Chart a service bounty", "Chart it", bounty, "RB-21")
    yield Form("chart_figure", "Change a figure of the base game", "Change it", fields, "RB-05")


def _city_fields(table: Table, state: State) -> tuple[Field, ...]:
    told = "Only for a city that the map lacks."
    regions = (Choice("E", "East"), Choice("W", "West"))
    coasts = (Choice("", "none"), *regions)
    return (
        Field("city", "City, or a code for a new one", "text", help="Such as DEN."),
        Field("colour", "Printed colour", "choice", colour_choices()),
        number("value", "Printed number", 1, 9, "1"),
        Field("name", "Name", "text", help=told, required=False),
        Field("region", "Region", "choice", regions, value="W", help=told, required=False),
        Field("coast", "Coast", "choice", coasts, help=told, required=False),
    )


# Set-up


def setup_fields(table: Table) -> tuple[Field, ...]:
    """Return what the table tells at set-up. Rules REW-03, REW-10, RB-24."""
    seats = tuple(Choice(seat, seat) for seat in table.seats)
    goods = "City by city, NYC rbky; CHI yp. Cities left out are filled during play."
    cards = "Such as hotel:NYC grant ?. Left blank, cards are named when they are taken."
    return (
        Field("first", "First player", "seat", seats, value=table.seats[0]),
        Field("goods", "Goods in the East", "text", help=goods, required=False),
        Field("cards", "Operations cards on display", "text", help=cards, required=False),
        Field(
            "deck",
            "Eastern cards in the box",
            "int",
            least=0,
            most=200,
            value="0",
            help=f"0 where nobody counts them; the listing has {EAST_DECK}.",
        ),
    )
