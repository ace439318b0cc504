"""The cast at a table of Continental Divide; caches emptied, since tests reuse ids."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import lines
from games.models import Game
from tests.game_factories import Cast, new_cast, started


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    lines.forget()
    yield
    lines.forget()


@pytest.fixture
def cast(db: None) -> Cast:
    """Ada, Ben, Cho and Dee."""
    return new_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    """A game just started, Ada to act."""
    return started(cast)
