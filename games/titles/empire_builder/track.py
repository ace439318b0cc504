"""Building track: one section after the other, each checked before the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.board import INLET_PRICE, PRICES, RIVER_PRICE
from games.titles.empire_builder.grid import Link
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import Build, BuildAttested
from games.titles.empire_builder.network import at_city, free_exits, is_joined, starts, touches
from games.titles.empire_builder.state import (
    EXITS,
    PLAYERS_AT,
    TRACKS_AT,
    TURN_SPEND,
    Line,
    State,
    Stats,
    flooded,
    grid,
    with_track,
)

UNCHECKED_RULES = ("EB-14", "EB-36", "EB-38", "EB-41", "EB-42")
"""What nobody but the table can check of an attested line. Digest 2.1."""


class Gang:
    """A seat's builders at work: the track and the figures of the turn while sections are laid."""

    def __init__(self, table: Table, state: State, seat: str, referee: Referee) -> None:
        self.table, self.seat, self.referee = table, seat, referee
        self.options: Options = table.options
        self.places = grid(table, state)
        self.track = dict(state.track)
        self.lines = state.lines
        self.exits = state.turn.exits
        self.flooded = flooded(state)
        self.laid: tuple[str, ...] = ()
        self.unsure: tuple[str, ...] = ()
        self.cost = 0
        self.live: set[str] = set()

    def fork(self) -> Gang:
        """Return builders at the same place, who share the track, to try a section."""
        twin = object.__new__(Gang)
        twin.__dict__.update(self.__dict__)
        return twin

    def lay(self, a: str, b: str) -> None:
        """Build one section, or raise `IllegalMove`. Rules EB-34 to EB-42 and EB-50."""
        link = self._link(a, b)
        self._check_flood(a, b, link)
        owner = self.track.get(link.key)
        if owner is not None:
            self.referee.refuse("section_taken", "EB-42", owner=owner[0], a=a, b=b)
        self._check_start(a)
        self._check_exit(a)
        self.track[link.key] = self.seat + (">" if link.onward else "<")
        self.laid += (link.key,)
        self.cost += link.price
        self.live.add(b)
        for place in (a, b):
            self.check_city(place)

    def _link(self, a: str, b: str) -> Link:
        for place in (a, b):
            if place not in self.places.dots:
                self.referee.refuse("off_map", "EB-34", place=place)
        link = self.places.link(a, b)
        if link is None:
            raise IllegalMove("not_neighbours", "EB-34", a=a, b=b)
        if link.grey:
            city = self.places.city_at[a].key
            self.referee.refuse("grey_area", "EB-50", city=city, a=a, b=b)
        return link

    def _check_flood(self, a: str, b: str, link: Link) -> None:
        for river in link.rivers:
            if river in self.flooded:
                self.referee.refuse("river_in_flood", "EB-14", river=river, a=a, b=b)
        if link.unnamed and self.flooded:
            self.unsure += (link.key,)

    def _check_start(self, a: str) -> None:
        """Refuse a section from a milepost that is not a start. Rules EB-36 and EB-70, decision A2."""
        if not self.may_start(a):
            self.referee.refuse("no_start", "EB-36", place=a, seat=self.seat)
        self.live.add(a)

    def may_start(self, a: str) -> bool:
        """Say whether a section may begin at a milepost. Rules EB-36 and EB-70, decisions A2 and A36."""
        city = self.places.city_at.get(a)
        if a in self.live or (city is not None and city.size == "major"):
            return True
        if self.options.branch == "yes" and touches(self.places, self.track, a):
            return True
        if self.options.begin == "built" and touches(self.places, self.track, a, self.seat):
            return True
        return is_joined(self.places, self.track, self.seat, a)

    def _check_exit(self, a: str) -> None:
        """Refuse a third major-city milepost built from. Rule EB-37, decision A1."""
        city = self.places.city_at.get(a)
        if city is None or city.size != "major":
            return
        exits = (*self.exits, a)
        used = set(exits) if self.options.exits == "distinct" else exits
        if len(used) > EXITS:
            before = tuple(dict.fromkeys(self.exits))
            self.referee.refuse("too_many_exits", "EB-37", exits=before, place=a, most=EXITS)
        self.exits = exits

    def check_city(self, place: str) -> None:
        """Refuse what breaks the limits of a city, or shuts others out. Rules EB-38 to EB-41."""
        city = self.places.city_at.get(place)
        if city is None:
            return
        if city.size == "major":
            self._check_major(city.key)
            return
        owners = self.owners(city.key)
        self.check_limits(city.key, city.size, owners)
        if city.size == "medium" or self.options.small_room == "yes":
            free = free_exits(self.places, self.track, self.lines, city.key)
            others = min(PLAYERS_AT[city.size], len(self.table.seats)) - len(owners)
            if free < others:
                self.referee.refuse(
                    "city_shut", "EB-41", city=city.key, free=free, others=others, size=city.size
                )

    def owners(self, key: str) -> dict[str, int]:
        """Return how many sections each seat has at a city."""
        return at_city(self.places, self.track, self.lines, key)

    def check_limits(self, key: str, size: str, owners: dict[str, int]) -> None:
        """Refuse too many players, or too many tracks of one, at a city. Rules EB-39 and EB-40."""
        most = PLAYERS_AT[size]
        if len(owners) > most:
            others = tuple(sorted(set(owners) - {self.seat}))
            self.referee.refuse(
                "city_full", "EB-39", city=key, players=others, size=size, most=most
            )
        inbound = self.options.tracks == "inbound"
        own = at_city(self.places, self.track, self.lines, key, inbound) if inbound else owners
        if own.get(self.seat, 0) > TRACKS_AT:
            self.referee.refuse("city_tracks", "EB-40", city=key, seat=self.seat, most=TRACKS_AT)

    def _check_major(self, key: str) -> None:
        """Refuse to take the exits that others still need. Rule EB-38."""
        free = free_exits(self.places, self.track, self.lines, key)
        owners = self.owners(key)
        without = tuple(seat for seat in self.table.seats if seat not in owners)
        if free < len(without):
            self.referee.refuse(
                "major_shut",
                "EB-38",
                city=key,
                free=free,
                count=len(without),
                players=without,
            )

    def pay(self, state: State) -> None:
        """Refuse what the turn or the cash does not pay for. Rules EB-31 and EB-43."""
        spent, cash = state.turn.spent, state.money[self.seat]
        if spent + self.cost > TURN_SPEND:
            self.referee.refuse(
                "over_limit", "EB-31", cost=self.cost, spent=spent, limit=TURN_SPEND
            )
        if self.cost > cash:
            self.referee.refuse("no_credit", "EB-43", seat=self.seat, cost=self.cost, cash=cash)


def build(table: Table, state: State, seat: str, move: Build, referee: Referee) -> Step:
    """Return the step of drawing track, or raise `IllegalMove`. Rules EB-34 to EB-43."""
    gang = Gang(table, state, seat, referee)
    for path in (move.path, *move.also):
        if len(path) < 2:
            referee.refuse("no_section", "EB-34")
        for a, b in pairwise(path):
            gang.lay(a, b)
    gang.pay(state)
    notes = (Note("track_laid", {"seat": seat, "sections": len(gang.laid), "cost": gang.cost}),)
    unsure = (Note("unsure_crossings", {"sections": gang.unsure}),) if gang.unsure else ()
    after = _paid(state, seat, gang.cost, len(gang.laid))
    turn = replace(after.turn, exits=gang.exits)
    after = with_track(replace(after, turn=turn), gang.track, seat)
    return Step(after, _postings(seat, gang.cost), notes, unsure)


def _postings(seat: str, cost: int) -> tuple[Posting, ...]:
    return (Posting(seat, BANK, cost, "track"),) if cost else ()


def _paid(state: State, seat: str, cost: int, sections: int) -> State:
    stats = state.stats.get(seat, Stats())
    stats = replace(stats, built=stats.built + sections, cost=stats.cost + cost)
    return replace(
        state,
        money=post(state.money, _postings(seat, cost)),
        turn=replace(state.turn, spent=state.turn.spent + cost, built=True),
        stats={**state.stats, seat: stats},
    )


def build_attested(
    table: Table, state: State, seat: str, move: BuildAttested, referee: Referee
) -> Step:
    """Return the step of drawing track by counts, or raise `IllegalMove`. Digest 2.1.

    Rules EB-31, EB-34, EB-35, EB-37, EB-39, EB-40 and EB-43; the table answers for the others.
    """
    if table.options.attested == "refused":
        referee.refuse("attested_refused", "EB-34")
    kinds = {name: getattr(move, name) for name in PRICES}
    sections = sum(kinds.values())
    if not sections:
        referee.refuse("no_section", "EB-34")
    gang = Gang(table, state, seat, referee)
    used = len(set(gang.exits) if gang.options.exits == "distinct" else gang.exits)
    if used + move.exits > EXITS:
        before = tuple(dict.fromkeys(gang.exits))
        referee.refuse("too_many_exits", "EB-37", exits=before, place=f"{move.exits}", most=EXITS)
    gang.cost = sum(PRICES[kind] * count for kind, count in kinds.items())
    gang.cost += move.rivers * RIVER_PRICE + move.inlets * INLET_PRICE
    line = Line(seat, sections, _joins(gang, move.joins, referee))
    gang.lines = (*gang.lines, line)
    for key in dict.fromkeys(line.joins):
        size = gang.places.board.towns[key].size
        if size != "major":
            owners = gang.owners(key)
            gang.check_limits(key, size, owners)
    gang.pay(state)
    after = _paid(state, seat, gang.cost, sections)
    named = tuple(f"?{len(gang.exits) + number}" for number in range(move.exits))
    turn = replace(after.turn, exits=(*gang.exits, *named))
    notes = (Note("track_laid", {"seat": seat, "sections": sections, "cost": gang.cost}),)
    unchecked = (Note("unchecked_line", {"seat": seat, "rules": UNCHECKED_RULES}),)
    after = replace(after, lines=gang.lines, turn=turn)
    return Step(after, _postings(seat, gang.cost), notes, unchecked)


def _joins(gang: Gang, joins: Iterable[str], referee: Referee) -> tuple[str, ...]:
    found: list[str] = []
    for name in joins:
        city = gang.places.city_at.get(gang.places.locate(name))
        if city is None:
            raise IllegalMove("unknown_city", "EB-01", city=name)
        found.append(city.key)
    return tuple(found)


def legal_sections(table: Table, state: State, seat: str) -> Iterator[Build]:
    """Yield every single section a seat may build now, in a stable order."""
    crew = Gang(table, state, seat, Referee(frozenset(), frozenset()))
    left = min(TURN_SPEND - state.turn.spent, state.money[seat])
    for a in starts(table, state, seat) if left > 0 else ():
        for b, link in crew.places.links[a].items():
            if link.grey or link.price > left or link.key in crew.track:
                continue
            gang = crew.fork()
            gang.live = {a}
            try:
                gang.lay(a, b)
                gang.pay(state)
            except IllegalMove:
                continue
            finally:
                # The trial and the next one share the track: take the section off again.
                crew.track.pop(link.key, None)
            yield Build((a, b))
