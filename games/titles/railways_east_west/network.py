"""A player's tracks as a graph: what is joined, and the paths that no other one beats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from games.engine.graph import reachable
from games.titles.railways_east_west.board import link_ends
from games.titles.railways_east_west.state import State

Tracks = Mapping[str, tuple[tuple[str, int], ...]]
"""The links of one player that leave each city: where to, and their pieces."""

Path = tuple[int, int]
"""How long a path is: links, and pieces. Digest 1.2."""

_FAR = 1 << 30


def tracks_of(links: Mapping[str, int]) -> Tracks:
    """Return the graph of some links."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name, pieces in links.items():
        a, b = link_ends(name)
        found.setdefault(a, []).append((b, pieces))
        found.setdefault(b, []).append((a, pieces))
    return {city: tuple(leaving) for city, leaving in found.items()}


def own_tracks(state: State, seat: str) -> Tracks:
    """Return the graph of a seat's finished links."""
    return tracks_of(state.links.get(seat, {}))


def network(state: State, seat: str) -> set[str]:
    """Return the cities that a seat's finished links touch."""
    return {end for name in state.links.get(seat, {}) for end in link_ends(name)}


def joined_to(tracks: Tracks, city: str) -> set[str]:
    """Return the cities joined to one, itself among them."""
    return reachable([city], lambda here: (end for end, _ in tracks.get(here, ())))


def front(tracks: Tracks, sources: Iterable[str], goals: Collection[str]) -> tuple[Path, ...]:
    """Return the lengths of the paths that no other path equals or beats in both numbers. Digest 1.2.

    They come by rising links and so by falling pieces; none where nothing is joined.
    """
    best = dict.fromkeys((city for city in sources if city in tracks), 0)
    layer: dict[str, int] = dict(best)
    found: list[Path] = []
    links, least = 0, _FAR
    while layer:
        links += 1
        reached: dict[str, int] = {}
        for here, pieces in layer.items():
            for city, more in tracks[here]:
                total = pieces + more
                if total < least and total < best.get(city, _FAR):
                    best[city] = reached[city] = total
        shortest = min((reached[city] for city in reached if city in goals), default=_FAR)
        if shortest < least:
            least = shortest
            found.append((links, shortest))
        layer = reached
    return tuple(found)


def is_shorter(path: Path, than: Path) -> bool:
    """Say whether a path is shorter: not worse in links nor pieces, better in one. Rule REW-60."""
    return path[0] <= than[0] and path[1] <= than[1] and path != than
