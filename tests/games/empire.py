"""Games of Empire Builder on the boards that ship, and a late position with track of six seats."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine.title import Table
from games.models import Game
from games.registry import TITLES
from games.services import seats, tables
from games.services.charts import shipped_version
from games.services.tables import Plan, SeatSpec
from games.titles.empire_builder.routes import cheapest_build
from games.titles.empire_builder.state import grid, with_track
from games.titles.empire_builder.ways import sections_of
from tests.factories import ClubFactory
from tests.game_factories import Cast, colours_of
from tests.rules.boards import read_board

TITLE = TITLES["empire_builder"]


def started_on(
    cast: Cast, board: str, position: str = "", players: int = 2, **options: str
) -> Game:
    """Return a game under way on a shipped board: Ada hosts at A, Ben sits at B, Cho watches."""
    specs = tuple(
        SeatSpec(colour, mine=order == 0)
        for order, colour in enumerate(colours_of("empire_builder", players))
    )
    club: Any = ClubFactory.create()
    version = shipped_version(TITLE, board)
    plan = Plan(club.pk, "empire_builder", specs, options, board=version.pk, position=position)
    game, _ = tables.create_game(cast.ada.identity, plan)
    seats.join(game.pk, cast.ben.identity, "B")
    seats.join(game.pk, cast.cho.identity)
    return tables.start(game.pk, cast.ada.claims, {"first": "A"})


@lru_cache(maxsize=4)
def late_position(board: str = "north_america", players: int = 6, sections: int = 90) -> str:
    """Return a late position: much track of every seat, trains with loads, cards, three events."""
    table = Table("ABCDEF"[:players], TITLE.options_type(), read_board(TITLE, board))
    table, state = TITLE.parse_position(table, f"n={players}")
    rng, places = Random(7), grid(table, state)
    towns = list(places.sites)
    state = replace(state, money=dict.fromkeys(table.seats, 9_999) | {"bank": -9_999 * players})
    for seat in table.seats:
        home = rng.choice(places.majors)
        while len(sections_of(seat, state.ways.get(seat, ""))) < sections:
            way = cheapest_build(table, state, seat, home, rng.choice(towns))
            track = dict(state.track)
            for path in way.paths if way is not None else ():
                for a, b in pairwise(path):
                    link = places.links[a][b]
                    track[link.key] = seat + (">" if link.onward else "<")
            state = with_track(state, track, seat)
    words = [TITLE.format_position(table, state)]
    for number, seat in enumerate(table.seats):
        path = max(state.ways[seat].split(";"), key=len).split(">")
        at = path[len(path) // 2]
        words.append(f"train {seat}{{t=super at={at} loads=coal,oil}}")
        if places.board.cards:
            words += [f"card {seat}#{number * 3 + card}" for card in (1, 2, 3)]
    words.append("event strike country=CA drawer=B turns=2")
    words.append("event half_rate near=Chicago within=5 drawer=A turns=1")
    found = TITLE.parse_position(table, " | ".join(words))[1]
    found = replace(found, money=dict.fromkeys(table.seats, 80) | {"bank": -80 * players})
    return TITLE.format_position(table, found)
