"""The moves of 20th Century Limited, as a union tagged by `kind`. A turn is several of them, then `end`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.titles.twentieth_century_limited.board import (
    ERAS,
    Cities,
    Colour,
    LineId,
    MaybeCard,
)
from scoring.tables.twentieth_century_limited import Points

Lines = Annotated[tuple[LineId, ...], msgspec.Meta(max_length=60)]
EraOrLowest = Annotated[
    int, msgspec.Meta(ge=0, le=ERAS, description="an Era; 0 for the lowest held")
]
Source = Literal["deck", "1", "2", "3", "4"]
"""Where a Company card is drawn from: the deck, or one of the four face-up cards."""
FaceUp = Annotated[tuple[MaybeCard, ...], msgspec.Meta(max_length=4)]


class Place(Value, frozen=True, tag="place", tag_field="kind", omit_defaults=True):
    """Place one to three of your segments. Rules TCL-15 and TCL-25 to TCL-29."""

    lines: Lines = ()


class PickUp(Value, frozen=True, tag="pickup", tag_field="kind", omit_defaults=True):
    """Pick up one to three of your segments. Rules TCL-15 and TCL-27."""

    lines: Lines = ()


class Regional(Value, frozen=True, tag="regional", tag_field="kind", omit_defaults=True):
    """Score a Regional card; `use` are opponents' segments paid for. Rules TCL-17, TCL-37 to TCL-44.

    The cities come from the card where the catalogue knows it; Era 0 is the card's own, or the lowest.
    """

    era: EraOrLowest = 0
    cities: Cities = ()
    card: MaybeCard = ""
    use: Lines = ()


class Company(Value, frozen=True, tag="company", tag_field="kind", omit_defaults=True):
    """Score a Company card: `remove` are your segments that come off. Rules TCL-18, TCL-30 to TCL-36.

    `remove` is needed only where several minimum sets exist. A new card is drawn from `source`; `refill`
    names the card that takes the place of a face-up one. Decision Q07.
    """

    cities: Cities = ()
    value: Points | None = None
    card: MaybeCard = ""
    use: Lines = ()
    remove: Lines = ()
    source: Source = "deck"
    refill: MaybeCard = ""


class Exchange(Value, frozen=True, tag="exchange", tag_field="kind", omit_defaults=True):
    """Discard a Company card from hand and draw another. Rule TCL-19."""

    source: Source = "deck"
    refill: MaybeCard = ""


class Skip(Value, frozen=True, tag="skip", tag_field="kind", omit_defaults=True):
    """Skip an Era: discard the lowest Regional card held, draw from the next deck. Rules TCL-20 to TCL-22."""

    era: EraOrLowest = 0


class Reset(Value, frozen=True, tag="reset", tag_field="kind", omit_defaults=True):
    """Pay an Entry Waiver to replace the face-up Company cards; `cards` names the new ones. Rule TCL-24."""

    cards: FaceUp = ()


class Bonus(Value, frozen=True, tag="bonus", tag_field="kind", omit_defaults=True):
    """Claim a Bonus card, with the cards shown for it. Rules TCL-23 and TCL-46 to TCL-49.

    `proof` counts the cards of your stack from the bottom, from 1; none given shows them all.
    `value` is needed only where the card is not known.
    """

    colour: Colour
    proof: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=99)], ...], msgspec.Meta(max_length=30)
    ] = ()
    value: Points | None = None


class Chart(Value, frozen=True, tag="chart", tag_field="kind"):
    """Enter connection lines that the printed map has and the board lacks. Decision Q15."""

    lines: Annotated[tuple[LineId, ...], msgspec.Meta(min_length=1, max_length=60)]


class EndTurn(Value, frozen=True, tag="end", tag_field="kind"):
    """End the turn. Rules TCL-13 to TCL-15."""


class Finish(Value, frozen=True, tag="finish", tag_field="kind"):
    """End the game when all end-of-game Bonus cards are claimed: an act of the table. Rule TCL-60."""


Move = (
    Place | PickUp | Regional | Company | Exchange | Skip | Reset | Bonus | Chart | EndTurn | Finish
)
