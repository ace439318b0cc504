"""Boards, tables and openings for the tests of the rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from games.engine.codec import convert, decode
from games.engine.title import LETTERS, Table, Title
from games.registry import TITLES

ROOT = Path(__file__).resolve().parent.parent.parent


def read_board(title: Title, name: str) -> Any:
    """Return a checked board: one that ships with a title by its name, or "test" for the test map."""
    return _read_board(title.meta.key, name)


@lru_cache(maxsize=32)
def _read_board(key: str, name: str) -> Any:
    title = TITLES[key]
    folder = ROOT / "games" / "titles" / title.meta.key / "boards"
    path = ROOT / "tests" / "boards" if name == "test" else folder
    file = path / f"{title.meta.key if name == 'test' else name}.json"
    board = decode(file.read_bytes(), title.board_type)
    title.check_board(board)
    return board


def shipped(title: Title) -> str:
    """Return the name of a board that ships with a title, the practice board before others."""
    names = [path.stem for path in (ROOT / "games/titles" / title.meta.key / "boards").iterdir()]
    return "practice" if "practice" in names else sorted(names)[0]


def table_for(title: Title, players: int, board: str = "", **options: str) -> Table:
    """Return a table with the first seats and the options that differ from the defaults."""
    board = board or shipped(title)
    chosen = convert(options, title.options_type, strict=False)
    return Table(LETTERS[:players], chosen, read_board(title, board))


def opening(title: Title, table: Table) -> Any:
    """Return the state before the first move, with what the set-up form has filled in."""
    fields = {field.name: field.value for field in title.setup_fields(table)}
    return title.setup(table, convert(fields, title.setup_type, strict=False))
