"""Who meets whom: rounds of tables for two to six seats, meetings and seats as even as can be. Pure.

Kept libraries schedule pairs only; tables of three and more are the social golfer problem, for which
there is none. Pairs use the circle method, which is exact. Larger tables are filled greedily by who
has met least, from several beginnings, and improved by swaps; chance has no part, so that the same
entrants always get the same schedule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

Table = tuple[int, ...]
_Pair = tuple[int, int]
MOST_ENTRANTS = 40
_EFFORT = 3000
_PASSES = 20


def rounds(entrants: Sequence[int], seats: int, count: int) -> list[list[Table]]:
    """Return so many rounds of tables, each table in seat order.

    Tables have `seats` seats or one fewer, so that as few as possible sit out; sitting out goes round.
    Raises `ValueError` for fewer than two entrants, or more than 40.
    """
    if not 2 <= len(entrants) <= MOST_ENTRANTS:
        raise ValueError(f"a schedule is for 2 to {MOST_ENTRANTS} entrants")
    seats = min(seats, len(entrants))
    sat: Counter[tuple[int, int]] = Counter()
    if seats == 2:
        made = [_circle(entrants, number) for number in range(count)]
    else:
        made = _tables(entrants, seats, count)
    return [[_seated(table, sat) for table in tables] for tables in made]


def sizes(entrants: int, seats: int) -> list[int]:
    """Return the sizes of a round's tables; what they do not add up to sits out."""
    smaller = seats - 1
    for sitting in range(entrants, 1, -1):
        for small in range(seats if smaller >= 2 else 1):
            full, rest = divmod(sitting - small * smaller, seats)
            if rest == 0 and full >= 0:
                return [seats] * full + [smaller] * small
    return []


def _circle(entrants: Sequence[int], number: int) -> list[list[int]]:
    """Return the pairs of one round; in each run of n − 1 rounds (n if n is odd) everyone meets once."""
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    turn = number % (len(ring) - 1)
    moved = [ring[0], *ring[1 + turn :], *ring[1 : 1 + turn]]
    pairs = zip(moved[: len(ring) // 2], reversed(moved[len(ring) // 2 :]), strict=True)
    return [[a, b] for a, b in pairs if a is not None and b is not None]


def _tables(entrants: Sequence[int], seats: int, count: int) -> list[list[list[int]]]:
    """Return the most even of several schedules; each begins at another place of the list."""
    tries = max(1, min(len(entrants), _EFFORT // (len(entrants) * count)))
    found = [_try([*entrants[turn:], *entrants[:turn]], seats, count) for turn in range(tries)]
    return min(found, key=lambda one: one[0])[1]


def _try(
    entrants: Sequence[int], seats: int, count: int
) -> tuple[tuple[int, int], list[list[list[int]]]]:
    """Return a schedule with how uneven it is: the most meetings of a pair, and the sum of squares."""
    met: Counter[_Pair] = Counter()
    out: Counter[int] = Counter()
    made = []
    for _ in range(count):
        tables = _greedy(_present(entrants, seats, out), seats, met)
        for table in tables:
            _count(table, met, 1)
        _improve(tables, met)
        made.append(tables)
    for _ in range(_PASSES):
        # Now that all rounds are known, an early one may still be improved for a later one's sake.
        if not sum(_improve(tables, met) for tables in made):
            break
    return (max(met.values()), sum(times**2 for times in met.values())), made


def _present(entrants: Sequence[int], seats: int, out: Counter[int]) -> list[int]:
    absent = len(entrants) - sum(sizes(len(entrants), seats))
    # Those who have sat out least do so now, the last on the list first.
    at = {one: number for number, one in enumerate(entrants)}
    resting = sorted(entrants, key=lambda one: (out[one], -at[one]))[:absent]
    out.update(resting)
    return [one for one in entrants if one not in resting]


def _greedy(order: Sequence[int], seats: int, met: Counter[_Pair]) -> list[list[int]]:
    waiting, tables = list(order), []
    for size in sizes(len(order), seats):
        table = [waiting.pop(0)]
        while len(table) < size:
            nearest = min(waiting, key=lambda one: sum(met[_pair(one, x)] ** 2 for x in table))
            waiting.remove(nearest)
            table.append(nearest)
        tables.append(table)
    return tables


def _improve(tables: Sequence[list[int]], met: Counter[_Pair]) -> bool:
    """Swap those at different tables where meetings become more even; say if any did."""
    better = False
    for one, other in combinations(tables, 2):
        for i, j in product(range(len(one)), range(len(other))):
            if _gain(one, i, other, j, met) > 0:
                _count(one, met, -1)
                _count(other, met, -1)
                one[i], other[j] = other[j], one[i]
                _count(one, met, 1)
                _count(other, met, 1)
                better = True
    return better


def _gain(one: Sequence[int], i: int, other: Sequence[int], j: int, met: Counter[_Pair]) -> int:
    a, b = one[i], other[j]
    beside_a = [x for x in one if x != a]
    beside_b = [x for x in other if x != b]
    lost = [met[_pair(a, x)] for x in beside_a] + [met[_pair(b, x)] for x in beside_b]
    won = [met[_pair(b, x)] for x in beside_a] + [met[_pair(a, x)] for x in beside_b]
    return sum(_weight(times - 1) for times in lost) - sum(_weight(times) for times in won)


def _weight(times: int) -> int:
    """Return how unwelcome one more meeting is; steep, so that none is repeated while another waits."""
    return int((times + 1) ** 4 - times**4)


def _count(table: Sequence[int], met: Counter[_Pair], by: int) -> None:
    for a, b in combinations(table, 2):
        met[_pair(a, b)] += by


def _pair(a: int, b: int) -> _Pair:
    return (a, b) if a < b else (b, a)


def _seated(table: Sequence[int], sat: Counter[_Pair]) -> Table:
    """Return a table in the seat order that gives everyone what they have had least."""
    best = min(
        permutations(table),
        key=lambda order: sum(sat[one, seat] ** 2 for seat, one in enumerate(order)),
    )
    sat.update((one, seat) for seat, one in enumerate(best))
    return best
