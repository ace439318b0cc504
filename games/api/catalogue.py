"""What the API answers apart from games: titles and their rules, charts, who you are, tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.engine.codec import Value
from games.engine.title import Field, Meta, RuleText


class TitleLine(Value, frozen=True):
    """A title in the list of titles."""

    key: str
    name: str
    credit: str
    players: tuple[int, int]
    minutes: int
    rules_version: int


class Titles(Value, frozen=True):
    """All titles."""

    titles: tuple[TitleLine, ...]


class TitleSheet(Value, frozen=True):
    """A title: what is known of it, the JSON schemas of its data, what is asked at set-up."""

    meta: Meta
    move_schema: dict[str, Any]
    options_schema: dict[str, Any]
    setup_schema: dict[str, Any]
    board_schema: dict[str, Any]
    setup_form: tuple[Field, ...]
    """The fields of set-up for the fewest players on the board that ships with the title."""
    rules_url: str


class Rules(Value, frozen=True):
    """The digest of a title's rules, in its order; refusals link to these by id."""

    title: str
    version: int
    rules: tuple[RuleText, ...]


class Token(Value, frozen=True):
    """A token, shown this once; send it as `Authorization: <scheme> <token>`."""

    scheme: str
    token: str
    expires_at: datetime | None = None


class ChartLine(Value, frozen=True):
    """A chart by its public id, with its newest version; `shipped` ones come with the title."""

    id: str
    title: str
    name: str
    shipped: bool
    version: int


class Charts(Value, frozen=True):
    """Charts that games can be played on."""

    charts: tuple[ChartLine, ...]


class VersionLine(Value, frozen=True):
    """One version of a chart."""

    number: int
    why: str
    by: str
    created_at: datetime


class ChartSheet(Value, frozen=True):
    """A chart with one version of its board, and which versions there are."""

    id: str
    title: str
    name: str
    shipped: bool
    version: int
    board: dict[str, Any]
    versions: tuple[VersionLine, ...]


class ClubLine(Value, frozen=True):
    """A club you belong to."""

    id: str
    name: str


class Me(Value, frozen=True):
    """Who the server takes you for."""

    account: str | None
    guest: bool
    seat_token: bool
    clubs: tuple[ClubLine, ...]


class Gone(Value, frozen=True):
    """How many tokens were ended."""

    ended: int


CATALOGUE: tuple[Any, ...] = (Titles, TitleSheet, Rules, Token, Charts, ChartSheet, Me, Gone)
