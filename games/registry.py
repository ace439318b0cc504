"""The one list of titles; the only module that imports them."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.title import Title
from games.titles import (
    central_pacific,
    continental_divide,
    empire_builder,
    railways_east_west,
    twentieth_century_limited,
)

TITLES: Mapping[str, Title] = {
    title.meta.key: title
    for title in (
        central_pacific.TITLE,
        continental_divide.TITLE,
        empire_builder.TITLE,
        railways_east_west.TITLE,
        twentieth_century_limited.TITLE,
    )
}


def get(key: str) -> Title:
    """Return a title by its key, or raise `KeyError`."""
    return TITLES[key]
