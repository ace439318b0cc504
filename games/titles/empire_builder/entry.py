"""What a seat can enter now: the forms, and what the table tells at set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.engine.title import Choice, Field, Form, Note, Table
from games.titles.empire_builder.board import City
from games.titles.empire_builder.cards import due
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.legal import may_move
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.state import (
    NEXT_TYPE,
    TURN_SPEND,
    State,
    Train,
    grid,
    is_opening,
    train_key,
    train_numbers,
)
from games.titles.empire_builder.winning import may_claim
from games.titles.empire_builder.wording import TYPES

YES_NO = (Choice("", "no"), Choice("true", "yes"))
EFFECTS = (
    Choice("flood", "Flood of a river"),
    Choice("strike", "Rail strike: trains in an area stand"),
    Choice("half_rate", "Half rate"),
    Choice("embargo", "No loading or unloading in an area"),
    Choice("lose_load", "Trains lose loads"),
    Choice("payment", "Players pay"),
    Choice("other", "Anything else, in words"),
)

TAP_BUILD = "Or tap on the map where the track goes; first where it begins, if that matters."
TAP_GO = "Or tap on the map where the train goes."


def forms(table: Table, state: State, seat: str) -> tuple[Form, ...]:
    """Return the forms of what a seat can enter now; a form that is `blocked` says why.

    Any seat may claim the win, give up a load to an event, and chart; events without a draw and
    events put away are acts of the table.
    """
    if state.phase == "over":
        return ()
    found: list[Form] = []
    if seat:
        found += _seat_forms(table, state, seat)
    found += _table_forms(table, state, seat)
    return tuple(found)


def _seat_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    if may_claim(table, state, seat):
        yield Form("claim", "Claim the win", "Claim", (), "EB-61")
    owing = any(key[0] == seat for key in state.owed)
    if owing or (seat == state.active and state.events and _loaded(table, state, seat)):
        yield _lose_form(table, state, seat)
    if due(state, seat):
        yield _draw_form(table, state, seat)
        if not state.deal.get(seat):
            yield _event_form(table, state)
    elif seat == state.active and not owing:
        yield from _train_forms(table, state, seat)
        yield from _spend_forms(table, state, seat)
        yield Form("end_turn", "End the turn", "End the turn", (), "EB-30")


# Trains


def _train_field(table: Table, numbers: Iterable[int]) -> tuple[Field, ...]:
    """Return the choice of train, where there are two."""
    if len(train_numbers(table)) == 1:
        return ()
    choices = tuple(Choice(str(number), f"Train {number}") for number in numbers)
    return (Field("train", "Train", "choice", choices, value=choices[0].value if choices else ""),)


def _trains(table: Table, state: State, seat: str) -> dict[int, Train]:
    return {number: state.trains[train_key(seat, number)] for number in train_numbers(table)}


def _loaded(table: Table, state: State, seat: str) -> bool:
    return any(train.loads for train in _trains(table, state, seat).values())


def _train_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    """Yield what trains may do: place, move, load, deliver, put down. Rules EB-44 to EB-59."""
    places = grid(table, state)
    trains = _trains(table, state, seat)
    options: Options = table.options
    moving = may_move(table, state)
    placing = moving or (options.placing == "opening" and not state.turn.built)
    away = [number for number, train in trains.items() if not train.at]
    if away and placing and not state.turn.new_hand:
        cities = tuple(
            Choice(sites[0], places.board.towns[key].title) for key, sites in places.sites.items()
        )
        fields = (Field("at", "City", "place", cities), *_train_field(table, away))
        yield Form("place", "Place the train", "Place it", fields, "EB-48")
    if not moving:
        return
    here = {number: train for number, train in trains.items() if train.at}
    if here:
        fields = (Field("path", "Mileposts", "places", help=TAP_GO), *_train_field(table, here))
        yield Form("go", "Move", "Move", fields, "EB-49")
        if options.attested == "allowed":
            yield _attested_run(table, places, here)
    yield from _load_forms(table, state, seat, here)


def _attested_run(table: Table, places: Grid, trains: Iterable[int]) -> Form:
    fields = (
        Field("steps", "Mileposts used", "int", least=1, most=24, value="1"),
        Field("to", "To", "place", help="A milepost or a city."),
        Field("owners", "Whose track", "text", required=False, help="Seat letters, such as BC."),
        *_train_field(table, trains),
    )
    return Form("go_attested", "Move by counts", "Move", fields, "EB-52")


def _goods_field(goods: Iterable[str]) -> Field:
    choices = tuple(Choice(good, good.replace("_", " ").capitalize()) for good in goods)
    return Field("good", "Goods", "choice", choices, value=choices[0].value if choices else "")


def _load_forms(
    table: Table, state: State, seat: str, trains: Mapping[int, Train]
) -> Iterator[Form]:
    places = grid(table, state)
    cities = {
        number: city
        for number, train in trains.items()
        if (city := places.city_at.get(train.at)) is not None
    }
    yield _deliver_form(table, state, seat, trains, cities)
    offered: list[str] = []
    for city in cities.values():
        offered += [*city.goods, *state.left.get(city.key, ())]
    fields = (_goods_field(dict.fromkeys(offered)), *_train_field(table, cities))
    blocked = None if offered else Note("no_load_here")
    yield Form("load", "Pick up a load", "Load", fields, "EB-45", blocked)
    carried = [good for number in cities for good in trains[number].loads]
    fields = (_goods_field(dict.fromkeys(carried)), *_train_field(table, cities))
    blocked = None if carried else Note("nothing_to_drop")
    yield Form("drop", "Put a load down", "Put it down", fields, "EB-47", blocked)


def _deliver_form(
    table: Table,
    state: State,
    seat: str,
    trains: Mapping[int, Train],
    cities: Mapping[int, City],
) -> Form:
    wanted = [
        (demand, card.number, number)
        for number, city in cities.items()
        for card in state.hands[seat]
        for demand in card.demands
        if demand.city == city.key and demand.good in trains[number].loads
    ]
    cards = {
        card: f"Card {card}: {demand.good} {demand.payoff} million" for demand, card, _ in wanted
    }
    choices = tuple(Choice(str(card), label) for card, label in cards.items())
    fields = (
        _goods_field(dict.fromkeys(demand.good for demand, _, _ in wanted)),
        Field("card", "Demand card", "choice", choices, value=choices[0].value if choices else ""),
        *_train_field(table, dict.fromkeys(number for _, _, number in wanted)),
    )
    blocked = None if wanted else Note("no_delivery_here")
    return Form("deliver", "Deliver", "Deliver", fields, "EB-59", blocked)


def _lose_form(table: Table, state: State, seat: str) -> Form:
    trains = _trains(table, state, seat)
    owed = {number: state.owed.get(train_key(seat, number)) for number in trains}
    bound = {number: debt.loads for number, debt in owed.items() if debt is not None}
    loads = bound or {number: train.loads for number, train in trains.items() if train.loads}
    goods = dict.fromkeys(good for own in loads.values() for good in own)
    fields = (_goods_field(goods), *_train_field(table, loads))
    return Form("lose", "Lose a load", "Give it up", fields, "EB-17")


# Building and the rest of the turn


def _spend_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    turn, options = state.turn, table.options
    if turn.new_hand or seat in state.barred:
        return
    if not (turn.upgraded or turn.traded):
        path = Field("path", "Mileposts, from where you build", "places", help=TAP_BUILD)
        also = Field("also", "Other lines", "paths", required=False, help="Parted by ;")
        yield Form("build", "Build track", "Build", (path, also), "EB-34")
        if options.attested == "allowed":
            yield Form("build_attested", "Build by counts", "Build", _counts(table, state), "EB-34")
    acted = turn.built or turn.upgraded or turn.traded
    opening = options.opening_acts == "refused" and is_opening(table, state)
    if not (acted or opening):
        yield _upgrade_form(table, state, seat)
    if options.trade == "yes" and not (turn.built or turn.upgraded):
        yield from _trade_forms(table, seat)
    if not (acted or opening or turn.acted):
        yield Form("new_hand", "New hand instead of the turn", "Discard the hand", (), "EB-32")


def _counts(table: Table, state: State) -> tuple[Field, ...]:
    names = {
        "clear": "Clear mileposts",
        "rough": "Rough mileposts",
        "small": "Small cities",
        "medium": "Medium cities",
        "major": "Major-city mileposts built to",
        "rivers": "Rivers crossed",
        "inlets": "Inlets crossed",
        "exits": "Major-city mileposts built from",
    }
    counts = tuple(
        Field(key, label, "int", least=0, most=20, value="0") for key, label in names.items()
    )
    cities = tuple(Choice(city.key, city.title) for city in grid(table, state).board.cities)
    return (*counts, Field("joins", "Cities it joins", "choices", cities, required=False))


def _upgrade_form(table: Table, state: State, seat: str) -> Form:
    ahead = {
        number: NEXT_TYPE[train.type]
        for number, train in _trains(table, state, seat).items()
        if train.type in NEXT_TYPE
    }
    types = tuple(Choice(to, TYPES[to]) for to in dict.fromkeys(ahead.values()))
    fields = (
        Field("to", "To", "choice", types, value=types[0].value if types else ""),
        *_train_field(table, ahead),
    )
    cash = state.money[seat]
    blocked = None if ahead else Note("best_train", {"seat": seat})
    if blocked is None and cash < TURN_SPEND:
        blocked = Note("no_credit", {"seat": seat, "cost": TURN_SPEND, "cash": cash})
    return Form("upgrade", "Upgrade the train", "Upgrade", fields, "EB-23", blocked)


def _trade_forms(table: Table, seat: str) -> Iterator[Form]:
    others = tuple(Choice(other, other) for other in table.seats if other != seat)
    text = "Sections, such as K1-a1."
    fields = (
        Field("seller", "From", "seat", others),
        Field("sections", "Sections", "places", help=text),
        Field("price", "Price", "int", least=0, most=9999, value="0"),
    )
    yield Form("buy_track", "Buy track", "Buy", fields, "EB-65")
    fields = (
        Field("partner", "With", "seat", others),
        Field("give", "Sections given", "places", help=text),
        Field("take", "Sections taken", "places", help=text),
    )
    yield Form("swap_track", "Swap track", "Swap", fields, "EB-66")


# Cards and events


def _draw_form(table: Table, state: State, seat: str) -> Form:
    board = grid(table, state).board
    none = Choice("", "-")
    goods = (none, *(Choice(good, good.capitalize()) for good in board.goods))
    cities = (none, *(Choice(city.key, city.title) for city in board.cities))
    known = bool(board.deck)
    number = "The number of the card; its demands are known." if known else "If it has one."
    fields = [Field("card", "Card number", "int", least=0, most=9999, value="0", help=number)]
    for line in (1, 2, 3):
        fields += [
            Field(f"good_{line}", f"{line}. goods", "choice", goods, required=False),
            Field(f"city_{line}", f"{line}. city", "choice", cities, required=False),
            Field(f"payoff_{line}", f"{line}. payoff", "int", least=0, most=999, value="0"),
        ]
    return Form("draw", "Draw a demand card", "Show the card", tuple(fields), "EB-07")


def _event_form(table: Table, state: State) -> Form:
    board = grid(table, state).board
    rivers = (Choice("", "-"), *(Choice(river, river) for river in board.rivers))
    countries = (
        Choice("", "everywhere"),
        Choice("CA", "Canada"),
        Choice("US", "United States"),
        Choice("MX", "Mexico"),
    )
    near = "Cities, mileposts, or a coast: atlantic, gulf, pacific."
    fields = (
        Field("effect", "What it does", "choice", EFFECTS, value="flood"),
        Field("river", "River", "choice", rivers, required=False),
        Field("country", "Country", "choice", countries, required=False),
        Field("near", "Near", "places", required=False, help=near),
        Field("within", "Within mileposts", "int", least=0, most=99, value="0"),
        Field("seats", "Only for", "text", required=False, help="Seat letters, such as AC."),
        Field("amount", "Loads or millions", "int", least=0, most=99, value="0"),
        Field("text", "In words", "text", required=False),
        Field("over", "Crossings of this river", "places", required=False),
        Field("looked", "All crossings looked at", "flag", YES_NO, required=False),
    )
    return Form("event", "Draw an event card", "Show the event", fields, "EB-08")


def _table_forms(table: Table, state: State, seat: str) -> Iterator[Form]:
    """Yield what anybody may enter: events by hand, put away, and what the map prints."""
    if not seat:
        yield _event_form(table, state)
    lasting = dict.fromkeys(one.event.effect for one in state.events)
    if lasting:
        effects = tuple(choice for choice in EFFECTS if choice.value in lasting)
        rivers = dict.fromkeys(one.event.river for one in state.events if one.event.river)
        fields = (
            Field("effect", "Event", "choice", effects, value=effects[0].value),
            Field("river", "River", "choice", _rivers(rivers), required=False),
        )
        yield Form("event_over", "Put an event away", "Put it away", fields, "EB-09")
    yield from _chart_forms(table, state)


def _rivers(rivers: Iterable[str]) -> tuple[Choice, ...]:
    return (Choice("", "any"), *(Choice(river, river) for river in rivers))


def _chart_forms(table: Table, state: State) -> Iterator[Form]:
    """Yield the forms of charting, where the chart lacks something: dots, rivers' names, counters."""
    board = grid(table, state).board
    if board.complete and all(board.goods.values()) and not grid(table, state).unnamed:
        return
    terrains = (Choice("clear", "clear"), Choice("rough", "rough"))
    countries = (
        Choice("US", "United States"),
        Choice("CA", "Canada"),
        Choice("MX", "Mexico"),
    )
    fields = (
        Field("place", "Milepost", "place"),
        Field("terrain", "Ground", "choice", terrains, value="clear"),
        Field("country", "Country", "choice", countries, value="US"),
        Field("coast", "Coast", "text", required=False, help="A, G, P: Atlantic, Gulf, Pacific."),
    )
    yield Form("chart_milepost", "Chart a milepost", "Chart it", fields, "EB-34")
    yield Form("chart_section", "Chart a crossing", "Chart it", _section_fields(), "EB-35")
    cities = tuple(Choice(city.key, city.title) for city in board.cities)
    goods = tuple(Choice(good, good.capitalize()) for good in board.goods)
    stock = (
        Field("city", "City", "choice", cities),
        Field("goods", "Goods available", "choices", goods, required=False),
    )
    yield Form("chart_city", "Chart a city's goods", "Chart it", stock, "EB-01")
    counters = (
        Field("good", "Goods", "choice", goods),
        Field("count", "Counters in all", "int", least=1, most=99, value="3"),
    )
    yield Form("chart_good", "Chart counters", "Chart it", counters, "EB-20")


def _section_fields() -> tuple[Field, ...]:
    over = "River names, river (unnamed), inlet; nothing where it is open."
    return (
        Field(
            "section", "Between", "text", help="Two neighbouring mileposts, such as 12.30-13.31."
        ),
        Field("over", "What is crossed", "places", required=False, help=over),
        Field("water", "Water: not to be built", "flag", YES_NO, required=False),
    )


def setup_fields(table: Table) -> tuple[Field, ...]:
    """Return what the table tells at set-up: who begins, and the hands where the deck is known.

    Rules EB-26 and EB-27.
    """
    seats = tuple(Choice(seat, seat) for seat in table.seats)
    first = Field("first", "Who begins", "seat", seats, value=table.seats[0])
    if not table.board.deck:
        return (first,)
    hands = Field(
        "hands",
        "Hands dealt",
        "text",
        required=False,
        help="Card numbers by seat: A 12,45,99; B 3,4,5. What is left out is entered later.",
    )
    return (first, hands)
