"""Random games against a second, naive reading of the rules, and their exact undoing."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.title import Table
from games.titles.continental_divide.moves import Build, Buy, Dividends, Start
from scoring.tables.continental_divide import tally
from tests.rules.boards import opening, table_for
from tests.rules.playout import Played, play
from tests.rules.titles.continental_divide.play import TITLE

SEEDS = st.integers(100, 115)
GAMES = settings(max_examples=6, deadline=None, phases=(Phase.explicit, Phase.generate))


@lru_cache(maxsize=16)
def game(seed: int) -> tuple[Table, list[Played]]:
    table = table_for(TITLE, 3 + seed % 4)
    return table, list(play(TITLE, table, opening(TITLE, table), seed))


class Naive:
    """The rules once more, slowly: a list of moves is kept and every figure counted from it."""

    def __init__(self, table: Table) -> None:
        self.hexes = {data.place: data for data in table.board.hexes}
        self.cash = {seat: 240 // len(table.seats) for seat in table.seats}
        self.treasury: dict[str, int] = {}
        self.issued: dict[str, int] = {}
        self.value: dict[str, int] = {}
        self.shares: dict[tuple[str, str], int] = {}
        self.built: dict[str, list[str]] = {}

    def income(self, key: str) -> int:
        hexes = [self.hexes[place] for place in self.built[key]]
        bonus = 10 if any(data.west_of_divide for data in hexes) else 0
        return bonus + sum(int(data.income) for data in hexes)

    def each(self, key: str) -> int:
        return ceil(Fraction(self.income(key), self.issued[key]))

    def price(self, key: str) -> int:
        return self.value[key] + self.each(key)

    def sold(self, key: str) -> int:
        return sum(count for (_, other), count in self.shares.items() if other == key)

    def points(self, key: str) -> int:
        hexes = [self.hexes[place] for place in self.built[key]]
        worth = 1 if self.sold(key) == self.issued[key] else 0
        worth += 1 if any(data.region == "C" for data in hexes) else 0
        worth += 1 if any(data.region == "W" for data in hexes) else 0
        worth += 2 if any(data.west_of_divide for data in hexes) else 0
        ports = [data.port for data in hexes if data.port]
        return worth + sum(2 if port == "Seattle" else 1 for port in ports)

    def enter(self, seat: str, move: Any) -> None:
        if isinstance(move, Start):
            self.cash[seat] -= move.value
            self.treasury[move.railroad] = self.value[move.railroad] = move.value
            self.issued[move.railroad] = move.issued
            self.shares[seat, move.railroad] = 1
            self.built[move.railroad] = []
        elif isinstance(move, Buy):
            assert move.pay == move.shares * self.price(move.railroad)
            self.cash[seat] -= move.pay
            self.treasury[move.railroad] += move.pay
            held = self.shares.get((seat, move.railroad), 0)
            self.shares[seat, move.railroad] = held + move.shares
        elif isinstance(move, Build):
            for place in move.path[1:]:
                self.treasury[move.railroad] -= self.hexes[place].cost
                self.built[move.railroad].append(place)
        elif isinstance(move, Dividends):
            for key in self.treasury:
                left = self.income(key)
                for (holder, other), count in self.shares.items():
                    if other == key:
                        self.cash[holder] += count * self.each(key)
                        left -= count * self.each(key)
                self.treasury[key] += left if left > 0 else 0


@given(seed=SEEDS)
@GAMES
def test_figures_agree_with_the_naive_reading(seed: int) -> None:
    table, moves = game(seed)
    naive = Naive(table)
    for played in moves:
        naive.enter(played.seat, played.move)
        state = played.step.state
        assert {seat: state.money[seat] for seat in table.seats} == naive.cash
        for key, railroad in state.railroads.items():
            assert state.money[key] == naive.treasury[key] >= 0
            assert railroad.income == naive.income(key)
            assert railroad.dividend == naive.each(key)
            assert railroad.price == naive.price(key)
            assert railroad.unsold == naive.issued[key] - naive.sold(key)
            assert sum(railroad.cubes) + len(naive.built[key]) == 32
    count = tally(TITLE.sheet(table, moves[-1].step.state))
    for seat in table.seats:
        worth = sum(
            held * naive.points(key)
            for (holder, key), held in naive.shares.items()
            if holder == seat
        )
        assert count.of(seat).total == worth


@given(seed=SEEDS)
@GAMES
def test_cash_and_treasuries_change_only_by_dividends_and_track(seed: int) -> None:
    _, moves = game(seed)
    for played in moves:
        bank = played.step.state.money["bank"] - played.before.money["bank"]
        if isinstance(played.move, Dividends):
            assert bank <= 0
        elif isinstance(played.move, Build):
            assert bank >= 0
        else:
            assert bank == 0


@given(seed=SEEDS)
@GAMES
def test_hexes_ports_and_values_are_never_overfull(seed: int) -> None:
    _, moves = game(seed)
    railroads = moves[-1].step.state.railroads.values()
    hexes = [place for railroad in railroads for place in (railroad.at, *railroad.track)]
    assert max(map(hexes.count, hexes)) <= 3
    ports = [railroad.port for railroad in railroads if railroad.port]
    assert len(set(ports)) == len(ports)
    values = [railroad.value for railroad in railroads]
    assert len(set(values)) == len(values)


def test_random_games_reach_ports_and_sell_out() -> None:
    ends = [game(seed)[1][-1].step.state for seed in range(100, 108)]
    railroads = [railroad for state in ends for railroad in state.railroads.values()]
    assert any(railroad.port for railroad in railroads)
    assert any(railroad.unsold == 0 for railroad in railroads)
    assert any(railroad.western for railroad in railroads)


@pytest.mark.parametrize("seed", [100, 101])
def test_state_before_a_move_is_untouched_by_it(seed: int) -> None:
    """Undoing a move is going back to the state before it: cubes, flags, bonus, values and all."""
    table, moves = game(seed)
    for before, played in pairwise(moves):
        text = TITLE.format_position(table, played.before)
        assert text == TITLE.format_position(table, before.step.state)
