"""The moves of Continental Divide, as a union tagged by `kind`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.engine.codec import Value
from games.titles.continental_divide.board import Key, Place, Printed
from scoring.tables.continental_divide import Port

Amount = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Card = Annotated[int, msgspec.Meta(ge=0, le=99)]
Seat = Annotated[str, msgspec.Meta(pattern=r"^[A-Z](?![\s\S])")]
Charted = Annotated[tuple[Printed, ...], msgspec.Meta(max_length=40)]
"""What the map prints in hexes that the entry touches and the chart lacks."""


class Start(Value, frozen=True, tag="start", tag_field="kind", omit_defaults=True):
    """Take the first share of an unstarted railroad. Rules CD-11 to CD-19."""

    railroad: Key
    at: Place
    issued: Amount
    value: Amount
    charted: Charted = ()


class Buy(Value, frozen=True, tag="buy", tag_field="kind"):
    """Buy shares of an existing railroad for `pay` dollars in all. Rules CD-20 to CD-23."""

    railroad: Key
    shares: Amount
    pay: Amount


class Build(Value, frozen=True, tag="build", tag_field="kind", omit_defaults=True):
    """Lay one line of track; `path` begins with the anchor, a hex already built. Rules CD-24 to CD-43."""

    railroad: Key
    path: Annotated[tuple[Place, ...], msgspec.Meta(min_length=2, max_length=60)]
    charted: Charted = ()


class BuildAttested(Value, frozen=True, tag="build_attested", tag_field="kind", omit_defaults=True):
    """Lay one line by its totals, where the chart does not know the hexes. Digest 2.1.

    `income` is the hexes' own, without the bonus of the Divide; the flags say what was entered.
    """

    railroad: Key
    hexes: Amount
    cost: Amount
    income: Amount
    central: bool = False
    western: bool = False
    divide: bool = False
    port: Port = ""


class Done(Value, frozen=True, tag="done", tag_field="kind"):
    """End the turn; always legal. Rule CD-07, decision A21."""


class Dividends(Value, frozen=True, tag="dividends", tag_field="kind"):
    """Pay all dividends: an act of the table. Rules CD-44 to CD-48."""


class Pick(Value, frozen=True, tag="pick", tag_field="kind"):
    """Choose an order card of the other deck. Rules CD-51 to CD-53."""

    card: Card


class Draft(Value, frozen=True, tag="draft", tag_field="kind"):
    """Enter the order cards of several seats at once, in the order they chose. Rule CD-53."""

    picks: Annotated[tuple[tuple[Seat, Card], ...], msgspec.Meta(min_length=1, max_length=6)]


class Chart(Printed, frozen=True, tag="chart", tag_field="kind", omit_defaults=True):
    """Enter what the map prints in one hex; changes no turn. Digest 2.1, rule CD-29."""


Move = Start | Buy | Build | BuildAttested | Done | Dividends | Pick | Draft | Chart
