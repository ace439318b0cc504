"""Choices by tapping: which lines get trains or prevail where the turn's end asks, and the hand shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.drawing import Mark, Offer, Plan, Wish
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Note, Table
from games.titles.central_pacific.draft import city_faces
from games.titles.central_pacific.drawing import spoken, tile_at
from games.titles.central_pacific.listing import chosen
from games.titles.central_pacific.moves import EndTurn, Stuck
from games.titles.central_pacific.rules import apply
from games.titles.central_pacific.state import State, side_of
from games.titles.central_pacific.tiles import CITY, INDEX, KINDS, SHAPES, SQUARES, Tile

SHOWN = "hand:"
"""Before a tile of the hand that is shown."""

TAKE = "take:"
"""Before what is taken: the spike or the lines."""


def plan(table: Table, state: State, seat: str, wish: Wish) -> Plan | None:
    """Return what taps mean for the form that is open, None where they lay tiles."""
    if wish.form == "stuck" and all(tap.startswith(SHOWN) for tap in wish.taps):
        return _hand(table, state, seat, [tap.removeprefix(SHOWN) for tap in wish.taps])
    if wish.form == "end":
        return _ending(table, state, seat, wish.taps)
    return None


# The end of a turn


def _ending(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan | None:
    """Make one choice with each tap, as long as the end of the turn asks for one. Decisions Q14, Q17."""
    move, needed = EndTurn(), _needed(table, state, seat, EndTurn())
    if needed is None:
        return None
    used: list[str] = []
    for tap in taps:
        choice = _choice(state, needed, move, tap)
        if choice:
            move = chosen(move, needed.code, choice)
            used.append(tap)
            following = _needed(table, state, seat, move)
            if following is None and not _more(table, state, seat, needed, move):
                return Plan("end", _fields(move), tuple(used), _marks(state, needed), ask=True)
            needed = following or needed
    return Plan(
        "end",
        _fields(move) if used else {},
        tuple(used),
        _marks(state, needed),
        said=(_question(needed),),
        offers=tuple(_offers(state, needed, move, used)),
    )


def _needed(table: Table, state: State, seat: str, move: EndTurn) -> ChoiceNeeded | None:
    try:
        apply(table, state, seat, move)
    except ChoiceNeeded as needed:
        return needed
    except IllegalMove:
        return None
    return None


def _more(table: Table, state: State, seat: str, needed: ChoiceNeeded, move: EndTurn) -> bool:
    """Say whether there are trains for further lines out of those that wait for one."""
    trains = needed.facts.get("trains", 0)
    return needed.code == "CLAIM_ORDER" and isinstance(trains, int) and len(move.claims) < trains


def _choice(state: State, needed: ChoiceNeeded, move: EndTurn, tap: str) -> str:
    """Return what a tap chooses: a word, or the line of the square; empty if nothing."""
    if needed.code == "SPIKE_OR_STEAL":
        word = tap.removeprefix(TAKE)
        return word if word in needed.choices else ""
    if tap not in INDEX:
        return ""
    grid = state.grid_before if needed.code == "KEEPER" else state.grid
    stretch = grid.stretch_of.get(INDEX[tap])
    if stretch is None or stretch.first not in needed.choices or stretch.first in move.claims:
        return ""
    return stretch.first


def _fields(move: EndTurn) -> dict[str, str]:
    return {
        "take": move.take,
        "claims": " ".join(move.claims),
        "keepers": " ".join(move.keepers),
    }


def _question(needed: ChoiceNeeded) -> Note:
    code = {"SPIKE_OR_STEAL": "plan_take", "CLAIM_ORDER": "plan_claims"}
    return Note(code.get(needed.code, "plan_keeper"), dict(needed.facts))


def _marks(state: State, needed: ChoiceNeeded) -> tuple[Mark, ...]:
    if needed.code == "SPIKE_OR_STEAL":
        return ()
    grid = state.grid_before if needed.code == "KEEPER" else state.grid
    stretches = [grid.stretch_of[INDEX[square]] for square in needed.choices]
    return tuple(
        Mark(SQUARES[rail], "legal", Note("plan_claimable", {"line": stretch.name}))
        for stretch in stretches
        for rail in stretch.rails
    )


def _offers(
    state: State, needed: ChoiceNeeded, move: EndTurn, used: Sequence[str]
) -> Iterator[Offer]:
    if needed.code == "SPIKE_OR_STEAL":
        for choice in needed.choices:
            yield Offer(Note(f"offer_{choice}"), taps=(*used, TAKE + choice))
        return
    grid = state.grid_before if needed.code == "KEEPER" else state.grid
    for square in needed.choices:
        if square not in move.claims:
            label = Note("offer_line", {"line": grid.stretch_of[INDEX[square]].name})
            yield Offer(label, taps=(*used, square))


# The hand shown


def _hand(table: Table, state: State, seat: str, shown: Sequence[str]) -> Plan:
    """Add tile by tile to the hand that is shown; when it is whole, ask whether it is stuck. Rule CP-65."""
    held, faces = state.hands[seat], {_word(tile): tile for tile in _faces(table)}
    shown = [word for word in shown if word in faces][:held]
    taps, fields = tuple(SHOWN + word for word in shown), {"hand": " ".join(shown)}
    if shown and len(shown) == held:
        apply(table, state, seat, Stuck(fields["hand"]))
        return Plan("stuck", fields, taps, ask=True)
    offers = tuple(
        Offer(
            Note("offer_shown", {"name": _name(tile)}),
            taps=(*taps, SHOWN + word),
            tile=tile_at("", tile),
        )
        for word, tile in faces.items()
    )
    said = Note("plan_hand", {"side": side_of(table, seat), "shown": len(shown), "hand": held})
    return Plan("stuck", fields if shown else {}, taps, said=(said,), offers=offers if held else ())


def _faces(table: Table) -> Iterator[Tile]:
    """Yield every face a hand can hold, each in one rotation."""
    yield from (Tile(kind, SHAPES[kind][0]) for kind in KINDS if kind != CITY)
    yield from (Tile(CITY, least, number) for number, least in city_faces(table))


def _word(tile: Tile) -> str:
    return tile.word if tile.kind == CITY else tile.kind


def _name(tile: Tile) -> str:
    return spoken(tile) if tile.kind == CITY else KINDS[tile.kind]
