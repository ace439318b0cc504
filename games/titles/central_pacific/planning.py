"""What taps on the board come to: tiles drafted square by square, turned, put in order; then laid at once.

A tap on a square asks for a kind of tile, a tap on a tile drafted turns it to the next way that fits.
What was chosen stands among the taps as a word, as the move `lay` takes it; `at:E4` after the words
says which tile was changed last. The claims of a turn's end and a hand that is shown are in `choosing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.drawing import Mark, Offer, Plan, Tile, Wish
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Note, Table
from games.titles.central_pacific import choosing
from games.titles.central_pacific.draft import Draft, city_faces, nearest, read_words
from games.titles.central_pacific.drawing import spoken, tile_at
from games.titles.central_pacific.listing import room
from games.titles.central_pacific.moves import EndTurn, Place
from games.titles.central_pacific.placing import copies_for, layings, open_squares, tile_of
from games.titles.central_pacific.rules import actor, apply
from games.titles.central_pacific.state import State, side_of
from games.titles.central_pacific.tiles import (
    CITY,
    INDEX,
    KINDS,
    SIDE_NAMES,
    TERRAIN,
    rotations,
    shape,
    sides_of,
)
from games.titles.central_pacific.tiles import Tile as LaidTile

AT = "at:"
"""Before the square of the tile that was changed last."""

CLAIMS = ("line_", "spike_", "trains_", "last_")
"""How the codes of notes begin that say what the end of a turn does to lines and trains."""


def plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Return what the taps come to, or raise `Refusal` where the last square can hold nothing."""
    if state.ended or not seat or seat != actor(table, state):
        return Plan()
    words = [tap for tap in wish.taps if "=" in tap]
    if not words:
        other = choosing.plan(table, state, seat, wish)
        if other is not None:
            return other
    draft = Draft(table, state, seat, read_words(words))
    last = wish.taps[-1] if wish.taps else ""
    if last and "=" not in last and not last.startswith(AT):
        return _tapped(draft, last)
    if not words:
        return _begun(draft, {"tiles": ""} if wish.taps else {})
    changed = last.removeprefix(AT)
    return _told(draft, changed if draft.index(changed) is not None else draft.layings[-1].square)


def _begun(draft: Draft, fields: dict[str, str]) -> Plan:
    """Mark where a tile can be laid."""
    marks = _open_marks(draft, "anchor")
    return Plan("lay", fields, marks=marks, said=(Note("plan_begin"),) if marks else ())


def _tapped(draft: Draft, square: str) -> Plan:
    """Turn the tile drafted on a square, or ask which tile is to lie there."""
    if draft.index(square) is not None:
        turned = draft.turns(square)
        return _told(turned[1 % len(turned)], square)
    draft = draft.legal_part()
    _check_square(draft, square)
    kinds = list(draft.kinds(square))
    if not any(fits for _, _, fits in kinds):
        refusal = nearest([after for _, after, _ in kinds]).refusal
        assert refusal is not None
        raise refusal
    terrain = draft.start.tiles.get(square, "")
    offers = tuple(
        _kind_offer(square, kind, after, terrain, fits=fits)
        for kind, after, fits in sorted(kinds, key=lambda one: not one[2])
    )
    asked = Note("plan_which", {"square": square})
    if terrain:
        asked = Note("plan_which_clear", {"square": square, "terrain": KINDS[terrain]})
    return Plan(
        "lay",
        {"tiles": " ".join(draft.words)},
        (*draft.words, square),
        (Mark(square, "from"), *_chosen_marks(draft)),
        said=(asked,),
        offers=offers,
        tiles=_pictured(draft),
    )


def _check_square(draft: Draft, square: str) -> None:
    """Raise what the referee would say to any tile on a square that can hold none."""
    if square not in INDEX:
        raise IllegalMove("OFF_BOARD", "CP-15", square=square[:20])
    lies = draft.start.tiles.get(square, "")
    if (lies and lies not in TERRAIN) or room(draft.table, draft.state, draft.seat) < 1:
        refusal = draft.added(Place(square, "X", "NESW")).refusal
        if refusal is not None:
            raise refusal


def _kind_offer(square: str, kind: str, after: Draft, terrain: str, *, fits: bool) -> Offer:
    tile = tile_of(after.layings[-1])
    copies = copies_for(terrain, kind)
    code = "offer_misfit" if not fits else "offer_copies" if copies > 1 else "offer_kind"
    label = Note(code, {"name": KINDS[kind], "copies": copies})
    return Offer(label, taps=after.words, tile=tile_at(square, tile))


# A draft, told


def _told(draft: Draft, square: str) -> Plan:
    """Return what a draft comes to; the tile on the square was changed last and can be changed again."""
    found = draft.ordered()
    if found is None:
        return _refused(draft, square)
    turns = found.turns(square)
    return Plan(
        "lay",
        {"tiles": " ".join(found.words)},
        found.words,
        (*_chosen_marks(found), *_open_marks(found, "legal")),
        said=tuple(_said(found, len(turns))),
        offers=(*_changes(found, square, turns), *_earlier(found, square), _off(found, square)),
        tiles=_pictured(found),
    )


def _refused(draft: Draft, square: str) -> Plan:
    """Return a draft whose last tile is not legal: why not, and what would be."""
    refusal = draft.refusal
    assert refusal is not None
    why = Note(refusal.code, dict(refusal.facts))
    others = (mark for mark in _chosen_marks(draft) if mark.key != square)
    return Plan(
        "lay",
        {"tiles": " ".join(draft.words)},
        draft.words,
        (Mark(square, "refused", why), *others),
        said=(why,),
        offers=(*_changes(draft, square, draft.turns(square)), _off(draft, square)),
        tiles=_pictured(draft),
    )


def _said(draft: Draft, ways: int) -> Iterator[Note]:
    """Say what is drafted, how the tile can lie, and what ending the turn with it would do."""
    state, seat = draft.state, draft.seat
    squares = tuple(one.square for one in draft.layings)
    count = state.laid_tiles - draft.start.laid_tiles
    yield Note("plan_tiles", {"count": count, "squares": squares, "left": state.hands[seat]})
    if ways > 1:
        yield Note("plan_turn_again", {"ways": ways})
    yield from ending(draft.table, state, seat)


def ending(table: Table, state: State, seat: str) -> Iterator[Note]:
    """Say what ending the turn now would do to lines and trains. Digest 2.5."""
    try:
        step = apply(table, state, seat, EndTurn())
    except (ChoiceNeeded, IllegalMove) as refusal:
        yield Note(refusal.code, dict(refusal.facts))
        return
    notes = [note for note in step.notes if note.code.startswith(CLAIMS)]
    if not notes:
        yield Note("plan_end_nothing")
        return
    yield Note("plan_end")
    yield from notes
    side = side_of(table, seat)
    yield Note("plan_trains", {"side": side, "trains": step.state.in_hand[side]})


# Other ways


def _changes(draft: Draft, square: str, turns: Sequence[Draft]) -> Iterator[Offer]:
    """Offer the tile's next way, and for a city its other numbers and rail ends."""
    tile = _tile_on(draft, square)
    if len(turns) > 1:
        shown = tile_at(square, _tile_on(turns[1], square))
        yield Offer(Note("offer_turn"), taps=_at(turns[1], square), tile=shown)
    if tile.kind != CITY:
        return
    faces = city_faces(draft.table)
    for number in sorted({number for number, _ in faces} - {tile.number}):
        others = [least for each, least in faces if each == number]
        own = [least for least in others if least == shape(tile.ends)]
        found = _first(draft, square, number, own or others, tile.ends)
        label = Note("offer_number" if found else "offer_number_misfit", {"number": number})
        if found is None:
            found = draft.replaced(draft.laying(square, tile._replace(number=number)))
        yield Offer(label, taps=_at(found, square))
    for least in [least for each, least in faces if each == tile.number]:
        if least == shape(tile.ends):
            continue
        found = _first(draft, square, tile.number, [least], tile.ends)
        if found is not None:
            city = _tile_on(found, square)
            sides = ", ".join(SIDE_NAMES[side] for side in sides_of(city.ends))
            label = Note("offer_sides", {"sides": sides})
            yield Offer(label, taps=_at(found, square), tile=tile_at(square, city))


def _first(
    draft: Draft, square: str, number: int, shapes: Sequence[int], ends: int
) -> Draft | None:
    """Return the draft with the first city of some shapes that is legal there, as it lies if it can."""
    tiles = [
        LaidTile(CITY, each, number)
        for least in shapes
        for each in sorted(rotations(least), key=lambda one: one != ends)
    ]
    return next(draft.others(square, tiles), None)


def _tile_on(draft: Draft, square: str) -> LaidTile:
    number = draft.index(square)
    assert number is not None
    return tile_of(draft.layings[number])


def _earlier(draft: Draft, square: str) -> Iterator[Offer]:
    """Offer to lay the tile before the one it follows, where that is legal. Decision Q02."""
    at = draft.index(square)
    if not at:
        return
    layings = list(draft.layings)
    layings[at - 1], layings[at] = layings[at], layings[at - 1]
    earlier = draft.with_(layings)
    if earlier.refusal is None:
        label = Note("offer_earlier", {"square": square, "other": layings[at].square})
        yield Offer(label, taps=_at(earlier, square))


def _off(draft: Draft, square: str) -> Offer:
    return Offer(Note("offer_off", {"square": square}), taps=(*draft.without(square).words, AT))


def _at(draft: Draft, square: str) -> tuple[str, ...]:
    """Return the taps for a draft in which the tile on a square was changed last."""
    return (*draft.words, AT + square)


# Marks and tiles


def _chosen_marks(draft: Draft) -> Iterator[Mark]:
    for laying in draft.layings:
        name = spoken(tile_of(laying))
        yield Mark(laying.square, "chosen", Note("plan_tile_here", {"name": name}))


def _open_marks(draft: Draft, look: str) -> tuple[Mark, ...]:
    """Mark the squares on which some tile could be laid next."""
    table, state, seat = draft.table, draft.state, draft.seat
    most, said = room(table, state, seat), Note("plan_can_lay")
    if most < 1:
        return ()
    drafted = {laying.square for laying in draft.layings}
    return tuple(
        Mark(square, look, said)
        for square in open_squares(state.grid)
        if square not in drafted
        and next(layings(table, state, seat, most=most, squares=(square,)), None) is not None
    )


def _pictured(draft: Draft) -> tuple[Tile, ...]:
    return tuple(tile_at(one.square, tile_of(one), "wished") for one in draft.layings)
