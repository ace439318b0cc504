"""The one list of score tables: what scoring knows of a title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.tables import (
    central_pacific,
    continental_divide,
    empire_builder,
    railways_east_west,
    twentieth_century_limited,
)
from scoring.tables.sheets import SheetForm, described
from scoring.tables.tally import Tally


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A title's score sheet and the function that works it out."""

    key: str
    name: str
    sheet_type: Any
    tally: Callable[[Any], Tally]
    players: tuple[int, int]
    form: SheetForm


def _table(module: Any) -> ScoreTable:
    form = getattr(module, "FORM", None) or described(module.Sheet)
    return ScoreTable(module.KEY, module.NAME, module.Sheet, module.tally, module.PLAYERS, form)


SCORE_TABLES: Mapping[str, ScoreTable] = {
    table.key: table
    for table in (
        _table(central_pacific),
        _table(continental_divide),
        _table(empire_builder),
        _table(railways_east_west),
        _table(twentieth_century_limited),
    )
}


def get(key: str) -> ScoreTable:
    """Return the score table of a title, or raise `KeyError`."""
    return SCORE_TABLES[key]
