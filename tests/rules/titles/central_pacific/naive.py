"""Central Pacific once more, slowly: boards are read letter by letter, every way is walked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

Tiles = Mapping[str, str]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def beside(square: str, side: str) -> str:
    """Return the square next to one, which may lie off the board."""
    right, down = STEPS[side]
    return f"{chr(ord(square[0]) + right)}{int(square[1:]) + down}"


def ends(word: str) -> str:
    return word.partition(":")[2]


def is_city(word: str) -> bool:
    return "@" in word


def number(word: str) -> int:
    return int(word.partition("@")[2][0])


def joined(tiles: Tiles, square: str) -> list[str]:
    found = []
    for side in ends(tiles[square]):
        near = beside(square, side)
        if near in tiles and BACK[side] in ends(tiles[near]):
            found.append(near)
    return found


def pieces(tiles: Tiles) -> dict[frozenset[str], frozenset[str]]:
    """Return all track that hangs together without cities, with the cities it touches."""
    track = [square for square, word in tiles.items() if ends(word) and not is_city(word)]
    group = {square: {square} for square in track}
    for square in track:
        for near in joined(tiles, square):
            if near in group and group[near] is not group[square]:
                group[square] |= group[near]
                for member in group[near]:
                    group[member] = group[square]
    return {
        frozenset(rails): frozenset(
            near for rail in rails for near in joined(tiles, rail) if is_city(tiles[near])
        )
        for rails in group.values()
    }


def ways(tiles: Tiles, city: str, other: str) -> Iterator[int]:
    """Yield the number of rails on every way between two cities that passes no third one."""

    def walk(here: str, seen: frozenset[str]) -> Iterator[int]:
        for near in joined(tiles, here):
            if near == other and here != city:
                yield len(seen)
            elif near == other:
                yield 0
            elif near not in seen and not is_city(tiles[near]):
                yield from walk(near, seen | {near})

    yield from walk(city, frozenset())


def too_close(tiles: Tiles) -> set[tuple[str, str]]:
    cities = sorted(square for square, word in tiles.items() if is_city(word))
    return {
        (one, two)
        for one, two in combinations(cities, 2)
        if min(ways(tiles, one, two), default=99) < max(number(tiles[one]), number(tiles[two]))
    }


def hangs_together(
    tiles: Tiles, rails: frozenset[str], cities: frozenset[str], *, through: bool
) -> bool:
    """Say whether these rails join these cities, the cities themselves being ways or not.

    Cities side by side are not joined: the rules want rails between them.
    """
    if not rails:
        return False
    seen = {min(rails)}
    queue = list(seen)
    while queue:
        here = queue.pop()
        if here in cities and not through:
            continue
        for near in joined(tiles, here):
            beside_each_other = here in cities and near in cities
            if near in rails | cities and near not in seen and not beside_each_other:
                seen.add(near)
                queue.append(near)
    return seen >= rails | cities


def fewest(tiles: Tiles, rails: frozenset[str], cities: frozenset[str], *, through: bool) -> int:
    """Return the size of a smallest part of the rails that joins the cities, by trying all parts."""
    for size in range(1, len(rails) + 1):
        for part in combinations(sorted(rails), size):
            if hangs_together(tiles, frozenset(part), cities, through=through):
                return size
    return 0


class Book:
    """Who owns which line, and how many trains are in each hand, kept from turn to turn."""

    def __init__(self, trains: Mapping[str, int]) -> None:
        self.owners: dict[frozenset[str], str] = {}
        self.hands = dict(trains)
        self.spike = ""

    def end_turn(self, side: str, before: Tiles, after: Tiles, claims: tuple[str, ...]) -> None:
        """Read the digest's claim algorithm, step by step, with the default options."""
        was_claimed = bool(self.spike)
        if not was_claimed and self._reaches_home(side, after):
            self.spike = side
        old, owned = pieces(before), self.owners
        self.owners = {}
        wishes = []
        for rails, cities in sorted(pieces(after).items(), key=lambda item: first(item[0])):
            if len(cities) < 2:
                continue
            inside = sorted((part for part in owned if part <= rails), key=first)
            owners = [owned[part] for part in inside]
            if not inside and (rails, cities) not in old.items():
                wishes.append((1, rails, inside, owners))
            elif len(inside) == 1 and (old[inside[0]] == cities or owners[0] == side):
                self.owners[rails] = owners[0]
            elif len(inside) == 1 and was_claimed:
                wishes.append((0, rails, inside, owners))
            elif len(inside) > 1 and side in owners and (was_claimed or set(owners) == {side}):
                self._keep(rails, side, owners)
            elif len(inside) > 1 and was_claimed:
                wishes.append((0, rails, inside, owners))
            elif inside:
                self._keep(rails, self._largest(side, inside, owners), owners)
        self._claim(side, wishes, claims, owned)

    def _reaches_home(self, side: str, tiles: Tiles) -> bool:
        homes = {word[0]: square for square, word in tiles.items() if word[1:2] == "@"}
        seen, queue = {homes[side]}, [homes[side]]
        while queue:
            for near in joined(tiles, queue.pop()):
                if near not in seen:
                    seen.add(near)
                    queue.append(near)
        return bool(seen & set(homes.values()) - {homes[side]})

    def _keep(self, rails: frozenset[str], owner: str, owners: list[str]) -> None:
        for each in owners:
            self.hands[each] += 1
        self.hands[owner] -= 1
        self.owners[rails] = owner

    def _largest(self, side: str, inside: list[frozenset[str]], owners: list[str]) -> str:
        others = [
            (len(part), owner) for part, owner in zip(inside, owners, strict=True) if owner != side
        ]
        return max(others)[1]

    def _claim(
        self,
        side: str,
        wishes: list[Any],
        claims: tuple[str, ...],
        owned: dict[frozenset[str], str],
    ) -> None:
        def rank(wish: Any) -> tuple[int, int, tuple[int, int]]:
            named = [n for n, square in enumerate(claims) if square in wish[1]]
            return min(named, default=99), wish[0], first(wish[1])

        for _, rails, inside, owners in sorted(wishes, key=rank):
            if self.hands[side]:
                for each in owners:
                    self.hands[each] += 1
                self.hands[side] -= 1
                self.owners[rails] = side
            elif len(inside) == 1:
                self.owners[rails] = owned[inside[0]]
            elif inside:
                self._keep(rails, self._largest(side, inside, owners), owners)


def first(squares: frozenset[str]) -> tuple[int, int]:
    return min((ord(square[0]), int(square[1:])) for square in squares)
