"""Recorded whole games: every file must come out as it did; every end condition has one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.codec import convert
from games.engine.title import Table
from games.registry import TITLES
from scoring.registry import SCORE_TABLES
from tests.rules.boards import ROOT, read_board

REPLAYS = sorted((ROOT / "tests" / "replays").glob("*/*.json"))


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize(
    "path", REPLAYS, ids=[f"{path.parent.name}-{path.stem}" for path in REPLAYS]
)
def test_replay_comes_out_as_recorded(path: Path) -> None:
    game = read(path)
    title = TITLES[game["title"]]
    assert game["rules_version"] == title.meta.rules_version
    options = convert(game["options"], title.options_type)
    table = Table(game["seats"], options, read_board(title, game["board"]))
    table, state = title.parse_position(table, game["setup"])
    for number, line in enumerate(game["moves"], 1):
        assert title.end(table, state) is None, f"move {number} comes after the end"
        seat, move = title.parse_move(table, state, line)
        assert title.format_move(table, seat, move) == line
        state = title.apply(table, state, seat, move, frozenset()).state
    count = SCORE_TABLES[title.meta.key].tally(title.sheet(table, state))
    assert {seat.seat: seat.total for seat in count.seats} == game["expect"]["scores"]
    assert title.end(table, state) == game["expect"]["end"]
    assert title.format_position(table, state) == game["expect"]["position"]


@pytest.mark.parametrize("key", TITLES)
def test_every_end_condition_has_a_replay(key: str) -> None:
    ends = {read(path)["expect"]["end"] for path in REPLAYS if path.parent.name == key}
    assert ends == set(dict(TITLES[key].meta.ends))
