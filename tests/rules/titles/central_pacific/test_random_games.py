"""Random games against a second, naive reading of the rules, with the digest's invariants."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.title import Table
from games.titles.central_pacific.moves import Clear, EndTurn, Place
from games.titles.central_pacific.state import Laid, tile_total
from games.titles.central_pacific.tiles import INDEX, SQUARES
from games.titles.central_pacific.trim import kept_rails
from tests.rules.boards import opening, table_for
from tests.rules.playout import Played, play
from tests.rules.titles.central_pacific import naive
from tests.rules.titles.central_pacific.play import TITLE

SEEDS = st.integers(100, 111)
GAMES = settings(max_examples=5, deadline=None, phases=(Phase.explicit, Phase.generate))


@lru_cache(maxsize=64)
def game(seed: int, **options: str) -> tuple[Table, list[Played]]:
    at = table_for(TITLE, 2 + seed % 3, "", **options)
    return at, list(play(TITLE, at, opening(TITLE, at), seed))


def owners(state: Any) -> dict[frozenset[str], str]:
    """Return who owns which track, as the referee has it."""
    return {
        next(rails for rails in naive.pieces(state.tiles) if square in rails): owner
        for square, owner in state.trains.items()
    }


@pytest.mark.parametrize("seed", [101, 103, 106, 111, 114, 138])
def test_lines_and_trains_agree_with_the_naive_reading(seed: int) -> None:
    """In these games lines are extended, stolen, merged, and kept in the turn of the spike."""
    _, moves = game(seed)
    book = naive.Book(moves[0].before.in_hand)
    before = moves[0].before.tiles
    for played in moves:
        state = played.step.state
        # A sacrificed train is in no hand any more.
        if state.sacrificed != played.before.sacrificed:
            book.hands[played.seat] -= 1
        if isinstance(played.move, EndTurn):
            if played.before.laid:
                book.end_turn(played.seat, before, state.tiles, played.move.claims)
            before = state.tiles
            assert book.owners == owners(state)
            assert book.hands == state.in_hand
            assert book.spike == state.spike


@given(seed=SEEDS)
@GAMES
def test_tiles_and_trains_are_neither_made_nor_lost(seed: int) -> None:
    at, moves = game(seed)
    total = tile_total(moves[0].before)
    assert total == at.board.total == 80
    for played in moves:
        state = played.step.state
        assert tile_total(state) == total
        for side in at.seats:
            trains = state.in_hand[side] + list(state.trains.values()).count(side)
            assert trains + (side in state.sacrificed) == 7


@given(seed=SEEDS)
@GAMES
def test_track_is_never_taken_up_and_lines_only_grow_or_merge(seed: int) -> None:
    _, moves = game(seed)
    for played in moves:
        old, new = naive.pieces(played.before.tiles), naive.pieces(played.step.state.tiles)
        for rails, cities in old.items():
            (grown,) = (piece for piece in new if piece & rails)
            assert grown >= rails
            assert new[grown] >= cities


@given(seed=SEEDS)
@GAMES
def test_cities_are_never_too_close_and_homes_are_apart_before_the_spike(seed: int) -> None:
    at, moves = game(seed)
    for played in moves:
        state = played.step.state
        if isinstance(played.move, (Place, Clear)):
            assert not state.grid.too_close()
        if not state.spike and not state.laid:
            for side in at.seats:
                reached = state.grid.reached([state.grid.homes[side]])
                assert not reached & (set(state.grid.homes.values()) - {state.grid.homes[side]})
    assert not naive.too_close(moves[len(moves) // 2].step.state.tiles)


@given(seed=SEEDS)
@GAMES
def test_hands_have_five_tiles_between_turns_while_the_pool_lasts(seed: int) -> None:
    _, moves = game(seed)
    for played in moves:
        state = played.step.state
        if isinstance(played.move, EndTurn) and not state.ended:
            hand = state.hands[played.seat]
            assert hand <= 5
            assert hand == 5 or state.pool == 0


@given(seed=SEEDS)
@GAMES
def test_laid_tiles_are_those_of_the_turn(seed: int) -> None:
    _, moves = game(seed)
    for played in moves:
        if isinstance(played.move, (Place, Clear)):
            record: Laid = played.step.state.laid[-1]
            assert record.square == played.move.square
            spent = played.before.hands[played.seat] - played.step.state.hands[played.seat]
            assert record.copies == spent


@given(seed=SEEDS)
@GAMES
def test_trimming_keeps_every_city_and_as_many_rails_as_numbers_ask(seed: int) -> None:
    at, moves = game(seed)
    state = moves[-1].step.state
    for square in state.trains:
        line = state.grid.stretch_of[INDEX[square]]
        kept = frozenset(SQUARES[rail] for rail in kept_rails(at, state.grid, line))
        cities = frozenset(SQUARES[city] for city in line.cities)
        assert naive.hangs_together(state.tiles, kept, cities, through=False)
        assert max(map(state.grid.number, line.cities)) <= len(kept) <= len(line.rails)


def test_random_games_come_to_steals_spikes_and_clearings() -> None:
    seen = set()
    for seed in range(100, 112):
        for played in game(seed)[1]:
            seen |= {note.code for note in played.step.notes} | {type(played.move).__name__}
    assert {"line_new", "line_extended", "line_stolen", "spike_claimed", "Clear"} <= seen
    assert {"Discard", "Sacrifice", "StockMarket", "LandGrant", "Stuck"} <= seen


@pytest.mark.parametrize("seed", [100, 101])
def test_state_before_a_move_is_untouched_by_it(seed: int) -> None:
    """Undoing a move is going back to the state before it."""
    at, moves = game(seed)
    for before, played in pairwise(moves):
        text = TITLE.format_position(at, played.before)
        assert text == TITLE.format_position(at, before.step.state)
