"""The moves of Central Pacific, as a union tagged by `kind`. A turn is several of them, then `end`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value, convert
from games.titles.central_pacific.tiles import CITY, Kind, Number, Sides, Square

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=9)]
Seat = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]
Shown = Annotated[str, msgspec.Meta(max_length=200)]
LaidWord = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Z](0|[1-9][0-9]?)=([SCTXUFM]|@[0-9]?)(:[NESW]{0,4})?(\*[1-9]m?)?(?![\s\S])"
    ),
]


class Place(Value, frozen=True, tag="place", tag_field="kind", omit_defaults=True):
    """Lay one tile: its square, kind, rail ends, and for a city its number. Rules CP-15 to CP-33."""

    square: Square
    tile: Kind
    sides: Sides = ""
    number: Number = 0


class Clear(Value, frozen=True, tag="clear", tag_field="kind", omit_defaults=True):
    """Lay rail or a tunnel over terrain, with `copies` tiles in all. Rules CP-25 to CP-31.

    `mixed` says that the tiles are not all of one type, which the rules refuse.
    """

    square: Square
    tile: Kind
    sides: Sides = ""
    number: Number = 0
    copies: Copies = 1
    mixed: bool = False


class Lay(Value, frozen=True, tag="lay", tag_field="kind", omit_defaults=True):
    """Lay several tiles in the order given, all or none. Rule CP-33, decision Q02.

    Each is one word: `E2=S:NS` lays a tile, `E3=T:NSW*2` clears terrain with two (`*2m`: not all of
    one type). With `end` the turn ends at once, if that leaves no choice.
    """

    tiles: Annotated[tuple[LaidWord, ...], msgspec.Meta(min_length=1, max_length=9)]
    end: bool = False


class StockMarket(Value, frozen=True, tag="stock", tag_field="kind"):
    """Play the Stock Market token: two more tiles. Rules CP-34, CP-35, CP-39."""


class LandGrant(Value, frozen=True, tag="grant", tag_field="kind"):
    """Play the Land Grant token: a tile of an opponent. Rules CP-36 to CP-39."""

    victim: Seat


class Sacrifice(Value, frozen=True, tag="sacrifice", tag_field="kind"):
    """Give up a train, to discard and lay tiles in one turn. Rule CP-41."""


class Discard(Value, frozen=True, tag="discard", tag_field="kind"):
    """Put `count` tiles back into the pool and draw to five. Rules CP-40 and CP-42."""

    count: Count


class EndTurn(Value, frozen=True, tag="end", tag_field="kind", omit_defaults=True):
    """End the turn: claims are made, the hand is refilled. Rules CP-43 to CP-63.

    Only where the rules leave a choice: `claims` names lines by a square each, in the order in which
    trains are put on them (decision Q17); `keepers` names, by a square each, which of two equal lines
    of opponents prevails; `take` chooses the spike or the lines (decision Q14).
    """

    claims: Annotated[tuple[Square, ...], msgspec.Meta(max_length=20)] = ()
    keepers: Annotated[tuple[Square, ...], msgspec.Meta(max_length=20)] = ()
    take: Literal["", "spike", "steal"] = ""


class Stuck(Value, frozen=True, tag="stuck", tag_field="kind", omit_defaults=True):
    """Declare that no tile can be laid, and show the hand: "S F M @2:NESW". Rule CP-65."""

    hand: Shown = ""


class Agree(Value, frozen=True, tag="agree", tag_field="kind"):
    """End the game as the whole table agrees: an act of the table. Decision Q31."""


Laying = Place | Clear


def word_of(laying: Laying) -> str:
    """Return a laying as one word: `E2=S:NS`, `E4=@2:NES`, `E3=T:NSW*2`."""
    number = (laying.number or "") if laying.tile == CITY else ""
    sides = f":{laying.sides}" if laying.sides else ""
    taken = ""
    if isinstance(laying, Clear):
        taken = f"*{laying.copies}{'m' if laying.mixed else ''}"
    return f"{laying.square}={laying.tile}{number}{sides}{taken}"


def laying_of(word: str) -> Laying:
    """Return the laying of a word; a four-way needs no sides."""
    square, _, rest = word.partition("=")
    text, _, taken = rest.partition("*")
    face, _, sides = text.partition(":")
    data = {"square": square, "tile": face[0], "number": int(face[1:] or "0")}
    data["sides"] = sides or ("NESW" if face == "X" else "")
    found: Laying
    if taken:
        data |= {"copies": int(taken[0]), "mixed": taken.endswith("m")}
        found = convert(data | {"kind": "clear"}, Clear)
    else:
        found = convert(data | {"kind": "place"}, Place)
    return found


Move = Place | Clear | Lay | StockMarket | LandGrant | Sacrifice | Discard | EndTurn | Stuck | Agree
