"""The moves, as a union tagged by `kind`. An action ends the turn; what a card asks for comes with it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.codec import Value
from games.titles.railways_east_west.board import Coast, Code, Colour, FigureName, Pieces, Region

AS_NEEDED = -1
"""Bonds: as many as the purchase needs. Rule RB-16."""

Bonds = Annotated[
    int, msgspec.Meta(ge=AS_NEEDED, le=999, description="bonds; -1 as many as needed")
]
Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Cubes = Annotated[str, msgspec.Meta(pattern=r"^[rbkypn]{0,9}(?![\s\S])")]
Good = Annotated[str, msgspec.Meta(pattern=r"^[rbkyp](?![\s\S])")]
MaybeCode = Annotated[str, msgspec.Meta(pattern=r"^([A-Z]{2,4})?(?![\s\S])")]
Hop = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Z]{2,4}(@[A-Z])?(?![\s\S])",
        description="a city, with the owner of the link into it where several run there",
    ),
]
Route = Annotated[tuple[Hop, ...], msgspec.Meta(min_length=2, max_length=130)]
Card = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(\?|[a-z_]{2,20}(:[A-Z]{2,4})?)(?![\s\S])",
        description="a card, such as grant or hotel:NYC; ? for one that was not named",
    ),
]
Tile = Literal["", "red", "blue", "black", "yellow", "purple", "grey"]
Event = Literal[
    "landrush",
    "increase",
    "majorcity",
    "surplus",
    "shortage",
    "buyback",
    "urban",
    "smallmarket",
    "convention",
    "used",
]


class Link(Value, frozen=True, tag="link", tag_field="kind", omit_defaults=True):
    """Build a link between two cities. Rules REW-12 to REW-15, REW-49 to REW-51, RB-05 to RB-08.

    `pieces` are told one by one, or `count` of them with the price in all, `total`; told neither way they
    are those the board suggests. `part` leaves the track open (decision A3). `perfect`, `grant` and
    `tunnel` use cards.
    """

    a: Code
    b: Code
    pieces: Pieces = ()
    count: Small = 0
    total: Amount = 0
    two_turns: bool = False
    part: bool = False
    perfect: bool = False
    grant: bool = False
    tunnel: bool = False
    bonds: Bonds = AS_NEEDED


class Upgrade(Value, frozen=True, tag="upgrade", tag_field="kind", omit_defaults=True):
    """Buy the next engine; `to` says which it should be, 99 the Super-Chief, 0 whichever is next.

    `coal` uses a card, `used` the event Used Engines. Rules REW-16 to REW-18, REW-71 and REW-85.
    """

    to: Small = 0
    coal: bool = False
    used: bool = False
    bonds: Bonds = AS_NEEDED


class Deliver(Value, frozen=True, tag="deliver", tag_field="kind", omit_defaults=True):
    """Deliver a coloured cube. Rules RB-11 to RB-15, REW-45 and REW-48."""

    cube: Good
    route: Route


class Settler(Value, frozen=True, tag="settler", tag_field="kind", omit_defaults=True):
    """Deliver a settler to the West; `cubes` are those drawn for the city. Rules REW-21 to REW-30, REW-46."""

    route: Route
    cubes: Cubes = ""


class Raw(Value, frozen=True, tag="raw", tag_field="kind", omit_defaults=True):
    """Deliver a raw material; the first one of all has a bonus to choose. Rules REW-37 to REW-40."""

    route: Route
    bonus: Literal["", "pts", "cash"] = ""


class Urbanize(Value, frozen=True, tag="urbanize", tag_field="kind", omit_defaults=True):
    """Put a new city tile on a grey city, with two cubes. Rules RB-09, RB-26 and REW-82."""

    city: Code
    colour: Colour
    cubes: Cubes = ""
    bonds: Bonds = AS_NEEDED


class Take(Value, frozen=True, tag="take", tag_field="kind", omit_defaults=True):
    """Take an operations card; one that acts at once has its city, colour and cubes. Rules REW-63 to REW-74."""

    card: Card
    city: MaybeCode = ""
    colour: Tile = ""
    cubes: Cubes = ""


class Pass(Value, frozen=True, tag="pass", tag_field="kind"):
    """Do nothing with an action. Digest 2.2."""


class Skip(Value, frozen=True, tag="skip", tag_field="kind"):
    """Skip the turn after a long build. Rule REW-14."""


class Buyback(Value, frozen=True, tag="buyback", tag_field="kind"):
    """Pay off bonds under the Bond Buyback; no action. Rule REW-81."""

    count: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Settle(Value, frozen=True, tag="repay", tag_field="kind"):
    """Repay or discard bonds in phase 2, where the table allows it; no action. Decision A15."""

    repay: Amount = 0
    discard: Amount = 0


class Increase(Value, frozen=True, tag="increase", tag_field="kind"):
    """Add a cube to a city under Increase Production; no action. Rule REW-77."""

    city: Code
    cube: Annotated[str, msgspec.Meta(pattern=r"^[rbkypn](?![\s\S])")]


class Deal(Value, frozen=True, tag="cards", tag_field="kind", omit_defaults=True):
    """Show the new operations cards; events among them act. Rules REW-11, REW-35 and REW-75.

    `deck` says that the deck has no more.
    """

    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=20)] = ()
    out: bool = False


class PlayEvent(Value, frozen=True, tag="event", tag_field="kind"):
    """Let an event act: where it came out otherwise than with the cards of the round. Rule REW-75."""

    event: Event


class Fill(Value, frozen=True, tag="fill", tag_field="kind"):
    """Tell the cubes that were drawn for a city. Rules REW-22, REW-41 to REW-43, REW-46."""

    city: Code
    cubes: Cubes


class Income(Value, frozen=True, tag="income", tag_field="kind", omit_defaults=True):
    """Pay income and take interest: by the track to all who wait for it. Rules RB-17, RB-19, RB-28.

    `amount` is the income of the seat alone as read off the track by hand, -1 by the track.
    """

    amount: Annotated[int, msgspec.Meta(ge=-1, le=999)] = -1


class Transition(Value, frozen=True, tag="transition", tag_field="kind"):
    """Settle one's bonds at the phase change; `baron` are the points of an eastern baron that is met.

    Rules REW-31 to REW-34.
    """

    repay: Amount = 0
    discard: Amount = 0
    baron: Small = 0


class Barons(Value, frozen=True, tag="baron", tag_field="kind"):
    """Tell the points of barons that are met at the end. Rules REW-31 and REW-55, decision A43."""

    west: Small = 0
    east: Small = 0


class Finish(Value, frozen=True, tag="finish", tag_field="kind"):
    """Close the game when all barons are told: an act of the table. Rule REW-55."""


class ChartCity(Value, frozen=True, tag="chart_city", tag_field="kind", omit_defaults=True):
    """Enter what is printed at a city; name, region and coast only for one the map lacks. Decision A45."""

    city: Code
    colour: Colour
    value: Annotated[int, msgspec.Meta(ge=1, le=9)]
    name: Annotated[
        str, msgspec.Meta(pattern=r"^([^\s_|{};/,=]+( [^\s_|{};/,=]+)*)?(?![\s\S])", max_length=40)
    ] = ""
    region: Region = "W"
    coast: Coast = ""


class ChartIncome(Value, frozen=True, tag="chart_income", tag_field="kind"):
    """Enter the income printed at one mark of the score track. Rule RB-19."""

    points: Amount
    income: Amount


class ChartBounty(Value, frozen=True, tag="chart_bounty", tag_field="kind"):
    """Enter the points printed on a service bounty. Rule RB-21."""

    city: Code
    points: Small


class ChartFigure(Value, frozen=True, tag="chart_figure", tag_field="kind"):
    """Enter a figure of the base game that is another one at this table. Digest 1.3."""

    figure: FigureName
    amount: Small


Chart = ChartCity | ChartIncome | ChartBounty | ChartFigure
Move = (
    Link
    | Upgrade
    | Deliver
    | Settler
    | Raw
    | Urbanize
    | Take
    | Pass
    | Skip
    | Buyback
    | Settle
    | Increase
    | Deal
    | PlayEvent
    | Fill
    | Income
    | Transition
    | Barons
    | Finish
    | ChartCity
    | ChartIncome
    | ChartBounty
    | ChartFigure
)
