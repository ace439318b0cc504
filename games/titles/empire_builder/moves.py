"""The moves of Empire Builder, as a union tagged by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.titles.empire_builder.board import (
    Across,
    Country,
    Demand,
    Good,
    Id,
    Payoff,
    River,
    Section,
    Terrain,
)

Amount = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
CardNumber = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Seat = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]
SeatString = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{0,6}(?![\s\S])")]
MaybeGood = Annotated[str, msgspec.Meta(pattern=r"^([a-z_]{2,20})?(?![\s\S])")]
Number = Annotated[int, msgspec.Meta(ge=1, le=2, description="which of the seat's trains")]
Path = Annotated[tuple[Id, ...], msgspec.Meta(max_length=400)]
Sections = Annotated[tuple[Section, ...], msgspec.Meta(max_length=400)]
TrainType = Literal["freight", "fast", "super"]
Effect = Literal["flood", "strike", "half_rate", "embargo", "lose_load", "payment", "other"]
Note = Annotated[
    str,
    msgspec.Meta(pattern=r"^([^\s_|{}]+( [^\s_|{}]+)*)?(?![\s\S])", max_length=200),
]
"""Words of an event card: single spaces, and no sign that the notation uses to part things."""


class Place(Value, frozen=True, tag="place", tag_field="kind", omit_defaults=True):
    """Put a train down in a city, before it first moves. Rule EB-48."""

    at: Id
    train: Number = 1


class Go(Value, frozen=True, tag="go", tag_field="kind", omit_defaults=True):
    """Run a train over the mileposts named, one by one. Rules EB-49 to EB-58."""

    path: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=60)]
    train: Number = 1


class GoAttested(Value, frozen=True, tag="go_attested", tag_field="kind", omit_defaults=True):
    """Run a train by counts: mileposts used, whose track, where to. Digest 2.1 (attested mode)."""

    steps: Annotated[int, msgspec.Meta(ge=1, le=60)]
    to: Id
    owners: SeatString = ""
    train: Number = 1


class Load(Value, frozen=True, tag="load", tag_field="kind", omit_defaults=True):
    """Pick up a load in a city where it is available. Rules EB-45 and EB-46."""

    good: Good
    train: Number = 1


class Drop(Value, frozen=True, tag="drop", tag_field="kind", omit_defaults=True):
    """Put a load down in a city, without payoff. Rule EB-47."""

    good: Good
    train: Number = 1


class Deliver(Value, frozen=True, tag="deliver", tag_field="kind", omit_defaults=True):
    """Deliver a load against a demand card; a new card is drawn. Rule EB-59."""

    good: Good
    card: CardNumber
    train: Number = 1


class Lose(Value, frozen=True, tag="lose", tag_field="kind", omit_defaults=True):
    """Give up a load that an event card takes; its owner chooses which. Rule EB-17."""

    good: Good
    train: Number = 1


class Draw(Value, frozen=True, tag="draw", tag_field="kind"):
    """Show a demand card that was drawn: by its number where the deck is known, or its demands.

    A card without number gets one that no card in a hand has. Rules EB-07, EB-08, EB-59.
    """

    card: CardNumber = 0
    good_1: MaybeGood = ""
    city_1: River = ""
    payoff_1: Payoff = 0
    good_2: MaybeGood = ""
    city_2: River = ""
    payoff_2: Payoff = 0
    good_3: MaybeGood = ""
    city_3: River = ""
    payoff_3: Payoff = 0

    @property
    def demands(self) -> tuple[Demand, ...]:
        """Return the three demands as entered; none where only the number was."""
        lines = (
            (self.good_1, self.city_1, self.payoff_1),
            (self.good_2, self.city_2, self.payoff_2),
            (self.good_3, self.city_3, self.payoff_3),
        )
        return tuple(Demand(*line) for line in lines if any(line))


class EventCard(Value, frozen=True, omit_defaults=True):
    """What an event card does, by effect, where, and to whom (nobody named: everybody).

    The area is a country, what lies within so many mileposts of cities, mileposts or coasts, or
    both; none given means everywhere. `amount` counts loads lost or millions paid. Rules EB-08 to
    EB-17, decisions A18 and A40.
    """

    effect: Effect
    river: River = ""
    country: Country | Literal[""] = ""
    near: Annotated[tuple[Id, ...], msgspec.Meta(max_length=10)] = ()
    within: Small = 0
    seats: SeatString = ""
    amount: Small = 0
    text: Note = ""


class Event(EventCard, frozen=True, tag="event", tag_field="kind", omit_defaults=True):
    """Show an event card that was drawn; it acts at once. Rules EB-08 and EB-09.

    For a flood, `over` names the crossings of that river which the chart has under no name yet,
    and `looked` says that all of those with track on them have been looked at.
    """

    over: Sections = ()
    looked: bool = False


class EventOver(Value, frozen=True, tag="event_over", tag_field="kind", omit_defaults=True):
    """Put an event card away by hand: an act of the table. Rule EB-09."""

    effect: Effect
    river: River = ""


class Build(Value, frozen=True, tag="build", tag_field="kind", omit_defaults=True):
    """Draw track along one path, and along others `also`. Rules EB-34 to EB-43."""

    path: Annotated[tuple[Id, ...], msgspec.Meta(min_length=2, max_length=400)]
    also: Annotated[tuple[Path, ...], msgspec.Meta(max_length=20)] = ()


class BuildAttested(Value, frozen=True, tag="build_attested", tag_field="kind", omit_defaults=True):
    """Draw track by counts: mileposts of each kind built to, and crossings. Digest 2.1.

    `exits` counts the major-city mileposts built from; `joins` names the cities the line joins.
    """

    clear: Small = 0
    rough: Small = 0
    small: Small = 0
    medium: Small = 0
    major: Small = 0
    rivers: Small = 0
    inlets: Small = 0
    exits: Small = 0
    joins: Annotated[tuple[Id, ...], msgspec.Meta(max_length=30)] = ()


class Upgrade(Value, frozen=True, tag="upgrade", tag_field="kind", omit_defaults=True):
    """Pay for the next better train, instead of building. Rule EB-23."""

    to: TrainType
    train: Number = 1


class NewHand(Value, frozen=True, tag="new_hand", tag_field="kind"):
    """Discard the whole hand instead of the turn; three cards are then drawn. Rule EB-32."""


class BuyTrack(Value, frozen=True, tag="buy_track", tag_field="kind"):
    """Buy sections from another player for an agreed price. Rule EB-65."""

    seller: Seat
    sections: Annotated[tuple[Section, ...], msgspec.Meta(min_length=1, max_length=400)]
    price: Amount


class SwapTrack(Value, frozen=True, tag="swap_track", tag_field="kind"):
    """Exchange sections with another player, without money. Rule EB-66."""

    partner: Seat
    give: Annotated[tuple[Section, ...], msgspec.Meta(min_length=1, max_length=400)]
    take: Annotated[tuple[Section, ...], msgspec.Meta(min_length=1, max_length=400)]


class EndTurn(Value, frozen=True, tag="end_turn", tag_field="kind"):
    """End the turn. Rule EB-30."""


class Claim(Value, frozen=True, tag="claim", tag_field="kind"):
    """Claim the win. Rules EB-61 and EB-63, decision A28."""


class ChartMilepost(Value, frozen=True, tag="chart_milepost", tag_field="kind", omit_defaults=True):
    """Enter what the map prints at one milepost; changes no turn. Rules EB-01, EB-34."""

    place: Id
    terrain: Terrain = "clear"
    country: Country = "US"
    coast: Annotated[str, msgspec.Meta(pattern=r"^[AGP]{0,3}(?![\s\S])")] = ""
    x: Across | None = None
    y: Across | None = None


class ChartSection(Value, frozen=True, tag="chart_section", tag_field="kind", omit_defaults=True):
    """Enter what lies between two mileposts: `open`, `water`, or what is crossed. Rule EB-35."""

    section: Section
    over: Annotated[tuple[Id, ...], msgspec.Meta(max_length=4)] = ()
    water: bool = False


class ChartCity(Value, frozen=True, tag="chart_city", tag_field="kind"):
    """Enter the goods that the map shows at a city. Rule EB-01."""

    city: Id
    goods: Annotated[tuple[Good, ...], msgspec.Meta(max_length=12)]


class ChartGood(Value, frozen=True, tag="chart_good", tag_field="kind"):
    """Enter how many counters there are of a good. Rule EB-20."""

    good: Good
    count: Annotated[int, msgspec.Meta(ge=1, le=99)]


Move = (
    Place
    | Go
    | GoAttested
    | Load
    | Drop
    | Deliver
    | Lose
    | Draw
    | Event
    | EventOver
    | Build
    | BuildAttested
    | Upgrade
    | NewHand
    | BuyTrack
    | SwapTrack
    | EndTurn
    | Claim
    | ChartMilepost
    | ChartSection
    | ChartCity
    | ChartGood
)
