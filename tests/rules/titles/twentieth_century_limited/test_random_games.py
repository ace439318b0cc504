"""Random games against the digest's invariants and a second, naive reading of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.title import Table
from games.titles.twentieth_century_limited.board import line_ends
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Company,
    EndTurn,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
)
from scoring.tables.twentieth_century_limited import tally
from tests.rules.boards import opening, table_for
from tests.rules.playout import Played, play
from tests.rules.titles.twentieth_century_limited.play import TITLE

SEEDS = st.integers(100, 115)
GAMES = settings(max_examples=6, deadline=None, phases=(Phase.explicit, Phase.generate))
SCORES = (0, 3, 9, 18, 30, 45, 62, 81, 100)


@lru_cache(maxsize=16)
def game(seed: int) -> tuple[Table, list[Played]]:
    table = table_for(TITLE, 2 + seed % 4)
    return table, list(play(TITLE, table, opening(TITLE, table), seed))


def joined(lines: Iterable[str], cities: Iterable[str]) -> bool:
    """Say whether lines join the cities, by walking from the first."""
    (first, *rest), pool = list(cities), [line_ends(line) for line in lines]
    seen, grown = {first}, True
    while grown:
        found = {node for ends in pool if seen.intersection(ends) for node in ends}
        grown = not found <= seen
        seen |= found
    return seen.issuperset(rest)


class Naive:
    """The rules once more, slowly: what each seat has is counted from the list of moves."""

    def __init__(self, table: Table) -> None:
        count = len(table.seats)
        self.table = table
        self.lines: dict[str, str] = {}
        self.waivers = dict.fromkeys(table.seats, 2 * count)
        self.eras: dict[str, list[int]] = {seat: [1, 2] for seat in table.seats}
        self.highest = dict.fromkeys(table.seats, 2)
        self.points: dict[str, list[int]] = {seat: [] for seat in table.seats}
        self.regionals = dict.fromkeys(table.seats, 0)
        self.companies = dict.fromkeys(table.seats, 0)
        self.turns = dict.fromkeys(table.seats, 0)
        self.resets = 0

    def own(self, seat: str) -> list[str]:
        return [line for line, owner in self.lines.items() if owner == seat]

    def enter(self, seat: str, move: Any, removed: set[str]) -> None:
        if isinstance(move, Place):
            assert not self.lines.keys() & set(move.lines)
            self.lines |= dict.fromkeys(move.lines, seat)
        elif isinstance(move, PickUp):
            for line in move.lines:
                assert self.lines.pop(line) == seat
        elif isinstance(move, (Regional, Company)):
            self.score(seat, move, removed)
        elif isinstance(move, Skip):
            self.eras[seat].remove(min(self.eras[seat]))
            self.draw(seat)
        elif isinstance(move, Reset):
            self.waivers[seat] -= 1
            self.resets += 1
        elif isinstance(move, EndTurn):
            self.turns[seat] += 1

    def draw(self, seat: str) -> None:
        """Draw from the deck after the highest this seat has had."""
        if self.highest[seat] < 8:
            self.highest[seat] += 1
            self.eras[seat].append(self.highest[seat])

    def score(self, seat: str, move: Regional | Company, removed: set[str]) -> None:
        own = self.own(seat)
        assert joined([*own, *move.use], move.cities)
        assert not joined(move.use, move.cities) or not move.use
        for line in move.use:
            self.waivers[self.lines[line]] += 1
            self.waivers[seat] -= 1
        if isinstance(move, Regional):
            assert not removed
            self.regionals[seat] += 1
            self.eras[seat].remove(move.era)
            self.draw(seat)
            return
        self.companies[seat] += 1
        self.points[seat].append(move.value or 0)
        assert removed <= set(own)
        assert joined([*removed, *move.use], move.cities)
        for line in removed:
            del self.lines[line]
            # No segment too many: without any one of them the cities fall apart.
            assert not joined([*(removed - {line}), *move.use], move.cities)


@given(seed=SEEDS)
@GAMES
def test_figures_agree_with_the_naive_reading(seed: int) -> None:
    table, moves = game(seed)
    naive = Naive(table)
    for played in moves:
        state = played.step.state
        gone = set(played.before.owners) - set(state.owners)
        naive.enter(played.seat, played.move, gone)
        if isinstance(played.move, Bonus):
            naive.points[played.seat].append(state.players[played.seat].stack[-1].value)
        assert state.owners == naive.lines
        assert {seat: state.money[seat] for seat in table.seats} == naive.waivers
        assert state.money["bank"] == naive.resets
        for seat, player in state.players.items():
            assert list(player.eras) == sorted(naive.eras[seat])
            assert (player.regionals, player.companies) == (
                naive.regionals[seat],
                naive.companies[seat],
            )
    count = tally(TITLE.sheet(table, moves[-1].step.state))
    for seat in table.seats:
        worth = SCORES[naive.regionals[seat]] + sum(naive.points[seat]) + naive.waivers[seat]
        assert count.of(seat).total == worth


@given(seed=SEEDS)
@GAMES
def test_invariants_of_the_digest_hold(seed: int) -> None:
    """Digest 2.7: waivers, segments, Eras, hands, at most one card a turn, equal numbers of turns."""
    table, moves = game(seed)
    players, supply = len(table.seats), table.board.suggested_supply
    turns = dict.fromkeys(table.seats, 0)
    for played in moves:
        state = played.step.state
        turns[played.seat] += isinstance(played.move, EndTurn)
        assert sum(state.money.values()) == 2 * players * players
        assert min(state.money.values()) >= 0
        assert max(turns.values()) - min(turns.values()) <= 1
        for seat, player in state.players.items():
            on_board = sum(owner == seat for owner in state.owners.values())
            assert on_board + player.supply == supply
            assert player.cards == 4 or state.deck == 0
            assert player.scored <= turns[seat] + (seat == state.active)
            assert player.regionals <= 8
            assert player.companies <= 8
    assert len(set(turns.values())) == 1


@given(seed=SEEDS)
@GAMES
def test_company_takes_off_no_more_than_the_smallest_set(seed: int) -> None:
    """Rule TCL-35 by trying every smaller set, where that can be done."""
    _, moves = game(seed)
    for played in moves:
        if not isinstance(played.move, Company):
            continue
        before, after = played.before.owners, played.step.state.owners
        own = [line for line, owner in before.items() if owner == played.seat]
        removed = set(before) - set(after)
        if len(own) <= 14:
            smaller = combinations(own, len(removed) - 1)
            assert not any(
                joined([*kept, *played.move.use], played.move.cities) for kept in smaller
            )


def test_random_games_use_everything() -> None:
    kinds: set[str] = set()
    ends, paid = set(), 0
    for seed in range(100, 112):
        table, moves = game(seed)
        kinds |= {type(played.move).__name__ for played in moves}
        ends.add(TITLE.end(table, moves[-1].step.state))
        paid += sum(posting.why == "waiver" for played in moves for posting in played.step.postings)
    assert kinds >= {"Place", "PickUp", "Regional", "Company", "Exchange", "Skip", "Reset", "Bonus"}
    assert ends == {"regionals", "companies"}
    assert paid > 20


@pytest.mark.parametrize("seed", [100, 101])
def test_state_before_a_move_is_untouched_by_it(seed: int) -> None:
    """Undoing a move is going back to the state before it: lines, waivers, stacks and all."""
    table, moves = game(seed)
    for before, played in pairwise(moves):
        text = TITLE.format_position(table, played.before)
        assert text == TITLE.format_position(table, before.step.state)
