"""Random games against a second, naive reading of the rules, and what must never change."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.ledger import BANK
from games.engine.title import Table
from games.titles.empire_builder.moves import Build, Deliver, Drop, Go, Load, Lose, Upgrade
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.state import State, grid
from tests.rules.boards import opening, table_for
from tests.rules.playout import Played, play
from tests.rules.titles.empire_builder.play import TITLE

SEEDS = st.integers(100, 105)
GAMES = settings(max_examples=3, deadline=None, phases=(Phase.explicit, Phase.generate))
MODES = ("basic", "eb", "sudden")


@lru_cache(maxsize=8)
def game(seed: int) -> tuple[Table, list[Played]]:
    table = table_for(TITLE, 2 + seed % 3, mode=MODES[seed % 3])
    return table, list(play(TITLE, table, opening(TITLE, table), seed))


class Naive:
    """The rules once more, slowly: sections in a list, money and counters counted one by one."""

    def __init__(self, table: Table) -> None:
        self.board = table.board
        self.dots = {dot.id: dot for dot in self.board.mileposts}
        self.cash = dict.fromkeys(table.seats, 40)
        self.track: list[tuple[str, frozenset[str]]] = []
        self.loads: dict[str, list[str]] = {seat: [] for seat in table.seats}
        self.paid: set[tuple[int, str, str, str]] = set()

    def price(self, a: str, b: str) -> int:
        """Rules EB-34 and EB-35, from the board file itself."""
        dot = self.dots[b]
        sizes = {city.key: city.size for city in self.board.cities}
        kind = sizes[dot.city] if dot.city else dot.terrain
        price = {"clear": 1, "rough": 2, "small": 3, "medium": 3, "major": 5}[kind]
        for one in self.board.crossings:
            if {one.a, one.b} == {a, b}:
                price += sum(3 if name == "inlet" else 2 for name in one.over)
        return price

    def owner(self, a: str, b: str) -> str:
        return next((seat for seat, ends in self.track if ends == {a, b}), "")

    def enter(self, before: State, seat: str, move: Any) -> None:
        if isinstance(move, Build):
            for path in (move.path, *move.also):
                for a, b in pairwise(path):
                    self.cash[seat] -= self.price(a, b)
                    assert not self.owner(a, b)
                    self.track.append((seat, frozenset((a, b))))
        elif isinstance(move, Upgrade):
            self.cash[seat] -= 20
        elif isinstance(move, Go):
            self.run(before, seat, move)
        elif isinstance(move, Load):
            self.loads[seat].append(move.good)
        elif isinstance(move, Drop | Lose):
            self.loads[seat].remove(move.good)
        elif isinstance(move, Deliver):
            self.loads[seat].remove(move.good)
            city = self.dots[before.trains[f"{seat}1"].at].city
            card = next(card for card in before.hands[seat] if card.number == move.card)
            self.cash[seat] += max(
                line.payoff for line in card.demands if (line.good, line.city) == (move.good, city)
            )

    def run(self, before: State, seat: str, move: Go) -> None:
        here = before.trains[f"{seat}1"].at
        for to in move.path:
            inside = self.dots[here].city and self.dots[here].city == self.dots[to].city
            owner = "" if inside else self.owner(here, to)
            fee = (before.round, before.active, seat, owner)
            if owner not in ("", seat) and fee not in self.paid:
                self.paid.add(fee)
                self.cash[seat] -= 4
                self.cash[owner] += 4
            here = to


@given(SEEDS)
@GAMES
def test_game_agrees_with_a_naive_reading(seed: int) -> None:
    table, moves = game(seed)
    naive = Naive(table)
    for played in moves:
        naive.enter(played.before, played.seat, played.move)
        state = played.step.state
        assert naive.cash == {seat: state.money[seat] for seat in table.seats}
        assert {seat: list(state.trains[f"{seat}1"].loads) for seat in table.seats} == naive.loads
    last = moves[-1].step.state
    assert {(own[0], frozenset(key.split("-"))) for key, own in last.track.items()} == set(
        naive.track
    )


@given(SEEDS)
@GAMES
def test_counters_are_conserved(seed: int) -> None:
    """Rules EB-18 to EB-20: in the supply, on trains, or lying in cities."""
    table, moves = game(seed)
    for played in moves:
        state = played.step.state
        for good, count in table.board.goods.items():
            carried = sum(train.loads.count(good) for train in state.trains.values())
            lying = sum(loads.count(good) for loads in state.left.values())
            assert state.supply[good] + carried + lying == count


@given(SEEDS)
@GAMES
def test_money_comes_from_the_bank_alone(seed: int) -> None:
    """Digest 2.4: payoffs in, track and trains out, fees from player to player."""
    _, moves = game(seed)
    for played in moves:
        for posting in played.step.postings:
            between = BANK not in (posting.source, posting.target)
            assert between == (posting.why == "use_fee")
            assert posting.amount > 0
        assert sum(played.step.state.money.values()) == 0


@given(SEEDS)
@GAMES
def test_limits_of_a_turn_hold(seed: int) -> None:
    """Rules EB-31, EB-37 and EB-52."""
    table, moves = game(seed)
    for played in moves:
        state = played.step.state
        assert state.turn.spent <= 20
        assert len(set(state.turn.exits)) <= 2
        assert all(
            train.used <= {"freight": 9}.get(train.type, 12) for train in state.trains.values()
        )
        assert min(state.money[seat] for seat in table.seats) >= 0


@given(SEEDS)
@GAMES
def test_trains_never_turn_on_open_line(seed: int) -> None:
    """Rule EB-55: out of a city a train goes on, over the ends of turns too."""
    table, moves = game(seed)
    trail: dict[str, list[str]] = {seat: [] for seat in table.seats}
    for played in moves:
        if isinstance(played.move, Go):
            start = played.before.trains[f"{played.seat}1"].at
            trail[played.seat] += [*([start] if not trail[played.seat] else []), *played.move.path]
    places = grid(table, moves[0].before)
    for steps in trail.values():
        for before, here, ahead in zip(steps, steps[1:], steps[2:], strict=False):
            assert ahead != before or here in places.city_at


@given(SEEDS)
@GAMES
def test_cities_keep_their_limits(seed: int) -> None:
    """Rules EB-38 to EB-41."""
    table, moves = game(seed)
    state = moves[-1].step.state
    places = grid(table, state)
    for city in table.board.cities:
        exits = places.exits[city.key]
        owners = [state.track[name][0] for name in exits if name in state.track]
        if city.size == "major":
            assert len(exits) - len(owners) >= len(set(table.seats) - set(owners))
            continue
        assert len(set(owners)) <= {"small": 2, "medium": 3}[city.size]
        assert max(map(owners.count, owners), default=0) <= 3


@given(SEEDS)
@GAMES
def test_major_cities_are_counted_as_a_search_counts_them(seed: int) -> None:
    """Rule EB-63 and decision A31, by walking from every major city over own track and grey area."""
    table, moves = game(seed)
    state = moves[-1].step.state
    places = grid(table, state)
    for seat in table.seats:
        best = 0
        for city in places.majors:
            seen, ahead = set(places.sites[city]), list(places.sites[city])
            while ahead:
                here = ahead.pop()
                for link in places.links[here].values():
                    mine = state.track.get(link.key, " ")[0] == seat
                    if link.to not in seen and (mine or link.grey):
                        seen.add(link.to)
                        ahead.append(link.to)
            own = {
                key
                for key in places.majors
                if any(
                    state.track.get(name, " ")[0] == seat and set(name.split("-")) & seen
                    for name in places.exits[key]
                )
            }
            best = max(best, len(own))
        assert len(joined_majors(table, state, seat)) == best
