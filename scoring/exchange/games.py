"""Which of our titles a game of another program is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.exchange.record import FileGame
from scoring.exchange.values import same

BGG_IDS: Mapping[int, str] = {17133: "railways_east_west"}
"""Titles by their number at BoardGameGeek, as far as it is certain; the others go by their names."""

OTHER_NAMES: Mapping[str, str] = {
    "railways of the world": "railways_east_west",
    "railroad tycoon the boardgame": "railways_east_west",
    "twentieth century limited": "twentieth_century_limited",
}
"""Further names of titles, compared as `_plain` has them."""


def bgg_id_of(title: str) -> int:
    """Return a title's number at BoardGameGeek, or 0 if it is not known."""
    return next((number for number, key in BGG_IDS.items() if key == title), 0)


def title_of(game: FileGame, names: Mapping[str, str]) -> str:
    """Return the key of the title that a game is, or an empty text; `names` has titles by key.

    By its number, its name, our key for it, or its name with an edition after it.
    """
    if game.bgg_id is not None and BGG_IDS.get(game.bgg_id) in names:
        return BGG_IDS[game.bgg_id]
    known = {_plain(name): key for key, name in names.items()}
    known |= {_plain(key): key for key in names}
    known |= {name: key for name, key in OTHER_NAMES.items() if key in names}
    for name in (game.name, re.sub(r"\s*[(:–-].*", "", game.name), game.key):
        if found := known.get(_plain(name)):
            return found
    return ""


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[^\w]+|_", " ", same(name)).split()).removeprefix("the ")
