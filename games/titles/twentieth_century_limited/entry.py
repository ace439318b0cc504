"""What a seat can enter now: forms, and what the table tells at set-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.title import Choice, Field, Form, Note, Table
from games.titles.twentieth_century_limited.board import COLOURS, Board
from games.titles.twentieth_century_limited.bonuses import known_card
from games.titles.twentieth_century_limited.decks import next_era
from games.titles.twentieth_century_limited.listing import (
    legal_moves,
    offered_companies,
    offered_regionals,
    open_eras,
)
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import Bonus
from games.titles.twentieth_century_limited.naming import node_name
from games.titles.twentieth_century_limited.panels import own_stack
from games.titles.twentieth_century_limited.rules import actor
from games.titles.twentieth_century_limited.state import (
    HAND,
    MOST_MOVED,
    Shown,
    State,
    all_lines,
    in_order,
    segments_of,
)
from games.titles.twentieth_century_limited.turns import nothing_to_move

UP_TO = f"One to {MOST_MOVED}, such as A-b A-b#2."
TYPED = Choice("", "not in the catalogue")


def forms(table: Table, state: State, seat: str) -> tuple[Form, ...]:
    """Return the forms of what a seat can enter now; a form that is `blocked` says why.

    A seat that is not to act has its score stack to look at (rule TCL-47), and may chart lines.
    """
    if state.phase == "over":
        return ()
    found: list[Form] = []
    if state.phase == "awards":
        found.append(_bonus_form(table, state, seat))
        found.append(Form("finish", "Finish the game", "Finish", (), "TCL-60"))
    elif seat and seat == actor(table, state):
        found += _turn_forms(table, state, seat)
    elif seat in state.players and state.players[seat].stack:
        blocked = Note("NOT_YOUR_TURN", {"seat": seat, "active": state.active})
        stack = own_stack(table, state, seat)
        found.append(Form("bonus", "Your score stack", "Claim", (), "TCL-47", blocked, stack))
    if not table.board.complete:
        lines = Field("lines", "Lines of the map", "places", help="Such as A-b, b-C, A-b#2.")
        found.append(Form("chart", "Chart lines", "Chart them", (lines,), "Q15"))
    return tuple(found)


def _turn_forms(table: Table, state: State, seat: str) -> Iterable[Form]:
    yield from _track_forms(table, state, seat)
    follow = _follow_blocked(table, state, seat)
    yield _regional_form(table, state, seat, follow)
    yield _company_form(table, state, seat, follow)
    yield _exchange_form(state, seat, follow)
    yield _skip_form(table, state, seat, follow)
    yield _reset_form(table, state, seat)
    yield _bonus_form(table, state, seat)
    idle = state.track or nothing_to_move(table, state, seat)
    blocked = None if idle else Note("TRACK_FIRST", {"seat": seat})
    yield Form("end", "End the turn", "End the turn", (), "TCL-13", blocked)


def _lines(values: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(line, line) for line in values)


def _track_forms(table: Table, state: State, seat: str) -> tuple[Form, Form]:
    empty = _lines(line for line in all_lines(table, state) if line not in state.owners)
    own = _lines(in_order(table, state, segments_of(state, seat)))
    supply = state.players[seat].supply
    done = Note("ONE_TRACK_ACTION", {"done": state.did[0]}) if state.track else None
    no_line = None if empty else Note("no_line", {"seat": seat})
    if supply == 0:
        no_line = Note("NO_SUPPLY", {"seat": seat, "left": 0})
    no_own = None if own else Note("no_segment", {"seat": seat})
    place = Field("lines", "Lines", "places", empty, help=UP_TO)
    pick_up = Field("lines", "Lines", "places", own, help=UP_TO)
    return (
        Form("place", "Place segments", "Place", (place,), "TCL-15", done or no_line),
        Form("pickup", "Pick up segments", "Pick up", (pick_up,), "TCL-15", done or no_own),
    )


def _follow_blocked(table: Table, state: State, seat: str) -> Note | None:
    if not state.track and not nothing_to_move(table, state, seat):
        return Note("TRACK_FIRST", {"seat": seat})
    if state.followup:
        return Note("ONE_FOLLOWUP", {"seat": seat, "done": state.followup})
    return None


def _cities_field(table: Table, state: State) -> Field:
    board: Board = table.board
    known = dict.fromkeys(node.id for node in board.nodes if node.kind == "city")
    charted = (end for line in state.chart for end in line.partition("#")[0].split("-"))
    known |= dict.fromkeys(end for end in charted if end[:1].isupper())
    nodes = board.node
    choices = tuple(
        Choice(city, f"{nodes[city].name} ({city})" if city in nodes and nodes[city].name else city)
        for city in known
    )
    told = "Not needed for a card of the catalogue."
    return Field("cities", "Cities of the card", "places", choices, help=told, required=False)


def _use_field(table: Table, state: State, seat: str) -> Field:
    others = [line for line, owner in state.owners.items() if owner != seat]
    choices = tuple(
        Choice(line, f"{line} ({state.owners[line]})") for line in in_order(table, state, others)
    )
    help_ = f"An Entry Waiver for each, at most 5 of one player; you have {state.money[seat]}."
    label = "Others' segments paid for"
    return Field("use", label, "places", choices, help=help_, required=False)


def _named(table: Table, cities: Iterable[str]) -> str:
    return ", ".join(node_name(table.board, city) for city in cities)


def _card_field(cards: tuple[Choice, ...]) -> Field:
    told = "A new card with a name is kept with the chart, and offered in later games."
    return Field("card", "Card", "choice", (TYPED, *cards), help=told, required=False, free=True)


def _regional_form(table: Table, state: State, seat: str, blocked: Note | None) -> Form:
    eras = open_eras(state, seat)
    if blocked is None and not eras:
        blocked = Note("ERA_NOT_HELD", {"seat": seat, "era": 0, "held": "no Regional card"})
    era = tuple(Choice(str(era), f"Era {era}") for era in eras)
    cards = tuple(
        Choice(card.id, f"Era {card.era}: {card.name or card.id} ({_named(table, card.cities)})")
        for card in offered_regionals(table, state, seat)
    )
    fields = (
        Field("era", "Era", "choice", era, value=era[0].value if era else ""),
        _card_field(cards),
        _cities_field(table, state),
        _use_field(table, state, seat),
    )
    return Form("regional", "Score a Regional", "Score it", fields, "TCL-37", blocked)


def _company_form(table: Table, state: State, seat: str, blocked: Note | None) -> Form:
    cards = tuple(
        Choice(card.id, f"{card.name or card.id} ({_named(table, card.cities)}; {card.value})")
        for card in offered_companies(table, state, seat)
    )
    own = _lines(in_order(table, state, segments_of(state, seat)))
    options: Options = table.options
    slots = 0 if options.company_draw == "deck" else len(state.face_up)
    fields = (
        _card_field(cards),
        _cities_field(table, state),
        Field(
            "value",
            "Its points",
            "int",
            least=0,
            most=99,
            help="Not needed for a card of the catalogue.",
            required=False,
        ),
        _use_field(table, state, seat),
        Field(
            "remove",
            "Segments that come off",
            "places",
            own,
            help="Only where several sets are equally small.",
            required=False,
        ),
        _source_field(state, slots),
        _refill_field(),
    )
    return Form("company", "Score a Company", "Score it", fields, "TCL-30", blocked)


def _source_field(state: State, slots: int) -> Field:
    named = (f": {name}" if name else "" for name in state.face_up)
    faces = [Choice(str(slot), f"face-up {slot}{name}") for slot, name in enumerate(named, 1)]
    choices = (Choice("deck", "the deck"), *faces[:slots])
    return Field("source", "New card from", "choice", choices, value="deck", required=False)


def _refill_field() -> Field:
    told = "Its name, where a face-up card was taken."
    return Field("refill", "New face-up card", "text", help=told, required=False)


def _exchange_form(state: State, seat: str, blocked: Note | None) -> Form:
    if blocked is None and not state.players[seat].cards:
        blocked = Note("NO_COMPANY_CARD", {"seat": seat})
    fields = (_source_field(state, HAND), _refill_field())
    return Form("exchange", "Exchange a Company card", "Exchange", fields, "TCL-19", blocked)


def _skip_form(table: Table, state: State, seat: str, blocked: Note | None) -> Form:
    player = state.players[seat]
    options: Options = table.options
    lowest = min(player.eras, default=0)
    if blocked is None and not lowest:
        blocked = Note("ERA_NOT_HELD", {"seat": seat, "era": 0, "held": "no Regional card"})
    if blocked is None and options.skip_late == "refused" and not next_era(player):
        blocked = Note("NO_NEXT_ERA", {"era": lowest})
    return Form("skip", f"Skip Era {lowest}", "Skip it", (), "TCL-20", blocked)


def _reset_form(table: Table, state: State, seat: str) -> Form:
    blocked = None
    if "reset" in state.did:
        blocked = Note("RESET_ONCE", {"seat": seat})
    elif not state.money[seat]:
        blocked = Note("NO_WAIVER", {"seat": seat, "due": 1, "has": 0})
    cards = tuple(
        Choice(card.id, card.name or card.id) for card in offered_companies(table, state, seat)
    )
    field = Field(
        "cards",
        "New face-up Companies",
        "places",
        cards,
        help="Their names, as far as you want them shown.",
        required=False,
    )
    return Form(
        "reset", "Replace the face-up Companies", "Pay a waiver", (field,), "TCL-24", blocked
    )


def _bonus_form(table: Table, state: State, seat: str) -> Form:
    """Return the form for claiming; it shows a seat its own stack to prove the claim from."""
    open_ = [
        move.colour
        for other, move in legal_moves(table, state)
        if isinstance(move, Bonus) and other == (seat or other)
    ]
    colours = tuple(
        Choice(colour, _told(table, state, colour)) for colour in COLOURS if colour in open_
    )
    fields = [
        Field("colour", "Bonus card", "choice", colours, value=colours[0].value if colours else ""),
        Field(
            "proof", "Cards shown", "places", help="Their numbers in your stack.", required=False
        ),
    ]
    if any(not state.bonus.get(colour, Shown()).card for colour in open_):
        told = "Where the card was not told at the start."
        fields.append(Field("value", "Its points", "text", help=told, required=False))
    blocked = None if colours else _bonus_blocked(table, state, seat)
    stack = own_stack(table, state, seat) if seat in state.players else None
    return Form("bonus", "Claim a Bonus card", "Claim", tuple(fields), "TCL-23", blocked, stack)


def _bonus_blocked(table: Table, state: State, seat: str) -> Note:
    options: Options = table.options
    if "bonus" in state.did and options.bonus_per_turn == "one":
        return Note("BONUS_ONCE", {"seat": seat})
    return Note("no_bonus", {"seat": seat or state.active})


def _told(table: Table, state: State, colour: str) -> str:
    card, shown = known_card(table, state, colour), state.bonus.get(colour, Shown())
    text = card.text if card and card.text else shown.card or "not told"
    return f"{colour}: {text} ({shown.value})"


# Set-up


def setup_fields(table: Table) -> tuple[Field, ...]:
    """Return what the table tells at set-up. Rules TCL-04 to TCL-06 and TCL-11, decision Q06."""
    board: Board = table.board
    seats = tuple(Choice(seat, seat) for seat in table.seats)
    supply, deck = str(board.suggested_supply), str(len(board.deck(len(table.seats))))
    return (
        Field("first", "First Player", "seat", seats, value=table.seats[0]),
        Field(
            "supply",
            "Segments of each player",
            "int",
            least=0,
            most=999,
            value=supply,
            help=NOT_COUNTED,
        ),
        Field(
            "companies",
            "Company cards in the box",
            "int",
            least=0,
            most=999,
            value=deck,
            help=NOT_COUNTED,
        ),
        *(_face_field(board, slot) for slot in range(1, HAND + 1)),
        *(field for colour in COLOURS for field in _bonus_fields(board, colour)),
    )


NOT_COUNTED = "0 where they are not counted."
WHENS = (Choice("during", "by the first to reach it"), Choice("end", "by all, at the end"))


def _face_field(board: Board, slot: int) -> Field:
    cards = tuple(Choice(card.id, card.name or card.id) for card in board.companies.values())
    choices = (Choice("", "not told"), *cards)
    return Field(f"face_{slot}", f"Face-up Company {slot}", "choice", choices, required=False)


def _bonus_fields(board: Board, colour: str) -> Sequence[Field]:
    """The first card of the colour is filled in where the catalogue has one."""
    cards = [card for card in board.bonus_cards if card.colour == colour]
    known = tuple(Choice(card.id, card.text or card.id) for card in cards)
    label, first = f"{colour.capitalize()} Bonus card", cards[0].id if cards else ""
    choices = (*known, Choice("", "another one"))
    return (
        Field(colour, label, "choice", choices, value=first, required=False),
        Field(f"{colour}_when", f"{label} not listed: scored", "choice", WHENS, value="during"),
        Field(f"{colour}_value", f"{label} not listed: points", "int", least=0, most=99, value="0"),
    )
