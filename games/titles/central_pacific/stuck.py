"""Declaring that nothing can be laid: the shown hand is tried on every square. Rule CP-65."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.engine.errors import Fact, NotationError
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.moves import Clear, Laying, Stuck
from games.titles.central_pacific.placing import layings
from games.titles.central_pacific.state import State
from games.titles.central_pacific.tiles import CITY, KINDS, SHAPES, Tile, read_tile, rotations

_COUNTED = re.compile(r"(?:([1-9])[x*])?(.+?)(?:[x*]([1-9]))?")

Hand = Mapping[Tile, int]
"""The tiles shown, in the rotation they were written in, and how many of each."""


def read_hand(text: str) -> Hand:
    """Return the tiles of a hand such as "S S F M @2:NESW" or "Sx2 F", or raise `NotationError`."""
    found: dict[Tile, int] = {}
    for word in text.replace(",", " ").replace(";", " ").split():
        match = _COUNTED.fullmatch(word)
        before, kind, after = match.groups() if match else ("", word, "")
        tile = _shown(kind.upper())
        found[tile] = found.get(tile, 0) + int(before or after or "1")
    return found


def _shown(word: str) -> Tile:
    if word in KINDS and word != CITY:
        return Tile(word, SHAPES[word][0])
    tile = read_tile(word)
    if tile.home:
        raise NotationError(word[:20], "a tile from the hand")
    return tile


def stuck(table: Table, state: State, seat: str, move: Stuck, referee: Referee) -> Step:
    """End the game where no tile of the shown hand can be laid, or raise `IllegalMove`.

    Rule CP-65, decision Q18: in one's own turn, with nothing done yet, and, unless the table says
    otherwise, with no pool to discard to.
    """
    options: Options = table.options
    if not state.fresh:
        referee.refuse("STUCK_NOT_AT_START", "CP-65", seat=seat)
    if not state.drained and options.stuck_ends_with_pool == "off":
        referee.refuse("STUCK_CAN_DISCARD", "CP-65", seat=seat, pool=state.pool)
    hand = _checked_hand(move, referee)
    possible = next(could_lay(table, state, seat, hand), None)
    if possible is not None:
        copies = possible.copies if isinstance(possible, Clear) else 1
        facts: dict[str, Fact] = {"square": possible.square, "copies": copies}
        facts |= {"name": KINDS[possible.tile], "sides": possible.sides}
        referee.refuse("STUCK_FALSE", "CP-65", seat=seat, **facts)
    held, shown = state.hands[seat], sum(hand.values())
    if shown != held:
        referee.refuse("STUCK_SHOW_HAND", "CP-65", seat=seat, hand=held, shown=shown)
    unchecked = (Note("hand_shown", {"seat": seat}),) if held else ()
    ended = replace(state, ended="stuck", special="")
    return Step(ended, unchecked=unchecked)


def _checked_hand(move: Stuck, referee: Referee) -> Hand:
    try:
        return read_hand(move.hand)
    except NotationError as error:
        referee.refuse("BAD_HAND", "CP-65", word=error.at)
        return {}


def could_lay(table: Table, state: State, seat: str, hand: Hand) -> Iterator[Laying]:
    """Yield every laying that a shown hand allows at once: all squares, rotations and clearings."""
    by_kind: dict[str, int] = {}
    for tile, count in hand.items():
        by_kind[tile.kind] = by_kind.get(tile.kind, 0) + count
    for tile in hand:
        turns = [tile._replace(ends=ends) for ends in rotations(tile.ends)]
        yield from layings(table, state, seat, turns, by_kind[tile.kind])
