"""What hangs together: track joined to a major city, major cities joined, players at a city."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.engine.graph import reachable
from games.engine.title import Table
from games.titles.empire_builder.board import ends_of
from games.titles.empire_builder.grid import Grid
from games.titles.empire_builder.state import Line, State, grid
from games.titles.empire_builder.ways import sections_of

Track = Mapping[str, str]


def touches(places: Grid, track: Track, place: str, seat: str = "") -> bool:
    """Say whether a milepost has track: of one seat, or of anybody."""
    return any(
        link.key in track and (not seat or track[link.key][0] == seat)
        for link in places.links.get(place, {}).values()
    )


def is_joined(places: Grid, track: Track, seat: str, place: str) -> bool:
    """Say whether a seat's own track joins a milepost to a major-city milepost. Rule EB-36."""
    seen, ahead = {place}, [place]
    while ahead:
        here = ahead.pop()
        for link in places.links[here].values():
            if link.to not in seen and not link.grey and track.get(link.key, " ")[0] == seat:
                city = places.city_at.get(link.to)
                if city is not None and city.size == "major":
                    return True
                seen.add(link.to)
                ahead.append(link.to)
    return False


def starts(table: Table, state: State, seat: str) -> tuple[str, ...]:
    """Return every milepost that a seat may build from, in a stable order. Rules EB-36, EB-70."""
    places = grid(table, state)
    track = state.track
    outer = [place for key in places.majors for place in places.sites[key][1:]]
    if table.options.branch == "yes":
        found = {end for key in track for end in ends_of(key)}
    elif table.options.begin == "built":
        found = {end for key, own in track.items() if own[0] == seat for end in ends_of(key)}
    else:
        found = reachable(
            [place for place in outer if touches(places, track, place, seat)],
            lambda here: [
                link.to
                for link in places.links[here].values()
                if not link.grey and track.get(link.key, " ")[0] == seat
            ],
        )
    return (*outer, *sorted(found.difference(outer)))


def at_city(
    places: Grid, track: Track, lines: Sequence[Line], key: str, inbound: bool = False
) -> dict[str, int]:
    """Return how many sections each seat has at a city; with `inbound` those built to it.

    Every mention of the city in an attested line counts as one. Rules EB-38 to EB-41, decision A8.
    """
    found: dict[str, int] = {}
    for name in places.exits[key]:
        own = track.get(name)
        if own is not None and (not inbound or _leads_to(places, name, own, key)):
            found[own[0]] = found.get(own[0], 0) + 1
    for line in lines:
        count = line.joins.count(key)
        if count:
            found[line.seat] = found.get(line.seat, 0) + count
    return found


def _leads_to(places: Grid, name: str, own: str, key: str) -> bool:
    a, b = ends_of(name)
    city = places.city_at.get(b if own[1] == ">" else a)
    return city is not None and city.key == key


def free_exits(places: Grid, track: Track, lines: Sequence[Line], key: str) -> int:
    """Return how many sections can still be built at a city. Rules EB-38 and EB-41."""
    free = sum(name not in track for name in places.exits[key])
    return max(0, free - sum(line.joins.count(key) for line in lines))


def joined_majors(table: Table, state: State, seat: str) -> tuple[str, ...]:
    """Return the major cities of a seat's largest connected line, in the board's order.

    Own track counts, and the grey area of every major city it touches. Rules EB-50 and EB-63,
    decision A31.
    """
    places = grid(table, state)
    groups = Groups()
    for name in sections_of(seat, state.ways.get(seat, "")):
        groups.join(*ends_of(name))
    for line in state.lines:
        if line.seat == seat:
            for key in line.joins:
                groups.join(places.locate(line.joins[0]), places.locate(key))
    found: dict[str, list[str]] = {}
    touched = [
        key for key in places.majors if any(place in groups.parent for place in places.sites[key])
    ]
    for key in touched:
        for place in places.sites[key]:
            groups.join(places.sites[key][0], place)
    for key in touched:
        found.setdefault(groups.find(places.sites[key][0]), []).append(key)
    return tuple(_longest(found.values()))


def _longest(groups: Iterable[list[str]]) -> list[str]:
    longest: list[str] = []
    for group in groups:
        if len(group) > len(longest):
            longest = group
    return longest


class Groups:
    """Places in groups that grow together."""

    __slots__ = ("parent",)

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}

    def find(self, place: str) -> str:
        """Return what stands for the group of a place."""
        parent = self.parent
        above = parent.setdefault(place, place)
        while above != place:
            parent[place] = parent[above]
            place, above = above, parent[above]
        return place

    def join(self, first: str, second: str) -> None:
        """Put two places into one group."""
        self.parent[self.find(first)] = self.find(second)
