"""What a seat can enter now: forms, and what the table tells at set-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Choice, Field, Form, Note, Table
from games.titles.central_pacific.listing import room
from games.titles.central_pacific.moves import (
    Agree,
    Clear,
    Discard,
    EndTurn,
    LandGrant,
    Laying,
    Move,
    Sacrifice,
    StockMarket,
    Stuck,
)
from games.titles.central_pacific.placing import layings
from games.titles.central_pacific.rules import actor, apply
from games.titles.central_pacific.state import HAND, State, side_of, sides
from games.titles.central_pacific.tiles import INDEX, KINDS, SIDE_NAMES

YES_NO = (Choice("", "no"), Choice("true", "yes"))


def forms(table: Table, state: State, seat: str) -> tuple[Form, ...]:
    """Return the forms of what a seat can enter now; a form that is `blocked` says why."""
    if state.ended or not seat or seat != actor(table, state):
        return ()
    possible = list(layings(table, state, seat, most=room(table, state, seat)))
    most = max(1, min(HAND, state.hands[seat]))
    discard = Field("count", "Tiles to put back", "int", least=1, most=most, value="1")
    victims = tuple(
        Choice(other, other)
        for other in table.seats
        if side_of(table, other) != side_of(table, seat)
    )
    victim = Field("victim", "Take a tile of", "seat", victims, value=victims[0].value)
    counts = [Discard(count) for count in range(1, most + 1)]
    putting_back = _first_legal(table, state, seat, counts)
    grant = _first_legal(table, state, seat, [LandGrant(choice.value) for choice in victims])
    return (
        *_laying_forms(table, state, seat, possible),
        _end_form(table, state, seat),
        Form("discard", "Discard tiles", "Discard", (discard,), "CP-40", putting_back),
        Form("sacrifice", "Sacrifice a train", "Sacrifice", (), "CP-41", _why(table, state, seat, Sacrifice())),
        Form("stock", "Stock Market", "Take two tiles", (), "CP-34", _why(table, state, seat, StockMarket())),
        Form("grant", "Land Grant", "Take a tile", (victim,), "CP-36", grant),
        _stuck_form(table, state, seat),
        Form("agree", "End the game by agreement", "End the game", (), "Q31", _why(table, state, seat, Agree())),
    )  # fmt: skip


def _why(table: Table, state: State, seat: str, move: Move) -> Note | None:
    """Return why a move cannot be made now, if so."""
    try:
        apply(table, state, seat, move)
    except ChoiceNeeded:
        return None
    except IllegalMove as refusal:
        return Note(refusal.code, dict(refusal.facts))
    return None


def _first_legal(table: Table, state: State, seat: str, moves: Iterable[Move]) -> Note | None:
    """Return None if one of the moves can be made, else why the first cannot."""
    reasons = [_why(table, state, seat, move) for move in moves]
    return None if None in reasons else reasons[0]


def _laying_forms(
    table: Table, state: State, seat: str, possible: list[Laying]
) -> tuple[Form, ...]:
    clears = [laying for laying in possible if isinstance(laying, Clear)]
    places = [laying for laying in possible if not isinstance(laying, Clear)]
    full = room(table, state, seat) < 1
    nowhere = Note("no_room" if full else "nowhere", {"seat": seat})
    nothing = Note("no_room" if full else "nothing_to_clear", {"seat": seat})
    copies = tuple(Choice(str(count), str(count)) for count in (1, 2, 3))
    taken = Field("copies", "Tiles it takes", "choice", copies, value="2")
    mixed = Field("mixed", "Not all of one type", "flag", YES_NO, required=False)
    tiles = Field(
        "tiles",
        "Tiles, in order",
        "places",
        help="Tap squares on the board, or write E2=S:NS E4=@2:NES; E3=T:NSW*2 clears with two tiles.",
    )
    ends = Field("end", "and end the turn", "flag", YES_NO, value="true", required=False)
    return (
        Form(
            "lay",
            "Lay tiles",
            "Lay them",
            (tiles, ends),
            "CP-15",
            None if possible else nowhere,
        ),
        Form(
            "place",
            "Lay one tile, from lists",
            "Lay it",
            _tile_fields(places),
            "CP-15",
            None if places else nowhere,
        ),
        Form(
            "clear",
            "Clear a forest or mountain, from lists",
            "Clear it",
            (*_tile_fields(clears), taken, mixed),
            "CP-25",
            None if clears else nothing,
        ),
    )


def _tile_fields(possible: Sequence[Laying]) -> tuple[Field, ...]:
    """Return the fields of a tile, with only what is legal on some square."""
    squares = sorted({laying.square for laying in possible}, key=INDEX.__getitem__)
    kinds = [kind for kind in KINDS if any(laying.tile == kind for laying in possible)]
    sides_known = list(dict.fromkeys(laying.sides for laying in possible))
    numbers = sorted({laying.number for laying in possible})
    return (
        Field("square", "Square", "place", tuple(Choice(square, square) for square in squares)),
        Field("tile", "Tile", "choice", tuple(Choice(kind, KINDS[kind]) for kind in kinds)),
        Field(
            "sides",
            "Rail ends",
            "choice",
            tuple(Choice(text, _spoken(text)) for text in sides_known),
            required=False,
        ),
        Field(
            "number",
            "Number of a city",
            "choice",
            tuple(Choice(str(number), str(number) if number else "no city") for number in numbers),
            value="0",
            required=False,
        ),
    )


def _spoken(text: str) -> str:
    return ", ".join(SIDE_NAMES[side] for side in text) or "none"


def _end_form(table: Table, state: State, seat: str) -> Form:
    """Return the form that ends the turn; it asks only for the choices the rules leave now."""
    fields: tuple[Field, ...] = ()
    blocked = None
    try:
        apply(table, state, seat, EndTurn())
    except ChoiceNeeded:
        fields = (
            Field("take", "The spike, or the lines", "choice", TAKES, required=False),
            Field("claims", "Lines that get a train, a square of each", "places", required=False),
            Field("keepers", "Lines that prevail, a square of each", "places", required=False),
        )
    except IllegalMove as refusal:
        blocked = Note(refusal.code, dict(refusal.facts))
    return Form("end", "End the turn", "End the turn", fields, "CP-43", blocked)


TAKES = (Choice("", "no choice"), Choice("spike", "the spike"), Choice("steal", "the lines"))


def _stuck_form(table: Table, state: State, seat: str) -> Form:
    """Blocked where the turn has begun or tiles can be discarded; the hand shown decides the rest."""
    blocked = _why(table, state, seat, Stuck(""))
    if blocked is not None and blocked.code in ("STUCK_FALSE", "STUCK_SHOW_HAND"):
        blocked = None
    hand = Field(
        "hand",
        "Your hand, shown",
        "text",
        help="S straight, C curve, T tee, X four-way, U tunnel, F forest, M mountain, @2:NES city.",
        required=False,
    )
    return Form("stuck", "I cannot lay any tile", "Show the hand", (hand,), "CP-65", blocked)


def setup_fields(table: Table) -> tuple[Field, ...]:
    """Return what the table tells at set-up. Rules CP-10 to CP-12, decisions Q21 and Q29."""
    first = tuple(Choice(seat, seat) for seat in table.seats)
    return (
        Field("first", "First player", "seat", first, value=table.seats[0]),
        Field(
            "numbers",
            "Numbers on the start cities",
            "text",
            value=str(table.board.start_number),
            help=f"One for all, or one for each of {', '.join(sides(table))}.",
        ),
        Field(
            "mulligans",
            "New first hands",
            "text",
            help="Who drew five new tiles and how often, such as A2 C1.",
            required=False,
        ),
        Field("cities", "Every player holds a city", "flag", YES_NO, value="true"),
    )
