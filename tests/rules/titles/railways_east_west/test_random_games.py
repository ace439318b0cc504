"""Whole random games: what must stay the same, and a naive second count of every seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from games.engine.title import Table
from games.titles.railways_east_west.moves import (
    Deliver,
    Link,
    Raw,
    Settler,
    Transition,
    Upgrade,
)
from games.titles.railways_east_west.state import State
from scoring.tables.railways_east_west import tally
from tests.rules.boards import opening, table_for
from tests.rules.playout import Played, play
from tests.rules.titles.railways_east_west.play import TITLE

SEEDS = range(200, 206)
PRICES = {2: 5, 3: 10, 4: 10, 6: 15, 8: 20, 10: 25, 12: 30, 99: 40}
MOVED = {"o": 2, "w": 3, "m": 4, "+": 4}


@lru_cache(maxsize=8)
def game(seed: int) -> tuple[Table, list[Played]]:
    table = table_for(TITLE, 2 + seed % 5)
    return table, list(play(TITLE, table, opening(TITLE, table), seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_settlers_raw_materials_and_money_are_conserved(seed: int) -> None:
    """Rules REW-20, REW-37: 20 settlers and 20 raw materials; cash comes from the bank alone."""
    _, moves = game(seed)
    for played in moves:
        state: State = played.step.state
        places = state.cities.values()
        waiting = sum(place.waiting for place in places)
        settled = sum(place.settled for place in places)
        assert state.supply + waiting + settled == 20
        assert settled == state.delivered == sum(p.settlers for p in state.players.values())
        raw = sum(place.goods.count("n") for place in places)
        assert raw + sum(player.raw for player in state.players.values()) == state.raw_drawn <= 20
        assert sum(state.money.values()) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_cubes_go_where_they_are_moved_and_nowhere_else(seed: int) -> None:
    """A delivery takes one cube off; only told draws put cubes on."""
    _, moves = game(seed)
    for played in moves:
        before, state = played.before, played.step.state
        old, new = (
            "".join(sorted("".join(place.goods for place in each.cities.values())))
            for each in (before, state)
        )
        if isinstance(played.move, Deliver | Raw):
            cube = played.move.cube if isinstance(played.move, Deliver) else "n"
            assert len(old) == len(new) + 1
            assert sorted(new + cube) == sorted(old)
        elif new != old:
            told = getattr(played.move, "cubes", "") or getattr(played.move, "cube", "")
            assert sorted(old + told) == sorted(new)


def steps(links: int) -> tuple[int, int]:
    if links >= 9:
        return 8, 5
    return (5, 3) if links >= 6 else (3, 1) if links >= 3 else (1, 0) if links else (0, 0)


class Naive:
    """The score of every seat, counted from the moves alone, but for lines."""

    def __init__(self, table: Table) -> None:
        self.score = dict.fromkeys(table.seats, 0)

    def enter(self, played: Played) -> None:
        before, seat, move = played.before, played.seat, played.move
        if isinstance(move, Deliver | Settler | Raw):
            self.deliver(before, seat, move)
        if isinstance(move, Transition):
            held, gone = before.players[seat].bonds, move.discard
            self.score[seat] -= held + gone + max(0, gone - 2)
            self.score[seat] += move.baron

    def deliver(self, before: State, seat: str, move: Deliver | Settler | Raw) -> None:
        owners = [hop.partition("@")[2] or seat for hop in move.route[1:]]
        for owner in dict.fromkeys(owners):
            count = owners.count(owner)
            exact = before.phase == 1 or not isinstance(move, Deliver)
            self.score[owner] += count if exact else steps(count)[0]
        if isinstance(move, Settler):
            self.score[seat] += 1 if before.delivered else 3
        if isinstance(move, Raw):
            self.score[seat] += 2 if move.bonus == "pts" else 0
        goal = move.route[-1].partition("@")[0]
        if goal in before.hotels:
            self.score[before.hotels[goal]] += 1
        if f"bounty:{goal}" in before.display:
            self.score[seat] += {"LOU": 2, "FTW": 2}[goal]


@pytest.mark.parametrize("seed", SEEDS)
def test_scores_agree_with_the_naive_count(seed: int) -> None:
    table, moves = game(seed)
    naive = Naive(table)
    for played in moves:
        naive.enter(played)
        for seat, player in played.step.state.players.items():
            lines = player.gains.get("lines", 0) + player.gains.get("ocean", 0)
            assert player.score - lines == naive.score[seat], (played.move, seat)
            assert player.score == sum(player.gains.values())
    count = tally(TITLE.sheet(table, moves[-1].step.state))
    for seat in count.seats:
        assert seat.total == sum(line.points for line in seat.lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_links_and_engines_cost_what_is_printed(seed: int) -> None:
    _, moves = game(seed)
    for played in moves:
        paid = {posting.why: posting.amount for posting in played.step.postings}
        before, move = played.before, played.move
        if isinstance(move, Upgrade) and not move.coal and not move.used:
            engine = played.step.state.players[played.seat].engine
            assert paid["engine"] == PRICES[engine]
        if isinstance(move, Link) and move.pieces and not (move.grant or move.tunnel):
            price = sum(MOVED[sign] for piece in move.pieces for sign in piece)
            own = before.links.get(played.seat, {})
            touched = {end for name in own for end in name.split("-")}
            west = {"OMA", "TOP", "OKC", "FTW", "BIS", "BIL", "CHE", "DEN", "ABQ", "TUC", "GJN"}
            west |= {
                "SLC",
                "OGD",
                "PRO",
                "RNO",
                "SAC",
                "SFO",
                "LAX",
                "SDG",
                "POR",
                "TAC",
                "SEA",
                "SPO",
            }
            apart = {move.a, move.b} <= west and not touched & {move.a, move.b}
            assert paid["track"] == price + (20 if apart and before.phase == 2 else 0)


def _passed_on(state: State) -> tuple[object, ...]:
    """Return what changes when an action is taken."""
    return state.actions, state.active, state.turn, state.stage


@pytest.mark.parametrize("seed", SEEDS)
def test_rounds_have_three_turns_of_each_and_the_last_one_four(seed: int) -> None:
    table, moves = game(seed)
    counts: dict[int, dict[str, int]] = {}
    for played in moves:
        before, after = played.before, played.step.state
        own = counts.setdefault(before.round, dict.fromkeys(table.seats, 0))
        if before.stage == "play":
            own[played.seat or before.active] += _passed_on(before) != _passed_on(after)
        skipped = [note.facts["seat"] for note in played.step.notes if note.code == "skipped"]
        for seat in skipped:
            own[str(seat)] += 1
    last = max(counts)
    for number, own in counts.items():
        # The Railroad Executive and cards that take no action may add to the count, never take away.
        assert min(own.values()) >= (4 if number == last else 3)


def test_random_games_use_everything() -> None:
    kinds: set[str] = set()
    phases = set()
    for seed in SEEDS:
        _, moves = game(seed)
        kinds |= {type(played.move).__name__ for played in moves}
        phases |= {played.step.state.phase for played in moves}
    assert kinds >= {
        "Link",
        "Deliver",
        "Settler",
        "Raw",
        "Upgrade",
        "Urbanize",
        "Take",
        "Transition",
    }
    assert kinds >= {"Fill", "Income", "Deal", "Finish"}
    assert phases == {1, 2}


@pytest.mark.parametrize("seed", [200, 201])
def test_state_before_a_move_is_untouched_by_it(seed: int) -> None:
    table, moves = game(seed)
    texts: list[Any] = [TITLE.format_position(table, played.step.state) for played in moves]
    for text, played in zip(texts, moves[1:], strict=False):
        assert TITLE.format_position(table, played.before) == text
